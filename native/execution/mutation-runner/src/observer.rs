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
    /// Some time has gone by.
    fn now(&mut self, plan: &Plan, facts: &Facts, standing: &Standing);
    /// A stage is done.
    fn ended(&mut self, plan: &Plan, facts: &Facts, stage: &StageReport);
}

/// How far the work is.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// The stage that runs.
    pub stage: Stage,
    /// Units that are done in it, and all that it has.
    pub units: (usize, usize),
    /// Pairs that this session ran.
    pub pairs: usize,
    /// JVMs that run.
    pub jvms: usize,
}
