//! Java installations: their locations, and the contents of their `release` files. Nothing is started.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use faultline_files::{limits, real, regular};

use super::launcher::behind;
use crate::process::program;

/// A Java installation, as its `release` file describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Installation {
    /// Its home folder.
    pub home: PathBuf,
    /// `17.0.9`, `1.7.0_80`.
    pub version: String,
    /// The modules of its image; `None` before Java 9 and if the file does not list them.
    pub modules: Option<Vec<String>>,
    /// `Linux` and `x86_64`, or empty.
    pub platform: (String, String),
}

impl Installation {
    /// The installation in a home folder, or around its `jre` folder. `None` if there is none or it has no
    /// description.
    pub fn at(home: &Path) -> Option<Self> {
        let around = if home.ends_with("jre") { home.parent() } else { None };
        [Some(home), around].into_iter().flatten().find_map(|home| {
            let text = regular::read_to_string(&home.join("release"), limits::BUILD_FILE).ok()?;
            Self::of(home, &text)
        })
    }

    /// The installation of a launcher. `None`: as [`Installation::at`].
    pub fn of_launcher(launcher: &Path) -> Option<Self> {
        Self::at(&home_of(launcher)?)
    }

    /// Parses the text of a `release` file.
    pub fn of(home: &Path, release: &str) -> Option<Self> {
        let value = |key: &str| {
            release.lines().find_map(|line| {
                let rest = line.strip_prefix(key)?.strip_prefix('=')?;
                Some(rest.trim().trim_matches('"').to_owned())
            })
        };
        Some(Self {
            home: home.to_owned(),
            version: value("JAVA_VERSION")?,
            modules: value("MODULES").map(|names| names.split_whitespace().map(str::to_owned).collect()),
            platform: (value("OS_NAME").unwrap_or_default(), value("OS_ARCH").unwrap_or_default()),
        })
    }
}

/// The feature release: `8` for `1.8.0_392`, `17` for `17.0.9`.
pub fn feature(version: &str) -> Option<u32> {
    let mut parts = version.split(|c: char| !c.is_ascii_digit()).map(str::parse);
    match parts.next()?.ok()? {
        1 => parts.next()?.ok(),
        feature => Some(feature),
    }
}

/// The real launcher of the first `java` on a `PATH`: usually a chain of links into the JDK, where `javac`
/// lies beside it.
pub fn launcher_on_path(path: &OsStr) -> Option<PathBuf> {
    let mut launchers = std::env::split_paths(path).map(|folder| folder.join(program::file("java")));
    launchers.find(|java| java.is_file()).map(|java| behind(real(&java)))
}

/// The home folder of a `bin/java`, with links resolved.
pub fn home_of(launcher: &Path) -> Option<PathBuf> {
    let real = behind(dunce::canonicalize(launcher).ok()?);
    let bin = real.parent().filter(|folder| folder.file_name() == Some(OsStr::new("bin")))?;
    bin.parent().map(Path::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_file_names_version_modules_and_platform() {
        let text = "JAVA_VERSION=\"17.0.9\"\nMODULES=\"java.base java.logging\"\nOS_ARCH=\"x86_64\"\nOS_NAME=\"Linux\"\n";
        let java = Installation::of(Path::new("/jdk"), text).expect("it says its version");
        assert_eq!((java.version.as_str(), java.platform.1.as_str()), ("17.0.9", "x86_64"));
        assert_eq!(java.modules.expect("modules"), ["java.base", "java.logging"]);
        assert_eq!(Installation::of(Path::new("/jdk"), "OS_NAME=\"Linux\"\n"), None);
    }

    #[test]
    fn versions_are_read_in_both_ways_of_counting() {
        assert_eq!(feature("17.0.15"), Some(17));
        assert_eq!(feature("1.8.0_292"), Some(8));
        assert_eq!(feature("25\" 2025-09-16"), Some(25));
        assert_eq!(feature("unknown"), None);
    }
}
