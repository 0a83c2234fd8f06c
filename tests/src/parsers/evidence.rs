//! Evidence of faults: what is read is written in the same words, whether it was packed or not.

use faultline_training::evidence_file::{bytes, parse, parse_text, text};

/// What is read is written, and read again.
pub(super) fn check(data: &[u8]) -> bool {
    if parse(data).is_ok() {
        return true;
    }
    let Ok(faults) = std::str::from_utf8(data).map_err(|_| String::new()).and_then(parse_text) else {
        return false;
    };
    let again = parse_text(&text(&faults)).expect("what was written can be read");
    assert_eq!(again, faults);
    assert_eq!(parse(&bytes(&faults)).expect("what was packed can be read"), faults);
    true
}

pub(super) fn seeds() -> Vec<Vec<u8>> {
    let header = text(&[]);
    let row = |mark: &str, numbers: &[&str]| format!("{mark}\t{}\n", numbers.join("\t"));
    let method = |mark: &str| row(mark, &["-0.5", "2.1", "0", "1", "0", "0.25", "1", "0", "0", "-3e-7"]);
    let line = |mark: &str, of: &str| row(mark, &[of, "-0.5", "-0.1", "1", "0", "-1.5"]);
    let fault = |name: &str| format!("fault\tP\t{name}\t40\t1\n");
    let whole = [
        header.clone(),
        fault("P-1"),
        method("m"),
        method("M"),
        line("l", "0"),
        line("L", "1"),
        fault("P-2"),
        method("M"),
    ];
    vec![header.into_bytes(), whole.concat().into_bytes(), bytes(&[])]
}
