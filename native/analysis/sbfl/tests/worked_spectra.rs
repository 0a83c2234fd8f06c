//! Runs every `tests/spectra/*.toml`; the README there describes the format.
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use faultline_sbfl::{
    Counts, Level, RankQuery, Ranked, Ranking, Selection, Suspect, Ties, count_elements, rank, tests_named,
};
use faultline_spectrum::{
    BitMatrix, Class, ClassId, Element, Failure, Frame, Method, MethodId, Outcome, Spectrum, Test, TestId,
};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    title: String,
    source: String,
    methods: BTreeMap<String, String>,
    tests: Vec<CaseTest>,
    expect: Vec<Expect>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseTest {
    name: String,
    #[serde(default)]
    outcome: String,
    #[serde(default)]
    covers: String,
    frames: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expect {
    tests: Option<String>,
    failing: Option<String>,
    ranking: String,
    level: String,
    ties: String,
    order: Option<String>,
    #[serde(default)]
    suspects: BTreeMap<String, String>,
    #[serde(default)]
    counts: BTreeMap<String, String>,
}

/// Parses numbers and ranges: `1 3-5`.
fn numbers(text: &str) -> Vec<u32> {
    let number = |n: &str| n.parse::<u32>().unwrap_or_else(|_| panic!("'{n}' is not a number"));
    text.split_whitespace()
        .flat_map(|part| match part.split_once('-') {
            Some((first, last)) => number(first)..=number(last),
            None => number(part)..=number(part),
        })
        .collect()
}

/// The spectrum of a case, without tests.
fn columns(case: &Case) -> Spectrum {
    let split = |name: &str| {
        let (class, method) = name.split_once('#').unwrap_or(("C", name));
        (class.to_owned(), method.to_owned())
    };
    let classes: BTreeSet<String> = case.methods.keys().map(|name| split(name).0).collect();
    let mut spectrum = Spectrum::default();
    for name in &classes {
        let outer = name.split('$').next().unwrap_or(name);
        let source_file = Some(format!("{outer}.java"));
        let location = String::new();
        spectrum.classes.push(Class { name: name.clone(), source_file, hash: 0, location });
    }
    for (name, lines) in &case.methods {
        let (class, name) = split(name);
        let class = ClassId::new(classes.iter().position(|known| *known == class).unwrap());
        let method = MethodId::new(spectrum.methods.len());
        spectrum.methods.push(Method { class, name, descriptor: "()V".into() });
        spectrum.elements.extend(numbers(lines).into_iter().map(|line| Element { method, line }));
    }
    spectrum
}

/// The columns named by a test's `covers`.
fn covered(spectrum: &Spectrum, covers: &str) -> BTreeSet<usize> {
    let mut covered = BTreeSet::new();
    for part in covers.split_whitespace() {
        let (method, lines) = match part.split_once(':') {
            Some((method, lines)) => (Some(method), lines),
            None => (None, part),
        };
        for line in numbers(lines) {
            let meant = |element: &Element| {
                element.line == line
                    && method.is_none_or(|name| spectrum.methods[element.method.index()].name == name)
            };
            let before = covered.len();
            covered.extend((0..spectrum.elements.len()).filter(|&c| meant(&spectrum.elements[c])));
            assert!(covered.len() > before, "'{part}' names a line that no method has, or one twice");
        }
    }
    covered
}

fn outcome(name: &str) -> Outcome {
    match name {
        "" | "passed" => Outcome::Passed,
        "failed" => Outcome::Failed,
        "aborted" => Outcome::Aborted,
        "skipped" => Outcome::Skipped,
        _ => panic!("'{name}' is not an outcome"),
    }
}

/// A failure with this stack trace, topmost frame first.
fn failure(frames: &str) -> Failure {
    let frame = |name: &str| {
        let (class, method) = name.split_once('#').unwrap_or(("C", name));
        Frame { class: class.to_owned(), method: method.to_owned(), line: -1 }
    };
    Failure { frames: frames.split_whitespace().map(frame).collect(), ..Failure::default() }
}

/// The spectrum with these rows, in this order.
fn spectrum(case: &Case, names: &[&str]) -> Spectrum {
    let mut spectrum = columns(case);
    spectrum.coverage = BitMatrix::new(names.len(), spectrum.elements.len());
    for (row, name) in names.iter().enumerate() {
        let test = case.tests.iter().find(|test| test.name == *name);
        let test = test.unwrap_or_else(|| panic!("there is no test '{name}'"));
        for column in covered(&spectrum, &test.covers) {
            spectrum.coverage.set(row, column);
        }
        spectrum.tests.push(Test {
            unique_id: test.name.clone(),
            class: String::new(),
            method: test.name.clone(),
            outcome: outcome(&test.outcome),
            duration_ns: 0,
            display: String::new(),
            overlapped: false,
            failure: test.frames.as_deref().map(failure),
        });
    }
    spectrum
}

/// The name of a suspect in a case.
fn name_of(spectrum: &Spectrum, entry: &Ranked) -> String {
    let class = spectrum.class_of(entry.element);
    match entry.suspect {
        Suspect::Line(_) => {
            let file = class.source_file.as_deref().unwrap();
            let line = spectrum.elements[entry.element.index()].line;
            if file == "C.java" { line.to_string() } else { format!("{file}:{line}") }
        }
        Suspect::Method(method) => {
            let name = &spectrum.methods[method.index()].name;
            if class.name == "C" { name.clone() } else { format!("{}#{name}", class.name) }
        }
        Suspect::Class(class) => spectrum.classes[class.index()].name.clone(),
    }
}

/// Whether a score rounds to the digits of a text.
fn rounds_to(score: f64, text: &str) -> bool {
    let expected: f64 = text.parse().unwrap_or_else(|_| panic!("'{text}' is not a score"));
    let decimals = text.split_once('.').map_or(0, |(_, digits)| digits.len());
    // Whole numbers must match exactly.
    let allowed = if decimals == 0 { 1e-12 } else { 0.5 * 0.1_f64.powf(decimals as f64) + 1e-12 };
    if expected.is_infinite() {
        score.total_cmp(&expected).is_eq()
    } else {
        (score - expected).abs() <= allowed
    }
}

fn check_ranking(spectrum: &Spectrum, ranking: &Ranking, expect: &Expect) -> usize {
    let names: Vec<String> = ranking.entries.iter().map(|entry| name_of(spectrum, entry)).collect();
    if let Some(order) = &expect.order {
        assert_eq!(names, order.split_whitespace().collect::<Vec<_>>(), "order");
    }
    let entry = |name: &String| {
        let at = names.iter().position(|known| known == name);
        &ranking.entries[at.unwrap_or_else(|| panic!("there is no suspect '{name}' in {names:?}"))]
    };
    for (name, expected) in &expect.suspects {
        let (score, place) = expected.split_once('/').expect("score/rank");
        let entry = entry(name);
        assert!(rounds_to(entry.score, score), "{name} scores {}, not {score}", entry.score);
        assert!(rounds_to(entry.rank, place), "{name} ranks {}, not {place}", entry.rank);
        assert!(f64::from(entry.rank_min) <= entry.rank && entry.rank <= f64::from(entry.rank_max));
    }
    for (name, expected) in &expect.counts {
        let [ef, ep, nf, np] = numbers(expected)[..] else { panic!("'{expected}' is not ef ep nf np") };
        assert_eq!(entry(name).counts, Counts { ef, ep, nf, np }, "counts of {name}");
    }
    2 * expect.suspects.len() + expect.counts.len()
}

fn check(case: &Case, expect: &Expect) -> usize {
    let all: Vec<&str> = case.tests.iter().map(|test| test.name.as_str()).collect();
    let names = expect.tests.as_ref().map_or(all, |tests| tests.split_whitespace().collect());
    let spectrum = spectrum(case, &names);
    let selection = match &expect.failing {
        None => Selection::all(&spectrum),
        Some(names) => {
            let failing: Vec<TestId> =
                names.split_whitespace().flat_map(|name| tests_named(&spectrum, name).unwrap()).collect();
            Selection::against_passing(&spectrum, &failing)
        }
    };
    let query = RankQuery {
        selection,
        ranking: expect.ranking.parse().unwrap(),
        level: expect.level.parse().unwrap(),
        ties: expect.ties.parse().unwrap(),
    };
    let checked = check_ranking(&spectrum, &rank(&spectrum, &query).unwrap(), expect);
    assert!(checked > 0, "an expectation that expects nothing");
    checked
}

/// Every case with the name of its file.
fn cases() -> Vec<(String, Case)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/spectra");
    let mut paths: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "toml"));
    paths.sort();
    let read = |path: &Path| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let case = toml::from_str(&fs::read_to_string(path).unwrap());
        (name.clone(), case.unwrap_or_else(|error| panic!("{name}: {error}")))
    };
    paths.iter().map(|path| read(path)).collect()
}

#[test]
fn every_worked_spectrum_gives_its_counts_scores_and_ranks() {
    let mut checked = BTreeMap::new();
    for (file, case) in cases() {
        assert!(!case.title.is_empty() && !case.source.is_empty(), "{file} says what it shows and whence");
        for (number, expect) in case.expect.iter().enumerate() {
            println!("{file}, expectation {number}: {} at level {}", expect.ranking, expect.level);
            *checked.entry(file.clone()).or_insert(0) += check(&case, expect);
        }
    }
    // 132 cells, each a score and a rank.
    assert_eq!(checked["learned-selection.toml"], 264);
    assert!(checked.len() >= 5, "found only {:?}", checked.keys());
}

#[test]
fn counts_add_up_to_the_selected_tests_for_every_element_of_every_worked_spectrum() {
    for (_, case) in cases() {
        let names: Vec<&str> = case.tests.iter().map(|test| test.name.as_str()).collect();
        let spectrum = spectrum(&case, &names);
        let with = |outcome| spectrum.tests_with(outcome).count() as u32;
        for counts in count_elements(&spectrum, &Selection::all(&spectrum)) {
            assert_eq!(counts.failed(), with(Outcome::Failed));
            assert_eq!(counts.passed(), with(Outcome::Passed));
        }
    }
}

#[test]
fn levels_and_tie_policies_are_read_back_from_their_names() {
    for level in Level::ALL {
        assert_eq!(level.name().parse(), Ok(level));
    }
    for ties in Ties::ALL {
        assert_eq!(ties.name().parse(), Ok(ties));
    }
}
