//! Parses the names of rankings.

use std::path::Path;

use faultline_learned_metrics::ranking::RankingModel;
use faultline_messages::failure::Failure;
use faultline_sbfl::{RankingSpec, ScoringError};

/// Parses a ranking; `evidence:FILE+PART` reads its weights from a file of `faultline train --ranking`.
/// Errors: misuse, with the nearest names; those of the file.
pub fn spec(name: &str) -> Result<RankingSpec, Failure> {
    let Some(rest) = name.trim().strip_prefix("evidence:") else { return parsed(name) };
    let (file, parts) = rest.find('+').map_or((rest, ""), |at| rest.split_at(at));
    let model = RankingModel::read(Path::new(file)).map_err(|error| Failure::failed(error.to_string()))?;
    Ok(parsed(&format!("evidence{parts}"))?.with_weights(model.weights()))
}

fn parsed(name: &str) -> Result<RankingSpec, Failure> {
    name.parse()
        .map_err(|error: ScoringError| Failure::misuse(format!("{error} (`faultline formulas` lists all)")))
}
