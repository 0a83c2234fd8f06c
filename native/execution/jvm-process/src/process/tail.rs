//! Follows the output of a process.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

/// Reads new lines of a growing file.
#[derive(Debug, Default)]
pub struct Tail {
    at: u64,
    unfinished: Vec<u8>,
}

impl Tail {
    /// The lines completed since the last call. An unreadable file has none: a process is judged by its other
    /// output.
    pub fn lines(&mut self, file: &Path) -> Vec<String> {
        let mut bytes = std::mem::take(&mut self.unfinished);
        if let Ok(mut file) = File::open(file)
            && file.seek(SeekFrom::Start(self.at)).is_ok()
        {
            self.at += file.read_to_end(&mut bytes).unwrap_or(0) as u64;
        }
        let end = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        self.unfinished = bytes.split_off(end);
        String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect()
    }

    /// The text after the last line break.
    pub fn rest(&mut self) -> String {
        String::from_utf8_lossy(&std::mem::take(&mut self.unfinished)).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_once_and_only_when_it_ends() {
        let file = std::env::temp_dir().join(format!("faultline-tail-test-{}", std::process::id()));
        let mut tail = Tail::default();
        assert!(tail.lines(&file).is_empty());
        std::fs::write(&file, "a\nb").unwrap();
        assert_eq!(tail.lines(&file), ["a"]);
        std::fs::write(&file, "a\nbc\nd").unwrap();
        assert_eq!(tail.lines(&file), ["bc"]);
        assert_eq!(tail.rest(), "d");
        std::fs::remove_file(file).unwrap();
    }
}
