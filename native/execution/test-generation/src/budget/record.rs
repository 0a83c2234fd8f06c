//! What a run notes down as it goes on: plain data.

use std::collections::HashSet;

use faultline_jvm_process::work::crew::Spent;
use faultline_jvm_process::work::journal::Line;
use faultline_time_budget::{Grant, Pool};
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

impl Order {
    /// What ended, by the lines of a journal behind its plan. Errors: a clause: they are not of this plan.
    pub fn ended(&self, lines: impl IntoIterator<Item = Line<Record>>) -> Result<Vec<Ended>, String> {
        if self.classes.iter().try_fold(0_u64, |sum, class| sum.checked_add(class.seconds)).is_none() {
            return Err("its plan has more seconds than there are".to_owned());
        }
        let mut is_there = vec![false; self.classes.len()];
        let mut all = Vec::new();
        for ended in lines.into_iter().filter_map(|line| match line.record {
            Record::Ended(ended) => Some(ended),
            _ => None,
        }) {
            let place = ended.class.saturating_add(1);
            match is_there.get_mut(ended.class) {
                None => {
                    return Err(format!("its class {place} is not in its plan of {}", self.classes.len()));
                }
                Some(true) => return Err(format!("its class {place} ended twice")),
                Some(is_there) => *is_there = true,
            }
            all.push(ended);
        }
        Ok(all)
    }

    /// What there is left for classes that did not end, by what [`Order::ended`] gave: their own seconds, those that came back, and
    /// the most that one gets.
    pub fn left(&self, ended: &[Ended]) -> Pool {
        let done: HashSet<usize> = ended.iter().map(|ended| ended.class).collect();
        let own = self.classes.iter().map(|class| class.seconds).enumerate();
        let waiting: Vec<_> = own.filter(|(class, _)| !done.contains(class)).collect();
        let total: u64 = self.classes.iter().map(|class| class.seconds).sum();
        let used = ended.iter().map(|ended| ended.used).fold(0, u64::saturating_add);
        let own: u64 = waiting.iter().map(|&(_, own)| own).sum();
        let most = self.classes.iter().map(|class| class.seconds).max().unwrap_or(0);
        // Whatever a journal says was used, what waits has its own.
        Pool::new(total.saturating_sub(used).max(own), waiting, most)
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn order(seconds: &[u64]) -> Order {
        let text = r#"{"settings": {"total": 3, "min": 0, "predictor": "bads", "metric": null, "command": null, "arguments": [],
            "seed": 1, "memory": 1, "grace": 1}, "places": {"repository": ".", "project_cp": null, "evosuite": null, "fetch": false},
            "shard": null, "whole": {"classes": 1, "digest": "0"}, "mark": "", "failing": [], "notes": [], "classes": []}"#;
        let classes = (1..).zip(seconds).map(|(rank, &seconds)| Planned {
            rank,
            class: format!("A{rank}"),
            path: String::new(),
            seconds,
        });
        Order { classes: classes.collect(), ..serde_json::from_str(text).expect("an order") }
    }

    fn line(class: usize, used: u64) -> Line<Record> {
        let ended = Ended { used, ..Ended::without_time(Grant { class, seconds: 0 }) };
        Line { at: 0, record: Record::Ended(ended) }
    }

    #[test]
    fn a_journal_whose_lines_are_not_of_its_plan_is_refused_with_the_class() {
        let order = order(&[1, 2]);
        assert_eq!(order.ended([line(1, 2), line(0, 0)]).map(|all| all.len()), Ok(2));
        assert_eq!(order.ended([line(2, 0)]), Err("its class 3 is not in its plan of 2".to_owned()));
        assert_eq!(order.ended([line(0, 0), line(0, 0)]), Err("its class 1 ended twice".to_owned()));
    }

    #[test]
    fn what_a_journal_says_was_used_takes_nothing_from_those_that_wait() {
        let order_of_three = order(&[1, 2, 3]);
        for used in [0, 1, u64::MAX] {
            let ended = order_of_three.ended([line(0, used)]).expect("of the plan");
            let pool = order_of_three.left(&ended);
            assert_eq!((pool.waiting(), pool.own(), pool.spare()), (2, 5, u64::from(used == 0)));
        }
        assert!(order(&[u64::MAX, 1]).ended([]).is_err());
    }
}
