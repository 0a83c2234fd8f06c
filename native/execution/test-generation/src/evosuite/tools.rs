//! The jars that a search runs: EvoSuite and our agent for it.

use std::path::{Path, PathBuf};

use faultline_jvm_process::agent::jar;
use faultline_jvm_process::tools::checksum::{is_sha256, sha256};
use faultline_jvm_process::tools::maven::{self, Artifact};
use faultline_messages::failure::Failure;
use faultline_messages::words::printable;

/// The only release in Maven Central that our agent supports.
const EVOSUITE: Artifact = Artifact { group: "org.evosuite", name: "evosuite-master", version: "1.0.6" };
/// SHA-256 of its jar in Maven Central.
const EVOSUITE_SHA256: &str = "82db121f31253925bb0fd5b55bd88ff16d7db70d6a6cba9c8511b52bc0c9bb88";
/// Environment variable with the SHA-256 of another EvoSuite, which replaces the release's.
const SHA256_VARIABLE: &str = "FAULTLINE_EVOSUITE_SHA256";
/// Locations of the jars.
#[derive(Clone, Debug)]
pub struct Tools {
    /// EvoSuite with its dependencies; also the runtime of its tests, including JUnit.
    pub evosuite: PathBuf,
    /// Our agent, which lets it run on this Java and be led by a metric.
    pub agent: PathBuf,
    /// A sentence, if this EvoSuite is not verified to be the release.
    pub note: Option<String>,
}

impl Tools {
    /// Finds our agent and EvoSuite: the named jar, else that of the local Maven repository, into which Maven
    /// may fetch it. Errors: one of them is missing, or EvoSuite is not the released one; the message says
    /// what to do.
    pub fn find(named: Option<&Path>, fetch: bool) -> Result<Self, Failure> {
        let agent = jar::of_evosuite()?;
        let evosuite = evosuite(named, fetch)?;
        let note = verify(&evosuite, named.is_some())?;
        Ok(Self { evosuite, agent, note })
    }

    /// The JVM option that loads our agent.
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

/// Compares EvoSuite's jar with the expected SHA-256. A jar named by the user may differ, which the note
/// says. Errors: the jar differs from the one that the user or the release specifies, or cannot be read.
fn verify(jar: &Path, is_named: bool) -> Result<Option<String>, Failure> {
    let given = std::env::var(SHA256_VARIABLE).ok().filter(|text| !text.is_empty());
    if let Some(text) = given.as_ref().filter(|text| !is_sha256(text)) {
        return Err(Failure::misuse(format!(
            "{SHA256_VARIABLE} is {}, which is not a SHA-256; give 64 hexadecimal digits, as sha256sum prints them",
            printable(text)
        )));
    }
    let found =
        sha256(jar).map_err(|error| Failure::failed(format!("{} cannot be read: {error}", jar.display())))?;
    let wanted = given.as_deref().unwrap_or(EVOSUITE_SHA256);
    if found.eq_ignore_ascii_case(wanted) {
        return Ok(None);
    }
    let version = EVOSUITE.version;
    match (&given, is_named) {
        (Some(_), _) => Err(Failure::failed(format!(
            "{} has the SHA-256 {found} and not {wanted}, which {SHA256_VARIABLE} names; use the jar that you checked, or \
             correct the variable",
            jar.display()
        ))),
        (None, true) => Ok(Some(format!(
            "{} is not EvoSuite {version} as Maven Central has it, so it is not verified (SHA-256 {found}); if you trust it, set {SHA256_VARIABLE} to that value",
            jar.display()
        ))),
        (None, false) => Err(Failure::failed(format!(
            "{} is not EvoSuite {version} as Maven Central has it: its SHA-256 is {found} and not {wanted}; delete it and let \
             Maven fetch it with --fetch, or name a jar that you trust with --evosuite",
            jar.display()
        ))),
    }
}
