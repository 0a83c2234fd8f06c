//! The independent oracle of which classes there are: the JVM's own log of the classes that it loads.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use faultline_class_file::DebugInfo;

use super::found::Difference;
use super::table::Check;

/// The class that runs tests in a JVM of Maven, Ant or Gradle. Other JVMs load classes of a build's own plugins.
const RUNNERS: [&str; 3] = [
    "org.apache.maven.surefire.booter.ForkedBooter",
    "org.apache.tools.ant.taskdefs.optional.junit.JUnitTestRunner",
    "worker.org.gradle.process.internal.worker.GradleWorkerMain",
];

/// What a record's class file refers to for members that nobody wrote.
const OF_RECORDS: &[u8] = b"java/lang/runtime/ObjectMethods";

/// The end of an annotation's name in a class file with members that a tool marked as its own.
const OF_GENERATED: &[u8] = b"/Generated;";

/// Members that compilers write for a class in which nobody wrote a method.
const UNWRITTEN: [&str; 5] = ["<init>", "<clinit>", "values", "valueOf", "$values"];

/// A folder with the logs of a run, one for each JVM.
#[derive(Clone, Debug)]
pub struct Logs(PathBuf);

impl Logs {
    /// An empty folder. Errors: it cannot be made.
    pub fn new(folder: PathBuf) -> Result<Self, String> {
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(Self(folder))
    }

    /// The value of `JAVA_TOOL_OPTIONS` with which JVMs write the logs.
    pub fn options(&self) -> String {
        format!("-Xlog:class+load:file={}/%p.log:none:filesize=0", self.0.display())
    }

    /// The names of the classes that JVMs with tests loaded, but from files outside of this folder.
    pub fn classes(&self, folder: &Path) -> BTreeSet<String> {
        let files = fs::read_dir(&self.0).into_iter().flatten().flatten();
        let texts = files.filter_map(|file| fs::read(file.path()).ok());
        texts.flat_map(|bytes| of_log(&String::from_utf8_lossy(&bytes), folder)).collect()
    }
}

/// The classes in a log; none if its JVM ran no tests. A line is `p.Name source: file:/x/`. The JDK, and a library that the build
/// itself uses, may have a class of the same name as the project.
fn of_log(text: &str, folder: &Path) -> BTreeSet<String> {
    let lines = || text.lines().filter_map(|line| line.split_once(" source: "));
    if !lines().any(|(name, _)| RUNNERS.contains(&name.trim())) {
        return BTreeSet::new();
    }
    let is_elsewhere = |source: &str| match source.strip_prefix("file:") {
        Some(file) => !Path::new(file).starts_with(folder),
        None => source.starts_with("jrt:"),
    };
    let own = lines().filter(|(_, source)| !is_elsewhere(source));
    own.map(|(name, _)| name.trim().to_owned()).collect()
}

/// The project's own classes that were loaded and that the recordings do not have, although a person wrote code of theirs. `own` are
/// their files by name; `known` are the names of recorded classes, and of those of which it is said that they were not recorded.
pub fn missing(
    loaded: &BTreeSet<String>,
    own: &BTreeMap<String, PathBuf>,
    known: &BTreeSet<String>,
    is_written: impl Fn(&Path) -> bool,
) -> Vec<Difference> {
    let absent = own.iter().filter(|(name, _)| loaded.contains(*name) && !known.contains(*name));
    let written = absent.filter(|(_, file)| is_written(file));
    written
        .map(|(name, _)| Difference::new(Check::Loaded, format!("{name} was loaded and is not recorded")))
        .collect()
}

/// Whether a class file has lines in a method that a person wrote.
pub fn is_written(file: &Path) -> bool {
    let Ok(bytes) = fs::read(file) else { return false };
    let is_record = contains(&bytes, OF_RECORDS);
    DebugInfo::read(&bytes).is_some_and(|info| has_written(&info) && !(is_record && is_header(&info)))
        && (!contains(&bytes, OF_GENERATED) || has_unmarked(&listing(file)))
}

fn contains(bytes: &[u8], text: &[u8]) -> bool {
    bytes.windows(text.len()).any(|window| window == text)
}

/// The listing of a class file by the JDK; empty where there is none.
fn listing(file: &Path) -> String {
    let output = Command::new("javap").args(["-p", "-v"]).arg(file).output();
    output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default()
}

/// Whether a method in a listing has lines and no annotation such as `lombok.Generated`. A member begins with two blanks and its
/// declaration; what follows has more blanks.
fn has_unmarked(listing: &str) -> bool {
    let mut members: Vec<Vec<&str>> = Vec::new();
    for line in listing.lines() {
        if line.starts_with("  ") && line.ends_with(';') && !line.starts_with("   ") {
            members.push(vec![line.trim()]);
        } else if let Some(member) = members.last_mut() {
            member.push(line.trim());
        }
    }
    let is_mark = |line: &&str| line.split('(').next().is_some_and(|name| name.ends_with(".Generated"));
    // By which nested classes reach private members, before Java 11.
    let is_accessor = |member: &[&str]| member[0].contains(" access$");
    let mut written = members.iter().filter(|member| !is_accessor(member) && !member.iter().any(is_mark));
    written.any(|member| member.contains(&"LineNumberTable:"))
}

/// Whether all methods have the same line, as those of a record have that are not written.
fn is_header(info: &DebugInfo) -> bool {
    let lines: BTreeSet<u32> = info.methods.iter().flat_map(|method| &method.lines).copied().collect();
    lines.len() == 1
}

fn has_written(info: &DebugInfo) -> bool {
    let mut with_lines = info.methods.iter().filter(|method| !method.lines.is_empty() && !method.is_bridge);
    with_lines.any(|method| !UNWRITTEN.contains(&method.name.as_str()))
}

#[cfg(test)]
mod tests {
    use faultline_class_file::MethodLines;

    use super::*;

    const LOG: &str = "java.lang.Object source: jrt:/java.base\n\
                       org.apache.maven.surefire.booter.ForkedBooter source: file:/m2/booter.jar\n\
                       x.Own source: file:/p/target/classes/\n\
                       x.Made source: __JVM_DefineClass__\n\
                       x.Released source: file:/m2/x.jar\n";

    fn own(log: &str) -> BTreeSet<String> {
        of_log(log, Path::new("/p"))
    }

    #[test]
    fn classes_of_a_jvm_without_tests_do_not_count() {
        assert_eq!(own(LOG), BTreeSet::from(["x.Own".to_owned(), "x.Made".to_owned()]));
        assert!(own(&LOG.replace("ForkedBooter", "Other")).is_empty());
    }

    #[test]
    fn members_that_a_tool_marked_make_no_class_missed() {
        let member = |mark: &str| {
            format!("  public int getIndex();\n    Code:\n      LineNumberTable:\n        line 31: 0\n{mark}")
        };
        let marked = member("    RuntimeInvisibleAnnotations:\n      0: #40()\n        lombok.Generated\n");
        assert!(!has_unmarked(&format!("  private final int index;\n    flags: x\n{marked}")));
        assert!(has_unmarked(&format!("{marked}{}", member(""))));
        assert!(!has_unmarked(
            &(marked + &member("").replace("public int getIndex", "static int access$000"))
        ));
    }

    #[test]
    fn an_own_class_that_was_loaded_is_missed_unless_it_is_known() {
        let own = ["x.Own", "x.NotLoaded"].map(|name| (name.to_owned(), PathBuf::new())).into();
        let found = |known: &[&str], written: bool| {
            let known = known.iter().map(|&name| name.to_owned()).collect();
            missing(&self::own(LOG), &own, &known, |_| written).len()
        };
        assert_eq!(found(&[], true), 1);
        assert_eq!(found(&["x.Own"], true), 0);
        assert_eq!(found(&[], false), 0);
    }

    fn info<const N: usize>(name: &str, lines: [u32; N]) -> DebugInfo {
        let (name, descriptor) = (name.to_owned(), "()V".to_owned());
        let method = MethodLines { name, descriptor, is_bridge: false, lines: lines.into() };
        DebugInfo { source_file: None, methods: vec![method] }
    }

    #[test]
    fn members_that_the_compiler_writes_make_no_class_missed() {
        assert!(!has_written(&info("<clinit>", [1])));
        assert!(has_written(&info("run", [1])));
        assert!(is_header(&info("toString", [1])));
        assert!(!is_header(&info("toString", [1, 2])));
    }
}
