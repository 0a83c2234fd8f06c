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

    /// Width of the page in columns [default: the terminal's; without one 100 for sentences, and names stay whole].
    #[arg(long, value_name = "COLUMNS")]
    pub width: Option<usize>,
}

impl PageOptions {
    /// The terminal of standard output, with the user's choices applied.
    pub fn terminal(self) -> Terminal {
        Terminal::of_stdout(self.color, self.width)
    }
}
