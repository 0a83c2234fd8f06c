//! `covering_tests`: lists the tests that ran a line or a method.

use faultline_covering_tests::place;
use faultline_fault_ranking::document::Tests;
use faultline_messages::failure::Failure;
use faultline_messages::words::{counted, number};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::explain::tests_of;
use super::{About, Tool};
use crate::bound::{Bounded, Page, Wanted, clipped, drop_last};
use crate::call::Call;
use crate::named::{NamedMethod, NamedTest, Places};
use crate::project::Project;

/// Default number of tests per page.
const USUAL: u32 = 20;
/// Number of methods named for a line.
const METHODS: usize = 5;

/// The tool `covering_tests`.
#[derive(Debug)]
pub struct CoveringTests;

/// What it takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// A method, as `Foo.bar` or `Foo.bar(int)`, or a line, as `Foo.java:42`; a path or a package may stand before.
    pub target: String,
    /// Only tests that ended so; without it all.
    pub outcome: Option<Ended>,
    /// How many tests to skip.
    pub offset: Option<u32>,
    /// How many tests to give; 20 unless told otherwise.
    #[schemars(range(min = 1, max = 50))]
    pub limit: Option<u32>,
    /// A folder of recordings or one `.flt` file; the default is the nearest `.faultline`.
    pub recording: Option<String>,
    /// Answer in at most so many lines: items of lists, and lines of text; 60 unless told otherwise.
    #[schemars(range(min = 10, max = 400))]
    pub budget_lines: Option<u32>,
}

/// How a test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Ended {
    /// It passed.
    Passed,
    /// It failed.
    Failed,
}

/// What it gives.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Output {
    /// What there is to know, in a sentence.
    pub summary: String,
    /// The methods that are meant, or that the line belongs to.
    pub methods: Vec<NamedMethod>,
    /// The line, where one is meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// What stands there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// How many tests ran it.
    pub ran_by: Tests,
    /// How many tests there are.
    pub of: Tests,
    /// These tests, failing ones first.
    pub tests: Vec<NamedTest>,
    /// Which part of them is here.
    pub page: Page,
}

impl Tool for CoveringTests {
    type Input = Input;
    type Output = Output;
    const ABOUT: About = About {
        name: "covering_tests",
        title: "Tests that run some code",
        description: "List the tests that ran a line or a method, failing ones first, with their outcome. Use it before changing \
                      code, to know which tests to run afterwards, or to see whether passing tests run a suspicious line, too. \
                      A line that no test ran gives an empty list. Reads the recording, runs nothing.",
        is_read_only: true,
    };

    fn budget(input: &Input) -> Option<u32> {
        input.budget_lines
    }

    fn answer(project: &Project, input: Input, _: &Call) -> Result<Output, Failure> {
        let wanted = Wanted::of(input.offset, input.limit, USUAL)?;
        let recording = project.recording(input.recording.as_deref())?;
        let spectrum = &recording.loaded.spectrum;
        let place = place(spectrum, &input.target)?;
        let all = tests_of(spectrum, &place.elements);
        let ran_by = Tests::of_rows(spectrum, all.iter().copied());
        let ended = input.outcome.map(|ended| match ended {
            Ended::Passed => faultline_spectrum::Outcome::Passed,
            Ended::Failed => faultline_spectrum::Outcome::Failed,
        });
        let is_wanted = |test: &faultline_spectrum::TestId| {
            ended.is_none_or(|ended| spectrum.tests[test.index()].outcome == ended)
        };
        let tests: Vec<_> = all.iter().copied().filter(is_wanted).collect();
        let (shown, page) = wanted.of_list(tests.iter(), tests.len());
        let mut places = Places::new(project, spectrum, project.sources(&recording.loaded));
        Ok(Output {
            summary: format!(
                "{} of {} ran {} ({} failed, {} passed){}",
                number(all.len()),
                counted(spectrum.tests.len(), "test"),
                clipped(input.target.trim()),
                number(ran_by.failed),
                number(ran_by.passed),
                page.says()
            ),
            methods: place.methods.iter().take(METHODS).map(|&method| places.method(method)).collect(),
            line: place.line,
            code: place.line.and_then(|line| places.code(place.class, line)),
            ran_by,
            of: Tests::of(spectrum),
            tests: shown.into_iter().map(|&test| NamedTest::of(spectrum, test)).collect(),
            page,
        })
    }
}

impl Bounded for Output {
    fn shorten(&mut self) -> bool {
        self.page.pop(&mut self.tests) || drop_last(&mut self.methods)
    }
}
