//! The agent's cost for a real suite, compared with JaCoCo's agent: ratios of CPU time.

use std::path::{Path, PathBuf};

use crate::comparison::{Comparison, Variant, compare};
use crate::suite::{EXCLUDE, INCLUDE, Suite};
use crate::{BenchError, workspace};

/// Runs the suite plain, under JaCoCo and under Faultline, alternating, with `threads` threads; `older` is another agent's jar to compare.
/// Errors: something is missing, a run fails, or the runs do not execute the same tests.
pub fn run(
    rounds: usize,
    threads: u16,
    older: Option<&Path>,
    progress: impl Fn(&str),
) -> Result<Comparison, BenchError> {
    let suite = Suite::prepare()?;
    let title = format!("commons-lang3 3.1, {threads} at a time");
    compare(title, variants(&suite, threads, older)?, rounds, counts, &progress)
}

fn variants(suite: &Suite, threads: u16, older: Option<&Path>) -> Result<Vec<Variant>, BenchError> {
    let exec = workspace::fresh("jacoco")?.join("jacoco.exec");
    let records = workspace::fresh("faultline")?;
    let unwatched = workspace::fresh("faultline-unwatched")?;
    let agent = workspace::agent()?;
    let jacoco = jacoco(&suite.jacoco(), &exec, INCLUDE, EXCLUDE);
    let watched = faultline(&agent, &records, INCLUDE, Some(EXCLUDE));
    // Measures the cost of JVM events, the only difference.
    let without = faultline(&agent, &unwatched, INCLUDE, Some(EXCLUDE)) + ",jvmti=false";
    let variant = |name, agent: Option<String>, output: Option<PathBuf>| {
        let suite = suite.clone();
        Variant::new(name, output, move || suite.command(agent.as_deref(), threads))
    };
    let mut variants = vec![
        variant("plain", None, None),
        variant("JaCoCo 0.8.15, aggregate", Some(jacoco), Some(exec)),
        variant("Faultline, per test", Some(watched), Some(records)),
        variant("Faultline without JVMTI", Some(without), Some(unwatched)),
    ];
    if let Some(older) = older {
        let records = workspace::fresh("faultline-older")?;
        let agent = faultline(older, &records, INCLUDE, Some(EXCLUDE));
        variants.push(variant("Faultline, older agent", Some(agent), Some(records)));
    }
    Ok(variants)
}

/// The argument for JaCoCo's agent: its output file, classes by pattern.
pub fn jacoco(agent: &Path, exec: &Path, include: &str, exclude: &str) -> String {
    let (agent, exec) = (agent.display(), exec.display());
    format!("-javaagent:{agent}=destfile={exec},includes={include},excludes={exclude}")
}

/// The argument for Faultline's agent: its output folder, classes by pattern.
pub fn faultline(agent: &Path, dir: &Path, include: &str, exclude: Option<&str>) -> String {
    let dir = dir.to_string_lossy();
    let options = [("dir", Some(&*dir)), ("include", Some(include)), ("exclude", exclude)];
    let options: Vec<String> =
        options.iter().filter_map(|(key, value)| Some(format!("{key}={}", encode((*value)?)))).collect();
    format!("-javaagent:{}={}", agent.display(), options.join(","))
}

/// Encodes the separators of agent options, commas and equals signs.
fn encode(value: &str) -> String {
    value.replace('%', "%25").replace(',', "%2C").replace('=', "%3D")
}

/// Parses `ran N failed M`, the runner's only line.
fn counts(printed: &str) -> Option<(u64, u64)> {
    let line = printed.lines().rev().find(|l| l.starts_with("ran "))?;
    let mut words = line.split(' ');
    let ran = words.nth(1)?.parse().ok()?;
    Some((ran, words.nth(1)?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_counts_after_what_the_tests_print() {
        assert_eq!(counts("noise\nran 2057 failed 40\n"), Some((2057, 40)));
        assert_eq!(counts("ran away\n"), None);
    }

    #[test]
    fn option_values_hide_separators() {
        assert_eq!(encode("/a,b=c%"), "/a%2Cb%3Dc%25");
    }

    #[test]
    fn the_agent_gets_its_folder_and_patterns() {
        let text = faultline(Path::new("/a.jar"), Path::new("/out,1"), "x.*", None);
        assert_eq!(text, "-javaagent:/a.jar=dir=/out%2C1,include=x.*");
    }
}
