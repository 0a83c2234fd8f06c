//! Methods with some unrecorded lines. Those with none recorded are in [`unseen`](crate::unseen).

use std::collections::{BTreeMap, BTreeSet, HashSet};

use faultline_messages::words::{counted, number};
use faultline_spectrum::{Outcome, PartlyRecorded, Recording};

/// The methods, as `org.x.Foo#bar`, with the number of lines that have no element.
pub fn methods(recordings: &[Recording]) -> BTreeMap<String, u32> {
    let of = |recording| partly(recording, |_| true);
    recordings.iter().flat_map(of).collect()
}

/// A sentence on those methods that failing tests executed: their unrecorded lines cannot be ranked.
pub fn note(recordings: &[Recording]) -> Option<String> {
    let methods: BTreeMap<String, u32> = recordings.iter().flat_map(of_failing_tests).collect();
    let (first, lines) = methods.first_key_value()?;
    let more = match methods.len() - 1 {
        0 => String::new(),
        more => format!(", and of {} more", counted(more, "method")),
    };
    Some(format!(
        "{} of {first}{more} cannot be suspected: the method is too large for a probe at each line",
        counted(*lines as usize, "line")
    ))
}

fn of_failing_tests(recording: &Recording) -> Vec<(String, u32)> {
    let mut failed = recording.tests.iter().filter(|test| test.outcome == Outcome::Failed).peekable();
    if recording.partly.is_empty() || failed.peek().is_none() {
        return Vec::new();
    }
    // Code that ran for several tests may have run for a failing one.
    let shared = recording.fixtures.iter().map(|fixture| &fixture.coverage);
    let shared = shared.chain(recording.initialisers.iter().map(|(_, coverage)| coverage));
    let (mut run, mut buffer) = (HashSet::new(), Vec::new());
    for coverage in failed.map(|test| &test.coverage).chain(shared) {
        run.extend(coverage.slots_in(&mut buffer));
    }
    partly(recording, |method| {
        let class = recording.classes.iter().find(|class| class.id == method.class);
        let slots = class.into_iter().flat_map(|class| (0..).zip(&class.slots));
        slots.into_iter().any(|(slot, &(of, _))| of == method.method && run.contains(&(method.class, slot)))
    })
}

/// The methods, as `org.x.Foo#bar`, of which the class file names no line, although it names lines of others.
pub fn without_lines(recordings: &[Recording]) -> BTreeSet<String> {
    let of = |recording| named(recording, |method| method.lines == 0);
    recordings.iter().flat_map(of).map(|(name, _)| name).collect()
}

fn partly(recording: &Recording, take: impl Fn(&PartlyRecorded) -> bool) -> Vec<(String, u32)> {
    named(recording, |method| method.lines > 0 && take(method))
}

fn named(recording: &Recording, take: impl Fn(&PartlyRecorded) -> bool) -> Vec<(String, u32)> {
    let named = recording.partly.iter().filter(|method| take(method)).filter_map(|method| {
        let class = recording.classes.iter().find(|class| class.id == method.class)?;
        let name = &class.methods.get(method.method as usize)?.name;
        Some((format!("{}#{name}", class.name), method.lines))
    });
    named.collect()
}

/// What is missing from the recordings, as a sentence without its full stop.
pub fn sentence(methods: &BTreeMap<String, u32>) -> String {
    let lines: usize = methods.values().map(|lines| *lines as usize).sum();
    format!("{} of {} not recorded", counted(lines, "line"), counted(methods.len(), "large method"))
}

/// The methods, formatted for a list.
pub fn names(methods: &BTreeMap<String, u32>) -> Vec<String> {
    methods.iter().map(|(name, lines)| format!("{name}: {} lines", number(*lines as usize))).collect()
}

#[cfg(test)]
mod tests {
    use faultline_spectrum::{ClassFile, CoverageBuilder, RecordedClass, RecordedMethod, RecordedTest};

    use super::*;

    fn recording(outcome: Outcome, slot: u32) -> Recording {
        let method = |name: &str| RecordedMethod { name: name.into(), descriptor: "()V".into() };
        let mut coverage = CoverageBuilder::default();
        coverage.class(3, &[1 << slot]);
        Recording {
            classes: vec![RecordedClass::new(
                3,
                ClassFile {
                    name: "a.Parser".into(),
                    source_file: None,
                    hash: 0,
                    location: String::new(),
                    methods: vec![method("small"), method("parse")],
                    slots: vec![(0, 5), (1, 9)],
                },
            )],
            tests: vec![RecordedTest {
                sequence: 0,
                unique_id: "t".into(),
                class: "a.T".into(),
                method: "t".into(),
                display: String::new(),
                outcome,
                duration_ns: 0,
                overlapped: false,
                failure: None,
                coverage: coverage.to_coverage(),
            }],
            partly: vec![PartlyRecorded { class: 3, method: 1, lines: 9_000 }],
            ..Recording::default()
        }
    }

    #[test]
    fn a_ranking_names_the_methods_that_failing_tests_ran_and_not_all_of_whose_lines_are_known() {
        let note = |outcome, slot| note(&[recording(outcome, slot)]);
        let told = note(Outcome::Failed, 1).unwrap();
        assert!(told.starts_with("9,000 lines of a.Parser#parse cannot be suspected"), "{told}");
        assert_eq!(note(Outcome::Failed, 0), None, "another method");
        assert_eq!(note(Outcome::Passed, 1), None);
    }

    #[test]
    fn methods_without_any_line_are_no_large_methods() {
        let mut recordings = [recording(Outcome::Failed, 1)];
        assert_eq!(without_lines(&recordings), BTreeSet::new());
        recordings[0].partly[0].lines = 0;
        assert_eq!((methods(&recordings), note(&recordings)), (BTreeMap::new(), None));
        assert_eq!(without_lines(&recordings), BTreeSet::from(["a.Parser#parse".to_owned()]));
    }
}
