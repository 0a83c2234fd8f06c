//! Verifies fetched files by SHA-256.

use std::fmt::Write as _;
use std::path::Path;

use sha2::{Digest as _, Sha256};

/// SHA-256 of `evosuite-master-1.0.6.jar` in Maven Central.
pub const EVOSUITE_SHA256: &str = "82db121f31253925bb0fd5b55bd88ff16d7db70d6a6cba9c8511b52bc0c9bb88";

/// Panics: the file does not have this SHA-256, or cannot be read.
pub fn expect_sha256(file: &Path, expected: &str) {
    let content = std::fs::read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut found = String::new();
    for byte in Sha256::digest(content) {
        let _ = write!(found, "{byte:02x}");
    }
    assert_eq!(
        found,
        expected,
        "{} is another file than the one that was released; delete it",
        file.display()
    );
}
