//! Groups recordings by JVM.

use std::collections::BTreeMap;

use crate::{MergeError, RecordedTest, Recording};

/// All recordings of one JVM.
pub(crate) type Jvm<'a> = Vec<&'a Recording>;

/// The recordings of each JVM, in the order of (start, nonce, pid).
pub(crate) fn by_jvm(recordings: &[Recording]) -> Vec<Jvm<'_>> {
    let mut jvms = BTreeMap::<_, Jvm<'_>>::new();
    for recording in recordings {
        jvms.entry(recording.origin.jvm()).or_default().push(recording);
    }
    jvms.into_values().collect()
}

/// The tests of a JVM by sequence, each execution once. Errors: two tests share a sequence.
pub(crate) fn tests_in_order<'a>(jvm: &Jvm<'a>) -> Result<Vec<&'a RecordedTest>, MergeError> {
    let mut tests: Vec<&RecordedTest> = jvm.iter().flat_map(|recording| &recording.tests).collect();
    tests.sort_by(|a, b| a.sequence.cmp(&b.sequence).then_with(|| a.cmp(b)));
    tests.dedup();
    match tests.windows(2).find(|pair| pair[0].sequence == pair[1].sequence) {
        None => Ok(tests),
        Some(pair) => Err(MergeError::TestTwice {
            sequence: pair[0].sequence,
            tests: [pair[0].unique_id.clone(), pair[1].unique_id.clone()],
        }),
    }
}
