//! Why a folder is rejected.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why a folder cannot be used as an [`OwnedFolder`](crate::OwnedFolder); displays as a sentence that says
/// what to do.
#[derive(Debug)]
pub struct Refusal {
    pub(super) path: PathBuf,
    pub(super) option: &'static str,
    pub(super) why: Why,
}

#[derive(Debug)]
pub(super) enum Why {
    /// It contains this file, which Faultline did not create.
    Foreign(PathBuf),
    /// It is a folder of another kind.
    OtherKind(String),
    /// It is a link to this path.
    Link(PathBuf),
    /// It is not a folder.
    NoFolder,
    /// The operating system's error.
    System(io::Error),
}

impl From<io::Error> for Why {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (path, option) = (self.path.display(), self.option);
        match &self.why {
            Why::Foreign(name) => write!(
                f,
                "{path} holds {}, which faultline did not make, so nothing is written there; name a new or empty \
                 folder with {option}",
                name.display()
            ),
            Why::OtherKind(kind) => write!(
                f,
                "{path} is the folder of another command (it holds {kind}); name another folder with {option}"
            ),
            Why::Link(target) => {
                write!(f, "{path} is a link to {}; name the folder itself with {option}", target.display())
            }
            Why::NoFolder => write!(f, "{path} is not a folder; name another with {option}"),
            Why::System(error) => {
                write!(f, "the folder {path} cannot be used: {error}; name another with {option}")
            }
        }
    }
}

impl std::error::Error for Refusal {}
