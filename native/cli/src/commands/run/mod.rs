//! `faultline run`: attaches the agent to a build, lets it run, says what was recorded.

pub mod options;
mod summary;

use std::process::ExitCode;
use std::time::{Instant, SystemTime};

use faultline_doctor::case::Case;
use faultline_doctor::circumstances::Circumstances;
use faultline_doctor::java::Java;
use faultline_doctor::report::Report;
use faultline_recordings::find;
use faultline_recordings::folder::{self, settle};
use faultline_running::agent::attach::{Attach, Attachment};
use faultline_running::agent::jar::AgentJar;
use faultline_running::agent::options::AgentOptions;
use faultline_running::process::command as child;
use faultline_telling::failure::Failure;

use crate::commands::run::options::RunOptions;
use crate::given::root;
use faultline_show::terminal::tell_below_output;

use self::summary::Summary;

/// Runs the command with the agent attached and summarises what was recorded.
/// What an earlier run recorded is replaced once this one has rows, and kept otherwise.
/// The exit code is the command's own. Errors: the agent is missing, the output folder
/// cannot be made or another run records into it, the command cannot be started.
pub fn run(options: &RunOptions) -> Result<ExitCode, Failure> {
    let root = root::project(options.root.as_deref())?;
    let patterns = (pattern_list(&options.include)?, pattern_list(&options.exclude)?);
    let elements: Vec<&str> = options.elements.iter().filter_map(|element| element.asked()).collect();
    let jar = AgentJar::find()?;
    let folder = folder::prepare(&options.out, options.append)?;
    let agent = AgentOptions {
        dir: &folder.path,
        root: &root,
        include: &patterns.0,
        exclude: &patterns.1,
        elements: &elements,
        // JAVA_TOOL_OPTIONS is inherited by the JVMs that a JVM starts; the rest is not.
        fork: Attach::from(options.attach) == Attach::Auto,
    }
    .to_string();

    let environment = |name: &str| std::env::var_os(name);
    let attachment = if Java::in_use(&options.command, &environment).is_some_and(|java| java.takes_no_agent())
    {
        // With the agent that Java would not even start; without, the tests run as ever.
        Attachment::none(&options.command)
    } else {
        Attachment::new(&options.command, options.attach.into(), jar.path(), &agent, &environment)
    };
    let (start, started) = (Instant::now(), SystemTime::now());
    let ended = child::run(&attachment)?;
    if ended.by_signal() {
        settle::wait(&folder.path);
    }
    let elapsed = start.elapsed();
    drop(jar);

    let circumstances = Circumstances {
        command: &options.command,
        attach: options.attach.into(),
        exit_code: Some(ended.code()),
        root: &root,
        included: &patterns.0,
        excluded: &patterns.1,
        started: Some(started),
    };
    // The build has its result already: a folder that went away is a recording of nothing.
    let case = Case::read(&find::recordings_in(&folder.path).unwrap_or_default(), circumstances);
    let (mut summary, report) = (Summary::of(&case.recordings), Report::at_once(&case));
    if summary.tests() > 0 {
        folder.earlier.replace();
    } else {
        summary.kept = folder.earlier.keep();
    }
    tell_below_output(&format!("faultline: {}", summary.line(elapsed, &report, &options.out)));
    Ok(ExitCode::from(ended.code()))
}

/// The patterns as given, once they can be class names: what the agent would never match
/// is an error here, where someone reads it.
fn pattern_list(patterns: &[String]) -> Result<Vec<&str>, Failure> {
    patterns.iter().map(|pattern| checked_pattern(pattern.trim())).collect()
}

fn checked_pattern(pattern: &str) -> Result<&str, Failure> {
    if pattern.is_empty() {
        return Err(Failure::misuse("a class pattern is empty; give a name like `org.example.*`"));
    }
    if let Some(found) = pattern.chars().find(|&c| c.is_whitespace() || "/:,;[]()#".contains(c)) {
        let dotted = pattern.replace('/', ".");
        let advice = if found == '/' { format!("; did you mean `{dotted}`?") } else { String::new() };
        return Err(Failure::misuse(format!(
            "the class pattern `{pattern}` holds `{found}`, which no class name has{advice}"
        )));
    }
    Ok(pattern)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_that_no_class_can_match_are_misuse() {
        assert!(checked_pattern("org.x.*").is_ok());
        assert!(checked_pattern("org.x.Outer$Inner?").is_ok());
        for pattern in ["", "org/x/Foo", "a b", "Foo#bar"] {
            assert!(matches!(checked_pattern(pattern), Err(Failure::Misuse(_))), "{pattern}");
        }
        assert!(checked_pattern("org/x/*").is_err_and(|e| e.to_string().contains("`org.x.*`")));
    }
}
