//! The budgets as JSON; `docs/history.md` and its schema describe it.

use faultline_messages::failure::Failure;
use faultline_test_generation::budget::plan::Plan;
use faultline_test_generation::budget::shard::Shard;
use faultline_test_generation::budget::share::Share;
use faultline_vcs_history::Evidence;
use serde::Serialize;

/// Raised when a reader of the last version could not read this one.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    predictor: &'static str,
    commits: Option<usize>,
    compat: bool,
    total: u64,
    min: Option<u64>,
    handed_out: i64,
    count: usize,
    shard: Option<Shard>,
    tests: Option<TestsOut>,
    classes: Vec<ClassOut<'a>>,
}

/// Recorded tests that the ranking took in.
#[derive(Serialize)]
struct TestsOut {
    failing: usize,
    passing: usize,
}

#[derive(Serialize)]
struct ClassOut<'a> {
    rank: usize,
    class: &'a str,
    path: String,
    lines: usize,
    score: f64,
    covered: Option<f64>,
    suspicion: Option<f64>,
    tier: u8,
    group: usize,
    weight: f64,
    seconds: i64,
}

/// The budgets, ending in a line break.
pub fn render(plan: &Plan, compat: bool, top: usize) -> Result<String, Failure> {
    let document = Document {
        version: VERSION,
        predictor: plan.predictor.name(),
        commits: plan.read.map(|read| read.commits),
        compat,
        total: plan.total.0,
        min: plan.min.map(|min| min.0),
        handed_out: plan.shares.iter().map(|share| share.budget.seconds).sum(),
        count: plan.shares.len(),
        shard: plan.shard,
        tests: plan.heard.as_ref().map(|heard| TestsOut { failing: heard.failing, passing: heard.passing }),
        classes: plan.shares.iter().take(top).map(|share| class_out(share, plan)).collect(),
    };
    faultline_terminal::json::pretty(&document, "the budgets")
}

fn class_out<'a>(share: &'a Share, plan: &Plan) -> ClassOut<'a> {
    let (source, budget) = (&share.source, &share.budget);
    let (covered, suspicion) = match plan.heard.as_ref().map(|heard| &heard.evidence) {
        None => (None, None),
        Some(Evidence::Coverage(shares)) => (shares.get(&source.class).copied(), None),
        Some(Evidence::Suspicion(sums)) => (None, Some(sums.get(&source.class).copied().unwrap_or(0.0))),
    };
    ClassOut {
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
