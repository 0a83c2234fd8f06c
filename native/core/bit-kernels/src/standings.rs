//! Bounds the effect of many tests on a ranking of groups with mass.

use crate::level::dispatched;

/// Tests processed together, so that the ranks of all levels stay in the first-level cache.
const TESTS: usize = 256;

/// The groups at one level; the best level comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Standing {
    /// Number of groups.
    pub groups: u32,
    /// The total mass of their members.
    pub mass: f64,
}

/// The effect of every test on the members whose own level is `from`, and on the groups at that level.
#[derive(Clone, Copy, Debug)]
pub struct Shift<'a> {
    /// The level.
    pub from: usize,
    /// The later level to which groups move.
    pub to: usize,
    /// The mass of a member.
    pub weight: f64,
    /// Number of such members covered by each test.
    pub covered: &'a [u32],
    /// Number of groups moved by each test.
    pub groups: &'a [u32],
    /// Number of such members in the moved groups; the test covers all of them.
    pub members: &'a [u32],
}

dispatched! {
    /// Computes an upper bound of every test's precision: the sum over levels of mass / (groups at the level or a better one), divided
    /// by the total mass, after the test has taken the fraction `q` from each covered member and moved groups.
    ///
    /// A group's level is that of its best members, so no member has a later level than its own. `error` is added to the dividend and
    /// subtracted from the divisor. Except for `error`, the bound equals the precision if all members of each group are alike.
    ///
    /// Shape: one number per test in every shift; at most one shift from each level; `bounds` is
    /// overwritten; at least one group; `q` is at most 1.
    /// Panics: a slice is shorter; a level does not exist. Cost: O(tests * (shifts + levels)).
    pub fn precision_bounds / precision_bounds_at(
        levels: &[Standing],
        shifts: &[Shift<'_>],
        q: f64,
        error: f64,
        bounds: &mut [f64],
    ) = precision_bounds_body;
}

/* Let r(s) be the rank of level s after the test, w(l) what member l holds before it, s(g) the
level of group g before it and t(g) after. The dividend of the precision is

    sum over g of left(g) / r(t(g))
        = sum over g of left(g) / r(s(g)) - sum over moved g of left(g) (1 / r(s(g)) - 1 / r(t(g)))

with left(g) = sum over l in g of w(l) - q * sum over covered l in g of w(l). Ranks do not fall
from level to level, so:
- a covered l, which would stand at a(l), takes q w(l) / r(s(g)) >= q w(l) / r(a(l)) off the first
  sum, because s(g) is not later than a(l);
- a moved g keeps at least (1 - q) w(l) of each of its best members l, so the second sum is at
  least (1 - q) times their number times their weight times the difference, which is not negative.
What is left when both are taken off is no less than the dividend, and is what is computed here.
Where nobody stands at a level or before it, 1 takes the place of its rank, which is no more than
any rank after it. */

#[inline(always)]
fn precision_bounds_body(levels: &[Standing], shifts: &[Shift<'_>], q: f64, error: f64, bounds: &mut [f64]) {
    let total: f64 = levels.iter().map(|level| level.mass).sum();
    let mut groups = vec![[0; TESTS]; levels.len()];
    let mut shares = vec![[0.0; TESTS]; levels.len()];
    for (chunk, bounds) in bounds.chunks_mut(TESTS).enumerate() {
        let tests = chunk * TESTS..chunk * TESTS + bounds.len();
        for (level, groups) in levels.iter().zip(&mut groups) {
            groups.fill(level.groups);
        }
        for shift in shifts {
            let [stay, go] = groups.get_disjoint_mut([shift.from, shift.to]).expect("two levels");
            for ((stay, go), moved) in stay.iter_mut().zip(go).zip(&shift.groups[tests.clone()]) {
                *stay -= moved;
                *go += moved;
            }
        }
        let mut sum = [error; TESTS];
        take_shares(levels, &groups, &mut shares, &mut sum);
        let mut left = [total - error; TESTS];
        for shift in shifts {
            let counts = [shift.covered, shift.members].map(|counts| &counts[tests.clone()]);
            take_off(counts, shift.weight, q, [&shares[shift.from], &shares[shift.to]], &mut sum, &mut left);
        }
        for ((bound, sum), left) in bounds.iter_mut().zip(sum).zip(left) {
            *bound = if left > 0.0 { sum / left } else { f64::INFINITY };
        }
    }
}

/// Computes 1 / rank of every level, and the sum of all masses times that.
#[inline(always)]
fn take_shares(
    levels: &[Standing],
    groups: &[[u32; TESTS]],
    shares: &mut [[f64; TESTS]],
    sum: &mut [f64; TESTS],
) {
    let mut rank = [0; TESTS];
    for ((level, groups), shares) in levels.iter().zip(groups).zip(shares) {
        for t in 0..TESTS {
            rank[t] += groups[t];
            shares[t] = 1.0 / f64::from(rank[t].max(1));
            sum[t] += level.mass * shares[t];
        }
    }
}

/// Subtracts covered mass, and the decrease for moved members.
#[inline(always)]
fn take_off(
    counts: [&[u32]; 2],
    weight: f64,
    q: f64,
    [stay, go]: [&[f64; TESTS]; 2],
    sum: &mut [f64; TESTS],
    left: &mut [f64; TESTS],
) {
    let n = counts[0].len();
    let [covered, members] = counts.map(|counts| &counts[..n]);
    let (stay, go, sum, left) = (&stay[..n], &go[..n], &mut sum[..n], &mut left[..n]);
    for t in 0..n {
        let taken = weight * q * f64::from(covered[t]);
        let moved = weight * (1.0 - q) * f64::from(members[t]);
        sum[t] -= taken * stay[t] + moved * (stay[t] - go[t]);
        left[t] -= taken;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Level;

    const SLOTS: usize = 5;
    const WEIGHTS: [f64; SLOTS] = [1.0, 0.6, 0.5, 0.2, 0.1];

    /// The level of each member, by group.
    fn groups() -> impl Strategy<Value = Vec<Vec<usize>>> {
        proptest::collection::vec(proptest::collection::vec(0..SLOTS, 1..5), 1..12)
    }

    /// Whether a test covers a member.
    fn covers(test: u64, group: usize, member: usize) -> bool {
        test >> (group * 5 + member) & 1 != 0
    }

    fn best(group: &[usize]) -> usize {
        *group.iter().min().expect("a group has members")
    }

    fn best_members(group: &[usize]) -> impl Iterator<Item = usize> {
        (0..group.len()).filter(|&member| group[member] == best(group))
    }

    fn moves(test: u64, (number, group): (usize, &Vec<usize>)) -> bool {
        best_members(group).all(|member| covers(test, number, member))
    }

    /// The precision after a test, computed group by group.
    fn precision(groups: &[Vec<usize>], test: u64, q: f64) -> f64 {
        let level = |g: usize| best(&groups[g]) + usize::from(moves(test, (g, &groups[g])));
        let (mut sum, mut total) = (0.0, 0.0);
        for (g, group) in groups.iter().enumerate() {
            let rank = (0..groups.len()).filter(|&other| level(other) <= level(g)).count();
            for (m, &slot) in group.iter().enumerate() {
                let left = WEIGHTS[slot] * if covers(test, g, m) { 1.0 - q } else { 1.0 };
                sum += left / rank as f64;
                total += left;
            }
        }
        sum / total
    }

    fn bounds(level: Level, groups: &[Vec<usize>], tests: &[u64], q: f64, error: f64) -> Vec<f64> {
        let mut levels = vec![Standing::default(); SLOTS + 1];
        for group in groups {
            levels[best(group)].groups += 1;
            levels[best(group)].mass += group.iter().map(|&slot| WEIGHTS[slot]).sum::<f64>();
        }
        let numbered = || groups.iter().enumerate();
        let column = |f: &dyn Fn(u64) -> usize| -> Vec<u32> { tests.iter().map(|&t| f(t) as u32).collect() };
        let counts: Vec<[Vec<u32>; 3]> = (0..SLOTS)
            .map(|slot| {
                let covered = |t, (g, group): (usize, &Vec<usize>)| {
                    (0..group.len()).filter(|&m| group[m] == slot && covers(t, g, m)).count()
                };
                let moved =
                    |t| numbered().filter(move |&(g, group)| best(group) == slot && moves(t, (g, group)));
                [
                    column(&|t| numbered().map(|group| covered(t, group)).sum()),
                    column(&|t| moved(t).count()),
                    column(&|t| moved(t).map(|(_, group)| best_members(group).count()).sum()),
                ]
            })
            .collect();
        let shifts: Vec<Shift<'_>> = counts
            .iter()
            .enumerate()
            .map(|(from, [covered, groups, members])| Shift {
                from,
                to: from + 1,
                weight: WEIGHTS[from],
                covered,
                groups,
                members,
            })
            .collect();
        let mut bounds = vec![7.0; tests.len()];
        precision_bounds_at(level, &levels, &shifts, q, error, &mut bounds);
        bounds
    }

    proptest! {
        #[test]
        fn no_precision_is_above_its_bound_and_groups_of_equals_reach_it(
            groups in groups(), tests in proptest::collection::vec(any::<u64>(), 1..600), q in 0.0..0.99_f64,
        ) {
            let alike: Vec<Vec<usize>> = groups.iter().map(|group| vec![group[0]; group.len()]).collect();
            for level in Level::ALL.into_iter().filter(|level| level.is_available()) {
                for (&test, bound) in tests.iter().zip(bounds(level, &groups, &tests, q, 0.0)) {
                    let precision = precision(&groups, test, q);
                    prop_assert!(precision <= bound * (1.0 + 1e-12), "{} above {}", precision, bound);
                }
                for (&test, bound) in tests.iter().zip(bounds(level, &alike, &tests, q, 0.0)) {
                    let precision = precision(&alike, test, q);
                    prop_assert!((precision - bound).abs() < 1e-12, "{} and not {}", precision, bound);
                }
            }
        }

        #[test]
        fn an_error_only_raises_a_bound(groups in groups(), tests in proptest::collection::vec(any::<u64>(), 1..9)) {
            let level = Level::best();
            let exact = bounds(level, &groups, &tests, 0.5, 0.0);
            for (with, without) in bounds(level, &groups, &tests, 0.5, 1e-3).iter().zip(&exact) {
                prop_assert!(with > without);
            }
            prop_assert!(bounds(level, &groups, &tests, 0.5, 1e3).iter().all(|bound| bound.is_infinite()));
        }
    }
}
