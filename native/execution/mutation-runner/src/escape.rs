//! Numbers in lines of fields.

use std::fmt::Write as _;

/// Numbers separated by commas.
pub fn numbers<N: std::fmt::Display>(numbers: impl IntoIterator<Item = N>) -> String {
    let mut text = String::new();
    for (at, number) in numbers.into_iter().enumerate() {
        let written = write!(text, "{}{number}", if at > 0 { "," } else { "" });
        debug_assert!(written.is_ok(), "a string takes all");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_between_commas() {
        assert_eq!(numbers([1, 22, -3]), "1,22,-3");
        assert_eq!(numbers::<u8>([]), "");
    }
}
