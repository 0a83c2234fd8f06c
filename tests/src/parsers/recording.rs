//! Recordings: read, write, read the same again, merge.

use std::path::Path;

use faultline_flt::{Follower, FormatError, Writer, read_bytes};
use faultline_spectrum::{InitialiserPolicy, Origin, Outcomes, Spectrum};

/// Record kinds, including some that do not exist yet.
const KINDS: u8 = 43;

/// Corrects the checksums, which would otherwise reject most inputs: an input is the rest of a file, whose frames get correct
/// headers as far as lengths allow.
pub(super) fn repaired(data: &[u8]) -> Vec<u8> {
    let mut file =
        Writer::new(Vec::new(), &Origin::default()).expect("memory takes any write").get_ref().clone();
    let start = file.len();
    file.extend_from_slice(data);
    let mut rest = &mut file[start..];
    while rest.len() >= 16 {
        let (header, body) = rest.split_at_mut(16);
        let length = usize::from(u16::from_le_bytes([header[4], header[5]])).min(body.len());
        let (payload, after) = body.split_at_mut(length);
        let kind = header[0] % KINDS;
        header[..4].copy_from_slice(&[kind, 0, 0, 0]);
        header[4..8].copy_from_slice(&(length as u32).to_le_bytes());
        header[8..12].copy_from_slice(&crc(payload).to_le_bytes());
        let check = crc(&header[..12]);
        header[12..16].copy_from_slice(&check.to_le_bytes());
        rest = after;
    }
    file
}

/// CRC-32 bit by bit, independent of the implementation under test.
pub(super) fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg()))
    })
}

/// Whether an input is accepted after correcting its checksums.
pub(super) fn check(data: &[u8]) -> bool {
    let path = Path::new("fuzz.flt");
    let _ = read_bytes(path, data);
    let recording = match read_bytes(path, &repaired(data)) {
        Ok((recording, _)) => recording,
        // The file is complete, but refers to other files that are missing.
        Err(error) => return matches!(error, FormatError::Apart { .. }),
    };
    let mut writer = Writer::new(Vec::new(), &recording.origin).expect("memory takes any write");
    writer.recording(&recording).expect("what was read can be written");
    let (again, _) = read_bytes(path, writer.get_ref()).expect("what was written can be read");
    assert_eq!(again, recording);
    let _ = Spectrum::merge(std::slice::from_ref(&recording), InitialiserPolicy::All);
    let _ = Outcomes::merge(&[recording], InitialiserPolicy::All);
    true
}

/// A growing file gives the same records, and the same error, whatever pieces it grows by.
pub(super) fn follows(data: &[u8]) -> bool {
    let file = repaired(data);
    let followed = |step: usize| {
        let (mut follower, mut records) = (Follower::default(), Vec::new());
        let result = file.chunks(step).try_for_each(|piece| follower.follow(piece, &mut records));
        (result, records)
    };
    let whole = followed(file.len());
    assert_eq!(followed(1 + data.len() % 97), whole);
    whole.0.is_ok()
}
