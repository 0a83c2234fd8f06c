//! Made-up recordings of any size, for measurements of whole commands.

use std::fs;
use std::io;
use std::path::Path;
use std::str::FromStr;

use faultline_flt::{Key, TestParts, Writer};
use faultline_spectrum::{
    ClassDetails, ClassFile, CoverageBuilder, Failure, Frame, Mutant, MutatedClass, MutationTest, Origin,
    Outcome, PairVerdict, Probe, ProbedClass, Reason, RecordedClass, RecordedDetails, RecordedMethod,
    Verdict,
};

use crate::BenchError;
use crate::synthetic::Random;

/// Lines of a class: ten methods of ten lines.
const SLOTS: usize = 100;
const METHODS: usize = 10;
/// Words of the bits of a class.
const WORDS: usize = SLOTS.div_ceil(64);
/// Lines of a class that a test runs, 3 of 4 on average.
const RUN: usize = 75;
/// Number of classes that every test runs.
const POPULAR: usize = 20;
const FAILING: usize = 5;
/// Scattered lines of a test are within this many times their number.
const SPAN: usize = 20;

/// The size of recordings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Rows.
    pub tests: usize,
    /// Columns.
    pub lines: usize,
    /// Approximate number of lines that a test runs.
    pub run: usize,
    /// Number of recordings, one for each JVM, with equal shares of the tests.
    pub jvms: usize,
}

/// Where the lines of a test are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// In whole classes, three lines of four, as most tests have them.
    #[default]
    Blocks,
    /// At gaps that grow with the square of their place, so that few are neighbours.
    Scattered,
}

impl FromStr for Size {
    type Err = String;

    /// Parses `5000x100000x2000` or, for ten JVMs, `5000x100000x2000x10`.
    fn from_str(text: &str) -> Result<Self, String> {
        let numbers: Option<Vec<usize>> =
            text.trim().split('x').map(|number| number.parse().ok().filter(|&of| of > 0)).collect();
        let (jvms, sizes) = match numbers.as_deref() {
            Some([sizes @ .., jvms]) if sizes.len() == 3 => (*jvms, sizes.to_vec()),
            Some(sizes) => (1, sizes.to_vec()),
            None => (1, Vec::new()),
        };
        match sizes[..] {
            [tests, lines, run] if jvms <= tests => Ok(Self { tests, lines, run, jvms }),
            _ => Err("a size is TESTSxLINESxRUN or TESTSxLINESxRUNxJVMS, as 5000x100000x2000".to_owned()),
        }
    }
}

/// Writes recordings into a folder, deterministic by size: tests of one package share its classes.
/// Errors: the folder cannot be written.
pub fn write(folder: &Path, size: Size, shape: Shape) -> Result<(), BenchError> {
    written(folder, size, shape).map_err(BenchError::io(folder))
}

fn written(folder: &Path, size: Size, shape: Shape) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let mut random = Random::new();
    for jvm in 0..size.jvms {
        let tests = jvm * size.tests / size.jvms..(jvm + 1) * size.tests / size.jvms;
        let origin = Origin {
            started_ns: jvm as u64 + 1,
            nonce: jvm as u64 + 1,
            pid: jvm as u32 + 1,
            description: "growth".to_owned(),
        };
        let mut writer = Writer::create(&folder.join(format!("growth-{jvm}.flt")), &origin)?;
        let mut rows = Rows { size, shape, random: &mut random, coverage: CoverageBuilder::default() };
        for id in 0..rows.classes() {
            // As the agent writes classes, so that those of several recordings are in memory once.
            let (class, details) = (class(id), RecordedDetails::new(id as u32, ClassDetails::default()));
            writer.described_class(Key::of(&class, &details), &class, &details)?;
        }
        for (sequence, test) in (0..).zip(tests) {
            rows.test(&mut writer, sequence, test)?;
        }
    }
    Ok(())
}

/// Writes results of mutants beside the recordings of one JVM that [`write`] makes: one mutant for each line that all
/// tests may run, on which all failing tests ran, and each passing one on a few. Errors: the folder cannot be written.
pub fn write_mutants(folder: &Path, size: Size) -> Result<(), BenchError> {
    let folder = folder.join("mutants");
    mutants(&folder, size).map_err(BenchError::io(&folder))
}

fn mutants(folder: &Path, size: Size) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let mut random = Random::new();
    let mut writer = Writer::create(&folder.join("growth.flt"), &Origin::default())?;
    for id in 0..POPULAR.min(size.lines / SLOTS) {
        writer.mutated_class(&mutated(id))?;
    }
    for test in 0..size.tests {
        let (class, method) = names(size, test);
        let fails = test < FAILING;
        writer.mutation_test(&MutationTest {
            test: test as u32,
            unique_id: format!("{method}({class})"),
            class,
            method,
            outcome: if fails { Outcome::Failed } else { Outcome::Passed },
            exception: if fails { failure().exception } else { String::new() },
            message: 0,
            trace: 0,
            unstable: 0,
            duration_ns: 1_000_000,
            fuel: 1_000,
        })?;
        // Half of the passing tests are not probed, so that any mutant on a line of theirs may infect them.
        if !fails && test % 2 == 0 {
            continue;
        }
        let words = |random: &mut Random| vec![random.next(), random.next() & ((1 << (SLOTS - 64)) - 1)];
        let probed =
            |id| ProbedClass { class: id, reached: words(&mut random), infected: words(&mut random) };
        writer.probe(&Probe { test: test as u32, classes: (1..=POPULAR as u32).map(probed).collect() })?;
        for id in 1..=POPULAR as u32 {
            for mutant in (0..SLOTS as u32).filter(|of| fails || (of + test as u32) % 20 == 1) {
                let mends = fails && (id + mutant) % 40 == 7;
                let verdict = if mends { Verdict::Passes } else { Verdict::Same };
                writer.verdict(&PairVerdict {
                    test: test as u32,
                    class: id,
                    mutant,
                    verdict,
                    reason: Reason::None,
                })?;
            }
        }
    }
    Ok(())
}

/// The mutants of a class: one for each line.
fn mutated(id: usize) -> MutatedClass {
    let class = class(id);
    let mutant = |(number, &(method, line)): (u32, &(u32, u32))| Mutant {
        mutant: number,
        method,
        line,
        instruction: number,
        operator: 0,
        alternative: 0,
        words: "`!=` for `==`".to_owned(),
    };
    MutatedClass {
        class: id as u32 + 1,
        name: class.name.clone(),
        hash: class.hash,
        operators: MutatedClass::OPERATORS,
        methods: class.methods.clone(),
        mutants: (0..).zip(&class.slots).map(mutant).collect(),
    }
}

/// The class and the method of a test.
fn names(size: Size, test: usize) -> (String, String) {
    let classes = (size.lines / SLOTS).max(1);
    (format!("org.example.p{}.SomeTest", test * classes / size.tests / 30), format!("test{test}"))
}

fn class(id: usize) -> RecordedClass {
    let method = |at| RecordedMethod { name: format!("method{at}"), descriptor: "(I)V".to_owned() };
    let file = ClassFile {
        name: format!("org.example.p{}.Class{id}", id / 30),
        source_file: Some(format!("Class{id}.java")),
        hash: id as u64 + 1,
        location: "/example/target/classes/".to_owned(),
        methods: (0..METHODS).map(method).collect(),
        slots: (0..SLOTS as u32).map(|slot| (slot / METHODS as u32, slot + 10)).collect(),
    };
    RecordedClass::new(id as u32, file)
}

/// The common failure, so that all failing tests are one group.
fn failure() -> Failure {
    let frame = Frame { class: "org.example.p0.Class3".to_owned(), method: "method1".to_owned(), line: 22 };
    Failure { exception: "java.lang.IllegalStateException".to_owned(), frames: vec![frame], thrown: None }
}

/// Makes up tests.
struct Rows<'r> {
    size: Size,
    shape: Shape,
    random: &'r mut Random,
    coverage: CoverageBuilder,
}

impl Rows<'_> {
    fn classes(&self) -> usize {
        (self.size.lines / SLOTS).max(1)
    }

    /// Writes a test: the one with this number of all, and this sequence in its JVM.
    fn test(&mut self, writer: &mut Writer<fs::File>, sequence: u32, test: usize) -> io::Result<()> {
        self.coverage.clear();
        match self.shape {
            Shape::Blocks => self.in_blocks(test),
            Shape::Scattered => self.scattered(test),
        }
        let fails = test < FAILING;
        let failure = fails.then(failure);
        let (class, method) = names(self.size, test);
        writer.test(&TestParts {
            sequence,
            unique_id: &format!("{method}({class})"),
            class: &class,
            method: &method,
            outcome: if fails { Outcome::Failed } else { Outcome::Passed },
            duration_ns: 1_000_000,
            overlapped: false,
            failure: failure.as_ref(),
            words: self.coverage.words(),
        })
    }

    fn in_blocks(&mut self, test: usize) {
        let classes = self.classes();
        let touched = (self.size.run / RUN).clamp(1, classes);
        let near = test * classes / self.size.tests + self.random.below(40) as usize;
        let first = POPULAR + near.min(classes) % classes;
        let near = (first..first + touched.saturating_sub(POPULAR)).map(|class| class % classes);
        let mut of_test: Vec<usize> = (0..POPULAR.min(touched)).chain(near).collect();
        of_test.sort_unstable();
        of_test.dedup();
        for class in of_test {
            let three_of_four = |random: &mut Random| random.next() | random.next();
            let bits = [three_of_four(self.random), three_of_four(self.random) & ((1 << (SLOTS - 64)) - 1)];
            self.coverage.class(class as u32, &bits);
        }
    }

    /// Line `i` of a test is `i` and a share of `i` squared from its first one on.
    fn scattered(&mut self, test: usize) {
        let lines = self.classes() * SLOTS;
        let run = self.size.run.min(lines);
        let span = (run * SPAN).min(lines);
        let near = test * lines / self.size.tests + self.random.below(4_000) as usize;
        let first = near.min(lines - span);
        let (mut class, mut bits) = (first / SLOTS, [0_u64; WORDS]);
        for place in 0..run {
            let line = first + place + place * place * (span - run) / (run * run);
            if line / SLOTS != class {
                self.coverage.class(class as u32, &bits);
                (class, bits) = (line / SLOTS, [0; WORDS]);
            }
            bits[line % SLOTS / 64] |= 1 << (line % SLOTS % 64);
        }
        self.coverage.class(class as u32, &bits);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_back(size: Size, shape: Shape) -> Vec<faultline_spectrum::Recording> {
        let folder = std::env::temp_dir().join(format!("faultline-made-{}-{shape:?}", std::process::id()));
        write(&folder, size, shape).unwrap();
        let (recordings, notes) = faultline_flt::read_dir(&folder).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        assert!(notes.is_empty(), "{notes:?}");
        recordings
    }

    #[test]
    fn recordings_have_the_size_that_is_asked_for() {
        let recordings = read_back("40x8000x3000x4".parse().unwrap(), Shape::Blocks);
        assert_eq!(recordings.len(), 4);
        assert!(recordings.iter().all(|of| (of.tests.len(), of.classes.len()) == (10, 80)));
        let tests = recordings.iter().flat_map(|of| &of.tests);
        let run: usize = tests.map(|test| test.coverage.slots().count()).sum();
        assert!((2_000..4_000).contains(&(run / 40)), "{}", run / 40);
    }

    #[test]
    fn scattered_lines_are_as_many_as_asked_for_at_growing_gaps() {
        let recordings = read_back("20x50000x2000".parse().unwrap(), Shape::Scattered);
        for test in &recordings[0].tests {
            let lines: Vec<usize> =
                test.coverage.slots().map(|(class, slot)| class as usize * SLOTS + slot as usize).collect();
            let gaps: Vec<usize> = lines.windows(2).map(|pair| pair[1] - pair[0]).collect();
            assert_eq!(lines.len(), 2_000);
            assert!((38_000..=40_000).contains(&(lines[1_999] - lines[0])));
            assert!(gaps[..100].iter().max() < gaps[1_800..].iter().min());
        }
    }

    #[test]
    fn sizes_are_three_numbers_or_four() {
        assert_eq!("5x6x7".parse(), Ok(Size { tests: 5, lines: 6, run: 7, jvms: 1 }));
        assert_eq!("5x6x7x2".parse(), Ok(Size { tests: 5, lines: 6, run: 7, jvms: 2 }));
        for wrong in ["", "5x6", "0x1x1", "5x6x7x2x1", "5x6x7x6", "axbxc"] {
            assert!(wrong.parse::<Size>().is_err(), "{wrong}");
        }
    }
}
