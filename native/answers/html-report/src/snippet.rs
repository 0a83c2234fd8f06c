//! Lines of a source that has no page, around a marked one.

use std::path::PathBuf;

use faultline_fault_ranking::screen::Excerpt;
use maud::{Markup, html};

use crate::code::{self, Mark};
use crate::highlight;
use crate::sheets::{Row, indent};

/// Some lines of a source, coloured.
#[derive(Debug)]
pub struct Snippet {
    /// The file.
    pub path: PathBuf,
    /// Why it may differ from the code that ran; empty if it does not.
    pub remark: &'static str,
    /// The marked line.
    pub marked: u32,
    rows: Vec<Row>,
}

impl Snippet {
    /// Colours an excerpt. Cost: some microseconds per word.
    pub fn of(excerpt: Excerpt) -> Self {
        let html = highlight::lines(&excerpt.path.display().to_string(), &excerpt.lines);
        let rows = (excerpt.first..).zip(html).zip(&excerpt.lines);
        let rows = rows.map(|((line, html), text)| Row { line, html, indent: indent(text) });
        Self { rows: rows.collect(), path: excerpt.path, remark: excerpt.remark, marked: excerpt.marked }
    }

    /// The lines, at most `context` above and below the marked one. `told` are the suspiciousness of a line and whether it has
    /// changed.
    pub fn lines(&self, context: u32, told: impl Fn(u32) -> (f64, bool)) -> Markup {
        let shown = self.rows.iter().filter(|row| row.line.abs_diff(self.marked) <= context);
        let dedent = code::dedent(shown.clone().filter_map(|row| row.indent));
        html! {
            // It has no link, so it is focused itself where it is scrolled.
            ol.code.(dedent) tabindex="0" aria-label="source" {
                @for row in shown {
                    @let (share, is_changed) = told(row.line);
                    (code::line(row, share, Mark { is_best: row.line == self.marked, is_changed, ..Mark::default() }))
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_around_the_marked_one_are_numbered_and_dedented() {
        let lines = ["class T {", "    void m() {", "        a(\"<b>\");", "    }", "}"];
        let excerpt = Excerpt {
            path: PathBuf::from("T.java"),
            remark: "",
            marked: 12,
            first: 10,
            lines: lines.map(str::to_owned).to_vec(),
        };
        let html = Snippet::of(excerpt).lines(1, |line| (0.0, line == 11)).into_string();
        assert_eq!(html.matches("<li").count(), 3, "{html}");
        assert!(html.starts_with("<ol class=\"code d4\" tabindex=\"0\""), "{html}");
        assert!(
            html.contains("<li class=\"s0 best\" aria-current=\"true\"><span class=\"no\">12</span>"),
            "{html}"
        );
        assert!(html.contains("<span class=\"hid\">changed </span></i>11</span>"), "{html}");
        assert!(html.contains("&lt;b&gt;") && !html.contains("<b>"), "{html}");
    }
}
