//! Replacements of pieces of a text.

use std::ops::Range;

/// A replacement of a piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    pub from: usize,
    pub to: usize,
    pub with: String,
    /// Its description for users; may be empty.
    pub words: String,
    /// Its number among the edits of its test; `None` for a fixed replacement.
    pub id: Option<usize>,
}

impl Edit {
    /// A fixed replacement.
    pub fn plain(from: usize, to: usize, with: impl Into<String>) -> Self {
        Self { from, to, with: with.into(), words: String::new(), id: None }
    }

    /// Whether it overlaps a range.
    pub fn touches(&self, place: &Range<usize>) -> bool {
        self.from < place.end && place.start < self.to
    }
}

/// A piece of a text after edits; `None` if they overlap.
pub fn spliced<'e>(
    text: &str,
    piece: Range<usize>,
    edits: impl IntoIterator<Item = &'e Edit>,
) -> Option<String> {
    let mut sorted: Vec<&Edit> = edits.into_iter().collect();
    sorted.sort_by_key(|edit| (edit.from, edit.to));
    let mut result = String::new();
    let mut at = piece.start;
    for edit in sorted {
        if edit.from < at || edit.to > piece.end {
            return None;
        }
        result.push_str(&text[at..edit.from]);
        result.push_str(&edit.with);
        at = edit.to;
    }
    result.push_str(&text[at..piece.end]);
    Some(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_made_in_the_order_of_their_places_unless_they_overlap() {
        let text = "abcdef";
        let edits = [Edit::plain(4, 5, "E"), Edit::plain(1, 1, "-"), Edit::plain(1, 3, "x")];
        assert_eq!(spliced(text, 0..6, &edits).as_deref(), Some("a-xdEf"));
        assert_eq!(spliced(text, 0..6, &[Edit::plain(1, 3, ""), Edit::plain(2, 4, "")]), None);
        assert_eq!(spliced(text, 0..3, &[Edit::plain(2, 4, "")]), None, "beyond the piece");
    }
}
