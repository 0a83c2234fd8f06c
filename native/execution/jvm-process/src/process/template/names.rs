//! Placeholders: names in braces.

use std::ops::Range;

/// A placeholder with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name<'t> {
    /// The name without the braces.
    pub name: &'t str,
    /// The byte range in the text, including the braces.
    pub at: Range<usize>,
}

/// The placeholders of a text: lower-case names in braces. A `${name}` belongs to the shell.
pub fn names_in(text: &str) -> impl Iterator<Item = Name<'_>> {
    text.match_indices('{').filter_map(|(at, _)| {
        let name = text[at + 1..].split_once('}')?.0;
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
        let end = at + name.len() + 2;
        (is_name && !text[..at].ends_with('$')).then_some(Name { name, at: at..end })
    })
}

/// The text with its placeholders replaced.
pub fn replaced(text: &str, names: &[Name<'_>], other: impl Fn(&str) -> String) -> String {
    let mut out = String::new();
    let mut copied = 0;
    for name in names {
        out.push_str(&text[copied..name.at.start]);
        out.push_str(&other(name.name));
        copied = name.at.end;
    }
    out.push_str(&text[copied..]);
    out
}

/// Whether a text mentions an environment variable, in any syntax.
pub fn reads(text: &str, variable: &str) -> bool {
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.match_indices(variable).any(|(at, _)| {
        !text[..at].ends_with(is_of_name) && !text[at + variable.len()..].starts_with(is_of_name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_lower_case_and_not_the_shells() {
        let text = "a {class} ${class} {A} {} {b c} {class_path}{x";
        let found: Vec<&str> = names_in(text).map(|name| name.name).collect();
        assert_eq!(found, ["class", "class_path"]);
        let names: Vec<Name<'_>> = names_in(text).collect();
        assert_eq!(
            replaced(text, &names, |name| format!("<{name}>")),
            "a <class> ${class} {A} {} {b c} <class_path>{x"
        );
    }

    #[test]
    fn a_variable_is_read_by_its_whole_name() {
        assert!(reads("x \"$FAULTLINE_CLASS\"", "FAULTLINE_CLASS"));
        assert!(reads("x ${FAULTLINE_CLASS}", "FAULTLINE_CLASS"));
        assert!(!reads("x $FAULTLINE_CLASS_PATH $MY_FAULTLINE_CLASS", "FAULTLINE_CLASS"));
    }
}
