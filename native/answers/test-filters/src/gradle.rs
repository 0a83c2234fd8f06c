//! Gradle: `--tests org.x.FooTest.bar`, repeated.
//!
//! A `*` matches any characters except line ends; every other character matches itself.

use faultline_spectrum::TestName;

use crate::named::Named;
use crate::{Selection, checked};

const TOOL: &str = "Gradle";

/// Selects each test. Errors: a class cannot be selected.
pub fn tests<'t>(tests: impl Iterator<Item = TestName<'t>>) -> Result<Selection, String> {
    let mut selection = Selection::default();
    for test in tests {
        let named = Named::of(test);
        let class = of_class(named.class, &mut selection)?;
        if named.recorded.is_empty() {
            selection.parts.insert(class.to_owned());
            continue;
        }
        if named.method.is_empty() || named.recorded.contains(char::is_control) {
            selection.whole(TOOL, class, named.recorded);
            selection.parts.insert(class.to_owned());
            continue;
        }
        let part = format!("{class}.{}", named.method);
        if part.contains('*') {
            selection.pattern(TOOL, named.method, named.method);
        }
        if !named.bracket.is_empty() {
            selection.parts.insert(format!("{part}{}*", named.bracket));
        }
        selection.parts.insert(part);
    }
    Ok(selection)
}

/// Selects the classes alone. Errors: a class cannot be selected.
pub fn classes<'t>(tests: impl Iterator<Item = TestName<'t>>) -> Result<Selection, String> {
    let mut selection = Selection::default();
    for test in tests {
        let class = of_class(test.class, &mut selection)?;
        selection.parts.insert(class.to_owned());
    }
    Ok(selection)
}

fn of_class<'c>(class: &'c str, selection: &mut Selection) -> Result<&'c str, String> {
    let class = checked(class, char::is_control)?;
    if class.contains('*') {
        selection.pattern(TOOL, class, class);
    }
    Ok(class)
}
