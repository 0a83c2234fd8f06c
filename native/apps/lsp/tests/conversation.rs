//! The protocol's edges, and damaged recordings.

use std::fs;

use faultline_lsp::End;
use serde_json::{Value, json};

use crate::support::{Client, FOO, Project, abilities, uri};

#[test]
fn an_end_is_orderly_only_after_shutdown() {
    let project = Project::recorded();
    assert_eq!(Client::of(&project).shut_down(), End::Orderly);
    let client = Client::of(&project);
    client.notify("exit", &Value::Null);
    assert_eq!(client.leave(), End::Abrupt);
    assert_eq!(Client::of(&project).leave(), End::Abrupt);
    assert_eq!(Client::silent(&project.root()).leave(), End::Abrupt);
}

#[test]
fn requests_come_between_initialize_and_shutdown() {
    let project = Project::recorded();
    let mut client = Client::silent(&project.root());
    let hover =
        json!({ "textDocument": { "uri": project.foo() }, "position": { "line": 0, "character": 0 } });
    let early = client.ask("textDocument/hover", &hover).expect_err("too early");
    assert!(early.starts_with("-32002: "), "{early}");
    assert!(
        client
            .ask("initialize", &json!({ "capabilities": 1 }))
            .expect_err("malformed")
            .starts_with("-32602: ")
    );
    client.ask("initialize", &json!({ "capabilities": {} })).expect("an answer");
    let early = client.command("faultline.rank", &Value::Null).expect_err("before initialized");
    assert!(early.contains("has not said that it is initialized"), "{early}");
    assert!(
        client.ask("initialize", &json!({ "capabilities": {} })).expect_err("twice").starts_with("-32601: ")
    );
    client.ask("shutdown", &Value::Null).expect("an answer");
    assert!(client.ask("textDocument/hover", &hover).expect_err("too late").starts_with("-32600: "));
}

#[test]
fn what_is_unknown_or_malformed_is_one_sentence_and_the_server_goes_on() {
    let project = Project::recorded();
    let mut client = Client::of(&project);
    client.diagnostics(&project.foo());
    let cases = [
        ("textDocument/rename", json!({}), "-32601: this server does not know textDocument/rename"),
        ("textDocument/hover", json!({ "position": 1 }), "-32602: textDocument/hover is not understood: "),
        ("textDocument/codeLens", json!([1]), "-32602: "),
        ("textDocument/codeAction", Value::Null, "-32602: "),
        (
            "workspace/executeCommand",
            json!({ "command": "faultline.none" }),
            "there is no command \"faultline.none\"",
        ),
        (
            "workspace/executeCommand",
            json!({ "command": "faultline.tests" }),
            "faultline.tests needs a place",
        ),
        ("workspace/executeCommand", json!({ "command": "faultline.diff" }), "faultline.diff needs a test"),
    ];
    for (method, params, expected) in cases {
        let error = client.ask(method, &params).expect_err("malformed");
        assert!(error.contains(expected) && error.lines().count() == 1, "{method}: {error}");
    }
    for (command, argument, expected) in [
        ("faultline.tests", json!("Foo.third"), "no recorded method is called \"Foo.third\""),
        ("faultline.tests", json!({ "tests": ["T#none"] }), "no recorded test is called"),
        ("faultline.tests", json!({ "place": "Foo.first", "format": "ant" }), "there is no format \"ant\""),
        ("faultline.diff", json!("FooTest#none"), "no recorded test is called"),
        ("faultline.record", json!({ "command": [" "] }), "the command's first word is empty"),
        ("faultline.record", json!({ "comand": [] }), "faultline.record cannot be executed like this"),
    ] {
        let error = client.command(command, &argument).expect_err("misuse");
        assert!(error.contains(expected) && error.lines().count() == 1, "{command}: {error}");
    }
    client.notify("textDocument/didOpen", &json!({ "textDocument": 1 }));
    let said = client.until("window/logMessage", |_| true);
    assert!(
        said["message"].as_str().expect("a sentence").contains("textDocument/didOpen is not understood"),
        "{said}"
    );
    client.notify("textDocument/didFly", &json!({}));
    client.notify("$/setTrace", &json!({ "value": "off" }));
    assert_ne!(client.hover(&project.foo(), 4), Value::Null);
}

#[test]
fn documents_that_are_no_files_of_the_project_have_nothing() {
    let project = Project::recorded();
    let other = Project::new();
    let mut client = Client::of(&project);
    client.diagnostics(&project.foo());
    for uri in
        ["untitled:Untitled-1", "jdt://contents/rt.jar/x.class", &other.foo(), "file:///no/such/File.java"]
    {
        client.open(uri, FOO);
        assert_eq!(client.hover(uri, 4), Value::Null, "{uri}");
        assert!(client.lenses(uri).is_empty() && client.actions(uri, 12).is_empty(), "{uri}");
        client.edit(uri, 2, "");
        client.notify("textDocument/didClose", &json!({ "textDocument": { "uri": uri } }));
    }
    client.edit(&project.foo(), 2, "never opened");
    assert_ne!(client.hover(&project.foo(), 4), Value::Null);
}

#[test]
fn a_huge_document_has_nothing_until_it_is_small_again() {
    let project = Project::recorded();
    let mut client = Client::of(&project);
    client.diagnostics(&project.foo());
    client.open(&project.foo(), &format!("{FOO}{}", "x".repeat(9 * 1024 * 1024)));
    assert!(client.diagnostics(&project.foo()).is_empty());
    assert_eq!(client.hover(&project.foo(), 4), Value::Null);
    client.edit(&project.foo(), 2, FOO);
    assert_eq!(client.diagnostics(&project.foo()).len(), 1);
}

#[test]
fn a_damaged_recording_is_one_sentence() {
    let project = Project::new();
    project.write(".faultline/1.flt", "not a recording");
    let mut client = Client::of(&project);
    let said = client.until("window/logMessage", |_| true);
    let sentence = said["message"].as_str().expect("a sentence");
    assert!(sentence.contains("1.flt") && sentence.lines().count() == 1, "{sentence}");
    assert_eq!(client.hover(&project.foo(), 4), Value::Null);
    let error = client.command("faultline.tests", &json!("Foo.first")).expect_err("no recording");
    assert!(error.contains("cannot be read; the log says more"), "{error}");
    project.record(&crate::support::small());
    assert_eq!(client.diagnostics(&project.foo()).len(), 1, "the next recording is read");
}

#[test]
fn the_recording_may_be_named() {
    let project = Project::recorded();
    fs::rename(project.path(".faultline"), project.path("out")).expect("a new name");
    let mut client = Client::with(&project, &abilities(), &json!({ "recording": "out" }));
    assert_eq!(client.diagnostics(&project.foo()).len(), 1);
    let mut client = Client::with(&project, &abilities(), &json!({ "recording": "nowhere" }));
    let said = client.until("window/logMessage", |_| true);
    assert!(said["message"].as_str().expect("a sentence").contains("there is no recording "), "{said}");
    let mut client = Client::with(&project, &abilities(), &json!({ "recording": 1 }));
    let said = client.until("window/logMessage", |_| true);
    assert!(said["message"].as_str().expect("a sentence").contains("are not understood"), "{said}");
}

#[test]
fn tests_are_named_where_the_recording_is_a_file() {
    let project = Project::recorded();
    let mut client = Client::with(&project, &abilities(), &json!({ "recording": ".faultline/1.flt" }));
    client.diagnostics(&project.foo());
    for format in ["text", "maven", "build"] {
        let argument = json!({ "place": "Foo.first", "format": format });
        let answer = client.command("faultline.tests", &argument).expect("an answer");
        assert_eq!(answer["tests"].as_array().expect("tests").len(), 3);
    }
}

#[test]
fn what_a_client_says_beyond_what_is_needed_does_not_keep_the_server_from_starting() {
    let project = Project::recorded();
    let odd = project.path("a [b] c|d");
    fs::create_dir(&odd).expect("a folder");
    fs::rename(project.path("src"), odd.join("src")).expect("a new place");
    fs::rename(project.path(".faultline"), odd.join(".faultline")).expect("a new place");
    let mut client = Client::silent(&project.root());
    let params = json!({
        "processId": "none",
        "trace": "all",
        "rootUri": "x y",
        "workspaceFolders": [{ "uri": "a b" }, 1, { "uri": uri(&odd).replacen("file:///", "file:/", 1) }],
        "capabilities": {
            "workspace": { "workspaceEdit": { "failureHandling": "unheardOf" }, "codeLens": { "refreshSupport": true } },
        },
    });
    client.ask("initialize", &params).expect("an answer");
    client.notify("initialized", &json!({}));
    client.until("workspace/codeLens/refresh", |_| true);
    let all = client.ask("faultline/coverage", &Value::Null).expect("coverage");
    let file = all["files"][0]["uri"].as_str().expect("a file");
    assert!(file.ends_with("/a%20%5Bb%5D%20c%7Cd/src/main/java/org/example/Foo.java"), "{file}");
}

#[test]
fn folders_of_the_workspace_come_and_go() {
    let (one, other) = (Project::recorded(), Project::recorded());
    let mut client = Client::of(&one);
    client.diagnostics(&one.foo());
    let folder = json!({ "uri": uri(&other.root()), "name": "other" });
    let change =
        |added: &[&Value], removed: &[&Value]| json!({ "event": { "added": added, "removed": removed } });
    client.notify("workspace/didChangeWorkspaceFolders", &change(&[&folder], &[]));
    assert_eq!(client.diagnostics(&other.foo()).len(), 1);
    let error = client.command("faultline.tests", &json!("Foo.first")).expect_err("which?");
    assert!(error.contains("several folders"), "{error}");
    client
        .command("faultline.tests", &json!({ "place": "Foo.first", "uri": other.foo() }))
        .expect("an answer");
    client.notify("workspace/didChangeWorkspaceFolders", &change(&[], &[&folder]));
    assert!(client.diagnostics(&other.foo()).is_empty());
}
