//! The folder that tests are written into as source.

use std::io;
use std::path::{Path, PathBuf};

use faultline_files::OwnedFolder;
use faultline_recordings::generated::KIND;
use faultline_telling::failure::Failure;

use crate::request::Out;

/// A folder of ours for sources of tests.
#[derive(Debug)]
pub struct Sources {
    folder: OwnedFolder,
    below: PathBuf,
}

impl Sources {
    /// Takes the folder. Errors: it holds something that is not ours; the operating system's.
    pub fn take(out: &Out) -> Result<Self, Failure> {
        let folder = OwnedFolder::take(&out.folder, KIND);
        let folder = folder.map_err(|refusal| Failure::failed(refusal.to_string()))?;
        Ok(Self { folder, below: out.below.clone() })
    }

    /// Writes a source, in place of one that we wrote; where it lies. Errors: another file has its name; the operating
    /// system's.
    pub fn write(&self, name: &Path, text: &str) -> Result<PathBuf, Failure> {
        let name = self.below.join(name);
        self.folder.write(&name, text.as_bytes()).map_err(|error| self.failed(&error))?;
        Ok(self.folder.root().join(name))
    }

    /// Moves a source there that a JVM wrote below the folder `staged`; where it lies. Errors: as [`Sources::write`].
    pub fn take_in(&self, file: &Path, staged: &Path) -> Result<PathBuf, Failure> {
        let name = file.strip_prefix(staged).map_err(io::Error::other);
        let moved = name.and_then(|name| self.folder.take_in(file, self.below.join(name)));
        moved.map_err(|error| self.failed(&error))
    }

    fn failed(&self, error: &io::Error) -> Failure {
        Failure::failed(format!(
            "tests cannot be written into {}: {error}; name another --out",
            self.folder.root().display()
        ))
    }
}
