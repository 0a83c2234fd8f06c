//! Baselines: no content makes the reader panic, and what it takes is written and read the same.

use std::collections::BTreeMap;

use faultline_baseline::file::{decode, encode};
use faultline_baseline::{Baseline, ClassState, Input, MethodState, Passed, Run, TestState};

/// Bytes in front of the checksum: magic and version.
const HEAD: usize = 9;

/// Two runs, of which one input is common; a test that passed, one that never did; a class with many methods.
fn baseline() -> Baseline {
    let method = |at: u32| MethodState {
        name: format!("m{at}"),
        descriptor: "()V".into(),
        hash: u64::from(at) << 40,
        lines: vec![(10 + at, 7), (9, 8)],
    };
    let class = |name: &str, methods: u32| ClassState {
        name: name.into(),
        shape: 5,
        is_whole: methods == 0,
        methods: (0..methods).map(method).collect(),
    };
    let input = |name: &str| Input { name: name.into(), hash: 9 };
    let run = |started_ns, inputs: &[&str]| Run {
        started_ns,
        commit: Some("1a2b".into()),
        tests: 2,
        failed: 1,
        classes: vec![0, 2],
        inputs: inputs.iter().map(|name| input(name)).collect(),
    };
    let passed = Passed { run: 1, ran: vec![(0, vec![0, 2]), (1, vec![1, 70])], code: [2].into() };
    let test = |passed| TestState {
        class: "ATest".into(),
        method: "a".into(),
        seen_ns: 3,
        failing_ns: 0,
        code: [0, 2].into(),
        passed,
    };
    Baseline {
        runs: vec![run(1, &["a.txt", "b.jar"]), run(2, &["b.jar"])],
        classes: vec![class("A", 3), class("B", 80), class("ATest", 0)],
        tests: BTreeMap::from([("a(ATest)".into(), test(Some(passed))), ("b(ATest)".into(), test(None))]),
    }
}

pub(super) fn seeds() -> Vec<Vec<u8>> {
    vec![encode(&baseline()), encode(&Baseline::default())]
}

/// A mutation has a checksum that does not fit, so the same content is also read with one that does.
pub(super) fn check(data: &[u8]) -> bool {
    let is_taken = |content: &[u8]| {
        let Ok(read) = decode(content) else { return false };
        assert_eq!(decode(&encode(&read)), Ok(read), "what was written is read the same");
        true
    };
    let mut sealed = data.to_vec();
    if let Some((head, body)) = sealed.split_at_mut_checked(HEAD + 4) {
        head[HEAD..].copy_from_slice(&crc32fast::hash(body).to_le_bytes());
    }
    is_taken(data) | is_taken(&sealed)
}
