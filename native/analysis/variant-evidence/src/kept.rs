//! The table of labelled variants, stored beside their recordings.

use std::fmt::Write as _;
use std::io;

use faultline_files::OwnedFolder;
use faultline_flt::line;

use crate::inputs::Inputs;
use crate::tables::Table;
use crate::words::{By, Kind, Label};

/// The file name.
pub const FILE: &str = "variants.tsv";
/// Its columns, documented in `docs/amplify.md`.
const COLUMNS: [&str; 10] =
    ["test", "class", "method", "label", "by", "probability", "kind", "edits", "lines", "hash"];
/// A column that older tables lack.
const INPUTS: &str = "inputs";

/// A variant with a label.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    /// Unique id of the failing test.
    pub test: String,
    /// Binary name of the variant's class, which is the failing test's.
    pub class: String,
    /// Its method.
    pub method: String,
    /// Its outcome.
    pub label: Label,
    /// The source of the label.
    pub by: By,
    /// The probability that the label is correct. Units: 0..=1.
    pub probability: f64,
    /// Its kind.
    pub kind: Kind,
    /// Description of its edits.
    pub edits: String,
    /// Lines of the edits in the original file, separated by blanks.
    pub lines: String,
    /// Hash of the failing test's class file, as in recordings.
    pub hash: u64,
    /// Similarity of its inputs to the failing test's; `None` if unknown.
    pub inputs: Option<Inputs>,
}

/// Renders the table.
pub fn text(kept: &[Kept]) -> String {
    let mut text = line(COLUMNS.into_iter().chain([INPUTS]));
    for one in kept {
        let (probability, hash) = (one.probability.to_string(), format!("{:016x}", one.hash));
        let inputs = one.inputs.map_or_else(String::new, |inputs| inputs.to_string());
        text.push_str(&line([
            one.test.as_str(),
            &one.class,
            &one.method,
            one.label.word(),
            one.by.word(),
            &probability,
            one.kind.word(),
            &one.edits,
            &one.lines,
            &hash,
            &inputs,
        ]));
    }
    text
}

/// Parses the table; malformed rows are skipped, with a note. Errors: it is another table.
pub fn parse(text: &str) -> Result<(Vec<Kept>, Option<String>), String> {
    let table = Table::read(text, &COLUMNS)?;
    let (mut kept, mut bad) = (Vec::new(), 0);
    for row in table.rows() {
        let known = || {
            let probability =
                row.number("probability").filter(|probability: &f64| (0.0..=1.0).contains(probability))?;
            let words = |name: &str| row.get(name).to_owned();
            Some(Kept {
                test: words("test"),
                class: words("class"),
                method: words("method"),
                label: Label::of_word(row.get("label"))?,
                by: By::of_word(row.get("by"))?,
                probability,
                kind: Kind::of_word(row.get("kind"))?,
                edits: words("edits"),
                lines: words("lines"),
                hash: u64::from_str_radix(row.get("hash"), 16).ok()?,
                inputs: row.get(INPUTS).parse().ok(),
            })
        };
        match known() {
            Some(one) => kept.push(one),
            None => bad += 1,
        }
    }
    let mut note = String::new();
    if bad > 0 {
        let written = write!(note, "{bad} of its lines cannot be read");
        debug_assert!(written.is_ok(), "a string takes all");
    }
    Ok((kept, (bad > 0).then_some(note)))
}

/// Writes the table into a folder, atomically. Errors: those of the operating system.
pub fn write(folder: &OwnedFolder, kept: &[Kept]) -> io::Result<()> {
    folder.write(FILE, text(kept).as_bytes())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn kept() -> impl Strategy<Value = Kept> {
        let words = || ".{0,12}|[\\\\\t\n\r\"`;]{0,4}";
        let inputs = proptest::option::of((0..9_u32, 0..9_u32));
        (words(), words(), words(), words(), 0.0..=1.0_f64, any::<u64>(), 0..3_usize, inputs).prop_map(
            |(test, class, edits, lines, probability, hash, which, inputs)| Kept {
                test,
                method: format!("{class}_faultline_0"),
                class,
                label: [Label::Passes, Label::Fails][which % 2],
                by: By::ALL[which],
                probability,
                kind: [Kind::Slice, Kind::Whole, Kind::Edit][which],
                edits,
                lines,
                hash,
                inputs: inputs.map(|(equal, more)| Inputs { equal, all: equal + more }),
            },
        )
    }

    proptest! {
        #[test]
        fn a_table_is_read_back_as_it_was_written(all in proptest::collection::vec(kept(), 0..6)) {
            let text = text(&all);
            prop_assert_eq!(parse(&text), Ok((all.clone(), None)));
            // A truncated table loses only its last lines.
            let torn = &text[..text.len() - 1];
            let (read, _) = parse(torn).unwrap_or_default();
            prop_assert!(read.len() + 1 >= all.len());
        }

        #[test]
        fn no_text_makes_it_panic(text in ".{0,200}") {
            let _ = parse(&text);
            let _ = parse(&format!("{}{text}", super::text(&[])));
        }
    }

    #[test]
    fn a_line_that_says_nothing_is_left_out_and_told_of() {
        let bad = format!(
            "{}t\tc\tm\tsomehow\tsplit\t1\tsplit\t\t\t0\nt\tc\tm\tpasses\tsplit\t7\tsplit\t\t\t0\n",
            text(&[])
        );
        let (kept, note) = parse(&bad).expect("a table");
        assert!(kept.is_empty() && note.expect("a note").starts_with("2 of its lines"));
        assert!(parse("a\tb\n").is_err());
    }

    #[test]
    fn a_table_from_before_inputs_were_told_is_one() {
        let old = format!("{}t\tc\tm\tpasses\tsplit\t1\tsplit\t\t\t0\n", line(COLUMNS));
        let (kept, note) = parse(&old).expect("a table");
        assert_eq!((kept.len(), kept[0].inputs, note), (1, None, None));
    }
}
