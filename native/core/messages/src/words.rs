//! Numbers, lists and plurals in human notation.

use std::path::Path;
use std::time::Duration;

/// A count with thousands separators: `1,035`.
pub fn number(count: usize) -> String {
    let digits = count.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count and its noun: `1 test`, `1,035 lines`, `2 classes`.
pub fn counted(count: usize, noun: &str) -> String {
    let ending = match noun {
        _ if count == 1 => "",
        noun if noun.ends_with('s') => "es",
        _ => "s",
    };
    format!("{} {noun}{ending}", number(count))
}

/// A duration in seconds, with a decimal below a minute: `9.1 s`, `75 s`.
pub fn seconds(duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    if seconds < 60.0 { format!("{seconds:.1} s") } else { format!("{seconds:.0} s") }
}

/// Escapes characters that could control a terminal.
pub fn printable(text: &str) -> String {
    faultline_escape::terminal::printable(text).into_owned()
}

/// A path with characters escaped that could control a terminal.
pub fn printable_path(path: &Path) -> String {
    printable(&path.display().to_string())
}

/// Quotes a word for a shell.
pub use faultline_escape::shell::word as shell_word;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated() {
        let texts: Vec<_> = [0, 7, 999, 1_000, 1_035, 12_345, 1_234_567].map(number).into();
        assert_eq!(texts, ["0", "7", "999", "1,000", "1,035", "12,345", "1,234,567"]);
    }

    #[test]
    fn nouns_follow_their_count() {
        assert_eq!(counted(1, "class"), "1 class");
        assert_eq!(counted(24, "class"), "24 classes");
        assert_eq!(counted(0, "test"), "0 tests");
        assert_eq!(counted(1_035, "line"), "1,035 lines");
    }

    #[test]
    fn seconds_have_a_decimal_below_a_minute() {
        assert_eq!(seconds(Duration::from_millis(9_149)), "9.1 s");
        assert_eq!(seconds(Duration::from_millis(75_400)), "75 s");
    }
}
