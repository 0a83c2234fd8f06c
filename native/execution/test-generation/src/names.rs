//! Checks class names before they become file names.

use std::path::is_separator;

use faultline_messages::failure::Failure;
use faultline_messages::words::printable;

/* Class names come from recordings, journals, results and paths in git, which are untrusted. A budget also derives class
names from file names, which may contain quotes, blanks and semicolons, unlike class files (JVMS 4.2.2). So a name is only
checked for paths: no part is empty, as in `..`, and no part contains a separator. */

/// Errors: it is not a class name, such as `org.x.Foo$Bar`, that is safe as a file name.
pub fn check(class: &str) -> Result<(), Failure> {
    // On Windows a colon starts a path on a drive, or names a stream of a file.
    let leads_elsewhere = |c: char| c == '/' || c == '\0' || is_separator(c) || cfg!(windows) && c == ':';
    if class.split('.').all(|part| !part.is_empty() && !part.contains(leads_elsewhere)) {
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
        for name in
            ["Foo", "org.x.Foo$Bar", "org.x.Größe", "org.x.FooTest$with blanks and-dashes", "a.'; b #"]
        {
            assert!(check(name).is_ok(), "{name}");
        }
        for name in ["", ".", "..", "/etc/passwd", "../../x", "org..x", "org.x.", "a/b", "a\0b"] {
            assert!(check(name).is_err(), "{name}");
        }
    }
}
