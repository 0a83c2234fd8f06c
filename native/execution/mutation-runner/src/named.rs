//! Numbers of tests, classes and mutants.

/// A test's number: its row in the spectrum, from 1.
pub type Number = u32;
/// A class's number: its index among the plan's targets, from 1.
pub type Class = u32;

/// Bit position of the class in the word that names a mutant in a JVM.
const SHIFT: u32 = 18;

/// A mutant of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Change {
    /// The class.
    pub class: Class,
    /// The mutant's number in the class.
    pub mutant: u32,
}

impl Change {
    /// The word that names it in a JVM.
    pub fn word(self) -> u32 {
        self.class << SHIFT | self.mutant
    }

    /// The mutant of a JVM's word; `None` for no mutant and for probing.
    pub fn of_word(word: i32) -> Option<Self> {
        let word = u32::try_from(word).ok()?;
        let change = Self { class: word >> SHIFT, mutant: word & ((1 << SHIFT) - 1) };
        (change.class > 0).then_some(change)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mutant_is_one_number_that_is_neither_none_nor_probing() {
        let change = Change { class: 3, mutant: 77 };
        assert_eq!(Change::of_word(change.word().cast_signed()), Some(change));
        assert_eq!(Change { class: 8_191, mutant: (1 << 18) - 1 }.word().cast_signed(), i32::MAX);
        for word in [0, -1, 77] {
            assert_eq!(Change::of_word(word), None);
        }
    }
}
