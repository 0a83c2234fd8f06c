//! Hidden characters: controls, bidirectional marks, invisible characters.

/// Returns each character of a text, and whether it is hidden. Joiners and variation selectors are hidden except where scripts and
/// emoji need them, which depends on adjacent characters.
pub fn marked(text: &str) -> impl Iterator<Item = (char, bool)> {
    let mut before = None;
    let mut rest = text.chars();
    std::iter::from_fn(move || {
        let c = rest.next()?;
        let is_hidden = if is_joining(c) { !belongs(before, c, rest.clone().next()) } else { is_hidden(c) };
        // A character after a hidden one joins nothing visible.
        before = (!is_hidden).then_some(c);
        Some((c, is_hidden))
    })
}

/// Whether a text has no hidden characters.
pub fn is_plain(text: &str) -> bool {
    let is_printed = |byte: u8| (b' '..=b'~').contains(&byte);
    text.bytes().all(is_printed) || marked(text).all(|(_, is_hidden)| !is_hidden)
}

/// Whether a character is always hidden.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            // Soft hyphen, combining grapheme joiner, Arabic letter mark.
            '\u{ad}' | '\u{34f}' | '\u{61c}'
            // Fillers and vowels without a shape.
            | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{3164}' | '\u{ffa0}'
            // Zero-width space; left-to-right and right-to-left marks.
            | '\u{200b}' | '\u{200e}' | '\u{200f}'
            // Separators of lines and paragraphs; embeddings and overrides of direction.
            | '\u{2028}'..='\u{202e}'
            // Word joiner, invisible operators, isolates, deprecated format characters.
            | '\u{2060}'..='\u{206f}'
            // Byte order mark, annotations, noncharacters.
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{fdd0}'..='\u{fdef}'
            // Shorthand and music formatting.
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            // Tags, and variation selectors not used by emoji.
            | '\u{e0000}'..='\u{e0fff}')
        || c as u32 & 0xfffe == 0xfffe
}

/// Zero-width joiner and non-joiner, variation selectors.
fn is_joining(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}')
}

fn belongs(before: Option<char>, c: char, after: Option<char>) -> bool {
    let Some(before) = before else { return false };
    if matches!(c, '\u{200c}' | '\u{200d}') {
        // Scripts with joined letters begin at Arabic; Latin, Greek and Cyrillic have none.
        let joins = |c: char| c >= '\u{600}' && !is_hidden(c) && !matches!(c, '\u{200c}' | '\u{200d}');
        return joins(before) && after.is_some_and(|after| joins(after) && !is_joining(after));
    }
    let is_keycap = (before.is_ascii_digit() || matches!(before, '#' | '*')) && after == Some('\u{20e3}');
    is_keycap || (matches!(before, '\u{a9}' | '\u{ae}' | '\u{600}'..) && !is_joining(before))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emoji_and_joining_scripts_stay_whole() {
        for text in [
            "👩\u{200d}💻",
            "❤\u{fe0f}\u{200d}🔥",
            "می\u{200c}خواهم",
            "1\u{fe0f}\u{20e3}",
            "©\u{fe0f}",
            "naïve – 数",
        ] {
            assert!(is_plain(text), "{text}");
        }
    }

    #[test]
    fn what_misleads_is_hidden() {
        for text in [
            "\u{1b}",
            "\n",
            "\t",
            "\u{7f}",
            "\u{9b}",
            "\u{ad}",
            "\u{61c}",
            "\u{200b}",
            "\u{200e}",
            "\u{2028}",
            "\u{202e}",
            "\u{2066}",
            "\u{feff}",
            "\u{fdd0}",
            "\u{ffff}",
            "\u{1ffff}",
            "\u{e0041}",
            "\u{e0100}",
        ] {
            assert!(!is_plain(text), "{text:?}");
        }
        for text in [
            "ad\u{200d}min",
            "é\u{200c}é",
            "数\u{200d}",
            "👩\u{200d}\u{200d}💻",
            "数\u{fe00}\u{fe01}",
            "a\u{fe0f}",
        ] {
            assert!(!is_plain(text), "{text:?}");
        }
    }
}
