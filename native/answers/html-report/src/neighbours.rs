//! Pages of neighbours: what a failing test ran and the most similar passing tests did not.

use faultline_messages::names;
use faultline_messages::words::{counted, number};
use maud::{Markup, html};

use crate::code::{self, Mark};
use crate::frame::{Colophon, Frame, Section};
use crate::model::{Compared, Model};
use crate::parting::{Parting, Place, Side};
use crate::sheets::Row;
use crate::text::{Name, Shown};
use crate::write::Page;

/// Number of lines shown per neighbour.
const LINES: usize = 300;
/// Number of diverging points listed at the top.
const POINTS: usize = 4;

/// Renders the list of failing tests, and a page for each.
pub fn pages(model: &Model<'_>, colophon: &Colophon) -> Vec<Page> {
    let mut pages = vec![Page { path: "neighbours.html".to_owned(), text: list(model, colophon) }];
    pages.extend(model.compared.iter().enumerate().map(|(at, compared)| Page {
        path: format!("neighbours/{}.html", at + 1),
        text: page(model, compared, colophon),
    }));
    pages
}

fn list(model: &Model<'_>, colophon: &Colophon) -> String {
    let all: usize = model.report().groups.iter().map(|group| group.failing.len()).sum();
    let left_out = all - model.compared.len();
    let main = html! {
        h1.headline { "Neighbours" }
        p.lead { "What did a failing test run that its nearest passing neighbour did not? Nearest is the passing test that shares "
            "most of the lines that either of the two runs." }
        @if model.report().groups.is_empty() {
            p.note { "No test failed, so there is nothing to compare here; " code { "faultline diff TEST" } " compares a passing test with its "
                "nearest neighbour." }
        }
        ul.cards {
            @for (at, compared) in model.compared.iter().enumerate() {
                li.card {
                    a.big href={ "neighbours/" (at + 1) ".html" } { (Name(&model.test(compared.test))) }
                    @match compared.partings.first() {
                        Some(nearest) => {
                            p { "beside " (Name(&model.test(nearest.other))) ", "
                                b { (alike(nearest.likeness)) " alike" } }
                            p.quiet { (counted(nearest.only_test, "line")) " only here, " (number(nearest.only_other)) " only there" }
                        }
                        None => p.quiet { (nobody()) },
                    }
                }
            }
        }
        @if left_out > 0 {
            p.note { (counted(left_out, "more failing test")) " not compared on these pages; "
                code { "faultline diff TEST" } " compares any of them." }
        }
    };
    Frame { title: "Neighbours", section: Section::Neighbours, root: "", data: None, colophon }.page(&main)
}

fn nobody() -> &'static str {
    "No passing test runs any of its lines."
}

/// A similarity as a percentage; 100 % only if nothing differs.
pub fn alike(likeness: f64) -> String {
    let percent = likeness * 100.0;
    if likeness >= 1.0 {
        "100 %".to_owned()
    } else if percent >= 99.95 {
        "> 99.9 %".to_owned()
    } else {
        format!("{percent:.1} %")
    }
}

fn page(model: &Model<'_>, compared: &Compared, colophon: &Colophon) -> String {
    let name = model.test(compared.test);
    let full = names::test(&model.spectrum().tests[compared.test.index()]);
    let main = html! {
        h1.test { (Name(&name)) }
        p.path {
            @if full != name { (Name(&full)) " · " }
            a href={ "../index.html#g" (compared.group + 1) } { "its suspects" }
            @if let Some(url) = model.chosen.url(compared.test) { " · " a href={ "../" (url) } { "its page" } }
        }
        @if compared.partings.is_empty() { p.lead { (nobody()) } }
        @for (at, parting) in compared.partings.iter().enumerate() { (section(model, at, parting)) }
    };
    Frame { title: &name, section: Section::Neighbours, root: "../", data: None, colophon }.page(&main)
}

fn section(model: &Model<'_>, at: usize, parting: &Parting) -> Markup {
    let id = format!("n{}", at + 1);
    let heading = html! {
        h2 id=(id) {
            span.eyebrow { @if at == 0 { "Nearest passing test" } @else { "Neighbour " (at + 1) } ", " (alike(parting.likeness)) " alike" }
            span.cause { (Name(&model.test(parting.other))) }
        }
    };
    let body = html! {
        p.sums {
            span { b { (number(parting.both)) } " run by both" }
            span.only-test { b { (number(parting.only_test)) } " only by the failing test" }
            span.only-other { b { (number(parting.only_other)) } " only by the passing one" }
        }
        (points(model, parting))
        (places(model, parting))
    };
    html! {
        section.parting aria-labelledby=(id) {
            @if at == 0 { (heading) (body) } @else { details { summary { (heading) } (body) } }
        }
    }
}

/// Links to the points where the tests diverge: methods that both run.
fn points(model: &Model<'_>, parting: &Parting) -> Markup {
    let points: Vec<(&Place, u32)> =
        parting.places.iter().filter_map(|place| Some((place, place.after?))).collect();
    if points.is_empty() {
        return html! {};
    }
    let more = points.len().saturating_sub(POINTS);
    html! {
        p.points {
            "They part "
            @for (at, (place, after)) in points.iter().take(POINTS).enumerate() {
                @if at > 0 { ", " }
                "in " code { (Shown(&model.method(place.method, false))) } " after line " (after)
            }
            @if more > 0 { ", and in " (counted(more, "more method")) }
            "."
        }
    }
}

fn places(model: &Model<'_>, parting: &Parting) -> Markup {
    let mut room = LINES;
    let (mut shown, mut left_out) = (Vec::new(), 0);
    for place in &parting.places {
        let lines = place.lines.len().min(room);
        left_out += place.lines.len() - lines;
        room -= lines;
        if lines > 0 {
            shown.push((place, lines));
        }
    }
    html! {
        @if parting.places.is_empty() { p.note { "They run exactly the same lines: only what the lines do, or the test itself, differs." } }
        @if !shown.is_empty() {
            div.heads aria-hidden="true" {
                p { "Only " (Name(&model.test(parting.test))) }
                p { "Only " (Name(&model.test(parting.other))) }
            }
        }
        div.places {
            @for (place, lines) in shown { (self::place(model, place, lines)) }
        }
        @if left_out > 0 { p.quiet { "and " (counted(left_out, "more line")) "; " code { "faultline diff --json" } " has all." } }
    }
}

/// The differing lines of a method in two columns, below the line after which the tests diverge. Consecutive
/// lines of one test form one list.
fn place(model: &Model<'_>, place: &Place, most: usize) -> Markup {
    let method = model.method(place.method, true);
    let class = model.spectrum().methods[place.method.index()].class;
    let after = place.after;
    let who = match (place.entered, after) {
        ((true, true), Some(after)) => format!("both run it; they part after line {after}"),
        ((true, true), None) => "both run it".to_owned(),
        ((true, false), _) => "only the failing test runs it".to_owned(),
        _ => "only the passing test runs it".to_owned(),
    };
    let lines = &place.lines[..place.lines.len().min(most)];
    let dedent = code::dedent(after.iter().chain(lines.iter().map(|(line, _)| line)).filter_map(|line| {
        let sheet = model.sheets.get(place.file)?;
        sheet.rows[sheet.row(*line)?].indent
    }));
    html! {
        figure.place {
            figcaption {
                code { (Name(&method)) } " " span.quiet { (Shown(&model.report().path_of(class))) " · " (who) }
            }
            div.sides.(dedent) {
                @if let Some(after) = after {
                    ol.code.both aria-label="the last line that both run before they part" { (line(model, place, &method, after, None)) }
                }
                @for run in lines.chunk_by(|a, b| a.1 == b.1) {
                    @let is_test = run[0].1 == Side::Test;
                    ol.code.(if is_test { "only-test" } else { "only-other" }) aria-label=(if is_test { "only the failing test" } else { "only the passing test" }) {
                        @for &(at, side) in run { (line(model, place, &method, at, Some(side))) }
                    }
                }
            }
        }
    }
}

/// A line of a place, with its suspiciousness if the failing test runs it.
fn line(model: &Model<'_>, place: &Place, method: &str, at: u32, only: Option<Side>) -> Markup {
    let sheet = model.sheets.get(place.file);
    let known = sheet.and_then(|sheet| sheet.row(at).map(|row| &sheet.rows[row]));
    let fallback = Row::named(at, method);
    let url = model.sheets.url(place.file, at).map(|url| format!("../{url}"));
    let share = if only == Some(Side::Other) { 0.0 } else { model.share(place.file, at) };
    let is_changed = model.is_changed(place.file, at);
    code::line(
        known.unwrap_or(&fallback),
        share,
        Mark { href: url.as_deref(), is_changed, ..Mark::default() },
    )
}
