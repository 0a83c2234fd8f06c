//! The editor: what it can do, and messages to it.

use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};

use crossbeam_channel::Sender;
use faultline_messages::words::printable;
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use serde::Serialize;
use serde_json::{Value, json};

/// Numbers of the protocol for the weight of a message.
const INFO: u8 = 3;
const LOG: u8 = 4;

/// Sends messages to the editor. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Client {
    sender: Sender<Message>,
    next: Arc<AtomicI32>,
    /// What the editor can do.
    pub can: Abilities,
}

/// What an editor can do besides what all can.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is an ability that the protocol names")]
pub struct Abilities {
    /// Shows places that belong to a diagnostic.
    pub related_information: bool,
    /// Asks for code lenses again when told.
    pub refresh_lenses: bool,
    /// Opens files when asked.
    pub show_document: bool,
    /// Shows progress that a server begins.
    pub progress: bool,
    /// Takes code actions as objects with edits.
    pub action_literals: bool,
    /// Takes edits of a version of a document.
    pub document_changes: bool,
}

impl Abilities {
    /// The abilities that an editor named. Only these are read: what else stands there need not fit the protocol.
    pub fn of(named: &Value) -> Self {
        let can = |pointer: &str| named.pointer(pointer) == Some(&Value::Bool(true));
        let has = |pointer: &str| named.pointer(pointer).is_some_and(|value| !value.is_null());
        Self {
            related_information: can("/textDocument/publishDiagnostics/relatedInformation"),
            refresh_lenses: can("/workspace/codeLens/refreshSupport"),
            show_document: can("/window/showDocument/support"),
            progress: can("/window/workDoneProgress"),
            action_literals: has("/textDocument/codeAction/codeActionLiteralSupport"),
            document_changes: can("/workspace/workspaceEdit/documentChanges"),
        }
    }
}

impl Client {
    /// An editor at the other end of a channel.
    pub fn new(sender: Sender<Message>) -> Self {
        Self { sender, next: Arc::default(), can: Abilities::default() }
    }

    /// Answers a request.
    pub fn answer(&self, id: RequestId, answer: Result<Value, Problem>) {
        self.send(Message::Response(match answer {
            Ok(value) => Response { id, result: Some(value), error: None },
            Err(problem) => Response::new_err(id, problem.code as i32, printable(&problem.sentence)),
        }));
    }

    /// Sends a notification.
    pub fn notify(&self, method: &str, params: impl Serialize) {
        self.send(notification(method, &params));
    }

    /// Sends a request whose answer does not matter.
    pub fn ask(&self, method: &str, params: Value) {
        let id = RequestId::from(self.number());
        self.send(Message::Request(Request { id, method: method.to_owned(), params }));
    }

    /// A number that is given once.
    pub fn number(&self) -> i32 {
        self.next.fetch_add(1, Ordering::Relaxed)
    }

    /// Writes a sentence into the editor's log.
    pub fn log(&self, sentence: &str) {
        self.send(log_message(sentence));
    }

    /// Shows a sentence to the user.
    pub fn show(&self, sentence: &str) {
        self.notify("window/showMessage", json!({ "type": INFO, "message": printable(sentence) }));
    }

    /// The editor may be gone; its input then ends as well, and the server with it.
    fn send(&self, message: Message) {
        let _ = self.sender.send(message);
    }
}

/// A sentence for the editor's log.
pub fn log_message(sentence: &str) -> Message {
    // Texts of several lines keep these: each is made printable by itself.
    let lines: Vec<String> = sentence.split('\n').map(printable).collect();
    let message = format!("faultline: {}", lines.join("\n"));
    notification("window/logMessage", &json!({ "type": LOG, "message": message }))
}

fn notification(method: &str, params: &impl Serialize) -> Message {
    // Only maps with keys that are no text cannot be written, and no message has one.
    let params = serde_json::to_value(params).unwrap_or_default();
    Message::Notification(Notification { method: method.to_owned(), params })
}

/// Why a request is not answered.
#[derive(Debug)]
pub struct Problem {
    /// The protocol's number.
    pub code: ErrorCode,
    /// What is wrong and what to do.
    pub sentence: String,
}

impl Problem {
    /// The work failed.
    pub fn failed(sentence: impl Into<String>) -> Self {
        Self { code: ErrorCode::RequestFailed, sentence: sentence.into() }
    }

    /// The request is wrong.
    pub fn misuse(sentence: impl Into<String>) -> Self {
        Self { code: ErrorCode::InvalidParams, sentence: sentence.into() }
    }

    /// The editor has cancelled the request.
    pub fn cancelled() -> Self {
        Self { code: ErrorCode::RequestCanceled, sentence: "cancelled".to_owned() }
    }
}

impl From<faultline_messages::failure::Failure> for Problem {
    fn from(failure: faultline_messages::failure::Failure) -> Self {
        Self::failed(failure.to_string())
    }
}
