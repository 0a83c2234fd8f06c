//! Runs a build with progress, a timeout and cancellation.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use faultline_jvm_process::agent::attach::Attachment;
use faultline_jvm_process::process::command::{Ended, cannot_start};
use faultline_jvm_process::process::group::Group;
use faultline_jvm_process::process::program;
use faultline_jvm_process::process::tail::Tail;
use faultline_messages::failure::Failure;
use faultline_messages::words::counted;
use faultline_recording_store::find::recordings_in;
use faultline_recording_store::load;

use crate::bound::clipped;
use crate::call::Call;
use crate::project::Project;

/// Polling interval.
const PAUSE: Duration = Duration::from_millis(50);
/// Interval between progress reports.
const TOLD: Duration = Duration::from_secs(1);
/// Total size of recordings up to which tests are counted, which takes milliseconds. Units: bytes.
const READ: u64 = 4 * 1024 * 1024;

/// The time limit of a build.
#[derive(Debug)]
pub struct Limits {
    patience: Option<Duration>,
    is_over: bool,
}

impl Limits {
    /// Sets the time limit; `None` means no limit.
    pub fn of(patience: Option<Duration>) -> Self {
        Self { patience, is_over: false }
    }

    /// Whether the limit was exceeded.
    pub fn is_over(&self) -> bool {
        self.is_over
    }
}

/// Runs a build in the project's folder until it ends, writes its output to `log` and reports progress. The
/// build and all its child processes are stopped on cancellation, on timeout, or if the client is gone.
/// Errors: the command cannot be started; the client is gone.
pub fn watched(
    attachment: &Attachment,
    (project, folder): (&Project, &Path),
    log: &Path,
    limits: &mut Limits,
    call: &Call,
) -> Result<Ended, Failure> {
    let (program, arguments) =
        attachment.command.split_first().ok_or_else(|| Failure::misuse("no command"))?;
    // A path with a folder is relative to the project; a bare name is looked up in PATH.
    let is_path =
        Path::new(program).components().count() > 1 || program.as_encoded_bytes().starts_with(b"./");
    let located = if is_path { project.root().join(program).into_os_string() } else { program.clone() };
    let mut command = program::command(located);
    command.args(arguments).current_dir(project.root());
    command.envs(attachment.variables.iter().map(|(name, value)| (name, value)));
    let mut group = Group::start(&mut command, log).map_err(|error| cannot_start(program, &error))?;
    let (begin, mut told, mut tail) = (Instant::now(), None::<Instant>, Tail::default());
    loop {
        let ended = group.poll();
        if let Some(status) =
            ended.map_err(|error| Failure::failed(format!("waiting for the build failed: {error}")))?
        {
            return Ok(status.into());
        }
        if project.ends() {
            group.kill();
            return Err(Failure::failed("the server ends, and the build with it"));
        }
        limits.is_over |= limits.patience.is_some_and(|patience| begin.elapsed() > patience);
        if call.is_cancelled() || limits.is_over {
            group.ask_to_end();
        }
        if call.is_watched() && told.is_none_or(|told| told.elapsed() > TOLD) {
            told = Some(Instant::now());
            call.tell(begin.elapsed().as_secs_f64(), so_far(folder, log, &mut tail));
        }
        thread::sleep(PAUSE);
    }
}

/// `12 tests finished; [INFO] Running org.example.FooTest`.
fn so_far(folder: &Path, log: &Path, tail: &mut Tail) -> String {
    let line = tail.lines(log).into_iter().rfind(|line| !line.trim().is_empty());
    let tests = finished(folder).map(|tests| format!("{} finished", counted(tests, "test")));
    let said: Vec<String> = tests.into_iter().chain(line.map(|line| clipped(line.trim()))).collect();
    if said.is_empty() { "the build runs".to_owned() } else { said.join("; ") }
}

/// Number of tests in the recordings so far; `None` if counting would take long.
fn finished(folder: &Path) -> Option<usize> {
    let files = recordings_in(folder).ok()?;
    let size: u64 = files.iter().filter_map(|file| fs::metadata(file).ok()).map(|data| data.len()).sum();
    if size > READ {
        return None;
    }
    let (recordings, _) = load::read_leniently(folder);
    Some(recordings.iter().map(|recording| recording.tests.len()).sum())
}
