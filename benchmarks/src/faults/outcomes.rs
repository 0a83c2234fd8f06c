//! Parses the Java part's results of test methods.

use std::collections::{BTreeMap, BTreeSet};

use super::list::class_of;

/// The result of a test method on one set of classes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The row as written, for `isolate`.
    pub row: String,
    /// The class that was run, which differs from the method's if the method is inherited.
    pub ran: String,
    /// `class::method`; `class::*` if the class failed as a whole.
    pub test: String,
    /// Its outcome.
    pub status: Status,
    /// Its duration.
    pub millis: u64,
    /// Whether the failure only says that the earlier release lacks something.
    pub is_linkage: bool,
}

/// The outcome of a test method, over all its invocations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// All that ran passed.
    Passed,
    /// One failed.
    Failed,
    /// None ran.
    Skipped,
}

impl Outcome {
    /// The result of a class that ended its JVM.
    pub fn jvm_ended(class: &str) -> Self {
        let test = format!("{class}::*");
        let row = format!("test\t{class}\t{class}\t*\tfailed\t0\t\tfalse\tthe JVM ended\t");
        Self { row, ran: class.to_owned(), test, status: Status::Failed, millis: 0, is_linkage: false }
    }

    /// Whether it is the result of a whole class.
    pub fn is_whole_class(&self) -> bool {
        self.test.ends_with("::*")
    }

    fn parse(row: &str) -> Option<Self> {
        let cells: Vec<&str> = row.split('\t').collect();
        let ["test", ran, class, method, status, millis, _, linkage, _, _] = cells[..] else { return None };
        let class = if method == "*" { ran } else { class };
        Some(Self {
            row: row.to_owned(),
            ran: ran.to_owned(),
            test: format!("{class}::{method}"),
            status: match status {
                "passed" => Status::Passed,
                "failed" => Status::Failed,
                _ => Status::Skipped,
            },
            millis: millis.parse().ok()?,
            is_linkage: linkage == "true",
        })
    }
}

/// The rows of one JVM.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// One per test method.
    pub outcomes: Vec<Outcome>,
    /// The last class that was begun.
    pub started: Option<String>,
    /// Whether all classes were run.
    pub is_complete: bool,
}

/// Parses the rows of `suite`; ignores a row truncated by the end of the JVM.
pub fn parse(text: &str) -> Run {
    let mut run = Run::default();
    for line in text.lines() {
        if let Some(class) = line.strip_prefix("start\t") {
            run.started = Some(class.to_owned());
        } else if line == "end" {
            run.is_complete = true;
        } else {
            run.outcomes.extend(Outcome::parse(line));
        }
    }
    run
}

/// Tests to exclude because they fail for other reasons than the fault: `class::*` if no test of a class remains. `scope` has all
/// outcomes, and so the tests of each class.
pub fn compact(bad: &BTreeSet<String>, scope: &[Outcome]) -> BTreeSet<String> {
    let mut of_class: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for outcome in scope {
        of_class.entry(class_of(&outcome.test)).or_default().insert(&outcome.test);
    }
    let is_whole = |class: &str| {
        bad.contains(&format!("{class}::*"))
            || of_class.get(class).is_some_and(|tests| tests.iter().all(|test| bad.contains(*test)))
    };
    let name = |test: &String| {
        let class = class_of(test);
        if is_whole(class) { format!("{class}::*") } else { test.clone() }
    };
    bad.iter().map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: &str = "start\ta.T\n\
        test\ta.T\ta.Base\tf\tpassed\t3\t\tfalse\t\tid1\n\
        test\ta.T\ta.T\tg\tfailed\t4\tjava.lang.NoSuchMethodError\ttrue\tx\tid2\u{1f}id3\n\
        start\ta.U\n\
        test\ta.U\ta.U\th\tfail";

    #[test]
    fn rows_tell_methods_and_where_the_jvm_was_when_it_ended() {
        let run = parse(ROWS);
        let tests: Vec<_> = run.outcomes.iter().map(|o| (&*o.test, o.status, o.is_linkage)).collect();
        assert_eq!(tests, [("a.Base::f", Status::Passed, false), ("a.T::g", Status::Failed, true)]);
        assert_eq!((run.started.as_deref(), run.is_complete), (Some("a.U"), false));
        assert!(parse("end\n").is_complete);
        assert!(Outcome::jvm_ended("a.U").is_whole_class());
        assert_eq!(Outcome::parse(&Outcome::jvm_ended("a.U").row), Some(Outcome::jvm_ended("a.U")));
    }

    #[test]
    fn a_class_without_a_good_test_is_left_out_as_a_whole() {
        let outcome = |test: &str| Outcome { test: test.into(), ..Outcome::jvm_ended("x") };
        let scope = ["a.T::f", "a.T::g", "a.U::f", "a.U::g"].map(outcome);
        let bad = |tests: &[&str]| tests.iter().map(ToString::to_string).collect::<BTreeSet<_>>();
        assert_eq!(compact(&bad(&["a.T::f", "a.T::g", "a.U::f"]), &scope), bad(&["a.T::*", "a.U::f"]));
        assert_eq!(compact(&bad(&["a.V::*", "a.V::f"]), &scope), bad(&["a.V::*"]));
    }
}
