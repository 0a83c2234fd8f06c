//! The names that the search field of each page finds: tests and methods, with the pages they lead to.

use faultline_escape::json::document as visible;
use faultline_spectrum::{MethodId, TestId};
use serde::Serialize;

use crate::model::Model;
use crate::text::plain;
use crate::write::Page;

/// The file with the names.
pub const FILE: &str = "assets/search.js";
/// Most tests, and most methods, that can be found.
const MOST: usize = 20_000;

/// The data of the search field, which the script loads when the field is used.
#[derive(Serialize)]
struct Index {
    /// Names and pages of tests; without a page the second is empty.
    tests: Vec<(String, String)>,
    /// Likewise of methods: the line of a source.
    methods: Vec<(String, String)>,
    /// Tests and methods that cannot be found, since there are too many.
    left_out: (usize, usize),
}

/// Renders the file.
pub fn page(model: &Model<'_>) -> Page {
    let index = Index::of(model);
    // Serialization cannot fail: the data has only lists, texts and numbers.
    let json = serde_json::to_string(&index).unwrap_or_else(|_| "null".to_owned());
    Page { path: FILE.to_owned(), text: format!("var faultlineSearch = {};\n", visible(&json)) }
}

impl Index {
    fn of(model: &Model<'_>) -> Self {
        let spectrum = model.spectrum();
        let others =
            (0..spectrum.tests.len()).map(TestId::new).filter(|test| model.chosen.url(*test).is_none());
        let tests = model.chosen.all.iter().copied().chain(others).take(MOST);
        let tests: Vec<_> = tests
            .map(|test| (plain(&model.test(test)), model.chosen.url(test).unwrap_or_default()))
            .collect();
        let methods: Vec<_> = methods(model).into_iter().take(MOST).collect();
        let left_out = (spectrum.tests.len() - tests.len(), spectrum.methods.len().saturating_sub(MOST));
        Self { tests, methods, left_out }
    }
}

/// The methods with the page of their first line, those with pages first.
fn methods(model: &Model<'_>) -> Vec<(String, String)> {
    let spectrum = model.spectrum();
    let mut urls: Vec<Option<String>> = vec![None; spectrum.methods.len()];
    for line in model.lines.all() {
        let url = &mut urls[line.method.index()];
        if url.is_none() {
            *url = model.sheets.url(line.file, line.line);
        }
    }
    let named = urls.into_iter().enumerate();
    let mut named: Vec<(String, String)> = named
        .map(|(at, url)| (plain(&model.method(MethodId::new(at), true)), url.unwrap_or_default()))
        .collect();
    named.sort_by_key(|(_, url)| url.is_empty());
    named
}
