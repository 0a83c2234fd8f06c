//! The columns of a fault as rankings need them: equal ones of a method as one.

use std::collections::HashMap;

use faultline_spectrum::TestId;

use crate::Fault;

/* A ranking of methods never tells two elements apart that the same tests cover and that
belong to the same method; it only counts them. So each such group is one column with a
number of lines, which leaves about a tenth of the columns, and rows become short lists. The
columns of a method are neighbours. */

/// Distinct (method, column) pairs of a fault's matrix.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    /// The method of each column.
    method_of: Vec<u32>,
    /// Elements of each column.
    lines: Vec<u32>,
    /// The columns that each test covers.
    rows: Vec<Vec<u32>>,
}

impl Columns {
    /// Cost: O(elements * tests / 64 + set bits).
    pub(crate) fn of(fault: &Fault) -> Self {
        let matrix = &fault.spectrum.coverage;
        let height = matrix.rows().div_ceil(64);
        let mut columns = vec![0_u64; height * matrix.columns()];
        for row in 0..matrix.rows() {
            for column in matrix.ones(row) {
                columns[column * height + row / 64] |= 1 << (row % 64);
            }
        }
        let column = |element: usize| &columns[element * height..][..height];
        let mut groups: HashMap<(u32, &[u64]), u32> = HashMap::new();
        for (element, &method) in fault.method_of.iter().enumerate() {
            *groups.entry((method, column(element))).or_default() += 1;
        }
        let mut groups: Vec<((u32, &[u64]), u32)> = groups.into_iter().collect();
        groups.sort_unstable();
        let mut rows = vec![Vec::new(); matrix.rows()];
        for (number, &((_, bits), _)) in groups.iter().enumerate() {
            for (word, &bits) in bits.iter().enumerate() {
                let mut rest = bits;
                while rest != 0 {
                    rows[word * 64 + rest.trailing_zeros() as usize].push(number as u32);
                    rest &= rest - 1;
                }
            }
        }
        let (method_of, lines) = groups.iter().map(|&((method, _), lines)| (method, lines)).unzip();
        Self { method_of, lines, rows }
    }

    /// Number of columns.
    pub(crate) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Number of elements that each column stands for.
    pub(crate) fn lines(&self) -> &[u32] {
        &self.lines
    }

    /// The method of each column, ascending.
    pub(crate) fn method_of(&self) -> &[u32] {
        &self.method_of
    }

    /// The columns that a test covers, ascending.
    pub(crate) fn row(&self, test: TestId) -> &[u32] {
        &self.rows[test.index()]
    }
}
