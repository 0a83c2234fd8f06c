//! Writes a recording as a whole.

use std::io;
use std::path::Path;

use faultline_files::replace_private;
use faultline_flt::Writer;
use faultline_spectrum::Recording;

/// Writes a recording atomically, readable only by the user. An interrupted write leaves no partial
/// recording.
/// Errors: the operating system's.
pub fn write(file: &Path, recording: &Recording) -> io::Result<()> {
    replace_private(file, |unfinished| Writer::new(unfinished, &recording.origin)?.recording(recording))?;
    Ok(())
}
