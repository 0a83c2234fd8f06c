//! A client that speaks plain lines of JSON, and synthetic recordings.

use std::fs::{self, File};
use std::path::Path;
use std::sync::Arc;

use faultline_flt::Writer;
use faultline_mcp::{BOUND, Project, Server};
use faultline_spectrum::{
    ClassFile, CoverageBuilder, Failure, Frame, Outcome, RecordedClass, RecordedMethod, RecordedTest,
    Recording,
};
use rmcp::ServiceExt;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf};
use tokio::runtime::{Builder, Runtime};

/// A folder with or without a recording.
pub fn folder(recording: Option<&Recording>) -> TempDir {
    let folder = TempDir::new().unwrap();
    if let Some(recording) = recording {
        fs::create_dir(folder.path().join(".faultline")).unwrap();
        let file = File::create(folder.path().join(".faultline/1.flt")).unwrap();
        Writer::new(file, &recording.origin).unwrap().recording(recording).unwrap();
    }
    folder
}

/// `org.example.Foo` with two methods of three lines each, from line 10.
pub fn class() -> RecordedClass {
    let method = |name: &str| RecordedMethod { name: name.to_owned(), descriptor: "(I)I".to_owned() };
    RecordedClass::new(
        0,
        ClassFile {
            name: "org.example.Foo".to_owned(),
            source_file: Some("Foo.java".to_owned()),
            hash: 1,
            location: String::new(),
            methods: vec![method("first"), method("second")],
            slots: vec![(0, 10), (0, 11), (0, 12), (1, 20), (1, 21), (1, 22)],
        },
    )
}

/// A test `org.example.FooTest#NAME` that runs the given lines of [`class`], by index.
pub fn test(sequence: u32, name: &str, outcome: Outcome, slots: &[u32]) -> RecordedTest {
    let mut coverage = CoverageBuilder::default();
    coverage.class(0, &[slots.iter().map(|slot| 1_u64 << slot).sum()]);
    let failure = (outcome == Outcome::Failed).then(|| Failure {
        exception: "java.lang.IllegalStateException".to_owned(),
        frames: vec![Frame {
            class: "org.example.Foo".to_owned(),
            method: "second".to_owned(),
            line: 20 + i32::try_from(sequence % 3).unwrap(),
        }],
        thrown: None,
    });
    RecordedTest {
        sequence,
        unique_id: format!("id {name}"),
        class: "org.example.FooTest".to_owned(),
        method: name.to_owned(),
        outcome,
        duration_ns: 1_000_000,
        display: String::new(),
        overlapped: false,
        failure,
        coverage: coverage.to_coverage(),
    }
}

/// One failing test and two passing ones.
pub fn small() -> Recording {
    Recording {
        classes: vec![class()],
        tests: vec![
            test(0, "fails", Outcome::Failed, &[0, 1, 3, 4, 5]),
            test(1, "passes", Outcome::Passed, &[0, 1, 2, 3]),
            test(2, "other", Outcome::Passed, &[0, 2]),
        ],
        sealed: true,
        ..Recording::default()
    }
}

/// A client of a server in the same process.
pub struct Client {
    runtime: Runtime,
    from: BufReader<ReadHalf<DuplexStream>>,
    to: WriteHalf<DuplexStream>,
    asked: u64,
    tools: Vec<Value>,
}

impl Client {
    /// Starts the server of a folder and initialises the session.
    pub fn of(folder: &Path) -> Self {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let (ours, theirs) = tokio::io::duplex(1 << 16);
        let server = Server::new(Arc::new(Project::new(folder.canonicalize().unwrap()))).unwrap();
        runtime.spawn(async move { server.serve(theirs).await.unwrap().waiting().await });
        let (from, to) = tokio::io::split(ours);
        let mut client = Self { runtime, from: BufReader::new(from), to, asked: 0, tools: Vec::new() };
        let hello = json!({
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": { "name": "test", "version": "1" },
        });
        let answer = client.ask("initialize", &hello);
        assert_eq!(answer["result"]["serverInfo"]["name"], "faultline", "{answer}");
        client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }).to_string());
        let listed = client.ask("tools/list", &json!({}));
        client.tools.clone_from(listed["result"]["tools"].as_array().unwrap());
        client
    }

    /// The server's list of tools.
    pub fn tools(&self) -> &[Value] {
        &self.tools
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) {
        let line = format!("{line}\n");
        self.runtime.block_on(self.to.write_all(line.as_bytes())).unwrap();
    }

    /// Sends a request and reads its response.
    pub fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.asked += 1;
        let id = self.asked;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string());
        loop {
            let mut line = String::new();
            self.runtime.block_on(self.from.read_line(&mut line)).unwrap();
            let message: Value = serde_json::from_str(&line).unwrap();
            if message["id"] == id {
                return message;
            }
        }
    }

    /// A tool's structured result, validated against its schema and its limits of bytes and lines; its text must be
    /// the same.
    pub fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        let answer = self.ask("tools/call", &json!({ "name": tool, "arguments": arguments }));
        let result = &answer["result"];
        assert_eq!(result["isError"], false, "{tool} {arguments}: {answer}");
        let text = result["content"][0]["text"].as_str().unwrap();
        assert!(text.len() <= BOUND, "{tool} {arguments}: {} bytes", text.len());
        let structured = result["structuredContent"].clone();
        let budget = arguments["budget_lines"].as_u64().unwrap_or(60);
        assert!(
            printed_lines(&structured) <= budget,
            "{tool} {arguments}: more than {budget} in {structured:#}"
        );
        assert_eq!(serde_json::from_str::<Value>(text).unwrap(), structured, "{tool}");
        let schema = &self.tools.iter().find(|said| said["name"] == tool).unwrap()["outputSchema"];
        let validator = jsonschema::validator_for(schema).unwrap();
        let wrong: Vec<String> = validator.iter_errors(&structured).map(|error| error.to_string()).collect();
        assert!(wrong.is_empty(), "{tool} {arguments}: {wrong:?} in {structured:#}");
        structured
    }

    /// A tool's error, which must be one sentence.
    pub fn error(&mut self, tool: &str, arguments: &Value) -> String {
        let answer = self.ask("tools/call", &json!({ "name": tool, "arguments": arguments }));
        let result = &answer["result"];
        assert_eq!(result["isError"], true, "{tool} {arguments}: {answer}");
        let text = result["content"][0]["text"].as_str().unwrap();
        assert_eq!(text.lines().count(), 1, "one sentence: {text}");
        assert!(text.len() <= 1_500, "{text}");
        text.to_owned()
    }
}

/// The lines of a result: its objects and texts that stand in lists, and the lines of its texts with several.
fn printed_lines(value: &Value) -> u64 {
    let inside: u64 = match value {
        Value::Object(fields) => fields.values().map(printed_lines).sum(),
        Value::Array(items) => items.iter().map(printed_lines).sum(),
        _ => 0,
    };
    let listed = value.as_array().into_iter().flatten();
    let objects = listed.clone().filter(|item| item.is_object()).count();
    let short = listed.filter_map(Value::as_str).filter(|text| !text.contains('\n')).count();
    let long = value.as_str().filter(|text| text.contains('\n')).map_or(0, |text| text.lines().count());
    inside + u64::try_from(objects + short + long).unwrap()
}

/// All files below a folder, with their contents.
pub fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                found.push((path.display().to_string(), fs::read(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}
