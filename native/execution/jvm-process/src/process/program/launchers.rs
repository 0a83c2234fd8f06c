//! Finds the files that Windows starts for names without an extension.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// Extensions of executables, in the order of Windows' `PATHEXT`. Its other extensions need another program.
const ENDINGS: [&str; 4] = ["com", "exe", "bat", "cmd"];

/// The file of a program's name: in the named folder, else in the first of the folders that has one. A script
/// for other systems often lies beside it, without an extension. `None` if there is none.
pub fn find(
    program: &OsStr,
    folders: impl Iterator<Item = PathBuf>,
    is_file: &dyn Fn(&Path) -> bool,
) -> Option<PathBuf> {
    if is_path(program) {
        return in_place(Path::new(program), is_file);
    }
    folders
        .filter(|folder| !folder.as_os_str().is_empty())
        .find_map(|folder| in_place(&folder.join(program), is_file))
}

/// Whether the name includes a folder.
pub fn is_path(program: &OsStr) -> bool {
    program.to_string_lossy().contains(['/', '\\'])
}

fn in_place(path: &Path, is_file: &dyn Fn(&Path) -> bool) -> Option<PathBuf> {
    if is_launcher(&path.to_string_lossy()) && is_file(path) {
        return Some(path.to_owned());
    }
    ENDINGS.iter().map(|ending| with(path, ending)).find(|file| is_file(file))
}

/// Appends the extension instead of replacing another one: `mvn-3.9` has none.
fn with(path: &Path, ending: &str) -> PathBuf {
    let mut file = OsString::from(path);
    file.push(".");
    file.push(ending);
    PathBuf::from(file)
}

fn is_launcher(name: &str) -> bool {
    name.rsplit_once('.')
        .is_some_and(|(_, end)| ENDINGS.iter().any(|ending| end.eq_ignore_ascii_case(ending)))
}

/// The name without such an extension, in lower case, since Windows ignores case.
pub fn bare(name: &str) -> String {
    let name = if is_launcher(name) { name.rsplit_once('.').map_or(name, |(name, _)| name) } else { name };
    name.to_lowercase()
}

/// The file of a wrapper: Maven's is a `.cmd`, Gradle's a `.bat`.
pub fn wrapper(name: &str) -> String {
    let ending = if name.starts_with("mvn") { "cmd" } else { "bat" };
    format!("{name}.{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(program: &str, files: &[&str]) -> Option<String> {
        let folders = ["", "/jdk/bin", "/maven 3/bin", "/p"].map(PathBuf::from).into_iter();
        let is_file = |file: &Path| files.iter().any(|there| Path::new(there) == file);
        find(OsStr::new(program), folders, &is_file).map(|file| file.to_string_lossy().into_owned())
    }

    #[test]
    fn a_name_is_a_program_or_a_batch_file_of_the_first_folder() {
        let files =
            ["/jdk/bin/java.exe", "/maven 3/bin/mvn", "/maven 3/bin/mvn.cmd", "/p/gradlew", "/p/gradlew.bat"];
        assert_eq!(found("java", &files).as_deref(), Some("/jdk/bin/java.exe"));
        assert_eq!(found("java.exe", &files).as_deref(), Some("/jdk/bin/java.exe"));
        assert_eq!(found("mvn", &files).as_deref(), Some("/maven 3/bin/mvn.cmd"), "not the script beside it");
        assert_eq!(found("gradlew", &files).as_deref(), Some("/p/gradlew.bat"));
        assert_eq!(found("ant", &files), None);
    }

    #[test]
    fn a_path_is_taken_where_it_is() {
        let files = ["./gradlew", "./gradlew.bat", "/maven 3/bin/mvn.cmd", "/tools/mvn-3.9.exe"];
        assert_eq!(found("./gradlew", &files).as_deref(), Some("./gradlew.bat"));
        assert_eq!(found("/maven 3/bin/mvn.cmd", &files).as_deref(), Some("/maven 3/bin/mvn.cmd"));
        assert_eq!(found("/tools/mvn-3.9", &files).as_deref(), Some("/tools/mvn-3.9.exe"));
        assert_eq!(found("./mvn", &files), None, "folders are for bare names");
    }

    #[test]
    fn names_are_known_without_ending_and_in_any_case() {
        assert_eq!(
            ["java", "JAVA.EXE", "mvn.cmd", "gradlew.bat", "mvn-3.9"].map(bare),
            ["java", "java", "mvn", "gradlew", "mvn-3.9"]
        );
    }

    #[test]
    fn wrappers_have_the_ending_of_their_tool() {
        assert_eq!(["mvnw", "gradlew"].map(wrapper), ["mvnw.cmd", "gradlew.bat"]);
    }
}
