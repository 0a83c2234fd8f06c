//! The suspicious lines, as they are marked in sources.

use std::path::PathBuf;

use faultline_fault_ranking::message::Message;
use faultline_fault_ranking::named;
use faultline_fault_ranking::report::Suspect;
use faultline_fault_ranking::screen::{Excerpt, Screen, View};
use faultline_fault_ranking::text::cause;
use faultline_fault_ranking::why::{Why, percent};
use faultline_files::real;
use faultline_messages::names;
use faultline_messages::words::{counted, number, printable};
use faultline_recording_store::sources::Sources;

/// Failing tests that a message names.
const NAMED: usize = 3;
/// Characters of what a test said.
const SAID: usize = 200;

/// A suspicious line.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// The real path of its source.
    pub file: PathBuf,
    /// The line, from 1, as the run saw it.
    pub line: u32,
    /// The method, with its package.
    pub method: String,
    /// The chance that the method is the fault. Range: 0 to 1.
    pub chance: Option<f64>,
    /// Why it is suspected, in a few words.
    pub why: Option<&'static str>,
    /// The chance, why, and which tests fail, in two sentences.
    pub message: String,
    /// The failing tests that are explained, by their names.
    pub tests: Vec<String>,
    /// Where the first of these failed.
    pub failed_at: Option<Site>,
}

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// The real path.
    pub file: PathBuf,
    /// The line, from 1.
    pub line: u32,
    /// What stands in the line.
    pub code: String,
}

/// The marks of a first screen, in its order. Sources are searched by absolute paths. A suspect without a line or a source
/// has no mark.
pub fn marks(screen: &Screen<'_>, sources: &mut Sources) -> Vec<Mark> {
    let of_view = |view: &View<'_>, sources: &mut Sources| -> Vec<Mark> {
        view.suspects.iter().filter_map(|suspect| mark(screen, view, suspect, sources)).collect()
    };
    screen.groups.iter().flat_map(|view| of_view(view, sources)).collect()
}

fn mark(screen: &Screen<'_>, view: &View<'_>, suspect: &Suspect, sources: &mut Sources) -> Option<Mark> {
    let spectrum = screen.report.spectrum;
    let (line, method) = (suspect.shown_line().filter(|line| *line > 0)?, *suspect.methods.first()?);
    let source = sources.of(&spectrum.classes[suspect.class.index()])?;
    let [_, long] = named::names(spectrum, method);
    Some(Mark {
        file: real(&source.path),
        line,
        method: long,
        chance: suspect.chance,
        why: suspect.why.map(Why::words),
        message: message(screen, view, suspect),
        tests: view.failing.iter().map(|test| names::test(*test)).collect(),
        failed_at: view.failed_at.as_ref().and_then(site),
    })
}

/// "Suspicious, 31 %: few others run it. `FooTest#bar` fails: expected 1, but got 2."
fn message(screen: &Screen<'_>, view: &View<'_>, suspect: &Suspect) -> String {
    let chance = suspect.chance.map_or(String::new(), |chance| format!(", {}", percent(chance)));
    let why = suspect.why.map_or(String::new(), |why| format!(": {}", why.words()));
    let mending = suspect.mending.as_ref().map_or(String::new(), |mending| format!(". {}", mending.says));
    let doubt = view.group.doubt.as_ref().map_or(String::new(), |doubt| format!(". {}", doubt.says));
    let cause = match cause(screen.report, view.group) {
        cause if cause.is_empty() => String::new(),
        cause => format!(" with {cause}"),
    };
    let said = view.message.map(said).filter(|said| !said.is_empty());
    let said = said.map_or(String::new(), |said| format!(": {said}"));
    printable(&format!("Suspicious{chance}{why}{mending}. {}{cause}{said}{doubt}", failing(view)))
}

/// "`FooTest#bar` fails", "3 tests fail, `FooTest#bar` and `FooTest#other` among them".
fn failing(view: &View<'_>) -> String {
    let called: Vec<String> = view.failing.iter().take(NAMED).map(|test| names::simple_test(*test)).collect();
    match view.failing.len() {
        1 => format!("{} fails", called[0]),
        some if some <= NAMED => {
            let (last, first) =
                called.split_last().map_or((String::new(), &[][..]), |(last, first)| (last.clone(), first));
            format!("{} and {last} fail", first.join(", "))
        }
        more => {
            format!("{} fail, {} and {} more", counted(more, "test"), called.join(", "), number(more - NAMED))
        }
    }
}

fn said(message: &Message) -> String {
    let whole = match (&message.expected, &message.actual) {
        (Some(expected), Some(actual)) => format!("expected {expected}, but got {actual}"),
        _ => message.says.clone(),
    };
    let mut letters = whole.chars();
    let said: String = letters.by_ref().take(SAID).collect();
    if letters.next().is_some() { said + "…" } else { said }
}

/// The line of a test's own source; `None` if the source has changed since, or may be another's.
fn site(excerpt: &Excerpt) -> Option<Site> {
    let code = excerpt.lines.get((excerpt.marked - excerpt.first) as usize)?;
    let code = printable(code.trim());
    excerpt.remark.is_empty().then(|| Site { file: real(&excerpt.path), line: excerpt.marked, code })
}
