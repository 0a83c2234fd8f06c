//! The HTML report: static pages that show a ranking.
//!
//! [`pages`] renders a ranking ([`Asked`]) and the sources; [`write()`] writes the pages into a folder. They
//! need no network and have no inline script or style, so a content security policy may forbid both. Text
//! from outside (names of tests, exceptions, sources) is always escaped. [`mod@parting`] compares two tests,
//! and [`diff`] prints the comparison.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod chosen;
mod code;
mod covering;
pub mod diff;
mod evidence;
mod excerpt;
mod failure;
#[cfg(test)]
mod fixture;
mod frame;
mod group;
mod highlight;
pub mod lines;
pub mod links;
mod map;
mod matrix;
mod model;
pub mod named;
mod neighbours;
pub mod parting;
pub mod pictures;
mod search;
mod shade;
mod sheets;
mod snippet;
mod source;
mod start;
mod suite;
mod suspects;
mod test_page;
mod tests_page;
mod text;
mod tree;
mod write;

use std::time::UNIX_EPOCH;

use faultline_messages::date;
use faultline_messages::words::counted;
use faultline_recording_store::sources::Sources;

use self::frame::Colophon;
pub use self::model::Asked;
use self::model::Model;
pub use self::write::{Page, remove, write};

/// Number of suspects per group that a report needs: the first ten are shown, the others define the typical
/// suspect.
pub const SUSPECTS: usize = 100;
/// Number of the suite's ambiguity groups that a report shows in detail.
pub const AMBIGUOUS: usize = 12;
/// Maximum number of groups of failing tests.
pub const GROUPS: usize = 20;

/// Renders all files of a report. Cost: O(tests * elements / 64), plus highlighting some thousand lines of
/// source.
pub fn pages(asked: &Asked<'_>, sources: &mut Sources) -> Vec<Page> {
    let model = Model::of(asked, sources);
    let covering = covering::Covering::of(model.spectrum(), &model.lines, &source::lines_on_pages(&model));
    let colophon = colophon(asked);
    let mut pages = assets();
    pages.push(Page { path: "index.html".to_owned(), text: start::page(&model, &colophon) });
    pages.push(Page { path: "tests.html".to_owned(), text: tests_page::page(&model, &colophon) });
    pages.push(search::page(&model));
    pages.extend(test_page::pages(&model, &colophon));
    pages.push(Page { path: "map.html".to_owned(), text: map::page(&model, &covering, &colophon) });
    pages.push(Page { path: "suite.html".to_owned(), text: suite::page(&model, &colophon) });
    pages.extend(asked.pictures.iter().enumerate().map(|(at, picture)| picture.page(at)));
    pages.extend(neighbours::pages(&model, &colophon));
    pages.extend(source::pages(&model, &covering, &colophon));
    pages
}

/// Style, script and icon.
fn assets() -> Vec<Page> {
    let asset = |path: &str, text: &str| Page { path: path.to_owned(), text: text.to_owned() };
    vec![
        asset("assets/report.css", include_str!("../assets/report.css")),
        asset("assets/report.js", include_str!("../assets/report.js")),
        asset("assets/icon.svg", include_str!("../assets/icon.svg")),
    ]
}

/// The footer: what was recorded and when.
fn colophon(asked: &Asked<'_>) -> Colophon {
    let when = asked.recorded.and_then(|recorded| recorded.duration_since(UNIX_EPOCH).ok());
    let when = when.map_or(String::new(), |since| {
        format!(" recorded on {}", date::of(i64::try_from(since.as_secs()).unwrap_or(0)))
    });
    let has_suspects = !asked.report.groups.is_empty();
    let how = if has_suspects { format!(", ranked by {}", asked.report.spec) } else { String::new() };
    let tests = counted(asked.report.spectrum.tests.len(), "test");
    Colophon { words: format!("Faultline {}: {tests}{when}{how}.", env!("CARGO_PKG_VERSION")), has_suspects }
}
