//! A Java installation, read from its `release` file without starting it.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use faultline_files::{limits, regular};
use faultline_jvm_process::process::program;
use faultline_jvm_process::tools::launcher::behind;

/// The oldest that can load the agent's classes.
const OLDEST: u32 = 8;

/// What a Java installation says about itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Java {
    /// Its home folder.
    pub home: PathBuf,
    /// `17.0.9`, `1.7.0_80`.
    pub version: String,
    /// The modules of its image; `None` before Java 9 and where the file does not list them.
    pub modules: Option<Vec<String>>,
    /// `Linux` and `x86_64`, or empty.
    pub platform: (String, String),
}

impl Java {
    /// The Java that a command line `java`, or a build tool, would start: `JAVA_HOME` (build tools
    /// only), else the first `java` on the `PATH`. `None` when there is none or it says nothing.
    pub fn in_use(command: &[OsString], variable: &dyn Fn(&str) -> Option<OsString>) -> Option<Self> {
        let program =
            command.first().filter(|program| faultline_jvm_process::agent::attach::is_java(program));
        let home = match program.map(Path::new) {
            Some(path) if path.components().count() > 1 => {
                home_of(path).or_else(|| home_of(&path.with_file_name(program::file("java"))))
            }
            Some(_) => on_path(variable),
            None => variable("JAVA_HOME")
                .filter(|home| !home.is_empty())
                .map(PathBuf::from)
                .or_else(|| on_path(variable)),
        };
        Self::at(&home?)
    }

    /// The Java of a home folder; of a `jre` folder in it, the one around it.
    pub fn at(home: &Path) -> Option<Self> {
        let around = if home.ends_with("jre") { home.parent() } else { None };
        [Some(home), around].into_iter().flatten().find_map(|home| {
            let text = regular::read_to_string(&home.join("release"), limits::BUILD_FILE).ok()?;
            Self::of(home, &text)
        })
    }

    fn of(home: &Path, release: &str) -> Option<Self> {
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

    /// Whether it would not start, or not as ever, with the agent.
    pub fn takes_no_agent(&self) -> bool {
        self.lacks_instrument() || is_too_old(&self.version)
    }

    /// Whether its modules, where it lists them, leave out what agents need.
    pub fn lacks_instrument(&self) -> bool {
        self.modules.as_ref().is_some_and(|names| !names.iter().any(|name| name == "java.instrument"))
    }
}

/// Whether a `java.version` is older than the agent can be loaded by.
pub fn is_too_old(version: &str) -> bool {
    feature(version).is_some_and(|feature| feature < OLDEST)
}

/// `8` of `1.8.0_392`, `17` of `17.0.9`.
fn feature(version: &str) -> Option<u32> {
    let mut parts = version.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse().ok());
    match parts.next()? {
        1 => parts.next(),
        feature => Some(feature),
    }
}

/// Whether there may be a native library for that `os.name` and `os.arch`, or what a file `release` calls them; where nothing is
/// named, yes.
pub fn is_supported(platform: &(String, String)) -> bool {
    let (os, arch) = (platform.0.to_lowercase(), platform.1.to_lowercase());
    let is_intel = arch.is_empty() || ["amd64", "x86_64"].contains(&arch.as_str());
    let is_windows = os.starts_with("windows");
    let is_known = os.is_empty() || os == "linux" || os == "darwin" || os.starts_with("mac") || is_windows;
    is_known && (is_intel || arch == "aarch64" && !is_windows)
}

fn on_path(variable: &dyn Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let path = variable("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(program::file("java")))
        .find(|java| java.is_file())
        .and_then(|java| home_of(&java))
}

/// The home folder of a `bin/java`, links followed.
fn home_of(java: &Path) -> Option<PathBuf> {
    let real = behind(dunce::canonicalize(java).ok()?);
    let bin = real.parent().filter(|folder| folder.file_name() == Some(OsStr::new("bin")))?;
    bin.parent().map(Path::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_file_names_version_modules_and_platform() {
        let text = "JAVA_VERSION=\"17.0.9\"\nMODULES=\"java.base java.logging\"\nOS_ARCH=\"x86_64\"\nOS_NAME=\"Linux\"\n";
        let java = Java::of(Path::new("/jdk"), text).unwrap();
        assert!(java.lacks_instrument() && is_supported(&java.platform) && !is_too_old(&java.version));
        let old = Java::of(Path::new("/jdk"), "JAVA_VERSION=\"1.7.0_80\"\n").unwrap();
        assert!(!old.lacks_instrument(), "nothing is listed");
        assert!(is_too_old(&old.version));
    }

    #[test]
    fn versions_before_and_after_the_great_renaming_are_compared() {
        assert!(is_too_old("1.6.0") && is_too_old("7"));
        assert!(!is_too_old("1.8.0_392") && !is_too_old("25-ea") && !is_too_old("unknown"));
    }

    #[test]
    fn only_some_systems_on_some_processors_have_a_library() {
        let platform = |os: &str, arch: &str| (os.to_owned(), arch.to_owned());
        assert!(is_supported(&platform("Linux", "amd64")) && is_supported(&platform("", "")));
        let of_release = ["Darwin", "Mac OS X", "Linux"].map(|os| is_supported(&platform(os, "aarch64")));
        assert_eq!(of_release, [true; 3]);
        assert!(
            is_supported(&platform("Windows", "x86_64")) && is_supported(&platform("Windows 11", "amd64"))
        );
        let others = [("Windows", "aarch64"), ("Linux", "s390x"), ("Linux", "x86"), ("SunOS", "amd64")];
        assert!(others.iter().all(|(os, arch)| !is_supported(&platform(os, arch))));
    }
}
