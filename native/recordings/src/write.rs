//! Writes a recording as a whole.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use faultline_format::Writer;
use faultline_spectrum::Recording;

/// Under another name first: who is interrupted leaves no half of a recording.
/// Errors: the operating system's.
pub fn write(file: &Path, recording: &Recording) -> io::Result<()> {
    let unfinished = file.with_extension("part");
    let mut writer = Writer::new(File::create(&unfinished)?, &recording.origin)?;
    writer.recording(recording)?;
    drop(writer);
    fs::rename(unfinished, file)
}
