//! How far a failure is narrowed down.

use faultline_sbfl::{Level, RankQuery, Ranker, RankingSpec, failure_groups};
use faultline_spectrum::Spectrum;

/// How many methods share the first place of the default ranking: the largest number over the
/// groups of failures, each ranked on its own as `faultline rank` does; 0 when no test failed. Not a
/// number when a ranking cannot be computed.
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
