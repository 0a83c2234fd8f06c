//! Converts the hits of a search's probes to rows of lines.

use std::convert::Infallible;

use faultline_spectrum::{InitialiserPolicy, Initialisers, Recording};

/// Converts the hits of a search's probes to rows of lines.
///
/// Shape: hits are bit-packed, least significant bit first, in the class order of [`Recording::classes`]. Each class begins
/// at a word; bit `s` is its slot `s`, and the bit after the last slot marks the class as touched. So a class has `slots /
/// 64 + 1` words.
#[derive(Debug)]
pub struct Hits {
    classes: Vec<Place>,
    words: usize,
    initialisers: Initialisers,
    row: Box<[u64]>,
}

/// A class's words in the hits, and the row bits of its slots.
#[derive(Debug)]
struct Place {
    class: u32,
    first: usize,
    bits: Box<[Option<u32>]>,
}

impl Place {
    fn end(&self) -> usize {
        self.first + self.bits.len() / 64 + 1
    }

    /// Its words, or `None` if all are zero.
    fn hit<'h>(&self, hits: &'h [u64]) -> Option<&'h [u64]> {
        let words = hits.get(self.first..self.end())?;
        words.iter().any(|word| *word != 0).then_some(words)
    }

    fn set(&self, words: &[u64], row: &mut [u64]) {
        for (w, &word) in words.iter().enumerate() {
            let mut left = word;
            while left != 0 {
                let slot = w * 64 + left.trailing_zeros() as usize;
                left &= left - 1;
                if let Some(&Some(bit)) = self.bits.get(slot) {
                    row[bit as usize / 64] |= 1 << (bit % 64);
                }
            }
        }
    }
}

impl Hits {
    /// Prepares the classes of `seen`. `bits` has the row bit of each slot, concatenated over classes, from
    /// [`Plan::observe`](crate::Plan::observe). Shape: rows have `stride` words.
    pub fn new(seen: &Recording, bits: &[Option<u32>], stride: usize) -> Self {
        let (mut classes, mut words, mut slot) = (Vec::new(), 0, 0);
        for class in &seen.classes {
            let of_class = (slot..slot + class.slots.len()).map(|slot| bits.get(slot).copied().flatten());
            let place = Place { class: class.id, first: words, bits: of_class.collect() };
            slot += class.slots.len();
            words = place.end();
            classes.push(place);
        }
        let numbers = seen.classes.iter().map(|class| class.id);
        let mut known = seen.clone();
        for details in &mut known.details {
            let slots = seen.classes.iter().find(|class| class.id == details.class);
            let slots = slots.map_or(0, |class| class.slots.len());
            // The touched bit after the last slot is not a line, so it cannot use a field.
            details.uses.retain(|(slot, _)| (*slot as usize) < slots);
        }
        let initialisers = Initialisers::of(&[&known], numbers, stride, InitialiserPolicy::All);
        Self { classes, words, initialisers, row: vec![0; stride].into_boxed_slice() }
    }

    /// Length of hits in words.
    pub fn words(&self) -> usize {
        self.words
    }

    /// Sets the hits of a class's static initialiser. From now on they count for every row that touches the class, as when
    /// recordings are merged.
    pub fn initialised(&mut self, class: u32, hits: &[u64]) {
        let Self { classes, initialisers, .. } = self;
        let covered = classes.iter().filter_map(|place| Some((place.class, place.hit(hits)?)));
        let set = |class: u32, words: &[u64], row: &mut [u64]| -> Result<(), Infallible> {
            if let Some(place) = classes.iter().find(|place| place.class == class) {
                place.set(words, row);
            }
            Ok(())
        };
        let Ok(()) = initialisers.ran(class, covered, set);
    }

    /// Converts a candidate's hits to a row, including initialisers. Cost: O(words + hits); no allocation.
    pub fn row(&mut self, hits: &[u64]) -> &[u64] {
        let Self { classes, initialisers, row, .. } = self;
        row.fill(0);
        initialisers.begin();
        for place in &*classes {
            if let Some(words) = place.hit(hits) {
                place.set(words, row);
                initialisers.reach(place.class, words);
            }
        }
        initialisers.charge(row);
        row
    }
}
