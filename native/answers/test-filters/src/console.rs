//! JUnit's console launcher: `--select-method org.x.FooTest#bar(int)` and `--select-class org.x.FooTest`,
//! repeated.

use faultline_spectrum::TestName;

use crate::named::Named;
use crate::{Selection, checked};

/// Kinds of unique id segments that name a method with its parameters.
const METHODS: [&str; 3] = ["method:", "test-template:", "test-factory:"];

/// Selects each test. Errors: a class or a method cannot be selected.
pub fn tests<'t>(tests: impl Iterator<Item = TestName<'t>>) -> Result<Selection, String> {
    let mut selection = Selection::default();
    for test in tests {
        let named = Named::of(test);
        let class = of_class(named.class)?;
        if named.method.is_empty() || named.recorded.contains('\0') {
            return Err(format!(
                "JUnit's console selects no method by `{}`, as {class} was recorded; select {{classes}}",
                faultline_messages::words::printable(named.recorded)
            ));
        }
        let method = with_parameters(test.unique_id, named.method);
        selection.parts.insert(format!("{class}#{}", method.as_deref().unwrap_or(named.method)));
    }
    Ok(selection)
}

/// Selects the classes alone. Errors: a class cannot be selected.
pub fn classes<'t>(tests: impl Iterator<Item = TestName<'t>>) -> Result<Selection, String> {
    let parts = tests.map(|test| of_class(test.class).map(str::to_owned)).collect::<Result<_, _>>()?;
    Ok(Selection { parts, ..Selection::default() })
}

fn of_class(class: &str) -> Result<&str, String> {
    checked(class, |c| c == '#' || c.is_control())
}

/// `bar(int)`, taken from a unique id of the JUnit platform.
fn with_parameters(id: &str, method: &str) -> Option<String> {
    let segments = id.trim_start_matches('[').trim_end_matches(']').split("]/[");
    let named = segments.filter_map(|segment| METHODS.iter().find_map(|kind| segment.strip_prefix(kind)));
    named.map(decoded).find(|name| {
        name.strip_prefix(method).is_some_and(|rest| rest.starts_with('(') && rest.ends_with(')'))
    })
}

/// Decodes the escaped special characters of an id segment; the escapes use capital hexadecimal digits.
fn decoded(segment: &str) -> String {
    let signs = [("%5B", "["), ("%5D", "]"), ("%3A", ":"), ("%2F", "/"), ("%2B", "+"), ("%25", "%")];
    signs.iter().fold(segment.to_owned(), |text, (code, sign)| text.replace(code, sign))
}
