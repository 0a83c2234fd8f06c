//! Programs by the names that users type: `mvn`, `./gradlew`, `java`.

use std::env::consts::EXE_SUFFIX;
use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

#[cfg(any(windows, test))]
mod launchers;
#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(windows, path = "windows.rs")]
mod system;

/// A command of a program, named as on the command line: on Windows `mvn` is `mvn.cmd`, and `./gradlew` is
/// `gradlew.bat`. A relative path is resolved against this program's working directory.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    Command::new(system::found(program.as_ref()))
}

/// As [`command`], to run in a folder, against which a relative path is resolved.
pub fn command_in(program: impl AsRef<OsStr>, folder: &Path) -> Command {
    let mut command = Command::new(system::found_in(program.as_ref(), folder));
    command.current_dir(folder);
    command
}

/// The name of a program without its folder and Windows' extension.
pub fn name(program: &OsStr) -> Option<String> {
    Path::new(program).file_name().map(|name| system::bare(&name.to_string_lossy()))
}

/// The wrapper script in a folder, `mvnw` or `gradlew`, as typed there; `None` if there is none.
pub fn wrapper(folder: &Path, name: &str) -> Option<String> {
    let (file, typed) = system::wrapper(name);
    folder.join(file).is_file().then_some(typed)
}

/// The file name of a compiled program: `java`, on Windows `java.exe`.
pub fn file(name: &str) -> String {
    format!("{name}{EXE_SUFFIX}")
}
