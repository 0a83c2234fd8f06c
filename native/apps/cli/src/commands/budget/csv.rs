//! The budgets as comma-separated values.

use faultline_test_generation::budget::plan::Plan;

use faultline_terminal::csv::Rows;

use super::options::BudgetOptions;

const HEADER: &str = "rank,class,path,score,tier,group,weight,seconds";

/// Renders a heading and a row per class.
pub fn render(plan: &Plan, options: &BudgetOptions) -> String {
    let mut rows = Rows::under(HEADER.split(','));
    for share in plan.shares.iter().take(options.shown(0)) {
        let (source, budget) = (&share.source, &share.budget);
        rows.add([
            share.rank.to_string(),
            source.class.clone(),
            source.path.to_string(),
            share.score.to_string(),
            budget.tier.to_string(),
            budget.group.to_string(),
            budget.weight.to_string(),
            budget.seconds.to_string(),
        ]);
    }
    rows.into_text()
}
