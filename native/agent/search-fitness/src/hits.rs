//! From what a search's probes stored to rows of lines.

use std::convert::Infallible;

use faultline_spectrum::{InitialiserPolicy, Initialisers, Recording};

/// What the probes of a search store, and the rows of lines that it stands for.
///
/// Shape: hits are bit-packed, least significant bit first, class after class in the order of
/// [`Recording::classes`]. A class begins with a word; bit `s` of its words is its slot `s`, and
/// the bit behind the last slot says that the class was touched, with or without a line. So it has
/// `slots / 64 + 1` words.
#[derive(Debug)]
pub struct Hits {
    classes: Vec<Place>,
    words: usize,
    initialisers: Initialisers,
    row: Box<[u64]>,
}

/// A class's words among the hits, and the bits of a row that its slots stand for.
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

    /// Its words, unless all are zero.
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
    /// Of the classes of `seen`, whose slots stand one after the other for `bits`, as
    /// [`Plan::observe`](crate::Plan::observe) gave them. Shape: rows have `stride` words.
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
            // The bit behind the last slot is no line that could use a field.
            details.uses.retain(|(slot, _)| (*slot as usize) < slots);
        }
        let initialisers = Initialisers::of(&[&known], numbers, stride, InitialiserPolicy::All);
        Self { classes, words, initialisers, row: vec![0; stride].into_boxed_slice() }
    }

    /// Words of hits.
    pub fn words(&self) -> usize {
        self.words
    }

    /// What ran while the static initialiser of a class did. It is charged from now on to every row
    /// that touches the class, as when recordings are merged.
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

    /// The row of a candidate's hits, initialisers charged to it. Cost: O(words + what was hit); no
    /// allocation.
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
