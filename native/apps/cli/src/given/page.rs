//! Options for the layout of a page.

use clap::Args;

use faultline_terminal::color::ColorChoice;
use faultline_terminal::terminal::Terminal;

/// Options of all commands that print a page.
#[derive(Args, Clone, Copy, Debug)]
pub struct PageOptions {
    /// When to use colours.
    #[arg(long, value_enum, default_value = "auto", value_name = "WHEN")]
    pub color: ColorChoice,

    /// Width of the output in columns [default: the terminal's; without a terminal 100 for sentences, and names are not cut].
    #[arg(long, value_name = "COLUMNS")]
    pub width: Option<usize>,
}

impl PageOptions {
    /// The terminal of standard output, with the user's choices applied.
    pub fn terminal(self) -> Terminal {
        Terminal::of_stdout(self.color, self.width)
    }
}
