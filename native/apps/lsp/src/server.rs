//! The server: takes messages in their order and answers each at once.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId};
use lsp_types::{
    CodeActionParams, CodeLensParams, DidChangeTextDocumentParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, ExecuteCommandParams, HoverParams, NumberOrString,
    WorkDoneProgressCancelParams,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::client::{Abilities, Client, Problem};
use crate::commands::{self, Argument, Jobs};
use crate::coverage::{self, CoverageParams, coverage};
use crate::diagnostics::{Published, unplaced};
use crate::documents::Documents;
use crate::options::Options;
use crate::projects::Projects;
use crate::watch::{self, News, Told, Wish};
use crate::{actions, hover, lenses, uri};

/// How long after an edit diagnostics are placed again, so that not every letter costs a comparison.
const CALM: Duration = Duration::from_millis(200);

/// How a server ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The editor ended it as the protocol says.
    Orderly,
    /// The editor went away without a word, or said `exit` before `shutdown`.
    Abrupt,
    /// A signal ended it.
    Signal(i32),
}

/// What happens to a server.
#[derive(Debug)]
pub enum Event {
    /// A message of the editor.
    Message(Message),
    /// The editor is gone.
    Gone,
    /// News of recordings.
    Told(Told),
    /// A signal.
    Signal(i32),
}

/// How far the conversation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Before `initialize`.
    Fresh,
    /// Requests are answered.
    Open,
    /// After `shutdown`.
    Shut,
}

/// A request that waits for the recording of a folder of the workspace.
#[derive(Debug)]
struct Waiting {
    id: RequestId,
    argument: Argument,
    root: PathBuf,
}

/// A server and its editor.
#[derive(Debug)]
pub struct Server {
    client: Client,
    events: Receiver<Event>,
    sender: Sender<Event>,
    here: PathBuf,
    wishes: Option<Sender<Wish>>,
    phase: Phase,
    options: Options,
    projects: Projects,
    documents: Documents,
    published: Published,
    jobs: Jobs,
    /// When diagnostics are to be placed again.
    due: Option<Instant>,
    /// Requests that wait for the recording to be loaded again.
    waiting: Vec<Waiting>,
}

impl Server {
    /// A server for the editor at the other end of a connection. `here` is the project of editors that name no folder;
    /// `program` is what records.
    pub fn new(connection: Connection, here: PathBuf, program: PathBuf) -> Self {
        let (sender, events) = channel();
        let Connection { sender: to_client, receiver } = connection;
        let messages = sender.clone();
        thread::spawn(move || {
            for message in receiver {
                if messages.send(Event::Message(message)).is_err() {
                    return;
                }
            }
            let _ = messages.send(Event::Gone); // or the server has ended before the client
        });
        Self {
            client: Client::new(to_client),
            events,
            sender,
            here,
            wishes: None,
            phase: Phase::Fresh,
            options: Options::default(),
            projects: Projects::default(),
            documents: Documents::default(),
            published: Published::default(),
            jobs: Jobs::new(program),
            due: None,
            waiting: Vec::new(),
        }
    }

    /// Where other threads tell events.
    pub fn events(&self) -> Sender<Event> {
        self.sender.clone()
    }

    /// Serves until the end. Children are ended with it.
    pub fn run(mut self) -> End {
        loop {
            let wait =
                self.due.map_or(Duration::from_hours(1), |due| due.saturating_duration_since(Instant::now()));
            let event = self.events.recv_timeout(wait);
            if self.due.is_some_and(|due| due <= Instant::now()) {
                self.publish();
            }
            let end = match event {
                Ok(Event::Message(Message::Request(request))) => {
                    self.request(request);
                    None
                }
                Ok(Event::Message(Message::Notification(notification))) => self.notification(notification),
                Ok(Event::Told(told)) => {
                    self.told(told);
                    None
                }
                Ok(Event::Signal(signal)) => Some(End::Signal(signal)),
                Ok(Event::Gone) | Err(RecvTimeoutError::Disconnected) => Some(self.end()),
                // Answers to our requests are not awaited.
                Ok(Event::Message(Message::Response(_))) | Err(RecvTimeoutError::Timeout) => None,
            };
            if let Some(end) = end {
                self.jobs.end();
                return end;
            }
        }
    }

    fn end(&self) -> End {
        if self.phase == Phase::Shut { End::Orderly } else { End::Abrupt }
    }

    fn publish(&mut self) {
        self.due = None;
        self.published.update(&self.client, &self.projects, &self.documents);
    }

    fn wish(&self, wish: Wish) {
        if let Some(wishes) = &self.wishes {
            let _ = wishes.send(wish); // the thread ends only with the server
        }
    }

    fn told(&mut self, told: Told) {
        match told {
            Told::Found { root, news } => self.found(&root, news),
            Told::Looked { loaded } => {
                for (root, result) in loaded {
                    self.answer_waiting(&root, &result);
                }
                // Files that are not open may have changed on disk.
                self.publish();
            }
        }
    }

    /// Takes what is new of a folder, and tells the editor.
    fn found(&mut self, root: &Path, news: News) {
        match news {
            News::Loaded(index) => self.projects.take(root, Some(&index)),
            News::Missing(sentence) => {
                self.client.log(&sentence);
                self.projects.take(root, None);
            }
            News::Unreadable(sentence) => return self.client.log(&sentence),
        }
        self.publish();
        let loaded = self.projects.all().iter().filter(|project| project.root == root);
        for sentence in loaded.filter_map(|project| unplaced(project, &self.documents)) {
            self.client.log(&sentence);
        }
        if self.client.can.refresh_lenses {
            self.client.ask("workspace/codeLens/refresh", Value::Null);
        }
        if self.options.loaded {
            self.client.notify(coverage::LOADED, json!({ "uri": uri::of_path(root) }));
        }
    }

    /// Answers the requests that wait for a recording to be loaded again.
    fn answer_waiting(&mut self, root: &Path, result: &Result<(), String>) {
        let is_of_root = |waiting: &mut Waiting| waiting.root == root;
        let answered: Vec<Waiting> = self.waiting.extract_if(.., is_of_root).collect();
        for Waiting { id, argument, .. } in answered {
            let answer = match result {
                Ok(()) => ranking(&self.client, &self.projects, &argument),
                Err(sentence) => Err(Problem::failed(sentence)),
            };
            self.client.answer(id, answer);
        }
    }

    fn request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        let answer = match (self.phase, method.as_str()) {
            (Phase::Fresh, "initialize") => self.initialize(&params),
            (Phase::Fresh, _) => Err(Problem {
                code: ErrorCode::ServerNotInitialized,
                sentence: format!("{method} before initialize"),
            }),
            (Phase::Open, "shutdown") => {
                self.phase = Phase::Shut;
                Ok(Value::Null)
            }
            (Phase::Open, "workspace/executeCommand") => match self.execute(&id, params) {
                Some(answer) => answer,
                None => return,
            },
            (Phase::Open, _) => self.answer(&method, params),
            (Phase::Shut, _) => {
                Err(Problem { code: ErrorCode::InvalidRequest, sentence: format!("{method} after shutdown") })
            }
        };
        self.client.answer(id, answer);
    }

    fn initialize(&mut self, params: &Value) -> Result<Value, Problem> {
        // Read value by value: one that this server does not need must not keep it from starting.
        if !params["capabilities"].is_object() {
            return Err(Problem::misuse("initialize is not understood: its capabilities are not an object"));
        }
        self.client.can = Abilities::of(&params["capabilities"]);
        self.options = Options::of(params["initializationOptions"].clone()).unwrap_or_else(|sentence| {
            self.client.log(&sentence);
            Options::default()
        });
        self.projects = Projects::of(params, self.options.recording.clone(), &self.here);
        self.phase = Phase::Open;
        let lenses = self.options.code_lens.unwrap_or(true);
        Ok(json!({
            "serverInfo": { "name": "faultline", "version": env!("CARGO_PKG_VERSION") },
            "capabilities": {
                "positionEncoding": "utf-16",
                "textDocumentSync": { "openClose": true, "change": 2, "save": true },
                "hoverProvider": true,
                "codeLensProvider": lenses.then(|| json!({ "resolveProvider": false })),
                "codeActionProvider": { "codeActionKinds": ["quickfix"] },
                "executeCommandProvider": { "commands": commands::ALL, "workDoneProgress": true },
                "workspace": { "workspaceFolders": { "supported": true, "changeNotifications": true } },
            },
        }))
    }

    /// Answers a request that only reads.
    fn answer(&self, method: &str, params: Value) -> Result<Value, Problem> {
        let (projects, documents) = (&self.projects, &self.documents);
        match method {
            "textDocument/hover" => {
                let HoverParams { text_document_position_params: at, .. } = read(method, params)?;
                Ok(json!(hover::hover(projects, documents, &at.text_document.uri, at.position)))
            }
            "textDocument/codeLens" => {
                let CodeLensParams { text_document, .. } = read(method, params)?;
                Ok(json!(lenses::lenses(projects, documents, &text_document.uri)))
            }
            "textDocument/codeAction" => {
                let params: CodeActionParams = read(method, params)?;
                Ok(json!(actions::actions(projects, documents, &params, self.client.can)))
            }
            coverage::METHOD => {
                let params = if params.is_null() { CoverageParams::default() } else { read(method, params)? };
                coverage(projects, documents, &params)
            }
            _ => Err(Problem {
                code: ErrorCode::MethodNotFound,
                sentence: format!("this server does not know {method}"),
            }),
        }
    }

    /// Executes a command; `None` if it is answered later.
    fn execute(&mut self, id: &RequestId, params: Value) -> Option<Result<Value, Problem>> {
        let read = read::<ExecuteCommandParams>("workspace/executeCommand", params);
        let executed = read.and_then(|params| {
            let command = params.command.as_str();
            let argument = Argument::of(command, &params.arguments)?;
            match command {
                commands::RECORD | commands::MUTATE => {
                    let token = params.work_done_progress_params.work_done_token;
                    self.start((command, &argument), (id.clone(), token)).map(|()| None)
                }
                commands::RANK => self.load_again(id, argument).map(|()| None),
                _ => commands::answer(command, &argument, &self.client, &self.projects, &self.documents)
                    .map(Some),
            }
        });
        executed.transpose()
    }

    /// Wishes the recording of a request to be loaded again, and keeps the request until then.
    fn load_again(&mut self, id: &RequestId, argument: Argument) -> Result<(), Problem> {
        let root = self.projects.meant(argument.uri.as_ref())?.root.clone();
        // The thread ends only with the server.
        let _ = self.wishes.as_ref().ok_or_else(uninitialized)?.send(Wish::Load(root.clone()));
        self.waiting.push(Waiting { id: id.clone(), argument, root });
        Ok(())
    }

    fn start(
        &mut self,
        what: (&str, &Argument),
        request: (RequestId, Option<NumberOrString>),
    ) -> Result<(), Problem> {
        let project = self.projects.meant(what.1.uri.as_ref())?;
        let wishes = self.wishes.as_ref().ok_or_else(uninitialized)?;
        self.jobs.start(what, request, &self.client, project, wishes)
    }

    /// Takes a notification; gives the end if it is `exit`. What is unknown or malformed is left out.
    fn notification(&mut self, notification: Notification) -> Option<End> {
        let Notification { method, params } = notification;
        if method == "exit" {
            return Some(self.end());
        }
        if self.phase != Phase::Open {
            return None;
        }
        if let Err(problem) = self.take(&method, params) {
            self.client.log(&problem.sentence);
        }
        None
    }

    fn take(&mut self, method: &str, params: Value) -> Result<(), Problem> {
        match method {
            "initialized" => self.watch(),
            "textDocument/didOpen" => {
                let params: DidOpenTextDocumentParams = read(method, params)?;
                let uri = params.text_document.uri.clone();
                self.documents.open(params);
                self.edited(&uri);
            }
            "textDocument/didChange" => {
                let params: DidChangeTextDocumentParams = read(method, params)?;
                self.documents.change(&params);
                self.edited(&params.text_document.uri);
            }
            "textDocument/didClose" => {
                let params: DidCloseTextDocumentParams = read(method, params)?;
                self.edited(&params.text_document.uri);
                self.documents.close(&params.text_document);
            }
            "workspace/didChangeWorkspaceFolders" => {
                self.projects.remove(&params["event"]["removed"]);
                self.projects.add(&params["event"]["added"]);
                self.wish(Wish::Watch(self.keys()));
                self.publish();
            }
            "$/cancelRequest" => {
                let id: CancelParams = read(method, params)?;
                self.jobs.cancel_request(&id.id);
            }
            "window/workDoneProgress/cancel" => {
                let params: WorkDoneProgressCancelParams = read(method, params)?;
                self.jobs.cancel_progress(&params.token);
            }
            _ => {}
        }
        Ok(())
    }

    /// Places diagnostics again soon, if the document is of a recording.
    fn edited(&mut self, uri: &lsp_types::Uri) {
        if self.due.is_none() && self.projects.is_known(&self.documents, uri) {
            self.due = Some(Instant::now() + CALM);
        }
    }

    fn watch(&mut self) {
        if self.wishes.is_none() {
            let events = self.sender.clone();
            self.wishes = Some(watch::start(move |told| events.send(Event::Told(told)).is_ok()));
        }
        self.wish(Wish::Watch(self.keys()));
    }

    fn keys(&self) -> Vec<watch::Key> {
        self.projects.all().iter().map(crate::project::Project::key).collect()
    }
}

/// The editor has not sent `initialized`, so nothing is watched.
fn uninitialized() -> Problem {
    Problem::failed("the editor has not said that it is initialized")
}

/// The parameters of `$/cancelRequest`.
#[derive(serde::Deserialize)]
struct CancelParams {
    id: RequestId,
}

/// Reads parameters. Errors: they are of another form, in a sentence.
fn read<T: DeserializeOwned>(method: &str, params: Value) -> Result<T, Problem> {
    serde_json::from_value(params)
        .map_err(|error| Problem::misuse(format!("{method} is not understood: {error}")))
}

/// The ranking as `faultline rank --json` prints it, after a sentence to the user.
fn ranking(client: &Client, projects: &Projects, argument: &Argument) -> Result<Value, Problem> {
    let (_, index) = projects.meant_with_index(argument.uri.as_ref())?;
    let ranking = index.ranking.as_ref().map_err(Problem::failed)?;
    let ranking: Value = serde_json::from_str(ranking)
        .map_err(|error| Problem::failed(format!("the ranking cannot be read back: {error}")))?;
    let answer = ranking["groups"][0]["answer"].as_str();
    client.show(answer.unwrap_or("no suspect stands out; the diagnostics show the first"));
    Ok(ranking)
}
