//! Secrets that a resumed run reads from the environment.

use faultline_messages::failure::Failure;
use faultline_spectrum::secrets::revealed;

use super::request::Running;
use super::settings::Settings;

/// The command to run: the given one, or the journal's with secrets from the environment. Errors: a secret is
/// missing.
pub fn command(run: &Running, settings: &Settings) -> Result<Option<String>, Failure> {
    match (&run.command, &settings.command) {
        (Some(given), Some(_)) => Ok(Some(given.clone())),
        (_, kept) => kept.as_deref().map(|kept| known(kept, "--command")).transpose(),
    }
}

/// The arguments for `EvoSuite`, in the same way. Errors: a secret is missing.
pub fn arguments(run: &Running, settings: &Settings) -> Result<Vec<String>, Failure> {
    if run.arguments.len() == settings.arguments.len() {
        return Ok(run.arguments.clone());
    }
    settings.arguments.iter().map(|kept| known(kept, "its arguments for EvoSuite")).collect()
}

fn known(kept: &str, of: &str) -> Result<String, Failure> {
    revealed(kept, |variable| std::env::var(variable).ok()).map_err(|missing| {
        Failure::misuse(format!(
            "the run's journal holds no secrets of {of}; set {} in the environment, or give {of} again",
            missing.join(", ")
        ))
    })
}
