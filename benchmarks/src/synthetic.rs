//! A generated recording of a large suite: 7,200 tests over 90,000 lines.

use faultline_spectrum::{
    ClassFile, Coverage, CoverageBuilder, Failure, Frame, Origin, Outcome, RecordedClass, RecordedMethod,
    RecordedTest, Recording,
};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

/// Rows.
pub const TESTS: u32 = 7_200;
/// Columns.
pub const LINES: u32 = CLASSES * SLOTS;
/// Number of classes, 100 lines each.
pub const CLASSES: u32 = 900;
const SLOTS: u32 = 100;
const METHODS: u32 = 10;
/// Number of nearby classes that a test runs, as tests of a package share its classes.
const TOUCHED: u32 = 60;
const FAILING: u32 = 5;

/// The recording, deterministic.
pub fn recording() -> Recording {
    let mut random = Random::new();
    Recording {
        origin: Origin { started_ns: 1, nonce: 1, pid: 1, description: "synthetic".to_owned() },
        classes: (0..CLASSES).map(class).collect(),
        tests: (0..TESTS).map(|t| test(t, &mut random)).collect(),
        sealed: true,
        ..Recording::default()
    }
}

fn class(id: u32) -> RecordedClass {
    let method = |m| RecordedMethod { name: format!("method{m}"), descriptor: "(I)V".to_owned() };
    RecordedClass::new(
        id,
        ClassFile {
            name: format!("org.example.p{}.Class{id}", id / 30),
            source_file: Some(format!("Class{id}.java")),
            hash: u64::from(id) + 1,
            location: "/example/target/classes/".to_owned(),
            methods: (0..METHODS).map(method).collect(),
            slots: (0..SLOTS).map(|s| (s / (SLOTS / METHODS), s + 10)).collect(),
        },
    )
}

fn test(sequence: u32, random: &mut Random) -> RecordedTest {
    let fails = sequence % (TESTS / FAILING) == 7;
    let name = format!("test{sequence}");
    RecordedTest {
        sequence,
        unique_id: format!("{name}(org.example.p{}.SomeTest)", sequence / 240),
        class: format!("org.example.p{}.SomeTest", sequence / 240),
        method: name,
        display: String::new(),
        outcome: if fails { Outcome::Failed } else { Outcome::Passed },
        duration_ns: 1_000_000,
        overlapped: false,
        failure: fails.then(failure),
        coverage: coverage(sequence, random),
    }
}

/// The common failure, so that all failing tests are one group and the whole matrix is counted.
fn failure() -> Failure {
    let frame = Frame { class: "org.example.p0.Class3".to_owned(), method: "method1".to_owned(), line: 22 };
    Failure { exception: "java.lang.IllegalStateException".to_owned(), frames: vec![frame], thrown: None }
}

/// Covers about three lines of four in each touched class: 4 % of all lines.
fn coverage(test: u32, random: &mut Random) -> Coverage {
    let first = (test / 8 + random.below(40)) % (CLASSES - TOUCHED);
    let mut builder = CoverageBuilder::default();
    for class in first..first + TOUCHED {
        let dense = |r: &mut Random| r.next() | r.next(); // three bits of four
        let bits = [dense(random), dense(random) & ((1 << (SLOTS - 64)) - 1)];
        builder.class(class, &bits);
    }
    builder.to_coverage()
}

/// Random numbers for made-up coverage.
pub(crate) struct Random(SplitMix64);

impl Random {
    /// A generator with a fixed seed.
    pub(crate) fn new() -> Self {
        Self(SplitMix64::seed_from_u64(0x9e37_79b9_7f4a_7c15))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        (self.next() % u64::from(bound)) as u32
    }
}

/// Covered fraction of the matrix, 0 to 1.
pub fn density(recording: &Recording) -> f64 {
    let covered: usize = recording.tests.iter().map(|t| t.coverage.slots().count()).sum();
    covered as f64 / (f64::from(TESTS) * f64::from(LINES))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn has_the_size_and_density_it_is_named_for() {
        let recording = recording();
        assert_eq!((recording.tests.len(), LINES), (7_200, 90_000));
        let density = density(&recording);
        assert!((0.03..0.06).contains(&density), "{density}");
        assert_eq!(recording.tests.iter().filter(|t| t.outcome == Outcome::Failed).count(), 5);
    }

    #[test]
    fn is_the_same_every_time() {
        assert_eq!(recording(), recording());
    }
}
