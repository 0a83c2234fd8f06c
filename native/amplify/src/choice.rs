//! Which of the kept variants are written as tests: those that tell most.

use faultline_diagnosability::{AnyMetric, SelectQuery, select};
use faultline_scoring::Variant;
use faultline_spectrum::{BitMatrix, Outcome, Spectrum, Test, TestId};
use faultline_telling::failure::Failure;

/// How much the ranking is expected to improve: the best choice on 77 real faults.
const METRIC: &str = "eap";

/// So many of these variants, each of which comes first of those left by what it tells beside the failing tests and
/// those before it. Errors: none but those of a metric that is unknown.
pub fn chosen(spectrum: &Spectrum, variants: &[Variant], most: usize) -> Result<Vec<usize>, Failure> {
    if variants.len() <= most {
        return Ok((0..variants.len()).collect());
    }
    let failed =
        |error: &dyn std::fmt::Display| Failure::failed(format!("variants cannot be chosen from: {error}"));
    let mut given: Vec<TestId> = variants.iter().map(|variant| variant.of).collect();
    given.sort_unstable();
    given.dedup();
    let columns = spectrum.elements.len();
    let mut joined = Spectrum {
        classes: spectrum.classes.clone(),
        methods: spectrum.methods.clone(),
        elements: spectrum.elements.clone(),
        tests: given.iter().map(|test| spectrum.tests[test.index()].clone()).collect(),
        coverage: BitMatrix::new(given.len() + variants.len(), columns),
    };
    for (row, test) in given.iter().enumerate() {
        spectrum.coverage.ones(test.index()).for_each(|column| joined.coverage.set(row, column));
    }
    for (at, variant) in variants.iter().enumerate() {
        let outcome = if variant.fails { Outcome::Failed } else { Outcome::Passed };
        joined.tests.push(Test { unique_id: at.to_string(), outcome, ..nameless() });
        variant.elements.iter().for_each(|element| joined.coverage.set(given.len() + at, element.index()));
    }
    let row = |at: usize| TestId::new(given.len() + at);
    let passing: Vec<TestId> = (0..variants.len()).filter(|&at| !variants[at].fails).map(row).collect();
    let failing = (0..variants.len()).filter(|&at| variants[at].fails);
    let query = SelectQuery {
        given: (0..given.len()).map(TestId::new).collect(),
        pool: Some(passing),
        tests: most,
        ..SelectQuery::default()
    };
    let metric = AnyMetric::find(METRIC).map_err(|error| failed(&error))?;
    let steps = select(&joined, &metric, &query).map_err(|error| failed(&error))?;
    let mut chosen: Vec<usize> = steps.iter().map(|step| step.test.index() - given.len()).collect();
    // Passing ones do the work; where they are few, failing ones follow.
    chosen.extend(failing);
    chosen.truncate(most);
    Ok(chosen)
}

fn nameless() -> Test {
    Test {
        unique_id: String::new(),
        class: String::new(),
        method: String::new(),
        display: String::new(),
        outcome: Outcome::Passed,
        duration_ns: 0,
        overlapped: false,
        failure: None,
    }
}

#[cfg(test)]
mod tests {
    use faultline_spectrum::{Class, ClassId, Element, ElementId, Method, MethodId};

    use super::*;

    #[test]
    fn passing_variants_that_tell_lines_apart_come_first() {
        let mut coverage = BitMatrix::new(1, 4);
        (0..4).for_each(|column| coverage.set(0, column));
        let method = |name: &str| Method { class: ClassId(0), name: name.into(), descriptor: "()V".into() };
        let class = Class { name: "a.A".into(), source_file: None, hash: 1, location: String::new() };
        let spectrum = Spectrum {
            classes: vec![class],
            methods: ["a", "b", "c", "d"].map(method).into(),
            elements: (0..4).map(|at| Element { method: MethodId::new(at), line: at as u32 + 1 }).collect(),
            tests: vec![Test { outcome: Outcome::Failed, ..nameless() }],
            coverage,
        };
        let variant = |fails, elements: &[u32]| Variant {
            of: TestId(0),
            fails,
            probability: 1.0,
            elements: elements.iter().copied().map(ElementId).collect(),
        };
        let all = [
            variant(true, &[0, 1]),
            variant(false, &[0, 1, 2, 3]),
            variant(false, &[0, 1]),
            variant(false, &[]),
        ];
        assert_eq!(chosen(&spectrum, &all, 1).expect("a choice"), [2]);
        assert_eq!(chosen(&spectrum, &all, 9).expect("a choice"), [0, 1, 2, 3]);
    }
}
