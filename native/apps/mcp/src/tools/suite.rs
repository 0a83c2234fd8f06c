//! `suite`: measures how well the tests tell code apart.

use faultline_diagnosability::ambiguity::Group;
use faultline_fault_ranking::document::Tests;
use faultline_messages::failure::Failure;
use faultline_messages::words::counted;
use faultline_quality_gate::words::Words;
use faultline_quality_gate::{Measures, Part, Survey};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{About, Tool};
use crate::bound::{Bounded, Page, Wanted, clipped, cut, drop_last};
use crate::call::Call;
use crate::named::{NamedMethod, NamedTest, Places};
use crate::project::Project;

/// Default number of parts or groups per page.
const USUAL: u32 = 10;
/// Number of methods listed per group.
const METHODS: usize = 5;
/// Number of tests listed per group.
const TESTS: usize = 5;
/// Number of lines listed per method.
const LINES: usize = 20;

/// The tool `suite`.
#[derive(Debug)]
pub struct Suite;

/// What it takes.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Input {
    /// What is listed beside the measures of the whole suite.
    pub list: List,
    /// How many of these to skip.
    pub offset: Option<u32>,
    /// How many of these to give; 10 unless told otherwise.
    #[schemars(range(min = 1, max = 50))]
    pub limit: Option<u32>,
    /// A folder of recordings or one `.flt` file; the default is the nearest `.faultline`.
    pub recording: Option<String>,
    /// Answer in at most so many lines: items of lists, and lines of text; 60 unless told otherwise.
    #[schemars(range(min = 10, max = 400))]
    pub budget_lines: Option<u32>,
}

/// What is listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum List {
    /// The largest sets of lines that exactly the same tests run, with the test that would split each.
    #[default]
    Groups,
    /// Classes, those with most lines that cannot be told apart first.
    Classes,
    /// Packages, likewise.
    Packages,
}

/// What it gives.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Output {
    /// What there is to know, in a sentence.
    pub summary: String,
    /// How many tests ended how.
    pub tests: Tests,
    /// Measures of the whole suite.
    pub suite: Measured,
    /// Sets of lines that exactly the same tests run, the largest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<AmbiguityGroup>,
    /// Classes or packages.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<MeasuredPart>,
    /// Which part of the list is here.
    pub page: Page,
    /// What to know of the recording.
    pub notes: Vec<String>,
}

/// What was measured.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Measured {
    /// Tests that count.
    pub tests: usize,
    /// Lines with code.
    pub lines: usize,
    /// Lines that a test runs.
    pub covered: usize,
    /// Density x diversity x uniqueness; 1 is best.
    pub ddu: f64,
    /// How near the share of ones in tests x lines is to one half; 1 is best.
    pub density: f64,
    /// The chance that two different tests run different lines; 1 is best.
    pub diversity: f64,
    /// Sets of lines that tests tell apart, per line; 1 is best.
    pub uniqueness: f64,
    /// How many such sets there are.
    pub groups: usize,
    /// Lines in the largest of them that tests run.
    pub largest: usize,
}

/// A class or a package.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MeasuredPart {
    /// Its name; empty of the package without one.
    pub name: String,
    /// Its measures.
    #[serde(flatten)]
    pub measures: Measured,
}

/// Lines that exactly the same tests run: no ranking can tell them apart.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AmbiguityGroup {
    /// How many lines.
    pub lines: usize,
    /// How many tests run them.
    pub tests_total: usize,
    /// The first of these tests.
    pub tests: Vec<NamedTest>,
    /// The methods that they belong to, those with most lines first.
    pub methods: Vec<MethodLines>,
    /// How many methods these are.
    pub methods_total: usize,
    /// Which test would split them.
    pub advice: String,
}

/// Lines of a method.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MethodLines {
    /// The method.
    #[serde(flatten)]
    pub method: NamedMethod,
    /// The first of its lines in the group.
    pub lines: Vec<u32>,
}

impl Tool for Suite {
    type Input = Input;
    type Output = Output;
    const ABOUT: About = About {
        name: "suite",
        title: "What the tests tell apart",
        description: "Measure how well the tests tell lines of code apart, and list the largest sets of lines that exactly the same \
                      tests run, each with the kind of test that would split it; or measure classes or packages. Use it to decide \
                      which test to write next, or why suspects are tied. Needs no failing test. Reads the recording, runs nothing.",
        is_read_only: true,
    };

    fn budget(input: &Input) -> Option<u32> {
        input.budget_lines
    }

    fn answer(project: &Project, input: Input, _: &Call) -> Result<Output, Failure> {
        let wanted = Wanted::of(input.offset, input.limit, USUAL)?;
        let recording = project.recording(input.recording.as_deref())?;
        let loaded = &recording.loaded;
        let spelled = if input.list == List::Groups { wanted.end() } else { 0 };
        let survey = Survey::of(loaded, spelled)?;
        let (mut groups, mut parts) = (Vec::new(), Vec::new());
        let (page, noun) = match input.list {
            List::Groups => {
                let (shown, page) = wanted.of_list(survey.groups.iter(), survey.ambiguous);
                let words = Words::of(&survey);
                let mut places = Places::new(project, survey.spectrum, project.sources(loaded));
                groups.extend(
                    shown.into_iter().map(|group| ambiguity_group(&survey, group, &words, &mut places)),
                );
                (page, "set")
            }
            List::Classes => (listed(&mut parts, &survey.classes, wanted), "class"),
            List::Packages => (listed(&mut parts, &survey.packages, wanted), "package"),
        };
        let whole = &survey.whole;
        Ok(Output {
            summary: format!(
                "{} tell {} of {} apart (DDU {:.4}); {}{}{}",
                counted(whole.tests, "test"),
                counted(whole.groups, "set"),
                counted(whole.elements, "line"),
                whole.ddu,
                counted(page.total, noun),
                if noun == "set" { " of more than one line" } else { "" },
                page.says()
            ),
            tests: Tests::of(survey.spectrum),
            suite: measured(whole),
            groups,
            parts,
            page,
            notes: survey.notes.iter().map(|note| clipped(note)).collect(),
        })
    }
}

fn listed(parts: &mut Vec<MeasuredPart>, all: &[Part], wanted: Wanted) -> Page {
    let (shown, page) = wanted.of_list(all.iter(), all.len());
    let said = |part: &Part| {
        let name = if part.module.is_empty() {
            part.name.clone()
        } else {
            format!("{}: {}", part.module, part.name)
        };
        MeasuredPart { name: clipped(&name), measures: measured(&part.measures) }
    };
    parts.extend(shown.into_iter().map(said));
    page
}

fn measured(measures: &Measures) -> Measured {
    Measured {
        tests: measures.tests,
        lines: measures.elements,
        covered: measures.covered,
        ddu: measures.ddu,
        density: measures.density,
        diversity: measures.diversity,
        uniqueness: measures.uniqueness,
        groups: measures.groups,
        largest: measures.largest,
    }
}

fn ambiguity_group(
    survey: &Survey<'_>,
    group: &Group,
    words: &Words<'_>,
    places: &mut Places<'_>,
) -> AmbiguityGroup {
    let methods = group.methods.iter().take(METHODS).map(|of| MethodLines {
        method: places.method(of.method),
        lines: of.lines.iter().copied().take(LINES).collect(),
    });
    AmbiguityGroup {
        lines: group.size,
        tests_total: group.tests.len(),
        tests: group.tests.iter().take(TESTS).map(|&test| NamedTest::of(survey.spectrum, test)).collect(),
        methods: methods.collect(),
        methods_total: group.methods.len(),
        advice: cut(&words.advice(group), 600),
    }
}

impl Bounded for Output {
    fn shorten(&mut self) -> bool {
        if self.page.pop(&mut self.groups) || self.page.pop(&mut self.parts) {
            return true;
        }
        drop_last(&mut self.notes)
            || self
                .groups
                .first_mut()
                .is_some_and(|group| drop_last(&mut group.tests) || drop_last(&mut group.methods))
    }
}
