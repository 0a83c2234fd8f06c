//! Compares the recorder's counters with the rows that it wrote.

use faultline_messages::words::{counted, number};
use faultline_spectrum::Recording;

use super::super::case::Case;
use super::super::finding::{Code, Finding};

/// Reports rows that are missing although the JVM saw their tests; needs no reports of the build.
pub fn check(case: &Case) -> Option<Finding> {
    let wrong: Vec<_> = case.recordings.iter().flat_map(of_one).collect();
    (!wrong.is_empty()).then(|| {
        Finding::new(
            Code::RowsMiscounted,
            "the recorder counted other tests than it wrote rows for",
            "run the tests again; if it happens again, report it with this sentence: your settings do not cause it",
        )
        .with(super::some_of(wrong))
    })
}

/// Contradictions between the counters of one JVM; empty for recorders that do not count, or were killed.
fn of_one(recording: &Recording) -> Vec<String> {
    let of = |name: &str| {
        let found = recording.counts.iter().filter(|(known, _)| known == name);
        found.map(|(_, value)| *value).sum::<u64>()
    };
    let place = format!("pid {}", recording.origin.pid);
    let (started, ended, cut_off) = (of("tests started"), of("tests ended"), of("tests cut off"));
    let mut wrong = Vec::new();
    if started != ended + cut_off {
        let open = format!("{} started, {} ended", tests(started), number_of(ended));
        wrong.push(format!("{place}: {open}, {} cut off by the end of the JVM", number_of(cut_off)));
    }
    let (announced, rows, inside) = (
        of("tests announced by the platform"),
        of("tests announced by the platform that got a row"),
        of("tests announced by the platform inside tests"),
    );
    if announced != rows + inside {
        let told = format!("the JUnit Platform announced {}", tests(announced));
        let other = format!("{} inside other tests, which are parts of those", number_of(inside));
        wrong.push(format!("{place}: {told}, {other}, and {} got a row", number_of(rows)));
    }
    wrong
}

fn tests(count: u64) -> String {
    counted(usize::try_from(count).unwrap_or(usize::MAX), "test")
}

fn number_of(count: u64) -> String {
    number(usize::try_from(count).unwrap_or(usize::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recording(counts: &[(&str, u64)]) -> Recording {
        let counts = counts.iter().map(|&(name, value)| (name.to_owned(), value)).collect();
        Recording { counts, sealed: true, ..Recording::default() }
    }

    #[test]
    fn numbers_that_agree_and_recordings_without_numbers_are_fine() {
        assert!(of_one(&recording(&[])).is_empty());
        let counts = [
            ("tests started", 5),
            ("tests ended", 4),
            ("tests cut off", 1),
            ("tests announced by the platform", 4),
            ("tests announced by the platform that got a row", 3),
            ("tests announced by the platform inside tests", 1),
        ];
        assert!(of_one(&recording(&counts)).is_empty());
    }

    #[test]
    fn a_test_that_was_announced_and_got_no_row_is_told() {
        let wrong = of_one(&recording(&[
            ("tests announced by the platform", 24),
            ("tests announced by the platform that got a row", 17),
        ]));
        assert_eq!(wrong.len(), 1);
        assert!(wrong[0].contains("announced 24 tests") && wrong[0].contains("17 got a row"), "{wrong:?}");
    }

    #[test]
    fn a_test_that_neither_ended_nor_was_cut_off_is_told() {
        let wrong = of_one(&recording(&[("tests started", 2), ("tests ended", 1)]));
        assert_eq!(wrong, ["pid 0: 2 tests started, 1 ended, 0 cut off by the end of the JVM"]);
    }
}
