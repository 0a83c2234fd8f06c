//! The example in `docs/file-format.md` against the code.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::path::Path;

use faultline_format::{ClassParts, FixtureParts, NoteKind, Seal, TestParts, Writer, read_bytes};
use faultline_spectrum::{Charge, Failure, Frame, Moment, Origin, Outcome, RecordedDetails};

/// The bytes of the `hex` block: `offset: bytes ; comment`.
fn documented() -> Vec<u8> {
    let page = include_str!("../../../docs/file-format.md");
    let block = page.split("```hex\n").nth(1).unwrap().split("```").next().unwrap();
    let mut bytes = Vec::new();
    for line in block.lines() {
        let code = line.split(';').next().unwrap();
        let Some((offset, hex)) = code.split_once(':') else { continue };
        assert_eq!(usize::from_str_radix(offset, 16).unwrap(), bytes.len(), "the offset of: {line}");
        bytes.extend(hex.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).unwrap()));
    }
    bytes
}

fn written() -> Vec<u8> {
    let origin = Origin {
        started_ns: 1_700_000_000_000_000_000,
        nonce: 0x0123_4567_89ab_cdef,
        pid: 4242,
        description: "JDK 17".into(),
    };
    let mut writer = Writer::new(Vec::new(), &origin).unwrap();
    writer
        .class(&ClassParts {
            id: 0,
            name: "a.B",
            source_file: Some("B.java"),
            hash: 0x1122_3344_5566_7788,
            location: "",
            methods: &[("foo", "()V")],
            slots: &[(0, 12), (0, 13)],
        })
        .unwrap();
    let details = RecordedDetails {
        class: 0,
        superclass: Some("a.A".into()),
        owners: vec!["a.C".into()],
        uses: vec![(1, 0)],
        debug: None,
    };
    writer.details(&details).unwrap();
    writer
        .fixture(&FixtureParts {
            id: 0,
            moment: Moment::Before,
            unique_id: "a.T",
            class: "a.T",
            method: "",
            words: &[1, 0b1],
        })
        .unwrap();
    writer.charge(0, &[0]).unwrap();
    let frame = Frame { class: "a.B".into(), method: "foo".into(), line: 13 };
    writer
        .test(&TestParts {
            sequence: 0,
            unique_id: "a.T#foo",
            class: "a.T",
            method: "foo",
            outcome: Outcome::Failed,
            duration_ns: 1000,
            overlapped: false,
            failure: Some(&Failure { exception: "a.Oops".into(), frames: vec![frame], thrown: None }),
            words: &[1, 0b11],
        })
        .unwrap();
    writer.initialiser(0, &[1, 0b1]).unwrap();
    writer.refusal("a.Odd", "no code").unwrap();
    writer.seal(&Seal { counters: &[("late", 2)], messages: &[] }).unwrap();
    writer.get_ref().clone()
}

#[test]
fn the_documented_bytes_are_the_bytes_that_are_written() {
    assert_eq!(documented(), written());
}

#[test]
fn the_documented_bytes_are_read_as_the_page_says() {
    let (recording, notes) = read_bytes(Path::new("example.flt"), &documented()).unwrap();
    assert_eq!(recording.tests[0].coverage.slots().collect::<Vec<_>>(), [(0, 0), (0, 1)]);
    assert_eq!(recording.classes[0].slots, [(0, 12), (0, 13)]);
    assert_eq!(recording.details[0].superclass.as_deref(), Some("a.A"));
    assert_eq!(recording.fixtures[0].moment, Moment::Before);
    assert_eq!(recording.charges, [Charge { test: 0, fixtures: vec![0] }]);
    assert!(recording.sealed);
    assert_eq!(notes[0].kind, NoteKind::Counter { name: "late".into(), value: 2 });
}
