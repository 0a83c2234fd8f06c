//! The compared variants: the same JVM plain and under agents.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::modes::Mode;
use super::{MILLIS, rows};
use crate::suite::Suite;
use crate::{BenchError, overhead, workspace};

/// The instrumented classes: only the kernels, not their callers.
const INCLUDE: &str = "hot.*";

/// Faultline while one test runs, and while two do.
const ALONE: &str = "Faultline";
const APART: &str = "Faultline, told apart";
const OLDER_ALONE: &str = "older";
const OLDER_APART: &str = "older, told apart";

/// Two variants whose times are divided.
pub(super) struct Comparison {
    pub(super) name: String,
    /// Indices of the variants.
    pub(super) of: usize,
    pub(super) to: usize,
}

/// A way of running the kernels.
pub(super) struct Variant {
    pub(super) name: &'static str,
    agent: Agent,
    /// Whether another test is open in parallel.
    beside: bool,
}

enum Agent {
    None,
    /// Its jar.
    JaCoCo(PathBuf),
    /// Its jar, and the folder of its recordings in the scratch folder.
    Faultline(PathBuf, &'static str),
}

/// Plain, plain again, JaCoCo, Faultline with one test and with two; with `older` also that jar in both ways. Errors: an agent is missing.
pub(super) fn all(older: Option<&Path>) -> Result<Vec<Variant>, BenchError> {
    let ours = |name, jar: &Path, folder, beside| Variant {
        name,
        agent: Agent::Faultline(jar.to_owned(), folder),
        beside,
    };
    let jacoco = Agent::JaCoCo(Suite::prepare()?.jacoco());
    let agent = workspace::agent()?;
    let mut variants = vec![
        Variant { name: "plain", agent: Agent::None, beside: false },
        Variant { name: "plain again", agent: Agent::None, beside: true },
        Variant { name: "JaCoCo 0.8.15", agent: jacoco, beside: false },
        ours(ALONE, &agent, "probes-alone", false),
        ours(APART, &agent, "probes-apart", true),
    ];
    if let Some(older) = older {
        variants.push(ours(OLDER_ALONE, older, "probes-older-alone", false));
        variants.push(ours(OLDER_APART, older, "probes-older-apart", true));
    }
    Ok(variants)
}

/// All relative to the first, plain one; then ours relative to the older ones.
pub(super) fn comparisons(variants: &[Variant]) -> Vec<Comparison> {
    let place = |name| variants.iter().position(|variant| variant.name == name);
    let to_plain = variants.iter().enumerate().skip(1);
    let to_plain = to_plain.map(|(of, variant)| Comparison { name: variant.name.to_owned(), of, to: 0 });
    let to_older = [(ALONE, OLDER_ALONE), (APART, OLDER_APART)].into_iter().filter_map(|(ours, older)| {
        Some(Comparison { name: format!("{ours} / {older}"), of: place(ours)?, to: place(older)? })
    });
    to_plain.chain(to_older).collect()
}

impl Variant {
    /// The JVM's command. Heap size and collector threads are fixed, so that they do not depend on the machine.
    pub(super) fn command(&self, class_path: &str, mode: &Mode) -> Result<Command, BenchError> {
        let mut command = Command::new("java");
        command.args(self.argument()?).args(mode.flags);
        // JMH normally refuses to run several JVMs at the same time.
        command.args(["-XX:+UseSerialGC", "-Xms96m", "-Xmx96m", "-Djmh.ignoreLock=true"]);
        command.args(["-cp", class_path, "turns.TurnsMain"]);
        command.arg(if self.beside { "beside" } else { "alone" });
        command.args([mode.warmups, mode.iterations, MILLIS].map(|number| number.to_string()));
        command.current_dir(workspace::scratch());
        Ok(command)
    }

    fn argument(&self) -> Result<Option<String>, BenchError> {
        Ok(match &self.agent {
            Agent::None => None,
            Agent::JaCoCo(jar) => {
                workspace::fresh("probes-jacoco")?;
                Some(overhead::jacoco(jar, &exec(), INCLUDE, ""))
            }
            Agent::Faultline(jar, folder) => {
                Some(overhead::faultline(jar, &workspace::fresh(folder)?, INCLUDE, None))
            }
        })
    }

    /// Checks the recordings: an agent that records nothing, or does not separate tests, would be the fastest.
    pub(super) fn check(&self) -> Result<(), BenchError> {
        match &self.agent {
            Agent::None => Ok(()),
            Agent::JaCoCo(_) if fs::metadata(exec()).is_ok_and(|file| file.len() > 0) => Ok(()),
            Agent::JaCoCo(_) => Err(BenchError::Unequal { detail: format!("{} wrote nothing", self.name) }),
            Agent::Faultline(_, folder) => {
                rows::check(self.name, &crate::rank::read(&workspace::scratch().join(folder))?, self.beside)
            }
        }
    }
}

fn exec() -> PathBuf {
    workspace::scratch().join("probes-jacoco/jacoco.exec")
}
