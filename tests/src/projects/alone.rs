//! The independent oracle: a test run alone in a JVM of its own covers the lines that it covered among all others.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use faultline_jvm_process::agent::options::AgentOptions;
use faultline_jvm_process::jvm::command::Start;
use faultline_jvm_process::jvm::site::{Site, by_test};
use faultline_recording_store::driver::{self, Driver};
use faultline_spectrum::{
    ElementId, InitialiserPolicy, Launch, Outcome, Policies, Recording, Spectrum, Test,
};

use super::found::Difference;
use super::ran::{ended_well, within};
use super::table::Check;
use crate::Dist;

/// Maximum number of tests that are run alone.
const SAMPLE: usize = 20;
/// Maximum number of differing lines that a difference names.
const SHOWN: usize = 6;

/// A line of a method.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Line {
    class: String,
    method: String,
    number: u32,
}

/// The lines of an execution.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Lines {
    outcome: Outcome,
    /// With what static initialisers ran.
    all: BTreeSet<Line>,
    /// Without it.
    own: BTreeSet<Line>,
}

/// What came of the sample.
#[derive(Debug, Default)]
pub struct Sampled {
    /// Number of tests that were run alone.
    pub tests: usize,
    /// Numbers of differing (test, line) pairs, by the rule that explains them.
    pub by_rule: BTreeMap<String, usize>,
    /// The tests with differences that no rule explains.
    pub differences: Vec<Difference>,
}

/// A recorded run, from which tests are taken.
#[derive(Clone, Copy, Debug)]
pub struct Whole<'a> {
    /// The folder of the project.
    pub root: &'a Path,
    /// The distribution.
    pub dist: &'a Dist,
    /// Its recordings, without classes of tests and of libraries.
    pub recordings: &'a [Recording],
    /// The recorded classes of tests and of libraries.
    pub left_out: &'a BTreeSet<String>,
    /// Its JVMs.
    pub sites: &'a [Site],
    /// Where runs of this check are recorded.
    pub scratch: &'a Path,
}

/// Runs a sample of the tests alone and compares their lines. Errors: the runs cannot be prepared.
pub fn sample(whole: Whole<'_>) -> Result<Sampled, String> {
    let merged = Merged::of(whole.recordings)?;
    let sites = by_test(whole.sites);
    let mut sampled = Sampled::default();
    for (row, site) in chosen(&merged.all.tests, &sites) {
        let test = &merged.all.tests[row];
        let Some((driver, class)) = driver::of(test, whole.sites[site].has_junit4) else { continue };
        sampled.tests += 1;
        let one = One { whole, merged: &merged, test, site: &whole.sites[site], driver, class };
        one.compare(&merged.lines(row), &mut sampled)?;
    }
    Ok(sampled)
}

/// Tests spread evenly over those that ran once, in one thread, ordered by id.
fn chosen(tests: &[Test], sites: &std::collections::HashMap<&str, usize>) -> Vec<(usize, usize)> {
    let mut times: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (row, test) in tests.iter().enumerate() {
        times.entry(&test.unique_id).or_default().push(row);
    }
    let once = times.into_iter().filter_map(|(id, rows)| match rows[..] {
        [row] if tests[row].outcome != Outcome::Skipped && !tests[row].overlapped => {
            Some((row, *sites.get(id)?))
        }
        _ => None,
    });
    let all: Vec<(usize, usize)> = once.collect();
    let count = all.len().min(SAMPLE);
    (0..count).map(|at| all[at * all.len() / count]).collect()
}

/// Recordings merged with and without what static initialisers ran.
struct Merged {
    all: Spectrum,
    own: Spectrum,
}

impl Merged {
    fn of(recordings: &[Recording]) -> Result<Self, String> {
        let merge =
            |policies: Policies| Spectrum::merge(recordings, policies).map_err(|error| error.to_string());
        Ok(Self { all: merge(Policies::default())?, own: merge(InitialiserPolicy::Exclude.into())? })
    }

    fn lines(&self, row: usize) -> Lines {
        let of = |spectrum: &Spectrum| {
            spectrum.coverage.ones(row).map(|element| line(spectrum, element)).collect()
        };
        Lines { outcome: self.all.tests[row].outcome, all: of(&self.all), own: of(&self.own) }
    }

    /// The executions of a test, in order.
    fn executions(&self, id: &str) -> Vec<Lines> {
        let rows = 0..self.all.tests.len();
        rows.filter(|&row| self.all.tests[row].unique_id == id).map(|row| self.lines(row)).collect()
    }
}

fn line(spectrum: &Spectrum, element: usize) -> Line {
    let element = ElementId::new(element);
    let method = spectrum.method_of(element);
    Line {
        class: spectrum.class_of(element).name.clone(),
        method: format!("{}{}", method.name, method.descriptor),
        number: spectrum.elements[element.index()].line,
    }
}

/// A sampled test.
struct One<'a> {
    whole: Whole<'a>,
    merged: &'a Merged,
    test: &'a Test,
    site: &'a Site,
    driver: Driver,
    class: String,
}

/// A line that only one of two executions has.
type Differing = BTreeSet<Line>;

impl One<'_> {
    fn compare(&self, among_all: &Lines, sampled: &mut Sampled) -> Result<(), String> {
        let Some(alone) = self.run(1, &[self.test])?.into_iter().next() else {
            self.say(sampled, "has no row when it runs alone");
            return Ok(());
        };
        if alone.outcome != among_all.outcome {
            let ended = format!("{:?} among all tests, {:?} alone", among_all.outcome, alone.outcome);
            self.say(sampled, &ended);
            return Ok(());
        }
        let mut left: Differing = among_all.all.symmetric_difference(&alone.all).cloned().collect();
        if left.is_empty() {
            return Ok(());
        }
        let mut rule = |name: &str, left: &mut Differing, explains: &dyn Fn(&Line) -> bool| {
            let before = left.len();
            left.retain(|line| !explains(line));
            if left.len() < before {
                *sampled.by_rule.entry(name.to_owned()).or_default() += before - left.len();
            }
        };
        rule("initialiser", &mut left, &|line| among_all.own.contains(line) == alone.own.contains(line));
        if !left.is_empty() {
            let twice = self.run(2, &[self.test])?;
            if let Some(again) = twice.first() {
                rule("unsteady", &mut left, &|line| again.all.contains(line) != alone.all.contains(line));
            }
            if let Some(second) = twice.get(1) {
                rule("once per JVM", &mut left, &|line| {
                    second.all.contains(line) == among_all.all.contains(line)
                });
            }
        }
        if !left.is_empty()
            && let Some(in_class) = self.run(1, &self.of_class())?.into_iter().next()
        {
            rule("once per class", &mut left, &|line| {
                in_class.all.contains(line) == among_all.all.contains(line)
            });
        }
        if left.is_empty() {
            return Ok(());
        }
        let show = |line: &Line| {
            let whose = if alone.all.contains(line) { "alone" } else { "among all" };
            format!("{}.{}:{} only {whose}", line.class, line.method, line.number)
        };
        let shown: Vec<String> = left.iter().take(SHOWN).map(show).collect();
        self.say(sampled, &format!("{} lines differ: {}", left.len(), shown.join(", ")));
        Ok(())
    }

    fn say(&self, sampled: &mut Sampled, what: &str) {
        sampled.differences.push(Difference::new(Check::Alone, format!("{}: {what}", self.test.unique_id)));
    }

    /// The tests of its class, in the order in which they ran.
    fn of_class(&self) -> Vec<&Test> {
        self.merged.all.tests.iter().filter(|test| test.class == self.test.class).collect()
    }

    /// Runs tests some times in one JVM. Returns the executions of this test. Errors: the JVM does not start.
    fn run(&self, times: usize, tests: &[&Test]) -> Result<Vec<Lines>, String> {
        let dir = self.whole.scratch.join("recordings");
        if dir.exists() {
            fs::remove_dir_all(&dir).map_err(|error| format!("{}: {error}", dir.display()))?;
        }
        fs::create_dir_all(&dir).map_err(|error| format!("{}: {error}", dir.display()))?;
        let program = match self.driver {
            Driver::Platform => "AloneOnPlatform",
            Driver::JUnit4 => "AloneInJUnit4",
            Driver::JUnit3 => "AloneInJUnit3",
            Driver::TestNg => "AloneInTestNg",
        };
        // In a file, since a class may have more tests than a command line has room for.
        let names = tests.iter().map(|test| match self.driver {
            Driver::TestNg => test.method.split(['(', '[']).next().unwrap_or_default(),
            _ => &test.unique_id,
        });
        let file = self.whole.scratch.join("names");
        let text: String = names.flat_map(|name| [name, "\0"]).collect();
        fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
        let main = [program.to_owned(), times.to_string(), self.class.clone(), file.display().to_string()];
        let classes = compiled(program, &self.site.launch, self.whole.scratch)?;
        let agent = AgentOptions {
            dir: &dir,
            root: self.whole.root,
            include: &[],
            exclude: &[],
            elements: &[],
            fork: false,
            run: None,
            baseline: None,
            order: None,
        };
        let start = Start {
            launch: &self.site.launch,
            agents: &[format!("-javaagent:{}={agent}", self.whole.dist.agent().display())],
            entries: (&[], &[classes.display().to_string()]),
            main: &main,
            scratch: self.whole.scratch,
        };
        within(&mut start.command(), self.whole.scratch)?;
        let (recordings, _) = faultline_flt::read_dir(&dir).map_err(|error| error.to_string())?;
        let mut executions = Merged::of(&recordings)?.executions(&self.test.unique_id);
        for lines in &mut executions {
            lines.all.retain(|line| !self.whole.left_out.contains(&line.class));
            lines.own.retain(|line| !self.whole.left_out.contains(&line.class));
        }
        Ok(executions)
    }
}

/// The folder with a program of `tests/projects`, compiled with the test framework of a project.
fn compiled(program: &str, launch: &Launch, scratch: &Path) -> Result<PathBuf, String> {
    let classes = scratch.join("classes");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("projects/{program}.java"));
    let written = |file: &Path| fs::metadata(file).and_then(|file| file.modified()).ok();
    // Scratch folders outlive a run of the lane, and the program may have changed since.
    if written(&classes.join(format!("{program}.class"))) > written(&source) {
        return Ok(classes);
    }
    let mut path = vec![launch.class_path.as_str()];
    path.extend(launch.launcher.iter().map(String::as_str));
    let mut javac = Command::new("javac");
    javac.args(["-proc:none", "-nowarn", "-Xlint:-options", "--release", "8", "-cp", &path.join(":"), "-d"]);
    javac.arg(&classes).arg(&source).current_dir(&launch.folder);
    ended_well(&within(&mut javac, scratch)?)?;
    Ok(classes)
}
