//! The first screen for an agent: what failed and what it said, the first suspects with their code, what has changed, and
//! what would tell more, in so many lines.
//!
//! [`Screen`] chooses what people and agents see. A person reads the first suspect's source and looks the others up; an
//! agent would spend a call on each, so every suspect has its code here, as much of it as the lines allow.

use faultline_fault_ranking::next_step::Step;
use faultline_fault_ranking::report::{Group, Report, Suspect};
use faultline_fault_ranking::screen::{Excerpt, Screen, View};
use faultline_fault_ranking::text;
use faultline_fault_ranking::why::percent;
use faultline_messages::names;
use faultline_messages::words::counted;
use faultline_recording_store::sources::Sources;

use crate::bound::{CODE, clipped, cut};
use crate::named::Places;
use crate::project::{Project, Recording};
use crate::window::{Window, numbered};

/// Lines of the failing test's source above and below the failing one.
const AROUND_FAILURE: u32 = 2;
/// Sentences on what has changed since the tests passed.
const CHANGES: usize = 3;
/// Other groups of failing tests, a line each.
const OTHERS: usize = 4;
/// Lines that the first suspect's code gains where each of the others gains one.
const STEPS_OF_FIRST: usize = 3;

/// What a client asked for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked {
    /// Number of groups of failing tests before the report's first.
    pub group: usize,
    /// Lines of the screen at most.
    pub lines: usize,
}

/// The first screen of a report's first group, and the places that were looked up for it.
pub fn of<'a>(
    report: &'a Report<'a>,
    recording: &Recording,
    project: &'a Project,
    mut sources: Sources,
    asked: Asked,
) -> (String, Places<'a>) {
    let screen = Screen::as_reported(report, &recording.loaded, &recording.inputs, &mut sources);
    let mut places = Places::new(project, report.spectrum, sources);
    (render(&screen, project, &mut places, asked), places)
}

/// Renders a screen for its report's first group. Empty if the failing tests ran no recorded
/// code, or if not even the test and the first suspect fit.
fn render(screen: &Screen<'_>, project: &Project, places: &mut Places<'_>, asked: Asked) -> String {
    let report = screen.report;
    let Some((view, others)) = screen.groups.split_first() else { return String::new() };
    let mut room = Room(asked.lines);
    let failure = room.take(failure(view));
    let mut suspects = room.suspects(report, view, places);
    if failure.is_empty() || suspects.is_empty() {
        return String::new();
    }
    let next = room.take(next(screen, view));
    let failed_at = room.take(failed_at(view, project));
    let since = room.take(since(view.group));
    let others = (asked.group + 2..).zip(others.iter().take(OTHERS));
    let also = room.take(others.map(|(number, other)| also(report, other, number)).collect());
    room.grow(&mut suspects);
    let suspects = suspects.iter().flat_map(|suspect| suspect.lines(places)).collect();
    [failure, failed_at, since, suspects, also, next].concat().join("\n")
}

/// The number of lines that are left.
struct Room(usize);

impl Room {
    /// Takes a part if it fits as a whole; otherwise nothing of it.
    fn take(&mut self, part: Vec<String>) -> Vec<String> {
        match self.0.checked_sub(part.len()) {
            Some(left) => {
                self.0 = left;
                part
            }
            None => Vec::new(),
        }
    }

    /// Takes as many suspects as fit, each with its marked line of code.
    fn suspects(&mut self, report: &Report<'_>, view: &View<'_>, places: &mut Places<'_>) -> Vec<Shown> {
        let mut shown = Vec::new();
        for (at, suspect) in view.suspects.iter().enumerate() {
            let suspect = Shown::of(report, suspect, at + 1, places);
            let Some(left) = self.0.checked_sub(suspect.least()) else { break };
            self.0 = left;
            shown.push(suspect);
        }
        shown
    }

    /// Grows the code of all suspects, that of the first one fastest, until there is no more of it or no more room.
    fn grow(&mut self, suspects: &mut [Shown]) {
        loop {
            let before = self.0;
            for (at, suspect) in suspects.iter_mut().enumerate() {
                for _ in 0..if at == 0 { STEPS_OF_FIRST } else { 1 } {
                    if self.0 > 0 && suspect.code.as_mut().is_some_and(Window::grow) {
                        self.0 -= 1;
                    }
                }
            }
            if self.0 == before {
                return;
            }
        }
    }
}

/// A suspect: what is said of it, and its code, if the source is found.
struct Shown {
    says: Vec<String>,
    code: Option<Window>,
}

impl Shown {
    fn of(report: &Report<'_>, suspect: &Suspect, number: usize, places: &mut Places<'_>) -> Self {
        let place = places.file(suspect.class).map(|file| {
            let line = suspect.shown_line().map_or(String::new(), |line| format!(":{line}"));
            file + &line
        });
        let words = [
            Some(format!("suspect {number}:")),
            suspect.chance.map(percent),
            Some(clipped(&text::name_of(report, suspect))),
            place,
            suspect.why.map(|why| format!("({})", why.words())),
        ];
        let head = words.into_iter().flatten().collect::<Vec<_>>().join(" ");
        let mending = suspect.mending.as_ref().map(|mending| format!("  {}", clipped(&mending.says)));
        let doubt = places.doubt(suspect.class).map(|doubt| format!("  {doubt}"));
        let says = std::iter::once(head).chain(mending).chain(doubt).collect();
        Self { says, code: Window::of(report, suspect, places) }
    }

    /// Its lines before its code grows.
    fn least(&self) -> usize {
        self.says.len() + usize::from(self.code.is_some())
    }

    fn lines(&self, places: &mut Places<'_>) -> Vec<String> {
        let mut lines = self.says.clone();
        lines.extend(self.code.iter().flat_map(|code| code.lines(places)));
        lines
    }
}

/// The first of the failing tests, as the tools take it.
fn name(view: &View<'_>) -> String {
    view.failing.first().map_or(String::new(), |test| clipped(&names::test(*test)))
}

/// The failing test, its exception and what it said.
fn failure(view: &View<'_>) -> Vec<String> {
    let more = match view.failing.len().saturating_sub(1) {
        0 => String::new(),
        more => format!(", and {} alike", counted(more, "more test")),
    };
    let group = view.group;
    let what = if group.interrupted { "was running when the build was ended" } else { "failed" };
    let mut lines = vec![format!("{} {what}{more}", name(view))];
    lines.extend(group.exception.as_ref().map(|exception| format!("  {}", clipped(exception))));
    if let Some(message) = view.message {
        let says = Some(&message.says).filter(|says| !says.is_empty());
        lines.extend(says.map(|says| format!("  message: {}", clipped(says))));
        if let Some((expected, actual)) = message.values(CODE) {
            lines.extend([format!("  expected: {expected}"), format!("  actual: {actual}")]);
        }
    }
    lines.extend(group.doubt.as_ref().map(|doubt| format!("  {}", cut(&doubt.says, 2 * CODE))));
    lines
}

/// The line of the test's own source that failed, with the lines around it.
fn failed_at(view: &View<'_>, project: &Project) -> Vec<String> {
    let Some(Excerpt { path, marked, first, lines, .. }) = &view.failed_at else { return Vec::new() };
    let code = (*first..).zip(lines).filter(|(line, _)| line.abs_diff(*marked) <= AROUND_FAILURE);
    let code =
        code.map(|(line, code)| numbered(line, line == *marked, &cut(&code.replace('\t', "    "), CODE)));
    let head = format!("failed at {}:{marked}", clipped(&project.shown(path)));
    std::iter::once(head).chain(code).collect()
}

/// What has changed since the tests passed.
fn since(group: &Group) -> Vec<String> {
    let says = group.since.iter().flat_map(|since| &since.says);
    says.take(CHANGES).map(|says| format!("changed: {}", cut(says, 2 * CODE))).collect()
}

/// Another group of failing tests in a line, with the number that `suspects` takes.
fn also(report: &Report<'_>, view: &View<'_>, number: usize) -> String {
    let failing = counted(view.failing.len(), "test");
    let suspect = view.suspects.first().map_or(String::new(), |first| {
        let chance = first.chance.map_or(String::new(), |chance| format!(" ({})", percent(chance)));
        format!(": {}{chance}", clipped(&text::name_of(report, first)))
    });
    format!("also failed, group {number} of {failing}, {}{suspect}", name(view))
}

/// The step that would tell more, as a call or a command.
fn next(screen: &Screen<'_>, view: &View<'_>) -> Vec<String> {
    let Some(next) = &screen.next else { return Vec::new() };
    let says = match next.step {
        Step::Report => return Vec::new(),
        Step::Diff => {
            let test = name(view);
            format!("next: diff_tests of {test} shows what it ran that its nearest passing neighbour did not")
        }
        Step::Doctor | Step::Rerun | Step::Mutate | Step::Amplify => cut(&next.to_string(), 2 * CODE),
    };
    vec![says]
}
