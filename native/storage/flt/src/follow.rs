//! Follows a file of results on mutants while it is written.

use crate::MutationRecord;
use crate::frame::{FILE_HEADER, Frames, Header, MAJOR, Stop, file_header};
use crate::mutation;

/// Incremental reader of a growing file: takes appended bytes and returns the records completed by them.
/// Records of other kinds are skipped. Memory: one unfinished record.
#[derive(Debug, Default)]
pub struct Follower {
    /// The file's header, followed by the bytes not yet consumed.
    bytes: Vec<u8>,
    /// Number of file bytes consumed after the header.
    taken: u64,
}

impl Follower {
    /// Adds the records that `more` completes. Errors: the file is not a recording, or is damaged; the
    /// message says what is wrong and at which byte. All records before it have been added.
    pub fn follow(&mut self, more: &[u8], records: &mut Vec<MutationRecord>) -> Result<(), String> {
        self.bytes.extend_from_slice(more);
        match file_header(&self.bytes) {
            Header::Ours(_) => {}
            Header::Torn => return Ok(()),
            Header::Newer(major, minor) => return Err(format!("it is of version {major}.{minor}")),
            Header::Older(minor) => return Err(format!("it is of version {MAJOR}.{minor}")),
            Header::Foreign | Header::Damaged => return Err("it is not a file of faultline".to_owned()),
        }
        let mut frames = Frames::new(&self.bytes);
        let stop = loop {
            match frames.next() {
                Ok(frame) => records.extend(mutation::record(frame.kind, frame.payload)?),
                Err(stop) => break stop,
            }
        };
        let end = match stop {
            Stop::End => self.bytes.len(),
            Stop::Torn(at) | Stop::Zeros(at) => at,
            Stop::Corrupt(at, what) => {
                let at = self.taken + at as u64;
                return Err(format!("the record at byte {at} is damaged: {what}"));
            }
        };
        self.bytes.drain(FILE_HEADER..end);
        self.taken += (end - FILE_HEADER) as u64;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use faultline_spectrum::{Origin, PairVerdict, Stage};

    use super::*;
    use crate::Writer;

    #[test]
    fn records_come_once_each_however_the_file_grows() {
        let mut writer = Writer::new(Vec::new(), &Origin::default()).unwrap();
        let verdicts: Vec<_> = (0..20)
            .map(|mutant| PairVerdict { test: 1, class: 2, mutant, ..PairVerdict::default() })
            .collect();
        for verdict in &verdicts {
            writer.verdict(verdict).unwrap();
        }
        writer.drift(1, 3).unwrap();
        writer.stage(&Stage { unit: 4, verdicts: 20 }).unwrap();
        let file = writer.get_ref().clone();
        let mut expected: Vec<_> = verdicts.into_iter().map(MutationRecord::Verdict).collect();
        expected.push(MutationRecord::Drift { test: 1, voided: 3 });
        expected.push(MutationRecord::Stage(Stage { unit: 4, verdicts: 20 }));
        for step in 1..70 {
            let (mut follower, mut records) = (Follower::default(), Vec::new());
            for part in file.chunks(step) {
                follower.follow(part, &mut records).unwrap();
            }
            assert_eq!(records, expected, "{step} bytes at a time");
        }
    }

    #[test]
    fn damage_is_told_and_what_came_before_it_stands() {
        let mut writer = Writer::new(Vec::new(), &Origin::default()).unwrap();
        writer.verdict(&PairVerdict::default()).unwrap();
        writer.verdict(&PairVerdict::default()).unwrap();
        let mut file = writer.get_ref().clone();
        let last = file.len() - 1;
        file[last] ^= 1;
        let mut records = Vec::new();
        let why = Follower::default().follow(&file, &mut records).unwrap_err();
        assert!(why.contains("is damaged"), "{why}");
        assert_eq!(records.len(), 1);
        assert!(Follower::default().follow(b"a text file, longer than a header", &mut records).is_err());
    }
}
