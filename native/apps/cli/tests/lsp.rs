//! `faultline lsp` as an editor starts it: a process with two pipes. No test starts a JVM.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::{Value, json};

use crate::support::{Scratch, one_failure};

/// A server with its pipes; killed when dropped.
struct Server {
    child: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
}

impl Server {
    fn start(scratch: &Scratch, arguments: &[&str]) -> Self {
        let mut command = scratch.faultline(&[&["lsp"], arguments].concat());
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let (to, from) = (child.stdin.take(), BufReader::new(child.stdout.take().expect("a pipe")));
        Self { child, to, from }
    }

    fn send_text(&mut self, text: &str) {
        let to = self.to.as_mut().expect("an open pipe");
        write!(to, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("the server reads");
        to.flush().expect("the server reads");
    }

    fn send(&mut self, method: &str, id: Option<u32>, params: &Value) {
        let mut message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        if let Some(id) = id {
            message["id"] = json!(id);
        }
        self.send_text(&message.to_string());
    }

    /// The server's next message that fits.
    fn until(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        loop {
            let mut length = 0;
            loop {
                let mut line = String::new();
                assert!(self.from.read_line(&mut line).expect("a header") > 0, "the server is gone");
                match line.trim_end().split_once(": ") {
                    Some((_, value)) => length = value.parse().expect("a length"),
                    None => break,
                }
            }
            let mut body = vec![0; length];
            self.from.read_exact(&mut body).expect("a body");
            let message: Value = serde_json::from_slice(&body).expect("JSON");
            if fits(&message) {
                return message;
            }
        }
    }

    fn initialize(&mut self) {
        self.send("initialize", Some(1), &json!({ "capabilities": {} }));
        let answer = self.until(|message| message["id"] == 1);
        assert_eq!(answer["result"]["serverInfo"]["name"], "faultline");
        self.send("initialized", None, &json!({}));
    }

    fn code(&mut self) -> Option<i32> {
        self.child.wait().expect("it ends").code()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn an_editor_is_shown_the_suspicious_line_of_the_folder_in_which_the_server_starts() {
    let scratch = Scratch::new("lsp shown");
    scratch.record("1", &one_failure());
    let mut server = Server::start(&scratch, &["--stdio"]);
    server.initialize();
    server.send("faultline/coverage", Some(2), &Value::Null);
    server.until(|message| message["id"] == 2);
    server.send("workspace/executeCommand", Some(3), &json!({ "command": "faultline.rank" }));
    let ranking = server.until(|message| message["id"] == 3);
    assert!(ranking["result"]["groups"][0]["suspects"][0]["rank"].is_number(), "{ranking}");
    server.send("shutdown", Some(4), &Value::Null);
    server.until(|message| message["id"] == 4);
    server.send("exit", None, &Value::Null);
    assert_eq!(server.code(), Some(0));
}

#[test]
fn what_is_no_message_is_told_and_the_server_goes_on() {
    let scratch = Scratch::new("lsp malformed");
    let mut server = Server::start(&scratch, &[]);
    server.initialize();
    server.send_text("this is no JSON");
    let said = server
        .until(|message| message["params"]["message"].as_str().is_some_and(|said| said.contains("not JSON")));
    assert_eq!(said["method"], "window/logMessage");
    server.send("textDocument/none", Some(2), &Value::Null);
    assert_eq!(server.until(|message| message["id"] == 2)["error"]["code"], -32601);
}

#[test]
fn an_editor_that_goes_away_without_a_word_is_a_failure() {
    let scratch = Scratch::new("lsp gone");
    let mut server = Server::start(&scratch, &[]);
    server.initialize();
    drop(server.to.take());
    assert_eq!(server.code(), Some(1));
    let mut server = Server::start(&scratch, &[]);
    server.send("exit", None, &Value::Null);
    assert_eq!(server.code(), Some(1));
}

#[cfg(unix)]
#[test]
fn a_signal_ends_the_server_with_its_code() {
    let scratch = Scratch::new("lsp signal");
    let mut server = Server::start(&scratch, &[]);
    server.initialize();
    let killed = std::process::Command::new("kill").args(["-TERM", &server.child.id().to_string()]).status();
    assert!(killed.expect("kill").success());
    assert_eq!(server.code(), Some(143));
}

#[test]
fn a_root_that_is_no_folder_is_one_sentence() {
    let scratch = Scratch::new("lsp root");
    let error = scratch.run(&["lsp", "--root", "nowhere"]).error(2);
    assert!(error.contains("--root nowhere cannot be used"), "{error}");
}
