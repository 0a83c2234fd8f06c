//! Options of `faultline formulas`.

use clap::Args;

use crate::given::page::PageOptions;

/// List the formulas for --ranking.
#[derive(Args, Debug)]
pub struct FormulasOptions {
    #[command(flatten)]
    pub page: PageOptions,
}
