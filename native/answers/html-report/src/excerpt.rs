//! The source of a suspect around its marked line.

use std::path::Path;

use faultline_fault_ranking::report::Suspect;
use maud::{Markup, html};

use crate::code;
use crate::model::Model;
use crate::sheets::Sheet;
use crate::snippet::Snippet;
use crate::text::Name;

/// Renders the lines around a suspect's marked line, `context` above and below it, with the path of the file; nothing
/// where the source was not found and the file has no page.
pub fn of_suspect(model: &Model<'_>, suspect: &Suspect, context: u32) -> Markup {
    let file = model.report().files.number(suspect.class);
    let Some(line) = suspect.shown_line() else { return html! {} };
    if let Some(snippet) = model.loose.get(&(file, line)) {
        return of_snippet(model, snippet, context, |line| {
            (model.share(file, line), model.is_changed(file, line))
        });
    }
    let on_page = model.sheets.get(file).and_then(|sheet| {
        let url = sheet.url(line)?;
        Some((sheet, url, code::around(model, sheet, line, context as usize, "")?))
    });
    on_page.map_or_else(|| html! {}, |(sheet, url, lines)| of_sheet(model, sheet, line, &url, &lines))
}

fn of_sheet(model: &Model<'_>, sheet: &Sheet, line: u32, url: &str, lines: &Markup) -> Markup {
    html! {
        figure.excerpt {
            figcaption {
                a href=(url) { (Name(&sheet.path)) }
                @if sheet.is_found { (model.asked.links.link(Path::new(&sheet.path), line)) }
                @if !sheet.remark.is_empty() { " " span.warn { (sheet.remark) } }
                @if !sheet.is_found { " " span.warn { "source not found: name its folder with --source" } }
            }
            (lines)
        }
    }
}

/// Renders lines of a source without a page.
pub fn of_snippet(
    model: &Model<'_>,
    snippet: &Snippet,
    context: u32,
    told: impl Fn(u32) -> (f64, bool),
) -> Markup {
    html! {
        figure.excerpt {
            figcaption {
                span.file { (Name(&snippet.path.display().to_string())) ":" (snippet.marked) }
                (model.asked.links.link(&snippet.path, snippet.marked))
                @if !snippet.remark.is_empty() { " " span.warn { (snippet.remark) } }
            }
            (snippet.lines(context, told))
        }
    }
}
