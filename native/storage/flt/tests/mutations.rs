//! Seeded mutations of recordings: every one is read or refused, without a panic, and within memory bounded
//! by the file's size.

#![allow(clippy::unwrap_used, reason = "these are tests")]

mod sample;

use std::path::Path;

use allocation_counter::measure;
use faultline_flt::{FormatError, Key, Seal, TestParts, Writer, read_bytes};
use faultline_spectrum::{
    ClassDetails, ClassFile, ElementOwner, ElementTable, Failure, Frame, InitialiserPolicy, Launch,
    LoadedTests, Mutant, MutatedClass, Origin, Outcome, PairVerdict, Probe, ProbedClass, RecordedClass,
    RecordedDetails, RecordedMethod, Site, SiteKind, Spectrum,
};
use sample::{Numbers, bytes, frames, recording, repair};

const MUTATIONS: u64 = 12_000;
/// Limit on allocated bytes in total, including freed ones, per byte of the file.
const FACTOR: usize = 64;
/// Constant part of the limit: serde reserves up to 1 MiB for a sequence before it reads its elements.
const FLOOR: usize = 2 << 20;
/// Lengths, indices and codes that are likely to cause failures.
const ODD: [u64; 10] = [0, 1, 7, 255, 1 << 16, (1 << 31) - 1, u32::MAX as u64, 1 << 32, 1 << 63, u64::MAX];

#[test]
fn every_mutation_is_read_or_refused_within_bounded_memory() {
    let corpus: Vec<Vec<u8>> = [(0, 0), (1, 1), (4, 6), (12, 30)]
        .iter()
        .zip(100..)
        .map(|(&(classes, tests), seed)| bytes(&recording(seed, classes, tests)))
        .chain([described()])
        .collect();
    let (mut read, mut refused, mut semantic) = (0, 0, 0);
    for seed in 0..MUTATIONS {
        let mut numbers = Numbers(seed);
        let file = mutate(&corpus, &mut numbers);
        let mut result = None;
        let allocated = bytes_allocated(|| {
            result = std::panic::catch_unwind(|| read_bytes(Path::new("m.flt"), &file)).ok();
        });
        let Some(result) = result else { panic!("the mutation of seed {seed} panics") };
        assert!(allocated <= FACTOR * file.len() + FLOOR, "seed {seed}: {allocated} bytes of {}", file.len());
        match result {
            Ok((recording, _)) => {
                read += 1;
                let merged =
                    std::panic::catch_unwind(|| Spectrum::merge(&[recording], InitialiserPolicy::All));
                assert!(merged.is_ok(), "merging the mutation of seed {seed} panics");
            }
            Err(FormatError::Corrupt { what, .. }) if !what.contains("checksum") => semantic += 1,
            Err(_) => refused += 1,
        }
    }
    for (name, file) in packed() {
        let allocated = bytes_allocated(|| drop(read_bytes(Path::new("p.flt"), &file).unwrap()));
        assert!(
            file.len() > 500_000 && allocated <= FACTOR * file.len() + FLOOR,
            "{name}: {allocated} bytes of {}",
            file.len()
        );
    }
    // The mutations must reach all layers, not only the checksums.
    let least = MUTATIONS / 20;
    assert!(read > least && refused > least && semantic > least, "{read} {refused} {semantic}");
}

#[test]
fn a_test_is_written_without_allocating() {
    let recording = recording(30, 12, 60);
    let mut writer = Writer::new(std::io::sink(), &Origin::default()).unwrap();
    let mut write = || recording.tests.iter().for_each(|test| writer.recorded_test(test).unwrap());
    // Write until the writer has discarded old texts for the first time.
    (0..100).for_each(|_| write());
    assert_eq!(measure(write).count_total, 0);
}

/// A file with classes for reference from other files, and with references to classes that no file has.
fn described() -> Vec<u8> {
    let recording = recording(104, 5, 3);
    let mut writer = Writer::new(Vec::new(), &recording.origin).unwrap();
    for class in &recording.classes {
        let owners = vec![format!("{}$Owner", class.name)];
        let details = RecordedDetails::new(class.id, ClassDetails { owners, ..ClassDetails::default() });
        writer.described_class(Key::of(class, &details), class, &details).unwrap();
    }
    recording.tests.iter().for_each(|test| writer.recorded_test(test).unwrap());
    writer.references(&[]).unwrap();
    writer.get_ref().clone()
}

/// Bytes that `read` allocates in total, including freed ones.
fn bytes_allocated(read: impl FnOnce()) -> usize {
    usize::try_from(measure(read).bytes_total).unwrap()
}

/// Files that cause the most allocations per byte.
fn packed() -> Vec<(&'static str, Vec<u8>)> {
    let empty = || Writer::new(Vec::new(), &Origin::default()).unwrap();
    let test = |sequence, failure| TestParts {
        sequence,
        unique_id: "",
        class: "",
        method: "",
        outcome: Outcome::Failed,
        duration_ns: 0,
        overlapped: false,
        failure,
        words: &[],
    };
    let mut tests = empty();
    (0..20_000).for_each(|sequence| tests.test(&test(sequence, None)).unwrap());
    let mut frames = empty();
    let frame = Frame { class: String::new(), method: String::new(), line: 0 };
    let failure = Failure { frames: vec![frame; 200_000], ..Failure::default() };
    frames.test(&test(0, Some(&failure))).unwrap();
    let mut classes = empty();
    (0..25_000).for_each(|id| classes.class(&RecordedClass::new(id, ClassFile::default())).unwrap());
    let mut methods = empty();
    let method = RecordedMethod { name: String::new(), descriptor: String::new() };
    let many = ClassFile { methods: vec![method.clone(); 300_000], ..ClassFile::default() };
    methods.class(&RecordedClass::new(0, many)).unwrap();
    let mut refusals = empty();
    (0..20_000).for_each(|_| refusals.refusal("", "").unwrap());
    let mut initialisers = empty();
    (0..40_000).for_each(|_| initialisers.initialiser(0, &[]).unwrap());
    let mut messages = empty();
    messages.seal(&Seal { counters: &vec![("", 1); 50_000], messages: &vec![""; 50_000] }).unwrap();
    let mut launch = empty();
    let (arguments, properties) = (vec![String::new(); 50_000], vec![(String::new(), String::new()); 50_000]);
    launch.launch(&Launch { arguments, properties, ..Launch::default() }).unwrap();
    let mut environment = empty();
    let variables = vec![(String::new(), None); 60_000];
    environment.launch(&Launch { environment: variables, ..Launch::default() }).unwrap();
    let mut loaded = empty();
    loaded.loaded(&LoadedTests { places: vec![String::new(); 70_000], ..LoadedTests::default() }).unwrap();
    let mut verdicts = empty();
    (0..20_000)
        .for_each(|mutant| verdicts.verdict(&PairVerdict { mutant, ..PairVerdict::default() }).unwrap());
    verdicts.drift(0, 10_000).unwrap();
    let mut probes = empty();
    probes.probe(&Probe { test: 0, classes: vec![ProbedClass::default(); 50_000] }).unwrap();
    let mut mutants = empty();
    let (of_it, changes) = (vec![method; 20_000], vec![Mutant::default(); 50_000]);
    mutants
        .mutated_class(&MutatedClass { methods: of_it, mutants: changes, ..MutatedClass::default() })
        .unwrap();
    let mut sites = empty();
    let site = Site { method: 0, line: 0, kind: SiteKind::Void, name: String::new(), cases: vec![] };
    sites.elements(&ElementTable { id: 0, class: 0, sites: vec![site; 120_000] }).unwrap();
    let mut outcomes = empty();
    (0..40_000).for_each(|test| outcomes.outcomes(ElementOwner::Test(test), &[]).unwrap());
    let mut paths = empty();
    (0..25_000).for_each(|test| paths.path(test, &[(0, 0)]).unwrap());
    let mut steps = empty();
    steps.path(0, &vec![(0, 0); 300_000]).unwrap();
    let mut runs = empty();
    let full = |class: u64| std::iter::once(class << 32 | 9).chain([u64::MAX; 9]);
    runs.initialiser(0, &(0..120_000).flat_map(full).collect::<Vec<_>>()).unwrap();
    let mut touched = empty();
    touched.initialiser(0, &(0..300_000).map(|class| class << 32).collect::<Vec<_>>()).unwrap();
    let mut texts = empty();
    let again: String = ('a'..='z').flat_map(|one| ('a'..='z').flat_map(move |other| [one, other])).collect();
    texts.background(&again.repeat(10_000), &[]).unwrap();
    let mut details = empty();
    let (owners, uses) = (vec![String::new(); 300_000], vec![(0, 0); 200_000]);
    details
        .details(&RecordedDetails::new(0, ClassDetails { owners, uses, ..ClassDetails::default() }))
        .unwrap();
    [
        ("tests", tests),
        ("frames", frames),
        ("classes", classes),
        ("described", described_classes()),
        ("methods", methods),
        ("refusals", refusals),
        ("initialisers", initialisers),
        ("messages", messages),
        ("launch", launch),
        ("environment", environment),
        ("loaded", loaded),
        ("verdicts", verdicts),
        ("probes", probes),
        ("mutants", mutants),
        ("sites", sites),
        ("outcomes", outcomes),
        ("paths", paths),
        ("steps", steps),
        ("sizes", sizes()),
        ("runs", runs),
        ("touched", touched),
        ("texts", texts),
        ("details", details),
        ("charges", charges()),
    ]
    .map(|(name, writer)| (name, writer.get_ref().clone()))
    .into()
}

fn charges() -> Writer<Vec<u8>> {
    let mut writer = Writer::new(Vec::new(), &Origin::default()).unwrap();
    (0..30_000).for_each(|test| writer.charge(test, &[]).unwrap());
    writer
}

/// Sizes of many classes, and of many lines.
fn sizes() -> Writer<Vec<u8>> {
    let mut writer = Writer::new(Vec::new(), &Origin::default()).unwrap();
    (0..40_000).for_each(|class| writer.sizes(class, &[]).unwrap());
    writer.sizes(0, &vec![1; 300_000]).unwrap();
    writer
}

/// Classes for reference from other files, without details.
fn described_classes() -> Writer<Vec<u8>> {
    let mut writer = Writer::new(Vec::new(), &Origin::default()).unwrap();
    for id in 0..25_000 {
        let class = RecordedClass::new(id, ClassFile::default());
        let details = RecordedDetails::new(id, ClassDetails::default());
        writer.described_class(Key::of(&class, &details), &class, &details).unwrap();
    }
    writer
}

fn mutate(corpus: &[Vec<u8>], numbers: &mut Numbers) -> Vec<u8> {
    let mut file = corpus[numbers.below(corpus.len())].clone();
    let other = &corpus[numbers.below(corpus.len())];
    for _ in 0..=numbers.below(3) {
        // Once frames no longer tile the file, only mutations that do not need them remain.
        let starts = frames(&file).unwrap_or_default();
        match numbers.below(if starts.len() < 3 { 4 } else { 9 }) {
            0 => flip(&mut file, numbers),
            1 => file.truncate(numbers.below(file.len() + 1)),
            2 => file.resize(file.len() + numbers.below(2000), 0),
            3 => file = splice(&file, other, numbers),
            4 => {
                let kept =
                    [&frame(&file, &starts, numbers)[..], &frame(other, &frames(other).unwrap(), numbers)]
                        .concat();
                let at = starts[numbers.below(starts.len())];
                file.splice(at..at, kept);
            }
            5 => {
                let index = numbers.below(starts.len() - 1);
                file.drain(starts[index]..starts[index + 1]);
            }
            6 => version(&mut file, numbers),
            _ => {
                let index = numbers.below(starts.len() - 1);
                let range = starts[index]..starts[index + 1];
                let changed = inside(file[range.clone()].to_vec(), numbers);
                file.splice(range, changed);
            }
        }
    }
    file
}

fn flip(file: &mut [u8], numbers: &mut Numbers) {
    for _ in 0..=numbers.below(8) {
        if !file.is_empty() {
            let at = numbers.below(file.len());
            file[at] ^= 1 << numbers.below(8);
        }
    }
}

fn splice(file: &[u8], other: &[u8], numbers: &mut Numbers) -> Vec<u8> {
    [&file[..numbers.below(file.len() + 1)], &other[numbers.below(other.len())..]].concat()
}

fn frame(file: &[u8], starts: &[usize], numbers: &mut Numbers) -> Vec<u8> {
    let index = numbers.below(starts.len() - 1);
    file[starts[index]..starts[index + 1]].to_vec()
}

fn version(file: &mut [u8], numbers: &mut Numbers) {
    file[8] = numbers.below(3) as u8;
    file[10] = numbers.below(8) as u8;
    let check = crc32fast::hash(&file[..12]);
    file[12..16].copy_from_slice(&check.to_le_bytes());
}

/// Changes kind or payload of a frame, and corrects its length and checksums.
fn inside(mut frame: Vec<u8>, numbers: &mut Numbers) -> Vec<u8> {
    for _ in 0..=numbers.below(3) {
        let payload = frame.len() - 16;
        let at = 16 + numbers.below(payload + 1);
        match numbers.below(5) {
            0 => frame[0] = numbers.below(42) as u8,
            1 => drop(frame.splice(at..at, ODD[numbers.below(ODD.len())].to_le_bytes())),
            2 => drop(frame.drain(at..(at + numbers.below(20)).min(16 + payload))),
            3 if payload > 0 => frame[16 + numbers.below(payload)] ^= 1 << numbers.below(8),
            _ => {
                let odd = ODD[numbers.below(ODD.len())].to_le_bytes();
                let n = odd.len().min(frame.len() - at);
                frame[at..at + n].copy_from_slice(&odd[..n]);
            }
        }
    }
    repair(&mut frame);
    frame
}
