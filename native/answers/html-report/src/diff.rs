//! A comparison of two tests, for the terminal and as JSON.

use faultline_fault_ranking::document::{MethodNames, TestOutcome};
use faultline_messages::failure::Failure;
use faultline_messages::names;
use faultline_messages::words::{counted, number, printable};
use faultline_recording_store::files::Files;
use faultline_recording_store::sources::Sources;
use faultline_spectrum::{Spectrum, TestId};
use faultline_terminal::page::Page;
use faultline_terminal::table::prefix;
use faultline_terminal::terminal::{Terminal, style};
use schemars::JsonSchema;
use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use crate::neighbours::alike;
use crate::parting::{Parting, Place, Side};

/// Incremented when readers of the previous version could not read the new one.
const VERSION: u32 = 1;

/// The comparison.
#[derive(Debug)]
pub struct Compared<'a> {
    /// The spectrum that contains the tests.
    pub spectrum: &'a Spectrum,
    /// The source files of its classes.
    pub files: &'a Files,
    /// The test compared with each of the others.
    pub partings: Vec<Parting>,
    /// Number of lines shown per comparison; JSON has all.
    pub lines: usize,
}

/// Renders the comparison as a page, ending with a line break.
pub fn text(compared: &Compared<'_>, sources: &mut Sources, terminal: &Terminal) -> String {
    let mut text = Text { compared, page: Page::new(terminal) };
    for parting in &compared.partings {
        if !text.page.is_empty() {
            text.page.blank();
        }
        text.parting(parting, sources);
    }
    text.page.into_text()
}

struct Text<'a> {
    compared: &'a Compared<'a>,
    page: Page<'a>,
}

impl Text<'_> {
    fn parting(&mut self, parting: &Parting, sources: &mut Sources) {
        let spectrum = self.compared.spectrum;
        let named = |test: TestId| {
            let test = &spectrum.tests[test.index()];
            format!("{} ({})", names::test(test), test.outcome.name())
        };
        self.page.painted(style::BAD, &format!("- {}", named(parting.test)));
        self.page.painted(style::GOOD, &format!("+ {}", named(parting.other)));
        let sums = format!(
            "{} alike: {} run by both, {} only by the first, {} only by the second",
            alike(parting.likeness),
            counted(parting.both, "line"),
            number(parting.only_test),
            number(parting.only_other)
        );
        self.prose(&sums);
        let mut room = self.compared.lines;
        for place in &parting.places {
            let shown = place.lines.len().min(room);
            room -= shown;
            if shown > 0 {
                self.page.blank();
                self.place(place, shown, sources);
            }
        }
        let all = parting.only_test + parting.only_other;
        if all > self.compared.lines {
            self.page.blank();
            self.prose(&format!(
                "… {} more; --lines 0 shows all",
                counted(all - self.compared.lines, "line")
            ));
        }
        if all == 0 {
            self.prose(
                "They run exactly the same lines; what the lines did, or the tests themselves, differ.",
            );
        }
    }

    fn prose(&mut self, text: &str) {
        self.page.prose(style::DIM, "", text);
    }

    fn place(&mut self, place: &Place, shown: usize, sources: &mut Sources) {
        let spectrum = self.compared.spectrum;
        let method = &spectrum.methods[place.method.index()];
        let class = &spectrum.classes[method.class.index()];
        let source =
            sources.of(class).map(|source| (source.path.display().to_string(), source.lines.clone()));
        let path =
            source.as_ref().map_or_else(|| class.source_path().unwrap_or_default(), |(path, _)| path.clone());
        let name = names::method(&class.name, method, true);
        let heading = self.page.terminal.paint(style::HEADING, &name);
        let who = format!("  {}{}", printable(&path), who(place));
        self.page.line(heading + &self.page.terminal.paint(style::DIM, &who));
        let digits =
            place.lines.iter().take(shown).map(|(line, _)| line.to_string().len()).max().unwrap_or(1);
        for (line, side) in place.lines.iter().take(shown) {
            let (mark, paint) = if *side == Side::Test { ('-', style::BAD) } else { ('+', style::GOOD) };
            let code = source.as_ref().and_then(|(_, lines)| lines.get(*line as usize - 1));
            let code =
                code.map_or(String::new(), |code| printable(code.trim_end().replace('\t', "    ").as_str()));
            let text = format!("{mark} {line:>digits$}  {code}");
            let text = if text.width() > self.page.terminal.room() {
                format!("{}…", prefix(&text, self.page.terminal.room().saturating_sub(1)))
            } else {
                text
            };
            self.page.painted(paint, text.trim_end());
        }
    }
}

fn who(place: &Place) -> String {
    match (place.entered, place.after) {
        ((true, true), Some(after)) => format!("; they part after line {after}"),
        ((true, true), None) => "; both run it".to_owned(),
        ((true, false), _) => "; only the first runs it".to_owned(),
        _ => "; only the second runs it".to_owned(),
    }
}

/// The whole comparison.
#[derive(Serialize, JsonSchema)]
pub struct Document<'a> {
    #[schemars(extend("const" = VERSION))]
    version: u32,
    /// A comparison for each other test, the likest first.
    #[schemars(length(min = 1))]
    pairs: Vec<Pair<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct Pair<'a> {
    test: TestOutcome<'a, &'a str>,
    other: TestOutcome<'a, &'a str>,
    /// Jaccard's index of the lines that they run.
    #[schemars(range(min = 0, max = 1))]
    likeness: f64,
    both: usize,
    only_test: usize,
    only_other: usize,
    /// Methods with a line that only one of them runs, in the order of sources.
    places: Vec<DifferingMethod<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct DifferingMethod<'a> {
    #[serde(flatten)]
    names: MethodNames<'a>,
    file: Option<String>,
    run_by_test: bool,
    run_by_other: bool,
    /// The last line that both run before the first that only one does; null where only one runs the method.
    after: Option<u32>,
    only_test: Vec<u32>,
    only_other: Vec<u32>,
}

/// Renders the comparison as JSON; see `docs/report.md`. Errors: it cannot be serialized.
pub fn json(compared: &Compared<'_>) -> Result<String, Failure> {
    let spectrum = compared.spectrum;
    let named = |test: TestId| {
        let test = &spectrum.tests[test.index()];
        TestOutcome::of(test, test.outcome.name())
    };
    let pair = |parting: &Parting| Pair {
        test: named(parting.test),
        other: named(parting.other),
        likeness: parting.likeness,
        both: parting.both,
        only_test: parting.only_test,
        only_other: parting.only_other,
        places: parting.places.iter().map(|place| differing_method(spectrum, place)).collect(),
    };
    let document = Document { version: VERSION, pairs: compared.partings.iter().map(pair).collect() };
    faultline_terminal::json::pretty(&document, "the comparison")
}

fn differing_method<'a>(spectrum: &'a Spectrum, place: &Place) -> DifferingMethod<'a> {
    let class = spectrum.methods[place.method.index()].class;
    let of = |side: Side| place.lines.iter().filter(|(_, of)| *of == side).map(|(line, _)| *line).collect();
    DifferingMethod {
        names: MethodNames::of(spectrum, place.method),
        file: spectrum.classes[class.index()].source_path(),
        run_by_test: place.entered.0,
        run_by_other: place.entered.1,
        after: place.after,
        only_test: of(Side::Test),
        only_other: of(Side::Other),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::fixture::spectrum;
    use crate::lines::Lines;
    use crate::parting::parting;

    fn with<T>(lines: usize, show: impl FnOnce(&Compared<'_>) -> T) -> T {
        let spectrum = spectrum(&[(true, vec![0, 1, 3, 4]), (false, vec![0, 1, 2])]);
        let files = Files::of(&spectrum.classes);
        let partings = vec![parting(&spectrum, &Lines::of(&spectrum, &files), TestId(0), TestId(1))];
        show(&Compared { spectrum: &spectrum, files: &files, partings, lines })
    }

    fn page(lines: usize) -> String {
        let mut sources = Sources::new(&[], Path::new("/nowhere"), None);
        with(lines, |compared| text(compared, &mut sources, &Terminal::plain(80)))
    }

    #[test]
    fn a_page_says_who_runs_what_alone_and_where_they_part() {
        assert_eq!(
            page(9),
            "- org.x.SomeTest#test0 (failed)\n\
             + org.x.SomeTest#test1 (passed)\n\
             40.0 % alike: 2 lines run by both, 2 only by the first, 1 only by the second\n\
             \n\
             Class0.method0()  org/x/Class0.java; they part after line 2\n\
             + 3\n\
             - 4\n\
             \n\
             Class0.method1()  org/x/Class0.java; only the first runs it\n\
             - 5\n"
        );
        assert!(page(2).ends_with("- 4\n\n… 1 line more; --lines 0 shows all\n"), "{}", page(2));
    }

    #[test]
    fn json_has_all_lines_by_method() {
        let text = with(1, |compared| json(compared).expect("JSON"));
        let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let pair = &value["pairs"][0];
        assert_eq!(
            (&pair["test"]["name"], &pair["other"]["outcome"]),
            (&"org.x.SomeTest#test0".into(), &"passed".into())
        );
        let place = &pair["places"][0];
        assert_eq!(
            (&place["only_test"][0], &place["only_other"][0], &place["after"]),
            (&4.into(), &3.into(), &2.into())
        );
        assert_eq!(pair["places"][1]["run_by_other"], false);
    }
}
