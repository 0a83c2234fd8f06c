//! The effect of a test: the suspicious lines that it runs and the groups that it would split.

use faultline_spectrum::{MethodId, Spectrum, TestId};

use crate::Partition;

/// The effect of adding a test to others: the lines in question that it runs, and the groups that it splits.
///
/// The lines in question are those that a failing test runs, or all lines if no test failed.
#[derive(Debug, PartialEq, Eq)]
pub struct Effect {
    /// Number of lines in question that it runs.
    pub lines: usize,
    /// Number of lines in question.
    pub of_lines: usize,
    /// Number of methods with a line in question that it runs.
    pub methods: usize,
    /// Number of methods with a line in question.
    pub of_methods: usize,
    /// Number of groups that it splits, by running some but not all of their lines.
    pub splits: usize,
    /// Number of groups of at least two lines in question that no other test distinguishes.
    pub groups: usize,
    /// Methods with lines that it runs in the groups it splits, ascending.
    pub runs: Vec<MethodId>,
    /// Methods with lines in these groups that it does not run at all, ascending.
    pub leaves: Vec<MethodId>,
}

impl Effect {
    /// Computes the effect of `test` given the other tests. Cost: O(bits of the rows of all these tests + elements).
    pub fn of(spectrum: &Spectrum, failed: &[TestId], passed: &[TestId], test: TestId) -> Self {
        let matrix = &spectrum.coverage;
        let mut scope = vec![0_u64; matrix.stride()];
        for test in failed {
            matrix.add_row(test.index(), &mut scope);
        }
        let mut groups = if failed.is_empty() {
            Partition::new(matrix.columns())
        } else {
            Partition::within(&scope, matrix.columns())
        };
        let mut rows = matrix.reader();
        for (tests, is_failed) in [(failed, true), (passed, false)] {
            for test in tests {
                groups.add(rows.row(test.index()), is_failed);
            }
        }
        let mut split = vec![false; groups.groups().len()];
        groups.touch(rows.row(test.index()), |touch| split[touch.number] = touch.splits());
        let row = rows.row(test.index());
        let mut marks = vec![Mark::default(); spectrum.methods.len()];
        let (mut lines, mut of_lines) = (0, 0);
        for (at, element) in spectrum.elements.iter().enumerate() {
            let Some(group) = groups.group_of(at) else { continue };
            let is_run = row[at / 64] >> (at % 64) & 1 != 0;
            let mark = &mut marks[element.method.index()];
            (lines, of_lines) = (lines + usize::from(is_run), of_lines + 1);
            mark.lines += 1;
            mark.run += u32::from(is_run);
            mark.run_of_split += u32::from(is_run && split[group]);
            mark.left_of_split += u32::from(!is_run && split[group]);
        }
        let count = |is: fn(&Mark) -> bool| marks.iter().filter(|mark| is(mark)).count();
        let list = |is: fn(&Mark) -> bool| {
            let of = marks.iter().enumerate().filter(|(_, mark)| is(mark));
            of.map(|(method, _)| MethodId::new(method)).collect()
        };
        Self {
            lines,
            of_lines,
            methods: count(|mark| mark.run > 0),
            of_methods: count(|mark| mark.lines > 0),
            splits: split.iter().filter(|split| **split).count(),
            groups: groups.groups().iter().filter(|group| group.size > 1).count(),
            runs: list(|mark| mark.run_of_split > 0),
            leaves: list(|mark| mark.left_of_split > 0 && mark.run_of_split == 0),
        }
    }
}

/// Numbers of lines of a method.
#[derive(Clone, Copy, Default)]
struct Mark {
    /// Lines in question.
    lines: u32,
    /// Lines in question that the test runs.
    run: u32,
    /// Lines that it runs in groups that it splits.
    run_of_split: u32,
    /// Lines that it does not run in groups that it splits.
    left_of_split: u32,
}

#[cfg(test)]
mod tests {
    use faultline_spectrum::{BitMatrix, Element};

    use super::*;

    /// Methods 0 to 3 with two lines each; a row per test.
    fn spectrum(rows: &[&[usize]]) -> Spectrum {
        let mut coverage = BitMatrix::new(rows.len(), 8);
        for (row, bits) in rows.iter().enumerate() {
            bits.iter().for_each(|&bit| coverage.set(row, bit));
        }
        let method =
            |class| faultline_spectrum::Method { class, name: String::new(), descriptor: String::new() };
        Spectrum {
            methods: (0..4).map(|_| method(faultline_spectrum::ClassId::new(0))).collect(),
            elements: (0..8).map(|at| Element { method: MethodId::new(at / 2), line: at as u32 }).collect(),
            coverage,
            ..Spectrum::default()
        }
    }

    fn ids(numbers: &[usize]) -> Vec<MethodId> {
        numbers.iter().map(|&number| MethodId::new(number)).collect()
    }

    #[test]
    fn lines_of_failing_tests_are_in_question_and_groups_are_split() {
        // The failing test runs methods 0 to 2; one passing test distinguishes 2 from the others.
        let spectrum = spectrum(&[&[0, 1, 2, 3, 4, 5], &[4, 5], &[0, 1, 4, 5, 6], &[0], &[6, 7]]);
        let (failed, passed) = ([TestId::new(0)], [TestId::new(1)]);
        let of = |test| Effect::of(&spectrum, &failed, &passed, TestId::new(test));
        let effect = of(2);
        assert_eq!((effect.lines, effect.of_lines, effect.methods, effect.of_methods), (4, 6, 2, 3));
        assert_eq!((effect.splits, effect.groups), (1, 2), "it runs the group of method 2 as a whole");
        assert_eq!((effect.runs, effect.leaves), (ids(&[0]), ids(&[1])));
        let effect = of(3);
        assert_eq!((effect.runs, effect.leaves), (ids(&[0]), ids(&[1])), "one line of 0 from all of 1");
        let effect = of(4);
        assert_eq!((effect.lines, effect.splits), (0, 0));
        assert!(effect.runs.is_empty() && effect.leaves.is_empty());
    }

    #[test]
    fn a_method_may_be_split_in_itself() {
        let spectrum = spectrum(&[&[0, 1], &[0]]);
        let effect = Effect::of(&spectrum, &[TestId::new(0)], &[], TestId::new(1));
        assert_eq!((effect.runs, effect.leaves), (ids(&[0]), ids(&[])));
        assert_eq!((effect.splits, effect.groups), (1, 1));
    }

    #[test]
    fn without_a_failing_test_every_line_is_in_question() {
        let spectrum = spectrum(&[&[0, 1, 2, 3]]);
        let effect = Effect::of(&spectrum, &[], &[], TestId::new(0));
        assert_eq!((effect.lines, effect.of_lines, effect.splits), (4, 8, 1));
        assert_eq!((effect.runs, effect.leaves), (ids(&[0, 1]), ids(&[2, 3])));
    }
}
