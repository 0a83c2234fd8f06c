//! Ways to rank commits.

use faultline_commits::culprits::{Culprits, Failures, Question, culprits};
use faultline_commits::places::Line;
use faultline_history::Voting;
use faultline_recordings::load;
use faultline_scoring::{Level, RankQuery, Ranker, RankingSpec, Selection, Ties, tests_to_explain};
use faultline_spectrum::{Spectrum, TestId};

use super::{Case, Found, Judge};

/// A way to rank commits.
pub struct Way {
    /// Its name.
    pub name: &'static str,
    /// The ranking of lines.
    ranking: &'static str,
    /// How they vote.
    voting: Voting,
    /// Whether commits that only change style are no candidates.
    sees_through_style: bool,
}

const USUAL: Voting = Voting { by_score: false, dense: false, decay: 0.1 };

const fn way(name: &'static str, ranking: &'static str, voting: Voting) -> Way {
    Way { name, ranking, voting, sees_through_style: true }
}

/// All of them; the first is what the program does.
pub const WAYS: [Way; 6] = [
    way("faultline commits", "ochiai+size+trace+name", USUAL),
    way("lines by Ochiai alone (FONTE)", "ochiai", USUAL),
    way("... with their scores", "ochiai+size+trace+name", Voting { by_score: true, ..USUAL }),
    way("... with dense ranks", "ochiai+size+trace+name", Voting { dense: true, ..USUAL }),
    way("... without decay", "ochiai+size+trace+name", Voting { decay: 0.0, ..USUAL }),
    Way {
        name: "... style commits accused",
        ranking: "ochiai+size+trace+name",
        voting: USUAL,
        sees_through_style: false,
    },
];

/// What all ways make of a case. Errors, as reasons: something cannot be read; the culprit is not in the history.
pub fn of_case(case: &Case) -> Result<Vec<Found>, String> {
    let loaded = load::load(std::slice::from_ref(&case.recordings)).map_err(|error| error.to_string())?;
    let failing = tests_to_explain(&loaded.spectrum, &case.failing).map_err(|error| error.to_string())?;
    of_failures(case, &loaded.spectrum, &failing)
}

/// As [`of_case`], of these tests of a spectrum.
pub fn of_failures(case: &Case, spectrum: &Spectrum, failing: &[TestId]) -> Result<Vec<Found>, String> {
    // All that differs between ways is how often a history is read: once for each way to look at it.
    let known = [accused(case, spectrum, failing, false)?, accused(case, spectrum, failing, true)?];
    let commits = &known[0].trace.commits;
    let culprit = commits
        .iter()
        .position(|commit| commit.id == case.culprit)
        .ok_or_else(|| format!("{} is no ancestor of {}", case.culprit, case.revision))?;
    let judge = Judge::new(commits, culprit);
    let found = WAYS.iter().enumerate().map(|(at, way)| {
        let known = &known[usize::from(way.sees_through_style)];
        let lines: Vec<_> = known.places.lines[at].iter().map(Line::suspicious).collect();
        judge.judged(&way.voting.scores(&lines, &known.trace.changes))
    });
    Ok(found.collect())
}

/// The history of what failing tests ran; a group of lines for each way.
fn accused<'s>(
    case: &Case,
    spectrum: &'s Spectrum,
    failing: &[TestId],
    sees_through_style: bool,
) -> Result<Culprits<'s>, String> {
    let ranker = Ranker::new(spectrum);
    let ranked = |way: &Way| {
        let ranking: RankingSpec = way.ranking.parse().map_err(|error| format!("{error}"))?;
        let selection = Selection::against_passing(spectrum, failing);
        let query = RankQuery { selection, ranking, level: Level::Line, ties: Ties::Max };
        let ranking = ranker.rank(&query).map_err(|error| error.to_string())?;
        Ok(Failures { tests: failing.to_vec(), ranking })
    };
    let failures = WAYS.iter().map(ranked).collect::<Result<Vec<_>, String>>()?;
    let usual = Question::new(&case.repository, Some(&case.revision));
    culprits(spectrum, &failures, &Question { sees_through_style, ..usual })
        .map_err(|error| error.to_string())
}
