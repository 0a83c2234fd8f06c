//! The lines of a suspect's code that are shown: a window around its marked line, which grows while there is room.

use faultline_fault_ranking::report::{Report, Suspect};
use faultline_spectrum::{ClassId, ElementId};

use crate::named::Places;

/// Lines above and below the marked line of a suspect that is no method.
const AROUND: u32 = 3;

/// A window of lines, all of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    class: ClassId,
    /// The line that is always shown.
    marked: u32,
    /// The window.
    from: u32,
    to: u32,
    /// How far it can grow.
    first: u32,
    last: u32,
}

impl Window {
    /// The marked line of a suspect, in a window that can grow to its method; `None` if its source is not found, or no
    /// longer holds that line.
    pub fn of(report: &Report<'_>, suspect: &Suspect, places: &mut Places<'_>) -> Option<Self> {
        let marked = suspect.shown_line()?;
        places.code(suspect.class, marked)?;
        let (first, last) = extent(report, suspect, marked);
        Some(Self { class: suspect.class, marked, from: marked, to: marked, first, last })
    }

    /// Grows by a line, on the shorter side first. Returns whether there was one.
    pub fn grow(&mut self) -> bool {
        let (above, below) = (self.from > self.first, self.to < self.last);
        let is_above_shorter = self.marked - self.from <= self.to - self.marked;
        match (above, below) {
            (true, false) => self.from -= 1,
            (true, true) if is_above_shorter => self.from -= 1,
            (_, true) => self.to += 1,
            (false, false) => return false,
        }
        true
    }

    /// Its lines with their numbers, the marked one with a sign.
    pub fn lines(&self, places: &mut Places<'_>) -> Vec<String> {
        let line = |line: u32| Some(numbered(line, line == self.marked, &places.code(self.class, line)?));
        (self.from..=self.to).filter_map(line).collect()
    }
}

/// A line of code with its number.
pub fn numbered(line: u32, is_marked: bool, code: &str) -> String {
    format!("{} {line:>5} {code}", if is_marked { '>' } else { ' ' }).trim_end().to_owned()
}

/// From the line above a method's first to its last line with code. The line above usually has its signature.
fn extent(report: &Report<'_>, suspect: &Suspect, marked: u32) -> (u32, u32) {
    let elements = &report.spectrum.elements;
    let is_of = |at: &usize| suspect.methods.contains(&elements[*at].method);
    let of_method = (0..elements.len()).filter(is_of).map(|at| elements[ElementId::new(at).index()].line);
    let lines = of_method.filter(|&line| line > 0).chain([marked]);
    let (first, last) = lines.fold((marked, marked), |(first, last), line| (first.min(line), last.max(line)));
    if first == last {
        return (marked.saturating_sub(AROUND).max(1), marked.saturating_add(AROUND));
    }
    (first.saturating_sub(1).max(1), last)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(marked: u32, first: u32, last: u32) -> Window {
        Window { class: ClassId::new(0), marked, from: marked, to: marked, first, last }
    }

    #[test]
    fn a_window_grows_on_both_sides_until_it_holds_the_method() {
        let mut grown = window(12, 10, 16);
        let mut seen = Vec::new();
        while grown.grow() {
            seen.push((grown.from, grown.to));
        }
        assert_eq!(seen, [(11, 12), (11, 13), (10, 13), (10, 14), (10, 15), (10, 16)]);
        let mut at_the_start = window(10, 10, 11);
        assert!(at_the_start.grow() && !at_the_start.grow());
    }

    #[test]
    fn the_marked_line_has_a_sign() {
        assert_eq!(numbered(7, true, "    return a;"), ">     7     return a;");
        assert_eq!(numbered(12_345, false, ""), "  12345");
    }
}
