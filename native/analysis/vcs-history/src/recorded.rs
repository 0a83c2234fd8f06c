//! Histories recorded as text.

use std::collections::HashMap;

use crate::{Change, Commit, History, HistoryError};

impl History {
    /// Parses a recorded history: lines of tab-separated fields; `#` begins a comment.
    ///
    /// The first line is `begin` and a time. Commits follow, newest first: `c`, hash, parents (space-separated hashes, which
    /// may be missing from the record), committer time, author, 1 for a fix or 0. A commit's changes follow it: `d`, the
    /// letter, the path, and for `R` the new path. Errors: [`HistoryError::Recorded`].
    pub fn parse(text: &str) -> Result<Self, HistoryError> {
        let mut history = Self::default();
        let mut numbers: HashMap<String, u32> = HashMap::new();
        let mut has_begin = false;
        for (number, line) in (1..).zip(text.lines()) {
            let wrong = |reason| HistoryError::Recorded { line: number, reason };
            let fields: Vec<&str> = line.split('\t').collect();
            match fields[..] {
                _ if line.is_empty() || line.starts_with('#') => {}
                ["begin", time] => {
                    history.begin = time.parse().map_err(|_| wrong("the time is not a number"))?;
                    has_begin = true;
                }
                ["c", id, parents, time, author, fix] => {
                    let next = history.authors.len() as u32;
                    let author = *numbers.entry(author.to_owned()).or_insert_with(|| {
                        history.authors.push(author.to_owned());
                        next
                    });
                    history.commits.push(Commit {
                        id: id.to_owned(),
                        parents: parents.split_whitespace().count(),
                        time: time.parse().map_err(|_| wrong("the time is not a number"))?,
                        author,
                        is_fix: match fix {
                            "0" => false,
                            "1" => true,
                            _ => return Err(wrong("a fix is 1, and what is none is 0")),
                        },
                        merged_tag: false,
                        changes: Vec::new(),
                        units: Vec::new(),
                        lines: Vec::new(),
                    });
                }
                ["d", letter, ref paths @ ..] => {
                    let commit = history.commits.last_mut();
                    let commit = commit.ok_or_else(|| wrong("a change belongs to a commit"))?;
                    let change = change(letter, paths);
                    commit.changes.push(change.ok_or_else(|| wrong("it is not a change with its paths"))?);
                }
                _ => return Err(wrong("it is neither a commit nor a change")),
            }
        }
        if has_begin {
            Ok(history)
        } else {
            Err(HistoryError::Recorded { line: 1, reason: "it has no begin" })
        }
    }
}

fn change(letter: &str, paths: &[&str]) -> Option<Change> {
    Some(match (letter, paths) {
        ("A", [path]) => Change::Added((*path).into()),
        ("M", [path]) => Change::Modified((*path).into()),
        ("D", [path]) => Change::Deleted((*path).into()),
        ("T", [path]) => Change::Retyped((*path).into()),
        ("R", [from, to]) => Change::Renamed { from: (*from).into(), to: (*to).into() },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recorded_history_is_read() {
        let text = "# v1\nbegin\t100\nc\tb\ta c\t300\ta1\t1\nd\tR\tx y\tz\nd\tT\tlink\nc\ta\t\t200\ta0\t0\nd\tA\tx y\n";
        let history = History::parse(text).unwrap();
        assert_eq!((history.begin, history.commits.len()), (100, 2));
        assert_eq!(history.authors, ["a1", "a0"]);
        let [merge, root] = &history.commits[..] else { unreachable!() };
        assert!(merge.is_merge() && merge.is_fix && merge.time == 300 && merge.author == 0);
        assert_eq!(merge.changes[0], Change::Renamed { from: "x y".into(), to: "z".into() });
        assert_eq!(merge.changes[1].letter(), 'T');
        assert_eq!((root.parents, root.changes.len(), root.author), (0, 1, 1));
    }

    #[test]
    fn what_is_no_history_is_refused_with_its_line() {
        let refused = [
            ("", "line 1"),
            ("begin\tx", "line 1"),
            ("begin\t1\nd\tA\tx", "line 2"),
            ("begin\t1\nc\ta\t\t1\ta\t0\nd\tR\tx", "line 3"),
            ("begin\t1\nc\ta\t\t1\ta\t2", "line 2"),
            ("begin\t1\nhello", "line 2"),
        ];
        for (text, place) in refused {
            let error = History::parse(text).unwrap_err().to_string();
            assert!(error.contains(place), "{error}");
        }
    }
}
