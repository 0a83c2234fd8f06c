//! What is looked for, each kind in a module of its own.

pub mod classes;
pub mod counts;
pub mod files;
pub mod nothing;
pub mod reports;
pub mod rows;
pub mod sources;
pub mod up_to_date;

/// Names that are shown of many.
const SHOWN: usize = 5;

/// The first few names and how many more there are.
fn some_of(names: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut names: Vec<_> = names.into_iter().collect();
    if names.len() > SHOWN {
        let more = names.len() - SHOWN;
        names.truncate(SHOWN);
        names.push(format!("and {} more", crate::words::number(more)));
    }
    names
}

/// The class around nested ones: `org.x.Foo` of `org.x.Foo$Bar$1`.
fn outermost(class: &str) -> &str {
    let start = class.rfind('.').map_or(0, |dot| dot + 1);
    // A `$` at the very start belongs to the name.
    class[start..]
        .char_indices()
        .skip(1)
        .find(|&(_, c)| c == '$')
        .map_or(class, |(at, _)| &class[..start + at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_names_are_cut_and_the_rest_is_counted() {
        let names = |count: usize| some_of((0..count).map(|n| n.to_string()));
        assert_eq!(names(5).len(), 5);
        assert_eq!(names(8), ["0", "1", "2", "3", "4", "and 3 more"]);
    }

    #[test]
    fn a_dollar_at_the_start_of_a_name_is_part_of_it() {
        assert_eq!(outermost("org.x.Foo$Bar$1"), "org.x.Foo");
        assert_eq!(outermost("org.x.$Gen"), "org.x.$Gen");
    }
}
