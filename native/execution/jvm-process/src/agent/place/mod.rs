//! Folders for an agent's jar whose paths are never split.

use std::path::Path;

#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(windows, path = "windows.rs")]
mod system;

pub use system::{VARIABLE, private, temporary};

/// Whether a path needs no quoting anywhere.
pub fn is_plain(path: &Path) -> bool {
    let is_plain = |b: &u8| b.is_ascii_alphanumeric() || system::PLAIN.contains(b);
    path.is_absolute() && path.as_os_str().as_encoded_bytes().iter().all(is_plain)
}
