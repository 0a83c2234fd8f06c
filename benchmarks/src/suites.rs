//! Generated spectra for choosing tests.

use faultline_spectrum::{BitMatrix, Element, MethodId, Outcome, Spectrum, Test};

/// Number of lines of a run, and of a method.
const RUN: usize = 10;

/// Rows with `runs` runs of ten lines at random places, like methods; the first `failed` rows fail. Deterministic.
pub(crate) fn spectrum(tests: usize, elements: usize, runs: usize, failed: usize) -> Spectrum {
    let mut state = 1_u64;
    let mut random = move |n: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % n
    };
    let mut coverage = BitMatrix::new(tests, elements);
    for test in 0..tests {
        for _ in 0..runs {
            let start = random(elements - RUN);
            (start..start + RUN).for_each(|element| coverage.set(test, element));
        }
    }
    let test = |row| Test {
        unique_id: String::new(),
        class: String::new(),
        method: String::new(),
        display: String::new(),
        outcome: if row < failed { Outcome::Failed } else { Outcome::Passed },
        duration_ns: 0,
        overlapped: false,
        failure: None,
    };
    Spectrum {
        elements: (0..elements).map(|e| Element { method: MethodId::new(e / RUN), line: 1 }).collect(),
        tests: (0..tests).map(test).collect(),
        coverage,
        ..Spectrum::default()
    }
}

#[cfg(test)]
mod tests {
    use super::spectrum;

    #[test]
    fn rows_are_runs_of_about_the_share_that_is_asked_for() {
        let suite = spectrum(50, 3000, 12, 1);
        let covered: usize = (0..50).map(|row| suite.coverage.ones(row).count()).sum();
        assert!((100 * 50..=120 * 50).contains(&covered), "{covered}");
    }
}
