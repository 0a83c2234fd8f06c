//! Runs programs with a timeout.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::BenchError;

/// The result of a program.
#[derive(Clone, Debug)]
pub struct Ended {
    /// Its exit code; `None` if a signal ended it.
    pub code: Option<i32>,
    /// Whether it was killed at the timeout.
    pub late: bool,
    /// Time from start to end.
    pub wall: Duration,
    /// Standard output and error, interleaved.
    pub text: String,
}

impl Ended {
    /// The last lines of its output, for errors.
    pub fn tail(&self) -> String {
        let lines: Vec<&str> = self.text.lines().collect();
        lines[lines.len().saturating_sub(15)..].join("\n")
    }

    /// Errors: it was killed, or its exit code is not 0.
    pub fn success(self, what: &str) -> Result<Self, BenchError> {
        if self.code == Some(0) && !self.late {
            return Ok(self);
        }
        let ended = if self.late { "out of time".to_owned() } else { format!("exit code {:?}", self.code) };
        Err(BenchError::Program { what: what.to_owned(), detail: format!("{ended}\n{}", self.tail()) })
    }
}

/// Runs a program until its end or a timeout, with output in the file `log`. Errors: it does not start, or the file cannot be written.
pub fn run(command: &mut Command, log: &Path, limit: Duration) -> Result<Ended, BenchError> {
    let name = command.get_program().to_string_lossy().into_owned();
    let out = File::create(log).map_err(BenchError::io(log))?;
    let err = out.try_clone().map_err(BenchError::io(log))?;
    let start = Instant::now();
    let child = command.stdin(Stdio::null()).stdout(out).stderr(err).spawn();
    let mut child = child.map_err(|error| BenchError::Program {
        what: format!("starting {name}"),
        detail: error.to_string(),
    })?;
    let (status, late) = loop {
        if let Some(status) = child.try_wait().map_err(BenchError::io(log))? {
            break (status, false);
        }
        if start.elapsed() > limit {
            // Its child JVMs notice that it is gone.
            let _ = child.kill();
            break (child.wait().map_err(BenchError::io(log))?, true);
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let wall = start.elapsed();
    let bytes = fs::read(log).map_err(BenchError::io(log))?;
    Ok(Ended { code: status.code(), late, wall, text: String::from_utf8_lossy(&bytes).into_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sh(script: &str, limit: Duration) -> Ended {
        let log =
            std::env::temp_dir().join(format!("faultline-process-{}-{}", std::process::id(), script.len()));
        let ended = run(Command::new("sh").args(["-c", script]), &log, limit).unwrap();
        fs::remove_file(log).unwrap();
        ended
    }

    #[test]
    fn both_outputs_and_the_exit_code_are_kept() {
        let ended = sh("echo out; echo err >&2; exit 3", Duration::from_mins(1));
        assert_eq!((ended.code, ended.late, &*ended.text), (Some(3), false, "out\nerr\n"));
        assert!(ended.success("a test").unwrap_err().to_string().contains("exit code Some(3)"));
    }

    #[test]
    fn a_program_that_does_not_end_is_ended() {
        let ended = sh("exec sleep 600", Duration::from_millis(100));
        assert!(ended.late && ended.wall < Duration::from_mins(1));
    }
}
