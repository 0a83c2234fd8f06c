//! The one line at the end of a run.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use faultline_spectrum::{Outcome, Recording};

use crate::load;
use crate::words::{counted, number, seconds, shell_word};

use super::reason::Circumstances;

/// What a run recorded, in numbers.
#[derive(Debug, Default)]
pub struct Summary {
    /// Recordings found: one per JVM that saw a class or a test.
    pub files: usize,
    /// Finished tests by outcome, in the order of [`Outcome`]'s codes.
    pub outcomes: [usize; 4],
    /// Tests that ran while another did.
    pub overlapped: usize,
    /// Different classes.
    pub classes: usize,
    /// Different source lines.
    pub lines: usize,
    /// Classes left as they were, by reason.
    pub refused: BTreeMap<String, usize>,
    /// What was odd about the files: torn tails, unreadable ones.
    pub notes: Vec<String>,
}

impl Summary {
    /// The numbers of the recordings in a folder. A file that cannot be read becomes a
    /// note: the build has its result already, and the rest is worth telling.
    pub fn of(folder: &Path) -> Self {
        let (recordings, notes) = load::read_leniently(folder);
        Self { notes, ..Self::count(&recordings) }
    }

    fn count(recordings: &[Recording]) -> Self {
        let mut summary = Self { files: recordings.len(), ..Self::default() };
        let (mut classes, mut lines, mut refused) = (HashSet::new(), HashSet::new(), HashSet::new());
        for recording in recordings {
            for test in &recording.tests {
                summary.outcomes[usize::from(test.outcome.code())] += 1;
                summary.overlapped += usize::from(test.overlapped);
            }
            for class in &recording.classes {
                classes.insert(class.name.as_str());
                // Nested classes share their file's lines.
                let package = class.name.rsplit_once('.').map_or("", |(package, _)| package);
                let file = class.source_file.as_deref().unwrap_or(&class.name);
                lines.extend(class.slots.iter().map(|&(_, line)| (package, file, line)));
            }
            for refusal in &recording.refusals {
                if refused.insert((refusal.class.as_str(), refusal.reason.as_str())) {
                    *summary.refused.entry(refusal.reason.clone()).or_default() += 1;
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

    /// Number of tests that ended so.
    pub fn ended(&self, outcome: Outcome) -> usize {
        self.outcomes[usize::from(outcome.code())]
    }

    /// The line, without line break: what was recorded, what was odd, what to do next.
    pub fn line(&self, elapsed: Duration, circumstances: &Circumstances, dir: &Path) -> String {
        let mut line = match circumstances.why_nothing(self) {
            Some(reason) => format!("{reason} ({})", seconds(elapsed)),
            None => format!(
                "{}, {}, {}, {}, {}",
                self.tests_by_outcome(),
                counted(self.classes, "class"),
                counted(self.lines, "line"),
                counted(self.files, "file"),
                seconds(elapsed)
            ),
        };
        for oddity in self.oddities() {
            line.push_str("; ");
            line.push_str(&oddity);
        }
        if circumstances.why_nothing(self).is_none() {
            line.push_str(&self.next(dir));
        }
        line
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

    fn oddities(&self) -> Vec<String> {
        let mut oddities = Vec::new();
        if !self.refused.is_empty() {
            let mut reasons: Vec<_> = self.refused.iter().collect();
            reasons.sort_by_key(|&(_, &count)| std::cmp::Reverse(count));
            let (most, rest) = reasons.split_at(reasons.len().min(3));
            let mut text: Vec<_> = most.iter().map(|(reason, count)| format!("{count} {reason}")).collect();
            if !rest.is_empty() {
                text.push("...".to_owned());
            }
            let total = self.refused.values().sum();
            oddities.push(format!("{} not recorded ({})", counted(total, "class"), text.join(", ")));
        }
        if self.overlapped > 0 {
            oddities.push(format!(
                "{} ran in parallel and may hold each other's lines: run tests one after another for exact rows",
                counted(self.overlapped, "test")
            ));
        }
        oddities.extend(self.notes.iter().cloned());
        oddities
    }

    fn next(&self, dir: &Path) -> String {
        if self.ended(Outcome::Failed) == 0 {
            return "; no test failed, so there is nothing to rank".to_owned();
        }
        // Without an argument, rank looks for `.faultline` only.
        if dir == Path::new(".faultline") {
            "; next: faultline rank".to_owned()
        } else {
            format!("; next: faultline rank {}", shell_word(&dir.display().to_string()))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use faultline_spectrum::{Coverage, RecordedClass, RecordedTest, Refusal};

    use crate::args::Attach;

    use super::*;

    fn test(outcome: Outcome, overlapped: bool) -> RecordedTest {
        RecordedTest {
            sequence: 0,
            unique_id: "t".to_owned(),
            class: String::new(),
            method: String::new(),
            outcome,
            duration_ns: 0,
            overlapped,
            failure: None,
            coverage: Coverage::default(),
        }
    }

    fn class(name: &str, lines: &[u32]) -> RecordedClass {
        RecordedClass {
            id: 0,
            name: name.to_owned(),
            source_file: Some("Foo.java".to_owned()),
            hash: 1,
            location: String::new(),
            methods: Vec::new(),
            slots: lines.iter().map(|&line| (0, line)).collect(),
        }
    }

    fn line(recordings: &[Recording], dir: &str) -> String {
        let command = [OsString::from("mvn")];
        let circumstances = Circumstances {
            command: &command,
            attach: Attach::Auto,
            exit_code: 1,
            root: Path::new("/project"),
            included: false,
        };
        Summary::count(recordings).line(Duration::from_millis(9_100), &circumstances, Path::new(dir))
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
        // A second JVM loads the same class again: nothing new to count.
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
    fn refusals_and_overlaps_are_told_and_the_folder_is_named() {
        let recording = Recording {
            classes: vec![class("org.x.Foo", &[1])],
            tests: vec![test(Outcome::Failed, true)],
            refusals: vec![
                Refusal { class: "org.x.Bare".to_owned(), reason: "no line numbers".to_owned() };
                2
            ],
            ..Recording::default()
        };
        let line = line(&[recording], "my out");
        assert!(line.contains("; 1 class not recorded (1 no line numbers)"), "{line}");
        assert!(line.contains("; 1 test ran in parallel"), "{line}");
        assert!(line.ends_with("; next: faultline rank 'my out'"), "{line}");
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
