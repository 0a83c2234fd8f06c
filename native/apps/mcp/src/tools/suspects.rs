//! `suspects`: the ranked suspects, as a sentence and a list.

use faultline_bug_inducing_commits::past;
use faultline_fault_ranking::document::Tests;
use faultline_fault_ranking::json;
use faultline_fault_ranking::messages;
use faultline_fault_ranking::question::{Form, Question};
use faultline_fault_ranking::report::{Group, Report, Suspect};
use faultline_messages::failure::Failure;
use faultline_messages::words::counted;
use faultline_sbfl::{Level, RankingSpec, ScoringError, failure_groups, finite};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{About, Tool};
use crate::bound::{Bounded, Page, Wanted, clipped, drop_last, drop_last_line};
use crate::budget::Budget;
use crate::call::Call;
use crate::named::{Places, test_name};
use crate::project::Project;
use crate::screen::{self, Asked};

/// Default number of suspects per page.
const USUAL: u32 = 10;
/// Number of groups of failing tests per result.
const GROUPS: usize = 5;
/// Number of failing tests listed per group.
const NAMED: usize = 2;
/// Number of suspects that the first screen has at most.
const SHOWN: usize = 5;

/// The tool `suspects`.
#[derive(Debug)]
pub struct Suspects;

/// What it takes.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Input {
    /// What is ranked: `method` (the default), `line` or `class`.
    pub level: Of,
    /// Explain only these failing tests, as `FooTest#bar`; without it all of them, grouped by what they threw and where.
    pub failing: Vec<String>,
    /// Which group of failing tests the suspects are for: 1 is the largest, and the default.
    #[schemars(range(min = 1))]
    pub group: Option<u32>,
    /// How suspects are ranked, as `ochiai` or `dstar:3+size`; the default is the best that is known.
    pub ranking: Option<String>,
    /// How many suspects to skip.
    pub offset: Option<u32>,
    /// How many suspects to give; 10, or a fifth of the lines if that is less, unless told otherwise.
    #[schemars(range(min = 1, max = 50))]
    pub limit: Option<u32>,
    /// A folder of recordings or one `.flt` file; the default is the nearest `.faultline`.
    pub recording: Option<String>,
    /// A baseline that failing tests are compared with, too: a `baseline.flb` or a folder that holds one, as of another
    /// machine; without it only the one beside the recording.
    pub baseline: Option<String>,
    /// Answer in at most so many lines: items of lists, and lines of text; 60 unless told otherwise.
    #[schemars(range(min = 10, max = 400))]
    pub budget_lines: Option<u32>,
}

/// What is ranked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Of {
    /// Methods and constructors.
    #[default]
    Method,
    /// Source lines.
    Line,
    /// Classes.
    Class,
}

impl From<Of> for Level {
    fn from(of: Of) -> Self {
        match of {
            Of::Method => Self::Method,
            Of::Line => Self::Line,
            Of::Class => Self::Class,
        }
    }
}

/// What it gives.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Output {
    /// What there is to know, in a sentence or two.
    pub summary: String,
    /// How many tests ended how.
    pub tests: Tests,
    /// The first screen: a failing test, what it said, the first suspects with their code, what has changed since it passed, what
    /// would tell more. Only on the first page.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub screen: String,
    /// How suspects are ranked.
    pub ranking: String,
    /// How many groups of failing tests there are: each has a cause of its own, most likely.
    pub groups_total: usize,
    /// The group that was asked for, and those after it.
    pub groups: Vec<RankedGroup>,
    /// The suspects of the first of these groups, most suspicious first.
    pub suspects: Vec<RankedSuspect>,
    /// Which part of the suspects is here.
    pub page: Page,
    /// What to know of the recording, or to try besides.
    pub notes: Vec<String>,
}

/// Failing tests that seem to have one cause.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RankedGroup {
    /// Its number, as `group` takes it.
    pub group: usize,
    /// Who most likely did it, how sure that is, and why.
    pub answer: String,
    /// How many tests failed so.
    pub failing_total: usize,
    /// The first of them.
    pub failing: Vec<String>,
    /// What they threw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exception: Option<String>,
    /// The line of the project that threw it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thrown_at: Option<String>,
    /// Who changed the first suspect last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_change: Option<String>,
    /// What has changed since its tests passed, a sentence each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub since: Vec<String>,
    /// Why its failures are hardly faults of the code: nothing has changed for its tests, or they passed when run again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doubt: Option<String>,
}

/// A suspect.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RankedSuspect {
    /// Its place; those of one score share the last place of their tie.
    pub rank: f64,
    /// The first place of its tie.
    pub rank_min: u32,
    /// Its score; it compares suspects of this list only.
    pub score: f64,
    /// The chance that the fault is in it: between 0 and 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chance: Option<f64>,
    /// The strongest evidence against it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<&'static str>,
    /// The method, as the tools take it; none of a class.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// The class, with its package.
    pub class: String,
    /// The source file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The most suspicious line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// What stands there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Failing tests of the group that ran that line.
    pub ef: u32,
    /// Passing tests that ran it.
    pub ep: u32,
    /// Failing tests of the group that did not.
    pub nf: u32,
    /// Passing tests that did not.
    pub np: u32,
    /// What a change of it mends, where mutants were run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mutant: Option<String>,
}

impl Tool for Suspects {
    type Input = Input;
    type Output = Output;
    const ABOUT: About = About {
        name: "suspects",
        title: "Suspicious code",
        description: "Say which code most likely makes the failing tests fail: methods (or lines, or classes) ranked by \
                      which tests ran them, stack traces, names and more, with one sentence of answer per group of failing tests. Use \
                      it first when a test fails and the cause is not obvious, before reading code: it reads the last recording and \
                      runs nothing. If there is no recording, or code changed since, call record first. Then explain shows one \
                      suspect with its source, diff_tests what only the failing test ran.",
        is_read_only: true,
    };

    fn budget(input: &Input) -> Option<u32> {
        input.budget_lines
    }

    fn answer(project: &Project, input: Input, _: &Call) -> Result<Output, Failure> {
        let budget = Budget::of(input.budget_lines)?;
        let usual = u32::try_from(budget.share()).unwrap_or(USUAL).min(USUAL);
        let wanted = Wanted::of(input.offset, input.limit, usual)?;
        let first = match input.group {
            Some(0) => return Err(Failure::misuse("group is 0; the first group of failing tests is 1")),
            group => group.map_or(0, |group| group as usize - 1),
        };
        let spec = input.ranking.as_deref().map(spec).transpose()?;
        let recording = project.recording(input.recording.as_deref())?;
        let loaded = &recording.loaded;
        let total = if input.failing.is_empty() { failure_groups(&loaded.spectrum).len() } else { 1 };
        if total > 0 && first >= total {
            return Err(Failure::misuse(format!(
                "there is no group {}; the failing tests are in {}",
                first + 1,
                counted(total, "group")
            )));
        }
        let baseline = project.baseline(input.baseline.as_deref())?;
        let question = Question {
            baseline: baseline.as_ref(),
            spec,
            level: input.level.into(),
            groups: first..first.saturating_add(GROUPS),
            ..Question::new(&recording.inputs, &input.failing)
        };
        let mut report = match question.answer(loaded, None, Form::Json, Some(wanted.end().max(SHOWN))) {
            Err(Failure::NothingFailed(sentence)) => {
                let tests = Tests::of(&loaded.spectrum);
                return Ok(Output::without_failures(sentence, tests, wanted, &loaded.notes));
            }
            report => report?,
        };
        let mut sources = project.sources(loaded);
        past::add(&mut report, &mut sources);
        messages::add(&mut report, loaded);
        let mut places = Places::new(project, &loaded.spectrum, sources);
        let group = report.groups.first();
        let (suspects, page) = wanted
            .of_list(group.iter().flat_map(|group| &group.suspects), group.map_or(0, |group| group.ranked));
        let groups: Vec<RankedGroup> = report
            .groups
            .iter()
            .enumerate()
            .map(|(at, group)| ranked_group(&report, first + at + 1, group))
            .collect();
        let answer = groups.first().map_or(String::new(), |group| group.answer.clone());
        let of_groups = if total > 1 {
            format!(" The failing tests are in {total} groups, and this is group {}.", first + 1)
        } else {
            String::new()
        };
        let output = Output {
            summary: format!(
                "{answer}.{of_groups} {}{}",
                counted(page.total, input.level.noun()),
                page.says()
            ),
            tests: Tests::of(&loaded.spectrum),
            screen: String::new(),
            ranking: report.spec.to_string(),
            groups_total: total,
            suspects: suspects
                .into_iter()
                .map(|suspect| ranked_suspect(&report, suspect, &mut places))
                .collect(),
            groups,
            page,
            notes: report
                .unseen
                .iter()
                .flat_map(|unseen| &unseen.says)
                .chain(&report.notes)
                .chain(&report.hints)
                .map(|note| clipped(note))
                .collect(),
        };
        if output.page.offset > 0 {
            return Ok(output);
        }
        let asked = Asked { group: first, lines: budget.left(&output) };
        let (screen, _) = screen::of(&report, &recording, project, places.sources, asked);
        Ok(Output { screen, ..output })
    }
}

impl Of {
    fn noun(self) -> &'static str {
        match self {
            Self::Method => "ranked method",
            Self::Line => "ranked line",
            Self::Class => "ranked class",
        }
    }
}

/// Parses a ranking. Errors: misuse, with the nearest names.
pub fn spec(name: &str) -> Result<RankingSpec, Failure> {
    name.trim().parse().map_err(|error: ScoringError| Failure::misuse(error.to_string()))
}

/// Describes the first suspect of a group of failing tests in a sentence.
pub fn answer(report: &Report<'_>, group: &Group) -> String {
    if let Some(answer) = &group.answer {
        return clipped(&answer.to_string());
    }
    let Some(first) = group.suspects.first().filter(|first| first.counts.ef > 0) else {
        return "The failing tests ran no recorded line".to_owned();
    };
    let called = clipped(&called(report, first));
    match first.rank_max {
        0 | 1 => format!("Most suspicious: {called}"),
        tied => format!("The first {tied} places are tied, {called} among them"),
    }
}

fn called(report: &Report<'_>, suspect: &Suspect) -> String {
    let class = &report.spectrum.classes[suspect.class.index()].name;
    let line = suspect.line.map_or(String::new(), |line| format!(", line {line}"));
    match suspect.methods.first() {
        Some(&method) => {
            let method = &report.spectrum.methods[method.index()];
            faultline_messages::names::method(class, method, false) + &line
        }
        None => class.clone() + &line,
    }
}

fn ranked_group(report: &Report<'_>, number: usize, group: &Group) -> RankedGroup {
    let of = json::Group::of(report, group);
    let thrown_at = of.thrown_at.map(|site| {
        let line = site.line.map_or(String::new(), |line| format!(", line {line}"));
        clipped(&format!("{}.{}{line}", site.class, site.method))
    });
    RankedGroup {
        group: number,
        answer: answer(report, group),
        failing_total: of.failing.len(),
        failing: group.failing.iter().take(NAMED).map(|&test| test_name(report.spectrum, test)).collect(),
        exception: of.exception.map(clipped),
        thrown_at,
        last_change: of.last_change.map(|change| clipped(&change.says())),
        since: of.since.first().into_iter().flat_map(|since| &since.says).map(|says| clipped(says)).collect(),
        doubt: of.doubt.map(|doubt| clipped(&doubt.says)),
    }
}

fn ranked_suspect(report: &Report<'_>, suspect: &Suspect, places: &mut Places<'_>) -> RankedSuspect {
    let of = json::Suspect::of(report, suspect, &mut places.sources);
    RankedSuspect {
        rank: of.rank,
        rank_min: of.rank_min,
        score: finite(of.score),
        chance: of.chance,
        why: of.why,
        method: suspect.methods.first().map(|&method| places.method(method).method),
        class: clipped(of.class),
        file: places.file(suspect.class),
        line: of.line,
        code: of.line.and_then(|line| places.code(suspect.class, line)),
        ef: of.ef,
        ep: of.ep,
        nf: of.nf,
        np: of.np,
        mutant: of.mutant.map(|mutant| clipped(&mutant.says)),
    }
}

impl Output {
    fn without_failures(sentence: String, tests: Tests, wanted: Wanted, notes: &[String]) -> Self {
        let (suspects, page) = wanted.of_list(Vec::new(), 0);
        Self {
            summary: sentence,
            tests,
            screen: String::new(),
            ranking: RankingSpec::default().to_string(),
            groups_total: 0,
            groups: Vec::new(),
            suspects,
            page,
            notes: notes.iter().map(|note| clipped(note)).collect(),
        }
    }
}

impl Bounded for Output {
    fn shorten(&mut self) -> bool {
        let is_long = self.groups.len() > 1;
        self.page.pop(&mut self.suspects)
            || (is_long && drop_last(&mut self.groups))
            || drop_last(&mut self.notes)
            || drop_last_line(&mut self.screen)
    }
}
