//! Real suites of released libraries with real faults: the build's output and outcomes are the same with and without the agent, all
//! tests are recorded, the faulty code is suspected, and the first screen of `rank` is that of the golden file.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use faultline_tests::{
    Dist, ExpectedFault, Finished, Fixture, Group, Matrix, Report, Reports, Suspect, differences, maven, run,
};

#[test]
fn csv_169_is_found_in_a_junit_4_suite() {
    investigate("faults/csv-169");
}

#[test]
fn csv_288_is_found_in_a_jupiter_suite() {
    investigate("faults/csv-288");
}

#[test]
fn cli_265_is_found_although_static_initialisers_ran_in_its_test() {
    investigate("faults/cli-265");
}

#[test]
fn lang_747_is_found_among_39_unrelated_failures() {
    investigate("faults/lang-747");
}

#[test]
fn the_outcomes_of_commons_text_are_the_same_with_the_agent() {
    investigate("suites/text");
}

#[test]
fn the_first_screens_of_commons_cli_stand_for_their_builds() {
    is_shown("faults/cli-1.4-1");
    is_shown("faults/cli-1.6.0-1");
}

#[test]
fn the_first_screens_of_commons_csv_and_dbutils_stand_for_their_builds() {
    is_shown("faults/csv-1.4-1");
    is_shown("faults/dbutils-1.4-1");
}

#[test]
fn the_first_screens_of_commons_text_and_validator_stand_for_their_builds() {
    is_shown("faults/text-1.3-1");
    is_shown("faults/validator-1.4.1-1");
}

/// Records a suite of a released library with the tests of its next release, and compares the first screen and the lines of
/// the build's own output that it stands for.
#[track_caller]
fn is_shown(name: &str) {
    let dist = Dist::find();
    let fixture = Fixture::copy(name, env!("CARGO_TARGET_TMPDIR"));
    let recorded = Suite::run(&mut dist.command(&["run", "--", "mvn", "-B", "-ntp", "test"]), &fixture, 1);
    has_screen(&dist, &fixture, name);
    has_output(&recorded, name);
}

/// Runs a suite without and with the agent in the same folder, and compares.
#[track_caller]
fn investigate(name: &str) {
    let dist = Dist::find();
    let fixture = Fixture::copy(name, env!("CARGO_TARGET_TMPDIR"));
    let expected: ExpectedFault =
        toml::from_str(&fixture.text("expected.toml")).unwrap_or_else(|e| panic!("{name}: {e}"));

    let mut plain = vec![Suite::run(&mut maven_test(), &fixture, expected.suite.exit)];
    let mut faultline = dist.command(&["run", "--", "mvn", "-B", "-ntp", "test"]);
    let recorded = Suite::run(&mut faultline, &fixture, expected.suite.exit);

    let suite = &expected.suite;
    assert_eq!(recorded.reports.counts(), (suite.passed, suite.failed, suite.skipped), "{name}: Surefire");
    let matrix = Matrix::read(&fixture.recordings());
    assert_eq!(matrix.counts(), recorded.reports.counts(), "{name}: recorded rows by outcome");
    assert!(matrix.sealed && matrix.notes.is_empty(), "{name}: {:?}", matrix.notes);
    assert_eq!(matrix.refusals, 0, "{name}: classes that were not instrumented");
    for suspect in &expected.suspect {
        is_suspected(&dist, &fixture, suspect);
    }

    if name.starts_with("faults/") {
        has_screen(&dist, &fixture, name);
        has_output(&recorded, name);
    }

    if recorded.differences(&plain).is_some() {
        // Tests may depend on time or chance, so differences between plain runs are allowed.
        plain.push(Suite::run(&mut maven_test(), &fixture, expected.suite.exit));
    }
    assert_eq!(recorded.differences(&plain), None, "{name}: with and without the agent");
}

/// Compares the first screen with `screen.txt` beside the fault.
#[track_caller]
fn has_screen(dist: &Dist, fixture: &Fixture, name: &str) {
    let screen = run(&mut dist.command(&["rank", "--width", "100", "--no-history"]), &fixture.folder);
    screen.expect_code(0);
    assert!(screen.stdout.lines().count() <= 40, "{}", screen.stdout);
    is_golden(&screen.stdout, name, "screen.txt");
}

/// Compares what the build itself says of its failing tests with `output.txt` beside the fault.
#[track_caller]
fn has_output(recorded: &Suite, name: &str) {
    let words = words(&recorded.finished.stdout, 0);
    let said = words
        .iter()
        .skip_while(|line| !line.contains("Results:"))
        .take_while(|line| !line.contains("Tests run:"));
    let said = said.map(String::as_str).collect::<Vec<_>>().join("\n") + "\n";
    is_golden(&said, name, "output.txt");
}

/// Compares a text with a file beside the fault; with `UPDATE_SNAPSHOTS` in the environment, writes it.
#[track_caller]
fn is_golden(text: &str, name: &str, file: &str) {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join(name).join(file);
    if env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(&golden, text).expect("the golden file can be written");
    }
    let expected = fs::read_to_string(&golden).unwrap_or_else(|e| panic!("{}: {e}", golden.display()));
    assert_eq!(text, expected, "{name}: UPDATE_SNAPSHOTS=1 rewrites {}", golden.display());
}

fn maven_test() -> Command {
    let mut command = Command::new("mvn");
    command.args(["-B", "-ntp", "test"]);
    command
}

/// A finished run of a suite.
struct Suite {
    reports: Reports,
    finished: Finished,
}

impl Suite {
    #[track_caller]
    fn run(command: &mut Command, fixture: &Fixture, exit: i32) -> Self {
        let target = fixture.folder.join("target");
        if target.exists() {
            fs::remove_dir_all(&target).expect("an earlier build can be removed");
        }
        let finished = maven(command, &fixture.folder);
        finished.expect_code(exit);
        Self { reports: Reports::read(&fixture.folder), finished }
    }

    /// Differences of this run under the agent from all plain runs.
    fn differences(&self, plain: &[Self]) -> Option<String> {
        let cases = common(plain.iter().map(|run| differences(&run.reports, &self.reports)));
        if !cases.is_empty() {
            return Some(format!("outcomes of {cases:?}"));
        }
        let out = |run: &Self| words(&run.finished.stdout, 0);
        let out = common(plain.iter().map(|run| multiset_differences(&out(run), &out(self))));
        if !out.is_empty() {
            return Some(format!("standard output: {out:#?}"));
        }
        // Only the last line is ours.
        let last = self.finished.stderr.lines().last().unwrap_or_default();
        if !last.contains("faultline: ") {
            return Some(format!("the last line is not ours: {last:?}"));
        }
        let err = |run: &Self| {
            multiset_differences(&words(&run.finished.stderr, 0), &words(&self.finished.stderr, 1))
        };
        let err = common(plain.iter().map(err));
        (!err.is_empty()).then(|| format!("standard error: {err:#?}"))
    }
}

/// The common elements of several lists.
fn common(mut lists: impl Iterator<Item = Vec<String>>) -> Vec<String> {
    let first = lists.next().unwrap_or_default();
    lists.fold(first, |kept, list| kept.into_iter().filter(|item| list.contains(item)).collect())
}

/// The lines of a build's output, without parts that vary between runs: durations, dates, identity hashes, terminal codes; and
/// without `ours` lines at the end.
fn words(output: &str, ours: usize) -> Vec<String> {
    let lines: Vec<_> = output.lines().collect();
    let lines = &lines[..lines.len() - ours.min(lines.len())];
    lines.iter().map(|line| timeless(line)).filter(|line| !line.is_empty()).collect()
}

fn timeless(line: &str) -> String {
    let line = line.replace("\u{1b}[0m", "");
    for start in ["[INFO] Total time:", "[INFO] Finished at:"] {
        if line.starts_with(start) {
            return start.to_owned();
        }
    }
    let (before, after) = line.split_once("Time elapsed: ").unwrap_or((&line, ""));
    let after = after.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    hashless(&format!("{before}{after}"))
}

/// Replaces identity hashes: after an `@`, and where a message was truncated before one.
fn hashless(line: &str) -> String {
    let mut kept = String::with_capacity(line.len());
    for word in line.split_inclusive(|c: char| !c.is_ascii_alphanumeric()) {
        let hex = word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
        let is_hex = hex.chars().all(|c| c.is_ascii_hexdigit()) && hex.contains(|c: char| c.is_ascii_digit());
        let hash = is_hex && (hex.len() >= 5 || kept.ends_with('@'));
        kept.push_str(if hash { "#" } else { hex });
        kept.push_str(&word[hex.len()..]);
    }
    kept
}

/// Lines that one side has more often than the other. Order is not compared, because Surefire's order of classes is the file system's.
fn multiset_differences(one: &[String], other: &[String]) -> Vec<String> {
    let mut balance: BTreeMap<&str, i64> = BTreeMap::new();
    for line in one {
        *balance.entry(line).or_default() -= 1;
    }
    for line in other {
        *balance.entry(line).or_default() += 1;
    }
    let differing = balance.into_iter().filter(|(_, n)| *n != 0);
    differing.map(|(line, n)| format!("{n:+} {line}")).collect()
}

#[track_caller]
fn is_suspected(dist: &Dist, fixture: &Fixture, suspect: &Suspect) {
    let level = if suspect.line.is_some() { "line" } else { "method" };
    let report = Report::of(dist, fixture, &["--level", level]);
    match &suspect.failing {
        None => is_in_place(report.only_group(), suspect),
        Some(test) => {
            is_in_place(report.group_of(test), suspect);
            let alone = Report::of(dist, fixture, &["--level", level, "--failing", test]);
            is_in_place(alone.only_group(), suspect);
        }
    }
}

#[track_caller]
fn is_in_place(group: &Group, suspect: &Suspect) {
    let found = group.suspects.iter().find(|s| {
        s.class == suspect.class
            && s.method.as_ref() == Some(&suspect.method)
            && (suspect.line.is_none() || s.line == suspect.line)
    });
    let first = &group.suspects[..group.suspects.len().min(suspect.place as usize + 3)];
    let place = found.map(|s| (s.rank_min, s.rank_max));
    assert!(
        place.is_some_and(|(_, last)| last <= suspect.place),
        "{}.{} is at {place:?} instead of {}: {first:#?}",
        suspect.class,
        suspect.method,
        suspect.place
    );
    println!("{}.{}: place {place:?} of {}", suspect.class, suspect.method, group.suspects.len());
}

#[test]
fn durations_dates_and_hashes_do_not_count_as_differences() {
    assert_eq!(
        timeless("[ERROR] Tests run: 2052, Time elapsed: 0.12 s <<< X@1f2e and <...636ea3[a]>"),
        "[ERROR] Tests run: 2052,  s <<< X@# and <...#[a]>"
    );
    assert_eq!(timeless("[INFO] Total time:  1.2 s"), "[INFO] Total time:");
}

#[test]
fn a_line_that_appears_once_more_is_a_difference() {
    let lines = |text: &str| words(text, 0);
    assert_eq!(multiset_differences(&lines("a\nb"), &lines("b\na\na")), ["+1 a"]);
    assert!(multiset_differences(&lines("a\nb"), &lines("b\na")).is_empty());
}
