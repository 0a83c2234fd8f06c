//! The jars that a search runs: EvoSuite and our agent for it.

use std::path::{Path, PathBuf};

use faultline_running::tools::maven::{self, Artifact};
use faultline_telling::failure::Failure;

/// The only release in Maven Central that our agent adapts.
const EVOSUITE: Artifact = Artifact { group: "org.evosuite", name: "evosuite-master", version: "1.0.6" };
/// The agent's jar.
const AGENT: &str = "faultline-evosuite.jar";
/// Names another jar than the one beside this program.
const AGENT_VARIABLE: &str = "FAULTLINE_EVOSUITE";

/// Where the jars are.
#[derive(Clone, Debug)]
pub struct Tools {
    /// EvoSuite with all that it needs; also what its tests need to run, JUnit among it.
    pub evosuite: PathBuf,
    /// What makes it run on this Java, led by a metric.
    pub agent: PathBuf,
}

impl Tools {
    /// Our agent and EvoSuite: the jar that is named, else that of the local Maven repository, into
    /// which Maven may fetch it. Errors: one of them is missing, with what to do.
    pub fn find(named: Option<&Path>, fetch: bool) -> Result<Self, Failure> {
        Ok(Self { agent: agent()?, evosuite: evosuite(named, fetch)? })
    }

    /// The option that puts our agent into a JVM.
    pub fn agent_option(&self) -> String {
        format!("-javaagent:{}", self.agent.display())
    }
}

fn evosuite(named: Option<&Path>, fetch: bool) -> Result<PathBuf, Failure> {
    if let Some(jar) = named {
        return match dunce::canonicalize(jar) {
            Ok(path) if path.is_file() => Ok(path),
            _ => Err(Failure::misuse(format!("--evosuite {} is not a file", jar.display()))),
        };
    }
    let repository = maven::local_repository();
    let jar = repository.as_ref().map(|repository| EVOSUITE.jar(repository));
    if let Some(jar) = jar.as_ref().filter(|jar| jar.is_file()) {
        return Ok(jar.clone());
    }
    if let Some(repository) = repository.as_ref().filter(|_| fetch) {
        maven::fetch(&EVOSUITE, repository)?;
        if let Some(jar) = jar.as_ref().filter(|jar| jar.is_file()) {
            return Ok(jar.clone());
        }
    }
    let place = jar.map_or("a local Maven repository".to_owned(), |jar| jar.display().to_string());
    let again = if fetch { "" } else { ", or let Maven fetch it with --fetch" };
    Err(Failure::failed(format!(
        "EvoSuite is not at {place}; name evosuite-master-{}.jar with --evosuite{again}",
        EVOSUITE.version
    )))
}

fn agent() -> Result<PathBuf, Failure> {
    let named = std::env::var_os(AGENT_VARIABLE).filter(|value| !value.is_empty()).map(PathBuf::from);
    let jar = match named {
        Some(jar) if !jar.is_file() => {
            return Err(Failure::failed(format!(
                "{AGENT_VARIABLE} names {}, which is not a file; set it to {AGENT}",
                jar.display()
            )));
        }
        Some(jar) => jar,
        None => beside_this_program()?,
    };
    let jar = dunce::canonicalize(&jar).unwrap_or(jar);
    // The JVM ends the path of an agent there.
    if jar.to_string_lossy().contains('=') {
        return Err(Failure::failed(format!(
            "the agent's path {} holds `=`, at which the JVM ends it; move it elsewhere",
            jar.display()
        )));
    }
    Ok(jar)
}

fn beside_this_program() -> Result<PathBuf, Failure> {
    let program = std::env::current_exe().and_then(dunce::canonicalize);
    let home = program.as_deref().ok().and_then(Path::parent).and_then(Path::parent);
    let jar = home.map(|home| home.join("lib").join(AGENT));
    match jar {
        Some(jar) if jar.is_file() => Ok(jar),
        Some(jar) => Err(Failure::failed(format!(
            "the agent for EvoSuite is not at {}; build it with `make dist` or set {AGENT_VARIABLE} to {AGENT}",
            jar.display()
        ))),
        None => Err(Failure::failed(format!(
            "the agent for EvoSuite was not found; set {AGENT_VARIABLE} to {AGENT}"
        ))),
    }
}
