//! The data of all pages.

use std::collections::HashMap;
use std::time::SystemTime;

use faultline_fault_ranking::report::{Group, LineKey, Report, Suspect};
use faultline_fault_ranking::screen::{self, Excerpt, in_order};
use faultline_messages::names;
use faultline_quality_gate::Survey;
use faultline_recording_store::sources::Sources;
use faultline_spectrum::{MethodId, Spectrum, TestId};

use crate::chosen::Chosen;
use crate::lines::Lines;
use crate::links::Links;
use crate::parting::{self, Parting};
use crate::pictures::Picture;
use crate::shade;
use crate::sheets::Sheets;
use crate::snippet::Snippet;

/// Number of suspects shown per group.
pub const SUSPECTS: usize = 10;
/// Number of suspects shown with their sources per group.
const WITH_SOURCES: usize = 5;
/// Number of failing tests with a page of neighbours: per group, and in total.
const COMPARED: (usize, usize) = (5, 40);
/// Number of neighbours per failing test.
const NEIGHBOURS: usize = 3;

/// The inputs of a report.
#[derive(Debug)]
pub struct Asked<'a> {
    /// The ranking with the scores of all lines; about a hundred suspects per group.
    pub report: &'a Report<'a>,
    /// Number of groups of failing tests that were not ranked.
    pub left_out: usize,
    /// How well the suite tells code apart; `None` if there is nothing to measure.
    pub survey: Option<Survey<'a>>,
    /// Pictures of this program that lie beside the recordings.
    pub pictures: Vec<Picture>,
    /// Where links of lines lead besides the report's own pages.
    pub links: Links,
    /// When the tests ran.
    pub recorded: Option<SystemTime>,
}

/// A failing test and the passing tests most similar to it.
#[derive(Debug)]
pub struct Compared {
    /// The test.
    pub test: TestId,
    /// Index of its group.
    pub group: usize,
    /// The most similar test first; empty if no passing test shares a line.
    pub partings: Vec<Parting>,
}

/// The data that pages show.
#[derive(Debug)]
pub struct Model<'a> {
    /// The inputs.
    pub asked: &'a Asked<'a>,
    /// Source lines.
    pub lines: Lines,
    /// Suspiciousness of each line relative to the most suspicious one; the maximum over groups.
    pub shares: HashMap<LineKey, f64>,
    /// Pages of sources.
    pub sheets: Sheets,
    /// Pages of neighbours.
    pub compared: Vec<Compared>,
    /// The tests with pages.
    pub chosen: Chosen,
    groups: HashMap<TestId, usize>,
    /// The lines around the failing lines of failing tests with pages.
    pub failed_at: HashMap<TestId, Snippet>,
    /// The lines around the marked lines of suspects whose files have no page.
    pub loose: HashMap<LineKey, Snippet>,
}

impl<'a> Model<'a> {
    /// Builds the model. Cost: that of [`Sheets::of`] and [`parting::nearest`].
    pub fn of(asked: &'a Asked<'a>, sources: &mut Sources) -> Self {
        use rayon::prelude::*;
        let (report, spectrum) = (asked.report, asked.report.spectrum);
        let lines = Lines::of(spectrum, &report.files);
        let shares = shares(report);
        let sheets = Sheets::of(report, &lines, &shares, SUSPECTS, sources);
        let tests = report.groups.iter().enumerate();
        let tests =
            tests.flat_map(|(at, group)| group.failing.iter().take(COMPARED.0).map(move |test| (at, *test)));
        let tests: Vec<(usize, TestId)> = tests.take(COMPARED.1).collect();
        let compare = |(group, test): (usize, TestId)| {
            let near = parting::nearest(spectrum, test, NEIGHBOURS).into_iter();
            let partings = near.map(|(other, _)| parting::parting(spectrum, &lines, test, other)).collect();
            Compared { test, group, partings }
        };
        let compared: Vec<Compared> = tests.into_par_iter().map(compare).collect();
        let near = compared.iter().flat_map(|of| of.partings.iter().map(|parting| parting.other));
        let chosen = Chosen::of(report, near, lines.all().len());
        let groups = report.groups.iter().enumerate();
        let groups: HashMap<TestId, usize> =
            groups.flat_map(|(at, group)| group.failing.iter().map(move |test| (*test, at))).collect();
        let first = report.groups.iter().filter_map(|group| in_order(group).first().copied());
        let of_pages = chosen.all.iter().copied().filter(|test| groups.contains_key(test));
        let mut failed_at = HashMap::new();
        for test in first.chain(of_pages) {
            if !failed_at.contains_key(&test)
                && let Some(excerpt) = screen::failed_at(&spectrum.tests[test.index()], sources)
            {
                failed_at.insert(test, Snippet::of(excerpt));
            }
        }
        let loose = loose(report, &sheets, sources);
        Self { asked, lines, shares, sheets, compared, chosen, groups, failed_at, loose }
    }

    /// The ranking.
    pub fn report(&self) -> &'a Report<'a> {
        self.asked.report
    }

    /// The ranked spectrum.
    pub fn spectrum(&self) -> &'a Spectrum {
        self.asked.report.spectrum
    }

    /// Suspiciousness of a line. Range: 0 to 1.
    pub fn share(&self, file: u32, line: u32) -> f64 {
        self.shares.get(&(file, line)).copied().unwrap_or(0.0)
    }

    /// The name of a method, with its class.
    pub fn method(&self, method: MethodId, with_parameters: bool) -> String {
        let spectrum = self.spectrum();
        let method = &spectrum.methods[method.index()];
        names::method(&spectrum.classes[method.class.index()].name, method, with_parameters)
    }

    /// The name of a suspect.
    pub fn suspect(&self, suspect: &Suspect) -> String {
        match suspect.methods.first() {
            Some(&method) => self.method(method, true),
            None => names::simple_class(&self.spectrum().classes[suspect.class.index()].name),
        }
    }

    /// URL of a suspect's most suspicious line, relative to the start page.
    pub fn url(&self, suspect: &Suspect) -> Option<String> {
        self.sheets.url(self.report().files.number(suspect.class), suspect.shown_line()?)
    }

    /// A test's name without its package.
    pub fn test(&self, test: TestId) -> String {
        names::simple_test(&self.spectrum().tests[test.index()])
    }

    /// The group of a failing test, with its index.
    pub fn group_of(&self, test: TestId) -> Option<(usize, &'a Group)> {
        let at = *self.groups.get(&test)?;
        Some((at, &self.asked.report.groups[at]))
    }

    /// Whether a line has changed since a failing test that runs it passed.
    pub fn is_changed(&self, file: u32, line: u32) -> bool {
        self.report().groups.iter().any(|group| group.changed_lines.contains(&(file, line)))
    }

    /// Whether any line has.
    pub fn has_changes(&self) -> bool {
        self.report().groups.iter().any(|group| !group.changed_lines.is_empty())
    }

    /// URL of a failing test's page of neighbours, relative to the start page.
    pub fn neighbours(&self, test: TestId) -> Option<String> {
        let at = self.compared.iter().position(|compared| compared.test == test)?;
        Some(format!("neighbours/{}.html", at + 1))
    }
}

/// The suspects of a group that are shown: the first ones that a failing test runs.
pub fn shown(group: &Group) -> impl Iterator<Item = &Suspect> {
    group.suspects.iter().filter(|suspect| suspect.counts.ef > 0).take(SUSPECTS)
}

/// The lines around the marked lines of the first suspects whose files have no page.
fn loose(report: &Report<'_>, sheets: &Sheets, sources: &mut Sources) -> HashMap<LineKey, Snippet> {
    let mut loose = HashMap::new();
    for suspect in report.groups.iter().flat_map(|group| shown(group).take(WITH_SOURCES)) {
        let Some(line) = suspect.shown_line() else { continue };
        let file = report.files.number(suspect.class);
        if sheets.url(file, line).is_some() {
            continue;
        }
        let source = sources.of(&report.spectrum.classes[suspect.class.index()]);
        if let Some(excerpt) = source.and_then(|source| Excerpt::around(source, line)) {
            loose.insert((file, line), Snippet::of(excerpt));
        }
    }
    loose
}

fn shares(report: &Report<'_>) -> HashMap<LineKey, f64> {
    let mut shares = HashMap::new();
    for group in &report.groups {
        let best = group.line_scores.values().copied().fold(0.0, f64::max);
        for (&key, &score) in &group.line_scores {
            let share = shade::share(score, best);
            if share > 0.0 {
                let known = shares.entry(key).or_insert(share);
                *known = share.max(*known);
            }
        }
    }
    shares
}
