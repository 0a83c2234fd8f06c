//! Markdown for pull requests and workflow summaries: the first screen of `rank`, as a page.

use faultline_escape::markdown::{code, fenced, prose};
use faultline_fault_ranking::report::{Report, Suspect};
use faultline_fault_ranking::screen::{Excerpt, Screen, View};
use faultline_fault_ranking::text::{level_words, name_of};
use faultline_fault_ranking::why::percent;
use faultline_messages::names;
use faultline_messages::words::{counted, number};
use faultline_recording_store::sources::Sources;

use crate::notice::{Notice, and_others, notice};

/// Number of suspects shown per group if a formula ranks, which states no chances.
const MOST: usize = 10;
/// Number of groups shown in full; the others take a line each.
const GROUPS: usize = 3;
/// Number of groups that take a line each.
const LISTED: usize = 20;
/// Lines above and below the one at which a test failed.
const AROUND_FAILURE: u32 = 2;
/// Lines above and below the first suspect's marked one.
const AROUND_SUSPECT: u32 = 3;
/// Maximum length of a message, a name or a line of source. Units: characters.
const TEXT: usize = 300;
/// Size from which no further group is shown. A comment has 65,536 characters on GitHub. Units: bytes.
const ROOM: usize = 40_000;

/// Renders a section per group of failing tests, the surest first.
pub fn render(screen: &Screen<'_>, sources: &mut Sources) -> String {
    let mut lines = vec!["## Faultline: most suspicious code".to_owned()];
    let (mut taken, mut shown) = (0, 0);
    for view in screen.groups.iter().take(GROUPS) {
        let section = section(screen.report, view, sources);
        taken += section.iter().map(|line| line.len() + 1).sum::<usize>();
        if shown > 0 && taken > ROOM {
            break;
        }
        shown += 1;
        lines.extend(section);
    }
    lines.extend(listed(screen, shown));
    if let Some(next) = &screen.next {
        let command = code(&cut(&next.command));
        lines.extend([String::new(), format!("Next: {command} {}.", prose(next.reason()))]);
    }
    lines.join("\n") + "\n"
}

fn section(report: &Report<'_>, view: &View<'_>, sources: &mut Sources) -> Vec<String> {
    let group = view.group;
    let exception = group.exception.as_deref().map(names::simple_class);
    let thrown = exception.map_or_else(String::new, |name| format!(" ({})", code(&name)));
    let mut lines = vec![String::new(), format!("### {}{thrown}", code(&failing(view)))];
    let mut paragraph = |text: String| lines.extend([String::new(), text]);
    message(view).into_iter().for_each(&mut paragraph);
    if let Some(at) = &view.failed_at {
        paragraph(excerpt(at, "Failed at", AROUND_FAILURE));
    }
    if let Some(doubt) = &group.doubt {
        paragraph(format!("{}.", prose(&doubt.says)));
    }
    if let Some(answer) = &group.answer {
        paragraph(format!("**{}.**", prose(&answer.to_string())));
    }
    if let Some(change) = &group.last_change {
        paragraph(format!("{}.", prose(&cut(&change.says()))));
    }
    for says in group.since.first().iter().flat_map(|since| &since.says) {
        paragraph(format!("{}.", prose(&cut(says))));
    }
    paragraph(table(report, view, sources));
    if let Some(more) = more(report, view) {
        paragraph(more);
    }
    if let Some(source) = &view.source {
        paragraph(excerpt(source, "The most suspicious line,", AROUND_SUSPECT));
    }
    lines
}

/// What the first failing test said.
fn message(view: &View<'_>) -> Vec<String> {
    let Some(message) = view.message else { return Vec::new() };
    let says = Some(&message.says).filter(|says| !says.is_empty());
    let says = says.map(|says| format!("Message: {}", code(&cut(says))));
    let values = message.values(TEXT);
    let values =
        values.map(|(expected, actual)| format!("Expected {}, but got {}", code(&expected), code(&actual)));
    says.into_iter().chain(values).collect()
}

/// The failing tests of a group, the one whose message is shown first.
fn failing(view: &View<'_>) -> String {
    let first = view.failing.first().map_or_else(String::new, |test| cut(&names::test(*test)));
    and_others(&first, view.failing.len())
}

/// A text of limited length: one line of a generated source may be as long as a comment can be.
fn cut(text: &str) -> String {
    let mut left = text.chars();
    let head: String = left.by_ref().take(TEXT).collect();
    if left.next().is_some() { head + "…" } else { head }
}

fn table(report: &Report<'_>, view: &View<'_>, sources: &mut Sources) -> String {
    if view.suspects.is_empty() {
        let (one, _) = level_words(report.level);
        return format!("The failing tests executed no recorded {one}.");
    }
    let has_chances = view.suspects[0].chance.is_some();
    let head: [&str; 2] = if has_chances {
        ["| chance | suspect | where | why |", "|--:|---|---|---|"]
    } else {
        ["| place | suspect | where | failing | passing |", "|--:|---|---|--:|--:|"]
    };
    let shown = view.suspects.iter().take(if has_chances { usize::MAX } else { MOST });
    let rows = shown.map(|suspect| row(report, view, suspect, sources));
    head.into_iter().map(str::to_owned).chain(rows).collect::<Vec<_>>().join("\n")
}

fn row(report: &Report<'_>, view: &View<'_>, suspect: &Suspect, sources: &mut Sources) -> String {
    let notice = notice(report, view.group, suspect, sources);
    let Some(chance) = suspect.chance else { return counts(&notice) };
    let changed = suspect.changed_since.as_ref().map(|says| format!("; {}", prose(&cut(says))));
    format!(
        "| {} | {} | {} | {}{} |",
        percent(chance),
        code(&cut(&notice.name)),
        code(&at(&notice)),
        suspect.why.map_or("", |why| why.words()),
        changed.unwrap_or_default()
    )
}

/// The row of a suspect without a chance.
fn counts(notice: &Notice) -> String {
    let counts = &notice.counts;
    format!(
        "| {} | {} | {} | {} of {} | {} of {} |",
        notice.rank(),
        code(&cut(&notice.name)),
        code(&at(notice)),
        counts.ef,
        counts.ef + counts.nf,
        counts.ep,
        counts.ep + counts.np
    )
}

/// The source file of a suspect with its line.
fn at(notice: &Notice) -> String {
    let line = notice.place.line.map_or_else(String::new, |line| format!(":{line}"));
    notice.place.path.clone() + &line
}

/// How many suspects there are besides those in the table.
fn more(report: &Report<'_>, view: &View<'_>) -> Option<String> {
    let shown = view.suspects.len();
    let shown = if view.suspects.first()?.chance.is_some() { shown } else { shown.min(MOST) };
    let (one, _) = level_words(report.level);
    let candidates = view.group.ranked;
    (candidates > shown)
        .then(|| format!("… and {} more of {}.", number(candidates - shown), counted(candidates, one)))
}

/// Lines of a source around the marked one.
fn excerpt(at: &Excerpt, says: &str, around: u32) -> String {
    let numbered = (at.first..).zip(&at.lines).filter(|(line, _)| line.abs_diff(at.marked) <= around);
    let code_line = |(line, text): (u32, &String)| {
        let mark = if line == at.marked { '>' } else { ' ' };
        format!("{mark} {line:>5}  {}", cut(text))
    };
    let text: Vec<String> = numbered.map(code_line).collect();
    let path = at.path.display().to_string().replace('\\', "/");
    let remark = if at.remark.is_empty() { String::new() } else { format!(" ({})", prose(at.remark)) };
    format!("{says} {}{remark}:\n\n{}", code(&format!("{path}:{}", at.marked)), fenced(&text))
}

/// The groups behind those that are shown in full, a line each.
fn listed(screen: &Screen<'_>, shown: usize) -> Vec<String> {
    let others = screen.groups.get(shown..).unwrap_or_default();
    let line = |view: &View<'_>| {
        let suspect = view.suspects.first().map_or_else(String::new, |first| {
            let chance = first.chance.map_or_else(String::new, |chance| format!(" ({})", percent(chance)));
            format!(": {}{chance}", code(&cut(&name_of(screen.report, first))))
        });
        let doubt = view.group.doubt.as_ref().map(|doubt| format!(". {}.", prose(&cut(&doubt.says))));
        format!("* {}{suspect}{}", code(&failing(view)), doubt.unwrap_or_default())
    };
    let mut lines: Vec<String> = others.iter().take(LISTED).map(line).collect();
    if others.len() > LISTED {
        lines.push(format!("* … and {}", counted(others.len() - LISTED, "more group")));
    }
    if lines.is_empty() { lines } else { [vec![String::new()], lines].concat() }
}
