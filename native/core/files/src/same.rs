//! Compares the targets of paths, regardless of their names.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

#[cfg_attr(unix, path = "same/unix.rs")]
#[cfg_attr(windows, path = "same/windows.rs")]
mod system;

/// Whether two paths lead to the same file or folder: links, other spellings and bind mounts are resolved. A
/// missing file is not the same as any other.
pub fn is_same(one: &Path, other: &Path) -> bool {
    match (system::identity(one), system::identity(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

/// Whether one of two folders equals or contains the other; for a missing folder, the path where it would be
/// created counts.
/// Errors: the operating system's.
pub fn overlap(one: &Path, other: &Path) -> io::Result<bool> {
    let (one, other) = (resolved(one)?, resolved(other)?);
    let is_in =
        |inner: &Path, outer: &Path| inner.ancestors().any(|above| above == outer || is_same(above, outer));
    Ok(is_in(&one, &other) || is_in(&other, &one))
}

/// The path with links resolved in its existing part.
fn resolved(path: &Path) -> io::Result<PathBuf> {
    let path = std::path::absolute(path)?;
    for above in path.ancestors() {
        if fs::symlink_metadata(above).is_ok() {
            let rest = path.strip_prefix(above).map_err(io::Error::other)?;
            return Ok(dunce::canonicalize(above)?.join(rest));
        }
    }
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_overlap_where_one_is_the_other_or_lies_in_it() {
        let scratch = tempfile::tempdir().expect("a folder");
        let of = |name: &str| scratch.path().join(name);
        fs::create_dir_all(of("a/b")).expect("folders");
        let overlaps = |one: &str, other: &str| overlap(&of(one), &of(other)).expect("readable");
        assert!(
            overlaps("a", "a") && overlaps("a", "a/b") && overlaps("a/b", "a") && overlaps("a", "a/new/x")
        );
        assert!(overlaps("a", "a/../a/b") && !overlaps("a", "ab") && !overlaps("a/b", "a/c"));
        assert!(is_same(&of("a"), &of("a/b/..")) && !is_same(&of("none"), &of("none")));
    }

    #[test]
    #[cfg(unix)]
    fn links_are_seen_through() {
        let scratch = tempfile::tempdir().expect("a folder");
        let of = |name: &str| scratch.path().join(name);
        fs::create_dir_all(of("a/b")).expect("folders");
        std::os::unix::fs::symlink(of("a"), of("link")).expect("a link");
        assert!(overlap(&of("link/new"), &of("a")).expect("readable"));
        assert!(overlap(&of("link"), &of("a/b")).expect("readable"));
        assert!(!overlap(&of("link/c"), &of("a/b")).expect("readable"));
        fs::write(of("one"), "").expect("a file");
        fs::hard_link(of("one"), of("two")).expect("another name");
        assert!(is_same(&of("one"), &of("two")));
    }
}
