//! The survey as JSON; `docs/suite-json.md` and its schema describe it.

use faultline_diagnosability::ambiguity::{Group, Split};
use faultline_messages::failure::Failure;
use faultline_spectrum::{MethodId, Outcome, TestId};
use serde::Serialize;

use faultline_quality_gate::{Measures, Part, Survey};

/// Raised when a reader of the last version could not read this one.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    tests: Tests,
    suite: MeasuresOut,
    packages: Vec<PartOut<'a>>,
    classes: Vec<PartOut<'a>>,
    ambiguous_groups: usize,
    groups: Vec<GroupOut<'a>>,
    of_no_test: Vec<RanOut<'a>>,
    notes: &'a [String],
}

#[derive(Serialize)]
struct RanOut<'a> {
    thread: &'a str,
    lines: usize,
}

#[derive(Serialize)]
struct Tests {
    passed: usize,
    failed: usize,
    aborted: usize,
    skipped: usize,
}

#[derive(Serialize)]
struct PartOut<'a> {
    name: &'a str,
    /// Only of classes of one name in several modules.
    #[serde(skip_serializing_if = "str::is_empty")]
    module: &'a str,
    #[serde(flatten)]
    measures: MeasuresOut,
}

#[derive(Serialize)]
struct MeasuresOut {
    tests: usize,
    idle_tests: usize,
    elements: usize,
    covered: usize,
    rho: f64,
    density: f64,
    diversity: f64,
    uniqueness: f64,
    ddu: f64,
    entbug: f64,
    entbug_published: f64,
    tfd: usize,
    alone: usize,
    largest: usize,
}

#[derive(Serialize)]
struct GroupOut<'a> {
    elements: usize,
    passed: usize,
    failed: usize,
    tests: Vec<&'a str>,
    methods: Vec<LinesOut<'a>>,
    split: SplitOut<'a>,
}

#[derive(Serialize)]
struct LinesOut<'a> {
    #[serde(flatten)]
    method: MethodOut<'a>,
    lines: &'a [u32],
}

#[derive(Serialize)]
struct MethodOut<'a> {
    class: &'a str,
    method: &'a str,
    descriptor: &'a str,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum SplitOut<'a> {
    Run { entered: Vec<EnteredOut<'a>> },
    Near { test: &'a str, reach: MethodOut<'a>, line: u32, avoid: MethodOut<'a> },
    Apart { one: MethodOut<'a>, other: MethodOut<'a> },
    Within { method: MethodOut<'a>, between: Option<[u32; 2]> },
}

#[derive(Serialize)]
struct EnteredOut<'a> {
    #[serde(flatten)]
    method: MethodOut<'a>,
    test: &'a str,
}

/// The whole survey, ending in a line break.
pub fn render(survey: &Survey, groups: usize) -> Result<String, Failure> {
    let document = Document {
        version: VERSION,
        tests: Tests {
            passed: survey.ended(Outcome::Passed),
            failed: survey.ended(Outcome::Failed),
            aborted: survey.ended(Outcome::Aborted),
            skipped: survey.ended(Outcome::Skipped),
        },
        suite: measures_out(&survey.whole),
        packages: survey.packages.iter().map(part_out).collect(),
        classes: survey.classes.iter().map(part_out).collect(),
        ambiguous_groups: survey.ambiguous,
        groups: survey.groups.iter().take(groups).map(|group| group_out(survey, group)).collect(),
        of_no_test: survey
            .background
            .iter()
            .map(|ran| RanOut { thread: &ran.thread, lines: ran.lines })
            .collect(),
        notes: survey.notes,
    };
    faultline_terminal::json::pretty(&document, "the survey")
}

fn part_out(part: &Part) -> PartOut<'_> {
    PartOut { name: &part.name, module: &part.module, measures: measures_out(&part.measures) }
}

fn measures_out(m: &Measures) -> MeasuresOut {
    MeasuresOut {
        tests: m.tests,
        idle_tests: m.idle,
        elements: m.elements,
        covered: m.covered,
        rho: m.rho,
        density: m.density,
        diversity: m.diversity,
        uniqueness: m.uniqueness,
        ddu: m.ddu,
        entbug: m.entbug,
        entbug_published: m.entbug_published,
        tfd: m.groups,
        alone: m.alone,
        largest: m.largest,
    }
}

fn group_out<'a>(survey: &'a Survey, group: &'a Group) -> GroupOut<'a> {
    let id = |test: &TestId| survey.spectrum.tests[test.index()].unique_id.as_str();
    let method = |method: MethodId| method_out(survey, method);
    let failed = group.failed(survey.spectrum);
    GroupOut {
        elements: group.size,
        passed: group.tests.len() - failed,
        failed,
        tests: group.tests.iter().map(id).collect(),
        methods: group
            .methods
            .iter()
            .map(|of| LinesOut { method: method(of.method), lines: &of.lines })
            .collect(),
        split: match &group.split {
            Split::Run { entered } => SplitOut::Run {
                entered: entered
                    .iter()
                    .map(|(of, test)| EnteredOut { method: method(*of), test: id(test) })
                    .collect(),
            },
            Split::Near { test, reach, line, avoid } => {
                SplitOut::Near { test: id(test), reach: method(*reach), line: *line, avoid: method(*avoid) }
            }
            Split::Apart { one, other } => SplitOut::Apart { one: method(*one), other: method(*other) },
            Split::Within { method: of, between } => {
                SplitOut::Within { method: method(*of), between: between.map(Into::into) }
            }
        },
    }
}

fn method_out<'a>(survey: &'a Survey, id: MethodId) -> MethodOut<'a> {
    let method = &survey.spectrum.methods[id.index()];
    MethodOut {
        class: &survey.spectrum.classes[method.class.index()].name,
        method: &method.name,
        descriptor: &method.descriptor,
    }
}
