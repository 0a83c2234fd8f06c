//! Compares the matrix of a real suite with that of an independent implementation: a JVM that stops at every bytecode
//! (`tracer/linetracer.c`).
//!
//! To run alone: `make dist && cargo test --locked -p faultline-tests --test tracer -- --nocapture`. Needs a C compiler, which is also
//! Rust's linker, and the JDK's headers.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use faultline_spectrum::{ElementId, FixturePolicy, Outcome, Policies, Spectrum, Test};
use faultline_tests::{Dist, Fixture, maven, run};

/// The tests of commons-csv that are run: all except those that use random numbers or measure time.
const TESTS: [&str; 9] = [
    "AssertionsTest",
    "CSVFileParserTest",
    "CSVFormatPredefinedTest",
    "CSVFormatTest",
    "CSVParserTest",
    "CSVRecordTest",
    "ExtendedBufferedReaderTest",
    "LexerTest",
    "TokenMatchersTest",
];

/// A line of a method: class, method, descriptor, line.
type Line = (String, String, String, u32);

/// The lines run by a test or an initialiser.
#[derive(Debug, Default)]
struct Row {
    lines: BTreeSet<Line>,
    touched: BTreeSet<String>,
}

/// The data of the tracer.
#[derive(Debug, Default)]
struct Trace {
    tests: BTreeMap<String, Row>,
    initialisers: BTreeMap<String, Row>,
    bridges: BTreeSet<Line>,
}

impl Trace {
    /// Panics: the file is malformed.
    fn read(path: &Path) -> Self {
        let mut trace = Self::default();
        let mut row: Option<&mut Row> = None;
        for text in fs::read_to_string(path).expect("the tracer's output can be read").lines() {
            let fields: Vec<&str> = text.split('\t').collect();
            if fields.get(5) == Some(&"bridge") {
                trace.bridges.insert(line_of(&fields));
            }
            match (fields[0], &mut row) {
                ("test", _) => row = Some(trace.tests.entry(fields[1].to_owned()).or_default()),
                ("initialiser", _) => {
                    row = Some(trace.initialisers.entry(fields[1].to_owned()).or_default());
                }
                ("line", Some(row)) => _ = row.lines.insert(line_of(&fields)),
                ("touched", Some(row)) => _ = row.touched.insert(fields[1].to_owned()),
                _ => panic!("a line of the tracer: {text}"),
            }
        }
        trace
    }

    /// Whether a static initialiser ran this line.
    fn initialises(&self, line: &Line) -> bool {
        self.initialisers.values().any(|row| row.lines.contains(line))
    }

    /// Whether it is a line of a method that no person wrote, which has no lines in a recording (docs/recording.md): a bridge, a member of
    /// an enum, the initialiser of the class with the numbers of an enum's constants.
    fn is_unwritten(&self, line: &Line) -> bool {
        let (class, method, descriptor, _) = line;
        let own = format!("L{};", class.replace('.', "/"));
        let number = class.rsplit('$').next().unwrap_or_default();
        self.bridges.contains(line)
            || method == "values" && *descriptor == format!("()[{own}")
            || method == "valueOf" && *descriptor == format!("(Ljava/lang/String;){own}")
            || method == "<clinit>" && number.chars().all(|c| c.is_ascii_digit())
    }

    /// Applies a rule that a tracer cannot know: a static initialiser runs once, in whichever test comes first, but counts for every test
    /// that touches the class, also through other initialisers (docs/architecture.md).
    fn with_initialisers(&self, row: &Row) -> BTreeSet<Line> {
        let (mut lines, mut known) = (row.lines.clone(), BTreeSet::new());
        let mut open: Vec<&String> = row.touched.iter().collect();
        while let Some(class) = open.pop() {
            if let (true, Some(initialiser)) = (known.insert(class), self.initialisers.get(class)) {
                lines.extend(initialiser.lines.iter().cloned());
                open.extend(&initialiser.touched);
            }
        }
        lines
    }
}

fn line_of(fields: &[&str]) -> Line {
    let [class, method, descriptor] = [1, 2, 3].map(|at| fields[at].to_owned());
    (class, method, descriptor, fields[4].parse().expect("a line is a number"))
}

#[test]
fn a_single_stepper_and_the_probes_agree_on_every_line_of_every_test() {
    let dist = Dist::find();
    let fixture = Fixture::copy_as("faults/csv-169", env!("CARGO_TARGET_TMPDIR"), "traced-csv");
    let mut build = Command::new("mvn");
    build.args(["-B", "-ntp", "-q", "test-compile", "dependency:build-classpath"]);
    maven(build.arg("-Dmdep.outputFile=target/class-path"), &fixture.folder).expect_code(0);
    let suite = Suite::new(&fixture);

    let trace = suite.traced();
    let recorded = suite.recorded(&dist);
    let names: Vec<&String> = trace.tests.keys().collect();
    assert_eq!(names, recorded.keys().collect::<Vec<_>>(), "the same tests");

    let (mut compared, mut charged, mut owed, mut unwritten) = (0, 0, 0, 0);
    let mut differences = Vec::new();
    for (test, row) in &trace.tests {
        let expected = trace.with_initialisers(row);
        compared += expected.len();
        charged += expected.difference(&row.lines).count();
        for line in expected.symmetric_difference(&recorded[test]) {
            let by = if expected.contains(line) { "only the tracer" } else { "only Faultline" };
            // Another rule: reading a static field, or running code of a subclass, waits for an initialiser too, but leaves no step in the
            // class once it is initialised.
            if by == "only Faultline" && trace.initialises(line) {
                owed += 1;
            } else if by == "only the tracer" && trace.is_unwritten(line) {
                unwritten += 1;
            } else {
                differences.push(format!("{test}: {by} saw {line:?}"));
            }
        }
    }
    println!(
        "{} tests, {compared} lines of tests by the tracer: {} executed, {charged} by static initialisers; \
         besides, {owed} owed to static fields and superclasses and {unwritten} of methods that no person wrote; {} unexplained",
        names.len(),
        compared - charged,
        differences.len()
    );
    assert!(names.len() > 150 && compared > 10_000, "too little was compared to say anything");
    assert_eq!(differences, [""; 0]);
}

/// The suite, prepared to run in one JVM.
struct Suite {
    folder: PathBuf,
    class_path: String,
    tests: Vec<String>,
}

impl Suite {
    fn new(fixture: &Fixture) -> Self {
        let target = fixture.folder.join("target");
        let dependencies = fixture.text("target/class-path");
        let own =
            ["tracer", "classes", "test-classes"].map(|folder| target.join(folder).display().to_string());
        Self {
            // The suite reads files below its sources.
            folder: target.join("library"),
            class_path: format!("{}:{}", own.join(":"), dependencies.trim()),
            tests: TESTS.map(|test| format!("org.apache.commons.csv.{test}")).into(),
        }
    }

    /// Builds the tracer and runs the suite under it.
    fn traced(&self) -> Trace {
        let target = self.folder.parent().expect("it lies in target").to_owned();
        let tracer = Path::new(env!("CARGO_MANIFEST_DIR")).join("tracer");
        let library = target.join("liblinetracer.so");
        let headers = java_home().join("include");
        let mut compile = Command::new("cc");
        compile
            .args(["-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-pthread", "-o"])
            .arg(&library);
        compile.arg("-I").arg(&headers).arg("-I").arg(headers.join("linux")).arg(tracer.join("linetracer.c"));
        run(&mut compile, &target).expect_code(0);
        let mut compile = Command::new("javac");
        compile.arg("-cp").arg(&self.class_path).arg("-d").arg(target.join("tracer"));
        run(compile.arg(tracer.join("TracedSuite.java")), &target).expect_code(0);

        let (classes, output) = (target.join("classes.txt"), target.join("trace.txt"));
        fs::write(&classes, class_names(&target.join("classes"))).expect("a list can be written");
        let mut java = Command::new("java");
        java.arg(format!("-agentpath:{}={},{}", library.display(), classes.display(), output.display()));
        java.arg("-cp").arg(&self.class_path).arg("TracedSuite").args(&self.tests);
        run(&mut java, &self.folder).expect_code(0);
        Trace::read(&output)
    }

    /// Runs the suite under Faultline: lines by test.
    fn recorded(&self, dist: &Dist) -> BTreeMap<String, BTreeSet<Line>> {
        let target = self.folder.parent().expect("it lies in target");
        let output = target.join("recorded");
        let mut java = Command::new("java");
        java.arg(format!(
            "-javaagent:{}=dir={},root={}",
            dist.agent().display(),
            output.display(),
            target.display()
        ));
        java.arg("-cp").arg(&self.class_path).arg("org.junit.runner.JUnitCore").args(&self.tests);
        run(&mut java, &self.folder).expect_code(0);
        let (recordings, notes) = faultline_flt::read_dir(&output).unwrap_or_else(|e| panic!("{e}"));
        assert!(notes.is_empty(), "{notes:?}");
        // The tracer only distinguishes tests and static initialisers.
        let policies = Policies { fixtures: FixturePolicy::Exclude, ..Policies::default() };
        let spectrum = Spectrum::merge(&recordings, policies).unwrap_or_else(|e| panic!("{e}"));
        let ran = |test: &Test| test.outcome != Outcome::Skipped;
        let tests = spectrum.tests.iter().enumerate().filter(|(_, test)| ran(test));
        tests.map(|(row, test)| (test.unique_id.clone(), lines(&spectrum, row))).collect()
    }
}

fn lines(spectrum: &Spectrum, row: usize) -> BTreeSet<Line> {
    let line = |element| {
        let element = ElementId::new(element);
        let method = spectrum.method_of(element);
        let class = spectrum.class_of(element).name.clone();
        (class, method.name.clone(), method.descriptor.clone(), spectrum.elements[element.index()].line)
    };
    spectrum.coverage.ones(row).map(line).collect()
}

/// The binary names of the classes in a folder, one per line.
fn class_names(folder: &Path) -> String {
    fn search(root: &Path, folder: &Path, names: &mut Vec<String>) {
        for entry in fs::read_dir(folder).expect("classes can be listed") {
            let path = entry.expect("classes can be listed").path();
            if path.is_dir() {
                search(root, &path, names);
            } else if path.extension().is_some_and(|extension| extension == "class") {
                let name = path.strip_prefix(root).expect("found below the root").with_extension("");
                names.push(name.to_string_lossy().replace('/', "."));
            }
        }
    }
    let mut names = Vec::new();
    search(folder, folder, &mut names);
    names.join("\n") + "\n"
}

/// The JDK of the `java` that runs, for matching headers.
fn java_home() -> PathBuf {
    let mut java = Command::new("java");
    let said = java.args(["-XshowSettings:properties", "-version"]).output().expect("java starts");
    let said = String::from_utf8_lossy(&said.stderr);
    let home = said.lines().find_map(|line| line.trim().strip_prefix("java.home = "));
    PathBuf::from(home.expect("java says where it is"))
}
