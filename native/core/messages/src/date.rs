//! Calendar dates.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Today's date in UTC, as 2026-11-21.
pub fn today() -> String {
    date(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
}

/// The UTC date of a Unix time in seconds; negative times give the first of January 1970.
pub fn of(seconds: i64) -> String {
    date(Duration::from_secs(seconds.try_into().unwrap_or(0)))
}

/// The UTC date and time of a Unix time in seconds, as 2026-11-21 09:05 UTC.
pub fn minute(seconds: u64) -> String {
    let of_day = seconds % 86_400;
    let day = date(Duration::from_secs(seconds));
    format!("{day} {:02}:{:02} UTC", of_day / 3600, of_day % 3600 / 60)
}

/// The date of a duration since the start of 1970, in the Gregorian calendar.
fn date(since: Duration) -> String {
    let mut days = since.as_secs() / 86_400;
    let is_leap =
        |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year:04}-{month:02}-{:02}", days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        let of = |seconds| date(Duration::from_secs(seconds));
        assert_eq!(of(0), "1970-01-01");
        assert_eq!(minute(951_782_399), "2000-02-28 23:59 UTC");
        assert_eq!(minute(951_786_060), "2000-02-29 01:01 UTC");
        assert_eq!((of(951_782_399), of(951_782_400)), ("2000-02-28".into(), "2000-02-29".into()));
        assert_eq!((of(1_798_761_599), of(1_798_761_600)), ("2026-12-31".into(), "2027-01-01".into()));
        assert_eq!(of(4_107_542_400), "2100-03-01");
    }
}
