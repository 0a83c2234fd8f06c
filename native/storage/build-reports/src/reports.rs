//! Reads the build's own XML reports of its tests: those of Surefire, Failsafe and Gradle.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use faultline_files::{limits, regular};
use faultline_messages::date;

use crate::inner_builds::TestFolders;
use crate::modules::{DEPTH, folders_in, modules_in};

/// Maximum number of folders visited.
const MOST_FOLDERS: usize = 5_000;
/// Bytes at the beginning of a report that contain its time.
const HEAD: u64 = 4_096;
/// The folder below a module where Gradle's tasks write reports.
const OF_GRADLE: &str = "build/test-results";

/// The reported test cases that ran, by class, and the JVMs named in the reports.
#[derive(Clone, Debug, Default)]
pub struct Reports {
    /// Number of files read.
    pub files: usize,
    /// Cases by class name, without skipped ones.
    pub classes: BTreeMap<String, Vec<String>>,
    /// How many of the cases failed in the end, by class name; of a class with reruns, none is known.
    pub failed: BTreeMap<String, Option<usize>>,
    /// The JVMs of the reports.
    pub jvms: BTreeSet<Jvm>,
    /// A folder with some of the reports, for display.
    pub folder: Option<PathBuf>,
}

/// A JVM, as named by the system properties in a report.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Jvm {
    /// `java.version`.
    pub version: String,
    /// `java.vm.name`.
    pub name: String,
    /// `java.home`.
    pub home: String,
    /// `os.name` and `os.arch`.
    pub platform: (String, String),
}

impl Reports {
    /// Reads the reports below a project written at `since` or later; all if it is `None`. Those of builds inside
    /// the build are left out. Unreadable files are ignored: other programs wrote them.
    pub fn below(root: &Path, since: Option<SystemTime>, tests: &TestFolders) -> Self {
        let mut reports = Self::default();
        let is_of_build = |folder: &PathBuf| {
            let module = module_of(folder).strip_prefix(root).ok();
            module.is_none_or(|module| !tests.are_of_inner_build(module))
        };
        for folder in report_folders(root).into_iter().filter(is_of_build) {
            for file in xml_files(&folder) {
                let old = since.is_some_and(|since| is_earlier(&file, since));
                if old {
                    continue;
                }
                if regular::read_to_string(&file, limits::REPORT).is_ok_and(|text| reports.read(&text)) {
                    reports.files += 1;
                    reports.folder.get_or_insert_with(|| folder.clone());
                }
            }
        }
        reports
    }

    /// Number of cases that ran.
    pub fn cases(&self) -> usize {
        self.classes.values().map(Vec::len).sum()
    }

    fn count_failure(&mut self, class: &str, case: roxmltree::Node<'_, '_>) {
        let has = |names: &[&str]| case.children().any(|child| names.contains(&child.tag_name().name()));
        let is_rerun = has(&["flakyFailure", "flakyError", "rerunFailure", "rerunError"]);
        let failed = usize::from(has(&["failure", "error"]));
        let count = self.failed.entry(class.to_owned()).or_insert(Some(0));
        *count = count.filter(|_| !is_rerun).map(|count| count + failed);
    }

    fn read(&mut self, text: &str) -> bool {
        let Ok(document) = roxmltree::Document::parse(text) else { return false };
        let suite = document.root_element();
        if !matches!(suite.tag_name().name(), "testsuite" | "testsuites") {
            return false;
        }
        for case in document.descendants().filter(|node| node.has_tag_name("testcase")) {
            if case.children().any(|child| child.has_tag_name("skipped")) {
                continue;
            }
            let attribute = |name| case.attribute(name).unwrap_or_default().to_owned();
            // Surefire reports a class with a failed fixture as a case without its own name.
            let class = match attribute("classname") {
                class if class.is_empty() => attribute("name"),
                class => class,
            };
            self.count_failure(&class, case);
            self.classes.entry(class).or_default().push(attribute("name"));
        }
        let property = |wanted: &str| {
            document
                .descendants()
                .find(|node| node.has_tag_name("property") && node.attribute("name") == Some(wanted))
                .and_then(|node| node.attribute("value"))
                .map(str::to_owned)
        };
        // Gradle's reports do not name their JVM.
        if let Some(version) = property("java.version") {
            let or_nothing = |name| property(name).unwrap_or_default();
            self.jvms.insert(Jvm {
                version,
                name: or_nothing("java.vm.name"),
                home: or_nothing("java.home"),
                platform: (or_nothing("os.name"), or_nothing("os.arch")),
            });
        }
        true
    }
}

/// Folders of reports in the project and its modules.
pub fn report_folders(root: &Path) -> Vec<PathBuf> {
    let of_maven =
        |folder: &Path| ["target/surefire-reports", "target/failsafe-reports"].map(|at| folder.join(at));
    let reports = |folder: &Path| {
        let mut reports: Vec<_> = of_maven(folder).into_iter().filter(|path| path.is_dir()).collect();
        reports.extend(folders_in(&folder.join(OF_GRADLE)));
        reports
    };
    in_modules(root, reports)
}

/// The module of a folder of reports.
fn module_of(reports: &Path) -> &Path {
    let results = reports.parent().unwrap_or(reports);
    let levels = if results.ends_with(OF_GRADLE) { 3 } else { 2 };
    reports.ancestors().nth(levels).unwrap_or(reports)
}

/// Folders of reports written by Gradle's tasks, one for each task.
pub fn folders_of_gradle(root: &Path) -> Vec<PathBuf> {
    in_modules(root, |folder| folders_in(&folder.join(OF_GRADLE)))
}

/// Whether a report is in a folder where Gradle's tasks write.
pub fn is_of_gradle(report: &Path) -> bool {
    report.ancestors().nth(2).is_some_and(|results| results.ends_with(OF_GRADLE))
}

/// Results of `find` in the project's folder and in folders that may be modules.
fn in_modules(root: &Path, find: impl Fn(&Path) -> Vec<PathBuf>) -> Vec<PathBuf> {
    let (mut found, mut level, mut looked_at) = (Vec::new(), vec![root.to_owned()], 0);
    for _ in 0..DEPTH {
        let mut next = Vec::new();
        for folder in level {
            looked_at += 1;
            if looked_at > MOST_FOLDERS {
                return found;
            }
            found.extend(find(&folder));
            next.extend(modules_in(&folder));
        }
        level = next;
    }
    found
}

/// The reports of a folder, sorted.
pub fn xml_files(folder: &Path) -> Vec<PathBuf> {
    let entries = limits::PROJECT.looked_at(folder).into_iter();
    let reports = entries.filter(|entry| {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        name.starts_with("TEST-") && name.ends_with(".xml")
    });
    reports.map(|entry| entry.path()).collect()
}

/// Whether a report belongs to an earlier run, judged by the file's time, or by the time in a Gradle report,
/// since Gradle's build cache rewrites files.
pub fn is_earlier(file: &Path, since: SystemTime) -> bool {
    if fs::metadata(file).and_then(|data| data.modified()).is_ok_and(|time| time < since) {
        return true;
    }
    if !is_of_gradle(file) {
        return false; // Other reports have local time.
    }
    let Ok(text) = regular::first(file, HEAD) else { return false };
    let text = String::from_utf8_lossy(&text);
    let time = text.split_once("timestamp=\"").and_then(|(_, rest)| rest.get(..19));
    // Both are in UTC and start with the year, so that they compare as text.
    time.is_some_and(|time| time < moment(since).as_str())
}

/// `2026-11-22T15:33:29`, in UTC.
fn moment(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let (hours, minutes) = (seconds / 3_600 % 24, seconds / 60 % 60);
    let day = date::of(seconds.try_into().unwrap_or(0));
    format!("{day}T{hours:02}:{minutes:02}:{:02}", seconds % 60)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn cases_that_ran_are_kept_by_class_and_the_jvm_is_named() {
        let mut reports = Reports::default();
        assert!(reports.read(
            r#"<testsuite><properties><property name="java.version" value="1.7.0_80"/>
               <property name="os.arch" value="amd64"/></properties>
               <testcase classname="x.T" name="a"/><testcase classname="x.T" name="b"><skipped/></testcase>
               <testcase classname="" name="x.Broken"><error type="E"/></testcase></testsuite>"#
        ));
        assert_eq!(reports.cases(), 2);
        assert_eq!(reports.classes["x.T"], ["a"]);
        assert!(reports.classes.contains_key("x.Broken"));
        assert_eq!([reports.failed["x.T"], reports.failed["x.Broken"]], [Some(0), Some(1)]);
        let jvm = reports.jvms.first().unwrap();
        assert_eq!((jvm.version.as_str(), jvm.platform.1.as_str()), ("1.7.0_80", "amd64"));
    }

    #[test]
    fn failures_of_a_class_with_reruns_are_not_counted() {
        let mut reports = Reports::default();
        assert!(reports.read(
            r#"<testsuite><testcase classname="x.T" name="a"><failure/></testcase>
               <testcase classname="x.T" name="b"><flakyFailure/></testcase>
               <testcase classname="x.T" name="c"><error/></testcase></testsuite>"#
        ));
        assert_eq!(reports.failed["x.T"], None);
    }

    #[test]
    fn what_is_no_report_is_left_out() {
        let mut reports = Reports::default();
        assert!(!reports.read("<project/>") && !reports.read("no xml at all"));
        assert_eq!(reports.cases(), 0);
    }

    #[test]
    fn moments_are_as_reports_have_them() {
        let at = |seconds| moment(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(
            (at(0).as_str(), at(951_782_399).as_str()),
            ("1970-01-01T00:00:00", "2000-02-28T23:59:59")
        );
    }
}
