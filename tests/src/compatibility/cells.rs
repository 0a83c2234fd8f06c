//! `cells.toml`: the combinations to test.

use std::fmt;
use std::path::Path;

use serde::Deserialize;

/// The table of combinations.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// Feature versions of the runtimes, one column each.
    pub java: Vec<u32>,
    /// The Surefire version that is tested on all of them.
    pub surefire_everywhere: String,
    /// The frameworks.
    pub framework: Vec<Framework>,
}

/// A test framework, with versions that are run alike.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Framework {
    /// Its display name.
    pub name: String,
    /// Its project below `tests/compatibility`.
    pub folder: String,
    /// Versions, ascending.
    pub versions: Vec<String>,
    /// Java version required by its class files, for which the fixture is compiled.
    #[serde(default = "eight")]
    pub release: u32,
    /// Main class and arguments of its runner.
    pub plain: Vec<String>,
    /// Whether `surefire_everywhere` is tested on every Java.
    #[serde(default)]
    pub everywhere: bool,
    /// Surefire versions that are tested on the build's Java.
    #[serde(default)]
    pub surefire: Vec<String>,
    /// Failsafe versions.
    #[serde(default)]
    pub failsafe: Vec<String>,
}

fn eight() -> u32 {
    8
}

/// The launcher of the test JVM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Runner {
    /// `java` with the framework's main class.
    Plain,
    /// Maven Surefire of that version.
    Surefire(String),
    /// Maven Failsafe of that version.
    Failsafe(String),
}

impl Runner {
    /// Whether tests run on the JUnit Platform, as with Surefire 3.6 and later: rows have its ids.
    pub fn is_on_platform(&self) -> bool {
        match self {
            Self::Plain => false,
            Self::Surefire(version) | Self::Failsafe(version) => {
                let mut parts = version.split('.').map(|part| part.parse::<u32>().unwrap_or(0));
                (parts.next(), parts.next()) >= (Some(3), Some(6))
            }
        }
    }
}

impl fmt::Display for Runner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plain => f.write_str("plain `java`"),
            Self::Surefire(version) => write!(f, "Surefire {version}"),
            Self::Failsafe(version) => write!(f, "Failsafe {version}"),
        }
    }
}

/// A row of the document: a version of a framework, run in one way.
#[derive(Clone, Debug)]
pub struct Line<'a> {
    /// The framework.
    pub framework: &'a Framework,
    /// Its version.
    pub version: &'a str,
    /// What runs it.
    pub runner: Runner,
    /// Whether it is tested on every Java; otherwise on the build's.
    pub everywhere: bool,
}

impl Table {
    /// Reads the table beside the fixtures. Panics: it is missing or malformed.
    pub fn read() -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("compatibility/cells.toml");
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        toml::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    }

    /// The document's rows, in its order.
    pub fn lines(&self) -> Vec<Line<'_>> {
        self.framework.iter().flat_map(|framework| self.lines_of(framework)).collect()
    }

    fn lines_of<'a>(&self, framework: &'a Framework) -> Vec<Line<'a>> {
        let line = |version: &'a str, runner, everywhere| Line { framework, version, runner, everywhere };
        let mut lines: Vec<_> =
            framework.versions.iter().map(|version| line(version, Runner::Plain, true)).collect();
        let Some(newest) = framework.versions.last() else { return lines };
        let mut surefires: Vec<_> = framework.surefire.iter().map(|version| (version, false)).collect();
        surefires.push((&self.surefire_everywhere, framework.everywhere));
        surefires.sort();
        let surefire = surefires
            .into_iter()
            .map(|(version, everywhere)| line(newest, Runner::Surefire(version.clone()), everywhere));
        lines.extend(surefire);
        lines.extend(
            framework.failsafe.iter().map(|version| line(newest, Runner::Failsafe(version.clone()), false)),
        );
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn surefire_runs_everything_on_the_platform_since_3_6() {
        let on_platform = |version: &str| Runner::Surefire(version.to_owned()).is_on_platform();
        assert!(on_platform("3.6.1") && on_platform("4.0.0"));
        assert!(!on_platform("3.5.6") && !on_platform("2.22.2") && !Runner::Plain.is_on_platform());
    }

    #[test]
    fn every_version_is_run_plainly_and_the_newest_by_each_surefire() {
        let table: Table = toml::from_str(
            "java = [17]\nsurefire_everywhere = \"3.5.6\"\n[[framework]]\nname = \"X\"\nfolder = \"x\"\n\
             versions = [\"1\", \"2\"]\neverywhere = true\nplain = [\"Main\"]\nsurefire = [\"2.22.2\", \"3.6.1\"]\n",
        )
        .unwrap();
        let lines: Vec<_> = table
            .lines()
            .iter()
            .map(|line| format!("{} {} {}", line.version, line.runner, line.everywhere))
            .collect();
        assert_eq!(
            lines,
            [
                "1 plain `java` true",
                "2 plain `java` true",
                "2 Surefire 2.22.2 false",
                "2 Surefire 3.5.6 true",
                "2 Surefire 3.6.1 false"
            ]
        );
    }
}
