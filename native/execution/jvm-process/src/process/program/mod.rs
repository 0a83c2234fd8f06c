//! Programs by the names that people give them: `mvn`, `./gradlew`, `java`.

use std::env::consts::EXE_SUFFIX;
use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

#[cfg(any(windows, test))]
mod launchers;
#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(windows, path = "windows.rs")]
mod system;

/// A command of a program that is named as one would type it: on Windows `mvn` is `mvn.cmd`, and `./gradlew` is `gradlew.bat`.
/// A relative path is seen from this program's own folder.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    Command::new(system::found(program.as_ref()))
}

/// As [`command`], to run in a folder, from which a path is seen.
pub fn command_in(program: impl AsRef<OsStr>, folder: &Path) -> Command {
    let mut command = Command::new(system::found_in(program.as_ref(), folder));
    command.current_dir(folder);
    command
}

/// What a program is called, without its folder and without the ending by which Windows knows programs.
pub fn name(program: &OsStr) -> Option<String> {
    Path::new(program).file_name().map(|name| system::bare(&name.to_string_lossy()))
}

/// A build's wrapper script in a folder, `mvnw` or `gradlew`, as one types it there; `None` where there is none.
pub fn wrapper(folder: &Path, name: &str) -> Option<String> {
    let (file, typed) = system::wrapper(name);
    folder.join(file).is_file().then_some(typed)
}

/// The file of a compiled program: `java`, on Windows `java.exe`.
pub fn file(name: &str) -> String {
    format!("{name}{EXE_SUFFIX}")
}
