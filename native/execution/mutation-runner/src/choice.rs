//! Options that select passing tests and mutants.

use std::fmt;
use std::str::FromStr;

/// The passing tests that run on the mutants noticed by failing tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tests {
    /// None, except on mending mutants: all that the default ranking weighs.
    #[default]
    Mending,
    /// The most informative ones by the entropy of suspiciousness (IETCR), as many as there are failing
    /// tests.
    Ietcr,
    /// As [`Tests::Ietcr`], with this number of tests.
    IetcrOf(usize),
    /// As [`Tests::Mending`]; the other results are estimated from the tests that mutants infect.
    Failing,
    /// None, not even for probing (FTMES).
    Ftmes,
    /// All that execute a changed line.
    All,
    /// A random sample of this size.
    Random(usize),
}

impl Tests {
    /// Whether slow tests run last.
    pub fn minds_time(self) -> bool {
        matches!(self, Self::Mending | Self::Ietcr | Self::IetcrOf(_) | Self::Failing)
    }

    /// Whether passing tests are probed or run on mutants that mend nothing.
    pub fn counts_kills(self) -> bool {
        !matches!(self, Self::Mending | Self::Ftmes)
    }
}

impl FromStr for Tests {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const WRONG: &str = "write mending, ietcr, ietcr:20, failing, ftmes, all or random:20";
        let number = |digits: &str| digits.parse::<usize>().map_err(|_| WRONG);
        match text.split_once(':') {
            None => match text {
                "mending" => Ok(Self::Mending),
                "ietcr" => Ok(Self::Ietcr),
                "failing" => Ok(Self::Failing),
                "ftmes" => Ok(Self::Ftmes),
                "all" => Ok(Self::All),
                _ => Err(WRONG),
            },
            Some(("ietcr", count)) => number(count).map(Self::IetcrOf),
            Some(("random", count)) => number(count).map(Self::Random),
            Some(_) => Err(WRONG),
        }
    }
}

impl fmt::Display for Tests {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mending => f.write_str("mending"),
            Self::Ietcr => f.write_str("ietcr"),
            Self::IetcrOf(count) => write!(f, "ietcr:{count}"),
            Self::Failing => f.write_str("failing"),
            Self::Ftmes => f.write_str("ftmes"),
            Self::All => f.write_str("all"),
            Self::Random(count) => write!(f, "random:{count}"),
        }
    }
}

/// The mutants to run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Mutants {
    /// Those that can still change the first suspect; all if kills are counted ([`Tests::counts_kills`]).
    #[default]
    Deciding,
    /// All.
    All,
    /// A random sample. Units: percent.
    Sample(f64),
}

impl FromStr for Mutants {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const WRONG: &str = "write deciding, all, or a sample such as sample:30%";
        match text {
            "deciding" => return Ok(Self::Deciding),
            "all" => return Ok(Self::All),
            _ => {}
        }
        let percent = text.strip_prefix("sample:").and_then(|rest| rest.strip_suffix('%')).ok_or(WRONG)?;
        let percent: f64 = percent.parse().map_err(|_| WRONG)?;
        if percent > 0.0 && percent <= 100.0 { Ok(Self::Sample(percent)) } else { Err(WRONG) }
    }
}

impl fmt::Display for Mutants {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Deciding => f.write_str("deciding"),
            Self::All => f.write_str("all"),
            Self::Sample(percent) => write!(f, "sample:{percent}%"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_read_as_they_are_shown() {
        for text in ["mending", "ietcr", "ietcr:20", "failing", "ftmes", "all", "random:7"] {
            assert_eq!(text.parse::<Tests>().unwrap().to_string(), text);
        }
        for text in ["deciding", "all", "sample:30%", "sample:0.5%", "sample:100%"] {
            assert_eq!(text.parse::<Mutants>().unwrap().to_string(), text);
        }
        for wrong in ["", "ietcr:", "ietcr:x", "random", "some", "all:3"] {
            assert!(wrong.parse::<Tests>().is_err(), "{wrong}");
        }
        for wrong in ["", "sample", "sample:30", "sample:0%", "sample:101%", "sample:x%", "sample:NaN%"] {
            assert!(wrong.parse::<Mutants>().is_err(), "{wrong}");
        }
    }
}
