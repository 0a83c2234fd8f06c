//! Tests that are named after the classes that they test.

use std::collections::HashSet;

use faultline_spectrum::{ClassName, RecordedClass};

use super::outermost;

/// What people put before or after the name of a class to name its test. Longer ones come first.
const MARKS: [&str; 9] =
    ["IntegrationTest", "UnitTest", "TestCase", "TestSuite", "Tests", "Test", "Spec", "ITCase", "IT"];
/// Of so many test classes at least one is named after a class of its place, if that holds what they test.
const OTHERS_PER_NAMESAKE: usize = 3;

/// Whether enough of the test classes of a place are named after other classes of it: then it holds the code that they
/// test, as `Calc` beside `CalcTest`.
pub fn are_in(of_place: &[&RecordedClass], tests: &HashSet<&str>) -> bool {
    let others = of_place.iter().map(|class| outermost(&class.name)).filter(|name| !tests.contains(name));
    let others: HashSet<&str> = others.map(simple).collect();
    let named = tests.iter().filter(|test| subjects(simple(test)).any(|subject| others.contains(subject)));
    let named = named.count();
    named > 0 && named * OTHERS_PER_NAMESAKE >= tests.len()
}

/// Whether one of these tests is named after a class.
pub fn is_subject(class: &str, tests: &HashSet<&str>) -> bool {
    tests.iter().any(|test| subjects(simple(test)).any(|subject| subject == simple(class)))
}

fn simple(class: &str) -> &str {
    ClassName(class).simple()
}

/// The names of what a test class may test.
fn subjects(test: &str) -> impl Iterator<Item = &str> {
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
    }
}
