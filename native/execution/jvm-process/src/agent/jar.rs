//! Locates the agents' jars, under a path that survives the build tools' scripts.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use faultline_messages::failure::Failure;

use super::place::{self, is_plain};

/// An agent installed beside the program.
#[derive(Clone, Copy, Debug)]
struct Agent {
    /// The name in messages.
    title: &'static str,
    /// The jar's name; a manifest refers to it (`Boot-Class-Path`), so copies keep it.
    name: &'static str,
    /// Environment variable with the path of a replacement jar.
    variable: &'static str,
    /// Jars beside it that its manifest refers to.
    beside: &'static [&'static str],
}

/// Records what tests cover.
const RECORDING: Agent =
    Agent { title: "the agent", name: "faultline-agent.jar", variable: "FAULTLINE_AGENT", beside: &[] };
/// Runs tests on mutants.
const MUTANTS: Agent = Agent {
    title: "the agent",
    name: "faultline-mutants.jar",
    variable: "FAULTLINE_MUTANTS",
    beside: &["faultline-mutants-boot.jar"],
};

/// Grows tests from failing ones.
const AMPLIFY: Agent = Agent {
    title: "the agent",
    name: "faultline-amplify.jar",
    variable: "FAULTLINE_AMPLIFY",
    beside: &["faultline-amplify-run.jar"],
};

/// Makes `EvoSuite` run on this Java, led by a metric.
const EVOSUITE: Agent = Agent {
    title: "the agent for EvoSuite",
    name: "faultline-evosuite.jar",
    variable: "FAULTLINE_EVOSUITE",
    beside: &[],
};

/// The jar in `FAULTLINE_EVOSUITE`, else `../lib/faultline-evosuite.jar`. It needs no plain path, since no
/// script of a build tool reads it. Errors: there is none, or the JVM would reject its path; the message says
/// what to do.
pub fn of_evosuite() -> Result<PathBuf, Failure> {
    let jar = EVOSUITE.located()?;
    // The JVM ends an agent's path at `=`.
    if jar.to_string_lossy().contains('=') {
        return Err(Failure::failed(format!(
            "the agent's path {} holds `=`, where the JVM cuts it off; move the agent to another folder",
            jar.display()
        )));
    }
    Ok(jar)
}

/// The agent's jar under a plain path; a copy made for this is removed on drop.
#[derive(Debug)]
pub struct AgentJar {
    path: PathBuf,
    temporary: Option<PathBuf>,
}

impl AgentJar {
    /// The jar in `FAULTLINE_AGENT`, else `../lib/faultline-agent.jar` relative to this program's real path.
    /// Errors: there is none; the message says what to do.
    pub fn find() -> Result<Self, Failure> {
        RECORDING.find()
    }

    /// The jar in `FAULTLINE_MUTANTS`, else `../lib/faultline-mutants.jar`, with the jar beside it that it
    /// needs. Errors: one of them is missing; the message says what to do.
    pub fn of_mutants() -> Result<Self, Failure> {
        MUTANTS.find()
    }

    /// The jar in `FAULTLINE_AMPLIFY`, else `../lib/faultline-amplify.jar`, with the jar beside it that runs
    /// variants. Errors: one of them is missing; the message says what to do.
    pub fn of_amplify() -> Result<Self, Failure> {
        AMPLIFY.find()
    }

    /// The path of a jar beside it.
    pub fn beside(&self, name: &str) -> PathBuf {
        self.path.with_file_name(name)
    }

    /// The path for JVMs: absolute, with only characters that need no quoting anywhere.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// `MAVEN_OPTS` and similar variables are split at blanks without quoting, Gradle's script uses `eval`,
    /// and the JVM ends the jar's path at the first `=`. So a jar under any other path is copied to a private
    /// folder under a plain one.
    fn under_plain_path(agent: Agent, jar: &Path, temporary: &[PathBuf]) -> Result<Self, Failure> {
        if is_plain(jar) {
            return Ok(Self { path: jar.to_owned(), temporary: None });
        }
        let mut last_error = None;
        for folder in temporary.iter().filter(|folder| is_plain(folder)) {
            match agent.copy_into(jar, folder) {
                Ok(copy) => return Ok(copy),
                Err(error) => last_error = Some(error),
            }
        }
        let reason = last_error.map_or("no temporary folder has one either".to_owned(), |e| e.to_string());
        Err(Failure::failed(format!(
            "the agent's path {} has characters that build tools split at, and a copy failed ({reason}); \
             set {} to a folder without blanks in its path",
            jar.display(),
            place::VARIABLE
        )))
    }
}

impl Drop for AgentJar {
    fn drop(&mut self) {
        if let Some(folder) = &self.temporary {
            // Ignore failures: the build is over.
            #[cfg_attr(
                not(test),
                expect(clippy::disallowed_methods, reason = "a temporary folder that copy_into made")
            )]
            let _ = fs::remove_dir_all(folder);
        }
    }
}

impl Agent {
    fn find(self) -> Result<AgentJar, Failure> {
        let jar = self.located()?;
        if let Some(missing) = self.beside.iter().find(|other| !jar.with_file_name(other).is_file()) {
            return Err(Failure::failed(format!(
                "{missing} is not beside {}; build both with `make dist`",
                jar.display()
            )));
        }
        AgentJar::under_plain_path(self, &jar, &place::temporary())
    }

    fn located(self) -> Result<PathBuf, Failure> {
        match std::env::var_os(self.variable).filter(|value| !value.is_empty()) {
            Some(named) => self.named_by_variable(Path::new(&named)),
            None => self.beside_this_program(),
        }
    }

    fn named_by_variable(self, jar: &Path) -> Result<PathBuf, Failure> {
        let Self { name, variable, .. } = self;
        dunce::canonicalize(jar).ok().filter(|path| path.is_file()).ok_or_else(|| {
            Failure::failed(format!(
                "{variable} names {}, which is not a file; set it to {name}",
                jar.display()
            ))
        })
    }

    fn beside_this_program(self) -> Result<PathBuf, Failure> {
        let Self { title, name, variable, .. } = self;
        let program = std::env::current_exe().and_then(dunce::canonicalize).map_err(|error| {
            Failure::failed(format!("this program's own path is unknown ({error}); set {variable} to {name}"))
        })?;
        let jar = program.parent().and_then(Path::parent).map(|home| home.join("lib").join(name));
        match jar {
            Some(jar) if jar.is_file() => Ok(jar),
            Some(jar) => Err(Failure::failed(format!(
                "{title} is not at {}; build it with `make dist` or set {variable} to {name}",
                jar.display()
            ))),
            None => Err(Failure::failed(format!("{title} was not found; set {variable} to {name}"))),
        }
    }

    fn copy_into(self, jar: &Path, folder: &Path) -> io::Result<AgentJar> {
        let private = place::fresh(folder)?;
        let copy = AgentJar { path: private.join(self.name), temporary: Some(private) };
        copy_all(jar, &copy.path, self.beside)?;
        Ok(copy)
    }
}

/// Copies a jar, and the jars beside it.
#[cfg_attr(
    not(test),
    expect(clippy::disallowed_methods, reason = "into a new folder that is this process's alone")
)]
fn copy_all(jar: &Path, copy: &Path, beside: &[&str]) -> io::Result<()> {
    fs::copy(jar, copy)?;
    beside
        .iter()
        .try_for_each(|other| fs::copy(jar.with_file_name(other), copy.with_file_name(other)).map(drop))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("faultline-agent-test-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_plain_path_is_used_as_it_is() {
        let folder = scratch("plain");
        let jar = folder.join(RECORDING.name);
        fs::write(&jar, "jar").unwrap();
        let found = AgentJar::under_plain_path(RECORDING, &jar, &[]).unwrap();
        assert_eq!(found.path(), jar);
        drop(found);
        assert!(jar.exists(), "only copies are removed");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_path_with_blanks_is_replaced_by_a_private_copy_that_goes_away() {
        let folder = scratch("blank");
        let odd = folder.join("a b=c");
        fs::create_dir_all(&odd).unwrap();
        let jar = odd.join("renamed.jar");
        fs::write(&jar, "the jar").unwrap();

        let found = AgentJar::under_plain_path(RECORDING, &jar, &[odd.clone(), folder.clone()]).unwrap();
        let copy = found.path().to_owned();
        assert!(is_plain(&copy), "{}", copy.display());
        assert_eq!(copy.file_name().unwrap(), RECORDING.name);
        assert_eq!(fs::read_to_string(&copy).unwrap(), "the jar");
        drop(found);
        assert!(!copy.parent().unwrap().exists());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn without_any_plain_folder_the_error_names_the_way_out() {
        let error = AgentJar::under_plain_path(RECORDING, Path::new("/a b/x.jar"), &[]).unwrap_err();
        assert!(error.to_string().contains(place::VARIABLE), "{error}");
    }
}
