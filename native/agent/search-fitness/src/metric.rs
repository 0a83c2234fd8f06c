//! A metric by name, learned ones with their model.

use std::path::Path;

use faultline_diagnosability::AnyMetric;
use faultline_learned_metrics::RlfdcError;

/// The metric of a name with parameters, learned or not; the model stands for the parameter of
/// that name. Errors: it does not exist, or not with these parameters; the model is none.
pub fn find_metric(name: &str, model: Option<&Path>) -> Result<AnyMetric, RlfdcError> {
    match model {
        Some(path) => faultline_learned_metrics::find(&format!("{name}:model={}", path.display())),
        None => faultline_learned_metrics::find(name),
    }
}
