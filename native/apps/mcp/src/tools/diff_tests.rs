//! `diff_tests`: compares the lines that two tests ran.

use faultline_html_report::lines::Lines;
use faultline_html_report::named::{named, others};
use faultline_html_report::parting::{Place, Side, parting};
use faultline_messages::failure::Failure;
use faultline_messages::words::{counted, number};
use faultline_recording_store::files::Files;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{About, Tool};
use crate::bound::{Bounded, Page, Wanted, drop_last};
use crate::call::Call;
use crate::named::{NamedMethod, NamedTest, Places};
use crate::project::Project;

/// Default number of methods per page.
const USUAL: u32 = 10;
/// Number of lines shown per method.
const LINES: usize = 30;

/// The tool `diff_tests`.
#[derive(Debug)]
pub struct DiffTests;

/// What it takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// The test, as `FooTest#bar`: a failing one, most of the time.
    pub test: String,
    /// The test beside it; without it the passing test that ran most of the same lines.
    pub other: Option<String>,
    /// How many methods to skip.
    pub offset: Option<u32>,
    /// How many methods to give; 10 unless told otherwise.
    #[schemars(range(min = 1, max = 50))]
    pub limit: Option<u32>,
    /// A folder of recordings or one `.flt` file; the default is the nearest `.faultline`.
    pub recording: Option<String>,
    /// Answer in at most so many lines: items of lists, and lines of text; 60 unless told otherwise.
    #[schemars(range(min = 10, max = 400))]
    pub budget_lines: Option<u32>,
}

/// What it gives.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Output {
    /// What there is to know, in a sentence.
    pub summary: String,
    /// The test.
    pub test: NamedTest,
    /// The one beside it.
    pub other: NamedTest,
    /// How much of the lines that either ran both ran, from 0 to 1.
    pub likeness: f64,
    /// Lines that both ran.
    pub both: usize,
    /// Lines that only the test ran.
    pub only_test: usize,
    /// Lines that only the other ran.
    pub only_other: usize,
    /// The methods in which they differ, in the order of the sources.
    pub places: Vec<DifferingMethod>,
    /// Which part of them is here.
    pub page: Page,
}

/// A method in which two tests ran different lines.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DifferingMethod {
    /// The method.
    #[serde(flatten)]
    pub method: NamedMethod,
    /// Whether the test ran any line of it.
    pub run_by_test: bool,
    /// Whether the other did.
    pub run_by_other: bool,
    /// The last line that both ran before they part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part_after: Option<u32>,
    /// Lines that only one of them ran.
    pub lines: Vec<DifferingLine>,
    /// How many more there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more_lines: Option<usize>,
}

/// A line that only one test ran.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DifferingLine {
    /// Its number.
    pub line: u32,
    /// `test` or `other`.
    pub only: &'static str,
    /// What stands there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
}

impl Tool for DiffTests {
    type Input = Input;
    type Output = Output;
    const ABOUT: About = About {
        name: "diff_tests",
        title: "Two tests compared",
        description: "Show what a failing test ran that its nearest passing neighbour did not, and the other way round, method by \
                      method with the lines of source, and behind which line the two part; or compare any two tests. Use it when the \
                      suspects are tied or too many: the cause is often in the first place where the two part. Reads the recording, \
                      runs nothing.",
        is_read_only: true,
    };

    fn budget(input: &Input) -> Option<u32> {
        input.budget_lines
    }

    fn answer(project: &Project, input: Input, _: &Call) -> Result<Output, Failure> {
        let wanted = Wanted::of(input.offset, input.limit, USUAL)?;
        let recording = project.recording(input.recording.as_deref())?;
        let loaded = &recording.loaded;
        let spectrum = &loaded.spectrum;
        let test = named(spectrum, &input.test)?;
        let other = input.other.as_deref().map(|other| named(spectrum, other)).transpose()?;
        let other = others(spectrum, test, other, 1)?[0];
        let parting = parting(spectrum, &Lines::of(spectrum, &Files::of(&spectrum.classes)), test, other);
        let (shown, page) = wanted.of_list(parting.places.iter(), parting.places.len());
        let mut places = Places::new(project, spectrum, project.sources(loaded));
        let (test, other) = (NamedTest::of(spectrum, test), NamedTest::of(spectrum, other));
        let same = "; they run exactly the same lines: what the lines did, or the tests themselves, differ";
        Ok(Output {
            summary: format!(
                "{} ({}) and {} ({}) are {:.1} % alike: {} run by both, {} only by the first, {} only by the second, in {}{}",
                test.test,
                test.outcome,
                other.test,
                other.outcome,
                parting.likeness * 100.0,
                counted(parting.both, "line"),
                number(parting.only_test),
                number(parting.only_other),
                counted(page.total, "method"),
                if page.total == 0 { same.to_owned() } else { page.says() }
            ),
            test,
            other,
            likeness: parting.likeness,
            both: parting.both,
            only_test: parting.only_test,
            only_other: parting.only_other,
            places: shown
                .into_iter()
                .map(|place| {
                    let class = spectrum.methods[place.method.index()].class;
                    differing_method(place, &mut places, |places, line| places.code(class, line))
                })
                .collect(),
            page,
        })
    }
}

fn differing_method(
    place: &Place,
    places: &mut Places<'_>,
    code: impl Fn(&mut Places<'_>, u32) -> Option<String>,
) -> DifferingMethod {
    let lines = place.lines.iter().take(LINES).map(|&(line, side)| DifferingLine {
        line,
        only: if side == Side::Test { "test" } else { "other" },
        code: code(places, line),
    });
    let lines = lines.collect();
    let more = place.lines.len().saturating_sub(LINES);
    DifferingMethod {
        method: places.method(place.method),
        run_by_test: place.entered.0,
        run_by_other: place.entered.1,
        part_after: place.after,
        lines,
        more_lines: (more > 0).then_some(more),
    }
}

impl Bounded for Output {
    fn shorten(&mut self) -> bool {
        self.page.pop(&mut self.places) || self.places.first_mut().is_some_and(DifferingMethod::shorten)
    }
}

impl DifferingMethod {
    fn shorten(&mut self) -> bool {
        let is_less = drop_last(&mut self.lines);
        if is_less {
            *self.more_lines.get_or_insert_default() += 1;
        }
        is_less
    }
}
