//! Devices and pipes have paths in a namespace of their own (`\\.\pipe\name`). They are recognised by it,
//! because opening them may block.

use std::fs::{File, FileType};
use std::io;
use std::path::{Component, Path, Prefix};

/// Opens a file. Errors: the path refers to a device or a pipe; the operating system's.
pub fn open(path: &Path) -> io::Result<File> {
    if let Some(Component::Prefix(prefix)) = path.components().next()
        && matches!(prefix.kind(), Prefix::DeviceNS(_))
    {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "this is a device, not a file"));
    }
    File::open(path)
}

/// Names the type of anything that is not a regular file.
pub fn kind(kind: FileType) -> Option<&'static str> {
    (!kind.is_file()).then_some(if kind.is_dir() { "a folder" } else { "a device" })
}
