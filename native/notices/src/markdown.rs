//! Markdown for pull requests and summaries of workflows.

use std::fmt::Write as _;

use faultline_telling::words::number;

use crate::notice::{Notice, Noticed, Notices};

/// Suspects of a group that are shown.
const MOST: usize = 10;

/// A section per group of failing tests.
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
    if let Some(answer) = &noticed.answer {
        lines.extend([format!("**{}.**", prose(answer)), String::new()]);
    }
    if let Some(change) = &noticed.last_change {
        lines.extend([format!("{}.", prose(change)), String::new()]);
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

/// Text in which nothing is markup.
fn prose(text: &str) -> String {
    let mut prose = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => prose.push_str("&lt;"),
            '>' => prose.push_str("&gt;"),
            '&' => prose.push_str("&amp;"),
            '\\' | '*' | '_' | '[' | ']' | '#' | '|' | '~' | '!' => prose.extend(['\\', c]),
            // A backslash in front of it does not end code.
            '`' => prose.push_str("&#96;"),
            c if c.is_control() => prose.push(' '),
            c => prose.push(c),
        }
    }
    prose
}

/// Code that may stand in a cell of a table, whatever it holds.
fn code(text: &str) -> String {
    let shown: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let shown = shown.trim();
    if shown.contains(['`', '|', '\\']) || shown.is_empty() {
        return format!("<code>{}</code>", prose(shown));
    }
    format!("`{shown}`")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn markup_is_text() {
        assert_eq!(code("Foo.bar"), "`Foo.bar`");
        assert_eq!(code("a|b`<i>"), "<code>a\\|b&#96;&lt;i&gt;</code>");
        assert_eq!(prose("see [x](y) <b> *z* `w`\n"), "see \\[x\\](y) &lt;b&gt; \\*z\\* &#96;w&#96; ");
    }

    proptest! {
        #[test]
        fn a_cell_stays_a_cell(text in "\\PC{0,12}|[|`\\\\\n<]{0,6}") {
            let cell = code(&text);
            let bars = cell.replace("\\\\", "").replace("\\|", "").matches('|').count();
            prop_assert_eq!(bars, 0, "{}", cell);
            prop_assert!(!cell.contains('\n'));
            let inner = cell.strip_prefix("<code>").and_then(|cell| cell.strip_suffix("</code>"));
            prop_assert!(inner.is_none_or(|inner| !inner.contains(['<', '`'])));
        }
    }
}
