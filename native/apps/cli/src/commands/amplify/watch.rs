//! Progress of `faultline amplify`.

use std::time::{Duration, Instant};

use faultline_messages::names::simple_class;
use faultline_messages::progress::Progress;
use faultline_messages::tell::tell;
use faultline_messages::words::{counted, seconds};
use faultline_test_amplification::observer::Observer;
use faultline_test_amplification::plan::Plan;
use faultline_test_amplification::report::UnitReport;

/// Interval between updates of the progress line.
const TICK: Duration = Duration::from_millis(200);

/// Prints the result of each class; on a terminal, also a progress line.
#[derive(Debug, Default)]
pub struct Watch {
    progress: Option<Progress>,
    told: Option<Instant>,
}

impl Watch {
    /// Removes the progress line.
    pub fn over(&mut self) {
        self.progress = None;
    }
}

impl Observer for Watch {
    fn begins(&mut self, plan: &Plan) {
        let others = match plan.stood_for {
            0 => String::new(),
            others => format!(" (for {} of the same causes; --failing picks)", counted(others, "other")),
        };
        tell(&format!(
            "faultline: growing from {} of {}{others}",
            counted(plan.tests(), "failing test"),
            counted(plan.units.len(), "class")
        ));
        self.progress = Some(Progress::start("starting a JVM"));
    }

    fn now(&mut self, doing: &str) {
        if self.told.is_some_and(|told| told.elapsed() < TICK) {
            return;
        }
        self.told = Some(Instant::now());
        if let Some(progress) = &self.progress {
            progress.now(doing.to_owned());
        }
    }

    fn ended(&mut self, unit: &UnitReport) {
        self.progress = None;
        let (passing, failing) = unit.labelled;
        tell(&format!(
            "faultline: {}: {}, {} labelled ({passing} pass, {failing} fail); edited in {}, run in {}",
            simple_class(&unit.class),
            counted(unit.variants, "variant"),
            passing + failing,
            seconds(unit.took.0),
            seconds(unit.took.1)
        ));
        self.progress = Some(Progress::start("going on"));
    }
}
