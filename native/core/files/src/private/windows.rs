//! Access lists are inherited from the parent folder.

use std::fs::{DirBuilder, OpenOptions};

/// A builder of private folders.
pub fn folder() -> DirBuilder {
    DirBuilder::new()
}

/// Options that create private files.
pub fn file() -> OpenOptions {
    OpenOptions::new()
}
