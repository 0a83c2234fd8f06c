//! A JVM that runs very many short tests in parallel: checks that rows are exact, and that memory does not grow with them.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use faultline_spectrum::{InitialiserPolicy, Spectrum};

use crate::{Dist, Fixture, maven, run};

/// Memory in use after some tests; the heap directly after a collection. Units: bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Number of tests begun.
    pub tests: u64,
    /// In use on the heap.
    pub heap: u64,
    /// Resident memory of the process.
    pub resident: u64,
}

/// The results of a run.
#[derive(Clone, Debug)]
pub struct Soaked {
    /// Ten samples, in order.
    pub samples: Vec<Sample>,
    /// The samples without the agent.
    pub plain: Vec<Sample>,
    /// Tests without a row, rows without a test, and rows with other lines than their test ran; the first few as sentences.
    pub wrong: Vec<String>,
    /// Size of the recording. Units: bytes.
    pub written: u64,
}

const CLASS_PATH: &str = "target/classes:target/test-classes:target/libraries/*";
const MAIN: &str = "org.example.Main";
/// Number of lines covered by calling a part.
const LINES_OF_PART: usize = 2;
const PARTS: u32 = 16;

/// Runs tests on threads, plain and recorded. Panics: the fixture is not built, or a run fails.
pub fn soak(dist: &Dist, scratch: &str, tests: u32, threads: u32) -> Soaked {
    let fixture = Fixture::copy("soak", scratch);
    maven(Command::new("mvn").args(["-B", "-ntp", "test-compile"]), &fixture.folder).expect_code(0);
    let java =
        ["java", "-XX:+UseSerialGC", "-Xms64m", "-Xmx64m", "-XX:+AlwaysPreTouch", "-cp", CLASS_PATH, MAIN];
    let counts = [tests.to_string(), threads.to_string()];
    let plain = run(Command::new(java[0]).args(&java[1..]).args(&counts), &fixture.folder);
    plain.expect_code(0);
    let records = fixture.folder.join("recorded");
    let mut command = dist.command(&["run", "--out"]);
    command.arg(&records).arg("--").args(java).args(&counts);
    let recorded = run(&mut command, &fixture.folder);
    recorded.expect_code(0);
    Soaked {
        samples: samples(&recorded.stdout),
        plain: samples(&plain.stdout),
        wrong: wrong(&records, tests),
        written: written(&records),
    }
}

fn samples(printed: &str) -> Vec<Sample> {
    let parse = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |at: usize| words.get(at)?.parse().ok();
        Some(Sample { tests: number(1)?, heap: number(3)?, resident: number(5)? })
    };
    let mut samples: Vec<Sample> =
        printed.lines().filter(|line| line.starts_with("after ")).filter_map(parse).collect();
    samples.sort_by_key(|sample| sample.tests);
    samples
}

fn written(records: &Path) -> u64 {
    let files = std::fs::read_dir(records).expect("the run recorded");
    files.map(|file| file.and_then(|file| file.metadata()).map_or(0, |data| data.len())).sum()
}

/// The parts that a test calls, as in `Main`.
fn parts(test: u32) -> BTreeSet<String> {
    let bits = test.wrapping_mul(0x9E37_79B1) >> 16;
    (0..PARTS).filter(|part| bits >> part & 1 == 1).map(|part| format!("part{part}")).collect()
}

fn wrong(records: &Path, tests: u32) -> Vec<String> {
    let (recordings, _) = faultline_flt::read_dir(records).unwrap_or_else(|error| panic!("{error}"));
    let spectrum =
        Spectrum::merge(&recordings, InitialiserPolicy::All).unwrap_or_else(|error| panic!("{error}"));
    let mut seen = vec![false; tests as usize];
    let mut wrong = Vec::new();
    for (row, test) in spectrum.tests.iter().enumerate() {
        let number = test.method.strip_prefix('t').and_then(|digits| digits.parse::<u32>().ok());
        match number.and_then(|number| Some((number, seen.get_mut(number as usize)?))) {
            Some((number, seen)) if !*seen => {
                *seen = true;
                wrong.extend(difference(&spectrum, row, number));
            }
            _ => wrong.push(format!("a row too many: {}", test.unique_id)),
        }
    }
    wrong.extend((0..tests).filter(|test| !seen[*test as usize]).map(|test| format!("no row of t{test}")));
    wrong
}

fn difference(spectrum: &Spectrum, row: usize, test: u32) -> Option<String> {
    let expected = parts(test);
    let mut called = BTreeSet::new();
    let mut lines = 0;
    for element in spectrum.coverage.ones(row) {
        let method = &spectrum.methods[spectrum.elements[element].method.index()];
        if method.name.starts_with("part") {
            called.insert(method.name.clone());
            lines += 1;
        }
    }
    let exact = called == expected && lines == LINES_OF_PART * expected.len();
    (!exact).then(|| format!("t{test} called {expected:?}, its row has {lines} lines of {called:?}"))
}
