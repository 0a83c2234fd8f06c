//! Compares the inputs of a variant with those of its failing test.

use std::fmt;
use std::str::FromStr;

/// The number of equal inputs, by position in the test's source, and the larger number of inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inputs {
    /// Number of equal inputs; at most `all`.
    pub equal: u32,
    /// Number of inputs of the test that has more.
    pub all: u32,
}

impl Inputs {
    /// The similarity of inputs. Units: 0 to 1; 0 without inputs. Source: Artzi et al., ISSTA 2010.
    pub fn similarity(self) -> f64 {
        if self.all == 0 { 0.0 } else { f64::from(self.equal) / f64::from(self.all) }
    }
}

impl fmt::Display for Inputs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.equal, self.all)
    }
}

impl FromStr for Inputs {
    type Err = ();

    /// Parses `7/8`. Errors: it is malformed.
    fn from_str(text: &str) -> Result<Self, ()> {
        let (equal, all) = text.split_once('/').ok_or(())?;
        let number = |text: &str| text.parse::<u32>().map_err(|_| ());
        let inputs = Self { equal: number(equal)?, all: number(all)? };
        if inputs.equal <= inputs.all { Ok(inputs) } else { Err(()) }
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "exact fractions")]
mod tests {
    use super::*;

    #[test]
    fn inputs_are_read_as_they_are_written_and_are_a_share() {
        let inputs: Inputs = "3/4".parse().expect("inputs");
        assert_eq!((inputs.to_string().as_str(), inputs.similarity()), ("3/4", 0.75));
        assert_eq!(Inputs { equal: 0, all: 0 }.similarity(), 0.0);
        for bad in ["", "3", "5/4", "-1/4", "3/4/5"] {
            assert!(bad.parse::<Inputs>().is_err(), "{bad}");
        }
    }
}
