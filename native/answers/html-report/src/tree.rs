//! The treemap: packages, classes and methods; area shows lines, darkness shows suspiciousness.

use std::collections::BTreeMap;

use faultline_messages::names;
use faultline_messages::words::{counted, number};
use faultline_spectrum::MethodId;
use maud::{Markup, html};
use streemap::Rect;

use crate::model::Model;
use crate::shade;
use crate::text::{Name, plain, tail};

/// Width of the picture, in its own units.
const WIDTH: f64 = 1200.0;
/// Height of the picture.
const HEIGHT: f64 = 620.0;
/// Height of a package's heading.
const HEADING: f64 = 18.0;
/// Approximate width of a character in the widest common font.
const LETTER: f64 = 7.6;
/// Approximate width of a bold character, as in headings.
const BOLD: f64 = 8.8;
/// Maximum number of boxes; beyond it classes are not divided into methods.
const BOXES: usize = 4_000;
/// Maximum number of classes in the table.
const LISTED: usize = 100;
/// Classes with a smaller area are not divided.
const DIVIDED: f64 = 250.0;

/// A package, class or method of the treemap.
#[derive(Debug, Default)]
struct Node {
    name: String,
    lines: usize,
    share: f64,
    url: Option<String>,
    inside: Vec<Node>,
}

impl Node {
    fn of(name: String, mut inside: Vec<Self>) -> Self {
        inside.sort_by(|a, b| b.lines.cmp(&a.lines).then_with(|| a.name.cmp(&b.name)));
        let most = inside.iter().rev().max_by(|a, b| a.share.total_cmp(&b.share));
        let (share, url) = most.map_or((0.0, None), |most| (most.share, most.url.clone()));
        Self { lines: inside.iter().map(|node| node.lines).sum(), share, url, name, inside }
    }

    fn worst(&self) -> Option<&Self> {
        // The first of equals, which has the most lines.
        self.inside.iter().rev().max_by(|a, b| a.share.total_cmp(&b.share))
    }

    fn says(&self) -> String {
        let suspicion =
            if self.share > 0.0 { format!(", suspicion {:.0} %", self.share * 100.0) } else { String::new() };
        format!("{}: {}{suspicion}", plain(&self.name), counted(self.lines, "line"))
    }
}

/// Renders the picture.
pub fn picture(model: &Model<'_>) -> Markup {
    let packages = packages(model);
    let mut room = BOXES;
    html! {
        svg.treemap viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="group" aria-label="Packages, classes and methods by lines and suspicion" {
            @for (package, at) in laid_out(packages, Rect { x: 0.0, y: 0.0, w: WIDTH, h: HEIGHT }) {
                (package_box(&package.name, &package.says(), at))
                @for (class, at) in laid_out(package.inside, inner(at)) {
                    (class_box(class, at, &mut room))
                }
            }
        }
    }
}

/// A table that replaces the picture for screen readers: classes with a suspicious line, the most suspicious
/// first.
pub fn table(model: &Model<'_>) -> Markup {
    let packages = packages(model);
    let classes =
        packages.iter().flat_map(|package| package.inside.iter().map(|class| (package.name.as_str(), class)));
    let all = classes.clone().count();
    // List all classes if none is suspicious.
    let is_green = packages.iter().all(|package| package.share <= 0.0);
    let mut suspicious: Vec<(&str, &Node)> =
        classes.filter(|(_, class)| is_green || class.share > 0.0).collect();
    suspicious.sort_by(|a, b| {
        b.1.share
            .total_cmp(&a.1.share)
            .then_with(|| b.1.lines.cmp(&a.1.lines))
            .then_with(|| a.1.name.cmp(&b.1.name))
    });
    let shown = suspicious.len().min(LISTED);
    html! {
        details.more id="tree-table" {
            summary { "The same as a table" }
            div.scroll tabindex="0" role="region" aria-label="Classes by suspicion" {
                table.measures {
                    thead { tr {
                        th scope="col" { "class" } th scope="col" { "package" }
                        th.number scope="col" { "lines" } th.number scope="col" { "suspicion" }
                        th scope="col" { "most suspicious method" }
                    } }
                    tbody {
                        @for (package, class) in &suspicious[..shown] {
                            tr {
                                th.name scope="row" {
                                    @match &class.url {
                                        Some(url) => a href=(url) { (Name(&class.name)) },
                                        None => (Name(&class.name)),
                                    }
                                }
                                td { (Name(package)) }
                                td.number { (number(class.lines)) }
                                td.number { (format!("{:.0} %", class.share * 100.0)) }
                                td { @if let Some(method) = class.worst().filter(|method| method.share > 0.0) { (Name(&method.name)) } }
                            }
                        }
                    }
                }
            }
            p.quiet {
                @if is_green {
                    @if suspicious.len() > shown { (counted(suspicious.len() - shown, "more class")) " not listed" }
                } @else {
                    @if suspicious.len() > shown { (counted(suspicious.len() - shown, "more suspicious class")) " not listed; " }
                    (counted(all - suspicious.len(), "class")) " without a suspicious line"
                }
            }
        }
    }
}

/// The area below a package's heading.
fn inner(at: Rect<f64>) -> Rect<f64> {
    let heading = if at.h > HEADING * 2.5 && at.w > LETTER * 5.0 { HEADING } else { 2.0 };
    Rect { x: at.x + 2.0, y: at.y + heading, w: (at.w - 4.0).max(0.0), h: (at.h - heading - 2.0).max(0.0) }
}

fn package_box(name: &str, says: &str, at: Rect<f64>) -> Markup {
    let has_room = at.h > HEADING * 2.5 && at.w > LETTER * 5.0;
    html! {
        g.package {
            rect x=(unit(at.x + 0.5)) y=(unit(at.y + 0.5)) width=(unit(at.w - 1.0)) height=(unit(at.h - 1.0)) rx="3" { title { (says) } }
            @if has_room { text x=(unit(at.x + 5.0)) y=(unit(at.y + 13.0)) { (fitted(name, (at.w - 10.0) * LETTER / BOLD)) } }
        }
    }
}

fn class_box(class: Node, at: Rect<f64>, room: &mut usize) -> Markup {
    let name = class.name.clone();
    let label = has_label(at).then(|| fitted(&name, at.w - 6.0));
    let is_divided = class.share > 0.0 && at.w * at.h > DIVIDED && class.inside.len() <= *room;
    *room = room.saturating_sub(if is_divided { class.inside.len() } else { 1 });
    html! {
        @if is_divided {
            @for (method, at) in laid_out(class.inside, at) { (a_box(&method, at)) }
        } @else { (a_box(&class, at)) }
        @if let Some(label) = label { text.class x=(unit(at.x + 4.0)) y=(unit(at.y + 13.0)) { (label) } }
    }
}

fn has_label(at: Rect<f64>) -> bool {
    at.w > LETTER * 7.0 && at.h > 26.0
}

fn a_box(node: &Node, at: Rect<f64>) -> Markup {
    let says = node.says();
    let rect = html! {
        rect.(shade::class(node.share)) x=(unit(at.x)) y=(unit(at.y)) width=(unit(at.w)) height=(unit(at.h)) { title { (says) } }
    };
    match node.url.as_ref().filter(|_| node.share > 0.0) {
        Some(url) => html! { a href=(url) aria-label=(says) { (rect) } },
        None => rect,
    }
}

/// Lays out nodes within a rectangle. Empty if there is no room.
fn laid_out(nodes: Vec<Node>, within: Rect<f64>) -> Vec<(Node, Rect<f64>)> {
    if within.w < 1.0 || within.h < 1.0 || nodes.is_empty() {
        return Vec::new();
    }
    let mut placed: Vec<(Node, Rect<f64>)> = nodes
        .into_iter()
        .filter(|node| node.lines > 0)
        .map(|node| (node, Rect::from_size(0.0, 0.0)))
        .collect();
    streemap::squarify(within, &mut placed, |(node, _)| node.lines as f64, |(_, at), place| *at = place);
    placed
}

/// A coordinate with one decimal, which is finer than a pixel.
fn unit(number: f64) -> String {
    format!("{:.1}", number.max(0.0))
}

/// The end of a name that fits the given width; the ends of package and class names say more than their
/// starts.
fn fitted(name: &str, room: f64) -> String {
    let most = (room / LETTER).max(0.0) as usize;
    let has_room = most >= 3 || plain(name).chars().count() <= most;
    if has_room { tail(name, most) } else { String::new() }
}

fn packages(model: &Model<'_>) -> Vec<Node> {
    let spectrum = model.spectrum();
    let mut methods: BTreeMap<MethodId, Node> = BTreeMap::new();
    for line in model.lines.all() {
        let share = model.share(line.file, line.line);
        let of = methods.entry(line.method).or_default();
        of.lines += 1;
        if share > of.share {
            of.share = share;
            of.url = model.sheets.url(line.file, line.line);
        }
    }
    let mut packages: BTreeMap<&str, BTreeMap<String, Vec<Node>>> = BTreeMap::new();
    for (method, node) in methods {
        let class = &spectrum.classes[spectrum.methods[method.index()].class.index()].name;
        let package = class.rfind('.').map_or("(no package)", |dot| &class[..dot]);
        // Nested classes count as part of their outermost class.
        let simple = names::simple_class(class);
        let outermost = simple.split('.').next().unwrap_or_default().to_owned();
        let node = Node { name: model.method(method, true), ..node };
        packages.entry(package).or_default().entry(outermost).or_default().push(node);
    }
    let mut packages: Vec<Node> = packages
        .into_iter()
        .map(|(name, classes)| {
            let classes = classes.into_iter().map(|(name, methods)| Node::of(name, methods)).collect();
            Node::of(name.to_owned(), classes)
        })
        .collect();
    packages.sort_by(|a, b| b.lines.cmp(&a.lines).then_with(|| a.name.cmp(&b.name)));
    packages
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn nodes(lines: &[usize]) -> Vec<Node> {
        let mut nodes: Vec<Node> = lines
            .iter()
            .map(|&lines| Node {
                name: format!("n{lines}"),
                lines,
                share: 0.0,
                url: None,
                inside: Vec::new(),
            })
            .collect();
        nodes.sort_by_key(|node| std::cmp::Reverse(node.lines));
        nodes
    }

    #[test]
    fn names_that_do_not_fit_keep_their_end() {
        assert_eq!(fitted("org.example.parser", 7.0 * LETTER), "…parser");
        assert_eq!(fitted("Foo", 100.0), "Foo");
        assert_eq!(fitted("Foo", 7.0), "");
    }

    proptest! {
        #[test]
        fn areas_are_as_lines_and_boxes_do_not_leave_theirs(lines in prop::collection::vec(1usize..500, 1..40)) {
            let within = Rect { x: 3.0, y: 5.0, w: 400.0, h: 300.0 };
            let placed = laid_out(nodes(&lines), within);
            prop_assert_eq!(placed.len(), lines.len());
            let all: usize = lines.iter().sum();
            for (node, at) in &placed {
                let expected = within.w * within.h * node.lines as f64 / all as f64;
                prop_assert!((at.w * at.h - expected).abs() < expected * 1e-6 + 1e-6, "{:?} {}", at, expected);
                prop_assert!(at.x >= within.x - 1e-6 && at.x + at.w <= within.x + within.w + 1e-6);
                prop_assert!(at.y >= within.y - 1e-6 && at.y + at.h <= within.y + within.h + 1e-6);
            }
        }
    }
}
