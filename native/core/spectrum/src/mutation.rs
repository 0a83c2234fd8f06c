//! Results of running tests on mutants, as stored in files.
//!
//! A *mutant* is a class with one small change; a test *kills* it by ending otherwise than on the original
//! class. Numbers of classes and tests are local to a file. (Name and hash of the class, mutant) and the
//! test's unique id identify the same mutant and test in all files.

use crate::{INITIALISER, Outcome, RecordedMethod};

/// How the JVM that ran the tests was started, for starting it again.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Launch {
    /// Path of the java executable.
    pub java: String,
    /// JVM arguments in order, without Faultline's own, the class path, the main class and its arguments.
    pub arguments: Vec<String>,
    /// Working directory.
    pub folder: String,
    /// The property `java.class.path` at the first test.
    pub class_path: String,
    /// Location of the JUnit Platform's launcher, if it is not on the class path.
    pub launcher: Vec<String>,
    /// System properties at the first test that were absent or different when the JVM started.
    pub properties: Vec<(String, String)>,
    /// Variables of the environment that the build set, with their values, or removed.
    pub environment: Vec<(String, Option<String>)>,
}

/// A class of tests whose loader was made at run time, so that it is not on the class path of its JVM.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LoadedTests {
    /// Binary name of the class.
    pub class: String,
    /// The number of its loader in this JVM.
    pub loader: u32,
    /// The class of the loader, with the loader's first class; empty with the others.
    pub kind: String,
    /// Folders and archives of the loader and then of those above it, up to the JVM's own; with the loader's first
    /// class. Empty for a loader that does not say where it finds classes.
    pub places: Vec<String>,
}

/// A class into which mutants were compiled.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MutatedClass {
    /// The number by which the file's probes and verdicts refer to it, from 1.
    pub class: u32,
    /// Binary name with dots.
    pub name: String,
    /// Hash of the class file, as [`crate::RecordedClass::hash`].
    pub hash: u64,
    /// Version of the set of operators; each version numbers mutants anew.
    pub operators: u32,
    /// Its methods with code, in class-file order.
    pub methods: Vec<RecordedMethod>,
    /// Its mutants that were compiled in.
    pub mutants: Vec<Mutant>,
}

impl MutatedClass {
    /// The operator version of this program.
    pub const OPERATORS: u32 = 3;

    /// Whether a mutant is in the class's static initialiser.
    pub fn is_of_initialiser(&self, mutant: &Mutant) -> bool {
        self.methods.get(mutant.method as usize).is_some_and(|method| method.name == INITIALISER)
    }
}

/// One small change of a class.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mutant {
    /// Its number among all possible mutants of the class.
    pub mutant: u32,
    /// The method, as an index into those of the class.
    pub method: u32,
    /// The line.
    pub line: u32,
    /// The instruction, counted from 0 in the method's code.
    pub instruction: u32,
    /// The operator that made it; `docs/file-format.md` lists the numbers.
    pub operator: u8,
    /// Which of the operator's changes for the instruction.
    pub alternative: u8,
    /// The change in words: "`!=` for `==`".
    pub words: String,
}

/// A repeated test and its result without a mutant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MutationTest {
    /// The number by which the file's probes and verdicts refer to it.
    pub test: u32,
    /// The framework's unique id.
    pub unique_id: String,
    /// Binary name of the test class; may be empty.
    pub class: String,
    /// Test method.
    pub method: String,
    /// Its outcome.
    pub outcome: Outcome,
    /// Class of the exception that ended it; empty for none.
    pub exception: String,
    /// Hash of the exception's message.
    pub message: u64,
    /// Hash of its stack trace.
    pub trace: u64,
    /// The parts that differ between runs: [`MutationTest::UNSTABLE_MESSAGE`],
    /// [`MutationTest::UNSTABLE_TRACE`].
    pub unstable: u8,
    /// Wall time, nanoseconds.
    pub duration_ns: u64,
    /// Fuel used: the number of backward jumps and calls.
    pub fuel: u64,
}

impl MutationTest {
    /// The bit of [`MutationTest::unstable`] for the message.
    pub const UNSTABLE_MESSAGE: u8 = 1;
    /// The bit of [`MutationTest::unstable`] for the stack trace.
    pub const UNSTABLE_TRACE: u8 = 2;
}

/// The mutants that a test reaches, and those that would change a value there.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Probe {
    /// The test's number.
    pub test: u32,
    /// By class; a class without a reached mutant may be omitted.
    pub classes: Vec<ProbedClass>,
}

/// The part of a [`Probe`] for one class. Shape: bit `k % 64` of word `k / 64` is mutant `k`; trailing zero
/// words may be omitted.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProbedClass {
    /// The class's number.
    pub class: u32,
    /// Mutants whose instruction ran.
    pub reached: Vec<u64>,
    /// Mutants that would have changed a value or a decision when their instruction ran (*infected*).
    pub infected: Vec<u64>,
}

impl ProbedClass {
    /// Whether the test ran the mutant's instruction.
    pub fn is_reached(&self, mutant: u32) -> bool {
        bit(&self.reached, mutant)
    }

    /// Whether the mutant would have changed a value or a decision in the test.
    pub fn is_infected(&self, mutant: u32) -> bool {
        bit(&self.infected, mutant)
    }
}

fn bit(words: &[u64], at: u32) -> bool {
    words.get(at as usize / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
}

/// The result of a test on a mutant, compared with its result without it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Verdict {
    /// The same as without the mutant.
    #[default]
    Same = 0,
    /// A failing test passes.
    Passes = 1,
    /// A passing or aborted test fails.
    Fails = 2,
    /// A failing test fails with another exception.
    Type = 3,
    /// A failing test fails with the same exception and another message.
    Message = 4,
    /// A failing test fails with the same message and another stack trace.
    Trace = 5,
    /// A passing or failing test aborts on an assumption.
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

/// Why a test on a mutant was ended from outside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Reason {
    /// It was not.
    #[default]
    None = 0,
    /// It exceeded its fuel: it ran far longer than without the mutant, counted in jumps and calls.
    Fuel = 1,
    /// It exceeded its time limit.
    Wall = 2,
    /// The JVM crashed.
    Crashed = 3,
    /// It tried to exit the JVM.
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

/// The result of one run of one test on one mutant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PairVerdict {
    /// The test's number.
    pub test: u32,
    /// The class's number.
    pub class: u32,
    /// The mutant's number in the class.
    pub mutant: u32,
    /// The result of the test.
    pub verdict: Verdict,
    /// Why it was ended from outside.
    pub reason: Reason,
}

/// A test or a class that could not be used.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Unusable {
    /// The test's number; [`Unusable::NO_TEST`] if the reason concerns a class.
    pub test: u32,
    /// The reason: the unexpected outcome of the test, or the class that has changed since the recording.
    pub reason: String,
}

impl Unusable {
    /// Stands in for a test's number if the reason concerns a class.
    pub const NO_TEST: u32 = u32::MAX;
}

/// A finished unit of work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stage {
    /// The number of the unit of work.
    pub unit: u32,
    /// The number of its verdicts.
    pub verdicts: u32,
}

/// The results on mutants in one file, in order of occurrence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mutation {
    /// Classes with mutants.
    pub classes: Vec<MutatedClass>,
    /// Tests that were repeated.
    pub tests: Vec<MutationTest>,
    /// The mutants that each test reached and infected.
    pub probes: Vec<Probe>,
    /// Results on mutants, without verdicts that a drift invalidated.
    pub verdicts: Vec<PairVerdict>,
    /// Tests and classes that could not be used.
    pub unusable: Vec<Unusable>,
    /// Finished units of work.
    pub stages: Vec<Stage>,
}

impl Mutation {
    /// Whether there are no results on mutants.
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
