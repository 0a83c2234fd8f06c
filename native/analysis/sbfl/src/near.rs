//! Finds names similar to a mistyped one.

use strsim::osa_distance;

/// Returns up to `limit` candidates nearest to `name`, best first; only those that differ in at most a third of their
/// letters, or contain each other. Letter case is ignored.
/// Cost: O(candidates * letters²).
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>, limit: usize) -> Vec<String> {
    let wanted = name.to_lowercase();
    let mut near: Vec<(usize, &str)> = candidates
        .into_iter()
        .filter_map(|candidate| Some((distance(&wanted, &candidate.to_lowercase())?, candidate)))
        .collect();
    near.sort_unstable();
    near.dedup();
    near.truncate(limit);
    near.into_iter().map(|(_, candidate)| candidate.to_owned()).collect()
}

/// The distance of two names in insertions, deletions, replacements and swaps of adjacent letters; `None` if they are too
/// different to suggest.
fn distance(a: &str, b: &str) -> Option<usize> {
    let letters = |name: &str| name.chars().count();
    let (short, long) = if letters(a) <= letters(b) { (a, b) } else { (b, a) };
    let (few, many) = (letters(short), letters(long));
    let bound = many.div_ceil(3);
    // A part of a long name matches, but ranks behind any typing error.
    if few >= 3 && long.contains(short) {
        return Some((many - few).min(bound));
    }
    if many - few > bound {
        return None;
    }
    Some(osa_distance(short, long)).filter(|&edits| edits <= bound)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_swap_of_neighbours_is_one_edit() {
        assert_eq!(distance("ochiai", "ohciai"), Some(1));
        assert_eq!(distance("kitten", "sitting"), Some(3));
        assert_eq!(distance("", "abc"), None);
    }

    #[test]
    fn the_nearest_names_come_first_and_far_ones_not_at_all() {
        let names = ["Ochiai", "Ochiai2", "Tarantula", "Jaccard"];
        assert_eq!(nearest("ochai", names, 3), ["Ochiai", "Ochiai2"]);
        assert_eq!(nearest("tarantulla", names, 3), ["Tarantula"]);
        assert!(nearest("zzz", names, 3).is_empty());
    }

    #[test]
    fn a_part_of_a_long_name_finds_it() {
        assert_eq!(
            nearest("FooTest#bar", ["org.example.app.FooTest#bar"], 3),
            ["org.example.app.FooTest#bar"]
        );
    }
}
