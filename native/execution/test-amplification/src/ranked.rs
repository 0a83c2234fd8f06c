//! Rankings of methods with variants, for each group of failing tests.

use crate::report::Report;
use faultline_messages::failure::Failure;
use faultline_sbfl::{
    Level, RankQuery, Ranked as Entry, Ranker, RankingSpec, Suspect, failure_groups, finite,
};
use faultline_spectrum::{MethodId, TestId};
use faultline_variant_evidence::evidence::{Evidence, evidence};

/// Rankings of groups of failing tests with variants, the largest group first.
#[derive(Debug)]
pub struct Ranked {
    /// The ranking of methods.
    pub spec: RankingSpec,
    /// By group.
    pub groups: Vec<Group>,
}

/// Failing tests that probably have one cause.
#[derive(Debug)]
pub struct Group {
    /// Their rows.
    pub failing: Vec<TestId>,
    /// Class of the exception.
    pub exception: Option<String>,
    /// Evidence from their variants.
    pub evidence: Vec<Evidence>,
    /// The first methods of the ranking with variants.
    pub methods: Vec<Suspicious>,
}

/// A method that may be faulty.
#[derive(Debug)]
pub struct Suspicious {
    /// First and last position of its tie, with variants.
    pub place: (u32, u32),
    /// The same without variants.
    pub before: (u32, u32),
    /// Suspiciousness.
    pub score: f64,
    /// The method.
    pub method: MethodId,
    /// Its most suspicious line.
    pub line: u32,
}

/// Maximum number of methods shown.
const METHODS: usize = 10;

impl Ranked {
    /// Ranks methods with and without variants. Errors: those of rankings.
    pub fn of(report: &Report) -> Result<Self, Failure> {
        let spectrum = report.plan.spectrum();
        let spec = RankingSpec::default();
        let plain = Ranker::new(spectrum);
        let amplified = Ranker::new(spectrum).with_amplified(&report.matched.variants);
        let has_variants = |test: &TestId| report.matched.variants.iter().any(|variant| variant.of == *test);
        // The groups of `faultline rank`, including tests that were not grown from.
        let mut groups = failure_groups(spectrum);
        groups.retain(|group| group.tests.iter().any(has_variants));
        let groups = groups.into_iter().map(|group| {
            let rank = |ranker: &Ranker<'_>, ranking| {
                let query = RankQuery::against_passing(spectrum, &group.tests, ranking, Level::Method);
                ranker.rank(&query).map_err(|error| Failure::failed(error.to_string()))
            };
            let before = rank(&plain, spec)?;
            let after = rank(&amplified, spec.with_amplified())?;
            let method = |entry: &Entry| {
                let Suspect::Method(method) = entry.suspect else { return None };
                let old = before.entries.iter().find(|old| old.suspect == entry.suspect)?;
                Some(Suspicious {
                    place: (entry.rank_min, entry.rank_max),
                    before: (old.rank_min, old.rank_max),
                    score: finite(entry.score),
                    method,
                    line: spectrum.elements[entry.element.index()].line,
                })
            };
            let suspects = after.entries.iter().filter(|entry| entry.counts.ef > 0);
            let methods = suspects.take(METHODS).filter_map(method).collect();
            let of = report.matched.variants.iter().zip(&report.matched.kept);
            let of = of.filter(|(variant, _)| group.tests.contains(&variant.of));
            Ok(Group {
                evidence: evidence(of.map(|(_, kept)| kept)),
                failing: group.tests,
                exception: group.exception,
                methods,
            })
        });
        let groups = groups.collect::<Result<Vec<_>, Failure>>()?;
        Ok(Self { spec: spec.with_amplified(), groups })
    }
}
