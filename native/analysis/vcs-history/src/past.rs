//! The part of a history that a question is asked of.

use std::path::PathBuf;

use crate::error::HistoryError;
use crate::{History, Mining, Schwa, mine};

/// Which history is read, and how.
#[derive(Clone, Debug)]
pub struct Past {
    /// A folder of the repository.
    pub repository: PathBuf,
    /// The revision whose history it is.
    pub revision: String,
    /// How many of the newest commits are read; 0 is all.
    pub commits: usize,
    /// Do as the published program does, oddities included.
    pub compat: bool,
    /// A file that keeps what was read, for the next time to be quicker.
    pub cache: Option<PathBuf>,
}

impl Past {
    /// How files are scored by it.
    pub fn schwa(&self) -> Schwa {
        Schwa { compat: self.compat, ..Schwa::default() }
    }

    /// How it is read: no units, no lines.
    pub fn mining(&self) -> Mining {
        Mining {
            revision: self.revision.clone(),
            commits: (self.commits > 0).then_some(self.commits),
            merges: self.compat,
            cache: self.cache.clone(),
            ..Mining::default()
        }
    }

    /// Reads it. Errors: there is none.
    pub fn mine(&self, mining: &Mining) -> Result<History, HistoryError> {
        mine(&self.repository, mining)
    }
}

impl History {
    /// Times of the oldest and the newest of the commits that were read. Units: seconds since 1970.
    pub fn span(&self) -> [i64; 2] {
        let times = || self.commits.iter().map(|commit| commit.time);
        [times().min().unwrap_or(0), times().max().unwrap_or(0)]
    }
}
