//! How much of a survey is shown.

use crate::given::top;

use super::options::SuiteOptions;

/// Default number of packages or classes on a page.
const PARTS: usize = 10;
/// Default number of groups on a page.
const GROUPS: usize = 5;
/// Default number of groups in JSON.
pub const GROUPS_IN_JSON: usize = 20;

/// Limits of the output.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Number of packages and of classes shown.
    pub parts: usize,
    /// Number of groups described in detail.
    pub groups: usize,
}

impl Limits {
    /// The limits that the options request.
    pub fn of(options: &SuiteOptions) -> Self {
        let or = |usual| top::shown(options.top, usual);
        if options.csv {
            return Self { parts: usize::MAX, groups: 0 };
        }
        let parts = if options.json { usize::MAX } else { or(PARTS) };
        Self { parts, groups: or(if options.json { GROUPS_IN_JSON } else { GROUPS }) }
    }
}
