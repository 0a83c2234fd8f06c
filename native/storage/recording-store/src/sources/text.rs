//! The text of a source, whose encoding is not known.

/// The lines of a text as compilers count them: they end with a line feed, a carriage return, or both.
pub fn lines(text: &str) -> Vec<String> {
    let is_old = |line: &&str| line.trim_end_matches('\r').contains('\r');
    if !text.lines().any(|line| is_old(&line)) {
        return text.lines().map(str::to_owned).collect();
    }
    text.replace("\r\n", "\n").replace('\r', "\n").lines().map(str::to_owned).collect()
}

/// Decodes UTF-16 that begins with a byte order mark, and UTF-8; where more bytes are no UTF-8 than characters outside
/// ASCII are, Windows-1252, which extends ISO-8859-1. Of other mixtures, the wrong bytes are replaced: a wrong character
/// is better than no source.
pub fn decode(bytes: Vec<u8>) -> String {
    let units = |of: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes[2..].chunks_exact(2).map(|pair| of([pair[0], pair[1]])).collect();
        String::from_utf16_lossy(&units)
    };
    match bytes.get(..2) {
        Some([0xff, 0xfe]) => return units(u16::from_le_bytes),
        Some([0xfe, 0xff]) => return units(u16::from_be_bytes),
        _ => {}
    }
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => return text,
        Err(error) => error.into_bytes(),
    };
    let letters = bytes.utf8_chunks().flat_map(|chunk| chunk.valid().chars());
    let valid = letters.filter(|letter| !letter.is_ascii()).count();
    let wrong: usize = bytes.utf8_chunks().map(|chunk| chunk.invalid().len()).sum();
    // Two letters of Windows-1252 may look like one of UTF-8.
    if valid >= wrong {
        return String::from_utf8_lossy(&bytes).into_owned();
    }
    bytes.into_iter().map(of_windows).collect()
}

/// What Windows-1252 has for the bytes from 0x80 to 0x9f, for which ISO-8859-1 has control characters.
const OF_WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

fn of_windows(byte: u8) -> char {
    // The other bytes are the first 256 characters of Unicode.
    let special = byte.checked_sub(0x80).and_then(|at| OF_WINDOWS.get(usize::from(at)));
    special.copied().unwrap_or_else(|| char::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_of_both_encodings_are_read() {
        assert_eq!(decode("// é\n".into()), "// é\n");
        assert_eq!(decode(b"// \xe9\n".into()), "// é\n");
        assert_eq!(decode(b"// \x80 \x93\xc4\x94 \x81".into()), "// € “Ä” \u{81}");
        assert_eq!(decode([b"// \xff ", "é".as_bytes()].concat()), "// \u{fffd} é");
        assert_eq!(decode(b"\xff\xfe/\0\xe9\0".into()), "/é");
        assert_eq!(decode(b"\xfe\xff\0/\0\xe9".into()), "/é");
    }

    #[test]
    fn lines_end_as_compilers_count_them() {
        for (text, expected) in [
            ("a\nb\r\nc", ["a", "b", "c"].as_slice()),
            ("a\rb\r\rc\r", &["a", "b", "", "c"]),
            ("a\r\nb\rc\n\nd", &["a", "b", "c", "", "d"]),
            ("", &[]),
        ] {
            assert_eq!(lines(text), expected, "{text:?}");
        }
    }
}
