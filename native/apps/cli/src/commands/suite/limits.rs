//! How much of a survey is said.

use crate::given::top;

use super::options::SuiteOptions;

/// Packages or classes on a page unless told otherwise.
const PARTS: usize = 10;
/// Groups on a page unless told otherwise.
const GROUPS: usize = 5;
/// Groups for scripts unless told otherwise.
pub const GROUPS_IN_JSON: usize = 20;

/// How much to say.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Packages and classes that a page shows.
    pub parts: usize,
    /// Groups that are spelled out.
    pub groups: usize,
}

impl Limits {
    /// As asked for.
    pub fn of(options: &SuiteOptions) -> Self {
        let or = |usual| top::shown(options.top, usual);
        if options.csv {
            return Self { parts: usize::MAX, groups: 0 };
        }
        let parts = if options.json { usize::MAX } else { or(PARTS) };
        Self { parts, groups: or(if options.json { GROUPS_IN_JSON } else { GROUPS }) }
    }
}
