//! Progress of a run on mutants.

use faultline_messages::failure::Failure;

use crate::facts::Facts;
use crate::plan::Plan;
use crate::report::StageReport;
use crate::stages::Stage;

/// Receives progress events of a run on mutants.
pub trait Observer {
    /// Called once, after planning, with the results found on disk.
    fn begins(&mut self, plan: &Plan, facts: &Facts) -> Result<(), Failure>;
    /// Called repeatedly while a stage runs.
    fn now(&mut self, plan: &Plan, facts: &Facts, standing: &Standing);
    /// Called at the end of a stage.
    fn ended(&mut self, plan: &Plan, facts: &Facts, stage: &StageReport);
}

/// Progress of a run.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// The running stage.
    pub stage: Stage,
    /// Finished units of the stage, and all of its units.
    pub units: (usize, usize),
    /// Pairs run in this session.
    pub pairs: usize,
    /// Running JVMs.
    pub jvms: usize,
}
