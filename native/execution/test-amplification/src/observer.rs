//! Progress of an amplification.

use crate::plan::Plan;
use crate::report::UnitReport;

/// Receives progress events of an amplification.
pub trait Observer {
    /// Called once, after planning.
    fn begins(&mut self, plan: &Plan);
    /// Called during long steps.
    fn now(&mut self, doing: &str);
    /// Called at the end of a class.
    fn ended(&mut self, unit: &UnitReport);
}
