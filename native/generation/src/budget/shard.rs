//! One of several parts of a plan, each for a machine of its own.

use std::fmt;
use std::fmt::Write as _;
use std::str::FromStr;

use faultline_history::shards;
use serde::{Deserialize, Serialize};

use super::share::Share;

/// A part, from 1, and how many there are; displays as it is given: `3/20`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Which part this is, from 1.
    pub index: usize,
    /// How many parts there are.
    pub of: usize,
}

impl Shard {
    /// The shares of this part, in the order of their ranks.
    pub fn part(self, shares: Vec<Share>) -> Vec<Share> {
        let seconds: Vec<u64> = shares.iter().map(Share::seconds).collect();
        let of = shards(&seconds, self.of);
        shares.into_iter().zip(of).filter(|&(_, of)| of + 1 == self.index).map(|(share, _)| share).collect()
    }
}

/// What differs where classes, their ranks or their seconds differ: machines that share a plan
/// compare it.
pub fn digest(shares: &[Share]) -> String {
    let mut text = String::new();
    for share in shares {
        let written = writeln!(text, "{} {}", share.source.class, share.budget.seconds);
        debug_assert!(written.is_ok(), "a string takes all");
    }
    format!("{:08x}", crc32fast::hash(text.as_bytes()))
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
