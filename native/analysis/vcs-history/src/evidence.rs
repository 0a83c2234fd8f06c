//! What recorded tests say of classes.

use std::collections::HashMap;

/// What a line counts, per unit of its suspiciousness, beside what its class is by itself.
const SUSPICION: f64 = 100.0;
/// What code that tests ran without a failure counts less.
const COVERED: f64 = 0.5;

/// What recorded tests say of classes, by their names ([`crate::Source::class`]), nested ones
/// counted as a part of the one around them.
#[derive(Clone, Debug, PartialEq)]
pub enum Evidence {
    /// No test failed. The share of each class's lines that tests ran. Units: 0..=1.
    Coverage(HashMap<String, f64>),
    /// Some test failed. The suspiciousness of each class's lines, added up. Units: lines, at
    /// least 0; a line that failing tests alone ran is 1.
    Suspicion(HashMap<String, f64>),
}

impl Evidence {
    /// What the score of a class is multiplied by; 1 for one of which nothing was recorded.
    ///
    /// `1 + 100 suspicion`, and where no test failed `1 - coverage / 2`: see `docs/history.md` for
    /// how well they do.
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
