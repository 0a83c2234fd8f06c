//! Parses lists of processes.

/// The processes in a list whose command or environment contains this word. Shape: a process a line, starting
/// with its id.
pub fn having(list: &str, word: &str) -> impl Iterator<Item = i32> {
    list.lines().filter_map(move |line| {
        let mut words = line.split_whitespace();
        let pid = words.next()?.parse().ok()?;
        words.any(|other| other == word).then_some(pid)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_known_by_a_whole_word() {
        let list =
            "  12 java -cp a b.Main X=1 RUN=abc Y=2\n 13 java RUN=abcd\nPID RUN=abc\n\n140 sh RUN=abc\n";
        assert_eq!(having(list, "RUN=abc").collect::<Vec<_>>(), [12, 140]);
    }
}
