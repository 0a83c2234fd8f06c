//! The budgets as tables with bars.

use faultline_messages::date;
use faultline_messages::duration::Duration;
use faultline_messages::words::{counted, number};
use faultline_test_generation::budget::plan::Plan;
use faultline_test_generation::budget::share::Share;
use faultline_vcs_history::Predictor;

use faultline_terminal::page::{Page, more};
use faultline_terminal::table::{Cell, Column, Cut, Table};
use faultline_terminal::terminal::{Terminal, style};

use super::options::BudgetOptions;
use crate::commands::short_names::ShortNames;

/// Default number of classes shown.
const USUAL: usize = 20;
/// Length of the longest bar.
const BAR: usize = 24;
/// Bars are dropped before names are cut below this width.
const COMFORTABLE_NAME: usize = 24;
/// Partial blocks in steps of one eighth.
const EIGHTHS: [char; 7] = ['▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/// Renders the whole page, ending with a line break.
pub fn render(plan: &Plan, options: &BudgetOptions, terminal: &Terminal) -> String {
    let mut page = Page::new(terminal);
    page.prose(style::PLAIN, "", &heading(plan));
    page.blank();
    if options.steps {
        explain(&mut page, plan);
        page.blank();
    }
    let shown = &plan.shares[..plan.shares.len().min(options.shown(USUAL))];
    let table = |bars| classes(plan, shown, bars);
    let wide = table(true);
    let fits = wide.natural_width(1, COMFORTABLE_NAME) <= terminal.width;
    page.table(&if fits { wide } else { table(false) });
    if let Some(more) = more(shown.len(), plan.shares.len(), "class") {
        page.painted(style::DIM, &more);
    }
    page.into_text()
}

fn heading(plan: &Plan) -> String {
    let seconds = || plan.shares.iter().map(|share| share.budget.seconds);
    let (most, least) = (seconds().max().unwrap_or(0), seconds().min().unwrap_or(0));
    let who = match plan.shard {
        Some(shard) => {
            format!(
                "{} of {}, shard {shard}",
                number(plan.shares.len()),
                counted(plan.whole.classes, "class")
            )
        }
        None => counted(plan.shares.len(), "class"),
    };
    let history = plan.read.map_or_else(String::new, |read| {
        let [oldest, newest] = read.span.map(date::of);
        format!("{} from {oldest} to {newest}", counted(read.commits, "commit"))
    });
    let by = match plan.predictor {
        Predictor::Combined => format!("by code and the history of {history}{}", heard(plan)),
        Predictor::Schwa => format!("by the history of {history}"),
        Predictor::Size => "by the number of lines".to_owned(),
        Predictor::Churn => format!("by the lines that changed in {history}"),
    };
    let all: i64 = seconds().sum();
    let total = match u64::try_from(all) {
        Ok(all) if plan.shard.is_some() => format!("{} of {}", Duration(all), plan.total),
        _ => plan.total.to_string(),
    };
    let without = match plan.prediction.filter(|_| plan.min.is_some()) {
        Some(prediction) => format!(" (without the prediction's {prediction})"),
        None => String::new(),
    };
    let but = if plan.shard.is_some() || all == plan.total.0.cast_signed() {
        String::new()
    } else {
        let all = all.try_into().map_or_else(|_| format!("{all} s"), |all| Duration(all).to_string());
        format!("; as the published program distributes it, {all} in all")
    };
    format!("{total}{without} for {who}: from {most} s to {least} s, {by}{but}")
}

/// Describes the recorded tests that the ranking uses.
fn heard(plan: &Plan) -> String {
    let Some(heard) = &plan.heard else { return String::new() };
    match heard.failing {
        0 => format!(", and by what {} ran", counted(heard.passing, "passing test")),
        failing => format!(
            ", and by what {} ran beside {}",
            counted(failing, "failing test"),
            counted(heard.passing, "passing one")
        ),
    }
}

fn most(plan: &Plan) -> i64 {
    plan.shares.iter().map(|share| share.budget.seconds).max().unwrap_or(0)
}

fn classes(plan: &Plan, shown: &[Share], bars: bool) -> Table {
    let short = ShortNames::of(plan.shares.iter().map(|share| share.source.class.as_str()));
    let score = match plan.predictor {
        Predictor::Combined => "score",
        Predictor::Schwa => "risk",
        Predictor::Size | Predictor::Churn => "lines",
    };
    let mut columns = vec![
        Column::right("rank"),
        Column::left("class", Cut::Start),
        Column::right(score),
        Column::right("seconds"),
    ];
    columns.extend(bars.then(|| Column::left("", Cut::Never)));
    let mut table = Table::new(columns);
    for share in shown {
        let score = match plan.predictor {
            Predictor::Combined => format!("{:.1}", share.score),
            Predictor::Schwa => format!("{:.3}", share.score),
            Predictor::Size | Predictor::Churn => number(share.score as usize),
        };
        let mut cells = vec![
            Cell::plain(number(share.rank)),
            Cell::new(style::SUSPECT, short.name(&share.source.class)),
            Cell::plain(score),
            Cell::plain(share.budget.seconds.to_string()),
        ];
        cells.extend(bars.then(|| Cell::new(style::GOOD, bar(share.budget.seconds, most(plan)))));
        table.row(cells);
    }
    table
}

/// Explains how the seconds are computed: a sentence per tier and a row per group.
fn explain(page: &mut Page<'_>, plan: &Plan) {
    let of_tier = |tier| plan.shares.iter().filter(move |share| share.budget.tier == tier);
    let upper = of_tier(1).count();
    let mean = plan.total.0 as f64 / plan.shares.len() as f64;
    let tiers = format!(
        "Tier 1 is the first {} of the ranking, tier 2 the other {}; the mean is {mean:.1} s.",
        number(upper),
        number(plan.shares.len() - upper)
    );
    let low = of_tier(2).map(|share| share.budget.seconds).max();
    let rule = plan.min.zip(low).map_or_else(String::new, |(min, low)| {
        format!(
            "Each of tier 2 gets {low} s, the larger of its part of what --tier-total leaves (a fifth of the mean by default) and {min} (--min). The difference to the mean goes to tier 1 by weight, on top of the mean; remaining whole seconds go to the first ranks."
        )
    });
    page.prose(style::PLAIN, "", &format!("{tiers} {rule}"));
    page.blank();
    let wide = groups(plan, true);
    let fits = wide.natural_width(0, usize::MAX) <= page.terminal.width;
    page.table(&if fits { wide } else { groups(plan, false) });
}

fn groups(plan: &Plan, bars: bool) -> Table {
    let mut columns = vec![
        Column::right("ranks"),
        Column::right("tier"),
        Column::right("weight"),
        Column::right("seconds"),
        Column::right("together"),
    ];
    columns.extend(bars.then(|| Column::left("", Cut::Never)));
    let mut table = Table::new(columns);
    let group = |share: &Share| (share.budget.tier, share.budget.group);
    let mut first = 1;
    for group in plan.shares.chunk_by(|a, b| group(a) == group(b)) {
        let last = first + group.len() - 1;
        let together: i64 = group.iter().map(|share| share.budget.seconds).sum();
        let (high, low) = (group[0].budget.seconds, group[group.len() - 1].budget.seconds);
        let ranks = if first == last { number(first) } else { format!("{}-{}", number(first), number(last)) };
        let budget = &group[0].budget;
        let weight = if budget.tier == 1 || plan.min.is_none() {
            Cell::plain(format!("{:.4}", budget.weight))
        } else {
            Cell::new(style::DIM, "-")
        };
        let mut cells = vec![
            Cell::plain(ranks),
            Cell::plain(budget.tier.to_string()),
            weight,
            Cell::plain(if high == low { high.to_string() } else { format!("{high}-{low}") }),
            Cell::plain(format!("{together} s")),
        ];
        cells.extend(bars.then(|| Cell::new(style::GOOD, bar(high, most(plan)))));
        table.row(cells);
        first = last + 1;
    }
    table
}

/// A bar in proportion to the longest; nonzero values get at least one eighth.
fn bar(seconds: i64, most: i64) -> String {
    let Some(most) = u128::try_from(most).ok().filter(|&most| most > 0) else { return String::new() };
    let eighths = (u128::try_from(seconds).unwrap_or(0) * 8 * BAR as u128).div_ceil(most) as usize;
    let mut bar = "█".repeat(eighths / 8);
    bar.extend((eighths % 8).checked_sub(1).map(|part| EIGHTHS[part]));
    bar
}

#[cfg(test)]
mod tests {
    use super::bar;

    #[test]
    fn bars_are_as_long_as_their_share_of_the_longest() {
        assert_eq!(bar(85, 85), "█".repeat(24));
        assert_eq!(bar(0, 85), "");
        assert_eq!(bar(-2, 85), "", "the published program may take more than there is");
        assert_eq!(bar(1, 1_000), "▏");
        assert_eq!(bar(13, 24), "█████████████");
        assert_eq!(bar(1, 48), "▌");
        assert_eq!((bar(3, 0), bar(-1, -1)), (String::new(), String::new()));
        assert_eq!(bar(i64::MAX, i64::MAX).chars().count(), 24);
    }
}
