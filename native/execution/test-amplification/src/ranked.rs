//! The methods in the order in which variants put them, for each group of failing tests.

use crate::report::Report;
use faultline_messages::failure::Failure;
use faultline_sbfl::{
    Level, RankQuery, Ranked as Entry, Ranker, RankingSpec, Suspect, failure_groups, finite,
};
use faultline_spectrum::{MethodId, TestId};
use faultline_variant_evidence::evidence::{Evidence, evidence};

/// Rankings of groups of failing tests of which there are variants, the largest group first.
#[derive(Debug)]
pub struct Ranked {
    /// How methods were ranked.
    pub spec: RankingSpec,
    /// By group.
    pub groups: Vec<Group>,
}

/// Failing tests that seem to have one cause.
#[derive(Debug)]
pub struct Group {
    /// Their rows.
    pub failing: Vec<TestId>,
    /// Class of the exception.
    pub exception: Option<String>,
    /// What their variants say.
    pub evidence: Vec<Evidence>,
    /// The first methods with variants.
    pub methods: Vec<Suspicious>,
}

/// A method that may be faulty.
#[derive(Debug)]
pub struct Suspicious {
    /// First and last place of its tie, with variants.
    pub place: (u32, u32),
    /// And without.
    pub before: (u32, u32),
    /// Suspiciousness.
    pub score: f64,
    /// Which.
    pub method: MethodId,
    /// Its most suspicious line.
    pub line: u32,
}

/// Methods that are told of.
const METHODS: usize = 10;

impl Ranked {
    /// Errors: those of rankings.
    pub fn of(report: &Report) -> Result<Self, Failure> {
        let spectrum = report.plan.spectrum();
        let spec = RankingSpec::default();
        let plain = Ranker::new(spectrum);
        let amplified = Ranker::new(spectrum).with_amplified(&report.matched.variants);
        let has_variants = |test: &TestId| report.matched.variants.iter().any(|variant| variant.of == *test);
        // As `faultline rank` groups them: those that were not grown from are counted, too.
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
