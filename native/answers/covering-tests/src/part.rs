//! Resolves a name to a part of the code: a line, some lines, a method, a class, or a file.

use std::collections::BTreeSet;

use faultline_messages::failure::Failure;
use faultline_spectrum::{ClassId, ElementId, Spectrum};

use crate::place::{is_of, place, source};

/// Number of names listed if a name is ambiguous.
const LISTED: usize = 5;

/// The columns of the spectrum of `Foo.java:120`, `Foo.java:10-20`, `Foo.bar`, `Foo.bar(int)`, `org.x.Foo` or `Foo.java`; a path or a package may
/// stand before. A name of a class stands for the class with those nested in it. Errors: nothing matches, or several things
/// do.
pub fn part(spectrum: &Spectrum, name: &str) -> Result<Vec<ElementId>, Failure> {
    let name = name.trim();
    if let Some((file, lines)) = range(name) {
        let classes = of_name(spectrum, file)?;
        let is_within = |element: &ElementId| lines.contains(&spectrum.elements[element.index()].line);
        let elements: Vec<ElementId> = elements(spectrum, &classes).filter(is_within).collect();
        if elements.is_empty() {
            return Err(Failure::misuse(format!("no line of {name} has code that was recorded")));
        }
        return Ok(elements);
    }
    // A line and a method are told by their errors from a class, which neither is.
    let of_place = place(spectrum, name);
    if of_place.is_err()
        && !name.contains(':')
        && let Ok(classes) = of_name(spectrum, name)
    {
        return Ok(elements(spectrum, &classes).collect());
    }
    of_place.map(|place| place.elements)
}

/// The file and the lines of `Foo.java:10-20`.
fn range(name: &str) -> Option<(&str, std::ops::RangeInclusive<u32>)> {
    let (file, lines) = name.rsplit_once(':')?;
    let (first, last) = lines.split_once('-')?;
    Some((file, first.trim().parse().ok()?..=last.trim().parse().ok()?))
}

/// The classes of a file, or a class with those nested in it. Errors: there are none, or they are of several files.
fn of_name(spectrum: &Spectrum, name: &str) -> Result<Vec<ClassId>, Failure> {
    let classes = || (0..spectrum.classes.len()).map(ClassId::new);
    let is_meant = |class: &ClassId| {
        let class = &spectrum.classes[class.index()];
        let outer = class.name.split('$').next().unwrap_or(&class.name);
        is_of(class, name)
            || outer == name
            || outer.strip_suffix(name).is_some_and(|before| before.ends_with('.'))
    };
    let meant: Vec<ClassId> = classes().filter(is_meant).collect();
    let sources: BTreeSet<String> =
        meant.iter().map(|class| source(&spectrum.classes[class.index()])).collect();
    match sources.len() {
        0 => Err(Failure::misuse(format!(
            "no recorded class or method is called {name:?}; write a place as Foo.java:120, Foo.java:10-20, Foo.bar or org.x.Foo, and only code of the project that tests loaded is recorded"
        ))),
        1 => Ok(meant),
        _ => {
            let listed: Vec<_> = sources.iter().take(LISTED).cloned().collect();
            Err(Failure::misuse(format!("{name:?} may be {}; say which", listed.join(" or "))))
        }
    }
}

fn elements<'a>(spectrum: &'a Spectrum, classes: &'a [ClassId]) -> impl Iterator<Item = ElementId> + 'a {
    let is_meant = |element: &ElementId| {
        let method = spectrum.elements[element.index()].method;
        classes.contains(&spectrum.methods[method.index()].class)
    };
    (0..spectrum.elements.len()).map(ElementId::new).filter(is_meant)
}
