//! The list of tests, with links to their pages.

use faultline_messages::words::{counted, number};
use faultline_spectrum::{Outcome, TestId};
use maud::{Markup, html};

use crate::failure;
use crate::frame::{Colophon, Frame, Section};
use crate::model::Model;
use crate::test_page::{duration, outcome};
use crate::text::Shown;

/// Tests in the list besides those with pages.
const ROWS: usize = 1_000;

/// Renders the list: tests with pages first, failing ones first of all.
pub fn page(model: &Model<'_>, colophon: &Colophon) -> String {
    let tests = &model.spectrum().tests;
    let without = (0..tests.len()).map(TestId::new).filter(|test| model.chosen.url(*test).is_none());
    let rows: Vec<TestId> = model.chosen.all.iter().copied().chain(without.take(ROWS)).collect();
    let left_out = tests.len() - rows.len();
    let main = html! {
        h1.headline { "Tests" }
        p.lead { (coverage(model)) }
        @if tests.is_empty() { p.note { "No test was recorded." } }
        @else { (table(model, &rows)) }
        @if left_out > 0 { p.quiet { "and " (counted(left_out, "more test")) "; the search field finds them by name." } }
    };
    Frame { title: "Tests", section: Section::Tests, root: "", data: None, colophon }.page(&main)
}

/// Which tests have pages, in a sentence.
fn coverage(model: &Model<'_>) -> String {
    let tests = &model.spectrum().tests;
    let with = model.chosen.all.len();
    let is_failed = |test: &TestId| tests[test.index()].outcome == Outcome::Failed;
    let failed = model.report().ended(Outcome::Failed);
    let failed_with = model.chosen.all.iter().filter(|test| is_failed(test)).count();
    if with == tests.len() {
        return "Each test has a page that says how it ended, what it said and what it ran.".to_owned();
    }
    if failed_with < failed {
        return format!(
            "The first {} of {} have pages that say what they said and what they ran; the suite is too large for more.",
            number(failed_with),
            counted(failed, "failing test")
        );
    }
    let failing = if failed > 0 {
        "all failing tests, the passing ones most like them, then others"
    } else {
        "the first"
    };
    format!(
        "{} of {} have pages that say how they ended and what they ran: {failing}; the suite is too large for more.",
        number(with),
        counted(tests.len(), "test")
    )
}

fn table(model: &Model<'_>, rows: &[TestId]) -> Markup {
    html! {
        table.list {
            caption.hid { "Tests, those that failed first" }
            thead { tr { th scope="col" { "test" } th scope="col" { "outcome" } th.number scope="col" { "took" } } }
            tbody { @for &test in rows { (row(model, test)) } }
        }
    }
}

fn row(model: &Model<'_>, id: TestId) -> Markup {
    let test = &model.spectrum().tests[id.index()];
    let message = model.group_of(id).and_then(|(_, group)| group.messages.get(&id));
    html! {
        tr {
            th.name scope="row" {
                (failure::named(model, id, ""))
                @if let Some(message) = message { p.quiet { (Shown(&message.in_short())) } }
            }
            td { (outcome(test)) }
            td.number { (duration(test).unwrap_or_default()) }
        }
    }
}
