//! Groups of failing tests on the pages of commands that collect new evidence.

use faultline_messages::names;
use faultline_messages::words::counted;
use faultline_sbfl::RankingSpec;
use faultline_spectrum::{Spectrum, TestId};
use faultline_terminal::page::Page;
use faultline_terminal::terminal::style;

/// Maximum number of groups shown, the largest first.
pub const SHOWN: usize = 5;

/// Adds the heading of a group; nothing if it is the only one.
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

/// A sentence about the groups not shown; `None` if all are shown.
pub fn left_out(groups: usize) -> Option<String> {
    let more = groups.checked_sub(SHOWN).filter(|more| *more > 0)?;
    let more = counted(more, "further group");
    Some(format!("… {more} of failing tests; --failing picks one, --json has all"))
}

/// Adds what has changed among the suspects of `rank`, a sentence each; nothing if there is none.
pub fn moved(page: &mut Page<'_>, moved: &[String]) {
    if !moved.is_empty() {
        page.blank();
    }
    for says in moved {
        page.prose(style::HEADING, "", says);
    }
}

/// The ranks of a tie: `6-7`, or a single rank.
pub fn place((first, last): (u32, u32)) -> String {
    if first == last { first.to_string() } else { format!("{first}-{last}") }
}
