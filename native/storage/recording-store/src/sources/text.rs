//! The text of a source, whose encoding is not known.

/// The lines of a text as compilers count them: they end with a line feed, a carriage return, or both.
pub fn lines(text: &str) -> Vec<String> {
    let is_old = |line: &&str| line.trim_end_matches('\r').contains('\r');
    if !text.lines().any(|line| is_old(&line)) {
        return text.lines().map(str::to_owned).collect();
    }
    text.replace("\r\n", "\n").replace('\r', "\n").lines().map(str::to_owned).collect()
}

/// Decodes UTF-16 that begins with a byte order mark, and UTF-8; where bytes are no UTF-8 and no character outside ASCII
/// is, ISO-8859-1. Of other mixtures, the wrong bytes are replaced: a wrong character is better than no source.
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
    let has_utf8 = bytes.utf8_chunks().any(|chunk| !chunk.valid().is_ascii());
    if has_utf8 {
        return String::from_utf8_lossy(&bytes).into_owned();
    }
    // The bytes of ISO-8859-1 are the first 256 characters of Unicode.
    bytes.into_iter().map(char::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_of_both_encodings_are_read() {
        assert_eq!(decode("// é\n".into()), "// é\n");
        assert_eq!(decode(b"// \xe9\n".into()), "// é\n");
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
