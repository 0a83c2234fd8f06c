//! Names of tests, shared by all code that prints or looks up tests.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::{RecordedTest, Test};

/// The names of a test.
///
/// An invocation of a parameterised, repeated or dynamic test is numbered as in the framework's id: `each[2]`
/// (from 1 on the JUnit Platform, from 0 in JUnit 4 and TestNG), `dynamic[2][1]` for an invocation inside a
/// container, `sums[#0]` for Spock's iterations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TestName<'a> {
    /// The framework's unique id.
    pub unique_id: &'a str,
    /// Binary name of the class; may be empty.
    pub class: &'a str,
    /// The method; may be empty.
    pub method: &'a str,
    /// The framework's display name, if it says more; otherwise empty.
    pub display: &'a str,
}

impl<'a> From<&'a Test> for TestName<'a> {
    fn from(test: &'a Test) -> Self {
        Self { unique_id: &test.unique_id, class: &test.class, method: &test.method, display: &test.display }
    }
}

impl<'a> From<&'a RecordedTest> for TestName<'a> {
    fn from(test: &'a RecordedTest) -> Self {
        Self { unique_id: &test.unique_id, class: &test.class, method: &test.method, display: &test.display }
    }
}

impl<'a> TestName<'a> {
    /// The test's name within its class: the method with the number of its invocation, or the display name of
    /// a test that is not a method. Empty if nothing is known.
    pub fn in_class(self) -> Cow<'a, str> {
        if self.method.is_empty() {
            return Cow::Borrowed(self.display);
        }
        let invocation = self.invocation();
        // Imported names already contain the invocation.
        if invocation.is_empty() || self.method.ends_with(&*invocation) {
            Cow::Borrowed(self.method)
        } else {
            Cow::Owned(format!("{}{invocation}", self.method))
        }
    }

    /// The full name, with `separator` between class and method; a class alone if that is all that is known. For a test
    /// without a class its display name, otherwise its id.
    pub fn full(self, separator: &str) -> Cow<'a, str> {
        if self.class.is_empty() {
            return Cow::Borrowed(if self.display.is_empty() { self.unique_id } else { self.display });
        }
        let in_class = self.in_class();
        if in_class.is_empty() {
            return Cow::Borrowed(self.class);
        }
        Cow::Owned(format!("{}{separator}{in_class}", self.class))
    }

    /// The number of the method's invocation; empty if there is only one.
    pub fn invocation(self) -> Cow<'a, str> {
        if self.unique_id.starts_with("[engine:") {
            return Cow::Owned(of_platform(self.unique_id));
        }
        let of_class = || self.unique_id.strip_suffix(')')?.strip_suffix(self.class)?.strip_suffix('(');
        let junit4 = of_class().and_then(|id| id.strip_prefix(self.method));
        let testng = || self.unique_id.strip_prefix(self.class)?.strip_prefix('.')?.strip_prefix(self.method);
        let known = !self.class.is_empty() && !self.method.is_empty();
        let rest = junit4.or_else(testng).filter(|rest| known && rest.starts_with(['[', '#']));
        Cow::Borrowed(rest.unwrap_or_default())
    }
}

/// The numbers in a unique id of the JUnit Platform, outermost first.
fn of_platform(id: &str) -> String {
    let mut numbers = String::new();
    let parts = id.trim_start_matches('[').trim_end_matches(']').split("]/[");
    for (kind, value) in parts.filter_map(|part| part.split_once(':')) {
        let number = value.strip_prefix('#').unwrap_or(value);
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let counted = kind.ends_with("-invocation") || kind.starts_with("dynamic-");
        // Writing to a string cannot fail.
        if is_number && counted {
            let _ = write!(numbers, "[{number}]");
        } else if is_number && kind == "iteration" {
            let _ = write!(numbers, "[#{number}]");
        } else if kind == "test" {
            numbers = of_vintage(value);
        }
    }
    numbers
}

/// Parses the Vintage engine's `each%5B0%5D(a.B)`, in which brackets are escaped.
fn of_vintage(value: &str) -> String {
    let method = value.rsplit_once('(').map_or(value, |(method, _)| method);
    let number = method.find("%5B").filter(|_| method.ends_with("%5D")).map_or("", |at| &method[at..]);
    number.replace("%5B", "[").replace("%5D", "]").replace("%2F", "/").replace("%3A", ":").replace("%25", "%")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(unique_id: &str, class: &str, method: &str, display: &str) -> String {
        TestName { unique_id, class, method, display }.full("#").into_owned()
    }

    fn jupiter(rest: &str, method: &str) -> String {
        name(&format!("[engine:junit-jupiter]/[class:a.B]/{rest}"), "a.B", method, "what is shown")
    }

    #[test]
    fn invocations_have_the_numbers_of_their_ids() {
        assert_eq!(jupiter("[method:one()]", "one"), "a.B#one");
        assert_eq!(
            jupiter("[test-template:each(int)]/[test-template-invocation:#7778]", "each"),
            "a.B#each[7778]"
        );
        assert_eq!(
            jupiter("[test-factory:dyn()]/[dynamic-container:#2]/[dynamic-test:#1]", "dyn"),
            "a.B#dyn[2][1]"
        );
        let classes =
            "[engine:junit-jupiter]/[class-template:a.B]/[class-template-invocation:#2]/[method:m()]";
        assert_eq!(name(classes, "a.B", "m", ""), "a.B#m[2]");
        let spock = "[engine:spock]/[spec:a.B]/[feature:$spock_feature_0_0]/[iteration:0]";
        assert_eq!(name(spock, "a.B", "sums #a", "sums 1"), "a.B#sums #a[#0]");
        assert_eq!(name("each[3](a.B)", "a.B", "each", ""), "a.B#each[3]");
        assert_eq!(name("each[0: x=(1)](a.B)", "a.B", "each", ""), "a.B#each[0: x=(1)]");
        assert_eq!(name("a.B.each[0]", "a.B", "each", ""), "a.B#each[0]");
        assert_eq!(name("a.B.each#2", "a.B", "each", ""), "a.B#each#2");
        let vintage = "[engine:junit-vintage]/[runner:a.B]/[test:%5B0%5D]/[test:each%5B0%5D(a.B)]";
        assert_eq!(name(vintage, "a.B", "each", ""), "a.B#each[0]");
    }

    #[test]
    fn a_test_without_a_method_is_called_as_it_is_shown_and_one_without_a_class_by_its_id() {
        let kotest = "[engine:kotest]/[spec:a.B]/[test:in /]/[test:7]";
        assert_eq!(name(kotest, "a.B", "", "in / > 7"), "a.B#in / > 7");
        let feature = "[engine:cucumber]/[feature:x.feature]/[scenario:3]";
        assert_eq!(name(feature, "", "", "Paying > open"), "Paying > open");
        assert_eq!(name("x::y", "", "z", ""), "x::y");
        assert_eq!(name("a.B", "a.B", "", ""), "a.B");
    }

    #[test]
    fn a_number_that_a_method_bears_already_is_not_repeated() {
        assert_eq!(
            jupiter("[test-template:each(int)]/[test-template-invocation:#2]", "each(int)[2]"),
            "a.B#each(int)[2]"
        );
        assert_eq!(name("a.B::each[1]", "a.B", "each[1]", ""), "a.B#each[1]");
    }
}
