//! Recognises recordings.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use crate::frame::MAGIC;
use crate::place::is_named_so;

/// Whether a path is a regular file that has the name and the signature of a recording, of any version, and
/// so may be deleted as one. An empty file must have the name that a JVM gives its file (`PID-NONCE.flt`),
/// which exists before its first byte.
pub fn is_ours(path: &Path) -> bool {
    let is_file = std::fs::symlink_metadata(path).is_ok_and(|data| data.is_file());
    is_file && is_named_so(path) && begins_so(path)
}

/// Whether the content starts as a recording, of any version.
pub fn holds_recording(content: &[u8]) -> bool {
    content.starts_with(&MAGIC)
}

fn begins_so(path: &Path) -> bool {
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAGIC.len() as u64).read_to_end(&mut start));
    read.is_ok() && (start == MAGIC || start.is_empty() && is_a_jvms_name(path))
}

fn is_a_jvms_name(path: &Path) -> bool {
    let Some((pid, nonce)) =
        path.file_stem().and_then(|name| name.to_str()).and_then(|name| name.split_once('-'))
    else {
        return false;
    };
    let is = |text: &str, of: fn(&u8) -> bool| !text.is_empty() && text.as_bytes().iter().all(of);
    is(pid, u8::is_ascii_digit) && nonce.len() == 16 && is(nonce, u8::is_ascii_hexdigit)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_recording_is_known_by_its_name_and_its_first_bytes() {
        let folder = tempfile::tempdir().expect("a folder");
        let is = |name: &str, content: &[u8]| {
            let path = folder.path().join(name);
            fs::write(&path, content).expect("a file");
            is_ours(&path)
        };
        assert!(is("a.flt", &[&MAGIC[..], b"more"].concat()));
        assert!(is("12-0123456789abcdef.flt", b""));
        assert!(!is("12-.flt", b"") && !is("empty.flt", b"") && !is("a.txt", &MAGIC));
        assert!(!is("filter.flt", b"CREATE 10 low pass"));
        assert!(!is_ours(&folder.path().join("none.flt")) && !is_ours(folder.path()));
    }
}
