//! Performs all missing steps for one fault.

use std::path::Path;

use super::list::Row;
use super::record::{self, Mutants, Place};
use super::tool::Tool;
use crate::{BenchError, workspace};

/// Records a fault and runs its mutants, if possible; describes the result. Errors: a step fails.
pub fn one(tool: &Tool, work: &Path, row: &Row, mutants: Option<&Mutants>) -> Result<String, BenchError> {
    record::record(tool, work, row)?;
    if let Some(mutants) = mutants {
        let folder = record::results(work, row);
        if !record::can_be_started(&folder)? {
            // It was recorded by an older program.
            record::forget(&folder)?;
            record::record(tool, work, row)?;
        }
        record::mutate(&Place::of(work, row), mutants)?;
    }
    let figures = record::figures(&record::results(work, row))?;
    let seconds = |of: &str| figures.pointer(of).and_then(serde_json::Value::as_f64);
    let recorded = format!("recorded in {:.1} s", seconds("/record_s").unwrap_or_default());
    Ok(match seconds("/mutate/wall_s") {
        Some(wall) => format!("{recorded}, mutants in {wall:.1} s"),
        None => recorded,
    })
}

/// The error for a program without mutants.
pub fn no_mutate() -> BenchError {
    let program =
        workspace::program().map_or_else(|_| "faultline".to_owned(), |path| path.display().to_string());
    BenchError::Program {
        what: program,
        detail: "it has no command `mutate`: faults are recorded, mutants are left out".to_owned(),
    }
}
