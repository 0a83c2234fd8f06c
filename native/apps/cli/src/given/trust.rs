//! The option `--trust`: starting programs named in another user's files.

use clap::Args;
use faultline_files::Trust;

/// The option of commands that start programs as a file says.
#[derive(Args, Clone, Copy, Debug)]
pub struct TrustOption {
    /// Start programs that the recording or journal names even if it is not yours alone: another user
    /// owns it, or everyone may write to it.
    #[arg(long)]
    pub trust: bool,
}

impl From<TrustOption> for Trust {
    fn from(option: TrustOption) -> Self {
        Self::of_option(option.trust)
    }
}
