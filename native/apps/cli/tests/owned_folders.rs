//! Every command on folders full of a user's files: only the program's own files are changed or removed.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown, symlink};
use std::path::{Path, PathBuf};

use crate::support::{Done, Scratch, one_failure};
use crate::{amplify, budget_run, generate, mutate, train};

/// Files that a user may have anywhere, including all names that commands use for their output.
const FILES: [&str; 47] = [
    "pom.xml",
    "FooTestAmplified.java",
    "src/main/java/org/x/Foo.java",
    "mutants/src/Mine.java",
    "mutants/about.json",
    "amplified/variants.tsv",
    "amplified/unlabelled.tsv",
    "amplified/0000.flt",
    "recordings/mine.txt",
    "recordings/0.flt",
    "scratch/mine.txt",
    "lock",
    "logs/org.x.C0.txt",
    "kept/org.x.C0.flt",
    "tests/org/example/FooTestAmplified.java",
    "tests/org/example/Parser_ESTest.java",
    "tests/org.x.C0/Tests.java",
    "test-classes/Mine.class",
    "class-path",
    "run.journal",
    "results.json",
    "spectrum.flt",
    "pool.flt",
    "labelled.flt",
    "low-pass.flt",
    "1-0123456789abcdef.flt.bak",
    "about.json",
    "variants.tsv",
    "index.html",
    "suite.html",
    "neighbours.html",
    "assets/style.css",
    "source/1.html",
    "pictures/mine.png",
    "neighbours/mine.html",
    "build.log",
    ".gitignore",
    ".run/mine",
    ".earlier/mine",
    ".mark",
    ".faultline-earlier/mine.flt",
    ".faultline-moving/mine.flt",
    ".faultline-folder.part",
    "matrix.txt",
    "spectra.csv",
    "tests.csv",
    "org/example/FooTestAmplified.java",
];

/// Files for options, each of the kind that the option writes.
const NAMED: [&str; 8] =
    ["mine.json", "mine.csv", "mine.svg", "mine.xml", "mine.flt", "mine.info", "mine.html", "mine.md"];

/// A user's folder, with links in it to another folder.
struct Hoard<'a> {
    scratch: &'a Scratch,
    before: BTreeMap<PathBuf, String>,
}

impl<'a> Hoard<'a> {
    fn in_folder(scratch: &'a Scratch) -> Self {
        for name in FILES {
            scratch.file(&format!("mine/{name}"), &format!("the user's {name}"));
        }
        for (name, text) in NAMED.iter().zip([
            r#"{"name": "mine", "version": 1, "dependencies": {}}"#,
            "date,amount\n2026-01-01,7\n",
            "<svg xmlns=\"http://www.w3.org/2000/svg\"/>",
            "<coverage/>",
            "a filter",
            "SF:/mine\nend_of_record\n",
            "<html/>",
            "# Mine",
        ]) {
            scratch.file(&format!("mine/{name}"), text);
        }
        scratch.file("elsewhere/mine.txt", "mine");
        let link = |to: &str, name: &str| symlink(scratch.path(to), scratch.path(name)).unwrap();
        link("elsewhere/none.html", "mine/map.html");
        link("elsewhere/mine.txt", "mine/linked.json");
        link("elsewhere", "mine/linked");
        link("mine", "link-to-mine");
        let other = scratch.path("mine/lock");
        // Only root can change a file's owner; otherwise the file belongs to the user like all others.
        let _ = chown(other, Some(65_534), None);
        fs::set_permissions(scratch.path("mine/.mark"), fs::Permissions::from_mode(0o444)).unwrap();
        let mut hoard = Self { scratch, before: BTreeMap::new() };
        hoard.before = hoard.now();
        hoard
    }

    fn now(&self) -> BTreeMap<PathBuf, String> {
        let mut found = BTreeMap::new();
        for folder in ["mine", "elsewhere"] {
            look(&self.scratch.path(folder), &mut found);
        }
        found
    }

    /// Asserts that all previous files are unchanged.
    #[track_caller]
    fn is_untouched_by(&self, command: &[&str], done: &Done) {
        let now = self.now();
        for (path, was) in &self.before {
            assert_eq!(now.get(path), Some(was), "{}\nby {command:?}: {done:?}", path.display());
        }
        let new: Vec<_> = now.keys().filter(|path| !self.before.contains_key(*path)).collect();
        let is_elsewhere = |path: &&&PathBuf| path.starts_with(self.scratch.path("elsewhere"));
        assert_eq!(new.iter().find(is_elsewhere), None, "through a link, by {command:?}");
    }

    /// As [`Hoard::is_untouched_by`]; also asserts that the command failed with a reason.
    #[track_caller]
    fn is_refused_to(&self, command: &[&str], done: &Done) {
        self.is_untouched_by(command, done);
        assert!(done.code.is_some_and(|code| code != 0), "{command:?}: {done:?}");
        let last = done.err.lines().rfind(|line| line.starts_with("faultline: ")).unwrap_or_default();
        assert!(last.contains("--"), "{command:?} names the option to change: {done:?}");
        assert_eq!(self.now(), self.before, "{command:?}");
    }
}

/// The state of each path: owner, mode, content.
fn look(path: &Path, found: &mut BTreeMap<PathBuf, String>) {
    let data = fs::symlink_metadata(path).unwrap();
    let content = if data.is_symlink() {
        fs::read_link(path).unwrap().display().to_string()
    } else if data.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            look(&entry.unwrap().path(), found);
        }
        String::new()
    } else {
        format!("{:?}", String::from_utf8_lossy(&fs::read(path).unwrap()))
    };
    found.insert(path.to_owned(), format!("{} {:o} {content}", data.uid(), data.mode()));
}

/// Ways to name the user's folder.
fn ways(scratch: &Scratch) -> [String; 4] {
    ["mine".into(), "./mine/".into(), scratch.path("mine").display().to_string(), "link-to-mine".into()]
}

#[test]
fn folders_with_a_users_files_are_refused_by_all_that_record_and_report() {
    let scratch = Scratch::new("mine");
    scratch.record("1-a", &one_failure());
    let agent = scratch.file("agent.jar", "");
    let hoard = Hoard::in_folder(&scratch);
    for way in ways(&scratch) {
        for command in [
            &["run", "--out", &way, "--", "true"][..],
            &["run", "--append", "--out", &way, "--", "true"],
            &["report", "--out", &way],
            &["export", "--format", "gzoltar", "--out", &way],
            &["export", "--format", "tsv", "--out", &way],
        ] {
            let mut program = scratch.faultline(command);
            let done = Done::of(&program.env("FAULTLINE_AGENT", &agent).output().unwrap());
            hoard.is_refused_to(command, &done);
        }
    }
    for command in [&["run", "--out", ".", "--", "true"][..], &["report", "--out", ".", "../.faultline"]] {
        let mut program = scratch.faultline(command);
        program.current_dir(scratch.path("mine")).env("FAULTLINE_AGENT", &agent);
        hoard.is_refused_to(command, &Done::of(&program.output().unwrap()));
    }
}

#[test]
fn files_of_a_user_that_options_name_are_not_overwritten() {
    let scratch = Scratch::new("mine");
    scratch.record("1-a", &one_failure());
    scratch.run(&["export", "--format", "tsv", "--out", "layout"]).ok();
    let hoard = Hoard::in_folder(&scratch);
    for named in NAMED.iter().chain(&["pom.xml", "map.html", "linked.json", "spectrum.flt"]) {
        let file = format!("mine/{named}");
        for command in [
            &["rank", "--json-file", &file][..],
            &["suite", "--json-file", &file],
            &["import", "--format", "tsv", "layout", "--out", &file],
        ] {
            hoard.is_untouched_by(command, &scratch.run(command));
        }
    }
    for format in ["cobertura", "jacoco", "lcov"] {
        for out in ["mine", "mine/mine.xml", "mine/mine.info", "mine/map.html", "mine/linked.json"] {
            let command = ["export", "--format", format, "--out", out];
            hoard.is_untouched_by(&command, &scratch.run(&command));
        }
    }
    for command in [
        &["select", "-n", "1", "--answers", "mine/mine.json", "--interactive"][..],
        &["select", "--interactive", "--answers", "mine/map.html"],
        &["import", "--format", "tsv", "layout", "--out", "mine"],
        &["history", "--cache", "mine"],
        &["budget", "--total", "10s", "--svg", "mine/mine.svg"],
    ] {
        hoard.is_untouched_by(command, &scratch.run(command));
    }
}

#[test]
fn faults_teach_no_file_of_a_user() {
    let scratch = train::faults("mine", &[("a", 2), ("b", 2)]);
    let hoard = Hoard::in_folder(&scratch);
    for out in ["mine/mine.json", "mine/pom.xml", "mine/linked.json", "mine/map.html", "mine"] {
        let command = ["train", "data", "--episodes", "5", "--out", out];
        hoard.is_untouched_by(&command, &scratch.run(&command));
        let command = ["evaluate", "data", "--per-fault", out];
        hoard.is_untouched_by(&command, &scratch.run(&command));
    }
}

#[test]
fn results_of_mutants_and_variants_go_into_no_folder_of_a_user_and_none_that_is_read() {
    let project = mutate::support::Project::new("");
    let scratch = Scratch(project.0.clone());
    let hoard = Hoard::in_folder(&scratch);
    let mutate = |way: &str| Done::of(&mutate::run(&project, &["mutate", "--dir", way]));
    for way in ways(&scratch) {
        hoard.is_refused_to(&["mutate", "--dir", &way], &mutate(&way));
    }
    let recording = scratch.path(".faultline/1.flt");
    let was = fs::read(&recording).unwrap();
    for way in [".faultline", "."] {
        assert!(mutate(way).code.is_some_and(|code| code != 0), "{way}");
        assert_eq!(fs::read(&recording).unwrap(), was, "{way}");
    }
    drop(scratch);

    let scratch = amplify::project("mine");
    let hoard = Hoard::in_folder(&scratch);
    for way in ways(&scratch) {
        hoard.is_refused_to(&["--dir", &way], &amplify::amplify(&scratch, &["--dir", &way]));
        // Generated tests may be added among the user's, but must not replace any.
        hoard
            .is_refused_to(&["--out", &way], &amplify::amplify(&scratch, &["--out", &way, "--dir", "grown"]));
    }
    let recording = scratch.path(".faultline/1-a.flt");
    let was = fs::read(&recording).unwrap();
    assert!(amplify::amplify(&scratch, &["--dir", ".faultline"]).code.is_some_and(|code| code != 0));
    assert_eq!(fs::read(&recording).unwrap(), was);
}

#[test]
fn generated_tests_go_into_no_folder_of_a_user() {
    let project = generate::Project::new("mine");
    let hoard = Hoard::in_folder(&project.scratch);
    for way in ways(&project.scratch) {
        let command = ["--budget", "3s", "--out", &way];
        hoard.is_refused_to(&command, &project.run(&command));
    }
    let project = budget_run::Project::new(2);
    let hoard = Hoard::in_folder(&project.0);
    budget_run::shards(&project, 2);
    for way in ways(&project.0) {
        for command in [&["--total", "9s", "--run", "--out", &way][..], &["--run", "--resume", "--out", &way]]
        {
            hoard.is_refused_to(command, &project.run(command));
        }
        let command = ["merge", "shard-1", "shard-2", "--out", &way];
        hoard.is_refused_to(&command, &project.0.run(&command));
    }
    for out in ["shard-1", ".", "shard-1/tests"] {
        let was = fs::read(project.0.path("shard-1/results.json")).unwrap();
        let done = project.0.run(&["merge", "shard-1", "shard-2", "--out", out]);
        assert!(done.code.is_some_and(|code| code != 0), "{out}: {done:?}");
        assert_eq!(fs::read(project.0.path("shard-1/results.json")).unwrap(), was);
    }
}

#[test]
fn what_the_user_puts_into_a_folder_of_ours_stays() {
    let scratch = Scratch::new("mine");
    scratch.record("1-a", &one_failure());
    let notes = ["faultline-report/notes.txt", "faultline-report/source/notes.txt", ".faultline/notes.txt"];
    scratch.run(&["report"]).ok();
    let agent = scratch.file("agent.jar", "");
    let run = || {
        let mut program = scratch.faultline(&["run", "--", "true"]);
        Done::of(&program.env("FAULTLINE_AGENT", &agent).output().unwrap())
    };
    run();
    for name in notes {
        scratch.file(name, "mine");
    }
    scratch.run(&["report"]).ok();
    run();
    for name in notes {
        assert_eq!(fs::read_to_string(scratch.path(name)).unwrap(), "mine", "{name}");
    }
}
