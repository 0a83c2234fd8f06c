//! The suspects of a group: the first ones with their sources, then a table with what speaks for each.

use faultline_fault_ranking::report::{Group, Suspect};
use faultline_fault_ranking::text;
use faultline_fault_ranking::why::percent;
use faultline_messages::words::{counted, number};
use maud::{Markup, html};

use crate::evidence::{Bar, Bars, COLUMNS, KINDS};
use crate::excerpt;
use crate::model::Model;
use crate::text::{Name, Shown};

/// Lines above and below a suspect's marked one.
const CONTEXT: u32 = 3;
/// Says of a suspect that the ranking cannot tell it from the one before it.
const TIED: &str = "same evidence as the one before";

/// The suspects behind the first, each with its chance, its reason and its source. `most` counts the first, too.
pub fn next(model: &Model<'_>, suspects: &[&Suspect], most: usize) -> Markup {
    let behind = suspects.iter().zip(suspects.iter().skip(1)).take(most.saturating_sub(1));
    html! {
        @if suspects.len() > 1 && most > 1 {
            h3.label { "The next suspects" }
            ol.next start="2" {
                @for (before, suspect) in behind {
                    li {
                        p.next-name {
                            b.share { (chance(model, suspect)) } " "
                            (named(model, suspect))
                        }
                        p.why { (why(suspect, Some(before))) }
                        (excerpt::of_suspect(model, suspect, CONTEXT))
                    }
                }
            }
        }
    }
}

/// How sure the ranking is of a suspect, or its place where it states no chance.
fn chance(model: &Model<'_>, suspect: &Suspect) -> String {
    suspect.chance.map_or_else(|| format!("rank {}", text::place(model.report(), suspect)), percent)
}

/// The strongest evidence for a suspect in words, and since when it has changed.
fn why(suspect: &Suspect, before: Option<&Suspect>) -> Markup {
    let is_tied = before.is_some_and(|before| before.rank_min == suspect.rank_min);
    let why = if is_tied { TIED } else { suspect.why.map_or("", |why| why.words()) };
    html! {
        (why)
        @if let Some(since) = &suspect.changed_since { @if !why.is_empty() { "; " } span.changed-since { (Shown(since)) } }
    }
}

/// A suspect's name with a link to its marked line.
pub fn named(model: &Model<'_>, suspect: &Suspect) -> Markup {
    let name = model.suspect(suspect);
    html! {
        @match model.url(suspect) {
            Some(url) => a.name href=(url) { (Name(&name)) },
            None => span.name { (Name(&name)) },
        }
        @if let Some(line) = suspect.shown_line() { " " span.at { "line " (line) } }
    }
}

/// The first suspects in a table: chance, bars of evidence, tests that run them.
pub fn table(model: &Model<'_>, group: &Group, suspects: &[&Suspect]) -> Markup {
    let bars = Bars::of(group, suspects);
    let kinds: Vec<usize> = (0..KINDS).filter(|kind| bars.is_shown[*kind]).collect();
    let has_chances = suspects.iter().any(|suspect| suspect.chance.is_some());
    html! {
        div.scroll {
            table.suspects role="table" {
                caption { "Suspects by " (model.report().spec) ". The bars compare each with the typical suspect." }
                thead role="rowgroup" {
                    tr role="row" {
                        th role="columnheader" scope="col" { "rank" }
                        @if has_chances { th.share role="columnheader" scope="col" { "chance" } }
                        th role="columnheader" scope="col" { "method" }
                        @for &kind in &kinds {
                            th.kind role="columnheader" scope="col" title=(COLUMNS[kind].says) { (COLUMNS[kind].name) }
                        }
                        th.tests role="columnheader" scope="col" title="failing and passing tests that run its most suspicious line" { "run by" }
                    }
                }
                tbody role="rowgroup" {
                    @for (suspect, bars) in suspects.iter().zip(&bars.of) { (row(model, suspect, bars, &kinds, has_chances)) }
                }
            }
        }
        (rest(group, suspects.len()))
    }
}

/// The first suspects in a line each, where there is no room for more.
pub fn list(model: &Model<'_>, group: &Group, suspects: &[&Suspect], most: usize) -> Markup {
    let shown = &suspects[..suspects.len().min(most)];
    html! {
        ol.brief {
            @for suspect in shown {
                li { b.share { (chance(model, suspect)) } " " (named(model, suspect)) " " span.quiet { (why(suspect, None)) } }
            }
        }
        (rest(group, shown.len()))
    }
}

/// How many suspects are not shown.
fn rest(group: &Group, shown: usize) -> Markup {
    let rest = group.ranked.saturating_sub(shown);
    html! {
        @if rest > 0 { p.quiet { "and " (counted(rest, "more method")) "; " code { "faultline rank --top 0" } " lists all." } }
    }
}

fn row(
    model: &Model<'_>,
    suspect: &Suspect,
    bars: &[Bar; KINDS],
    kinds: &[usize],
    has_chances: bool,
) -> Markup {
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
            @if has_chances { td.share role="cell" { (suspect.chance.map(percent).unwrap_or_default()) } }
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
pub fn bar(length: f64, words: &str, class: &str) -> Markup {
    let width = (length.abs().min(1.0) * 100.0).round();
    html! {
        svg.bar.(class) viewBox="0 0 100 8" preserveAspectRatio="none" role="img" aria-label=(words) {
            rect.track width="100" height="8" {}
            rect.(if length < 0.0 { "less" } else { "fill" }) width=(width) height="8" {}
        }
    }
}
