//! Scores all candidates at once from columns.

use std::collections::BTreeMap;

use faultline_bit_kernels::{
    add_all, add_pairs, column_counts, count_planes, or_and, take_all, weigh, widen_all,
};

use crate::partition::Group;
use crate::weighted::add_elements;
use crate::{Columns, Partition};

/* A group's candidates are not scored one by one. The group's columns are added up for all tests at once, as bit planes (plane k
holds bit k of n, the number of members that a test covers). A score then needs only a few weighted bit vectors per group:
n (s - n) is the sum over j, k of 2^(j+k) (plane j of n and plane k of s - n), and min(n, s - n) has separate planes. The vectors
of all groups are summed together. Groups too large for planes are counted as numbers. A group that the last test did not split
keeps its vectors; of a split group only the smaller part is counted and subtracted from the whole to give the other, so each
column is read a logarithmic number of times instead of once per test [1].

[1] Hopcroft, An n log n algorithm for minimizing states in a finite automaton, 1971. */

/// Largest group for which [`Want::Smaller`] uses bit planes.
const SMALL_MIN: u32 = 63;
const SMALL_PAIRS: u32 = 15;
/// Largest number of columns of a group for which union and intersection are computed.
const SMALL_SPLITS: usize = 64;
/// From this number of vectors on, vectors with a common weight bit are counted together.
const MANY: usize = 80;

/// The summand of a group with s members, n of them covered by a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Want {
    /// 1 where 0 < n < s.
    Splits,
    /// s min(n, s - n).
    Smaller,
    /// n (s - n).
    Pairs,
}

/// The groups of a partition as columns, kept from step to step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Field {
    /// The pool and epoch of the cached data.
    of: (u64, u32),
    /// (column, number of elements with it), for the columns in scope, ascending.
    scope: Vec<(u32, u32)>,
    /// The data of each group, with the group's size at that time.
    made: Vec<(u32, Made)>,
    covered: BTreeMap<Class, Vec<u32>>,
    /// The class in which each column in scope is counted as covered.
    counted_in: Vec<Option<Class>>,
}

/// Identifies groups with equal weights.
pub(crate) type Class = (u32, u32);

impl Field {
    /// The number of elements of each class that every test covers, with zeros beyond the last test; may contain classes
    /// without groups.
    pub(crate) fn covered(&self) -> &BTreeMap<Class, Vec<u32>> {
        &self.covered
    }

    /// Updates [`Field::covered`] after an update with the same groups. Recounts only elements that changed class.
    pub(crate) fn count_covered(
        &mut self,
        columns: &Columns,
        groups: &Partition,
        class_of: impl Fn(&Group) -> Class,
    ) {
        let classes: Vec<Class> = groups.groups().iter().map(class_of).collect();
        self.counted_in.resize(self.scope.len(), None);
        let mut moves: BTreeMap<(Option<Class>, Class), Vec<Member>> = BTreeMap::new();
        for (&member, from) in self.scope.iter().zip(&mut self.counted_in) {
            let to = classes[groups.group_of(columns.element(member.0)).expect("in scope")];
            if *from != Some(to) {
                moves.entry((*from, to)).or_default().push(member);
                *from = Some(to);
            }
        }
        for ((from, to), members) in moves {
            let counts = match &self.made[..] {
                // All elements are in one group, which was just counted.
                [(_, Made::Numbers(covered))] => covered.clone(),
                _ => count(&members, columns),
            };
            add_all(self.covered.entry(to).or_insert_with(|| vec![0; counts.len()]), &counts);
            if let Some(covered) = from.and_then(|from| self.covered.get_mut(&from)) {
                take_all(covered, &counts);
            }
        }
    }
}

#[derive(Clone, Debug, Default)]
enum Made {
    /// A single column: no test can split it.
    #[default]
    Nothing,
    /// Concatenated bit vectors, and the weight of each.
    Vectors(Vec<u64>, Vec<u32>),
    /// n for each test.
    Numbers(Vec<u32>),
}

impl Field {
    /// Updates the cached groups. `of` identifies the pool and the epoch of the partition; while it is unchanged, groups may
    /// only be split.
    pub(crate) fn update(&mut self, of: (u64, u32), columns: &Columns, groups: &Partition, want: Want) {
        if self.of != of {
            *self = Self { of, ..Self::default() };
            self.scope = scope(columns, groups);
        }
        let number = |column: u32| groups.group_of(columns.element(column)).expect("in scope");
        // Sort members by group with a counting sort.
        let mut start = vec![0; groups.groups().len() + 1];
        let numbers: Vec<usize> = self.scope.iter().map(|&(column, _)| number(column)).collect();
        for &g in &numbers {
            start[g + 1] += 1;
        }
        for g in 1..start.len() {
            start[g] += start[g - 1];
        }
        let mut end = start.clone();
        let mut members = vec![(0, 0); self.scope.len()];
        for (&g, &member) in numbers.iter().zip(&self.scope) {
            members[end[g]] = member;
            end[g] += 1;
        }
        let known = self.made.len();
        self.made.resize(groups.groups().len(), (0, Made::Nothing));
        let of = |g: usize| &members[start[g]..end[g]];
        for (g, group) in groups.groups().iter().enumerate().skip(known) {
            let Some(parent) = group.parent().filter(|&parent| parent < known) else { continue };
            let (size, parent_size) = (group.size, groups.groups()[parent].size);
            // Otherwise several groups have been split off since.
            if self.made[parent].0 == size + parent_size
                && let (_, Made::Numbers(whole)) = std::mem::take(&mut self.made[parent])
            {
                let parts = [(of(parent), parent_size), (of(g), size)];
                let [rest, part] = halves(parts, whole, columns, want);
                self.made[parent] = (parent_size, rest);
                self.made[g] = (size, part);
            }
        }
        for (g, group) in groups.groups().iter().enumerate() {
            if self.made[g].0 != group.size {
                self.made[g] = (group.size, make(of(g), group.size, columns, want));
            }
        }
    }

    /// Adds to `sums[t]` the function `want` of the groups accepted by `take`. Shape: one sum per test, whole numbers below
    /// 2^53.
    pub(crate) fn add(&self, columns: &Columns, want: Want, take: impl Fn(usize) -> bool, sums: &mut [u64]) {
        let (mut vectors, mut weights): (Vec<&[u64]>, Vec<u32>) = Default::default();
        for (_, (size, made)) in self.made.iter().enumerate().filter(|(g, _)| take(*g)) {
            match made {
                Made::Nothing => {}
                Made::Vectors(bits, of) => {
                    vectors.extend(bits.chunks_exact(columns.words()));
                    weights.extend(of);
                }
                Made::Numbers(covered) => {
                    // Counts may extend beyond the last test.
                    let covered = &covered[..sums.len()];
                    if want == Want::Pairs {
                        add_pairs(sums, covered, *size);
                        continue;
                    }
                    for (sum, &n) in sums.iter_mut().zip(covered) {
                        let rest = size - n;
                        *sum += match want {
                            Want::Smaller => u64::from(*size) * u64::from(n.min(rest)),
                            _ => u64::from(n > 0 && rest > 0),
                        };
                    }
                }
            }
        }
        let mut small = vec![0; sums.len()];
        if want == Want::Splits {
            column_counts(&vectors, &mut small);
        } else if vectors.len() < MANY {
            weigh(&vectors, &weights, &mut small);
        } else {
            add_elements(vectors.into_iter().zip(weights), &mut small);
        }
        widen_all(sums, &small);
    }
}

fn scope(columns: &Columns, groups: &Partition) -> Vec<(u32, u32)> {
    let mut times = vec![0; columns.len()];
    for element in groups.scope() {
        times[columns.of_element(element) as usize] += 1;
    }
    let numbered = times.into_iter().enumerate().map(|(column, times)| (column as u32, times));
    numbered.filter(|&(_, times)| times > 0).collect()
}

/// A column, and the number of elements with it.
type Member = (u32, u32);
type Members = [Member];

/// The numbers of both parts of a group whose numbers are known.
fn halves(parts: [(&Members, u32); 2], mut whole: Vec<u32>, columns: &Columns, want: Want) -> [Made; 2] {
    let small = usize::from(parts[1].0.len() < parts[0].0.len());
    let large = 1 - small;
    let mut made = [Made::Nothing, Made::Nothing];
    if is_small(parts[large].0, parts[large].1, want) {
        return parts.map(|(members, size)| make(members, size, columns, want));
    }
    let counts = count(parts[small].0, columns);
    take_all(&mut whole, &counts);
    made[large] = Made::Numbers(whole);
    let (members, size) = parts[small];
    made[small] = if is_small(members, size, want) {
        make(members, size, columns, want)
    } else {
        Made::Numbers(counts)
    };
    made
}

/// Whether a group is represented by bit vectors instead of numbers.
fn is_small(members: &Members, size: u32, want: Want) -> bool {
    members.len() < 2
        || match want {
            Want::Splits => members.len() <= SMALL_SPLITS,
            Want::Smaller => size <= SMALL_MIN,
            Want::Pairs => size <= SMALL_PAIRS,
        }
}

/// Counts n for each test.
fn count(members: &Members, columns: &Columns) -> Vec<u32> {
    let mut counts = vec![0; columns.words() * 64];
    add_elements(members.iter().map(|&(column, times)| (columns.bits(column), times)), &mut counts);
    counts
}

fn make(members: &Members, size: u32, columns: &Columns, want: Want) -> Made {
    let words = columns.words();
    if members.len() < 2 {
        return Made::Nothing;
    }
    if !is_small(members, size, want) {
        return Made::Numbers(count(members, columns));
    }
    if want == Want::Splits {
        let refs: Vec<&[u64]> = members.iter().map(|&(column, _)| columns.bits(column)).collect();
        let (mut or, mut and) = (vec![0; words], vec![0; words]);
        or_and(&refs, &mut or, &mut and);
        or.iter_mut().zip(&and).for_each(|(or, and)| *or &= !and);
        return Made::Vectors(or, vec![1]);
    }
    let refs: Vec<&[u64]> = members
        .iter()
        .flat_map(|&(column, times)| std::iter::repeat_n(columns.bits(column), times as usize))
        .collect();
    let bits = (u32::BITS - size.leading_zeros()) as usize;
    let mut n = vec![0; bits * words];
    count_planes(&refs, words, &mut n);
    if want == Want::Smaller { smaller(&n, size, bits, words) } else { pairs(&n, size, bits, words) }
}

/// Bit `k` of s, in all positions.
fn everywhere(size: u32, k: usize) -> u64 {
    if size >> k & 1 == 1 { u64::MAX } else { 0 }
}

/// One word of the planes of s - n.
fn rest(n: &[u64], size: u32, bits: usize, words: usize, w: usize, rest: &mut [u64; 8]) {
    let mut borrow = 0;
    for k in 0..bits {
        let (s, n) = (everywhere(size, k), n[k * words + w]);
        rest[k] = s ^ n ^ borrow;
        borrow = !s & (n | borrow) | n & borrow;
    }
}

fn smaller(n: &[u64], size: u32, bits: usize, words: usize) -> Made {
    let half = (u32::BITS - (size / 2).leading_zeros()) as usize;
    let mut vectors = vec![0; half * words];
    let mut y = [0; 8];
    for w in 0..words {
        rest(n, size, bits, words, w, &mut y);
        // s - n is the smaller part where subtracting n from it borrows.
        let mut less = 0;
        for k in 0..bits {
            let n = n[k * words + w];
            less = !y[k] & (n | less) | n & less;
        }
        for k in 0..half {
            let n = n[k * words + w];
            vectors[k * words + w] = n ^ (n ^ y[k]) & less;
        }
    }
    Made::Vectors(vectors, (0..half).map(|k| size << k).collect())
}

fn pairs(n: &[u64], size: u32, bits: usize, words: usize) -> Made {
    let mut vectors = vec![0; bits * bits * words];
    let mut y = [0; 8];
    for w in 0..words {
        rest(n, size, bits, words, w, &mut y);
        for j in 0..bits {
            for (k, y) in y[..bits].iter().enumerate() {
                vectors[(j * bits + k) * words + w] = n[j * words + w] & y;
            }
        }
    }
    let weights = (0..bits * bits).map(|jk| 1 << (jk / bits + jk % bits)).collect();
    Made::Vectors(vectors, weights)
}
