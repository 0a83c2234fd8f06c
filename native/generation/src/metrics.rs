//! Metrics as commands name them.

use faultline_diagnosability::{AnyMetric, METRICS};
use faultline_rlfdc::{LEARNED, RlfdcError, Trainable};
use faultline_telling::failure::Failure;

/// The metric of a name with parameters. Errors: there is none; its model cannot be read.
pub fn find(name: &str) -> Result<AnyMetric, Failure> {
    faultline_rlfdc::find(name).map_err(|error| failure(&error))
}

/// How a learned metric is trained anew; `None` for a name that is no learned metric's, and
/// for a model file's. Errors: no such parameter.
pub fn find_trainable(name: &str) -> Result<Option<Box<dyn Trainable>>, Failure> {
    faultline_rlfdc::find_trainable(name).map_err(|error| failure(&error))
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
    rows.iter().map(line).collect::<String>() + "* does without a failing test\n"
}
