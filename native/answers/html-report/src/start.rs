//! The start page: groups of failing tests, and what is known of the whole run.

use faultline_messages::words::{counted, number};
use faultline_spectrum::Outcome;
use maud::{Markup, html};

use crate::frame::{Colophon, Frame, Section};
use crate::group::{self, LEVELS, exception};
use crate::model::Model;
use crate::text::{Name, Prose};

/// Most bytes of all groups together; the page has some thousand more.
const ROOM: usize = 250_000;

/// Renders the page.
pub fn page(model: &Model<'_>, colophon: &Colophon) -> String {
    let report = model.report();
    let title = headline(model);
    let (sections, unshown) = sections(model);
    let main = html! {
        h1.headline { (title) }
        p.totals { (totals(model)) }
        @for says in report.unseen.iter().flat_map(|unseen| &unseen.says) { p.note { (Prose(says)) } }
        @if report.groups.is_empty() { (nothing_failed()) }
        @for (at, section) in sections.iter().enumerate() {
            @if at == 1 { (contents(model, sections.len())) }
            (section)
        }
        @if model.asked.left_out + unshown > 0 {
            p.note { (counted(model.asked.left_out + unshown, "smaller group")) " of failing tests are not on these pages; "
                code { "faultline rank --failing TEST" } " explains one of their tests." }
        }
        @if !report.hints.is_empty() || !report.notes.is_empty() {
            section.notes aria-labelledby="notes" {
                h2 id="notes" { "Notes" }
                ul { @for note in report.hints.iter().chain(&report.notes) { li { (Prose(note)) } } }
            }
        }
    };
    Frame { title: &title, section: Section::Suspects, root: "", data: None, colophon }.page(&main)
}

/// The content of the page if no test failed.
fn nothing_failed() -> Markup {
    html! {
        p.lead { "No test failed, so nothing is suspicious." }
        ul.cards {
            li.card {
                a.big href="map.html" { "Map" }
                p { "What was recorded, by package and class, and which test runs which class." }
            }
            li.card {
                a.big href="suite.html" { "Suite" }
                p { "How well the tests tell lines apart, where they do not, and which test to add." }
            }
        }
    }
}

fn headline(model: &Model<'_>) -> String {
    if model.report().groups.is_empty() {
        return match counted(model.report().ended(Outcome::Passed), "test") {
            passed if model.report().ended(Outcome::Passed) > 0 => format!("{passed} passed, none failed"),
            _ => "No test failed".to_owned(),
        };
    }
    let failed = model.report().ended(Outcome::Failed);
    let all = model.spectrum().tests.len();
    if failed == 0 {
        return format!(
            "{} did not end",
            counted(model.report().groups.iter().map(|g| g.failing.len()).sum(), "test")
        );
    }
    format!("{} of {} failed", number(failed), counted(all, "test"))
}

fn totals(model: &Model<'_>) -> String {
    let report = model.report();
    let ended = [Outcome::Passed, Outcome::Failed, Outcome::Aborted, Outcome::Skipped];
    let mut parts: Vec<String> = ended
        .into_iter()
        .map(|outcome| (report.ended(outcome), outcome.name()))
        .filter(|(count, _)| *count > 0)
        .map(|(count, name)| format!("{} {name}", number(count)))
        .collect();
    if report.groups.len() + model.asked.left_out > 1 {
        parts.push(counted(report.groups.len() + model.asked.left_out, "group") + " of failures");
    }
    parts.push(counted(report.spectrum.classes.len(), "class"));
    parts.push(counted(report.lines(), "line"));
    parts.join(" · ")
}

/// The groups, each as detailed as there is room for, and how many have no room at all. The first group always has.
fn sections(model: &Model<'_>) -> (Vec<Markup>, usize) {
    let groups = &model.report().groups;
    let least = LEVELS[LEVELS.len() - 1];
    let mut sections = Vec::new();
    let mut taken = 0;
    for (at, group) in groups.iter().enumerate() {
        let section = group::section(model, at, group, least);
        if at > 0 && taken + section.0.len() > ROOM {
            break;
        }
        taken += section.0.len();
        sections.push(section);
    }
    for (at, section) in sections.iter_mut().enumerate() {
        let before = section.0.len();
        let levels = LEVELS[..LEVELS.len() - 1].iter();
        let mut detailed = levels.map(|level| group::section(model, at, &groups[at], *level));
        if let Some(detailed) = detailed.find(|detailed| taken - before + detailed.0.len() <= ROOM) {
            taken = taken - before + detailed.0.len();
            *section = detailed;
        }
    }
    let unshown = groups.len() - sections.len();
    (sections, unshown)
}

/// Links to the other groups, of which the first `shown` are on the page.
fn contents(model: &Model<'_>, shown: usize) -> Markup {
    html! {
        nav.contents aria-label="Other groups of failing tests" {
            p.lead { "Failing tests form groups by exception and throwing line. Each is ranked on its own, the failures of the others left out. The others:" }
            ol start="2" {
                @for (at, group) in model.report().groups[..shown].iter().enumerate().skip(1) {
                    li {
                        a href={ "#g" (at + 1) } { (Name(&exception(model, group))) }
                        " " span.quiet { (counted(group.failing.len(), "test")) }
                    }
                }
            }
        }
    }
}
