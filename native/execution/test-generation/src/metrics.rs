//! Metrics as commands name them.

use faultline_diagnosability::similarity::Nearness;
use faultline_diagnosability::{AnyMetric, METRICS};
use faultline_learned_metrics::{LEARNED, RlfdcError, Trainable};
use faultline_messages::failure::Failure;

/// Similarities to the failing run, which are no metrics of rows: those that lead searches, and one that chooses variants.
fn is_similarity(name: &str) -> bool {
    Nearness::of_name(name).is_some() || name.trim().eq_ignore_ascii_case("pcs-new")
}

/// The metric of a name with parameters. Errors: there is none; its model cannot be read.
pub fn find(name: &str) -> Result<AnyMetric, Failure> {
    if is_similarity(name) {
        return Err(Failure::misuse(format!(
            "{name} compares tests with the failing run, which faultline amplify --choose {name} does, faultline generate with pcs, is and \
             pcs+eap, and faultline select with pcs and pcs+eap where conditions were recorded; nothing here can"
        )));
    }
    faultline_learned_metrics::find(name).map_err(|error| failure(&error))
}

/// How a learned metric is trained anew; `None` for a name that is no learned metric's, and
/// for a model file's. Errors: no such parameter.
pub fn find_trainable(name: &str) -> Result<Option<Box<dyn Trainable>>, Failure> {
    faultline_learned_metrics::find_trainable(name).map_err(|error| failure(&error))
}

/// Why a metric cannot be had: a name that is unknown is the command line's mistake, a file
/// that cannot be used is not.
fn failure(error: &RlfdcError) -> Failure {
    match error {
        RlfdcError::Metric(error) => {
            Failure::misuse(format!("{error} (`faultline select --help` lists all)"))
        }
        other => Failure::failed(other.to_string()),
    }
}

/// What only `faultline select` takes besides.
const NEAR: &str = "\
Where conditions were recorded (faultline run --elements lines,branches), faultline select also has
  pcs      share of conditions that come out as in the failing test, the most similar first
  pcs+eap  eap, from the half of the tests that is most similar
";

/// Every metric with its parameters, a line each, for the help.
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
    rows.iter().map(line).collect::<String>() + "* does without a failing test\n\n" + NEAR
}
