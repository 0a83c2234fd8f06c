//! Durations in human notation.

use std::str::FromStr;
use std::{fmt, time};

use jiff::SpanRelativeTo;
use jiff::fmt::friendly::SpanParser;

static PARSER: SpanParser = SpanParser::new();

/// Parses `2h`, `1h30m`, `1.5h`, `90 min`, `45s`, `500ms` or `1d` (24 hours); without a unit, seconds.
/// Errors: a sentence.
pub fn read(text: &str) -> Result<time::Duration, &'static str> {
    const WRONG: &str = "write a length of time as 2h, 1h30m, 1.5h, 90m or 45s";
    let text = text.trim();
    let is_bare = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let span = PARSER.parse_span(format!("{text}{}", if is_bare { "s" } else { "" })).map_err(|_| WRONG)?;
    let signed = span.to_duration(SpanRelativeTo::days_are_24_hours()).map_err(|_| WRONG)?;
    time::Duration::try_from(signed).map_err(|_| WRONG)
}

/// A duration. Units: whole seconds.
///
/// Parsed by [`read`]; displays as `1 h 30 min`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Duration(pub u64);

impl FromStr for Duration {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let read = read(text)?;
        if read.subsec_nanos() == 0 { Ok(Self(read.as_secs())) } else { Err("whole seconds are needed here") }
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
        for (text, seconds) in [
            ("2h", 7_200),
            ("1h30m", 5_400),
            ("1h 30 min", 5_400),
            ("1.5h", 5_400),
            ("90m", 5_400),
            ("2hours", 7_200),
            ("45s", 45),
            ("1d", 86_400),
            ("1d1s", 86_401),
            ("120", 120),
            ("0s", 0),
            ("2000ms", 2),
        ] {
            assert_eq!(text.parse(), Ok(Duration(seconds)), "{text}");
            assert_eq!(read(text), Ok(time::Duration::from_secs(seconds)), "{text}");
        }
        assert_eq!(read("2.5"), Ok(time::Duration::from_millis(2_500)));
        assert_eq!(read("500ms"), Ok(time::Duration::from_millis(500)));
        for text in [
            "",
            " ",
            "h",
            "2x",
            "-3",
            "-3s",
            "3s ago",
            "30m1h",
            "1m1min",
            "1h30",
            "1y",
            "1e400",
            "99999999999999999999h",
        ] {
            assert!(read(text).is_err() && text.parse::<Duration>().is_err(), "{text}");
        }
        for text in ["1.5s", "500ms"] {
            assert_eq!(text.parse::<Duration>(), Err("whole seconds are needed here"), "{text}");
        }
    }

    #[test]
    fn lengths_of_time_are_shown_by_their_units() {
        let shown = [0, 59, 60, 3_600, 5_400, 90_061].map(|seconds| Duration(seconds).to_string());
        assert_eq!(shown, ["0 s", "59 s", "1 min", "1 h", "1 h 30 min", "25 h 1 min 1 s"]);
    }
}
