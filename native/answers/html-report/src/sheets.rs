//! Selects the sources that get pages, and their lines.

use std::collections::{HashMap, HashSet};

use faultline_fault_ranking::report::{LineKey, Report};
use faultline_fault_ranking::text::remark;
use faultline_messages::names;
use faultline_recording_store::sources::Sources;
use faultline_spectrum::ClassId;
use rayon::prelude::*;

use crate::highlight;
use crate::lines::Lines;
use crate::text::push;

/// Maximum number of source files with pages.
const FILES: usize = 40;
/// Maximum number of lines on all pages together; the first file is exempt.
const LINES: usize = 12_000;
/// Maximum number of lines per page.
pub const PART: usize = 1_000;
/// Files with more lines are shown without syntax highlighting, which would take seconds.
const READ: usize = 20_000;

/// A source file with pages.
#[derive(Debug)]
pub struct Sheet {
    /// Number from 1, in order of suspiciousness.
    pub number: usize,
    /// Number of the source file.
    pub file: u32,
    /// Path of the file, or its expected path below a source folder.
    pub path: String,
    /// Why the source may differ from the code that ran; empty if it does not.
    pub remark: &'static str,
    /// Whether the source was found; otherwise only the numbers of recorded lines are shown.
    pub is_found: bool,
    /// All its lines, or the recorded ones.
    pub rows: Vec<Row>,
    /// Pieces with a page: ranges of rows.
    pub parts: Vec<std::ops::Range<usize>>,
}

/// A line on a page.
#[derive(Debug)]
pub struct Row {
    /// Line number from 1.
    pub line: u32,
    /// The line's text as HTML.
    pub html: String,
    /// Indentation in columns; `None` for a blank line.
    pub indent: Option<usize>,
}

impl Row {
    /// A line without source, shown as a name.
    pub fn named(line: u32, name: &str) -> Self {
        let mut html = "<i class=c>".to_owned();
        push(&mut html, name);
        Self { line, html: html + "</i>", indent: Some(0) }
    }
}

impl Sheet {
    /// The file's name without folders.
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }

    /// The path of a piece's page, relative to the start page.
    pub fn page(&self, part: usize) -> String {
        if part == 0 {
            format!("source/{}.html", self.number)
        } else {
            format!("source/{}-{}.html", self.number, part + 1)
        }
    }

    /// URL of a line, relative to the start page; `None` if it is on no page.
    pub fn url(&self, line: u32) -> Option<String> {
        let row = self.row(line)?;
        let part = self.parts.iter().position(|part| part.contains(&row))?;
        Some(format!("{}#L{line}", self.page(part)))
    }

    /// The index of a line among the rows.
    pub fn row(&self, line: u32) -> Option<usize> {
        self.rows.binary_search_by_key(&line, |row| row.line).ok()
    }
}

/// All source files with pages.
#[derive(Debug, Default)]
pub struct Sheets {
    /// The files, sorted by number.
    pub all: Vec<Sheet>,
    by_file: HashMap<u32, usize>,
    /// Number of files with suspicious lines but no page.
    pub left_out: usize,
}

impl Sheets {
    /// Selects the files: those of the first suspects first, then those with the most suspicious lines.
    /// `shares` has the suspiciousness of lines, 0 to 1.
    pub fn of(
        report: &Report<'_>,
        lines: &Lines,
        shares: &HashMap<LineKey, f64>,
        suspects: usize,
        sources: &mut Sources,
    ) -> Self {
        let files = in_order(report, lines, shares, suspects);
        let mut given = Vec::new();
        let mut room = LINES;
        for &(file, class) in files.iter().take(FILES) {
            let mut found = Given::of(report, lines, file, class, sources);
            found.keep(shares, if given.is_empty() { usize::MAX } else { room });
            room = room.saturating_sub(found.parts.iter().map(ExactSizeIterator::len).sum());
            if !found.parts.is_empty() {
                given.push(found);
            }
        }
        let left_out = files.len() - given.len();
        let all: Vec<Sheet> =
            given.into_par_iter().enumerate().map(|(at, given)| given.read(at + 1)).collect();
        let by_file = all.iter().enumerate().map(|(at, sheet)| (sheet.file, at)).collect();
        Self { all, by_file, left_out }
    }

    /// The sheet of a file.
    pub fn get(&self, file: u32) -> Option<&Sheet> {
        Some(&self.all[*self.by_file.get(&file)?])
    }

    /// URL of a line, relative to the start page.
    pub fn url(&self, file: u32, line: u32) -> Option<String> {
        self.get(file)?.url(line)
    }
}

/// Files with suspicious lines, each with one of its classes.
fn in_order(
    report: &Report<'_>,
    lines: &Lines,
    shares: &HashMap<LineKey, f64>,
    suspects: usize,
) -> Vec<(u32, ClassId)> {
    let mut files = Vec::new();
    let mut seen = HashSet::new();
    for place in 0..suspects {
        for suspect in report.groups.iter().filter_map(|group| group.suspects.get(place)) {
            let file = report.files.number(suspect.class);
            if suspect.counts.ef > 0 && seen.insert(file) {
                files.push((file, suspect.class));
            }
        }
    }
    let mut others: HashMap<u32, (f64, ClassId)> = HashMap::new();
    for line in lines.all().iter().filter(|line| !seen.contains(&line.file)) {
        let share = shares.get(&(line.file, line.line)).copied().unwrap_or(0.0);
        let class = report.spectrum.methods[line.method.index()].class;
        if share > 0.0 {
            let best = others.entry(line.file).or_insert((0.0, class));
            best.0 = best.0.max(share);
        }
    }
    let mut others: Vec<(u32, (f64, ClassId))> = others.into_iter().collect();
    others.sort_by(|a, b| b.1.0.total_cmp(&a.1.0).then(a.0.cmp(&b.0)));
    files.extend(others.into_iter().map(|(file, (_, class))| (file, class)));
    files
}

/// A file before highlighting.
struct Given {
    file: u32,
    path: String,
    remark: &'static str,
    source: Option<Vec<String>>,
    /// Recorded lines, and the text shown for each without a source.
    recorded: Vec<(u32, String)>,
    parts: Vec<std::ops::Range<usize>>,
}

impl Given {
    fn of(report: &Report<'_>, lines: &Lines, file: u32, class: ClassId, sources: &mut Sources) -> Self {
        let spectrum = report.spectrum;
        let named = |at: usize| {
            let line = lines.all()[at];
            let method = &spectrum.methods[line.method.index()];
            (line.line, names::method(&spectrum.classes[method.class.index()].name, method, true))
        };
        let recorded: Vec<(u32, String)> =
            lines.of_file(file).map(named).filter(|(line, _)| *line > 0).collect();
        let last = recorded.last().map_or(0, |(line, _)| *line as usize);
        // A file that ends before its last recorded line is a different one.
        let found = sources.of(&spectrum.classes[class.index()]).filter(|source| source.lines.len() >= last);
        let Some(source) = found else {
            let path = report.path_of(class);
            return Self { file, path, remark: "", source: None, recorded, parts: Vec::new() };
        };
        let remark = remark(source);
        let path = source.path.display().to_string();
        Self { file, path, remark, source: Some(source.lines.clone()), recorded, parts: Vec::new() }
    }

    /// Selects the pieces with suspicious lines, with at most `room` lines.
    fn keep(&mut self, shares: &HashMap<LineKey, f64>, mut room: usize) {
        let rows = self.source.as_ref().map_or(self.recorded.len(), Vec::len);
        let suspicious: HashSet<usize> = self
            .recorded
            .iter()
            .enumerate()
            .filter(|(_, (line, _))| shares.get(&(self.file, *line)).is_some_and(|share| *share > 0.0))
            .map(|(at, (line, _))| if self.source.is_some() { *line as usize - 1 } else { at } / PART)
            .collect();
        for at in 0..rows.div_ceil(PART) {
            let part = at * PART..rows.min((at + 1) * PART);
            if suspicious.contains(&at) && part.len() <= room {
                room -= part.len();
                self.parts.push(part);
            }
        }
    }

    fn read(self, number: usize) -> Sheet {
        let is_found = self.source.is_some();
        let rows = match &self.source {
            Some(lines) => {
                let html = if lines.len() > READ {
                    lines.iter().map(|line| highlight::plain_line(line)).collect()
                } else {
                    highlight::lines(&self.path, lines)
                };
                html.into_iter()
                    .zip(lines)
                    .zip(1..)
                    .map(|((html, text), line)| Row { line, html, indent: indent(text) })
                    .collect()
            }
            None => self.recorded.iter().map(|(line, name)| Row::named(*line, name)).collect(),
        };
        Sheet {
            number,
            file: self.file,
            path: self.path,
            remark: self.remark,
            is_found,
            rows,
            parts: self.parts,
        }
    }
}

/// Columns before the first character; a tab counts as four.
pub fn indent(text: &str) -> Option<usize> {
    let code = text.trim_start();
    let before = &text[..text.len() - code.len()];
    (!code.is_empty()).then(|| before.chars().map(|c| if c == '\t' { 4 } else { 1 }).sum())
}
