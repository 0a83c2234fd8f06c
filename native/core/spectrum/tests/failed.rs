//! Tests that fail because a class could not be initialised.

use faultline_spectrum::{
    ClassDetails, ClassFile, CoverageBuilder, FailedInitialiser, Failure, Frame, InitialiserPolicy, Origin,
    Outcome, RecordedClass, RecordedDetails, RecordedMethod, RecordedTest, Recording, Spectrum,
};

const INNER: &str = "java.lang.IllegalStateException";

fn class(id: u32, name: &str, lines: &[u32]) -> RecordedClass {
    let method = |name: &str| RecordedMethod { name: name.into(), descriptor: "()V".into() };
    RecordedClass::new(
        id,
        ClassFile {
            name: name.into(),
            source_file: None,
            hash: u64::from(id) + 1,
            location: String::new(),
            methods: vec![method("<clinit>")],
            slots: lines.iter().map(|line| (0, *line)).collect(),
        },
    )
}

fn frame(class: &str, method: &str, line: i32) -> Frame {
    Frame { class: class.into(), method: method.into(), line }
}

fn test(sequence: u32, exception: &str) -> RecordedTest {
    let failed = !exception.is_empty();
    RecordedTest {
        sequence,
        unique_id: format!("t{sequence}"),
        class: "a.T".into(),
        method: format!("t{sequence}"),
        display: String::new(),
        outcome: if failed { Outcome::Failed } else { Outcome::Passed },
        duration_ns: 0,
        overlapped: false,
        failure: failed.then(|| Failure {
            exception: exception.into(),
            frames: vec![frame("a.Caller", "call", 1)],
            thrown: None,
        }),
        coverage: CoverageBuilder::default().to_coverage(),
    }
}

/// `a.Bad` fails; `a.Sub` is below it, `a.Next` uses it in its own initialiser; `a.Helper` is not recorded.
fn recording() -> Recording {
    let covering = |class: u32, words: &[u64]| {
        let mut builder = CoverageBuilder::default();
        builder.class(class, words);
        (class, builder.to_coverage())
    };
    let failed = |class: &str, frames: Vec<Frame>, by: Option<&str>| FailedInitialiser {
        class: class.into(),
        exception: INNER.into(),
        frames,
        by: by.map(str::to_owned),
    };
    let error = "java.lang.NoClassDefFoundError";
    Recording {
        origin: Origin { started_ns: 1, nonce: 1, pid: 1, description: String::new() },
        classes: vec![class(0, "a.Bad", &[10, 11]), class(1, "a.Sub", &[20]), class(2, "a.Next", &[30])],
        details: vec![RecordedDetails::new(
            1,
            ClassDetails { superclass: Some("a.Bad".into()), ..ClassDetails::default() },
        )],
        initialisers: vec![covering(0, &[0b11]), covering(2, &[0b1])],
        tests: vec![
            test(0, "java.lang.ExceptionInInitializerError"),
            test(1, error),
            test(2, error),
            test(3, error),
            test(4, ""),
            test(5, error),
            test(6, error),
        ],
        failed_initialisers: vec![
            failed("a.Bad", vec![frame("a.Bad", "<clinit>", 11), frame("a.Caller", "other", 7)], None),
            failed("a.Next", vec![frame("a.Next", "<clinit>", 30)], Some("a.Bad")),
            failed("a.Helper", vec![frame("a.Bad", "<clinit>", 10), frame("a.Helper", "<clinit>", 3)], None),
        ],
        failed_by: vec![
            (0, "a.Bad".into()),
            (1, "a.Bad".into()),
            (2, "a.Sub".into()),
            (3, "a.Next".into()),
            (5, "a.Helper".into()),
            (6, "a.Unknown".into()),
        ],
        ..Recording::default()
    }
}

fn lines(spectrum: &Spectrum, row: usize) -> Vec<u32> {
    spectrum.coverage.ones(row).map(|column| spectrum.elements[column].line).collect()
}

#[test]
fn who_fails_by_a_class_has_the_lines_of_its_initialiser_and_what_it_threw() {
    let spectrum = Spectrum::merge(&[recording()], InitialiserPolicy::All).unwrap();
    let rows: Vec<_> = (0..7).map(|row| lines(&spectrum, row)).collect();
    let bad = vec![10, 11];
    assert_eq!(rows, [bad.clone(), bad.clone(), bad, vec![10, 11, 30], vec![], vec![10], vec![]]);
    let thrown = |row: usize| spectrum.tests[row].failure.as_ref().unwrap().thrown.as_ref().unwrap();
    for row in 0..4 {
        assert_eq!(thrown(row).initialiser.as_deref(), Some("a.Bad"), "test {row}");
        assert_eq!(thrown(row).exception, INNER);
        let frames = [frame("a.Bad", "<clinit>", 11), frame("a.Caller", "call", 1)];
        assert_eq!(thrown(row).frames, frames, "its own callers below the initialiser");
    }
    assert_eq!(thrown(6).initialiser.as_deref(), Some("a.Unknown"));
    assert_eq!(thrown(6).exception, "java.lang.NoClassDefFoundError");
}

#[test]
fn the_first_test_alone_pays_or_none_if_that_is_asked() {
    let all = |policy| {
        let spectrum = Spectrum::merge(&[recording()], policy).unwrap();
        (0..7).map(|row| lines(&spectrum, row).len()).collect::<Vec<_>>()
    };
    assert_eq!(all(InitialiserPolicy::First), [2, 0, 0, 1, 0, 0, 0]);
    assert_eq!(all(InitialiserPolicy::Exclude), [0; 7]);
}

#[test]
fn a_ring_of_classes_ends() {
    let mut recording = recording();
    recording.failed_initialisers[0].by = Some("a.Next".into());
    let spectrum = Spectrum::merge(&[recording], InitialiserPolicy::All).unwrap();
    assert_eq!(lines(&spectrum, 1), [10, 11, 30]);
}
