//! Progress of `faultline mutate`.

use std::time::{Duration, Instant};

use faultline_messages::failure::Failure;
use faultline_messages::progress::Progress;
use faultline_messages::tell::tell;
use faultline_messages::words::{counted, seconds};
use faultline_mutation_runner::facts::Facts;
use faultline_mutation_runner::observer::{Observer, Standing};
use faultline_mutation_runner::plan::Plan;
use faultline_mutation_runner::report::StageReport;
use faultline_mutation_runner::stages::Stage;

use super::ranked::Ranked;

/// Interval between updates of the progress line.
const TICK: Duration = Duration::from_millis(200);
/// Least interval between lines about slices of failing tests; each line takes a ranking.
const SLICES: Duration = Duration::from_secs(2);

/// Prints the findings of each stage; on a terminal, also a progress line.
#[derive(Debug, Default)]
pub struct Watch {
    progress: Option<Progress>,
    told: Option<Instant>,
    top: Option<String>,
    /// Slices of failing tests without a line of their own: their pairs and seconds.
    untold: (usize, f64),
    /// When the last line was printed, and the number of mending mutants in it.
    said: Option<(Instant, usize)>,
}

impl Watch {
    /// Removes the progress line.
    pub fn over(&mut self) {
        self.progress = None;
    }
}

impl Observer for Watch {
    fn begins(&mut self, plan: &Plan, facts: &Facts) -> Result<(), Failure> {
        let lines: usize = plan.targets.iter().map(|target| target.lines.len()).sum();
        let known = match facts.verdicts.len() {
            0 => String::new(),
            known => format!("; {} known", counted(known, "pair")),
        };
        tell(&format!(
            "faultline: {}, {} that reach their {} in {}{known}",
            counted(plan.failing.len(), "failing test"),
            counted(plan.passing.len(), "passing one"),
            counted(lines, "line"),
            counted(plan.targets.len(), "class"),
        ));
        self.progress = Some(Progress::start("starting a JVM"));
        Ok(())
    }

    fn now(&mut self, _plan: &Plan, facts: &Facts, standing: &Standing) {
        if self.told.is_some_and(|told| told.elapsed() < TICK) {
            return;
        }
        self.told = Some(Instant::now());
        let Some(progress) = &self.progress else { return };
        let (done, all) = standing.units;
        let mut text = format!(
            "{} {done}/{all}: {}, {}",
            standing.stage.name(),
            counted(facts.verdicts.len(), "pair"),
            counted(facts.mending.len(), "mending mutant")
        );
        if let Some(top) = &self.top {
            text = format!("{text}, on top {top}");
        }
        progress.now(text);
    }

    fn ended(&mut self, plan: &Plan, facts: &Facts, stage: &StageReport) {
        if !is_told(stage) {
            return;
        }
        let (mut pairs, mut seconds_taken) = (stage.pairs, stage.seconds);
        if stage.stage == Stage::Failing {
            pairs += self.untold.0;
            seconds_taken += self.untold.1;
        }
        let is_slice = stage.stage == Stage::Failing && !stage.finished;
        let mending = facts.mending.len();
        if is_slice && self.said.is_some_and(|(at, known)| known == mending || at.elapsed() < SLICES) {
            self.untold = (pairs, seconds_taken);
            return;
        }
        if stage.stage == Stage::Failing {
            self.untold = (0, 0.0);
        }
        self.said = Some((Instant::now(), mending));
        // A ranking error is ignored here; it is reported at the end.
        self.top = Ranked::of(plan, facts).ok().and_then(|ranked| ranked.on_top(plan.spectrum()));
        let top = self.top.as_ref().map_or(String::new(), |top| format!("; on top {top}"));
        // Before passing tests ran, it is unknown what a mutant breaks.
        let clean = match stage.stage {
            Stage::Mending | Stage::Slow | Stage::Passing | Stage::Confirm => {
                format!(" ({} clean)", facts.clean().count())
            }
            _ => String::new(),
        };
        let pairs = match pairs {
            0 => String::new(),
            pairs => format!("{}, ", counted(pairs, "pair")),
        };
        self.progress = None;
        tell(&format!(
            "faultline: {}: {pairs}{}{clean}{top}; {}{}",
            stage.stage.name(),
            counted(mending, "mending mutant"),
            seconds(Duration::from_secs_f64(seconds_taken)),
            if stage.finished { "" } else { ", not all of it" }
        ));
        self.progress = Some(Progress::start("going on"));
    }
}

/// Whether a stage may have changed the ranking. Those that probe for the next stage have not, nor has one without pairs.
fn is_told(stage: &StageReport) -> bool {
    match stage.stage {
        Stage::ProbeFailing | Stage::ProbeMending => false,
        Stage::ProbePassing => true,
        _ => stage.pairs > 0,
    }
}
