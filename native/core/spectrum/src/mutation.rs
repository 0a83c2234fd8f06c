//! What repeated tests said of mutants: the plain facts, as files hold them.
//!
//! A *mutant* is a class with one small change; a test *kills* it by ending otherwise than it does on the class
//! as it is. Numbers of classes and tests are those of one file; (name and hash of the class, mutant) and the
//! test's unique id say the same in all files.

use crate::{INITIALISER, Outcome, RecordedMethod};

/// How the JVM was started that ran the tests, so that it can be started so again.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Launch {
    /// Path of the java program.
    pub java: String,
    /// Arguments of the JVM in their order, ours, the class path, the main class and its arguments left out.
    pub arguments: Vec<String>,
    /// Folder in which it was started.
    pub folder: String,
    /// The property `java.class.path` at the first test.
    pub class_path: String,
    /// Where the JUnit Platform's launcher was loaded from, where that is not on the class path.
    pub launcher: Vec<String>,
    /// System properties at the first test that were not there, or not so, when the JVM started.
    pub properties: Vec<(String, String)>,
}

/// A class into which mutants were compiled.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MutatedClass {
    /// The number by which the file's probes and verdicts name it, from 1.
    pub class: u32,
    /// Binary name with dots.
    pub name: String,
    /// Hash of the class file, as [`crate::RecordedClass::hash`].
    pub hash: u64,
    /// Version of the set of operators: another one numbers mutants anew.
    pub operators: u32,
    /// Its methods with code, in class-file order.
    pub methods: Vec<RecordedMethod>,
    /// Its mutants that were compiled in.
    pub mutants: Vec<Mutant>,
}

impl MutatedClass {
    /// The version of the operators that come with this program.
    pub const OPERATORS: u32 = 2;

    /// Whether a mutant of it is in its static initialiser.
    pub fn is_of_initialiser(&self, mutant: &Mutant) -> bool {
        self.methods.get(mutant.method as usize).is_some_and(|method| method.name == INITIALISER)
    }
}

/// One small change of a class.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mutant {
    /// Its number among all mutants that the class can have.
    pub mutant: u32,
    /// The method, as an index into those of the class.
    pub method: u32,
    /// The line.
    pub line: u32,
    /// The instruction, counted from 0 in the method's code.
    pub instruction: u32,
    /// Which operator made it; `docs/file-format.md` has the numbers.
    pub operator: u8,
    /// Which of the changes that the operator has for the instruction.
    pub alternative: u8,
    /// The change in words: "`!=` for `==`".
    pub words: String,
}

/// A test that was repeated, as it ends without a mutant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MutationTest {
    /// The number by which the file's probes and verdicts name it.
    pub test: u32,
    /// The framework's unique id.
    pub unique_id: String,
    /// Binary name of the test class; may be empty.
    pub class: String,
    /// Test method.
    pub method: String,
    /// How it ends.
    pub outcome: Outcome,
    /// Class of the exception that it ends by; empty for none.
    pub exception: String,
    /// Hash of the exception's message.
    pub message: u64,
    /// Hash of its stack trace.
    pub trace: u64,
    /// What differs from run to run: [`MutationTest::UNSTABLE_MESSAGE`], [`MutationTest::UNSTABLE_TRACE`].
    pub unstable: u8,
    /// Wall time, nanoseconds.
    pub duration_ns: u64,
    /// Fuel that it used: backward jumps and calls counted.
    pub fuel: u64,
}

impl MutationTest {
    /// The bit of [`MutationTest::unstable`] that the message has.
    pub const UNSTABLE_MESSAGE: u8 = 1;
    /// The bit of [`MutationTest::unstable`] that the stack trace has.
    pub const UNSTABLE_TRACE: u8 = 2;
}

/// Which mutants a test reaches, and which of them would change a value there.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Probe {
    /// The test's number.
    pub test: u32,
    /// By class; one without a reached mutant may be left out.
    pub classes: Vec<ProbedClass>,
}

/// The part of a [`Probe`] that is of one class. Shape: bit `k % 64` of word `k / 64` is mutant `k`; words left
/// out at the end are 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProbedClass {
    /// The class's number.
    pub class: u32,
    /// Mutants whose instruction ran.
    pub reached: Vec<u64>,
    /// Mutants that would have changed a value or a decision when it ran (*infected*).
    pub infected: Vec<u64>,
}

impl ProbedClass {
    /// Whether the test ran the mutant's instruction.
    pub fn is_reached(&self, mutant: u32) -> bool {
        bit(&self.reached, mutant)
    }

    /// Whether the mutant would have changed something in the test.
    pub fn is_infected(&self, mutant: u32) -> bool {
        bit(&self.infected, mutant)
    }
}

fn bit(words: &[u64], at: u32) -> bool {
    words.get(at as usize / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
}

/// How a test ended on a mutant, compared with how it ends without.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Verdict {
    /// As without the mutant.
    #[default]
    Same = 0,
    /// A failing test passes.
    Passes = 1,
    /// A passing or aborted test fails.
    Fails = 2,
    /// A failing test fails by another exception.
    Type = 3,
    /// By the same exception with another message.
    Message = 4,
    /// With the same message from another place.
    Trace = 5,
    /// A passing or failing test gives up on an assumption.
    Aborts = 6,
}

impl Verdict {
    /// The verdict of a code as stored in files.
    pub fn from_code(code: u8) -> Option<Self> {
        use Verdict::{Aborts, Fails, Message, Passes, Same, Trace, Type};
        [Same, Passes, Fails, Type, Message, Trace, Aborts].get(usize::from(code)).copied()
    }

    /// The code as stored in files: 0 to 6 in declaration order.
    pub fn code(self) -> u8 {
        self as u8
    }
}

/// What ended a test on a mutant that the test itself did not end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Reason {
    /// Nothing did.
    #[default]
    None = 0,
    /// It ran far longer than without the mutant, counted in jumps.
    Fuel = 1,
    /// It ran far longer, by the clock.
    Wall = 2,
    /// The JVM died.
    Crashed = 3,
    /// It called for the end of the JVM.
    Exit = 4,
    /// Memory ran out.
    Memory = 5,
    /// The stack overflowed.
    Stack = 6,
}

impl Reason {
    /// The reason of a code as stored in files.
    pub fn from_code(code: u8) -> Option<Self> {
        use Reason::{Crashed, Exit, Fuel, Memory, None, Stack, Wall};
        [None, Fuel, Wall, Crashed, Exit, Memory, Stack].get(usize::from(code)).copied()
    }

    /// The code as stored in files: 0 to 6 in declaration order.
    pub fn code(self) -> u8 {
        self as u8
    }
}

/// What one run of one test on one mutant said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PairVerdict {
    /// The test's number.
    pub test: u32,
    /// The class's number.
    pub class: u32,
    /// The mutant's number in the class.
    pub mutant: u32,
    /// How the test ended.
    pub verdict: Verdict,
    /// What ended it from outside.
    pub reason: Reason,
}

/// A test, or a class, that could not be used.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Unusable {
    /// The test's number; [`Unusable::NO_TEST`] where the reason is about a class.
    pub test: u32,
    /// Why: how it ended in place of what was expected, or which class has changed since it was recorded.
    pub reason: String,
}

impl Unusable {
    /// In place of a test's number: it is about a class.
    pub const NO_TEST: u32 = u32::MAX;
}

/// A part of the work that is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stage {
    /// The number of the unit of work.
    pub unit: u32,
    /// How many verdicts came of it.
    pub verdicts: u32,
}

/// Everything that one file says of mutants, in the order it happened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mutation {
    /// Classes with mutants.
    pub classes: Vec<MutatedClass>,
    /// Tests that were repeated.
    pub tests: Vec<MutationTest>,
    /// What each reached and infected.
    pub probes: Vec<Probe>,
    /// How they ended on mutants; verdicts that a drift made void are left out.
    pub verdicts: Vec<PairVerdict>,
    /// Tests that could not be used.
    pub unusable: Vec<Unusable>,
    /// What is done.
    pub stages: Vec<Stage>,
}

impl Mutation {
    /// Whether nothing is said of mutants.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_verdicts_and_reasons_come_back_and_others_are_none() {
        for code in 0..=255 {
            let known = code < 7;
            assert_eq!(Verdict::from_code(code).map(Verdict::code), known.then_some(code));
            assert_eq!(Reason::from_code(code).map(Reason::code), known.then_some(code));
        }
    }

    #[test]
    fn words_left_out_at_the_end_of_a_probe_are_zero() {
        let probed = ProbedClass { class: 1, reached: vec![0, 0b10], infected: vec![] };
        assert!(probed.is_reached(65) && !probed.is_reached(64) && !probed.is_reached(200));
        assert!(!probed.is_infected(0));
    }
}
