//! `faultline run` with small shell commands and a fake jar.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::support::{Done, Scratch, class, one_failure, recording, test, write_recording};
use faultline_spectrum::Outcome;

/// A folder with a fake agent jar; no test starts a JVM.
fn project(name: &str) -> (Scratch, String) {
    let scratch = Scratch::new(name);
    let jar = scratch.file("tool home/lib/faultline-agent.jar", "not a jar");
    (scratch, jar.display().to_string())
}

fn run(scratch: &Scratch, jar: &str, arguments: &[&str]) -> Done {
    Done::of(&faultline(scratch, jar, arguments).output().unwrap())
}

fn faultline(scratch: &Scratch, jar: &str, arguments: &[&str]) -> Command {
    let mut command = scratch.faultline(&["run"]);
    command.args(arguments).env("FAULTLINE_AGENT", jar);
    command
}

#[test]
fn the_exit_code_is_the_commands_own() {
    let (scratch, jar) = project("codes");
    for code in [0, 1, 3, 255] {
        let done = run(&scratch, &jar, &["--", "sh", "-c", &format!("exit {code}")]);
        assert_eq!(done.code, Some(code));
    }
    assert_eq!(run(&scratch, &jar, &["--", "sh", "-c", "kill -9 $$"]).code, Some(137));
}

#[test]
fn output_is_the_commands_own_and_one_line_follows_on_standard_error() {
    let (scratch, jar) = project("output");
    let done = run(&scratch, &jar, &["--", "sh", "-c", "echo out; echo err >&2"]);
    assert_eq!(done.out, "out\n");
    let lines: Vec<_> = done.err.lines().collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert_eq!(lines[0], "err");
    assert!(lines[1].starts_with("faultline: nothing was recorded: "), "{}", lines[1]);
}

#[test]
fn standard_input_reaches_the_command() {
    let (scratch, jar) = project("input");
    scratch.file("words", "hello\n");
    let done = run(&scratch, &jar, &["--", "sh", "-c", "cat words | cat"]);
    assert_eq!(done.out, "hello\n");
    let input = fs::File::open(scratch.path("words")).unwrap();
    let output = faultline(&scratch, &jar, &["--", "cat"]).stdin(input).output().unwrap();
    assert_eq!(output.stdout, b"hello\n");
}

#[test]
fn build_tools_get_the_agent_through_their_own_variables() {
    let (scratch, jar) = project("variables");
    let script = r#"printf '%s\n' "$MAVEN_OPTS" "$GRADLE_OPTS" "$ANT_OPTS" "${JAVA_TOOL_OPTIONS-unset}""#;
    let mut command =
        faultline(&scratch, &jar, &["-i", "org.x.*,org.y.A", "-x", "org.x.B?", "--", "sh", "-c", script]);
    let done = Done::of(&command.env("MAVEN_OPTS", "-Xmx1g").output().unwrap());
    let lines: Vec<_> = done.out.lines().collect();

    let words: Vec<_> = lines[0].split(' ').collect();
    assert_eq!(words.len(), 2, "split at blanks, the agent is one word: {words:?}");
    assert_eq!(words[0], "-Xmx1g");
    let (path, options) = words[1].strip_prefix("-javaagent:").unwrap().split_once('=').unwrap();
    assert!(path.ends_with("/faultline-agent.jar"), "{path}");
    let here = scratch.0.canonicalize().unwrap().display().to_string().replace(' ', "%20");
    let (options, run) = options.rsplit_once(",run=").unwrap();
    assert_eq!(
        options,
        format!("dir={here}/.faultline,root={here},include=org.x.%2A:org.y.A,exclude=org.x.B%3F,fork=true")
    );
    assert!(run.parse::<u32>().is_ok(), "a process: {run}");
    let gradle = lines[1].strip_prefix(&format!("{} -Dorg.gradle.daemon=false ", words[1])).unwrap();
    assert!(gradle.starts_with("-Dorg.gradle.daemon.registry.base=/"), "its daemons are its own: {gradle}");
    assert_eq!(lines[2], words[1]);
    assert_eq!(lines[3], "unset");
}

#[test]
fn a_jar_under_a_path_with_blanks_is_handed_over_as_a_copy_that_goes_away() {
    let (scratch, jar) = project("blanks");
    assert!(jar.contains(' '));
    let script = r#"p="${ANT_OPTS#-javaagent:}"; p="${p%%=*}"; echo "$p"; cat "$p""#;
    let done = run(&scratch, &jar, &["--", "sh", "-c", script]);
    let (path, content) = done.out.split_once('\n').unwrap();
    assert!(!path.contains(' '), "{path}");
    assert_eq!(content, "not a jar");
    assert!(!fs::exists(path).unwrap());
}

#[test]
fn java_gets_the_agent_as_its_first_argument() {
    let (scratch, jar) = project("java");
    let java = scratch.file("bin/java", "#!/bin/sh\nprintf '%s\\n' \"$@\"\necho \"${MAVEN_OPTS-unset}\"\n");
    let mut mode = fs::metadata(&java).unwrap().permissions();
    std::os::unix::fs::PermissionsExt::set_mode(&mut mode, 0o755);
    fs::set_permissions(&java, mode).unwrap();
    let done = run(&scratch, &jar, &["--", java.to_str().unwrap(), "-cp", "a b", "Main"]);
    let lines: Vec<_> = done.out.lines().collect();
    assert!(lines[0].starts_with("-javaagent:/"), "{lines:?}");
    assert_eq!(lines[1..], ["-cp", "a b", "Main", "unset"]);
}

#[test]
fn a_java_that_takes_no_agent_is_started_without_and_the_line_says_why() {
    let (scratch, jar) = project("image");
    scratch.file("image/release", "JAVA_VERSION=\"21.0.1\"\nMODULES=\"java.base\"\n");
    let java = scratch.file("image/bin/java", "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
    let mut mode = fs::metadata(&java).unwrap().permissions();
    std::os::unix::fs::PermissionsExt::set_mode(&mut mode, 0o755);
    fs::set_permissions(&java, mode).unwrap();
    let done = run(&scratch, &jar, &["--", java.to_str().unwrap(), "Main"]);
    assert_eq!((done.code, done.out.as_str()), (Some(0), "Main\n"));
    assert!(
        done.err.contains("has no module java.instrument") && done.err.lines().count() == 1,
        "{}",
        done.err
    );
}

#[test]
fn a_java_that_ends_with_the_agent_is_run_again_without_and_the_line_says_so() {
    let (scratch, jar) = project("ends");
    let script = "#!/bin/sh\ncase \"$*\" in *-javaagent*) exit 134;; esac\nprintf '%s\\n' \"$@\"\n";
    let java = scratch.file("bin/java", script);
    let mut mode = fs::metadata(&java).unwrap().permissions();
    std::os::unix::fs::PermissionsExt::set_mode(&mut mode, 0o755);
    fs::set_permissions(&java, mode).unwrap();
    let done = run(&scratch, &jar, &["--", java.to_str().unwrap(), "Main"]);
    assert_eq!((done.code, done.out.as_str()), (Some(0), "Main\n"));
    assert!(done.err.contains("does not start with the agent, so the command ran again"), "{}", done.err);
    // A program that fails is run once.
    fs::write(&java, "#!/bin/sh\nfor last; do :; done\n[ \"$last\" = Main ] && echo ran && exit 3\nexit 0\n")
        .unwrap();
    let done = run(&scratch, &jar, &["--", java.to_str().unwrap(), "Main"]);
    assert_eq!((done.code, done.out.as_str()), (Some(3), "ran\n"));
}

#[test]
fn attach_env_uses_the_variable_that_every_jvm_reads() {
    let (scratch, jar) = project("env");
    let script = r#"echo "$JAVA_TOOL_OPTIONS"; echo "${MAVEN_OPTS-unset}""#;
    let done = run(&scratch, &jar, &["--attach", "env", "--", "sh", "-c", script]);
    let lines: Vec<_> = done.out.lines().collect();
    assert!(lines[0].starts_with("-javaagent:/") && !lines[0].contains("fork="), "{lines:?}");
    assert_eq!(lines[1], "unset");
}

#[test]
fn the_last_line_tells_what_was_recorded_and_rank_takes_it_from_there() {
    let (scratch, jar) = project("summary");
    // Replaces the agent: puts a recording into the output folder.
    scratch.record("prepared", &one_failure());
    fs::rename(scratch.path(".faultline/prepared.flt"), scratch.path("prepared.flt")).unwrap();
    // The leftover of an earlier run, without rows.
    scratch.record("old", &recording(Vec::new(), Vec::new()));

    let done = run(&scratch, &jar, &["--", "sh", "-c", "cp prepared.flt .faultline/1-a.flt; exit 1"]);
    assert_eq!(done.code, Some(1));
    let start = "faultline: 5 tests (3 passed, 1 failed, 1 skipped), 2 classes, 7 lines, 1 file, ";
    assert!(done.err.starts_with(start) && done.err.ends_with(" s; next: faultline rank\n"), "{}", done.err);
    assert_eq!(done.err.lines().count(), 1);
    assert!(!scratch.path(".faultline/old.flt").exists());
    assert_eq!(fs::read_to_string(scratch.path(".faultline/.gitignore")).unwrap(), "*\n");

    let ranked = scratch.run(&["rank"]).ok();
    assert!(ranked.contains("Parser.parse"), "{ranked}");
}

#[test]
fn earlier_recordings_are_kept_when_asked_for() {
    let (scratch, jar) = project("append");
    scratch.record("1-a", &one_failure());
    let done = run(&scratch, &jar, &["--append", "--", "true"]);
    assert!(done.err.contains("5 tests"), "{}", done.err);
    let done = run(&scratch, &jar, &["--", "true"]);
    assert!(done.err.contains("nothing was recorded"), "{}", done.err);
}

/// Creates an earlier recording, and `prepared.flt`, which serves as a new one.
fn earlier(scratch: &Scratch) {
    scratch.record("1-old", &one_failure());
    fs::copy(scratch.path(".faultline/1-old.flt"), scratch.path("prepared.flt")).unwrap();
}

/// The names in `.faultline` without the marker, sorted.
fn recorded(scratch: &Scratch) -> Vec<String> {
    let entries = fs::read_dir(scratch.path(".faultline")).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.retain(|name| name != ".faultline-folder");
    names.sort();
    names
}

#[test]
fn a_run_without_rows_leaves_the_earlier_recording_and_says_so() {
    let (scratch, jar) = project("kept");
    earlier(&scratch);
    let missing = run(&scratch, &jar, &["--", "mvm", "test"]).error(1);
    assert!(missing.contains("`mvm` was not found"), "{missing}");
    assert_eq!(recorded(&scratch), [".gitignore", "1-old.flt"]);

    // Simulates a build that loads classes but runs no test.
    write_recording(&scratch.path("rowless.flt"), &recording(Vec::new(), Vec::new()));
    for script in ["exit 1", "cp rowless.flt .faultline/2-new.flt"] {
        let done = run(&scratch, &jar, &["--", "sh", "-c", script]);
        assert!(done.err.starts_with("faultline: nothing was recorded"), "{}", done.err);
        assert!(done.err.ends_with("; .faultline still has the earlier recording\n"), "{}", done.err);
        assert_eq!(recorded(&scratch), [".gitignore", "1-old.flt"], "{script}");
    }

    let done = run(&scratch, &jar, &["--", "cp", "prepared.flt", ".faultline/2-new.flt"]);
    assert!(done.err.contains("5 tests"), "{}", done.err);
    assert_eq!(recorded(&scratch), [".gitignore", "2-new.flt", "baseline.flb", "sources.tsv"]);
}

#[test]
fn a_recording_without_rows_is_not_kept() {
    let (scratch, jar) = project("rowless");
    scratch.record("1-old", &recording(Vec::new(), Vec::new()));
    let done = run(&scratch, &jar, &["--", "true"]);
    assert!(!done.err.contains("still has"), "{}", done.err);
    assert_eq!(recorded(&scratch), [".gitignore"]);
}

#[test]
fn a_killed_run_loses_neither_its_own_tests_nor_the_earlier_recording() {
    let (scratch, jar) = project("killed");
    earlier(&scratch);
    let killed = |script: &str| run(&scratch, &jar, &["--", "sh", "-c", &format!("{script} kill -9 $PPID")]);
    assert_eq!(killed("").code, None);
    let rank = scratch.run(&["rank"]).error(1);
    assert!(rank.contains(".faultline/.faultline-earlier has the one before it"), "{rank}");
    assert!(scratch.run(&["rank", ".faultline/.faultline-earlier"]).ok().contains("Parser.parse"));

    // The next run first restores what the killed run had set aside.
    let done = run(&scratch, &jar, &["--append", "--", "true"]);
    assert!(done.err.contains("5 tests"), "{}", done.err);
    assert_eq!(recorded(&scratch), [".gitignore", "1-old.flt", "baseline.flb", "sources.tsv"]);

    assert_eq!(killed("cp prepared.flt .faultline/2-new.flt;").code, None);
    assert!(scratch.run(&["rank"]).ok().contains("Parser.parse"));
    run(&scratch, &jar, &["--", "true"]);
    assert_eq!(
        recorded(&scratch),
        [".gitignore", "2-new.flt", "baseline.flb"],
        "what has rows is the later one"
    );
}

#[test]
fn a_second_run_in_the_same_folder_is_told_so_and_changes_nothing() {
    let (scratch, jar) = project("twice");
    scratch.record("1-old", &one_failure());
    let script =
        "\"$PROGRAM\" run --append -- echo in vain; \"$PROGRAM\" run --out other -- echo apart; exit 0";
    let mut command = faultline(&scratch, &jar, &["--append", "--", "sh", "-c", script]);
    let done = Done::of(&command.env("PROGRAM", env!("CARGO_BIN_EXE_faultline")).output().unwrap());
    assert_eq!(done.out, "apart\n");
    let told = done.err.lines().next().unwrap();
    assert_eq!(
        told,
        "faultline: another `faultline run` records into .faultline at this moment; wait for its end, or give \
         this one a folder of its own with --out"
    );
    assert!(done.err.lines().last().unwrap().contains("5 tests"), "{}", done.err);
}

#[test]
fn a_torn_file_is_noted_and_a_foreign_one_too() {
    let (scratch, jar) = project("torn");
    let path = scratch.record("1-a", &one_failure());
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() - 5]).unwrap();
    // The foreign file is added after the folder was claimed.
    run(&scratch, &jar, &["--append", "--", "true"]);
    scratch.file(".faultline/2-b.flt", "not ours at all, but long enough to be told apart");
    let done = run(&scratch, &jar, &["--append", "--", "true"]);
    assert_eq!(done.code, Some(0), "the build's code, whatever the files are");
    assert_eq!(done.err.lines().count(), 1);
    assert!(
        done.err.contains("5 tests") && done.err.contains("1-a.flt: ends inside the record"),
        "{}",
        done.err
    );
    assert!(done.err.contains("2-b.flt is not a Faultline recording"), "{}", done.err);
}

#[test]
fn overlapping_tests_and_refused_classes_are_told() {
    let (scratch, jar) = project("oddities");
    let mut overlapped = test(0, "a", Outcome::Failed, &[(0, &[0])]);
    overlapped.overlapped = true;
    let mut recording = recording(vec![class(0, "org.x.Foo", &[("a", "()V")], &[(0, 1)])], vec![overlapped]);
    recording.refusals.push(faultline_spectrum::Refusal {
        class: "org.x.Bare".to_owned(),
        reason: "no line numbers".to_owned(),
    });
    scratch.record("1-a", &recording);
    let done = run(&scratch, &jar, &["--append", "--", "true"]);
    assert!(done.err.contains("1 class not recorded: no line numbers"), "{}", done.err);
    assert!(done.err.contains("1 test ran in parallel"), "{}", done.err);
}

#[test]
fn a_signal_to_us_is_passed_on_and_the_summary_still_comes() {
    for signal in ["TERM", "HUP", "INT", "QUIT"] {
        let (scratch, jar) = project("signal");
        let script = format!("trap 'exit 7' {signal}; echo ready; while :; do sleep 0.05; done");
        let mut child = faultline(&scratch, &jar, &["--", "sh", "-c", &script])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut ready = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut ready).unwrap();
        assert_eq!(ready, "ready\n");
        let killed = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status();
        assert!(killed.unwrap().success());
        let done = Done::of(&child.wait_with_output().unwrap());
        assert_eq!(done.code, Some(7), "{signal}");
        assert!(done.err.starts_with("faultline: nothing was recorded"), "{}", done.err);
    }
}

#[test]
fn our_line_begins_a_line_of_its_own_where_the_output_ends_in_mid_line() {
    let (scratch, jar) = project("mid-line");
    let shown = |script: &str| {
        let log = fs::File::create(scratch.path("log")).unwrap();
        let mut command = faultline(&scratch, &jar, &["--", "sh", "-c", script]);
        command.stdout(log.try_clone().unwrap()).stderr(log).status().unwrap();
        fs::read_to_string(scratch.path("log")).unwrap()
    };
    // Maven resets colours after its last line.
    let reset = shown(r"printf 'BUILD SUCCESS\n\033[0m'");
    assert!(reset.starts_with("BUILD SUCCESS\n\u{1b}[0m\nfaultline: "), "{reset:?}");
    assert!(shown("printf half").starts_with("half\nfaultline: "));
    assert!(shown("echo whole").starts_with("whole\nfaultline: "));
    assert!(shown("true").starts_with("faultline: "));
}

#[test]
fn a_test_that_hung_is_offered_by_name() {
    let (scratch, jar) = project("hung");
    let mut hung = one_failure();
    hung.tests[2].outcome = Outcome::Aborted;
    hung.tests[2].failure.as_mut().unwrap().exception = "java.lang.Runtime.halt".to_owned();
    scratch.record("1-a", &hung);
    let done = run(&scratch, &jar, &["--append", "--", "true"]);
    let offer =
        "1 test was running when the JVM was ended: faultline rank --failing 'org.example.FooTest#parsesTwo'";
    assert!(done.err.trim_end().ends_with(offer), "{}", done.err);
}

#[test]
fn an_exclude_that_leaves_no_class_is_blamed_and_not_the_folder() {
    let (scratch, jar) = project("excluded");
    scratch.record("1-a", &recording(Vec::new(), vec![test(0, "a", Outcome::Passed, &[])]));
    scratch.file("core/target/classes/org/x/Foo.class", "");
    let said =
        |arguments: &[&str]| run(&scratch, &jar, &[arguments, &["--append", "--", "true"]].concat()).err;
    let all = said(&["--exclude", "org.x.*"]);
    assert!(all.contains("--exclude 'org.x.*' leaves no class"), "{all}");
    let some = said(&["--exclude", "org.y.*"]);
    assert!(some.contains("classes are taken from below"), "{some}");
    let none = said(&["--include", "org.z.*"]);
    assert!(none.contains("no class matches --include 'org.z.*'"), "{none}");
}

#[test]
fn an_interrupt_of_ours_reaches_the_command_once_and_is_survived() {
    let (scratch, jar) = project("interrupt");
    // At a terminal, Ctrl-C is sent to the whole process group instead; see tests/terminal.rs.
    let script = "trap 'echo interrupted; exit 130' INT; kill -INT $PPID; for i in 1 2 3 4 5; do sleep 0.5; done; exit 1";
    let done = run(&scratch, &jar, &["--", "sh", "-c", script]);
    assert_eq!((done.code, done.out.as_str()), (Some(130), "interrupted\n"));
    assert!(done.err.contains("nothing was recorded"), "{}", done.err);
}

#[test]
fn failures_are_one_sentence_with_what_to_do() {
    let (scratch, jar) = project("failures");
    let missing = run(&scratch, &jar, &["--", "no-such-command"]).error(1);
    assert!(missing.contains("`no-such-command` was not found"), "{missing}");
    let pattern = run(&scratch, &jar, &["-i", "org/x/Foo", "--", "true"]).error(2);
    assert!(pattern.contains("did you mean `org.x.Foo`?"), "{pattern}");
    let agent = run(&scratch, "/nowhere/agent.jar", &["--", "true"]).error(1);
    assert!(agent.contains("FAULTLINE_AGENT names /nowhere/agent.jar"), "{agent}");
    let file = scratch.file("occupied", "");
    let folder = run(&scratch, &jar, &["--out", file.to_str().unwrap(), "--", "true"]).error(1);
    assert!(folder.contains("--out"), "{folder}");
    assert_eq!(run(&scratch, &jar, &[]).code, Some(2), "no command is misuse");
    assert_eq!(run(&scratch, &jar, &["--attach", "magic", "--", "true"]).code, Some(2));
}

#[test]
fn without_an_agent_the_error_says_how_to_get_one() {
    let scratch = Scratch::new("no agent");
    let error = scratch.run(&["run", "--", "true"]).error(1);
    assert!(error.contains("make dist") && error.contains("FAULTLINE_AGENT"), "{error}");
}
