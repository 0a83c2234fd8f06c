//! Selects the history to read.

use std::path::PathBuf;

use crate::error::HistoryError;
use crate::{History, Mining, Schwa, mine};

/// Selects the history to read, and how.
#[derive(Clone, Debug)]
pub struct Past {
    /// A folder of the repository.
    pub repository: PathBuf,
    /// The revision.
    pub revision: String,
    /// Number of newest commits to read; 0 reads all.
    pub commits: usize,
    /// Whether to reproduce the published program exactly, errors included.
    pub compat: bool,
    /// A cache file that speeds up the next run.
    pub cache: Option<PathBuf>,
    /// Weights of a revision, a fix and a new author in the defect score; `None`: the default.
    pub weights: Option<[f64; 3]>,
    /// TR of the defect score; `None`: the default.
    pub time_range: Option<f64>,
}

impl Past {
    /// The settings for scoring files.
    pub fn schwa(&self) -> Schwa {
        let usual = Schwa::default();
        Schwa {
            compat: self.compat,
            weights: self.weights.unwrap_or(usual.weights),
            time_range: self.time_range.unwrap_or(usual.time_range),
            ..usual
        }
    }

    /// The settings for mining without units and lines.
    pub fn mining(&self) -> Mining {
        Mining {
            revision: self.revision.clone(),
            commits: (self.commits > 0).then_some(self.commits),
            merges: self.compat,
            cache: self.cache.clone(),
            ..Mining::default()
        }
    }

    /// Reads the history. Errors: it cannot be read, or has no commits.
    pub fn mine(&self, mining: &Mining) -> Result<History, HistoryError> {
        mine(&self.repository, mining)
    }
}

impl History {
    /// Times of the oldest and the newest commit read. Units: seconds since 1970.
    pub fn span(&self) -> [i64; 2] {
        let times = || self.commits.iter().map(|commit| commit.time);
        [times().min().unwrap_or(0), times().max().unwrap_or(0)]
    }
}
