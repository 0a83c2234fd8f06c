//! The rows of the tests kept so far, by what they cover of the suspicious lines.

/// Whether a candidate joined the tests kept so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joining {
    /// It joined.
    Joined,
    /// It covers no suspicious line.
    Empty,
    /// It covers the same suspicious lines as a test that is there.
    Known,
    /// The suite would be worth no more with it.
    NoGain,
    /// It is not in the half that is nearest to the failing test.
    Far,
}

/// Finds whether a row's suspicious part is new.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    suspicious: Box<[u64]>,
    rows: Vec<(u64, Box<[u64]>)>,
    /// The row at hand, its suspicious part.
    part: Box<[u64]>,
}

impl Kept {
    pub(crate) fn new(suspicious: Box<[u64]>) -> Self {
        let part = suspicious.clone();
        Self { suspicious, rows: Vec::new(), part }
    }

    /// `Joined` when a row with this suspicious part is not there. Cost: O(words + tests kept).
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
        // The hash only spares comparisons: equal rows are those whose words are equal.
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
