//! The parts of a recorded test's name.

use faultline_spectrum::Test;

/// A test's class and method, and the sign that begins the invocations of its method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named<'t> {
    /// Binary name of the class.
    pub class: &'t str,
    /// As recorded.
    pub recorded: &'t str,
    /// The method's name.
    pub method: &'t str,
    /// What follows it up to the first bracket, as in `adds[2]`, `adds (1)[2]`, `adds(int)`; empty where there is nothing.
    pub bracket: &'t str,
}

impl<'t> Named<'t> {
    /// The parts of a test's name.
    pub fn of(test: &'t Test) -> Self {
        let recorded = test.method.as_str();
        let method = &recorded[..end(recorded)];
        let rest = &recorded[method.len()..];
        let bracket = rest.find(['[', '(']).map_or("", |at| &rest[..=at]);
        Self { class: &test.class, recorded, method, bracket }
    }
}

/// Where a method's name ends. A language with blanks in names may have parentheses behind one, too.
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
