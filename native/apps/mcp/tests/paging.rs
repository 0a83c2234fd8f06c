//! The pages of a list together contain each item once.

use std::collections::BTreeSet;

use faultline_spectrum::{ClassFile, Outcome, RecordedClass, RecordedMethod, Recording};
use serde_json::{Value, json};

use crate::support::{Client, class, folder, test};

/// Sixty methods with one line each; one failing test runs all of them, and 130 passing tests run each.
fn wide() -> Recording {
    let methods = (0..60).map(|at| RecordedMethod { name: format!("m{at}"), descriptor: "()V".to_owned() });
    let file = ClassFile {
        methods: methods.collect(),
        slots: (0..60).map(|at| (at, at + 1)).collect(),
        ..ClassFile::clone(&class().file)
    };
    let all: Vec<u32> = (0..60).collect();
    let mut tests = vec![test(0, "fails", Outcome::Failed, &all)];
    tests.extend((1..=130).map(|at| test(at, &format!("passes{at}"), Outcome::Passed, &[at % 60])));
    Recording { classes: vec![RecordedClass::new(0, file)], tests, sealed: true, ..Recording::default() }
}

/// Walks all pages of a tool's list and checks each page's description.
fn walk(client: &mut Client, tool: &str, arguments: &Value, list: &str, key: &str) -> Vec<Value> {
    let (mut all, mut offset) = (Vec::new(), 0);
    loop {
        let mut asked = arguments.clone();
        asked["offset"] = offset.into();
        let result = client.call(tool, &asked);
        let (items, page) = (result[list].as_array().unwrap(), &result["page"]);
        assert_eq!(page["offset"], offset, "{tool}");
        assert_eq!(page["returned"], items.len(), "{tool}");
        all.extend(items.iter().map(|item| item[key].clone()));
        let Some(next) = page["next_offset"].as_u64() else {
            assert_eq!(page["total"], all.len(), "{tool}");
            return all;
        };
        assert_eq!(next, all.len() as u64, "{tool}");
        offset = next;
    }
}

#[test]
fn pages_of_every_list_together_are_the_whole() {
    let folder = folder(Some(&wide()));
    let mut client = Client::of(folder.path());
    let cases = [
        ("suspects", json!({ "limit": 7 }), "suspects", "method", 60),
        ("suspects", json!({ "limit": 50, "level": "line" }), "suspects", "line", 60),
        ("covering_tests", json!({ "target": "Foo.m7", "limit": 1 }), "tests", "test", 4),
        ("diff_tests", json!({ "test": "FooTest#fails", "limit": 13 }), "places", "method", 59),
        ("suite", json!({ "list": "classes", "limit": 1 }), "parts", "name", 1),
    ];
    for (tool, arguments, list, key, expected) in cases {
        let all = walk(&mut client, tool, &arguments, list, key);
        assert_eq!(all.len(), expected, "{tool}: {all:?}");
        let different: BTreeSet<String> = all.iter().map(Value::to_string).collect();
        assert_eq!(different.len(), expected, "{tool} gives nothing twice");
    }
    let past = client.call("suspects", &json!({ "offset": 1000 }));
    assert_eq!(past["page"], json!({ "offset": 1000, "returned": 0, "total": 60 }));
}

#[test]
fn more_tests_are_chosen_as_pages_go_on() {
    let folder = folder(Some(&wide()));
    let mut client = Client::of(folder.path());
    let of = |result: &Value| -> Vec<Value> {
        result["chosen"].as_array().unwrap().iter().map(|chosen| chosen["test"].clone()).collect()
    };
    let ten = of(&client.call("select_tests", &json!({ "limit": 10 })));
    let five = of(&client.call("select_tests", &json!({ "limit": 5, "offset": 5 })));
    assert_eq!(ten.len(), 10);
    assert_eq!(ten[5..], five);
}
