//! Code of the project that failing tests ran, or may have run, and that the recordings cannot see: nothing in it
//! is ranked.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use faultline_messages::words::{counted, number};
use faultline_recording_store::unseen::{IN_STARTED_JVM, UnseenClass};
use faultline_spectrum::{Spectrum, TestId};
use schemars::JsonSchema;
use serde::Serialize;

/// Number of classes, of packages and of reasons named.
const NAMED: usize = 3;

/// Code of the project that the recordings cannot see, although the failing tests ran it or may have run it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "unseen")]
pub struct Unseen {
    /// All that in sentences.
    #[schemars(length(min = 1))]
    pub says: Vec<String>,
    /// Classes that the failing tests surely ran in their own JVM and of which no line was recorded.
    pub ran: usize,
    /// All classes that the failing tests ran, those included.
    pub of: usize,
    /// The classes, by name.
    #[schemars(length(min = 1))]
    pub classes: Vec<Code>,
}

/// A class, or some methods of it, that the recordings cannot see.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "unseen_class")]
pub struct Code {
    /// Binary name of the class.
    pub class: String,
    /// The methods; missing where it is the whole class.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(min = 1))]
    pub methods: Vec<String>,
    /// Why it was not recorded.
    pub reason: String,
    /// True where a failing test surely ran it; null where that is not known.
    #[schemars(extend("enum" = [true, null]))]
    pub ran: Option<bool>,
}

impl Unseen {
    /// What of `all` concerns these failing tests; `None` if nothing does. Cost: O(lines of the tests).
    pub fn of(all: &[UnseenClass], spectrum: &Spectrum, failing: &[TestId]) -> Option<Self> {
        let mut classes: Vec<Code> =
            all.iter().filter(|class| class.concerns(failing)).map(Code::from).collect();
        let sure: HashSet<String> =
            classes.iter().filter(|code| code.is_sure()).map(|code| code.class.clone()).collect();
        classes.retain(|code| code.ran == Some(true) || !sure.contains(&code.class));
        if classes.is_empty() {
            return None;
        }
        let of = recorded(spectrum, failing) + sure.len();
        Some(Self { says: says(&classes, of, failing.len()), ran: sure.len(), of, classes })
    }
}

impl From<&UnseenClass> for Code {
    fn from(of: &UnseenClass) -> Self {
        Self {
            class: of.class.clone(),
            methods: of.methods.clone(),
            reason: of.reason.clone(),
            ran: of.is_certain.then_some(true),
        }
    }
}

impl Code {
    /// Whether a failing test surely ran it in its own JVM.
    fn is_sure(&self) -> bool {
        self.ran == Some(true) && !self.is_elsewhere()
    }

    fn is_elsewhere(&self) -> bool {
        self.reason == IN_STARTED_JVM
    }
}

/// Number of classes of which these tests ran a recorded line.
fn recorded(spectrum: &Spectrum, tests: &[TestId]) -> usize {
    let elements = tests.iter().flat_map(|test| spectrum.coverage.ones(test.index()));
    elements
        .map(|element| spectrum.methods[spectrum.elements[element].method.index()].class)
        .collect::<HashSet<_>>()
        .len()
}

/// The sentences on classes of which no line is known, on methods, and on classes that may have run.
fn says(classes: &[Code], of: usize, tests: usize) -> Vec<String> {
    let tests = if tests == 1 { "the failing test" } else { "the failing tests" };
    let (elsewhere, here): (Vec<&Code>, Vec<&Code>) = classes.iter().partition(|code| code.is_elsewhere());
    let (sure, others): (Vec<&Code>, Vec<&Code>) = here.into_iter().partition(|code| code.is_sure());
    let (whole, parts): (Vec<&Code>, Vec<&Code>) =
        others.into_iter().partition(|code| code.methods.is_empty());
    let mut says = Vec::new();
    if !sure.is_empty() {
        let (which, them) = match (sure.len(), of) {
            (1, 1) => ("The only class".to_owned(), "it"),
            (1, _) => (format!("1 of the {} classes", number(of)), "it"),
            (all, of) if all == of => (format!("All {} classes", number(of)), "them"),
            (some, _) => (format!("{} of the {} classes", number(some), number(of)), "them"),
        };
        let names = list(&sure);
        says.push(format!(
            "{which} that {tests} ran {} no line numbers, so nothing in {them} can be suspected: {names}",
            have(sure.len())
        ));
    }
    if !parts.is_empty() {
        let count = parts.iter().map(|code| code.methods.len()).sum();
        says.push(format!(
            "{} of {}, which {tests} ran, {} no line numbers, so nothing in {} can be suspected",
            counted(count, "method"),
            list(&parts),
            have(count),
            them(count)
        ));
    }
    if !whole.is_empty() {
        let reasons: BTreeSet<&str> = whole.iter().map(|code| code.reason.as_str()).collect();
        let reasons: Vec<&str> = reasons.into_iter().take(NAMED).collect();
        let them = them(whole.len());
        says.push(format!(
            "{} could not be recorded ({}), so nothing in {them} can be suspected, and whether {tests} ran {them} is not \
             known: {}",
            counted(whole.len(), "class"),
            reasons.join(", "),
            list(&whole)
        ));
    }
    if let Some(last) = says.last_mut() {
        last.push_str(". `faultline doctor` says how to fix it");
    }
    if !elsewhere.is_empty() {
        let (jvms, their) = if elsewhere.len() == 1 { ("a JVM", "its") } else { ("JVMs", "their") };
        says.push(format!(
            "{} ran in {jvms} that {tests} started, so {their} lines are in no row: {}. `--started-jvms test` adds them",
            counted(elsewhere.len(), "class"),
            list(&elsewhere)
        ));
    }
    says
}

fn have(count: usize) -> &'static str {
    if count == 1 { "has" } else { "have" }
}

fn them(count: usize) -> &'static str {
    if count == 1 { "it" } else { "them" }
}

/// A few classes by their names, more by their packages, the largest first.
fn list(classes: &[&Code]) -> String {
    if classes.len() <= NAMED {
        return classes.iter().map(|code| code.class.as_str()).collect::<Vec<_>>().join(", ");
    }
    let mut packages = BTreeMap::<&str, usize>::new();
    for code in classes {
        let package = code.class.rsplit_once('.').map_or("no package", |(package, _)| package);
        *packages.entry(package).or_default() += 1;
    }
    let mut packages: Vec<(&str, usize)> = packages.into_iter().collect();
    packages.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    let shown: Vec<String> = packages
        .iter()
        .take(NAMED)
        .map(|(package, count)| format!("{} in {package}", number(*count)))
        .collect();
    let more = match packages.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {}", counted(more, "more package")),
    };
    shown.join(", ") + &more
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(class: &str, methods: &[&str], ran: Option<bool>, reason: &str) -> Code {
        let methods = methods.iter().map(|&name| name.to_owned()).collect();
        Code { class: class.to_owned(), methods, reason: reason.to_owned(), ran }
    }

    fn bare(class: &str) -> Code {
        code(class, &[], Some(true), "no line numbers")
    }

    fn said(classes: &[Code], of: usize, tests: usize) -> String {
        let said = says(classes, of, tests).join(" | ");
        let (said, advice) = said.rsplit_once(". ").unwrap();
        assert_eq!(advice, "`faultline doctor` says how to fix it");
        said.to_owned()
    }

    #[test]
    fn classes_that_ran_are_named_with_their_share() {
        assert_eq!(
            said(&[bare("a.B")], 12, 1),
            "1 of the 12 classes that the failing test ran has no line numbers, so nothing in it can be suspected: a.B"
        );
        assert_eq!(
            said(&[bare("a.B"), bare("a.C")], 12, 3),
            "2 of the 12 classes that the failing tests ran have no line numbers, so nothing in them can be \
             suspected: a.B, a.C"
        );
    }

    #[test]
    fn a_share_of_all_is_said_so() {
        assert!(
            said(&[bare("a.B")], 1, 1).starts_with("The only class that the failing test ran has no line")
        );
        assert!(
            said(&[bare("a.B"), bare("a.C")], 2, 1)
                .starts_with("All 2 classes that the failing test ran have")
        );
    }

    #[test]
    fn many_classes_are_named_by_their_packages() {
        let classes = ["a.A", "b.A", "b.B", "c.A", "d.A", "A"].map(bare);
        assert!(
            said(&classes, 9, 1).ends_with(": 2 in b, 1 in a, 1 in c and 2 more packages"),
            "{classes:?}"
        );
    }

    #[test]
    fn methods_are_counted_with_their_classes() {
        assert_eq!(
            said(&[code("a.Huge", &["x", "y"], None, "no line numbers")], 1, 1),
            "2 methods of a.Huge, which the failing test ran, have no line numbers, so nothing in them can be suspected"
        );
    }

    #[test]
    fn classes_that_ran_in_jvms_which_tests_started_are_named_last() {
        let elsewhere = code("a.Main", &[], Some(true), IN_STARTED_JVM);
        let told = "1 class ran in a JVM that the failing test started, so its lines are in no row: a.Main. \
                    `--started-jvms test` adds them";
        assert_eq!(says(std::slice::from_ref(&elsewhere), 0, 1), [told]);
        let both = says(&[elsewhere, bare("a.B")], 3, 1);
        assert!(both[0].starts_with("1 of the 3 classes") && both[1] == told, "{both:?}");
    }

    #[test]
    fn what_may_have_run_is_said_to_be_unknown() {
        let classes =
            [code("a.B", &[], None, "method too large"), code("a.C", &[], None, "method too large")];
        assert_eq!(
            said(&classes, 4, 2),
            "2 classes could not be recorded (method too large), so nothing in them can be suspected, and whether the \
             failing tests ran them is not known: a.B, a.C"
        );
        let both = [bare("a.A"), classes[0].clone()];
        assert!(said(&both, 4, 2).contains(": a.A | 1 class could not be recorded"), "{both:?}");
    }
}
