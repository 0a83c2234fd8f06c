//! Folders for an agent's jar whose paths are never split.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(windows, path = "windows.rs")]
mod system;

use system::private;
pub use system::{VARIABLE, temporary};

/// Creates a folder of this process alone below another one. Errors: the operating system's.
pub fn fresh(folder: &Path) -> io::Result<PathBuf> {
    let nonce = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.subsec_nanos());
    let fresh = dunce::canonicalize(folder)?.join(format!("faultline-{}-{nonce:x}", std::process::id()));
    // Not recursive: a folder that already exists is an error and never used.
    private(&fresh).map(|()| fresh)
}

/// Whether a path needs no quoting anywhere.
pub fn is_plain(path: &Path) -> bool {
    let is_plain = |b: &u8| b.is_ascii_alphanumeric() || system::PLAIN.contains(b);
    path.is_absolute() && path.as_os_str().as_encoded_bytes().iter().all(is_plain)
}
