//! Names near a mistyped one.

/// The candidates nearest to `name`, best first, at most `limit`; none that differ in more
/// than a third of their letters, unless one contains the other. Letter case does not count.
/// Cost: O(candidates * letters²).
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>, limit: usize) -> Vec<String> {
    let wanted: Vec<char> = name.to_lowercase().chars().collect();
    let mut near: Vec<(usize, &str)> = candidates
        .into_iter()
        .filter_map(|candidate| {
            let letters: Vec<char> = candidate.to_lowercase().chars().collect();
            Some((distance(&wanted, &letters)?, candidate))
        })
        .collect();
    near.sort_unstable();
    near.dedup();
    near.truncate(limit);
    near.into_iter().map(|(_, candidate)| candidate.to_owned()).collect()
}

/// How far two names are apart; `None` when too far to be worth suggesting.
fn distance(a: &[char], b: &[char]) -> Option<usize> {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let bound = long.len().div_ceil(3);
    // A part of a long name is a near match, but behind every typing error.
    if short.len() >= 3 && long.windows(short.len()).any(|part| part == short) {
        return Some((long.len() - short.len()).min(bound));
    }
    if long.len() - short.len() > bound {
        return None;
    }
    Some(edits(short, long)).filter(|&d| d <= bound)
}

/// Insertions, deletions, replacements and swaps of neighbours that lead from `a` to `b`.
fn edits(a: &[char], b: &[char]) -> usize {
    let mut before_last = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replace = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replace.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before_last[j - 2] + 1);
            }
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_swap_of_neighbours_is_one_edit() {
        let edits = |a: &str, b: &str| edits(&a.chars().collect::<Vec<_>>(), &b.chars().collect::<Vec<_>>());
        assert_eq!(edits("ochiai", "ohciai"), 1);
        assert_eq!(edits("kitten", "sitting"), 3);
        assert_eq!(edits("", "abc"), 3);
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
