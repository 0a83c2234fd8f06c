//! Affected tests as arguments of build tools.

use std::collections::{BTreeMap, BTreeSet};

use faultline_baseline::{Baseline, Listed, Why};
use faultline_messages::words::shell_word;

use super::options::Format;

/// Arguments that run the affected tests and what is new, in one line; empty if there are none. A class of which the code has
/// changed, which may have new tests, is written as a whole.
pub fn arguments(baseline: &Baseline, listed: &Listed, format: Format) -> String {
    let mut classes = BTreeMap::<&str, Chosen>::new();
    for (id, why) in listed.tests.iter().filter_map(|(id, why)| Some((id, why.as_ref()?))) {
        let Some(test) = baseline.tests.get(id) else { continue };
        let chosen = classes.entry(&test.class).or_default();
        let method = method(&test.method);
        chosen.is_whole |= method.is_empty() || matches!(why, Why::Code(_) | Why::Missing(_));
        chosen.methods.insert(method);
        chosen.ids.insert(id);
    }
    for class in &listed.new_classes {
        classes.entry(class).or_default().is_whole = true;
    }
    if classes.is_empty() {
        return String::new();
    }
    let arguments: Vec<String> = match format {
        Format::Maven => {
            let classes: Vec<String> = classes.iter().map(|(class, chosen)| chosen.of_maven(class)).collect();
            // Modules without one of the tests would fail.
            let lenient = ["-DfailIfNoTests=false", "-Dsurefire.failIfNoSpecifiedTests=false"];
            [format!("-Dtest={}", classes.join(","))].into_iter().chain(lenient.map(str::to_owned)).collect()
        }
        Format::Gradle => classes.iter().flat_map(|(class, chosen)| chosen.of_gradle(class)).collect(),
        Format::Text | Format::Junit => {
            classes.iter().flat_map(|(class, chosen)| chosen.of_junit(class)).collect()
        }
    };
    arguments.iter().map(|argument| shell_word(argument)).collect::<Vec<_>>().join(" ")
}

/// What is chosen of a class.
#[derive(Default)]
struct Chosen<'a> {
    is_whole: bool,
    methods: BTreeSet<&'a str>,
    ids: BTreeSet<&'a str>,
}

impl Chosen<'_> {
    fn of_maven(&self, class: &str) -> String {
        if self.is_whole {
            return class.to_owned();
        }
        format!("{class}#{}", self.methods.iter().copied().collect::<Vec<_>>().join("+"))
    }

    fn of_gradle(&self, class: &str) -> Vec<String> {
        let tests = |pattern: String| ["--tests".to_owned(), pattern];
        if self.is_whole {
            return tests(class.to_owned()).to_vec();
        }
        self.methods.iter().flat_map(|method| tests(format!("{class}.{method}"))).collect()
    }

    fn of_junit(&self, class: &str) -> Vec<String> {
        if self.is_whole || self.ids.iter().any(|id| !id.starts_with("[engine:")) {
            return vec!["--select-class".to_owned(), class.to_owned()];
        }
        self.ids.iter().flat_map(|id| ["--select-unique-id".to_owned(), (*id).to_owned()]).collect()
    }
}

/// The name of a test's method, without what tells its invocations apart; empty if it is no name.
fn method(method: &str) -> &str {
    let name = method.split(['(', '[', ' ']).next().unwrap_or_default();
    let is_name = name.chars().all(|part| part.is_alphanumeric() || part == '_' || part == '$');
    if is_name { name } else { "" }
}

#[cfg(test)]
mod tests {
    use faultline_baseline::TestState;

    use super::*;

    fn written(format: Format) -> String {
        let mut baseline = Baseline::default();
        let mut listed = Listed::default();
        let changed = || Some(Why::Changed("a.A".into(), "m".into()));
        let tests = [
            ("[engine:j]/[class:a.ATest]/[method:one()]", "a.ATest", "one", changed()),
            ("[engine:j]/[class:a.ATest]/[template:two(int)]/[#1]", "a.ATest", "two(int)[1]", changed()),
            ("[engine:j]/[class:a.ATest]/[method:not()]", "a.ATest", "not", None),
            ("x(a.B$Test)", "a.B$Test", "x", Some(Why::Code("a.B$Test".into()))),
            ("y(a.B$Test)", "a.B$Test", "y", changed()),
        ];
        for (id, class, method, why) in tests {
            let test = TestState { class: class.into(), method: method.into(), ..TestState::default() };
            baseline.tests.insert(id.into(), test);
            listed.tests.insert(id.into(), why);
        }
        listed.new_classes.insert("a.NewTest".into());
        arguments(&baseline, &listed, format)
    }

    #[test]
    fn maven_is_given_classes_with_methods_and_changed_classes_whole() {
        assert_eq!(
            written(Format::Maven),
            "'-Dtest=a.ATest#one+two,a.B$Test,a.NewTest' -DfailIfNoTests=false -Dsurefire.failIfNoSpecifiedTests=false"
        );
    }

    #[test]
    fn gradle_is_given_patterns() {
        let expected = "--tests a.ATest.one --tests a.ATest.two --tests 'a.B$Test' --tests a.NewTest";
        assert_eq!(written(Format::Gradle), expected);
    }

    #[test]
    fn the_console_launcher_is_given_ids_where_the_platform_has_them() {
        assert_eq!(
            written(Format::Junit),
            "--select-unique-id '[engine:j]/[class:a.ATest]/[method:one()]' \
             --select-unique-id '[engine:j]/[class:a.ATest]/[template:two(int)]/[#1]' \
             --select-class 'a.B$Test' --select-class a.NewTest"
        );
    }

    #[test]
    fn names_that_are_no_methods_stand_for_their_class() {
        assert_eq!(["a", "b(int)[2]", "c[1: x]", "adds 1 and 2"].map(method), ["a", "b", "c", "adds"]);
        assert_eq!(method("a-b"), "");
    }
}
