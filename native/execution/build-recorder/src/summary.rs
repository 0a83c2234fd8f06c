//! The summary line at the end of a run.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use faultline_doctor::finding::{Code, Finding, Severity};
use faultline_doctor::report::Report;
use faultline_messages::words::{counted, number, seconds, shell_word};
use faultline_recording_store::find::DEFAULT_FOLDER;
use faultline_recording_store::interrupted;
use faultline_spectrum::{Outcome, Recording, SourceFiles};

/// The name of the number of tests left out because nothing has changed for them, as in the seals of recordings.
const NOT_AFFECTED: &str = "tests not affected";

/// Numbers of recorded items.
#[derive(Debug, Default)]
pub struct Summary {
    /// Recordings found: one per JVM that saw a class or a test.
    pub files: usize,
    /// Finished tests by outcome, in the order of [`Outcome`]'s codes.
    pub outcomes: [usize; 4],
    /// Number of distinct classes.
    pub classes: usize,
    /// Number of distinct source lines.
    pub lines: usize,
    /// Threads that executed lines for no test, with numbers of lines.
    pub background: BTreeMap<String, usize>,
    /// Names of the tests that were running when their JVM was killed.
    pub interrupted: Vec<String>,
    /// Number of tests that were left out because nothing has changed for them.
    pub not_affected: u64,
    /// Whether this run has no rows and the rows of an earlier one were kept.
    pub kept: bool,
}

impl Summary {
    /// Counts the items of recordings.
    pub fn of(recordings: &[Recording]) -> Self {
        let mut summary = Self { files: recordings.len(), ..Self::default() };
        for recording in recordings {
            let counts = recording.counts.iter().filter(|(name, _)| name == NOT_AFFECTED);
            summary.not_affected += counts.map(|(_, count)| count).sum::<u64>();
            for test in &recording.tests {
                summary.outcomes[usize::from(test.outcome.code())] += 1;
            }
            for ran in &recording.background {
                let lines = ran.coverage.slots().count();
                // A thread may have run nothing but classes that are not the project's.
                if lines > 0 {
                    *summary.background.entry(ran.thread.clone()).or_default() += lines;
                }
            }
        }
        summary.interrupted = interrupted::of_recordings(recordings);
        let all = || recordings.iter().flat_map(|recording| &recording.classes);
        // Nested classes share the lines of their file; modules may have classes of the same name.
        let files = SourceFiles::of_recorded(all());
        let (mut classes, mut lines) = (HashSet::new(), HashSet::new());
        let mut numbers = files.numbers().iter();
        for recording in recordings {
            let (copied, translated) = (recording.copied_lines(), recording.translated_lines());
            for (class, &file) in recording.classes.iter().zip(&mut numbers) {
                let copies = copied.get(&class.id);
                let is_own = |line: &u32| copies.is_none_or(|copies| !copies.contains(line));
                let own: Vec<u32> = class.slots.iter().map(|&(_, line)| line).filter(is_own).collect();
                // A test class may only have lines copied from inlined code.
                if copies.is_none() || !own.is_empty() {
                    classes.insert((class.name.as_str(), file));
                    let translated = translated.get(&class.id);
                    // A page's lines are counted as rankings count them.
                    let place = |line| match translated.and_then(|lines| lines.get(&line)) {
                        Some((page, line)) => (file, page.clone(), *line),
                        None => (file, String::new(), line),
                    };
                    lines.extend(own.into_iter().map(place));
                }
            }
        }
        summary.classes = classes.len();
        summary.lines = lines.len();
        summary
    }

    /// Number of finished tests.
    pub fn tests(&self) -> usize {
        self.outcomes.iter().sum()
    }

    /// Number of tests with an outcome.
    pub fn ended(&self, outcome: Outcome) -> usize {
        self.outcomes[usize::from(outcome.code())]
    }

    /// The line, without line break: what was recorded, what is wrong, and what to do next.
    pub fn line(&self, elapsed: Duration, report: &Report, dir: &Path) -> String {
        if self.tests() == 0 && self.not_affected > 0 {
            return format!("{}; nothing has changed for them since they passed", self.left_out());
        }
        let useless = self.tests() == 0 || self.classes == 0;
        let wrong: Vec<&Finding> =
            report.findings.iter().filter(|finding| finding.severity != Severity::Note).collect();
        let (mut line, others) = match wrong.split_first() {
            Some((cause, others)) if useless => {
                (format!("{}; {} ({})", cause.sentence, cause.mend, seconds(elapsed)), others)
            }
            _ => (self.numbers(elapsed), &wrong[..]),
        };
        let (told, untold): (Vec<&Finding>, Vec<&Finding>) =
            others.iter().copied().partition(|finding| finding.code != Code::RowsWithoutLines);
        for finding in &told {
            _ = write!(line, "; {}", finding.sentence);
        }
        let doctor = command("doctor", dir);
        match (told.len(), untold.len()) {
            // The doctor would examine the earlier run.
            _ if self.kept => _ = write!(line, "; {} still has the earlier recording", dir.display()),
            (0, 0) => {}
            (_, 0) => _ = write!(line, "; how to fix it: {doctor}"),
            (0, found) => _ = write!(line, "; {}: see `{doctor}`", counted(found, "finding")),
            (_, more) => _ = write!(line, "; {}: see `{doctor}`", counted(more, "more finding")),
        }
        if let Some(threads) = self.background_threads() {
            _ = write!(line, "; {threads}");
        }
        if let Some(tests) = report.findings.iter().find(|finding| finding.code == Code::TestsOfPrograms) {
            _ = write!(line, "; {} (--started-jvms rows counts them)", tests.sentence);
        }
        if self.not_affected > 0 {
            _ = write!(line, "; {}", self.left_out());
        }
        if !useless {
            line.push_str(&self.next(dir));
        }
        line
    }

    fn left_out(&self) -> String {
        let tests = usize::try_from(self.not_affected).unwrap_or(usize::MAX);
        format!("{} not affected and left out", counted(tests, "test"))
    }

    fn numbers(&self, elapsed: Duration) -> String {
        format!(
            "{}, {}, {}, {}, {}",
            self.tests_by_outcome(),
            counted(self.classes, "class"),
            counted(self.lines, "line"),
            counted(self.files, "file"),
            seconds(elapsed)
        )
    }

    fn tests_by_outcome(&self) -> String {
        let mut text = counted(self.tests(), "test");
        let parts: Vec<_> = [Outcome::Passed, Outcome::Failed, Outcome::Aborted, Outcome::Skipped]
            .into_iter()
            .filter(|&outcome| self.ended(outcome) > 0)
            .map(|outcome| format!("{} {}", number(self.ended(outcome)), outcome.name()))
            .collect();
        let _ = write!(text, " ({})", parts.join(", "));
        text
    }

    /// The threads that executed lines for no test, those with the most lines first.
    fn background_threads(&self) -> Option<String> {
        let mut threads: Vec<_> = self.background.iter().collect();
        threads.sort_by_key(|&(_, &lines)| std::cmp::Reverse(lines));
        let (most, rest) = threads.split_at(threads.len().min(3));
        let mut named: Vec<_> =
            most.iter().map(|(thread, lines)| format!("{thread:?}: {}", counted(**lines, "line"))).collect();
        if !rest.is_empty() {
            named.push(format!("{} more", number(rest.len())));
        }
        (!threads.is_empty()).then(|| format!("code ran for no test (in {})", named.join(", ")))
    }

    fn next(&self, dir: &Path) -> String {
        let interrupted = interrupted::offer(&self.interrupted, Some(dir)).map(|offer| format!("; {offer}"));
        if self.ended(Outcome::Failed) == 0 {
            return interrupted.unwrap_or_else(|| "; no test failed, so there is nothing to rank".to_owned());
        }
        format!("{}; next: {}", interrupted.unwrap_or_default(), command("rank", dir))
    }
}

/// A command that reads the recordings. Without an argument it searches `.faultline` only.
fn command(name: &str, dir: &Path) -> String {
    if dir == Path::new(DEFAULT_FOLDER) {
        format!("faultline {name}")
    } else {
        format!("faultline {name} {}", shell_word(&dir.display().to_string()))
    }
}

#[cfg(test)]
mod tests {
    use faultline_spectrum::{
        Background, ClassDetails, ClassFile, Coverage, RecordedClass, RecordedDetails, RecordedTest,
    };

    use super::*;

    fn test(outcome: Outcome, overlapped: bool) -> RecordedTest {
        RecordedTest {
            sequence: 0,
            unique_id: "t".to_owned(),
            class: String::new(),
            method: String::new(),
            outcome,
            duration_ns: 0,
            display: String::new(),
            overlapped,
            failure: None,
            coverage: Coverage::default(),
        }
    }

    fn class(name: &str, lines: &[u32]) -> RecordedClass {
        RecordedClass::new(
            0,
            ClassFile {
                name: name.to_owned(),
                source_file: Some("Foo.java".to_owned()),
                hash: 1,
                location: String::new(),
                methods: Vec::new(),
                slots: lines.iter().map(|&line| (0, line)).collect(),
            },
        )
    }

    fn line(recordings: &[Recording], dir: &str) -> String {
        report_line(recordings, Vec::new(), dir)
    }

    fn report_line(recordings: &[Recording], findings: Vec<Finding>, dir: &str) -> String {
        let report = Report { findings, files: 0, tests: 0, reported: 0 };
        Summary::of(recordings).line(Duration::from_millis(9_100), &report, Path::new(dir))
    }

    #[test]
    fn the_line_counts_tests_by_outcome_classes_lines_and_files() {
        let mut tests = vec![test(Outcome::Passed, false); 1_221];
        tests.push(test(Outcome::Failed, false));
        let first = Recording {
            classes: vec![class("org.x.Foo", &[1, 2, 3]), class("org.x.Foo$Bar", &[3, 4])],
            tests,
            ..Recording::default()
        };
        // A second JVM that loads the same class adds nothing.
        let second = Recording {
            classes: vec![class("org.x.Foo", &[1, 2, 3])],
            tests: vec![test(Outcome::Skipped, false)],
            ..Recording::default()
        };
        assert_eq!(
            line(&[first, second], ".faultline"),
            "1,223 tests (1,221 passed, 1 failed, 1 skipped), 2 classes, 4 lines, 2 files, 9.1 s; next: faultline rank"
        );
    }

    #[test]
    fn translated_lines_are_counted_in_their_pages() {
        let map =
            "SMAP\nFoo.java\nJSP\n*S JSP\n*F\n+ 0 a.jsp\na.jsp\n+ 1 b.jsp\nb.jsp\n*L\n1:10,2\n1#1:20\n*E\n";
        let details = ClassDetails { debug: Some(map.to_owned()), ..ClassDetails::default() };
        let recording = Recording {
            classes: vec![class("org.x.Foo", &[10, 11, 20])],
            details: vec![RecordedDetails::new(0, details)],
            tests: vec![test(Outcome::Passed, false)],
            ..Recording::default()
        };
        let line = line(&[recording], ".faultline");
        assert!(line.contains("1 class, 2 lines"), "{line}");
    }

    #[test]
    fn findings_are_told_but_for_notes_and_the_folder_is_named() {
        let recording = Recording {
            classes: vec![class("org.x.Foo", &[1])],
            tests: vec![test(Outcome::Failed, true)],
            ..Recording::default()
        };
        let findings = vec![
            Finding::new(Code::OverlappingTests, "1 test ran in parallel", "run alone"),
            Finding::new(Code::RowsWithoutLines, "3 of 4 tests cover no line", "look"),
            Finding::new(Code::NoFailingTest, "a note", "none"),
        ];
        let line = report_line(&[recording], findings, "my out");
        assert!(
            line.contains(
                ", 9.1 s; 1 test ran in parallel; 1 more finding: see `faultline doctor 'my out'`; next:"
            ),
            "{line}"
        );
        assert!(line.ends_with("; next: faultline rank 'my out'"), "{line}");
    }

    #[test]
    fn a_recording_of_no_use_gives_the_cause_and_its_mend_instead_of_numbers() {
        let findings = vec![Finding::new(Code::NoRecording, "nothing was recorded: no test", "run one")];
        assert_eq!(report_line(&[], findings, "d"), "nothing was recorded: no test; run one (9.1 s)");
    }

    #[test]
    fn tests_that_a_program_of_a_task_ran_are_told_with_the_option_that_counts_them() {
        let recording = Recording {
            classes: vec![class("org.x.Foo", &[1])],
            tests: vec![test(Outcome::Failed, true)],
            ..Recording::default()
        };
        let findings =
            vec![Finding::new(Code::TestsOfPrograms, "2 tests of a.Main are no rows", "read them")];
        let line = report_line(&[recording], findings, ".faultline");
        let told = "; 2 tests of a.Main are no rows (--started-jvms rows counts them); next: faultline rank";
        assert!(line.ends_with(told), "{line}");
    }

    #[test]
    fn threads_that_ran_code_for_no_test_are_named() {
        let ran = |thread: &str, lines: u64| {
            let words = vec![1, (1 << lines) - 1];
            Background { thread: thread.to_owned(), coverage: Coverage::from_words(words.into()).unwrap() }
        };
        let recording = Recording {
            classes: vec![class("org.x.Foo", &[1, 2, 3])],
            tests: vec![test(Outcome::Failed, false)],
            background: vec![ran("left", 3), ran("a", 1), ran("none", 0), ran("b", 2), ran("c", 1)],
            ..Recording::default()
        };
        let line = line(&[recording], ".faultline");
        let said = "; code ran for no test (in \"left\": 3 lines, \"b\": 2 lines, \"a\": 1 line, 1 more)";
        assert!(line.contains(said), "{line}");
    }

    #[test]
    fn lines_that_were_inlined_are_not_counted_again() {
        let map = "SMAP\nFoo.kt\nKotlin\n*S Kotlin\n*F\n+ 1 Bar.kt\norg/x/BarKt\n*L\n1#1,2:11\n*E\n";
        let details = |id| {
            let debug = Some(map.to_owned());
            RecordedDetails::new(id, ClassDetails { debug, ..ClassDetails::default() })
        };
        let with_id = |id, name: &str, lines: &[u32]| RecordedClass { id, ..class(name, lines) };
        let recording = Recording {
            classes: vec![
                with_id(1, "org.x.BarKt", &[1, 2]),
                with_id(2, "org.x.Foo", &[3, 11, 12]),
                with_id(3, "org.x.Test", &[11]),
            ],
            details: vec![details(2), details(3)],
            ..Recording::default()
        };
        let summary = Summary::of(&[recording]);
        assert_eq!((summary.classes, summary.lines), (2, 3));
    }

    #[test]
    fn a_green_run_says_that_there_is_nothing_to_rank() {
        let recording = Recording {
            classes: vec![class("org.x.Foo", &[1])],
            tests: vec![test(Outcome::Passed, false)],
            ..Recording::default()
        };
        assert!(line(&[recording], ".faultline").ends_with("; no test failed, so there is nothing to rank"));
    }
}
