//! Every native method, with good input and bad.

use faultline_flt::NoteKind;
use faultline_spectrum::{
    Charge, ClassFile, Coverage, CoverageBuilder, FailedInitialiser, Failure, Frame, LoadedTests, Moment,
    Outcome, PartlyRecorded, RecordedClass, RecordedFixture, RecordedMethod, RecordedTest, Recording,
    Refusal,
};

use crate::harness::{folder, only_recording, run, with_library};

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
    RecordedClass::new(
        id,
        ClassFile {
            name: name.into(),
            source_file: source_file.map(str::to_owned),
            hash,
            location: String::new(),
            methods: vec![method("<init>", "()V"), method("run", "(I)V")],
            slots,
        },
    )
}

fn test(sequence: u32, id: &str, method: &str, outcome: Outcome, duration_ns: u64) -> RecordedTest {
    RecordedTest {
        sequence,
        unique_id: id.into(),
        class: "a.Test".into(),
        method: method.into(),
        outcome,
        duration_ns,
        display: String::new(),
        overlapped: false,
        failure: None,
        coverage: Coverage::default(),
    }
}

fn failure(exception: &str, frames: Vec<Frame>) -> Failure {
    Failure { exception: exception.into(), frames, thrown: None }
}

fn frame(class: &str, method: &str, line: i32) -> Frame {
    Frame { class: class.into(), method: method.into(), line }
}

fn expected_classes() -> Vec<RecordedClass> {
    let late = class(2, "a.Late", None, u64::MAX, vec![(0, 3), (1, 4)]);
    let mut early = class(1, "a.Early$é", Some("Early.java"), 77, vec![(0, 7), (1, 8), (1, 7)]);
    early.location = "file:/x".into();
    let long = class(3, "a.Long", Some("Long.java"), 5, (1..=70).map(|line| (0, line)).collect());
    let mut empty = class(4, "a.Empty", Some("Empty.java"), 6, Vec::new());
    empty.methods.clear();
    vec![late, early, long, empty]
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
            failure: Some(failure("java.lang.Boom", frames)),
            ..test(1, "two", "two", Outcome::Failed, 5)
        },
        RecordedTest {
            failure: Some(failure("a.Assumption", Vec::new())),
            ..test(2, "three", "three", Outcome::Aborted, 6)
        },
        test(3, "four", "four", Outcome::Skipped, 0),
        RecordedTest {
            coverage: coverage(&[(1, &[0b100])]),
            failure: Some(failure("a.Setup", Vec::new())),
            ..test(4, "container", "", Outcome::Failed, 0)
        },
        // The test initialises class 2, whose initialiser initialises class 4.
        RecordedTest {
            coverage: coverage(&[(1, &[0b11]), (2, &[])]),
            ..test(5, "five", "five", Outcome::Passed, 7)
        },
        RecordedTest { class: String::new(), ..test(6, "", "", Outcome::Passed, 0) },
        RecordedTest {
            class: "\u{fffd}".into(),
            failure: Some(failure("", vec![frame("a.B", "", 4)])),
            ..test(7, "lone \u{fffd} half", "\0", Outcome::Failed, 1)
        },
        RecordedTest {
            overlapped: true,
            display: "[1] a\tb".into(),
            coverage: coverage(&[(1, &[1])]),
            failure: Some(failure("java.lang.NoClassDefFoundError", Vec::new())),
            ..test(8, "eight", "eight", Outcome::Failed, 8)
        },
        // Shared code that it triggered does not count for it.
        RecordedTest { coverage: coverage(&[(1, &[0b10])]), ..test(9, "nine", "nine", Outcome::Passed, 9) },
    ]
}

fn beside_the_rows(recording: &Recording) {
    let early = "a.Early$é".to_owned();
    let failed = |class: &str, frames, by| FailedInitialiser {
        class: class.into(),
        exception: "a.Root".into(),
        frames,
        by,
    };
    assert_eq!(
        recording.failed_initialisers,
        [
            failed(&early, vec![frame(&early, "<clinit>", 7)], None),
            failed("a.Helper", Vec::new(), Some(early.clone()))
        ]
    );
    assert_eq!(recording.failed_by, [(8, "a.Helper".to_owned())]);
    assert_eq!(recording.partly, [PartlyRecorded { class: 1, method: 1, lines: 9_000 }]);
    assert_eq!(recording.counts, [("tests started".to_owned(), 9)]);
    let context = RecordedFixture {
        id: 0,
        moment: Moment::Before,
        unique_id: "context".into(),
        class: "a.Test".into(),
        method: String::new(),
        coverage: coverage(&[(1, &[0b100])]),
    };
    let launch = recording.launch.as_ref().unwrap();
    assert_eq!(launch.class_path, "/a/classes:/a/é.jar");
    assert_eq!(launch.launcher, ["/a/launcher.jar"]);
    assert_eq!(launch.properties, [("k".to_owned(), "v".to_owned())]);
    assert_eq!(launch.arguments.last().map(String::as_str), Some("-ea"));
    assert!(launch.java.ends_with("/bin/java") && !launch.folder.is_empty(), "{launch:?}");
    let loaded = |class: &str, loader, kind: &str, places: &[&str]| LoadedTests {
        class: class.into(),
        loader,
        kind: kind.into(),
        places: places.iter().map(|&place| place.to_owned()).collect(),
    };
    assert_eq!(
        recording.loaded,
        [loaded("a.Test", 1, "a.Loader", &["/a/é", "/a/b.jar"]), loaded("a.Other", 1, "", &[])]
    );
    assert_eq!(recording.fixtures, [context]);
    assert_eq!(recording.charges, [Charge { test: 9, fixtures: vec![0] }]);
}

#[test]
fn every_entry_takes_good_and_bad_input_and_the_file_holds_exactly_the_good() {
    // The second collector copies arrays while critical sections are open; the third moves them in small heaps all the time.
    for options in [&["-XX:+UseSerialGC"][..], &["-XX:+UseG1GC"], &["-XX:+UseParallelGC", "-Xmx16m"]] {
        let output = folder("every-entry").join("made/later");
        run(&mut with_library("EveryEntry", &output, options));
        let (recording, notes) = only_recording(&output);
        assert_eq!(recording.origin.description, "every entry é😀");
        assert!(recording.origin.started_ns > 1_700_000_000_000_000_000);
        assert!(recording.sealed);
        assert_eq!(recording.classes, expected_classes());
        assert_eq!(recording.tests, expected_tests());
        let initialisers = [(4, coverage(&[(4, &[])])), (2, coverage(&[(2, &[0b11]), (4, &[])]))];
        assert_eq!(recording.initialisers, initialisers);
        let refusal = Refusal { class: "a.Refused".into(), reason: "no line numbers".into() };
        assert_eq!(recording.refusals, [refusal]);
        beside_the_rows(&recording);
        let arguments = &recording.launch.as_ref().unwrap().arguments;
        assert!(options.iter().all(|&option| arguments.iter().any(|kept| kept == option)), "{arguments:?}");
        let counted = NoteKind::Counter { name: "internal errors".into(), value: 38 };
        assert!(notes.contains(&counted), "{notes:?}");
        assert_eq!(notes.iter().filter(|note| matches!(note, NoteKind::Message(_))).count(), 8, "{notes:?}");
    }
}
