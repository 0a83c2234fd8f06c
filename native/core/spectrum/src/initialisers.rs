//! Charges static initialisers to rows.

use std::collections::HashMap;

use crate::implied::Implied;
use crate::{InitialiserPolicy, Recording};

/* A class's bucket contains the coverage of its static initialiser: lines, and touched classes. Their own
initialisers may have run earlier and so have their own buckets. Therefore a row that touches a class is
charged with every bucket reachable from it.

Reachability is computed per row, over classes with a bucket, each visited once. That is O(buckets reached),
whereas precomputed closures per class would have to be united for every class that a row touches. Buckets are
stored as (word, bits), so that charging one costs its own size and not a row's.

Callers pass the coverage of a row class by class, as `(class, words)`; a class without words was only
touched. The position of a class's slots in a row is known to the caller alone. */

/// The coverage of one JVM's static initialisers, and the rows it is charged to.
///
/// Used row by row: [`Initialisers::begin`], [`Initialisers::reach`] for all that the row covers,
/// [`Initialisers::charge`]. Cost: a row allocates nothing once the buffers have grown.
#[derive(Debug)]
pub struct Initialisers {
    implied: Implied,
    bucket_of: HashMap<u32, usize>,
    buckets: Vec<Bucket>,
    policy: InitialiserPolicy,
    /// Stack of the buckets that the current row reached and has yet to charge.
    pending: Vec<usize>,
    /// The last row in which a bucket was charged; 0 for none.
    charged_in: Vec<usize>,
    row: usize,
    /// A zeroed row.
    scratch: Vec<u64>,
}

/// The lines of a static initialiser's dynamic extent.
#[derive(Clone, Debug, Default)]
struct Bucket {
    /// (word of a row, bits); words ascend.
    bits: Vec<(usize, u64)>,
    /// Buckets that it reaches.
    next: Vec<usize>,
}

impl Initialisers {
    /// Creates the state for one JVM; all of `recordings` belong to it, and their class details determine
    /// which code touches which class. Only `classes` can be charged; their buckets are empty until
    /// [`Initialisers::ran`] fills them.
    /// Shape: rows have `words` words.
    pub fn of(
        recordings: &[&Recording],
        classes: impl IntoIterator<Item = u32>,
        words: usize,
        policy: InitialiserPolicy,
    ) -> Self {
        let mut bucket_of = HashMap::new();
        for class in classes {
            let next = bucket_of.len();
            bucket_of.entry(class).or_insert(next);
        }
        Self {
            implied: Implied::of(recordings, &bucket_of),
            buckets: vec![Bucket::default(); bucket_of.len()],
            charged_in: vec![0; bucket_of.len()],
            bucket_of,
            policy,
            pending: Vec::new(),
            row: 0,
            scratch: vec![0; words],
        }
    }

    /// Adds the coverage of a class's initialiser; `set` sets the bits of a class's words in a row. Ignored
    /// for a class that is not one of `classes`.
    /// Errors: those of `set`. Cost: O(words of a row + coverage).
    pub fn ran<'c, E>(
        &mut self,
        class: u32,
        covered: impl Iterator<Item = (u32, &'c [u64])>,
        mut set: impl FnMut(u32, &[u64], &mut [u64]) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some(&bucket) = self.bucket_of.get(&class) else { return Ok(()) };
        let bucket = &mut self.buckets[bucket];
        for (word, bits) in bucket.bits.drain(..) {
            self.scratch[word] |= bits;
        }
        let mut done = Ok(());
        for (class, words) in covered {
            done = done.and_then(|()| set(class, words, &mut self.scratch));
            self.implied.of_class_and_lines(class, words, |reached| bucket.next.push(reached));
        }
        bucket.next.sort_unstable();
        bucket.next.dedup();
        for (word, bits) in self.scratch.iter_mut().enumerate().filter(|(_, bits)| **bits != 0) {
            bucket.bits.push((word, std::mem::take(bits)));
        }
        done
    }

    /// Starts a row.
    pub fn begin(&mut self) {
        self.row += 1;
        self.pending.clear();
    }

    /// Adds covered lines of a class to the row; the class counts as touched even without lines.
    pub fn reach(&mut self, class: u32, words: &[u64]) {
        let Self { implied, pending, charged_in, policy, row, .. } = self;
        if charged_in.is_empty() {
            return; // no initialiser ran, as in most JVMs of made-up recordings and in imported ones
        }
        implied.of_class_and_lines(class, words, |bucket| {
            note(bucket, *policy, *row, charged_in, pending);
        });
    }

    /// Sets the bits of all buckets that the row reached, directly or through other buckets.
    pub fn charge(&mut self, row: &mut [u64]) {
        let Self { buckets, pending, charged_in, policy, row: number, .. } = self;
        while let Some(bucket) = pending.pop() {
            for &(word, bits) in &buckets[bucket].bits {
                row[word] |= bits;
            }
            for &next in &buckets[bucket].next {
                note(next, *policy, *number, charged_in, pending);
            }
        }
    }
}

/// Notes that the row reached a bucket.
fn note(
    bucket: usize,
    policy: InitialiserPolicy,
    row: usize,
    charged_in: &mut [usize],
    pending: &mut Vec<usize>,
) {
    let last = charged_in[bucket];
    let charge = match policy {
        InitialiserPolicy::All => last != row,
        // The first row that reached a bucket has also reached everything the bucket reaches.
        InitialiserPolicy::First => last == 0,
        InitialiserPolicy::Exclude => false,
    };
    if charge {
        charged_in[bucket] = row;
        pending.push(bucket);
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::{ClassDetails, ClassFile, RecordedClass, RecordedDetails};

    /// Class `n` has the bits of word `n` of a row.
    fn ran(all: &mut Initialisers, class: u32, covered: &[(u32, &[u64])]) {
        let set = |class: u32, words: &[u64], row: &mut [u64]| -> Result<(), Infallible> {
            row[class as usize] |= words.first().copied().unwrap_or(0);
            Ok(())
        };
        let Ok(()) = all.ran(class, covered.iter().copied(), set);
    }

    fn class(id: u32, name: &str) -> RecordedClass {
        RecordedClass::new(
            id,
            ClassFile {
                name: name.into(),
                source_file: None,
                hash: 0,
                location: String::new(),
                methods: Vec::new(),
                slots: Vec::new(),
            },
        )
    }

    /// 1 extends 0; line 3 of 1 uses a static field of 2.
    fn recording() -> Recording {
        let details = RecordedDetails::new(
            1,
            ClassDetails {
                superclass: Some("Base".into()),
                owners: vec!["Config".into()],
                uses: vec![(3, 0)],
                debug: None,
            },
        );
        let classes = vec![class(0, "Base"), class(1, "Derived"), class(2, "Config")];
        Recording { classes, details: vec![details], ..Recording::default() }
    }

    fn row(all: &mut Initialisers, covered: &[(u32, &[u64])]) -> Vec<u64> {
        let mut row = vec![0; 3];
        all.begin();
        for (class, words) in covered {
            all.reach(*class, words);
        }
        all.charge(&mut row);
        row
    }

    #[test]
    fn what_runs_after_a_row_is_charged_to_the_next_one_that_touches_the_class() {
        let recording = recording();
        let mut all = Initialisers::of(&[&recording], 0..3, 3, InitialiserPolicy::All);
        assert_eq!(row(&mut all, &[(1, &[1])]), [0, 0, 0]);
        ran(&mut all, 0, &[(0, &[6])]);
        assert_eq!(row(&mut all, &[(1, &[1])]), [6, 0, 0], "by the superclass");
        ran(&mut all, 0, &[(0, &[1]), (2, &[])]);
        ran(&mut all, 2, &[(2, &[16])]);
        assert_eq!(row(&mut all, &[(1, &[1])]), [7, 0, 16], "an initialiser that touches another class");
        assert_eq!(row(&mut all, &[(2, &[])]), [0, 0, 16]);
    }

    #[test]
    fn a_line_that_uses_a_static_field_touches_its_class() {
        let recording = recording();
        let mut all = Initialisers::of(&[&recording], 0..3, 3, InitialiserPolicy::All);
        ran(&mut all, 2, &[(2, &[16])]);
        assert_eq!(row(&mut all, &[(1, &[0b0111])]), [0, 0, 0]);
        assert_eq!(row(&mut all, &[(1, &[0b1000])]), [0, 0, 16]);
    }
}
