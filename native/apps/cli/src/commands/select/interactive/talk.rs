//! Line-based input and output of the dialogue.

use std::io::{self, BufRead, IsTerminal, StdinLock};

use faultline_diagnosability::Answer;
use faultline_messages::failure::Failure;

use faultline_terminal::terminal;

/// Maximum number of bytes kept of a typed line.
const LONGEST: usize = 200;

/// A typed command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Label the offered test.
    Answer(Answer),
    /// Undo the last answer.
    Undo,
    /// Show more of the ranking.
    Ranking,
    /// Quit.
    Quit,
    /// Show the help.
    Help,
}

impl Command {
    /// Parses a typed line; `None` for any other text.
    pub fn of(typed: &str) -> Option<Self> {
        Some(match typed.trim().to_lowercase().as_str() {
            "p" | "pass" | "passed" => Self::Answer(Answer::Passed),
            "f" | "fail" | "failed" => Self::Answer(Answer::Failed),
            "s" | "skip" | "skipped" => Self::Answer(Answer::Skipped),
            "u" | "undo" => Self::Undo,
            "r" | "ranking" => Self::Ranking,
            "q" | "quit" => Self::Quit,
            "?" | "h" | "help" => Self::Help,
            _ => return None,
        })
    }
}

/// A line-based dialogue over standard input and output.
pub struct Talk {
    input: StdinLock<'static>,
    /// Whether to write to standard error because standard output is taken.
    aside: bool,
    /// Whether to echo the input, because it is not a terminal.
    echo: bool,
}

impl Talk {
    /// Creates a dialogue; `aside` selects standard error, because a program reads standard output.
    pub fn new(aside: bool) -> Self {
        Self { input: io::stdin().lock(), aside, echo: !io::stdin().is_terminal() }
    }

    /// Prints lines. Errors: the output is closed.
    pub fn say(&self, lines: &[String]) -> Result<(), Failure> {
        self.print(&lines.iter().flat_map(|line| [line, "\n"]).collect::<String>())
    }

    /// Prints a prompt and reads a line. `None` at the end of the input.
    /// Errors: the input cannot be read; the output is closed.
    pub fn ask(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        self.print(&format!("{prompt} "))?;
        let typed = read_line(&mut self.input)
            .map_err(|error| Failure::failed(format!("reading the answer failed: {error}")))?;
        if self.echo || typed.is_none() {
            self.print(&format!(
                "{}\n",
                faultline_messages::words::printable(typed.as_deref().unwrap_or_default())
            ))?;
        }
        Ok(typed)
    }

    fn print(&self, text: &str) -> Result<(), Failure> {
        if self.aside { terminal::print_aside(text) } else { terminal::print(text) }
    }
}

/// Reads a line without its line break and keeps at most [`LONGEST`] bytes; `None` at the end. Invalid UTF-8
/// is replaced.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let mut any = false;
    loop {
        let bytes = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        if bytes.is_empty() {
            break;
        }
        any = true;
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let part = &bytes[..end.unwrap_or(bytes.len())];
        line.extend_from_slice(&part[..part.len().min(LONGEST - line.len())]);
        let used = end.map_or(bytes.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    Ok(any.then(|| String::from_utf8_lossy(&line).trim_end().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(mut bytes: &[u8]) -> Vec<String> {
        std::iter::from_fn(|| read_line(&mut bytes).unwrap()).collect()
    }

    #[test]
    fn lines_end_at_line_breaks_and_at_the_end() {
        assert_eq!(lines(b"p\r\n\nfail"), ["p", "", "fail"]);
        assert!(lines(b"").is_empty());
    }

    #[test]
    fn a_line_without_end_takes_no_more_memory_than_one_with() {
        let mut endless = io::BufReader::with_capacity(7, io::Cursor::new(vec![b'x'; 10_000]));
        assert_eq!(read_line(&mut endless).unwrap().unwrap().len(), LONGEST);
        assert_eq!(read_line(&mut endless).unwrap(), None);
    }

    #[test]
    fn bytes_that_are_no_text_are_no_command() {
        assert_eq!(lines(b"\xff\xfe\n"), ["\u{fffd}\u{fffd}"]);
        assert_eq!(Command::of("\u{fffd}"), None);
    }

    #[test]
    fn commands_are_letters_or_words_in_any_case() {
        for (typed, answer) in
            [("p", Answer::Passed), (" FAIL ", Answer::Failed), ("Skipped", Answer::Skipped)]
        {
            assert_eq!(Command::of(typed), Some(Command::Answer(answer)));
        }
        assert_eq!(Command::of("undo"), Some(Command::Undo));
        assert_eq!(Command::of("?"), Some(Command::Help));
        assert_eq!(["", "pf", "yes", "passs"].map(Command::of), [None; 4]);
    }
}
