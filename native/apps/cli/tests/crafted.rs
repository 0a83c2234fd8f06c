//! Recordings, results, journals and models with malicious content: nothing outside the project is read,
//! written or run.

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use faultline_learned_metrics::Random;
use faultline_spectrum::{Failure, Frame, Launch, Outcome, RecordedTest, Recording};
use serde_json::{Value, json};

use crate::budget_run;
use crate::support::{Done, Scratch, class, recording, test, write_recording};

/// A secret that must not appear in any output.
const SECRET: &str = "canary-of-another-folder";
const SEEDS: u64 = 12;

/// A project, with files of others beside it.
struct World(Scratch);

impl World {
    fn new() -> Self {
        let scratch = Scratch::new("crafted");
        for file in
            ["secret.txt", "src/main/java/org/x/Foo.java", "Foo.java", "target/classes/Foo.java", "pom.xml"]
        {
            scratch.file(&format!("outside/{file}"), SECRET);
        }
        scratch.file("project/pom.xml", "<project/>");
        scratch.file("project/src/main/java/org/x/Foo.java", "package org.x;\nclass Foo {\n}\n");
        let program = scratch.file("outside/java", "#!/bin/sh\ntouch \"$(dirname \"$0\")/ran\"\n");
        fs::set_permissions(program, Permissions::from_mode(0o755)).unwrap();
        Self(scratch)
    }

    fn outside(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut found = BTreeMap::new();
        let mut folders = vec![self.0.path("outside")];
        while let Some(folder) = folders.pop() {
            for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
                if path.is_dir() {
                    folders.push(path);
                } else {
                    found.insert(path.clone(), fs::read(path).unwrap());
                }
            }
        }
        found
    }

    fn run(&self, arguments: &[&str]) -> Done {
        let mut command = self.0.faultline(arguments);
        command.current_dir(self.0.path("project")).env("OF_THE_ENVIRONMENT", SECRET);
        // Provide what reruns need, so that they get as far as possible.
        for (variable, jar) in
            [("FAULTLINE_MUTANTS", "m.jar"), ("FAULTLINE_AMPLIFY", "a.jar"), ("FAULTLINE_AGENT", "r.jar")]
        {
            command.env(variable, self.0.file(jar, ""));
        }
        Done::of(&command.output().unwrap())
    }

    /// Words that lead out of the project, or have an effect if interpreted as code.
    fn words(&self) -> Vec<String> {
        let outside = self.0.path("outside").display().to_string();
        let ran = format!("{outside}/ran");
        vec![
            format!("{outside}/secret.txt"),
            format!("{outside}/target/classes/"),
            format!("{outside}/java"),
            format!("$(touch '{ran}')"),
            format!("`touch '{ran}'`"),
            format!("; touch '{ran}' #"),
            format!("' ; touch '{ran}' ; '"),
            format!("file://{outside}/Foo.java"),
            format!("@{outside}/secret.txt"),
            outside,
            "../outside/Foo.java".into(),
            "../outside/secret.txt".into(),
            "../../outside".into(),
            "..".into(),
            "/".into(),
            "/etc/target/classes/".into(),
            "passwd".into(),
            "/proc/self/environ".into(),
            "/proc/self/target/classes/".into(),
            "environ".into(),
            "Foo.java".into(),
            "org.x.Foo".into(),
            "-Dx=y".into(),
            "--out=../outside".into(),
            "a\0b".into(),
            "a\nb".into(),
            "::error::x".into(),
            "\u{1b}]0;x\u{7}".into(),
            "\u{202e}x".into(),
            String::new(),
        ]
    }
}

/// Generates random content.
struct Draw {
    random: Random,
    words: Vec<String>,
}

impl Draw {
    fn word(&mut self) -> String {
        let at = self.random.below(self.words.len());
        let word = self.words[at].clone();
        match self.random.below(6) {
            0 => word + &self.words[self.random.below(self.words.len())],
            1 => format!("{word}/Foo"),
            _ => word,
        }
    }

    fn test(&mut self, sequence: u32, outcome: Outcome, slots: &[u32]) -> RecordedTest {
        let mut made = test(sequence, &self.word(), outcome, &[(0, slots), (1, &[0])]);
        (made.class, made.unique_id, made.display) = (self.word(), self.word(), self.word());
        if outcome == Outcome::Failed {
            let frames = (0..2).map(|line| Frame { class: self.word(), method: self.word(), line }).collect();
            made.failure = Some(Failure { exception: self.word(), frames, thrown: None });
        }
        made
    }

    fn recording(&mut self) -> Recording {
        let classes = [0, 1].map(|id| {
            let (name, method) = (self.word(), self.word());
            let mut made = class(id, &name, &[(&method, "()V"), ("b", "()V")], &[(0, 1), (0, 2), (1, 3)]);
            made.source_file = Some(self.word());
            made.location = self.word();
            made
        });
        let launch = Launch {
            java: self.word(),
            arguments: vec![self.word(), self.word()],
            folder: self.word(),
            class_path: self.word(),
            launcher: vec![self.word()],
            properties: vec![(self.word(), self.word())],
            environment: vec![(self.word(), Some(self.word())), (self.word(), None)],
        };
        let tests = vec![
            self.test(0, Outcome::Failed, &[0, 1]),
            self.test(1, Outcome::Passed, &[1]),
            self.test(2, Outcome::Passed, &[0, 2]),
        ];
        Recording { launch: Some(launch), ..recording(classes.into(), tests) }
    }
}

/// The concatenated text of all files in a folder.
fn written(folder: &Path) -> String {
    let mut all = String::new();
    for path in fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            all += &written(&path);
        } else {
            all += &String::from_utf8_lossy(&fs::read(path).unwrap());
        }
    }
    all
}

#[test]
fn crafted_recordings_read_write_and_run_nothing_outside_of_the_project() {
    for seed in 0..SEEDS {
        let world = World::new();
        let mut draw = Draw { random: Random::new(seed), words: world.words() };
        let folder = world.0.path("project/.faultline");
        fs::create_dir(&folder).unwrap();
        for name in ["1", "2"] {
            write_recording(&folder.join(format!("{name}.flt")), &draw.recording());
        }
        // The folder is writable by everybody, so nothing it names is started.
        fs::set_permissions(&folder, Permissions::from_mode(0o777)).unwrap();
        let before = world.outside();
        let mut said = String::new();
        for command in [
            &["rank", ".faultline"][..],
            &["rank", "--level", "line", "--json", ".faultline"],
            &["rank", "--format", "sarif", ".faultline"],
            &["rank", "--format", "markdown", ".faultline"],
            &["rank", "--format", "github", ".faultline"],
            &["rank", "--format", "gitlab", ".faultline"],
            &["report", ".faultline"],
            &["suite", ".faultline"],
            &["select", "-n", "2", ".faultline"],
            &["check", "ddu>=0", ".faultline"],
            &["doctor", ".faultline"],
            &["export", "--format", "cobertura", "--out", "c.xml", ".faultline"],
            &["export", "--format", "jacoco", "--out", "j.xml", ".faultline"],
            &["export", "--format", "lcov", "--out", "l.info", ".faultline"],
            &["export", "--format", "gzoltar", "--out", "gzoltar", ".faultline"],
            &["export", "--format", "tsv", "--out", "tsv", ".faultline"],
            &["mutate", ".faultline", "--budget", "1s"],
            &["amplify", ".faultline", "--budget", "1s", "--out", "grown"],
            &["generate", ".faultline", "--budget", "15s"],
        ] {
            let done = world.run(command);
            assert!(done.code.is_some_and(|code| code < 100), "{seed} {command:?}: {done:?}");
            said += &(done.out + &done.err);
        }
        assert_eq!(world.outside(), before, "{seed}");
        fs::remove_dir_all(&folder).unwrap();
        said += &written(&world.0.path("project"));
        assert!(!said.contains(SECRET) && !said.contains("root:x:"), "{seed}: {said}");
    }
}

#[test]
fn crafted_results_of_shards_are_joined_into_nothing_outside_of_the_project() {
    let project = budget_run::Project::new(2);
    budget_run::shards(&project, 2);
    let file = project.0.path("shard-1/results.json");
    let sound: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    let world = World::new();
    let before = world.outside();
    let mut draw = Draw { random: Random::new(7), words: world.words() };
    for round in 0..SEEDS {
        let mut crafted = sound.clone();
        let class = &mut crafted["classes"][0];
        class["class"] = json!(draw.word());
        class["path"] = json!(draw.word());
        if round % 2 == 0 {
            class["files"] = json!([draw.word(), draw.word()]);
        }
        fs::write(&file, crafted.to_string()).unwrap();
        let was = written(&project.0.path("shard-2"));
        let done = project.0.run(&["merge", "shard-1", "shard-2", "--out", "joined"]);
        assert_eq!(written(&project.0.path("shard-2")), was, "{done:?}");
        assert_eq!(world.outside(), before, "{crafted}");
        assert!(!written(&project.0.path("joined")).contains(SECRET), "{crafted}");
        let _ = fs::remove_dir_all(project.0.path("joined"));
    }
}

#[test]
fn the_command_of_a_crafted_journal_does_not_run() {
    let project = budget_run::Project::new(1);
    project.run(&["--total", "9s", "--run"]);
    let ran = project.0.path("ran");
    let journal = project.0.path("budget-run/run.journal");
    let line = format!("touch '{}' {{class}} {{seconds}}", ran.display());
    let crafted = fs::read_to_string(&journal)
        .unwrap()
        .lines()
        .filter(|line| !line.contains("Ended"))
        .map(|record| {
            let mut value: Value = serde_json::from_str(&record[9..]).unwrap();
            replace(&mut value, budget_run::COMMAND, &line);
            let text = value.to_string();
            format!("{:08x} {text}\n", crc32fast::hash(text.as_bytes()))
        })
        .collect::<Vec<_>>()
        .concat();
    assert!(crafted.contains("touch"), "{crafted}");
    fs::write(&journal, crafted).unwrap();
    fs::set_permissions(project.0.path("budget-run"), Permissions::from_mode(0o777)).unwrap();
    let done = project.0.run(&["budget", "--run", "--resume"]);
    assert!(done.code.is_some_and(|code| code != 0) && done.err.contains("--trust"), "{done:?}");
    assert!(!ran.exists());
}

fn replace(value: &mut Value, old: &str, new: &str) {
    match value {
        Value::String(text) if text == old => new.clone_into(text),
        Value::Array(all) => all.iter_mut().for_each(|value| replace(value, old, new)),
        Value::Object(all) => all.values_mut().for_each(|value| replace(value, old, new)),
        _ => {}
    }
}

#[test]
fn crafted_models_are_data() {
    let world = World::new();
    let before = world.outside();
    let shipped = include_str!("../../../analysis/learned-metrics/models/default.json");
    let mut draw = Draw { random: Random::new(3), words: world.words() };
    write_recording(&world.0.path("project/a.flt"), &crate::support::one_failure());
    for _ in 0..SEEDS {
        let mut model: Value = serde_json::from_str(shipped).unwrap();
        for value in model.as_object_mut().unwrap().values_mut().filter(|value| value.is_string()) {
            if draw.random.below(3) == 0 {
                *value = json!(draw.word());
            }
        }
        world.0.file("project/model.json", &model.to_string());
        let done = world.run(&["select", "-n", "2", "--metric", "rlfdc:model=model.json", "a.flt"]);
        assert!(done.code.is_some_and(|code| code < 100), "{done:?}");
        assert!(!(done.out + &done.err).contains(SECRET));
        assert_eq!(world.outside(), before);
    }
}
