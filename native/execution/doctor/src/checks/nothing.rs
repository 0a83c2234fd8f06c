//! Finds out why no tests, or no classes, were recorded.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::Path;

use faultline_jvm_process::agent::attach::{Attach, is_java};
use faultline_jvm_process::agent::java_line;
use faultline_jvm_process::tools::installation::Installation;
use faultline_messages::words::{counted, shell_word};
use faultline_spectrum::{ClassName, Recording};

use super::super::builds::{Pom, poms};
use super::super::case::Case;
use super::super::circumstances::{Tool, maven_rc_that_sets_options};
use super::super::compiled::{Compiled, matches};
use super::super::example;
use super::super::finding::{Code, Finding, Severity};
use super::super::java::{in_use, is_supported, is_too_old, lacks_instrument};
use super::classes;

const RECORDING: &str = "nothing was recorded: ";

/// Findings for recordings without tests or without classes, the likeliest cause first.
pub fn check(case: &Case) -> Vec<Finding> {
    let tests = case.tests().count();
    let poms = poms(case.root());
    if case.recordings.is_empty() {
        if !case.unreadable.is_empty() {
            return Vec::new();
        }
        let mut found = no_file(case, &poms);
        found.extend(dropping_arg_lines(&poms, Severity::Error));
        return found;
    }
    let mut found = match (tests, case.has_classes()) {
        (0, false) => vec![Finding::new(
            Code::NoRecording,
            "nothing was recorded: a JVM had the agent, but no test was seen and no class was in scope",
            scope_advice(case),
        )],
        (0, true) => vec![no_tests(case)],
        (tests, false) => vec![no_classes(case, tests)],
        _ => test_classes_only(case).into_iter().collect(),
    };
    found.extend(dropping_arg_lines(&poms, Severity::Warning));
    found
}

fn no_tests(case: &Case) -> Finding {
    let classes: BTreeSet<_> = case
        .recordings
        .iter()
        .flat_map(|recording| &recording.classes)
        .map(|class| class.name.as_str())
        .collect();
    let were = if classes.len() == 1 {
        "1 class was".to_owned()
    } else {
        format!("{} were", counted(classes.len(), "class"))
    };
    Finding::new(
        Code::NoTests,
        format!("no test was seen, though {were} loaded"),
        "Faultline sees tests of JUnit 3, 4, 5, 6 and TestNG in the JVMs that the build starts: did the tests run?",
    )
    .with(jvms(case))
}

fn no_classes(case: &Case, tests: usize) -> Finding {
    let were = if tests == 1 { "1 test was".to_owned() } else { format!("{} were", counted(tests, "test")) };
    Finding::new(Code::NoClasses, format!("{were} seen, but no class was in scope"), scope_advice(case))
}

/// Reports a scope that contains only test classes.
fn test_classes_only(case: &Case) -> Option<Finding> {
    let of_rows: BTreeSet<_> = case
        .tests()
        .filter(|test| !test.class.is_empty())
        .map(|test| ClassName(&test.class).outermost())
        .collect();
    let recorded: BTreeSet<_> = case
        .recordings
        .iter()
        .flat_map(Recording::written_classes)
        .map(|class| class.name.as_str())
        .chain(case.left_out.tests.values().flatten().map(String::as_str))
        .map(|class| ClassName(class).outermost())
        .collect();
    (!recorded.is_empty() && recorded.is_subset(&of_rows) && !holds_tests_in_subject(case)).then(|| {
        Finding::new(
            Code::TestClassesOnly,
            "only test classes were recorded, none of what they test",
            format!(
                "choose the classes that are tested: faultline run --include '{}' -- ...",
                example::of_project(case)
            ),
        )
        .with(super::some_of(recorded.iter().map(|name| (*name).to_owned())))
    })
}

/// Whether a class was recorded whose nested tests were left out: it is what they test.
fn holds_tests_in_subject(case: &Case) -> bool {
    let tests = case.left_out.tests.values().flatten();
    let outer: BTreeSet<_> = tests.map(|test| ClassName(test).outermost()).collect();
    let mut recorded = case.recordings.iter().flat_map(Recording::written_classes);
    recorded.any(|class| outer.contains(class.name.as_str()))
}

fn scope_advice(case: &Case) -> String {
    let (included, excluded) = (case.circumstances.included, case.circumstances.excluded);
    let compiled = Compiled::below(case.root());
    let mut refused = case.recordings.iter().flat_map(|recording| &recording.refusals);
    if refused.any(|refusal| !classes::is_made_at_run_time(&refusal.class, &compiled)) {
        return "the classes that were cannot be recorded; compile with line numbers (javac -g)".to_owned();
    }
    let takes = |patterns: &[&str], class: &str| patterns.iter().any(|pattern| matches(pattern, class));
    let is_included = |class: &&str| included.is_empty() || takes(included, class);
    let mut left = compiled.names().filter(is_included).filter(|class| !takes(excluded, class));
    let some_match = compiled.names().any(|class| is_included(&class));
    if !excluded.is_empty() && some_match && left.next().is_none() {
        return format!("--exclude {} leaves no class: exclude less", quoted(excluded));
    }
    if !included.is_empty() && some_match {
        return format!(
            "classes that match --include {} are there, but none was loaded from a folder of its own: what lies among the \
             tests' classes (target/test-classes) is never recorded",
            quoted(included)
        );
    }
    if !included.is_empty() {
        return format!(
            "no class matches --include {}; names are like `{}`",
            quoted(included),
            example::of_project(case)
        );
    }
    let but =
        if excluded.is_empty() { String::new() } else { format!(", without --exclude {}", quoted(excluded)) };
    format!(
        "classes are taken from below {}{but}; name others with --include '{}'",
        case.root().display(),
        example::of_project(case)
    )
}

fn quoted(patterns: &[&str]) -> String {
    shell_word(&patterns.join(","))
}

fn no_file(case: &Case, poms: &[Pom]) -> Vec<Finding> {
    let circumstances = &case.circumstances;
    let tool = Tool::of(circumstances);
    let variable = |name: &str| std::env::var_os(name);
    if let (Tool::Maven, Attach::Auto, Some(file)) =
        (tool, circumstances.attach, maven_rc_that_sets_options(&variable))
    {
        return vec![Finding::new(
            Code::MavenrcOverrides,
            format!("{RECORDING}{} sets MAVEN_OPTS and so drops the agent", file.display()),
            "run with MAVEN_SKIP_RC=1 or --attach env",
        )];
    }
    let java = in_use(circumstances.command, &variable);
    let mut found: Vec<_> = java.iter().filter_map(of_java).collect();
    found.extend(circumstances.without_agent.then(ended_with_agent));
    found.extend(own_loader(circumstances.command, &variable));
    found.extend(reported_jvms(case));
    found.extend(dropped(case, poms));
    if found.is_empty() {
        let (sentence, mend) = why_no_file(case, tool);
        found.push(Finding::new(Code::NoRecording, format!("{RECORDING}{sentence}"), mend));
    }
    found
}

/// Reports that tests ran according to the build, but no JVM recorded any.
fn dropped(case: &Case, poms: &[Pom]) -> Option<Finding> {
    // Without a known start time, the reports may belong to an earlier build.
    let ran = case.reports.cases();
    (ran > 0 && case.circumstances.started.is_some()).then(|| {
        let ways = poms
            .iter()
            .flat_map(|pom| pom.jvms.iter().map(|jvm| format!("{}: <jvm>{jvm}</jvm>", pom.path.display())));
        let folder = case.reports.folder.iter().map(|folder| format!("reports in {}", folder.display()));
        Finding::new(
            Code::AgentDropped,
            format!("{RECORDING}the build reports {}, but no JVM had the agent", counted(ran, "test")),
            "the build starts its JVMs in a way of its own: use faultline run --attach env -- ..., which \
             reaches every JVM",
        )
        .with(folder.chain(ways).chain(jvms_of_reports(case)))
    })
}

fn jvms_of_reports(case: &Case) -> Vec<String> {
    let shown =
        |jvm: &faultline_build_reports::reports::Jvm| format!("{} {} in {}", jvm.name, jvm.version, jvm.home);
    super::some_of(case.reports.jvms.iter().map(shown))
}

fn ended_with_agent() -> Finding {
    Finding::new(
        Code::JvmTakesNoAgent,
        format!("{RECORDING}the JVM does not start with the agent, so the command ran again without it"),
        "see what it printed, and remove the option that conflicts with the agent",
    )
}

fn own_loader(command: &[OsString], variable: &dyn Fn(&str) -> Option<OsString>) -> Option<Finding> {
    command.first().filter(|program| is_java(program))?;
    let options = java_line::of_command(command, variable);
    let class = java_line::own_loader(&options)?;
    Some(Finding::new(
        Code::JvmTakesNoAgent,
        format!(
            "{RECORDING}a JVM whose system class loader is {class} gets no agent, because it starts with one only if that \
             loader has a method of its own for agents"
        ),
        "run the tests without -Djava.system.class.loader, if they pass without it",
    ))
}

fn of_java(java: &Installation) -> Option<Finding> {
    let home = java.home.display();
    if is_too_old(&java.version) {
        return Some(too_old(&format!("the Java in {home}"), &java.version));
    }
    if lacks_instrument(java) {
        return Some(Finding::new(
            Code::JavaWithoutInstrument,
            format!("{RECORDING}the Java in {home} has no module java.instrument, so it takes no agent"),
            "run the tests on a whole JDK, or link the image again with --add-modules java.instrument",
        ));
    }
    (!is_supported(&java.platform)).then(|| platform(&java.platform))
}

fn reported_jvms(case: &Case) -> Vec<Finding> {
    let mut found = Vec::new();
    for jvm in &case.reports.jvms {
        if is_too_old(&jvm.version) {
            found.push(too_old("the Java of the tests", &jvm.version).with([jvm.home.clone()]));
        } else if let Some(java) = Installation::at(Path::new(&jvm.home)).filter(lacks_instrument) {
            found.extend(of_java(&java));
        } else if !is_supported(&jvm.platform) {
            found.push(platform(&jvm.platform));
        }
    }
    found
}

fn too_old(which: &str, version: &str) -> Finding {
    Finding::new(
        Code::JavaTooOld,
        format!("{RECORDING}{which} is version {version}, and the agent needs Java 8"),
        "run the tests on Java 8 or newer; JAVA_HOME names the one that Maven and Gradle use",
    )
}

fn platform((os, arch): &(String, String)) -> Finding {
    Finding::new(
        Code::UnsupportedPlatform,
        format!("{RECORDING}there is no native library for {os} on {arch}"),
        "record on Linux or macOS, x86_64 or aarch64, or on Windows, x86_64; the recording can be read anywhere",
    )
}

fn why_no_file(case: &Case, tool: Tool) -> (String, String) {
    let circumstances = &case.circumstances;
    let Some(exit_code) = circumstances.exit_code else {
        return (
            format!("there is no recording in or above {}", case.root().display()),
            match tool {
                Tool::Gradle => "record one: faultline run -- ./gradlew test --rerun-tasks".to_owned(),
                _ => "record one: faultline run -- mvn test".to_owned(),
            },
        );
    };
    let (sentence, mend) = match tool {
        // 128+n: ended by a signal, so not the build's fault.
        _ if (129..=159).contains(&exit_code) => {
            ("the command was stopped before its tests started", "let it run to its end")
        }
        Tool::MavenDaemon if circumstances.attach == Attach::Auto => {
            ("mvnd's daemon has no agent if it was already running", "use mvn instead")
        }
        Tool::Java if exit_code != 0 => {
            ("the program ended before a test or a class of the project", "see its output")
        }
        Tool::Java => {
            return (
                format!(
                    "the program ran no test and loaded no class from below {}",
                    circumstances.root.display()
                ),
                format!(
                    "name classes with --include '{}'",
                    example::of(Compiled::below(circumstances.root).names())
                ),
            );
        }
        Tool::Maven | Tool::MavenDaemon | Tool::Gradle | Tool::Ant if exit_code != 0 => {
            ("the build failed before its tests started", "see its output")
        }
        Tool::Maven | Tool::MavenDaemon => {
            ("Maven started no test", "does this phase run tests (mvn test), and is skipTests unset?")
        }
        Tool::Gradle if circumstances.affected => (
            "Gradle started no test",
            "it skips tests that are up to date, for which nothing has changed since they passed",
        ),
        Tool::Gradle => ("Gradle started no test", "it skips tests that are up to date: add --rerun-tasks"),
        Tool::Ant => ("Ant started no test", "does this target run tests?"),
        Tool::Other if circumstances.attach == Attach::Env && exit_code != 0 => (
            "no JVM had a test or a class of the project",
            "did the command start java, and that start with the agent? With options about an archive of classes or an \
             AOT cache (-XX:ArchiveClassesAtExit, -Xshare:on, -XX:AOTCache) it may not",
        ),
        Tool::Other if circumstances.attach == Attach::Env => {
            ("no JVM had a test or a class of the project", "did the command start java?")
        }
        Tool::Other => (
            "no JVM got the agent",
            "for commands that start none through java, Maven, Gradle or Ant use faultline run --attach env -- ...",
        ),
    };
    (sentence.to_owned(), mend.to_owned())
}

/// Reports poms with our plugin whose own `argLine` drops the agent that the plugin set.
fn dropping_arg_lines(poms: &[Pom], severity: Severity) -> Option<Finding> {
    // The plugin may be in the parent and the argLine in a module.
    if !poms.iter().any(|pom| pom.has_plugin) {
        return None;
    }
    let lines: Vec<_> = poms
        .iter()
        .flat_map(|pom| {
            pom.arg_lines.iter().map(|line| format!("{}: <argLine>{line}</argLine>", pom.path.display()))
        })
        .collect();
    (!lines.is_empty()).then(|| {
        Finding::new(
            Code::ArgLineDropsAgent,
            "an <argLine> of the build replaces the one that the Maven plugin sets, and so drops the agent",
            "begin it with @{argLine}, which Surefire looks up when it starts the tests: \
             <argLine>@{argLine} -Xmx1g</argLine>; or record with faultline run, which needs no argLine",
        )
        .with(super::some_of(lines))
        .rated(severity)
    })
}

fn jvms(case: &Case) -> Vec<String> {
    super::some_of(case.recordings.iter().map(|recording| {
        format!(
            "pid {}: {}",
            recording.origin.pid,
            faultline_messages::words::printable(recording.origin.words())
        )
    }))
}
