//! What a person sees first of a ranking: for each group of failing tests what it said, where it failed, the first
//! suspects, the source of the first one; and one next step.

use std::cmp::Reverse;
use std::path::PathBuf;

use faultline_build_reports::names::{base_name, outermost};
use faultline_messages::words::printable;
use faultline_recording_store::load::Loaded;
use faultline_recording_store::sources::{SourceFile, Sources};
use faultline_spectrum::{Frame, Test, TestId};

use crate::message::Message;
use crate::next_step::NextStep;
use crate::report::{Group, Report, Suspect};
use crate::text::remark;

/// Most suspects of a group.
const MOST: usize = 5;
/// Chances are added up to this.
const ENOUGH: f64 = 0.8;
/// Lines above and below a marked one.
const CONTEXT: u32 = 3;
/// Groups whose tests' sources are looked up.
const WITH_SOURCES: usize = 3;

/// The first screen of a report.
#[derive(Debug)]
pub struct Screen<'r> {
    /// The report that it is chosen from.
    pub report: &'r Report<'r>,
    /// Its groups, the surest first, those behind the others whose failures are hardly faults of the code.
    pub groups: Vec<View<'r>>,
    /// The step that helps most for the first group.
    pub next: Option<NextStep>,
}

/// A group of failing tests.
#[derive(Debug)]
pub struct View<'r> {
    /// The group.
    pub group: &'r Group,
    /// Its tests, the one whose message is shown first.
    pub failing: Vec<&'r Test>,
    /// What the first of them said, if the build's report of this run has it.
    pub message: Option<&'r Message>,
    /// The line of the first test's own source that failed, of the first groups.
    pub failed_at: Option<Excerpt>,
    /// The suspects: as many as make 80 %, at most five, at least one. Empty if the failing tests ran no recorded code.
    pub suspects: Vec<&'r Suspect>,
    /// The first suspect's source, of the first group.
    pub source: Option<Excerpt>,
    /// The path of the first suspect's source, if it was looked for and not found.
    pub without_source: Option<String>,
}

/// Lines of a source around a marked one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The file.
    pub path: PathBuf,
    /// Why the file may differ from the code that ran; empty if it does not.
    pub remark: &'static str,
    /// The marked line.
    pub marked: u32,
    /// The number of the first of the lines.
    pub first: u32,
    /// The lines, as they are.
    pub lines: Vec<String>,
}

impl<'r> Screen<'r> {
    /// Chooses what to show. `top` is the number of suspects of each group, if the user asked for one; 0 is all. The next
    /// step reads its recordings from `inputs`.
    pub fn of(
        report: &'r Report<'r>,
        loaded: &Loaded,
        inputs: &[PathBuf],
        sources: &mut Sources,
        top: Option<usize>,
    ) -> Self {
        let chance = |group: &Group| group.suspects.first().and_then(|first| first.chance).unwrap_or(0.0);
        let key = |_: usize, group: &Group| (group.doubt.is_some(), Reverse(Sure(chance(group))));
        Self::sorted(report, loaded, inputs, sources, top, key)
    }

    /// As [`Screen::of`], with the groups in the order of the report.
    pub fn as_reported(
        report: &'r Report<'r>,
        loaded: &Loaded,
        inputs: &[PathBuf],
        sources: &mut Sources,
    ) -> Self {
        Self::sorted(report, loaded, inputs, sources, None, |at, _| at)
    }

    fn sorted<K: Ord>(
        report: &'r Report<'r>,
        loaded: &Loaded,
        inputs: &[PathBuf],
        sources: &mut Sources,
        top: Option<usize>,
        key: impl Fn(usize, &Group) -> K,
    ) -> Self {
        let mut groups: Vec<(usize, &Group)> = report.groups.iter().enumerate().collect();
        groups.sort_by_key(|&(at, group)| key(at, group));
        let groups: Vec<&Group> = groups.into_iter().map(|(_, group)| group).collect();
        let next = groups.first().map(|group| NextStep::of(report, group, loaded, inputs));
        let view = |(at, group)| View::of(report, group, at, sources, top);
        let groups = groups.into_iter().enumerate().map(view).collect();
        Self { report, groups, next }
    }
}

/// A chance, which is no NaN.
#[derive(PartialEq)]
struct Sure(f64);

impl Eq for Sure {}

impl PartialOrd for Sure {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Sure {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl<'r> View<'r> {
    fn of(
        report: &'r Report<'r>,
        group: &'r Group,
        at: usize,
        sources: &mut Sources,
        top: Option<usize>,
    ) -> Self {
        let failing = in_order(group);
        let message = failing.first().and_then(|test| group.messages.get(test));
        let failing: Vec<&Test> = failing.iter().map(|test| &report.spectrum.tests[test.index()]).collect();
        let first = failing.first().filter(|_| at < WITH_SOURCES);
        let failed_at = first.and_then(|test| failed_at(test, sources));
        let suspects = shown(&group.suspects, top);
        let mut without_source = None;
        let source = suspects.first().filter(|_| at == 0).and_then(|first| {
            let line = first.shown_line()?;
            let Some(source) = sources.of(&report.spectrum.classes[first.class.index()]) else {
                without_source = Some(printable(&report.path_of(first.class)));
                return None;
            };
            Excerpt::around(source, line)
        });
        Self { group, failing, message, failed_at, suspects, source, without_source }
    }
}

/// The failing tests of a group, those whose message is known first.
pub fn in_order(group: &Group) -> Vec<TestId> {
    let mut failing = group.failing.clone();
    failing.sort_by_key(|test| !group.messages.contains_key(test));
    failing
}

/// The lines of a failing test's own source around the one that failed; `None` if the source was not found, or is perhaps
/// another file.
pub fn failed_at(test: &Test, sources: &mut Sources) -> Option<Excerpt> {
    let frame = own_frame(test)?;
    let source = sources.of_test(&frame.class).filter(|source| source.doubt.is_none())?;
    Excerpt::around(source, u32::try_from(frame.line).ok()?)
}

/// The first suspects: those that make [`ENOUGH`], at most [`MOST`], or as many as the user asked for.
fn shown(suspects: &[Suspect], top: Option<usize>) -> Vec<&Suspect> {
    // What no failing test executed is no suspect, whatever its rank.
    let suspects = suspects.iter().filter(|suspect| suspect.counts.ef > 0);
    match top {
        Some(0) => suspects.collect(),
        Some(top) => suspects.take(top).collect(),
        None => {
            let mut sum = 0.0;
            let is_needed = |suspect: &&Suspect| {
                let before = sum;
                sum += suspect.chance.unwrap_or(0.0);
                before < ENOUGH
            };
            suspects.take(MOST).take_while(is_needed).collect()
        }
    }
}

/// The frame in which the test's own class failed: the deepest of its class, or, of a method that the class inherits, the
/// deepest of that method.
fn own_frame(test: &Test) -> Option<&Frame> {
    let failure = test.failure.as_ref()?;
    let class = outermost(&test.class);
    let mut known = failure.frames.iter().filter(|frame| frame.line > 0);
    let own = known.clone().find(|frame| !class.is_empty() && outermost(&frame.class) == class);
    let method = base_name(&test.method);
    own.or_else(|| known.find(|frame| !method.is_empty() && frame.method == method))
}

impl Excerpt {
    /// The lines around a line of a source; `None` if the file has no such line.
    pub fn around(source: &SourceFile, line: u32) -> Option<Self> {
        let last = u32::try_from(source.lines.len()).unwrap_or(u32::MAX);
        if line == 0 || line > last {
            return None;
        }
        let (first, end) = (line.saturating_sub(CONTEXT).max(1), line.saturating_add(CONTEXT).min(last));
        Some(Self {
            path: source.path.clone(),
            remark: remark(source),
            marked: line,
            first,
            lines: source.lines[first as usize - 1..end as usize].to_vec(),
        })
    }
}

#[cfg(test)]
mod tests {
    use faultline_spectrum::{Failure, Outcome};

    use super::*;

    fn test(class: &str, method: &str, frames: &[(&str, &str, i32)]) -> Test {
        let frame = |&(class, method, line): &(&str, &str, i32)| Frame {
            class: class.to_owned(),
            method: method.to_owned(),
            line,
        };
        let frames = frames.iter().map(frame).collect();
        Test {
            unique_id: String::new(),
            class: class.to_owned(),
            method: method.to_owned(),
            display: String::new(),
            outcome: Outcome::Failed,
            duration_ns: 0,
            overlapped: false,
            failure: Some(Failure { frames, ..Failure::default() }),
        }
    }

    #[test]
    fn the_tests_own_line_is_the_deepest_of_its_class_or_of_its_inherited_method() {
        let line = |test: &Test| own_frame(test).map(|frame| frame.line);
        let helper = [("x.Assert", "fail", 1), ("a.T$In", "check", 7), ("a.T", "m", 9)];
        assert_eq!(line(&test("a.T", "m", &helper)), Some(7));
        let inherited = [("x.Assert", "fail", 1), ("a.Base", "m", 5)];
        assert_eq!(line(&test("a.T", "m(int)[2]", &inherited)), Some(5));
        assert_eq!(line(&test("a.T", "m", &[("a.T", "m", -1)])), None, "its line is unknown");
        assert_eq!(line(&test("", "", &helper)), None);
    }

    #[test]
    fn an_excerpt_ends_with_the_file() {
        let source = SourceFile {
            path: PathBuf::from("T.java"),
            lines: ["a", "b", "c", "d", "e"].map(str::to_owned).to_vec(),
            changed: false,
            doubt: None,
        };
        let excerpt = Excerpt::around(&source, 5).unwrap();
        assert_eq!((excerpt.first, excerpt.lines.len()), (2, 4));
        assert_eq!(Excerpt::around(&source, 6), None);
        assert_eq!(Excerpt::around(&source, 0), None);
    }
}
