//! Reads packed fault folders without unpacking them to disk.

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use faultline_files::{limits, regular};
use faultline_flt::TsvFiles;

use crate::EvaluationError;

/// Extension of archives.
pub const ENDING: &str = ".tar.xz";
/// Maximum unpacked size of an archive, in bytes: a few kilobytes can unpack to any amount.
const MAX_UNPACKED: usize = 4 << 30;

/// The fault folders of a `.tar.xz`, by their paths in it.
/// Errors: it cannot be read, is damaged, or unpacks to more than 4 GiB.
/// Cost: the unpacked archive in memory, about 8 ns per byte.
pub(crate) fn folders(archive: &Path) -> Result<BTreeMap<PathBuf, TsvFiles>, EvaluationError> {
    let failed = |error| EvaluationError::io(archive, error);
    let file = regular::open(archive).map_err(failed)?;
    limits::PACKED_FAULTS.check(file.metadata().map_err(failed)?.len()).map_err(failed)?;
    let found = unpack(&mut BufReader::new(file)).and_then(|tar| unpacked(&tar));
    found.map_err(|error| EvaluationError::archive(archive, error))
}

/// Unpacks an `.xz`. Errors: it is damaged, or unpacks to more than 4 GiB.
pub fn unpack(packed: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut unpacked = Bounded(Vec::new());
    lzma_rs::xz_decompress(packed, &mut unpacked).map_err(io::Error::other)?;
    Ok(unpacked.0)
}

/// The fault folders of a `.tar`, by their paths in it. Errors: it is damaged. Memory: the size of the
/// archive.
pub fn unpacked(tar: &[u8]) -> io::Result<BTreeMap<PathBuf, TsvFiles>> {
    let mut folders: BTreeMap<PathBuf, TsvFiles> = BTreeMap::new();
    let mut complete: BTreeMap<PathBuf, u8> = BTreeMap::new();
    for entry in tar::Archive::new(tar).entries()? {
        let mut entry = entry?;
        // A sparse file may have any length without taking space in the archive.
        if !entry.header().entry_type().is_file() {
            continue;
        }
        let path = entry.path()?.into_owned();
        let (Some(folder), Some(name)) = (path.parent(), path.file_name().and_then(|name| name.to_str()))
        else {
            continue;
        };
        let part = match name {
            "elements.tsv" => 1,
            "tests.tsv" => 2,
            "failures.tsv" | "faulty-methods.tsv" => 0,
            _ => continue,
        };
        let mut bytes = Vec::with_capacity(entry.size().min(tar.len() as u64) as usize);
        entry.read_to_end(&mut bytes)?;
        *complete.entry(folder.to_owned()).or_default() |= part;
        let files = folders.entry(folder.to_owned()).or_default();
        match name {
            "elements.tsv" => files.elements = bytes,
            "tests.tsv" => files.tests = bytes,
            "failures.tsv" => files.failures = Some(bytes),
            _ => files.faulty_methods = Some(bytes),
        }
    }
    folders.retain(|folder, _| complete[folder] == 3);
    Ok(folders)
}

/// A buffer of limited size.
struct Bounded(Vec<u8>);

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > MAX_UNPACKED {
            return Err(io::Error::other("it unpacks to more than 4 GiB"));
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(files: &[(&str, &str)]) -> Vec<u8> {
        let mut builder = tar::Builder::new(Vec::new());
        for (path, text) in files {
            let mut header = tar::Header::new_gnu();
            header.set_size(text.len() as u64);
            header.set_mode(0o644);
            header.set_cksum();
            builder.append_data(&mut header, path, text.as_bytes()).unwrap();
        }
        builder.into_inner().unwrap()
    }

    #[test]
    fn folders_with_elements_and_tests_are_found_and_others_are_not() {
        let tar = packed(&[
            ("P/P-1/elements.tsv", "e"),
            ("P/P-1/tests.tsv", "t"),
            ("P/P-1/faulty-methods.tsv", "m"),
            ("P/P-1/notes.txt", "n"),
            ("P/P-2/elements.tsv", "e"),
        ]);
        let folders = unpacked(&tar).unwrap();
        let files = TsvFiles {
            elements: b"e".to_vec(),
            tests: b"t".to_vec(),
            failures: None,
            faulty_methods: Some(b"m".to_vec()),
        };
        assert_eq!(folders.into_iter().collect::<Vec<_>>(), [(PathBuf::from("P/P-1"), files)]);
    }

    #[test]
    fn a_file_with_holes_is_left_out_instead_of_filling_the_memory() {
        let mut header = tar::Header::new_gnu();
        header.set_path("P/P-1/elements.tsv").unwrap();
        header.set_entry_type(tar::EntryType::GNUSparse);
        header.set_size(0);
        let gnu = header.as_gnu_mut().unwrap();
        gnu.set_real_size(64 << 20);
        gnu.sparse[0].set_offset(64 << 20);
        gnu.sparse[0].set_length(0);
        header.set_cksum();
        let mut tar = header.as_bytes().to_vec();
        tar.extend(packed(&[("P/P-1/tests.tsv", "t")]));
        assert_eq!(unpacked(&tar).unwrap().len(), 0);
        let first = tar::Archive::new(&*tar).entries().unwrap().next().unwrap().unwrap().size();
        assert_eq!(first, 64 << 20, "it has one");
    }

    #[test]
    fn a_damaged_archive_is_an_error_that_names_it() {
        let path = std::env::temp_dir().join(format!("faultline-damaged-{}.tar.xz", std::process::id()));
        std::fs::write(&path, b"not an archive").unwrap();
        let message = folders(&path).unwrap_err().to_string();
        std::fs::remove_file(&path).unwrap();
        assert!(message.contains("damaged") && message.contains("cannot be unpacked"), "{message}");
    }
}
