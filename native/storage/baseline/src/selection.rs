//! The tests that a JVM may leave out, because nothing has changed for them, and those that it had better run first.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use faultline_spectrum::{LoadedTests, Recording};

use crate::affected::Affected;
use crate::class_path::places_of;
use crate::file;
use crate::model::Baseline;
use crate::urgency::{self, UNKNOWN};

/// The tests of a baseline, compared with the class path of a JVM that is about to run some of them.
#[derive(Debug, Default)]
pub struct Selection {
    /// By id.
    tests: BTreeMap<String, Known>,
    /// By class, the urgency of its most urgent test.
    classes: HashMap<String, f64>,
}

/// What the baseline says of a test, or of all tests of one id.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    /// Whether it has to run.
    runs: bool,
    /// How likely it is to fail beside the others.
    urgency: f64,
}

/// A JVM that runs tests.
#[derive(Clone, Copy, Debug)]
pub struct TestJvm<'a> {
    /// Its working folder.
    pub folder: &'a Path,
    /// Its class path.
    pub class_path: &'a str,
    /// Its arguments, of which those about modules say where else classes are.
    pub arguments: &'a [String],
    /// The virtual machine and its version.
    pub java: &'a str,
    /// Classes of tests whose loaders were made at run time, with the places of the loaders.
    pub loaded: &'a [LoadedTests],
}

impl<'a> TestJvm<'a> {
    /// The JVM of a recording; `None` if it does not say how the JVM was started.
    pub fn of(recording: &'a Recording) -> Option<Self> {
        Self::started_as(recording, recording)
    }

    /// A JVM that was started as another one that did say how.
    pub fn started_as(other: &'a Recording, recording: &'a Recording) -> Option<Self> {
        let launch = other.launch.as_ref()?;
        let java = recording.origin.words().split(',').next().unwrap_or_default().trim();
        Some(Self {
            folder: Path::new(&launch.folder),
            class_path: &launch.class_path,
            arguments: &launch.arguments,
            java,
            loaded: &recording.loaded,
        })
    }

    /// The folders and archives in which it finds classes.
    pub(crate) fn places(self) -> Vec<PathBuf> {
        let mut places = places_of(self.class_path, self.arguments, self.folder);
        for place in self.loaded.iter().flat_map(|loaded| &loaded.places).map(PathBuf::from) {
            if !places.contains(&place) {
                places.push(place);
            }
        }
        places
    }
}

impl Selection {
    /// Reads a baseline and compares; `orders`: also how urgent tests are. Without a baseline that can be read every test has
    /// to run, and all are as urgent.
    pub fn read(baseline: &Path, root: &Path, jvm: TestJvm<'_>, orders: bool) -> Self {
        let baseline = file::read(baseline).ok().flatten().unwrap_or_default();
        Self::compared(&baseline, root, jvm, orders)
    }

    /// Compares. Cost: reads resources, the directories of archives, and the classes that tests run; O(tests x classes that
    /// they run).
    pub fn of(baseline: &Baseline, root: &Path, jvm: TestJvm<'_>) -> Self {
        Self::compared(baseline, root, jvm, false)
    }

    fn compared(baseline: &Baseline, root: &Path, jvm: TestJvm<'_>, orders: bool) -> Self {
        let places = jvm.places();
        let mut affected = Affected::of(baseline, &places, root, jvm.java);
        let mut selection = Self::default();
        let urgencies = if orders { urgency::of(baseline, &mut affected) } else { Vec::new() };
        let urgencies = urgencies.into_iter().chain(std::iter::repeat(UNKNOWN));
        for ((id, test), urgency) in baseline.tests.iter().zip(urgencies) {
            let runs = affected.why(id).is_some();
            for key in of_vintage(id).into_iter().chain([id.clone()]) {
                let known = selection.tests.entry(key).or_default();
                known.runs |= runs;
                known.urgency = known.urgency.max(urgency);
            }
            let of_class = selection.classes.entry(test.class.clone()).or_default();
            *of_class = of_class.max(urgency);
        }
        selection
    }

    /// How likely a test is to fail beside the others; the likeliest test of an id that several have. [`UNKNOWN`] for one
    /// that nobody knows.
    pub fn urgency(&self, id: &str) -> f64 {
        let equals = self.equals(id).chain(self.tests.get(id).copied());
        equals.map(|known| known.urgency).max_by(f64::total_cmp).unwrap_or(UNKNOWN)
    }

    /// The urgency of the most urgent test below a container.
    pub fn urgency_below(&self, container: &str) -> f64 {
        let urgencies = self.below(container).map(|known| known.urgency);
        urgencies.max_by(f64::total_cmp).unwrap_or(UNKNOWN)
    }

    /// The urgency of the most urgent test of a class.
    pub fn urgency_of_class(&self, class: &str) -> f64 {
        self.classes.get(class).copied().unwrap_or(UNKNOWN)
    }

    /// Whether a test may be left out. Of several tests with one name (`name#2(Class)`) all may be, or none.
    pub fn leaves_out(&self, id: &str) -> bool {
        let is_left_out = self.tests.get(id).is_some_and(|known| !known.runs);
        is_left_out && !self.equals(id).any(|known| known.runs)
    }

    /// Whether all tests below a container may be left out, of which at least one is known.
    pub fn leaves_out_below(&self, container: &str) -> bool {
        let mut below = self.below(container).peekable();
        let own = self.tests.get(container).is_some_and(|known| known.runs);
        below.peek().is_some() && !below.any(|known| known.runs) && !own
    }

    /// Whether all invocations of a method of TestNG may be left out, of which at least one is known.
    pub fn leaves_out_method(&self, method: &str) -> bool {
        let mut invocations = self.invocations(method).peekable();
        invocations.peek().is_some() && !invocations.any(|known| known.runs)
    }

    /// The urgency of the most urgent invocation of a method of TestNG.
    pub fn urgency_of_method(&self, method: &str) -> f64 {
        let urgencies = self.invocations(method).map(|known| known.urgency);
        urgencies.max_by(f64::total_cmp).unwrap_or(UNKNOWN)
    }

    /// The tests below a container.
    fn below(&self, container: &str) -> impl Iterator<Item = Known> {
        self.starting_with(format!("{container}/"))
    }

    /// The invocations of a method of TestNG, with parameters (`method[0]`) or again (`method#2`).
    fn invocations(&self, method: &str) -> impl Iterator<Item = Known> {
        let others = ["[", "#"].map(|sign| self.starting_with(format!("{method}{sign}")));
        self.tests.get(method).copied().into_iter().chain(others.into_iter().flatten())
    }

    fn starting_with(&self, prefix: String) -> impl Iterator<Item = Known> {
        let all = self.tests.range(prefix.clone()..).take_while(move |(id, _)| id.starts_with(&prefix));
        all.map(|(_, known)| *known)
    }

    /// The other tests that have this name of JUnit 4.
    fn equals(&self, id: &str) -> impl Iterator<Item = Known> {
        let own = id.rfind('(').filter(|_| !id.starts_with('[')).map(|open| id.split_at(open));
        own.into_iter().flat_map(move |(name, class)| {
            let prefix = format!("{name}#");
            let after = prefix.clone();
            let numbered = self.tests.range(prefix..).take_while(move |(id, _)| id.starts_with(&after));
            numbered.filter(move |(id, _)| id.ends_with(class)).map(|(_, known)| *known)
        })
    }
}

/// The name that JUnit 4 itself has for a test of the platform's engine for it.
fn of_vintage(id: &str) -> Option<String> {
    let last = id.strip_prefix("[engine:junit-vintage]").and_then(|rest| rest.rsplit_once("/["))?.1;
    let test = last.strip_prefix("test:")?.strip_suffix(']')?;
    Some(test.replace("%2F", "/").replace("%5B", "[").replace("%5D", "]").replace("%25", "%"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selection(tests: &[(&str, bool)]) -> Selection {
        let known = |runs| Known { runs, urgency: f64::from(u8::from(runs)) };
        let tests = tests.iter().map(|(id, runs)| ((*id).to_owned(), known(*runs))).collect();
        Selection { tests, classes: HashMap::new() }
    }

    #[test]
    fn a_test_that_nobody_knows_runs() {
        let selection = selection(&[("a(A)", false), ("b(A)", true)]);
        let left_out = ["a(A)", "b(A)", "c(A)"].map(|id| selection.leaves_out(id));
        assert_eq!(left_out, [true, false, false]);
    }

    #[test]
    fn tests_of_one_name_run_together() {
        let selection = selection(&[("a#2(A)", true), ("a(A)", false), ("a(B)", false), ("a#x(B)", false)]);
        assert!(!selection.leaves_out("a(A)"));
        assert!(selection.leaves_out("a(B)"));
    }

    #[test]
    fn a_container_is_left_out_with_all_tests_that_it_is_known_to_have() {
        let selection = selection(&[("[t:a]/[i:1]", false), ("[t:a]/[i:2]", false), ("[t:ab]/[i:1]", true)]);
        let left_out = ["[t:a]", "[t:ab]", "[t:c]"].map(|id| selection.leaves_out_below(id));
        assert_eq!(left_out, [true, false, false]);
    }

    #[test]
    fn a_method_of_testng_is_left_out_with_all_its_invocations() {
        let selection = selection(&[
            ("A.a", false),
            ("A.a#2", false),
            ("A.ab", true),
            ("A.b[0]", false),
            ("A.b[1]", true),
        ]);
        assert_eq!(
            ["A.a", "A.ab", "A.b", "A.c"].map(|method| selection.leaves_out_method(method)),
            [true, false, false, false]
        );
        let urgencies = ["A.a", "A.b", "A.c"].map(|method| selection.urgency_of_method(method).to_bits());
        assert_eq!(urgencies, [0.0, 1.0, UNKNOWN].map(f64::to_bits));
    }

    #[test]
    fn of_tests_with_one_name_the_most_urgent_one_counts() {
        let selection =
            selection(&[("a(A)", false), ("a#2(A)", true), ("[t:a]/[i:1]", false), ("[t:a]/[i:2]", true)]);
        let urgencies =
            [selection.urgency("a(A)"), selection.urgency_below("[t:a]"), selection.urgency("b(A)")];
        assert_eq!(urgencies.map(f64::to_bits), [1.0, 1.0, UNKNOWN].map(f64::to_bits));
    }

    #[test]
    fn the_names_of_junit_4_are_known_below_the_platform() {
        let id = "[engine:junit-vintage]/[runner:org.x.ATest]/[test:a%5B0%5D(org.x.ATest)]";
        assert_eq!(of_vintage(id), Some("a[0](org.x.ATest)".to_owned()));
        assert_eq!(of_vintage("[engine:junit-jupiter]/[class:A]/[method:a()]"), None);
    }
}
