//! Finds metrics by name, including learned ones with their models.

use std::path::Path;

use faultline_diagnosability::AnyMetric;
use faultline_learned_metrics::RlfdcError;

/// Finds a metric by name and parameters; `model` sets the parameter of that name. Errors: the metric does not exist, or
/// does not accept the parameters; the file is not a model.
pub fn find_metric(name: &str, model: Option<&Path>) -> Result<AnyMetric, RlfdcError> {
    match model {
        Some(path) => faultline_learned_metrics::find(&format!("{name}:model={}", path.display())),
        None => faultline_learned_metrics::find(name),
    }
}
