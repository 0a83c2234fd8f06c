//! Payloads of infrequent records, in bincode's fixed-width encoding. Payloads about mutants are in
//! [`mutation`](crate::mutation), all others in [`compact`](crate::compact).

use std::io;

use bincode::Options as _;
use faultline_spectrum::{FailedInitialiser, Frame, Launch, LoadedTests, Origin, PartlyRecorded, Refusal};
use serde::{Deserialize, Serialize};

/// The bincode options of the format.
fn encoding() -> impl bincode::Options {
    bincode::DefaultOptions::new().with_fixint_encoding().with_little_endian()
}

/// Appends a value. Cost: no allocation but the buffer's growth.
pub(crate) fn put<T: Serialize>(out: &mut Vec<u8>, value: &T) -> io::Result<()> {
    encoding().serialize_into(out, value).map_err(io::Error::other)
}

/// Decodes a payload. Errors: it is no such value, or bytes follow. Cost: never more than the payload's
/// bytes.
pub(crate) fn get<'a, T: Deserialize<'a>>(payload: &'a [u8]) -> Result<T, String> {
    let options = encoding().with_limit(payload.len() as u64).reject_trailing_bytes();
    options.deserialize(payload).map_err(|error| error.to_string())
}

/// A list whose elements are mapped when written.
pub(crate) struct List<'a, T, F>(&'a [T], F);

impl<'a, T, F> List<'a, T, F> {
    pub(crate) fn of<S: Serialize>(elements: &'a [T], fields: F) -> Self
    where
        F: Fn(&'a T) -> S,
    {
        Self(elements, fields)
    }
}

impl<'a, T, F: Fn(&'a T) -> S, S: Serialize> Serialize for List<'a, T, F> {
    fn serialize<R: serde::Serializer>(&self, serializer: R) -> Result<R::Ok, R::Error> {
        serializer.collect_seq(self.0.iter().map(&self.1))
    }
}

pub(crate) fn put_origin(out: &mut Vec<u8>, origin: &Origin) -> io::Result<()> {
    let Origin { started_ns, nonce, pid, description } = origin;
    put(out, &(started_ns, nonce, pid, description))
}

pub(crate) fn origin(payload: &[u8]) -> Result<Origin, String> {
    let (started_ns, nonce, pid, description) = get(payload)?;
    Ok(Origin { started_ns, nonce, pid, description })
}

pub(crate) fn put_failed_initialiser(out: &mut Vec<u8>, failed: &FailedInitialiser) -> io::Result<()> {
    let FailedInitialiser { class, exception, frames, by } = failed;
    let frames = List::of(frames, |frame| (&frame.class, &frame.method, frame.line));
    put(out, &(class, exception, frames, by))
}

pub(crate) fn failed_initialiser(payload: &[u8]) -> Result<FailedInitialiser, String> {
    let (class, exception, frames, by): (_, _, Vec<_>, _) = get(payload)?;
    let frames = frames.into_iter().map(|(class, method, line)| Frame { class, method, line }).collect();
    Ok(FailedInitialiser { class, exception, frames, by })
}

pub(crate) fn put_partly(out: &mut Vec<u8>, partly: &PartlyRecorded) -> io::Result<()> {
    let PartlyRecorded { class, method, lines } = partly;
    put(out, &(class, method, lines))
}

pub(crate) fn partly(payload: &[u8]) -> Result<PartlyRecorded, String> {
    let (class, method, lines) = get(payload)?;
    Ok(PartlyRecorded { class, method, lines })
}

pub(crate) fn put_launch(out: &mut Vec<u8>, launch: &Launch) -> io::Result<()> {
    let Launch { java, arguments, folder, class_path, launcher, properties, environment: _ } = launch;
    put(out, &(java, arguments, folder, class_path, launcher, properties))
}

pub(crate) fn launch(payload: &[u8]) -> Result<Launch, String> {
    let (java, arguments, folder, class_path, launcher, properties) = get(payload)?;
    Ok(Launch { java, arguments, folder, class_path, launcher, properties, environment: Vec::new() })
}

pub(crate) fn put_loaded(out: &mut Vec<u8>, loaded: &LoadedTests) -> io::Result<()> {
    let LoadedTests { class, loader, kind, places } = loaded;
    put(out, &(class, loader, kind, places))
}

pub(crate) fn loaded(payload: &[u8]) -> Result<LoadedTests, String> {
    let (class, loader, kind, places) = get(payload)?;
    Ok(LoadedTests { class, loader, kind, places })
}

pub(crate) fn refusal(payload: &[u8]) -> Result<Refusal, String> {
    let (class, reason) = get(payload)?;
    Ok(Refusal { class, reason })
}

/// The end of a recording. Counters are stored with their names, so that a new counter needs no new version.
#[derive(Deserialize)]
pub(crate) struct Sealed {
    pub classes: u64,
    pub tests: u64,
    pub counters: Vec<(String, u64)>,
    pub messages: Vec<String>,
}
