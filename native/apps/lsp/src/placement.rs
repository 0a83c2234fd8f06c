//! Where the lines that a run saw stand in a text that was edited since.

/* Edits move lines. A difference of the two texts says where each line went, but differences guess: of two equal lines
either may be the new one. A wrong place is worse than none, so a line is placed only if
- it is in a run of unchanged lines one of which is unique in both texts, and
- no change beside it could as well have been made at the line itself, as where a line was doubled, or where lines were
  replaced by others among which it stands again. */

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use faultline_vcs_history::changed_lines;

/// Letters and digits that a line needs to tell its place.
const TELLING: usize = 4;

/// The lines of two versions of a text that are the same, by certainty. Lines are numbered from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    now: Vec<Option<u32>>,
    seen: Vec<Option<u32>>,
    is_edited: bool,
}

impl Placement {
    /// Places the lines that a run saw in the text of now. Cost: that of a difference; O(lines) if there is none.
    pub fn of(seen: &[String], now: &[String]) -> Self {
        let (seen, now) = (trimmed(seen), trimmed(now));
        let mut placement =
            Self { now: vec![None; seen.len()], seen: vec![None; now.len()], is_edited: seen != now };
        if !placement.is_edited {
            placement.join(0..seen.len(), 0);
            return placement;
        }
        let hunks = changed_lines(&joined(seen), &joined(now));
        let unique = Unique::of(seen, now);
        let (mut at, mut to) = (0, 0);
        for [before, after] in hunks.iter().chain([&[end(seen), end(now)]]) {
            let run = at..before.start as usize;
            if run.clone().any(|line| unique.is(&seen[line])) {
                placement.join(run, to);
            }
            (at, to) = (before.end as usize, after.end as usize);
        }
        for [before, after] in hunks.iter().filter(|[before, after]| !before.is_empty() && !after.is_empty())
        {
            for line in alike(seen, before, &now[after.start as usize..after.end as usize]) {
                placement.part(line);
            }
        }
        for [before, after] in &hunks {
            for line in unsure(seen, before).into_iter().filter(|_| after.is_empty()) {
                placement.part(line);
            }
            for line in unsure(now, after).into_iter().filter(|_| before.is_empty()) {
                if let Some(seen) = placement.seen[line] {
                    placement.part(seen as usize);
                }
            }
        }
        placement
    }

    /// The line of now of a line that the run saw; `None` if it is gone or not sure.
    pub fn now(&self, seen: u32) -> Option<u32> {
        *self.now.get(seen as usize)?
    }

    /// The line that the run saw of a line of now; `None` if it is new or not sure.
    pub fn seen(&self, now: u32) -> Option<u32> {
        *self.seen.get(now as usize)?
    }

    /// Whether the texts differ.
    pub fn is_edited(&self) -> bool {
        self.is_edited
    }

    fn join(&mut self, seen: Range<usize>, to: usize) {
        for (at, line) in seen.enumerate() {
            self.now[line] = Some((to + at) as u32);
            self.seen[to + at] = Some(line as u32);
        }
    }

    fn part(&mut self, seen: usize) {
        if let Some(now) = self.now[seen].take() {
            self.seen[now as usize] = None;
        }
    }
}

/// The lines without empty ones at the end: editors differ in whether the end of the last line begins another.
fn trimmed(lines: &[String]) -> &[String] {
    &lines[..lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1)]
}

fn joined(lines: &[String]) -> Vec<u8> {
    lines.iter().flat_map(|line| line.bytes().chain([b'\n'])).collect()
}

fn end(lines: &[String]) -> Range<u32> {
    lines.len() as u32..lines.len() as u32
}

/// The lines around a block that was added or removed which the block could as well have taken: it slides up as long as
/// the line in front of it equals its last one, and down as long as the line behind it equals its first one. Of the block's
/// own lines none has a place.
fn unsure(lines: &[String], block: &Range<u32>) -> Vec<usize> {
    let (start, end) = (block.start as usize, block.end as usize);
    if start == end {
        return Vec::new();
    }
    let up = (1..=start).take_while(|by| lines[start - by] == lines[end - by]).map(|by| start - by);
    let down =
        (0..lines.len() - end).take_while(|by| lines[start + by] == lines[end + by]).map(|by| end + by);
    up.chain(down).collect()
}

/// The lines around a block that was replaced by others which stand in the block or in these others, too: the block may as
/// well have been larger or smaller.
fn alike(lines: &[String], block: &Range<u32>, others: &[String]) -> Vec<usize> {
    let (start, end) = (block.start as usize, block.end as usize);
    let replaced: HashSet<&String> = lines[start..end].iter().chain(others).collect();
    let is_alike = |line: &usize| replaced.contains(&lines[*line]);
    let up = (0..start).rev().take_while(is_alike);
    up.chain((end..lines.len()).take_while(is_alike)).collect()
}

/// Lines that occur once in each of two texts.
struct Unique<'a>(HashMap<&'a str, [u32; 2]>);

impl<'a> Unique<'a> {
    fn of(seen: &'a [String], now: &'a [String]) -> Self {
        let mut counts = HashMap::<&str, [u32; 2]>::new();
        for (side, lines) in [seen, now].into_iter().enumerate() {
            for line in lines {
                counts.entry(line).or_default()[side] += 1;
            }
        }
        Self(counts)
    }

    fn is(&self, line: &str) -> bool {
        let is_telling = line.chars().filter(|letter| letter.is_alphanumeric()).count() >= TELLING;
        is_telling && self.0.get(line) == Some(&[1, 1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(seen: &str, now: &str) -> Vec<Option<u32>> {
        let lines = |text: &str| -> Vec<String> { text.lines().map(str::to_owned).collect() };
        let (seen, now) = (lines(seen), lines(now));
        let placement = Placement::of(&seen, &now);
        for (at, line) in placement.now.iter().enumerate() {
            if let Some(line) = line {
                assert_eq!(placement.seen(*line), Some(at as u32));
                assert_eq!(now[*line as usize], seen[at], "a placed line is the same line");
            }
        }
        placement.now
    }

    const TEXT: &str = "class A {\n  int first() {\n    count++;\n    return 1;\n  }\n}\n";

    #[test]
    fn an_unedited_text_stays_where_it_is() {
        let lines: Vec<String> = TEXT.lines().map(str::to_owned).collect();
        let mut open = lines.clone();
        open.push(String::new());
        let placement = Placement::of(&lines, &open);
        assert!(!placement.is_edited());
        assert_eq!((placement.now(3), placement.seen(3), placement.now(6)), (Some(3), Some(3), None));
    }

    #[test]
    fn lines_move_with_what_is_added_and_removed_in_front() {
        let moved = places(TEXT, &format!("// a comment\n\n{TEXT}"));
        assert_eq!(moved, (2..8).map(Some).collect::<Vec<_>>());
        assert_eq!(
            places(TEXT, &TEXT.replace("    count++;\n", "")),
            [0, 1, 9, 2, 3, 4].map(|at| (at < 9).then_some(at))
        );
    }

    #[test]
    fn a_changed_line_has_no_place() {
        let placed = places(TEXT, &TEXT.replace("count++", "count--"));
        assert_eq!(placed[2], None);
        assert_eq!((placed[1], placed[3]), (Some(1), Some(3)));
    }

    #[test]
    fn a_doubled_line_has_no_place() {
        let placed = places(TEXT, &TEXT.replace("    count++;\n", "    count++;\n    count++;\n"));
        assert_eq!(placed[2], None, "either may be the one");
        assert_eq!((placed[1], placed[3]), (Some(1), Some(4)));
        let doubled = TEXT.replace("    count++;\n", "    count++;\n    count++;\n");
        let placed = places(&doubled, TEXT);
        assert_eq!(&placed[2..4], [None, None], "either may be gone");
    }

    #[test]
    fn a_line_that_stands_again_in_a_replaced_block_beside_it_has_no_place() {
        let text = |lines: &[&str]| TEXT.replace("count++;", &lines.join("\n    "));
        let seen = text(&["aaaa = 1;", "foo();", "v();"]);
        let placed = places(&seen, &text(&["foo();", "bbbb = 2;", "foo();", "v();"]));
        assert_eq!(&placed[2..6], [None, None, Some(5), Some(6)], "either call of foo may be the one");
        let placed = places(&seen, &text(&["bbbb = 2;", "foo();", "v();"]));
        assert_eq!(&placed[2..6], [None, Some(3), Some(4), Some(5)]);
        let seen = text(&["v();", "foo();", "aaaa = 1;", "foo();"]);
        let placed = places(&seen, &text(&["v();", "foo();", "bbbb = 2;"]));
        assert_eq!(&placed[2..6], [Some(2), None, None, None], "either call of foo may be gone");
    }

    #[test]
    fn what_is_alike_everywhere_has_no_place_in_a_new_text() {
        let placed = places(TEXT, "interface B {\n  int other();\n  }\n}\n");
        assert!(placed.iter().all(Option::is_none), "{placed:?}");
        assert!(places(TEXT, "").iter().all(Option::is_none));
        assert!(places("", TEXT).is_empty());
    }

    #[test]
    fn an_added_method_that_repeats_the_one_before_moves_no_line_to_it() {
        let method = "  int first() {\n    count++;\n    return 1;\n  }\n";
        let placed = places(TEXT, &TEXT.replace(method, &format!("{method}{method}")));
        assert_eq!(placed[0], Some(0));
        assert_eq!(&placed[1..5], [None; 4]);
    }
}
