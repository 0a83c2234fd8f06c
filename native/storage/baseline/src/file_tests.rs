//! Tests of the file.

use std::collections::BTreeMap;

use proptest::prelude::*;

use crate::file::{decode, encode};
use crate::model::{Baseline, ClassState, Input, MethodState, Passed, Run, TestState};

fn method() -> impl Strategy<Value = MethodState> {
    let lines = prop::collection::vec((1..100_000_u32, any::<u16>()), 0..5);
    ("[a-z<>$0-9]{0,9}", "[()IV]{0,5}", any::<u64>(), lines)
        .prop_map(|(name, descriptor, hash, lines)| MethodState { name, descriptor, hash, lines })
}

fn class() -> impl Strategy<Value = ClassState> {
    let methods = prop::collection::vec(method(), 1..80);
    ("[a-z.é]{1,9}", any::<u64>(), any::<bool>(), methods)
        .prop_map(|(name, shape, is_whole, methods)| ClassState { name, shape, is_whole, methods })
}

fn subset(of: usize) -> impl Strategy<Value = Vec<u32>> {
    prop::collection::btree_set(0..of as u32, 0..=of).prop_map(|set| set.into_iter().collect())
}

prop_compose! {
    fn run(classes: usize)(
        started_ns in any::<u64>(), commit in prop::option::of("[0-9a-f]{40}"), tests in any::<u64>(), failed in any::<u64>(),
        classes in subset(classes), inputs in prop::collection::btree_map("[a-z]{1,4}", any::<u64>(), 0..4),
    ) -> Run {
        let inputs = inputs.into_iter().map(|(name, hash)| Input { name, hash }).collect();
        Run { started_ns, commit, tests, failed, classes, inputs }
    }
}

fn test(classes: Vec<ClassState>, runs: usize) -> impl Strategy<Value = TestState> {
    let count = classes.len();
    let ran = subset(count).prop_flat_map(move |chosen| {
        let methods = |class: u32| (Just(class), subset(classes[class as usize].methods.len()));
        chosen.into_iter().map(methods).collect::<Vec<_>>()
    });
    let passed = (0..runs as u32, ran, subset(count));
    let passed = passed.prop_map(|(run, ran, code)| Passed { run, ran, code: code.into() });
    ("[A-Z]{0,3}", ".{0,6}", any::<(u64, u64)>(), subset(count), prop::option::of(passed)).prop_map(
        |(class, method, (seen_ns, failing_ns), code, passed)| TestState {
            class,
            method,
            seen_ns,
            failing_ns,
            code: code.into(),
            passed,
        },
    )
}

pub fn baseline() -> impl Strategy<Value = Baseline> {
    let classes = prop::collection::vec(class(), 1..6);
    let parts = (classes, 1..4_usize).prop_flat_map(|(classes, runs)| {
        let run = prop::collection::vec(run(classes.len()), runs);
        let tests = prop::collection::btree_map("[a-z#]{1,6}", test(classes.clone(), runs), 0..6);
        (Just(classes), run, tests)
    });
    parts.prop_map(|(classes, runs, tests): (_, _, BTreeMap<_, _>)| Baseline { runs, classes, tests })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_baseline_is_read_as_it_was_written(baseline in baseline()) {
        prop_assert_eq!(decode(&encode(&baseline)), Ok(baseline));
    }

    #[test]
    fn a_damaged_baseline_is_refused_without_a_panic(
        baseline in baseline(), at in any::<prop::sample::Index>(), by in 1..=255_u8, end in any::<prop::sample::Index>(),
    ) {
        let whole = encode(&baseline);
        prop_assert!(decode(&whole[..end.index(whole.len())]).is_err());
        let mut changed = whole.clone();
        changed[at.index(whole.len())] ^= by;
        prop_assert!(decode(&changed).is_err());
        // With a checksum that fits, what it says is checked.
        let check = crc32fast::hash(&changed[13..]).to_le_bytes();
        changed[9..13].copy_from_slice(&check);
        let _ = decode(&changed);
    }
}
