//! The table of variants that ran but have no label, for a person to label.

use std::io;

use faultline_files::OwnedFolder;
use faultline_flt::line;

use crate::labels::{holds, place, thrown};
use crate::observed::{Execution, Outcome};
use faultline_variant_evidence::inputs::Inputs;
use faultline_variant_evidence::kept::Kept;
use faultline_variant_evidence::tables::Table;
use faultline_variant_evidence::words::{By, Kind, Label};

/// The file, beside that of labelled variants.
pub const FILE: &str = "unlabelled.tsv";
/// Its columns, documented in `docs/amplify.md`.
const COLUMNS: [&str; 9] = ["test", "class", "method", "kind", "ended", "edits", "lines", "hash", "inputs"];

/// A variant without a label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unlabelled {
    /// Unique id of the failing test.
    pub test: String,
    /// Binary name of the variant's class, equal to the failing test's.
    pub class: String,
    /// Its method.
    pub method: String,
    /// Its kind.
    pub kind: Kind,
    /// Its outcome and observations, in words.
    pub ended: String,
    /// Descriptions of its edits.
    pub edits: String,
    /// Lines of the edits in the original file, separated by blanks.
    pub lines: String,
    /// Hash of the class file of the failing test's class, computed like in recordings.
    pub hash: u64,
    /// How many of the failing test's inputs it shares; `None` if they were not counted.
    pub inputs: Option<Inputs>,
}

impl Unlabelled {
    /// The variant with a label and the label's source.
    pub fn labelled(&self, label: Label, by: By) -> Kept {
        Kept {
            test: self.test.clone(),
            class: self.class.clone(),
            method: self.method.clone(),
            label,
            by,
            probability: by.probability(),
            kind: self.kind,
            edits: self.edits.clone(),
            lines: self.lines.clone(),
            hash: self.hash,
            inputs: self.inputs,
        }
    }

    /// Whether a labelled variant is this one: it has the same edits of the same test; numbers may differ.
    pub fn is(&self, kept: &Kept) -> bool {
        (&self.test, &self.class, &self.edits, &self.lines, self.hash, self.kind)
            == (&kept.test, &kept.class, &kept.edits, &kept.lines, kept.hash, kept.kind)
    }
}

/// A variant's result, in words for a person who labels it.
pub fn ended(execution: &Execution) -> String {
    let failing: Vec<String> = execution
        .observations
        .iter()
        .filter(|said| said.contains(" fails "))
        .map(|said| failed(said))
        .collect();
    let holding = execution.observations.iter().filter(|said| holds(said)).count();
    match execution.outcome {
        Outcome::Passed if failing.is_empty() && holding > 0 => "all its assertions hold".to_owned(),
        Outcome::Passed if failing.is_empty() => "ends without an exception".to_owned(),
        Outcome::Passed => failing.join("; "),
        _ if execution.frame.is_empty() => format!("ends by {}", execution.exception),
        _ => format!("ends by {} from {}", execution.exception, execution.frame),
    }
}

/// `1 fails java.lang.AssertionError:expected:<1> but was:<2>` in words.
fn failed(said: &str) -> String {
    let number =
        place(said).parse::<usize>().map_or_else(|_| place(said).to_owned(), |at| (at + 1).to_string());
    let class = thrown(said);
    let message = said.find(class).map_or("", |at| &said[at + class.len()..]).trim_start_matches(':');
    if message.is_empty() {
        format!("assertion {number} ends by {class}")
    } else if crate::labels::is_assertion(class) {
        format!("assertion {number}: {message}")
    } else {
        format!("assertion {number} ends by {class}: {message}")
    }
}

/// The table as text.
pub fn text(all: &[Unlabelled]) -> String {
    let mut text = line(COLUMNS);
    for one in all {
        let hash = format!("{:016x}", one.hash);
        let inputs = one.inputs.map_or_else(String::new, |inputs| inputs.to_string());
        let Unlabelled { test, class, method, kind, ended, edits, lines, .. } = one;
        text.push_str(&line(
            [test, class, method, kind.word(), ended, edits, lines, &hash, &inputs].map(AsRef::<str>::as_ref),
        ));
    }
    text
}

/// Parses the table; incomplete rows are left out. Errors: another table.
pub fn parse(text: &str) -> Result<Vec<Unlabelled>, String> {
    let table = Table::read(text, &COLUMNS)?;
    let known = table.rows().filter_map(|row| {
        let words = |name: &str| row.get(name).to_owned();
        Some(Unlabelled {
            test: words("test"),
            class: words("class"),
            method: words("method"),
            kind: Kind::of_word(row.get("kind"))?,
            ended: words("ended"),
            edits: words("edits"),
            lines: words("lines"),
            hash: u64::from_str_radix(row.get("hash"), 16).ok()?,
            inputs: row.get("inputs").parse().ok(),
        })
    });
    Ok(known.collect())
}

/// Writes the table into a folder atomically. Errors: the operating system's.
pub fn write(folder: &OwnedFolder, all: &[Unlabelled]) -> io::Result<()> {
    folder.write(FILE, text(all).as_bytes())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn unlabelled() -> impl Strategy<Value = Unlabelled> {
        let words = || ".{0,12}|[\\\\\t\n\r\"`;]{0,4}";
        (words(), words(), words(), words(), any::<u64>(), 0..2_usize).prop_map(
            |(test, class, ended, edits, hash, which)| Unlabelled {
                test,
                method: format!("{class}_faultline_0"),
                class,
                kind: [Kind::Edit, Kind::Tried][which],
                ended,
                lines: edits.clone(),
                edits,
                hash,
                inputs: (which > 0).then_some(Inputs { equal: 1, all: 2 }),
            },
        )
    }

    proptest! {
        #[test]
        fn a_table_is_read_back_as_it_was_written(all in proptest::collection::vec(unlabelled(), 0..6)) {
            prop_assert_eq!(parse(&text(&all)), Ok(all));
        }

        #[test]
        fn what_a_person_labels_is_known_again(one in unlabelled()) {
            let kept = one.labelled(Label::Fails, By::Person);
            prop_assert!(one.is(&kept));
            let other = Unlabelled { hash: one.hash.wrapping_add(1), ..one };
            prop_assert!(!other.is(&kept));
        }
    }

    #[test]
    fn how_it_ended_is_said_in_words() {
        let of = |outcome, exception: &str, frame: &str, observations: &[&str]| {
            ended(&Execution {
                outcome,
                exception: exception.into(),
                frame: frame.into(),
                observations: observations.iter().map(|said| (*said).to_owned()).collect(),
            })
        };
        assert_eq!(of(Outcome::Passed, "", "", &[]), "ends without an exception");
        assert_eq!(of(Outcome::Passed, "", "", &["0 holds", "1 holds"]), "all its assertions hold");
        assert_eq!(of(Outcome::Failed, "a.E", "a.B.c:7", &["0 holds"]), "ends by a.E from a.B.c:7");
        assert_eq!(of(Outcome::Failed, "a.E", "", &[]), "ends by a.E");
        let told = [
            "0 holds",
            "1 fails java.lang.AssertionError:expected:<1> but was:<-1>",
            "2 fails java.lang.IllegalStateException:closed: twice",
            "3 fails java.lang.AssertionError",
        ];
        assert_eq!(
            of(Outcome::Passed, "", "", &told),
            "assertion 2: expected:<1> but was:<-1>; assertion 3 ends by java.lang.IllegalStateException: closed: \
             twice; assertion 4 ends by java.lang.AssertionError"
        );
    }
}
