//! Finds computed and learned metrics by their names in commands, with one error for an unknown name.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

use faultline_diagnosability::similarity::Nearness;
use faultline_diagnosability::{AnyMetric, METRICS};
use faultline_learned_metrics::{LEARNED, RlfdcError, Trainable};
use faultline_messages::failure::Failure;

/// Whether a name is a similarity to the failing run rather than a metric of rows: similarities guide searches or choose variants.
fn is_similarity(name: &str) -> bool {
    Nearness::of_name(name).is_some() || name.trim().eq_ignore_ascii_case("pcs-new")
}

/// Finds a metric by name with parameters. Errors: there is none; its model cannot be read.
pub fn find(name: &str) -> Result<AnyMetric, Failure> {
    if is_similarity(name) {
        return Err(Failure::misuse(format!(
            "{name} compares tests with the failing run, which faultline amplify --choose {name} does, faultline generate with pcs, is and \
             pcs+eap, and faultline select with pcs and pcs+eap where conditions were recorded; nothing here can"
        )));
    }
    faultline_learned_metrics::find(name).map_err(|error| failure(&error))
}

/// Finds the training of a learned metric; `None` for other metrics and for model files. Errors: no such parameter.
pub fn find_trainable(name: &str) -> Result<Option<Box<dyn Trainable>>, Failure> {
    faultline_learned_metrics::find_trainable(name).map_err(|error| failure(&error))
}

/// Converts an error: an unknown name is a usage error, an unusable file is not.
fn failure(error: &RlfdcError) -> Failure {
    match error {
        RlfdcError::Metric(error) => {
            Failure::misuse(format!("{error} (`faultline select --help` lists all)"))
        }
        other => Failure::failed(other.to_string()),
    }
}

/// Additional metrics of `faultline select`.
const NEAR: &str = "\
Where conditions were recorded (faultline run --elements lines,branches), faultline select also has
  pcs      share of conditions that come out as in the failing test, the most similar first
  pcs+eap  eap, from the half of the tests that is most similar
";

/// Lists every metric with its parameters, one per line, for the help.
pub fn listing() -> String {
    let plain = METRICS.iter().map(|entry| {
        (entry.name, entry.summary, entry.parameters, if entry.metric().needs_failing() { "" } else { " *" })
    });
    let learned = LEARNED.iter().map(|entry| (entry.name, entry.summary, entry.parameters, ""));
    let rows: Vec<_> = plain.chain(learned).collect();
    let width = rows.iter().map(|(name, ..)| name.len()).max().unwrap_or(0);
    let line = |&(name, summary, parameters, mark): &(&str, &str, &str, &str)| {
        let parameters = if parameters.is_empty() { String::new() } else { format!(" ({parameters})") };
        format!("  {name:width$}  {summary}{parameters}{mark}\n")
    };
    rows.iter().map(line).collect::<String>() + "* needs no failing test\n\n" + NEAR
}
