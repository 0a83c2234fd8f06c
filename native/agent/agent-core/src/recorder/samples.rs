//! A recorder with some classes, for tests.

use faultline_spectrum::{ClassFile, Coverage, Failure, RecordedClass, RecordedMethod, Recording};

use super::{Finished, Recorder};
use crate::attribution::Thread;
use crate::capture::Block;
use crate::testing::Folder;

pub(super) const MAIN: Thread = 1;
pub(super) const OTHER: Thread = 2;

pub(super) fn class(id: u32, slots: u32) -> RecordedClass {
    RecordedClass::new(
        id,
        ClassFile {
            name: format!("a.C{id}"),
            source_file: Some("C.java".into()),
            hash: u64::from(id),
            location: String::new(),
            methods: vec![RecordedMethod { name: "m".into(), descriptor: "()V".into() }],
            slots: (0..slots).map(|slot| (0, slot + 1)).collect(),
        },
    )
}

/// A recorder with classes 1 (block 0 of chunk 0, 10 slots), 5 (from block 1 on, 100
/// slots) and 3 (block 0 of chunk 1, 10 slots).
pub(super) fn recorder(folder: &Folder) -> Recorder {
    let mut recorder = Recorder::new(folder.path(), "a test".into()).unwrap();
    recorder.add_chunk(0, 1024).unwrap();
    recorder.add_chunk(1, 1024).unwrap();
    recorder.add_class(&class(1, 10), 0, 0).unwrap();
    recorder.add_class(&class(5, 100), 0, 64).unwrap();
    recorder.add_class(&class(3, 10), 1, 0).unwrap();
    recorder
}

pub(super) fn block(chunk: u32, index: u32, bits: u64) -> Block {
    Block { chunk, index, bits }
}

pub(super) fn test(id: &str, outcome: i32) -> Finished {
    let failure = Some(Failure { exception: "a.Boom".into(), ..Failure::default() });
    Finished {
        unique_id: id.into(),
        class: "a.Test".into(),
        method: id.into(),
        outcome,
        duration_ns: 1,
        failure,
    }
}

pub(super) fn slots(coverage: &Coverage) -> Vec<(u32, u32)> {
    coverage.slots().collect()
}

/// The content of the file; empty if there is none.
pub(super) fn written(folder: &Folder) -> Recording {
    let (mut recordings, _) = faultline_flt::read_dir(folder.path()).unwrap();
    recordings.pop().unwrap_or_default()
}
