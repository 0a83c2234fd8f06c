//! Describes a suite in words.

use std::collections::{BTreeMap, HashMap};

use faultline_diagnosability::ambiguity::{Group, MethodLines, Split};
use faultline_messages::names;
use faultline_messages::words::{counted, number};
use faultline_spectrum::{MethodId, TestId};

use crate::survey::Survey;

/// Number of test classes listed per group.
const TEST_CLASSES_SHOWN: usize = 2;
/// Number of methods listed that tests enter without running the group's lines.
const ENTERED_SHOWN: usize = 2;
/// Number of line ranges listed per method.
const RANGES_SHOWN: usize = 6;

/// Describes ambiguity groups in words.
#[derive(Debug)]
pub struct Words<'a> {
    survey: &'a Survey<'a>,
    /// Number of methods with the same name, by class and name.
    overloaded: HashMap<(u32, &'a str), usize>,
}

impl<'a> Words<'a> {
    /// Creates the descriptions for a survey.
    pub fn of(survey: &'a Survey<'a>) -> Self {
        Self { survey, overloaded: overloads(survey) }
    }

    /// Where a group's lines are: `2 methods of one class`.
    pub fn extent(&self, group: &Group) -> String {
        match (group.methods.len(), group.classes(self.survey.spectrum)) {
            (1, _) => "one method".to_owned(),
            (methods, 1) => format!("{} of one class", counted(methods, "method")),
            (methods, classes) => format!("{} of {}", counted(methods, "method"), counted(classes, "class")),
        }
    }

    /// The tests that run a group: `run by 12 tests (1 failed): FooTest (11), BarTest (1)`.
    pub fn run_by(&self, group: &Group) -> String {
        let spectrum = self.survey.spectrum;
        if group.tests.is_empty() {
            return "run by no test".to_owned();
        }
        let failed = match group.failed(spectrum) {
            0 => String::new(),
            failed => format!(" ({} failed)", number(failed)),
        };
        if group.tests.len() == self.survey.whole.tests {
            return format!("run by every test{failed}");
        }
        if let [only] = group.tests[..] {
            let how = if failed.is_empty() { "" } else { " (it failed)" };
            return format!("run by {} alone{how}", self.test(only));
        }
        let mut by_class = BTreeMap::<&str, usize>::new();
        for test in &group.tests {
            *by_class.entry(&spectrum.tests[test.index()].class).or_default() += 1;
        }
        let mut by_class: Vec<_> = by_class.into_iter().filter(|(class, _)| !class.is_empty()).collect();
        by_class.sort_by_key(|(_, tests)| std::cmp::Reverse(*tests));
        let mut names: Vec<String> = by_class
            .iter()
            .take(TEST_CLASSES_SHOWN)
            .map(|(class, tests)| format!("{} ({})", names::simple_class(class), number(*tests)))
            .collect();
        if by_class.len() > TEST_CLASSES_SHOWN {
            names.push(format!("{} more", counted(by_class.len() - TEST_CLASSES_SHOWN, "class")));
        }
        let names = if names.is_empty() { String::new() } else { format!(": {}", names.join(", ")) };
        format!("run by {}{failed}{names}", counted(group.tests.len(), "test"))
    }

    /// Suggests a test that would split a group.
    pub fn advice(&self, group: &Group) -> String {
        match &group.split {
            Split::Run { entered } if entered.is_empty() => "To split: run any of them.".to_owned(),
            Split::Run { entered } => {
                let near: Vec<_> = entered
                    .iter()
                    .take(ENTERED_SHOWN)
                    .map(|&(method, test)| {
                        format!("{} runs other lines of {}", self.test(test), self.method(method))
                    })
                    .collect();
                format!("To split: run any of them. Near: {}.", near.join("; "))
            }
            Split::Near { test, reach, line, avoid } => format!(
                "To split: let {}, which runs other lines of {}, run its line {line} too, and still nothing of {}.",
                self.test(*test),
                self.method(*reach),
                self.method(*avoid)
            ),
            Split::Apart { one, other } => format!(
                "To split: run {} without {}, or the other way round; no test does yet.",
                self.method(*one),
                self.method(*other)
            ),
            Split::Within { method, between: Some((from, to)) } => format!(
                "To split: run line {from} of {} and not line {to}, or the other way round; tests differ \
                 already on the lines between them.",
                self.method(*method)
            ),
            Split::Within { method, between: None } => format!(
                "To split: leave {} among these lines, or branch there; no test does yet.",
                self.method(*method)
            ),
        }
    }

    fn test(&self, test: TestId) -> String {
        let test = &self.survey.spectrum.tests[test.index()];
        names::simple_test(test)
    }

    /// A method with its class, and with parameters if the name is overloaded.
    pub fn method(&self, id: MethodId) -> String {
        let spectrum = self.survey.spectrum;
        let method = &spectrum.methods[id.index()];
        let is_overloaded =
            self.overloaded.get(&(method.class.0, method.name.as_str())).is_some_and(|n| *n > 1);
        names::method(&spectrum.classes[method.class.index()].name, method, is_overloaded)
    }
}

fn overloads<'a>(survey: &'a Survey) -> HashMap<(u32, &'a str), usize> {
    let mut methods = HashMap::new();
    for method in &survey.spectrum.methods {
        *methods.entry((method.class.0, method.name.as_str())).or_default() += 1;
    }
    methods
}

/// A number from 0 to 1; small nonzero values are shown in scientific notation, not as 0.
pub fn share(value: f64) -> String {
    if value == 0.0 || value >= 0.001 { format!("{value:.4}") } else { format!("{value:.1e}") }
}

/// Line numbers with consecutive ones joined: `12-14, 17`.
pub fn lines(of: &MethodLines) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for &line in &of.lines {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 >= line => *last = line,
            _ => ranges.push((line, line)),
        }
    }
    let range = |&(first, last): &(u32, u32)| {
        if first == last { first.to_string() } else { format!("{first}-{last}") }
    };
    let mut shown: Vec<String> = ranges.iter().take(RANGES_SHOWN).map(range).collect();
    if ranges.len() > RANGES_SHOWN {
        shown.push("…".to_owned());
    }
    shown.join(", ")
}
