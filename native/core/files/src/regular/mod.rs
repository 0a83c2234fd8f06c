//! Reads regular files alone, and no more of one than its reader can bear.

/* Files that others made may be anything: opening a named pipe waits for somebody who writes into it, `/dev/zero` has no
end, and a file of a terabyte takes one block of a disk. So what a path stands for is looked at before it is opened, which
for some devices has effects; it is opened without waiting; and what was opened is looked at once more, since the path may
stand for something else by then. A length is only a hint: files of `/proc` say 0, and others grow meanwhile. */

use std::fs::{self, File, FileType};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::Path;

#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(windows, path = "windows.rs")]
mod system;

/// The most that a reader takes of one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Units: bytes.
    bytes: u64,
    /// What such a file is, with its article.
    what: &'static str,
}

impl Limit {
    /// So many bytes of a file that is `what`, such as `a model`.
    pub const fn new(bytes: u64, what: &'static str) -> Self {
        Self { bytes, what }
    }

    /// So many MiB of a file that is `what`.
    pub const fn mebibytes(count: u64, what: &'static str) -> Self {
        Self::new(count << 20, what)
    }

    /// Units: bytes.
    pub const fn bytes(self) -> u64 {
        self.bytes
    }

    /// What such a file is, with its article.
    pub const fn what(self) -> &'static str {
        self.what
    }

    /// Checks a length. Errors: it is greater, in a sentence that says so.
    pub fn check(self, length: u64) -> io::Result<()> {
        if length <= self.bytes {
            return Ok(());
        }
        let Self { bytes, what } = self;
        let most = match bytes {
            bytes if bytes >= 1 << 20 => format!("{} MiB", bytes >> 20),
            bytes if bytes >= 1 << 10 => format!("{} KiB", bytes >> 10),
            bytes => format!("{bytes} bytes"),
        };
        let text = format!("this is larger than {most}, the most that {what} may have");
        Err(io::Error::new(io::ErrorKind::FileTooLarge, text))
    }
}

/// Opens a regular file for reading, and waits for nobody.
/// Errors: it is a pipe, a device, a socket or a folder, in a sentence that says so and goes behind the path (`x.flt: this is
/// a pipe, not a file`); the operating system's.
pub fn open(path: &Path) -> io::Result<File> {
    regular(fs::metadata(path)?.file_type())?;
    let file = system::open(path)?;
    regular(file.metadata()?.file_type())?;
    Ok(file)
}

/// All of a regular file. Errors: as [`open`]; the file has more than `limit`. Memory: what the file has, and never more than
/// `limit`.
pub fn read(path: &Path, limit: Limit) -> io::Result<Vec<u8>> {
    read_open(&open(path)?, limit)
}

/// As [`read`], of text. Errors: as [`read`]; the file is no UTF-8.
pub fn read_to_string(path: &Path, limit: Limit) -> io::Result<String> {
    let text = String::from_utf8(read(path, limit)?);
    text.map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "this is no text in UTF-8"))
}

/// What is left of a file that [`open`] gave. Errors: as [`read`].
pub fn read_open(file: &File, limit: Limit) -> io::Result<Vec<u8>> {
    let length = file.metadata()?.len();
    limit.check(length)?;
    let mut bytes = Vec::new();
    bytes.try_reserve(usize::try_from(length).map_err(io::Error::other)?)?;
    file.take(limit.bytes.saturating_add(1)).read_to_end(&mut bytes)?;
    limit.check(bytes.len() as u64)?;
    Ok(bytes)
}

/// The beginning of a regular file, at most `most` bytes: of a log that is shown, no matter how long it is.
/// Errors: as [`open`].
pub fn first(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The end of a regular file, at most `most` bytes. Errors: as [`open`].
pub fn last(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut file = open(path)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(most)))?;
    let mut bytes = Vec::new();
    file.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn regular(kind: FileType) -> io::Result<()> {
    let Some(is) = system::kind(kind) else { return Ok(()) };
    Err(io::Error::new(io::ErrorKind::InvalidInput, format!("this is {is}, not a file")))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: Limit = Limit::new(5, "a test");

    #[test]
    fn a_file_is_read_up_to_its_limit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        fs::write(&path, "12345").unwrap();
        assert_eq!(read(&path, SMALL).unwrap(), b"12345");
        assert_eq!(read_to_string(&path, SMALL).unwrap(), "12345");
        fs::write(&path, "123456").unwrap();
        let error = read(&path, SMALL).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
        assert_eq!(error.to_string(), "this is larger than 5 bytes, the most that a test may have");
        fs::write(&path, [0xff]).unwrap();
        assert_eq!(read_to_string(&path, SMALL).unwrap_err().to_string(), "this is no text in UTF-8");
        let missing = read(&folder.path().join("none"), SMALL).unwrap_err();
        assert_eq!(missing.kind(), io::ErrorKind::NotFound);
    }

    #[test]
    fn limits_are_told_in_the_greatest_unit_that_they_fill() {
        let told = |bytes| Limit::new(bytes, "it").check(u64::MAX).unwrap_err().to_string();
        assert!(told(1023).contains("1023 bytes,") && told(3 << 10).contains("3 KiB,"), "{}", told(3 << 10));
        assert!(told(64 << 20).contains("64 MiB,") && told(4 << 30).contains("4096 MiB,"));
        assert!(Limit::mebibytes(1, "it").check(1 << 20).is_ok());
    }

    #[test]
    fn a_file_of_a_terabyte_takes_no_memory() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sparse");
        // A file system without holes has no such file to test with, and says so.
        if File::create(&path).unwrap().set_len(1 << 40).is_ok() {
            let error = read(&path, Limit::mebibytes(64, "a model")).unwrap_err().to_string();
            assert_eq!(error, "this is larger than 64 MiB, the most that a model may have");
        }
    }

    #[test]
    fn the_beginning_and_the_end_of_a_long_file_can_be_had() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.log");
        fs::write(&path, "123456789").unwrap();
        assert_eq!((first(&path, 3).unwrap(), last(&path, 3).unwrap()), (b"123".to_vec(), b"789".to_vec()));
        assert_eq!(
            (first(&path, 99).unwrap(), last(&path, 99).unwrap()),
            (b"123456789".to_vec(), b"123456789".to_vec())
        );
    }

    #[test]
    fn a_folder_is_no_file() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(open(folder.path()).unwrap_err().to_string(), "this is a folder, not a file");
    }
}
