//! `faultline.record` and `faultline.mutate`: the program itself, run as a child beside the server.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use faultline_build_recorder::found;
use faultline_messages::words::printable;
use lsp_server::RequestId;
use lsp_types::NumberOrString;
use serde_json::{Value, json};

use super::child::{Child, Outcome, Wanted};
use super::{Argument, MUTATE};
use crate::client::{Client, Problem};
use crate::project::Project;
use crate::watch::Wish;

/// Names of logs, in the folder of the recordings.
const RECORD_LOG: &str = "editor-record.log";
const MUTATE_LOG: &str = "editor-mutate.log";

/// A command in progress.
#[derive(Clone, Debug)]
pub struct Job {
    /// The request that began it.
    pub id: RequestId,
    /// The client's name for its progress.
    pub token: Option<NumberOrString>,
    root: PathBuf,
    is_cancelled: Arc<AtomicBool>,
}

/// The commands in progress, at most one for each project.
#[derive(Debug)]
pub struct Jobs {
    program: PathBuf,
    running: Arc<Mutex<Vec<Job>>>,
    ends: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

impl Jobs {
    /// Jobs of a program, which is this one unless a test says otherwise.
    pub fn new(program: PathBuf) -> Self {
        Self { program, running: Arc::default(), ends: Arc::default(), threads: Vec::new() }
    }

    /// Starts a command, which is answered when it ends. Errors: one runs in the project already; the command that runs the
    /// tests is not known; the recording is a file.
    pub fn start(
        &mut self,
        (command, argument): (&str, &Argument),
        (id, token): (RequestId, Option<NumberOrString>),
        client: &Client,
        project: &Project,
        wishes: &Sender<Wish>,
    ) -> Result<(), Problem> {
        let child = self.child(command, argument, project)?;
        let mut running = lock(&self.running);
        if running.iter().any(|job| job.root == child.folder) {
            return Err(Problem::failed(format!(
                "tests of {} already run for this editor; wait for their end, or cancel them",
                child.folder.display()
            )));
        }
        let (root, is_cancelled) = (child.folder.clone(), Arc::default());
        let job = Job { id, token: token.or_else(|| begin_token(client)), root, is_cancelled };
        running.push(job.clone());
        drop(running);
        let (all, ends) = (Arc::clone(&self.running), Arc::clone(&self.ends));
        let (client, wishes, title) = (client.clone(), wishes.clone(), title(command));
        let project = project.root.clone();
        self.threads.retain(|thread| !thread.is_finished());
        self.threads.push(thread::spawn(move || {
            let answer = job.run(&child, &ends, &client, title);
            lock(&all).retain(|other| other.id != job.id);
            // A look at the recording that this command has made; the server may have ended.
            let _ = wishes.send(Wish::Load(project));
            client.answer(job.id, answer);
        }));
        Ok(())
    }

    fn child(&self, command: &str, argument: &Argument, project: &Project) -> Result<Child, Problem> {
        let (recordings, folder) = project.folder()?;
        let shown = recordings.to_string_lossy().into_owned();
        let (arguments, log) = if command == MUTATE {
            let budget = argument.budget.iter().flat_map(|budget| ["--budget".to_owned(), budget.clone()]);
            (["mutate".to_owned()].into_iter().chain(budget).chain([shown]).collect(), MUTATE_LOG)
        } else {
            let build = record_command(argument, &folder)?;
            let own = ["run", "--out", shown.as_str(), "--"].map(str::to_owned);
            (own.into_iter().chain(build).collect(), RECORD_LOG)
        };
        Ok(Child { program: self.program.clone(), arguments, folder, recordings, log })
    }

    /// Cancels a command by its request.
    pub fn cancel_request(&self, id: &RequestId) {
        self.cancel(|job| job.id == *id);
    }

    /// Cancels a command by its progress.
    pub fn cancel_progress(&self, token: &NumberOrString) {
        self.cancel(|job| job.token.as_ref() == Some(token));
    }

    fn cancel(&self, is_meant: impl Fn(&Job) -> bool) {
        for job in lock(&self.running).iter().filter(|job| is_meant(job)) {
            job.is_cancelled.store(true, Ordering::SeqCst);
        }
    }

    /// Ends all commands, by force if they take long, and waits for their ends.
    pub fn end(&mut self) {
        self.ends.store(true, Ordering::SeqCst);
        for thread in self.threads.drain(..) {
            // A thread that panicked has nothing more to end.
            let _ = thread.join();
        }
    }
}

impl Drop for Jobs {
    fn drop(&mut self) {
        self.end();
    }
}

fn lock(running: &Mutex<Vec<Job>>) -> MutexGuard<'_, Vec<Job>> {
    running.lock().unwrap_or_else(PoisonError::into_inner)
}

fn title(command: &str) -> &'static str {
    if command == MUTATE { "Faultline: run tests on mutants" } else { "Faultline: run and record the tests" }
}

/// The command that the client names, else Maven's or Gradle's that runs all tests. Errors: the folder has no build file.
fn record_command(argument: &Argument, folder: &Path) -> Result<Vec<String>, Problem> {
    match argument.command.first().map(|first| first.trim()) {
        None => Ok(found::command(folder)?),
        Some("") => Err(Problem::misuse(
            "the command's first word is empty; name a program, as in [\"mvn\", \"test\"]",
        )),
        Some(_) => Ok(argument.command.clone()),
    }
}

/// A name for progress that the client did not name, if it shows such.
fn begin_token(client: &Client) -> Option<NumberOrString> {
    client.can.progress.then(|| {
        let token = NumberOrString::String(format!("faultline/{}", client.number()));
        client.ask("window/workDoneProgress/create", json!({ "token": token }));
        token
    })
}

impl Job {
    fn run(&self, child: &Child, ends: &AtomicBool, client: &Client, title: &str) -> Result<Value, Problem> {
        let tell = |value: Value| {
            if let Some(token) = &self.token {
                client.notify("$/progress", json!({ "token": token, "value": value }));
            }
        };
        tell(json!({ "kind": "begin", "title": title, "cancellable": true }));
        let wanted = || match (ends.load(Ordering::SeqCst), self.is_cancelled.load(Ordering::SeqCst)) {
            (true, _) => Wanted::Dies,
            (false, true) => Wanted::Ends,
            (false, false) => Wanted::GoesOn,
        };
        let ended =
            child.run(&wanted, &|line| tell(json!({ "kind": "report", "message": printable(&line) })));
        tell(json!({ "kind": "end" }));
        answer(&ended?, client)
    }
}

fn answer(ended: &Outcome, client: &Client) -> Result<Value, Problem> {
    if ended.is_cancelled {
        return Err(Problem::cancelled());
    }
    let said = ended.last.iter().rfind(|line| line.starts_with("faultline: ") || line.starts_with("error: "));
    let message = printable(said.or(ended.last.last()).map_or("", String::as_str));
    client.show(&format!("{message} (exit code {}, log {})", ended.code, ended.log.display()));
    Ok(json!({ "exitCode": ended.code, "message": message, "log": ended.log, "lastLines": ended.last }))
}
