//! The records in a run's journal: plain data.

use std::collections::HashSet;

use faultline_jvm_process::work::crew::Spent;
use faultline_jvm_process::work::journal::Line;
use faultline_time_budget::{Grant, Pool};
use serde::{Deserialize, Serialize};

use crate::budget::plan::{Plan, Whole};
use crate::budget::shard::Shard;

use super::settings::{Places, Settings};

/// An event of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Record {
    /// The first record: the order of the run.
    Plan(Box<Order>),
    /// A session began or resumed the run.
    Session {
        /// Number of classes at a time.
        jobs: usize,
    },
    /// A class began; without an end, it was interrupted.
    Began {
        /// Its index in the order.
        class: usize,
        /// The seconds granted to it.
        granted: u64,
    },
    /// A class ended.
    Ended(Ended),
}

/// The order of a run: classes, settings and locations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Order {
    /// The settings that determine which tests are generated.
    pub settings: Settings,
    /// Locations of the inputs and tools.
    pub places: Places,
    /// The shard of the plan, if it is one.
    pub shard: Option<Shard>,
    /// The whole plan.
    pub whole: Whole,
    /// The mark in the environment of all started processes.
    pub mark: String,
    /// Unique ids of the failing tests.
    pub failing: Vec<String>,
    /// Notes for readers.
    pub notes: Vec<String>,
    /// The classes in rank order.
    pub classes: Vec<Planned>,
}

/// A class with its seconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Planned {
    /// Rank among all classes, from 1.
    pub rank: usize,
    /// Its binary name.
    pub class: String,
    /// Its source in the repository.
    pub path: String,
    /// Time of its search. Units: seconds.
    pub seconds: u64,
}

impl Order {
    /// The ended classes, from the lines of a journal after its plan. Errors: a clause: the lines do not
    /// belong to this plan.
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

    /// The most that one class may have: the largest time of the plan. Equal times favour no class, so they bound nothing. Units:
    /// seconds.
    fn most(&self, total: u64) -> u64 {
        let seconds = || self.classes.iter().map(|class| class.seconds);
        let (least, most) = (seconds().min().unwrap_or(0), seconds().max().unwrap_or(0));
        // Whole seconds that do not divide differ by one.
        if most - least <= 1 { total } else { most }
    }

    /// The time left for classes that have not ended, given the result of [`Order::ended`]: their own
    /// seconds, the returned seconds, and the maximum of one class.
    pub fn left(&self, ended: &[Ended]) -> Pool {
        let done: HashSet<usize> = ended.iter().map(|ended| ended.class).collect();
        let own = self.classes.iter().map(|class| class.seconds).enumerate();
        let waiting: Vec<_> = own.filter(|(class, _)| !done.contains(class)).collect();
        let total: u64 = self.classes.iter().map(|class| class.seconds).sum();
        let used = ended.iter().map(|ended| ended.used).fold(0, u64::saturating_add);
        let own: u64 = waiting.iter().map(|&(_, own)| own).sum();
        let most = self.most(total);
        // Waiting classes keep their own seconds, whatever usage a journal claims.
        Pool::new(total.saturating_sub(used).max(own), waiting, most)
    }
}

impl Planned {
    /// The classes of a plan, in rank order.
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

/// The result of a class.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ended {
    /// Its index in the order.
    pub class: usize,
    /// The seconds granted to it.
    pub granted: u64,
    /// The granted seconds that did not return to the pool.
    pub used: u64,
    /// Wall time. Units: seconds.
    pub took: f64,
    /// Its outcome.
    pub outcome: Outcome,
    /// Number of tests written.
    pub tests: usize,
    /// Coverage. Units: 0..=1.
    pub coverage: Option<f64>,
    /// Files written, relative to the folder of the run.
    pub files: Vec<String>,
    /// The trouble, as a clause.
    pub trouble: Option<String>,
}

/// The outcome of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Tests were written.
    Tests,
    /// No tests were written, without trouble.
    Nothing,
    /// The generator crashed or reported an error.
    Failed,
    /// The generator was killed at its timeout.
    Late,
    /// No time was left for the class.
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
    /// The name in messages.
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
