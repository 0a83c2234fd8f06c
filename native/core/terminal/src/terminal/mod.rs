//! The output terminal: its width, its colours, and functions that write to it.
//!
//! All output passes through [`print`], [`print_aside`] or [`tell`](faultline_messages::tell::tell), which
//! remove control characters, marks of text direction and commands of build servers; [`print_commands`] and
//! [`print_script`] are the exceptions.

use std::io::{self, IsTerminal, Write};

use anstyle::Style;
use faultline_escape::terminal::{page, printable};
use faultline_messages::failure::Failure;

use crate::color::ColorChoice;

#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(windows, path = "windows.rs")]
mod system;

mod styled;

/// Width of sentences if the output is not a terminal, in columns; names may exceed it.
const WIDTH_OF_A_FILE: usize = 100;
/// Minimum width; a narrower terminal wraps lines.
const NARROWEST: usize = 40;

/// Layout and style of text for standard output.
#[derive(Clone, Copy, Debug)]
pub struct Terminal {
    /// Maximum width of a line, in columns.
    pub width: usize,
    /// Whether escape sequences for styles are written.
    pub color: bool,
    /// Whether names are never cut: files have no width limit, and users search them for names.
    pub is_endless: bool,
}

impl Terminal {
    /// The current standard output, with the user's choices applied.
    pub fn of_stdout(color: ColorChoice, width: Option<usize>) -> Self {
        let is_terminal = io::stdout().is_terminal();
        let is_endless = width.is_none() && !is_terminal;
        let width = width.or_else(|| is_terminal.then(measured_width).flatten()).unwrap_or(WIDTH_OF_A_FILE);
        Self {
            width: width.max(NARROWEST),
            color: wants_color(color, is_terminal, &|name| std::env::var_os(name)),
            is_endless,
        }
    }

    /// A terminal of `width` columns, without colours.
    pub fn plain(width: usize) -> Self {
        Self { width, color: false, is_endless: false }
    }

    /// Maximum width of a line of names, in columns.
    pub fn room(&self) -> usize {
        if self.is_endless { usize::MAX } else { self.width }
    }

    /// Styles a piece of a line, made printable; without colours, plain. [`print`] turns the style marks into
    /// escape sequences.
    pub fn paint(&self, style: Style, text: &str) -> String {
        let text = printable(text);
        if self.color && !text.is_empty() && style != Style::new() {
            styled::marked(style, &text)
        } else {
            text.into_owned()
        }
    }
}

/// The width of the terminal; `None` if it is unknown.
fn measured_width() -> Option<usize> {
    let (terminal_size::Width(columns), _) = terminal_size::terminal_size()?;
    (columns > 0).then_some(usize::from(columns))
}

/// Decides on colours: `auto` means on a terminal, unless `NO_COLOR` is set and not empty or the terminal is
/// `dumb`. Source: <https://no-color.org>.
fn wants_color(
    choice: ColorChoice,
    is_terminal: bool,
    variable: &dyn Fn(&str) -> Option<std::ffi::OsString>,
) -> bool {
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => {
            is_terminal
                && variable("NO_COLOR").is_none_or(|value| value.is_empty())
                && variable("TERM").is_none_or(|value| value != "dumb")
        }
    }
}

/// Writes a page to standard output: styles of [`Terminal::paint`] as escape sequences, all other text
/// escaped by [`page`]. Errors: [`Failure::OutputClosed`] if the reader has closed it.
pub fn print(text: &str) -> Result<(), Failure> {
    write(&mut io::stdout().lock(), &shown(text))
}

/// As [`print`], to standard error: for a dialogue whose result on standard output is for a program.
pub fn print_aside(text: &str) -> Result<(), Failure> {
    write(&mut io::stderr().lock(), &shown(text))
}

/// Writes commands for a build server to standard output, unescaped.
/// Errors: those of [`print`].
pub fn print_commands(commands: &str) -> Result<(), Failure> {
    write(&mut io::stdout().lock(), commands)
}

/// Writes a shell script to standard output, unescaped; it must contain no text from outside.
/// Errors: those of [`print`].
pub fn print_script(script: &str) -> Result<(), Failure> {
    write(&mut io::stdout().lock(), script)
}

/// A page in its output form.
pub fn shown(text: &str) -> String {
    styled::shown(&page(text))
}

fn write(out: &mut impl Write, text: &str) -> Result<(), Failure> {
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// As [`tell`](faultline_messages::tell::tell), after another program's output, which may have ended in
/// mid-line or with only a terminal escape sequence (Maven's colour reset): starts a new line, below an empty
/// one if the position is unknown.
pub fn tell_below_output(line: &str) {
    let break_before = if system::may_be_in_mid_line() { "\n" } else { "" };
    let _ = writeln!(io::stderr().lock(), "{break_before}{}", page(&printable(line)));
}

/// The styles of the output, named by their meaning.
pub mod style {
    use anstyle::{AnsiColor, Color, Style};

    const fn colored(color: AnsiColor) -> Style {
        Style::new().fg_color(Some(Color::Ansi(color)))
    }

    /// No style.
    pub const PLAIN: Style = Style::new();
    /// The main result.
    pub const SUSPECT: Style = Style::new().bold();
    /// Secondary text: paths, headers, context lines.
    pub const DIM: Style = Style::new().dimmed();
    /// Section headings.
    pub const HEADING: Style = Style::new().bold();
    /// Failures and the highest scores.
    pub const BAD: Style = colored(AnsiColor::Red).bold();
    /// Medium scores and warnings.
    pub const WARN: Style = colored(AnsiColor::Yellow);
    /// Passed tests.
    pub const GOOD: Style = colored(AnsiColor::Green);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(choice: ColorChoice, is_terminal: bool, name: &'static str, value: &'static str) -> bool {
        wants_color(choice, is_terminal, &|asked| (asked == name).then(|| value.into()))
    }

    #[test]
    fn colours_only_on_a_terminal_and_not_with_no_color() {
        assert!(with(ColorChoice::Auto, true, "", ""));
        assert!(!with(ColorChoice::Auto, false, "", ""));
        assert!(!with(ColorChoice::Auto, true, "NO_COLOR", "1"));
        assert!(with(ColorChoice::Auto, true, "NO_COLOR", ""), "an empty NO_COLOR means nothing");
        assert!(!with(ColorChoice::Auto, true, "TERM", "dumb"));
    }

    #[test]
    fn an_explicit_choice_wins_over_the_surroundings() {
        assert!(with(ColorChoice::Always, false, "NO_COLOR", "1"));
        assert!(!with(ColorChoice::Never, true, "", ""));
    }

    #[test]
    fn without_colours_text_stays_as_it_is() {
        let plain = Terminal::plain(80);
        assert_eq!(plain.paint(style::BAD, "x"), "x");
        let colored = Terminal { color: true, ..plain };
        assert_eq!(shown(&colored.paint(style::DIM, "x")), "\u{1b}[2mx\u{1b}[0m");
    }
}
