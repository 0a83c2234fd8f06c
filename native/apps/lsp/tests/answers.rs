//! What an editor shows of a recording.

use std::sync::Arc;

use faultline_spectrum::Recording;
use serde_json::{Value, json};

use crate::support::{Client, FOO_TEST, Project, abilities, small};

#[test]
fn suspicious_lines_are_information_with_the_chance_the_reason_and_the_failing_test() {
    let project = Project::recorded();
    let mut client = Client::of(&project);
    let diagnostics = client.diagnostics(&project.foo());
    let [first, ..] = diagnostics.as_slice() else { panic!("no diagnostics") };
    assert_eq!(first["severity"], 3);
    assert_eq!((&first["source"], &first["code"]), (&json!("faultline"), &json!("suspicious-line")));
    let message = first["message"].as_str().expect("a message");
    assert!(message.starts_with("Suspicious, ") && message.contains(" %: "), "{message}");
    assert!(
        message.contains("FooTest#fails fails with java.lang.IllegalStateException at Foo.second:13"),
        "{message}"
    );
    let line = first["range"]["start"]["line"].as_u64().expect("a line");
    assert!((11..16).contains(&line), "in the method that only the failing test runs: {first}");
    let related = &first["relatedInformation"][0];
    assert_eq!(related["location"]["uri"], project.foo_test());
    assert_eq!(related["location"]["range"]["start"], json!({ "line": 10, "character": 8 }));
    let said = related["message"].as_str().expect("a message");
    assert_eq!(said, "org.example.FooTest#fails failed here: assertEquals(3, new Foo().second(2));");
}

#[test]
fn columns_are_utf_16() {
    let project = Project::recorded();
    let mut client = Client::of(&project);
    client.until("textDocument/publishDiagnostics", |_| true);
    let hover = client.hover(&project.foo(), 11);
    let range = json!({ "start": { "line": 11, "character": 8 }, "end": { "line": 11, "character": 28 } });
    assert_eq!(hover["range"], range, "𝒳 has two units, é has one");
}

#[test]
fn where_all_tests_pass_nothing_is_suspicious() {
    let project = Project::new();
    let mut recording = small();
    recording.tests.remove(0);
    project.record(&recording);
    let mut client = Client::of(&project);
    client.until("workspace/codeLens/refresh", |_| true);
    let hover = client.hover(&project.foo(), 4);
    let text = hover["contents"]["value"].as_str().expect("a text");
    assert!(text.starts_with("**Run by 2 of 2 passing tests**"), "{text}");
    let heard = client.heard.iter().filter(|message| format!("{message:?}").contains("publishDiagnostics"));
    assert_eq!(heard.count(), 0);
}

#[test]
fn a_hover_counts_the_tests_of_a_line_and_names_failing_ones_first() {
    let project = Project::recorded();
    let mut client = Client::of(&project);
    client.diagnostics(&project.foo());
    let text = |hover: &Value| hover["contents"]["value"].as_str().expect("a text").to_owned();
    let of_all = text(&client.hover(&project.foo(), 4));
    let expected = "**Run by 1 of 1 failing test** (`ef`) **and 2 of 2 passing tests** (`ep`)\n\
                    - `FooTest#fails` failed\n- `FooTest#other` passed\n- `FooTest#passes` passed";
    assert_eq!(of_all, expected, "`other` runs less besides than `passes`");
    let of_one = text(&client.hover(&project.foo(), 6));
    assert!(of_one.contains("0 of 1 failing test** (`ef`) **and 1 of 2"), "{of_one}");
    assert_eq!(client.hover(&project.foo(), 2), Value::Null, "no code");
    assert_eq!(client.hover(&project.foo(), 99), Value::Null, "no line");
    assert_eq!(client.hover(&project.foo_test(), 4), Value::Null, "tests are not recorded");
}

#[test]
fn lenses_stand_above_recorded_methods_and_tests() {
    let project = Project::recorded();
    let mut client = Client::of(&project);
    client.diagnostics(&project.foo());
    let lens = |line, title: &str| (line, title.to_owned());
    let expected = [
        lens(3, "3 tests, 1 fails"),
        lens(3, "run these"),
        lens(10, "1 test, 1 fails"),
        lens(10, "run these"),
    ];
    assert_eq!(client.lenses(&project.foo()), expected);
    client.open(&project.foo_test(), &format!("// edited\n{FOO_TEST}"));
    let expected = [lens(10, "why it fails"), lens(10, "run this"), lens(7, "run this"), lens(4, "run this")];
    assert_eq!(client.lenses(&project.foo_test()), expected, "tests are found by their names");
}

#[test]
fn a_client_without_lenses_gets_none() {
    let project = Project::recorded();
    let mut client = Client::silent(&project.root());
    let capabilities = |options: Value| json!({ "capabilities": {}, "initializationOptions": options });
    let answer = client.ask("initialize", &capabilities(json!({ "codeLens": false }))).expect("an answer");
    assert_eq!(answer["capabilities"]["codeLensProvider"], Value::Null);
    assert_eq!(answer["capabilities"]["hoverProvider"], true);
}

#[test]
fn commands_of_lenses_name_the_tests_and_how_to_run_them() {
    let project = Project::recorded();
    let mut client = Client::of(&project);
    client.diagnostics(&project.foo());
    let lenses = json!({ "textDocument": { "uri": project.foo() } });
    let lenses = client.ask("textDocument/codeLens", &lenses).expect("lenses");
    let execute = |client: &mut Client, lens: &Value| {
        let command = lens["command"]["command"].as_str().expect("a command").to_owned();
        client.command(&command, &lens["command"]["arguments"][0]).expect("an answer")
    };
    let named = execute(&mut client, &lenses[0]);
    assert_eq!(named["tests"].as_array().expect("tests").len(), 3);
    assert_eq!(named["tests"][0], json!({ "test": "org.example.FooTest#fails", "outcome": "failed" }));
    let shown = client.until("window/showMessage", |_| true);
    let sentence =
        "3 tests run org.example.Foo.first(int); 1 failed: FooTest#fails, FooTest#passes, FooTest#other";
    assert_eq!(shown["message"], sentence);
    let run = execute(&mut client, &lenses[3]);
    let line = run["commandLine"].as_str().expect("a command line");
    assert!(line.starts_with("mvn test '-Dtest=org.example.FooTest#fails' "), "{line}");
    assert_eq!((&run["folder"], &run["notes"]), (&json!(project.root()), &json!([])));
    for (argument, sentence) in [
        (json!("Foo.second"), "1 test runs Foo.second; it failed: FooTest#fails"),
        (json!("Foo.java:7"), "1 test runs Foo.java:7: FooTest#passes"),
    ] {
        assert_eq!(client.command("faultline.tests", &argument).expect("an answer")["message"], sentence);
    }
    let junit = client.command("faultline.tests", &json!({ "place": "Foo.second", "format": "junit" }));
    assert!(junit.expect("an answer")["commandLine"].as_str().expect("a line").starts_with("--select-"));
}

#[test]
fn what_a_command_line_selects_besides_is_said() {
    let project = Project::new();
    let mut recording = small();
    recording.tests[0].method = "fails()/x".to_owned();
    project.record(&recording);
    let mut client = Client::of(&project);
    client.diagnostics(&project.foo());
    let argument = json!({ "place": "Foo.second", "format": "build" });
    let answer = client.command("faultline.tests", &argument).expect("an answer");
    let [note] = answer["notes"].as_array().expect("notes").as_slice() else { panic!("{answer}") };
    let note = note.as_str().expect("a sentence");
    let message = answer["message"].as_str().expect("a sentence");
    assert!(
        message.starts_with("to run these: mvn ") && message.ends_with(&format!(" ({note})")),
        "{message}"
    );
}

#[test]
fn why_a_test_fails_is_shown_and_the_first_suspect_opened() {
    let project = Project::recorded();
    let mut client = Client::of(&project);
    client.diagnostics(&project.foo());
    let answer =
        client.command("faultline.showFailure", &json!({ "test": "FooTest#fails" })).expect("an answer");
    let message = answer["message"].as_str().expect("a message");
    assert!(
        message.starts_with("FooTest#fails: the most likely cause is org.example.Foo.second(int), line 1"),
        "{message}"
    );
    assert_eq!(answer["suspects"][0]["location"]["uri"], project.foo());
    let opened = client.until("window/showDocument", |_| true);
    assert_eq!(opened["uri"], project.foo());
    assert_eq!(opened["selection"], answer["suspects"][0]["location"]["range"]);
    let passed =
        client.command("faultline.showFailure", &json!({ "test": "FooTest#passes" })).expect_err("it passed");
    assert!(passed.contains("FooTest#passes did not fail"), "{passed}");
}

#[test]
fn a_suspicious_line_offers_the_nearest_passing_test() {
    let project = Project::recorded();
    let mut client = Client::of(&project);
    let diagnostics = client.diagnostics(&project.foo());
    let line = diagnostics[0]["range"]["start"]["line"].as_u64().expect("a line") as u32;
    let actions = client.actions(&project.foo(), line);
    let [action] = actions.as_slice() else { panic!("{actions:?}") };
    assert_eq!(action["title"], "Faultline: show how the nearest passing test differs from FooTest#fails");
    let argument = &action["arguments"][0];
    let answer = client.command(action["command"].as_str().expect("a command"), argument).expect("an answer");
    let text = answer["text"].as_str().expect("a text");
    assert!(text.contains("Foo.second(int)") && text.contains("é <= 4"), "{text}");
    assert_eq!(answer["other"], "org.example.FooTest#other");
    assert_eq!(answer["test"], "org.example.FooTest#fails");
    assert!(client.actions(&project.foo(), 0).is_empty());
    let of_test = client.actions(&project.foo_test(), 9);
    assert_eq!(
        of_test,
        [json!({
            "title": action["title"],
            "command": "faultline.diff",
            "arguments": [{ "test": "org.example.FooTest#fails", "uri": project.foo_test() }],
        })]
    );
    assert!(client.actions(&project.foo_test(), 3).is_empty(), "it passes");
}

#[test]
fn a_test_that_the_caller_chose_is_not_called_the_nearest() {
    let project = Project::recorded();
    let mut client = Client::of(&project);
    client.diagnostics(&project.foo());
    for (argument, is_nearest) in [
        (json!({ "test": "FooTest#fails" }), true),
        (json!({ "test": "FooTest#fails", "other": "FooTest#passes" }), false),
    ] {
        let answer = client.command("faultline.diff", &argument).expect("an answer");
        let summary = answer["summary"].as_str().expect("a sentence");
        assert_eq!(summary.contains("nearest passing test"), is_nearest, "{summary}");
    }
}

#[test]
fn a_ranking_is_the_one_of_the_program() {
    let project = Project::recorded();
    let mut client = Client::of(&project);
    client.diagnostics(&project.foo());
    let ranking = client.command("faultline.rank", &Value::Null).expect("a ranking");
    assert_eq!(ranking["groups"][0]["suspects"][0]["method"], "second", "{ranking:#}");
}

#[test]
fn coverage_has_lines_files_and_tests() {
    let project = Project::recorded();
    let mut client = Client::of(&project);
    client.diagnostics(&project.foo());
    let all = client.ask("faultline/coverage", &Value::Null).expect("coverage");
    assert_eq!(all["files"], json!([{ "uri": project.foo(), "total": 8, "covered": 8, "tests": [0, 1, 2] }]));
    assert_eq!(all["tests"].as_array().expect("tests").len(), 3);
    let file = client.ask("faultline/coverage", &json!({ "uri": project.foo() })).expect("coverage");
    assert_eq!(file["lines"][2], json!({ "line": 6, "ef": 0, "ep": 1, "chance": null }));
    let of_test = json!({ "uri": project.foo(), "test": "FooTest#other" });
    let of_test = client.ask("faultline/coverage", &of_test).expect("coverage");
    assert_eq!(of_test["lines"][2]["ep"], 0);
    assert_eq!(of_test["lines"][3]["ep"], 1);
}

#[test]
fn a_test_that_runs_a_line_of_two_methods_counts_once() {
    let project = Project::new();
    let mut recording = small();
    // The first line of `second` and the first of `first` are one.
    Arc::make_mut(&mut recording.classes[0].file).slots[4] = (1, 5);
    project.record(&recording);
    let mut client = Client::of(&project);
    client.diagnostics(&project.foo());
    let file = client.ask("faultline/coverage", &json!({ "uri": project.foo() })).expect("coverage");
    assert_eq!((&file["lines"][0]["ef"], &file["lines"][0]["ep"]), (&json!(1), &json!(2)), "{file}");
    let hover = client.hover(&project.foo(), 4);
    let text = hover["contents"]["value"].as_str().expect("a text");
    assert!(text.contains("1 of 1 failing test") && text.contains("2 of 2 passing tests"), "{text}");
}

#[test]
fn editors_that_ask_for_it_hear_of_each_recording() {
    let project = Project::recorded();
    let mut client = Client::with(&project, &abilities(), &json!({ "loaded": true }));
    let root = crate::support::uri(&project.root());
    assert_eq!(client.until("faultline/loaded", |_| true), json!({ "uri": root }));
    project.record(&Recording { tests: small().tests.split_off(1), ..small() });
    client.until("faultline/loaded", |_| true);
    let all = client.ask("faultline/coverage", &Value::Null).expect("coverage");
    assert_eq!(all["tests"].as_array().expect("tests").len(), 2, "the new recording is there");
    let mut client = Client::of(&project);
    client.until("workspace/codeLens/refresh", |_| true);
    client.command("faultline.rank", &Value::Null).expect_err("nothing failed");
    assert!(!client.heard.iter().any(|message| format!("{message:?}").contains("faultline/loaded")));
}

#[test]
fn coverage_without_a_file_is_of_all_folders() {
    let (one, other) = (Project::recorded(), Project::recorded());
    let mut client = Client::of(&one);
    client.diagnostics(&one.foo());
    let folder = json!({ "uri": crate::support::uri(&other.root()), "name": "other" });
    let event = json!({ "added": [folder, folder], "removed": [] });
    client.notify("workspace/didChangeWorkspaceFolders", &json!({ "event": event }));
    client.diagnostics(&other.foo());
    let all = client.ask("faultline/coverage", &json!({})).expect("coverage");
    let file = |project: &Project, tests: [usize; 3]| json!({ "uri": project.foo(), "total": 8, "covered": 8, "tests": tests });
    assert_eq!(all["files"], json!([file(&one, [0, 1, 2]), file(&other, [3, 4, 5])]));
    assert_eq!(all["tests"].as_array().expect("tests").len(), 6);
    let error = client.ask("faultline/coverage", &json!({ "test": "FooTest#none" })).expect_err("no test");
    assert!(error.contains("FooTest#none"), "{error}");
}

#[test]
fn what_an_editor_cannot_do_is_not_asked_of_it() {
    let project = Project::recorded();
    let mut client = Client::with(&project, &json!({}), &Value::Null);
    let diagnostics = client.diagnostics(&project.foo());
    assert_eq!(diagnostics[0]["relatedInformation"], Value::Null);
    client.command("faultline.showFailure", &json!("FooTest#fails")).expect("an answer");
    let asked: Vec<_> =
        client.heard.iter().filter(|message| matches!(message, lsp_server::Message::Request(_))).collect();
    assert!(asked.is_empty(), "{asked:?}");
}
