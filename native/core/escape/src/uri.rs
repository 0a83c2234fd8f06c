//! Paths as references of URIs (RFC 3986).

use std::fmt::Write as _;

/// Percent-encodes a path with `/`: all characters except letters, digits and a few marks. This includes colons, because one before
/// the first slash would end a scheme.
pub fn path(path: &str) -> String {
    encoded(path, b"-._~/!$&'()*+,;=@")
}

/// Percent-encodes a path for any part of a URI, as a query: all characters except letters, digits, slashes and `-._~`.
pub fn anywhere(path: &str) -> String {
    encoded(path, b"-._~/")
}

fn encoded(path: &str, marks: &[u8]) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || marks.contains(&byte) {
            out.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::hostile::hostile;

    fn read(uri: &str) -> String {
        let mut bytes = Vec::new();
        let mut rest = uri.bytes();
        while let Some(byte) = rest.next() {
            let mut digit = || char::from(rest.next().unwrap()).to_digit(16).unwrap() as u8;
            bytes.push(if byte == b'%' { digit() * 16 + digit() } else { byte });
        }
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn usual_paths_stay_readable() {
        assert_eq!(path("src/main/java/org/x/A$B.java"), "src/main/java/org/x/A$B.java");
        assert_eq!(path("C:/a b/ä|`<[?#"), "C%3A/a%20b/%C3%A4%7C%60%3C%5B%3F%23");
    }

    proptest! {
        #[test]
        fn a_path_is_read_back(text in hostile()) {
            let uri = path(&text);
            prop_assert!(uri.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"<>[\\]^`{|}?#:".contains(&byte)), "{uri}");
            prop_assert_eq!(&read(&uri), &text);
            let uri = anywhere(&text);
            prop_assert!(uri.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~/%".contains(&byte)), "{uri}");
            prop_assert_eq!(read(&uri), text);
        }
    }
}
