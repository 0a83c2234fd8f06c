//! Commits and what they changed.

use gix::bstr::BString;

use crate::{UnitEvent, UnitName};

/// The history of one revision, and the data needed to weigh its commits.
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
    /// The units of these files, ascending; empty unless units were requested.
    pub units: Vec<(BString, UnitName)>,
}

/// One commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commit {
    /// Its hash in hexadecimal digits, possibly abbreviated.
    pub id: String,
    /// Number of its parents that the repository has: the oldest commits of a shallow clone have none.
    pub parents: usize,
    /// Committer time. Units: seconds since 1970.
    pub time: i64,
    /// The author, an index into [`History::authors`].
    pub author: u32,
    /// Whether its message mentions a fix; see [`crate::speaks_of_a_fix`].
    pub is_fix: bool,
    /// Whether it merged a signed tag; Schwa cannot read such commits.
    pub merged_tag: bool,
    /// Its changes against each parent in turn, each list ordered by (new) path; a root commit adds every file.
    pub changes: Vec<Change>,
    /// Unit events of each change, in the order of `changes`; empty unless units were requested.
    pub units: Vec<UnitEvents>,
    /// Lines added and removed by each change of a Java file, in the order of `changes`; 0 for added, deleted and other
    /// files. Empty unless lines were requested.
    pub lines: Vec<u32>,
}

/// The changes of the units of one file.
pub type UnitEvents = Vec<(UnitName, UnitEvent)>;

/// A change of one file by a commit, by the file's path in the repository.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// The file is new.
    Added(BString),
    /// The file's content or mode changed.
    Modified(BString),
    /// The file was deleted.
    Deleted(BString),
    /// The file became a link or a submodule, or stopped being one.
    Retyped(BString),
    /// The file was moved, and possibly modified.
    Renamed {
        /// Its path before.
        from: BString,
        /// Its path now.
        to: BString,
    },
}

impl Change {
    /// The letter git uses for the kind of change: A, M, D, T or R.
    pub fn letter(&self) -> char {
        match self {
            Self::Added(_) => 'A',
            Self::Modified(_) => 'M',
            Self::Deleted(_) => 'D',
            Self::Retyped(_) => 'T',
            Self::Renamed { .. } => 'R',
        }
    }

    /// The file's path after the change, or before it if the file was deleted.
    pub fn path(&self) -> &BString {
        match self {
            Self::Added(path) | Self::Modified(path) | Self::Deleted(path) | Self::Retyped(path) => path,
            Self::Renamed { to, .. } => to,
        }
    }
}

impl Commit {
    /// Whether the commit has several parents.
    pub fn is_merge(&self) -> bool {
        self.parents > 1
    }
}
