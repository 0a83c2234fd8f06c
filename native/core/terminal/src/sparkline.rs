//! Sparklines: one-line charts of numbers over time.

/// Blocks in ascending height.
const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Counts the times in each of equal parts of a span; times outside are counted in the first or last part.
/// Panics: `parts` is 0.
pub fn counts(times: &[i64], span: [i64; 2], parts: usize) -> Vec<usize> {
    let mut counts = vec![0; parts];
    let [first, last] = span.map(i128::from);
    let length = (last - first).max(1);
    for &time in times {
        let since = (i128::from(time) - first).clamp(0, length);
        counts[((since * parts as i128 / length) as usize).min(parts - 1)] += 1;
    }
    counts
}

/// One block per count, with a height relative to `highest`, the highest count of all sparklines; 0 is a
/// blank.
pub fn line(counts: &[usize], highest: usize) -> String {
    let block = |&count: &usize| match count {
        0 => ' ',
        _ => BLOCKS[((count * BLOCKS.len()).div_ceil(highest.max(count)) - 1).min(BLOCKS.len() - 1)],
    };
    counts.iter().map(block).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_counted_by_equal_parts_of_their_span() {
        assert_eq!(counts(&[0, 1, 2, 9, 10], [0, 10], 5), [2, 1, 0, 0, 2]);
        assert_eq!(counts(&[-5, 50], [0, 10], 2), [1, 1], "clocks may be wrong");
        assert_eq!(counts(&[7, 7], [7, 7], 3), [2, 0, 0], "a single commit");
        assert_eq!(counts(&[i64::MIN, i64::MAX], [i64::MIN, i64::MAX], 2), [1, 1]);
    }

    #[test]
    fn the_highest_count_is_a_whole_block_and_one_is_seen_beside_it() {
        assert_eq!(line(&[0, 1, 4, 8], 8), " ▁▄█");
        assert_eq!(line(&[1, 100], 100), "▁█");
        assert_eq!(line(&[1, 1], 1), "██");
        assert_eq!(line(&[0, 0], 0), "  ");
    }
}
