//! Benchmark of what a run spends on its baseline, beside reading its recordings, which every run does at its end:
//! `cargo bench --locked -p faultline-recording-store --bench keep`, or with `-- TESTS METHODS RUN` for a made-up project of that
//! size, in which a test runs RUN methods, or with `-- FOLDER` for recordings that are there.
//!
//! The made-up project has class files of javac with 20 methods of five lines each. Needs `javac`.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use faultline_baseline::{Baseline, NAME, Selection, TestJvm, file, snapshot};
use faultline_files::replace;
use faultline_recording_store::load::load_with_recordings;
use faultline_recording_store::reading::Reading;
use faultline_recording_store::write::write;
use faultline_spectrum::{
    ClassFile, Coverage, CoverageBuilder, Origin, Outcome, RecordedClass, RecordedMethod, RecordedTest,
    Recording,
};

/// Rounds; the least time of all counts.
const ROUNDS: usize = 5;
const METHODS: u32 = 20;
const LINES: u32 = 5;
/// Lines of a source file in front of its first method.
const HEAD: u32 = 3;

type Failed = Box<dyn Error>;

fn main() -> Result<(), Failed> {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let scratch = std::env::temp_dir().join(format!("faultline-keep-{}", std::process::id()));
    let numbers: Option<Vec<u32>> = arguments.iter().map(|word| word.parse().ok()).collect();
    let done = match numbers.as_deref() {
        Some([]) => [(10_000, 20_000, 200), (10_000, 20_000, 1_000)]
            .into_iter()
            .try_for_each(|size| made_up(&scratch, size)),
        Some(&[tests, methods, run]) => made_up(&scratch, (tests, methods, run)),
        _ => arguments.iter().try_for_each(|folder| measured(folder, Path::new(folder), &scratch)),
    };
    let _ = fs::remove_dir_all(&scratch);
    done
}

/// Measures a made-up project of tests, methods, and methods that each test runs.
fn made_up(scratch: &Path, (tests, methods, run): (u32, u32, u32)) -> Result<(), Failed> {
    let _ = fs::remove_dir_all(scratch);
    let classes = methods.div_ceil(METHODS);
    let folder = compiled(scratch, classes)?;
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let recording = Recording {
        origin: Origin { started_ns: 1, nonce: 1, pid: 1, description: "made up".to_owned() },
        classes: (0..classes).map(|class| recorded(class, &folder)).collect(),
        tests: (0..tests).map(|at| test(at, classes, run, &mut random)).collect(),
        sealed: true,
        ..Recording::default()
    };
    let recordings = scratch.join("recordings");
    fs::create_dir_all(&recordings)?;
    write(&recordings.join("1-a.flt"), &recording)?;
    measured(&format!("{tests} tests x {methods} methods, {run} run by each"), &recordings, scratch)?;
    decided(&scratch.join(NAME), &folder, scratch)
}

/// Prints how long a JVM takes to find out which tests nothing has changed for.
fn decided(baseline: &Path, classes: &Path, scratch: &Path) -> Result<(), Failed> {
    let class_path = classes.to_str().ok_or("a path that is text")?;
    let jvm = TestJvm { folder: scratch, class_path, arguments: &[], java: "made up", loaded: &[] };
    let mut least = [f64::INFINITY; 2];
    for _ in 0..ROUNDS {
        let begin = Instant::now();
        let known = file::read(baseline)?.unwrap_or_default();
        let read = begin.elapsed().as_secs_f64();
        black_box(Selection::of(&known, scratch, jvm));
        least = [least[0].min(read), least[1].min(begin.elapsed().as_secs_f64())];
    }
    let [read, all] = least;
    println!("  which tests are affected: {:.1} ms, {:.1} of it reading the baseline", all * 1e3, read * 1e3);
    Ok(())
}

/// Prints the least time of each step, the ratio, and the size of the file.
fn measured(name: &str, recordings: &Path, scratch: &Path) -> Result<(), Failed> {
    fs::create_dir_all(scratch)?;
    let path = scratch.join(NAME);
    let mut least = [f64::INFINITY; 2];
    let mut kept = (Baseline::default(), 0);
    for _ in 0..ROUNDS {
        // From the second round on, there is a baseline to add to.
        let begin = Instant::now();
        let (loaded, all) = load_with_recordings(&[recordings.to_owned()], Reading::default())
            .map_err(|failure| failure.to_string())?;
        let read = begin.elapsed().as_secs_f64();
        let run = snapshot(&loaded.spectrum, &all, loaded.started_ns, recordings, None);
        let before = file::read(&path)?.unwrap_or_default();
        let baseline = before.after(run);
        let content = file::encode(&baseline);
        replace(&path, |file| std::io::Write::write_all(file, &content))?;
        let with = begin.elapsed().as_secs_f64();
        black_box((&loaded, &all));
        least = [least[0].min(read), least[1].min(with)];
        kept = (baseline, content.len());
    }
    let (baseline, bytes) = kept;
    let [without, with] = least;
    let tests = baseline.tests.len();
    let methods: usize = baseline.classes.iter().map(|class| class.methods.len()).sum();
    let ran = baseline.tests.values().filter_map(|test| test.passed.as_ref()).flat_map(|passed| &passed.ran);
    let ran: usize = ran.map(|(_, methods)| methods.len()).sum();
    println!("{name}");
    println!(
        "  {tests} tests, {methods} methods in {} classes, {:.0} run by a test",
        baseline.classes.len(),
        ran as f64 / tests.max(1) as f64
    );
    println!(
        "  reading the recordings {:.1} ms; with the baseline {:.1} ms, ratio {:.2}; {:.1} us a test more",
        without * 1e3,
        with * 1e3,
        with / without,
        (with - without) * 1e6 / tests.max(1) as f64
    );
    println!("  {:.2} MB, {:.0} bytes a test", bytes as f64 / 1e6, bytes as f64 / tests.max(1) as f64);
    Ok(())
}

/// Compiles the made-up classes. Returns the folder of their class files.
fn compiled(scratch: &Path, classes: u32) -> Result<PathBuf, Failed> {
    let (sources, folder) = (scratch.join("src"), scratch.join("classes"));
    fs::create_dir_all(&folder)?;
    let mut names = String::new();
    for class in 0..classes {
        let path = sources.join(format!("{}.java", name(class).replace('.', "/")));
        fs::create_dir_all(path.parent().unwrap_or(&sources))?;
        fs::write(&path, source(class))?;
        writeln!(names, "{}", path.display())?;
    }
    let list = scratch.join("sources");
    fs::write(&list, names)?;
    let arguments = ["-g".as_ref(), "-d".as_ref(), folder.as_os_str()];
    let ended = Command::new("javac").args(arguments).arg(format!("@{}", list.display())).status()?;
    if ended.success() { Ok(folder) } else { Err("javac failed".into()) }
}

fn name(class: u32) -> String {
    format!("org.example.p{}.Class{class}", class / 30)
}

/// A class whose methods have `LINES` lines of code, the first at `HEAD` + 1, and one more for the brace.
fn source(class: u32) -> String {
    let mut text = format!("package org.example.p{};\n\npublic class Class{class} {{\n", class / 30);
    for method in 0..METHODS {
        let line = |line: u32| format!("a = a * {} + {line};", class * METHODS + method);
        let lines: Vec<String> = (0..LINES - 1).map(line).collect();
        let _ = writeln!(text, "    public int compute{method}(int a) {{ {}", lines.join("\n        "));
        let _ = writeln!(text, "        return a;\n    }}");
    }
    text + "}\n"
}

fn recorded(class: u32, folder: &Path) -> RecordedClass {
    let method = |method| RecordedMethod { name: format!("compute{method}"), descriptor: "(I)I".to_owned() };
    let slot = |slot| (slot / LINES, HEAD + 1 + slot / LINES * (LINES + 1) + slot % LINES);
    RecordedClass::new(
        class,
        ClassFile {
            name: name(class),
            source_file: Some(format!("Class{class}.java")),
            hash: u64::from(class) + 1,
            location: folder.display().to_string(),
            methods: (0..METHODS).map(method).collect(),
            slots: (0..METHODS * LINES).map(slot).collect(),
        },
    )
}

/// A test that runs half of the methods of some classes near each other, as tests of a package do.
fn test(at: u32, classes: u32, run: u32, random: &mut Random) -> RecordedTest {
    let touched = (2 * run / METHODS).clamp(1, classes);
    let first = (at / 8 + random.below(40)) % (classes - touched + 1);
    RecordedTest {
        sequence: at,
        unique_id: format!(
            "[engine:junit-jupiter]/[class:org.example.p{}.Some{}Test]/[method:computes{at}()]",
            at / 240,
            at / 12
        ),
        class: format!("org.example.p{}.Some{}Test", at / 240, at / 12),
        method: format!("computes{at}"),
        display: String::new(),
        outcome: Outcome::Passed,
        duration_ns: 1_000_000,
        overlapped: false,
        failure: None,
        coverage: coverage(first..first + touched, random),
    }
}

/// Half of the methods of each class, all lines of them.
fn coverage(classes: std::ops::Range<u32>, random: &mut Random) -> Coverage {
    let mut builder = CoverageBuilder::default();
    for class in classes {
        let mut words = [0_u64; 2];
        for method in (0..METHODS).filter(|_| random.below(2) == 1) {
            for slot in method * LINES..(method + 1) * LINES {
                words[slot as usize / 64] |= 1 << (slot % 64);
            }
        }
        builder.class(class, &words);
    }
    builder.to_coverage()
}

/// Random numbers, the same in each run (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as u32 % bound
    }
}
