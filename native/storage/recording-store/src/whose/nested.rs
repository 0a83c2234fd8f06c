//! Tests that are nested in the class that they test: `Cart$Tests`.

use faultline_spectrum::ClassName;

use super::named::says_tests_of;
use super::namesakes::{MARKS, is_named_after};

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

#[cfg(test)]
mod tests {
    use super::*;

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
