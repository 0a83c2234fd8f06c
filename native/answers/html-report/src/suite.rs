//! The suite page: how well the tests tell lines apart, and where they do not.

use faultline_diagnosability::ambiguity::Group;
use faultline_messages::names;
use faultline_messages::words::{counted, number};
use faultline_quality_gate::words::{Words, lines, share};
use faultline_quality_gate::{Measures, Part, Survey};
use maud::{Markup, html};

use crate::frame::{Colophon, Frame, Section};
use crate::model::Model;
use crate::pictures::Picture;
use crate::text::{Name, Shown};

/// Number of packages, and of classes, listed.
const PARTS: usize = 10;
/// Number of methods listed per group.
const METHODS: usize = 5;
/// Smallest group size of each bar; the last bar includes all larger groups.
const SIZES: [usize; 7] = [1, 2, 3, 5, 10, 20, 50];

/// Renders the page.
pub fn page(model: &Model<'_>, colophon: &Colophon) -> String {
    let main = html! {
        h1.headline { "Suite" }
        @match &model.asked.survey {
            Some(survey) => (told(model, survey)),
            None => p.note { "There is nothing to measure: no test passed or failed, or none ran a recorded line." },
        }
        (pictures(&model.asked.pictures))
    };
    Frame { title: "Suite", section: Section::Suite, root: "", data: None, colophon }.page(&main)
}

fn told(model: &Model<'_>, survey: &Survey<'_>) -> Markup {
    html! {
        p.totals { (totals(survey)) }
        section aria-labelledby="ddu" {
            h2.plain id="ddu" { "How well the tests diagnose" }
            p.lead { "A fault can only be ranked above lines that other tests run. DDU says how much of that the suite allows, from 0 to 1." }
            (whole(&survey.whole))
        }
        section aria-labelledby="sizes" {
            h2.plain id="sizes" { "How finely lines are told apart" }
            p.lead { "Lines that exactly the same tests run form an ambiguity group; whatever the formula, they share a place. "
                "A line that belongs to two methods counts for each." }
            (sizes(survey))
        }
        @if survey.packages.len() > 1 { (parts("package", &survey.packages)) }
        @if survey.classes.len() > 1 { (parts("class", &survey.classes)) }
        section aria-labelledby="groups" {
            h2.plain id="groups" { "The largest groups, and what would split them" }
            (groups(model, survey))
        }
    }
}

fn totals(survey: &Survey<'_>) -> String {
    let m = &survey.whole;
    let mut parts = vec![
        counted(m.tests, "test"),
        counted(survey.classes.len(), "class"),
        counted(m.elements, "line"),
        format!("{} of them run", percent(m.covered, m.elements)),
    ];
    if m.idle > 0 {
        parts.push(counted(m.idle, "test") + " without a recorded line");
    }
    parts.join(" · ")
}

/// A percentage, rounded down so that 100 % means all.
fn percent(part: usize, whole: usize) -> String {
    format!("{} %", part * 100 / whole.max(1))
}

fn whole(m: &Measures) -> Markup {
    let rows = [
        ("DDU", m.ddu, "density × diversity × uniqueness"),
        ("density", m.density, "how near the share of ones in tests × lines is to one half"),
        ("diversity", m.diversity, "the chance that two different tests run different lines"),
        ("uniqueness", m.uniqueness, "ambiguity groups per line"),
    ];
    html! {
        dl.measures {
            @for (name, value, says) in rows {
                div {
                    dt { (name) }
                    dd { b { (share(value)) } (bar(value)) span.quiet { (says) } }
                }
            }
        }
        p.quiet { "EntBug " (share(m.entbug)) " (" (share(m.entbug_published)) " as published code has it; 0 is best) · TfD "
            (counted(m.groups, "ambiguity group")) " (as many as lines is best)" }
    }
}

/// A bar for the number beside it. Range: 0 to 1.
fn bar(value: f64) -> Markup {
    let width = (value.clamp(0.0, 1.0) * 1000.0).round() / 10.0;
    html! {
        svg.bar.measure viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" {
            rect.track width="100" height="8" {}
            rect.fill width=(width) height="8" {}
        }
    }
}

/// Ambiguity groups of similar size.
struct Bin {
    /// The range of sizes, as text.
    name: String,
    groups: usize,
    lines: usize,
}

/// Numbers of lines by size of their group.
fn binned(survey: &Survey<'_>) -> Vec<Bin> {
    let mut bins = Vec::new();
    for (at, &from) in SIZES.iter().enumerate() {
        let next = SIZES.get(at + 1).copied();
        let within = survey.sizes.iter().filter(|&&size| size >= from && next.is_none_or(|next| size < next));
        let name = match next {
            Some(2) => "alone".to_owned(),
            Some(next) if next == from + 1 => format!("{from} together"),
            Some(next) => format!("{from} to {} together", next - 1),
            None => format!("{from} or more together"),
        };
        bins.push(Bin { name, groups: within.clone().count(), lines: within.sum() });
    }
    let never = survey.whole.elements - survey.whole.covered;
    bins.push(Bin { name: "run by no test".to_owned(), groups: usize::from(never > 0), lines: never });
    bins.retain(|bin| bin.groups > 0);
    bins
}

fn sizes(survey: &Survey<'_>) -> Markup {
    let all = survey.whole.elements.max(1);
    html! {
        table.measures {
            caption { "Lines by the size of their ambiguity group" }
            thead { tr { th scope="col" { "lines" } th scope="col" { "share" } th.number scope="col" { "lines" } th.number scope="col" { "groups" } } }
            tbody {
                @for Bin { name, groups, lines } in binned(survey) {
                    tr {
                        th scope="row" { (name) }
                        td.long { (bar(lines as f64 / all as f64)) }
                        td.number { (number(lines)) }
                        td.number { (number(groups)) }
                    }
                }
            }
        }
    }
}

fn parts(one: &'static str, parts: &[Part]) -> Markup {
    let id = format!("parts-{one}");
    let shown = parts.len().min(PARTS);
    html! {
        section aria-labelledby=(id) {
            h2.plain id=(id) { @if one == "package" { "Packages" } @else { "Classes" } }
            p.lead { "Those first in which the most lines are not told apart." }
            div.scroll tabindex="0" role="region" aria-label={ "The table, each " (one) " a row" } {
                table.measures {
                    thead { tr {
                        th scope="col" { (one) }
                        th.number scope="col" { "tests" }
                        th.number scope="col" { "lines" }
                        th.number scope="col" { "run" }
                        th.bars scope="col" { "density" }
                        th.bars scope="col" { "diversity" }
                        th.bars scope="col" { "uniqueness" }
                        th.bars scope="col" { "DDU" }
                        th.number scope="col" { "groups" }
                        th.number scope="col" { "largest" }
                    } }
                    tbody {
                        @for part in &parts[..shown] {
                            @let m = &part.measures;
                            tr {
                                th.name scope="row" title=(crate::text::plain(&part.name)) { (Name(&named(one, part))) }
                                td.number { (number(m.tests)) }
                                td.number { (number(m.elements)) }
                                td.number { (percent(m.covered, m.elements)) }
                                @for value in [m.density, m.diversity, m.uniqueness, m.ddu] {
                                    td.bars { (bar(value)) " " (format!("{value:.2}")) }
                                }
                                td.number { (number(m.groups)) }
                                td.number { (number(m.largest)) }
                            }
                        }
                    }
                }
            }
            @if shown < parts.len() {
                p.quiet { "and " (number(parts.len() - shown)) " more; " code { "faultline suite --top 0" } " shows all." }
            }
        }
    }
}

fn named(one: &str, part: &Part) -> String {
    let name = match part.name.as_str() {
        "" => "(no package)".to_owned(),
        name if one == "class" => names::simple_class(name),
        name => name.to_owned(),
    };
    if part.module.is_empty() { name } else { format!("{}: {name}", part.module) }
}

fn groups(model: &Model<'_>, survey: &Survey<'_>) -> Markup {
    let words = Words::of(survey);
    html! {
        @if survey.groups.is_empty() { p.note { "Every two lines are told apart by some test." } }
        ul.cards { @for group in &survey.groups { (card(model, &words, group)) } }
        @if survey.ambiguous > survey.groups.len() {
            p.quiet { "and " (counted(survey.ambiguous - survey.groups.len(), "more group")) "; "
                code { "faultline suite --top 0" } " shows all." }
        }
    }
}

fn card(model: &Model<'_>, words: &Words<'_>, group: &Group) -> Markup {
    let url = |class: faultline_spectrum::ClassId, line: u32| {
        model.sheets.url(model.report().files.number(class), line)
    };
    html! {
        li.card {
            p { b { (counted(group.size, "line")) } " in " (words.extent(group)) ", " (Shown(&words.run_by(group))) }
            ul.plain {
                @for of in group.methods.iter().take(METHODS) {
                    @let class = model.spectrum().methods[of.method.index()].class;
                    li {
                        @match of.lines.first().and_then(|line| url(class, *line)) {
                            Some(url) => a href=(url) { (Shown(&words.method(of.method))) },
                            None => span { (Shown(&words.method(of.method))) },
                        }
                        " " span.quiet { (lines(of)) }
                    }
                }
                @if group.methods.len() > METHODS { li.quiet { "and " (counted(group.methods.len() - METHODS, "more method")) } }
            }
            p.quiet { (Shown(&words.advice(group))) }
        }
    }
}

fn pictures(pictures: &[Picture]) -> Markup {
    html! {
        @if !pictures.is_empty() {
            section aria-labelledby="pictures" {
                h2.plain id="pictures" { "Pictures beside the recording" }
                @for (at, picture) in pictures.iter().enumerate() {
                    figure.wide.picture {
                        img src=(Picture::path(at)) alt=(crate::text::plain(&picture.title)) loading="lazy";
                        figcaption { (Shown(&picture.name)) ": " (Shown(&picture.title)) }
                    }
                }
            }
        }
    }
}
