//! Tests that are named after the classes that they test.

use std::collections::HashSet;

use faultline_spectrum::{ClassName, RecordedClass};

use super::{outermost, unit};

/// What people put before or after the name of a class to name its test. Longer ones come first.
pub const MARKS: [&str; 9] =
    ["IntegrationTest", "UnitTest", "TestCase", "TestSuite", "Tests", "Test", "Spec", "ITCase", "IT"];
/// Of so many test classes at least one is named after a class of its place, if that holds what they test.
const OTHERS_PER_NAMESAKE: usize = 3;

/// Whether enough of the test classes of a place are named after other classes of it: then it holds the code that they
/// test, as `Calc` beside `CalcTest`.
pub fn are_in(of_place: &[&RecordedClass], tests: &HashSet<&str>) -> bool {
    let others = of_place.iter().map(|class| unit(&class.name)).filter(|name| !tests.contains(name));
    let others: HashSet<&str> = others.map(simple).collect();
    let named = tests.iter().filter(|test| subjects(test).any(|subject| others.contains(subject)));
    let named = named.count();
    named > 0 && named * OTHERS_PER_NAMESAKE >= tests.len()
}

/// Whether one of these tests is named after a class.
pub fn is_subject(class: &str, tests: &HashSet<&str>) -> bool {
    tests.iter().any(|test| subjects(test).any(|subject| subject == simple(class)))
}

fn simple(class: &str) -> &str {
    ClassName(class).simple()
}

/// Whether a test's simple name is that of a class with a mark.
pub fn is_named_after(test: &str, class: &str) -> bool {
    unmarked(test).any(|subject| subject == class)
}

/// The simple names of what a test class may test. Of one that is nested in its subject, that.
fn subjects(test: &str) -> impl Iterator<Item = &str> {
    let outer = outermost(test);
    unmarked(simple(test)).chain((outer != test).then(|| simple(outer)))
}

/// A name without each of the marks that it has.
fn unmarked(test: &str) -> impl Iterator<Item = &str> {
    MARKS.iter().flat_map(move |mark| [test.strip_suffix(mark), test.strip_prefix(mark)]).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_is_named_after_its_subject() {
        for test in ["CalcTest", "TestCalc", "CalcTests", "CalcTestCase", "CalcIT", "CalcSpec", "ITCalc"] {
            assert!(subjects(test).any(|subject| subject == "Calc"), "{test}");
        }
        assert!(!subjects("CalcChecks").any(|subject| subject == "Calc"));
        assert!(subjects("app.Calc$Tests").any(|subject| subject == "Calc"), "nested in it");
    }
}
