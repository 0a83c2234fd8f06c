//! The tests that a JVM may leave out, because nothing has changed for them.

use std::collections::BTreeMap;
use std::path::Path;

use faultline_spectrum::Recording;

use crate::affected::Affected;
use crate::class_path::split;
use crate::file;
use crate::model::Baseline;

/// The tests of a baseline, compared with the class path of a JVM that is about to run some of them.
#[derive(Debug, Default)]
pub struct Selection {
    /// By id, whether the test has to run.
    tests: BTreeMap<String, bool>,
}

/// A JVM that runs tests.
#[derive(Clone, Copy, Debug)]
pub struct TestJvm<'a> {
    /// Its working folder.
    pub folder: &'a Path,
    /// Its class path.
    pub class_path: &'a str,
    /// The virtual machine and its version.
    pub java: &'a str,
}

impl<'a> TestJvm<'a> {
    /// The JVM of a recording; `None` if it does not say how the JVM was started.
    pub fn of(recording: &'a Recording) -> Option<Self> {
        let launch = recording.launch.as_ref()?;
        let java = recording.origin.words().split(',').next().unwrap_or_default().trim();
        Some(Self { folder: Path::new(&launch.folder), class_path: &launch.class_path, java })
    }
}

impl Selection {
    /// Reads a baseline and compares. Without a baseline that can be read every test has to run.
    pub fn read(baseline: &Path, root: &Path, jvm: TestJvm<'_>) -> Self {
        let baseline = file::read(baseline).ok().flatten().unwrap_or_default();
        Self::of(&baseline, root, jvm)
    }

    /// Compares. Cost: reads resources, the directories of archives, and the classes that tests run; O(tests x classes that
    /// they run).
    pub fn of(baseline: &Baseline, root: &Path, jvm: TestJvm<'_>) -> Self {
        let places = split(jvm.class_path, jvm.folder);
        let mut affected = Affected::of(baseline, &places, root, jvm.java);
        let mut tests = BTreeMap::new();
        for id in baseline.tests.keys() {
            let runs = affected.why(id).is_some();
            for key in of_vintage(id).into_iter().chain([id.clone()]) {
                *tests.entry(key).or_default() |= runs;
            }
        }
        Self { tests }
    }

    /// Whether a test may be left out. Of several tests with one name (`name#2(Class)`) all may be, or none.
    pub fn leaves_out(&self, id: &str) -> bool {
        let is_left_out = self.tests.get(id).is_some_and(|runs| !runs);
        is_left_out && !self.equals(id).any(|runs| runs)
    }

    /// Whether all tests below a container may be left out, of which at least one is known.
    pub fn leaves_out_below(&self, container: &str) -> bool {
        let prefix = format!("{container}/");
        let mut below =
            self.tests.range(prefix.clone()..).take_while(|(id, _)| id.starts_with(&prefix)).peekable();
        below.peek().is_some() && !below.any(|(_, runs)| *runs) && self.tests.get(container) != Some(&true)
    }

    /// The other tests that have this name of JUnit 4.
    fn equals(&self, id: &str) -> impl Iterator<Item = bool> {
        let own = id.rfind('(').filter(|_| !id.starts_with('[')).map(|open| id.split_at(open));
        own.into_iter().flat_map(move |(name, class)| {
            let prefix = format!("{name}#");
            let after = prefix.clone();
            let numbered = self.tests.range(prefix..).take_while(move |(id, _)| id.starts_with(&after));
            numbered.filter(move |(id, _)| id.ends_with(class)).map(|(_, runs)| *runs)
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
        Selection { tests: tests.iter().map(|(id, runs)| ((*id).to_owned(), *runs)).collect() }
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
    fn the_names_of_junit_4_are_known_below_the_platform() {
        let id = "[engine:junit-vintage]/[runner:org.x.ATest]/[test:a%5B0%5D(org.x.ATest)]";
        assert_eq!(of_vintage(id), Some("a[0](org.x.ATest)".to_owned()));
        assert_eq!(of_vintage("[engine:junit-jupiter]/[class:A]/[method:a()]"), None);
    }
}
