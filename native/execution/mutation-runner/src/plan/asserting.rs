//! Methods of the project at the top of a failing test's stack that only decided that the test fails. A mutant
//! there makes the test pass because nothing is checked any more.

use std::collections::{BTreeMap, BTreeSet};

use faultline_spectrum::{ClassId, ClassName, Failure, Frame, Method, MethodId, Spectrum, Test, TestId};

/// Packages of libraries whose methods throw what makes a test fail.
const LIBRARIES: [&str; 18] = [
    "assertk.",
    "com.google.common.truth.",
    "io.kotest.",
    "io.restassured.",
    "junit.framework.",
    "kotlin.test.",
    "org.assertj.",
    "org.custommonkey.xmlunit.",
    "org.fest.assertions.",
    "org.hamcrest.",
    "org.junit.",
    "org.mockito.",
    "org.opentest4j.",
    "org.scalatest.",
    "org.skyscreamer.jsonassert.",
    "org.testng.",
    "org.xmlunit.",
    "strikt.",
];
/// Beginnings of names of methods that check, whatever they return.
const VERBS: [&str; 8] = ["assert", "check", "ensure", "expect", "fail", "must", "should", "verify"];
/// Parts of names of exceptions that mean a failed assertion.
const EXCEPTIONS: [&str; 4] = ["Assertion", "ComparisonFailure", "MultipleFailures", "ComparisonError"];

/// By class, the methods that decided about one of these failures.
///
/// Between the throw and the test's own method stand only such methods of the project: the first one called an
/// assertion library, or threw an assertion error itself; each returns nothing or its own type, as assertions
/// do, or is named as one. `uses_assert`: whether a class contains `assert` statements, whose errors are thrown
/// by the code under test.
pub(super) fn methods(
    spectrum: &Spectrum,
    failing: &[TestId],
    uses_assert: impl Fn(ClassId) -> bool,
) -> BTreeMap<ClassId, BTreeSet<MethodId>> {
    let stacks = Stacks { spectrum, methods: by_name(spectrum) };
    let mut found: BTreeMap<ClassId, BTreeSet<MethodId>> = BTreeMap::new();
    for &test in failing {
        for method in stacks.deciding(&spectrum.tests[test.index()], &uses_assert) {
            found.entry(spectrum.methods[method.index()].class).or_default().insert(method);
        }
    }
    found
}

type ByName<'a> = BTreeMap<(&'a str, &'a str), Vec<MethodId>>;

fn by_name(spectrum: &Spectrum) -> ByName<'_> {
    let mut methods = ByName::new();
    for (at, method) in spectrum.methods.iter().enumerate() {
        let class = spectrum.classes[method.class.index()].name.as_str();
        methods.entry((class, method.name.as_str())).or_default().push(MethodId::new(at));
    }
    methods
}

struct Stacks<'a> {
    spectrum: &'a Spectrum,
    methods: ByName<'a>,
}

impl Stacks<'_> {
    fn deciding(&self, test: &Test, uses_assert: &impl Fn(ClassId) -> bool) -> Vec<MethodId> {
        let Some(failure) = test.failure.as_ref().filter(|failure| is_assertion(failure)) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        let mut is_thrown_by_library = false;
        for frame in &failure.frames {
            if ClassName(&frame.class).outermost() == ClassName(&test.class).outermost() {
                return found;
            }
            if is_of(&LIBRARIES, &frame.class) {
                is_thrown_by_library |= found.is_empty();
                continue;
            }
            let of_frame = self.of_frame(frame);
            let Some(&first) = of_frame.first() else {
                // Code of the JDK between methods of the project passes calls on, as `forEach` does.
                if frame.class.starts_with("java.") && !found.is_empty() {
                    continue;
                }
                return found;
            };
            let method = &self.spectrum.methods[first.index()];
            let is_sure = found.is_empty() && is_thrown_by_library;
            if !is_sure && (!self.only_decides(method) || found.is_empty() && uses_assert(method.class)) {
                return found;
            }
            found.extend(of_frame);
        }
        found
    }

    /// The methods that a frame may be of: overloads differ in their lines.
    fn of_frame(&self, frame: &Frame) -> Vec<MethodId> {
        let Some(named) = self.methods.get(&(frame.class.as_str(), frame.method.as_str())) else {
            return Vec::new();
        };
        let has_line = |method: &&MethodId| {
            self.spectrum
                .elements
                .iter()
                .any(|element| element.method == **method && i64::from(element.line) == i64::from(frame.line))
        };
        let exact: Vec<MethodId> = named.iter().filter(has_line).copied().collect();
        if exact.is_empty() { named.clone() } else { exact }
    }

    fn only_decides(&self, method: &Method) -> bool {
        let class = &self.spectrum.classes[method.class.index()].name;
        let returned = method.descriptor.rsplit_once(')').map_or("", |(_, returned)| returned);
        returned == "V" && method.name != "<init>" && method.name != "<clinit>"
            || returned == format!("L{};", class.replace('.', "/"))
            || is_of(&VERBS, &method.name)
    }
}

fn is_assertion(failure: &Failure) -> bool {
    let name = failure.exception.rsplit(['.', '$']).next().unwrap_or_default();
    EXCEPTIONS.iter().any(|part| name.contains(part))
}

fn is_of(starts: &[&str], name: &str) -> bool {
    starts.iter().any(|start| name.starts_with(start))
}

#[cfg(test)]
mod tests {
    use faultline_spectrum::{Class, Element, Outcome};

    use super::*;

    /// A spectrum with one method on each line, from 1, and one failing test with this exception and stack.
    fn spectrum(methods: &[(&str, &str, &str)], exception: &str, stack: &[(&str, &str, i32)]) -> Spectrum {
        let mut spectrum = Spectrum::default();
        for (line, (class, name, descriptor)) in (1..).zip(methods) {
            let at = spectrum.classes.iter().position(|known| known.name == *class).unwrap_or_else(|| {
                spectrum.classes.push(Class {
                    name: (*class).to_owned(),
                    source_file: None,
                    hash: 0,
                    location: String::new(),
                });
                spectrum.classes.len() - 1
            });
            let method = MethodId::new(spectrum.methods.len());
            spectrum.methods.push(Method {
                class: ClassId::new(at),
                name: (*name).to_owned(),
                descriptor: (*descriptor).to_owned(),
            });
            spectrum.elements.push(Element { method, line });
        }
        let frame = |(class, method, line): &(&str, &str, i32)| Frame {
            class: (*class).to_owned(),
            method: (*method).to_owned(),
            line: *line,
        };
        let frames = stack.iter().map(frame).collect();
        spectrum.tests.push(Test {
            unique_id: "t(p.T)".to_owned(),
            class: "p.T".to_owned(),
            method: "t".to_owned(),
            display: String::new(),
            outcome: Outcome::Failed,
            duration_ns: 0,
            overlapped: false,
            failure: Some(Failure { exception: exception.to_owned(), frames, thrown: None }),
        });
        spectrum
    }

    /// Names with lines of the methods found.
    fn found(spectrum: &Spectrum, uses_assert: bool) -> Vec<String> {
        let found = methods(spectrum, &[TestId::new(0)], |_| uses_assert);
        let name =
            |method: &MethodId| format!("{}:{}", spectrum.methods[method.index()].name, method.index() + 1);
        found.values().flatten().map(name).collect()
    }

    const TEST: (&str, &str, i32) = ("p.T", "t", 9);
    const ERROR: &str = "java.lang.AssertionError";

    #[test]
    fn what_throws_an_assertion_error_for_the_test_decides_with_what_leads_there() {
        let methods = [
            ("p.Check", "raise", "()V"),
            ("p.Check", "equal", "(II)V"),
            ("p.Check", "equal", "(JJ)V"),
            ("p.Subject", "isFive", "()Lp/Subject;"),
            ("p.Sum", "of", "(II)I"),
        ];
        let stack = [("p.Check", "raise", 1), ("p.Check", "equal", 2), ("p.Subject", "isFive", 4), TEST];
        let spectrum = spectrum(&methods, ERROR, &stack);
        assert_eq!(found(&spectrum, false), ["raise:1", "equal:2", "isFive:4"]);
        assert!(found(&spectrum, true).is_empty(), "an `assert` statement is the code's own");
    }

    #[test]
    fn what_calls_an_assertion_library_decides_whatever_it_returns() {
        let methods = [("p.Numbers", "positive", "(I)I"), ("p.Sum", "of", "(II)I")];
        let library = ("org.junit.Assert", "fail", 88);
        let by_library = [library, ("p.Numbers", "positive", 1), ("p.Sum", "of", 2), TEST];
        assert_eq!(found(&spectrum(&methods, ERROR, &by_library), true), ["positive:1"]);
        let by_test = [library, TEST, ("p.Sum", "of", 2)];
        assert!(found(&spectrum(&methods, ERROR, &by_test), false).is_empty());
    }

    #[test]
    fn code_that_computes_or_throws_something_else_does_not_decide() {
        let methods = [("p.Sum", "of", "(II)I"), ("p.Sum", "settle", "()V"), ("p.Sum", "<init>", "()V")];
        for (exception, frame) in [
            (ERROR, ("p.Sum", "of", 1)),
            (ERROR, ("p.Sum", "<init>", 3)),
            ("java.lang.IllegalStateException", ("p.Sum", "settle", 2)),
        ] {
            assert!(found(&spectrum(&methods, exception, &[frame, TEST]), false).is_empty(), "{exception}");
        }
    }
}
