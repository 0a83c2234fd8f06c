//! Sizes of the lines of classes between their weaving and their registration.

use std::collections::VecDeque;

/// As many classes may be woven and not registered yet: more than a JVM has threads that load classes. Classes of tests are woven and
/// never registered.
const MOST: usize = 64;

/// Bytes of code of each line, by chunk and base of a class's hits.
#[derive(Debug, Default)]
pub struct Sizes(VecDeque<(u32, usize, Vec<u32>)>);

impl Sizes {
    /// Keeps the sizes of a class; forgets the oldest if there are many.
    pub fn keep(&mut self, chunk: u32, base: usize, bytes: Vec<u32>) {
        if self.0.len() == MOST {
            self.0.pop_front();
        }
        self.0.push_back((chunk, base, bytes));
    }

    /// Removes the sizes of a class with so many slots; empty if they are unknown.
    pub fn take(&mut self, chunk: u32, base: usize, slots: usize) -> Vec<u32> {
        let at = self.0.iter().rposition(|kept| (kept.0, kept.1) == (chunk, base));
        let taken = at.and_then(|at| self.0.remove(at)).map(|kept| kept.2);
        taken.filter(|sizes| sizes.len() == slots).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_those_of_the_range_and_not_kept_for_ever() {
        let mut sizes = Sizes::default();
        sizes.keep(1, 5, vec![7, 8]);
        sizes.keep(1, 9, vec![1]);
        assert_eq!(sizes.take(1, 5, 2), [7, 8]);
        assert!(
            sizes.take(1, 5, 2).is_empty() && sizes.take(1, 9, 3).is_empty(),
            "taken, and of other slots"
        );
        sizes.keep(2, 0, vec![3]);
        (0..MOST).for_each(|base| sizes.keep(3, base, Vec::new()));
        assert!(sizes.take(2, 0, 1).is_empty());
        assert_eq!(sizes.0.len(), MOST);
    }
}
