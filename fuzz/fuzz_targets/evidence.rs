//! What must hold is in `tests/src/parsers`.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    (faultline_tests::parsers::parser("evidence").check)(data);
});
