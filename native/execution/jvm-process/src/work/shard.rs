//! A shard: one of several parts of a job, each for one machine.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A part, from 1, and the number of parts; displays like on the command line: `3/20`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Numbers")]
pub struct Shard {
    /// The part, from 1.
    pub index: usize,
    /// Number of parts.
    pub of: usize,
}

/// The unvalidated form in files.
#[derive(Deserialize)]
struct Numbers {
    index: usize,
    of: usize,
}

const WRONG: &str = "write a shard as 3/20, the third of twenty; the first is 1";
/// Maximum number of missing shards that a sentence names; beyond that it only counts them.
const NAMED: usize = 10;

impl Shard {
    /// The missing shards, as a sentence without its full stop; `None` if all are there. Cost: that of the
    /// existing shards, whatever number a file contains.
    pub fn missing(there: impl Iterator<Item = usize>, of: usize) -> Option<String> {
        let there: BTreeSet<usize> = there.filter(|index| (1..=of).contains(index)).collect();
        let missing = of - there.len();
        let named: Vec<String> = (1..=of)
            .filter(|index| !there.contains(index))
            .take(NAMED.min(missing))
            .map(|index| index.to_string())
            .collect();
        let named = named.join(", ");
        match missing {
            0 => None,
            1 => Some(format!("shard {named} of {of} is missing")),
            2..=NAMED => Some(format!("shards {named} of {of} are missing")),
            _ => {
                let others = missing - NAMED;
                let noun = if others == 1 { "other" } else { "others" };
                Some(format!("shards {named} and {others} {noun} of {of} are missing"))
            }
        }
    }
}

impl TryFrom<Numbers> for Shard {
    type Error = &'static str;

    fn try_from(Numbers { index, of }: Numbers) -> Result<Self, Self::Error> {
        if (1..=of).contains(&index) { Ok(Self { index, of }) } else { Err(WRONG) }
    }
}

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (index, of) = text.split_once('/').ok_or(WRONG)?;
        let number = |digits: &str| digits.trim().parse::<usize>().map_err(|_| WRONG);
        Numbers { index: number(index)?, of: number(of)? }.try_into()
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

    #[test]
    fn a_file_names_only_shards_that_there_can_be() {
        let read = |index: u64, of: u64| {
            serde_json::from_str::<Shard>(&format!("{{\"index\":{index},\"of\":{of}}}")).ok()
        };
        assert_eq!(read(3, 20), Some(Shard { index: 3, of: 20 }));
        assert_eq!((read(0, 3), read(4, 3), read(1, 0)), (None, None, None));
    }

    #[test]
    fn of_many_shards_that_are_missing_the_first_are_told_and_how_many() {
        let missing = |there: &[usize], of| Shard::missing(there.iter().copied(), of);
        assert_eq!(missing(&[2, 1], 2), None);
        assert_eq!(missing(&[1], 2).as_deref(), Some("shard 2 of 2 is missing"));
        assert_eq!(missing(&[4, 2, 2], 4).as_deref(), Some("shards 1, 3 of 4 are missing"));
        assert_eq!(
            missing(&[], 11).as_deref(),
            Some("shards 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 1 other of 11 are missing")
        );
        let most = missing(&[1, 3], usize::MAX).expect("some are missing");
        assert!(
            most.starts_with("shards 2, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 18446744073709551603 others of"),
            "{most}"
        );
    }
}
