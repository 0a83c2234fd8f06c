//! Lengths of time as people write them.

use std::fmt;
use std::str::FromStr;

const UNITS: [(&str, u64); 5] = [("d", 86_400), ("h", 3_600), ("min", 60), ("m", 60), ("s", 1)];

/// A length of time. Units: whole seconds.
///
/// Read from `2h`, `1h30m`, `90min`, `45s` or, as seconds, `120`; displays as `1 h 30 min`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Duration(pub u64);

impl FromStr for Duration {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const WRONG: &str = "a length of time is like 2h, 1h30m, 90m or 45s";
        let mut rest = text.trim();
        if let Ok(seconds) = rest.parse() {
            return Ok(Self(seconds));
        }
        let mut seconds = 0_u64;
        // Each unit is smaller than the one before.
        let mut units = &UNITS[..];
        while !rest.is_empty() {
            let digits = rest.find(|c: char| !c.is_ascii_digit()).ok_or(WRONG)?;
            let count: u64 = rest[..digits].parse().map_err(|_| WRONG)?;
            rest = rest[digits..].trim_start();
            let named = |(_, (name, _)): &(usize, &(&str, u64))| {
                let after = rest.strip_prefix(*name);
                after.is_some_and(|after| !after.starts_with(|c: char| c.is_alphabetic()))
            };
            let (place, (name, of_unit)) = units.iter().enumerate().find(named).ok_or(WRONG)?;
            seconds = count.checked_mul(*of_unit).and_then(|more| seconds.checked_add(more)).ok_or(WRONG)?;
            units = &units[place + 1..];
            rest = rest[name.len()..].trim_start();
        }
        if text.trim().is_empty() { Err(WRONG) } else { Ok(Self(seconds)) }
    }
}

impl fmt::Display for Duration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (hours, minutes, seconds) = (self.0 / 3_600, self.0 / 60 % 60, self.0 % 60);
        let parts = [(hours, "h"), (minutes, "min"), (seconds, "s")];
        let parts: Vec<String> = parts
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, unit)| format!("{count} {unit}"))
            .collect();
        if parts.is_empty() { f.write_str("0 s") } else { f.write_str(&parts.join(" ")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_of_time_are_read_as_people_write_them() {
        let read = |text: &str| text.parse::<Duration>().map(|duration| duration.0);
        for (text, seconds) in [
            ("2h", 7_200),
            ("1h30m", 5_400),
            ("1h 30 min", 5_400),
            ("90m", 5_400),
            ("45s", 45),
            ("1d1s", 86_401),
            ("120", 120),
            ("0s", 0),
        ] {
            assert_eq!(read(text), Ok(seconds), "{text}");
        }
        for text in ["", " ", "h", "2x", "1.5h", "-3s", "30m1h", "1m1min", "2hours", "99999999999999999999h"]
        {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn lengths_of_time_are_shown_by_their_units() {
        let shown = [0, 59, 60, 3_600, 5_400, 90_061].map(|seconds| Duration(seconds).to_string());
        assert_eq!(shown, ["0 s", "59 s", "1 min", "1 h", "1 h 30 min", "25 h 1 min 1 s"]);
    }
}
