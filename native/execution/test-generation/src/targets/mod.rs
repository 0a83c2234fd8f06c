//! Selects the classes to search, with the duration of each search.

pub mod groups;
mod shares;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use faultline_messages::failure::Failure;
use faultline_messages::words::{counted, printable, seconds};
use faultline_sbfl::{Posterior, Selection, count_elements, display_name, failing_tests, nearest_names};
use faultline_spectrum::{ClassName, ElementId, MethodId, Outcome, Spectrum, TestId};

use self::shares::split;

/// The request of a search.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// Total search time of all classes.
    pub budget: Duration,
    /// The minimum search time of a class.
    pub least: Duration,
    /// How the budget is split.
    pub split: Split,
    /// The failing tests to explain; empty: the only one that failed.
    pub failing: &'a [String],
    /// Classes to search; `auto`: all that the failing tests cover.
    pub classes: &'a [String],
}

/// How a budget is split between classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    /// By the number of their methods that a failing test covers.
    Methods,
    /// By the probability that they contain the fault, given all recorded tests.
    Suspiciousness,
}

/// The tests to explain, and the classes to search.
#[derive(Debug)]
pub struct Plan {
    /// The failing tests.
    pub failing: Vec<TestId>,
    /// The lines that they cover, as a row of bits.
    pub suspicious: Vec<u64>,
    /// Classes to search, ordered by share, the largest first.
    pub targets: Vec<Target>,
    /// Classes whose share would be too small.
    pub left_out: Vec<String>,
}

/// A class to generate tests for.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// Binary name of an outermost class.
    pub class: String,
    /// Number of its methods that a failing test covers, including nested classes.
    pub methods: usize,
    /// Length of its search. Units: whole seconds.
    pub share: Duration,
}

/// A class before the budget is split.
#[derive(Debug, Default)]
struct Candidate {
    methods: BTreeSet<MethodId>,
    probability: f64,
}

/// Plans the searches. Errors: it is ambiguous which failing test is meant; it covers nothing, or not a named
/// class; the budget is too small for one class.
pub fn plan(spectrum: &Spectrum, request: &Request<'_>) -> Result<Plan, Failure> {
    let (budget, least) = (request.budget.as_secs(), request.least.as_secs().max(1));
    if budget < least {
        return Err(Failure::misuse(format!(
            "a budget of {} is below the least for one class, {}; give a larger --budget or a smaller --min",
            seconds(request.budget),
            seconds(Duration::from_secs(least))
        )));
    }
    let failing = failing(spectrum, request.failing)?;
    let suspicious = united(spectrum, &failing);
    let candidates = candidates(spectrum, &failing, &suspicious);
    if candidates.is_empty() {
        return Err(Failure::failed(format!(
            "{} covers no line of a class that was recorded, so there is nothing to generate tests for",
            names(spectrum, &failing)
        )));
    }
    let chosen = chosen(spectrum, &failing, candidates, request.classes)?;
    let weights: Vec<f64> = chosen
        .iter()
        .map(|(_, candidate)| match request.split {
            Split::Methods => candidate.methods.len() as f64,
            Split::Suspiciousness => candidate.probability,
        })
        .collect();
    let mut targets = Vec::new();
    let mut left_out = Vec::new();
    for ((class, candidate), share) in chosen.into_iter().zip(split(budget, least, &weights)) {
        if share == 0 {
            left_out.push(class);
        } else {
            let methods = candidate.methods.len();
            targets.push(Target { class, methods, share: Duration::from_secs(share) });
        }
    }
    targets.sort_by_key(|target| std::cmp::Reverse(target.share));
    Ok(Plan { failing, suspicious, targets, left_out })
}

/// The names of tests, for messages.
pub fn names(spectrum: &Spectrum, tests: &[TestId]) -> String {
    let names = tests.iter().map(|test| printable(&display_name(&spectrum.tests[test.index()])));
    names.collect::<Vec<_>>().join(", ")
}

/// The failing tests to explain: the named ones, else the only one. Errors: no test has a name, or several
/// failed and none is named.
pub fn failing(spectrum: &Spectrum, given: &[String]) -> Result<Vec<TestId>, Failure> {
    if !given.is_empty() {
        return failing_tests(spectrum, given).map_err(|error| Failure::failed(error.to_string()));
    }
    let failed: Vec<TestId> = spectrum.tests_with(Outcome::Failed).collect();
    match failed.len() {
        0 => Err(Failure::failed("no recorded test failed, so there is nothing to explain")),
        1 => Ok(failed),
        several => Err(Failure::failed(format!(
            "{} failed, {}{}; name the one to explain with --failing",
            counted(several, "test"),
            names(spectrum, &failed[..several.min(3)]),
            if several > 3 { " and others" } else { "" }
        ))),
    }
}

fn united(spectrum: &Spectrum, tests: &[TestId]) -> Vec<u64> {
    let mut row = vec![0; spectrum.coverage.stride()];
    for test in tests {
        spectrum.coverage.add_row(test.index(), &mut row);
    }
    row
}

/// By outermost class, without test classes: methods covered by a failing test, and the probability that the
/// fault is in one of its lines.
fn candidates(spectrum: &Spectrum, failing: &[TestId], suspicious: &[u64]) -> BTreeMap<String, Candidate> {
    let passing = spectrum.tests_with(Outcome::Passed);
    let counts = count_elements(spectrum, &Selection::told(failing.iter().copied(), passing));
    let posterior = Posterior::default();
    let weights: Vec<f64> = counts.iter().map(|counts| posterior.log_weight(&counts.weights())).collect();
    let largest = weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let tests: BTreeSet<&str> =
        spectrum.tests.iter().map(|test| ClassName(&test.class).outermost()).collect();

    let mut candidates = BTreeMap::<String, Candidate>::new();
    for element in (0..spectrum.elements.len()).filter(|&e| suspicious[e / 64] >> (e % 64) & 1 != 0) {
        let class = ClassName(&spectrum.class_of(ElementId::new(element)).name).outermost();
        if !tests.contains(class) {
            let candidate = candidates.entry(class.to_owned()).or_default();
            candidate.methods.insert(spectrum.elements[element].method);
            candidate.probability += (weights[element] - largest).exp();
        }
    }
    candidates
}

/// Errors: a named class is not among the candidates.
fn chosen(
    spectrum: &Spectrum,
    failing: &[TestId],
    mut candidates: BTreeMap<String, Candidate>,
    given: &[String],
) -> Result<Vec<(String, Candidate)>, Failure> {
    if given.iter().any(|name| name == "auto") {
        return Ok(candidates.into_iter().collect());
    }
    let mut chosen = Vec::new();
    for name in given.iter().map(|name| name.trim()) {
        let class = ClassName(name).outermost();
        if chosen.iter().any(|(other, _)| other == class) {
            continue;
        }
        let Some(candidate) = candidates.remove(class) else {
            let near = nearest_names(class, candidates.keys().map(String::as_str), 1);
            let advice = match near.first() {
                Some(near) => format!("; did you mean {near}?"),
                None => String::new(),
            };
            return Err(Failure::failed(format!(
                "{} covers no line of the class {}{advice}",
                names(spectrum, failing),
                printable(name)
            )));
        };
        chosen.push((class.to_owned(), candidate));
    }
    Ok(chosen)
}

/// The unique ids of the failing tests, for the searches. Errors: an id contains a semicolon, which separates
/// them.
pub fn unique_ids(spectrum: &Spectrum, failing: &[TestId]) -> Result<Vec<String>, Failure> {
    let ids = failing.iter().map(|test| spectrum.tests[test.index()].unique_id.clone());
    let ids: Vec<String> = ids.collect();
    match ids.iter().find(|id| id.contains(';')) {
        Some(id) => Err(Failure::failed(format!(
            "the id of the failing test holds a semicolon, which separates ids for EvoSuite: {id}"
        ))),
        None => Ok(ids),
    }
}
