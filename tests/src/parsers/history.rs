//! The cache of a version history, and histories as text.

use faultline_vcs_history::{History, rewritten};

use super::recording::crc;

/// The heading of a cache.
const HEADING: &[u8] = b"faultline history 4\n";

/// A commit with changes of all kinds, two units and a number of lines.
fn commit(id: u8, length: u8) -> Vec<u8> {
    let text = |text: &str| [&(text.len() as u32).to_le_bytes(), text.as_bytes()].concat();
    let path = |letter: &[u8], path: &str| [letter, &text(path)].concat();
    let changes = [
        path(b"A", "src/A.java"),
        path(b"M", "b"),
        path(b"D", "c d"),
        path(b"T", "\u{e4}"),
        [path(b"R", "e"), text("f/g")].concat(),
    ];
    let number = |number: u32| number.to_le_bytes().to_vec();
    let units =
        [number(2), number(0), number(2), vec![0, 0], text("A"), vec![1, 2], text("A.m(int)")].concat();
    let lines = [number(2), number(7), number(u32::MAX)].concat();
    let id = [vec![length], vec![id; length.into()]].concat();
    [id, number(5), changes.concat(), units, lines].concat()
}

/// Caches without heading and checksum; and a history as text.
pub(super) fn seeds() -> Vec<Vec<u8>> {
    let text = "# by hand\nbegin\t1\nc\ta\tb c\t20\tjo\t1\nd\tM\tsrc/A.java\nd\tR\te\tf\nc\tb\t\t10\tal\t0\nd\tA\te\n";
    vec![Vec::new(), commit(1, 20), [commit(2, 20), commit(3, 20)].concat(), text.into()]
}

/// Adds heading and correct checksum to a cache first: otherwise nothing behind them is tested. A readable cache is written and
/// reads the same; a history as text is accepted, or refused with its line.
pub(super) fn check(data: &[u8]) -> bool {
    assert!(rewritten(data).is_none() || data.starts_with(HEADING));
    let written = rewritten(&[HEADING, &crc(data).to_le_bytes(), data].concat());
    if let Some(written) = &written {
        assert_eq!(rewritten(written).as_ref(), Some(written), "what was written is read the same");
        assert!(written.len() <= HEADING.len() + 4 + data.len(), "more is written than was read");
    }
    let text = String::from_utf8_lossy(data);
    let history = History::parse(&text);
    if let Err(error) = &history {
        assert!(error.to_string().contains(|c: char| c.is_ascii_digit()), "it names no line: {error}");
    }
    written.is_some() || history.is_ok()
}
