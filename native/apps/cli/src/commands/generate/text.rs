//! The report as text.

use std::fmt::Write as _;

use faultline_messages::words::{counted, number, printable, seconds};
use faultline_test_generation::evosuite::search::Done;

use super::report::Report;

/// The result of one class: `org.x.Parser: 4 tests, 12 groups, 21.3 s`, or why there are no tests.
pub fn line(done: &Done) -> String {
    let mut text = format!("{}: ", printable(&done.target.class));
    match &done.suite {
        Some(suite) => text.push_str(&counted(suite.tests, "test")),
        None => text.push_str("nothing"),
    }
    if let Some(groups) = done.status.groups {
        let _ = write!(text, ", {}", counted(groups, "group"));
    }
    let _ = write!(text, ", {}", seconds(done.took));
    if let Some(trouble) = &done.trouble {
        let _ = write!(text, "; {} (see {})", printable(trouble), done.log.display());
    }
    text
}

/// Renders the whole report.
pub fn render(report: &Report<'_>) -> String {
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{} for {} by {} in {}, {}",
        counted(report.tests_written(), "test"),
        report.failing,
        report.metric,
        counted(report.suites(), "class"),
        seconds(report.took)
    );
    for done in report.classes {
        if let Some(suite) = &done.suite {
            let file = suite.source.strip_prefix(report.tests).unwrap_or(&suite.source);
            let _ = writeln!(
                text,
                "  {}  {}",
                counted(suite.tests, "test"),
                printable(&file.display().to_string())
            );
        }
    }
    if let Some(groups) = &report.groups {
        let _ = writeln!(
            text,
            "{}: {} that the failing test leaves together, {} with the tests kept",
            counted(groups.lines, "suspicious line"),
            counted(groups.before, "group"),
            number(groups.after)
        );
    }
    if !report.left_out.is_empty() {
        let _ = writeln!(text, "left out, their share of the budget too small: {}", names(report.left_out));
    }
    if report.not_begun > 0 {
        let _ = writeln!(text, "{} not begun", counted(report.not_begun, "class"));
    }
    if let Some(labels) = &report.labels {
        let _ = writeln!(
            text,
            "by the oracle {} right and {} wrong; {} without a label",
            number(labels.passed),
            number(labels.failed),
            number(labels.skipped)
        );
    }
    for next in &report.next {
        let _ = writeln!(text, "{}:\n  {}", next.purpose, next.command);
    }
    text
}

fn names(classes: &[String]) -> String {
    const SHOWN: usize = 5;
    let mut text = classes.iter().take(SHOWN).map(|class| printable(class)).collect::<Vec<_>>().join(", ");
    if classes.len() > SHOWN {
        let _ = write!(text, " and {} more", number(classes.len() - SHOWN));
    }
    text
}
