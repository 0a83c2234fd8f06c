//! The candidate tests.

use std::borrow::Cow;
use std::sync::atomic::{AtomicU64, Ordering};

use faultline_spectrum::{BitMatrix, RowReader, TestId};

use crate::{Columns, Prepared};

static NEXT: AtomicU64 = AtomicU64::new(1);

/// Rows of a coverage matrix that may be chosen; their order breaks ties.
#[derive(Clone, Debug)]
pub struct Pool<'m> {
    matrix: &'m BitMatrix,
    rows: Vec<TestId>,
    taken: Vec<bool>,
    prepared: Option<&'m Prepared<'m>>,
    /// Identifies the pool, so that cached data about candidates is never used for another pool. Clones have the same rows
    /// and share it.
    id: u64,
}

/// Reads the rows of a pool; reuses a buffer for a sparse matrix.
pub(crate) struct PoolReader<'m, 'p> {
    rows: &'p [TestId],
    reader: RowReader<'m>,
}

impl PoolReader<'_, '_> {
    /// The row at a place.
    pub(crate) fn row(&mut self, place: usize) -> &[u64] {
        self.reader.row(self.rows[place].index())
    }
}

impl<'m> Pool<'m> {
    /// A pool of the given rows. Panics: the matrix does not have a row.
    pub fn new(matrix: &'m BitMatrix, rows: Vec<TestId>) -> Self {
        assert!(rows.iter().all(|row| row.index() < matrix.rows()), "rows of the matrix");
        let taken = vec![false; rows.len()];
        Self { matrix, rows, taken, prepared: None, id: NEXT.fetch_add(1, Ordering::Relaxed) }
    }

    /// Allows metrics to read the columns of the matrix.
    pub(crate) fn reading(&mut self, prepared: &'m Prepared<'m>) {
        self.prepared = Some(prepared);
    }

    /// The columns of the matrix, if they may be read.
    pub(crate) fn columns(&self) -> Option<&'m Columns> {
        self.prepared.map(Prepared::columns)
    }

    /// The number of elements that each row covers, if columns may be read.
    pub(crate) fn sizes(&self) -> Option<&'m [u64]> {
        self.prepared.map(Prepared::sizes)
    }

    /// The columns of elements that a failed test covers, if they may be read.
    pub(crate) fn suspicious_columns(&self) -> Option<&'m Columns> {
        self.prepared.map(Prepared::suspicious_columns)
    }

    pub(crate) fn id(&self) -> u64 {
        self.id
    }

    /// Number of candidates, including taken ones.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether the pool has no candidates, not even taken ones.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The matrix of the rows.
    pub fn matrix(&self) -> &'m BitMatrix {
        self.matrix
    }

    /// The test at a place.
    pub fn test(&self, place: usize) -> TestId {
        self.rows[place]
    }

    /// The row at a place.
    pub fn row(&self, place: usize) -> Cow<'m, [u64]> {
        self.matrix.row(self.rows[place].index())
    }

    /// A reader for the rows at many places.
    pub(crate) fn reader(&self) -> PoolReader<'m, '_> {
        PoolReader { rows: &self.rows, reader: self.matrix.reader() }
    }

    /// Places that are not taken, ascending.
    pub fn remaining(&self) -> impl Iterator<Item = usize> + '_ {
        self.taken.iter().enumerate().filter(|(_, taken)| !**taken).map(|(place, _)| place)
    }

    /// Whether a place is not taken.
    pub fn is_remaining(&self, place: usize) -> bool {
        !self.taken[place]
    }

    /// Removes the candidate at a place.
    pub fn take(&mut self, place: usize) {
        self.taken[place] = true;
    }
}
