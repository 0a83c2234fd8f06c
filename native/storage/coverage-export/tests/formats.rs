//! All formats report the same coverage of a spectrum, and are well-formed for any class name.

use std::collections::{BTreeMap, BTreeSet};

use faultline_coverage_export::{Covered, Format};
use faultline_spectrum::{BitMatrix, Class, ClassId, Element, Method, MethodId, Outcome, Spectrum, Test};
use proptest::prelude::*;
use roxmltree::{Document, Node, ParsingOptions};

/// Whether each line of each file was executed.
type Ran = BTreeMap<(String, u32), bool>;

fn class(name: &str, file: &str, location: &str) -> Class {
    Class { name: name.into(), source_file: Some(file.into()), hash: 1, location: location.into() }
}

fn test(class: &str, outcome: Outcome) -> Test {
    Test {
        unique_id: class.into(),
        class: class.into(),
        method: "m".into(),
        display: String::new(),
        outcome,
        duration_ns: 0,
        overlapped: false,
        failure: None,
    }
}

/// Elements are (method, line), methods (class, name); rows of tests are the executed elements.
fn spectrum(
    classes: Vec<Class>,
    methods: &[(u32, &str)],
    elements: &[(usize, u32)],
    rows: &[(Test, Vec<usize>)],
) -> Spectrum {
    let mut coverage = BitMatrix::new(rows.len(), elements.len());
    for (row, (_, ran)) in rows.iter().enumerate() {
        for &element in ran {
            coverage.set(row, element);
        }
    }
    let method = |&(class, name): &(u32, &str)| Method {
        class: ClassId(class),
        name: name.into(),
        descriptor: "()V".into(),
    };
    let element = |&(method, line): &(usize, u32)| Element { method: MethodId::new(method), line };
    Spectrum {
        sizes: Vec::new(),
        classes,
        methods: methods.iter().map(method).collect(),
        elements: elements.iter().map(element).collect(),
        tests: rows.iter().map(|(test, _)| test.clone()).collect(),
        coverage,
    }
}

fn example() -> Spectrum {
    let classes = vec![
        class("org.x.Foo", "Foo.java", "/p/target/classes/"),
        class("org.x.Foo$In", "Foo.java", "/p/target/classes/"),
        class("org.x.FooTest", "FooTest.java", "/p/target/test-classes/"),
        class("org.x.Helper", "Helper.java", "/p/target/test-classes/"),
    ];
    let methods = [(0, "<init>"), (0, "bar"), (1, "in"), (2, "m"), (3, "help")];
    let elements = [(0, 3), (1, 7), (1, 8), (2, 8), (2, 12), (3, 1), (4, 1)];
    let rows = [
        (test("org.x.FooTest", Outcome::Passed), vec![0, 1, 5, 6]),
        (test("org.x.FooTest", Outcome::Failed), vec![0, 1, 3]),
    ];
    spectrum(classes, &methods, &elements, &rows)
}

/// A class that was translated from a page and a part of it.
fn pages() -> Spectrum {
    let page = |file: &str| class("org.apache.jsp.index_jsp", file, "/p/target/work");
    let rows = [(test("org.x.FooTest", Outcome::Passed), vec![0, 1])];
    let methods = [(0, "_jspService"), (1, "_jspService")];
    spectrum(vec![page("/WEB-INF/head.jspf"), page("/index.jsp")], &methods, &[(0, 1), (1, 1), (1, 2)], &rows)
}

#[test]
fn pages_are_files_of_their_own_in_every_format() {
    let pages = covered(&pages());
    let line = |file: &str, line, ran| ((format!("src/{file}"), line), ran);
    let expected = Ran::from([
        line("WEB-INF/head.jspf", 1, true),
        line("index.jsp", 1, true),
        line("index.jsp", 2, false),
    ]);
    assert_eq!(of_jacoco(&pages), expected);
    assert_eq!(of_lcov(&pages), expected);
    assert_eq!(of_cobertura(&pages), expected);
}

fn covered(spectrum: &Spectrum) -> Covered {
    Covered::of(spectrum, |class| format!("src/{}", class.source_path().unwrap_or_default()))
}

fn parsed(text: &str) -> Document<'_> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).expect("XML")
}

fn number(node: Node<'_, '_>, name: &str) -> u32 {
    node.attribute(name).and_then(|text| text.parse().ok()).expect("a number")
}

fn named<'a>(node: Node<'a, 'a>, name: &'static str) -> impl Iterator<Item = Node<'a, 'a>> {
    node.children().filter(move |child| child.has_tag_name(name))
}

fn of_jacoco(covered: &Covered) -> Ran {
    let text = Format::Jacoco.write(covered, "p", 0);
    let document = parsed(&text);
    let mut ran = Ran::new();
    for package in named(document.root_element(), "package") {
        for file in named(package, "sourcefile") {
            let folder = package.attribute("name").expect("a name");
            let slash = if folder.is_empty() { "" } else { "/" };
            let path = format!("src/{folder}{slash}{}", file.attribute("name").expect("a name"));
            for line in named(file, "line") {
                assert_eq!(number(line, "mi") + number(line, "ci"), 1);
                ran.insert((path.clone(), number(line, "nr")), number(line, "ci") == 1);
            }
        }
    }
    ran
}

fn of_lcov(covered: &Covered) -> Ran {
    let (mut ran, mut path) = (Ran::new(), String::new());
    for line in Format::Lcov.write(covered, "p", 0).lines() {
        if let Some(file) = line.strip_prefix("SF:") {
            file.clone_into(&mut path);
        } else if let Some((line, hits)) = line.strip_prefix("DA:").and_then(|line| line.split_once(',')) {
            ran.insert((path.clone(), line.parse().expect("a line")), hits != "0");
        }
    }
    ran
}

fn of_cobertura(covered: &Covered) -> Ran {
    let text = Format::Cobertura.write(covered, "p", 0);
    let document = parsed(&text);
    let mut ran = Ran::new();
    let is_class = |node: &Node<'_, '_>| node.has_tag_name("class");
    for class in document.descendants().filter(is_class) {
        let path = class.attribute("filename").expect("a file");
        for line in named(class, "lines").flat_map(|lines| named(lines, "line")) {
            *ran.entry((path.to_owned(), number(line, "number"))).or_default() |= number(line, "hits") > 0;
        }
    }
    ran
}

#[test]
fn lines_of_the_program_are_told_and_those_of_tests_are_not() {
    let covered = covered(&example());
    let foo = "src/org/x/Foo.java".to_owned();
    let expected: Ran =
        [(3, true), (7, true), (8, true), (12, false)].map(|(line, ran)| ((foo.clone(), line), ran)).into();
    assert_eq!(of_jacoco(&covered), expected);
    assert_eq!(of_lcov(&covered), expected);
    assert_eq!(of_cobertura(&covered), expected);
}

#[test]
fn jacoco_counts_shared_lines_once_in_files_and_packages() {
    let text = Format::Jacoco.write(&covered(&example()), "a<b>&\"", 0);
    let document = parsed(&text);
    let report = document.root_element();
    assert_eq!(report.attribute("name"), Some("a<b>&\""));
    let counter = |node: Node<'_, '_>, kind: &str| {
        let of_kind = node.children().find(|child| child.attribute("type") == Some(kind)).expect("a counter");
        (number(of_kind, "missed"), number(of_kind, "covered"))
    };
    // Line 8 belongs to two classes; the inner one's was executed.
    let package = named(report, "package").next().expect("a package");
    let file = named(package, "sourcefile").next().expect("a file");
    for node in [report, package, file] {
        assert_eq!(counter(node, "LINE"), (1, 3));
        assert_eq!(counter(node, "METHOD"), (0, 3));
        assert_eq!(counter(node, "CLASS"), (0, 2));
    }
    let classes: Vec<_> = named(package, "class").map(|class| counter(class, "LINE")).collect();
    assert_eq!(classes, [(1, 2), (1, 1)]);
    assert_eq!(named(package, "class").next().and_then(|class| class.attribute("name")), Some("org/x/Foo"));
    assert!(
        text.contains("<!DOCTYPE report PUBLIC \"-//JACOCO//DTD Report 1.1//EN\" \"report.dtd\">"),
        "{text:.300}"
    );
}

#[test]
fn lcov_says_how_many_tests_ran_a_line() {
    let text = Format::Lcov.write(&covered(&example()), "", 0);
    for line in [
        "SF:src/org/x/Foo.java",
        "DA:3,2",
        "DA:8,1",
        "DA:12,0",
        "FN:7,org.x.Foo.bar()V",
        "LF:4",
        "LH:3",
        "FNF:3",
    ] {
        assert!(text.lines().any(|there| there == line), "{line}\n{text}");
    }
}

/// The rules of `coverage-04.dtd`: an element, its children (`*`: any number of this one, otherwise one of
/// each in this order) and attributes. No package of a registry contains the file itself.
const COBERTURA: [(&str, &[&str], &[&str]); 10] = [
    (
        "coverage",
        &["sources", "packages"],
        &[
            "line-rate",
            "branch-rate",
            "lines-covered",
            "lines-valid",
            "branches-covered",
            "branches-valid",
            "complexity",
            "version",
            "timestamp",
        ],
    ),
    ("sources", &["source*"], &[]),
    ("source", &[], &[]),
    ("packages", &["package*"], &[]),
    ("package", &["classes"], &["name", "line-rate", "branch-rate", "complexity"]),
    ("classes", &["class*"], &[]),
    ("class", &["methods", "lines"], &["name", "filename", "line-rate", "branch-rate", "complexity"]),
    ("methods", &["method*"], &[]),
    ("method", &["lines"], &["name", "signature", "line-rate", "branch-rate", "complexity"]),
    ("lines", &["line*"], &[]),
];

fn check_cobertura(node: Node<'_, '_>) {
    let name = node.tag_name().name();
    let attributes: BTreeSet<&str> = node.attributes().map(|attribute| attribute.name()).collect();
    let children: Vec<&str> =
        node.children().filter(Node::is_element).map(|child| child.tag_name().name()).collect();
    if name == "line" {
        // The only element with optional attributes; conditions are not written.
        assert!(attributes.contains("number") && attributes.contains("hits"), "{attributes:?}");
        let known = ["number", "hits", "branch", "condition-coverage"];
        assert!(attributes.iter().all(|attribute| known.contains(attribute)), "{attributes:?}");
        assert_eq!(children, [""; 0]);
        return;
    }
    let rule = COBERTURA.iter().find(|(of, ..)| *of == name).unwrap_or_else(|| panic!("no element {name}"));
    match rule.1 {
        [many] if many.ends_with('*') => {
            assert!(
                children.iter().all(|child| *child == many.trim_end_matches('*')),
                "{name}: {children:?}"
            );
        }
        exact => assert_eq!(children, exact, "{name}"),
    }
    assert_eq!(attributes, rule.2.iter().copied().collect(), "{name}");
    node.children().filter(Node::is_element).for_each(check_cobertura);
}

#[test]
fn cobertura_keeps_to_its_dtd() {
    let text = Format::Cobertura.write(&covered(&example()), "p", 0);
    let document = parsed(&text);
    assert_eq!(document.root_element().tag_name().name(), "coverage");
    check_cobertura(document.root_element());
}

#[test]
fn where_all_classes_are_those_of_tests_all_are_told() {
    let classes = vec![class("org.x.FooTest", "FooTest.java", "/p/")];
    let rows = [(test("org.x.FooTest", Outcome::Passed), vec![0])];
    let covered = covered(&spectrum(classes, &[(0, "m")], &[(0, 4)], &rows));
    assert_eq!(of_lcov(&covered).len(), 1);
}

proptest! {
    #[test]
    fn formats_agree_whatever_classes_are_called(
        names in proptest::collection::btree_set("[a-b.]{0,4}[A-B<>&\"\\u{1}\u{202e}]{1,3}", 1..5),
        elements in proptest::collection::btree_set((0_usize..5, 1_u32..6), 1..12),
        ran in proptest::collection::vec(proptest::collection::vec(any::<prop::sample::Index>(), 0..6), 1..4),
    ) {
        let names: Vec<String> = names.into_iter().filter(|name| !name.split('.').any(str::is_empty)).collect();
        prop_assume!(!names.is_empty());
        // The reader of this test distinguishes classes by file, so each class has its own.
        let classes: Vec<Class> =
            names.iter().enumerate().map(|(at, name)| class(name, &format!("F{at}.java"), "/c/")).collect();
        let methods: Vec<(u32, &str)> = (0..names.len() as u32).map(|class| (class, "m")).collect();
        let elements: Vec<(usize, u32)> = elements.into_iter().filter(|(of, _)| *of < names.len()).collect();
        prop_assume!(!elements.is_empty());
        let rows: Vec<(Test, Vec<usize>)> = ran
            .iter()
            .map(|ran| (test("z.Z", Outcome::Passed), ran.iter().map(|at| at.index(elements.len())).collect()))
            .collect();
        let spectrum = spectrum(classes, &methods, &elements, &rows);
        let covered = Covered::of(&spectrum, |class| {
            let folder = class.name.rsplit_once('.').map_or(String::new(), |(of, _)| format!("{}/", of.replace('.', "/")));
            format!("src/{folder}{}", class.source_file.as_deref().unwrap_or_default())
        });
        let lcov = of_lcov(&covered);
        prop_assert_eq!(&of_jacoco(&covered), &lcov);
        prop_assert_eq!(&of_cobertura(&covered), &lcov);
        check_cobertura(parsed(&Format::Cobertura.write(&covered, "p", 0)).root_element());
        let expected: BTreeSet<(usize, u32)> =
            rows.iter().flat_map(|(_, ran)| ran.iter().map(|&at| elements[at])).collect();
        prop_assert_eq!(lcov.values().filter(|&&ran| ran).count(), expected.len());
        prop_assert_eq!(lcov.len(), elements.len());
    }
}
