//! The coverage matrix column by column, equal columns once.

use std::collections::HashMap;
use std::sync::OnceLock;

use faultline_kernels::{count, transpose};
use faultline_spectrum::{BitMatrix, Spectrum};

use crate::{AnyMetric, DiagnosabilityError, SelectQuery, Selector, Universe};

/// The different columns of a coverage matrix: one bit per test, and which elements have it.
#[derive(Clone, Debug)]
pub struct Columns {
    words: usize,
    /// The column of each element.
    of: Vec<u32>,
    /// The first element with each column.
    first: Vec<u32>,
    bits: Vec<u64>,
}

impl Columns {
    /// Cost: one transpose and one more pass; as much memory as the matrix until equal columns
    /// are dropped.
    pub fn of(matrix: &BitMatrix) -> Self {
        let (tests, elements) = (matrix.rows(), matrix.columns());
        let words = tests.div_ceil(64);
        let mut bits = vec![0; elements * words];
        transpose(matrix.words(), tests, elements, &mut bits);
        let (mut of, mut first) = (Vec::with_capacity(elements), Vec::new());
        // By hash, to know where to look; columns are equal only when all their bits are.
        let mut known: HashMap<u64, Vec<u32>> = HashMap::new();
        for element in 0..elements {
            let column = element * words..(element + 1) * words;
            let same = known.entry(hash(&bits[column.clone()])).or_default();
            let equal = |&&c: &&u32| bits[c as usize * words..][..words] == bits[column.clone()];
            let number = if let Some(&number) = same.iter().find(equal) {
                number
            } else {
                let number = first.len() as u32;
                same.push(number);
                first.push(element as u32);
                bits.copy_within(column, number as usize * words);
                number
            };
            of.push(number);
        }
        bits.truncate(first.len() * words);
        if first.len() < elements / 2 {
            bits.shrink_to_fit();
        }
        Self { words, of, first, bits }
    }

    /// Number of different columns.
    pub fn len(&self) -> usize {
        self.first.len()
    }

    /// True when there are no elements.
    pub fn is_empty(&self) -> bool {
        self.first.is_empty()
    }

    /// Words of a column.
    pub(crate) fn words(&self) -> usize {
        self.words
    }

    /// The column of an element.
    pub(crate) fn of_element(&self, element: usize) -> u32 {
        self.of[element]
    }

    /// The columns of all elements.
    pub(crate) fn of_elements(&self) -> &[u32] {
        &self.of
    }

    /// An element that has the column.
    pub(crate) fn element(&self, column: u32) -> usize {
        self.first[column as usize] as usize
    }

    /// The bits of a column: bit t is test t.
    pub(crate) fn bits(&self, column: u32) -> &[u64] {
        &self.bits[column as usize * self.words..][..self.words]
    }
}

fn hash(words: &[u64]) -> u64 {
    words.iter().fold(0, |hash: u64, &word| {
        let mixed = (hash.rotate_left(29) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ mixed >> 32
    })
}

/// A spectrum prepared for many choices of tests: what does not depend on the metric or the
/// given tests is made once, when first needed.
#[derive(Debug)]
pub struct Prepared<'s> {
    spectrum: &'s Spectrum,
    universe: Universe,
    columns: OnceLock<Columns>,
    sizes: OnceLock<Box<[u64]>>,
}

impl<'s> Prepared<'s> {
    /// Cost: O(elements); the columns are made when a metric first asks for them.
    pub fn new(spectrum: &'s Spectrum) -> Self {
        Self { spectrum, universe: Universe::of(spectrum), columns: OnceLock::new(), sizes: OnceLock::new() }
    }

    /// The spectrum.
    pub fn spectrum(&self) -> &'s Spectrum {
        self.spectrum
    }

    /// Its elements.
    pub fn universe(&self) -> &Universe {
        &self.universe
    }

    /// Its columns. Cost: the first time, [`Columns::of`].
    pub fn columns(&self) -> &Columns {
        self.columns.get_or_init(|| Columns::of(&self.spectrum.coverage))
    }

    /// The number of elements that each test covers. Cost: the first time, a pass over the matrix.
    pub(crate) fn sizes(&self) -> &[u64] {
        let matrix = &self.spectrum.coverage;
        self.sizes.get_or_init(|| (0..matrix.rows()).map(|row| count(matrix.row(row))).collect())
    }

    /// A selector that reads columns where that is faster; it chooses the same tests as
    /// [`Selector::new`]. Errors: as there.
    pub fn selector<'p>(
        &'p self,
        metric: &AnyMetric,
        query: &SelectQuery,
    ) -> Result<Selector<'p>, DiagnosabilityError> {
        Ok(Selector::new(self.spectrum, &self.universe, metric, query)?.reading(self))
    }
}
