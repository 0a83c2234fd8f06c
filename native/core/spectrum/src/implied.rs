//! The static initialisers that a coverage reaches: those of the classes it touches, of their superclasses,
//! and of the classes whose static fields its lines use.
//!
//! A touch is recorded when code of a class runs. Superclasses are initialised earlier without a record, and
//! reading `Config.NAMES` runs no code of `Config`. Both relations are known from the class files and are
//! treated as touches here.

use std::collections::{BTreeMap, HashMap};

use crate::{RecordedDetails, Recording};

/// Maps coverage to the buckets of static initialisers, within one JVM.
#[derive(Debug, Default)]
pub(crate) struct Implied {
    /// Class to the buckets reached by touching it: its own and its superclasses'.
    by_class: HashMap<u32, Vec<usize>>,
    /// Class to the buckets reached by its lines through static fields.
    by_line: HashMap<u32, Vec<(u32, Vec<usize>)>>,
}

impl Implied {
    /// Resolves the classes of one JVM. Cost: O(classes + details); each superclass chain is walked once per
    /// class.
    pub(crate) fn of(jvm: &[&Recording], bucket_of: &HashMap<u32, usize>) -> Self {
        if bucket_of.is_empty() {
            return Self::default();
        }
        let names = Names::of(jvm);
        let mut implied = Self::default();
        for class in jvm.iter().flat_map(|recording| &recording.classes) {
            let buckets = names.buckets(class.id, bucket_of);
            if !buckets.is_empty() {
                implied.by_class.insert(class.id, buckets);
            }
        }
        for details in names.details.values() {
            let lines = implied.lines(details, &names);
            if !lines.is_empty() {
                implied.by_line.insert(details.class, lines);
            }
        }
        implied
    }

    /// The lines of a class that use static fields of classes with a bucket.
    fn lines(&self, details: &RecordedDetails, names: &Names<'_>) -> Vec<(u32, Vec<usize>)> {
        let of_owner = |owner: &String| {
            let owners = names.classes.get(owner.as_str()).into_iter().flatten();
            let mut buckets: Vec<usize> =
                owners.filter_map(|class| self.by_class.get(class)).flatten().copied().collect();
            buckets.sort_unstable();
            buckets.dedup();
            buckets
        };
        let owners: Vec<Vec<usize>> = details.owners.iter().map(of_owner).collect();
        let uses = details.uses.iter().filter_map(|&(slot, owner)| {
            let buckets = owners.get(owner as usize).filter(|buckets| !buckets.is_empty())?;
            Some((slot, buckets.clone()))
        });
        uses.collect()
    }

    /// Calls `reach` for every bucket that covered lines of a class reach directly.
    pub(crate) fn of_class_and_lines(&self, class: u32, words: &[u64], mut reach: impl FnMut(usize)) {
        for &bucket in self.by_class.get(&class).into_iter().flatten() {
            reach(bucket);
        }
        for (slot, buckets) in self.by_line.get(&class).into_iter().flatten() {
            if words.get(*slot as usize / 64).is_some_and(|word| word >> (slot % 64) & 1 != 0) {
                for &bucket in buckets {
                    reach(bucket);
                }
            }
        }
    }
}

/// The classes of a JVM, indexed for resolving references.
struct Names<'a> {
    /// Class name to the numbers of the classes with this name, one per loader.
    classes: HashMap<&'a str, Vec<u32>>,
    details: BTreeMap<u32, &'a RecordedDetails>,
}

impl<'a> Names<'a> {
    fn of(jvm: &[&'a Recording]) -> Self {
        let mut classes = HashMap::<&str, Vec<u32>>::new();
        for class in jvm.iter().flat_map(|recording| &recording.classes) {
            classes.entry(class.name.as_str()).or_default().push(class.id);
        }
        let mut details = BTreeMap::<u32, &RecordedDetails>::new();
        for of_class in jvm.iter().flat_map(|recording| &recording.details) {
            // Retransformed classes repeat their details. If two differ, taking the smaller makes the result
            // independent of order.
            let kept = details.entry(of_class.class).or_insert(of_class);
            *kept = (*kept).min(of_class);
        }
        Self { classes, details }
    }

    /// The buckets of a class and of its superclasses. If several loaders define a superclass's name, all of
    /// these classes count: the recording does not say which one is meant.
    fn buckets(&self, class: u32, bucket_of: &HashMap<u32, usize>) -> Vec<usize> {
        let (mut seen, mut at) = (vec![class], 0);
        while at < seen.len() {
            let superclass = self.details.get(&seen[at]).and_then(|details| details.superclass.as_deref());
            let above = superclass.and_then(|name| self.classes.get(name)).into_iter().flatten();
            // In damaged files a class can be its own superclass.
            seen.extend(above.filter(|class| !seen.contains(class)).copied().collect::<Vec<_>>());
            at += 1;
        }
        let mut buckets: Vec<usize> = seen.iter().filter_map(|class| bucket_of.get(class)).copied().collect();
        buckets.sort_unstable();
        buckets.dedup();
        buckets
    }
}
