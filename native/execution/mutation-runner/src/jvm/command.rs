//! The command that starts a JVM for tests on mutants.

use std::path::Path;
use std::process::Command;

use faultline_jvm_process::jvm::command::Start;
use faultline_spectrum::Launch;
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

/// The class whose `main` reads commands.
const WORKER: &str = "io.faultline.mutants.worker.Worker";
/// Characters with a meaning in the agent's options.
const ODD: &AsciiSet = &CONTROLS.add(b' ').add(b'%').add(b',').add(b'=').add(b'#').add(b'"').add(b'\'');

/// Returns the command. `settings`: the file of settings for the agent in `jar`; `scratch`: the folder for
/// crash logs.
pub fn command(launch: &Launch, jar: &Path, settings: &Path, scratch: &Path) -> Command {
    let settings = settings.to_string_lossy();
    let agent = format!("-javaagent:{}={}", jar.display(), utf8_percent_encode(&settings, ODD));
    let start = Start { launch, agents: &[agent], entries: (&[], &[]), main: &[WORKER.to_owned()], scratch };
    start.command()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_of_the_settings_cannot_be_taken_for_options() {
        let launch =
            Launch { java: "/j/bin/java".to_owned(), class_path: "/p".to_owned(), ..Launch::default() };
        let command = command(&launch, Path::new("/f/m.jar"), Path::new("/s/a b=1"), Path::new("/s"));
        let all: Vec<_> =
            command.get_args().map(|argument| argument.to_string_lossy().into_owned()).collect();
        assert!(
            all.ends_with(&["-javaagent:/f/m.jar=/s/a%20b%3D1", "-cp", "/p", WORKER].map(str::to_owned)),
            "{all:?}"
        );
    }
}
