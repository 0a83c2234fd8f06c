//! The budgets as comma-separated values.

use std::fmt::Write;

use faultline_generation::budget::plan::Plan;

use crate::show::csv::field;

use super::options::BudgetOptions;

const HEADER: &str = "rank,class,path,score,tier,group,weight,seconds";

/// A heading and a row per class.
pub fn render(plan: &Plan, options: &BudgetOptions) -> String {
    let mut text = format!("{HEADER}\n");
    for share in plan.shares.iter().take(options.shown(0)) {
        let (source, budget) = (&share.source, &share.budget);
        let written = writeln!(
            text,
            "{},{},{},{},{},{},{},{}",
            share.rank,
            field(&source.class),
            field(&source.path.to_string()),
            share.score,
            budget.tier,
            budget.group,
            budget.weight,
            budget.seconds
        );
        debug_assert!(written.is_ok(), "a string takes all");
    }
    text
}
