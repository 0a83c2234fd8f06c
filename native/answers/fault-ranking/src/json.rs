//! The ranking as JSON; `docs/ci.md` and its schema describe it.

use std::path::MAIN_SEPARATOR;

use faultline_messages::failure::Failure;
use faultline_messages::names::TestNames;
use faultline_recording_store::sources::Sources;
use faultline_spectrum::TestId;
use schemars::JsonSchema;
use serde::Serialize;

use crate::document::{MethodNames, TestNamesSchema, Tests, finite};
use crate::doubt::Doubt;
use crate::last_change::LastChange;
use crate::message::Message;
use crate::report::{self, Amplified, Mending, Parts, Report, ScoringOutcome, Variants};
use crate::since::Since;
use crate::unseen::Unseen;
use crate::why::Why;

/// Incremented when readers of the previous version could not read the new one.
const VERSION: u32 = 1;

/// The whole answer.
#[derive(Serialize, JsonSchema)]
pub struct Ranking<'a> {
    #[schemars(extend("const" = VERSION))]
    version: u32,
    /// The formula, as `faultline formulas` lists it, and its modifiers: Ochiai+size+trace.
    #[serde(rename = "ranking")]
    formula: String,
    /// How the base of a method follows from its lines'.
    #[schemars(extend("enum" = ["max", "mean", "sum"]))]
    aggregation: &'static str,
    /// Whether scores are probabilities, which add up to 1 over all suspects.
    probability: bool,
    /// Only with --elements: lines score as the best of themselves and of their outcomes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("const" = true))]
    elements: Option<bool>,
    /// Which place of a tie `rank` is.
    #[schemars(extend("enum" = ["max", "average", "min", "line-order"]))]
    ties: &'a str,
    /// What is ranked.
    #[schemars(extend("enum" = ["method", "line", "class"]))]
    level: &'a str,
    /// All recorded tests by outcome.
    tests: Tests,
    /// Recorded classes.
    classes: usize,
    /// Recorded source lines, executed or not.
    lines: usize,
    /// Groups of failing tests, the largest first.
    #[schemars(length(min = 1))]
    groups: Vec<Group<'a>>,
    /// What may be tried besides, a sentence each.
    hints: &'a [String],
    /// Oddities of the recordings, a sentence each.
    notes: &'a [String],
    /// Code of the project that the failing tests ran, or may have run, and that is not ranked; only where there is some.
    #[serde(skip_serializing_if = "Option::is_none")]
    unseen: Option<&'a Unseen>,
}

/// Failing tests that seem to have one cause, and the suspects for it.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "group")]
pub struct Group<'a> {
    /// Its tests.
    #[schemars(length(min = 1))]
    pub failing: Vec<FailingTest<'a>>,
    /// Class of the exception.
    pub exception: Option<&'a str>,
    /// Class of the exception inside, where exception wraps another; `thrown_at` is where that one was thrown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wraps: Option<&'a str>,
    /// The class that could not be initialised, where that is why these tests failed; wraps is what its initialiser threw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub initialiser: Option<&'a str>,
    /// The project's line that threw it.
    pub thrown_at: Option<Site<'a>>,
    /// Failing tests of other groups, which are not counted here.
    pub left_out: usize,
    /// How often each failing test counted.
    pub clone_factor: f64,
    /// How many suspects there are.
    pub ranked: usize,
    /// The first suspect in a sentence; only where evidence is weighed and one is first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// What has changed since its tests passed; only where a baseline knows.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub since: &'a [Since],
    /// Why its failures are hardly faults of the code; only where nothing has changed for any of its tests since they passed, or
    /// they passed when they were run again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doubt: Option<&'a Doubt>,
    /// Who changed the answer's suspect last; only where that is in a git repository.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_change: Option<&'a LastChange>,
    /// Labelled variants of the group's failing tests; only with +amplified and where there are some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amplified: Option<&'a Amplified>,
    /// The first of them, the most suspicious first.
    pub suspects: Vec<Suspect<'a>>,
}

/// A failing test, and what it said.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "failing_test")]
pub struct FailingTest<'a> {
    #[serde(flatten)]
    #[schemars(with = "TestNamesSchema")]
    names: TestNames<'a>,
    /// Its message, where the build's report of this run has it; the recording has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a Message>,
}

/// Where an exception left the project's code.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "site")]
pub struct Site<'a> {
    /// Binary name of the class.
    pub class: &'a str,
    /// Folder of the module, where several have a class of that name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub module: Option<&'a str>,
    /// The method's name.
    pub method: &'a str,
    /// The line; null where it is unknown.
    pub line: Option<i32>,
}

/// A ranked method, line or class.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "suspect")]
pub struct Suspect<'a> {
    /// Its place under `ties`.
    #[schemars(range(min = 1))]
    pub rank: f64,
    /// First place of its tie.
    #[schemars(range(min = 1))]
    pub rank_min: u32,
    /// Last place of its tie.
    #[schemars(range(min = 1))]
    pub rank_max: u32,
    /// Its suspiciousness.
    #[serde(serialize_with = "finite")]
    pub score: f64,
    /// What the score is the product of: base, size, trace, name, mutants, changed and evidence.
    pub parts: &'a Parts,
    /// Binary name of its class.
    pub class: &'a str,
    /// Its method, the first where its line has several; null of a class.
    pub method: Option<&'a str>,
    /// That method's parameters and result, as the JVM writes them.
    pub descriptor: Option<&'a str>,
    /// The other methods that its line belongs to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(min = 1))]
    pub other_methods: Vec<MethodNames<'a>>,
    /// Its source file, seen from a folder of sources.
    pub file: Option<String>,
    /// Folder of the module, or archive, that the class is of, where several have a file of that path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub module: Option<&'a str>,
    /// Its most suspicious line.
    #[schemars(range(min = 1))]
    pub line: Option<u32>,
    /// Of a method, the line that --level line puts first among its lines, which the sentence and the page mark; only where
    /// evidence is weighed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub marked_line: Option<u32>,
    /// How sure it is that this is the fault; only of methods that a failing test runs, and where evidence is weighed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 1))]
    pub chance: Option<f64>,
    /// Its strongest evidence in three to five words; only where evidence is weighed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<&'static str>,
    /// Where the source file was found.
    pub source: Option<String>,
    /// Why source may be another class's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_doubt: Option<&'static str>,
    /// Failing tests that executed the line.
    pub ef: u32,
    /// Passing tests that executed it.
    pub ep: u32,
    /// Failing tests that did not.
    pub nf: u32,
    /// Passing tests that did not.
    pub np: u32,
    /// Variants of the failing tests that executed line; only with +amplified and where there are some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variants: Option<Variants>,
    /// What a condition, a switch or a call on line came to, where that scores more than line alone; only with --elements.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<&'a ScoringOutcome>,
    /// Whether it has changed since a failing test passed; only where it has.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub changed: bool,
    /// The best mutant of the suspect, where a failing test passes on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mutant: Option<&'a Mending>,
}

/// Renders the whole report, ending with a line break.
pub fn render(report: &Report, sources: &mut Sources) -> Result<String, Failure> {
    faultline_terminal::json::pretty(&Ranking::of(report, sources), "the ranking")
}

impl<'a> Ranking<'a> {
    fn of(report: &'a Report, sources: &mut Sources) -> Self {
        let group = |group: &'a report::Group| {
            let suspects = group.suspects.iter().map(|suspect| Suspect::of(report, suspect, sources));
            let suspects = suspects.collect();
            Group { suspects, ..Group::of(report, group) }
        };
        Self {
            version: VERSION,
            formula: report.spec.to_string(),
            aggregation: report.spec.aggregate.name(),
            probability: report.spec.is_probability(),
            elements: report.elements.then_some(true),
            ties: report.ties.name(),
            level: report.level.name(),
            tests: Tests::of(report.spectrum),
            classes: report.spectrum.count_classes(),
            lines: report.lines(),
            groups: report.groups.iter().map(group).collect(),
            hints: &report.hints,
            notes: &report.notes,
            unseen: report.unseen.as_ref(),
        }
    }
}

impl<'a> Group<'a> {
    /// A group of a report, without its suspects.
    pub fn of(report: &'a Report, group: &'a report::Group) -> Self {
        let failing = |test: &TestId| FailingTest {
            names: TestNames::of(&report.spectrum.tests[test.index()]),
            message: group.messages.get(test),
        };
        Self {
            failing: group.failing.iter().map(failing).collect(),
            exception: group.exception.as_deref(),
            wraps: group.root.as_deref(),
            initialiser: group.initialiser.as_deref(),
            thrown_at: group.site.as_ref().map(|site| Site {
                class: &site.class,
                module: site.which.and_then(|class| report.files.module(class)),
                method: &site.method,
                line: (site.line > 0).then_some(site.line),
            }),
            left_out: group.left_out,
            clone_factor: group.clone_factor,
            ranked: group.ranked,
            answer: group.answer.as_ref().map(ToString::to_string),
            since: &group.since,
            doubt: group.doubt.as_ref(),
            last_change: group.last_change.as_ref(),
            amplified: group.amplified.as_ref(),
            suspects: Vec::new(),
        }
    }
}

impl<'a> Suspect<'a> {
    /// A suspect of a report, with its source if found.
    pub fn of(report: &'a Report, suspect: &'a report::Suspect, sources: &mut Sources) -> Self {
        let class = &report.spectrum.classes[suspect.class.index()];
        let source = sources.of(class);
        let mut methods = suspect.methods.iter().map(|&method| MethodNames::of(report.spectrum, method));
        let method = methods.next();
        Self {
            rank: suspect.rank,
            rank_min: suspect.rank_min,
            rank_max: suspect.rank_max,
            score: suspect.score,
            parts: &suspect.parts,
            class: &class.name,
            method: method.map(|method| method.method),
            descriptor: method.map(|method| method.descriptor),
            other_methods: methods.collect(),
            file: class.source_path(),
            module: report.files.module(suspect.class),
            line: suspect.line,
            marked_line: suspect.marked,
            chance: suspect.chance,
            why: suspect.why.map(Why::words),
            source: source.map(|source| source.path.display().to_string().replace(MAIN_SEPARATOR, "/")),
            source_doubt: source.and_then(|source| source.doubt),
            ef: suspect.counts.ef,
            ep: suspect.counts.ep,
            nf: suspect.counts.nf,
            np: suspect.counts.np,
            variants: suspect.variants,
            outcome: suspect.outcome.as_ref(),
            changed: suspect.changed,
            mutant: suspect.mending.as_ref(),
        }
    }
}
