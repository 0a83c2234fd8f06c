//! The accuracy of `faultline commits` in finding the commit that introduced a fault, and the number of tests needed.

mod seeded;
mod table;
mod ways;

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use faultline_vcs_history::{Bisection, Next, Node, Origin, Verdict};
use serde_json::{Value, json};

use crate::{BenchError, stats, table as plain};

use self::ways::Way;

/// A fault with a known commit.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its name.
    pub id: String,
    /// Recordings of the tests.
    pub recordings: PathBuf,
    /// A folder of the repository.
    pub repository: PathBuf,
    /// The revision that was tested.
    pub revision: String,
    /// The full hash of the commit that introduced it.
    pub culprit: String,
    /// The failing tests, in the form of `--failing`.
    pub failing: Vec<String>,
    /// Its rank and the number of candidates in a published ranking.
    pub published: Option<(f64, f64)>,
}

/// The result of a way on a case.
#[derive(Clone, Copy, Debug)]
struct Found {
    /// The last place of its tie; `None` if it is not a candidate.
    rank: Option<usize>,
    candidates: usize,
    /// Number of tests of a bisection: all commits halved by number, candidates by number, candidates by weight, all by weight with a
    /// low weight for non-candidates.
    tests: [Option<usize>; 4],
}

/// The results of all ways on all cases.
pub struct Measured {
    ways: Vec<Way>,
    cases: Vec<(Case, Vec<Found>)>,
    left_out: Vec<(String, String)>,
}

/// Ranks the commits of all cases of a table, with tab-separated columns id, recordings, repository, revision, culprit, failing tests
/// (separated by blanks) and optionally a published rank and number of candidates. Weights of evidence are built-in, or from a file
/// of `train --ranking`. Cases that cannot be ranked are skipped, with the reason. Errors: the table or the file cannot be read.
pub fn run(list: &Path, weights: Option<&Path>, progress: impl Fn(&str)) -> Result<Measured, BenchError> {
    let mut all = Measured::new(weights)?;
    for case in table::read(list)? {
        match ways::of_case(&case, &all.ways) {
            Ok(found) => all.cases.push((case.clone(), found)),
            Err(reason) => all.left_out.push((case.id.clone(), reason)),
        }
        progress(&case.id);
    }
    Ok(all)
}

/// Like [`run`], for faults seeded into lines of recordings; the culprit comes from `git blame -w`. Only recordings, repository and
/// revision of the table's cases are used. Errors: as [`run`]; git fails.
pub fn run_seeded(
    list: &Path,
    weights: Option<&Path>,
    seeds: usize,
    progress: impl Fn(&str),
) -> Result<Measured, BenchError> {
    let mut all = Measured::new(weights)?;
    for case in table::read(list)? {
        match seeded::of_case(&case, &all.ways, seeds) {
            Ok(found) => all.cases.extend(found),
            Err(reason) => all.left_out.push((case.id.clone(), reason)),
        }
        progress(&case.id);
    }
    Ok(all)
}

/// Evaluates rankings of the commits of one history by the culprit's place.
struct Judge {
    parents: Vec<Vec<usize>>,
    culprit: usize,
    /// Whether each commit is a descendant of the culprit.
    bad: Vec<bool>,
    /// Number of tests to halve all commits, computed on demand.
    halves: OnceCell<Option<usize>>,
}

impl Judge {
    fn new(commits: &[Node], culprit: usize) -> Self {
        let parents: Vec<Vec<usize>> = commits.iter().map(|commit| commit.parents.clone()).collect();
        let bad = descendants(&parents, culprit);
        Self { parents, culprit, bad, halves: OnceCell::new() }
    }

    /// Place and number of tests of the culprit. Shape: `scores` are those of candidates, best first.
    fn judged(&self, scores: &[(Origin, f64)]) -> Found {
        let mut votes = vec![0.0; self.parents.len()];
        for (origin, score) in scores {
            if let Origin::Commit(at) = origin {
                votes[*at] = *score;
            }
        }
        let own = Some(votes[self.culprit]).filter(|score| *score > 0.0);
        let all: f64 = votes.iter().sum();
        let candidates = votes.iter().filter(|vote| **vote > 0.0).count();
        let others = (votes.len() - candidates).max(1) as f64;
        let weights = |weight: &dyn Fn(f64) -> Option<f64>| -> Vec<Option<f64>> {
            votes.iter().map(|vote| weight(*vote)).collect()
        };
        let tests = |weights: &[Option<f64>]| tests(&self.parents, weights, &self.bad, self.culprit);
        let among = |weights: &[Option<f64>]| own.and_then(|_| tests(weights));
        let halves = *self.halves.get_or_init(|| tests(&weights(&|_| Some(1.0))));
        let tests = [
            halves,
            among(&weights(&|vote| (vote > 0.0).then_some(1.0))),
            among(&weights(&|vote| (vote > 0.0).then_some(vote))),
            tests(&weights(&|vote| Some(if vote > 0.0 { vote } else { 0.01 * all / others }))),
        ];
        Found { rank: own.map(|own| votes.iter().filter(|vote| **vote >= own).count()), candidates, tests }
    }
}

/// Whether each commit descends from one; it counts as its own descendant.
fn descendants(parents: &[Vec<usize>], from: usize) -> Vec<bool> {
    let mut is_bad = vec![false; parents.len()];
    is_bad[from] = true;
    for at in (0..from).rev() {
        is_bad[at] = parents[at].iter().any(|&parent| is_bad[parent]);
    }
    is_bad
}

/// The number of tests of a bisection that ends with the culprit.
fn tests(parents: &[Vec<usize>], weights: &[Option<f64>], bad: &[bool], culprit: usize) -> Option<usize> {
    let mut bisection = Bisection::new(parents, weights);
    for tests in 0.. {
        match bisection.next() {
            Next::Test(at) => bisection.tell(at, if bad[at] { Verdict::Bad } else { Verdict::Good }),
            Next::Found(at) => return (at == culprit).then_some(tests),
            Next::OneOf(_) => return None,
        }
    }
    None
}

impl Measured {
    fn new(weights: Option<&Path>) -> Result<Self, BenchError> {
        Ok(Self { ways: ways::all(weights)?, cases: Vec::new(), left_out: Vec::new() })
    }

    /// Renders a row for each way.
    pub fn table(&self) -> String {
        let header = [
            "way",
            "cases",
            "MRR",
            "acc@1",
            "acc@5",
            "acc@10",
            "candidates",
            "halves",
            "of cand.",
            "weighted",
            "+ others",
        ];
        let mut rows: Vec<Vec<String>> =
            self.ways.iter().enumerate().map(|(at, way)| self.row(at, way)).collect();
        rows.extend(self.published());
        let left_out: Vec<String> =
            self.left_out.iter().map(|(id, reason)| format!("left out: {id}: {reason}\n")).collect();
        plain::render(&header, &rows) + &left_out.concat()
    }

    fn row(&self, at: usize, way: &Way) -> Vec<String> {
        let found: Vec<Found> = self.cases.iter().map(|(_, found)| found[at]).collect();
        let ranks: Vec<Option<f64>> = found.iter().map(|of| of.rank.map(|rank| rank as f64)).collect();
        let mut row = vec![way.name.clone(), found.len().to_string()];
        row.extend(places(&ranks));
        row.push(mean(found.iter().map(|of| Some(of.candidates))));
        row.extend((0..4).map(|which| mean(found.iter().map(|of| of.tests[which]))));
        row
    }

    /// The published ranking of the same cases, if any.
    fn published(&self) -> Option<Vec<String>> {
        let known: Option<Vec<(f64, f64)>> = self.cases.iter().map(|(case, _)| case.published).collect();
        let known = known.filter(|known| !known.is_empty())?;
        let mut row = vec!["published".to_owned(), known.len().to_string()];
        row.extend(places(&known.iter().map(|(rank, _)| Some(*rank)).collect::<Vec<_>>()));
        row.push(format!("{:.1}", known.iter().map(|(_, of)| of).sum::<f64>() / known.len() as f64));
        row.extend(std::iter::repeat_n("-".to_owned(), 4));
        Some(row)
    }

    /// Returns all results, case by case, as JSON.
    pub fn json(&self) -> Value {
        let found = |found: &[Found]| -> Vec<Value> {
            let one = |(way, of): (&Way, &Found)| json!({ "way": way.name, "rank": of.rank, "candidates": of.candidates, "tests": of.tests });
            self.ways.iter().zip(found).map(one).collect()
        };
        let case = |(case, of): &(Case, Vec<Found>)| json!({ "id": case.id, "culprit": case.culprit, "published": case.published, "found": found(of) });
        json!({ "cases": self.cases.iter().map(case).collect::<Vec<_>>(), "left_out": self.left_out })
    }
}

/// MRR (0 if not found), and the number of culprits at place 1, in the first five and ten.
fn places(ranks: &[Option<f64>]) -> Vec<String> {
    let count = |most: f64| ranks.iter().flatten().filter(|rank| **rank <= most).count();
    let reciprocal: f64 = ranks.iter().flatten().map(|rank| 1.0 / rank).sum();
    let mut cells = vec![format!("{:.3}", reciprocal / ranks.len().max(1) as f64)];
    cells.extend([1.0, 5.0, 10.0].map(|most| count(most).to_string()));
    cells
}

/// The mean of the present values, and the number of missing ones.
fn mean(of: impl Iterator<Item = Option<usize>>) -> String {
    let all: Vec<Option<usize>> = of.collect();
    let there: Vec<f64> = all.iter().flatten().map(|&value| value as f64).collect();
    let missing = all.len() - there.len();
    let missing = if missing > 0 { format!(" (-{missing})") } else { String::new() };
    if there.is_empty() { "-".to_owned() } else { format!("{:.2}{missing}", stats::mean(&there)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_culprit_is_judged_by_its_place_and_by_tests() {
        let node = |at: usize| Node {
            id: at.to_string(),
            parents: if at < 7 { vec![at + 1] } else { Vec::new() },
            time: 0,
        };
        let commits: Vec<Node> = (0..8).map(node).collect();
        let scores = [(2, 5.0), (4, 1.0), (6, 1.0)].map(|(at, score)| (Origin::Commit(at), score));
        let found = Judge::new(&commits, 2).judged(&scores);
        assert_eq!((found.rank, found.candidates), (Some(1), 3));
        assert_eq!(found.tests, [Some(3), Some(1), Some(1), Some(2)]);
        let tied = Judge::new(&commits, 4).judged(&scores);
        assert_eq!(tied.rank, Some(3));
        let missing = Judge::new(&commits, 3).judged(&scores);
        assert_eq!((missing.rank, missing.tests[1], missing.tests[2]), (None, None, None));
        assert!(missing.tests[3].is_some());
    }
}
