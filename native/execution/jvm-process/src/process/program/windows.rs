//! Programs have an extension that users do not type.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, absolute};

use super::launchers;

/// The path of a program; its name if it is not found.
pub fn found(program: &OsStr) -> OsString {
    let path = env::var_os("PATH").unwrap_or_default();
    // The working directory comes last, unlike at the prompt: files there are seldom meant, except for
    // wrappers.
    let folders = env::split_paths(&path).chain(env::current_dir().ok());
    let found = launchers::find(program, folders, &|file| file.is_file());
    found.map_or_else(|| program.to_owned(), |file| absolute(&file).unwrap_or(file).into_os_string())
}

/// Resolves the path here, since the system would resolve it in this program's working directory.
pub fn found_in(program: &OsStr, folder: &Path) -> OsString {
    if launchers::is_path(program) { found(folder.join(program).as_os_str()) } else { found(program) }
}

pub fn bare(name: &str) -> String {
    launchers::bare(name)
}

/// The file of a wrapper, and its name on the command line.
pub fn wrapper(name: &str) -> (String, String) {
    let file = launchers::wrapper(name);
    let typed = format!(".\\{file}");
    (file, typed)
}
