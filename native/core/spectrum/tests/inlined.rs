//! Inlined Kotlin lines belong to the file in which they were written.
use faultline_spectrum::{
    ClassDetails, ClassFile, CoverageBuilder, ElementId, Failure, Frame, InitialiserPolicy, Outcome,
    RecordedClass, RecordedDetails, RecordedMethod, RecordedTest, Recording, Spectrum, Thrown,
};

const SMAP: &str = "SMAP\nMain.kt\nKotlin\n*S Kotlin\n*F\n+ 1 Main.kt\norg/x/MainKt\n+ 2 Util.kt\n\
    org/y/UtilKt\n*L\n1#1,10:1\n5#2,2:11\n*E\n";

fn class(id: u32, name: &str, file: &str, lines: &[u32]) -> RecordedClass {
    RecordedClass::new(
        id,
        ClassFile {
            name: name.into(),
            source_file: Some(file.into()),
            hash: u64::from(id),
            location: String::new(),
            methods: vec![RecordedMethod { name: "m".into(), descriptor: "()V".into() }],
            slots: lines.iter().map(|&line| (0, line)).collect(),
        },
    )
}

/// `Main.kt` has three lines of its own and two of `Util.kt`, as 11 and 12; a test covers all.
fn recording() -> Recording {
    let mut row = CoverageBuilder::default();
    row.class(1, &[0b1_1111]);
    Recording {
        classes: vec![class(1, "org.x.MainKt", "Main.kt", &[3, 4, 5, 11, 12])],
        details: vec![RecordedDetails::new(
            1,
            ClassDetails { debug: Some(SMAP.into()), ..ClassDetails::default() },
        )],
        tests: vec![RecordedTest {
            sequence: 0,
            unique_id: "t".into(),
            class: String::new(),
            method: String::new(),
            outcome: Outcome::Passed,
            duration_ns: 0,
            display: String::new(),
            overlapped: false,
            failure: None,
            coverage: row.to_coverage(),
        }],
        ..Recording::default()
    }
}

/// All elements as `path:line method`, with a star at those that the test covers.
fn elements(recordings: &[Recording]) -> Vec<String> {
    let spectrum = Spectrum::merge(recordings, InitialiserPolicy::All).unwrap();
    let element = |at| {
        let id = ElementId::new(at);
        let path = spectrum.class_of(id).source_path().unwrap();
        let star = if spectrum.coverage.get(0, at) { "*" } else { "" };
        format!("{path}:{} {}{star}", spectrum.elements[at].line, spectrum.method_of(id).name)
    };
    (0..spectrum.elements.len()).map(element).collect()
}

#[test]
fn an_inlined_line_is_the_line_of_the_function_that_was_inlined() {
    let mut run = recording();
    run.classes.push(class(2, "org.y.UtilKt", "Util.kt", &[4, 5, 6]));
    assert_eq!(
        elements(&[run]),
        [
            "org/x/Main.kt:3 m*",
            "org/x/Main.kt:4 m*",
            "org/x/Main.kt:5 m*",
            "org/y/Util.kt:4 m",
            "org/y/Util.kt:5 m*",
            "org/y/Util.kt:6 m*"
        ]
    );
}

#[test]
fn the_classes_with_copies_of_a_line_are_known_by_where_it_was_written() {
    let mut run = recording();
    run.classes.push(class(2, "org.y.UtilKt", "Util.kt", &[4, 5, 6]));
    let copies = run.copies();
    let copies: Vec<_> = copies
        .iter()
        .map(|((class, line), into)| (class.as_str(), *line, into.iter().copied().collect::<Vec<_>>()))
        .collect();
    assert_eq!(
        copies,
        [("org.y.UtilKt", 5, vec!["org.x.MainKt"]), ("org.y.UtilKt", 6, vec!["org.x.MainKt"])]
    );
}

/// Makes the test cover these slots of class 1.
fn runs(run: &mut Recording, slots: u64) {
    let mut row = CoverageBuilder::default();
    row.class(1, &[slots]);
    run.tests[0].coverage = row.to_coverage();
}

#[test]
fn lines_of_a_file_that_was_not_recorded_belong_to_the_line_that_calls_them() {
    let mut run = with_calls();
    assert_eq!(elements(&[run.clone()]), ["org/x/Main.kt:3 m*", "org/x/Main.kt:4 m*", "org/x/Main.kt:5 m*"]);
    // Only inlined code ran, and the class has no line of its own at the call.
    run.classes = vec![class(1, "org.x.MainKt", "Main.kt", &[3, 5, 11, 12])];
    runs(&mut run, 0b1100);
    assert_eq!(elements(&[run]), ["org/x/Main.kt:3 m", "org/x/Main.kt:4 m*", "org/x/Main.kt:5 m"]);
}

#[test]
fn where_no_call_is_known_such_lines_are_the_first_of_their_method() {
    let mut run = recording();
    runs(&mut run, 0b1_0000);
    assert_eq!(elements(&[run]), ["org/x/Main.kt:3 m*", "org/x/Main.kt:4 m", "org/x/Main.kt:5 m"]);
}

#[test]
fn a_class_without_any_line_of_the_project_keeps_its_lines() {
    let mut run = recording();
    run.classes = vec![class(1, "org.x.MainKt", "Main.kt", &[11, 12])];
    runs(&mut run, 0b1);
    assert_eq!(elements(&[run]), ["org/x/Main.kt:11 m*", "org/x/Main.kt:12 m"]);
}

/// `job(crossinline body) = object { .. }` inlined into a test of the same package: the object is another
/// class, with the same file and lines.
#[test]
fn an_object_that_was_made_anew_has_the_lines_of_the_one_that_was_written() {
    let map = "SMAP\nLazy.kt\nKotlin\n*S Kotlin\n*F\n+ 1 Lazy.kt\norg/x/LazyKt$job$1\n*L\n1#1,20:1\n*E\n";
    let mut run = recording();
    run.details[0].debug = Some(map.into());
    run.classes = vec![
        class(1, "org.x.LazyTest$sum$$inlined$job$1", "Lazy.kt", &[10, 11]),
        class(2, "org.x.LazyKt$job$1", "Lazy.kt", &[10, 11]),
    ];
    runs(&mut run, 0b11);
    let spectrum = Spectrum::merge(&[run.clone()], InitialiserPolicy::All).unwrap();
    assert_eq!(spectrum.classes.len(), 1);
    assert_eq!(elements(&[run]), ["org/x/Lazy.kt:10 m*", "org/x/Lazy.kt:11 m*"]);
}

#[test]
fn a_class_that_has_inlined_lines_alone_is_none_of_the_project() {
    let mut run = recording();
    runs(&mut run, 0b11);
    run.classes =
        vec![class(1, "org.x.MainKt", "Main.kt", &[11, 12]), class(2, "org.y.UtilKt", "Util.kt", &[4, 5, 6])];
    let spectrum = Spectrum::merge(&[run.clone()], InitialiserPolicy::All).unwrap();
    assert_eq!(spectrum.classes.iter().map(|class| &class.name).collect::<Vec<_>>(), ["org.y.UtilKt"]);
    assert_eq!(elements(&[run]), ["org/y/Util.kt:4 m", "org/y/Util.kt:5 m*", "org/y/Util.kt:6 m*"]);
}

#[test]
fn a_map_of_another_language_changes_nothing() {
    let mut run = recording();
    run.details[0].debug = Some(SMAP.replace("*S Kotlin", "*S Groovy"));
    assert_eq!(elements(&[run])[3..], ["org/x/Main.kt:11 m*", "org/x/Main.kt:12 m*"]);
}

#[test]
fn two_jvms_agree_on_the_lines_that_one_of_them_inlined() {
    let (first, mut second) = (recording(), recording());
    second.origin.nonce = 1;
    second.classes.push(class(2, "org.y.UtilKt", "Util.kt", &[5, 6]));
    let spectrum = Spectrum::merge(&[first, second], InitialiserPolicy::All).unwrap();
    assert_eq!(spectrum.elements.len(), 5);
    assert!((0..2).all(|row| (0..5).all(|column| spectrum.coverage.get(row, column))));
}

/// The frames, `class.method:line`, of a test that failed in `MainKt.m` at those lines, and of the original
/// exception.
fn frames(recordings: &mut [Recording], lines: &[i32]) -> [Vec<String>; 2] {
    let frame = |&line: &i32| Frame { class: "org.x.MainKt".into(), method: "m".into(), line };
    let frames: Vec<Frame> = lines.iter().map(frame).collect();
    let thrown = Some(Thrown { exception: "a.First".into(), frames: frames.clone(), initialiser: None });
    let test = &mut recordings[0].tests[0];
    test.outcome = Outcome::Failed;
    test.failure = Some(Failure { exception: "a.Oops".into(), frames, thrown });
    let spectrum = Spectrum::merge(recordings, InitialiserPolicy::All).unwrap();
    let failure = spectrum.tests[0].failure.as_ref().unwrap();
    let text = |frame: &Frame| format!("{}.{}:{}", frame.class, frame.method, frame.line);
    let first = failure.thrown.as_ref().unwrap();
    [&failure.frames, &first.frames].map(|frames| frames.iter().map(text).collect())
}

/// The same, with the lines of the calls: `Main.kt:4` calls the function whose copies are lines 11 to 13.
fn with_calls() -> Recording {
    let mut run = recording();
    let calls = "*S KotlinDebug\n*F\n+ 1 Main.kt\norg/x/MainKt\n*L\n4#1:11,3\n*E\n";
    run.details[0].debug = Some(SMAP.replace("*E\n", calls));
    run
}

#[test]
fn what_an_inlined_function_threw_has_the_frames_of_a_call() {
    let mut run = with_calls();
    run.classes.push(class(2, "org.y.UtilKt", "Util.kt", &[4, 5, 6]));
    let expected = ["org.y.UtilKt.m:6", "org.x.MainKt.m:4", "org.x.MainKt.m:5"];
    assert_eq!(frames(&mut [run], &[12, 5]), [expected, expected]);
}

#[test]
fn where_the_library_threw_inside_the_project_the_callers_line_is_what_counts() {
    assert_eq!(frames(&mut [with_calls()], &[11]), [["org.x.MainKt.m:4"], ["org.x.MainKt.m:4"]]);
}

#[test]
fn without_the_line_of_the_call_the_caller_has_none() {
    let mut run = recording();
    run.classes.push(class(2, "org.y.UtilKt", "Util.kt", &[4, 5, 6]));
    let expected = ["org.y.UtilKt.m:5", "org.x.MainKt.m:-1"];
    assert_eq!(frames(&mut [run], &[11]), [expected, expected]);
}

#[test]
fn a_class_that_jvms_share_may_have_lines_of_other_files_in_one_of_them_only() {
    let with = with_calls();
    let mut without = Recording { details: Vec::new(), ..with.clone() };
    without.origin.nonce = 1;
    let copied = Recording {
        classes: vec![class(1, "org.x.MainKt", "Main.kt", &[3, 4, 5, 11, 12])],
        ..without.clone()
    };
    let merge = |all: &[Recording]| Spectrum::merge(all, InitialiserPolicy::All).unwrap();
    let shared = merge(&[with.clone(), without]);
    assert_eq!(shared, merge(&[with, copied]));
    assert_eq!([shared.coverage.ones(0).count(), shared.coverage.ones(1).count()], [3, 5]);
    assert_eq!(shared.elements.len(), 5);
}
