//! What leads a search.

use std::path::PathBuf;

use faultline_diagnosability::similarity::Nearness;
use faultline_messages::failure::Failure;

use faultline_named_metrics as metrics;

/// A metric, or EvoSuite's own goals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lead {
    /// A metric of fault diagnosis, with its parameters, or a similarity to the failing test.
    Metric(String),
    /// A coverage criterion, as EvoSuite names it.
    Goals(&'static str),
    /// The search of SBST-DPG: branches by control dependence, with so many tests kept for each.
    SbstDpg(u32),
}

/// The name of [`Lead::SbstDpg`] as a generator.
pub const SBST_DPG: &str = "sbst-dpg";

impl Lead {
    /// Parses a lead. Errors: an unknown metric.
    pub fn of(name: &str) -> Result<Self, Failure> {
        match name {
            "line" => Ok(Self::Goals("LINE")),
            "branch" => Ok(Self::Goals("BRANCH")),
            _ => {
                if Nearness::of_name(name).is_none() {
                    metrics::find(name)?;
                }
                Ok(Self::Metric(absolute_model(name)))
            }
        }
    }

    /// Whether it uses conditions, which a spectrum of lines lacks.
    pub fn needs_conditions(&self) -> bool {
        matches!(self, Self::Metric(name) if Nearness::of_name(name).is_some_and(Nearness::needs_paths))
    }

    /// The name on the command line.
    pub fn name(&self) -> &str {
        match self {
            Self::Metric(name) => name,
            Self::Goals("LINE") => "line",
            Self::Goals(_) => "branch",
            Self::SbstDpg(_) => SBST_DPG,
        }
    }
}

/// Makes the path of a model absolute: EvoSuite runs in another working directory.
fn absolute_model(name: &str) -> String {
    const MODEL: &str = "model=";
    let Some((before, path)) = name.split_once(MODEL) else { return name.to_owned() };
    match dunce::canonicalize(PathBuf::from(path)) {
        Ok(path) => format!("{before}{MODEL}{}", path.display()),
        Err(_) => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_and_evosuites_own_goals_are_told_apart_and_unknown_ones_are_misuse() {
        for name in ["rlfdc", "eap", "ddu", "entbug", "tfd", "fdg-ap"] {
            assert_eq!(Lead::of(name).unwrap(), Lead::Metric(name.to_owned()));
        }
        assert_eq!(Lead::of("eap:q=0.3").unwrap().name(), "eap:q=0.3");
        assert_eq!(Lead::of("line").unwrap(), Lead::Goals("LINE"));
        assert_eq!(Lead::of("branch").unwrap().name(), "branch");
        assert!(matches!(Lead::of("lines"), Err(Failure::Misuse(_))));
        for (name, needs) in
            [("pcs", true), ("pcs+eap", true), ("is", false), ("eap", false), ("line", false)]
        {
            let lead = Lead::of(name).unwrap();
            assert_eq!((lead.name(), lead.needs_conditions()), (name, needs));
        }
        let error = Lead::of("pcs-new").unwrap_err().to_string();
        assert!(error.contains("faultline amplify --choose pcs-new"), "{error}");
    }
}
