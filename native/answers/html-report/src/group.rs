//! A group of failing tests on the start page: what it said, who most likely did it, where.

use faultline_fault_ranking::report::{Group, Suspect};
use faultline_fault_ranking::screen::in_order;
use faultline_fault_ranking::text;
use faultline_messages::words::{counted, number};
use faultline_spectrum::TestId;
use maud::{Markup, html};

use crate::code::legend_of_changes;
use crate::excerpt;
use crate::failure;
use crate::model::{Model, shown};
use crate::suspects::{self, bar};
use crate::text::{Name, Prose};

/// Number of groups that start expanded.
const OPEN: usize = 3;
/// Lines above and below the first suspect's marked one.
const CONTEXT: u32 = 4;
/// Number of sentences on mutants and on edits of failing tests.
const SENTENCES: usize = 3;

/// How much of a group is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detail {
    /// Suspects with their sources, the first included.
    pub sources: usize,
    /// Whether the first suspects are in a table with bars; otherwise they are a line each.
    pub has_table: bool,
    /// Failing tests shown at once.
    pub tests: usize,
    /// Failing tests behind a button.
    pub more_tests: usize,
}

/// All levels, the most detailed first.
pub const LEVELS: [Detail; 3] = [
    Detail { sources: 5, has_table: true, tests: 4, more_tests: 20 },
    Detail { sources: 1, has_table: true, tests: 2, more_tests: 6 },
    Detail { sources: 0, has_table: false, tests: 1, more_tests: 0 },
];
/// Suspects in a list without a table.
const LISTED: usize = 3;

/// Renders a group, the one at the index `at` of the report's.
pub fn section(model: &Model<'_>, at: usize, group: &Group, detail: Detail) -> Markup {
    let id = format!("g{}", at + 1);
    let of = if model.report().groups.len() > 1 { format!("Group {}: ", at + 1) } else { String::new() };
    let tests = if group.interrupted { "unfinished test" } else { "failing test" };
    let heading = html! {
        span.eyebrow { (of) (counted(group.failing.len(), tests)) }
        span.cause { (Name(&exception(model, group))) }
    };
    let body = body(model, group, detail);
    html! {
        section.group aria-labelledby=(id) {
            @if at < OPEN {
                h2 id=(id) { (heading) }
                (body)
            } @else {
                details { summary { h2 id=(id) { (heading) } } (body) }
            }
        }
    }
}

/// What the tests of a group threw, and where.
pub fn exception(model: &Model<'_>, group: &Group) -> String {
    match text::cause(model.report(), group) {
        cause if cause.is_empty() => "an exception that was not recorded".to_owned(),
        cause => cause,
    }
}

fn body(model: &Model<'_>, group: &Group, detail: Detail) -> Markup {
    let suspects: Vec<&Suspect> = shown(group).collect();
    html! {
        @if let Some(doubt) = &group.doubt { p.lead { (format!("{}.", doubt.says)) } }
        @if suspects.is_empty() {
            p.lead { "The failing tests ran no recorded method; record more with " code { "--include" } "." }
            (failing(model, group, detail))
        } @else {
            div.verdict {
                div.accused {
                    div.answer { (answer(model, group, &suspects)) }
                    @if detail.sources > 0 { (excerpt::of_suspect(model, suspects[0], CONTEXT)) }
                }
                div.failing { (failing(model, group, detail)) }
            }
            @if !group.changed_lines.is_empty() && detail.sources > 0 { (legend_of_changes()) }
            (suspects::next(model, &suspects, detail.sources))
            @if detail.has_table { (suspects::table(model, group, &suspects)) (sentences(group)) }
            @else { (suspects::list(model, group, &suspects, LISTED)) }
        }
    }
}

fn answer(model: &Model<'_>, group: &Group, suspects: &[&Suspect]) -> Markup {
    let first = suspects[0];
    let name = model.suspect(first);
    let who = html! {
        @match model.url(first) { Some(url) => a.who href=(url) { (Name(&name)) }, None => span.who { (Name(&name)) } }
        @if let Some(line) = first.shown_line() { " " span.at { "line " (line) } }
    };
    match &group.answer {
        Some(answer) => html! {
            p.verdict-line { span.most { "Most likely" } " " (who) }
            div.chance {
                (bar(answer.chance, &format!("{} sure", answer.sure()), "chance-bar"))
                span { (answer.sure()) " " span.unit { "sure" } }
            }
            @if !answer.why.is_empty() { p.why { (sentence(&answer.why.join(", and "))) } }
            @if let Some(change) = &group.last_change { p.why { (Prose(&format!("{}.", change.says()))) } }
            @for says in group.since.first().iter().flat_map(|since| &since.says) { p.why { (Prose(&format!("{says}."))) } }
            @if let Some(more) = answer.more { p.why { "The evidence is weak; " (Prose(more)) "." } }
        },
        None if first.rank_max > 1 => html! {
            p.verdict-line { span.most { "First of " (number(first.rank_max as usize)) " that share the first place" } " " (who) }
            p.why { "Coverage alone does not tell them apart." }
        },
        None => html! { p.verdict-line { span.most { "Most suspicious" } " " (who) } },
    }
}

fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    chars
        .next()
        .map_or(String::new(), |first| first.to_uppercase().collect::<String>() + chars.as_str() + ".")
}

/// What failed: the first test with its message and its failing line, then the others.
fn failing(model: &Model<'_>, group: &Group, detail: Detail) -> Markup {
    let tests = in_order(group);
    let list = |tests: &[TestId]| {
        html! { ul.tests { @for &test in tests { li { (failure::named(model, test, "")) } } } }
    };
    let (first, others) = tests.split_at(tests.len().min(detail.tests));
    let listed = &others[..others.len().min(detail.more_tests)];
    let left_out = others.len() - listed.len();
    html! {
        h3.label { @if group.interrupted { "Not finished" } @else { "Failed" } }
        (list(&first[..first.len().min(1)]))
        @if let Some(&test) = first.first() {
            @if let Some(message) = group.messages.get(&test) { (failure::message(message)) }
            @if detail.sources > 0 { (failure::source(model, test)) }
        }
        (list(first.get(1..).unwrap_or_default()))
        @if !listed.is_empty() {
            details.more { summary { (counted(others.len(), "more test")) } (list(listed)) @if left_out > 0 { (all_of(left_out)) } }
        } @else if left_out > 0 { (all_of(left_out)) }
        @if let Some(url) = first.first().and_then(|&test| model.neighbours(test)) {
            p.aside { a href=(url) { "What did it run that its nearest passing neighbour did not?" } }
        }
    }
}

/// How many failing tests of a group are not shown.
fn all_of(left_out: usize) -> Markup {
    html! { p.quiet { "and " (counted(left_out, "other")) ", " a href="tests.html" { "among all tests" } } }
}

fn sentences(group: &Group) -> Markup {
    let mut says: Vec<&str> = Vec::new();
    let mending = shown(group).filter_map(|suspect| Some(suspect.mending.as_ref()?.says.as_str()));
    for sentence in mending {
        if says.len() < SENTENCES && !says.contains(&sentence) {
            says.push(sentence);
        }
    }
    let edits = group.amplified.iter().flat_map(|amplified| &amplified.edits).take(SENTENCES);
    says.extend(edits.map(|edit| edit.says.as_str()));
    let outcomes =
        shown(group).take(SENTENCES).filter_map(|suspect| Some(suspect.outcome.as_ref()?.says.as_str()));
    says.extend(outcomes);
    html! { @if !says.is_empty() { ul.says { @for says in says { li { (Prose(says)) } } } } }
}
