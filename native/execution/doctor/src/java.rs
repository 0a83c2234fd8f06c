//! Checks whether a Java supports the agent.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use faultline_jvm_process::agent::attach::is_java;
use faultline_jvm_process::process::program;
use faultline_jvm_process::tools::installation::{Installation, feature, home_of, launcher_on_path};

/// The oldest version that can load the agent's classes.
const OLDEST: u32 = 8;

/// The Java that a command line `java`, or a build tool, would start: `JAVA_HOME` (build tools only), else
/// the first `java` on the `PATH`. `None` if there is none, or it does not describe itself.
pub fn in_use(command: &[OsString], variable: &dyn Fn(&str) -> Option<OsString>) -> Option<Installation> {
    let program = command.first().filter(|program| is_java(program));
    let on_path = || home_of(&launcher_on_path(&variable("PATH")?)?);
    let home = match program.map(Path::new) {
        Some(path) if path.components().count() > 1 => {
            home_of(path).or_else(|| home_of(&path.with_file_name(program::file("java"))))
        }
        Some(_) => on_path(),
        None => variable("JAVA_HOME").filter(|home| !home.is_empty()).map(PathBuf::from).or_else(on_path),
    };
    Installation::at(&home?)
}

/// Whether a Java would not start, or not run normally, with the agent.
pub fn takes_no_agent(java: &Installation) -> bool {
    lacks_instrument(java) || is_too_old(&java.version)
}

/// Whether a Java lists its modules and the one for agents is missing.
pub fn lacks_instrument(java: &Installation) -> bool {
    java.modules.as_ref().is_some_and(|names| !names.iter().any(|name| name == "java.instrument"))
}

/// Whether a `java.version` is too old for the agent.
pub fn is_too_old(version: &str) -> bool {
    feature(version).is_some_and(|feature| feature < OLDEST)
}

/// Whether there may be a native library for this `os.name` and `os.arch`, or their names in a file
/// `release`; true if both are empty.
pub fn is_supported(platform: &(String, String)) -> bool {
    let (os, arch) = (platform.0.to_lowercase(), platform.1.to_lowercase());
    let is_intel = arch.is_empty() || ["amd64", "x86_64"].contains(&arch.as_str());
    let is_windows = os.starts_with("windows");
    let is_known = os.is_empty() || os == "linux" || os == "darwin" || os.starts_with("mac") || is_windows;
    is_known && (is_intel || arch == "aarch64" && !is_windows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_file_names_version_modules_and_platform() {
        let text = "JAVA_VERSION=\"17.0.9\"\nMODULES=\"java.base java.logging\"\nOS_ARCH=\"x86_64\"\nOS_NAME=\"Linux\"\n";
        let java = Installation::of(Path::new("/jdk"), text).unwrap();
        assert!(lacks_instrument(&java) && is_supported(&java.platform) && !is_too_old(&java.version));
        let old = Installation::of(Path::new("/jdk"), "JAVA_VERSION=\"1.7.0_80\"\n").unwrap();
        assert!(!lacks_instrument(&old), "nothing is listed");
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
