//! Runs the commands of the manifests for mutants in `deploy/` like their schedulers, with a fake JVM.

#[path = "../../native/execution/mutation-runner/tests/support/mod.rs"]
mod support;

use std::fs;
use std::process::Command;

use faultline_tests::manifests::{manifest, text, yaml};
use faultline_tests::{Dist, run};
use serde_json::Value;
use support::Project;
use yaml_rust2::Yaml;

/// A command as started by a scheduler, with faultline on the path.
fn prepared(project: &Project, mut command: Command) -> Command {
    let bin = Dist::find().executable();
    let bin = bin.parent().expect("a program is in a folder");
    let path = std::env::var("PATH").expect("a path");
    command
        .env("PATH", format!("{}:{path}", bin.display()))
        .env("FAULTLINE_MUTANTS", project.jar())
        .env("RECORDING", project.path(".faultline"))
        .env_remove("OUT");
    command
}

/// Panics: the merged shards differ from the results of one machine.
fn merges(project: &Project, shards: &[String]) {
    let mut merge = Dist::find().command(&["merge", "--out", "merged"]);
    run(merge.args(shards), &project.0).expect_code(0);
    are_whole(project, "merged");
}

fn are_whole(project: &Project, merged: &str) {
    let mutated = |dir: &str| -> Value {
        let mut command =
            Dist::find().command(&["mutate", "--resume", "--tests", "all", "--json", "--dir", dir]);
        let finished = run(command.env("FAULTLINE_MUTANTS", project.jar()), &project.0);
        finished.expect_code(0);
        serde_json::from_str(&finished.stdout).expect("JSON")
    };
    let (merged, whole) = (mutated(merged), mutated("whole"));
    assert_eq!(merged["session"]["pairs"], 0, "all is there");
    assert!(whole["pairs"].as_u64() > Some(0));
    for part in ["pairs", "verdicts"] {
        assert_eq!(merged[part], whole[part]);
    }
}

#[test]
fn the_pods_of_an_indexed_job_run_all_shards() {
    let job = yaml("kubernetes/mutants.yaml");
    assert_eq!((text(&job["kind"]), text(&job["spec"]["completionMode"])), ("Job", "Indexed"));
    let container = &job["spec"]["template"]["spec"]["containers"][0];
    let words = || ["command", "args"].into_iter().flat_map(|part| container[part].as_vec().expect("words"));
    let completions = job["spec"]["completions"].as_i64().expect("a number");
    let project = Project::new("");
    let results = project.path("results");
    let shards = (0..completions).map(|index| {
        let words: Vec<&str> = words().map(text).collect();
        let mut command = Command::new(words[0]);
        command.args(&words[1..]);
        for variable in container["env"].as_vec().expect("variables") {
            command.env(text(&variable["name"]), text(&variable["value"]));
        }
        let mut command = prepared(&project, command);
        command.env("JOB_COMPLETION_INDEX", index.to_string()).env("OUT", &results);
        run(&mut command, &project.0).expect_code(0);
        results.join(format!("shard-{}", index + 1)).display().to_string()
    });
    let shards: Vec<String> = shards.collect();
    assert_eq!(shards.len(), 20);
    merges(&project, &shards);
}

#[test]
fn the_tasks_of_a_slurm_array_run_all_shards() {
    let (script, path) = manifest("slurm/mutants.sh");
    let array =
        script.lines().find_map(|line| line.strip_prefix("#SBATCH --array=1-")).expect("an array from 1");
    let count: usize = array.parse().expect("a number");
    let project = Project::new("");
    let shards = (1..=count).map(|task| {
        let mut command = Command::new("sh");
        command.arg(&path);
        let mut command = prepared(&project, command);
        command
            .env("SLURM_ARRAY_TASK_ID", task.to_string())
            .env("SLURM_ARRAY_TASK_COUNT", count.to_string())
            .env("SLURM_CPUS_PER_TASK", "2");
        run(&mut command, &project.0).expect_code(0);
        format!("shards/shard-{task}")
    });
    let shards: Vec<String> = shards.collect();
    merges(&project, &shards);
}

#[test]
fn the_jobs_of_a_matrix_run_all_shards_and_merge_them() {
    let workflow = yaml("ci/mutants.yml");
    let (shard, merge) = (&workflow["jobs"]["shard"], &workflow["jobs"]["merge"]);
    let matrix = shard["strategy"]["matrix"]["shard"].as_vec().expect("a list");
    let project = Project::new("");
    // The workflow records in each job; here the recording exists already.
    let home = project.path("home");
    fs::create_dir_all(home.join("bin")).expect("a folder");
    let program = Dist::find().executable();
    let script = format!("#!/bin/sh\nexec '{}' $(echo \"$@\" | sed 's/ -- .*//')\n", program.display());
    fs::write(home.join("bin/faultline"), script).expect("a script");
    run(Command::new("chmod").args(["+x", "home/bin/faultline"]), &project.0).expect_code(0);
    let script = |job: &Yaml, of: &dyn Fn(&str) -> String| {
        let steps = job["steps"].as_vec().expect("steps");
        let step = steps.iter().find(|step| !step["run"].is_badvalue()).expect("a step that runs something");
        let mut command = Command::new("bash");
        // Like the runner.
        command.args(["-e", "-c", text(&step["run"])]);
        for (name, value) in job["env"].as_hash().expect("variables") {
            command.env(text(name), of(text(value)));
        }
        let mut command = prepared(&project, command);
        command.env("FAULTLINE", &home);
        run(&mut command, &project.0).expect_code(0);
    };
    for number in matrix {
        let number = number.as_i64().expect("a number").to_string();
        script(shard, &|value| {
            let value = value.replace("${{ matrix.shard }}", &number);
            value.replace("${{ strategy.job-total }}", &matrix.len().to_string())
        });
    }
    script(merge, &str::to_owned);
    are_whole(&project, ".faultline/mutants");
}
