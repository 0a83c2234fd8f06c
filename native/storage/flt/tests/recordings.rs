//! Recordings: round trips, and incomplete files.

use std::cell::Cell;
use std::io::{self, Write};
use std::path::Path;

use crate::sample::{Folder, bytes, frames, recording, repair};
use faultline_flt::{FormatError, Note, NoteKind, Seal, TestParts, Writer, read, read_bytes, read_dir};
use faultline_spectrum::{Origin, Outcome, PairVerdict, Recording};
use proptest::prelude::*;

const PATH: &str = "a.flt";

fn parse(file: &[u8]) -> Result<(Recording, Vec<Note>), FormatError> {
    read_bytes(Path::new(PATH), file)
}

fn kinds(notes: Vec<Note>) -> Vec<NoteKind> {
    notes.into_iter().map(|note| note.kind).collect()
}

proptest! {
    #[test]
    fn every_recording_comes_back(seed: u64, classes in 0..12_u32, tests in 0..12_u32) {
        let recording = recording(seed, classes, tests);
        let (back, notes) = parse(&bytes(&recording)).unwrap();
        prop_assert_eq!(back, recording);
        prop_assert_eq!(notes, vec![]);
    }

    #[test]
    fn every_truncation_keeps_all_whole_records(seed: u64, cut: prop::sample::Index) {
        let recording = recording(seed, 4, 6);
        let file = bytes(&recording);
        let cut = cut.index(file.len());
        let whole = frames(&file).unwrap().into_iter().filter(|&end| end <= cut).count();
        let (back, notes) = parse(&file[..cut]).unwrap();
        // Frames: origin, 4 classes, a table of elements, 8 outcomes, 6 paths, 2 details, 2 initialisers, 2
        // fixtures, 6 charges, 6 tests, refusal, failed initialiser, failed by, partly, sizes, background, launch, environment, loaded;
        // about mutants: class, 6 tests, 6 probes, 6 verdicts, unusable, stage; seal.
        let records = whole.saturating_sub(1);
        prop_assert_eq!(back.classes.len(), records.saturating_sub(1).min(4));
        prop_assert_eq!(&back.tests[..], &recording.tests[..records.saturating_sub(32).min(6)]);
        let on_boundary = frames(&file).unwrap().contains(&cut) && cut > 16;
        prop_assert_eq!(notes.is_empty(), on_boundary, "cut at {}: {:?}", cut, notes);
    }
}

/// A writer that counts calls; from a given call on, each writes half of its input and then fails.
struct Failing<'a> {
    calls: &'a Cell<usize>,
    fail_from: usize,
    written: Vec<u8>,
}

impl Write for Failing<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.calls.set(self.calls.get() + 1);
        if self.calls.get() > self.fail_from {
            return Err(io::Error::from(io::ErrorKind::StorageFull));
        }
        let n = if self.calls.get() == self.fail_from { bytes.len() / 2 } else { bytes.len() };
        self.written.extend_from_slice(&bytes[..n]);
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn every_record_is_one_write_and_the_origin_goes_with_the_header() {
    let calls = Cell::new(0);
    let recording = recording(2, 5, 7);
    let out = Failing { calls: &calls, fail_from: usize::MAX, written: Vec::new() };
    let mut writer = Writer::new(out, &recording.origin).unwrap();
    assert_eq!(calls.get(), 1);
    writer.recording(&recording).unwrap();
    let of_elements = 1 + (2 + 7) + 7;
    assert_eq!(
        calls.get(),
        1 + 5 + of_elements + 2 + 2 + 2 + 7 + 7 + 1 + 1 + 1 + 1 + 3 + 2 + 1 + (1 + 7 + 7 + 7 + 1 + 1)
    );
    assert_eq!(writer.get_ref().written, bytes(&recording));
}

#[test]
fn after_a_failed_write_nothing_more_is_written_and_the_file_is_only_torn() {
    let calls = Cell::new(0);
    let recording = recording(3, 2, 4);
    let out = Failing { calls: &calls, fail_from: 3, written: Vec::new() };
    let mut writer = Writer::new(out, &recording.origin).unwrap();
    writer.class(&recording.classes[0]).unwrap();
    assert!(writer.class(&recording.classes[1]).is_err());
    let so_far = calls.get();
    assert!(writer.recorded_test(&recording.tests[0]).is_err());
    assert_eq!(calls.get(), so_far);
    let (back, notes) = parse(&writer.get_ref().written).unwrap();
    assert_eq!(back.classes, recording.classes[..1]);
    assert!(matches!(kinds(notes)[..], [NoteKind::TornTail { .. }]));
}

#[test]
fn a_file_is_appended_to_and_never_written_over() {
    let folder = Folder::new("append");
    let path = folder.0.join(PATH);
    let recording = recording(4, 2, 2);
    let mut writer = Writer::create(&path, &recording.origin).unwrap();
    assert!(Writer::create(&path, &recording.origin).is_err());
    writer.recording(&recording).unwrap();
    assert_eq!(read(&path).unwrap(), (recording, vec![]));
}

#[test]
fn a_folder_is_read_in_the_order_of_names_and_only_our_files_of_it() {
    let folder = Folder::new("folder");
    let recordings = [recording(5, 1, 1), recording(6, 2, 2)];
    std::fs::write(folder.0.join("b.flt"), bytes(&recordings[1])).unwrap();
    std::fs::write(folder.0.join("a.flt"), bytes(&recordings[0])).unwrap();
    std::fs::write(folder.0.join("c.flt"), b"").unwrap();
    std::fs::write(folder.0.join("notes.txt"), b"not ours").unwrap();
    std::fs::create_dir(folder.0.join("d.flt")).unwrap();
    let (read, notes) = read_dir(&folder.0).unwrap();
    assert_eq!(read, recordings);
    assert_eq!(kinds(notes), [NoteKind::Empty]);
    assert!(matches!(read_dir(&folder.0.join("missing")), Err(FormatError::Io { .. })));
}

#[test]
fn a_flipped_bit_anywhere_is_an_error_that_names_the_record() {
    // The zeros at the end of a seal look like those of a crash if they extend past a multiple of 512 bytes.
    let last_frame_in_block = |file: &Vec<u8>| {
        let starts = frames(file).unwrap();
        starts[starts.len() - 2] / 512 == file.len() / 512
    };
    let file = (7..99).map(|seed| bytes(&recording(seed, 2, 3))).find(last_frame_in_block).unwrap();
    let starts = frames(&file).unwrap();
    for at in 0..file.len() {
        let mut damaged = file.clone();
        damaged[at] ^= 1 << (at % 8);
        let expected = starts.iter().rev().find(|&&start| start <= at).copied();
        match (parse(&damaged), expected) {
            (Err(FormatError::Corrupt { offset, .. }), Some(start)) => assert_eq!(offset, start as u64),
            (Err(FormatError::Corrupt { offset: 0, .. } | FormatError::NotFaultline { .. }), None) => {}
            (other, _) => panic!("byte {at}: {other:?}"),
        }
    }
}

#[test]
fn a_tail_of_zeros_after_a_crash_is_ignored_with_a_note() {
    let recording = recording(8, 2, 3);
    let mut file = bytes(&recording);
    let length = file.len() as u64;
    file.resize(8192, 0);
    let (back, notes) = parse(&file).unwrap();
    assert_eq!(back, recording);
    assert_eq!(kinds(notes), [NoteKind::ZeroTail { offset: length, bytes: 8192 - length }]);
}

#[test]
fn a_file_without_a_record_is_empty_with_a_note() {
    let file = bytes(&recording(9, 0, 0));
    for file in [&file[..0], &file[..5], &file[..16], &file[..20], &[0; 600]] {
        let (back, notes) = parse(file).unwrap();
        assert_eq!(back, Recording::default());
        assert!(kinds(notes).contains(&NoteKind::Empty));
    }
}

/// The file with one frame edited and its checksums corrected.
fn edited(file: &[u8], frame: usize, edit: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let starts = frames(file).unwrap();
    let mut changed = file[starts[frame]..starts[frame + 1]].to_vec();
    edit(&mut changed);
    repair(&mut changed);
    [&file[..starts[frame]], &changed, &file[starts[frame + 1]..]].concat()
}

fn with_version(file: &[u8], major: u8, minor: u8) -> Vec<u8> {
    let mut file = file.to_vec();
    (file[8], file[10]) = (major, minor);
    let check = crc32fast::hash(&file[..12]);
    file[12..16].copy_from_slice(&check.to_le_bytes());
    file
}

#[test]
fn unknown_kinds_are_skipped_in_a_newer_minor_version_and_refused_in_ours() {
    let recording = recording(10, 2, 3);
    // Before the refusal: origin, 2 classes, 9 about elements, 2 details, 2 initialisers, 2 fixtures, 3 charges, 3 tests.
    let file = edited(&bytes(&recording), 24, |frame| frame[0] = 99);
    let message = parse(&file).unwrap_err().to_string();
    assert!(message.contains("version 1.9 has no records of kind 99"), "{message}");
    let (back, notes) = parse(&with_version(&file, 1, 10)).unwrap();
    assert_eq!(back, Recording { refusals: vec![], ..recording });
    assert_eq!(kinds(notes), [NoteKind::UnknownRecords { kind: 99, count: 1 }]);
}

#[test]
fn an_older_minor_version_is_refused_with_one_sentence() {
    let error = parse(&with_version(&bytes(&recording(12, 2, 2)), 1, 5)).unwrap_err();
    assert!(matches!(error, FormatError::OlderVersion { .. }), "{error}");
    assert_eq!(
        error.to_string(),
        "a.flt has format version 1.5, older than this program reads (1.6 and later): record again"
    );
}

#[test]
fn a_record_with_texts_whose_forerunner_is_missing_is_refused() {
    let file = bytes(&recording(22, 3, 2));
    let starts = frames(&file).unwrap();
    let without_a_class = [&file[..starts[2]], &file[starts[3]..]].concat();
    let message = parse(&without_a_class).unwrap_err().to_string();
    assert!(message.contains("a record with texts before it is missing"), "{message}");
}

#[test]
fn kinds_of_sites_and_of_owners_that_do_not_exist_are_refused() {
    let elements = recording(21, 1, 1).elements;
    let mut writer = Writer::new(Vec::new(), &Origin::default()).unwrap();
    writer.elements(&elements.tables[0]).unwrap();
    // Behind the texts, the numbers of the table, of its class and of its sites, and the first one's method and line.
    let file = edited(writer.get_ref(), 1, |frame| frame[16 + (2 + 8 + 2) + (3 + 1 + 1) + 2] = 7);
    let message = parse(&file).unwrap_err().to_string();
    assert!(message.contains("7 is no kind of site"), "{message}");
    let mut writer = Writer::new(Vec::new(), &Origin::default()).unwrap();
    writer.outcomes(elements.hits[0].owner, elements.hits[0].coverage.words()).unwrap();
    let file = edited(writer.get_ref(), 1, |frame| frame[16] = 3);
    let message = parse(&file).unwrap_err().to_string();
    assert!(message.contains("3 is no kind of owner of outcomes"), "{message}");
}

#[test]
fn a_drift_takes_the_last_verdicts_of_its_test_away_while_the_file_is_read() {
    let mut writer = Writer::new(Vec::new(), &Origin::default()).unwrap();
    let verdict = |test, mutant| PairVerdict { test, class: 1, mutant, ..PairVerdict::default() };
    for (test, mutant) in [(1, 0), (1, 1), (2, 0), (1, 2)] {
        writer.verdict(&verdict(test, mutant)).unwrap();
    }
    writer.drift(1, 2).unwrap();
    writer.verdict(&verdict(1, 2)).unwrap();
    let (back, _) = parse(writer.get_ref()).unwrap();
    assert_eq!(back.mutation.verdicts, [verdict(1, 0), verdict(2, 0), verdict(1, 2)]);
}

#[test]
fn a_launch_and_a_class_with_mutants_may_be_repeated_as_they_are_but_not_changed() {
    let recording = recording(17, 2, 1);
    let (mut launch, mut class) = (recording.launch.clone().unwrap(), recording.mutation.classes[0].clone());
    let mut writer = Writer::new(Vec::new(), &recording.origin).unwrap();
    for _ in 0..2 {
        writer.launch(&launch).unwrap();
        writer.mutated_class(&class).unwrap();
    }
    let (back, _) = parse(writer.get_ref()).unwrap();
    assert_eq!((back.launch.as_ref(), &back.mutation.classes[..]), (Some(&launch), &[class.clone()][..]));
    launch.folder = "/elsewhere".into();
    class.name = "org.x.Other".into();
    let mut other = Writer::new(Vec::new(), &recording.origin).unwrap();
    other.launch(recording.launch.as_ref().unwrap()).unwrap();
    other.launch(&launch).unwrap();
    let message = parse(other.get_ref()).unwrap_err().to_string();
    assert!(message.contains("a second launch, unlike the first"), "{message}");
    writer.mutated_class(&class).unwrap();
    let message = parse(writer.get_ref()).unwrap_err().to_string();
    assert!(
        message.contains("class with mutants number 1 is org.x.Other and, earlier, org.x.Class0"),
        "{message}"
    );
}

#[test]
fn codes_of_verdicts_and_methods_of_mutants_that_do_not_exist_are_refused() {
    let mut writer = Writer::new(Vec::new(), &Origin::default()).unwrap();
    writer.verdict(&PairVerdict::default()).unwrap();
    for (at, what) in [(12, "no verdict with code 7"), (13, "no reason with code 7")] {
        let file = edited(writer.get_ref(), 1, |frame| frame[16 + at] = 7);
        let message = parse(&file).unwrap_err().to_string();
        assert!(message.contains(what), "{message}");
    }
    let mut class = recording(20, 1, 1).mutation.classes.remove(0);
    class.mutants[3].method = 1;
    writer.mutated_class(&class).unwrap();
    let message = parse(writer.get_ref()).unwrap_err().to_string();
    assert!(message.contains("a mutant of class org.x.Class0 belongs to a method"), "{message}");
}

#[test]
fn a_newer_major_version_is_refused_with_one_sentence() {
    let file = with_version(&bytes(&recording(11, 1, 1)), 2, 1);
    let error = parse(&file).unwrap_err();
    assert!(matches!(&error, FormatError::NewerVersion { version, .. } if version == "2.1"), "{error}");
    assert_eq!(error.to_string().lines().count(), 1);
}

#[test]
fn a_damaged_record_says_file_place_and_what_to_do() {
    let mut file = bytes(&recording(12, 1, 1));
    let at = frames(&file).unwrap()[1];
    file[at + 20] ^= 1;
    let message = parse(&file).unwrap_err().to_string();
    let expected = format!(
        "a.flt: the record at byte {at} is damaged (its checksum is wrong): delete the file and run the tests again"
    );
    assert_eq!(message, expected);
}

#[test]
fn the_origin_comes_first_and_a_second_one_must_be_the_same() {
    let (one, two) = (bytes(&recording(13, 1, 1)), bytes(&recording(14, 1, 1)));
    let (starts, ends) = (frames(&one).unwrap(), frames(&two).unwrap());
    let origin = &one[starts[0]..starts[1]];
    let (back, _) = parse(&[&one[..], origin].concat()).unwrap();
    assert_eq!(back.origin.started_ns, 13);
    let message = parse(&[&one[..], &two[ends[0]..ends[1]]].concat()).unwrap_err().to_string();
    assert!(message.contains("a second origin, unlike the first"), "{message}");
    let message = parse(&[&one[..16], &one[starts[1]..]].concat()).unwrap_err().to_string();
    assert!(message.contains("byte 16") && message.contains("not an origin"), "{message}");
}

#[test]
fn a_class_may_be_repeated_as_it_is_but_not_redefined() {
    let mut recording = recording(15, 2, 1);
    let class = recording.classes[0].clone();
    recording.classes.push(class.clone());
    let (back, notes) = parse(&bytes(&recording)).unwrap();
    assert_eq!((back.classes.len(), notes), (2, vec![]));
    recording.classes[2].name = "org.x.Other".into();
    let message = parse(&bytes(&recording)).unwrap_err().to_string();
    assert!(message.contains("class number 0 is org.x.Other and, earlier, org.x.Class0"), "{message}");
}

#[test]
fn a_test_may_come_before_its_class_because_files_of_one_jvm_share_classes() {
    let mut recording = recording(16, 2, 3);
    let classes = std::mem::take(&mut recording.classes);
    let (back, _) = parse(&bytes(&recording)).unwrap();
    assert_eq!(back, recording);
    assert!(!classes.is_empty() && !back.tests.is_empty());
}

#[test]
fn a_slot_of_a_method_that_is_not_there_is_refused() {
    let mut recording = recording(18, 1, 0);
    recording.classes[0].slots.push((99, 1));
    let message = parse(&bytes(&recording)).unwrap_err().to_string();
    assert!(message.contains("a method that the class does not have"), "{message}");
}

#[test]
fn coverage_that_does_not_fit_together_is_not_written() {
    for words in [vec![5_u64], vec![1 << 32, 1 << 32], vec![2 << 32, 1 << 32]] {
        let mut writer = Writer::new(Vec::new(), &Origin::default()).unwrap();
        let refused = writer.initialiser(0, &words).unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::InvalidInput, "{words:?}");
    }
}

#[test]
fn counters_that_are_not_zero_and_all_messages_of_a_seal_become_notes() {
    let mut writer = Writer::new(Vec::new(), &Origin::default()).unwrap();
    let counters = [("internal errors", 3), ("late tests", 0)];
    writer.seal(&Seal { counters: &counters, messages: &["the disk was full"] }).unwrap();
    let (back, notes) = parse(writer.get_ref()).unwrap();
    assert!(back.sealed);
    let counter = NoteKind::Counter { name: "internal errors".into(), value: 3 };
    assert_eq!(kinds(notes), [counter, NoteKind::Message("the disk was full".into())]);
}

#[test]
fn a_seal_that_counts_other_records_than_there_are_becomes_a_note() {
    // Without background records: they follow the tests, and their texts depend on the preceding ones.
    let recording = Recording { background: vec![], ..recording(19, 2, 3) };
    let file = bytes(&recording);
    let starts = frames(&file).unwrap();
    let without_last_test = [&file[..starts[23]], &file[starts[24]..]].concat();
    let (_, notes) = parse(&without_last_test).unwrap();
    assert_eq!(kinds(notes), [NoteKind::Incomplete { sealed: (2, 3), found: (2, 2) }]);
}

#[test]
fn flags_that_do_not_exist_are_refused() {
    let mut writer = Writer::new(Vec::new(), &Origin::default()).unwrap();
    writer
        .test(&TestParts {
            sequence: 0,
            unique_id: "",
            class: "",
            method: "",
            outcome: Outcome::Skipped,
            duration_ns: 0,
            overlapped: false,
            failure: None,
            words: &[],
        })
        .unwrap();
    // Frame header, no texts, sequence, three empty texts.
    let file = edited(writer.get_ref(), 1, |frame| frame[16 + 2 + 1 + 3] = 16);
    let message = parse(&file).unwrap_err().to_string();
    assert!(message.contains("a test has no flags 16"), "{message}");
}

/// The result of reading a file, in a form that can be compared even for errors.
fn outcome(read: Result<(Recording, Vec<Note>), FormatError>) -> Result<(Recording, Vec<NoteKind>), String> {
    read.map(|(recording, notes)| (recording, kinds(notes))).map_err(|error| error.to_string())
}

#[test]
fn a_file_read_in_pieces_is_that_file_wherever_it_ends_or_is_damaged() {
    let folder = Folder::new("pieces");
    let path = folder.0.join("a.flt");
    let whole = bytes(&recording(7, 60, 3_000));
    assert!(whole.len() > 3 << 18, "several pieces: {}", whole.len());
    let same = |file: &[u8], what: &str| {
        std::fs::write(&path, file).unwrap();
        assert!(outcome(read(&path)) == outcome(read_bytes(&path, file)), "{what}");
    };
    same(&whole, "as it is");
    let step = whole.len() / 23;
    for at in (0..whole.len()).step_by(step) {
        same(&whole[..at], &format!("cut at {at}"));
        let mut damaged = whole.clone();
        damaged[at] ^= 4;
        same(&damaged, &format!("changed at {at}"));
        damaged.clone_from(&whole);
        damaged[at..].fill(0);
        same(&damaged, &format!("zeros from {at}"));
        damaged.resize(whole.len() + 300_000, 0);
        same(&damaged, &format!("more zeros from {at}"));
    }
    // A record longer than a piece.
    let mut long = recording(8, 3, 3);
    long.tests[0].unique_id = "x".repeat(1_500_000);
    let long = bytes(&long);
    same(&long, "a long record");
    same(&long[..long.len() / 2], "half of a long record");
    same(&vec![0; 600_000], "zeros alone");
    let mut foreign = vec![0; 600_000];
    foreign[599_999] = 1;
    same(&foreign, "zeros and something else");
    same(b"", "nothing");
}

/// A search of all tests per record, from the last one, is quadratic: 8 MB took 5 seconds, this would take
/// hours.
#[test]
fn records_about_the_first_of_many_tests_are_read_in_linear_time() {
    const MANY: u32 = 300_000;
    let mut writer = Writer::new(Vec::new(), &Origin::default()).unwrap();
    for sequence in 0..MANY {
        writer.test(&TestParts { sequence, ..nameless() }).unwrap();
    }
    for _ in 0..MANY {
        writer.display(0, "again").unwrap();
    }
    let file = writer.get_ref().clone();
    let (send, receive) = std::sync::mpsc::channel();
    std::thread::spawn(move || send.send(parse(&file).unwrap().0.tests[0].display.clone()));
    let display = receive.recv_timeout(std::time::Duration::from_mins(1)).expect("reading is not linear");
    assert_eq!(display, "again");
}

/// A test without names.
fn nameless() -> TestParts<'static> {
    TestParts {
        sequence: 0,
        unique_id: "",
        class: "",
        method: "",
        outcome: Outcome::Passed,
        duration_ns: 0,
        overlapped: false,
        failure: None,
        words: &[],
    }
}
