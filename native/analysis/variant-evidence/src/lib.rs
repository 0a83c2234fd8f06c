//! Labelled variants of failing tests: their table ([`kept`]) beside recordings, their mapping to a spectrum for rankings
//! ([`matched`]), and their description in sentences ([`evidence`]). Runs nothing.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod evidence;
pub mod growable;
pub mod inputs;
pub mod kept;
pub mod matched;
pub mod tables;
pub mod words;

/// The method of a row, without the framework's suffix.
pub fn method_of(method: &str) -> &str {
    method.split(['(', '[', '#', '{']).next().unwrap_or(method).trim()
}

#[cfg(test)]
mod tests {
    use super::method_of;

    #[test]
    fn a_method_is_what_stands_before_its_invocation() {
        for name in ["m", "m()", "m(int, String)[2]", "m[0]", "m[1: x(y)]"] {
            assert_eq!(method_of(name), "m", "{name}");
        }
    }
}
