//! Archives on a class path: what their directory says of their entries, and the bytes of classes.

use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use faultline_class_file::ClassCode;
use faultline_files::limits;
use faultline_spectrum::Fnv;

const END: [u8; 4] = *b"PK\x05\x06";
const ENTRY: [u8; 4] = *b"PK\x01\x02";
const LOCAL: [u8; 4] = *b"PK\x03\x04";
/// Length of what precedes the name of an entry.
const LOCAL_HEAD: usize = 30;
const STORED: usize = 0;
const DEFLATED: usize = 8;
/// Variants of classes for other versions of Java.
const VERSIONS: &str = "META-INF/versions/";
/// Entries that differ between builds of the same sources.
const VOLATILE: [&str; 2] = ["META-INF/MANIFEST.MF", "pom.properties"];

/// An archive whose directory has been read.
#[derive(Debug)]
pub struct Archive {
    path: PathBuf,
    entries: Vec<Entry>,
    /// By binary name: the places of a class and its variants among the entries.
    classes: HashMap<String, Vec<usize>>,
}

/// What the directory says of an entry.
#[derive(Debug)]
struct Entry {
    name: Vec<u8>,
    /// CRC-32 and length.
    checksum: Vec<u8>,
    method: usize,
    compressed: usize,
    length: usize,
    /// Where its own head stands in the file.
    start: u64,
}

impl Archive {
    /// Reads the directory at the end of an archive, and nothing else. `None` if it has none that is understood.
    pub fn read(path: &Path) -> Option<Self> {
        let entries = entries(&directory(path)?)?;
        let mut classes = HashMap::<String, Vec<usize>>::new();
        for (at, entry) in entries.iter().enumerate() {
            if let Some(name) = str::from_utf8(&entry.name).ok().and_then(class_of) {
                classes.entry(name.1.replace('/', ".")).or_default().push(at);
            }
        }
        Some(Self { path: path.to_owned(), entries, classes })
    }

    /// A hash of the names and checksums of the entries, which does not depend on when it was packed.
    pub fn hash(&self) -> u64 {
        self.hash_of(|_| true)
    }

    /// The same, of the entries that are no classes; `None` if there is none.
    pub fn resources(&self) -> Option<u64> {
        let is_resource = |entry: &Entry| !entry.name.ends_with(b".class") && !entry.name.ends_with(b"/");
        self.entries
            .iter()
            .any(|entry| is_resource(entry) && !entry.is_volatile())
            .then(|| self.hash_of(is_resource))
    }

    fn hash_of(&self, wanted: impl Fn(&Entry) -> bool) -> u64 {
        let mut hash = Fnv::default();
        for entry in self.entries.iter().filter(|entry| wanted(entry) && !entry.is_volatile()) {
            hash.bytes(&entry.name);
            hash.bytes(&entry.checksum);
        }
        hash.finish()
    }

    /// The names of its classes.
    pub fn classes(&self) -> impl Iterator<Item = &str> {
        self.classes.keys().map(String::as_str)
    }

    /// A hash of the checksum of a class. Its variants for other versions of Java count with it.
    pub fn class_hash(&self, name: &str) -> Option<u64> {
        let mut hash = Fnv::default();
        for entry in self.classes.get(name)?.iter().map(|at| &self.entries[*at]) {
            let version =
                str::from_utf8(&entry.name).ok().and_then(class_of).map_or("", |(version, _)| version);
            hash.bytes(version.as_bytes());
            hash.bytes(&entry.checksum);
        }
        Some(hash.finish())
    }

    /// Of a class with variants for other versions of Java, the version of the one whose bytes have a hash: empty for the
    /// usual one. `None` if there are no variants, or none with this hash.
    fn version_of(&self, name: &str, hash: u64) -> Option<String> {
        let variants = self.classes.get(name).filter(|variants| variants.len() > 1)?;
        let mut variants = variants.iter().map(|at| &self.entries[*at]);
        let found = variants.find(|entry| self.bytes(entry).is_some_and(|bytes| Fnv::of(&bytes) == hash))?;
        let (version, _) = class_of(str::from_utf8(&found.name).ok()?)?;
        Some(version.to_owned())
    }

    /// The code of a class; `None` if it cannot be read, or has variants, of which a JVM takes one.
    pub fn code(&self, name: &str) -> Option<ClassCode> {
        let [at] = self.classes.get(name)?.as_slice() else { return None };
        let entry = &self.entries[*at];
        let is_main = !entry.name.starts_with(VERSIONS.as_bytes());
        is_main.then(|| ClassCode::read(&self.bytes(entry)?)).flatten().filter(|class| class.name == name)
    }

    fn bytes(&self, entry: &Entry) -> Option<Vec<u8>> {
        let limit = usize::try_from(limits::CLASS.bytes()).unwrap_or(usize::MAX);
        if entry.length > limit || entry.compressed > limit {
            return None;
        }
        let mut file = File::open(&self.path).ok()?;
        file.seek(SeekFrom::Start(entry.start)).ok()?;
        let mut head = [0; LOCAL_HEAD];
        file.read_exact(&mut head).ok()?;
        head.starts_with(&LOCAL).then_some(())?;
        let behind = i64::try_from(number(&head, 26, 2)? + number(&head, 28, 2)?).ok()?;
        file.seek(SeekFrom::Current(behind)).ok()?;
        let mut content = vec![0; entry.compressed];
        file.read_exact(&mut content).ok()?;
        let content = match entry.method {
            STORED => content,
            DEFLATED => miniz_oxide::inflate::decompress_to_vec_with_limit(&content, entry.length).ok()?,
            _ => return None,
        };
        let is_whole = content.len() == entry.length
            && entry.checksum.starts_with(&crc32fast::hash(&content).to_le_bytes());
        is_whole.then_some(content)
    }
}

impl Entry {
    fn is_volatile(&self) -> bool {
        VOLATILE.iter().any(|ending| self.name.ends_with(ending.as_bytes()))
    }
}

/// The version of Java for which an archive has the variant of a class with a hash of its bytes: empty for the usual one.
/// `None` if the archive has no variants of the class, or none with this hash.
pub fn version_of(archive: &Path, class: &str, hash: u64) -> Option<String> {
    Archive::read(archive)?.version_of(class, hash)
}

/// The version of Java that a class in an archive is for, empty for the usual one, and the class's internal name.
fn class_of(entry: &str) -> Option<(&str, &str)> {
    let name = entry.strip_suffix(".class")?;
    Some(name.strip_prefix(VERSIONS).and_then(|name| name.split_once('/')).unwrap_or(("", name)))
}

/// A number of `length` bytes, the lowest first.
fn number(bytes: &[u8], at: usize, length: usize) -> Option<usize> {
    let bytes = bytes.get(at..at + length)?;
    Some(bytes.iter().rev().fold(0, |number, byte| number << 8 | usize::from(*byte)))
}

/// The entries of a directory. `None` if it is damaged.
fn entries(directory: &[u8]) -> Option<Vec<Entry>> {
    let mut entries = Vec::new();
    let mut rest = directory;
    while rest.starts_with(&ENTRY) {
        let (name, extra, comment) = (number(rest, 28, 2)?, number(rest, 30, 2)?, number(rest, 32, 2)?);
        entries.push(Entry {
            name: rest.get(46..46 + name)?.to_owned(),
            checksum: [rest.get(16..20)?, rest.get(24..28)?].concat(),
            method: number(rest, 10, 2)?,
            compressed: number(rest, 20, 4)?,
            length: number(rest, 24, 4)?,
            start: number(rest, 42, 4)? as u64,
        });
        rest = rest.get(46 + name + extra + comment..)?;
    }
    Some(entries)
}

fn directory(path: &Path) -> Option<Vec<u8>> {
    if !path.metadata().ok()?.is_file() {
        return None;
    }
    let mut file = File::open(path).ok()?;
    let length = file.seek(SeekFrom::End(0)).ok()?;
    file.seek(SeekFrom::Start(length.saturating_sub(66_000))).ok()?;
    let mut end = Vec::new();
    Read::by_ref(&mut file).take(66_000).read_to_end(&mut end).ok()?;
    let at = end.windows(4).rposition(|window| window == END)?;
    let (size, start) = (number(&end, at + 12, 4)? as u64, number(&end, at + 16, 4)? as u64);
    if start + size > length {
        return None;
    }
    file.seek(SeekFrom::Start(start)).ok()?;
    let mut directory = Vec::new();
    Read::by_ref(&mut file).take(size).read_to_end(&mut directory).ok()?;
    Some(directory)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    /// An archive with these entries, deflated or stored, without extra fields.
    fn written(path: &Path, entries: &[(&str, &[u8], bool)]) {
        let (mut file, mut directory) = (Vec::new(), Vec::new());
        for (name, content, is_deflated) in entries {
            let packed = match is_deflated {
                true => miniz_oxide::deflate::compress_to_vec(content, 6),
                false => content.to_vec(),
            };
            let method = if *is_deflated { 8_u16 } else { 0 };
            let start = u32::try_from(file.len()).expect("a short file");
            let mut head = Vec::new();
            head.extend([20, 0, 0, 0]);
            head.extend(method.to_le_bytes());
            head.extend([0; 4]);
            head.extend(crc32fast::hash(content).to_le_bytes());
            for length in [packed.len(), content.len()] {
                head.extend(u32::try_from(length).expect("a short entry").to_le_bytes());
            }
            head.extend(u16::try_from(name.len()).expect("a short name").to_le_bytes());
            head.extend([0; 2]);
            file.extend(LOCAL);
            file.extend(&head);
            file.extend(name.as_bytes());
            file.extend(packed);
            directory.extend(ENTRY);
            directory.extend([20, 0]);
            directory.extend(&head);
            directory.extend([0; 10]);
            directory.extend(start.to_le_bytes());
            directory.extend(name.as_bytes());
        }
        let (size, start) = (directory.len(), file.len());
        file.extend(directory);
        file.extend(END);
        file.extend([0; 8]);
        for number in [size, start] {
            file.extend(u32::try_from(number).expect("a short file").to_le_bytes());
        }
        file.extend([0; 2]);
        File::create(path).expect("a file").write_all(&file).expect("an archive");
    }

    #[test]
    fn entries_are_read_stored_or_deflated_and_damaged_ones_are_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.jar");
        let long = b"ab".repeat(500);
        written(
            &path,
            &[("a/A.class", &long, true), ("a/B.class", b"b", false), ("META-INF/MANIFEST.MF", b"m", false)],
        );
        let archive = Archive::read(&path).expect("an archive");
        assert_eq!(archive.bytes(&archive.entries[0]), Some(long.clone()));
        assert_eq!(archive.bytes(&archive.entries[1]), Some(b"b".to_vec()));
        assert_eq!(archive.resources(), None, "the manifest differs between builds");
        let mut names: Vec<&str> = archive.classes().collect();
        names.sort_unstable();
        assert_eq!(names, ["a.A", "a.B"]);
        assert_eq!(archive.code("a.B").map(|class| class.name), None, "it is no class");

        let mut bytes = std::fs::read(&path).expect("an archive");
        bytes[LOCAL_HEAD + "a/A.class".len() + 3] ^= 0x55;
        std::fs::write(&path, bytes).expect("an archive");
        let damaged = Archive::read(&path).expect("a directory");
        assert_eq!(damaged.bytes(&damaged.entries[0]), None);
    }

    #[test]
    fn hashes_depend_on_what_is_in_the_archive_and_not_on_how_it_is_packed() {
        let folder = tempfile::tempdir().expect("a folder");
        let archive = |entries: &[(&str, &[u8], bool)]| {
            let path = folder.path().join("a.jar");
            written(&path, entries);
            Archive::read(&path).expect("an archive")
        };
        let (class, resource) = (("A.class", &b"1"[..], false), ("a.properties", &b"a=1"[..], false));
        let one = archive(&[class, resource]);
        let packed = archive(&[("A.class", b"1", true), ("a.properties", b"a=1", true)]);
        assert_eq!((one.hash(), one.resources()), (packed.hash(), packed.resources()));
        let other_class = archive(&[("A.class", b"2", false), resource]);
        assert_ne!(one.hash(), other_class.hash());
        assert_ne!(one.class_hash("A"), other_class.class_hash("A"));
        assert_eq!(one.resources(), other_class.resources());
        let other_resource = archive(&[class, ("a.properties", b"a=2", false)]);
        assert_ne!(one.resources(), other_resource.resources());
        let variant = archive(&[class, resource, ("META-INF/versions/11/A.class", b"3", false)]);
        assert_ne!(one.class_hash("A"), variant.class_hash("A"));
        assert!(variant.code("A").is_none());
        let version = |bytes: &[u8]| variant.version_of("A", Fnv::of(bytes));
        assert_eq!((version(b"3").as_deref(), version(b"1").as_deref()), (Some("11"), Some("")));
        assert_eq!(
            (version(b"2"), one.version_of("A", Fnv::of(b"1"))),
            (None, None),
            "no such variant, no variants"
        );
    }
}
