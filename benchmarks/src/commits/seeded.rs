//! Faults seeded into lines that real commits wrote.

/* A line that passing tests run is declared faulty. Each test that runs it fails with probability 1/2, at least one; the others pass
as recorded. The culprit is the commit that `git blame -w` names for the line, an independent method. Coverage is as recorded,
because the code is not changed. */

use std::process::Command;

use faultline_recording_store::load;
use faultline_spectrum::{ElementId, Fnv, Outcome, Spectrum, TestId};
use faultline_vcs_history::Snapshot;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

use super::ways::{self, Way};
use super::{Case, Found};

/// So many seeded faults of a case, and what all ways make of each. Errors, as reasons: something cannot be read.
pub fn of_case(case: &Case, ways: &[Way], seeds: usize) -> Result<Vec<(Case, Vec<Found>)>, String> {
    let loaded = load::load(std::slice::from_ref(&case.recordings)).map_err(|error| error.to_string())?;
    let files = Snapshot::of(&case.repository, &case.revision, false).map_err(|error| error.to_string())?;
    // The same seeded faults for the same case.
    let mut coin = SplitMix64::seed_from_u64(Fnv::of(case.id.as_bytes()));
    let mut all = Vec::new();
    let elements = loaded.spectrum.elements.len().max(1) as u64;
    for attempt in 0..seeds * 20 {
        if all.len() >= seeds {
            break;
        }
        let element = ElementId::new((coin.next_u64() % elements) as usize);
        let Some((spectrum, failing)) = seeded(&loaded.spectrum, element, &mut coin) else { continue };
        let Some(culprit) = blamed(case, &files, &spectrum, element) else { continue };
        let seed = Case { id: format!("{}-seed-{attempt}", case.id), culprit, ..case.clone() };
        match ways::of_failures(&seed, ways, &spectrum, &failing) {
            Ok(found) => all.push((seed, found)),
            Err(reason) => return Err(reason),
        }
    }
    Ok(all)
}

/// The spectrum in which tests that run an element fail; `None` where no passing test does.
fn seeded(spectrum: &Spectrum, element: ElementId, coin: &mut SplitMix64) -> Option<(Spectrum, Vec<TestId>)> {
    let runs: Vec<TestId> = spectrum
        .tests_with(Outcome::Passed)
        .filter(|test| spectrum.coverage.get(test.index(), element.index()))
        .collect();
    let chosen = coin.next_u64() as usize % runs.len().max(1);
    let first = *runs.get(chosen)?;
    let failing: Vec<TestId> =
        runs.into_iter().filter(|&test| test == first || coin.next_u64() & 1 == 1).collect();
    let mut seeded = spectrum.clone();
    for test in &mut seeded.tests {
        // Original failures are unrelated.
        if test.outcome == Outcome::Failed {
            test.outcome = Outcome::Skipped;
        }
    }
    for test in &failing {
        seeded.tests[test.index()].outcome = Outcome::Failed;
    }
    Some((seeded, failing))
}

/// The commit that wrote an element's line, according to git.
fn blamed(case: &Case, files: &Snapshot, spectrum: &Spectrum, element: ElementId) -> Option<String> {
    let below = spectrum.class_of(element).likely_source_path();
    let path = files.paths(&below).into_iter().next()?.to_string();
    let line = spectrum.elements[element.index()].line;
    let output = Command::new("git")
        .arg("-C")
        .arg(&case.repository)
        .args([
            "blame",
            "-w",
            "--porcelain",
            "--root",
            "-L",
            &format!("{line},{line}"),
            &case.revision,
            "--",
            &path,
        ])
        .output()
        .ok()
        .filter(|output| output.status.success())?;
    let said = String::from_utf8_lossy(&output.stdout);
    said.split_whitespace().next().map(str::to_owned)
}
