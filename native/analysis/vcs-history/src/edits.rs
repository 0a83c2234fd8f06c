//! Line differences, and their application to syntax trees.

use std::ops::Range;

use gix::bstr::ByteSlice;

use imara_diff::{Algorithm, Diff, InternedInput};
use tree_sitter::{InputEdit, Point, Tree};

/// A range of lines in one version and the range that replaces it in the other.
pub(crate) type Hunk = [Range<u32>; 2];

/// Returns the differing lines as git shows them.
pub(crate) fn hunks(old: &[u8], new: &[u8]) -> Vec<Hunk> {
    let input = InternedInput::new(old, new);
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    // Slides hunks as git does: otherwise the code after a unit may appear to begin with the unit's own last line.
    diff.postprocess_lines(&input);
    diff.hunks().map(|hunk| [hunk.before, hunk.after]).collect()
}

/// The differing lines of two versions, as git shows them: ranges of lines from 0 in either version, one of which may be empty.
/// Line ends alone make no difference.
pub fn changed_lines(old: &[u8], new: &[u8]) -> Vec<[Range<u32>; 2]> {
    let [old, new] = [old, new].map(|text| text.replace(b"\r\n", b"\n"));
    hunks(&old, &new)
}

/// Edits a version's syntax tree for incremental parsing: removes the lines that the other version lacks. Hunks are in
/// order.
pub(crate) fn edited(tree: &Tree, [from, to]: [&[u8]; 2], hunks: &[Hunk]) -> Tree {
    let mut tree = tree.clone();
    let (from, to) = (Lines::of(from), Lines::of(to));
    // Edits from the last hunk on keep the positions of earlier ones valid.
    for [before, after] in hunks.iter().rev() {
        let [start, old_end, new_start, new_end] =
            [(&from, before.start), (&from, before.end), (&to, after.start), (&to, after.end)]
                .map(|(lines, line)| lines.place(line));
        let new_end_position =
            Point { row: start.1.row + new_end.1.row - new_start.1.row, column: new_end.1.column };
        tree.edit(&InputEdit {
            start_byte: start.0,
            old_end_byte: old_end.0,
            new_end_byte: start.0 + new_end.0 - new_start.0,
            start_position: start.1,
            old_end_position: old_end.1,
            new_end_position,
        });
    }
    tree
}

/// The line starts of a text.
struct Lines {
    starts: Vec<usize>,
    length: usize,
}

impl Lines {
    fn of(text: &[u8]) -> Self {
        let after = |(at, &byte): (usize, &u8)| (byte == b'\n').then_some(at + 1);
        let starts = std::iter::once(0).chain(text.iter().enumerate().filter_map(after)).collect();
        Self { starts, length: text.len() }
    }

    /// Position of the start of a line; the end of the text for a line beyond the last.
    fn place(&self, line: u32) -> (usize, Point) {
        let last = self.starts.len() - 1;
        match self.starts.get(line as usize) {
            Some(&start) => (start, Point { row: line as usize, column: 0 }),
            None => (self.length, Point { row: last, column: self.length - self.starts[last] }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::Finder;
    use proptest::prelude::*;

    /// Parts of a class; some are complete only together with another.
    const PARTS: [&str; 12] = [
        "    int field;\n",
        "    void m() {\n        x();\n    }\n",
        "    /** A comment. */\n    @Deprecated\n    int n(int a) { return a; }\n",
        "    String s = \"\u{fc}}\"; \r\n",
        "    interface I { void d(); }\n",
        "    enum E { X, Y; void e() { } }\n",
        "    class B {\n",
        "    }\n",
        "    /* a comment\n",
        "    */\n",
        "\n",
        "    record R(int x) { R { } }\n",
    ];

    fn source(parts: &[usize], end: &str) -> Vec<u8> {
        let parts: String = parts.iter().map(|&part| PARTS[part]).collect();
        format!("package p;\nclass A {{\n{parts}{end}").into_bytes()
    }

    /// A random edit: where parts are removed, what replaces them, and the line end.
    fn change() -> impl Strategy<Value = (usize, usize, Vec<usize>, &'static str)> {
        let end = prop_oneof![Just("}\n"), Just("}"), Just("}\nclass Z { }")];
        (0..9_usize, 0..4_usize, prop::collection::vec(0..PARTS.len(), 0..4), end)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        #[test]
        fn what_is_parsed_from_another_version_is_what_is_parsed_afresh(
            mut parts in prop::collection::vec(0..6_usize, 0..9),
            changes in prop::collection::vec(change(), 1..6),
        ) {
            let mut finder = Finder::new();
            let mut before = source(&parts, "}\n");
            let mut tree = finder.units(&before, None).1;
            for (at, count, with, end) in changes {
                let at = at.min(parts.len());
                parts.splice(at..(at + count).min(parts.len()), with);
                let after = source(&parts, end);
                let near = tree.map(|tree| edited(&tree, [&before, &after], &hunks(&before, &after)));
                let (units, next) = finder.units(&after, near.as_ref());
                prop_assert_eq!(units, finder.units(&after, None).0, "{}", String::from_utf8_lossy(&after));
                (before, tree) = (after, next);
            }
        }
    }
}
