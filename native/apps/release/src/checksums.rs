//! `SHA256SUMS`, as `sha256sum --check` reads it.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use faultline_messages::failure::Failure;
use sha2::{Digest, Sha256};

/// The file's name.
pub const NAME: &str = "SHA256SUMS";
/// The signature of that file, made later by `release/sign.sh`.
const SIGNATURE: &str = "SHA256SUMS.sig";

/// Writes `SHA256SUMS` with the checksums of all files in a folder and below, sorted by path. The file itself
/// and an earlier signature are excluded.
///
/// # Errors
///
/// A file cannot be read, or the checksums cannot be written.
pub fn write(folder: &Path) -> Result<(), Failure> {
    let told = |error: std::io::Error| Failure::failed(format!("checksums of {}: {error}", folder.display()));
    let mut files = Vec::new();
    below(folder, &mut files).map_err(told)?;
    let mut lines = String::new();
    let mut named: Vec<_> = files.iter().filter_map(|file| Some((relative(folder, file)?, file))).collect();
    named.sort();
    for (name, file) in named.into_iter().filter(|(name, _)| name != NAME && name != SIGNATURE) {
        for byte in Sha256::digest(fs::read(file).map_err(told)?) {
            let _ = write!(lines, "{byte:02x}");
        }
        let _ = writeln!(lines, "  {name}");
    }
    fs::write(folder.join(NAME), lines).map_err(told)
}

/// Collects all files in a folder and below, in no particular order.
///
/// # Errors
///
/// A folder cannot be read.
pub fn below(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            below(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

/// A file's path relative to the folder, with `/` as separator.
pub fn relative(folder: &Path, file: &Path) -> Option<String> {
    let parts = file.strip_prefix(folder).ok()?.components();
    Some(parts.map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_of_the_standard_and_leave_themselves_out() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir(folder.path().join("b")).expect("a folder");
        fs::write(folder.path().join("b/abc"), "abc").expect("a file");
        fs::write(folder.path().join("a"), "").expect("a file");
        fs::write(folder.path().join(SIGNATURE), "of an earlier one").expect("a file");
        for _ in 0..2 {
            write(folder.path()).expect("sums");
        }
        // FIPS 180-4's example, and the hash of the empty input.
        assert_eq!(
            fs::read_to_string(folder.path().join(NAME)).expect("a file"),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a\n\
             ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  b/abc\n"
        );
    }
}
