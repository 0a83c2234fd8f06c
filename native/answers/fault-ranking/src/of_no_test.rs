//! Code that ran for no test, and that failing tests may have run: a server that a fixture started, or a thread that all
//! tests share.

use std::collections::{HashMap, HashSet};

use faultline_messages::words::{counted, printable};
use faultline_recording_store::load::{Loaded, Ran};
use faultline_spectrum::{Spectrum, TestId};

/// A sentence on where such code ran; `None` if there is no failing test, or if each of them ran a recorded line and some
/// test ran each line of such code, too. Cost: O(failing tests), and O(hits) of all tests if some code ran for no test.
pub fn note(loaded: &Loaded, failing: &[TestId]) -> Option<String> {
    let coverage = &loaded.spectrum.coverage;
    let most = loaded.background.iter().find(|ran| ran.lines > 0).filter(|_| !failing.is_empty())?;
    let count = failing.iter().filter(|test| coverage.count(test.index()) == 0).count();
    if count == 0 {
        return beside(&loaded.spectrum, &loaded.background);
    }
    let them = if count == 1 { "1 failing test".to_owned() } else { format!("{count} failing tests") };
    Some(format!(
        "{them} ran no recorded line, but {} ran for no test, in {:?}; no test is charged with them, so they are not ranked",
        counted(most.lines, "line"),
        printable(&most.thread)
    ))
}

/// A sentence on lines that ran for no test and that no test ran itself.
fn beside(spectrum: &Spectrum, background: &[Ran]) -> Option<String> {
    let (alone, thread) = alone(spectrum, background);
    let thread = thread?;
    let placed = background.iter().filter(|ran| !ran.places.is_empty()).count();
    let others = if placed > 1 { " and others" } else { "" };
    Some(format!(
        "{} ran for no test, in {:?}{others}, and in no test; a failing test may have caused that, but it is not ranked",
        counted(alone, "line"),
        printable(thread)
    ))
}

/// The number of lines that no test ran, and the thread with the most of them, the first of equals.
fn alone<'r>(spectrum: &Spectrum, background: &'r [Ran]) -> (usize, Option<&'r str>) {
    let wanted: HashSet<(&str, u32)> =
        background.iter().flat_map(|ran| &ran.places).map(|(class, line)| (class.as_str(), *line)).collect();
    let mut missing: HashMap<usize, (&str, u32)> = HashMap::new();
    for (at, element) in spectrum.elements.iter().enumerate() {
        let method = &spectrum.methods[element.method.index()];
        let place = (spectrum.classes[method.class.index()].name.as_str(), element.line);
        if wanted.contains(&place) {
            missing.insert(at, place);
        }
    }
    for row in 0..spectrum.tests.len() {
        if missing.is_empty() {
            break;
        }
        for column in spectrum.coverage.ones(row) {
            missing.remove(&column);
        }
    }
    let places: HashSet<(&str, u32)> = missing.into_values().collect();
    let count = |ran: &Ran| {
        ran.places.iter().filter(|(class, line)| places.contains(&(class.as_str(), *line))).count()
    };
    let most = background.iter().rev().max_by_key(|ran| count(ran)).filter(|ran| count(ran) > 0);
    (places.len(), most.map(|ran| ran.thread.as_str()))
}
