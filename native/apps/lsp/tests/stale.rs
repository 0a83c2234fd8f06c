//! Sources that were edited after the run, and recordings that change.

use std::fs::{self, File};
use std::process::Command;
use std::time::{Duration, SystemTime};

use faultline_recording_store::lock::Lock;
use faultline_recording_store::sources::seen;
use faultline_spectrum::{Origin, Outcome, Recording};
use serde_json::{Value, json};

use crate::support::{Client, FOO, Project, abilities, small, test, uri};

#[test]
fn lines_move_with_edits_in_the_editor() {
    let project = Project::recorded();
    let mut client = Client::of(&project);
    let before = client.diagnostics(&project.foo())[0]["range"]["start"]["line"].as_u64().expect("a line");
    client.open(&project.foo(), FOO);
    client.edit(&project.foo(), 2, &FOO.replace("class Foo", "// one\n// two\nclass Foo"));
    let after = client.diagnostics(&project.foo());
    assert_eq!(after[0]["range"]["start"]["line"], before + 2);
    let hover = client.hover(&project.foo(), 6);
    let text = hover["contents"]["value"].as_str().expect("a text");
    assert!(text.contains("2 of 2 passing tests") && text.contains("edited after the run"), "{text}");
    assert_eq!(client.lenses(&project.foo())[0].0, 5);
}

#[test]
fn a_line_without_a_certain_place_is_not_shown() {
    let project = Project::recorded();
    let mut client = Client::of(&project);
    let line = client.diagnostics(&project.foo())[0]["range"]["start"]["line"].as_u64().expect("a line");
    client.open(&project.foo(), FOO);
    let mut lines: Vec<&str> = FOO.lines().collect();
    lines.insert(line as usize, lines[line as usize]);
    client.edit(&project.foo(), 2, &lines.join("\n"));
    assert!(client.diagnostics(&project.foo()).is_empty(), "the line is there twice");
    for line in [line, line + 1] {
        assert_eq!(client.hover(&project.foo(), line as u32), Value::Null);
        assert!(client.actions(&project.foo(), line as u32).is_empty());
    }
    client.edit(&project.foo(), 3, FOO);
    assert_eq!(client.diagnostics(&project.foo()).len(), 1, "it is back");
}

#[test]
fn a_source_that_changed_before_the_server_started_shows_nothing_without_the_text_of_the_run() {
    let project = Project::recorded();
    let source = project.path("src/main/java/org/example/Foo.java");
    project.write("src/main/java/org/example/Foo.java", &FOO.replace("x * 2", "x * 3"));
    let later = SystemTime::now() + Duration::from_mins(1);
    File::options().write(true).open(&source).expect("a file").set_modified(later).expect("a time");
    let mut client = Client::of(&project);
    let said = client.until("window/logMessage", |_| true);
    let sentence = "faultline: 1 suspicious line is not shown, since src/main/java/org/example/Foo.java changed during or after the run; \
                    record again";
    assert_eq!(said["message"], sentence);
    assert_eq!(client.hover(&project.foo(), 4), Value::Null);
    assert!(client.lenses(&project.foo()).is_empty());
}

/// Runs git in a project, as nobody in particular.
fn git(project: &Project, arguments: &[&str]) {
    let who = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "core.autocrlf=false"];
    let done =
        Command::new("git").args(who).args(arguments).current_dir(project.root()).output().expect("git");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

#[test]
fn a_source_that_changed_before_the_server_started_is_placed_by_the_commit_that_the_run_saw() {
    let project = Project::recorded();
    let recording = [small()];
    let files = [project.path(".faultline/1.flt")];
    project.write(".faultline/sources.tsv", &seen::text(&files, &recording, &project.root()));
    git(&project, &["init", "--quiet"]);
    git(&project, &["add", "src", "pom.xml"]);
    git(&project, &["commit", "--quiet", "--message", "first"]);
    let source = project.path("src/main/java/org/example/Foo.java");
    project.write("src/main/java/org/example/Foo.java", &format!("// new\n{}", FOO.replace("é--", "é++")));
    let later = SystemTime::now() + Duration::from_mins(1);
    File::options().write(true).open(&source).expect("a file").set_modified(later).expect("a time");
    let mut client = Client::of(&project);
    client.until("workspace/codeLens/refresh", |_| true);
    let hover = client.hover(&project.foo(), 5);
    let text = hover["contents"]["value"].as_str().expect("a text");
    assert!(text.contains("2 of 2 passing tests"), "{text}");
    assert_eq!(client.hover(&project.foo(), 14), Value::Null, "a line that was changed");
}

/// A recording of a run that began some minutes ago.
fn began(minutes: u64) -> Recording {
    let began = SystemTime::now() - Duration::from_mins(minutes);
    let since_1970 = began.duration_since(SystemTime::UNIX_EPOCH).expect("a time after 1970");
    let origin = Origin { started_ns: since_1970.as_nanos() as u64, ..Origin::default() };
    Recording { origin, ..small() }
}

#[test]
fn a_source_that_was_saved_during_the_run_shows_nothing_unless_the_run_saw_the_committed_text() {
    for (saved, is_committed, is_shown) in [(20, false, true), (5, false, false), (5, true, true)] {
        let project = Project::new();
        let source = project.path("src/main/java/org/example/Foo.java");
        let saved = SystemTime::now() - Duration::from_mins(saved);
        File::options().write(true).open(&source).expect("a file").set_modified(saved).expect("a time");
        let recording = began(10);
        project.record(&recording);
        let files = [project.path(".faultline/1.flt")];
        project.write(".faultline/sources.tsv", &seen::text(&files, &[recording], &project.root()));
        if is_committed {
            git(&project, &["init", "--quiet"]);
            git(&project, &["add", "src", "pom.xml"]);
            git(&project, &["commit", "--quiet", "--message", "first"]);
        }
        let mut client = Client::of(&project);
        client.until("workspace/codeLens/refresh", |_| true);
        let hover = client.hover(&project.foo(), 4);
        assert_eq!(hover != Value::Null, is_shown, "{saved:?}, committed: {is_committed}");
    }
}

#[test]
fn a_file_that_changes_on_disk_moves_its_diagnostics() {
    let project = Project::recorded();
    let mut client = Client::of(&project);
    let before = client.diagnostics(&project.foo())[0]["range"]["start"]["line"].as_u64().expect("a line");
    project.write("src/main/java/org/example/Foo.java", &format!("// new\n{FOO}"));
    assert_eq!(client.diagnostics(&project.foo())[0]["range"]["start"]["line"], before + 1);
}

#[test]
fn a_new_recording_replaces_the_old_one() {
    let project = Project::recorded();
    let mut client = Client::of(&project);
    assert_eq!(client.diagnostics(&project.foo()).len(), 1);
    let mut recording = small();
    recording.tests[0] = test(0, "fails", Outcome::Passed, &[0, 1]);
    project.record(&recording);
    assert!(client.diagnostics(&project.foo()).is_empty());
    client.until("workspace/codeLens/refresh", |_| true);
    let lenses = client.lenses(&project.foo());
    assert_eq!(lenses[0].1, "3 tests");
    fs::remove_dir_all(project.path(".faultline")).expect("it goes");
    let said = client.until("window/logMessage", |_| true);
    assert!(said["message"].as_str().expect("a sentence").contains("there is no .faultline in"), "{said}");
    assert!(client.lenses(&project.foo()).is_empty());
}

#[test]
fn a_recording_that_appears_later_is_found() {
    let project = Project::new();
    let mut client = Client::of(&project);
    let said = client.until("window/logMessage", |_| true);
    let sentence = said["message"].as_str().expect("a sentence");
    assert!(
        sentence.contains("there is no .faultline in") && sentence.contains("faultline.record"),
        "{sentence}"
    );
    project.record(&small());
    assert_eq!(client.diagnostics(&project.foo()).len(), 1);
}

#[test]
fn a_recording_that_cannot_be_read_leaves_the_one_before() {
    let project = Project::recorded();
    let mut client = Client::of(&project);
    client.diagnostics(&project.foo());
    project.write(".faultline/1.flt", "not a recording");
    let said = client.until("window/logMessage", |_| true);
    assert!(said["message"].as_str().expect("a sentence").contains("1.flt"), "{said}");
    assert_ne!(client.hover(&project.foo(), 4), Value::Null);
    let error = client.command("faultline.rank", &Value::Null).expect_err("it cannot be read");
    assert!(error.contains("1.flt") && error.lines().count() == 1, "{error}");
    project.record(&Recording { tests: small().tests.split_off(1), ..small() });
    assert!(client.diagnostics(&project.foo()).is_empty(), "the next recording is read");
}

#[test]
fn a_recording_that_a_program_writes_is_not_ranked() {
    let project = Project::recorded();
    let mut client = Client::of(&project);
    client.diagnostics(&project.foo());
    let lock = Lock::of(&project.path(".faultline"), String::new).expect("a lock");
    let error = client.command("faultline.rank", &Value::Null).expect_err("it is written");
    assert!(error.contains("a program writes ") && error.contains(".faultline"), "{error}");
    drop(lock);
    client.command("faultline.rank", &Value::Null).expect("a ranking");
}

#[test]
fn only_the_folder_that_is_meant_is_loaded_again() {
    let (one, other) = (Project::recorded(), Project::recorded());
    let mut client = Client::with(&one, &abilities(), &json!({ "loaded": true }));
    client.until("faultline/loaded", |params| params["uri"] == uri(&one.root()));
    let folder = json!({ "uri": uri(&other.root()), "name": "other" });
    let event = json!({ "event": { "added": [folder], "removed": [] } });
    client.notify("workspace/didChangeWorkspaceFolders", &event);
    client.until("faultline/loaded", |params| params["uri"] == uri(&other.root()));
    client.heard.clear();
    client.command("faultline.rank", &json!({ "uri": other.foo() })).expect("a ranking");
    let heard: Vec<String> = client.heard.iter().map(|message| format!("{message:?}")).collect();
    let loaded: Vec<&String> = heard.iter().filter(|message| message.contains("faultline/loaded")).collect();
    assert!(matches!(loaded[..], [message] if message.contains(&uri(&other.root()))), "{loaded:?}");
}
