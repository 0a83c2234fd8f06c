//! What a run notes down as it goes on: plain data.

use faultline_jvm_process::work::crew::Spent;
use faultline_vcs_history::Grant;
use serde::{Deserialize, Serialize};

use crate::budget::plan::{Plan, Whole};
use crate::budget::shard::Shard;

use super::settings::{Places, Settings};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Record {
    /// The first line: what is to be done.
    Plan(Box<Order>),
    /// The program started to work on it, or went on.
    Session {
        /// How many classes at a time.
        jobs: usize,
    },
    /// A class began; without an end, it was interrupted.
    Began {
        /// Its place in the order.
        class: usize,
        /// The seconds that it got.
        granted: u64,
    },
    /// A class ended.
    Ended(Ended),
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Order {
    /// What decides which tests are generated.
    pub settings: Settings,
    /// Where the run finds what it needs.
    pub places: Places,
    /// The part of the plan that this is.
    pub shard: Option<Shard>,
    /// The whole plan.
    pub whole: Whole,
    /// Found in the environment of all that the run starts.
    pub mark: String,
    /// Unique ids of the failing tests.
    pub failing: Vec<String>,
    /// What readers should know.
    pub notes: Vec<String>,
    /// In the order of ranks.
    pub classes: Vec<Planned>,
}

/// A class with its seconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Planned {
    /// Among all classes, from 1.
    pub rank: usize,
    /// Its binary name.
    pub class: String,
    /// Its source in the repository.
    pub path: String,
    /// What its search may take.
    pub seconds: u64,
}

impl Planned {
    /// Those of a plan, in the order of ranks.
    pub fn of(plan: &Plan) -> Vec<Self> {
        let of = |share: &crate::budget::share::Share| Self {
            rank: share.rank,
            class: share.source.class.clone(),
            path: share.source.path.to_string(),
            seconds: share.seconds(),
        };
        plan.shares.iter().map(of).collect()
    }
}

/// What came of a class.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ended {
    /// Its place in the order.
    pub class: usize,
    /// The seconds that it got.
    pub granted: u64,
    /// Of the granted seconds, those that did not come back.
    pub used: u64,
    /// From start to end. Units: seconds.
    pub took: f64,
    /// How it ended.
    pub outcome: Outcome,
    /// How many tests were written.
    pub tests: usize,
    /// Units: 0 to 1.
    pub coverage: Option<f64>,
    /// What it wrote, seen from the folder of the run.
    pub files: Vec<String>,
    /// What was wrong, as a clause.
    pub trouble: Option<String>,
}

/// How a class ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// With tests.
    Tests,
    /// Without any, and nothing was wrong.
    Nothing,
    /// The generator crashed or complained.
    Failed,
    /// It did not end in its time, and was ended.
    Late,
    /// There was no second for it.
    NoTime,
}

impl Spent for Ended {
    fn without_time(grant: Grant) -> Self {
        Self {
            class: grant.class,
            granted: 0,
            used: 0,
            took: 0.0,
            outcome: Outcome::NoTime,
            tests: 0,
            coverage: None,
            files: Vec::new(),
            trouble: None,
        }
    }

    fn used(&self) -> u64 {
        self.used
    }
}

impl Outcome {
    /// For people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tests => "tests",
            Self::Nothing => "nothing",
            Self::Failed => "failed",
            Self::Late => "late",
            Self::NoTime => "no time",
        }
    }
}
