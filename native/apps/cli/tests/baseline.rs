//! Baselines that people carry around: `faultline baseline`, and the option `--baseline`. Shell commands stand for builds.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use crate::schema::violations;
use crate::support::{Done, Scratch, class, recording, test, thrown, write_recording};
use faultline_spectrum::{Launch, Origin, Outcome, Recording};
use serde_json::Value;

/// A version of the class `Foo` by its number, which stands for the content of its file, with tests that each run both of
/// its methods.
fn suite(second: u64, version: u32, tests: &[(&str, Outcome)]) -> Recording {
    let code = class(version, "org.example.Foo", &[("a", "()V"), ("b", "()V")], &[(0, 1), (1, 2)]);
    let row = |(at, (name, outcome)): (u32, &(&str, Outcome))| {
        let row = test(at, name, *outcome, &[(version, &[0, 1])]);
        match outcome {
            Outcome::Failed => thrown(row, "java.lang.IllegalStateException", "org.example.Foo", "a", 1),
            _ => row,
        }
    };
    let made = recording(vec![code], (0..).zip(tests).map(row).collect());
    Recording { origin: Origin { started_ns: second * 1_000_000_000, ..made.origin }, ..made }
}

/// Runs a build that records this, with options of `faultline run`.
fn record(scratch: &Scratch, recording: &Recording, options: &[&str]) -> Done {
    let jar = scratch.file("tool/faultline-agent.jar", "not a jar");
    write_recording(&scratch.path("prepared.flt"), recording);
    let mut command = scratch.faultline(&["run"]);
    command.args(options).args(["--", "cp", "prepared.flt", ".faultline/1-a.flt"]);
    Done::of(&command.env("FAULTLINE_AGENT", jar).output().unwrap())
}

/// A project in which `fails` fails with the second version of `Foo` and never passed, and one in which it has passed with
/// the first version.
pub fn branch_and_main(name: &str) -> (Scratch, String) {
    let scratch = Scratch::new(name);
    let main = Scratch::new("main");
    record(&main, &suite(1_000, 1, &[("fails", Outcome::Passed), ("other", Outcome::Passed)]), &[]);
    let exported = scratch.path("main.flb").display().to_string();
    main.run(&["baseline", "export", &exported]).ok();
    record(&scratch, &suite(2_000, 2, &[("fails", Outcome::Failed), ("own", Outcome::Passed)]), &[]);
    (scratch, exported)
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// What `faultline rank` says has changed since the first failing test passed; null if it says nothing.
fn since(scratch: &Scratch, options: &[&str]) -> Value {
    let ranked = scratch.run(&[&["rank", "--json"], options].concat()).ok();
    json(&ranked)["groups"][0]["since"][0].clone()
}

/// The document of `faultline baseline show`, which fits its schema.
fn shown(scratch: &Scratch, arguments: &[&str]) -> Value {
    let text = scratch.run(&[&["baseline", "show", "--json"], arguments].concat()).ok();
    let schema =
        serde_json::from_str(include_str!("../../../../docs/json-schema/baseline-show.schema.json")).unwrap();
    let found = violations(&schema, &json(&text));
    assert!(found.is_empty(), "{found:#?}\n{text}");
    json(&text)
}

/// The files of the project's folders of recordings and of its own, with their content.
fn files(scratch: &Scratch) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    for folder in [scratch.0.clone(), scratch.path(".faultline")] {
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_file() {
                files.insert(path.clone(), fs::read(&path).unwrap());
            }
        }
    }
    files
}

#[test]
fn rank_and_report_compare_with_a_named_baseline_and_change_no_file() {
    let (scratch, main) = branch_and_main("compared");
    assert_eq!(since(&scratch, &[]), Value::Null);
    let before = files(&scratch);
    let told = since(&scratch, &["--baseline", &main]);
    assert_eq!((&told["basis"], &told["time"]), (&"passed".into(), &1_000.into()), "{told:#}");
    assert_eq!(told["methods"], serde_json::json!(["Foo.a", "Foo.b"]), "{told:#}");
    assert_eq!(files(&scratch), before);

    scratch.run(&["report", "--baseline", &main, "--out", "pages"]).ok();
    let page = |folder: &str| fs::read_to_string(scratch.path(folder).join("index.html")).unwrap();
    assert!(page("pages").contains("last passed"), "{}", page("pages"));
    scratch.run(&["report", "--out", "without"]).ok();
    assert!(!page("without").contains("last passed"));
    scratch.run(&["rank", "--report=by-rank", "--level", "line", "--baseline", &main]).ok();
    assert!(page("by-rank").contains("last passed"));
    assert_eq!(files(&scratch), before);
}

#[test]
fn a_pass_that_is_newer_than_the_recorded_run_does_not_count_and_a_note_says_so() {
    let (scratch, _) = branch_and_main("newer");
    let later = Scratch::new("later");
    record(&later, &suite(3_000, 3, &[("fails", Outcome::Passed)]), &[]);
    let path = later.path(".faultline").display().to_string();
    let done = scratch.run(&["rank", "--json", "--baseline", &path]);
    assert!(done.err.contains("has no pass from before the recorded run"), "{}", done.err);
    assert!(!done.ok().contains("\"since\""));
    // Recordings alone do not say what their methods do, so there is nothing to compare.
    fs::remove_file(scratch.path(".faultline/baseline.flb")).unwrap();
    let done = scratch.run(&["rank", "--json", "--baseline", &path]);
    assert!(done.err.contains("no baseline has the recorded run"), "{}", done.err);
}

#[test]
fn a_run_adds_the_newer_passes_of_a_named_baseline_and_keeps_its_own() {
    let (scratch, main) = branch_and_main("added");
    let own = suite(2_500, 2, &[("fails", Outcome::Failed), ("other", Outcome::Failed)]);
    // The folder's own pass of `other` is newer than that of the named baseline.
    record(&scratch, &suite(2_200, 2, &[("other", Outcome::Passed)]), &[]);
    record(&scratch, &own, &["--baseline", &main]);
    let named = |scratch: &Scratch, test: &str| shown(scratch, &["--test", test])["chosen"][0].clone();
    assert_eq!(named(&scratch, "FooTest#fails")["pass"]["time"], 1_000);
    assert_eq!(named(&scratch, "FooTest#other")["pass"]["time"], 2_200);
    assert_eq!(named(&scratch, "FooTest#own")["pass"]["time"], 2_000);
    let told = since(&scratch, &["--failing", "FooTest#fails"]);
    assert_eq!((&told["basis"], &told["time"]), (&"passed".into(), &1_000.into()), "{told:#}");

    // A run that records nothing adds nothing.
    let before = fs::read(scratch.path(".faultline/baseline.flb")).unwrap();
    let mut command = scratch.faultline(&["run", "--baseline", "later.flb", "--", "true"]);
    let later = Scratch::new("later");
    record(&later, &suite(9_000, 3, &[("fails", Outcome::Passed)]), &[]);
    fs::copy(later.path(".faultline/baseline.flb"), scratch.path("later.flb")).unwrap();
    let done =
        Done::of(&command.env("FAULTLINE_AGENT", scratch.path("tool/faultline-agent.jar")).output().unwrap());
    assert!(done.err.contains("nothing was recorded"), "{}", done.err);
    assert_eq!(fs::read(scratch.path(".faultline/baseline.flb")).unwrap(), before);
}

#[test]
fn baselines_of_shards_are_joined_and_the_newest_pass_of_each_test_counts() {
    let scratch = Scratch::new("joined");
    let mut shards = Vec::new();
    for (name, second, tests) in [
        ("one", 1_000, &[("a", Outcome::Passed), ("b", Outcome::Passed)][..]),
        ("two", 2_000, &[("b", Outcome::Passed), ("c", Outcome::Passed), ("d", Outcome::Failed)]),
    ] {
        let shard = Scratch::new(name);
        record(&shard, &suite(second, 1, tests), &[]);
        shards.push(shard);
    }
    let file = scratch.path("two.flb").display().to_string();
    shards[1].run(&["baseline", "export", &file]).ok();
    let folder = shards[0].0.display().to_string();
    let done = scratch.run(&["baseline", "import", &folder, "two.flb"]);
    assert_eq!(done.code, Some(0), "{done:?}");
    let lines: Vec<&str> = done.err.lines().collect();
    assert!(lines[0].ends_with("baseline.flb: 2 tests with a pass, 2 of them new or newer"), "{lines:?}");
    assert_eq!(lines[1], "faultline: two.flb: 2 tests with a pass, 2 of them new or newer");
    assert!(
        lines[2].starts_with("faultline: .faultline/baseline.flb now has 3 tests with a pass ("),
        "{lines:?}"
    );
    assert_eq!(fs::read_to_string(scratch.path(".faultline/.gitignore")).unwrap(), "*\n");

    let all = shown(&scratch, &[]);
    assert_eq!((&all["tests"], &all["passed"], &all["oldest_pass"]), (&4.into(), &3.into(), &1_000.into()));
    let passes = |run: &Value| (run["time"].clone(), run["last_passes"].clone());
    let runs: Vec<_> = all["runs"].as_array().unwrap().iter().map(passes).collect();
    // The latest run of the first baseline stays the latest.
    assert_eq!(runs, [(2_000.into(), 2.into()), (1_000.into(), 1.into())]);
    assert_eq!(all["not_passed_total"], 1);
    assert_eq!(all["not_passed"][0]["name"], "org.example.FooTest#d");
    assert_eq!(all["bytes"], fs::metadata(scratch.path(".faultline/baseline.flb")).unwrap().len());

    // Joined once more, nothing is newer; into another folder, all is.
    let again = scratch.run(&["baseline", "import", "two.flb"]);
    assert!(again.err.contains("2 tests with a pass, 0 of them new or newer"), "{}", again.err);
    scratch.run(&["baseline", "import", "two.flb", "--into", "deep/folder"]).ok();
    assert_eq!(shown(&scratch, &["deep/folder"])["passed"], 2);
    // A run after that goes on from there.
    record(&scratch, &suite(3_000, 2, &[("a", Outcome::Failed)]), &[]);
    assert_eq!(since(&scratch, &[])["time"], 1_000);
}

#[test]
fn what_a_baseline_holds_can_be_read() {
    let scratch = Scratch::new("shown");
    record(&scratch, &suite(86_400, 1, &[("a", Outcome::Passed), ("b", Outcome::Passed)]), &[]);
    let second = [("a", Outcome::Failed), ("b", Outcome::Passed), ("new", Outcome::Failed)];
    record(&scratch, &suite(180_000, 2, &second), &[]);
    let page = scratch.run(&["baseline", "show", "--width", "200"]).ok();
    let bytes = fs::metadata(scratch.path(".faultline/baseline.flb")).unwrap().len();
    let lines: Vec<&str> = page.lines().collect();
    assert_eq!(
        lines[0],
        format!(
            ".faultline/baseline.flb: 3 tests, 2 with a pass; 4 methods of 2 versions of classes in 2 runs; \
             {bytes} bytes, {:.0} a test.",
            bytes as f64 / 3.0
        )
    );
    assert_eq!(lines[1], "The oldest pass is of 1970-01-02 00:00 UTC.");
    let row = |start: &str| {
        let line = lines.iter().find(|line| line.trim_start().starts_with(start));
        line.unwrap_or_else(|| panic!("{start}: {page}")).split_whitespace().collect::<Vec<_>>()
    };
    assert_eq!(row("1970-01-03 02:00"), ["1970-01-03", "02:00", "UTC", "-", "3", "2", "1"]);
    let failed = lines.iter().position(|line| line.starts_with("2 tests failed")).unwrap();
    assert_eq!(lines[failed + 2].trim(), "1970-01-02 00:00 UTC  org.example.FooTest#a");
    assert_eq!(
        lines[failed + 3].split_whitespace().collect::<Vec<_>>(),
        ["never", "org.example.FooTest#new"]
    );

    let of_a = scratch.run(&["baseline", "show", "--test", "FooTest#a"]).ok();
    assert!(
        of_a.contains("It last passed 1970-01-02 00:00 UTC, when it ran 2 methods of 1 class."),
        "{of_a}"
    );
    assert!(of_a.contains("org.example.Foo: a, b"), "{of_a}");
    assert!(of_a.contains("It did not pass when it last ran, 1970-01-03 02:00 UTC."), "{of_a}");
    assert!(scratch.run(&["baseline", "show", "--test", "FooTest#new"]).ok().contains("It never passed."));
    let unknown = scratch.run(&["baseline", "show", "--test", "FooTest#missing"]).error(1);
    assert!(unknown.contains("FooTest#missing"), "{unknown}");

    let chosen = shown(&scratch, &["--test", "FooTest*"])["chosen"].clone();
    assert_eq!(chosen.as_array().unwrap().len(), 3);
    let pass = &chosen[0]["pass"];
    assert_eq!((&pass["methods"], &pass["time"]), (&2.into(), &86_400.into()), "{pass:#}");
    assert_eq!(pass["classes"], serde_json::json!([{ "name": "org.example.Foo", "methods": ["a", "b"] }]));
    assert_eq!(shown(&scratch, &["--top", "1"])["not_passed"].as_array().unwrap().len(), 1);
    assert!(
        scratch
            .run(&["baseline", "show", "--top", "1"])
            .ok()
            .contains("… 1 more of 2 tests; --top 0 shows all")
    );
}

#[test]
fn what_is_no_baseline_is_refused_in_a_sentence_before_anything_is_changed_or_started() {
    let (scratch, main) = branch_and_main("refused");
    scratch.file("mine.flb", "somebody's own");
    let mut damaged = fs::read(&main).unwrap();
    *damaged.last_mut().unwrap() ^= 1;
    fs::write(scratch.path("damaged.flb"), damaged).unwrap();
    fs::create_dir(scratch.path("empty")).unwrap();
    let jar = scratch.path("tool/faultline-agent.jar");
    let before = files(&scratch);
    for (file, why) in [
        ("mine.flb", "mine.flb is not a baseline of faultline"),
        ("damaged.flb", "damaged.flb is a damaged baseline"),
        ("empty", "empty holds no baseline (baseline.flb)"),
        ("missing.flb", "missing.flb: "),
    ] {
        for command in [
            &["rank", "--baseline", file][..],
            &["report", "--baseline", file, "--out", "pages"],
            &["run", "--baseline", file, "--", "touch", "started"],
            &["baseline", "show", file],
            &["baseline", "import", &main, file],
            &["baseline", "import", file, "--into", "made"],
        ] {
            let mut command = scratch.faultline(command);
            let refused = Done::of(&command.env("FAULTLINE_AGENT", &jar).output().unwrap()).error(1);
            assert!(refused.contains(why), "{command:?}: {refused}");
            assert_eq!(files(&scratch), before, "{command:?}");
            assert!(!scratch.path("made").exists() && !scratch.path("pages").exists(), "{command:?}");
        }
    }
    let refused = scratch.run(&["baseline", "export", "mine.flb"]).error(1);
    assert!(
        refused.contains("mine.flb is there already and is not a baseline that faultline wrote"),
        "{refused}"
    );
    let refused = scratch.run(&["baseline", "export", ".faultline/baseline.flb"]).error(1);
    assert!(refused.contains("is read by this command"), "{refused}");
    let refused = scratch.run(&["baseline", "export", "made.flb", "empty"]).error(1);
    assert!(refused.contains("empty holds no baseline"), "{refused}");
    // A folder with files of a user is not written to.
    scratch.file("theirs/notes.txt", "mine");
    let refused = scratch.run(&["baseline", "import", &main, "--into", "theirs"]).error(1);
    assert!(refused.contains("notes.txt") && refused.contains("--into"), "{refused}");
    assert_eq!(files(&scratch), before);
    // The folder's own baseline is not lost by joining, either.
    scratch.file(".faultline/baseline.flb", "\u{89}FLB no more");
    let refused = scratch.run(&["baseline", "import", &main]).error(1);
    assert!(refused.contains("baseline.flb"), "{refused}");
}

/// Writes a recording that an agent without `faultline run` left, whose JVM had the folder `classes` on its class path.
fn recorded_by_a_plugin(scratch: &Scratch, file: &str, recording: Recording) {
    let path = scratch.path(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let launch = Launch {
        folder: scratch.0.display().to_string(),
        class_path: "classes".to_owned(),
        ..Launch::default()
    };
    write_recording(&path, &Recording { launch: Some(launch), ..recording });
}

#[test]
fn recordings_of_a_plugin_are_kept_once_and_found_from_below() {
    let scratch = Scratch::new("kept");
    scratch.file("classes/a.properties", "a=1\n");
    scratch.file("build.gradle", "");
    let keep = |folder: &str| scratch.run(&["baseline", "keep", folder, "--into", ".faultline"]);
    recorded_by_a_plugin(&scratch, "build/one/1-a.flt", suite(1_000, 1, &[("fails", Outcome::Passed)]));
    let done = keep("build/one");
    assert_eq!(done.err, "faultline: kept 1 test; 1 test with a pass in the baseline\n");
    let before = files(&scratch);
    assert_eq!((keep("build/one").err.as_str(), files(&scratch)), ("", before), "it was added before");

    // Two tasks of one build, of which the second has started later; the first is of an earlier build.
    recorded_by_a_plugin(&scratch, "build/two/1-a.flt", suite(2_000, 2, &[("fails", Outcome::Failed)]));
    keep("build/two").ok();
    let ranked = json(&scratch.run(&["rank", "--json", "build/one", "build/two"]).ok());
    let since = &ranked["groups"][0]["since"][0];
    assert_eq!((&since["basis"], &since["time"]), (&"passed".into(), &1_000.into()), "{ranked:#}");
    scratch.run(&["check", "new-failed<=1", "build/two"]).ok();

    // What a test ran cannot be told once something else is on its class path.
    recorded_by_a_plugin(&scratch, "build/three/1-a.flt", suite(3_000, 2, &[("fails", Outcome::Passed)]));
    scratch.file("classes/a.properties", "a=2\n");
    let later = SystemTime::now() + Duration::from_mins(1);
    fs::File::options()
        .append(true)
        .open(scratch.path("classes/a.properties"))
        .unwrap()
        .set_modified(later)
        .unwrap();
    let done = keep("build/three");
    assert!(done.err.contains("1 of 1 recording is not in the baseline: "), "{}", done.err);
    assert!(done.err.contains("classes has changed since it was made"), "{}", done.err);
    assert_eq!(shown(&scratch, &["--test", "FooTest#fails"])["chosen"][0]["pass"]["time"], 1_000);
    let refused = scratch.run(&["baseline", "keep", "nowhere"]).error(2);
    assert!(refused.contains("nowhere does not exist"), "{refused}");
}

#[test]
fn rows_that_were_carried_over_add_no_pass() {
    let scratch = Scratch::new("carried");
    scratch.file("classes/a.properties", "a=1\n");
    let carried = Recording {
        counts: vec![(Recording::CARRIED.to_owned(), 1)],
        ..suite(1_000, 1, &[("leftOut", Outcome::Passed)])
    };
    recorded_by_a_plugin(&scratch, "build/one/carried-0.flt", carried);
    recorded_by_a_plugin(&scratch, "build/one/1-a.flt", suite(2_000, 1, &[("fails", Outcome::Failed)]));
    let done = scratch.run(&["baseline", "keep", "build/one"]);
    assert_eq!(done.err, "faultline: kept 1 test; 0 tests with a pass in the baseline\n");
}
