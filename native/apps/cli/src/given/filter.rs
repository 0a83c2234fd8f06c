//! Tests as arguments of build tools.

use clap::ValueEnum;
use faultline_messages::failure::Failure;
use faultline_messages::words::shell_word;
use faultline_spectrum::TestName;
use faultline_terminal::terminal;
use faultline_test_filters::{Tool, arguments};

/// How tests are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Text for people.
    #[default]
    Text,
    /// Arguments for Maven: `-Dtest=...`.
    Maven,
    /// Arguments for Gradle: `--tests ...`.
    Gradle,
    /// Arguments for JUnit's console launcher: `--select-unique-id ...`.
    Junit,
}

impl Format {
    /// The tool whose arguments are asked for; `None` for people.
    pub fn tool(self) -> Option<Tool> {
        match self {
            Self::Text => None,
            Self::Maven => Some(Tool::Maven),
            Self::Gradle => Some(Tool::Gradle),
            Self::Junit => Some(Tool::Junit),
        }
    }
}

/// Arguments that run some tests, as a line for a shell; empty if there are none. Says which others run as well.
/// Errors: a class cannot be selected.
pub fn line<'t>(tests: impl Iterator<Item = TestName<'t>> + Clone, tool: Tool) -> Result<String, Failure> {
    let arguments = arguments(tests, tool).map_err(Failure::failed)?;
    for note in arguments.notes {
        terminal::tell_below_output(&format!("faultline: {note}"));
    }
    let words: Vec<_> = arguments.words.iter().map(|word| shell_word(word)).collect();
    Ok(if words.is_empty() { String::new() } else { words.join(" ") + "\n" })
}
