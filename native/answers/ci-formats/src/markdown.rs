//! Markdown for pull requests and workflow summaries.

use std::fmt::Write as _;

use faultline_escape::markdown::{code, prose};
use faultline_messages::words::number;

use crate::notice::{Notice, Noticed, Notices};

/// Number of suspects shown per group.
const MOST: usize = 10;

/// Renders a section per group of failing tests.
pub fn render(notices: &Notices) -> String {
    let mut text = String::from("## Faultline: most suspicious code\n");
    for noticed in &notices.groups {
        section(&mut text, noticed);
    }
    text
}

fn section(text: &mut String, noticed: &Noticed) {
    let thrown = noticed.exception.as_ref().map_or_else(String::new, |name| format!(" ({})", code(name)));
    let mut lines = vec![String::new(), format!("### {}{thrown}", code(&noticed.failing)), String::new()];
    if let Some(doubt) = &noticed.doubt {
        lines.extend([format!("{}.", prose(doubt)), String::new()]);
    }
    if let Some(answer) = &noticed.answer {
        lines.extend([format!("**{}.**", prose(answer)), String::new()]);
    }
    if let Some(change) = &noticed.last_change {
        lines.extend([format!("{}.", prose(change)), String::new()]);
    }
    for says in &noticed.since {
        lines.extend([format!("{}.", prose(says)), String::new()]);
    }
    lines.push("| place | suspect | where | failing | passing |".to_owned());
    lines.push("|--:|---|---|--:|--:|".to_owned());
    lines.extend(noticed.notices.iter().take(MOST).map(row));
    let more = noticed.ranked.saturating_sub(noticed.notices.len().min(MOST));
    if more > 0 {
        lines.extend([String::new(), format!("… and {} more.", number(more))]);
    }
    for line in lines {
        let written = writeln!(text, "{line}");
        debug_assert!(written.is_ok(), "a string takes all");
    }
}

fn row(notice: &Notice) -> String {
    let line = notice.place.line.map_or_else(String::new, |line| format!(":{line}"));
    let counts = &notice.counts;
    format!(
        "| {} | {} | {} | {} of {} | {} of {} |",
        notice.rank(),
        code(&notice.name),
        code(&format!("{}{line}", notice.place.path)),
        counts.ef,
        counts.ef + counts.nf,
        counts.ep,
        counts.ep + counts.np
    )
}
