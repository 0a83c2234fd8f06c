//! What all pages share: head, navigation, landmarks.

use maud::{DOCTYPE, Markup, html};

use crate::text::plain;

/// By this a folder is known to hold a report.
pub const GENERATOR: &str = "faultline report";
/// Nothing but files of the report's own, and no code within a page.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'";

/// A part of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// The start page.
    Suspects,
    /// Pages of sources.
    Sources,
    /// What failing tests run that their neighbours do not.
    Neighbours,
    /// Treemap and matrix.
    Map,
    /// What the tests tell apart.
    Suite,
}

/// What stands at the end of every page.
#[derive(Debug)]
pub struct Colophon {
    /// In a sentence, what was recorded and when.
    pub words: String,
    /// Whether there are suspects that keys lead to.
    pub has_suspects: bool,
}

/// A page.
#[derive(Debug)]
pub struct Frame<'a> {
    /// What it is about.
    pub title: &'a str,
    /// The part that it belongs to.
    pub section: Section,
    /// The way to the start page's folder: empty, or `../`.
    pub root: &'a str,
    /// A file of data of its own, seen from the start page.
    pub data: Option<&'a str>,
    /// What stands at its end.
    pub colophon: &'a Colophon,
}

impl Frame<'_> {
    /// The whole page.
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
                                (entry(Section::Neighbours, "neighbours.html", "Neighbours"))
                                (entry(Section::Map, "map.html", "Map"))
                                (entry(Section::Suite, "suite.html", "Suite"))
                            }
                        }
                    }
                    main id="main" tabindex="-1" { (main) }
                    footer {
                        p { (plain(&self.colophon.words)) }
                        @if self.colophon.has_suspects {
                            p.keys { kbd { "n" } " next suspect, " kbd { "p" } " the one before" }
                        }
                    }
                }
            }
        }
        .into_string()
    }
}
