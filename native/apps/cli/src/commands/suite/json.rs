//! The survey as JSON; `docs/suite.md` and its schema describe it.

use faultline_diagnosability::ambiguity::{Group, Split};
use faultline_fault_ranking::document::{MethodNames, Tests};
use faultline_messages::failure::Failure;
use faultline_spectrum::{MethodId, TestId};
use schemars::JsonSchema;
use serde::Serialize;

use faultline_quality_gate::{Measures, Part, Survey};

/// Incremented when readers of the previous version could not read the new one.
const VERSION: u32 = 1;

#[derive(Serialize, JsonSchema)]
pub struct Document<'a> {
    #[schemars(extend("const" = VERSION))]
    version: u32,
    /// All recorded tests by outcome.
    tests: Tests,
    suite: SuiteMeasures,
    #[schemars(length(min = 1))]
    packages: Vec<MeasuredPart<'a>>,
    #[schemars(length(min = 1))]
    classes: Vec<MeasuredPart<'a>>,
    ambiguous_groups: usize,
    groups: Vec<AmbiguityGroup<'a>>,
    /// Threads that ran code for no test, those with most lines first.
    of_no_test: Vec<BackgroundThread<'a>>,
    notes: &'a [String],
}

#[derive(Serialize, JsonSchema)]
struct BackgroundThread<'a> {
    thread: &'a str,
    lines: usize,
}

#[derive(Serialize, JsonSchema)]
struct MeasuredPart<'a> {
    name: &'a str,
    /// Last folders of the module, where several modules have a class of that name.
    #[serde(skip_serializing_if = "str::is_empty")]
    #[schemars(length(min = 1))]
    module: &'a str,
    #[serde(flatten)]
    measures: SuiteMeasures,
}

#[derive(Serialize, JsonSchema)]
struct SuiteMeasures {
    tests: usize,
    idle_tests: usize,
    elements: usize,
    covered: usize,
    #[schemars(range(min = 0))]
    rho: f64,
    #[schemars(range(min = 0))]
    density: f64,
    #[schemars(range(min = 0))]
    diversity: f64,
    #[schemars(range(min = 0))]
    uniqueness: f64,
    #[schemars(range(min = 0))]
    ddu: f64,
    #[schemars(range(min = 0))]
    entbug: f64,
    #[schemars(range(min = 0))]
    entbug_published: f64,
    tfd: usize,
    alone: usize,
    largest: usize,
}

#[derive(Serialize, JsonSchema)]
struct AmbiguityGroup<'a> {
    #[schemars(range(min = 2))]
    elements: usize,
    passed: usize,
    failed: usize,
    tests: Vec<&'a str>,
    #[schemars(length(min = 1))]
    methods: Vec<MethodLines<'a>>,
    split: SplittingTest<'a>,
}

#[derive(Serialize, JsonSchema)]
struct MethodLines<'a> {
    #[serde(flatten)]
    method: MethodNames<'a>,
    #[schemars(length(min = 1))]
    lines: &'a [u32],
}

#[derive(Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum SplittingTest<'a> {
    Run { entered: Vec<EnteredMethod<'a>> },
    Near { test: &'a str, reach: MethodNames<'a>, line: u32, avoid: MethodNames<'a> },
    Apart { one: MethodNames<'a>, other: MethodNames<'a> },
    Within { method: MethodNames<'a>, between: Option<[u32; 2]> },
}

#[derive(Serialize, JsonSchema)]
struct EnteredMethod<'a> {
    #[serde(flatten)]
    method: MethodNames<'a>,
    test: &'a str,
}

/// Renders the whole survey, ending with a line break.
pub fn render(survey: &Survey, groups: usize) -> Result<String, Failure> {
    let document = Document {
        version: VERSION,
        tests: Tests::of(survey.spectrum),
        suite: suite_measures(&survey.whole),
        packages: survey.packages.iter().map(measured_part).collect(),
        classes: survey.classes.iter().map(measured_part).collect(),
        ambiguous_groups: survey.ambiguous,
        groups: survey.groups.iter().take(groups).map(|group| ambiguity_group(survey, group)).collect(),
        of_no_test: survey
            .background
            .iter()
            .map(|ran| BackgroundThread { thread: &ran.thread, lines: ran.lines })
            .collect(),
        notes: survey.notes,
    };
    faultline_terminal::json::pretty(&document, "the survey")
}

fn measured_part(part: &Part) -> MeasuredPart<'_> {
    MeasuredPart { name: &part.name, module: &part.module, measures: suite_measures(&part.measures) }
}

fn suite_measures(m: &Measures) -> SuiteMeasures {
    SuiteMeasures {
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

fn ambiguity_group<'a>(survey: &'a Survey, group: &'a Group) -> AmbiguityGroup<'a> {
    let id = |test: &TestId| survey.spectrum.tests[test.index()].unique_id.as_str();
    let method = |method: MethodId| MethodNames::of(survey.spectrum, method);
    let failed = group.failed(survey.spectrum);
    AmbiguityGroup {
        elements: group.size,
        passed: group.tests.len() - failed,
        failed,
        tests: group.tests.iter().map(id).collect(),
        methods: group
            .methods
            .iter()
            .map(|of| MethodLines { method: method(of.method), lines: &of.lines })
            .collect(),
        split: match &group.split {
            Split::Run { entered } => SplittingTest::Run {
                entered: entered
                    .iter()
                    .map(|(of, test)| EnteredMethod { method: method(*of), test: id(test) })
                    .collect(),
            },
            Split::Near { test, reach, line, avoid } => SplittingTest::Near {
                test: id(test),
                reach: method(*reach),
                line: *line,
                avoid: method(*avoid),
            },
            Split::Apart { one, other } => SplittingTest::Apart { one: method(*one), other: method(*other) },
            Split::Within { method: of, between } => {
                SplittingTest::Within { method: method(*of), between: between.map(Into::into) }
            }
        },
    }
}
