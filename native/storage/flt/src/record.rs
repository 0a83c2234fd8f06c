//! Payloads of records: how each kind is laid out inside its frame, but for those of [`compact`](crate::compact).
//!
//! Names and tables are serde structs in bincode's fixed-width encoding; coverage is raw
//! little-endian words. The structs here borrow when writing and own when reading, and are
//! the only place that knows the order of fields. Of those kinds that have a compact one beside them, files from
//! before version 1.5 are read.

use bincode::Options as _;
use faultline_spectrum::{
    Background, Charge, ClassDetails, ClassFile, ConditionPath, Coverage, ElementHits, ElementOwner,
    ElementTable, FailedInitialiser, Failure, Frame, Moment, Origin, Outcome, PartlyRecorded, RecordedClass,
    RecordedDetails, RecordedFixture, RecordedMethod, RecordedTest, Refusal, Site, SiteKind, Thrown,
};
use serde::{Deserialize, Serialize, Serializer};

use crate::frame::u32_at;

/// Kinds of records, as stored.
pub(crate) mod kind {
    pub(crate) const ORIGIN: u16 = 1;
    pub(crate) const CLASS: u16 = 2;
    pub(crate) const TEST: u16 = 3;
    pub(crate) const INITIALISER: u16 = 4;
    pub(crate) const REFUSAL: u16 = 5;
    pub(crate) const SEAL: u16 = 6;
    /// Since 1.1, as those below.
    pub(crate) const FIXTURE: u16 = 7;
    pub(crate) const CHARGE: u16 = 8;
    pub(crate) const DETAILS: u16 = 9;
    pub(crate) const BACKGROUND: u16 = 10;
    pub(crate) const THROWN: u16 = 11;
    /// Since 1.2, as those below.
    pub(crate) const DISPLAY: u16 = 12;
    pub(crate) const FAILED_INITIALISER: u16 = 13;
    pub(crate) const PARTLY: u16 = 14;
    pub(crate) const FAILED_BY: u16 = 15;
    /// Since 1.3, as those below.
    pub(crate) const LAUNCH: u16 = 16;
    pub(crate) const MUTATED_CLASS: u16 = 17;
    pub(crate) const MUTATION_TEST: u16 = 18;
    pub(crate) const PROBE: u16 = 19;
    pub(crate) const VERDICT: u16 = 20;
    pub(crate) const UNUSABLE: u16 = 21;
    pub(crate) const DRIFT: u16 = 22;
    pub(crate) const STAGE: u16 = 23;
    /// Since 1.4, as those below.
    pub(crate) const ELEMENTS: u16 = 24;
    pub(crate) const OUTCOMES: u16 = 25;
    pub(crate) const PATH: u16 = 26;
    /// Since 1.5, as those below: what other kinds say, in fewer bytes.
    pub(crate) const COMPACT_CLASS: u16 = 27;
    pub(crate) const COMPACT_TEST: u16 = 28;
    pub(crate) const COMPACT_INITIALISER: u16 = 29;
    pub(crate) const COMPACT_FIXTURE: u16 = 30;
    pub(crate) const COMPACT_CHARGE: u16 = 31;
    pub(crate) const COMPACT_DETAILS: u16 = 32;
    pub(crate) const COMPACT_BACKGROUND: u16 = 33;
    pub(crate) const COMPACT_THROWN: u16 = 34;
    pub(crate) const COMPACT_DISPLAY: u16 = 35;
    pub(crate) const COMPACT_ELEMENTS: u16 = 36;
    pub(crate) const COMPACT_OUTCOMES: u16 = 37;
    pub(crate) const COMPACT_PATH: u16 = 38;
    /// Since 1.6, as those below: classes that other files refer to.
    pub(crate) const DESCRIBED_CLASS: u16 = 39;
    pub(crate) const REFERENCES: u16 = 40;
}

/// bincode as our files use it: fixed-width little-endian integers, nothing after the value,
/// and never more than the bytes at hand.
fn options(limit: usize) -> impl bincode::Options {
    bincode::DefaultOptions::new()
        .with_fixint_encoding()
        .with_little_endian()
        .with_limit(limit as u64)
        .reject_trailing_bytes()
}

/// Appends a value. Cost: no allocation but the buffer's growth.
pub(crate) fn put<T: Serialize>(out: &mut Vec<u8>, value: &T) -> Result<(), bincode::Error> {
    bincode::DefaultOptions::new().with_fixint_encoding().with_little_endian().serialize_into(out, value)
}

pub(crate) fn get<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, String> {
    options(bytes.len()).deserialize(bytes).map_err(|error| error.to_string())
}

fn coverage(bytes: &[u8]) -> Result<Coverage, String> {
    let (words, rest) = bytes.as_chunks::<8>();
    if !rest.is_empty() {
        return Err("its coverage is no whole number of words".into());
    }
    let words = words.iter().map(|word| u64::from_le_bytes(*word)).collect();
    Coverage::from_words(words).map_err(|error| error.to_string())
}

#[derive(Serialize)]
pub(crate) struct OriginRef<'a> {
    pub started_ns: u64,
    pub nonce: u64,
    pub pid: u32,
    pub description: &'a str,
}

#[derive(Deserialize)]
struct OriginOwned {
    started_ns: u64,
    nonce: u64,
    pid: u32,
    description: String,
}

/// Payload of [`kind::ORIGIN`].
pub(crate) fn origin(payload: &[u8]) -> Result<Origin, String> {
    let OriginOwned { started_ns, nonce, pid, description } = get(payload)?;
    Ok(Origin { started_ns, nonce, pid, description })
}

/// Payload of [`kind::ELEMENTS`].
pub(crate) fn elements(payload: &[u8]) -> Result<ElementTable, String> {
    type Stored = (u32, u32, u8, String, Vec<i32>);
    let (id, class, sites): (u32, u32, Vec<Stored>) = get(payload)?;
    let sites = sites.into_iter().map(|(method, line, kind, name, cases)| {
        let kind = SiteKind::from_code(kind).ok_or_else(|| format!("{kind} is no kind of site"))?;
        Ok(Site { method, line, kind, name, cases })
    });
    Ok(ElementTable { id, class, sites: sites.collect::<Result<_, String>>()? })
}

/// Payload of [`kind::OUTCOMES`].
pub(crate) fn outcomes(payload: &[u8]) -> Result<ElementHits, String> {
    let (head, words) = payload.split_at_checked(5).ok_or("it ends early")?;
    let number = u32_at(head, 1);
    let owner = ElementOwner::from_code(head[0], number)
        .ok_or_else(|| format!("{} is no kind of owner of outcomes", head[0]))?;
    Ok(ElementHits { owner, coverage: coverage(words)? })
}

/// Payload of [`kind::PATH`].
pub(crate) fn path(payload: &[u8]) -> Result<ConditionPath, String> {
    let (test, steps) = get(payload)?;
    Ok(ConditionPath { test, steps })
}

/// Methods as a sequence of pairs.
pub(crate) struct Methods<'a>(pub &'a [RecordedMethod]);

impl Serialize for Methods<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|m| (m.name.as_str(), m.descriptor.as_str())))
    }
}

#[derive(Deserialize)]
struct ClassOwned {
    id: u32,
    name: String,
    source_file: Option<String>,
    hash: u64,
    location: String,
    methods: Vec<(String, String)>,
    slots: Vec<(u32, u32)>,
}

/// Payload of [`kind::CLASS`].
pub(crate) fn class(payload: &[u8]) -> Result<RecordedClass, String> {
    let ClassOwned { id, name, source_file, hash, location, methods, slots } = get(payload)?;
    if slots.iter().any(|&(method, _)| method as usize >= methods.len()) {
        return Err(format!("a line of class {name} belongs to a method that the class does not have"));
    }
    let methods = methods.into_iter().map(|(name, descriptor)| RecordedMethod { name, descriptor }).collect();
    Ok(RecordedClass::new(id, ClassFile { name, source_file, hash, location, methods, slots }))
}

/// Frames of a failure as a sequence of triples.
pub(crate) struct Frames<'a>(pub &'a [Frame]);

impl Serialize for Frames<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|f| (f.class.as_str(), f.method.as_str(), f.line)))
    }
}

fn frames_of(triples: Vec<(String, String, i32)>) -> Vec<Frame> {
    triples.into_iter().map(|(class, method, line)| Frame { class, method, line }).collect()
}

#[derive(Deserialize)]
struct TestOwned {
    sequence: u32,
    unique_id: String,
    class: String,
    method: String,
    outcome: u8,
    duration_ns: u64,
    overlapped: bool,
    failure: Option<FailureOwned>,
}

#[derive(Deserialize)]
struct FailureOwned {
    exception: String,
    frames: Vec<(String, String, i32)>,
}

/// The metadata and the words of a payload that begins with the length of its metadata.
fn metadata_and_words(payload: &[u8]) -> Result<(&[u8], &[u8]), String> {
    let (length, rest) = payload.split_at_checked(4).ok_or("it is too short for its metadata")?;
    let length = u32_at(length, 0) as usize;
    Ok(rest.split_at_checked(length).ok_or("its metadata is longer than the record")?)
}

/// Payload of [`kind::TEST`]: length of the metadata, the metadata, the words.
pub(crate) fn test(payload: &[u8]) -> Result<RecordedTest, String> {
    let (meta, words) = metadata_and_words(payload)?;
    let meta: TestOwned = get(meta)?;
    let outcome = Outcome::from_code(meta.outcome)
        .ok_or_else(|| format!("there is no outcome with code {}", meta.outcome))?;
    let failure = meta.failure.map(|FailureOwned { exception, frames }| Failure {
        exception,
        frames: frames_of(frames),
        thrown: None,
    });
    Ok(RecordedTest {
        sequence: meta.sequence,
        unique_id: meta.unique_id,
        class: meta.class,
        method: meta.method,
        display: String::new(),
        outcome,
        duration_ns: meta.duration_ns,
        overlapped: meta.overlapped,
        failure,
        coverage: coverage(words)?,
    })
}

/// Payload of [`kind::INITIALISER`]: the class, then the words.
pub(crate) fn initialiser(payload: &[u8]) -> Result<(u32, Coverage), String> {
    let (class, words) = payload.split_at_checked(4).ok_or("it is too short for an initialiser")?;
    Ok((u32_at(class, 0), coverage(words)?))
}

#[derive(Deserialize)]
struct FixtureOwned {
    id: u32,
    moment: u8,
    unique_id: String,
    class: String,
    method: String,
}

/// Payload of [`kind::FIXTURE`]: as of a test.
pub(crate) fn fixture(payload: &[u8]) -> Result<RecordedFixture, String> {
    let (meta, words) = metadata_and_words(payload)?;
    let FixtureOwned { id, moment, unique_id, class, method } = get(meta)?;
    let moment = Moment::from_code(moment).ok_or_else(|| format!("there is no moment with code {moment}"))?;
    Ok(RecordedFixture { id, moment, unique_id, class, method, coverage: coverage(words)? })
}

/// Payload of [`kind::CHARGE`].
pub(crate) fn charge(payload: &[u8]) -> Result<Charge, String> {
    let (test, fixtures) = get(payload)?;
    Ok(Charge { test, fixtures })
}

#[derive(Deserialize)]
struct DetailsOwned {
    class: u32,
    superclass: Option<String>,
    owners: Vec<String>,
    uses: Vec<(u32, u32)>,
    debug: Option<String>,
}

/// Payload of [`kind::DETAILS`].
pub(crate) fn details(payload: &[u8]) -> Result<RecordedDetails, String> {
    let DetailsOwned { class, superclass, owners, uses, debug } = get(payload)?;
    if uses.iter().any(|&(_, owner)| owner as usize >= owners.len()) {
        return Err(format!("class number {class} uses a field of a class that is not named"));
    }
    Ok(RecordedDetails::new(class, ClassDetails { superclass, owners, uses, debug }))
}

/// Payload of [`kind::BACKGROUND`]: as of a test.
pub(crate) fn background(payload: &[u8]) -> Result<Background, String> {
    let (thread, words) = metadata_and_words(payload)?;
    Ok(Background { thread: get(thread)?, coverage: coverage(words)? })
}

/// Payload of [`kind::THROWN`]: the test's sequence, and what was thrown first.
pub(crate) fn thrown(payload: &[u8]) -> Result<(u32, Thrown), String> {
    let (test, exception, frames) = get(payload)?;
    Ok((test, Thrown { exception, frames: frames_of(frames), initialiser: None }))
}

/// Payload of [`kind::FAILED_INITIALISER`].
pub(crate) fn failed_initialiser(payload: &[u8]) -> Result<FailedInitialiser, String> {
    let (class, exception, frames, by) = get(payload)?;
    Ok(FailedInitialiser { class, exception, frames: frames_of(frames), by })
}

/// Payload of [`kind::FAILED_BY`]: the test's sequence, and the class.
pub(crate) fn failed_by(payload: &[u8]) -> Result<(u32, String), String> {
    get(payload)
}

/// Payload of [`kind::PARTLY`].
pub(crate) fn partly(payload: &[u8]) -> Result<PartlyRecorded, String> {
    let (class, method, lines) = get(payload)?;
    Ok(PartlyRecorded { class, method, lines })
}

/// Payload of [`kind::DISPLAY`]: the test's sequence, and what the framework shows of it.
pub(crate) fn display(payload: &[u8]) -> Result<(u32, String), String> {
    get(payload)
}

/// Payload of [`kind::REFUSAL`].
pub(crate) fn refusal(payload: &[u8]) -> Result<Refusal, String> {
    let (class, reason) = get(payload)?;
    Ok(Refusal { class, reason })
}

/// Names of counters travel with them, so that a new counter needs no new version.
#[derive(Serialize)]
pub(crate) struct SealRef<'a> {
    pub classes: u64,
    pub tests: u64,
    pub counters: &'a [(&'a str, u64)],
    pub messages: &'a [&'a str],
}

#[derive(Deserialize)]
pub(crate) struct SealOwned {
    pub classes: u64,
    pub tests: u64,
    pub counters: Vec<(String, u64)>,
    pub messages: Vec<String>,
}

/// Payload of [`kind::SEAL`].
pub(crate) fn seal(payload: &[u8]) -> Result<SealOwned, String> {
    get(payload)
}
