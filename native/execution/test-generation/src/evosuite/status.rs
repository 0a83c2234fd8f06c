//! The status of a search, parsed from EvoSuite's output.

use std::process::ExitStatus;

/// The status of a search, as reported so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchStatus {
    /// Number of finished rounds.
    pub rounds: usize,
    /// Number of kept tests, without the failing one.
    pub kept: usize,
    /// The metric of the last round's best test.
    pub best: Option<f64>,
    /// Number of ambiguity groups of the suspicious lines in scope.
    pub groups: Option<usize>,
    /// Our agent's sentence why nothing is generated, or why it stopped early.
    pub complaint: Option<String>,
    /// EvoSuite's last line about an error.
    pub error: Option<String>,
    /// Whether a search has begun.
    pub began: bool,
    /// Duration of the search, once it has ended. Units: seconds.
    pub searched: Option<u64>,
    /// Whether EvoSuite's processes did not connect, or lost their connection.
    pub lost: bool,
}

/// EvoSuite's messages about a lost connection between its processes.
const LOST: [&str; 2] = ["Lost connection with clients", "Could not connect to master process"];

impl SearchStatus {
    /// Parses a line.
    pub fn line(&mut self, line: &str) {
        // `* Search finished after 62s and 46 generations, ...`
        if let Some((_, rest)) = line.split_once("Search finished after ") {
            self.searched =
                rest.split_once('s').and_then(|(number, _)| number.parse().ok()).or(self.searched);
        }
        // A search led by a metric prints lines of its own.
        self.began |= line.contains("Starting evolution") || line.contains("[faultline] ");
        self.lost |= LOST.iter().any(|sentence| line.contains(sentence));
        if let Some(ours) = line.split_once("[faultline] ").map(|(_, rest)| rest.trim()) {
            self.ours(ours);
        } else if let Some(sentence) = line.strip_prefix("faultline: ") {
            self.complaint = Some(sentence.trim().to_owned());
        } else if line.contains("Error") || line.contains("ERROR") || line.contains("Exception") {
            self.error = Some(line.trim().trim_start_matches("* ").to_owned());
        }
    }

    /// Whether EvoSuite, with this exit status, died before its search began and for no reason that our agent
    /// knows, so that a restart may help.
    pub fn died_at_start(&self, end: ExitStatus) -> bool {
        (self.lost || !end.success()) && !self.began && self.complaint.is_none()
    }

    /// `round 3: 2012 ms, 512 evaluations, best 0.41, kept; 4 tests, 12 groups`.
    fn ours(&mut self, sentence: &str) {
        if let Some((number, rest)) = sentence.strip_prefix("round ").and_then(|round| round.split_once(": "))
        {
            let Ok(round) = number.parse() else { return };
            self.rounds = round;
            self.best = after(rest, "best ");
            if let Some((_, counts)) = rest.rsplit_once("; ") {
                self.kept = before(counts, " test").unwrap_or(self.kept);
                self.groups = before(counts, " group").or(self.groups);
            }
        } else if sentence.starts_with("no tests are generated: ")
            || sentence.starts_with("the search ended early")
            || sentence.starts_with("found nothing to call")
        {
            self.complaint = Some(sentence.to_owned());
        }
    }
}

/// The number after a mark.
fn after(text: &str, mark: &str) -> Option<f64> {
    let number = &text[text.find(mark)? + mark.len()..];
    number[..number.find([',', ';', ' ']).unwrap_or(number.len())].parse().ok()
}

/// The number before a mark.
fn before(text: &str, mark: &str) -> Option<usize> {
    let number = &text[..text.find(mark)?];
    number[number.rfind(' ').map_or(0, |at| at + 1)..].parse().ok()
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::process::ExitStatusExt;

    use super::*;

    #[test]
    fn rounds_tell_how_the_search_stands() {
        let mut status = SearchStatus::default();
        status.line("* [faultline] eap: 187 suspicious lines of 529 in sight");
        assert_eq!(status, SearchStatus { began: true, ..SearchStatus::default() });
        status
            .line("* [faultline] round 2: 2012 ms, 512 evaluations, best 0.41666, kept; 1 tests, 12 groups");
        assert_eq!((status.rounds, status.kept, status.best, status.groups), (2, 1, Some(0.41666), Some(12)));
        status.line("* [faultline] round 3: 2000 ms, 9 evaluations, nothing found; 1 tests, 12 groups");
        assert_eq!((status.rounds, status.kept, status.best, status.groups), (3, 1, None, Some(12)));
    }

    #[test]
    fn complaints_are_kept_and_errors_of_others_too() {
        let mut status = SearchStatus::default();
        status.line("* [faultline] no tests are generated: no line of Foo is in sight");
        assert_eq!(status.complaint.as_deref(), Some("no tests are generated: no line of Foo is in sight"));
        status.line("faultline: EvoSuite cannot run on Java 25");
        assert_eq!(status.complaint.as_deref(), Some("EvoSuite cannot run on Java 25"));
        status.line("* ERROR: unable to load class org.x.Foo");
        assert_eq!(status.error.as_deref(), Some("ERROR: unable to load class org.x.Foo"));
    }

    #[test]
    fn how_long_a_search_took_is_what_evosuite_says() {
        let after = |lines: &[&str]| {
            let mut status = SearchStatus::default();
            for line in lines {
                status.line(line);
            }
            (status.began, status.searched)
        };
        let line = "* Search finished after 62s and 46 generations, 22819 statements, best individual ...";
        let begun = ["* Starting client", "* Starting evolution"];
        assert_eq!(after(&begun), (true, None));
        assert_eq!(after(&[begun[1], line, "* Computation finished"]), (true, Some(62)));
        assert_eq!(after(&["* [faultline] round 1: 9 ms"]), (true, None));
        assert_eq!(after(&["* Analyzing classpath:"]), (false, None));
        assert_eq!(after(&[begun[1], "* Search finished after a while"]), (true, None));
    }

    #[test]
    fn only_what_was_lost_or_crashed_before_a_search_died_at_its_start() {
        let (fine, crashed) = (ExitStatus::from_raw(0), ExitStatus::from_raw(9));
        let after = |lines: &[&str], end| {
            let mut status = SearchStatus::default();
            for line in lines {
                status.line(line);
            }
            status.died_at_start(end)
        };
        let lost = "[main] ERROR ExternalProcessHandler - Class Foo. Lost connection with clients.";
        let unreached = "java.lang.RuntimeException: Could not connect to master process on port 9924";
        assert!(after(&[lost], fine) && after(&[unreached], fine) && after(&[], crashed));
        assert!(!after(&["* Test generation of an interface"], fine));
        assert!(!after(&["* Starting evolution", lost], crashed));
        assert!(!after(&["* [faultline] round 1: 9 ms, 5 evaluations, nothing found; 0 tests", lost], fine));
        assert!(!after(&["faultline: EvoSuite cannot run on Java 25"], crashed));
    }
}
