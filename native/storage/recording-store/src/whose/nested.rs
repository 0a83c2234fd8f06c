//! Tests that are nested in the class that they test: `Cart$Tests`.

use faultline_spectrum::ClassName;

use super::named::says_tests_of;
use super::namesakes::{MARKS, is_named_after};

/// Words that declare a type.
const TYPES: [&str; 4] = ["class", "interface", "enum", "record"];

/// Of a class of tests nested in their subject, or of a class nested in it, the name of that class of tests. Its simple
/// name is what people add to that of a subject (`Tests`), or the subject's with it (`CartTest`). A class that is named for
/// tests itself holds groups of them instead.
pub fn tests_in_subject(class: &str) -> Option<&str> {
    let outer = ClassName(class).outermost();
    let nested = class.get(outer.len() + 1..)?;
    let name = nested.split('$').next().unwrap_or(nested);
    let subject = ClassName(outer).simple();
    let is_of_subject = MARKS.contains(&name) || name == "UnitTests" || is_named_after(name, subject);
    (is_of_subject && !says_tests_of(subject)).then(|| &class[..outer.len() + 1 + name.len()])
}

/// Whether the source of a class declares a class of its tests nested in it, by the simple name of the class.
pub fn are_declared_in(text: &str, subject: &str) -> bool {
    let is_of_name = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '$');
    let is_declared = |line: &str| {
        let words: Vec<&str> =
            line.split(|letter| !is_of_name(letter)).filter(|word| !word.is_empty()).collect();
        let types = words.windows(2).filter(|pair| TYPES.contains(&pair[0]));
        types.into_iter().any(|pair| tests_in_subject(&format!("{subject}${}", pair[1])).is_some())
    };
    text.lines().filter(|line| !line.trim_start().starts_with(['*', '/'])).any(is_declared)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_that_declares_tests_of_its_class_is_known() {
        for (text, is_declared) in [
            ("public class Cart {\n    public static class Tests {\n", true),
            ("class Cart {\n  @Nested class CartTest extends Base {\n", true),
            ("class Cart {\n  // class Tests\n  class Item {\n", false),
            ("class Cart {\n  Tests tests;\n", false),
        ] {
            assert_eq!(are_declared_in(text, "Cart"), is_declared, "{text}");
        }
        assert!(!are_declared_in("class CartTest {\n  static class Tests {\n", "CartTest"));
    }

    #[test]
    fn tests_in_their_subject_are_known_by_their_name() {
        for (class, tests) in [
            ("app.Cart$Tests", Some("app.Cart$Tests")),
            ("app.Cart$Test$1", Some("app.Cart$Test")),
            ("app.Cart$CartTest$Data", Some("app.Cart$CartTest")),
            ("app.Cart$Item", None),
            ("app.Cart$Item$Tests", None),
            ("app.Cart$ItemTest", None),
            ("app.Cart", None),
            ("app.CartTest$Tests", None),
            ("app.CartSpec$Test", None),
        ] {
            assert_eq!(tests_in_subject(class), tests, "{class}");
        }
    }
}
