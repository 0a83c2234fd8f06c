//! The ranking that the tests so far give.

use faultline_sbfl::{Level, RankQuery, Ranked, Ranker, RankingSpec, ScoringError, Selection, Suspect, Ties};
use faultline_spectrum::{MethodId, Outcome, Spectrum, TestId};

/// Number of suspects kept.
const TOP: usize = 5;

/// The head of a ranking of methods.
#[derive(Debug)]
pub struct Standing {
    /// Number of methods that a failing test runs.
    pub suspects: usize,
    /// Number of methods tied for the first rank.
    pub tied: usize,
    /// The first suspects, best first.
    pub top: Vec<Placed>,
    /// The rank of the [`Leader`].
    pub leader: Placed,
}

/// A method and its rank.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    /// The method.
    pub method: MethodId,
    /// Its rank under the tie policy.
    pub rank: f64,
    /// First rank of its tie.
    pub rank_min: u32,
    /// Last rank of its tie.
    pub rank_max: u32,
    /// Its score.
    pub score: f64,
}

/// The first method of the ranking with the failing tests in question and all passing tests of the suite.
#[derive(Clone, Copy, Debug)]
pub struct Leader {
    /// The method and its rank with all these tests.
    pub placed: Placed,
    /// Number of passing tests used.
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
    /// Creates a judge with a ranking.
    pub fn new(spectrum: &'a Spectrum, ranking: RankingSpec, ties: Ties) -> Self {
        Self { spectrum, ranker: Ranker::new(spectrum), ranking, ties }
    }

    /// The first method of the ranking by these tests; `None` if none of them failed or they run nothing.
    pub fn leader(&self, tests: impl IntoIterator<Item = TestId>) -> Option<Leader> {
        let selection = Selection::of(self.spectrum, tests);
        let passing = selection.passing().len();
        let entries = self.rank(selection, None).ok()?;
        Some(Leader { placed: placed(entries.first()?)?, passing })
    }

    /// The ranking by some tests; `None` if none of them failed.
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

    /// The methods that a failing test of the selection runs, best first; empty if no test failed.
    pub fn suspects(&self, selection: Selection) -> Vec<Placed> {
        self.rank(selection, None).unwrap_or_default().iter().filter_map(placed).collect()
    }

    /// Ranks the methods that a failing test runs, and one requested method; no caller needs others.
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

/// The passed tests of a suite, with only the given failing tests.
pub fn suite_with<'a>(
    spectrum: &'a Spectrum,
    failing: &'a [TestId],
    is_of_suite: impl Fn(TestId) -> bool + 'a,
) -> impl Iterator<Item = TestId> + 'a {
    failing.iter().copied().chain(spectrum.tests_with(Outcome::Passed).filter(move |&test| is_of_suite(test)))
}
