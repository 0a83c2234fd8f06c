//! The start page: failures, suspects, evidence.

use faultline_fault_ranking::report::{Group, Suspect};
use faultline_fault_ranking::text;
use faultline_messages::names;
use faultline_messages::words::{counted, number};
use faultline_spectrum::{Outcome, TestId};
use maud::{Markup, html};

use crate::code;
use crate::evidence::{Bar, Bars, COLUMNS, KINDS};
use crate::frame::{Colophon, Frame, Section};
use crate::model::{Model, shown};
use crate::text::{Name, Prose, Shown, plain};

/// Number of failing tests shown per group: at once, and behind a button.
const TESTS: (usize, usize) = (4, 200);
/// Number of groups that start expanded.
const OPEN: usize = 3;
/// Context lines above and below the most suspicious one.
const CONTEXT: usize = 4;
/// Number of sentences on mutants and on edits of failing tests.
const SENTENCES: usize = 3;

/// Renders the page.
pub fn page(model: &Model<'_>, colophon: &Colophon) -> String {
    let report = model.report();
    let title = headline(model);
    let main = html! {
        h1.headline { (title) }
        p.totals { (totals(model)) }
        @for says in report.unseen.iter().flat_map(|unseen| &unseen.says) { p.note { (Prose(says)) } }
        @if report.groups.is_empty() { (nothing_failed()) }
        @for (at, group) in report.groups.iter().enumerate() {
            @if at == 1 { (contents(model)) }
            (section(model, at, group))
        }
        @if model.asked.left_out > 0 {
            p.note { (counted(model.asked.left_out, "smaller group")) " of failing tests are not on these pages; "
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

/// Links to the other groups.
fn contents(model: &Model<'_>) -> Markup {
    html! {
        nav.contents aria-label="Other groups of failing tests" {
            p.lead { "Failing tests form groups by exception and throwing line. Each is ranked on its own, the failures of the others left out. The others:" }
            ol start="2" {
                @for (at, group) in model.report().groups.iter().enumerate().skip(1) {
                    li {
                        a href={ "#g" (at + 1) } { (Name(&exception(model, group))) }
                        " " span.quiet { (counted(group.failing.len(), "test")) }
                    }
                }
            }
        }
    }
}

fn exception(model: &Model<'_>, group: &Group) -> String {
    match text::cause(model.report(), group) {
        cause if cause.is_empty() => "an exception that was not recorded".to_owned(),
        cause => cause,
    }
}

fn section(model: &Model<'_>, at: usize, group: &Group) -> Markup {
    let id = format!("g{}", at + 1);
    let of = if model.report().groups.len() > 1 { format!("Group {}: ", at + 1) } else { String::new() };
    let tests = if group.interrupted { "unfinished test" } else { "failing test" };
    let heading = html! {
        span.eyebrow { (of) (counted(group.failing.len(), tests)) }
        span.cause { (Name(&exception(model, group))) }
    };
    let suspects: Vec<&Suspect> = shown(group).collect();
    let body = html! {
        @if let Some(doubt) = &group.doubt { p.lead { (format!("{}.", doubt.says)) } }
        @if suspects.is_empty() {
            p.lead { "The failing tests ran no recorded method; record more with " code { "--include" } "." }
            (failing(model, group))
        } @else {
            div.verdict {
                div.answer { (answer(model, group, &suspects)) }
                (excerpt(model, suspects[0]))
                div.failing { (failing(model, group)) }
            }
            (table(model, group, &suspects))
            (sentences(group))
        }
    };
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

fn answer(model: &Model<'_>, group: &Group, suspects: &[&Suspect]) -> Markup {
    let first = suspects[0];
    let name = model.suspect(first);
    let url = model.url(first);
    let who = html! {
        @match &url { Some(url) => a.who href=(url) { (Name(&name)) }, None => span.who { (Name(&name)) } }
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
            @if let Some(change) = &group.last_change { p.why { (format!("{}.", change.says())) } }
            @for says in group.since.first().iter().flat_map(|since| &since.says) { p.why { (format!("{says}.")) } }
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

fn failing(model: &Model<'_>, group: &Group) -> Markup {
    let list = |tests: &[TestId]| {
        html! { ul.tests { @for &test in tests { li { (self::test(model, test)) } } } }
    };
    let (first, others) = group.failing.split_at(group.failing.len().min(TESTS.0));
    let listed = &others[..others.len().min(TESTS.1)];
    html! {
        h3.label { @if group.interrupted { "Not finished" } @else { "Failed" } }
        (list(first))
        @if let Some(url) = group.failing.first().and_then(|&test| model.neighbours(test)) {
            p.aside { a href=(url) { "What did it run that its nearest passing neighbour did not?" } }
        }
        @if !others.is_empty() {
            details.more {
                summary { (counted(others.len(), "more test")) }
                (list(listed))
                @if others.len() > listed.len() { p.quiet { "and " (number(others.len() - listed.len())) " others" } }
            }
        }
    }
}

/// A failing test, with a link to its neighbours.
fn test(model: &Model<'_>, test: TestId) -> Markup {
    let row = &model.spectrum().tests[test.index()];
    let (name, title, shown) = (model.test(test), plain(&names::test(row)), names::shown(row));
    html! {
        @match model.neighbours(test) {
            Some(url) => a href=(url) title=(title) { (Name(&name)) },
            None => span title=(title) { (Name(&name)) },
        }
        @if let Some(shown) = &shown { " " span.quiet { (Shown(shown)) } }
    }
}

fn excerpt(model: &Model<'_>, first: &Suspect) -> Markup {
    let file = model.report().files.number(first.class);
    let shown = first.shown_line().zip(model.sheets.get(file)).and_then(|(line, sheet)| {
        let url = sheet.url(line)?;
        Some((sheet, url, code::around(model, sheet, line, CONTEXT, "")?))
    });
    let Some((sheet, url, lines)) = shown else {
        return html! {};
    };
    html! {
        figure.excerpt {
            figcaption {
                a href=(url) { (Name(&sheet.path)) }
                @if !sheet.remark.is_empty() { " " span.warn { (sheet.remark) } }
                @if !sheet.is_found { " " span.warn { "source not found: name its folder with --source" } }
            }
            (lines)
        }
    }
}

fn table(model: &Model<'_>, group: &Group, suspects: &[&Suspect]) -> Markup {
    let bars = Bars::of(group, suspects);
    let kinds: Vec<usize> = (0..KINDS).filter(|kind| bars.is_shown[*kind]).collect();
    let rest = group.ranked.saturating_sub(suspects.len());
    html! {
        div.scroll {
            table.suspects role="table" {
                caption { "Suspects by " (model.report().spec) ". The bars compare each with the typical suspect." }
                thead role="rowgroup" {
                    tr role="row" {
                        th role="columnheader" scope="col" { "rank" }
                        th role="columnheader" scope="col" { "method" }
                        @for &kind in &kinds {
                            th.kind role="columnheader" scope="col" title=(COLUMNS[kind].says) { (COLUMNS[kind].name) }
                        }
                        th.tests role="columnheader" scope="col" title="failing and passing tests that run its most suspicious line" { "run by" }
                    }
                }
                tbody role="rowgroup" {
                    @for (suspect, bars) in suspects.iter().zip(&bars.of) { (row(model, suspect, bars, &kinds)) }
                }
            }
        }
        @if rest > 0 { p.quiet { "and " (counted(rest, "more method")) "; " code { "faultline rank --top 0" } " lists all." } }
    }
}

fn row(model: &Model<'_>, suspect: &Suspect, bars: &[Bar; KINDS], kinds: &[usize]) -> Markup {
    let name = model.suspect(suspect);
    let url = model.url(suspect);
    let counts = &suspect.counts;
    let run_by = format!(
        "{} of {} failing, {} of {} passing",
        number(counts.ef as usize),
        number((counts.ef + counts.nf) as usize),
        number(counts.ep as usize),
        number((counts.ep + counts.np) as usize)
    );
    html! {
        tr role="row" {
            td.rank role="cell" { (text::place(model.report(), suspect)) }
            th.name role="rowheader" scope="row" {
                @match &url {
                    Some(url) => a href=(url) data-suspect { (Name(&name)) },
                    None => span { (Shown(&name)) },
                }
                @if let Some(line) = suspect.shown_line() { span.at { "line " (line) } }
            }
            @for &kind in kinds {
                @let words = Bars::words(kind, bars[kind]);
                td.kind role="cell" data-kind=(COLUMNS[kind].name) title=(words) { (bar(bars[kind].length, &words, "evidence")) }
            }
            td.tests role="cell" title=(run_by) {
                b.fail { (number(counts.ef as usize)) } span.quiet { " fail" } " "
                b.pass { (number(counts.ep as usize)) } span.quiet { " pass" }
            }
        }
    }
}

/// A bar whose length is a share of its track; evidence against is hollow. Range: -1 to 1.
fn bar(length: f64, words: &str, class: &str) -> Markup {
    let width = (length.abs().min(1.0) * 100.0).round();
    html! {
        svg.bar.(class) viewBox="0 0 100 8" preserveAspectRatio="none" role="img" aria-label=(words) {
            rect.track width="100" height="8" {}
            rect.(if length < 0.0 { "less" } else { "fill" }) width=(width) height="8" {}
        }
    }
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
