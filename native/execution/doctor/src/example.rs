//! An example of a class pattern for `--include`, of the project's own packages.

use std::collections::BTreeSet;

use faultline_spectrum::ClassName;

use super::case::Case;
use super::compiled::Compiled;

/// The example where no class is known.
const UNKNOWN: &str = "org.example.*";
/// The number of leading names that classes of one owner share.
const OWNERS_NAMES: usize = 2;

/// A pattern that matches some of these classes, and all if they share more than the first name of a package.
pub fn of<'a>(classes: impl IntoIterator<Item = &'a str>) -> String {
    let classes: BTreeSet<&str> = classes.into_iter().filter(|class| !class.is_empty()).collect();
    let Some(first) = classes.first() else { return UNKNOWN.to_owned() };
    let packages: BTreeSet<&str> = classes.iter().map(|class| package(class)).collect();
    let first_package: Vec<&str> = package(first).split('.').collect();
    let shared = packages.iter().fold(first_package.len(), |shared, package| {
        let same = package.split('.').zip(&first_package).take_while(|(one, other)| one == *other);
        shared.min(same.count())
    });
    let is_enough = packages.len() == 1 || shared >= OWNERS_NAMES;
    let names = &first_package[..if is_enough { shared } else { first_package.len() }];
    if names.is_empty() || names == [""] {
        return ClassName(first).outermost().to_owned();
    }
    format!("{}.*", names.join("."))
}

/// A pattern of the project's classes: of those that were recorded, else of those that its build compiled, else of its
/// tests.
pub fn of_project(case: &Case) -> String {
    let recorded = case.recordings.iter().flat_map(|recording| &recording.classes);
    let recorded: BTreeSet<&str> = recorded.map(|class| class.name.as_str()).collect();
    if !recorded.is_empty() {
        return of(recorded);
    }
    let compiled = Compiled::below(case.root());
    if !compiled.is_empty() {
        return of(compiled.names());
    }
    of(case.tests().map(|test| test.class.as_str()))
}

fn package(class: &str) -> &str {
    class.rsplit_once('.').map_or("", |(package, _)| package)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_is_of_the_packages_that_classes_share() {
        for (classes, pattern) in [
            (&["shop.Cart", "shop.Cart$Line"][..], "shop.*"),
            (&["com.acme.shop.Cart", "com.acme.desk.Desk"], "com.acme.*"),
            (&["com.acme.Cart", "com.google.gson.Gson"], "com.acme.*"),
            (&["shop.Cart", "tools.Desk"], "shop.*"),
            (&["Calc$Inner"], "Calc"),
            (&["Calc", "shop.Cart"], "Calc"),
            (&[], "org.example.*"),
        ] {
            assert_eq!(of(classes.iter().copied()), pattern, "{classes:?}");
        }
    }
}
