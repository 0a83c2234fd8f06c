//! Output of all commands for malicious names, paths, messages and arguments: it has no escape sequence, no
//! control character except line breaks, no directional mark, no command of a build server.

use std::fs;
use std::path::Path;

use faultline_spectrum::{
    Background, FailedInitialiser, Outcome, RecordedFixture, RecordedTest, Recording, Refusal, Thrown,
};
use serde_json::{Value, json};

use crate::repository::{Commits, git};
use crate::support::{Done, Scratch, class, recording, test, thrown};

/// Control characters for names. Line breaks, spaces and slashes are in other names, because not every name
/// may contain them.
const STEERING: &str = "\u{1b}[32m\u{1b}]0;t\u{7}\u{9b}2J\u{8}\u{202e}\u{2066}\u{200f}\u{61c}\u{200b}\u{feff}\u{e0041}\u{7f}\u{85}\
                        \u{2028}##[add-mask]";
/// Prefixes of names that runners, spreadsheets and Markdown renderers interpret.
const BEGINNINGS: [&str; 4] = ["::error::", "\n::error::x\n", "=1+1", "\r\n  ::stop-commands::y\r"];
/// The escape sequences of the program's own styles.
const STYLES: [&str; 6] = ["\u{1b}[0m", "\u{1b}[1m", "\u{1b}[2m", "\u{1b}[31m", "\u{1b}[32m", "\u{1b}[33m"];

/// Asserts that a text is safe to show; `commands` allows annotations.
#[track_caller]
fn assert_clean(what: &str, text: &str, commands: bool) {
    for (at, c) in text.char_indices() {
        let steers = (c.is_control() && c != '\n')
            || matches!(c,
                '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
                | '\u{feff}' | '\u{e0000}'..='\u{e007f}');
        assert!(!steers, "{what}: {c:?} in {:?}", around(text, at));
    }
    assert!(!text.contains("##["), "{what}: {:?}", around(text, text.find("##[").unwrap()));
    assert!(
        !text.lines().any(|line| line.trim_start().starts_with("next")),
        "{what}: a name starts a line: {text}"
    );
    for line in text.lines().filter(|line| line.trim_start().starts_with("::")) {
        assert!(commands && is_annotation(line), "{what}: {line}");
    }
}

/// The line at a position, cut.
fn around(text: &str, at: usize) -> String {
    let line = text[..at].rfind('\n').map_or(0, |at| at + 1);
    let from = text[line..at].char_indices().rev().nth(80).map_or(line, |(at, _)| line + at);
    text[from..].lines().next().unwrap_or_default().chars().take(200).collect()
}

/// Whether a line is `::warning file=F,line=1,title=T::MESSAGE`, with nothing else before the message.
fn is_annotation(line: &str) -> bool {
    let Some((head, _)) = line.strip_prefix("::").and_then(|rest| rest.split_once("::")) else {
        return false;
    };
    let Some(parts) = head.strip_prefix("warning ").or(head.strip_prefix("notice ")) else { return false };
    let keys: Vec<&str> = parts.split(',').filter_map(|part| Some(part.split_once('=')?.0)).collect();
    keys == ["file", "line", "title"]
}

/// The text of a page without the program's own styles.
fn unstyled(text: &str) -> String {
    STYLES.iter().fold(text.to_owned(), |text, style| text.replace(style, ""))
}

#[track_caller]
fn assert_done(what: &str, done: &Done, commands: bool) {
    assert_clean(what, &done.out, commands);
    assert_clean(what, &done.err, false);
}

/// Runs a command, which may fail, but only with clean output.
#[track_caller]
fn run(scratch: &Scratch, arguments: &[&str]) -> Done {
    let done = execute(scratch, arguments);
    assert_done(&format!("{arguments:?}"), &done, arguments.contains(&"github"));
    done
}

#[track_caller]
fn execute(scratch: &Scratch, arguments: &[&str]) -> Done {
    let mut command = scratch.faultline(arguments);
    // Isolated from the user's git configuration and from GitHub's step summary.
    command.env_remove("GITHUB_STEP_SUMMARY").env("GIT_CONFIG_GLOBAL", "/dev/null");
    Done::of(&command.output().unwrap())
}

/// As [`run`], for a command that prints a page: colours may add only the program's own styles.
#[track_caller]
fn page(scratch: &Scratch, arguments: &[&str]) -> String {
    let plain = run(scratch, &[arguments, &["--color", "never"]].concat());
    let colored = execute(scratch, &[arguments, &["--color", "always"]].concat());
    assert_eq!(unstyled(&colored.out), plain.out, "{arguments:?}");
    assert_eq!(plain.code, colored.code);
    assert_eq!(plain.code, Some(0), "{arguments:?}: {}", plain.err);
    plain.out
}

/// Asserts that a page or document shows some of the names.
#[track_caller]
fn shows(text: &str) {
    assert!(text.contains("Evil"), "no name is shown: {}", text.chars().take(500).collect::<String>());
}

fn evil(beginning: &str, name: &str) -> String {
    format!("{beginning}Evil{name}{STEERING}\nnext{beginning}")
}

/// Two groups of failing tests, with names of every kind that start with this prefix.
fn hostile(beginning: &str) -> Recording {
    let name = |name: &str| evil(beginning, name);
    let class_name = format!("org.evil.{}", name("Class").replace('.', ""));
    let mut first = class(
        0,
        &class_name,
        &[(&name("method"), "(I)V"), (&name("method"), "()V"), ("fine", "()V")],
        &[(0, 4), (0, 5), (1, 6), (2, 9)],
    );
    let file = std::sync::Arc::make_mut(&mut first.file);
    file.source_file = Some(format!("{}.java", name("File").replace('/', "")));
    file.location = name("location");
    let second = class(1, "org.evil.Other", &[(&name("other"), "()V")], &[(0, 1)]);
    let exception = format!("org.evil.{}", name("Exception"));
    let mut fails = named(
        thrown(
            test(0, &name("fails"), Outcome::Failed, &[(0, &[0, 1, 2])]),
            &exception,
            &class_name,
            &name("method"),
            4,
        ),
        beginning,
    );
    let failure = fails.failure.as_mut().unwrap();
    failure.thrown = Some(Thrown {
        exception: name("Root"),
        frames: failure.frames.clone(),
        initialiser: Some(class_name.clone()),
    });
    let again = thrown(
        test(1, &name("fails too"), Outcome::Failed, &[(1, &[0])]),
        &name("Error"),
        "org.evil.Other",
        &name("other"),
        1,
    );
    let passes =
        |at, name: &str, lines: &[u32]| named(test(at, name, Outcome::Passed, &[(0, lines)]), beginning);
    let mut all = recording(
        vec![first, second],
        vec![
            fails,
            named(again, beginning),
            passes(2, &name("passes"), &[1, 3]),
            passes(3, &name("passes[1]"), &[0, 3]),
            named(test(4, &name("skipped"), Outcome::Skipped, &[]), beginning),
        ],
    );
    all.origin.description = name("java -jar");
    all.refusals = vec![Refusal { class: class_name.clone(), reason: name("reason") }];
    all.counts = vec![(name("counter"), 7)];
    all.background = vec![Background { thread: name("thread"), coverage: all.tests[2].coverage.clone() }];
    all.failed_initialisers = vec![FailedInitialiser {
        class: class_name.clone(),
        exception: name("Init"),
        frames: Vec::new(),
        by: Some(name("by")),
    }];
    all.failed_by = vec![(0, class_name)];
    all.fixtures = vec![RecordedFixture {
        id: 1,
        moment: faultline_spectrum::Moment::from_code(0).unwrap(),
        unique_id: name("fixture"),
        class: name("FixtureClass"),
        method: name("before"),
        coverage: all.tests[2].coverage.clone(),
    }];
    all
}

/// The test as a framework with malicious names reports it.
fn named(mut test: RecordedTest, beginning: &str) -> RecordedTest {
    test.class = format!("org.evil.{}", evil(beginning, "Test"));
    test.unique_id = format!("{}{}", test.unique_id, STEERING);
    test.display = evil(beginning, "display");
    test
}

/// Recordings, and a source with malicious lines for one of their classes.
fn recorded(beginning: &str) -> Scratch {
    let scratch = Scratch::new(&format!("output {}", evil(beginning, "Folder").replace('/', "")));
    scratch.record("1-a", &hostile(beginning));
    let line = |at| format!("{}\tint a{at};{STEERING}\n", beginning.replace(['\n', '\r'], ""));
    scratch.file("src/main/java/org/evil/Other.java", &lines(line));
    scratch
}

/// A source with twelve lines.
fn lines(line: impl Fn(u32) -> String) -> String {
    (0..12).map(line).collect::<Vec<_>>().concat()
}

fn each(test: impl Fn(&Scratch)) {
    for beginning in BEGINNINGS {
        test(&recorded(beginning));
    }
}

#[test]
fn rankings_in_all_formats_are_clean() {
    each(|scratch| {
        for level in ["method", "line", "class"] {
            shows(&page(scratch, &["rank", "--level", level]));
            shows(&page(scratch, &["rank", "--level", level, "--width", "50"]));
            for format in ["json", "sarif", "github", "gitlab", "markdown", "csv"] {
                let done = run(scratch, &["rank", "--level", level, "--format", format, "--top", "0"]);
                assert_eq!(done.code, Some(0), "{}", done.err);
                shows(&done.out);
            }
        }
        run(scratch, &["rank", "--failing", "Evil"]);
        run(scratch, &["rank", "--explain", "Evil"]);
        run(scratch, &["rank", "--json-file", "rank.json"]);
        let written = fs::read_to_string(scratch.path("rank.json")).unwrap();
        assert_clean("--json-file", &written, false);
    });
}

#[test]
fn documents_for_programs_say_what_was_recorded() {
    each(|scratch| {
        let ranked: Value = serde_json::from_str(&run(scratch, &["rank", "--json"]).ok()).unwrap();
        assert!(ranked.to_string().contains("\u{202e}"), "JSON has the names as they are: {ranked}");
        let text = run(scratch, &["rank", "--format", "csv", "--top", "0"]).ok();
        for line in text.lines() {
            assert!(
                !line.starts_with(['=', '+', '-', '@']) && !line.contains(",=") && !line.contains("\"="),
                "{line}"
            );
        }
        let markdown = run(scratch, &["rank", "--format", "markdown"]).ok();
        assert!(
            prose(&markdown)
                .all(|line| line.is_empty() || line.starts_with(['#', '|', '*', '…', 'C', 'L', 'N', 'T'])),
            "{markdown}"
        );
    });
}

/// The lines of Markdown outside of blocks of code.
fn prose(markdown: &str) -> impl Iterator<Item = &str> {
    let mut fence = None;
    markdown.lines().filter(move |line| {
        let is_fence = line.starts_with("```");
        match fence {
            None if is_fence => fence = Some(line.to_owned()),
            Some(open) if *line == open => fence = None,
            Some(_) => {}
            None => return true,
        }
        false
    })
}

#[test]
fn the_summary_of_a_step_is_clean() {
    each(|scratch| {
        let summary = scratch.path("summary.md");
        let mut command = scratch.faultline(&["rank", "--format", "github"]);
        let done = Done::of(&command.env("GITHUB_STEP_SUMMARY", &summary).output().unwrap());
        assert_done("github", &done, true);
        assert_clean("summary", &fs::read_to_string(summary).unwrap(), false);
    });
}

#[test]
fn measures_choices_and_checks_are_clean() {
    each(|scratch| {
        shows(&page(scratch, &["suite"]));
        shows(&run(scratch, &["suite", "--csv"]).out);
        shows(&run(scratch, &["suite", "--json"]).out);
        shows(&page(scratch, &["select", "-n", "2"]));
        shows(&run(scratch, &["select", "-n", "2", "--json"]).out);
        let rules = ["class:ddu>=2", "package:tests>=99", "failed<1", "suspects<1"];
        shows(&run(scratch, &[&["check"], &rules[..]].concat()).out);
        shows(&run(scratch, &[&["check", "--json"], &rules[..]].concat()).out);
        let doctor = |color| execute(scratch, &["doctor", "--color", color]);
        assert_done("doctor", &doctor("never"), false);
        assert_eq!(unstyled(&doctor("always").out), doctor("never").out);
        run(scratch, &["doctor", "--json"]);
    });
}

#[test]
fn two_tests_compared_and_a_method_explained_are_clean() {
    for beginning in BEGINNINGS {
        let scratch = Scratch::new(&format!("diff {}", evil(beginning, "Folder")));
        let mut recording = hostile(beginning);
        // These names are typed below.
        recording.tests[0].class = "org.evil.Test".to_owned();
        recording.tests[0].method = "fails".to_owned();
        std::sync::Arc::make_mut(&mut recording.classes[1].file).methods[0].name = "typed".to_owned();
        scratch.record("1-a", &recording);
        shows(&page(&scratch, &["diff", "Test#fails"]));
        shows(&run(&scratch, &["diff", "Test#fails", "--json"]).ok());
        shows(&page(&scratch, &["rank", "--failing", "Test#fails"]));
        page(&scratch, &["rank", "--explain", "Other.typed"]);
    }
}

#[test]
fn pages_of_a_report_are_clean() {
    each(|scratch| {
        assert_eq!(run(scratch, &["report", "--out", "pages"]).code, Some(0));
        let mut shown = 0;
        for_each_file(&scratch.path("pages"), &mut |path, text| {
            if path.extension().is_some_and(|ending| ["html", "js", "svg"].iter().any(|of| ending == *of)) {
                // Pages are for browsers, which ignore commands of build servers.
                assert_clean(&path.display().to_string(), &text.replace('\t', " ").replace("##[", ""), false);
                shown += usize::from(text.contains("Evil"));
            }
        });
        assert!(shown > 2, "{shown} pages with names");
    });
}

#[test]
fn exports_are_clean_and_read_back() {
    each(|scratch| {
        for format in ["cobertura", "jacoco", "lcov"] {
            let done = run(scratch, &["export", "--format", format, "--out", format]);
            assert_eq!(done.code, Some(0), "{}", done.err);
            for_each_file(&scratch.path(format), &mut |path, text| {
                assert_clean(&path.display().to_string(), text, false);
                shows(text);
                if path.extension().is_some_and(|ending| ending == "xml") {
                    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
                    let document = roxmltree::Document::parse_with_options(text, options).unwrap();
                    let has_mark = |node: roxmltree::Node<'_, '_>| {
                        node.attributes().any(|attribute| attribute.value().contains('\u{202e}'))
                    };
                    assert!(document.descendants().any(has_mark), "a parser reads the name: {text}");
                }
            });
        }
        for format in ["tsv", "gzoltar"] {
            run(scratch, &["export", "--format", format, "--out", format]);
            run(scratch, &["import", "--format", format, format, "--out", &format!("{format}.flt")]);
        }
    });
}

#[test]
fn histories_and_commits_are_clean() {
    for beginning in BEGINNINGS {
        let scratch = recorded(beginning);
        let name = evil(beginning, "").replace('\n', "_");
        let author = format!("{}@x", name.replace(['<', '>', '\n', '\0'], ""));
        // Git quotes paths with C escapes.
        let octal = evil(beginning, "File").bytes().map(|byte| format!("\\{byte:03o}")).collect::<Vec<_>>();
        let quoted = octal.concat();
        let path = format!("\"src/main/java/org/evil/{quoted}.java\"");
        let mut commits = Commits::default();
        for time in 1..=5_i64 {
            let message = format!("fix {name} {time}");
            let source = lines(|at| format!("int a{at} = {time};{STEERING}\n"));
            commits = commits
                .commit(time * 86_400, &author, &message)
                .file(&path, &source)
                .file("src/main/java/org/evil/Other.java", &source);
        }
        commits.import(&scratch.0);
        git(&scratch.0, &["reset", "-q", "--hard"], "");
        shows(&page(&scratch, &["history"]));
        shows(&run(&scratch, &["history", "--json"]).ok());
        shows(&run(&scratch, &["history", "--csv"]).ok());
        shows(&page(&scratch, &["history", "--explain", "org.evil.Other"]));
        run(&scratch, &["history", "--explain", "Evil"]);
        shows(&page(&scratch, &["commits"]));
        shows(&page(&scratch, &["rank"]));
        run(&scratch, &["rank", "--format", "markdown"]);
        run(&scratch, &["commits", "--json"]);
        page(&scratch, &["budget", "--total", "60s"]);
        run(&scratch, &["budget", "--total", "60s", "--csv"]);
        run(&scratch, &["budget", "--total", "60s", "--json"]);
        run(&scratch, &["budget", "--total", "60s", "--by", "size", ".faultline", "--svg", "b.svg"]);
        run(&scratch, &["commits", "--bisect", "--good", "HEAD~3", "--", "sh", "-c", "exit 1"]);
        for arguments in
            [&["history", "--explain"][..], &["history", "--rev"], &["budget", "--total", "60s", "--source"]]
        {
            run(&scratch, &[arguments, &[&evil(beginning, "")]].concat());
        }
        run(&scratch, &["commits", "--bisect", "--good", &evil(beginning, ""), "--", "true"]);
    }
}

#[test]
fn evaluations_and_training_are_clean() {
    for beginning in BEGINNINGS {
        let scratch = Scratch::new("output-faults");
        // A folder's name cannot contain a slash or NUL.
        for project in ["P", "Q"] {
            for fault in 1..=3 {
                let folder = format!(
                    "data/{}/{}",
                    evil(beginning, project),
                    evil(beginning, &format!("{project}-{fault}"))
                );
                scratch.file(
                    &format!("{folder}/elements.tsv"),
                    "a.B\tf()V\t1\na.B\tf()V\t2\na.B\tg()V\t3\na.B\th()V\t4\n",
                );
                scratch.file(
                    &format!("{folder}/tests.tsv"),
                    "a.T::t0\tfailed\t0 1 2 3\na.T::t1\tpassed\t2 3\na.T::t2\tpassed\t0 1 3\n",
                );
                scratch
                    .file(&format!("{folder}/faulty-methods.tsv"), if fault == 3 { "" } else { "a.B$f<>\n" });
            }
        }
        let evaluate = ["evaluate", "data", "-m", "eap", "-r", "ochiai", "--choose", "2"];
        shows(&page(&scratch, &evaluate));
        for more in ["--json", "--csv"] {
            shows(&run(&scratch, &[&evaluate[..], &[more]].concat()).ok());
        }
        run(&scratch, &[&evaluate[..], &["--per-fault", "faults.jsonl"]].concat());
        assert_clean("--per-fault", &fs::read_to_string(scratch.path("faults.jsonl")).unwrap(), false);
        run(&scratch, &["train", "data", "-o", "m.json", "--episodes", "2", "--date", "2026-11-21"]);
        run(&scratch, &["train", "data", "-o", "r.json", "--ranking"]);
    }
}

#[test]
fn errors_repeat_arguments_in_visible_characters() {
    for beginning in BEGINNINGS {
        let scratch = recorded(beginning);
        let evil = evil(beginning, "");
        let long = format!("--{}", evil.replace(['=', '\n', '\r'], ""));
        let commands = [
            "run",
            "rank",
            "report",
            "diff",
            "mutate",
            "amplify",
            "doctor",
            "suite",
            "check",
            "evaluate",
            "select",
            "generate",
            "train",
            "history",
            "budget",
            "commits",
            "mcp",
            "lsp",
            "merge",
            "export",
            "import",
            "formulas",
            "completions",
            "manual",
        ];
        for arguments in
            [vec![evil.as_str()], vec![&long], vec!["rank", "--level", &evil], vec!["rank", "--top", &evil]]
        {
            assert!(run(&scratch, &arguments).err.contains("Evil"), "{arguments:?}");
        }
        for command in commands {
            let done = run(&scratch, &[command, &long]);
            // For `run` the argument is the command to start.
            assert_eq!(done.code, Some(if command == "run" { 1 } else { 2 }), "{command}: {done:?}");
            assert!(done.err.contains("Evil") || command == "run", "{command}");
            // `manual` creates the folder; `mcp` and `lsp` have no such argument.
            if !["manual", "mcp", "lsp"].contains(&command) {
                run(&scratch, &[command, &evil]);
            }
        }
        for arguments in [
            vec!["rank", "--failing", &evil],
            vec!["rank", "--explain", &evil],
            vec!["rank", "--ranking", &evil],
            vec!["rank", "--json-file", "/proc/no/\u{1b}[32mEvil\n::error::x"],
            vec!["rank", "--source", &evil],
            vec!["report", "--out", &evil],
            vec!["select", "--metric", &evil],
            vec!["check", &evil, "."],
            vec!["history", "--repo", &evil],
            vec!["history", "--explain", &evil],
            vec!["commits", "--good", &evil, "--bisect", "--", "true"],
            vec!["mcp", "--root", &evil],
            vec!["lsp", "--root", &evil],
            vec!["run", "--", &evil],
            vec!["run", "--out", &evil, "--", &evil, &evil],
            vec!["budget", "--total", &evil],
            vec!["merge", &evil, "--out", "merged"],
            vec!["export", "--format", "tsv", "--out", &evil, &evil],
        ] {
            run(&scratch, &arguments);
        }
    }
}

#[test]
fn files_with_hostile_names_that_cannot_be_read_are_told_in_visible_characters() {
    for beginning in BEGINNINGS {
        let scratch = recorded(beginning);
        let broken = format!(".faultline/2-{}.flt", evil(beginning, "").replace('/', ""));
        fs::write(scratch.path(&broken), "not a recording").unwrap();
        for command in ["rank", "doctor", "suite", "report"] {
            run(&scratch, &[command]);
        }
        assert!(run(&scratch, &["rank", &broken]).err.contains("Evil"));
        let cut = fs::read(scratch.path(".faultline/1-a.flt")).unwrap();
        fs::write(scratch.path(&broken), &cut[..cut.len() / 2]).unwrap();
        for command in ["rank", "doctor", "suite", "report"] {
            run(&scratch, &[command]);
        }
    }
}

#[test]
fn a_conversation_is_clean() {
    each(|scratch| {
        for more in [&[][..], &["--json"]] {
            let mut command = scratch.faultline(&[&["select", "--interactive"], more].concat());
            command
                .stdin(std::process::Stdio::piped())
                .stdout(std::process::Stdio::piped())
                .stderr(std::process::Stdio::piped());
            let mut child = command.spawn().unwrap();
            let typed = format!("p\nr\n{STEERING}\nf\nu\nq\n");
            let _ = std::io::Write::write_all(&mut child.stdin.take().unwrap(), typed.as_bytes());
            let done = Done::of(&child.wait_with_output().unwrap());
            assert_done("select --interactive", &done, false);
            shows(&(done.out + &done.err));
        }
    });
}

#[test]
fn a_coding_agent_reads_visible_characters() {
    each(|scratch| {
        let mut lines = vec![
            json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": { "protocolVersion": "2025-06-18",
                "capabilities": {}, "clientInfo": { "name": "test", "version": "1" } } }),
            json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
        ];
        for (id, (tool, arguments)) in (1..).zip([
            ("rank", json!({})),
            ("rank", json!({ "level": "line" })),
            ("suite", json!({})),
            ("rank", json!({ "failing": STEERING })),
            ("explain", json!({ "method": STEERING })),
        ]) {
            let params = json!({ "name": tool, "arguments": arguments });
            lines.push(json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params }));
        }
        let mut command = scratch.faultline(&["mcp"]);
        let jar = scratch.file("lib/faultline-agent.jar", "not a jar");
        command.env("FAULTLINE_AGENT", jar).stdin(std::process::Stdio::piped());
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
        let mut child = command.spawn().unwrap();
        let typed = lines.iter().map(Value::to_string).collect::<Vec<_>>().join("\n") + "\n";
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), typed.as_bytes()).unwrap();
        let done = Done::of(&child.wait_with_output().unwrap());
        assert_clean("mcp", &done.err, false);
        shows(&done.out);
        for line in done.out.lines() {
            let message: Value = serde_json::from_str(line).unwrap();
            texts(&message, &mut |text| assert_clean("mcp", &text.replace('\t', " "), false));
        }
    });
}

#[test]
fn an_editor_shows_visible_characters() {
    each(|scratch| {
        let asked = [
            ("initialize", json!({ "capabilities": {} })),
            ("workspace/executeCommand", json!({ "command": "faultline.rank" })),
            ("workspace/executeCommand", json!({ "command": "faultline.tests", "arguments": [STEERING] })),
            ("workspace/executeCommand", json!({ "command": "faultline.diff", "arguments": [STEERING] })),
            ("shutdown", Value::Null),
        ];
        let mut lines: Vec<Value> = (1..)
            .zip(asked)
            .map(|(id, (method, params))| json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))
            .collect();
        lines.insert(1, json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} }));
        let mut command = scratch.faultline(&["lsp"]);
        command.stdin(std::process::Stdio::piped());
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut output = std::io::BufReader::new(child.stdout.take().unwrap());
        let mut shown = 0;
        for line in &lines {
            let text = line.to_string();
            std::io::Write::write_all(
                &mut input,
                format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes(),
            )
            .unwrap();
            while !line["id"].is_null() {
                let message = framed(&mut output);
                // Answers are data for programs; what people see are messages and errors.
                for said in [&message["params"]["message"], &message["error"]["message"]] {
                    texts(said, &mut |text| assert_clean("lsp", &text.replace(['\n', '\t'], " "), false));
                    shown += usize::from(said.is_string());
                }
                for diagnostic in message["params"]["diagnostics"].as_array().into_iter().flatten() {
                    texts(&diagnostic["message"], &mut |text| assert_clean("lsp", text, false));
                }
                if message["id"] == line["id"] {
                    break;
                }
            }
        }
        assert!(shown > 0, "something was shown");
        drop(input);
        assert_clean("lsp", &Done::of(&child.wait_with_output().unwrap()).err, false);
    });
}

/// The next message of a language server.
fn framed(output: &mut impl std::io::BufRead) -> Value {
    let mut length = 0;
    loop {
        let mut line = String::new();
        assert!(output.read_line(&mut line).unwrap() > 0, "the server is gone");
        match line.trim_end().split_once(": ") {
            Some((_, value)) => length = value.parse().unwrap(),
            None => break,
        }
    }
    let mut body = vec![0; length];
    output.read_exact(&mut body).unwrap();
    serde_json::from_slice(&body).unwrap()
}

/// Places that may write to standard output or standard error, and why.
const WRITERS: [(&str, &str); 8] = [
    ("apps/cli/src/arguments.rs", "clap's own words, where no argument needs an escape"),
    ("core/terminal/src/terminal/", "the boundary: what is printed is escaped there"),
    ("core/messages/src/tell.rs", "the same for lines to standard error"),
    ("core/messages/src/progress.rs", "the line of progress, which it makes printable"),
    ("apps/lsp/src/serve.rs", "messages to an editor, as JSON; what they show is made printable"),
    ("agent/agent-core/src/tell.rs", "the core inside of the JVM, which makes its sentence printable"),
    ("apps/release/src/assemble.rs", "the release's own program, which makes the names printable"),
    ("apps/train-libtorch/src/main.rs", "one sentence without anything from outside"),
];

#[test]
fn nothing_is_printed_past_the_escapes() {
    let native = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let writes =
        ["println!", "print!(", "io::stdout()", "io::stderr()", "dbg!(", "DrawTarget::std", "error.print()"];
    let mut used = Vec::new();
    let layers = fs::read_dir(&native).unwrap().map(|layer| layer.unwrap().path());
    for entry in layers.flat_map(|layer| fs::read_dir(layer).unwrap()) {
        for_each_file(&entry.unwrap().path().join("src"), &mut |path, text| {
            // Unit tests are at the end of a file, and may print.
            let text = text.split("#[cfg(test)]").next().unwrap();
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            let found: Vec<_> = code.filter(|line| writes.iter().any(|write| line.contains(write))).collect();
            // Checking for a terminal writes nothing.
            let found = found.into_iter().filter(|line| !line.contains("is_terminal()")).collect::<Vec<_>>();
            let path = path.strip_prefix(&native).unwrap().to_string_lossy().replace('\\', "/");
            let is_known = WRITERS.iter().find(|(writer, _)| path.starts_with(writer));
            used.extend(is_known.filter(|_| !found.is_empty()));
            assert!(
                found.is_empty() || is_known.is_some(),
                "native/{path} prints, and nothing escapes it: {found:?}; use tell or terminal::print"
            );
        });
    }
    for writer in &WRITERS {
        assert!(used.contains(&writer), "{} writes nothing any more", writer.0);
    }
}

fn texts(value: &Value, seen: &mut impl FnMut(&str)) {
    match value {
        Value::String(text) => seen(text),
        Value::Array(all) => all.iter().for_each(|value| texts(value, seen)),
        Value::Object(all) => all.values().for_each(|value| texts(value, seen)),
        _ => {}
    }
}

fn for_each_file(at: &Path, seen: &mut impl FnMut(&Path, &str)) {
    if at.is_dir() {
        for entry in fs::read_dir(at).unwrap() {
            for_each_file(&entry.unwrap().path(), seen);
        }
    } else if let Ok(text) = fs::read_to_string(at) {
        seen(at, &text);
    }
}
