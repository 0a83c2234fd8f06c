//! Names of classes and tests in reports.

use faultline_spectrum::{ClassName, Test, TestName};

/// The outermost class of a name in a report or a row: `a.B` for `a.B$C`, `a.B[2]`, and `a.B(slow)`, as Surefire's
/// `reportNameSuffix` writes it.
pub fn outermost(name: &str) -> &str {
    let name = name.strip_suffix(']').and_then(|name| name.rsplit_once('[')).map_or(name, |(name, _)| name);
    ClassName(without_suffix(name)).outermost()
}

/// A class name without the suffix that a build gave to its reports. A phrase may end in parentheses of its own.
fn without_suffix(name: &str) -> &str {
    let class = name.strip_suffix(')').and_then(|name| name.split_once('(')).map(|(class, _)| class);
    class.filter(|class| !class.is_empty() && !class.contains(char::is_whitespace)).unwrap_or(name)
}

/// The method name without the parameters, indices and suffixes of reports.
pub fn base_name(name: &str) -> &str {
    let end = name.find(['(', '[', '{', ' ', '#']).unwrap_or(name.len());
    &name[..end]
}

/// Whether a class name in a report may be that of a test's class. Engines other than Jupiter report classes without their
/// package.
pub fn is_of_class(reported: &str, class: &str) -> bool {
    let (reported, class) = (outermost(reported), outermost(class));
    !reported.is_empty() && (reported == class || class.rsplit('.').next() == Some(reported))
}

/// Whether a report names a test by one of the names that the test is recorded with.
pub fn is_name_of(reported: &str, test: &Test) -> bool {
    let reported = reported.strip_suffix("()").unwrap_or(reported);
    let method = test.method.strip_suffix("()").unwrap_or(&test.method);
    !reported.is_empty()
        && (reported == method || reported == test.display || reported == TestName::from(test).in_class())
}

/// Whether a report may name a test by its method, with other words for its parameters, and the same invocation.
pub fn is_method_of(reported: &str, test: &Test) -> bool {
    let base = base_name(reported);
    !base.is_empty()
        && base == base_name(&test.method)
        && invocation(reported) == invocation(&TestName::from(test).in_class())
}

/// The number of an invocation: 2 in `each(int)[2]`.
fn invocation(name: &str) -> Option<u32> {
    let (_, number) = name.strip_suffix(']')?.rsplit_once('[')?;
    number.parse().ok()
}

#[cfg(test)]
mod tests {
    use faultline_spectrum::Outcome;

    use super::*;

    fn test(unique_id: &str, method: &str, display: &str) -> Test {
        Test {
            unique_id: unique_id.to_owned(),
            class: "a.FooTest".to_owned(),
            method: method.to_owned(),
            display: display.to_owned(),
            outcome: Outcome::Failed,
            duration_ns: 0,
            overlapped: false,
            failure: None,
        }
    }

    #[test]
    fn names_are_compared_without_parameters_and_indices() {
        for name in
            ["kinds", "kinds()", "kinds(String, int)[1]", "kinds{String, int}[1]", "kinds[0]", "kinds#2"]
        {
            assert_eq!(base_name(name), "kinds");
        }
    }

    #[test]
    fn classes_are_named_with_nested_ones_without_a_package_or_with_an_invocation() {
        assert_eq!(
            [outermost("a.B$C$D"), outermost("a.B[2]"), outermost("a.$B"), outermost("")],
            ["a.B", "a.B", "a.$B", ""]
        );
        assert_eq!(
            [
                outermost("a.B(slow)"),
                outermost("a.B$C(on 25)"),
                outermost("B(slow)"),
                outermost("adds (all)")
            ],
            ["a.B", "a.B", "B", "adds (all)"]
        );
        for reported in ["a.FooTest", "a.FooTest$Inner", "FooTest", "a.FooTest[3]"] {
            assert!(is_of_class(reported, "a.FooTest"), "{reported}");
        }
        for other in ["b.FooTest", "Test", "", "a.FooTests"] {
            assert!(!is_of_class(other, "a.FooTest"), "{other}");
        }
    }

    #[test]
    fn a_test_is_known_by_its_method_its_display_name_and_its_invocation() {
        let plain = test("adds(a.FooTest)", "adds", "adds two numbers");
        assert!(is_name_of("adds()", &plain) && is_name_of("adds two numbers", &plain));
        assert!(!is_name_of("add", &plain) && !is_name_of("", &plain));
        let second = test("[engine:junit-jupiter]/[test-template-invocation:#2]", "each(int)", "");
        assert!(is_method_of("each(int)[2]", &second) && is_method_of("each{int}[2]", &second));
        for other in ["each(int)[1]", "each(int)", "other(int)[2]"] {
            assert!(!is_method_of(other, &second), "{other}");
        }
    }
}
