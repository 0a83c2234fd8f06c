//! Evidence about classes from recorded tests.

use std::collections::HashMap;

/// Weight of one unit of suspiciousness, relative to a class's own score.
const SUSPICION: f64 = 100.0;
/// Largest reduction of the score for code covered by passing tests.
const COVERED: f64 = 0.5;

/// Evidence about classes from recorded tests, by class name ([`crate::Source::class`]). Nested classes count towards
/// their outermost class.
#[derive(Clone, Debug, PartialEq)]
pub enum Evidence {
    /// No test failed: the covered fraction of each class's lines. Units: 0..=1.
    Coverage(HashMap<String, f64>),
    /// Some test failed: the sum of the suspiciousness of each class's lines. Units: lines, at least 0; a line executed only
    /// by failing tests counts 1.
    Suspicion(HashMap<String, f64>),
}

impl Evidence {
    /// Factor for the score of a class; 1 for a class without recorded evidence.
    ///
    /// `1 + 100 suspicion`, or `1 - coverage / 2` if no test failed. `docs/history.md` reports their accuracy.
    pub fn weight(&self, class: &str) -> f64 {
        match self {
            Self::Coverage(shares) => 1.0 - COVERED * shares.get(class).copied().unwrap_or(0.0),
            Self::Suspicion(sums) => 1.0 + SUSPICION * sums.get(class).copied().unwrap_or(0.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suspicion_raises_coverage_lowers_and_what_is_unknown_stays() {
        let of = |value| HashMap::from([("a.B".to_owned(), value)]);
        let weight = |evidence: Evidence| vec![evidence.weight("a.B"), evidence.weight("a.C")];
        assert_eq!(weight(Evidence::Suspicion(of(1.5))), [151.0, 1.0]);
        assert_eq!(weight(Evidence::Suspicion(of(0.0))), [1.0, 1.0]);
        assert_eq!(weight(Evidence::Coverage(of(1.0))), [0.5, 1.0]);
        assert_eq!(weight(Evidence::Coverage(of(0.5))), [0.75, 1.0]);
    }
}
