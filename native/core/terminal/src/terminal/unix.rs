//! Detects the output position through file descriptors.

use std::fs::File;
use std::io::{self, IsTerminal, Seek};
use std::os::fd::AsFd;
use std::os::unix::fs::{FileExt, MetadataExt};

/// Whether text written to standard error now may start in mid-line.
pub fn may_be_in_mid_line() -> bool {
    let (Some(err), Some(out)) = (as_file(io::stderr()), as_file(io::stdout())) else { return false };
    let (Ok(of_err), Ok(of_out)) = (err.metadata(), out.metadata()) else { return false };
    if of_err.is_file() {
        return ends_in_mid_line(err);
    }
    // A pipe of standard error alone contains errors, which end in line breaks.
    io::stderr().is_terminal() || (of_err.dev(), of_err.ino()) == (of_out.dev(), of_out.ino())
}

/// Whether the byte before the write position is not a line break.
fn ends_in_mid_line(mut file: File) -> bool {
    let (Ok(length), Ok(at)) = (file.metadata().map(|data| data.len()), file.stream_position()) else {
        return false;
    };
    // A file opened for appending is written at its end, regardless of this descriptor's position.
    let Some(last) = at.max(length).checked_sub(1) else { return false };
    let mut byte = [0];
    // The descriptor may be write-only, so open the file again.
    let read = File::open("/proc/self/fd/2").and_then(|readable| readable.read_exact_at(&mut byte, last));
    read.is_ok() && byte != *b"\n"
}

fn as_file(stream: impl AsFd) -> Option<File> {
    stream.as_fd().try_clone_to_owned().ok().map(File::from)
}
