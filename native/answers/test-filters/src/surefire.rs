//! Maven's Surefire and Failsafe: `-Dtest=org.x.FooTest#bar+baz,org.x.BarTest`.
//!
//! Source: `TestListResolver` of surefire-api 3.5.6, tried with every ASCII symbol. A `?` matches one Java
//! `char`, which is half of an emoji; neither `?` nor `*` matches a slash.

use std::collections::{BTreeMap, BTreeSet};

use faultline_spectrum::TestName;

use crate::named::Named;
use crate::{Selection, checked};

const TOOL: &str = "Surefire";

/// Selects the tests of each class. Errors: a class cannot be selected.
pub fn tests<'t>(tests: impl Iterator<Item = TestName<'t>>) -> Result<Selection, String> {
    let mut classes: BTreeMap<&str, Vec<Named<'t>>> = BTreeMap::new();
    for test in tests {
        classes.entry(test.class).or_default().push(Named::of(test));
    }
    let mut selection = Selection::default();
    for (class, named) in classes {
        let pattern = of_class(class, &mut selection)?;
        let methods = of_methods(&named, &mut selection);
        let part = methods.map_or(pattern.clone(), |methods| format!("{pattern}#{methods}"));
        selection.parts.insert(part);
    }
    Ok(selection)
}

/// Selects the classes alone. Errors: a class cannot be selected.
pub fn classes<'t>(tests: impl Iterator<Item = TestName<'t>>) -> Result<Selection, String> {
    let mut selection = Selection::default();
    for test in tests {
        let pattern = of_class(test.class, &mut selection)?;
        selection.parts.insert(pattern);
    }
    Ok(selection)
}

fn of_class(class: &str, selection: &mut Selection) -> Result<String, String> {
    let mut pattern = pattern(checked(class, |_| false)?);
    // Surefire reads such an ending as a file extension.
    if pattern.rsplit_once('.').is_some_and(|(_, ending)| ["java", "class"].contains(&ending)) {
        pattern.pop();
        pattern.push('?');
    }
    if pattern != class {
        selection.pattern(TOOL, class, &pattern);
    }
    Ok(pattern)
}

/// `bar+baz`; `None` if the whole class is meant, or only the whole class can be selected.
fn of_methods(named: &[Named<'_>], selection: &mut Selection) -> Option<String> {
    let mut methods = BTreeSet::new();
    let mut is_whole = false;
    for of in named.iter().filter(|of| !of.recorded.is_empty()) {
        if of.method.is_empty() || of.recorded.contains('/') {
            selection.whole(TOOL, of.class, of.recorded);
            is_whole = true;
            continue;
        }
        let pattern = pattern(of.method);
        if pattern != of.method {
            selection.pattern(TOOL, of.method, &pattern);
        }
        if !of.bracket.is_empty() {
            // JUnit 4 names an invocation `bar[0]`; JUnit 5 names it `bar`.
            methods.insert(format!("{pattern}{}*", of.bracket));
        }
        methods.insert(pattern);
    }
    (!is_whole && !methods.is_empty()).then(|| methods.into_iter().collect::<Vec<_>>().join("+"))
}

/// A pattern for a name, with `?` in place of special characters. Maven itself expands `${...}`.
fn pattern(name: &str) -> String {
    let is_sign = |c: char| c.is_control() || ",#+*?!%[]{}\\\"".contains(c);
    name.chars().fold(String::new(), |mut pattern, c| {
        if is_sign(c) {
            pattern.push_str(&"?".repeat(c.len_utf16()));
        } else {
            pattern.push(c);
        }
        pattern
    })
}
