//! Finds the best candidate without scoring most of the others.

use std::collections::BinaryHeap;

use crate::direction::TIE_TOLERANCE;
use crate::metric::{First, Pick, State};
use crate::{Direction, Pool};

/* Lazy greedy choice [1]. A candidate's potential only shrinks as tests are added: n(s - n) and min(n, s - n) of a group are at
least the sums over its two parts, and a passing test lowers every weight. So a candidate's old parts bound its value from above,
and only candidates whose bound reaches the best value are scored again. The result equals that of scoring all candidates.

[1] Minoux, Accelerated greedy algorithms for maximizing submodular set functions, 1978. */

/// A state with scores made of parts that never grow as tests are added.
pub(crate) trait Shrinking: State {
    /// Whether parts never change at all.
    const CONSTANT: bool = false;

    /// The parts of a candidate's score. Cost: as scoring.
    fn parts(&mut self, row: &[u64]) -> [f64; 2];

    /// The parts of all candidates of a pool, if there is a faster way than one by one: bit for bit the same, by place.
    fn parts_of_all(&self, _pool: &Pool<'_>) -> Option<Vec<[f64; 2]>> {
        None
    }

    /// The score from parts. Unless parts are constant, smaller parts never give a better score.
    fn value(&self, parts: [f64; 2]) -> f64;

    /// A number that changes when parts may have grown, which invalidates bounds.
    fn epoch(&self) -> u32 {
        0
    }

    /// Number of tests added.
    fn tests(&self) -> usize;

    /// The cached parts.
    fn seen(&mut self) -> &mut Seen;
}

/// The parts of a pool's candidates when they were last computed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    pool: u64,
    epoch: u32,
    /// Parts, with the number of tests at that time.
    parts: Vec<([f64; 2], usize)>,
}

/// The first of the best candidates.
pub(crate) fn best_of_shrinking<S: Shrinking>(state: &mut S, pool: &Pool<'_>) -> Option<Pick> {
    let mut seen = look(state, pool);
    let pick =
        if S::CONSTANT { best_of_all(state, pool, &seen) } else { best_by_bound(state, pool, &mut seen) };
    *state.seen() = seen;
    pick
}

/// Passes the place and score of every remaining candidate to `take`, in pool order, for a state with constant parts.
pub(crate) fn constant_scores<S: Shrinking>(
    state: &mut S,
    pool: &Pool<'_>,
    mut take: impl FnMut(usize, f64),
) {
    debug_assert!(S::CONSTANT, "parts do not change");
    let seen = look(state, pool);
    for place in pool.remaining() {
        take(place, state.value(seen.parts[place].0));
    }
    *state.seen() = seen;
}

/// Returns the cached parts; computes them for all candidates if they belong to another pool.
fn look<S: Shrinking>(state: &mut S, pool: &Pool<'_>) -> Seen {
    let mut seen = std::mem::take(state.seen());
    if seen.pool != pool.id() || seen.epoch != state.epoch() {
        let mut rows = pool.reader();
        let mut one = |state: &mut S, place| {
            if pool.is_remaining(place) { state.parts(rows.row(place)) } else { [0.0; 2] }
        };
        let all = state.parts_of_all(pool);
        let all = all.unwrap_or_else(|| (0..pool.len()).map(|place| one(state, place)).collect());
        seen.parts = all.into_iter().map(|parts| (parts, state.tests())).collect();
        (seen.pool, seen.epoch) = (pool.id(), state.epoch());
    }
    seen
}

fn best_of_all<S: Shrinking>(state: &S, pool: &Pool<'_>, seen: &Seen) -> Option<Pick> {
    let mut choice = First::new(S::Direction::BETTER);
    for place in pool.remaining() {
        choice.offer(place, state.value(seen.parts[place].0));
    }
    choice.pick()
}

fn best_by_bound<S: Shrinking>(state: &mut S, pool: &Pool<'_>, seen: &mut Seen) -> Option<Pick> {
    let better = S::Direction::BETTER;
    let bounds =
        pool.remaining().map(|place| Bound(better.oriented(state.value(seen.parts[place].0)), place));
    let mut bounds: BinaryHeap<Bound> = bounds.collect();
    let mut choice = First::new(better);
    let mut rows = pool.reader();
    while let Some(Bound(bound, place)) = bounds.pop() {
        // Bounds and scores have rounding errors far below the tie tolerance.
        if bound < choice.best() - 4.0 * TIE_TOLERANCE * choice.best().abs() {
            break;
        }
        let (parts, tests) = &mut seen.parts[place];
        if *tests != state.tests() {
            *parts = state.parts(rows.row(place));
            *tests = state.tests();
        }
        choice.offer(place, state.value(*parts));
    }
    choice.pick()
}

/// An upper bound of an oriented score, with its place; of equal bounds the first place is the greatest.
struct Bound(f64, usize);

impl PartialEq for Bound {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Bound {}

impl PartialOrd for Bound {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Bound {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0).then(other.1.cmp(&self.1))
    }
}
