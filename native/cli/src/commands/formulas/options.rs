//! What `faultline formulas` takes.

use clap::Args;

use crate::given::color::ColorChoice;

/// List the formulas that --ranking knows.
#[derive(Args, Debug)]
pub struct FormulasOptions {
    /// When to use colours.
    #[arg(long, value_enum, default_value = "auto", value_name = "WHEN")]
    pub color: ColorChoice,

    /// Width of the table in columns [default: the terminal's, else 100].
    #[arg(long, value_name = "COLUMNS")]
    pub width: Option<usize>,
}
