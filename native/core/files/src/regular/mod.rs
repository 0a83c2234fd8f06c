//! Reads regular files only, up to a limit.

/* Foreign files may be anything: opening a named pipe blocks until a writer opens it, `/dev/zero` is endless,
and a sparse file of a terabyte takes one block of a disk. Therefore the type is checked before opening, which
has side effects on some devices; the file is opened without blocking; and the type of the open file is
checked again, because the path may refer to another file by then. A length is only a hint: files of `/proc`
report 0, and others grow in the meantime. */

use std::fs::{self, File, FileType};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::Path;

#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(windows, path = "windows.rs")]
mod system;

/// The maximum size that a reader accepts for one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Units: bytes.
    bytes: u64,
    /// The kind of file, with an article.
    what: &'static str,
}

impl Limit {
    /// A limit of `bytes` for a file that is `what`, such as `a model`.
    pub const fn new(bytes: u64, what: &'static str) -> Self {
        Self { bytes, what }
    }

    /// A limit of `count` MiB for a file that is `what`.
    pub const fn mebibytes(count: u64, what: &'static str) -> Self {
        Self::new(count << 20, what)
    }

    /// Units: bytes.
    pub const fn bytes(self) -> u64 {
        self.bytes
    }

    /// The kind of file, with an article.
    pub const fn what(self) -> &'static str {
        self.what
    }

    /// Checks a length. Errors: it is too large; the error is a sentence.
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

/// Opens a regular file for reading, without blocking.
/// Errors: it is a pipe, a device, a socket or a folder, in a sentence that follows the path (`x.flt: this is
/// a pipe, not a file`); the operating system's.
pub fn open(path: &Path) -> io::Result<File> {
    regular(fs::metadata(path)?.file_type())?;
    let file = system::open(path)?;
    regular(file.metadata()?.file_type())?;
    Ok(file)
}

/// Reads a whole regular file. Errors: as [`open`]; the file is larger than `limit`. Memory: the size of the
/// file, at most `limit`.
pub fn read(path: &Path, limit: Limit) -> io::Result<Vec<u8>> {
    read_open(&open(path)?, limit)
}

/// As [`read`], for text. Errors: as [`read`]; the file is not UTF-8.
pub fn read_to_string(path: &Path, limit: Limit) -> io::Result<String> {
    let text = String::from_utf8(read(path, limit)?);
    text.map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "this is no text in UTF-8"))
}

/// Reads the rest of a file from [`open`]. Errors: as [`read`].
pub fn read_open(file: &File, limit: Limit) -> io::Result<Vec<u8>> {
    let length = file.metadata()?.len();
    limit.check(length)?;
    let mut bytes = Vec::new();
    bytes.try_reserve(usize::try_from(length).map_err(io::Error::other)?)?;
    file.take(limit.bytes.saturating_add(1)).read_to_end(&mut bytes)?;
    limit.check(bytes.len() as u64)?;
    Ok(bytes)
}

/// The start of a regular file of any length, at most `most` bytes; for example of a log to show.
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
        // A file system without sparse files cannot have such a test file and reports an error.
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
