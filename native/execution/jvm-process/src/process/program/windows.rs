//! Programs have an ending that nobody types.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, absolute};

use super::launchers;

/// Where the program is; as it was named, where it is not found.
pub fn found(program: &OsStr) -> OsString {
    let path = env::var_os("PATH").unwrap_or_default();
    // The folder of this program comes last, unlike at the prompt: what lies there is seldom meant, but for wrappers.
    let folders = env::split_paths(&path).chain(env::current_dir().ok());
    let found = launchers::find(program, folders, &|file| file.is_file());
    found.map_or_else(|| program.to_owned(), |file| absolute(&file).unwrap_or(file).into_os_string())
}

/// The system would look for it from this program's folder.
pub fn found_in(program: &OsStr, folder: &Path) -> OsString {
    if launchers::is_path(program) { found(folder.join(program).as_os_str()) } else { found(program) }
}

pub fn bare(name: &str) -> String {
    launchers::bare(name)
}

/// The file of a wrapper, and how one types it.
pub fn wrapper(name: &str) -> (String, String) {
    let file = launchers::wrapper(name);
    let typed = format!(".\\{file}");
    (file, typed)
}
