//! Maven's Surefire and Failsafe: `-Dtest=org.x.FooTest#bar+baz,org.x.BarTest`.
//!
//! Source: `TestListResolver` of surefire-api 3.5.6, tried with every sign of ASCII. A `?` stands for one character of Java, which
//! is half of an emoji; neither `?` nor `*` stands for a slash.

use std::collections::{BTreeMap, BTreeSet};

use faultline_spectrum::Test;

use super::named::Named;
use super::{Selection, checked};

const TOOL: &str = "Surefire";

/// The tests of each class. Errors: a class cannot be selected.
pub fn tests<'t>(tests: impl Iterator<Item = &'t Test>) -> Result<Selection, String> {
    let mut classes: BTreeMap<&str, Vec<Named<'t>>> = BTreeMap::new();
    for test in tests {
        classes.entry(&test.class).or_default().push(Named::of(test));
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

/// The classes alone. Errors: one cannot be selected.
pub fn classes<'t>(tests: impl Iterator<Item = &'t Test>) -> Result<Selection, String> {
    let mut selection = Selection::default();
    for test in tests {
        let pattern = of_class(&test.class, &mut selection)?;
        selection.parts.insert(pattern);
    }
    Ok(selection)
}

fn of_class(class: &str, selection: &mut Selection) -> Result<String, String> {
    let mut pattern = pattern(checked(class, |_| false)?);
    // Surefire takes such an ending for that of a file.
    if pattern.rsplit_once('.').is_some_and(|(_, ending)| ["java", "class"].contains(&ending)) {
        pattern.pop();
        pattern.push('?');
    }
    if pattern != class {
        selection.pattern(TOOL, class, &pattern);
    }
    Ok(pattern)
}

/// `bar+baz`; `None` where the whole class is meant, or only it can be selected.
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
            // JUnit 4 calls an invocation `bar[0]`; for JUnit 5 it is `bar`.
            methods.insert(format!("{pattern}{}*", of.bracket));
        }
        methods.insert(pattern);
    }
    (!is_whole && !methods.is_empty()).then(|| methods.into_iter().collect::<Vec<_>>().join("+"))
}

/// A name whose signs stand for any character. Maven itself reads `${...}`.
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
