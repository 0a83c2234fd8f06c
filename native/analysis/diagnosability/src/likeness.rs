//! For each suspicious line, the total similarity to failing tests of the candidates that cover it.

use std::borrow::Cow;

use faultline_bit_kernels::and_count;
use faultline_spectrum::{BitMatrix, TestId};

use crate::bits::{ones, word_ones};
use crate::similarity::jaccard;
use crate::weighted::elements_in_common;
use crate::{Columns, Known};

/* Candidates without a suspicious line have similarity 0, which is true of most in a large suite. For the others, intersections
with a failing test are counted from the columns of suspicious lines if available. Row sizes are counted once per spectrum. */

impl Known<'_> {
    /// For every element covered by a given failing test, ascending: the sum, over the candidates that cover it, of the
    /// Jaccard similarity of the candidate's row to that of a given failing test (the maximum over several).
    ///
    /// Candidates with equal rows count at the position of the first, so sums are bit for bit the same with and without
    /// columns. Cost: O(suspicious lines covered by candidates + candidates * log); without columns a pass over the matrix
    /// per failing test.
    pub fn likeness(&self) -> Vec<(usize, f64)> {
        let matrix = &self.spectrum.coverage;
        let failing: Vec<TestId> =
            self.given.iter().filter(|(_, verdict)| verdict.is_failed()).map(|(test, _)| *test).collect();
        let mut suspicious = vec![0; matrix.stride()];
        for test in &failing {
            matrix.add_row(test.index(), &mut suspicious);
        }
        let alike = self.alike(&failing);
        let is_in_order = alike.is_sorted_by_key(|(test, _)| *test);
        match self.prepared.filter(|_| is_in_order) {
            Some(prepared) => by_columns(&suspicious, prepared.suspicious_columns(), &alike),
            None => by_rows(&suspicious, matrix, &alike),
        }
    }

    /// The non-zero similarities of candidates, in order; equal rows are represented by the first, with multiplicity.
    fn alike(&self, failing: &[TestId]) -> Vec<(TestId, f64)> {
        let matrix = &self.spectrum.coverage;
        let both: Vec<InCommon<'_>> = failing.iter().map(|&test| self.in_common(test)).collect();
        let mut found: Vec<Alike> = Vec::new();
        for (place, test) in self.candidates.iter().enumerate() {
            let shared = || both.iter().map(|both| both.with(matrix, *test));
            if shared().all(|both| both == 0) {
                continue;
            }
            let size = self.size(*test);
            let similarity = |(both, failing): (u64, &TestId)| jaccard(both, [size, self.size(*failing)]);
            let similarity = shared().zip(failing).map(similarity).fold(0.0, f64::max);
            found.push(Alike { size, similarity, place, times: 1 });
        }
        self.count_once(&mut found);
        found.iter().map(|alike| (self.candidates[alike.place], alike.similarity * alike.times())).collect()
    }

    /// Keeps the first of each set of equal rows, with their number.
    fn count_once(&self, found: &mut Vec<Alike>) {
        let compared = |a: &Alike, b: &Alike| {
            let [a, b] = [a, b].map(|alike| self.candidates[alike.place].index());
            self.spectrum.coverage.compare(a, b)
        };
        // Rows of equal size and similarity are rare, so few pairs are compared in full.
        found.sort_unstable_by(|a, b| {
            let key = |alike: &Alike| (alike.size, alike.similarity.to_bits());
            key(a).cmp(&key(b)).then_with(|| compared(a, b)).then(a.place.cmp(&b.place))
        });
        let mut kept: Vec<Alike> = Vec::with_capacity(found.len());
        for alike in found.drain(..) {
            match kept.last_mut() {
                Some(last) if last.size == alike.size && compared(last, &alike).is_eq() => last.times += 1,
                _ => kept.push(alike),
            }
        }
        kept.sort_unstable_by_key(|alike| alike.place);
        *found = kept;
    }

    fn in_common(&self, failing: TestId) -> InCommon<'_> {
        let row = self.spectrum.coverage.row(failing.index());
        match self.prepared {
            Some(prepared) => InCommon::Counted(elements_in_common(&row, prepared.suspicious_columns())),
            None => InCommon::Row(row),
        }
    }

    /// Number of elements that a test covers.
    fn size(&self, test: TestId) -> u64 {
        let matrix = &self.spectrum.coverage;
        self.prepared.map_or_else(|| matrix.count(test.index()), |prepared| prepared.sizes()[test.index()])
    }
}

/// Sums by suspicious line, row by row.
fn by_rows(suspicious: &[u64], matrix: &BitMatrix, alike: &[(TestId, f64)]) -> Vec<(usize, f64)> {
    let mut sums = vec![0.0; matrix.columns()];
    for (test, alike) in alike {
        for (w, bits) in matrix.filled(test.index()) {
            word_ones(bits & suspicious[w]).for_each(|bit| sums[w * 64 + bit] += alike);
        }
    }
    ones(suspicious).map(|element| (element, sums[element])).collect()
}

/// Sums by suspicious line, column by column, in the same order of tests.
fn by_columns(suspicious: &[u64], columns: &Columns, alike: &[(TestId, f64)]) -> Vec<(usize, f64)> {
    let mut of_test = vec![0.0; columns.words() * 64];
    let mut counted = vec![0_u64; columns.words()];
    for &(test, alike) in alike {
        of_test[test.index()] = alike;
        counted[test.index() / 64] |= 1 << (test.index() % 64);
    }
    let sum = |column: u32| {
        let mut sum = 0.0;
        for ((bits, counted), of_test) in
            columns.bits(column).iter().zip(&counted).zip(of_test.as_chunks::<64>().0)
        {
            word_ones(bits & counted).for_each(|bit| sum += of_test[bit]);
        }
        sum
    };
    let mut sums = vec![f64::NAN; columns.len()];
    let of_element = |element: usize| {
        let column = columns.of_element(element);
        let known = &mut sums[column as usize];
        if known.is_nan() {
            *known = sum(column);
        }
        (element, *known)
    };
    ones(suspicious).map(of_element).collect()
}

/// A candidate that shares elements with a failing test.
struct Alike {
    size: u64,
    similarity: f64,
    place: usize,
    /// Number of candidates with equal rows.
    times: u32,
}

impl Alike {
    fn times(&self) -> f64 {
        f64::from(self.times)
    }
}

/// Source of the numbers of elements shared with a failing test.
enum InCommon<'k> {
    /// Counted for every test, from columns.
    Counted(Vec<u32>),
    /// To be counted from the failing test's row.
    Row(Cow<'k, [u64]>),
}

impl InCommon<'_> {
    fn with(&self, matrix: &BitMatrix, test: TestId) -> u64 {
        match self {
            Self::Counted(counts) => counts[test.index()].into(),
            Self::Row(failing) => {
                let stride = matrix.stride();
                if let Some(words) = matrix.whole() {
                    and_count(failing, &words[test.index() * stride..][..stride])
                } else {
                    let filled = matrix.filled(test.index());
                    filled.map(|(place, word)| u64::from((failing[place] & word).count_ones())).sum()
                }
            }
        }
    }
}
