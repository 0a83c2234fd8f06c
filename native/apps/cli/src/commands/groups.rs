//! Groups of failing tests on the pages of commands that rank by new evidence.

use faultline_messages::names;
use faultline_messages::words::counted;
use faultline_sbfl::RankingSpec;
use faultline_spectrum::{Spectrum, TestId};
use faultline_terminal::page::Page;
use faultline_terminal::terminal::style;

/// Groups that are shown; small ones follow large ones.
pub const SHOWN: usize = 5;

/// Adds the heading of one of several groups; nothing where it is the only one.
pub fn heading(page: &mut Page<'_>, spectrum: &Spectrum, (at, of): (usize, usize), failing: &[TestId]) {
    if of > 1 {
        let test = names::test(&spectrum.tests[failing[0].index()]);
        let others = match failing.len() - 1 {
            0 => String::new(),
            others => format!(" and {}", counted(others, "other")),
        };
        page.painted(style::HEADING, &format!("Group {} of {of}: {test}{others}", at + 1));
    }
}

/// Adds the title of a table of suspects.
pub fn title(page: &mut Page<'_>, title: &str, spec: &RankingSpec) {
    let title = page.terminal.paint(style::HEADING, title);
    page.line(title + &page.terminal.paint(style::DIM, &format!(" by {spec}")));
}

/// The sentence on groups that are not shown; `None` where all are.
pub fn left_out(groups: usize) -> Option<String> {
    let more = groups.checked_sub(SHOWN).filter(|more| *more > 0)?;
    let more = counted(more, "further group");
    Some(format!("… {more} of failing tests; --failing picks one, --json has all"))
}

/// The places of a tie: `6-7`, or the place itself.
pub fn place((first, last): (u32, u32)) -> String {
    if first == last { first.to_string() } else { format!("{first}-{last}") }
}
