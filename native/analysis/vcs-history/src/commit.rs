//! Commits and what they changed.

use gix::bstr::BString;

use crate::{UnitEvent, UnitName};

/// The history of one revision: its commits, and what is needed to weigh them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    /// Committer time of the last commit that `git rev-list` lists, normally the root.
    /// Units: seconds since 1970.
    pub begin: i64,
    /// In the order of `git rev-list`: newest committer time first.
    pub commits: Vec<Commit>,
    /// Names of the authors that commits number: their e-mail addresses as committed.
    pub authors: Vec<String>,
    /// The files at the revision, ascending; `None` where only commits were recorded.
    pub files: Option<Vec<BString>>,
    /// The units of these files, ascending; empty unless they were asked for.
    pub units: Vec<(BString, UnitName)>,
}

/// One commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commit {
    /// Its name in hexadecimal digits, possibly shortened.
    pub id: String,
    /// Number of its parents that are there: a shallow clone ends in commits without.
    pub parents: usize,
    /// Committer time. Units: seconds since 1970.
    pub time: i64,
    /// The author, an index into [`History::authors`].
    pub author: u32,
    /// Whether its message speaks of a fix; see [`crate::speaks_of_a_fix`].
    pub is_fix: bool,
    /// Whether it merged a signed tag, which Schwa cannot read.
    pub merged_tag: bool,
    /// What it changed against each of its parents in turn, each in the order of the (new)
    /// paths; without a parent everything is added.
    pub changes: Vec<Change>,
    /// What happened to the units of each changed file, by the place of the change; empty unless
    /// units were asked for.
    pub units: Vec<UnitEvents>,
    /// Lines added and removed in each changed Java file, by the place of the change; 0 for one that
    /// came or went as a whole, and for others; empty unless lines were asked for.
    pub lines: Vec<u32>,
}

/// What happened to the units of one file.
pub type UnitEvents = Vec<(UnitName, UnitEvent)>;

/// A file that a commit changed, by its path in the repository.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// It was not there before.
    Added(BString),
    /// Other bytes, or another mode.
    Modified(BString),
    /// It is there no more.
    Deleted(BString),
    /// It became a link or a submodule, or stopped being one.
    Retyped(BString),
    /// It moved, and may have been modified on the way.
    Renamed {
        /// Its path before.
        from: BString,
        /// Its path now.
        to: BString,
    },
}

impl Change {
    /// The letter that git gives it: A, M, D, T or R.
    pub fn letter(&self) -> char {
        match self {
            Self::Added(_) => 'A',
            Self::Modified(_) => 'M',
            Self::Deleted(_) => 'D',
            Self::Retyped(_) => 'T',
            Self::Renamed { .. } => 'R',
        }
    }

    /// The file's path after the change, or before it if it is gone.
    pub fn path(&self) -> &BString {
        match self {
            Self::Added(path) | Self::Modified(path) | Self::Deleted(path) | Self::Retyped(path) => path,
            Self::Renamed { to, .. } => to,
        }
    }
}

impl Commit {
    /// Whether it joined several lines of development.
    pub fn is_merge(&self) -> bool {
        self.parents > 1
    }
}
