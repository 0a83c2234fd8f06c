//! Many short tests in one JVM.

use faultline_tests::{Dist, soak};

/// The binary `soak` runs more.
const TESTS: u32 = 20_000;
const THREADS: u32 = 4;
/// Allowed heap growth per test, less than its id takes; larger than the noise of uncollected garbage. Units: bytes.
const KEPT_PER_TEST: u64 = 64;

#[test]
fn rows_are_exact_and_the_heap_does_not_grow_with_them() {
    let soaked = soak::soak(&Dist::find(), env!("CARGO_TARGET_TMPDIR"), TESTS, THREADS);
    assert!(soaked.wrong.is_empty(), "{} rows, the first: {:?}", soaked.wrong.len(), &soaked.wrong[..1]);
    let heap = |tenth: usize| soaked.samples[tenth].heap;
    let grown = heap(9).saturating_sub(heap(3));
    let tests = soaked.samples[9].tests - soaked.samples[3].tests;
    assert!(grown <= KEPT_PER_TEST * tests, "{grown} bytes in {tests} tests: {:?}", soaked.samples);
}
