//! SHA-256 of files, to verify downloads.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use sha2::{Digest as _, Sha256};

/// The SHA-256 of a file in hexadecimal digits. Cost: reads the file once, in pieces.
pub fn sha256(file: &Path) -> io::Result<String> {
    let mut file = File::open(file)?;
    let mut hash = Sha256::new();
    let mut piece = vec![0; 1 << 16];
    loop {
        match file.read(&mut piece)? {
            0 => break,
            length => hash.update(&piece[..length]),
        }
    }
    Ok(hash.finalize().iter().fold(String::with_capacity(64), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    }))
}

/// Whether a text is a SHA-256 in hexadecimal digits.
pub fn is_sha256(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_that_of_the_standard_also_where_a_file_is_longer_than_a_piece() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        // Examples of FIPS 180-4.
        for (content, hash) in [
            ("abc".to_owned(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            ("a".repeat(1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
        ] {
            std::fs::write(&file, content).unwrap();
            assert_eq!(sha256(&file).unwrap(), hash);
            assert!(is_sha256(hash));
        }
        assert!(sha256(&folder.path().join("absent")).is_err());
        assert!(!is_sha256("abc") && !is_sha256(&"g".repeat(64)));
    }
}
