//! Ranks commits by the likelihood that they introduced a fault: suspicious lines vote for the commits that changed them.

/* A commit is a candidate if it changed a part that a failing test executes [1, stage 1] in more than style [1, stage 2].
Each suspicious line votes for the commits that changed its part; a vote loses weight with each later change [1]:

  vote(e) = (alpha * susp(e) + 1 - alpha) / rank(e)
  score(c) = sum over e of vote(e) * (1 - lambda)^dep(e, c)

with alpha 0 or 1, rank the last place of a tie (max) or its place among ties (dense), and dep(e, c) the number of later
candidates that changed the part of e. Best setting in the paper, on 130 faults: alpha = 0, max, lambda = 0.1; MRR 0.528.

[1] An, Hong, Kim, Yoo: Fonte: Finding Bug Inducing Commits from Failures. ICSE 2023. */

use std::collections::BTreeMap;

use crate::trace::Origin;

/// Parameters of the votes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Voting {
    /// Whether a vote grows with the line's score in addition to its rank.
    pub by_score: bool,
    /// Whether tied lines share one rank and the next line takes the following one (dense); otherwise the last rank of the
    /// tie.
    pub dense: bool,
    /// Fraction of a vote lost with each later change. Units: 0..1.
    pub decay: f64,
}

impl Default for Voting {
    fn default() -> Self {
        Self { by_score: false, dense: false, decay: 0.1 }
    }
}

/// A suspicious line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Suspicious {
    /// The line's part, an index into the traced parts.
    pub part: usize,
    /// The line's suspiciousness.
    pub score: f64,
}

impl Voting {
    /// Returns the vote of each line.
    pub fn votes(&self, lines: &[Suspicious]) -> Vec<f64> {
        let mut scores: Vec<f64> = lines.iter().map(|line| line.score).collect();
        scores.sort_by(|a, b| b.total_cmp(a));
        let mut distinct = scores.clone();
        distinct.dedup();
        let ranks = if self.dense { &distinct } else { &scores };
        let rank = |score: f64| ranks.partition_point(|other| other.total_cmp(&score).is_ge());
        let vote = |line: &Suspicious| {
            let weight = if self.by_score { line.score } else { 1.0 };
            weight / rank(line.score) as f64
        };
        lines.iter().map(vote).collect()
    }

    /// Returns the scores of all origins that changed a part with a voting line, the highest first; ties by the latest
    /// change first. `changes` are those of [`crate::Trace`].
    pub fn scores(&self, lines: &[Suspicious], changes: &[Vec<Origin>]) -> Vec<(Origin, f64)> {
        let mut of_parts: BTreeMap<usize, f64> = BTreeMap::new();
        for (line, vote) in lines.iter().zip(self.votes(lines)) {
            *of_parts.entry(line.part).or_default() += vote;
        }
        let mut scores: BTreeMap<Origin, f64> = BTreeMap::new();
        for (part, vote) in of_parts {
            let mut vote = vote;
            for &origin in &changes[part] {
                *scores.entry(origin).or_default() += vote;
                vote *= 1.0 - self.decay;
            }
        }
        let mut scores: Vec<(Origin, f64)> = scores.into_iter().collect();
        scores.sort_by(|(a, x), (b, y)| y.total_cmp(x).then(a.cmp(b)));
        scores
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn line(part: usize, score: f64) -> Suspicious {
        Suspicious { part, score }
    }

    #[test]
    fn votes_are_those_of_the_paper() {
        let lines = [line(0, 1.0), line(0, 0.5), line(1, 0.5), line(1, 0.2)];
        let votes = |by_score, dense| Voting { by_score, dense, decay: 0.1 }.votes(&lines);
        assert_eq!(votes(false, false), [1.0, 1.0 / 3.0, 1.0 / 3.0, 0.25]);
        assert_eq!(votes(false, true), [1.0, 0.5, 0.5, 1.0 / 3.0]);
        assert_eq!(votes(true, false), [1.0, 0.5 / 3.0, 0.5 / 3.0, 0.2 / 4.0]);
    }

    #[test]
    fn later_changes_take_from_earlier_ones() {
        let (a, b, c) = (Origin::Commit(0), Origin::Commit(1), Origin::Uncommitted);
        let scores = Voting::default().scores(&[line(0, 1.0), line(1, 0.5)], &[vec![c, a, b], vec![b]]);
        assert_eq!(scores.iter().map(|(origin, _)| *origin).collect::<Vec<_>>(), [b, c, a]);
        let expected = [0.81 + 0.5, 1.0, 0.9];
        for ((_, score), expected) in scores.iter().zip(expected) {
            assert!((score - expected).abs() < 1e-12, "{scores:?}");
        }
    }

    proptest! {
        #[test]
        fn scores_are_sums_of_votes(
            lines in prop::collection::vec((0..4_usize, 0..5_u8), 1..20),
            changes in prop::collection::vec(prop::collection::hash_set(0..6_usize, 0..5), 4),
            dense: bool,
            by_score: bool,
        ) {
            let lines: Vec<Suspicious> =
                lines.into_iter().map(|(part, score)| line(part, f64::from(score))).collect();
            let changes: Vec<Vec<Origin>> =
                changes.into_iter().map(|of| of.into_iter().map(Origin::Commit).collect()).collect();
            let voting = Voting { by_score, dense, decay: 0.25 };
            let scores = voting.scores(&lines, &changes);
            for (origin, score) in &scores {
                let mut expected = 0.0;
                for one in &lines {
                    let better = lines.iter().filter(|other| other.score > one.score);
                    let rank = if dense {
                        better.map(|other| other.score.to_bits()).collect::<std::collections::HashSet<_>>().len() + 1
                    } else {
                        lines.iter().filter(|other| other.score >= one.score).count()
                    };
                    let vote = if by_score { one.score } else { 1.0 } / rank as f64;
                    if let Some(depth) = changes[one.part].iter().position(|of| of == origin) {
                        expected += vote * 0.75_f64.powf(depth as f64);
                    }
                }
                prop_assert!((score - expected).abs() < 1e-9);
            }
            prop_assert!(scores.is_sorted_by(|(_, a), (_, b)| a >= b));
        }
    }
}
