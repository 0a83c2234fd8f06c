//! The library in real JVMs, one process each, under `-Xcheck:jni`.
//!
//! Needs a JDK (`$JAVA_HOME`, else the one on the path). The Java side is in `tests/java`; the library is built as shipped,
//! plus methods that panic.
#![allow(clippy::unwrap_used)]

mod entries;
mod guided;
mod harness;
mod loading;
mod secrets;

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

use faultline_flt::NoteKind;
use faultline_spectrum::{Outcome, Recording};

use crate::harness::{folder, jdk, only_recording, run, said, setup, with_library};

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
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut started = vec![lines.next().unwrap().unwrap()];
        // Each attempt kills the JVM at another moment.
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
    // Without -Xcheck:jni, which copies arrays and writes them back over concurrent stores.
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
    let [said, complaint] = said(&mut limited);
    assert!(complaint.starts_with("faultline: recording stopped when "), "{complaint}");
    assert!(complaint.ends_with("the tests go on unrecorded"), "{complaint}");
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

#[test]
fn the_program_that_measures_a_boundary_says_its_figures() {
    // `make bench` measures the cost: a timing test would fail on a busy machine. Without -Xcheck:jni, which wraps every JNI
    // call.
    let output = folder("cost");
    let mut java = jdk("java");
    java.arg("-cp").arg(&setup().classes).arg("io.faultline.bridge.Cost");
    java.arg(&setup().library).arg(&output).arg("20");
    let said = run(&mut java);
    for what in ["us test boundary", "us stores of its hits", "us initialiser"] {
        assert!(said.lines().any(|line| line.ends_with(what)), "{said}");
    }
    let (recording, _) = only_recording(&output);
    assert_eq!(recording.tests.len(), 100 * 20);
    assert!(recording.tests.iter().all(|test| test.coverage.slots().count() > 900));
}
