//! The first screen of `faultline rank`: what failed, the suspects, the source of the first one, and a next step.

mod brief;
mod excerpt;
mod group;
mod list;
mod suspects;

pub use brief::brief;

use faultline_fault_ranking::screen::Screen;
use faultline_fault_ranking::text;
use faultline_messages::words::{counted, number};
use faultline_terminal::page::{Page, wrapped};
use faultline_terminal::terminal::{Terminal, style};

/// Lines of the page.
const MOST_LINES: usize = 40;
/// Groups that are listed in a line each even if the ones before them then show less.
const LISTED: usize = 5;

/// How much is shown. The page takes the most detailed level that fits.
#[derive(Clone, Copy, Debug)]
struct Detail {
    /// Groups behind the first one that show more than a line.
    others: usize,
    /// Failing tests listed in a group.
    tests: usize,
    /// Lines of a test's source above and below the failing one; `None` leaves the source out.
    around_failure: Option<u32>,
    /// Lines above and below the first suspect's marked one; `None` leaves the source out.
    around_suspect: Option<u32>,
    /// Lines of sentences on what is known besides: changes, mutants, code that was not recorded.
    remarks: usize,
}

/// All levels, the most detailed first.
const LEVELS: [Detail; 8] = [
    Detail { others: 2, tests: 3, around_failure: Some(2), around_suspect: Some(3), remarks: 6 },
    Detail { others: 2, tests: 2, around_failure: Some(2), around_suspect: Some(2), remarks: 4 },
    Detail { others: 2, tests: 1, around_failure: Some(1), around_suspect: Some(1), remarks: 2 },
    Detail { others: 1, tests: 2, around_failure: Some(2), around_suspect: Some(2), remarks: 3 },
    Detail { others: 1, tests: 1, around_failure: Some(1), around_suspect: Some(1), remarks: 2 },
    Detail { others: 0, tests: 1, around_failure: Some(1), around_suspect: Some(1), remarks: 2 },
    Detail { others: 0, tests: 1, around_failure: Some(0), around_suspect: Some(0), remarks: 1 },
    Detail { others: 0, tests: 1, around_failure: None, around_suspect: None, remarks: 1 },
];

/// Renders the screen in at most 40 lines, ending with a line break; in as many as it takes if `is_limited` is false.
pub fn render(screen: &Screen<'_>, terminal: &Terminal, is_limited: bool) -> String {
    let most = if is_limited { MOST_LINES } else { usize::MAX };
    let mut laid = Laid::of(screen, terminal, LEVELS[0]);
    for detail in &LEVELS[1..] {
        if laid.least() <= most {
            break;
        }
        laid = Laid::of(screen, terminal, *detail);
    }
    let mut page = Page::new(terminal);
    page.lines(laid.lines(screen, terminal, most));
    page.into_text()
}

/// A page at one level of detail.
struct Laid {
    /// The counts and the groups that show more than a line.
    groups: Vec<String>,
    /// Number of groups in `groups`.
    shown: usize,
    /// Number of the other groups.
    listed: usize,
    /// The next step.
    next: Vec<String>,
}

impl Laid {
    fn of(screen: &Screen<'_>, terminal: &Terminal, detail: Detail) -> Self {
        let mut page = Page::new(terminal);
        head(&mut page, screen, detail);
        let shown = screen.groups.len().min(1 + detail.others);
        for (at, view) in screen.groups.iter().take(shown).enumerate() {
            page.blank();
            if at == 0 {
                group::first(&mut page, screen.report, view, detail);
            } else {
                group::other(&mut page, screen.report, view, detail);
            }
        }
        let text = screen.next.as_ref().map(ToString::to_string).unwrap_or_default();
        let next =
            wrapped(&text, "", terminal.width).into_iter().map(|line| terminal.paint(style::HEADING, &line));
        let groups = page.into_text().lines().map(str::to_owned).collect();
        Self { groups, shown, listed: screen.groups.len() - shown, next: next.collect() }
    }

    /// The number of lines that the page takes at least.
    fn least(&self) -> usize {
        let list = match self.listed {
            0 => 0,
            groups => 2 + groups.min(LISTED) + usize::from(groups > LISTED),
        };
        self.groups.len() + list + 1 + self.next.len()
    }

    /// The lines, at most so many: the groups end where there is no room for them, the list before.
    fn lines(&self, screen: &Screen<'_>, terminal: &Terminal, most: usize) -> Vec<String> {
        let room = most.saturating_sub(self.next.len() + 1);
        let mut lines: Vec<String> = self.groups.iter().take(room).cloned().collect();
        if self.listed > 0 && room > lines.len() + 3 {
            lines.push(String::new());
            lines.extend(list::lines(screen, self.shown, terminal, room - lines.len()));
        }
        if !self.next.is_empty() {
            lines.push(String::new());
            lines.extend(self.next.iter().cloned());
        }
        lines
    }
}

/// The counts, the number of groups, and the code that was not recorded.
fn head(page: &mut Page<'_>, screen: &Screen<'_>, detail: Detail) {
    let report = screen.report;
    page.line(text::counts(report, page.terminal));
    if report.groups.len() > 1 {
        let groups = number(report.groups.len());
        let text = format!(
            "The failing tests form {groups} groups by exception and throwing line, each ranked on its own, the most certain first."
        );
        page.prose(style::PLAIN, "", &text);
    }
    let unseen = report.unseen.iter().flat_map(|unseen| &unseen.says);
    let lines: Vec<String> = unseen.flat_map(|says| wrapped(says, "", page.terminal.width)).collect();
    for line in group::first_lines(lines, detail.remarks, page.terminal.width) {
        page.painted(style::WARN, &line);
    }
}

/// `… 4 more groups; --failing picks one`.
fn more_groups(groups: usize) -> String {
    format!("… {}; --failing picks one", counted(groups, "more group"))
}
