//! Storage for rows of mostly zero words.

/// The non-zero words of each row, in runs.
///
/// Layout, as that of a [`crate::Coverage`]: a header word `first << 32 | n`, then the `n` words from place
/// `first` on. The runs of a row ascend, with at least one word between them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Runs {
    words: Vec<u64>,
    /// Where each row ends.
    ends: Vec<usize>,
}

/// Storing a gap of up to this many zeros is cheaper than a header.
const GAP: usize = 1;

impl Runs {
    /// An empty matrix with capacity for this many rows and words, so that no reallocation happens; untouched
    /// capacity costs no memory.
    pub(crate) fn of(rows: usize, words: usize) -> Self {
        Self { words: Vec::with_capacity(words), ends: Vec::with_capacity(rows) }
    }

    pub(crate) fn rows(&self) -> usize {
        self.ends.len()
    }

    /// The number of stored words, including headers.
    pub(crate) fn held(&self) -> usize {
        self.words.len()
    }

    /// Adds a row of non-zero words, their places ascending.
    pub(crate) fn push(&mut self, filled: impl Iterator<Item = (usize, u64)>) {
        let (mut header, mut next) = (None, 0);
        for (place, word) in filled {
            match header {
                Some(at) if place <= next + GAP => {
                    let words: &mut Vec<u64> = &mut self.words;
                    let zeros = place - next;
                    words.extend(std::iter::repeat_n(0, zeros));
                    words[at] += zeros as u64 + 1;
                }
                _ => {
                    header = Some(self.words.len());
                    self.words.push((place as u64) << 32 | 1);
                }
            }
            self.words.push(word);
            next = place + 1;
        }
        self.ends.push(self.words.len());
    }

    /// Releases unused capacity.
    pub(crate) fn close(&mut self) {
        self.words.shrink_to_fit();
    }

    /// The runs of a row, each with the place of its first word.
    pub(crate) fn of_row(&self, row: usize) -> impl Iterator<Item = (usize, &[u64])> {
        let start = if row == 0 { 0 } else { self.ends[row - 1] };
        let mut rest = &self.words[start..self.ends[row]];
        std::iter::from_fn(move || {
            let (&header, tail) = rest.split_first()?;
            let (run, after) = tail.split_at((header & 0xffff_ffff) as usize);
            rest = after;
            Some(((header >> 32) as usize, run))
        })
    }

    /// The word at a place of a row.
    pub(crate) fn word(&self, row: usize, place: usize) -> u64 {
        let holds = |(first, run): &(usize, &[u64])| place < first + run.len();
        match self.of_row(row).find(holds) {
            Some((first, run)) if first <= place => run[place - first],
            _ => 0,
        }
    }
}
