//! JSON in a file, beside the page.

use std::fs;
use std::path::PathBuf;

use clap::Args;
use faultline_telling::failure::Failure;

/// Option of all commands that print JSON.
#[derive(Args, Clone, Debug, Default)]
pub struct JsonFile {
    /// Write JSON into this file, too: as --json prints it, with what --top leaves out of a page.
    #[arg(long, value_name = "FILE")]
    pub json_file: Option<PathBuf>,
}

impl JsonFile {
    /// Whether a file is wanted.
    pub fn is_wanted(&self) -> bool {
        self.json_file.is_some()
    }

    /// Writes the file and the folders above it, where it is wanted. Errors: those of `render`, and
    /// the file cannot be written.
    pub fn write(&self, render: impl FnOnce() -> Result<String, Failure>) -> Result<(), Failure> {
        let Some(path) = &self.json_file else { return Ok(()) };
        let text = render()?;
        let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
        folder.and_then(|()| fs::write(path, text)).map_err(|error| {
            Failure::failed(format!(
                "{} cannot be written: {error}; name another --json-file",
                path.display()
            ))
        })
    }
}
