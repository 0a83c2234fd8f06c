//! Every option changes something, or is refused: the rows of `options.txt`. That each option has a row is a test
//! of `src/idle.rs`, which knows the grammar.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, SystemTime};

use crate::repository::{Commits, git};
use crate::reused_copy::{Changes, ReusedCopy};
use crate::support::{Done, Scratch, class, recording, test, thrown, write_recording};
use crate::{baseline, mutants, train};
use faultline_spectrum::{Charge, CoverageBuilder, Moment, Outcome, RecordedFixture, Recording};

const ROWS: &str = include_str!("options.txt");
const MAIN: &str = "src/main/java/org/example/Foo.java";
/// In a folder where no source is looked for.
const BAR: &str = ".lib/org/example/Bar.java";
/// Rows that name only the code that reads an option. The number falls as runs take their place.
const READ_ONLY: usize = 35;

/// The rows of one kind: command, option, and the fields that follow.
fn rows(kind: &str) -> Vec<(&str, &str, Vec<&str>)> {
    let rows = ROWS.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let fields = rows.map(|line| line.split(" | ").map(str::trim).collect::<Vec<_>>());
    let of =
        fields.filter(|fields| fields[2] == kind).map(|fields| (fields[0], fields[1], fields[3..].to_vec()));
    of.collect()
}

fn source(n: u32) -> String {
    format!(
        "package org.example;\nclass Foo {{\n  int m(int a) {{\n    int b = a - 1;\n    return b;\n  }}\n  int n() {{\n    return {n};\n  }}\n  \
         int unused() {{\n    return 1;\n  }}\n  static int s = 3;\n  static int f = 4;\n}}\n"
    )
}

/// Line 13 runs in a static initialiser, line 14 before all tests; one test fails and then passes.
fn recorded() -> Recording {
    let slots = [(0, 4), (0, 5), (1, 8), (2, 11), (3, 13), (4, 14)];
    let methods = [("m", "(I)I"), ("n", "()I"), ("unused", "()I"), ("<clinit>", "()V"), ("before", "()V")];
    let covered = |slot: u32| {
        let mut coverage = CoverageBuilder::default();
        coverage.class(0, &[1 << slot]);
        coverage.to_coverage()
    };
    let fails = |sequence, name, slots: &[u32], exception| {
        thrown(
            test(sequence, name, Outcome::Failed, &[(0, slots)]),
            exception,
            "org.example.FooTest",
            name,
            9,
        )
    };
    let mut recording = recording(
        vec![class(0, "org.example.Foo", &methods, &slots)],
        vec![
            fails(0, "adds", &[0, 1, 2], "java.lang.AssertionError"),
            test(1, "counts", Outcome::Passed, &[(0, &[2])]),
            test(2, "subtracts", Outcome::Passed, &[(0, &[0, 1])]),
            fails(3, "flaky", &[2], "java.lang.IllegalStateException"),
            test(4, "flaky", Outcome::Passed, &[(0, &[2])]),
            test(5, "countsAgain", Outcome::Passed, &[(0, &[1, 2])]),
        ],
    );
    recording.initialisers = vec![(0, covered(4))];
    recording.fixtures = vec![RecordedFixture {
        id: 0,
        moment: Moment::Before,
        unique_id: "org.example.FooTest".into(),
        class: "org.example.FooTest".into(),
        method: String::new(),
        coverage: covered(5),
    }];
    recording.charges = (0..3).map(|test| Charge { test, fixtures: vec![0] }).collect();
    recording
}

/// A failing test of a class whose source is in no usual folder.
fn bar() -> Recording {
    let code = class(0, "org.example.Bar", &[("b", "()V"), ("c", "()V")], &[(0, 3), (1, 4)]);
    let mut failed = test(0, "bar", Outcome::Failed, &[(0, &[0, 1])]);
    failed.class = "org.example.BarTest".into();
    recording(
        vec![code],
        vec![
            thrown(failed, "java.lang.Error", "org.example.Bar", "b", 3),
            test(1, "passes", Outcome::Passed, &[(0, &[1])]),
        ],
    )
}

fn import(scratch: &Scratch, folder: &str, commits: &Commits) {
    fs::create_dir_all(scratch.path(folder)).unwrap();
    commits.import(&scratch.path(folder));
    git(&scratch.path(folder), &["reset", "-q", "--hard"], "");
    // Copies are faster without.
    fs::remove_dir_all(scratch.path(folder).join(".git/hooks")).unwrap();
}

/// Makes a file older than the recordings.
fn age(file: &Path) {
    let file = fs::File::options().write(true).open(file).unwrap();
    file.set_modified(SystemTime::now() - Duration::from_mins(1)).unwrap();
}

/// The folder that the rows' words name.
pub fn project() -> Scratch {
    let scratch = Scratch::new("options");
    let other = "package org.example.text;\nclass Lexer {\n  int next() { return 1; }\n}\n";
    let bars = "package org.example;\nclass Bar {\n  void b() { }\n  void c() { }\n}\n";
    let commits = Commits::default()
        .commit(86_400, "ann@x", "Begin")
        .file(MAIN, &source(7))
        .file(BAR, &bars.replace("void c", "int c"))
        .file("src/main/java/org/example/text/Lexer.java", other)
        .file("src/main/java/org/example/text/Token.java", "package org.example.text;\nclass Token { }\n")
        .file(
            "src/main/java/org/example/Big.java",
            &format!("package org.example;\nclass Big {{\n{}}}\n", "int i;\n".repeat(30)),
        )
        .commit(2 * 86_400, "bob@x", "Fix it")
        .file(MAIN, &source(8))
        .file(
            "src/main/java/org/example/text/Token.java",
            "package org.example.text;\n// A comment.\nclass Token { }\n",
        )
        .commit(3 * 86_400, "ann@x", "Change")
        .file(MAIN, &source(9))
        .file(BAR, bars);
    import(&scratch, ".", &commits);
    age(&scratch.path(MAIN));
    age(&scratch.path(BAR));
    let single = Commits::default().commit(86_400, "eve@x", "Single").file("One.java", "class One { }\n");
    import(&scratch, "elsewhere/repository", &single);
    scratch.record("1-a", &recorded());
    write_recording(&scratch.path("bar.flt"), &bar());
    let fresh = vec![
        test(9, "fresh", Outcome::Failed, &[(0, &[0])]),
        test(10, "other", Outcome::Passed, &[(0, &[1])]),
    ];
    let code = recorded().classes;
    write_recording(&scratch.path("pool.flt"), &recording(code, fresh));
    scratch.file("notes.txt", "no model\n");
    scratch.file("agent.jar", "not a jar");
    let faults = train::faults("options' faults", &[("P", 3), ("Q", 3)]);
    moved(&faults.path("data"), &scratch.path("data"));
    let results = mutants::with_results("options' mutants");
    moved(&results.path(".faultline"), &scratch.path("lined/made/up-1"));
    scratch.file("lined/made/up-1/faulty-lines.tsv", "org.example.text.Parser\t20\n");
    scratch.file("lined/made/up-1/faulty-methods.tsv", "org.example.text.Parser$reset<>\n");
    for (number, faulty) in ["m<I>", "n<>", "before<>"].iter().enumerate() {
        scratch.file(
            &format!("recorded/R/R-{number}/faulty-methods.tsv"),
            &format!("org.example.Foo${faulty}\n"),
        );
        write_recording(&scratch.path(&format!("recorded/R/R-{number}/1.flt")), &recorded());
    }
    scratch.file(
        "spectrum/elements.tsv",
        "a.B\tf()V\t1\na.B\tf()V\t2\na.B\tg()V\t3\nc.D\th()V\t5\nc.D\th()V\t6\n",
    );
    scratch.file("spectrum/tests.tsv", "a.T::t0\tfailed\t0 1 2\na.T::t1\tpassed\t3 4\n");
    let (branch, baseline) = baseline::branch_and_main("options' branch");
    moved(&branch.path(".faultline"), &scratch.path("branch"));
    fs::copy(baseline, scratch.path("main.flb")).unwrap();
    scratch
}

fn moved(from: &Path, to: &Path) {
    fs::create_dir_all(to.parent().unwrap()).unwrap();
    fs::rename(from, to).unwrap();
}

/// What a run did: exit code, output, error output, and the files that it changed.
type Effect = (Option<i32>, String, String, Changes);

/// Runs the program in a copy of the project.
pub fn ran(project: &Scratch, words: &[&str]) -> Done {
    ReusedCopy::new(project, "copy").run(words, untimed_bytes).0
}

fn effect(copy: &mut ReusedCopy<'_>, words: &[&str]) -> Effect {
    let (done, changes) = copy.run(words, untimed_bytes);
    (done.code, untimed(&done.out), untimed(&done.err), changes)
}

/// The content of a file; logs and baselines hold times.
fn untimed_bytes(content: Vec<u8>) -> Vec<u8> {
    match String::from_utf8(content) {
        Ok(text) => untimed(&text).into_bytes(),
        Err(error) => error.into_bytes(),
    }
}

/// The text without the seconds that something took.
fn untimed(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.contains("\"seconds\":") && !line.contains("\"took"));
    lines.map(untimed_line).collect::<Vec<_>>().join("\n")
}

fn untimed_line(line: &str) -> String {
    let mut words: Vec<&str> = Vec::new();
    for word in line.split(' ') {
        if ["s", "ms"].contains(&word.trim_end_matches([':', ';', ',', '.', ')'])) {
            words.pop();
        }
        words.push(word);
    }
    words.join(" ")
}

/// The words of a row without and with those that hold its option.
fn both<'w>(base: &'w str, more: &'w str) -> (Vec<&'w str>, Vec<&'w str>) {
    let more: Vec<&str> = more.split(' ').collect();
    let (mut without, mut with, mut is_placed) = (Vec::new(), Vec::new(), false);
    for word in base.split(' ') {
        let Some(only) = word.strip_prefix('^') else {
            without.push(word);
            with.push(word);
            continue;
        };
        without.extend(Some(only).filter(|only| !only.is_empty()));
        if !is_placed {
            with.extend(&more);
            is_placed = true;
        }
    }
    if !is_placed {
        with.extend(&more);
    }
    (without, with)
}

/// The first part of two effects that differs.
fn difference([a, b]: &[Effect; 2]) -> String {
    if (a.0, &a.1, &a.2) != (b.0, &b.1, &b.2) {
        return format!("{:?} and {:?}", (a.0, &a.1, &a.2), (b.0, &b.1, &b.2));
    }
    let differ = a.3.iter().filter(|(path, content)| b.3.get(*path) != Some(content));
    format!("files {:?}", differ.map(|(path, _)| path).collect::<Vec<_>>())
}

/// The option as it is written: `--json-file`.
fn long(option: &str) -> String {
    format!("--{}", option.replace('_', "-"))
}

fn is_written(option: &str, words: &[&str]) -> bool {
    let short = match option {
        "metric" => "-m",
        "interactive" => "-i",
        _ => "--",
    };
    words.iter().any(|word| word.split('=').next() == Some(&long(option)[..]) || *word == short)
}

/// Command, option, and the words with it.
type With<'w> = (&'w str, &'w str, Vec<&'w str>);

#[test]
fn options_change_something() {
    let project = project();
    let mut groups: BTreeMap<Vec<&str>, Vec<With<'_>>> = BTreeMap::new();
    for (command, option, fields) in rows("changes") {
        let (without, with) = both(fields[0], fields[1]);
        assert!(is_written(option, &with), "the row of {command} {option} does not use it");
        assert!(fields[0].starts_with(command), "the row of {command} {option} runs another command");
        groups.entry(without).or_default().push((command, option, with));
    }
    // Rows of a group are compared with each other, so they run in one folder, whose path they may print.
    let groups = Mutex::new(groups.into_iter());
    let next = || groups.lock().unwrap().next();
    let worker = |name| {
        let mut copy = ReusedCopy::new(&project, name);
        std::iter::from_fn(next)
            .flat_map(|(without, of)| idle_ones(&mut copy, &without, &of))
            .collect::<Vec<String>>()
    };
    let idle = thread::scope(|scope| {
        let workers = ["first", "other"].map(|name| scope.spawn(move || worker(name)));
        workers.map(|worker| worker.join().unwrap())
    });
    let idle: Vec<String> = idle.into_iter().flatten().collect();
    assert!(idle.is_empty(), "{}", idle.join("\n"));
}

/// A sentence for each option that does nothing or is refused, compared with the words without it.
fn idle_ones(copy: &mut ReusedCopy<'_>, without: &[&str], rows: &[With<'_>]) -> Vec<String> {
    let mut idle = Vec::new();
    let effects = [effect(copy, without), effect(copy, without)];
    if effects[0] != effects[1] {
        idle.push(format!("{without:?} differs from run to run: {}", difference(&effects)));
    }
    let [known, _] = effects;
    let may_fail = rows.iter().any(|(_, option, _)| ["force", "root"].contains(option));
    if !matches!(known.0, Some(0 | 3 | 4)) && !may_fail {
        idle.push(format!("{without:?} fails: {}", known.2));
    }
    for (command, option, with) in rows {
        let changed = effect(copy, with);
        if changed == known {
            idle.push(format!("{command} {}: {with:?} does what {without:?} does", long(option)));
        } else if changed.2.contains("error: ") || changed.2.contains("has no effect") {
            idle.push(format!("{command} {}: {with:?} is refused: {}", long(option), changed.2));
        }
    }
    idle
}

#[test]
fn options_that_would_change_nothing_are_refused() {
    let project = project();
    let mut wrong = Vec::new();
    for (command, option, fields) in rows("refused") {
        let words: Vec<&str> = fields[0].split(' ').collect();
        assert!(is_written(option, &words), "the row of {command} {option} does not use it");
        let done = project.run(&words);
        let is_named =
            done.err.contains(&long(option)) || option == "all_pairs" && done.err.contains("--all-pairs");
        if done.code != Some(2) || !is_named || !done.out.is_empty() {
            wrong.push(format!("{words:?}: {done:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn tests_and_code_that_the_rows_name_use_the_option() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../..");
    let text = |file: &str| {
        fs::read_to_string(Path::new(root).join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
    };
    for (command, option, fields) in rows("test") {
        let (file, name) = fields[0].split_once("::").unwrap();
        let text = text(file);
        let before = text.split(&format!("\nfn {name}()")).next().filter(|before| before.len() < text.len());
        let attributes = before.unwrap_or_default().rsplit("\n}\n").next().unwrap_or_default();
        assert!(attributes.contains("#[test]"), "{file} has no test {name}");
        let is_used = text.contains(&long(option)) || command == "merge";
        assert!(is_used, "{file} does not use {} of {command}", long(option));
    }
    let read = rows("read");
    for (command, option, fields) in &read {
        assert!(
            text(fields[0]).contains(fields[1]),
            "{command} {option}: {} has no `{}`",
            fields[0],
            fields[1]
        );
    }
    assert_eq!(read.len(), READ_ONLY, "add a row that runs the option instead of one that names its code");
}
