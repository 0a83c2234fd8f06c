//! Source excerpts with the score of each line beside it.

use std::collections::HashMap;

use faultline_messages::words::printable;
use faultline_recording_store::sources::SourceFile;
use unicode_width::UnicodeWidthStr;

use faultline_terminal::table::prefix;
use faultline_terminal::terminal::{Terminal, style};

use crate::report::LineKey;

/// Context lines above and below the suspicious one.
const CONTEXT: u32 = 3;
/// Replaces a tab.
const TAB: &str = "    ";

/// The lines around `line` of source file number `file`, with line numbers and scores, cut to the terminal's
/// width. Empty if the file has no such line.
pub fn excerpt(
    source: &SourceFile,
    file: u32,
    line: u32,
    scores: &HashMap<LineKey, f64>,
    terminal: &Terminal,
) -> Vec<String> {
    let last = u32::try_from(source.lines.len()).unwrap_or(u32::MAX);
    if line == 0 || line > last {
        return Vec::new();
    }
    let shown = line.saturating_sub(CONTEXT).max(1)..=line.saturating_add(CONTEXT).min(last);
    let text: Vec<_> = shown.map(|at| (at, visible(&source.lines[at as usize - 1]))).collect();
    let indent =
        text.iter().filter(|(_, code)| !code.is_empty()).map(|(_, code)| indent(code)).min().unwrap_or(0);
    let digits = last.min(line.saturating_add(CONTEXT)).to_string().len();
    let best = scores.get(&(file, line)).copied().unwrap_or(0.0);
    text.into_iter()
        .map(|(at, code)| {
            let code = code.get(indent..).unwrap_or("");
            let score = scores.get(&(file, at)).copied();
            gutter_and_code(at, at == line, score, best, digits, code, terminal)
        })
        .collect()
}

fn gutter_and_code(
    at: u32,
    is_suspect: bool,
    score: Option<f64>,
    best: f64,
    digits: usize,
    code: &str,
    terminal: &Terminal,
) -> String {
    let marker = if is_suspect { ">" } else { " " };
    let heat = match score {
        Some(score) if score >= best && score > 0.0 => style::BAD,
        Some(score) if score >= best / 2.0 && score > 0.0 => style::WARN,
        _ => style::DIM,
    };
    let code_style = match score {
        _ if is_suspect => style::SUSPECT,
        Some(score) if score > 0.0 => style::PLAIN,
        _ => style::DIM,
    };
    let shown = score.map_or(String::new(), short_score);
    let gutter = format!("    {marker} {at:>digits$}  ");
    let room = terminal.room().saturating_sub(gutter.width() + 6);
    let mut line = terminal.paint(if is_suspect { style::SUSPECT } else { style::DIM }, &gutter);
    line.push_str(&terminal.paint(heat, &format!("{shown:>4}")));
    let code = if code.width() <= room {
        code.to_owned()
    } else {
        format!("{}…", prefix(code, room.saturating_sub(1)))
    };
    if !code.is_empty() {
        line.push_str("  ");
        line.push_str(&terminal.paint(code_style, &code));
    }
    line.trim_end().to_owned()
}

/// A score in at most four columns.
fn short_score(score: f64) -> String {
    if score.is_infinite() {
        return if score > 0.0 { "inf" } else { "-inf" }.to_owned();
    }
    match score.abs() {
        size if size < 9.995 => format!("{score:.2}"),
        size if size < 99.95 => format!("{score:.1}"),
        _ => format!("{score:.0}"),
    }
}

/// A line of code with tabs expanded and control characters made visible.
fn visible(code: &str) -> String {
    printable(code.trim_end().replace('\t', TAB).as_str())
}

fn indent(code: &str) -> usize {
    code.len() - code.trim_start_matches(' ').len()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    const FILE: u32 = 7;

    fn source(lines: &[&str]) -> SourceFile {
        SourceFile {
            path: PathBuf::from("Foo.java"),
            lines: lines.iter().map(|&line| line.to_owned()).collect(),
            changed: false,
            doubt: None,
        }
    }

    fn scores(of: &[(u32, f64)]) -> HashMap<LineKey, f64> {
        of.iter().map(|&(line, score)| ((FILE, line), score)).collect()
    }

    #[test]
    fn lines_are_numbered_scored_marked_and_dedented() {
        let source = source(&[
            "class Foo {",
            "    int a() {",
            "\t\treturn 1;",
            "    }",
            "",
            "    int b;",
            "}",
            "// end",
        ]);
        let terminal = Terminal::plain(80);
        let lines = excerpt(&source, FILE, 3, &scores(&[(2, 0.5), (3, 1.0)]), &terminal);
        assert_eq!(
            lines,
            [
                "      1        class Foo {",
                "      2  0.50      int a() {",
                "    > 3  1.00          return 1;",
                "      4            }",
                "      5",
                "      6            int b;",
            ]
        );
    }

    #[test]
    fn long_lines_are_cut_at_the_width() {
        let source = source(&[&"x".repeat(200)]);
        let lines = excerpt(&source, FILE, 1, &scores(&[]), &Terminal::plain(60));
        assert_eq!(lines.len(), 1);
        assert_eq!(lines[0].width(), 60);
        assert!(lines[0].ends_with('…'));
    }

    #[test]
    fn a_line_past_the_end_gives_no_excerpt() {
        let source = source(&["a"]);
        let terminal = Terminal::plain(60);
        assert!(excerpt(&source, FILE, 2, &scores(&[]), &terminal).is_empty());
        assert!(excerpt(&source, FILE, 0, &scores(&[]), &terminal).is_empty());
    }

    #[test]
    fn scores_take_at_most_four_columns_up_to_thousands() {
        let shown = [1.0, 0.123, 12.34, 1234.0, f64::INFINITY, -0.5].map(short_score);
        assert_eq!(shown, ["1.00", "0.12", "12.3", "1234", "inf", "-0.50"]);
    }
}
