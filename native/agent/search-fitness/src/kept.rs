//! The suspicious parts of the rows of kept tests.

/// The result of offering a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joining {
    /// The candidate was kept.
    Joined,
    /// It covers no suspicious line.
    Empty,
    /// It covers the same suspicious lines as a kept test.
    Known,
    /// It does not increase the value of the suite.
    NoGain,
    /// It is not in the half nearest to the failing test.
    Far,
}

/// Detects rows whose suspicious part is new.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    suspicious: Box<[u64]>,
    rows: Vec<(u64, Box<[u64]>)>,
    /// The suspicious part of the current row.
    part: Box<[u64]>,
}

impl Kept {
    pub(crate) fn new(suspicious: Box<[u64]>) -> Self {
        let part = suspicious.clone();
        Self { suspicious, rows: Vec::new(), part }
    }

    /// Returns `Joined` if no kept row has this suspicious part. Cost: O(words + tests kept).
    pub(crate) fn check(&mut self, row: &[u64]) -> Joining {
        let mut any = 0;
        for ((part, mask), word) in self.part.iter_mut().zip(&self.suspicious).zip(row) {
            *part = mask & word;
            any |= *part;
        }
        if any == 0 {
            return Joining::Empty;
        }
        let hash = hash(&self.part);
        // The hash only saves comparisons; rows are compared word by word.
        let is_known = self.rows.iter().any(|(known, row)| *known == hash && *row == self.part);
        if is_known { Joining::Known } else { Joining::Joined }
    }

    pub(crate) fn add(&mut self, row: &[u64]) {
        let part: Box<[u64]> = row.iter().zip(&self.suspicious).map(|(word, mask)| word & mask).collect();
        self.rows.push((hash(&part), part));
    }

    pub(crate) fn suspicious(&self) -> &[u64] {
        &self.suspicious
    }
}

fn hash(words: &[u64]) -> u64 {
    words.iter().fold(0, |hash: u64, word| (hash.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}
