//! The findings as text, the most severe first.

use faultline_doctor::finding::{Finding, Severity};
use faultline_doctor::report::Report;
use faultline_messages::words::{counted, printable};

use faultline_terminal::page::Page;
use faultline_terminal::terminal::{Terminal, style};

/// Renders the whole page, ending with a line break.
pub fn render(report: &Report, terminal: &Terminal) -> String {
    let mut page = Page::new(terminal);
    for finding in &report.findings {
        add(&mut page, finding);
        page.blank();
    }
    page.line(last_line(report));
    page.into_text()
}

fn add(page: &mut Page<'_>, finding: &Finding) {
    let color = match finding.severity {
        Severity::Error => style::BAD,
        Severity::Warning => style::WARN,
        Severity::Note => style::DIM,
    };
    page.painted(color, &format!("{} {}", finding.severity.name(), finding.code.name()));
    page.prose(style::PLAIN, "  ", &printable(&finding.sentence));
    for one in &finding.evidence {
        page.painted(style::DIM, &format!("    {}", printable(one)));
    }
    page.prose(style::PLAIN, "  ", &format!("To mend: {}", printable(&finding.mend)));
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
