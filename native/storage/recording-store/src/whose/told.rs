//! The folders that a build tool calls its output of tests, as far as the JVM of the tests shows it.

use std::collections::HashSet;
use std::path::PathBuf;

use faultline_spectrum::{Recording, is_archive};
use percent_encoding::percent_decode_str;

/// Main classes and jars of JVMs in which Surefire and Gradle run tests. Both put the output of tests in front of
/// the class path, whatever it is called (`testClassesDirectory`, `testClassesDirs`).
const IN_FRONT: [&str; 3] = [
    "org.apache.maven.surefire.booter.ForkedBooter",
    "surefirebooter",
    "worker.org.gradle.process.internal.",
];

/// These folders. A project whose tests lie in the folder of its code has the same one for both, so readers
/// must not take all of it for tests unless the tests ran other code.
pub fn folders(recordings: &[&Recording]) -> HashSet<PathBuf> {
    let of_tool = recordings.iter().filter(|recording| is_of_tool(recording.origin.words()));
    let paths =
        of_tool.filter_map(|recording| recording.launch.as_ref()).map(|launch| launch.class_path.as_str());
    let scanned = recordings.iter().flat_map(|recording| recording.origin.scanned());
    let scanned = scanned.map(|folder| percent_decode_str(folder).decode_utf8_lossy().into_owned());
    let first = paths.filter_map(|path| std::env::split_paths(path).next());
    let folders =
        first.chain(scanned.map(PathBuf::from)).filter(|folder| !is_archive(&folder.to_string_lossy()));
    folders.collect()
}

/// The words end with the program: `OpenJDK 64-Bit Server VM 17.0.15, /tmp/surefirebooter-20260101_3.jar`.
fn is_of_tool(words: &str) -> bool {
    let program = words.rsplit(", ").next().unwrap_or(words);
    let name = program.rsplit(['/', '\\']).next().unwrap_or(program);
    IN_FRONT.iter().any(|tool| name.starts_with(tool))
}
