//! Ways to rank commits.

use faultline_commits::culprits::{Culprits, Failures, Question, culprits};
use faultline_history::{Origin, Voting};
use faultline_recordings::load;
use faultline_scoring::{Level, RankQuery, Ranker, RankingSpec, Selection, Ties, tests_to_explain};
use faultline_spectrum::{Spectrum, TestId};

use super::{Case, Found, judged};

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
pub fn of_case(case: &Case, seeded: Option<(&Spectrum, &[TestId])>) -> Result<Vec<Found>, String> {
    let loaded;
    let (spectrum, failing) = if let Some((spectrum, failing)) = seeded {
        (spectrum, failing.to_vec())
    } else {
        loaded = load::load(std::slice::from_ref(&case.recordings)).map_err(|error| error.to_string())?;
        let failing = tests_to_explain(&loaded.spectrum, &case.failing).map_err(|error| error.to_string())?;
        (&loaded.spectrum, failing)
    };
    let mut found = Vec::new();
    for way in &WAYS {
        let known = accused(case, spectrum, &failing, way)?;
        let commits = &known.trace.commits;
        let culprit = commits
            .iter()
            .position(|commit| commit.id == case.culprit)
            .ok_or_else(|| format!("{} is no ancestor of {}", case.culprit, case.revision))?;
        let scores: Vec<(Origin, f64)> =
            known.groups[0].candidates.iter().map(|of| (of.origin, of.score)).collect();
        found.push(judged(commits, &scores, culprit));
    }
    Ok(found)
}

fn accused<'s>(
    case: &Case,
    spectrum: &'s Spectrum,
    failing: &[TestId],
    way: &Way,
) -> Result<Culprits<'s>, String> {
    let ranking: RankingSpec = way.ranking.parse().map_err(|error| format!("{error}"))?;
    let selection = Selection::against_passing(spectrum, failing);
    let query = RankQuery { selection, ranking, level: Level::Line, ties: Ties::Max };
    let ranking = Ranker::new(spectrum).rank(&query).map_err(|error| error.to_string())?;
    let question = Question {
        voting: way.voting,
        sees_through_style: way.sees_through_style,
        ..Question::new(&case.repository, Some(&case.revision))
    };
    let failures = [Failures { tests: failing.to_vec(), ranking }];
    culprits(spectrum, &failures, &question).map_err(|error| error.to_string())
}
