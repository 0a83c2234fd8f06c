//! The common parts of all pages: head, navigation, landmarks.

use maud::{DOCTYPE, Markup, html};

use crate::search;
use crate::text::plain;

/// Generator tag that identifies a folder as a report.
pub const GENERATOR: &str = "faultline report";
/// Content security policy: only the report's own files, no inline code.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'";

/// A part of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// The start page.
    Suspects,
    /// Pages of sources.
    Sources,
    /// The tests, and what is known of each.
    Tests,
    /// Lines that failing tests run and their neighbours do not.
    Neighbours,
    /// Treemap and matrix.
    Map,
    /// How well the tests tell code apart.
    Suite,
}

/// The footer of every page.
#[derive(Debug)]
pub struct Colophon {
    /// A sentence about what was recorded and when.
    pub words: String,
    /// Whether the page has suspects for keyboard navigation.
    pub has_suspects: bool,
}

/// The frame around a page.
#[derive(Debug)]
pub struct Frame<'a> {
    /// The page's title.
    pub title: &'a str,
    /// The section it belongs to.
    pub section: Section,
    /// The path to the start page's folder: empty, or `../`.
    pub root: &'a str,
    /// The page's own data file, relative to the start page.
    pub data: Option<&'a str>,
    /// The footer.
    pub colophon: &'a Colophon,
}

impl Frame<'_> {
    /// Renders the whole page.
    pub fn page(&self, main: &Markup) -> String {
        let root = self.root;
        let entry = |section: Section, file: &str, name: &str| {
            let is_here = section == self.section;
            html! { li { a href={ (root) (file) } aria-current=[is_here.then_some("page")] { (name) } } }
        };
        html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(POLICY);
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="generator" content=(GENERATOR);
                    meta name="referrer" content="no-referrer";
                    meta name="color-scheme" content="light dark";
                    title { (plain(self.title)) " · Faultline" }
                    link rel="icon" href={ (root) "assets/icon.svg" };
                    link rel="stylesheet" href={ (root) "assets/report.css" };
                    @if let Some(data) = self.data { script src={ (root) (data) } defer {} }
                    script src={ (root) "assets/report.js" } defer {}
                }
                body {
                    a.skip href="#main" { "Skip to the content" }
                    header.top {
                        a.brand href={ (root) "index.html" } { "Faultline" }
                        nav aria-label="Report" {
                            ul {
                                (entry(Section::Suspects, "index.html", "Suspects"))
                                (entry(Section::Tests, "tests.html", "Tests"))
                                (entry(Section::Neighbours, "neighbours.html", "Neighbours"))
                                (entry(Section::Map, "map.html", "Map"))
                                (entry(Section::Suite, "suite.html", "Suite"))
                            }
                        }
                        // The script shows it, since it finds nothing without one.
                        div.search id="search" role="search" hidden data-root=(root) data-index={ (root) (search::FILE) } {
                            input type="search" aria-label="Search tests and methods" placeholder="Search tests and methods"
                                autocomplete="off" spellcheck="false";
                            div.found hidden {
                                p.quiet role="status" {}
                                ul aria-label="What was found" {}
                            }
                        }
                    }
                    main id="main" tabindex="-1" { (main) }
                    footer {
                        p { (plain(&self.colophon.words)) }
                        p.keys {
                            kbd { "/" } " search"
                            @if self.colophon.has_suspects { ", " kbd { "n" } " next suspect, " kbd { "p" } " the one before" }
                        }
                    }
                }
            }
        }
        .into_string()
    }
}
