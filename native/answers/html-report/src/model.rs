//! What all pages are made of.

use std::collections::HashMap;
use std::time::SystemTime;

use faultline_fault_ranking::report::{Group, LineKey, Report, Suspect};
use faultline_messages::names;
use faultline_quality_gate::Survey;
use faultline_recording_store::sources::Sources;
use faultline_spectrum::{MethodId, Spectrum, TestId};

use crate::lines::Lines;
use crate::parting::{self, Parting};
use crate::pictures::Picture;
use crate::shade;
use crate::sheets::Sheets;

/// Suspects that are shown of each group.
pub const SUSPECTS: usize = 10;
/// Failing tests with a page of neighbours: of each group, and of all.
const COMPARED: (usize, usize) = (5, 40);
/// Neighbours of each.
const NEIGHBOURS: usize = 3;

/// What a report is made of.
#[derive(Debug)]
pub struct Asked<'a> {
    /// The ranking with the scores of all lines, a hundred suspects or so of each group.
    pub report: &'a Report<'a>,
    /// Groups of failing tests that were not ranked.
    pub left_out: usize,
    /// What the suite tells apart; nothing where there is nothing to measure.
    pub survey: Option<Survey<'a>>,
    /// Pictures of ours that lie beside the recordings.
    pub pictures: Vec<Picture>,
    /// When the tests ran.
    pub recorded: Option<SystemTime>,
}

/// A failing test and the passing tests that run most of the same.
#[derive(Debug)]
pub struct Compared {
    /// The test.
    pub test: TestId,
    /// Its group's place.
    pub group: usize,
    /// The likest first; none where no passing test shares a line.
    pub partings: Vec<Parting>,
}

/// All that pages show.
#[derive(Debug)]
pub struct Model<'a> {
    /// The question and the ranking.
    pub asked: &'a Asked<'a>,
    /// Source lines.
    pub lines: Lines,
    /// How suspicious lines are as a share of the most suspicious, the largest over groups.
    pub shares: HashMap<LineKey, f64>,
    /// Pages of sources.
    pub sheets: Sheets,
    /// Pages of neighbours.
    pub compared: Vec<Compared>,
}

impl<'a> Model<'a> {
    /// Cost: what [`Sheets::of`] and [`parting::nearest`] cost.
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
        let compared = tests.into_par_iter().map(compare).collect();
        Self { asked, lines, shares, sheets, compared }
    }

    /// The ranking.
    pub fn report(&self) -> &'a Report<'a> {
        self.asked.report
    }

    /// What was ranked.
    pub fn spectrum(&self) -> &'a Spectrum {
        self.asked.report.spectrum
    }

    /// How suspicious a line is. Range: 0 to 1.
    pub fn share(&self, file: u32, line: u32) -> f64 {
        self.shares.get(&(file, line)).copied().unwrap_or(0.0)
    }

    /// What a method is called, with its class.
    pub fn method(&self, method: MethodId, with_parameters: bool) -> String {
        let spectrum = self.spectrum();
        let method = &spectrum.methods[method.index()];
        names::method(&spectrum.classes[method.class.index()].name, method, with_parameters)
    }

    /// What a suspect is called.
    pub fn suspect(&self, suspect: &Suspect) -> String {
        match suspect.methods.first() {
            Some(&method) => self.method(method, true),
            None => names::simple_class(&self.spectrum().classes[suspect.class.index()].name),
        }
    }

    /// Where a suspect's most suspicious line is shown, seen from the start page.
    pub fn url(&self, suspect: &Suspect) -> Option<String> {
        self.sheets.url(self.report().files.number(suspect.class), suspect.line?)
    }

    /// A test as people say it, without its package.
    pub fn test(&self, test: TestId) -> String {
        names::simple_test(&self.spectrum().tests[test.index()])
    }

    /// The page of neighbours of a failing test, seen from the start page.
    pub fn neighbours(&self, test: TestId) -> Option<String> {
        let at = self.compared.iter().position(|compared| compared.test == test)?;
        Some(format!("neighbours/{}.html", at + 1))
    }
}

/// The suspects of a group that are shown: what a failing test runs.
pub fn shown(group: &Group) -> impl Iterator<Item = &Suspect> {
    group.suspects.iter().filter(|suspect| suspect.counts.ef > 0).take(SUSPECTS)
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
