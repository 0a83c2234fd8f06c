//! Pages of sources: each line with its suspiciousness, and the tests that ran it on demand.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

use faultline_escape::json::document as visible;
use faultline_fault_ranking::text;
use faultline_messages::words::{counted, number};
use faultline_spectrum::{Outcome, TestId};
use maud::{Markup, html};
use serde::Serialize;

use crate::code::{self, Mark};
use crate::covering::{Bits, Covering, bits};
use crate::frame::{Colophon, Frame, Section};
use crate::model::{Model, shown};
use crate::sheets::Sheet;
use crate::text::{Name, Shown, plain};
use crate::write::Page;

/// Number of failing, and of passing, tests listed for a line.
const NAMED: usize = 40;
/// Number of suspects listed above a file.
const LISTED: usize = 12;

/// The data of a page, which the script shows on demand.
#[derive(Serialize)]
struct Data {
    /// Numbers of failing tests of each group, and of passing tests.
    groups: Vec<(usize, usize)>,
    tests: Vec<String>,
    sets: Vec<Set>,
    /// Line number to index of its set.
    lines: BTreeMap<u32, usize>,
}

/// The tests that ran some lines.
#[derive(Serialize)]
struct Set {
    /// For each group that ran it: the group's index, and ef, ep, nf, np.
    counts: Vec<(usize, usize, usize, usize, usize)>,
    failing: Vec<usize>,
    more_failing: usize,
    passing: Vec<usize>,
    more_passing: usize,
}

/// Renders all pages and their data. `covering` has all recorded lines that are on a page.
pub fn pages(model: &Model<'_>, covering: &Covering, colophon: &Colophon) -> Vec<Page> {
    let flags = Flags::of(model);
    let of_groups = Groups::of(model);
    let mut pages = Vec::new();
    for sheet in &model.sheets.all {
        for part in 0..sheet.parts.len() {
            let data = format!("{}.js", sheet.page(part).trim_end_matches(".html"));
            let html = page(model, sheet, part, &flags, &data, colophon);
            pages.push(Page { path: sheet.page(part), text: html });
            pages.push(Page { path: data, text: script(&of_groups.data(model, covering, sheet, part)) });
        }
    }
    pages
}

/// The recorded lines on pages, as indices among all lines.
pub fn lines_on_pages(model: &Model<'_>) -> Vec<usize> {
    let mut lines = Vec::new();
    for sheet in &model.sheets.all {
        let on_page = |at: &usize| {
            let row = sheet.row(model.lines.all()[*at].line);
            row.is_some_and(|row| sheet.parts.iter().any(|part| part.contains(&row)))
        };
        lines.extend(model.lines.of_file(sheet.file).filter(on_page));
    }
    lines
}

/// JSON wrapped in a script, because pages opened as files may not fetch data.
fn script(data: &Data) -> String {
    // Serialization cannot fail: the data has only lists and maps with numeric keys.
    let json = serde_json::to_string(data).unwrap_or_else(|_| "null".to_owned());
    format!("var faultlineData = {};\n", visible(&json))
}

/// Suspects by file and line.
struct Flags(HashMap<(u32, u32), Vec<Flag>>);

/// A suspect at a line.
struct Flag {
    /// Index of its group of failing tests.
    group: usize,
    /// Its index among the group's shown suspects.
    order: usize,
    /// Its rank, as text.
    place: String,
    /// Its name.
    name: String,
}

impl Flags {
    fn of(model: &Model<'_>) -> Self {
        let mut flags: HashMap<_, Vec<_>> = HashMap::new();
        for (at, group) in model.report().groups.iter().enumerate() {
            for (order, suspect) in shown(group).enumerate() {
                let key = (model.report().files.number(suspect.class), suspect.shown_line().unwrap_or(0));
                let (place, name) = (text::place(model.report(), suspect), model.suspect(suspect));
                flags.entry(key).or_default().push(Flag { group: at, order, place, name });
            }
        }
        Self(flags)
    }

    /// Links to the suspects of a file, because a long page may show none of them at first.
    fn list(&self, model: &Model<'_>, sheet: &Sheet) -> Markup {
        let mut here: Vec<(&Flag, u32, String)> = Vec::new();
        for ((file, line), flags) in &self.0 {
            let Some(url) = sheet.url(*line).filter(|_| *file == sheet.file) else { continue };
            here.extend(flags.iter().map(|flag| (flag, *line, format!("../{url}"))));
        }
        here.sort_by_key(|(flag, ..)| (flag.group, flag.order));
        let several = model.report().groups.len() > 1;
        html! {
            @if !here.is_empty() {
                nav.here aria-label="Suspects of this file" {
                    ul {
                        @for (flag, line, url) in here.iter().take(LISTED) {
                            li {
                                span.nth { "suspect " (flag.place) @if several { ", group " (flag.group + 1) } }
                                " " a href=(url) { (Name(&flag.name)) } " " span.at { "line " (line) }
                                @if sheet.is_found { (model.asked.links.link(Path::new(&sheet.path), *line)) }
                            }
                        }
                    }
                    @if here.len() > LISTED { p.quiet { "and " (number(here.len() - LISTED)) " more" } }
                }
            }
        }
    }

    fn html(&self, model: &Model<'_>, file: u32, line: u32) -> Option<Markup> {
        let flags = self.0.get(&(file, line))?;
        let several = model.report().groups.len() > 1;
        Some(html! {
            span.flags {
                @for Flag { group, place, .. } in flags {
                    a.flag data-suspect href={ "../index.html#g" (group + 1) } {
                        span.word { "suspect " } (place) @if several { span.word { ", group " (group + 1) } }
                    }
                }
            }
        })
    }
}

fn page(
    model: &Model<'_>,
    sheet: &Sheet,
    part: usize,
    flags: &Flags,
    data: &str,
    colophon: &Colophon,
) -> String {
    let rows = &sheet.rows[sheet.parts[part].clone()];
    let recorded: HashSet<u32> =
        model.lines.of_file(sheet.file).map(|at| model.lines.all()[at].line).collect();
    let lines = rows.iter().map(|row| {
        let flag = flags.html(model, sheet.file, row.line);
        let is_recorded = recorded.contains(&row.line);
        let href = format!("#L{}", row.line);
        let mark = Mark {
            is_recorded,
            href: is_recorded.then_some(href.as_str()),
            is_target: true,
            flag: flag.as_ref(),
            is_best: flag.is_some(),
            is_changed: model.is_changed(sheet.file, row.line),
        };
        code::line(row, model.share(sheet.file, row.line), mark)
    });
    let editor = sheet.is_found.then(|| model.asked.links.template(Path::new(&sheet.path))).flatten();
    let folder = sheet.path.strip_suffix(sheet.name()).unwrap_or_default();
    let main = html! {
        div.source-head {
            h1 { (Shown(sheet.name())) }
            p.path { (Shown(folder)) @if !sheet.remark.is_empty() { " " span.warn { (sheet.remark) } } }
            @if !sheet.is_found {
                p.note { "The source was not found, so these are the lines that were recorded; name its folder with "
                    code { "--source" } "." }
            }
            (flags.list(model, sheet))
            (code::legend())
            @if model.has_changes() { (code::legend_of_changes()) }
            (parts(sheet, part, "Pieces of the file"))
        }
        div.source {
            ol.code start=(rows.first().map_or(1, |row| row.line)) { @for line in lines { (line) } }
            aside.facts id="facts" aria-label="The chosen line" aria-live="polite" data-editor=[editor] data-editor-label=(model.asked.links.label()) {
                p.quiet { "Choose a line number to see which tests ran the line." }
            }
        }
        (parts(sheet, part, "Pieces of the file, below its lines"))
    };
    let title = plain(sheet.name());
    Frame { title: &title, section: Section::Sources, root: "../", data: Some(data), colophon }.page(&main)
}

/// Links to the other pieces of a long file.
fn parts(sheet: &Sheet, here: usize, label: &str) -> Markup {
    if sheet.parts.len() == 1 && sheet.parts[0].len() == sheet.rows.len() {
        return html! {};
    }
    let shown: usize = sheet.parts.iter().map(ExactSizeIterator::len).sum();
    html! {
        nav.parts aria-label=(label) {
            @for (part, rows) in sheet.parts.iter().enumerate() {
                @let name = format!("{}–{}", sheet.rows[rows.start].line, sheet.rows[rows.end - 1].line);
                a href={ "../" (sheet.page(part)) } aria-current=[(part == here).then_some("page")] { (name) }
            }
            @if shown < sheet.rows.len() {
                span.quiet { (counted(sheet.rows.len() - shown, "line")) " of other pieces, not suspicious or too many, left out" }
            }
        }
    }
}

/// The tests of each group.
struct Groups {
    failing: Vec<Bits>,
    sizes: Vec<usize>,
    passing: Bits,
    passed: usize,
}

impl Groups {
    fn of(model: &Model<'_>) -> Self {
        let (spectrum, rows) = (model.spectrum(), model.spectrum().tests.len());
        let groups = &model.report().groups;
        Self {
            failing: groups.iter().map(|group| bits(group.failing.iter().copied(), rows)).collect(),
            sizes: groups.iter().map(|group| group.failing.len()).collect(),
            passing: bits(spectrum.tests_with(Outcome::Passed), rows),
            passed: spectrum.tests_with(Outcome::Passed).count(),
        }
    }

    fn data(&self, model: &Model<'_>, covering: &Covering, sheet: &Sheet, part: usize) -> Data {
        let mut names = Names::default();
        let (mut sets, mut known) = (Vec::new(), HashMap::new());
        let mut lines = BTreeMap::new();
        let rows = &sheet.rows[sheet.parts[part].clone()];
        let on_page = rows.first().map_or(0, |row| row.line)..=rows.last().map_or(0, |row| row.line);
        for at in model.lines.of_file(sheet.file) {
            let line = model.lines.all()[at].line;
            let Some(set) = covering.set(at).filter(|_| on_page.contains(&line)) else { continue };
            let number = *known.entry(set).or_insert_with(|| {
                sets.push(self.set(model, covering, set, &mut names));
                sets.len() - 1
            });
            lines.insert(line, number);
        }
        let groups = self.sizes.iter().map(|size| (*size, self.passed)).collect();
        Data { groups, tests: names.names, sets, lines }
    }

    fn set(&self, model: &Model<'_>, covering: &Covering, set: u32, names: &mut Names) -> Set {
        let ep = covering.count(set, &self.passing);
        let count = |(at, failing): (usize, &Bits)| {
            let ef = covering.count(set, failing);
            (ef > 0 || self.failing.len() == 1).then(|| (at, ef, ep, self.sizes[at] - ef, self.passed - ep))
        };
        let (failing, passing) = covering.tests(model.spectrum(), set);
        Set {
            counts: self.failing.iter().enumerate().filter_map(count).collect(),
            more_failing: failing.len().saturating_sub(NAMED),
            more_passing: passing.len().saturating_sub(NAMED),
            failing: failing.into_iter().take(NAMED).map(|test| names.number(model, test)).collect(),
            passing: passing.into_iter().take(NAMED).map(|test| names.number(model, test)).collect(),
        }
    }
}

/// The names of a page's tests, without duplicates.
#[derive(Default)]
struct Names {
    names: Vec<String>,
    numbers: HashMap<TestId, usize>,
}

impl Names {
    fn number(&mut self, model: &Model<'_>, test: TestId) -> usize {
        *self.numbers.entry(test).or_insert_with(|| {
            self.names.push(plain(&model.test(test)));
            self.names.len() - 1
        })
    }
}

/// A sentence about the files with suspicious lines but no page; `None` if all have one.
pub fn left_out(model: &Model<'_>) -> Option<String> {
    let left_out = model.sheets.left_out;
    (left_out > 0).then(|| {
        format!(
            "{} with less suspicious lines {} no page",
            if left_out == 1 { "1 file".to_owned() } else { format!("{} files", number(left_out)) },
            if left_out == 1 { "has" } else { "have" }
        )
    })
}
