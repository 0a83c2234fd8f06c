//! The budgets as JSON; `docs/history.md` and its schema describe it.

use faultline_messages::failure::Failure;
use faultline_test_generation::budget::plan::Plan;
use faultline_test_generation::budget::shard::Shard;
use faultline_test_generation::budget::share::Share;
use faultline_vcs_history::Evidence;
use schemars::JsonSchema;
use serde::Serialize;

/// Incremented when readers of the previous version could not read the new one.
const VERSION: u32 = 1;

#[derive(Serialize, JsonSchema)]
pub struct Document<'a> {
    #[schemars(extend("const" = VERSION))]
    version: u32,
    #[schemars(extend("enum" = ["combined", "schwa", "size", "churn"]))]
    predictor: &'static str,
    #[schemars(range(min = 1))]
    commits: Option<usize>,
    compat: bool,
    /// Without `prediction`, unless `compat`.
    total: u64,
    /// Seconds that were taken off for the prediction; null without `--prediction`.
    prediction: Option<u64>,
    min: Option<u64>,
    /// `total`, unless `compat`.
    handed_out: i64,
    count: usize,
    #[schemars(with = "Option<ShardSchema>")]
    shard: Option<Shard>,
    /// Recorded tests that the ranking took in; null without recordings.
    tests: Option<HeardTests>,
    classes: Vec<BudgetedClass<'a>>,
}

/// Recorded tests that the ranking took in.
#[derive(Serialize, JsonSchema)]
struct HeardTests {
    failing: usize,
    passing: usize,
}

#[derive(Serialize, JsonSchema)]
struct BudgetedClass<'a> {
    #[schemars(range(min = 1))]
    rank: usize,
    class: &'a str,
    path: String,
    lines: usize,
    #[schemars(range(min = 0))]
    score: f64,
    /// Share of its lines that tests ran, where none failed; null of a class that was not recorded.
    #[schemars(range(min = 0, max = 1))]
    covered: Option<f64>,
    /// Sum of the suspiciousness of its lines, where a test failed.
    #[schemars(range(min = 0))]
    suspicion: Option<f64>,
    #[schemars(range(min = 1, max = 2))]
    tier: u8,
    #[schemars(range(min = 1))]
    group: usize,
    #[schemars(range(min = 0, max = 1))]
    weight: f64,
    /// Below 0 only with `compat`.
    seconds: i64,
}

/// A share of the work, of so many.
#[derive(JsonSchema)]
#[schemars(rename = "shard")]
#[expect(dead_code, reason = "the shard itself has the values")]
struct ShardSchema {
    #[schemars(range(min = 1))]
    index: u32,
    #[schemars(range(min = 1))]
    of: u32,
}

/// Renders the budgets, ending with a line break.
pub fn render(plan: &Plan, compat: bool, top: usize) -> Result<String, Failure> {
    let document = Document {
        version: VERSION,
        predictor: plan.predictor.name(),
        commits: plan.read.map(|read| read.commits),
        compat,
        total: plan.total.0,
        prediction: plan.prediction.map(|prediction| prediction.0),
        min: plan.min.map(|min| min.0),
        handed_out: plan.shares.iter().map(|share| share.budget.seconds).sum(),
        count: plan.shares.len(),
        shard: plan.shard,
        tests: plan.heard.as_ref().map(|heard| HeardTests { failing: heard.failing, passing: heard.passing }),
        classes: plan.shares.iter().take(top).map(|share| budgeted_class(share, plan)).collect(),
    };
    faultline_terminal::json::pretty(&document, "the budgets")
}

fn budgeted_class<'a>(share: &'a Share, plan: &Plan) -> BudgetedClass<'a> {
    let (source, budget) = (&share.source, &share.budget);
    let (covered, suspicion) = match plan.heard.as_ref().map(|heard| &heard.evidence) {
        None => (None, None),
        Some(Evidence::Coverage(shares)) => (shares.get(&source.class).copied(), None),
        Some(Evidence::Suspicion(sums)) => (None, Some(sums.get(&source.class).copied().unwrap_or(0.0))),
    };
    BudgetedClass {
        rank: share.rank,
        class: &source.class,
        path: source.path.to_string(),
        lines: source.code.lines,
        score: share.score,
        covered,
        suspicion,
        tier: budget.tier,
        group: budget.group,
        weight: budget.weight,
        seconds: budget.seconds,
    }
}
