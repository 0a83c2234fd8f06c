//! Pieces of SVG files.

/// Adds a line to a file.
pub fn line(svg: &mut String, text: &str) {
    svg.push_str(text);
    svg.push('\n');
}

/// Text as it stands in XML; characters that XML does not know are replaced.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
