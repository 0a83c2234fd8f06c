//! The output of the JVM that edits a failing test: its variants.

use std::collections::BTreeMap;
use std::path::Path;

use faultline_files::{limits, regular};

use faultline_variant_evidence::inputs::Inputs;
use faultline_variant_evidence::tables::Table;
use faultline_variant_evidence::words::Kind;

/// The result of editing.
#[derive(Debug)]
pub enum Growth {
    /// Variants that compile.
    Grown(Grown),
    /// No variants, with the reason as a sentence.
    Nothing(String),
    /// A signal asked to stop.
    Stopped,
}

/// The requested variants.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// Number of edits per failing test.
    pub count: usize,
    /// Whether slices are requested, too.
    pub slices: bool,
    /// Whether tests ended by an assertion are edited, too: an oracle knows their correct results.
    pub has_oracle: bool,
    /// Random seed.
    pub seed: u64,
}

/// A variant of a failing test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Its number in its class.
    pub n: usize,
    /// Binary name of its class.
    pub class: String,
    /// Its method.
    pub method: String,
    /// The failing test's method.
    pub of: String,
    /// Its kind.
    pub kind: Kind,
    /// Descriptions of its edits, in order.
    pub edits: String,
    /// Lines of the edits in the original file, separated by blanks.
    pub lines: String,
    /// For a split or a slice, the index of its assertion in its test; a slice without one is of the
    /// statement that threw.
    pub assertion: Option<usize>,
    /// How many of the failing test's inputs it shares.
    pub inputs: Option<Inputs>,
}

/// All variants of a class, with counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grown {
    /// Variants in numerical order.
    pub variants: Vec<Variant>,
    /// The framework that runs them: junit3, junit4, jupiter or testng.
    pub framework: String,
    /// All counts, by name.
    pub counted: BTreeMap<String, String>,
    /// By method: reasons why some failing tests have no variants.
    pub refused: BTreeMap<String, String>,
}

/// Separates the failing test's method and the variant's number.
const MARK: &str = "_faultline_";

/// The method of the failing test, from a variant's method.
pub fn test_of(method: &str) -> &str {
    method.rsplit_once(MARK).map_or(method, |(test, _)| test)
}

/// The method of a variant.
pub fn method_of_variant(test: &str, number: usize) -> String {
    format!("{test}{MARK}{number}")
}

impl Grown {
    /// Reads the tables in a folder. Errors: a file is missing, or not in this format.
    pub fn read(folder: &Path) -> Result<Self, String> {
        let read = |name: &str| {
            let file = folder.join(name);
            regular::read_to_string(&file, limits::RESULTS)
                .map_err(|error| format!("{}: {error}", file.display()))
        };
        Self::parse(&read("variants.tsv")?, &read("report.tsv")?)
    }

    /// As [`Grown::read`], from the files' texts.
    pub fn parse(variants: &str, report: &str) -> Result<Self, String> {
        let table = Table::read(variants, &["n", "class", "method", "kind", "edits", "lines", "sites"])
            .map_err(|why| format!("variants.tsv: {why}"))?;
        let mut grown = Self::default();
        for row in table.rows() {
            let (Some(n), Some(kind)) = (row.number("n"), Kind::of_word(row.get("kind"))) else {
                return Err(format!("variants.tsv: `{}` is no kind of variant", row.get("kind")));
            };
            let method = row.get("method").to_owned();
            let of = test_of(&method).to_owned();
            let words = |name: &str| row.get(name).to_owned();
            let (class, edits, lines) = (words("class"), words("edits"), words("lines"));
            let assertion = kind.has_assertion().then(|| row.number("sites")).flatten();
            let inputs = row.get("inputs").parse().ok();
            grown.variants.push(Variant { n, class, method, of, kind, edits, lines, assertion, inputs });
        }
        let table = Table::read(report, &["what", "value"]).map_err(|why| format!("report.tsv: {why}"))?;
        grown.counted =
            table.rows().map(|row| (row.get("what").to_owned(), row.get("value").to_owned())).collect();
        grown.framework = grown.counted.get("framework").cloned().unwrap_or_default();
        Ok(grown)
    }

    /// A count by name; 0 if absent.
    pub fn count(&self, what: &str) -> usize {
        self.counted.get(what).and_then(|value| value.trim().parse().ok()).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_are_of_the_method_before_the_mark() {
        let variants = "n\tclass\tmethod\tof\tkind\tedits\tlines\tsites\tbody\tinputs\n\
                        0\ta.T\ta_faultline_b_faultline_0\ta_faultline_b\tsplit\t\t7\t2\tvoid\n\
                        1\ta.T\tb_faultline_1\tb\tedit\t`0` for `i`\t8 9\t3 4\tvoid\t7/8\n";
        let grown =
            Grown::parse(variants, "what\tvalue\nframework\tjunit4\ndid not compile\t12\n").expect("both");
        assert_eq!(grown.variants[0].of, "a_faultline_b");
        assert_eq!(
            (grown.variants[0].inputs, grown.variants[1].inputs),
            (None, Some(Inputs { equal: 7, all: 8 }))
        );
        assert_eq!((grown.variants[0].assertion, grown.variants[1].assertion), (Some(2), None));
        assert_eq!((grown.variants[1].of.as_str(), grown.variants[1].kind), ("b", Kind::Edit));
        assert_eq!(
            (grown.framework.as_str(), grown.count("did not compile"), grown.count("customs")),
            ("junit4", 12, 0)
        );
    }

    #[test]
    fn what_is_no_table_of_variants_is_said() {
        let bad = "n\tclass\tmethod\tof\tkind\tedits\tlines\tsites\n0\ta.T\tm\tm\tsomething\t\t\t\n";
        assert!(Grown::parse(bad, "what\tvalue\n").expect_err("no kind").contains("`something`"));
        assert!(Grown::parse("", "what\tvalue\n").expect_err("no table").contains("variants.tsv"));
    }
}
