//! Access lists are inherited from the folder around.

use std::fs::{DirBuilder, OpenOptions};

/// What makes a folder.
pub fn folder() -> DirBuilder {
    DirBuilder::new()
}

/// What makes a file.
pub fn file() -> OpenOptions {
    OpenOptions::new()
}
