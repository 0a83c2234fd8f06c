//! The tests of results, each with a number.

use std::collections::HashMap;
use std::sync::Arc;

use crate::TestResults;

/// Tests by unique id, numbered in the order in which they were added. Verdicts and probes refer to a test by its number,
/// since there are many of them for each test.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tests {
    numbers: HashMap<Arc<str>, u32>,
    all: Vec<(Arc<str>, TestResults)>,
}

impl Tests {
    /// The number of a test, which is added if it is new.
    pub fn add(&mut self, unique_id: &str) -> u32 {
        if let Some(&number) = self.numbers.get(unique_id) {
            return number;
        }
        let (number, id) = (self.all.len() as u32, Arc::<str>::from(unique_id));
        self.numbers.insert(Arc::clone(&id), number);
        self.all.push((id, TestResults::default()));
        number
    }

    /// The number of a test, if it is known.
    pub fn number(&self, unique_id: &str) -> Option<u32> {
        self.numbers.get(unique_id).copied()
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// The results of the test with a number.
    pub fn of(&self, number: u32) -> &TestResults {
        &self.all[number as usize].1
    }

    pub fn of_mut(&mut self, number: u32) -> &mut TestResults {
        &mut self.all[number as usize].1
    }

    /// Unique ids and results by number.
    pub fn by_number(&self) -> impl Iterator<Item = (&str, &TestResults)> {
        self.all.iter().map(|(id, test)| (&**id, test))
    }

    /// The numbers, by unique id ascending.
    pub fn in_order(&self) -> Vec<u32> {
        let mut numbers: Vec<u32> = (0..self.all.len() as u32).collect();
        numbers.sort_unstable_by_key(|&number| self.id(number));
        numbers
    }

    /// The unique id of the test with a number.
    pub fn id(&self, number: u32) -> &str {
        &self.all[number as usize].0
    }
}
