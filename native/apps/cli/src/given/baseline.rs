//! The option `--baseline`: a baseline from elsewhere.

use std::path::{Path, PathBuf};

use clap::Args;
use faultline_messages::failure::Failure;
use faultline_recording_store::NamedBaseline;

/// Option of the commands that compare failing tests with their last passes.
#[derive(Args, Clone, Debug, Default)]
pub struct BaselineOption {
    /// Also compare failing tests with this baseline: a file, or a folder that contains one (docs/baseline.md). The
    /// baseline is not changed.
    ///
    /// The last pass of each test before the recorded run counts, from this baseline or the one beside the recordings.
    #[arg(long, value_name = "DIR|FILE")]
    pub baseline: Option<PathBuf>,
}

impl BaselineOption {
    /// The named baseline, if there is one. Errors: as [`read`].
    pub fn read(&self) -> Result<Option<NamedBaseline>, Failure> {
        self.baseline.as_deref().map(read).transpose()
    }
}

/// Reads a baseline that a user names. Errors: it is missing, damaged, or not a baseline.
pub fn read(path: &Path) -> Result<NamedBaseline, Failure> {
    NamedBaseline::read(path).map_err(|error| Failure::failed(error.to_string()))
}
