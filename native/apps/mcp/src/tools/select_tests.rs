//! `select_tests`: chooses the most informative tests.

use faultline_messages::failure::Failure;
use faultline_messages::names;
use faultline_messages::words::{counted, number};
use faultline_recording_store::reading::Reading;
use faultline_sbfl::{RankingSpec, Ties, finite};
use faultline_test_selection::given::Given;
use faultline_test_selection::pool::{self, Asked, Pool};
use faultline_test_selection::question::{Question, Request};
use faultline_test_selection::report::{Choice, Report};
use faultline_test_selection::standing::Standing;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{About, Tool};
use crate::bound::{Bounded, Page, Wanted, clipped, drop_last};
use crate::call::Call;
use crate::named::test_name;
use crate::project::Project;

/// Default number of tests to choose.
const USUAL: u32 = 10;
/// Number of given tests listed.
const NAMED: usize = 5;

/// The tool `select_tests`.
#[derive(Debug)]
pub struct SelectTests;

/// What it takes.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Input {
    /// What makes a test worth choosing: `belief` (the default), `eap`, `ddu`, `tfd`, `rlfdc` and others; a wrong name gives the list.
    pub metric: Option<String>,
    /// Start from these failing tests, as `FooTest#bar`; without it from the first failing test, or as `given` says.
    pub failing: Vec<String>,
    /// What the choice starts from.
    pub given: From,
    /// Choose from these instead of the recorded passing tests: a folder of recordings, a `.flt` file, or a file with the name of a recorded test per line.
    pub pool: Option<String>,
    /// Which of several failing tests the choice starts from, with `given` `each`: how many to skip.
    pub start: Option<u32>,
    /// How many of the chosen tests to skip.
    pub offset: Option<u32>,
    /// How many chosen tests to give; 10 unless told otherwise.
    #[schemars(range(min = 1, max = 50))]
    pub limit: Option<u32>,
    /// A folder of recordings or one `.flt` file; the default is the nearest `.faultline`.
    pub recording: Option<String>,
    /// Answer in at most so many lines: items of lists, and lines of text; 60 unless told otherwise.
    #[schemars(range(min = 10, max = 400))]
    pub budget_lines: Option<u32>,
}

/// What the choice starts from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum From {
    /// One failing test.
    #[default]
    Each,
    /// All failing tests together.
    AllFailing,
    /// All recorded tests; the choice is from a pool.
    Suite,
}

/// What it gives.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Output {
    /// What there is to know, in a sentence.
    pub summary: String,
    /// What made tests worth choosing.
    pub metric: String,
    /// Whether more or less of its value is better.
    pub better: String,
    /// How many tests there were to choose from.
    pub candidates: usize,
    /// The tests that were there before, the first of them.
    pub given: Vec<String>,
    /// How many these are.
    pub given_total: usize,
    /// How many failing tests a choice of their own starts from.
    pub starts_total: usize,
    /// The chosen tests, what tells most first.
    pub chosen: Vec<Chosen>,
    /// Which part of them is here; more may be chosen where there are more candidates.
    pub page: Page,
    /// What to know of the recording.
    pub notes: Vec<String>,
}

/// A chosen test.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Chosen {
    /// Its place in the order of choice.
    pub step: usize,
    /// As the tools take it.
    pub test: String,
    /// How it ended; none where nobody has said so yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<&'static str>,
    /// The metric's value of it, given those before.
    pub value: f64,
    /// The most suspicious method by the tests so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub then_first: Option<String>,
    /// How many methods share that place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tied: Option<usize>,
}

impl Tool for SelectTests {
    type Input = Input;
    type Output = Output;
    const ABOUT: About = About {
        name: "select_tests",
        title: "Tests that tell most",
        description: "Choose the few tests that tell most about a failure, one by one, from the passing tests or from a pool of \
                      tests that nobody labelled yet. Use it to pick a small set of tests to run again after a change or to read \
                      beside the failing one; covering_tests lists all that run some code instead. Reads recordings, runs nothing.",
        is_read_only: true,
    };

    fn budget(input: &Input) -> Option<u32> {
        input.budget_lines
    }

    fn answer(project: &Project, input: Input, _: &Call) -> Result<Output, Failure> {
        let wanted = Wanted::of(input.offset, input.limit, USUAL)?;
        let start = input.start.unwrap_or(0) as usize;
        let ranking = RankingSpec::DEFAULT;
        let question = Question::of(Request {
            metric: input.metric.as_deref().unwrap_or("belief"),
            ranking,
            ties: Ties::Max,
            given: input.given.into(),
            failing: &input.failing,
            has_pool: input.pool.is_some(),
            tests: wanted.end(),
            starts: Some(start.saturating_add(1)),
        })?;
        let recording = project.recording(input.recording.as_deref())?;
        let pooled;
        let (loaded, pool) = match &input.pool {
            None => (&*recording.loaded, Pool::of_passed(&recording.loaded.spectrum)),
            Some(named) => {
                let path = project.path(named);
                let asked = Asked {
                    inputs: &recording.inputs,
                    pool: Some(&path),
                    labelled: false,
                    reading: Reading::default(),
                };
                let (loaded, pool) = pool::load(&asked)?;
                pooled = loaded;
                (&pooled, pool)
            }
        };
        let report = question.answer(loaded, pool)?;
        output(&report, start, wanted)
    }
}

impl std::convert::From<From> for Given {
    fn from(given: From) -> Self {
        match given {
            From::Each => Self::Each,
            From::AllFailing => Self::AllFailing,
            From::Suite => Self::Suite,
        }
    }
}

fn output(report: &Report<'_>, start: usize, wanted: Wanted) -> Result<Output, Failure> {
    let starts = report.choices.len() + report.more;
    let Some(choice) = report.choices.get(start) else {
        return Err(Failure::misuse(format!(
            "start is {start}, and a choice starts from one of {}",
            counted(starts, "failing test")
        )));
    };
    let spectrum = report.spectrum;
    let all = choice.steps.len();
    let (chosen, page) = wanted.of_list(chosen(report, choice), all);
    let more = report.pool.candidates.len().saturating_sub(all);
    let on = if more > 0 { format!("; {} left to choose from", number(more)) } else { String::new() };
    let given: Vec<String> = choice.given.iter().take(NAMED).map(|&test| test_name(spectrum, test)).collect();
    Ok(Output {
        summary: format!(
            "{} chosen by {} from {}, given {}{}{on}",
            counted(all, "test"),
            report.metric.name(),
            counted(report.pool.candidates.len(), "candidate"),
            given.first().map_or("no test", String::as_str),
            if choice.given.len() > 1 {
                format!(" and {} more", number(choice.given.len() - 1))
            } else {
                String::new()
            },
        ),
        metric: clipped(&report.metric.name()),
        better: report.metric.better().name().to_owned(),
        candidates: report.pool.candidates.len(),
        given,
        given_total: choice.given.len(),
        starts_total: starts,
        chosen,
        page,
        notes: report.notes.iter().map(|note| clipped(note)).collect(),
    })
}

fn chosen<'r>(report: &'r Report<'_>, choice: &'r Choice) -> impl Iterator<Item = Chosen> + 'r {
    let spectrum = report.spectrum;
    choice.steps.iter().enumerate().map(move |(at, step)| {
        let is_known = report.pool.labelled || report.pool.is_of_suite(step.test);
        let first = |standing: &Standing| {
            let method = &spectrum.methods[standing.top.first()?.method.index()];
            Some(clipped(&names::compiled_method(&spectrum.classes[method.class.index()].name, method, true)))
        };
        Chosen {
            step: at + 1,
            test: test_name(spectrum, step.test),
            outcome: is_known.then(|| spectrum.tests[step.test.index()].outcome.name()),
            value: finite(step.value),
            then_first: step.standing.as_ref().and_then(first),
            tied: step.standing.as_ref().map(|standing| standing.tied),
        }
    })
}

impl Bounded for Output {
    fn shorten(&mut self) -> bool {
        self.page.pop(&mut self.chosen) || drop_last(&mut self.notes)
    }
}
