//! Lines that were translated, as from JSP, belong to the files in which they were written.
use faultline_spectrum::{
    ClassDetails, ClassFile, CoverageBuilder, ElementHits, ElementId, ElementOwner, ElementTable, Failure,
    Frame, InitialiserPolicy, Outcome, Outcomes, Policies, RecordedClass, RecordedDetails, RecordedMethod,
    RecordedTest, Recording, Site, SiteKind, Spectrum,
};

/// As Jasper writes it: line 2 of the page is one of the part that it includes, and its line 1 is so in both files.
const SMAP: &str = "SMAP\nindex_jsp.java\nJSP\n*S JSP\n*F\n+ 0 index.jsp\nindex.jsp\n+ 1 head.jspf\n\
    WEB-INF/head.jspf\n*L\n1:70\n1#1:71\n2:72,2\n4#0,3:20\n3#1:75\n*E\n";

/// A page whose method `half` is in lines 20 to 22; line 99 was translated from nothing.
fn page(lines: &[u32], smap: &str) -> Recording {
    let method = |name: &str| RecordedMethod { name: name.into(), descriptor: "()V".into() };
    let mut row = CoverageBuilder::default();
    row.class(1, &[(1 << lines.len()) - 1]);
    Recording {
        classes: vec![RecordedClass::new(
            1,
            ClassFile {
                name: "org.apache.jsp.index_jsp".into(),
                source_file: Some("index_jsp.java".into()),
                hash: 7,
                location: "/p/target/work".into(),
                methods: vec![method("_jspService"), method("half")],
                slots: lines.iter().map(|&line| (u32::from(line < 50), line)).collect(),
            },
        )],
        details: vec![RecordedDetails::new(
            1,
            ClassDetails { debug: Some(smap.into()), ..ClassDetails::default() },
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

fn merged(recordings: &[Recording]) -> Spectrum {
    Spectrum::merge(recordings, InitialiserPolicy::All).unwrap()
}

/// All elements as `path:line method`, with a star at those that the test covers.
fn elements(recordings: &[Recording]) -> Vec<String> {
    let spectrum = merged(recordings);
    let element = |at| {
        let id = ElementId::new(at);
        let path = spectrum.class_of(id).source_path().unwrap();
        let star = if spectrum.coverage.get(0, at) { "*" } else { "" };
        format!("{path}:{} {}{star}", spectrum.elements[at].line, spectrum.method_of(id).name)
    };
    (0..spectrum.elements.len()).map(element).collect()
}

#[test]
fn a_translated_line_is_the_line_of_the_page() {
    assert_eq!(
        elements(&[page(&[20, 22, 70, 71, 72, 73, 75], SMAP)]),
        [
            "WEB-INF/head.jspf:1 _jspService*",
            "WEB-INF/head.jspf:2 _jspService*",
            "WEB-INF/head.jspf:3 _jspService*",
            "index.jsp:1 _jspService*",
            "index.jsp:4 half*",
            "index.jsp:6 half*",
        ]
    );
}

#[test]
fn a_class_of_several_files_is_one_class() {
    let run = page(&[20, 70, 71, 72, 73], SMAP);
    assert_eq!(merged(std::slice::from_ref(&run)).count_classes(), 1);
    assert_eq!(merged(std::slice::from_ref(&run)).classes.len(), 2);
    let files: Vec<String> = run.written_files().iter().map(|class| class.source_path().unwrap()).collect();
    assert_eq!(files, ["WEB-INF/head.jspf", "index.jsp"]);
    let lines = &run.translated_lines()[&1];
    assert_eq!(
        (&lines[&72], &lines[&73]),
        (&("/WEB-INF/head.jspf".into(), 2), &("/WEB-INF/head.jspf".into(), 2))
    );
    assert_eq!(lines[&20], ("/index.jsp".into(), 4));
}

#[test]
fn a_line_that_was_translated_from_nothing_stays_where_it_is() {
    assert_eq!(
        elements(&[page(&[70, 99], SMAP)]),
        ["org/apache/jsp/index_jsp.java:99 _jspService*", "index.jsp:1 _jspService*"]
    );
}

#[test]
fn a_map_without_any_of_the_lines_moves_none() {
    let own =
        ["org/apache/jsp/index_jsp.java:98 _jspService*", "org/apache/jsp/index_jsp.java:99 _jspService*"];
    assert_eq!(elements(&[page(&[98, 99], SMAP)]), own);
    assert_eq!(elements(&[page(&[98, 99], "SMAP\nindex_jsp.java\nJSP\n*S JSP\n*L\n1:98\n")]), own);
}

#[test]
fn two_files_named_from_two_jvms_are_merged() {
    let (mut one, mut other) = (page(&[70, 71], SMAP), page(&[70, 71], SMAP));
    one.origin.pid = 1;
    other.origin.pid = 2;
    other.tests[0].coverage = CoverageBuilder::default().to_coverage();
    assert_eq!(elements(&[other, one]), ["WEB-INF/head.jspf:1 _jspService*", "index.jsp:1 _jspService*"]);
}

#[test]
fn a_frame_has_the_line_of_the_page() {
    let mut run = page(&[21, 71], SMAP);
    let frame =
        |method: &str, line| Frame { class: "org.apache.jsp.index_jsp".into(), method: method.into(), line };
    run.tests[0].failure = Some(Failure {
        exception: "java.lang.IllegalStateException".into(),
        frames: vec![frame("half", 21), frame("_jspService", 71), frame("_jspService", 98)],
        thrown: None,
    });
    let failure = merged(&[run]).tests.remove(0).failure.unwrap();
    assert_eq!(failure.frames, [frame("half", 5), frame("_jspService", 1), frame("_jspService", 98)]);
}

#[test]
fn an_outcome_is_named_by_the_line_of_the_page() {
    let mut run = page(&[21], SMAP);
    let site =
        Site { method: 1, line: 21, kind: SiteKind::Condition, cases: Vec::new(), name: String::new() };
    let mut hit = CoverageBuilder::default();
    hit.class(9, &[1]);
    run.elements.tables = vec![ElementTable { id: 9, class: 1, sites: vec![site] }];
    run.elements.hits = vec![ElementHits { owner: ElementOwner::Test(0), coverage: hit.to_coverage() }];
    let outcomes = Outcomes::merge(&[run], Policies::default()).unwrap();
    assert!(outcomes.words(0).starts_with("line 5: "), "{}", outcomes.words(0));
}
