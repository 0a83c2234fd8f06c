//! What a failing test said, and the line of its own source that failed.

use faultline_fault_ranking::message::Message;
use faultline_messages::names;
use faultline_spectrum::TestId;
use maud::{Markup, html};

use crate::excerpt;
use crate::model::Model;
use crate::text::{Name, Shown, plain};

/// Longest expected or actual value, which both start shortly before the first difference. Units: columns.
const VALUE: usize = 400;
/// Lines of the test's source above and below the failing one.
const CONTEXT: u32 = 2;

/// The message, with what the test expected and what it got.
pub fn message(message: &Message) -> Markup {
    let rest = message.text.trim().lines().skip(1).any(|line| !line.trim().is_empty());
    html! {
        @if !message.says.is_empty() { p.said { (Shown(&message.says)) } }
        @if let Some((expected, actual)) = message.values(VALUE) {
            dl.values {
                dt { "expected" } dd.pass { code { (Shown(&expected)) } }
                dt { "actual" } dd.fail { code { (Shown(&actual)) } }
            }
        } @else if rest {
            details.more { summary { "More of the message" } pre.message tabindex="0" { (Shown(&message.text)) } }
        }
    }
}

/// The lines of the test's own source around the one that failed.
pub fn source(model: &Model<'_>, test: TestId) -> Markup {
    html! {
        @if let Some(snippet) = model.failed_at.get(&test) {
            (excerpt::of_snippet(model, snippet, CONTEXT, |_| (0.0, false)))
        }
    }
}

/// A test's name, with a link to what is known of it. `root` is the path to the start page's folder.
pub fn named(model: &Model<'_>, test: TestId, root: &str) -> Markup {
    let row = &model.spectrum().tests[test.index()];
    let (name, title, shown) = (model.test(test), plain(&names::test(row)), names::shown(row));
    html! {
        @match model.chosen.url(test) {
            Some(url) => a href={ (root) (url) } title=(title) { (Name(&name)) },
            None => span title=(title) { (Name(&name)) },
        }
        @if let Some(shown) = &shown { " " span.quiet { (Shown(shown)) } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_shows_what_was_expected_and_what_was_there_as_text() {
        let html = message(&Message::of("sum ==> expected: <b>1</b> but was: <2>")).into_string();
        assert!(html.contains("<p class=\"said\">sum</p>"), "{html}");
        assert!(html.contains("<dd class=\"pass\"><code>&lt;b&gt;1&lt;/b&gt;</code>"), "{html}");
        assert!(html.contains("<dd class=\"fail\"><code>2</code>"), "{html}");
    }

    #[test]
    fn a_message_of_several_lines_can_be_read_whole() {
        let html = message(&Message::of("Cannot invoke <x>\nbecause it is null")).into_string();
        assert!(
            html.contains("Cannot invoke &lt;x&gt; …") && html.contains("because it is null</pre>"),
            "{html}"
        );
        assert!(!message(&Message::of("one line")).into_string().contains("details"));
        assert_eq!(message(&Message::of("")).into_string(), "");
    }
}
