//! The findings as text: the worst first.

use faultline_doctor::finding::{Finding, Severity};
use faultline_doctor::report::Report;
use faultline_messages::words::{counted, printable};

use faultline_terminal::page::wrapped;
use faultline_terminal::terminal::{Terminal, style};

/// The whole page, ending in a line break.
pub fn render(report: &Report, terminal: &Terminal) -> String {
    let mut lines = Vec::new();
    for finding in &report.findings {
        lines.extend(of(finding, terminal));
        lines.push(String::new());
    }
    lines.push(last_line(report));
    lines.push(String::new());
    lines.join("\n")
}

fn of(finding: &Finding, terminal: &Terminal) -> Vec<String> {
    let color = match finding.severity {
        Severity::Error => style::BAD,
        Severity::Warning => style::WARN,
        Severity::Note => style::DIM,
    };
    let head = format!("{} {}", finding.severity.name(), finding.code.name());
    let mut lines = vec![terminal.paint(color, &head)];
    lines.extend(wrapped(&printable(&finding.sentence), "  ", terminal.width));
    for one in &finding.evidence {
        lines.push(terminal.paint(style::DIM, &format!("    {}", printable(one))));
    }
    let mend = format!("To mend: {}", printable(&finding.mend));
    lines.extend(wrapped(&mend, "  ", terminal.width));
    lines
}

fn last_line(report: &Report) -> String {
    let looked_at = format!(
        "{}, {}{}",
        counted(report.files, "recording"),
        counted(report.tests, "test"),
        if report.reported > 0 {
            format!(", {} in the build's reports", counted(report.reported, "test"))
        } else {
            String::new()
        }
    );
    let (errors, warnings) = (report.with(Severity::Error), report.with(Severity::Warning));
    if errors + warnings == 0 {
        return format!("nothing is wrong: {looked_at}");
    }
    format!("{} and {}: {looked_at}", counted(errors, "error"), counted(warnings, "warning"))
}
