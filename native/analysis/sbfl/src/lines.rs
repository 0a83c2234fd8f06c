//! Joins elements to lines, and defines the order of suspects within a tie.

use faultline_spectrum::{BitMatrix, Element, ElementId, SourceFiles, Spectrum, TestId};

use crate::counts::count_columns;
use crate::radix;

/* A source line may belong to several methods: a field initialiser to each constructor, a lambda's line also to the enclosing
method, a nested class's line to another class. Each method has a separate column; a line is covered if any of them is.
Counting lines needs the OR of their columns. It is computed once, only for shared lines (a few percent), into a small matrix
beside the spectrum's; the same kernel counts both. */

/// The lines of a spectrum, in the order (class name, line).
#[derive(Debug)]
pub(crate) struct Lines {
    /// Elements grouped by line; within a line by (class name, method).
    members: Vec<ElementId>,
    /// Start of each line's members, plus a final end.
    starts: Vec<u32>,
    /// `[tests × lines with several members]`, in line order.
    shared: BitMatrix,
}

impl Lines {
    /// Cost: O(elements) for a merged spectrum, and one pass over the matrix if any line is shared.
    pub(crate) fn of(spectrum: &Spectrum) -> Self {
        let class_order = class_order(spectrum);
        let files = SourceFiles::of(&spectrum.classes);
        let sources = files.numbers();
        let class_of = |element: &Element| spectrum.methods[element.method.index()].class.index();
        let keys = spectrum.elements.iter().map(|element| key(sources[class_of(element)], element.line));
        let mut keyed: Vec<(u64, u32)> = keys.zip(0..).collect();
        // Sorts by line; columns of a merged spectrum are in this order already.
        let member = |&(_, column): &(u64, u32)| {
            let element = &spectrum.elements[column as usize];
            (class_order[class_of(element)], element.method)
        };
        if !keyed.is_sorted_by_key(member) {
            keyed.sort_by_key(member);
        }
        radix::sort_by_key(&mut keyed);
        let mut lines: Vec<(u64, u32)> = Vec::new();
        let mut starts: Vec<u32> = Vec::new();
        for (at, pair) in keyed.iter().enumerate() {
            if at == 0 || keyed[at - 1].0 != pair.0 {
                let element = &spectrum.elements[pair.1 as usize];
                lines.push((key(class_order[class_of(element)], element.line), starts.len() as u32));
                starts.push(at as u32);
            }
        }
        starts.push(keyed.len() as u32);
        radix::sort_by_key(&mut lines);
        let mut of =
            Self { members: Vec::with_capacity(keyed.len()), starts: vec![0], shared: BitMatrix::default() };
        for (_, line) in lines {
            let members = starts[line as usize] as usize..starts[line as usize + 1] as usize;
            of.members.extend(keyed[members].iter().map(|&(_, column)| ElementId(column)));
            of.starts.push(of.members.len() as u32);
        }
        of.shared = of.join(spectrum);
        of
    }

    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The elements of a line, at least one.
    pub(crate) fn members(&self, line: usize) -> &[ElementId] {
        &self.members[self.starts[line] as usize..self.starts[line + 1] as usize]
    }

    /// The line of each element.
    pub(crate) fn of_elements(&self, elements: usize) -> Vec<u32> {
        let mut of = vec![0; elements];
        for line in 0..self.len() {
            for member in self.members(line) {
                of[member.index()] = line as u32;
            }
        }
        of
    }

    /// The maximum over each line's elements; empty if `of_elements` is empty.
    pub(crate) fn best(&self, of_elements: &[f64]) -> Vec<f64> {
        if of_elements.is_empty() {
            return Vec::new();
        }
        let best = |line| {
            let values = self.members(line).iter().map(|element| of_elements[element.index()]);
            values.fold(f64::NEG_INFINITY, f64::max)
        };
        (0..self.len()).map(best).collect()
    }

    fn is_shared(&self, line: usize) -> bool {
        self.starts[line + 1] - self.starts[line] > 1
    }

    /// The number of tests that executed each shared line, in line order.
    pub(crate) fn count_shared(&self, tests: &[TestId]) -> Vec<u32> {
        count_columns(&self.shared, tests)
    }

    /// The counts of every line, given the counts of elements and of shared lines.
    pub(crate) fn spread(&self, elements: &[u32], shared: &[u32]) -> Vec<u32> {
        let mut shared = shared.iter();
        (0..self.len())
            .map(|line| {
                if self.is_shared(line) {
                    shared.next().copied().unwrap_or_default()
                } else {
                    elements[self.members(line)[0].index()]
                }
            })
            .collect()
    }

    /// The OR of the columns of each shared line. Shape: `[tests × shared lines]`.
    fn join(&self, spectrum: &Spectrum) -> BitMatrix {
        let lines: Vec<usize> = (0..self.len()).filter(|&line| self.is_shared(line)).collect();
        let coverage = &spectrum.coverage;
        if lines.is_empty() {
            return BitMatrix::new(coverage.rows(), 0);
        }
        let mut masks = vec![0_u64; coverage.stride()];
        // Only entries with a mask bit are read.
        let mut column_of = vec![0_u32; masks.len() * 64];
        for (column, &line) in lines.iter().enumerate() {
            for element in self.members(line) {
                masks[element.index() / 64] |= 1 << (element.index() % 64);
                column_of[element.index()] = column as u32;
            }
        }
        let add = |(place, mut bits): (usize, u64), row: &mut [u64]| {
            while bits != 0 {
                let column = column_of[place * 64 + bits.trailing_zeros() as usize];
                row[column as usize / 64] |= 1 << (column % 64);
                bits &= bits - 1;
            }
        };
        let wanted: Vec<(usize, u64)> =
            masks.iter().copied().enumerate().filter(|(_, mask)| *mask != 0).collect();
        // The rows have as many filled words as those of the spectrum.
        let filled = coverage.held() / coverage.stride() * lines.len().div_ceil(64);
        BitMatrix::of_rows(coverage.rows(), lines.len(), filled, |test, row| match coverage.whole() {
            Some(words) => {
                let covered = &words[test * coverage.stride()..];
                for &(place, mask) in &wanted {
                    add((place, covered[place] & mask), row);
                }
            }
            None => coverage.filled(test).for_each(|(place, word)| add((place, word & masks[place]), row)),
        })
    }
}

/// A sort key of two numbers.
fn key(first: u32, second: u32) -> u64 {
    u64::from(first) << 32 | u64::from(second)
}

/// The rank of each class by name; classes of the same name (from two builds) are in id order.
pub(crate) fn class_order(spectrum: &Spectrum) -> Vec<u32> {
    let mut by_name: Vec<usize> = (0..spectrum.classes.len()).collect();
    by_name.sort_by_key(|&class| &spectrum.classes[class].name);
    let mut order = vec![0; by_name.len()];
    for (place, class) in by_name.into_iter().enumerate() {
        order[class] = place as u32;
    }
    order
}
