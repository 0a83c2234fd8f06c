//! The text of a source, whose encoding is not known.

/// Decodes UTF-8; where bytes are no UTF-8 and no character outside ASCII is, ISO-8859-1. Of other mixtures,
/// the wrong bytes are replaced: a wrong character is better than no source.
pub fn decode(bytes: Vec<u8>) -> String {
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
    }
}
