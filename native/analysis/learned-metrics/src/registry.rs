//! Registry of learned metrics, in addition to those without training.

use std::path::Path;

use faultline_diagnosability::{AnyMetric, DiagnosabilityError, METRICS};
use faultline_sbfl::nearest_names;

use crate::{
    ExtendedModel, ExtendedRecipe, Model, Recipe, Rlfdc, RlfdcError, Trainable, builtin, builtin_extended,
    recipe,
};

/// A named learned metric.
pub struct LearnedEntry {
    /// Name.
    pub name: &'static str,
    /// Summary in a few words.
    pub summary: &'static str,
    /// Syntax of its parameters after the name.
    pub parameters: &'static str,
    /// Publication.
    pub source: &'static str,
    /// Syntax of its training parameters after the name.
    pub training: &'static str,
    /// Opens a model file, or the shipped model, as a metric of this name.
    open: fn(model: Option<&Path>, name: &str) -> Result<AnyMetric, RlfdcError>,
    /// Parses training parameters.
    recipe: fn(parameters: &str) -> Result<Box<dyn Trainable>, RlfdcError>,
}

/// Every learned metric, in listing order.
pub static LEARNED: &[LearnedEntry] = &[
    LearnedEntry {
        name: ExtendedRecipe::NAME,
        summary: "eap with a belief about where the fault is, learned from names, traces and coverage",
        parameters: "model=FILE",
        source: "this project",
        training: "nothing",
        open: |model, name| match model {
            Some(path) => Ok(AnyMetric::new(ExtendedModel::read(path)?.metric(name))),
            None => Ok(AnyMetric::new(builtin_extended().metric(name))),
        },
        recipe: |parameters| {
            if parameters.is_empty() {
                return Ok(Box::new(ExtendedRecipe));
            }
            let (metric, given) = (ExtendedRecipe::NAME, parameters.to_owned());
            Err(DiagnosabilityError::BadParameter { metric, given, takes: "nothing when it is trained" }
                .into())
        },
    },
    LearnedEntry {
        name: "rlfdc",
        summary: "how much a test is expected to improve the fault's rank, learned from faults",
        parameters: "model=FILE",
        source: "Zhuo et al., TOSEM",
        training: recipe::PARAMETERS,
        open: |model, name| match model {
            Some(path) if ExtendedModel::is_one(path) => {
                Ok(AnyMetric::new(ExtendedModel::read(path)?.metric(name)))
            }
            Some(path) => Ok(AnyMetric::new(Rlfdc::named(Model::read(path)?.network(), name))),
            None => Ok(AnyMetric::new(Rlfdc::named(builtin().network(), name))),
        },
        recipe: |parameters| Ok(Box::new(Recipe::find(parameters)?)),
    },
];

/// Finds a metric by name with parameters, learned or not: all of [`METRICS`], `belief` and `rlfdc` (the shipped models),
/// `belief:model=FILE` and `rlfdc:model=FILE` (a model of either kind). Names ignore letter case and allow `_` for `-`.
/// Everything after `model=` is the path. `rlfdc:features=extended` is an alias of `belief`.
///
/// Errors: unknown name or parameter, a value out of range, a file that is not a model.
pub fn find(text: &str) -> Result<AnyMetric, RlfdcError> {
    let (name, parameters) = split(text);
    let Some(entry) = learned(name) else {
        return AnyMetric::find(text).map_err(|error| unknown(error).into());
    };
    match parameters.split_once('=') {
        None if parameters.is_empty() => (entry.open)(None, entry.name),
        Some((key, path)) if key.trim() == "model" && !path.trim().is_empty() => {
            let path = path.trim();
            (entry.open)(Some(Path::new(path)), &format!("{}:model={path}", entry.name))
        }
        _ => Err(DiagnosabilityError::BadParameter {
            metric: entry.name,
            given: parameters.to_owned(),
            takes: entry.parameters,
        }
        .into()),
    }
}

/// Finds the training recipe of a learned metric: `belief`, `rlfdc`, `rlfdc:algorithm=dqn`. `None` if the name is not that
/// of a learned metric, or names a model file, which is already trained. Errors: unknown parameter, or a value out of range.
pub fn find_trainable(text: &str) -> Result<Option<Box<dyn Trainable>>, RlfdcError> {
    let (name, parameters) = split(text);
    match learned(name) {
        Some(entry) if !is_model(parameters) => (entry.recipe)(parameters).map(Some),
        _ => Ok(None),
    }
}

/// Whether a name, with any parameters, is that of a learned metric.
pub fn is_learned(text: &str) -> bool {
    learned(split(text).0).is_some()
}

/// Whether parameters name a model file.
fn is_model(parameters: &str) -> bool {
    parameters.split_once('=').is_some_and(|(key, _)| key.trim() == "model")
}

/// Names of all metrics, in listing order.
pub fn names() -> impl Iterator<Item = &'static str> {
    METRICS.iter().map(|entry| entry.name).chain(LEARNED.iter().map(|entry| entry.name))
}

/// The entry of a name without parameters.
fn learned(name: &str) -> Option<&'static LearnedEntry> {
    let folded = name.trim().to_lowercase().replace('_', "-");
    LEARNED.iter().find(|entry| entry.name == folded)
}

/// Splits a name from the parameters after its colon; resolves aliases.
fn split(text: &str) -> (&str, &str) {
    let (name, parameters) = text.split_once(':').unwrap_or((text, ""));
    let (name, parameters) = (name.trim(), parameters.trim());
    let is_old = learned(name).is_some_and(|entry| entry.name == "rlfdc")
        && parameters.split_once('=').map(|(key, value)| (key.trim(), value.trim()))
            == Some(("features", "extended"));
    if is_old { (ExtendedRecipe::NAME, "") } else { (name, parameters) }
}

/// Extends an unknown-name error with the nearest names among all metrics.
fn unknown(error: DiagnosabilityError) -> DiagnosabilityError {
    match error {
        DiagnosabilityError::UnknownMetric { name, .. } => {
            let near = nearest_names(&name, names(), 3);
            DiagnosabilityError::UnknownMetric { name, near }
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Card, Network, Random};

    fn message(text: &str) -> String {
        find(text).unwrap_err().to_string()
    }

    #[test]
    fn metrics_without_training_are_found_as_ever() {
        for entry in METRICS {
            assert_eq!(find(entry.name).unwrap().name(), AnyMetric::find(entry.name).unwrap().name());
        }
        assert_eq!(find("eap:q=0.2").unwrap().name(), "eap:q=0.2");
        assert!(message("eap:q=2").starts_with("eap cannot be given 'q=2'"));
    }

    #[test]
    fn a_model_file_with_commas_and_colons_in_its_name_is_a_metric() {
        let folder = std::env::temp_dir().join(format!("faultline-registry-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("My, model: v=2.json");
        Model::new(Network::random(&mut Random::new(1)), Card::default()).write(&path).unwrap();
        let found = find(&format!("RLFDC:model={}", path.display()));
        std::fs::remove_dir_all(&folder).unwrap();
        let metric = found.unwrap();
        assert_eq!(metric.name(), format!("rlfdc:model={}", path.display()));
        assert!(metric.needs_failing() && !metric.knows_outcomes());
    }

    #[test]
    fn what_is_no_metric_is_refused_with_what_would_be() {
        assert_eq!(message("rlfcd"), "no metric is called 'rlfcd'; did you mean rlfdc?");
        assert_eq!(message("dud:q=1"), "no metric is called 'dud'; did you mean ddu?");
        assert_eq!(message("rlfdc:seed=3"), "rlfdc cannot be given 'seed=3'; it takes model=FILE");
        assert_eq!(message("rlfdc:model="), "rlfdc cannot be given 'model='; it takes model=FILE");
        assert!(message("rlfdc:model=/no/such/file").starts_with("/no/such/file: "));
    }

    #[test]
    fn learned_metrics_alone_can_be_trained_anew() {
        let name = |text: &str| find_trainable(text).unwrap().map(|found| found.name());
        assert_eq!(name("rlfdc").as_deref(), Some("rlfdc"));
        assert_eq!(name("RLFDC:algorithm=dqn").as_deref(), Some("rlfdc:algorithm=dqn"));
        assert_eq!(name("rlfdc:model=x,algorithm=dqn"), None);
        assert_eq!(name("eap:q=0.2"), None);
        assert!(find_trainable("rlfdc:algorithm=sarsa").is_err());
        assert!(is_learned("rlfdc:model=x") && is_learned("RLFDC") && !is_learned("eap:q=0.2"));
    }

    #[test]
    fn the_belief_is_found_by_its_old_name() {
        for text in ["rlfdc:features=extended", "RLFDC: features = extended ", "Belief"] {
            assert_eq!(find(text).unwrap().name(), "belief");
            assert_eq!(find_trainable(text).unwrap().unwrap().name(), "belief");
            assert!(is_learned(text));
        }
        assert!(find("rlfdc:features=other").is_err() && find("belief:features=extended").is_err());
        assert!(message("belief:model=/no/such/file").starts_with("/no/such/file: "));
        assert_eq!(
            find_trainable("belief:algorithm=dqn").err().unwrap().to_string(),
            "belief cannot be given 'algorithm=dqn'; it takes nothing when it is trained"
        );
    }

    #[test]
    fn no_two_metrics_share_a_name() {
        let mut all: Vec<&str> = names().collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), METRICS.len() + LEARNED.len());
    }
}
