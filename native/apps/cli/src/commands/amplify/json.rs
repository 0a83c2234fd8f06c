//! The report as JSON; `docs/amplify.md` describes it.

use std::collections::BTreeMap;

use faultline_fault_ranking::document::{Edit, MethodNames, TestNamesSchema};
use faultline_messages::failure::Failure;
use faultline_messages::names::TestNames;
use faultline_terminal::json::{milliseconds, pretty};
use faultline_test_amplification::report::{Ended, Report, UnitReport};
use faultline_variant_evidence::kept::Kept;
use schemars::JsonSchema;
use serde::Serialize;

use faultline_test_amplification::ranked::{Group, Ranked, Suspicious};

/// Incremented when readers of the previous version could not read the new one.
const VERSION: u32 = 1;

#[derive(Serialize, JsonSchema)]
pub struct Document<'a> {
    #[schemars(extend("const" = VERSION))]
    version: u32,
    /// How methods were ranked, as `rank --ranking` takes it.
    ranking: String,
    /// Whether all is done, the time was over, or somebody stopped it.
    #[schemars(extend("enum" = ["done", "budget", "stopped"]))]
    ended: &'static str,
    /// By the clock.
    #[schemars(range(min = 0))]
    seconds: f64,
    /// Of these, what building a revision took.
    #[schemars(range(min = 0))]
    seconds_of_building: f64,
    /// Variants that compiled.
    variants: usize,
    /// Classes with failing tests.
    classes: Vec<GrownClass<'a>>,
    /// Groups of failing tests of which there are labelled variants, the largest first.
    groups: Vec<RankedGroup<'a>>,
    /// Labelled variants.
    kept: Vec<LabelledVariant<'a>>,
    /// What --out writes, of those that become tests.
    choice: WrittenChoice<'a>,
    /// Variants without a label, by why.
    #[schemars(extend("propertyNames" = { "enum": ["not_compiled", "not_run", "unstable", "unstable_in_oracle", "timed_out", "linkage", "aborted", "other_exception", "does_not_hold", "depends_on_others", "nothing_labels"] }))]
    reasons: BTreeMap<&'static str, usize>,
    /// Failing tests that nothing came of.
    left_out: Vec<LeftOut<'a>>,
    /// Failing tests that others of their group stand for.
    stood_for: usize,
    /// Failing tests that the budget did not reach.
    unreached: usize,
    /// Files of tests that were written.
    written: Vec<String>,
    /// Where results lie.
    folder: String,
    notes: &'a [String],
}

#[derive(Serialize, JsonSchema)]
struct GrownClass<'a> {
    class: &'a str,
    /// Failing tests of it.
    tests: usize,
    variants: usize,
    /// Variants that are labelled as passing.
    passing: usize,
    failing: usize,
    #[schemars(range(min = 0))]
    seconds_of_editing: f64,
    #[schemars(range(min = 0))]
    seconds_of_running: f64,
}

#[derive(Serialize, JsonSchema)]
struct RankedGroup<'a> {
    #[schemars(length(min = 1), with = "Vec<TestNamesSchema>")]
    failing: Vec<TestNames<'a>>,
    exception: Option<&'a str>,
    /// The first ten.
    methods: Vec<RankedMethod<'a>>,
    /// Edits after which variants pass.
    edits: Vec<Edit>,
}

#[derive(Serialize, JsonSchema)]
struct RankedMethod<'a> {
    /// First place of its tie, with variants.
    rank_min: u32,
    rank_max: u32,
    /// The same without them.
    before_min: u32,
    before_max: u32,
    score: f64,
    #[serde(flatten)]
    names: MethodNames<'a>,
    /// Its most suspicious line.
    line: u32,
}

#[derive(Serialize, JsonSchema)]
struct LabelledVariant<'a> {
    /// Unique id of the failing test.
    test: &'a str,
    /// The variant.
    method: &'a str,
    #[schemars(extend("enum" = ["passes", "fails"]))]
    label: &'static str,
    /// Who says so.
    #[schemars(extend("enum" = ["split", "exception", "oracle", "expectation", "thrown", "person"]))]
    by: &'static str,
    #[schemars(range(min = 0, max = 1))]
    probability: f64,
    #[schemars(extend("enum" = ["split", "slice", "edit", "tried"]))]
    kind: &'static str,
    edits: &'a str,
    /// Of the edits, in the file of the failing test.
    lines: Vec<u32>,
}

#[derive(Serialize, JsonSchema)]
struct WrittenChoice<'a> {
    #[schemars(extend("enum" = ["eap", "tfd", "rlfdc", "pcs", "pcs-run", "pcs-new", "is", "pcs+eap", "random"]))]
    metric: &'static str,
    /// The best first; as many as -n says, or fewer.
    chosen: Vec<ChosenVariant<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct ChosenVariant<'a> {
    /// Unique id of the failing test.
    test: &'a str,
    /// The variant.
    method: &'a str,
    /// To the failing test; null where the metric does not look at that.
    #[schemars(range(min = 0, max = 1))]
    similarity: Option<f64>,
}

#[derive(Serialize, JsonSchema)]
struct LeftOut<'a> {
    name: &'a str,
    /// The end of a sentence.
    why: &'a str,
}

/// Renders the whole report, ending with a line break.
pub fn render(report: &Report, ranked: &Ranked) -> Result<String, Failure> {
    let document = Document {
        version: VERSION,
        ranking: ranked.spec.to_string(),
        ended: match report.end {
            Ended::Done => "done",
            Ended::Budget => "budget",
            Ended::Stopped => "stopped",
        },
        seconds: milliseconds(report.took.0.as_secs_f64()),
        seconds_of_building: milliseconds(report.took.1.as_secs_f64()),
        variants: report.variants(),
        classes: report.units.iter().map(grown_class).collect(),
        groups: ranked.groups.iter().map(|group| ranked_group(report, group)).collect(),
        kept: report.kept.iter().map(labelled_variant).collect(),
        choice: written_choice(report),
        reasons: report.reasons.iter().map(|(why, count)| (why.word(), *count)).collect(),
        left_out: report.left_out.iter().map(|one| LeftOut { name: &one.name, why: &one.why }).collect(),
        stood_for: report.plan.stood_for,
        unreached: report.unreached,
        written: report.written.iter().map(|file| file.display().to_string()).collect(),
        folder: report.folder.display().to_string(),
        notes: &report.notes,
    };
    pretty(&document, "what variants say")
}

fn grown_class(unit: &UnitReport) -> GrownClass<'_> {
    GrownClass {
        class: &unit.class,
        tests: unit.tests,
        variants: unit.variants,
        passing: unit.labelled.0,
        failing: unit.labelled.1,
        seconds_of_editing: milliseconds(unit.took.0.as_secs_f64()),
        seconds_of_running: milliseconds(unit.took.1.as_secs_f64()),
    }
}

fn ranked_group<'a>(report: &'a Report, group: &'a Group) -> RankedGroup<'a> {
    let spectrum = report.plan.spectrum();
    RankedGroup {
        failing: group.failing.iter().map(|test| TestNames::of(&spectrum.tests[test.index()])).collect(),
        exception: group.exception.as_deref(),
        methods: group.methods.iter().map(|method| ranked_method(report, method)).collect(),
        edits: group.evidence.iter().cloned().map(Edit::from).collect(),
    }
}

fn ranked_method<'a>(report: &'a Report, suspect: &Suspicious) -> RankedMethod<'a> {
    RankedMethod {
        rank_min: suspect.place.0,
        rank_max: suspect.place.1,
        before_min: suspect.before.0,
        before_max: suspect.before.1,
        score: suspect.score,
        names: MethodNames::of(report.plan.spectrum(), suspect.method),
        line: suspect.line,
    }
}

fn written_choice(report: &Report) -> WrittenChoice<'_> {
    let chosen = report.chosen.iter().map(|one| {
        let Kept { test, method, .. } = &report.matched.kept[one.variant];
        ChosenVariant { test, method, similarity: one.similarity }
    });
    WrittenChoice { metric: report.choice.name(), chosen: chosen.collect() }
}

fn labelled_variant(kept: &Kept) -> LabelledVariant<'_> {
    LabelledVariant {
        test: &kept.test,
        method: &kept.method,
        label: kept.label.word(),
        by: kept.by.word(),
        probability: kept.probability,
        kind: kept.kind.word(),
        edits: &kept.edits,
        lines: kept.lines.split_whitespace().filter_map(|line| line.parse().ok()).collect(),
    }
}
