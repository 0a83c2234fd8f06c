//! Tests that a task of a build ran in a program of its own, which is no known test runner.
//!
//! Where no JVM made for tests has rows, such a program is how the build runs its tests. Otherwise the program may
//! run them for another reason, as a sample or a benchmark does, and they are no rows. A plugin may also run a program
//! in the build tool's own JVM, beside tests of the build: then the loader of a test's class tells whose it is.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::mem::take;

use faultline_spectrum::{Background, RecordedTest, Recording};

use crate::started::union;

/// Loaders that plugins make for a program in Maven's JVM, by the beginning of their class's name, and what runs it.
const OF_PLUGINS: [(&str, &str); 2] =
    [("org.codehaus.mojo.exec.", "exec:java"), ("org.codehaus.gmavenplus.", "gmavenplus")];

/// Turns rows of programs into code that ran for no test, where the build has other rows. Returns the numbers of
/// these tests by program. Cost: O(recordings of programs).
pub fn leave_out(recordings: &mut [Recording]) -> BTreeMap<String, usize> {
    let mut left_out = BTreeMap::new();
    let of_programs: Vec<HashMap<u32, String>> = recordings.iter().map(tests_of_programs).collect();
    let has_others = |(recording, of_programs): (&Recording, &HashMap<u32, String>)| {
        recording.tests.iter().any(|test| !of_programs.contains_key(&test.sequence))
    };
    if !recordings.iter().zip(&of_programs).any(has_others) {
        return left_out;
    }
    for (recording, of_programs) in recordings.iter_mut().zip(of_programs) {
        if of_programs.is_empty() {
            continue;
        }
        let is_all = recording.tests.len() == of_programs.len();
        let programs: HashSet<&String> = of_programs.values().collect();
        for program in programs {
            *left_out.entry(program.clone()).or_default() += without_rows(recording, &of_programs, program);
        }
        if is_all {
            forget_tests(recording);
        }
    }
    left_out
}

/// The tests of a recording that are a program's, by number, with the program.
fn tests_of_programs(recording: &Recording) -> HashMap<u32, String> {
    let of_program = |test: &RecordedTest, program: &str| (test.sequence, program.to_owned());
    if recording.origin.is_program() {
        let program = recording.origin.program().unwrap_or("a program");
        return recording.tests.iter().map(|test| of_program(test, program)).collect();
    }
    let kinds = recording.loaded.iter().filter(|loaded| !loaded.kind.is_empty());
    let plugin = |kind: &str| OF_PLUGINS.iter().find(|(of, _)| kind.starts_with(of)).map(|(_, name)| *name);
    let plugins: HashMap<u32, &str> =
        kinds.filter_map(|loaded| Some((loaded.loader, plugin(&loaded.kind)?))).collect();
    if plugins.is_empty() {
        return HashMap::new();
    }
    let loaders: HashMap<&str, u32> =
        recording.loaded.iter().map(|loaded| (loaded.class.as_str(), loaded.loader)).collect();
    let plugin_of = |test: &RecordedTest| plugins.get(loaders.get(test.class.as_str())?);
    recording.tests.iter().filter_map(|test| Some(of_program(test, plugin_of(test)?))).collect()
}

/// Moves the lines of a program's tests to its threads, as if there had been no tests. Returns their number.
fn without_rows(recording: &mut Recording, of_programs: &HashMap<u32, String>, program: &str) -> usize {
    let tests = take(&mut recording.tests);
    let (moved, kept): (Vec<_>, Vec<_>) =
        tests.into_iter().partition(|test| of_programs.get(&test.sequence).is_some_and(|of| of == program));
    recording.tests = kept;
    let coverage = union(moved.iter().map(|test| &test.coverage), 0);
    recording.background.push(Background { thread: format!("all threads of {program}"), coverage });
    moved.len()
}

/// Removes what says more of tests, where none is left.
fn forget_tests(recording: &mut Recording) {
    let fixtures = take(&mut recording.fixtures);
    if let Some(last) = recording.background.last_mut() {
        let ran = fixtures.iter().map(|fixture| &fixture.coverage);
        last.coverage = union(ran.chain([&last.coverage]), 0);
    }
    recording.charges.clear();
    recording.failed_by.clear();
    recording.loaded.clear();
    recording.elements.hits.clear();
    recording.elements.paths.clear();
    recording.launch = None;
}

#[cfg(test)]
mod tests {
    use faultline_spectrum::{CoverageBuilder, LoadedTests, Origin, Outcome, RecordedTest};

    use super::*;

    fn recording(description: &str, lines: &[u64]) -> Recording {
        let test = |(sequence, &bits): (u32, &u64)| {
            let mut row = CoverageBuilder::default();
            row.class(3, &[bits]);
            RecordedTest {
                sequence,
                unique_id: format!("t{sequence}(A)"),
                class: "A".into(),
                method: format!("t{sequence}"),
                display: String::new(),
                outcome: Outcome::Passed,
                duration_ns: 0,
                overlapped: false,
                failure: None,
                coverage: row.to_coverage(),
            }
        };
        let origin = Origin { description: description.into(), ..Origin::default() };
        Recording { origin, tests: (0..).zip(lines).map(test).collect(), ..Recording::default() }
    }

    const PROGRAM: &str = "a VM 17, org.example.Main\t.\t\t\t\tprogram";

    #[test]
    fn beside_rows_of_other_jvms_those_of_a_program_become_its_threads() {
        let mut recordings = [recording("a VM 17, Worker\t.", &[1]), recording(PROGRAM, &[1, 4])];
        let left_out = leave_out(&mut recordings);
        assert_eq!(left_out, BTreeMap::from([("org.example.Main".to_owned(), 2)]));
        assert_eq!((recordings[0].tests.len(), recordings[1].tests.len()), (1, 0));
        let background = &recordings[1].background[0];
        assert_eq!(background.thread, "all threads of org.example.Main");
        assert_eq!(background.coverage.slots().collect::<Vec<_>>(), [(3, 0), (3, 2)]);
    }

    #[test]
    fn where_only_programs_run_tests_these_are_rows() {
        let mut recordings = [recording("a VM 17, Worker\t.", &[]), recording(PROGRAM, &[1, 4])];
        assert!(leave_out(&mut recordings).is_empty());
        assert_eq!(recordings[1].tests.len(), 2);
    }

    /// Surefire with `forkCount=0` runs the build's tests in the same JVM.
    #[test]
    fn a_program_in_mavens_jvm_is_known_by_its_loader() {
        let with = |kind: &str, has_others: bool| {
            let mut maven =
                recording("a VM 17, org.codehaus.plexus.classworlds.launcher.Launcher\t.", &[1, 4]);
            maven.tests[1].class = "B".into();
            let loaded = |class: &str, loader, kind: &str| LoadedTests {
                class: class.into(),
                loader,
                kind: kind.into(),
                places: Vec::new(),
            };
            maven.loaded = vec![
                loaded("A", 1, kind),
                loaded("B", 2, "org.apache.maven.surefire.booter.IsolatedClassLoader"),
            ];
            if !has_others {
                maven.tests.pop();
            }
            let mut recordings = [maven];
            let left_out = leave_out(&mut recordings);
            (left_out, recordings[0].tests.iter().map(|test| test.class.clone()).collect::<Vec<_>>())
        };
        let exec = "org.codehaus.mojo.exec.URLClassLoaderBuilder$ExecJavaClassLoader";
        assert_eq!(with(exec, true), (BTreeMap::from([("exec:java".to_owned(), 1)]), vec!["B".to_owned()]));
        assert_eq!(with(exec, false).1, ["A"], "no other test ran");
        assert_eq!(with("java.net.URLClassLoader", true).1.len(), 2);
    }
}
