//! Captures a program's output, with a timeout.

/* A program that waits forever would block this one: git for a lock or a network, Maven for an unresponsive repository. Its
children may hold its output open after its end, and a runaway program prints until memory is full. So it runs in a group
that is killed at the timeout, threads read and keep a limited amount, and nothing waits for them after the program's end. */

use std::fmt;
use std::io::{self, Read};
use std::process::{Command, ExitStatus, Output};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use faultline_files::limits;
use faultline_messages::duration;
use faultline_messages::failure::Failure;
use faultline_messages::words::{printable, shell_word};

use super::group::Group;
use super::signals::Watch;

/// Polling intervals: the first is short, since most programs end quickly; the second is the longest.
const PAUSE: [Duration; 2] = [Duration::from_millis(1), Duration::from_millis(20)];
/// How long output is read after the program's end, if a descendant holds it open.
const REST: Duration = Duration::from_secs(2);
/// Units: bytes.
const PIECE: usize = 1 << 16;

/// Why there is no output of a program.
#[derive(Debug)]
pub enum NoOutput {
    /// The program cannot be started, or waited for.
    NotStarted(io::Error),
    /// It was killed. A sentence says why, and what to do.
    Ended(String),
}

impl NoOutput {
    /// As a failure, with the caller's message for a program that does not start.
    pub fn failure(self, not_started: impl FnOnce(&io::Error) -> String) -> Failure {
        Failure::failed(match self {
            Self::NotStarted(error) => not_started(&error),
            Self::Ended(sentence) => sentence,
        })
    }
}

impl fmt::Display for NoOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotStarted(error) => error.fmt(f),
            Self::Ended(sentence) => f.write_str(sentence),
        }
    }
}

/// Runs a program without input and returns its output and exit status. Errors: it cannot be started; it
/// exceeded `limit`, or the maximum size of a list, and was killed with its descendants; a signal asked to
/// stop.
pub fn within(command: &mut Command, limit: Duration) -> Result<Output, NoOutput> {
    run(command, limit, Most { bytes: limits::LIST.bytes(), is_all: true })
}

/// As [`within`], for a program with any amount of output: the first MiB of each stream is kept.
pub fn beginning_within(command: &mut Command, limit: Duration) -> Result<Output, NoOutput> {
    run(command, limit, Most { bytes: limits::SAID, is_all: false })
}

/// The limit of a stream.
#[derive(Clone, Copy, Debug)]
struct Most {
    bytes: u64,
    /// Whether a longer stream is an error.
    is_all: bool,
}

fn run(command: &mut Command, limit: Duration, most: Most) -> Result<Output, NoOutput> {
    // Watch before the program starts, so that no signal is missed; dropped after its group.
    let mut watch = Watch::begin().map_err(NoOutput::NotStarted)?;
    let (mut group, out, err) = Group::start_with_output(command).map_err(NoOutput::NotStarted)?;
    let (send, ends) = channel();
    let (out, err) = (Stream::of(out, most, send.clone()), Stream::of(err, most, send));
    let reason = || {
        let is_too_much = most.is_all && (out.is_cut() || err.is_cut());
        watch.came().map(Reason::Signal).or(is_too_much.then_some(Reason::Output))
    };
    let (status, ended_for) = wait(&mut group, limit, reason).map_err(NoOutput::NotStarted)?;
    wait_for_rest(&ends);
    // A program that ended may also have printed too much.
    let ended_for = ended_for.or((most.is_all && (out.is_cut() || err.is_cut())).then_some(Reason::Output));
    match ended_for {
        Some(reason) => Err(NoOutput::Ended(sentence(command, reason, limit))),
        None => Ok(Output { status, stdout: out.taken(), stderr: err.taken() }),
    }
}

/// Why a program is ended.
#[derive(Clone, Copy, Debug)]
enum Reason {
    Time,
    Output,
    Signal(i32),
}

/// Waits for the end of a program, and asks it to end if there is a reason.
fn wait(
    group: &mut Group,
    limit: Duration,
    mut reason: impl FnMut() -> Option<Reason>,
) -> io::Result<(ExitStatus, Option<Reason>)> {
    let (begun, mut pause, mut ended_for) = (Instant::now(), PAUSE[0], None);
    loop {
        if let Some(status) = group.poll()? {
            return Ok((status, ended_for));
        }
        if ended_for.is_none() {
            ended_for = reason().or((begun.elapsed() >= limit).then_some(Reason::Time));
            if ended_for.is_some() {
                group.ask_to_end();
            }
        }
        thread::sleep(pause);
        pause = (pause * 2).min(PAUSE[1]);
    }
}

/// Waits until the streams are closed, but not forever: a descendant may have left the group.
fn wait_for_rest(ends: &Receiver<()>) {
    let begun = Instant::now();
    while ends.recv_timeout(REST.saturating_sub(begun.elapsed())).is_ok() {}
}

/// The message about a program that was killed: its name, the reason and a remedy.
fn sentence(command: &Command, reason: Reason, limit: Duration) -> String {
    let program = command.get_program().to_string_lossy();
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let words: Vec<String> = words.map(|word| shell_word(&word.to_string_lossy())).collect();
    let folder = command.get_current_dir();
    let place = folder.map(|folder| format!(" in {}", shell_word(&folder.to_string_lossy())));
    let by_hand = format!("run{} `{}`", place.unwrap_or_default(), words.join(" "));
    let program = printable(&program);
    match reason {
        Reason::Time => {
            let waited = duration::Duration(limit.as_secs().max(1));
            format!(
                "{program} did not end within {waited}, and was ended; to see what it waits for, {by_hand}"
            )
        }
        Reason::Output => {
            let most = limits::LIST.bytes() >> 20;
            format!("{program} printed more than {most} MiB, and was ended; to see what it prints, {by_hand}")
        }
        Reason::Signal(signal) => format!("{program} was ended, as signal {signal} asked faultline to end"),
    }
}

/// A stream of a program, read by its own thread.
struct Stream {
    kept: Arc<Mutex<Vec<u8>>>,
    is_cut: Arc<AtomicBool>,
}

impl Stream {
    /// Reads to the end, even if nobody waits: a program blocks if its output is not read. The thread drops
    /// `end` at its end.
    fn of(mut from: impl Read + Send + 'static, most: Most, end: Sender<()>) -> Self {
        let stream = Self { kept: Arc::default(), is_cut: Arc::default() };
        let (kept, is_cut) = (Arc::clone(&stream.kept), Arc::clone(&stream.is_cut));
        thread::spawn(move || {
            let _end = end;
            let mut piece = vec![0; PIECE];
            loop {
                let length = match from.read(&mut piece) {
                    Ok(0) => return,
                    Ok(length) => length,
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Err(_) => return,
                };
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                let free = usize::try_from(most.bytes).unwrap_or(usize::MAX).saturating_sub(kept.len());
                kept.extend_from_slice(&piece[..length.min(free)]);
                if length > free {
                    is_cut.store(true, Ordering::SeqCst);
                }
            }
        });
        stream
    }

    /// Whether the stream exceeded the limit.
    fn is_cut(&self) -> bool {
        self.is_cut.load(Ordering::SeqCst)
    }

    fn taken(&self) -> Vec<u8> {
        std::mem::take(&mut self.kept.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::path::Path;

    use super::*;

    const SHORT: Duration = Duration::from_millis(300);
    const LONG: Duration = Duration::from_mins(10);

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    fn why(result: Result<Output, NoOutput>) -> String {
        match result {
            Err(NoOutput::Ended(sentence)) => sentence,
            other => panic!("{other:?}"),
        }
    }

    /// A pipe whose reader ends when no process has it open for writing any more.
    struct Left {
        /// Open from the start: a program killed before it opens the pipe would leave the reader waiting for a writer.
        writer: File,
        reader: thread::JoinHandle<()>,
    }

    impl Left {
        fn open(pipe: &Path) -> Self {
            assert!(Command::new("mkfifo").arg(pipe).status().unwrap().success());
            let path = pipe.to_owned();
            let reader = thread::spawn(move || {
                File::open(path).unwrap().read_to_end(&mut Vec::new()).unwrap();
            });
            Self { writer: File::options().write(true).open(pipe).unwrap(), reader }
        }

        /// Waits until no program has the pipe open.
        fn wait(self) {
            drop(self.writer);
            self.reader.join().unwrap();
        }
    }

    #[test]
    fn what_a_program_prints_and_how_it_ends_is_told() {
        let output = within(&mut shell("cat; echo a; echo b >&2; exit 3"), LONG).unwrap();
        assert_eq!(
            (output.status.code(), &output.stdout[..], &output.stderr[..]),
            (Some(3), &b"a\n"[..], &b"b\n"[..])
        );
        let none = within(&mut Command::new("/nowhere/no-program"), LONG);
        assert!(matches!(none, Err(NoOutput::NotStarted(error)) if error.kind() == io::ErrorKind::NotFound));
    }

    #[test]
    fn a_program_that_never_ends_is_ended_with_what_it_started() {
        let folder = tempfile::tempdir().unwrap();
        let left = Left::open(&folder.path().join("pipe"));
        // The child holds both its pipe and the program's output open.
        let mut command = shell("sleep 1000 3> pipe & wait");
        let said = why(within(command.current_dir(folder.path()), SHORT));
        assert!(
            said.starts_with("sh did not end within 1 s, and was ended; to see what it waits for, run in "),
            "{said}"
        );
        assert!(said.ends_with(" `sh -c 'sleep 1000 3> pipe & wait'`"), "{said}");
        left.wait();
    }

    #[test]
    fn a_program_that_does_not_want_to_end_is_ended() {
        let folder = tempfile::tempdir().unwrap();
        let left = Left::open(&folder.path().join("pipe"));
        let mut command = shell("trap '' TERM; exec 3> pipe; while :; do sleep 1; done");
        let said = why(within(command.current_dir(folder.path()), SHORT));
        assert!(said.contains("did not end within"), "{said}");
        left.wait();
    }

    #[test]
    fn what_a_program_leaves_behind_is_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let left = Left::open(&folder.path().join("pipe"));
        let mut command = shell("exec 3> pipe; sleep 1000 & echo done");
        let output = within(command.current_dir(folder.path()), LONG).unwrap();
        assert_eq!(output.stdout, b"done\n");
        left.wait();
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn what_left_the_group_and_holds_the_output_open_is_not_waited_for() {
        let output = within(&mut shell("setsid sleep 1000 & echo $!"), LONG).unwrap();
        let number = String::from_utf8(output.stdout).unwrap();
        let ended = Command::new("kill").arg(number.trim()).status().unwrap();
        assert!(ended.success(), "it had been waited for");
    }

    #[test]
    fn a_program_that_prints_without_end_is_ended_and_little_of_it_kept() {
        let most = |is_all| Most { bytes: 1_000, is_all };
        for stream in ["", ">&2"] {
            let said = why(run(&mut shell(&format!("yes {stream}")), LONG, most(true)));
            assert!(said.starts_with("sh printed more than 64 MiB, and was ended; "), "{said}");
            let said = why(run(&mut shell(&format!("yes {stream}")), SHORT, most(false)));
            assert!(said.starts_with("sh did not end within "), "{said}");
        }
    }

    #[test]
    fn both_streams_may_have_more_than_is_kept_and_than_a_pipe_holds() {
        let script = "head -c 1000000 /dev/zero >&2; head -c 1000000 /dev/zero";
        let all = within(&mut shell(script), LONG).unwrap();
        assert_eq!((all.stdout.len(), all.stderr.len()), (1_000_000, 1_000_000));
        let some = run(&mut shell(script), LONG, Most { bytes: 1_000, is_all: false }).unwrap();
        assert_eq!((some.stdout.len(), some.stderr.len()), (1_000, 1_000));
        let said = why(run(&mut shell("head -c 1001 /dev/zero"), LONG, Most { bytes: 1_000, is_all: true }));
        assert!(said.contains("printed more"), "{said}");
    }
}
