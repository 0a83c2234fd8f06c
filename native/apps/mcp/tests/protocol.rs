//! The tools' definitions, and error handling.

use std::fs;

use serde_json::{Value, json};

use crate::support::{Client, files, folder, small};

const TOOLS: [&str; 7] =
    ["record", "suspects", "explain", "covering_tests", "diff_tests", "select_tests", "suite"];

#[test]
fn every_tool_says_what_it_is_for_what_it_takes_and_gives_and_whether_it_only_reads() {
    let folder = folder(None);
    let client = Client::of(folder.path());
    let names: Vec<&str> = client.tools().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, TOOLS);
    for tool in client.tools() {
        let name = tool["name"].as_str().unwrap();
        let description = tool["description"].as_str().unwrap();
        assert!(description.contains("Use it"), "{name} says when to use it");
        assert!((200..900).contains(&description.len()), "{name}: {}", description.len());
        for (schema, side) in [(&tool["inputSchema"], "input"), (&tool["outputSchema"], "output")] {
            assert_eq!(schema["type"], "object", "{name} {side}");
            jsonschema::meta::validate(schema).unwrap_or_else(|error| panic!("{name} {side}: {error}"));
            for (field, said) in schema["properties"].as_object().unwrap() {
                assert!(said["description"].is_string(), "{name} {side} {field} has no description");
            }
        }
        assert_eq!(tool["inputSchema"]["additionalProperties"], false, "{name}");
        // Clients that pass schemas to a model may not resolve references.
        assert!(!tool["inputSchema"].to_string().contains("$ref"), "{name}");
        let read_only = name != "record";
        assert_eq!(tool["annotations"]["readOnlyHint"], read_only, "{name}");
        assert_eq!(tool["annotations"]["openWorldHint"], !read_only, "{name}");
        assert_eq!(tool["annotations"]["destructiveHint"], false, "{name}");
    }
    let all = json!(client.tools()).to_string().len();
    assert!(all < 45_000, "the list of tools is read into a context window: {all} bytes");
}

#[test]
fn bad_input_is_an_error_of_the_tool_in_one_sentence_and_the_server_goes_on() {
    let folder = folder(Some(&small()));
    let mut client = Client::of(folder.path());
    let cases: [(&str, Value, &str); 20] = [
        ("suspects", json!({ "top": 3 }), "unknown field `top`, expected one of `level`"),
        ("suspects", json!({ "level": "file" }), "unknown variant `file`"),
        ("suspects", json!({ "limit": 0 }), "limit is 0; it goes from 1 to 50"),
        ("suspects", json!({ "limit": 51 }), "limit is 51"),
        ("suspects", json!({ "offset": -1 }), "-1"),
        ("suspects", json!({ "group": 0 }), "the first group of failing tests is 1"),
        ("suspects", json!({ "group": 2 }), "there is no group 2; the failing tests are in 1 group"),
        ("suspects", json!({ "failing": ["FooTest#none"] }), "no recorded test is called 'FooTest#none'"),
        ("suspects", json!({ "failing": ["FooTest#passes"] }), "did not fail"),
        ("suspects", json!({ "ranking": "ochia" }), "did you mean Ochiai"),
        ("suspects", json!({ "recording": "nowhere" }), "nowhere does not exist"),
        ("explain", json!({}), "missing field `method`"),
        ("explain", json!({ "method": "Foo.third" }), "no failing test runs a method \"Foo.third\""),
        ("covering_tests", json!({ "target": "Foo.third" }), "no recorded method is called \"Foo.third\""),
        ("covering_tests", json!({ "target": "Bar.java:3" }), "no recorded class belongs to \"Bar.java\""),
        ("covering_tests", json!({ "target": "Foo.java:15" }), "the nearest lines with code: 12 and 20"),
        ("covering_tests", json!({ "target": "" }), "write a method as Class.method"),
        ("diff_tests", json!({ "test": "FooTest#none" }), "no recorded test is called"),
        ("select_tests", json!({ "metric": "none" }), "none"),
        ("select_tests", json!({ "given": "suite" }), "name a --pool"),
    ];
    for (tool, arguments, expected) in &cases {
        let error = client.error(tool, arguments);
        assert!(error.contains(expected), "{tool} {arguments}: {error}");
    }
    let record = client.error("record", &json!({ "timeout_seconds": 0 }));
    assert!(record.contains("give at least 1"), "{record}");
    let record = client.error("record", &json!({}));
    assert!(record.contains("has no pom.xml and no Gradle build file"), "{record}");
    let unknown = client.ask("tools/call", &json!({ "name": "rank", "arguments": {} }));
    let message = unknown["error"]["message"].as_str().unwrap();
    assert!(message.contains("there is no tool \"rank\"; there are record, suspects"), "{unknown}");
    client.send("this is no JSON");
    client.send("{\"jsonrpc\": \"2.0\"}");
    client.send("[1, 2]");
    let after = client.call("suspects", &json!({}));
    assert_eq!(after["suspects"][0]["method"], "Foo.second(int)", "{after:#}");
}

#[test]
fn a_recording_that_cannot_be_read_is_one_sentence() {
    let folder = folder(None);
    let mut client = Client::of(folder.path());
    for tool in &TOOLS[1..] {
        let arguments = match *tool {
            "explain" => json!({ "method": "x" }),
            "covering_tests" => json!({ "target": "x" }),
            "diff_tests" => json!({ "test": "x" }),
            _ => json!({}),
        };
        let error = client.error(tool, &arguments);
        assert!(error.contains("there is no .faultline in"), "{tool}: {error}");
        assert!(error.ends_with("record the tests first with the tool record"), "{tool}: {error}");
    }
    fs::create_dir(folder.path().join(".faultline")).unwrap();
    let error = client.error("suspects", &json!({}));
    assert!(error.contains("holds no recording"), "{error}");
    fs::write(folder.path().join(".faultline/1.flt"), "not a recording").unwrap();
    let error = client.error("suspects", &json!({}));
    assert!(error.contains("1.flt"), "{error}");
}

#[test]
fn tools_that_only_read_write_nothing() {
    let folder = folder(Some(&small()));
    let before = files(folder.path());
    let mut client = Client::of(folder.path());
    client.call("suspects", &json!({}));
    client.call("explain", &json!({ "method": "second" }));
    client.call("covering_tests", &json!({ "target": "Foo.java:20" }));
    client.call("diff_tests", &json!({ "test": "FooTest#fails" }));
    client.call("select_tests", &json!({}));
    client.call("suite", &json!({}));
    assert_eq!(files(folder.path()), before);
}

#[test]
fn a_new_recording_is_seen_by_the_next_call() {
    let folder = folder(Some(&small()));
    let mut client = Client::of(folder.path());
    assert_eq!(client.call("suspects", &json!({}))["tests"]["failed"], 1);
    fs::remove_file(folder.path().join(".faultline/1.flt")).unwrap();
    let other = crate::support::folder(Some(&{
        let mut recording = small();
        recording.tests.truncate(1);
        recording
    }));
    fs::copy(other.path().join(".faultline/1.flt"), folder.path().join(".faultline/2.flt")).unwrap();
    let tests = client.call("suspects", &json!({}))["tests"].clone();
    assert_eq!(tests, json!({ "passed": 0, "failed": 1, "aborted": 0, "skipped": 0 }));
}
