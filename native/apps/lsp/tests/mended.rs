//! Mutants with which the failing test passes, as `faultline mutate` leaves them beside a recording.

use std::fs::{self, File};

use faultline_flt::Writer;
use faultline_spectrum::{
    Mutant, MutatedClass, Mutation, MutationTest, Outcome, PairVerdict, Probe, ProbedClass, RecordedMethod,
    Recording, Verdict,
};
use serde_json::{Value, json};

use crate::support::{Client, FOO, Project, abilities};

/// A mutant of the comparison in line 13.
fn comparison(mutant: u32, instruction: u32, words: &str) -> Mutant {
    Mutant { mutant, method: 1, line: 13, instruction, words: words.to_owned(), ..Mutant::default() }
}

/// Writes results: the failing test passes with each of the mutants, and no other test reaches them.
fn mutate(project: &Project, mutants: Vec<Mutant>) {
    let method = |name: &str| RecordedMethod { name: name.to_owned(), descriptor: "(I)I".to_owned() };
    let all = (1 << mutants.len()) - 1;
    let verdict = |mutant: &Mutant| PairVerdict {
        test: 1,
        class: 1,
        mutant: mutant.mutant,
        verdict: Verdict::Passes,
        ..PairVerdict::default()
    };
    let test = MutationTest {
        test: 1,
        unique_id: "id fails".to_owned(),
        class: "org.example.FooTest".to_owned(),
        method: "fails".to_owned(),
        outcome: Outcome::Failed,
        exception: "java.lang.IllegalStateException".to_owned(),
        message: 0,
        trace: 0,
        unstable: 0,
        duration_ns: 1,
        fuel: 1,
    };
    let mutation = Mutation {
        verdicts: mutants.iter().map(verdict).collect(),
        classes: vec![MutatedClass {
            class: 1,
            name: "org.example.Foo".to_owned(),
            hash: 1,
            operators: MutatedClass::OPERATORS,
            methods: vec![method("first"), method("second")],
            mutants,
        }],
        tests: vec![test],
        probes: vec![Probe {
            test: 1,
            classes: vec![ProbedClass { class: 1, reached: vec![all], infected: vec![all] }],
        }],
        ..Mutation::default()
    };
    let folder = project.path(".faultline/mutants");
    fs::create_dir(&folder).expect("a folder");
    let recording = Recording { mutation, ..Recording::default() };
    let file = File::create(folder.join("1.flt")).expect("a file");
    Writer::new(file, &recording.origin).expect("a head").recording(&recording).expect("results");
}

/// The actions that are edits.
fn edits(client: &mut Client, uri: &str, line: u32) -> Vec<Value> {
    client.actions(uri, line).into_iter().filter(|action| action["edit"].is_object()).collect()
}

#[test]
fn a_mending_mutant_is_in_the_hover_and_an_edit_of_the_version_that_is_open() {
    let project = Project::recorded();
    mutate(&project, vec![comparison(0, 5, "`<` for `<=`"), comparison(1, 5, "`true` for the condition")]);
    let mut client = Client::of(&project);
    let diagnostics = client.diagnostics(&project.foo());
    assert_eq!(diagnostics[0]["range"]["start"]["line"], 12, "the line that a mutant mends: {diagnostics:?}");
    let hover = client.hover(&project.foo(), 12);
    let text = hover["contents"]["value"].as_str().expect("a text");
    assert!(text.contains("Mutant `second:13`: with `<` for `<=` the failing test passes"), "{text}");
    assert!(text.lines().count() <= 12, "{text}");

    client.open(&project.foo(), FOO);
    client.edit(&project.foo(), 7, &format!("// new\n{FOO}"));
    let found = edits(&mut client, &project.foo(), 13);
    let [edit] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(edit["title"], "Faultline: try this change (`<=` -> `<` makes the test pass)");
    assert_eq!(edit["kind"], "quickfix");
    let change = &edit["edit"]["documentChanges"][0];
    assert_eq!(change["textDocument"], json!({ "uri": project.foo(), "version": 7 }));
    let range = json!({ "start": { "line": 13, "character": 14 }, "end": { "line": 13, "character": 16 } });
    assert_eq!(change["edits"], json!([{ "range": range, "newText": "<" }]));
    assert!(edits(&mut client, &project.foo(), 12).is_empty(), "the line has moved");
}

#[test]
fn a_mutant_that_may_be_of_another_instruction_is_no_edit() {
    let project = Project::recorded();
    mutate(&project, vec![comparison(0, 5, "`<` for `<=`"), comparison(1, 9, "`<` for `<=`")]);
    let mut client = Client::of(&project);
    client.diagnostics(&project.foo());
    assert!(edits(&mut client, &project.foo(), 12).is_empty());
}

#[test]
fn editors_that_know_no_versions_or_no_edits_get_what_they_know() {
    let project = Project::recorded();
    mutate(&project, vec![comparison(0, 5, "`<` for `<=`")]);
    let mut able = abilities();
    able["workspace"]["workspaceEdit"] = json!({});
    let mut client = Client::with(&project, &able, &Value::Null);
    client.diagnostics(&project.foo());
    let found = edits(&mut client, &project.foo(), 12);
    assert_eq!(found[0]["edit"]["changes"][project.foo()][0]["newText"], "<", "{found:?}");
    let mut client = Client::with(&project, &json!({}), &Value::Null);
    client.diagnostics(&project.foo());
    assert!(edits(&mut client, &project.foo(), 12).is_empty());
}

#[test]
fn edits_are_given_only_to_editors_that_ask_for_quick_fixes() {
    let project = Project::recorded();
    mutate(&project, vec![comparison(0, 5, "`<` for `<=`")]);
    let mut client = Client::of(&project);
    client.diagnostics(&project.foo());
    let mut number = |context: &Value| client.actions_of(&project.foo(), 12, context).len();
    let all = number(&json!({ "diagnostics": [] }));
    assert!(all > 1, "a comparison and an edit");
    for (only, trigger, expected) in [
        (json!(["quickfix"]), json!(1), all),
        (json!(["source", ""]), json!(1), all),
        (json!(["quickfix"]), Value::Null, all),
        (Value::Null, json!(2), all),
        (json!(["quickfix"]), json!(2), 0),
        (json!(["source.fixAll"]), json!(1), 0),
        (json!(["source.organizeImports", "refactor"]), Value::Null, 0),
        (json!(["quickfix.other"]), json!(1), 0),
        (json!([]), json!(1), 0),
    ] {
        let context = json!({ "diagnostics": [], "only": only, "triggerKind": trigger });
        assert_eq!(number(&context), expected, "{context}");
    }
}
