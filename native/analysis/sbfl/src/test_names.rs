//! Finds tests by the names that people and build tools use.

use std::collections::BTreeSet;

use faultline_spectrum::{Outcome, Spectrum, Test, TestId, TestName};

use crate::ScoringError;
use crate::near::nearest;

/// `Class#method`, with the index of the invocation if there are several: `FooTest#each[2]`. For a test without a class, its
/// unique id.
pub fn display_name(test: &Test) -> String {
    TestName::from(test).full("#").into_owned()
}

/// Returns the rows with a name, at least one: several for a parameterised test or reruns.
///
/// A name is a unique id; `Class#method` or `Class::method`; the framework's display name, alone or after a class; a class;
/// or any of these with wildcards: `*` for any text, `?` for any character. A method without parameters or invocation
/// matches all its invocations. A class may be given without its package (and a nested class without the outer one) if only
/// one class matches; exact matches win. Errors: [`ScoringError::UnknownTest`], [`ScoringError::AmbiguousTest`].
pub fn tests_named(spectrum: &Spectrum, name: &str) -> Result<Vec<TestId>, ScoringError> {
    let of_class = |class: &str| rows(spectrum, |test| test.class == class);
    let simple = |class: &str| rows(spectrum, |test| is_simple_name(class, &test.class));
    let by_id = rows(spectrum, |test| test.unique_id == name);
    if !by_id.is_empty() {
        return Ok(by_id);
    }
    let mut stages = Vec::new();
    if let Some((class, method)) = split(name) {
        let (full, short) = (of_class(class), simple(class));
        for called in [is_called as fn(&str, &Test) -> bool, is_any_invocation] {
            stages.push(narrowed(spectrum, &full, |test| called(method, test)));
        }
        for called in [is_called as fn(&str, &Test) -> bool, is_any_invocation] {
            stages.push(narrowed(spectrum, &short, |test| called(method, test)));
        }
    }
    stages.push(rows(spectrum, |test| !name.is_empty() && test.display == name));
    stages.push(of_class(name));
    stages.push(simple(name));
    for found in stages {
        let classes: BTreeSet<&str> =
            found.iter().map(|id| spectrum.tests[id.index()].class.as_str()).collect();
        match classes.len() {
            0 => {}
            1 => return Ok(found),
            _ => {
                let classes = classes.into_iter().map(str::to_owned).collect();
                return Err(ScoringError::AmbiguousTest { name: name.to_owned(), classes });
            }
        }
    }
    let by_pattern = matching(spectrum, name);
    if by_pattern.is_empty() { Err(unknown(spectrum, name)) } else { Ok(by_pattern) }
}

/// Whether a test has this name within its class.
fn is_called(name: &str, test: &Test) -> bool {
    let in_class = TestName::from(test).in_class();
    test.method == name || in_class == name || (!name.is_empty() && test.display == name) || {
        // Spock writes indices with a number sign: sums[#0].
        in_class.contains("[#") && in_class.replace("[#", "[") == name
    }
}

/// Whether a test is an invocation of the named method.
fn is_any_invocation(name: &str, test: &Test) -> bool {
    is_invocation(name, &TestName::from(test).in_class()) || is_invocation(name, &test.method)
}

fn narrowed(spectrum: &Spectrum, rows: &[TestId], is_meant: impl Fn(&Test) -> bool) -> Vec<TestId> {
    rows.iter().copied().filter(|id| is_meant(&spectrum.tests[id.index()])).collect()
}

/// Rows with a name that matches a pattern, in any class.
fn matching(spectrum: &Spectrum, pattern: &str) -> Vec<TestId> {
    if !pattern.contains(['*', '?']) {
        return Vec::new();
    }
    rows(spectrum, |test| {
        let name = TestName::from(test);
        let in_class = name.in_class();
        let classes = [test.class.as_str(), test.class.rsplit('.').next().unwrap_or_default()];
        fits(pattern, &test.unique_id)
            || (!test.display.is_empty() && fits(pattern, &test.display))
            || classes.iter().any(|class| {
                fits(pattern, &format!("{class}#{in_class}"))
                    || fits(pattern, &format!("{class}::{in_class}"))
            })
    })
}

/// Whether a text matches a pattern with `*` and `?`. Cost: O(pattern * text) at worst; backtracks only to the last `*`.
pub fn fits(pattern: &str, text: &str) -> bool {
    let (pattern, text): (Vec<char>, Vec<char>) = (pattern.chars().collect(), text.chars().collect());
    let (mut p, mut t, mut star) = (0, 0, None);
    while t < text.len() {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p, t));
                p += 1;
            }
            Some(&c) if c == '?' || c == text[t] => (p, t) = (p + 1, t + 1),
            _ => match star {
                Some((at, taken)) => {
                    star = Some((at, taken + 1));
                    (p, t) = (at + 1, taken + 1);
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|&c| c == '*')
}

/// Returns the failed rows of the named tests, ascending, without duplicates. If a name has several rows (a rerun, a
/// parameterised test), the failed ones count. Errors: as [`tests_named`], and [`ScoringError::NotFailed`] for a name
/// without failed rows.
pub fn failing_tests<S: AsRef<str>>(
    spectrum: &Spectrum,
    names: impl IntoIterator<Item = S>,
) -> Result<Vec<TestId>, ScoringError> {
    chosen(spectrum, names, |test| test.outcome == Outcome::Failed)
}

/// Like [`failing_tests`], but also accepts tests interrupted by the end of their JVM: a user who names a hanging test wants
/// it explained.
/// Errors: as [`failing_tests`].
pub fn tests_to_explain<S: AsRef<str>>(
    spectrum: &Spectrum,
    names: impl IntoIterator<Item = S>,
) -> Result<Vec<TestId>, ScoringError> {
    chosen(spectrum, names, |test| test.outcome == Outcome::Failed || test.is_interrupted())
}

fn chosen<S: AsRef<str>>(
    spectrum: &Spectrum,
    names: impl IntoIterator<Item = S>,
    is_meant: impl Fn(&Test) -> bool,
) -> Result<Vec<TestId>, ScoringError> {
    let mut chosen = BTreeSet::new();
    for name in names {
        let name = name.as_ref();
        let named = tests_named(spectrum, name)?;
        let mut meant = named.iter().copied().filter(|id| is_meant(&spectrum.tests[id.index()])).peekable();
        if meant.peek().is_none() {
            let how = ending(&spectrum.tests[named[0].index()]);
            return Err(ScoringError::NotFailed { name: name.to_owned(), how });
        }
        chosen.extend(meant);
    }
    Ok(chosen.into_iter().collect())
}

/// The outcome of a test, as a verb.
fn ending(test: &Test) -> &'static str {
    match test.outcome {
        Outcome::Passed => "passed",
        Outcome::Failed => "failed",
        Outcome::Aborted if test.is_interrupted() => "was running when the JVM was ended",
        Outcome::Aborted => "gave up on an assumption",
        Outcome::Skipped => "was skipped",
    }
}

fn rows(spectrum: &Spectrum, is_meant: impl Fn(&Test) -> bool) -> Vec<TestId> {
    let tests = spectrum.tests.iter().enumerate();
    tests.filter(|(_, test)| is_meant(test)).map(|(row, _)| TestId::new(row)).collect()
}

/// Splits a name into class and method. Neither separator can occur in a class name, so the first one counts.
fn split(name: &str) -> Option<(&str, &str)> {
    let hash = name.split_once('#');
    let colons = name.split_once("::");
    match (hash, colons) {
        (Some(a), Some(b)) => Some(if a.0.len() < b.0.len() { a } else { b }),
        (a, b) => a.or(b),
    }
}

/// Whether `name` is `class` without its package, or without its outer classes.
fn is_simple_name(name: &str, class: &str) -> bool {
    class.strip_suffix(name).is_some_and(|rest| rest.ends_with(['.', '$']))
}

/// Whether `shown` is `method` followed by parameters or an invocation index.
fn is_invocation(method: &str, shown: &str) -> bool {
    shown.strip_prefix(method).is_some_and(|rest| {
        !method.is_empty() && rest.starts_with(|c: char| !(c.is_alphanumeric() || "_$])}".contains(c)))
    })
}

fn unknown(spectrum: &Spectrum, name: &str) -> ScoringError {
    // A name without the package or outer class is compared with simple names.
    let separators: &[char] = match split(name) {
        Some((class, _)) if class.contains('.') => &[],
        Some((class, _)) if class.contains('$') => &['.'],
        Some(_) => &['.', '$'],
        None => &[],
    };
    let shown = |test: &Test| {
        let left_out = test.class.rfind(separators).map_or(0, |at| at + 1);
        display_name(test)[left_out..].to_owned()
    };
    let candidates: BTreeSet<String> = spectrum.tests.iter().map(shown).collect();
    let near = nearest(name, candidates.iter().map(String::as_str), 3);
    ScoringError::UnknownTest { name: name.to_owned(), near }
}

#[cfg(test)]
mod tests {
    use faultline_spectrum::Failure;

    use super::*;

    /// Rows: (class, method, outcome); the unique id is `id<row>`.
    fn spectrum(tests: &[(&str, &str, Outcome)]) -> Spectrum {
        let test = |(row, &(class, method, outcome)): (usize, &(&str, &str, Outcome))| Test {
            unique_id: format!("id{row}"),
            class: class.into(),
            method: method.into(),
            outcome,
            duration_ns: 0,
            display: String::new(),
            overlapped: false,
            failure: None,
        };
        Spectrum { tests: tests.iter().enumerate().map(test).collect(), ..Spectrum::default() }
    }

    fn suite() -> Spectrum {
        spectrum(&[
            ("org.a.FooTest", "parse", Outcome::Failed),
            ("org.a.FooTest", "parseAll", Outcome::Passed),
            ("org.a.FooTest", "each(int)[1]", Outcome::Passed),
            ("org.a.FooTest", "each(int)[2]", Outcome::Failed),
            ("org.b.FooTest", "parse", Outcome::Failed),
            ("org.b.BarTest$Inner", "only", Outcome::Failed),
        ])
    }

    fn named(name: &str) -> Vec<u32> {
        tests_named(&suite(), name).unwrap().into_iter().map(|id| id.0).collect()
    }

    #[test]
    fn a_test_is_found_by_hash_by_colons_and_by_unique_id() {
        assert_eq!(named("org.a.FooTest#parse"), [0]);
        assert_eq!(named("org.a.FooTest::parse"), [0]);
        assert_eq!(named("id4"), [4]);
    }

    #[test]
    fn a_method_without_its_invocation_means_all_of_them_and_no_longer_names() {
        assert_eq!(named("org.a.FooTest#each"), [2, 3]);
        assert_eq!(named("org.a.FooTest#each(int)[2]"), [3]);
        assert!(tests_named(&suite(), "org.a.FooTest#pars").is_err());
    }

    /// Rows: (unique id, class, method, display name).
    fn shown(tests: &[(&str, &str, &str, &str)]) -> Spectrum {
        let plain: Vec<_> = tests.iter().map(|t| (t.1, t.2, Outcome::Failed)).collect();
        let mut spectrum = spectrum(&plain);
        for (test, (id, _, _, display)) in spectrum.tests.iter_mut().zip(tests) {
            (test.unique_id, test.display) = ((*id).to_owned(), (*display).to_owned());
        }
        spectrum
    }

    #[test]
    fn one_invocation_of_many_is_found_by_its_number_by_what_is_shown_and_by_a_pattern() {
        let id = |n: u32| {
            format!(
                "[engine:junit-jupiter]/[class:a.B]/[test-template:e(int)]/[test-template-invocation:#{n}]"
            )
        };
        let (one, two) = (id(1), id(12));
        let suite = shown(&[
            (&one, "a.B", "e", "[1] x\ty"),
            (&two, "a.B", "e", "[12] # z"),
            ("[engine:kotest]/[spec:a.K]/[test:in]/[test:7]", "a.K", "", "in / \"q\" > 7"),
            ("[engine:spock]/[spec:a.S]/[feature:$f]/[iteration:0]", "a.S", "sums #a", "sums 3"),
        ]);
        let named =
            |name: &str| tests_named(&suite, name).map(|ids| ids.iter().map(|id| id.0).collect::<Vec<_>>());
        assert_eq!(display_name(&suite.tests[1]), "a.B#e[12]");
        for name in
            ["a.B#e[12]", "B#e[12]", "B::e[12]", "[12] # z", "B#[12] # z", "*[[]12]*", "B#e[?2]", &two]
        {
            let expected = if name.contains("[[]") { None } else { Some(vec![1]) };
            assert_eq!(named(name).ok(), expected, "{name}");
        }
        assert_eq!(named("B#e").unwrap(), [0, 1], "all invocations");
        assert_eq!(named("[1] x\ty").unwrap(), [0]);
        assert_eq!(named("a.B").unwrap(), [0, 1], "all tests of a class");
        assert_eq!(named("K").unwrap(), [2]);
        assert_eq!(named("K#in / \"q\" > 7").unwrap(), [2]);
        assert_eq!(named("*7").unwrap(), [2]);
        for name in ["S#sums #a", "S#sums #a[0]", "S#sums #a[#0]", "S#sums 3", "sums 3"] {
            assert_eq!(named(name).unwrap(), [3], "{name}");
        }
        assert_eq!(named("a.*").unwrap(), [0, 1, 2, 3]);
        assert!(named("B#e[2]").is_err() && named("B#e[1").is_err());
    }

    #[test]
    fn a_simple_class_name_does_when_only_one_class_fits() {
        assert_eq!(named("FooTest#each"), [2, 3]);
        assert_eq!(named("Inner#only"), [5]);
        assert_eq!(named("BarTest$Inner#only"), [5]);
        let error = tests_named(&suite(), "FooTest#parse").unwrap_err();
        assert_eq!(
            error.to_string(),
            "'FooTest#parse' may be a test of org.a.FooTest or org.b.FooTest; give the full name of the class"
        );
    }

    #[test]
    fn an_unknown_name_gets_near_ones_with_or_without_the_package() {
        let error = tests_named(&suite(), "org.a.FooTest#prase").unwrap_err();
        assert!(error.to_string().contains("did you mean org.a.FooTest#parse"), "{error}");
        let error = tests_named(&suite(), "Iner#only").unwrap_err();
        assert!(error.to_string().contains("did you mean Inner#only"), "{error}");
    }

    #[test]
    fn of_several_rows_the_failed_ones_are_taken_and_a_name_that_only_passed_is_refused() {
        let failing = failing_tests(&suite(), ["org.a.FooTest#each", "org.a.FooTest#parse", "id0"]).unwrap();
        assert_eq!(failing, [TestId(0), TestId(3)]);
        let error = failing_tests(&suite(), ["FooTest#parseAll"]).unwrap_err();
        assert_eq!(error.to_string(), "the test 'FooTest#parseAll' did not fail (it passed)");
    }

    #[test]
    fn a_test_that_was_running_when_the_jvm_was_ended_can_be_explained_and_did_not_fail() {
        let mut suite = spectrum(&[
            ("a.HangTest", "hangs", Outcome::Aborted),
            ("a.HangTest", "assumes", Outcome::Aborted),
        ]);
        let how = |exception: &str| Some(Failure { exception: exception.into(), ..Failure::default() });
        suite.tests[0].failure = how("java.lang.Shutdown");
        suite.tests[1].failure = how("org.junit.AssumptionViolatedException");
        assert_eq!(tests_to_explain(&suite, ["HangTest#hangs"]).unwrap(), [TestId(0)]);
        let error = tests_to_explain(&suite, ["HangTest#assumes"]).unwrap_err();
        assert!(error.to_string().ends_with("did not fail (it gave up on an assumption)"), "{error}");
        let error = failing_tests(&suite, ["HangTest#hangs"]).unwrap_err();
        assert!(
            error.to_string().ends_with("did not fail (it was running when the JVM was ended)"),
            "{error}"
        );
    }
}
