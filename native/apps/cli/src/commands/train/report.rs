//! The result of training, as text and as JSON.

use std::path::Path;
use std::time::Duration;

use faultline_evaluation::LeftOut;
use faultline_learned_metrics::{Figure, Model, Trained};
use faultline_messages::failure::Failure;
use faultline_messages::words::{counted, number, printable, seconds, shell_word};
use serde::Serialize;

use faultline_terminal::page::wrapped;

use faultline_training::learn::Point;

/// Incremented when readers of the previous version could not read the new one.
const VERSION: u32 = 1;
/// Width of the text.
const WIDTH: usize = 100;

/// The result of a training.
#[derive(Debug)]
pub struct Report<'a> {
    /// The path of the model.
    pub out: &'a Path,
    /// The trained model and its statistics.
    pub trained: &'a Trained,
    /// Measurements after each fault.
    pub points: &'a [Point],
    /// Number of training faults.
    pub faults: usize,
    /// Number of tests chosen per fault.
    pub tests: usize,
    /// The held-out faults and the baselines on them.
    pub held_out: Option<HeldOut>,
    /// Faults that cannot be learned from.
    pub left_out: &'a [LeftOut],
    /// Results on unseen faults, if requested.
    pub unseen: &'a [Figure],
    /// Duration of training.
    pub took: Duration,
}

/// The baselines on the held-out faults.
#[derive(Clone, Copy, Debug)]
pub struct HeldOut {
    /// Number of held-out faults.
    pub faults: usize,
    /// mAP of the untrained network.
    pub untrained: f64,
    /// mAP of eap.
    pub eap: f64,
}

impl Report<'_> {
    fn model(&self) -> &Model {
        &self.trained.model
    }

    /// Renders a few lines of text.
    pub fn text(&self) -> String {
        let mut lines = Vec::new();
        let mut say = |text: String| lines.extend(wrapped(&text, "", WIDTH));
        LeftOut::line(self.left_out).into_iter().for_each(&mut say);
        if let Some(training) = &self.model().card().training {
            let of = if training.faults < self.faults {
                format!(" of {}", number(self.faults))
            } else {
                String::new()
            };
            say(format!(
                "learned from {}{of} by {} with seed {}: {} in {}",
                counted(training.faults, "fault"),
                training.algorithm,
                training.seed,
                counted(training.learned, "learning step"),
                seconds(self.took)
            ));
        }
        if let (Some(held_out), Some(kept)) = (self.held_out, self.trained.validation) {
            say(format!(
                "held out {}: mAP {kept:.3} after {} (untrained {:.3}, eap {:.3})",
                counted(held_out.faults, "fault"),
                counted(self.tests, "test"),
                held_out.untrained,
                held_out.eap
            ));
        }
        by_protocol(self.unseen).into_iter().for_each(&mut say);
        if self.trained.stopped {
            let which = if self.trained.validation.is_some() {
                "the best network so far"
            } else {
                "the network so far"
            };
            say(format!("ended early: {which} was kept"));
        }
        let name = self.out.display().to_string();
        say(format!(
            "{} written; faultline select --metric {}",
            printable(&name),
            shell_word(&format!("rlfdc:model={name}"))
        ));
        lines.join("\n") + "\n"
    }

    /// Renders the result and the learning curve as JSON.
    pub fn json(&self) -> Result<String, Failure> {
        let card = self.model().card();
        let document = Document {
            version: VERSION,
            model: self.out.display().to_string(),
            stopped: self.trained.stopped,
            seconds: self.took.as_secs_f64(),
            training: &card.training,
            evaluation: &card.evaluation,
            faults: self.faults,
            left_out: self.left_out,
            held_out: self.held_out.map(|held_out| HeldOutJson {
                faults: held_out.faults,
                tests: self.tests,
                untrained: held_out.untrained,
                eap: held_out.eap,
                kept: self.trained.validation,
            }),
            curve: self.points.iter().map(PointJson::from).collect(),
        };
        faultline_terminal::json::pretty(&document, "the training")
    }
}

/// The figures of each protocol in one line: `Lang, 5 folds: mAP after 1 test 0.4016, ...`.
fn by_protocol(figures: &[Figure]) -> Vec<String> {
    let mut lines: Vec<(&str, Vec<String>)> = Vec::new();
    for Figure { name, value } in figures {
        let (protocol, measure) = name.split_once(": ").unwrap_or(("", name));
        let shown = format!("{} {value}", printable(measure));
        match lines.last_mut() {
            Some((last, measures)) if *last == protocol => measures.push(shown),
            _ => lines.push((protocol, vec![shown])),
        }
    }
    lines.into_iter().map(|(of, measures)| format!("{}: {}", printable(of), measures.join(", "))).collect()
}

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    model: String,
    stopped: bool,
    seconds: f64,
    training: &'a Option<faultline_learned_metrics::Training>,
    evaluation: &'a [Figure],
    faults: usize,
    left_out: &'a [LeftOut],
    held_out: Option<HeldOutJson>,
    curve: Vec<PointJson<'a>>,
}

#[derive(Serialize)]
struct HeldOutJson {
    faults: usize,
    tests: usize,
    untrained: f64,
    eap: f64,
    /// Null if training stopped before the first validation.
    kept: Option<f64>,
}

#[derive(Serialize)]
struct PointJson<'a> {
    faults: usize,
    fault: &'a str,
    learned: usize,
    loss: f32,
    reward: f32,
    held_out: Option<f64>,
}

impl<'a> From<&'a Point> for PointJson<'a> {
    fn from(point: &'a Point) -> Self {
        let Point { faults, fault, learned, loss, reward, held_out } = point;
        Self { faults: *faults, fault, learned: *learned, loss: *loss, reward: *reward, held_out: *held_out }
    }
}
