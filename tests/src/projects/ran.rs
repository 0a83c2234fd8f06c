//! Programs of this lane: each ends in time, and its output stays beside the project.

use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Timeout of a program.
const LIMIT: Duration = Duration::from_mins(15);

/// How a program ended.
#[derive(Clone, Debug)]
pub struct Ended {
    /// Exit code; `None` if a signal ended it.
    pub code: Option<i32>,
    /// What it wrote to standard output and standard error.
    pub output: String,
}

/// Runs a program in its own or else this folder, with its output in `output.txt` beside that folder.
/// Errors: it does not start, or does not end in time.
pub fn within(command: &mut Command, folder: &Path) -> Result<Ended, String> {
    let path = folder
        .with_file_name(format!("{}.output.txt", folder.file_name().unwrap_or_default().to_string_lossy()));
    let file = File::create(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let other = file.try_clone().map_err(|error| format!("{}: {error}", path.display()))?;
    if command.get_current_dir().is_none() {
        command.current_dir(folder);
    }
    let mut child = command
        .stdin(Stdio::null())
        .stdout(file)
        .stderr(other)
        .spawn()
        .map_err(|error| format!("{} does not start: {error}", command.get_program().display()))?;
    let started = Instant::now();
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if started.elapsed() > LIMIT => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!(
                    "{command:?} ran for more than {} min and was ended",
                    LIMIT.as_secs() / 60
                ));
            }
            Ok(None) => std::thread::sleep(Duration::from_millis(20)),
            Err(error) => return Err(error.to_string()),
        }
    };
    let bytes = std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(Ended { code: status.code(), output: String::from_utf8_lossy(&bytes).into_owned() })
}

/// Errors: the program failed, with its last words.
pub fn ended_well(ended: &Ended) -> Result<(), String> {
    if ended.code == Some(0) { Ok(()) } else { Err(last_words(&ended.output)) }
}

/// The first error in a program's output, or else its last line.
pub fn last_words(output: &str) -> String {
    let error = output.lines().find(|line| line.starts_with("[ERROR]") || line.starts_with("faultline:"));
    error.or_else(|| output.lines().last()).unwrap_or("no output").to_owned()
}
