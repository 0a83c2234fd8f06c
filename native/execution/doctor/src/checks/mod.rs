//! The checks, a module each.

pub mod classes;
pub mod counts;
pub mod files;
pub mod nothing;
pub mod outside;
pub mod reports;
pub mod rows;
pub mod sources;
pub mod up_to_date;
pub mod whose;

/// Maximum number of names shown.
const SHOWN: usize = 5;

/// The first few names, and the number of the others.
fn some_of(names: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut names: Vec<_> = names.into_iter().collect();
    if names.len() > SHOWN {
        let more = names.len() - SHOWN;
        names.truncate(SHOWN);
        names.push(format!("and {} more", faultline_messages::words::number(more)));
    }
    names
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
}
