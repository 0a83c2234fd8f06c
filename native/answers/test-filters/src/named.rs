//! The parts of a recorded test's name.

use faultline_spectrum::TestName;

/// A test's class and method, and the bracket that starts the invocation of its method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named<'t> {
    /// Binary name of the class.
    pub class: &'t str,
    /// The method as recorded.
    pub recorded: &'t str,
    /// The method's name.
    pub method: &'t str,
    /// The text after the method's name up to and including the first bracket, as in `adds[2]`, `adds
    /// (1)[2]`, `adds(int)`; may be empty.
    pub bracket: &'t str,
}

impl<'t> Named<'t> {
    /// Splits a test's name.
    pub fn of(test: TestName<'t>) -> Self {
        let recorded = test.method;
        let method = &recorded[..end(recorded)];
        let rest = &recorded[method.len()..];
        let bracket = rest.find(['[', '(']).map_or("", |at| &rest[..=at]);
        Self { class: test.class, recorded, method, bracket }
    }
}

/// The end of the method's name. In a language that allows spaces in names, a name may itself end with
/// parentheses.
fn end(recorded: &str) -> usize {
    let before = |at: usize| recorded[..at].trim_end_matches(' ').len();
    let square = recorded.find('[').map(before);
    let within = &recorded[..square.unwrap_or(recorded.len())];
    let round = within.find('(').filter(|&at| square.is_some() || !within[..at].ends_with(' '));
    round.map(before).or(square).unwrap_or(recorded.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_methods_name_ends_where_its_invocation_begins() {
        for (recorded, method, bracket) in [
            ("adds", "adds", ""),
            ("adds two numbers", "adds two numbers", ""),
            ("adds (quickly)", "adds (quickly)", ""),
            ("adds(int, int)", "adds", "("),
            ("adds[0: a, b]", "adds", "["),
            ("adds(1, 2) [0]", "adds", "("),
            ("adds two [0]", "adds two", " ["),
            ("adds (1) [0]", "adds", " ("),
            ("[0]", "", "["),
            ("", "", ""),
        ] {
            let end = end(recorded);
            let rest = &recorded[end..];
            let found = rest.find(['[', '(']).map_or("", |at| &rest[..=at]);
            assert_eq!((&recorded[..end], found), (method, bracket), "{recorded}");
        }
    }
}
