//! What the tests so far say about where the fault is.

use faultline_sbfl::{Level, RankQuery, Ranked, Ranker, RankingSpec, ScoringError, Selection, Suspect, Ties};
use faultline_spectrum::{MethodId, Outcome, Spectrum, TestId};

/// Suspects that are kept.
const TOP: usize = 5;

/// The head of a ranking of methods.
#[derive(Debug)]
pub struct Standing {
    /// Methods that a failing test runs.
    pub suspects: usize,
    /// Methods that share the first place.
    pub tied: usize,
    /// The first of the suspects, best first.
    pub top: Vec<Placed>,
    /// The place of the [`Leader`].
    pub leader: Placed,
}

/// A method and its place.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    /// The method.
    pub method: MethodId,
    /// Its place under the tie policy.
    pub rank: f64,
    /// First place of its tie.
    pub rank_min: u32,
    /// Last place of its tie.
    pub rank_max: u32,
    /// Its score.
    pub score: f64,
}

/// What the failing tests in question and all passing tests of the suite put first.
#[derive(Clone, Copy, Debug)]
pub struct Leader {
    /// The method and its place with all of these tests.
    pub placed: Placed,
    /// How many passing tests these are.
    pub passing: usize,
}

/// Ranks methods by some tests of a spectrum.
pub struct Judge<'a> {
    spectrum: &'a Spectrum,
    ranker: Ranker<'a>,
    ranking: RankingSpec,
    ties: Ties,
}

impl<'a> Judge<'a> {
    /// A judge by this ranking.
    pub fn new(spectrum: &'a Spectrum, ranking: RankingSpec, ties: Ties) -> Self {
        Self { spectrum, ranker: Ranker::new(spectrum), ranking, ties }
    }

    /// What these tests put first; `None` when none of them failed, or they run nothing.
    pub fn leader(&self, tests: impl IntoIterator<Item = TestId>) -> Option<Leader> {
        let selection = Selection::of(self.spectrum, tests);
        let passing = selection.passing().len();
        let entries = self.rank(selection, None).ok()?;
        Some(Leader { placed: placed(entries.first()?)?, passing })
    }

    /// The ranking by some tests; `None` when none of them failed.
    pub fn standing(&self, tests: &[TestId], leader: &Leader) -> Option<Standing> {
        let leader = leader.placed.method;
        let selection = Selection::of(self.spectrum, tests.iter().copied());
        let entries = self.rank(selection, Some(leader)).ok()?;
        let is_leader = |entry: &&Ranked| entry.suspect == Suspect::Method(leader);
        let suspects = entries.iter().filter(|entry| entry.counts.ef > 0);
        Some(Standing {
            suspects: suspects.clone().count(),
            tied: suspects.clone().filter(|entry| entry.rank_min == 1).count(),
            top: suspects.take(TOP).filter_map(placed).collect(),
            leader: entries.iter().find(is_leader).and_then(placed)?,
        })
    }

    /// The methods that a failing test of the selection runs, best first; none when none failed.
    pub fn suspects(&self, selection: Selection) -> Vec<Placed> {
        self.rank(selection, None).unwrap_or_default().iter().filter_map(placed).collect()
    }

    /// The methods that a failing test runs, and one that is asked for; the others are of no use to anybody here.
    fn rank(&self, selection: Selection, with: Option<MethodId>) -> Result<Vec<Ranked>, ScoringError> {
        let query = RankQuery { selection, ranking: self.ranking, level: Level::Method, ties: self.ties };
        self.ranker.rank_methods(&query, |method, counts| counts.ef > 0 || with == Some(method))
    }
}

fn placed(entry: &Ranked) -> Option<Placed> {
    let Suspect::Method(method) = entry.suspect else { return None };
    Some(Placed {
        method,
        rank: entry.rank,
        rank_min: entry.rank_min,
        rank_max: entry.rank_max,
        score: entry.score,
    })
}

/// The failed and passed tests of a suite with only these failures.
pub fn suite_with<'a>(
    spectrum: &'a Spectrum,
    failing: &'a [TestId],
    is_of_suite: impl Fn(TestId) -> bool + 'a,
) -> impl Iterator<Item = TestId> + 'a {
    failing.iter().copied().chain(spectrum.tests_with(Outcome::Passed).filter(move |&test| is_of_suite(test)))
}
