//! Class names before they become names of files.

use std::path::is_separator;

use faultline_messages::failure::Failure;
use faultline_messages::words::printable;

/* Names of classes come from recordings, journals, results and paths in git, which can hold anything. A budget also knows classes by
their files alone, with quotes, blanks and semicolons, which no class file has (JVMS 4.2.2) but every file system here. So what is
asked of a name is that its parts lead nowhere: none is empty, as in `..`, and none holds a separator. */

/// Errors: it is no name of a class, such as `org.x.Foo$Bar`, that a file could have.
pub fn check(class: &str) -> Result<(), Failure> {
    // On Windows a colon begins a path of a drive, or names a stream of a file.
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
