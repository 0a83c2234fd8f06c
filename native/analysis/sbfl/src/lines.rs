//! Elements joined to lines, and the order in which suspects stand inside a tie.

use faultline_spectrum::{BitMatrix, Element, ElementId, SourceFiles, Spectrum, TestId};

use crate::counts::count_columns;
use crate::radix;

/* A source line may belong to several methods: a field initialiser to each constructor, a
lambda's line also to the method around it, a nested class's to another class. Each is a
column of its own; a line is covered when any of them is. Counting that needs the OR of
the columns, which is made once, for the shared lines only (a few percent of all), as a
small matrix beside the spectrum's; both are then counted by the same kernel. */

/// The lines of a spectrum, in the order (class name, line).
#[derive(Debug)]
pub(crate) struct Lines {
    /// Elements, line after line; those of one line by (class name, method).
    members: Vec<ElementId>,
    /// Where each line's members start; one more at the end.
    starts: Vec<u32>,
    /// `[tests × lines with several members]`, in line order.
    shared: BitMatrix,
}

impl Lines {
    /// Cost: O(elements) in a merged spectrum, and one pass over the matrix if any line is shared.
    pub(crate) fn of(spectrum: &Spectrum) -> Self {
        let class_order = class_order(spectrum);
        let files = SourceFiles::of(&spectrum.classes);
        let sources = files.numbers();
        let class_of = |element: &Element| spectrum.methods[element.method.index()].class.index();
        let keys = spectrum.elements.iter().map(|element| key(sources[class_of(element)], element.line));
        let mut keyed: Vec<(u64, u32)> = keys.zip(0..).collect();
        // Members of a line stand in this order, which that of a merged spectrum's columns is.
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

    /// The elements of a line, never none.
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

    /// The largest of its elements' values, by line; nothing of nothing.
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

    /// How many of the tests executed each shared line, in line order.
    pub(crate) fn count_shared(&self, tests: &[TestId]) -> Vec<u32> {
        count_columns(&self.shared, tests)
    }

    /// The counts of every line, given those of the elements and of the shared lines.
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
        // Only read where a mask has a bit.
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
        // As many words of these rows are filled as of the others.
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

/// The place of each class by name; classes of one name (two builds) in id order.
pub(crate) fn class_order(spectrum: &Spectrum) -> Vec<u32> {
    let mut by_name: Vec<usize> = (0..spectrum.classes.len()).collect();
    by_name.sort_by_key(|&class| &spectrum.classes[class].name);
    let mut order = vec![0; by_name.len()];
    for (place, class) in by_name.into_iter().enumerate() {
        order[class] = place as u32;
    }
    order
}
