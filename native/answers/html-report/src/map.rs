//! The map page: treemap, matrix, ambiguity groups.

use std::collections::BTreeMap;

use faultline_messages::words::{counted, number};
use faultline_spectrum::MethodId;
use maud::{Markup, html};

use crate::code::legend;
use crate::covering::Covering;
use crate::frame::{Colophon, Frame, Section};
use crate::matrix::{self, Matrix};
use crate::model::Model;
use crate::source::left_out;
use crate::text::Shown;
use crate::tree;

/// Number of ambiguity groups listed.
const GROUPS: usize = 12;
/// Number of methods listed per group.
const METHODS: usize = 6;

/// Renders the page. `covering` has the lines on pages.
pub fn page(model: &Model<'_>, covering: &Covering, colophon: &Colophon) -> String {
    let matrix = Matrix::of(model);
    let is_green = model.report().groups.is_empty();
    let main = html! {
        h1.headline { "Map" }
        section aria-labelledby="tree" {
            h2.plain id="tree" { (if is_green { "What was recorded" } else { "Where suspicion lies" }) }
            p.lead { "Boxes are packages, in them classes and methods; a box is as large as its code has lines." }
            @if !is_green { (legend()) }
            a.skip href="#tree-table" { "Skip the picture: the same as a table" }
            figure.wide { (tree::picture(model)) }
            (tree::table(model))
            @if let Some(left_out) = left_out(model) { p.quiet { (left_out) "." } }
        }
        section aria-labelledby="matrix" {
            h2.plain id="matrix" { "Which test runs which class" }
            p.lead { "A row is a test, a column a class; the stronger the colour of a cell, the more of the class's lines the test runs. "
                @if !is_green { "Failing tests are marked. " } "Rows and columns stand beside those most like them." }
            figure.wide.scroll tabindex="0" role="region" aria-label="The matrix, wider than the page" { (matrix::picture(model, &matrix)) }
            @if matrix.left_out != (0, 0) {
                p.quiet { (left_out_of(&matrix)) }
            }
        }
        @if !is_green { section aria-labelledby="groups" {
            h2.plain id="groups" { "What the tests cannot tell apart" }
            p.lead { "Lines that exactly the same tests run are equally suspicious, whatever the formula. A test that runs some of them and "
                "not the others parts them." }
            (groups(model, covering))
        } }
    };
    Frame { title: "Map", section: Section::Map, root: "", data: None, colophon }.page(&main)
}

/// Describes what was left out for lack of room.
fn left_out_of(matrix: &Matrix) -> String {
    let (classes, tests) = matrix.left_out;
    let of = [(tests, "test", "that run less of the same"), (classes, "class", "that are less suspicious")];
    let parts = of.into_iter().filter(|(count, ..)| *count > 0);
    let parts: Vec<String> =
        parts.map(|(count, what, which)| format!("{} {which}", counted(count, what))).collect();
    format!("Left out: {}.", parts.join(", and "))
}

/// Lines run by the same set of tests.
#[derive(Default)]
struct Ambiguous {
    /// Indices among all lines.
    lines: Vec<usize>,
    /// Their highest suspiciousness.
    share: f64,
}

/// Groups of several suspicious lines with the same set of tests, with the set's number; the most suspicious
/// first.
fn ambiguous(model: &Model<'_>, covering: &Covering) -> Vec<(u32, Ambiguous)> {
    let mut groups: BTreeMap<u32, Ambiguous> = BTreeMap::new();
    for (at, line) in model.lines.all().iter().enumerate() {
        let share = model.share(line.file, line.line);
        if let Some(set) = covering.set(at).filter(|_| share > 0.0) {
            let group = groups.entry(set).or_default();
            group.lines.push(at);
            group.share = group.share.max(share);
        }
    }
    let mut groups: Vec<_> = groups.into_iter().filter(|(_, group)| group.lines.len() > 1).collect();
    // The sort is stable: equal groups stay in the order of their sets.
    groups.sort_by(|(_, a), (_, b)| b.share.total_cmp(&a.share).then(b.lines.len().cmp(&a.lines.len())));
    groups
}

fn groups(model: &Model<'_>, covering: &Covering) -> Markup {
    let groups = ambiguous(model, covering);
    html! {
        @if groups.is_empty() { p.note { "Each suspicious line is told apart from all others." } }
        ul.cards {
            @for (set, Ambiguous { lines, share }) in groups.iter().take(GROUPS) {
                @let (failing, passing) = covering.tests(model.spectrum(), *set);
                li.card {
                    p { b { (counted(lines.len(), "line")) } ", suspicion " (format!("{:.0} %", share * 100.0)) ", run by "
                        (counted(failing.len(), "failing test")) " and " (number(passing.len())) " passing" }
                    (methods(model, lines))
                }
            }
        }
        @if groups.len() > GROUPS { p.quiet { "and " (counted(groups.len() - GROUPS, "more group")) "; " code { "faultline suite" } " lists all." } }
    }
}

fn methods(model: &Model<'_>, lines: &[usize]) -> Markup {
    let mut methods: Vec<(MethodId, u32, Vec<u32>)> = Vec::new();
    for &at in lines {
        let line = model.lines.all()[at];
        match methods.iter_mut().find(|(method, ..)| *method == line.method) {
            Some((_, _, lines)) => lines.push(line.line),
            None => methods.push((line.method, line.file, vec![line.line])),
        }
    }
    methods.sort_by_key(|(method, _, lines)| (std::cmp::Reverse(lines.len()), *method));
    html! {
        ul.plain {
            @for (method, file, lines) in methods.iter().take(METHODS) {
                li {
                    @match model.sheets.url(*file, lines[0]) {
                        Some(url) => a href=(url) { (Shown(&model.method(*method, true))) },
                        None => span { (Shown(&model.method(*method, true))) },
                    }
                    " " span.quiet { (ranges(lines)) }
                }
            }
            @if methods.len() > METHODS { li.quiet { "and " (counted(methods.len() - METHODS, "more method")) } }
        }
    }
}

/// Ascending numbers with consecutive ones joined: `1–3, 7`.
fn ranges(lines: &[u32]) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for &line in lines {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 >= line => *last = line,
            _ => ranges.push((line, line)),
        }
    }
    let shown = ranges
        .iter()
        .map(|(first, last)| if first == last { first.to_string() } else { format!("{first}–{last}") });
    shown.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn numbers_that_follow_each_other_are_joined() {
        assert_eq!(ranges(&[1, 2, 3, 7, 9, 10]), "1–3, 7, 9–10");
        assert_eq!(ranges(&[4]), "4");
        assert_eq!(ranges(&[]), "");
    }
}
