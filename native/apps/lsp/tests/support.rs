//! A client in the same process, and synthetic projects with recordings.

use std::collections::VecDeque;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use faultline_flt::Writer;
use faultline_lsp::{End, Server};
use faultline_spectrum::{
    ClassFile, CoverageBuilder, Failure, Frame, Outcome, RecordedClass, RecordedMethod, RecordedTest,
    Recording,
};
use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};
use tempfile::TempDir;

/// Timeout, longer than anything here takes.
const LONG: Duration = Duration::from_mins(1);

/// The source of the recorded class: `first` from line 5, `second` from line 11.
pub const FOO: &str = "\
package org.example;

class Foo {
    int first(int x) {
        int y = x + 1;
        if (y < 2) {
            y = 3;
        }
        return y;
    }
    int second(int x) {
        int é = x * 2; // 𝒳
        if (é <= 4) {
            é--;
        }
        return é;
    }
}
";

/// The source of its tests.
pub const FOO_TEST: &str = "\
package org.example;

class FooTest {
    @Test void passes() {
        assertEquals(2, new Foo().first(1));
    }
    @Test void other() {
        assertEquals(3, new Foo().first(0));
    }
    @Test void fails() {
        assertEquals(3, new Foo().second(2));
    }
}
";

/// A project with a recording.
pub struct Project(pub TempDir);

impl Project {
    /// Maven's layout, without a recording.
    pub fn new() -> Self {
        let project = Self(TempDir::new().expect("a folder"));
        project.write("pom.xml", "<project/>");
        project.write("src/main/java/org/example/Foo.java", FOO);
        project.write("src/test/java/org/example/FooTest.java", FOO_TEST);
        project
    }

    /// The same with the recording of one failing test and two passing ones.
    pub fn recorded() -> Self {
        let project = Self::new();
        project.record(&small());
        project
    }

    pub fn root(&self) -> PathBuf {
        self.0.path().canonicalize().expect("a folder")
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.root().join(path)
    }

    pub fn write(&self, path: &str, text: &str) {
        let file = self.0.path().join(path);
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        fs::write(file, text).expect("a file");
    }

    /// Writes a recording, in place of the one before.
    pub fn record(&self, recording: &Recording) {
        let folder = self.0.path().join(".faultline");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).expect("a folder");
        let file = File::create(folder.join("1.flt")).expect("a file");
        Writer::new(file, &recording.origin).expect("a head").recording(recording).expect("records");
    }

    pub fn foo(&self) -> String {
        uri(&self.path("src/main/java/org/example/Foo.java"))
    }

    pub fn foo_test(&self) -> String {
        uri(&self.path("src/test/java/org/example/FooTest.java"))
    }
}

pub fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// `org.example.Foo` with the lines of [`FOO`] that have code.
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
            slots: vec![(0, 5), (0, 6), (0, 7), (0, 9), (1, 12), (1, 13), (1, 14), (1, 16)],
        },
    )
}

/// A test of `FooTest` that runs the given lines of [`class`], by index.
pub fn test(sequence: u32, name: &str, outcome: Outcome, slots: &[u32]) -> RecordedTest {
    let mut coverage = CoverageBuilder::default();
    coverage.class(0, &[slots.iter().map(|slot| 1_u64 << slot).sum()]);
    let frame = |class: &str, method: &str, line| Frame {
        class: format!("org.example.{class}"),
        method: method.to_owned(),
        line,
    };
    let failure = (outcome == Outcome::Failed).then(|| Failure {
        exception: "java.lang.IllegalStateException".to_owned(),
        frames: vec![frame("Foo", "second", 13), frame("FooTest", name, 11)],
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
            test(0, "fails", Outcome::Failed, &[0, 1, 3, 4, 5, 6, 7]),
            test(1, "passes", Outcome::Passed, &[0, 1, 2, 3]),
            test(2, "other", Outcome::Passed, &[0, 1, 3]),
        ],
        sealed: true,
        ..Recording::default()
    }
}

/// A client of a server in the same process.
pub struct Client {
    connection: Option<Connection>,
    server: Option<JoinHandle<End>>,
    asked: i32,
    /// Messages that were received and not yet asked for.
    pub heard: VecDeque<Message>,
}

impl Client {
    /// Starts a server and sends nothing.
    pub fn silent(here: &Path) -> Self {
        Self::recording_by(here, "true".into())
    }

    /// As [`Client::silent`], for a server that records by a program.
    pub fn recording_by(here: &Path, program: PathBuf) -> Self {
        let (server, client) = Connection::memory();
        let here = here.to_owned();
        let server = thread::spawn(move || Server::new(server, here, program).run());
        Self { connection: Some(client), server: Some(server), asked: 0, heard: VecDeque::new() }
    }

    /// Starts the server of a project, as an editor that can do everything.
    pub fn of(project: &Project) -> Self {
        Self::with(project, &abilities(), &Value::Null)
    }

    /// As [`Client::of`], with these abilities and options.
    pub fn with(project: &Project, capabilities: &Value, options: &Value) -> Self {
        let mut client = Self::silent(&project.root());
        let root = uri(&project.root());
        let answer = client.ask(
            "initialize",
            &json!({
                "processId": null,
                "rootUri": root,
                "workspaceFolders": [{ "uri": root, "name": "project" }],
                "capabilities": capabilities,
                "initializationOptions": options,
            }),
        );
        assert_eq!(answer.expect("an answer")["serverInfo"]["name"], "faultline");
        client.notify("initialized", &json!({}));
        client
    }

    pub fn send(&self, message: Message) {
        self.connection.as_ref().expect("open").sender.send(message).expect("a server");
    }

    pub fn notify(&self, method: &str, params: &Value) {
        self.send(Message::Notification(Notification { method: method.to_owned(), params: params.clone() }));
    }

    /// The server's next message.
    fn next(&mut self) -> Message {
        let receiver = &self.connection.as_ref().expect("open").receiver;
        receiver.recv_timeout(LONG).unwrap_or_else(|_| panic!("no message came; heard {:?}", self.heard))
    }

    /// Sends a request without waiting.
    pub fn begin(&mut self, method: &str, params: &Value) -> RequestId {
        self.asked += 1;
        let id = RequestId::from(self.asked);
        let params = params.clone();
        self.send(Message::Request(Request { id: id.clone(), method: method.to_owned(), params }));
        id
    }

    /// Waits for the response to a request.
    pub fn end(&mut self, id: &RequestId) -> Result<Value, String> {
        loop {
            match self.next() {
                Message::Response(Response { id: of, result, error }) if of == *id => {
                    return match error {
                        Some(error) => Err(format!("{}: {}", error.code, error.message)),
                        None => Ok(result.unwrap_or_default()),
                    };
                }
                message => self.heard.push_back(message),
            }
        }
    }

    /// Sends a request and waits for its response.
    pub fn ask(&mut self, method: &str, params: &Value) -> Result<Value, String> {
        let id = self.begin(method, params);
        self.end(&id)
    }

    /// Executes a command.
    pub fn command(&mut self, command: &str, argument: &Value) -> Result<Value, String> {
        self.ask("workspace/executeCommand", &json!({ "command": command, "arguments": [argument] }))
    }

    /// The parameters of the next notification or request of a method that fits.
    pub fn until(&mut self, method: &str, fits: impl Fn(&Value) -> bool) -> Value {
        let params = |message: &Message| match message {
            Message::Notification(Notification { method: of, params })
            | Message::Request(Request { method: of, params, .. })
                if of == method && fits(params) =>
            {
                Some(params.clone())
            }
            _ => None,
        };
        if let Some(at) = self.heard.iter().position(|message| params(message).is_some()) {
            let message = self.heard.remove(at).expect("it is there");
            return params(&message).expect("it fits");
        }
        loop {
            let message = self.next();
            match params(&message) {
                Some(params) => return params,
                None => self.heard.push_back(message),
            }
        }
    }

    /// The next diagnostics of a file.
    pub fn diagnostics(&mut self, uri: &str) -> Vec<Value> {
        let params = self.until("textDocument/publishDiagnostics", |params| params["uri"] == uri);
        params["diagnostics"].as_array().expect("a list").clone()
    }

    pub fn open(&self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "java", "version": 1, "text": text });
        self.notify("textDocument/didOpen", &json!({ "textDocument": document }));
    }

    /// Replaces a document's text.
    pub fn edit(&self, uri: &str, version: i32, text: &str) {
        let params = json!({ "textDocument": { "uri": uri, "version": version }, "contentChanges": [{ "text": text }] });
        self.notify("textDocument/didChange", &params);
    }

    /// The hover at a line, from 0.
    pub fn hover(&mut self, uri: &str, line: u32) -> Value {
        let params = json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": 9 } });
        self.ask("textDocument/hover", &params).expect("an answer")
    }

    /// The titles of the code lenses of a document, each with its line.
    pub fn lenses(&mut self, uri: &str) -> Vec<(u64, String)> {
        let lenses =
            self.ask("textDocument/codeLens", &json!({ "textDocument": { "uri": uri } })).expect("lenses");
        let lens = |lens: &Value| {
            let title = lens["command"]["title"].as_str().expect("a title").to_owned();
            (lens["range"]["start"]["line"].as_u64().expect("a line"), title)
        };
        lenses.as_array().expect("a list").iter().map(lens).collect()
    }

    /// The code actions of a line, from 0.
    pub fn actions(&mut self, uri: &str, line: u32) -> Vec<Value> {
        self.actions_of(uri, line, &json!({ "diagnostics": [] }))
    }

    /// As [`Client::actions`], asked with a context.
    pub fn actions_of(&mut self, uri: &str, line: u32, context: &Value) -> Vec<Value> {
        let at = json!({ "line": line, "character": 0 });
        let params = json!({
            "textDocument": { "uri": uri },
            "range": { "start": at, "end": at },
            "context": context,
        });
        self.ask("textDocument/codeAction", &params).expect("actions").as_array().expect("a list").clone()
    }

    /// Drops the connection and waits for the server's end.
    pub fn leave(mut self) -> End {
        self.connection = None;
        self.server.take().expect("a server").join().expect("no panic")
    }

    /// Ends the server as the protocol says.
    pub fn shut_down(mut self) -> End {
        assert_eq!(self.ask("shutdown", &Value::Null), Ok(Value::Null));
        self.notify("exit", &Value::Null);
        self.server.take().expect("a server").join().expect("no panic")
    }
}

/// What an editor names that can do everything.
pub fn abilities() -> Value {
    json!({
        "workspace": { "codeLens": { "refreshSupport": true }, "workspaceEdit": { "documentChanges": true } },
        "window": { "showDocument": { "support": true }, "workDoneProgress": true },
        "textDocument": {
            "publishDiagnostics": { "relatedInformation": true },
            "codeAction": { "codeActionLiteralSupport": { "codeActionKind": { "valueSet": ["quickfix"] } } },
        },
    })
}
