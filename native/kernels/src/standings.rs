//! What many tests would each do to a ranking of groups that hold mass.

use crate::level::dispatched;

/// Tests that are looked at together: the sums of all levels stay in the nearest cache.
const TESTS: usize = 256;

/// Where groups stand: those at one level, the best level first.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Standing {
    /// How many groups.
    pub groups: u32,
    /// The mass that their members hold.
    pub mass: f64,
}

/// What every test does to members of equal mass in groups at one level.
#[derive(Clone, Copy, Debug)]
pub struct Flow<'a> {
    /// The level at which their groups stand.
    pub from: usize,
    /// The level, a later one, that groups move to.
    pub to: usize,
    /// What one member holds.
    pub weight: f64,
    /// Members that a test covers.
    pub covered: &'a [u32],
    /// Members of groups that a test moves.
    pub moving: &'a [u32],
    /// Members that it covers of the groups that it moves.
    pub inside: &'a [u32],
}

/// How many groups every test moves from one level to another.
#[derive(Clone, Copy, Debug)]
pub struct Moves<'a> {
    /// The level that they leave.
    pub from: usize,
    /// The level, a later one, that they come to.
    pub to: usize,
    /// How many.
    pub groups: &'a [u32],
}

dispatched! {
    /// For every test: the sum over levels of mass / (groups at the level or a better one),
    /// divided by all mass, after the test has taken the share `q` from each member that it
    /// covers and moved groups; 0 where no mass is left.
    ///
    /// Shape: one number per test in every flow and move; `values` is overwritten.
    /// Panics: a slice is shorter; a level does not exist. Cost: O(tests * (flows + levels)).
    pub fn expected_precision / expected_precision_at(
        levels: &[Standing],
        flows: &[Flow<'_>],
        moves: &[Moves<'_>],
        q: f64,
        values: &mut [f64],
    ) = expected_precision_body;
}

#[inline(always)]
fn expected_precision_body(
    levels: &[Standing],
    flows: &[Flow<'_>],
    moves: &[Moves<'_>],
    q: f64,
    values: &mut [f64],
) {
    let mut groups = vec![[0; TESTS]; levels.len()];
    let mut mass = vec![[0.0; TESTS]; levels.len()];
    for (chunk, values) in values.chunks_mut(TESTS).enumerate() {
        let tests = chunk * TESTS..chunk * TESTS + values.len();
        for ((level, groups), mass) in levels.iter().zip(&mut groups).zip(&mut mass) {
            groups.fill(level.groups);
            mass.fill(level.mass);
        }
        for flow in flows {
            let [stay, go] = mass.get_disjoint_mut([flow.from, flow.to]).expect("two levels");
            let (covered, moving) = (&flow.covered[tests.clone()], &flow.moving[tests.clone()]);
            shift([stay, go], [covered, moving, &flow.inside[tests.clone()]], flow.weight, q);
        }
        for step in moves {
            let [stay, go] = groups.get_disjoint_mut([step.from, step.to]).expect("two levels");
            for ((stay, go), moved) in stay.iter_mut().zip(go).zip(&step.groups[tests.clone()]) {
                *stay -= moved;
                *go += moved;
            }
        }
        precision(&groups, &mass, values);
    }
}

/// A moving group takes all of its members away from where it stood, and arrives with what
/// covering them leaves.
#[inline(always)]
fn shift([stay, go]: [&mut [f64; TESTS]; 2], counts: [&[u32]; 3], weight: f64, q: f64) {
    let n = counts[0].len();
    let [covered, moving, inside] = counts.map(|counts| &counts[..n]);
    let (stay, go) = (&mut stay[..n], &mut go[..n]);
    for t in 0..n {
        let (moving, inside) = (f64::from(moving[t]), f64::from(inside[t]));
        stay[t] -= weight * (q * (f64::from(covered[t]) - inside) + moving);
        go[t] += weight * (moving - q * inside);
    }
}

#[inline(always)]
fn precision(groups: &[[u32; TESTS]], mass: &[[f64; TESTS]], values: &mut [f64]) {
    let (mut rank, mut total, mut sum) = ([0; TESTS], [0.0; TESTS], [0.0; TESTS]);
    for (groups, mass) in groups.iter().zip(mass) {
        for t in 0..TESTS {
            rank[t] += groups[t];
            // Where no group stands, rounding may have left a trace of mass.
            let mass = if groups[t] > 0 { mass[t] } else { 0.0 };
            sum[t] += mass / f64::from(rank[t].max(1));
            total[t] += mass;
        }
    }
    for ((value, sum), total) in values.iter_mut().zip(sum).zip(total) {
        *value = if total > 0.0 { sum / total } else { 0.0 };
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Level;

    proptest! {
        /// Ten levels of five groups of two members; each test covers some members of some.
        #[test]
        fn every_test_is_valued_as_if_alone(
            tests in proptest::collection::vec(proptest::collection::vec((0..3_u32, any::<bool>()), 9), 1..600),
            q in 0.0..1.0_f64,
        ) {
            let levels: Vec<Standing> =
                (0..10).map(|l| Standing { groups: 5, mass: 10.0 / f64::from(l + 1) }).collect();
            let column = |l: usize, f: fn(&(u32, bool)) -> u32| -> Vec<u32> {
                tests.iter().map(|test| f(&test[l])).collect()
            };
            // A test that covers both members of a group moves it, or covers two of two groups.
            let moved: Vec<Vec<u32>> =
                (0..9).map(|l| column(l, |t| u32::from(t.0 == 2 && t.1))).collect();
            let covered: Vec<Vec<u32>> = (0..9).map(|l| column(l, |t| t.0)).collect();
            let moving: Vec<Vec<u32>> =
                moved.iter().map(|moved| moved.iter().map(|m| 2 * m).collect()).collect();
            let weight = |l: usize| 1.0 / (l + 1) as f64;
            let flows: Vec<Flow<'_>> = (0..9)
                .map(|l| Flow {
                    from: l, to: l + 1, weight: weight(l),
                    covered: &covered[l], moving: &moving[l], inside: &moving[l],
                })
                .collect();
            let moves: Vec<Moves<'_>> =
                (0..9).map(|l| Moves { from: l, to: l + 1, groups: &moved[l] }).collect();
            for level in Level::ALL.into_iter().filter(|level| level.is_available()) {
                let mut values = vec![7.0; tests.len()];
                expected_precision_at(level, &levels, &flows, &moves, q, &mut values);
                for (test, value) in tests.iter().zip(values) {
                    let mut groups = [5.0; 10];
                    let mut mass: Vec<f64> = levels.iter().map(|level| level.mass).collect();
                    for (l, &(n, moves)) in test.iter().enumerate() {
                        mass[l] -= q * weight(l) * f64::from(n);
                        if n == 2 && moves {
                            mass[l] -= 2.0 * weight(l) * (1.0 - q);
                            mass[l + 1] += 2.0 * weight(l) * (1.0 - q);
                            groups[l] -= 1.0;
                            groups[l + 1] += 1.0;
                        }
                    }
                    let (mut rank, mut sum) = (0.0, 0.0);
                    for (groups, mass) in groups.iter().zip(&mass) {
                        rank += groups;
                        sum += mass / rank;
                    }
                    let expected = sum / mass.iter().sum::<f64>();
                    prop_assert!((value - expected).abs() < 1e-12, "{} and not {}", value, expected);
                }
            }
        }
    }
}
