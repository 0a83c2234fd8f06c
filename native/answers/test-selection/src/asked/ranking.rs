//! Tracks how the ranking changes with each answer.

use std::cmp::Ordering;
use std::collections::HashMap;

use faultline_diagnosability::{Answer, Labelling, Offer};
use faultline_sbfl::Selection;
use faultline_spectrum::{MethodId, TestId};

use crate::asked::start::Start;
use crate::standing::{Judge, Placed};

/// How a method's rank changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Closer to the top.
    Up,
    /// Farther from the top.
    Down,
    /// Unchanged.
    Stays,
    /// Not a suspect before.
    New,
}

/// The methods that a failing test runs, best first.
#[derive(Clone, Debug, Default)]
pub struct Ranking {
    /// The suspects with their ranks.
    pub suspects: Vec<Placed>,
}

impl Ranking {
    /// Ranks with the given tests and the answers; empty while no test failed.
    pub fn of(judge: &Judge<'_>, start: &Start, answers: &[(Offer, Answer)]) -> Self {
        let (failed, passed) = tests(start, answers);
        Self { suspects: judge.suspects(Selection::told(failed, passed)) }
    }

    /// Number of suspects tied for the first rank.
    pub fn tied(&self) -> usize {
        self.suspects.iter().filter(|placed| placed.rank_min == 1).count()
    }

    /// The first `most` suspects, each with its previous rank and how that changed.
    pub fn moves<'a>(
        &'a self,
        before: &'a Self,
        most: usize,
    ) -> impl Iterator<Item = (&'a Placed, Option<&'a Placed>, Move)> {
        let places: HashMap<MethodId, &Placed> =
            before.suspects.iter().map(|placed| (placed.method, placed)).collect();
        self.suspects.iter().take(most).map(move |placed| {
            let was = places.get(&placed.method).copied();
            (placed, was, was.map_or(Move::New, |was| moved(was, placed)))
        })
    }
}

/// Compares the midpoints of ties, so that leaving a tie counts as a move under any tie policy.
fn moved(was: &Placed, is: &Placed) -> Move {
    match (is.rank_min + is.rank_max).cmp(&(was.rank_min + was.rank_max)) {
        Ordering::Less => Move::Up,
        Ordering::Greater => Move::Down,
        Ordering::Equal => Move::Stays,
    }
}

/// The failed and the passed tests, both given and labelled.
pub fn tests(start: &Start, answers: &[(Offer, Answer)]) -> (Vec<TestId>, Vec<TestId>) {
    let (mut failed, mut passed) = start.given_by_outcome();
    for (offer, answer) in answers {
        match answer {
            Answer::Failed => failed.push(offer.test),
            Answer::Passed => passed.push(offer.test),
            Answer::Skipped => {}
        }
    }
    (failed, passed)
}

/// Number of answers of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Tests labelled as passed.
    pub passed: usize,
    /// Tests labelled as failed.
    pub failed: usize,
    /// Tests that the user skipped.
    pub skipped: usize,
}

impl Tally {
    /// Counts the current answers.
    pub fn of(labelling: &Labelling<'_>) -> Self {
        let count = |which| labelling.answers().iter().filter(|(_, answer)| *answer == which).count();
        Self { passed: count(Answer::Passed), failed: count(Answer::Failed), skipped: count(Answer::Skipped) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranking(methods: &[(usize, u32, u32)]) -> Ranking {
        let placed = |&(method, min, max): &(usize, u32, u32)| Placed {
            method: MethodId::new(method),
            rank: f64::from(max),
            rank_min: min,
            rank_max: max,
            score: 0.0,
        };
        Ranking { suspects: methods.iter().map(placed).collect() }
    }

    #[test]
    fn moves_are_told_by_the_middle_of_ties() {
        let before = ranking(&[(7, 1, 1), (8, 2, 4), (9, 2, 4), (5, 2, 4), (4, 5, 5)]);
        let after = ranking(&[(9, 1, 1), (7, 2, 2), (8, 3, 4), (5, 3, 4), (4, 5, 5), (6, 6, 6)]);
        let moves: Vec<Move> = after.moves(&before, 9).map(|(.., moved)| moved).collect();
        assert_eq!(moves, [Move::Up, Move::Down, Move::Down, Move::Down, Move::Stays, Move::New]);
        assert_eq!(after.moves(&before, 2).count(), 2);
        assert_eq!((before.tied(), ranking(&[(1, 1, 2), (2, 1, 2)]).tied()), (1, 2));
    }
}
