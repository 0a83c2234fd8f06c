//! Class names before they become names of files.

use faultline_telling::failure::Failure;
use faultline_telling::words::printable;

/// What no part of a class's name has: what the class file format keeps for itself, and what leads elsewhere or stands for
/// something else on one of our systems. Source: JVMS 4.2.2.
const FORBIDDEN: [char; 13] = [';', '[', '/', '\\', '<', '>', ':', '"', '|', '?', '*', '\u{7f}', '.'];

/// Errors: it is no binary name of a class, such as `org.x.Foo$Bar`. Recordings, journals and results can name anything.
pub fn check(class: &str) -> Result<(), Failure> {
    let is_part =
        |part: &str| !part.is_empty() && !part.contains(FORBIDDEN) && !part.contains(char::is_control);
    if class.split('.').all(is_part) {
        return Ok(());
    }
    Err(Failure::failed(format!(
        "{} is not the name of a class, so no file is named after it; what names it was changed",
        printable(class)
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_classes_become_names_of_files() {
        for name in ["Foo", "org.x.Foo$Bar", "org.x.Größe", "org.x.FooTest$with blanks and-dashes", "a.$"] {
            assert!(check(name).is_ok(), "{name}");
        }
        for name in [
            "",
            ".",
            "..",
            "/etc/passwd",
            "../../x",
            "org..x",
            "org.x.",
            "a/b",
            "a\\b",
            "C:x",
            "a\nb",
            "a\0b",
            "a;b",
        ] {
            assert!(check(name).is_err(), "{name}");
        }
    }
}
