//! Without `O_NONBLOCK`, opening a named pipe blocks until its other end is opened.

use std::fs::{File, FileType, OpenOptions};
use std::io;
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
use std::path::Path;

use rustix::fs::OFlags;

/// Opens a file of any type; a terminal does not become the controlling one. Errors: the operating system's.
pub fn open(path: &Path) -> io::Result<File> {
    let flags = OFlags::NONBLOCK | OFlags::NOCTTY;
    OpenOptions::new().read(true).custom_flags(flags.bits().cast_signed()).open(path)
}

/// Names the type of anything that is not a regular file.
pub fn kind(kind: FileType) -> Option<&'static str> {
    match kind {
        kind if kind.is_file() => None,
        kind if kind.is_dir() => Some("a folder"),
        kind if kind.is_fifo() => Some("a pipe"),
        kind if kind.is_socket() => Some("a socket"),
        _ => Some("a device"),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;
    use std::process::Command;
    use std::sync::mpsc::channel;
    use std::thread;
    use std::time::Duration;

    use super::super::{Limit, read};

    const LIMIT: Limit = Limit::mebibytes(1, "a test");

    /// The error of reading a path; fails after a minute instead of blocking for ever.
    fn refusal(path: &std::path::Path) -> String {
        let (path, (send, receive)) = (path.to_owned(), channel());
        thread::spawn(move || send.send(read(&path, LIMIT).map(|bytes| bytes.len())));
        let result = receive.recv_timeout(Duration::from_mins(1)).expect("reading waits for somebody");
        result.unwrap_err().to_string()
    }

    #[test]
    fn what_is_no_file_is_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        assert!(Command::new("mkfifo").arg(at("pipe")).status().unwrap().success());
        let _socket = UnixListener::bind(at("socket")).unwrap();
        symlink(at("pipe"), at("link")).unwrap();
        fs::write(at("file"), "text").unwrap();
        symlink(at("file"), at("good")).unwrap();
        assert_eq!(refusal(&at("pipe")), "this is a pipe, not a file");
        assert_eq!(refusal(&at("link")), "this is a pipe, not a file");
        assert_eq!(refusal(&at("socket")), "this is a socket, not a file");
        assert_eq!(refusal(std::path::Path::new("/dev/zero")), "this is a device, not a file");
        assert_eq!(read(&at("good"), LIMIT).unwrap(), b"text");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_file_that_says_it_is_empty_is_read_and_bounded() {
        let read = |limit| read(std::path::Path::new("/proc/self/maps"), limit);
        assert!(!read(Limit::mebibytes(64, "a test")).unwrap().is_empty());
        assert!(read(Limit::new(10, "a test")).unwrap_err().to_string().contains("larger than 10 bytes"));
    }
}
