//! Ways to rank commits.

use std::path::Path;

use faultline_bug_inducing_commits::culprits::{Culprits, Failures, Question, culprits};
use faultline_bug_inducing_commits::places::Line;
use faultline_learned_metrics::ranking::RankingModel;
use faultline_recording_store::load;
use faultline_sbfl::{Level, RankQuery, Ranker, RankingSpec, Selection, Ties, tests_to_explain};
use faultline_spectrum::{Spectrum, TestId};
use faultline_vcs_history::Voting;

use super::{Case, Found, Judge};
use crate::BenchError;

/// A way to rank commits.
pub struct Way {
    /// Its name.
    pub name: String,
    /// The ranking of lines.
    ranking: RankingSpec,
    /// The voting of lines.
    voting: Voting,
    /// Whether commits that only change style are excluded.
    sees_through_style: bool,
}

const USUAL: Voting = Voting { by_score: false, dense: false, decay: 0.1 };
/// A ranking without learned weights, so that no project was seen in training.
const PLAIN: &str = "ochiai+size+trace+name";
/// The default ranking of lines.
const DEFAULT: &str = "evidence";

fn way(name: &str, ranking: &str, voting: Voting) -> Way {
    let ranking = ranking.parse().expect("it is a ranking");
    Way { name: name.to_owned(), ranking, voting, sees_through_style: true }
}

/// All ways; the first is the program's, with the given or built-in weights. Errors: the file of weights cannot be read.
pub fn all(weights: Option<&Path>) -> Result<Vec<Way>, BenchError> {
    let mut usual = way("faultline commits (lines by evidence)", DEFAULT, USUAL);
    if let Some(file) = weights {
        let what = file.display().to_string();
        let model = RankingModel::read(file)
            .map_err(|error| BenchError::Program { what, detail: error.to_string() })?;
        usual.ranking = usual.ranking.with_weights(model.weights());
    }
    Ok(vec![
        usual,
        way("lines by ochiai+size+trace+name", PLAIN, USUAL),
        way("lines by Ochiai alone (FONTE)", "ochiai", USUAL),
        way("... with their scores", PLAIN, Voting { by_score: true, ..USUAL }),
        way("... with dense ranks", PLAIN, Voting { dense: true, ..USUAL }),
        way("... without decay", PLAIN, Voting { decay: 0.0, ..USUAL }),
        Way { sees_through_style: false, ..way("... style commits accused", PLAIN, USUAL) },
    ])
}

/// Evaluates all ways on a case. Errors, as reasons: something cannot be read; the culprit is not in the history.
pub fn of_case(case: &Case, ways: &[Way]) -> Result<Vec<Found>, String> {
    let loaded = load::load(std::slice::from_ref(&case.recordings)).map_err(|error| error.to_string())?;
    let failing = tests_to_explain(&loaded.spectrum, &case.failing).map_err(|error| error.to_string())?;
    of_failures(case, ways, &loaded.spectrum, &failing)
}

/// Like [`of_case`], for these tests of a spectrum.
pub fn of_failures(
    case: &Case,
    ways: &[Way],
    spectrum: &Spectrum,
    failing: &[TestId],
) -> Result<Vec<Found>, String> {
    // Histories are shared between ways: one with and one without style changes.
    let accused = |sees_through_style| accused(case, ways, spectrum, failing, sees_through_style);
    let known = [accused(false)?, accused(true)?];
    let commits = &known[0].trace.commits;
    let culprit = commits
        .iter()
        .position(|commit| commit.id == case.culprit)
        .ok_or_else(|| format!("{} is not an ancestor of {}", case.culprit, case.revision))?;
    let judge = Judge::new(commits, culprit);
    let found = ways.iter().enumerate().map(|(at, way)| {
        let known = &known[usize::from(way.sees_through_style)];
        let lines: Vec<_> = known.places.lines[at].iter().map(Line::suspicious).collect();
        judge.judged(&way.voting.scores(&lines, &known.trace.changes))
    });
    Ok(found.collect())
}

/// Traces the history of code run by failing tests, and returns the votes for each way.
fn accused<'s>(
    case: &Case,
    ways: &[Way],
    spectrum: &'s Spectrum,
    failing: &[TestId],
    sees_through_style: bool,
) -> Result<Culprits<'s>, String> {
    let ranker = Ranker::new(spectrum);
    let ranked = |way: &Way| {
        let selection = Selection::against_passing(spectrum, failing);
        let query = RankQuery { selection, ranking: way.ranking, level: Level::Line, ties: Ties::Max };
        let ranking = ranker.rank(&query).map_err(|error| error.to_string())?;
        Ok(Failures { tests: failing.to_vec(), ranking })
    };
    let failures = ways.iter().map(ranked).collect::<Result<Vec<_>, String>>()?;
    let usual = Question::new(&case.repository, Some(&case.revision));
    culprits(spectrum, &failures, &Question { sees_through_style, ..usual })
        .map_err(|error| error.to_string())
}
