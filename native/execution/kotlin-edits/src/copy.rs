//! A copy of a file with variants after the other members of their tests' classes.

use crate::assertions::Assertions;
use crate::edit::{Edit, spliced};
use crate::source::Source;
use crate::test::Test;
use crate::watching;

/// A copy of a file, split where variants are inserted: line numbers before the first variant stay the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copy {
    /// The insertion points, in file order.
    ends: Vec<usize>,
    /// Pieces of the file in which the assertions of helpers observe while a variant runs.
    pub watched: Vec<String>,
    /// Pieces of the unchanged file.
    pub plain: Vec<String>,
}

impl Copy {
    /// The copy of a file for these of its tests.
    pub fn of(source: &Source, tests: &[Test<'_>]) -> Self {
        let mut ends: Vec<usize> = tests.iter().map(Test::end_of_class).collect();
        ends.sort_unstable();
        ends.dedup();
        let helpers = watching::helpers(&Assertions::of(source), source);
        Self { watched: pieces(source, &ends, &helpers), plain: pieces(source, &ends, &[]), ends }
    }

    /// The index of the piece after which the variants of a test are inserted.
    pub fn place(&self, test: &Test<'_>) -> usize {
        self.ends.binary_search(&test.end_of_class()).unwrap_or(0)
    }
}

fn pieces(source: &Source, ends: &[usize], edits: &[Edit]) -> Vec<String> {
    let mut from = 0;
    let mut pieces = Vec::new();
    for &to in ends.iter().chain([&source.text().len()]) {
        let within = edits.iter().filter(|edit| from <= edit.from && edit.to <= to);
        let piece = spliced(source.text(), from..to, within);
        pieces.push(piece.unwrap_or_else(|| source.text()[from..to].to_owned()));
        from = to;
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_the_file_and_helpers_show_what_they_assert() {
        let text = "import kotlin.test.*\nclass T {\n    private fun same(a: Int) { assertEquals(1, a) }\n    @Test fun x() { same(1) }\n    \
                    @Nested inner class In {\n        @Test fun y() { assertTrue(true) }\n    }\n}\nfun top() { }\n";
        let source = Source::parse(text).expect("a tree");
        let tests = [("T", "x"), ("T$In", "y")]
            .map(|(class, test)| Test::find(&source, class, test).expect("a test"));
        let copy = Copy::of(&source, &tests);
        assert_eq!(copy.plain.concat(), text);
        assert_eq!((copy.place(&tests[0]), copy.place(&tests[1])), (1, 0));
        assert!(
            copy.plain[0].ends_with("assertTrue(true) }\n    ") && copy.plain[2].starts_with("}\nfun top")
        );
        let seen = "{ if (io.faultline.amplify.observe.Observed.isInstead()) { io.faultline.amplify.observe.Observed.see(a) } \
                    else { assertEquals(1, a) } }";
        assert!(copy.watched[0].contains(seen), "{}", copy.watched[0]);
        assert!(copy.watched[0].contains("fun y() { assertTrue(true) }"), "tests stay as they are");
    }
}
