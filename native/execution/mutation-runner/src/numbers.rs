//! Numbers in lines of fields.

/// Numbers separated by commas.
pub fn numbers<N: std::fmt::Display>(numbers: impl IntoIterator<Item = N>) -> String {
    numbers.into_iter().map(|number| number.to_string()).collect::<Vec<_>>().join(",")
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
