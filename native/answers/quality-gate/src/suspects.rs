//! Measures how far the suspects of a failure are narrowed down.

use faultline_sbfl::{Level, RankQuery, Ranker, RankingSpec, failure_groups};
use faultline_spectrum::Spectrum;

/// Number of methods tied for the first rank of the default ranking: the maximum over the groups of failures,
/// each ranked separately as in `faultline rank`. 0 if no test failed, NaN if a ranking cannot be computed.
pub fn suspects(spectrum: &Spectrum) -> f64 {
    let groups = failure_groups(spectrum);
    if groups.is_empty() {
        return 0.0;
    }
    let ranker = Ranker::new(spectrum);
    let of_group = |tests: &[_]| {
        let query = RankQuery::against_passing(spectrum, tests, RankingSpec::default(), Level::Method);
        ranker.rank(&query).map(|ranking| ranking.entries.iter().filter(|entry| entry.rank_min == 1).count())
    };
    let counts: Result<Vec<usize>, _> = groups.iter().map(|group| of_group(&group.tests)).collect();
    counts.map_or(f64::NAN, |counts| counts.into_iter().max().unwrap_or(0) as f64)
}
