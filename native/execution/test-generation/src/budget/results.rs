//! What came of a run, as JSON; `docs/budget.md` and its schema describe it.

use faultline_messages::failure::Failure;
use serde::{Deserialize, Serialize};

use crate::budget::plan::Whole;
use crate::budget::shard::Shard;

use super::record::{Ended, Order, Outcome};
use super::settings::Settings;

/// Raised when a reader of the last version could not read this one.
pub const VERSION: u32 = 1;

/// All there is to say.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// Version of the format.
    pub version: u32,
    /// Whether anything is left to do.
    pub state: State,
    /// What decided which tests are generated.
    pub settings: Settings,
    /// The plan that this is of, or a part of.
    pub plan: Whole,
    /// `None`: these are all classes of the plan.
    pub shard: Option<Shard>,
    /// How many shards were joined into this.
    pub merged: Option<usize>,
    /// Of these classes together. Units: seconds.
    pub budget_seconds: u64,
    /// Seconds that did not come back.
    pub used_seconds: u64,
    /// From start to end, the time between interruptions left out; of several shards the longest.
    /// Units: seconds.
    pub seconds: f64,
    /// How many classes ran at a time; of shards, all together.
    pub jobs: usize,
    /// How many tests were written.
    pub tests: usize,
    /// In the order of ranks.
    pub classes: Vec<ClassResult>,
    /// What readers should know.
    pub notes: Vec<String>,
}

/// Whether anything is left to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// All classes have ended.
    Finished,
    /// Some classes have not ended yet.
    Interrupted,
}

/// What came of a class.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClassResult {
    /// Among all classes, from 1.
    pub rank: usize,
    /// Its binary name.
    pub class: String,
    /// Its source in the repository.
    pub path: String,
    /// Units: seconds; what it was to get, what it got, and what did not come back of that.
    pub planned: u64,
    /// The seconds that it got.
    pub granted: u64,
    /// Those that did not come back.
    pub used: u64,
    /// From start to end. Units: seconds.
    pub seconds: f64,
    /// `None`: it did not end yet.
    pub outcome: Option<Outcome>,
    /// How many tests were written.
    pub tests: usize,
    /// Share of its goals that they reach. Units: 0 to 1.
    pub coverage: Option<f64>,
    /// What was written, seen from the folder of the run.
    pub files: Vec<String>,
    /// What was wrong, as a clause.
    pub trouble: Option<String>,
}

impl Results {
    /// Of a run, with what ended so far.
    pub fn of(order: &Order, ended: &[Ended], seconds: f64, jobs: usize) -> Self {
        let mut of_class = vec![None; order.classes.len()];
        for ended in ended {
            of_class[ended.class] = Some(ended);
        }
        let classes: Vec<ClassResult> = order
            .classes
            .iter()
            .zip(of_class)
            .map(|(planned, ended)| ClassResult {
                rank: planned.rank,
                class: planned.class.clone(),
                path: planned.path.clone(),
                planned: planned.seconds,
                granted: ended.map_or(0, |ended| ended.granted),
                used: ended.map_or(0, |ended| ended.used),
                seconds: ended.map_or(0.0, |ended| ended.took),
                outcome: ended.map(|ended| ended.outcome),
                tests: ended.map_or(0, |ended| ended.tests),
                coverage: ended.and_then(|ended| ended.coverage),
                files: ended.map_or_else(Vec::new, |ended| ended.files.clone()),
                trouble: ended.and_then(|ended| ended.trouble.clone()),
            })
            .collect();
        let is_done = classes.iter().all(|class| class.outcome.is_some());
        Self {
            version: VERSION,
            state: if is_done { State::Finished } else { State::Interrupted },
            settings: order.settings.clone(),
            plan: order.whole.clone(),
            shard: order.shard,
            merged: None,
            budget_seconds: classes.iter().map(|class| class.planned).fold(0, u64::saturating_add),
            used_seconds: classes.iter().map(|class| class.used).fold(0, u64::saturating_add),
            seconds: (seconds * 1_000.0).round() / 1_000.0,
            jobs,
            tests: classes.iter().map(|class| class.tests).fold(0, usize::saturating_add),
            classes,
            notes: order.notes.clone(),
        }
    }

    /// Reads what [`Results::json`] gives. Errors: a clause about the file: it is something else, or of another version.
    pub fn parse(text: &str) -> Result<Self, String> {
        let none = |error: serde_json::Error| format!("is no result of faultline budget --run: {error}");
        // The version first: another one may have other fields.
        let value: serde_json::Value = serde_json::from_str(text).map_err(none)?;
        if value["version"] != VERSION {
            return Err(format!(
                "is of another version of faultline ({} where this one reads {VERSION})",
                value["version"]
            ));
        }
        serde_json::from_value(value).map_err(none)
    }

    /// How many classes ended so.
    pub fn count(&self, outcome: Outcome) -> usize {
        self.classes.iter().filter(|class| class.outcome == Some(outcome)).count()
    }

    /// How many classes are still to be tested.
    pub fn waiting(&self) -> usize {
        self.classes.iter().filter(|class| class.outcome.is_none()).count()
    }

    /// No test was written, and something was wrong.
    pub fn is_in_vain(&self) -> bool {
        self.tests == 0 && self.count(Outcome::Failed) + self.count(Outcome::Late) > 0
    }

    /// As JSON, ending in a line break. Errors: a number that JSON does not know.
    pub fn json(&self) -> Result<String, Failure> {
        serde_json::to_string_pretty(self)
            .map(|text| text + "\n")
            .map_err(|error| Failure::failed(format!("the results cannot be written as JSON: {error}")))
    }
}
