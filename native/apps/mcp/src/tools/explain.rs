//! `explain`: one suspect, with the evidence for and against it.

use std::collections::BTreeSet;

use faultline_bug_inducing_commits::past;
use faultline_covering_tests::{Place, covering, place};
use faultline_fault_ranking::document::Tests;
use faultline_fault_ranking::explain::{evidence, meant};
use faultline_fault_ranking::question::{Form, Question};
use faultline_fault_ranking::report::{Report, Suspect};
use faultline_messages::failure::Failure;
use faultline_messages::words::counted;
use faultline_recording_store::load::Loaded;
use faultline_sbfl::{failure_groups, finite};
use faultline_spectrum::{ElementId, Spectrum, TestId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::suspects::spec;
use super::{About, Tool};
use crate::bound::{Bounded, clipped, drop_last};
use crate::call::Call;
use crate::named::{NamedMethod, NamedTest, Places};
use crate::project::Project;

/// Number of groups of failing tests considered, unless tests are named.
const GROUPS: usize = 5;
/// Number of tests listed.
const TESTS: usize = 10;
/// Numbers of factors kept where a result is too long, and where it still is; those that tell most stand first.
const FACTORS: (usize, usize) = (6, 2);
/// Number of source lines kept until factors and tests are left out.
const SOURCE: usize = 5;
/// Number of source lines shown.
const LINES: u32 = 40;

/// The tool `explain`.
#[derive(Debug)]
pub struct Explain;

/// What it takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// The method: `Class.method` or `method`; with parameter types, as `Foo.bar(int)`, where there are several.
    pub method: String,
    /// Explain it for these failing tests only, as `FooTest#bar`; without it for the five largest groups of failing tests.
    #[serde(default)]
    pub failing: Vec<String>,
    /// How suspects are ranked, as `ochiai`; the default is the best that is known.
    pub ranking: Option<String>,
    /// A folder of recordings or one `.flt` file; the default is the nearest `.faultline`.
    pub recording: Option<String>,
    /// A baseline that failing tests are compared with, too: a `baseline.flb` or a folder that holds one, as of another
    /// machine; without it only the one beside the recording.
    pub baseline: Option<String>,
    /// Answer in at most so many lines: items of lists, and lines of text; 60 unless told otherwise.
    #[schemars(range(min = 10, max = 400))]
    pub budget_lines: Option<u32>,
}

/// What it gives.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Output {
    /// What there is to know, in a sentence or two.
    pub summary: String,
    /// The method.
    #[serde(flatten)]
    pub method: NamedMethod,
    /// What speaks for and against it, for each group of failing tests that ran it.
    pub groups: Vec<Standing>,
    /// How many groups of failing tests there are.
    pub groups_total: usize,
    /// How many tests ran a line of it.
    pub ran_by: Tests,
    /// The first of them, failing ones first; `covering_tests` has all.
    pub tests: Vec<NamedTest>,
    /// Its source, around the most suspicious line.
    pub source: Vec<SourceLine>,
    /// Why the source may not be what was recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_doubt: Option<String>,
    /// Who changed it last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_change: Option<String>,
    /// The most suspicious line, which is the last to be left out.
    #[serde(skip)]
    marked: Option<u32>,
}

/// A method's place for one group of failing tests.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Standing {
    /// The group's number, as suspects has it.
    pub group: usize,
    /// Its place; those of one score share the last place of their tie.
    pub rank: f64,
    /// The first place of its tie.
    pub rank_min: u32,
    /// How many methods the failing tests ran.
    pub of: usize,
    /// Its score.
    pub score: f64,
    /// Its most suspicious line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Failing tests of the group that ran that line.
    pub ef: u32,
    /// Passing tests that ran it.
    pub ep: u32,
    /// Failing tests of the group that did not.
    pub nf: u32,
    /// Passing tests that did not.
    pub np: u32,
    /// What its score is the product of, what tells most first.
    pub factors: Vec<Factor>,
    /// What a change of it mends, where mutants were run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mutant: Option<String>,
}

/// A kind of evidence.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Factor {
    /// Its name.
    pub evidence: &'static str,
    /// Its value.
    pub value: String,
    /// What it multiplies the score by.
    pub factor: f64,
    /// The same against the typical suspect: above 1 it speaks for this method.
    pub against_typical: f64,
    /// When it speaks for a method.
    pub speaks_if: &'static str,
}

/// A line of source.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SourceLine {
    /// Its number.
    pub line: u32,
    /// What stands there.
    pub code: String,
    /// Failing tests that ran it; none of a line without code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failing: Option<usize>,
    /// Passing tests that ran it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passing: Option<usize>,
}

impl Tool for Explain {
    type Input = Input;
    type Output = Output;
    const ABOUT: About = About {
        name: "explain",
        title: "One suspect explained",
        description: "Say why one method is suspicious or not: its place for each group of failing tests, how many failing and \
                      passing tests ran its most suspicious line (ef, ep) and did not (nf, np), every factor of its score against the \
                      typical suspect, the tests that ran it, and its source with the number of failing and passing tests beside \
                      each line. Use it after suspects, to decide whether a suspect is worth a change. Reads the recording, runs \
                      nothing.",
        is_read_only: true,
    };

    fn budget(input: &Input) -> Option<u32> {
        input.budget_lines
    }

    fn answer(project: &Project, input: Input, _: &Call) -> Result<Output, Failure> {
        let recording = project.recording(input.recording.as_deref())?;
        let loaded = &recording.loaded;
        let baseline = project.baseline(input.baseline.as_deref())?;
        let question = Question {
            baseline: baseline.as_ref(),
            spec: input.ranking.as_deref().map(spec).transpose()?,
            ..Question::new(&recording.inputs, &input.failing).of_largest(GROUPS)
        };
        let report = question.answer(loaded, None, Form::Json, Some(0))?;
        let suspects = meant(&report, &input.method)?;
        let (_, first) = suspects[0];
        let total = if input.failing.is_empty() { failure_groups(&loaded.spectrum).len() } else { 1 };
        let mut sources = project.sources(loaded);
        let change = past::changes(&report, std::iter::once(Some(first)), &mut sources).into_iter().flatten();
        let last_change = change.map(|change| clipped(&change.says())).next();
        let of = place_of(loaded, first, &input.method)?;
        let ran_by = tests_of(&loaded.spectrum, &of.elements);
        let mut places = Places::new(project, &loaded.spectrum, sources);
        let groups: Vec<Standing> =
            suspects.iter().map(|&(at, suspect)| standing(&report, at, suspect)).collect();
        let method = first.methods.first().map(|&method| places.method(method));
        let method = method.ok_or_else(|| Failure::failed("this suspect has no method"))?;
        let source = source(&loaded.spectrum, &of, first.line, &mut places);
        Ok(Output {
            summary: summary(&method, &groups, report.groups.len(), total),
            groups_total: total,
            ran_by: Tests::of_rows(&loaded.spectrum, ran_by.iter().copied()),
            tests: ran_by.iter().take(TESTS).map(|&test| NamedTest::of(&loaded.spectrum, test)).collect(),
            source,
            source_doubt: places.doubt(of.class),
            last_change,
            marked: first.line,
            method,
            groups,
        })
    }
}

fn place_of(loaded: &Loaded, suspect: &Suspect, named: &str) -> Result<Place, Failure> {
    let spectrum = &loaded.spectrum;
    let Some(&method) = suspect.methods.first() else { return place(spectrum, named) };
    let elements = (0..spectrum.elements.len()).map(faultline_spectrum::ElementId::new);
    let elements = elements.filter(|element| spectrum.elements[element.index()].method == method).collect();
    Ok(Place { elements, class: suspect.class, methods: vec![method], line: None })
}

/// The tests that ran a place: failing ones first, then in row order.
pub fn tests_of(spectrum: &Spectrum, elements: &[ElementId]) -> Vec<TestId> {
    covering(spectrum, elements).into_iter().map(|of| of.test).collect()
}

fn standing(report: &Report<'_>, at: usize, suspect: &Suspect) -> Standing {
    let group = &report.groups[at];
    let factors = evidence(group, suspect).into_iter().map(|told| Factor {
        evidence: told.name,
        value: told.value,
        factor: rounded(told.factor),
        against_typical: rounded(told.against_typical),
        speaks_if: told.says,
    });
    Standing {
        group: at + 1,
        rank: suspect.rank,
        rank_min: suspect.rank_min,
        of: group.suspects.iter().filter(|suspect| suspect.counts.ef > 0).count(),
        score: finite(suspect.score),
        line: suspect.line,
        ef: suspect.counts.ef,
        ep: suspect.counts.ep,
        nf: suspect.counts.nf,
        np: suspect.counts.np,
        factors: factors.collect(),
        mutant: suspect.mending.as_ref().map(|mending| clipped(&mending.says)),
    }
}

/// Rounded to three decimals.
fn rounded(value: f64) -> f64 {
    (finite(value) * 1e3).round() / 1e3
}

fn summary(method: &NamedMethod, groups: &[Standing], looked_at: usize, total: usize) -> String {
    let Some(first) = groups.first() else { return String::new() };
    let of_groups = if total > looked_at {
        format!(
            " Only the {looked_at} largest of {} were looked at; failing names others.",
            counted(total, "group")
        )
    } else {
        String::new()
    };
    format!(
        "{}: place {} of {} methods for group {}; {} of {} failing and {} of {} passing tests ran its most suspicious \
         line{}.{of_groups}",
        method.method,
        first.rank,
        first.of,
        first.group,
        first.ef,
        first.ef + first.nf,
        first.ep,
        first.ep + first.np,
        first.line.map_or(String::new(), |line| format!(", {line}")),
    )
}

/// The lines of a method from the first to the last with code; of a long method, those around the most
/// suspicious line.
fn source(spectrum: &Spectrum, of: &Place, line: Option<u32>, places: &mut Places<'_>) -> Vec<SourceLine> {
    let lines: BTreeSet<u32> = of
        .elements
        .iter()
        .map(|element| spectrum.elements[element.index()].line)
        .filter(|&line| line > 0)
        .collect();
    let (Some(&first), Some(&last)) = (lines.first(), lines.last()) else { return Vec::new() };
    // The line above usually contains the method's signature.
    let start = first.saturating_sub(1).max(1);
    let start = match line {
        Some(line) if last - start >= LINES => start.max(line.saturating_sub(LINES / 2)),
        _ => start,
    };
    let end = last.min(start.saturating_add(LINES - 1));
    (start..=end)
        .filter_map(|line| {
            let code = places.code(of.class, line)?;
            let ran = lines.contains(&line).then(|| ran(spectrum, of, line));
            Some(SourceLine { line, code, failing: ran.map(|ran| ran.0), passing: ran.map(|ran| ran.1) })
        })
        .collect()
}

fn ran(spectrum: &Spectrum, of: &Place, line: u32) -> (usize, usize) {
    let is_there = |element: &&faultline_spectrum::ElementId| spectrum.elements[element.index()].line == line;
    let elements: Vec<ElementId> = of.elements.iter().filter(is_there).copied().collect();
    let tests = tests_of(spectrum, &elements);
    let tests = Tests::of_rows(spectrum, tests.into_iter());
    (tests.failed, tests.passed)
}

/// Removes the line at the end that is farther from the marked one.
fn drop_farthest(source: &mut Vec<SourceLine>, marked: Option<u32>) -> bool {
    let (Some(first), Some(last)) = (source.first(), source.last()) else { return false };
    let from = |line: u32| marked.map_or(0, |marked| line.abs_diff(marked));
    if from(first.line) > from(last.line) {
        source.remove(0);
    } else {
        source.pop();
    }
    true
}

impl Output {
    /// Removes the factor that tells least of the only group, if it has more than `kept`.
    fn drop_factor(&mut self, kept: usize) -> bool {
        let factors = self.groups.first_mut().map(|group| &mut group.factors);
        factors.filter(|factors| factors.len() > kept).is_some_and(drop_last)
    }
}

impl Bounded for Output {
    fn shorten(&mut self) -> bool {
        let (kept, least) = FACTORS;
        (self.tests.len() > 3 && drop_last(&mut self.tests))
            || (self.groups.len() > 1 && drop_last(&mut self.groups))
            || self.drop_factor(kept)
            || (self.source.len() > SOURCE && drop_farthest(&mut self.source, self.marked))
            || self.drop_factor(least)
            || drop_last(&mut self.tests)
            || drop_farthest(&mut self.source, self.marked)
    }
}
