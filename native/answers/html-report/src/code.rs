//! Lines of code with their suspicion beside them.

use maud::{Markup, PreEscaped, html};

use crate::model::Model;
use crate::shade;
use crate::sheets::{Row, Sheet};

/// Columns that excerpts are moved left by, at most; the style knows each even number up to it.
const DEDENT: usize = 32;

/// How a line is marked.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mark<'a> {
    /// Whether it was recorded: some test ran it, or could have.
    pub is_recorded: bool,
    /// Where its number leads.
    pub href: Option<&'a str>,
    /// Whether the line is a target of links.
    pub is_target: bool,
    /// Whom it makes a suspect, by place.
    pub flag: Option<&'a Markup>,
    /// Whether it is the line that the lines around it are shown for.
    pub is_best: bool,
}

/// A line. `share` is its suspicion, 0 to 1.
pub fn line(row: &Row, share: f64, mark: Mark<'_>) -> Markup {
    let shade = shade::class(share);
    let classes = match (mark.is_best, mark.is_recorded) {
        (true, _) => format!("{shade} best"),
        (false, true) if share <= 0.0 => "s0 ran".to_owned(),
        (false, _) => shade.to_owned(),
    };
    html! {
        li class=(classes) id=[mark.is_target.then(|| format!("L{}", row.line))] {
            @match mark.href {
                Some(href) => { a.no href=(href) { (row.line) } }
                None => { span.no { (row.line) } }
            }
            code { (PreEscaped(&row.html)) }
            @if let Some(flag) = mark.flag { (flag) }
        }
    }
}

/// The lines around one, each with its suspicion and linked to its page; nothing where the page has no such line.
pub fn around(model: &Model<'_>, sheet: &Sheet, at: u32, context: usize, root: &str) -> Option<Markup> {
    let row = sheet.row(at)?;
    let shown = row.saturating_sub(context)..sheet.rows.len().min(row + context + 1);
    let shown = &sheet.rows[shown];
    // All that they have in common says nothing.
    let dedent = dedent(shown.iter().filter_map(|row| row.indent));
    let lines = shown.iter().map(|row| {
        let share = model.share(sheet.file, row.line);
        let href = sheet.url(row.line).map(|url| format!("{root}{url}"));
        let href = if share > 0.0 { href } else { None };
        line(row, share, Mark { href: href.as_deref(), is_best: row.line == at, ..Mark::default() })
    });
    Some(html! { ol.code.(dedent) { @for line in lines { (line) } } })
}

/// The class of lines of which all are indented by these columns at least.
pub fn dedent(indents: impl Iterator<Item = usize>) -> String {
    format!("d{}", indents.min().unwrap_or(0).min(DEDENT) / 2 * 2)
}

/// What the shades mean.
pub fn legend() -> Markup {
    html! {
        p.legend {
            span { "suspicion, from little" }
            span.scale aria-hidden="true" { @for shade in 1..=shade::SHADES { i class={ "s" (shade) } {} } }
            span { "to much; no mark: no failing test runs it" }
        }
    }
}
