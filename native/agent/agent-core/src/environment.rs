//! Finds what the build changed in the environment of this JVM.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Variables of the shell, of `make` and of Maven's script that name the moment or the call, and those with options of
/// JVMs, which the recorded arguments contain.
const OTHERS: [&str; 17] = [
    "_",
    "SHLVL",
    "PWD",
    "OLDPWD",
    "MAKEFLAGS",
    "MAKELEVEL",
    "MFLAGS",
    "MAVEN_CMD_LINE_ARGS",
    "MAVEN_PROJECTBASEDIR",
    "MAVEN_OPTS",
    "GRADLE_OPTS",
    "ANT_OPTS",
    "JAVA_OPTS",
    "JAVA_TOOL_OPTIONS",
    "JDK_JAVA_OPTIONS",
    "_JAVA_OPTIONS",
    "CLASSPATH",
];
/// The beginning of our own variables.
const OURS: &str = "FAULTLINE_";

type Variables = BTreeMap<String, String>;

/// The variables of this JVM that the build set, with their values, or removed: those that differ from the environment of
/// the run, whose process has this folder in `/proc`. Both environments are those at the start of the processes. Empty
/// where one of them cannot be read.
pub fn changed(run: &Path) -> Vec<(String, Option<String>)> {
    let both = of_process(run).zip(of_process(Path::new("/proc/self")));
    both.map(|(outer, own)| between(&outer, &own)).unwrap_or_default()
}

fn between(outer: &Variables, own: &Variables) -> Vec<(String, Option<String>)> {
    let names: BTreeSet<&String> = outer.keys().chain(own.keys()).collect();
    let is_changed = |name: &&String| outer.get(*name) != own.get(*name) && is_of_build(name);
    names.into_iter().filter(is_changed).map(|name| (name.clone(), own.get(name).cloned())).collect()
}

fn is_of_build(name: &str) -> bool {
    !OTHERS.contains(&name) && !name.starts_with(OURS)
}

/// The environment with which the process of a folder of `/proc` was started.
fn of_process(folder: &Path) -> Option<Variables> {
    fs::read(folder.join("environ")).ok().map(|text| parsed(&text))
}

/// Omits what is no text: it could not be written as it is.
fn parsed(text: &[u8]) -> Variables {
    let entries = text.split(|&byte| byte == 0).filter_map(|entry| str::from_utf8(entry).ok());
    let pairs = entries.filter_map(|entry| entry.split_once('='));
    let named = pairs.filter(|(name, _)| !name.is_empty());
    named.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changes(outer: &str, own: &str) -> Vec<(String, Option<String>)> {
        between(&parsed(outer.as_bytes()), &parsed(own.as_bytes()))
    }

    #[test]
    fn variables_that_only_the_build_set_or_changed_or_removed_are_told() {
        let change = |name: &str, value: Option<&str>| (name.to_owned(), value.map(str::to_owned));
        let (outer, own) = ("HOME=/h\0A=1\0GONE=x\0", "HOME=/h\0A=2=3\0NEW=\0");
        let expected = [change("A", Some("2=3")), change("GONE", None), change("NEW", Some(""))];
        assert_eq!(changes(outer, own), expected);
    }

    #[test]
    fn variables_of_shells_and_options_of_jvms_are_not_of_the_build() {
        let own = "_=/bin/java\0SHLVL=2\0PWD=/p\0MAVEN_OPTS=-Xmx1g\0FAULTLINE_SECRET_A=x\0JAVA_TOOL_OPTIONS=-Da=b\0";
        assert_eq!(changes("", own), []);
    }

    #[test]
    fn without_the_process_of_the_run_nothing_is_known_to_be_changed() {
        assert_eq!(changed(Path::new("/proc/none")), []);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_process_differs_from_itself_in_nothing() {
        assert_eq!(changed(Path::new("/proc/self")), []);
    }
}
