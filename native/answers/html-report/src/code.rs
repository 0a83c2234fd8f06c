//! Lines of code with their suspiciousness beside them.

use maud::{Markup, PreEscaped, html};

use crate::model::Model;
use crate::shade;
use crate::sheets::{Row, Sheet};

/// Maximum number of columns by which excerpts are dedented; the style sheet has a class for each even number
/// up to it.
const DEDENT: usize = 32;

/// The mark of a changed line.
const CHANGED: PreEscaped<&str> = PreEscaped("<i class=\"ch\"><span class=\"hid\">changed </span></i>");

/// How a line is marked.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a mark of its own")]
pub struct Mark<'a> {
    /// Whether the line was recorded: a test ran it, or could have.
    pub is_recorded: bool,
    /// The link of its line number.
    pub href: Option<&'a str>,
    /// Whether the line is a target of links.
    pub is_target: bool,
    /// Label of the suspects at this line.
    pub flag: Option<&'a Markup>,
    /// Whether the excerpt is shown for this line.
    pub is_best: bool,
    /// Whether the line has changed since a failing test passed.
    pub is_changed: bool,
}

/// Renders a line. `share` is its suspiciousness. Range: 0 to 1.
pub fn line(row: &Row, share: f64, mark: Mark<'_>) -> Markup {
    let shade = shade::class(share);
    let classes = match (mark.is_best, mark.is_recorded) {
        (true, _) => format!("{shade} best"),
        (false, true) if share <= 0.0 => "s0 ran".to_owned(),
        (false, _) => shade.to_owned(),
    };
    let changed = html! { @if mark.is_changed { (CHANGED) } };
    html! {
        li class=(classes) id=[mark.is_target.then(|| format!("L{}", row.line))] aria-current=[mark.is_best.then_some("true")] {
            @match mark.href {
                Some(href) => { a.no href=(href) { (changed) (row.line) } }
                None => { span.no { (changed) (row.line) } }
            }
            code { (PreEscaped(&row.html)) }
            @if let Some(flag) = mark.flag { (flag) }
        }
    }
}

/// The lines around a line, each with its suspiciousness and a link to its page; `None` if the sheet has no
/// such line.
pub fn around(model: &Model<'_>, sheet: &Sheet, at: u32, context: usize, root: &str) -> Option<Markup> {
    let row = sheet.row(at)?;
    let shown = row.saturating_sub(context)..sheet.rows.len().min(row + context + 1);
    let shown = &sheet.rows[shown];
    // Remove the common indentation.
    let dedent = dedent(shown.iter().filter_map(|row| row.indent));
    let lines = shown.iter().map(|row| {
        let share = model.share(sheet.file, row.line);
        let href = sheet.url(row.line).map(|url| format!("{root}{url}"));
        let href = if share > 0.0 { href } else { None };
        let is_changed = model.is_changed(sheet.file, row.line);
        line(
            row,
            share,
            Mark { href: href.as_deref(), is_best: row.line == at, is_changed, ..Mark::default() },
        )
    });
    Some(html! { ol.code.(dedent) { @for line in lines { (line) } } })
}

/// The CSS class for dedenting lines by their common indentation.
pub fn dedent(indents: impl Iterator<Item = usize>) -> String {
    format!("d{}", indents.min().unwrap_or(0).min(DEDENT) / 2 * 2)
}

/// Explains the mark of changed lines.
pub fn legend_of_changes() -> Markup {
    html! { p.legend { (CHANGED) span { "changed since a failing test that runs the line passed" } } }
}

/// Explains the shades.
pub fn legend() -> Markup {
    html! {
        p.legend {
            span { "suspicion, from little" }
            span.scale aria-hidden="true" { @for shade in 1..=shade::SHADES { i class={ "s" (shade) } {} } }
            span { "to much; no mark: no failing test runs it" }
        }
    }
}
