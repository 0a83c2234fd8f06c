//! The results of a run as text.

use std::fmt::Write as _;
use std::time::Duration;

use faultline_messages::duration::Duration as Shown;
use faultline_messages::words::{counted, number, printable, seconds};
use faultline_test_generation::budget::record::Outcome;
use faultline_test_generation::budget::results::{ClassResult, Results};

use faultline_terminal::csv::Rows;
use faultline_terminal::page::{Page, more};
use faultline_terminal::table::{Cell, Column, Cut, Table};
use faultline_terminal::terminal::{Terminal, style};

use crate::commands::short_names::ShortNames;

/// Default number of classes shown.
pub const USUAL: usize = 20;

/// Renders the whole page, ending with a line break.
pub fn render(results: &Results, top: usize, terminal: &Terminal) -> String {
    let mut page = Page::new(terminal);
    page.prose(style::PLAIN, "", &heading(results));
    if !results.classes.is_empty() {
        page.blank();
        let shown = &results.classes[..results.classes.len().min(top)];
        page.table(&table(results, shown));
        if let Some(more) = more(shown.len(), results.classes.len(), "class") {
            page.painted(style::DIM, &more);
        }
    }
    page.into_text()
}

/// Summary: `214 tests for 80 of 108 classes in 31 min; ...`.
fn heading(results: &Results) -> String {
    let mut text = format!(
        "{} for {} of {}",
        counted(results.tests, "test"),
        number(results.classes.iter().filter(|class| class.tests > 0).count()),
        counted(results.classes.len(), "class"),
    );
    if let Some(shard) = results.shard {
        let _ = write!(text, ", shard {shard},");
    }
    let took = if results.seconds < 120.0 {
        seconds(Duration::from_secs_f64(results.seconds))
    } else {
        Shown(results.seconds.round() as u64).to_string()
    };
    let _ = write!(
        text,
        " in {took}; searches used {} of {}",
        Shown(results.used_seconds),
        Shown(results.budget_seconds)
    );
    for (outcome, what) in [
        (Outcome::Nothing, "had nothing to test"),
        (Outcome::Failed, "failed"),
        (Outcome::Late, "did not end in time"),
        (Outcome::NoTime, "got no time"),
    ] {
        let count = results.count(outcome);
        if count > 0 {
            let _ = write!(text, "; {} {what}", number(count));
        }
    }
    if results.waiting() > 0 {
        let _ = write!(text, "; {} to go, with --resume", number(results.waiting()));
    }
    text
}

fn table(results: &Results, shown: &[ClassResult]) -> Table {
    let short = ShortNames::of(results.classes.iter().map(|class| class.class.as_str()));
    let mut table = Table::new(vec![
        Column::right("rank"),
        Column::left("class", Cut::Start),
        Column::right("planned"),
        Column::right("granted"),
        Column::right("used"),
        Column::right("tests"),
        Column::right("covered"),
        Column::left("outcome", Cut::End),
    ]);
    for class in shown {
        let known = |text: String| class.outcome.map_or_else(|| "-".to_owned(), |_| text);
        let outcome = class.outcome.map_or("to go", Outcome::name);
        let look = match class.outcome {
            Some(Outcome::Failed | Outcome::Late) => style::BAD,
            Some(Outcome::Tests) => style::GOOD,
            _ => style::DIM,
        };
        let mut outcome = Cell::new(look, outcome);
        if let Some(trouble) = &class.trouble {
            outcome = outcome.and(style::DIM, format!(": {}", printable(trouble)));
        }
        table.row(vec![
            Cell::plain(number(class.rank)),
            Cell::new(style::SUSPECT, short.name(&class.class)),
            Cell::plain(format!("{} s", class.planned)),
            Cell::plain(known(format!("{} s", class.granted))),
            Cell::plain(known(format!("{} s", class.used))),
            Cell::plain(known(number(class.tests))),
            Cell::plain(
                class.coverage.map_or_else(|| "-".to_owned(), |part| format!("{:.0} %", part * 100.0)),
            ),
            outcome,
        ]);
    }
    table
}

/// Renders a heading and a row per class.
pub fn csv(results: &Results, top: usize) -> String {
    const HEADER: &str = "rank,class,path,planned,granted,used,seconds,outcome,tests,coverage,trouble";
    let mut rows = Rows::under(HEADER.split(','));
    for class in results.classes.iter().take(top) {
        rows.add([
            class.rank.to_string(),
            class.class.clone(),
            class.path.clone(),
            class.planned.to_string(),
            class.granted.to_string(),
            class.used.to_string(),
            class.seconds.to_string(),
            class.outcome.map_or("", Outcome::name).to_owned(),
            class.tests.to_string(),
            class.coverage.map_or_else(String::new, |coverage| coverage.to_string()),
            class.trouble.as_deref().unwrap_or_default().to_owned(),
        ]);
    }
    rows.into_text()
}
