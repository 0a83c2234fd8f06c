//! Ambiguity groups by exact partition refinement.

use faultline_bit_kernels::and_count;

use crate::bits::{all_ones, ones, word_ones};

/* Two elements are in one group if every added test covers both or neither. Adding a test only splits groups: the covered
members of a partly covered group move to a new group. This is exact (columns are never compared by hash) and costs the bits of
the row, not of the matrix [1]. All elements of a group were run by the same tests, so the counts ef and ep belong to the group, as
does w, which follows from them.

New groups get the next numbers and remember their parents, so the last test can be removed by walking its row again.

[1] Paige, Tarjan, Three partition refinement algorithms, SIAM J. Comput. 16(6), 1987. */

/// Marks an element outside all groups.
const OUTSIDE: u32 = u32::MAX;

/// The ambiguity groups of some elements under the tests added so far.
///
/// An ambiguity group is a maximal set of elements that the same tests cover. Elements
/// outside the scope belong to none.
#[derive(Clone, Debug)]
pub struct Partition {
    group_of: Vec<u32>,
    groups: Vec<Group>,
    /// The words of a row with bits in scope, with those bits.
    scope: Vec<(u32, u64)>,
    /// The scope as a row.
    mask: Box<[u64]>,
    added: Vec<Added>,
    /// Number of members covered by the current row, by group; zero between calls.
    covered: Vec<u32>,
    touched: Vec<u32>,
}

/// An ambiguity group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// Its elements.
    pub size: u32,
    /// Failed tests that cover it.
    pub ef: u32,
    /// Passed tests that cover it.
    pub ep: u32,
    /// The group it was split from.
    parent: u32,
}

/// The change by adding a test.
#[derive(Clone, Copy, Debug)]
struct Added {
    /// Number of groups before.
    groups: u32,
    failed: bool,
}

/// A group that a row covers, and the extent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touch {
    /// Its number, an index into [`Partition::groups`].
    pub number: usize,
    /// The group.
    pub group: Group,
    /// Number of its elements that the row covers, at least 1.
    pub covered: u32,
}

impl Group {
    /// The number of the group it was split from, which kept the other members; `None` for the first group.
    pub(crate) fn parent(&self) -> Option<usize> {
        (self.parent != OUTSIDE).then_some(self.parent as usize)
    }
}

impl Touch {
    /// Number of pairs in the group that the row separates.
    pub fn pairs(&self) -> u64 {
        u64::from(self.covered) * u64::from(self.group.size - self.covered)
    }

    /// Size of the smaller part after splitting the group by the row.
    pub fn smaller(&self) -> u32 {
        self.covered.min(self.group.size - self.covered)
    }

    /// Whether the row splits the group.
    pub fn splits(&self) -> bool {
        self.covered < self.group.size
    }
}

impl Partition {
    /// All elements in one group, before any test; no group without elements.
    pub fn new(elements: usize) -> Self {
        Self::within(&all_ones(elements), elements)
    }

    /// The elements with a bit in `scope`, in one group.
    /// Shape: `scope` is a row over all `elements`. Panics: it has another length.
    pub fn within(scope: &[u64], elements: usize) -> Self {
        assert_eq!(scope.len(), elements.div_ceil(64), "words of the scope");
        let mut group_of = vec![OUTSIDE; elements];
        let mut size = 0;
        for element in ones(scope) {
            group_of[element] = 0;
            size += 1;
        }
        let mask = scope.into();
        let scope = scope.iter().enumerate().filter(|(_, bits)| **bits != 0);
        Self {
            mask,
            group_of,
            groups: if size == 0 { Vec::new() } else { vec![Group { size, ef: 0, ep: 0, parent: OUTSIDE }] },
            scope: scope.map(|(w, &bits)| (w as u32, bits)).collect(),
            added: Vec::new(),
            covered: vec![0; usize::from(size > 0)],
            touched: Vec::new(),
        }
    }

    /// The groups, in no particular order.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// Number of elements in scope.
    pub fn elements(&self) -> usize {
        self.groups.iter().map(|group| group.size as usize).sum()
    }

    /// The elements in scope, ascending.
    pub(crate) fn scope(&self) -> impl Iterator<Item = usize> + '_ {
        ones(&self.mask)
    }

    /// Number of added tests.
    pub fn tests(&self) -> usize {
        self.added.len()
    }

    /// The index of an element's group in [`Partition::groups`]; `None` outside the scope. Panics: no such element.
    pub fn group_of(&self, element: usize) -> Option<usize> {
        let group = self.group_of[element];
        (group != OUTSIDE).then_some(group as usize)
    }

    /// The elements of every group, each list ascending, by group number. Cost: O(elements).
    pub fn members(&self) -> Vec<Vec<u32>> {
        let mut members: Vec<Vec<u32>> =
            self.groups.iter().map(|group| Vec::with_capacity(group.size as usize)).collect();
        for (element, &group) in self.group_of.iter().enumerate() {
            if group != OUTSIDE {
                members[group as usize].push(element as u32);
            }
        }
        members
    }

    /// Adds a test. Shape: a row over all elements. Cost: O(words + bits of the row in scope).
    pub fn add(&mut self, row: &[u64], failed: bool) {
        self.count_touched(row);
        let before = self.groups.len();
        let mut touched = std::mem::take(&mut self.touched);
        // Reserve a number for the covered members of each split group.
        for &group in &touched {
            let covered = std::mem::take(&mut self.covered[group as usize]);
            let old = self.groups[group as usize];
            let new = if covered == old.size {
                group
            } else {
                let new = self.groups.len() as u32;
                self.groups[group as usize].size -= covered;
                self.groups.push(Group { size: covered, parent: group, ..old });
                // From here until members have moved, `covered` maps the old group to the new one.
                self.covered[group as usize] = new;
                self.covered.push(0);
                new
            };
            let new = &mut self.groups[new as usize];
            *(if failed { &mut new.ef } else { &mut new.ep }) += 1;
        }
        if self.groups.len() > before {
            for &(w, bits) in &self.scope {
                for bit in word_ones(row[w as usize] & bits) {
                    let group = &mut self.group_of[w as usize * 64 + bit];
                    let moves_to = self.covered[*group as usize];
                    if moves_to != 0 {
                        *group = moves_to;
                    }
                }
            }
            for &group in &touched {
                self.covered[group as usize] = 0;
            }
        }
        touched.clear();
        self.touched = touched;
        self.added.push(Added { groups: before as u32, failed });
    }

    /// Removes the test added last, given its row again. Panics: none was added. Cost: as adding it.
    pub fn take_back(&mut self, row: &[u64]) {
        let Added { groups: before, failed } = self.added.pop().expect("a test was added");
        for &(w, bits) in &self.scope {
            for bit in word_ones(row[w as usize] & bits) {
                let group = &mut self.group_of[w as usize * 64 + bit];
                if *group >= before {
                    *group = self.groups[*group as usize].parent;
                } else if self.covered[*group as usize] == 0 {
                    // The group is covered as a whole: restore its counts once.
                    self.covered[*group as usize] = 1;
                    self.touched.push(*group);
                }
            }
        }
        for group in self.touched.drain(..) {
            self.covered[group as usize] = 0;
            let group = &mut self.groups[group as usize];
            *(if failed { &mut group.ef } else { &mut group.ep }) -= 1;
        }
        for Group { size, parent, .. } in self.groups.split_off(before as usize) {
            self.groups[parent as usize].size += size;
        }
        self.covered.truncate(before as usize);
    }

    /// Calls `take` for each group that the row covers, fully or partly, in no particular order. Cost: O(words in scope +
    /// bits of the row in scope); no allocation once warm.
    pub fn touch(&mut self, row: &[u64], mut take: impl FnMut(Touch)) {
        self.count_touched(row);
        for group in self.touched.drain(..) {
            let covered = std::mem::take(&mut self.covered[group as usize]);
            take(Touch { number: group as usize, group: self.groups[group as usize], covered });
        }
    }

    fn count_touched(&mut self, row: &[u64]) {
        if self.groups.len() == 1 {
            // Fast path: with a single group no element's group is looked up.
            let covered = and_count(&row[..self.mask.len()], &self.mask) as u32;
            self.covered[0] = covered;
            if covered > 0 {
                self.touched.push(0);
            }
            return;
        }
        for &(w, bits) in &self.scope {
            for bit in word_ones(row[w as usize] & bits) {
                let group = self.group_of[w as usize * 64 + bit];
                let covered = &mut self.covered[group as usize];
                if *covered == 0 {
                    self.touched.push(group);
                }
                *covered += 1;
            }
        }
    }
}
