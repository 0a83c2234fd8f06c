//! Reproducible archives: `.tar.gz`, and `.zip` for Windows.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use faultline_messages::failure::Failure;
use flate2::{Compression, GzBuilder};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use zip::write::SimpleFileOptions;

/// A file of an archive.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// Its path in the archive, with `/` as separator.
    pub path: String,
    pub content: Vec<u8>,
    pub executable: bool,
}

impl Entry {
    /// A file that is not executable.
    pub fn text(path: impl Into<String>, content: impl Into<Vec<u8>>) -> Self {
        Self { path: path.into(), content: content.into(), executable: false }
    }

    const fn mode(&self) -> u32 {
        if self.executable { 0o755 } else { 0o644 }
    }
}

/// Writes the entries sorted by path, all with the modification time `epoch` (seconds since 1970).
///
/// # Errors
///
/// The file cannot be written, or the time is outside the range of zip (1980 to 2107).
pub fn write(file: &Path, mut entries: Vec<Entry>, epoch: u32) -> Result<(), Failure> {
    entries.sort();
    let told = |error: String| Failure::failed(format!("{}: {error}", file.display()));
    let output = BufWriter::new(File::create(file).map_err(|error| told(error.to_string()))?);
    if file.extension().is_some_and(|ending| ending == "zip") {
        zipped(output, &entries, epoch).map_err(told)
    } else {
        tarred(output, &entries, epoch).map_err(|error| told(error.to_string()))
    }
}

fn tarred(output: impl Write, entries: &[Entry], epoch: u32) -> std::io::Result<()> {
    // The gzip header contains neither time nor file name.
    let mut archive = tar::Builder::new(GzBuilder::new().mtime(0).write(output, Compression::best()));
    for entry in entries {
        let mut header = tar::Header::new_ustar();
        header.set_size(entry.content.len() as u64);
        header.set_mode(entry.mode());
        header.set_mtime(epoch.into());
        archive.append_data(&mut header, &entry.path, entry.content.as_slice())?;
    }
    archive.into_inner()?.finish()?.flush()
}

fn zipped(output: impl Write + std::io::Seek, entries: &[Entry], epoch: u32) -> Result<(), String> {
    let options = SimpleFileOptions::default()
        .compression_method(zip::CompressionMethod::Deflated)
        .compression_level(Some(9))
        .last_modified_time(dos_time(epoch)?);
    let mut archive = zip::ZipWriter::new(output);
    for entry in entries {
        archive
            .start_file(&entry.path, options.unix_permissions(entry.mode()))
            .map_err(|error| error.to_string())?;
        archive.write_all(&entry.content).map_err(|error| error.to_string())?;
    }
    archive.finish().map_err(|error| error.to_string())?.flush().map_err(|error| error.to_string())
}

fn dos_time(epoch: u32) -> Result<zip::DateTime, String> {
    let at = Timestamp::from_second(epoch.into()).map_err(|error| error.to_string())?.to_zoned(TimeZone::UTC);
    let whole = |number: i8| u8::try_from(number).unwrap_or_default();
    let year = u16::try_from(at.year()).unwrap_or_default();
    zip::DateTime::from_date_and_time(
        year,
        whole(at.month()),
        whole(at.day()),
        whole(at.hour()),
        whole(at.minute()),
        whole(at.second()),
    )
    .map_err(|_| format!("a zip cannot hold the time {at}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    const EPOCH: u32 = 1_764_028_800;

    fn entries() -> Vec<Entry> {
        vec![
            Entry::text("faultline/README.md", "read\n"),
            Entry {
                path: "faultline/bin/faultline".to_owned(),
                content: vec![0, 159, 146, 150],
                executable: true,
            },
        ]
    }

    #[test]
    fn a_tar_holds_what_was_put_in_and_is_the_same_whatever_the_order() {
        let folder = tempfile::tempdir().expect("a folder");
        let (one, two) = (folder.path().join("one.tar.gz"), folder.path().join("two.tar.gz"));
        write(&one, entries(), EPOCH).expect("an archive");
        write(&two, entries().into_iter().rev().collect(), EPOCH).expect("an archive");
        assert_eq!(std::fs::read(&one).expect("a file"), std::fs::read(&two).expect("a file"));

        let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(File::open(&one).expect("a file")));
        let held: Vec<_> = archive
            .entries()
            .expect("entries")
            .map(|entry| {
                let mut entry = entry.expect("an entry");
                let mut content = Vec::new();
                entry.read_to_end(&mut content).expect("content");
                let header = entry.header();
                assert_eq!(header.mtime().expect("a time"), u64::from(EPOCH));
                Entry {
                    path: entry.path().expect("a path").to_string_lossy().into_owned(),
                    content,
                    executable: header.mode().expect("a mode") & 0o111 != 0,
                }
            })
            .collect();
        assert_eq!(held, entries());
    }

    #[test]
    fn a_zip_holds_what_was_put_in_with_its_time() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("one.zip");
        write(&file, entries(), EPOCH).expect("an archive");
        let mut archive = zip::ZipArchive::new(File::open(&file).expect("a file")).expect("a zip");
        for (number, expected) in entries().iter().enumerate() {
            let mut entry = archive.by_index(number).expect("an entry");
            let mut content = Vec::new();
            entry.read_to_end(&mut content).expect("content");
            assert_eq!(entry.name().expect("a name"), expected.path);
            assert_eq!(content, expected.content);
            assert_eq!(entry.unix_mode().map(|mode| mode & 0o777), Some(expected.mode()));
            let time = entry.last_modified().expect("a time");
            assert_eq!((time.year(), time.month(), time.day()), (2025, 11, 25));
        }
    }

    #[test]
    fn a_time_that_a_zip_cannot_hold_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let refused = write(&folder.path().join("one.zip"), entries(), 0).expect_err("1970");
        assert!(refused.to_string().contains("a zip cannot hold the time"), "{refused}");
    }
}
