//! The results of a run, as JSON; `docs/history.md` and its schema describe the format.

use faultline_messages::failure::Failure;
use serde::{Deserialize, Serialize};

use crate::budget::plan::Whole;
use crate::budget::shard::Shard;

use super::record::{Ended, Order, Outcome};
use super::settings::Settings;

/// Increased when the previous version could not read this one.
pub const VERSION: u32 = 1;

/// The results of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// Version of the format.
    pub version: u32,
    /// Whether any class is left to run.
    pub state: State,
    /// The settings that determine which tests are generated.
    pub settings: Settings,
    /// The whole plan, also in a shard.
    pub plan: Whole,
    /// The shard; `None`: these are all classes of the plan.
    pub shard: Option<Shard>,
    /// Number of shards joined into these results.
    pub merged: Option<usize>,
    /// Planned time of these classes. Units: seconds.
    pub budget_seconds: u64,
    /// Seconds that did not return to the pool.
    pub used_seconds: u64,
    /// Wall time without interruptions; of joined shards the longest. Units: seconds.
    pub seconds: f64,
    /// Number of classes that ran at a time; summed over joined shards.
    pub jobs: usize,
    /// Number of tests written.
    pub tests: usize,
    /// The classes in rank order.
    pub classes: Vec<ClassResult>,
    /// Notes for readers.
    pub notes: Vec<String>,
}

/// Whether any class is left to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// All classes have ended.
    Finished,
    /// Some classes have not ended yet.
    Interrupted,
}

/// The result of a class.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClassResult {
    /// Rank among all classes, from 1.
    pub rank: usize,
    /// Its binary name.
    pub class: String,
    /// Its source in the repository.
    pub path: String,
    /// The seconds planned for it.
    pub planned: u64,
    /// The seconds granted to it.
    pub granted: u64,
    /// The granted seconds that did not return to the pool.
    pub used: u64,
    /// Wall time. Units: seconds.
    pub seconds: f64,
    /// Its outcome; `None`: not ended yet.
    pub outcome: Option<Outcome>,
    /// Number of tests written.
    pub tests: usize,
    /// Fraction of its goals that the tests reach. Units: 0..=1.
    pub coverage: Option<f64>,
    /// Files written, relative to the folder of the run.
    pub files: Vec<String>,
    /// The trouble, as a clause.
    pub trouble: Option<String>,
}

impl Results {
    /// The results of a run, given the classes that have ended.
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

    /// Parses the output of [`Results::json`]. Errors: a clause about the file: it has another format or
    /// version.
    pub fn parse(text: &str) -> Result<Self, String> {
        let none =
            |error: serde_json::Error| format!("is not a results file of faultline budget --run: {error}");
        // Check the version first: other versions may have other fields.
        let value: serde_json::Value = serde_json::from_str(text).map_err(none)?;
        if value["version"] != VERSION {
            return Err(format!(
                "is of another version of faultline ({} where this one reads {VERSION})",
                value["version"]
            ));
        }
        serde_json::from_value(value).map_err(none)
    }

    /// Number of classes with an outcome.
    pub fn count(&self, outcome: Outcome) -> usize {
        self.classes.iter().filter(|class| class.outcome == Some(outcome)).count()
    }

    /// Number of classes that have not ended.
    pub fn waiting(&self) -> usize {
        self.classes.iter().filter(|class| class.outcome.is_none()).count()
    }

    /// Whether no test was written and some class failed or was late.
    pub fn is_in_vain(&self) -> bool {
        self.tests == 0 && self.count(Outcome::Failed) + self.count(Outcome::Late) > 0
    }

    /// The results as JSON, ending in a line break. Errors: a number that JSON cannot represent.
    pub fn json(&self) -> Result<String, Failure> {
        serde_json::to_string_pretty(self)
            .map(|text| text + "\n")
            .map_err(|error| Failure::failed(format!("the results cannot be written as JSON: {error}")))
    }
}
