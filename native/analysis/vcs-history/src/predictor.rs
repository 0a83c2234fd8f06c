//! Ranks classes by the likelihood of a defect.

use std::collections::HashMap;

use crate::{Commit, Evidence, History, Schwa, Source};

/// Number of commits over which the weight of a change decays to 1/e.
const FADES: f64 = 100.0;
/// Extra weight of a change by a fix.
const FIX: f64 = 0.5;
/// Weight of a class that no commit changed.
const STILL: f64 = 0.5;

/// A way to score classes; a higher score means a likelier defect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Predictor {
    /// Code times changes: the number of statements and decisions, times the weight of recent changes.
    ///
    /// `(1 + statements + decisions) (1/2 + sum over changes of (1 + fix / 2) exp(-age / 100) / sqrt(files))`. `fix` is 1
    /// for a commit whose message mentions a fix, `age` is the number of later commits, and `files` the number of Java files
    /// that the commit changed: large commits say little about each file. Chosen by leaving out one of eleven projects at a
    /// time; see `docs/history.md`. Evidence from recorded tests is a factor: [`Evidence::weight`].
    Combined,
    /// The defect scores of [`Schwa`].
    Schwa,
    /// The number of lines.
    Size,
    /// The number of lines added and removed, from [`crate::Mining::lines`].
    Churn,
}

impl Predictor {
    /// All predictors.
    pub const ALL: [Self; 4] = [Self::Combined, Self::Schwa, Self::Size, Self::Churn];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Combined => "combined",
            Self::Schwa => "schwa",
            Self::Size => "size",
            Self::Churn => "churn",
        }
    }

    /// Whether evidence from recorded tests changes its scores.
    pub fn takes_evidence(self) -> bool {
        self == Self::Combined
    }

    /// Whether it needs the history.
    pub fn needs_history(self) -> bool {
        self != Self::Size
    }

    /// Scores classes by the history of their repository, in the order of the classes.
    ///
    /// A class without a change gets the lowest score for its size. Evidence from tests applies if the predictor takes it.
    /// Cost: O(changes).
    pub fn scores(
        self,
        schwa: &Schwa,
        history: &History,
        evidence: Option<&Evidence>,
        classes: &[Source],
    ) -> Vec<f64> {
        if self == Self::Schwa {
            let risks = schwa.scores(history).files.into_iter();
            let risks: HashMap<_, _> = risks.map(|(path, score)| (path, score.risk)).collect();
            return classes.iter().map(|class| risks.get(&class.path).copied().unwrap_or(0.0)).collect();
        }
        let events = if self.needs_history() { schwa.events(history) } else { HashMap::default() };
        let files: Vec<usize> = history.commits.iter().map(java_files).collect();
        let of = |class: &Source| {
            let places = events.get(&class.path).map_or(&[][..], |events| &events.places);
            match self {
                Self::Schwa | Self::Size => class.code.lines as f64,
                Self::Churn => {
                    let lines = |[at, change]: [usize; 2]| history.commits[at].lines.get(change).copied();
                    places.iter().filter_map(|&place| lines(place)).map(f64::from).sum()
                }
                Self::Combined => {
                    let change = |&[at, _]: &[usize; 2]| {
                        let fix = if history.commits[at].is_fix { FIX } else { 0.0 };
                        (1.0 + fix) * (-(at as f64) / FADES).exp() / (files[at] as f64).sqrt()
                    };
                    let code = 1 + class.code.statements + class.code.decisions;
                    let weight = evidence.map_or(1.0, |evidence| evidence.weight(&class.class));
                    code as f64 * (STILL + places.iter().map(change).sum::<f64>()) * weight
                }
            }
        };
        classes.iter().map(of).collect()
    }
}

/// Number of Java files that a commit changed, at least 1.
fn java_files(commit: &Commit) -> usize {
    commit.changes.iter().filter(|change| change.path().ends_with(b".java")).count().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Change, Code};

    fn commit(is_fix: bool, paths: &[&str], lines: &[u32]) -> Commit {
        Commit {
            id: String::new(),
            parents: 1,
            time: 0,
            author: 0,
            is_fix,
            merged_tag: false,
            changes: paths.iter().map(|&path| Change::Modified(path.into())).collect(),
            units: Vec::new(),
            lines: lines.to_vec(),
        }
    }

    fn class(path: &str, statements: usize) -> Source {
        let code = Code { lines: 10 * statements, statements, decisions: 1 };
        Source { path: path.into(), class: path.trim_end_matches(".java").to_owned(), code }
    }

    /// Two commits, the newer one a fix, and three classes, one of them unchanged.
    fn example() -> (History, [Source; 3]) {
        let commits = vec![
            commit(true, &["A.java", "notes.txt"], &[3, 0]),
            commit(false, &["A.java", "B.java", "C.java", "D.java"], &[1, 7, 0, 0]),
        ];
        let history = History { commits, ..History::default() };
        (history, [class("A.java", 8), class("B.java", 18), class("E.java", 3)])
    }

    #[test]
    fn scores_are_those_that_the_formulas_give_by_hand() {
        let (history, classes) = example();
        let scores = |predictor: Predictor| predictor.scores(&Schwa::default(), &history, None, &classes);
        let older = (-0.01_f64).exp() / 2.0;
        let expected = [10.0 * (0.5 + 1.5 + older), 20.0 * (0.5 + older), 5.0 * 0.5];
        for (score, expected) in scores(Predictor::Combined).into_iter().zip(expected) {
            assert!((score - expected).abs() < 1e-12, "{score} {expected}");
        }
        assert_eq!(scores(Predictor::Size), [80.0, 180.0, 30.0]);
        assert_eq!(scores(Predictor::Churn), [4.0, 7.0, 0.0]);
        let schwa = scores(Predictor::Schwa);
        assert!(schwa[0] > schwa[1] && schwa[1] > 0.0 && schwa[2] == 0.0, "{schwa:?}");
    }

    #[test]
    fn recorded_tests_weigh_in_where_they_are_taken() {
        let (history, classes) = example();
        let of = |values: &[(&str, f64)]| values.iter().map(|&(name, v)| (name.to_owned(), v)).collect();
        let scores = |predictor: Predictor, evidence: Option<&Evidence>| {
            predictor.scores(&Schwa::default(), &history, evidence, &classes)
        };
        let nothing = [Evidence::Coverage(of(&[])), Evidence::Suspicion(of(&[]))];
        let suspicion = Evidence::Suspicion(of(&[("E", 0.5), ("Elsewhere", 9.0)]));
        let coverage = Evidence::Coverage(of(&[("A", 1.0), ("B", 0.5)]));
        for predictor in Predictor::ALL {
            let alone = scores(predictor, None);
            for evidence in &nothing {
                assert_eq!(scores(predictor, Some(evidence)), alone, "{}", predictor.name());
            }
            let [mut raised, mut lowered] = [alone.clone(), alone];
            if predictor.takes_evidence() {
                raised[2] *= 51.0;
                lowered[0] *= 0.5;
                lowered[1] *= 0.75;
            }
            assert_eq!(scores(predictor, Some(&suspicion)), raised, "{}", predictor.name());
            assert_eq!(scores(predictor, Some(&coverage)), lowered, "{}", predictor.name());
        }
    }

    #[test]
    fn predictors_are_told_apart_by_name() {
        let names: std::collections::HashSet<_> = Predictor::ALL.map(Predictor::name).into();
        assert_eq!(names.len(), Predictor::ALL.len());
    }
}
