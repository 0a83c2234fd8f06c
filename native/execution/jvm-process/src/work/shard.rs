//! One of several parts of a job, each for a machine of its own.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A part, from 1, and how many there are; displays as it is given: `3/20`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Which part this is, from 1.
    pub index: usize,
    /// How many parts there are.
    pub of: usize,
}

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const WRONG: &str = "a shard is like 3/20, the third of twenty; the first is 1";
        let (index, of) = text.split_once('/').ok_or(WRONG)?;
        let number = |digits: &str| digits.trim().parse::<usize>().map_err(|_| WRONG);
        let shard = Self { index: number(index)?, of: number(of)? };
        if (1..=shard.of).contains(&shard.index) { Ok(shard) } else { Err(WRONG) }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_counted_from_one() {
        assert_eq!("3/20".parse(), Ok(Shard { index: 3, of: 20 }));
        assert_eq!("1/1".parse::<Shard>().unwrap().to_string(), "1/1");
        for wrong in ["0/3", "4/3", "3", "", "/", "a/b", "-1/3", "1/0", "1/2/3"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
