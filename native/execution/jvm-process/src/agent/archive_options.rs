//! Options of a JVM about archives of classes (CDS) and caches of code (AOT), beside which no agent may stand.
//!
//! With an agent, a JVM that is to write an archive does not start, and one that is to read an archive made
//! without the agent prints errors or does not start. Later options win, so the [`remedies`] go behind the
//! others. The agent does the same with the JVMs that its JVM starts (`ArchiveOptions.java`).

use std::collections::HashMap;

/// Options that let a JVM with these options, in their order, start with an agent; none if it does so anyway.
pub fn remedies(options: &[String]) -> Vec<String> {
    let values = values(options);
    let is = |name: &str, value: &str| values.get(name) == Some(&value);
    let is_set = |name: &str| values.get(name).is_some_and(|value| !value.is_empty());
    let mut remedies = Vec::new();
    for flag in ["AutoCreateSharedArchive", "RecordDynamicDumpInfo"] {
        if is(flag, "+") {
            remedies.push(format!("-XX:-{flag}"));
        }
    }
    for file in ["ArchiveClassesAtExit", "SharedArchiveFile"] {
        if is_set(file) {
            remedies.push(format!("-XX:{file}="));
        }
    }
    if is_set("SharedArchiveFile") && is("-Xshare", "on") {
        remedies.push("-Xshare:auto".to_owned());
    }
    let is_cached = ["AOTCache", "AOTCacheOutput", "AOTConfiguration"].into_iter().any(is_set);
    if !is("AOTMode", "off") && (is_cached || is("AOTMode", "on") || is("AOTMode", "record")) {
        remedies.push("-XX:AOTMode=off".to_owned());
    }
    remedies
}

/// Whether a JVM with these options only writes an archive and runs no program.
pub fn run_no_program(options: &[String]) -> bool {
    let values = values(options);
    values.get("-Xshare") == Some(&"dump") || values.get("AOTMode") == Some(&"create")
}

fn values(options: &[String]) -> HashMap<&str, &str> {
    options.iter().filter_map(|option| value(option)).collect()
}

fn value(option: &str) -> Option<(&str, &str)> {
    if let Some(how) = option.strip_prefix("-Xshare:") {
        return Some(("-Xshare", how));
    }
    let flag = option.strip_prefix("-XX:")?;
    match flag.as_bytes().first()? {
        b'+' | b'-' => Some((&flag[1..], &flag[..1])),
        _ => flag.split_once('='),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(options: &str) -> String {
        let options: Vec<String> = options.split(' ').map(str::to_owned).collect();
        remedies(&options).join(" ")
    }

    #[test]
    fn each_option_has_its_remedy_and_an_overruled_one_needs_none() {
        for (options, expected) in [
            ("-XX:ArchiveClassesAtExit=a", "-XX:ArchiveClassesAtExit="),
            ("-XX:+AutoCreateSharedArchive", "-XX:-AutoCreateSharedArchive"),
            ("-XX:+RecordDynamicDumpInfo", "-XX:-RecordDynamicDumpInfo"),
            ("-Xshare:on -XX:SharedArchiveFile=a", "-XX:SharedArchiveFile= -Xshare:auto"),
            ("-XX:AOTCache=a -XX:AOTMode=on", "-XX:AOTMode=off"),
            ("-XX:AOTCacheOutput=a", "-XX:AOTMode=off"),
            ("-XX:AOTCache=a -XX:AOTMode=off", ""),
            ("-XX:+AutoCreateSharedArchive -XX:-AutoCreateSharedArchive", ""),
            ("-Xshare:on -Xmx1g", ""),
        ] {
            assert_eq!(of(options), expected, "{options}");
        }
    }

    #[test]
    fn a_jvm_that_writes_an_archive_runs_no_program() {
        assert!(run_no_program(&["-Xshare:dump".to_owned()]));
        assert!(run_no_program(&["-XX:AOTMode=create".to_owned()]));
        assert!(!run_no_program(&["-XX:AOTMode=record".to_owned(), "-Xshare:auto".to_owned()]));
    }
}
