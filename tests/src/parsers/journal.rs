//! Journals: the intact records read the same again.

use std::fs;

use faultline_files::Trust;
use faultline_jvm_process::work::journal::Past;
use serde_json::Value;

use super::files::Scratch;

const LINES: [&str; 4] = [
    r#"{"at":1,"record":{"Plan":"a b"}}"#,
    r#"{"at":2,"record":{"Session":{"jobs":4}}}"#,
    r#"{"at":3,"record":{"Ended":{"took":1.5,"coverage":null,"files":["a","b"]}}}"#,
    r#"{"at":18446744073709551615,"record":null}"#,
];

pub(super) fn seeds() -> Vec<Vec<u8>> {
    vec![(LINES.join("\n") + "\n").into_bytes(), (LINES[2].to_owned() + "\n").into_bytes()]
}

/// Adds the checksum to each line, otherwise nothing behind it is tested.
fn with_checksums(data: &[u8]) -> Vec<u8> {
    let line = |line: &[u8]| {
        let (text, end) = line.strip_suffix(b"\n").map_or((line, &b""[..]), |text| (text, b"\n"));
        [format!("{:08x} ", super::recording::crc(text)).as_bytes(), text, end].concat()
    };
    data.split_inclusive(|&byte| byte == b'\n').flat_map(line).collect()
}

pub(super) fn check(data: &[u8]) -> bool {
    let scratch = Scratch::new();
    let path = scratch.0.join("journal");
    let read = |bytes: &[u8]| {
        fs::write(&path, bytes).expect("a temporary file");
        Past::<Value>::read(&path, Trust::Anybody)
    };
    let _ = read(data);
    let file = with_checksums(data);
    let Ok(past) = read(&file) else { return false };
    let sound = usize::try_from(past.sound).expect("it is of the file");
    let again = read(&file[..sound]).expect("what is sound can be read");
    assert_eq!((again.lines, again.sound), (past.lines, past.sound));
    true
}
