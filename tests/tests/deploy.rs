//! Runs the commands of the manifests in `deploy/` like their schedulers.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use faultline_tests::manifests::{manifest, text, yaml};
use faultline_tests::{Dist, run};
use serde_json::Value;
use yaml_rust2::Yaml;

const EMPTY: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
const CLASSES: usize = 30;

/// Replaces EvoSuite: writes a test for the class to the requested place.
const JAVA: &str = r#"#!/bin/sh
while [ $# -gt 0 ]; do
  case $1 in
    -class) class=$2; shift ;;
    -Dtest_dir=*) tests=${1#*=} ;;
  esac
  shift
done
file=$tests/$(echo "$class" | tr . /)_ESTest.java
mkdir -p "$(dirname "$file")"
echo "  @Test(timeout = 4000)" > "$file"
"#;

/// A built Maven project with a history, fake Java and EvoSuite, and a folder for results.
struct Project {
    folder: PathBuf,
    dist: Dist,
}

impl Project {
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("deploy").join(name);
        let _ = fs::remove_dir_all(&folder);
        let project = Self { folder, dist: Dist::find() };
        project.write("pom.xml", "<project/>");
        for class in 0..CLASSES {
            let source = format!("package org.x;\nclass C{class} {{}}\n{}", "\n".repeat(class));
            project.write(&format!("src/main/java/org/x/C{class}.java"), &source);
            project.write(&format!("target/classes/org/x/C{class}.class"), "");
        }
        project.write("jdk/release", "JAVA_VERSION=\"17.0.1\"\n");
        for (program, script) in [("jdk/bin/java", JAVA), ("bin/mvn", "#!/bin/sh\n")] {
            let path = project.write(program, script);
            fs::set_permissions(path, fs::Permissions::from_mode(0o755))
                .expect("a script can be made to run");
        }
        project.write("evosuite.jar", "");
        project.write("repository/org/evosuite/evosuite-master/1.0.6/evosuite-master-1.0.6.jar", "");
        for arguments in [
            &["init", "-q"][..],
            &["add", "src"],
            &["-c", "user.name=A", "-c", "user.email=a@b", "commit", "-q", "-m", "Begin"],
        ] {
            run(Command::new("git").args(arguments), &project.folder).expect_code(0);
        }
        project
    }

    fn write(&self, file: &str, content: &str) -> PathBuf {
        let path = self.folder.join(file);
        fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("a folder can be made");
        fs::write(&path, content).expect("a file can be written");
        path
    }

    /// A command as started by a scheduler, with faultline on the path.
    fn prepared(&self, mut command: Command) -> Command {
        let bin = self.dist.executable();
        let bin = bin.parent().expect("a program is in a folder");
        let path = std::env::var("PATH").expect("a path");
        command
            .env("PATH", format!("{}:{}:{path}", self.folder.join("bin").display(), bin.display()))
            .env("JAVA_HOME", self.folder.join("jdk"))
            .env("MAVEN_ARGS", format!("-Dmaven.repo.local={}", self.folder.join("repository").display()))
            .env("FAULTLINE_EVOSUITE", self.folder.join("evosuite.jar"))
            // The hash of the empty file that replaces EvoSuite.
            .env("FAULTLINE_EVOSUITE_SHA256", EMPTY)
            .env("EVOSUITE", self.folder.join("evosuite.jar"));
        command
    }

    /// Panics: the shards do not merge into the whole.
    fn merges(&self, shards: &[String]) {
        let mut merge = self.dist.command(&["merge", "--json", "--out", "merged"]);
        let done = run(merge.args(shards), &self.folder);
        done.expect_code(0);
        let results: Value = serde_json::from_str(&done.stdout).expect("results are JSON");
        assert_eq!((&results["state"], &results["merged"]), (&"finished".into(), &shards.len().into()));
        assert_eq!((&results["plan"]["classes"], &results["tests"]), (&CLASSES.into(), &CLASSES.into()));
        for class in 0..CLASSES {
            let test = self.folder.join(format!("merged/tests/org/x/C{class}_ESTest.java"));
            assert!(test.is_file(), "{}", test.display());
        }
    }
}

#[test]
fn the_pods_of_an_indexed_job_run_all_shards() {
    let job = yaml("kubernetes/budget.yaml");
    assert_eq!((text(&job["kind"]), text(&job["spec"]["completionMode"])), ("Job", "Indexed"));
    let container = &job["spec"]["template"]["spec"]["containers"][0];
    let words = || ["command", "args"].into_iter().flat_map(|part| container[part].as_vec().expect("words"));
    let completions = job["spec"]["completions"].as_i64().expect("a number");
    let project = Project::new("kubernetes");
    let results = project.folder.join("results");
    let shards = (0..completions).map(|index| {
        let words: Vec<&str> = words().map(text).collect();
        let mut command = Command::new(words[0]);
        command.args(&words[1..]);
        for variable in container["env"].as_vec().expect("variables") {
            command.env(text(&variable["name"]), text(&variable["value"]));
        }
        let mut command = project.prepared(command);
        command.env("JOB_COMPLETION_INDEX", index.to_string()).env("OUT", &results);
        run(&mut command, &project.folder).expect_code(0);
        results.join(format!("shard-{}", index + 1)).display().to_string()
    });
    let shards: Vec<String> = shards.collect();
    assert_eq!(shards.len(), 20);
    project.merges(&shards);
}

#[test]
fn the_tasks_of_a_slurm_array_run_all_shards() {
    let (script, path) = manifest("slurm/budget.sh");
    let array =
        script.lines().find_map(|line| line.strip_prefix("#SBATCH --array=1-")).expect("an array from 1");
    let count: usize = array.parse().expect("a number");
    let project = Project::new("slurm");
    let shards = (1..=count).map(|task| {
        let mut command = Command::new("sh");
        command.arg(&path);
        let mut command = project.prepared(command);
        command
            .env("SLURM_ARRAY_TASK_ID", task.to_string())
            .env("SLURM_ARRAY_TASK_COUNT", count.to_string())
            .env("SLURM_CPUS_PER_TASK", "2")
            .env_remove("OUT")
            .env_remove("TOTAL");
        run(&mut command, &project.folder).expect_code(0);
        format!("shards/shard-{task}")
    });
    let shards: Vec<String> = shards.collect();
    project.merges(&shards);
}

#[test]
fn the_jobs_of_a_matrix_run_all_shards_and_merge_them() {
    let workflow = yaml("ci/budget.yml");
    let (shard, merge) = (&workflow["jobs"]["shard"], &workflow["jobs"]["merge"]);
    let matrix = shard["strategy"]["matrix"]["shard"].as_vec().expect("a list");
    let project = Project::new("ci");
    let home = project.dist.executable();
    let home = home.parent().and_then(Path::parent).expect("a program is in bin").to_owned();
    let script = |job: &Yaml, of: &dyn Fn(&str) -> String| {
        let steps = job["steps"].as_vec().expect("steps");
        let step = steps.iter().find(|step| !step["run"].is_badvalue()).expect("a step that runs something");
        let mut command = Command::new("bash");
        // Like the runner.
        command.args(["-e", "-c", text(&step["run"])]);
        for (name, value) in job["env"].as_hash().expect("variables") {
            command.env(text(name), of(text(value)));
        }
        let mut command = project.prepared(command);
        command.env("FAULTLINE", &home);
        run(&mut command, &project.folder).expect_code(0);
    };
    for number in matrix {
        let number = number.as_i64().expect("a number").to_string();
        script(shard, &|value| {
            let value = value.replace("${{ matrix.shard }}", &number);
            value.replace("${{ strategy.job-total }}", &matrix.len().to_string())
        });
    }
    script(merge, &str::to_owned);
    fs::rename(project.folder.join("budget-run"), project.folder.join("by-the-workflow"))
        .expect("it was merged");
    let shards: Vec<String> = (1..=matrix.len()).map(|shard| format!("shard-{shard}")).collect();
    project.merges(&shards);
}
