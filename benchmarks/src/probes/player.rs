//! A JVM that runs kernels on request.

use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use super::variants::Variant;
use crate::BenchError;

/// A JVM that waits for its turn.
pub(super) struct Player {
    name: &'static str,
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

/// An iteration of a kernel.
#[derive(Debug, PartialEq)]
pub(super) struct Turn {
    pub(super) kernel: String,
    /// Whether the kernel was warm.
    pub(super) counts: bool,
    /// CPU time of a call.
    pub(super) nanos: f64,
}

impl Player {
    /// Starts the JVM, with its errors on our standard error.
    pub(super) fn start(variant: &Variant, mut command: Command) -> Result<Self, BenchError> {
        let name = variant.name;
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| failed(name, &error.to_string()))?;
        match (child.stdin.take(), child.stdout.take()) {
            (Some(input), Some(output)) => Ok(Self { name, child, input, output: BufReader::new(output) }),
            _ => Err(failed(name, "it has no input or output")),
        }
    }

    /// The checksum of the kernels' results, the JVM's first output.
    pub(super) fn checksum(&mut self) -> Result<String, BenchError> {
        let line = self.line()?.unwrap_or_default();
        let sum = line.strip_prefix("checksum ").map(str::to_owned);
        sum.ok_or_else(|| failed(self.name, &format!("it computed nothing: {line}")))
    }

    /// Runs an iteration; `None` if none is left.
    pub(super) fn turn(&mut self) -> Result<Option<Turn>, BenchError> {
        match self.input.write_all(b"\n") {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(None),
            given => given.map_err(|error| failed(self.name, &error.to_string()))?,
        }
        let Some(line) = self.line()? else { return Ok(None) };
        turn(&line).map(Some).ok_or_else(|| failed(self.name, &format!("it says {line}")))
    }

    fn line(&mut self) -> Result<Option<String>, BenchError> {
        let mut line = String::new();
        let read = self.output.read_line(&mut line).map_err(|error| failed(self.name, &error.to_string()))?;
        Ok((read > 0).then(|| line.trim_end().to_owned()))
    }

    /// Waits for its end; fails if it still waits for turns. Errors: a kernel or its test failed.
    pub(super) fn finish(self) -> Result<(), BenchError> {
        let Self { name, mut child, input, output: _output } = self;
        drop(input);
        let status = child.wait().map_err(|error| failed(name, &error.to_string()))?;
        if status.success() { Ok(()) } else { Err(failed(name, &status.to_string())) }
    }
}

fn failed(name: &str, detail: &str) -> BenchError {
    BenchError::Program { what: format!("kernels, {name}"), detail: detail.to_owned() }
}

/// Parses `turn KERNEL MEASUREMENT 10000000 3500`: nanoseconds and number of calls.
fn turn(line: &str) -> Option<Turn> {
    let mut words = line.strip_prefix("turn ")?.split(' ');
    let (kernel, kind) = (words.next()?.to_owned(), words.next()?);
    let nanos: f64 = words.next()?.parse().ok()?;
    let calls: f64 = words.next()?.parse().ok()?;
    Some(Turn { kernel, counts: kind == "MEASUREMENT", nanos: nanos / calls })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_is_the_time_of_one_call() {
        let expected = Turn { kernel: "getter".to_owned(), counts: true, nanos: 2.5 };
        assert_eq!(turn("turn getter MEASUREMENT 1000 400"), Some(expected));
        assert_eq!(turn("turn getter WARMUP 1000 400").map(|turn| turn.counts), Some(false));
        assert_eq!(turn("something else"), None);
    }
}
