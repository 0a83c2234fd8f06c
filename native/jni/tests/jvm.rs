//! The library in real JVMs, each in a process of its own and under `-Xcheck:jni`.
//!
//! Needs a JDK (`$JAVA_HOME`, else the one on the path). The Java side is in `tests/java`; it
//! runs against a library built as it is shipped, plus methods that panic.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use faultline_format::{NoteKind, read_dir};
use faultline_spectrum::{
    Coverage, CoverageBuilder, Failure, Frame, Outcome, RecordedClass, RecordedMethod, RecordedTest,
    Recording, Refusal,
};

/// What all tests share: built once.
struct Setup {
    library: PathBuf,
    classes: PathBuf,
}

fn setup() -> &'static Setup {
    static SETUP: OnceLock<Setup> = OnceLock::new();
    SETUP.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let target = folder.join("library");
        let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--quiet", "--release", "--lib", "--features", "test-panic", "--manifest-path"]);
        build.arg(crate_folder.join("Cargo.toml")).arg("--target-dir").arg(&target);
        assert!(build.status().expect("cargo").success(), "the library does not build");
        Setup { library: target.join("release/libfaultline.so"), classes: compile(crate_folder, folder) }
    })
}

fn compile(crate_folder: &Path, folder: &Path) -> PathBuf {
    let classes = folder.join("classes");
    let _ = fs::remove_dir_all(&classes);
    let bridge = "io/faultline/bridge";
    let sources = [
        crate_folder.join("../../java-agent/src/main/java").join(bridge),
        crate_folder.join("tests/java").join(bridge),
    ];
    let mut javac = jdk("javac");
    javac.args(["--release", "8", "-Xlint:-options", "-d"]).arg(&classes);
    for source in sources {
        javac.args(fs::read_dir(source).expect("sources").map(|entry| entry.unwrap().path()));
    }
    assert!(javac.status().expect("javac").success(), "the fixtures do not compile");
    classes
}

fn jdk(program: &str) -> Command {
    match std::env::var_os("JAVA_HOME") {
        Some(home) => Command::new(Path::new(&home).join("bin").join(program)),
        None => Command::new(program),
    }
}

/// A fresh folder for one test's files.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn java(main: &str, options: &[&str]) -> Command {
    let mut java = jdk("java");
    java.arg("-Xcheck:jni").args(options).arg("-cp").arg(&setup().classes);
    java.arg(format!("io.faultline.bridge.{main}"));
    java
}

/// Runs a fixture to its end: no warning, no crash, nothing on stderr.
fn run(command: &mut Command) -> String {
    let Output { status, stdout, stderr } = command.output().expect("java");
    let (stdout, stderr) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    assert!(status.success(), "{status}\n{stdout}\n{stderr}");
    assert!(!stdout.contains("WARNING") && !stdout.contains("FATAL"), "{stdout}");
    assert_eq!(without_native_access_warning(&stderr), "", "{stdout}");
    stdout.into_owned()
}

/// JDK 24 and later warn of `System.load` in ordinary code, which the fixtures use directly.
fn without_native_access_warning(stderr: &str) -> String {
    let ours = |line: &&str| !line.starts_with("WARNING: ") || !line.contains("ative");
    stderr
        .lines()
        .filter(|line| !line.is_empty())
        .filter(ours)
        .filter(|line| !line.contains("will be blocked"))
        .collect()
}

fn with_library(main: &str, output: &Path, options: &[&str]) -> Command {
    let mut java = java(main, options);
    java.arg(&setup().library).arg(output);
    java
}

fn only_recording(output: &Path) -> (Recording, Vec<NoteKind>) {
    let (mut recordings, notes) = read_dir(output).unwrap();
    assert_eq!(recordings.len(), 1);
    (recordings.remove(0), notes.into_iter().map(|note| note.kind).collect())
}

fn coverage(classes: &[(u32, &[u64])]) -> Coverage {
    let mut builder = CoverageBuilder::default();
    for (class, words) in classes {
        builder.class(*class, words);
    }
    builder.to_coverage()
}

fn method(name: &str, descriptor: &str) -> RecordedMethod {
    RecordedMethod { name: name.into(), descriptor: descriptor.into() }
}

fn class(id: u32, name: &str, source_file: Option<&str>, hash: u64, slots: Vec<(u32, u32)>) -> RecordedClass {
    RecordedClass {
        id,
        name: name.into(),
        source_file: source_file.map(str::to_owned),
        hash,
        location: String::new(),
        methods: vec![method("<init>", "()V"), method("run", "(I)V")],
        slots,
    }
}

fn test(sequence: u32, id: &str, method: &str, outcome: Outcome, duration_ns: u64) -> RecordedTest {
    RecordedTest {
        sequence,
        unique_id: id.into(),
        class: "a.Test".into(),
        method: method.into(),
        outcome,
        duration_ns,
        overlapped: false,
        failure: None,
        coverage: Coverage::default(),
    }
}

fn failure(exception: &str, frames: Vec<Frame>) -> Option<Failure> {
    Some(Failure { exception: exception.into(), frames })
}

fn frame(class: &str, method: &str, line: i32) -> Frame {
    Frame { class: class.into(), method: method.into(), line }
}

fn expected_classes() -> Vec<RecordedClass> {
    vec![
        class(2, "a.Late", None, u64::MAX, vec![(0, 3), (1, 4)]),
        RecordedClass {
            location: "file:/x".into(),
            ..class(1, "a.Early$é", Some("Early.java"), 77, vec![(0, 7), (1, 8), (1, 7)])
        },
        class(3, "a.Long", Some("Long.java"), 5, (1..=70).map(|line| (0, line)).collect()),
        RecordedClass { methods: Vec::new(), ..class(4, "a.Empty", Some("Empty.java"), 6, Vec::new()) },
    ]
}

fn expected_tests() -> Vec<RecordedTest> {
    let frames = (0..300).map(|n| frame(&format!("a.Frame{n}"), "m", n - 1)).collect();
    vec![
        RecordedTest {
            coverage: coverage(&[(1, &[0b100]), (2, &[1]), (3, &[0, 1 << 5]), (4, &[])]),
            ..test(0, "[e:x]/[m:one]", "one", Outcome::Passed, 123)
        },
        RecordedTest {
            coverage: coverage(&[(1, &[1])]),
            failure: failure("java.lang.Boom", frames),
            ..test(1, "two", "two", Outcome::Failed, 5)
        },
        RecordedTest {
            failure: failure("a.Assumption", Vec::new()),
            ..test(2, "three", "three", Outcome::Aborted, 6)
        },
        test(3, "four", "four", Outcome::Skipped, 0),
        RecordedTest {
            coverage: coverage(&[(1, &[0b100])]),
            failure: failure("a.Setup", Vec::new()),
            ..test(4, "container", "", Outcome::Failed, 0)
        },
        RecordedTest { coverage: coverage(&[(1, &[0b11])]), ..test(5, "five", "five", Outcome::Passed, 7) },
        RecordedTest { class: String::new(), ..test(6, "", "", Outcome::Passed, 0) },
        RecordedTest {
            class: "\u{fffd}".into(),
            failure: failure("", vec![frame("a.B", "", 4)]),
            ..test(7, "lone \u{fffd} half", "\0", Outcome::Failed, 1)
        },
    ]
}

#[test]
fn every_entry_takes_good_and_bad_input_and_the_file_holds_exactly_the_good() {
    // The second collector copies arrays while critical sections are open; the third moves
    // them in small heaps all the time.
    for options in [&["-XX:+UseSerialGC"][..], &["-XX:+UseG1GC"], &["-XX:+UseParallelGC", "-Xmx16m"]] {
        let output = folder("every-entry").join("made/later");
        run(&mut with_library("EveryEntry", &output, options));
        let (recording, notes) = only_recording(&output);
        assert_eq!(recording.origin.description, "every entry é😀");
        assert!(recording.origin.started_ns > 1_700_000_000_000_000_000);
        assert!(recording.sealed);
        assert_eq!(recording.classes, expected_classes());
        assert_eq!(recording.tests, expected_tests());
        let initialisers = [(4, coverage(&[(4, &[])])), (2, coverage(&[(2, &[0b11])]))];
        assert_eq!(recording.initialisers, initialisers);
        let refusal = Refusal { class: "a.Refused".into(), reason: "no line numbers".into() };
        assert_eq!(recording.refusals, [refusal]);
        let counted = NoteKind::Counter { name: "internal errors".into(), value: 32 };
        assert!(notes.contains(&counted), "{notes:?}");
        assert_eq!(notes.iter().filter(|note| matches!(note, NoteKind::Message(_))).count(), 8, "{notes:?}");
    }
}

#[test]
fn a_panic_ends_at_the_border_and_recording_goes_on() {
    let output = folder("panic");
    run(&mut with_library("Panic", &output, &[]));
    let (recording, notes) = only_recording(&output);
    assert_eq!(recording.tests.len(), 1);
    for text in ["in a hot method", "in a cold method", "with 0 chunks"] {
        let message = NoteKind::Message(format!("internal error: {text}"));
        assert!(notes.contains(&message), "{notes:?}");
    }
    assert!(notes.contains(&NoteKind::Counter { name: "internal errors".into(), value: 3 }));
}

#[test]
fn a_killed_jvm_leaves_every_test_whose_successor_had_started() {
    for attempt in 0_u32..20 {
        let output = folder("killed");
        let mut child = with_library("Interrupted", &output, &["-Xshare:auto", "-XX:TieredStopAtLevel=1"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut started = vec![lines.next().unwrap().unwrap()];
        // The moment differs from attempt to attempt, wherever the JVM is by then.
        std::thread::sleep(Duration::from_micros(u64::from(attempt * attempt * 97)));
        child.kill().unwrap();
        child.wait().unwrap();
        started.extend(lines.map_while(Result::ok).filter(|line| !line.is_empty()));
        let (recording, notes) = only_recording(&output);
        check_interrupted(&recording, started.len());
        assert!(!recording.sealed);
        let torn_only = notes.iter().all(|note| matches!(note, NoteKind::TornTail { .. }));
        assert!(torn_only, "{notes:?}");
    }
}

fn check_interrupted(recording: &Recording, started: usize) {
    let found = recording.tests.len();
    assert!(found + 1 >= started, "{started} tests had started, {found} are in the file");
    for (test, n) in recording.tests.iter().zip(0_u32..) {
        assert_eq!(test.unique_id, format!("test {n}"));
        assert_eq!(test.sequence, n);
        assert_eq!(test.outcome == Outcome::Failed, n % 4 == 1);
        assert_eq!(test.coverage.slots().collect::<Vec<_>>(), [(n % 3, n % 50)], "test {n}");
    }
    let ids: Vec<u32> = recording.classes.iter().map(|class| class.id).collect();
    assert_eq!(ids, (0..ids.len() as u32).collect::<Vec<_>>());
    assert!(ids.len() <= 1000 && ids.len() >= (3 + found.div_ceil(7)).min(1000));
}

#[test]
fn threads_that_interleave_tests_and_initialisers_lose_no_line() {
    let output = folder("threads");
    // Without -Xcheck:jni, which hands out copies of arrays and writes them back over what
    // other threads stored meanwhile.
    let mut java = jdk("java");
    java.arg("-Xmx24m").arg("-cp").arg(&setup().classes).arg("io.faultline.bridge.Threads");
    run(java.arg(&setup().library).arg(&output));
    let (recording, notes) = only_recording(&output);
    assert_eq!(notes, [], "nothing went wrong");
    assert_eq!(recording.tests.len(), 4 * 300);
    for test in &recording.tests {
        let number: u32 = test.unique_id[1..2].parse().unwrap();
        let slots: BTreeSet<(u32, u32)> = test.coverage.slots().collect();
        assert!(slots.contains(&(0, number)), "{}: {slots:?}", test.unique_id);
        assert!(slots.contains(&(0, number + 10)), "{}: {slots:?}", test.unique_id);
        let invented = slots.iter().find(|&&(class, slot)| match class {
            0 => slot % 10 > 3 || slot > 13,
            _ => slot != 1,
        });
        assert_eq!(invented, None);
        let alone = slots.iter().all(|&(class, slot)| class == 0 && slot % 10 == number);
        assert!(alone || test.overlapped, "{} holds others' lines unmarked", test.unique_id);
    }
    let charged =
        recording.initialisers.iter().filter(|(class, row)| row.slots().any(|slot| slot == (*class, 1)));
    assert_eq!(charged.count(), 4 * 300, "each initialiser has its own line");
}

#[test]
fn a_full_disk_stops_the_file_and_not_the_tests() {
    let output = folder("full");
    let java = with_library("Full", &output, &["-XX:-UsePerfData"]);
    let mut limited = Command::new("bash");
    limited.arg("-c").arg("ulimit -f 20 && exec \"$0\" \"$@\"").arg(java.get_program()).args(java.get_args());
    let said = run(&mut limited);
    assert!(said.starts_with("100 recording stopped when "), "{said}");
    let (recording, notes) = only_recording(&output);
    assert_eq!(recording.tests.len(), 5, "what fits into 20 KiB, with room for a seal");
    assert!(recording.tests.iter().zip(0..).all(|(test, n)| test.sequence == n));
    let torn = |note: &NoteKind| matches!(note, NoteKind::TornTail { .. } | NoteKind::ZeroTail { .. });
    assert!(!notes.iter().any(torn), "{notes:?}");
    assert!(recording.sealed, "the seal is short enough to fit");
    let says_so =
        |note: &NoteKind| matches!(note, NoteKind::Message(text) if text.starts_with("recording stopped"));
    assert!(notes.iter().any(says_so), "{notes:?}");
}

/// A jar as the agent's, with the library in it or not.
fn jar(folder: &Path, with_library: bool) -> PathBuf {
    let entry = format!("META-INF/faultline/linux-{}", std::env::consts::ARCH);
    if with_library {
        fs::create_dir_all(folder.join("tree").join(&entry)).unwrap();
        fs::copy(&setup().library, folder.join("tree").join(&entry).join("libfaultline.so")).unwrap();
    } else {
        fs::create_dir_all(folder.join("tree/META-INF")).unwrap();
    }
    let jar = folder.join("agent.jar");
    let mut make = jdk("jar");
    make.arg("cf")
        .arg(&jar)
        .arg("-C")
        .arg(&setup().classes)
        .arg(".")
        .arg("-C")
        .arg(folder.join("tree"))
        .arg("META-INF");
    assert!(make.status().unwrap().success());
    jar
}

/// Runs `Packed` with classes of the boot or of the application loader.
fn packed(jar: &Path, output: &Path, boot: bool, temporary: &Path) -> String {
    let path = if boot { format!("-Xbootclasspath/a:{}", jar.display()) } else { "-Dnone".into() };
    let temporary = format!("-Djava.io.tmpdir={}", temporary.display());
    let mut java = java("Packed", &["-XX:-UsePerfData", &path, &temporary]);
    java.arg(jar).arg(output).arg(output.join("fallback"));
    run(&mut java)
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn the_library_loads_out_of_a_jar_whichever_loader_the_bridge_has() {
    for boot in [true, false] {
        let folder = folder(if boot { "packed-boot" } else { "packed-app" });
        let (output, temporary) = (folder.join("out"), folder.join("tmp"));
        fs::create_dir(&temporary).unwrap();
        let said = packed(&jar(&folder, true), &output, boot, &temporary);
        assert_eq!(said, if boot { "boot\nnull\n" } else { "app\nnull\n" });
        assert_eq!(only_recording(&output).0.tests.len(), 1);
        assert_eq!(names(&temporary), [""; 0], "the unpacked library is gone");
    }
}

#[test]
fn an_unusable_temporary_folder_is_replaced_by_the_fallback() {
    let folder = folder("packed-fallback");
    let output = folder.join("out");
    let file = folder.join("a-file");
    fs::write(&file, "").unwrap();
    assert_eq!(packed(&jar(&folder, true), &output, true, &file), "boot\nnull\n");
    assert_eq!(names(&output.join("fallback")), [""; 0], "the unpacked library is gone");
}

#[test]
fn a_jar_without_a_library_gives_one_sentence_and_no_file() {
    let folder = folder("packed-nothing");
    let output = folder.join("out");
    let said = packed(&jar(&folder, false), &output, true, &folder);
    assert!(said.contains("holds no native library for Linux on "), "{said}");
    assert_eq!(said.lines().count(), 2, "{said}");
    assert!(!output.exists());
}

#[test]
fn the_boundary_of_a_test_is_far_below_the_goal() {
    // Without -Xcheck:jni, which wraps every JNI call.
    let output = folder("cost");
    let mut java = jdk("java");
    java.arg("-cp").arg(&setup().classes).arg("io.faultline.bridge.Cost");
    java.arg(&setup().library).arg(&output).arg("200");
    let said = run(&mut java);
    println!("{said}");
    let boundary: f64 = said.split(' ').next().unwrap().parse().unwrap();
    // The goal is 20 us; other programs on the machine may take their share.
    assert!(boundary < 60.0, "{said}");
}
