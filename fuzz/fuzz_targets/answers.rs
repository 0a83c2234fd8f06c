//! Files of answers: read, write back, read the same again.

#![no_main]

use std::path::Path;

use faultline_format::read_answers;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let path = Path::new("fuzz.jsonl");
    let Ok(answers) = read_answers(path, data) else { return };
    assert!(answers.whole <= data.len());
    let Some(header) = &answers.header else { return };
    let lines = answers.entries.iter().map(|(_, entry)| entry.line());
    let text: String = std::iter::once(header.line()).chain(lines).collect();
    let again = read_answers(path, text.as_bytes()).expect("what was written can be read");
    assert_eq!(again.header, answers.header);
    assert!(again.entries.iter().map(|(_, entry)| entry).eq(answers.entries.iter().map(|(_, entry)| entry)));
});
