//! How much memory the rows of recordings may take, and the file for the others.

use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use faultline_files::unnamed;
use faultline_messages::words::number;
use faultline_spectrum::{BitMatrix, Room, Spill};

/* Rows are nearly all that grows with a recording, in two ways: those in memory, and what is computed of them, such as the
columns of elements. So rows may take a half of the whole. What only counts reads rows once or twice, and a file of this
machine's is nearly as fast for that: it needs few rows in memory. */

/// Of the memory of the machine or the container, the share that reading recordings may take.
const SHARE: u64 = 4;
/// The memory of a machine that does not tell: 4 GiB.
const UNKNOWN: u64 = 4 << 30;
/// The memory for rows where they are only counted: 128 MiB.
const COUNTED: u64 = 128 << 20;

/// The memory that reading recordings may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    bytes: u64,
    /// Whether rows are only counted.
    is_counting: bool,
}

impl Default for Memory {
    /// A quarter of the machine's memory, or of the container's if that has less.
    fn default() -> Self {
        Self::of(installed() / SHARE)
    }
}

impl Memory {
    /// This much memory. Units: bytes.
    pub fn of(bytes: u64) -> Self {
        Self { bytes, is_counting: false }
    }

    /// For a command that only counts rows, once or twice, so that few need be in memory.
    #[must_use]
    pub fn counting(self) -> Self {
        Self { is_counting: true, ..self }
    }

    pub(crate) fn room(self) -> Room {
        let size = |bytes: u64| usize::try_from(bytes).unwrap_or(usize::MAX);
        let most = self.bytes / 2;
        let bytes = if self.is_counting { most.min(COUNTED) } else { most };
        Room { bytes: size(bytes), most: size(most), spill: Arc::new(SpillFile::default()) }
    }

    /// A sentence on rows that have no room in memory; none if more memory would not change that.
    pub(crate) fn note(self, matrix: &BitMatrix) -> Option<String> {
        let megabytes = matrix.spilled().div_ceil(1_000_000);
        let is_capped = self.is_counting && self.bytes / 2 > COUNTED;
        (megabytes > 0 && !is_capped).then(|| {
            format!(
                "{} MB of the rows are in a temporary file, as they have no room in memory (--memory); nothing is left out",
                number(megabytes)
            )
        })
    }
}

/// A file without a name, made for the first bytes.
#[derive(Debug, Default)]
struct SpillFile(Mutex<Option<(File, u64)>>);

impl Spill for SpillFile {
    fn put(&self, bytes: &[u8]) -> io::Result<u64> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // What was stored stays if there is no room for more.
        append(&mut state, bytes).map_err(|error| {
            let folder = std::env::temp_dir();
            io::Error::new(error.kind(), format!("{} takes no temporary file: {error}", folder.display()))
        })
    }

    fn get(&self, place: u64, into: &mut [u8]) -> io::Result<()> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((file, _)) = state.as_mut() else { return Err(io::ErrorKind::NotFound.into()) };
        file.seek(SeekFrom::Start(place))?;
        file.read_exact(into)
    }
}

/// Appends bytes to a file, which is made for the first ones, and returns their place.
fn append(state: &mut Option<(File, u64)>, bytes: &[u8]) -> io::Result<u64> {
    let (file, end) = match state {
        Some(open) => open,
        None => state.insert((unnamed()?, 0)),
    };
    file.seek(SeekFrom::Start(*end))?;
    file.write_all(bytes)?;
    let place = *end;
    *end += bytes.len() as u64;
    Ok(place)
}

/// The memory of the machine, or that of the container if it is less. Units: bytes.
fn installed() -> u64 {
    let text = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let machine = of_machine(&text("/proc/meminfo")).unwrap_or(UNKNOWN);
    of_groups(&text("/proc/self/cgroup"), Path::new("/sys/fs/cgroup"))
        .map_or(machine, |limit| machine.min(limit))
}

/// Parses `/proc/meminfo`.
fn of_machine(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

/// The least limit of a process's control groups (`/proc/self/cgroup`) of either version, and of those above them.
fn of_groups(text: &str, root: &Path) -> Option<u64> {
    let limits = text.lines().filter_map(|line| {
        let mut fields = line.splitn(3, ':').skip(1);
        let (controllers, group) = (fields.next()?, fields.next()?.trim_start_matches('/'));
        let (root, file) = match controllers {
            "" => (root.to_owned(), "memory.max"),
            _ if controllers.split(',').any(|of| of == "memory") => {
                (root.join("memory"), "memory.limit_in_bytes")
            }
            _ => return None,
        };
        let group = root.join(group);
        // In a container the group may be that of the host, which is not there; the limit stands at the root then.
        let above = group.ancestors().take_while(|folder| folder.starts_with(&root));
        above.filter_map(|folder| fs::read_to_string(folder.join(file)).ok()?.trim().parse().ok()).min()
    });
    limits.min()
}

#[cfg(test)]
mod tests {
    use faultline_spectrum::{
        ClassFile, CoverageBuilder, Outcome, Policies, RecordedClass, RecordedMethod, RecordedTest,
        Recording, Spectrum,
    };

    use super::*;

    #[test]
    fn the_memory_of_the_machine_is_read() {
        assert_eq!(of_machine("MemTotal:       2048 kB\nMemFree:   1 kB\n"), Some(2 << 20));
        assert_eq!(of_machine("MemFree: 1 kB\n"), None);
        assert!(installed() > 1 << 20);
    }

    #[test]
    fn the_least_limit_of_a_group_and_those_above_it_counts() {
        let folder = tempfile::tempdir().unwrap();
        let put = |path: &str, text: &str| {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        let limit = |text: &str| of_groups(text, folder.path());
        put("a/memory.max", "5000\n");
        put("a/b/memory.max", "max\n");
        put("memory/docker/x/memory.limit_in_bytes", "700\n");
        put("memory/memory.limit_in_bytes", "9000\n");
        assert_eq!(limit("0::/a/b\n"), Some(5_000));
        assert_eq!(limit("0::/other\n"), None);
        assert_eq!(limit("4:cpu,memory:/docker/x\n3:cpu:/a\n"), Some(700));
        assert_eq!(limit("4:memory:/host/only\n0::/a\n"), Some(5_000));
        assert_eq!(limit("no groups"), None);
    }

    #[test]
    fn what_is_written_is_read_back() {
        let file = SpillFile::default();
        let places: Vec<u64> = [&b"one"[..], b"", b"three"].map(|bytes| file.put(bytes).unwrap()).into();
        assert_eq!(places, [0, 3, 3]);
        let mut back = [0; 5];
        file.get(3, &mut back).unwrap();
        assert_eq!(&back, b"three");
        assert!(file.get(6, &mut back).is_err());
    }

    #[test]
    fn a_note_says_that_rows_have_no_room_if_more_memory_would_change_that() {
        let mut coverage = CoverageBuilder::default();
        coverage.class(3, &[5]);
        let class = ClassFile {
            methods: vec![RecordedMethod { name: "m".to_owned(), descriptor: "()V".to_owned() }],
            slots: vec![(0, 1), (0, 2), (0, 3)],
            ..ClassFile::default()
        };
        let test = RecordedTest {
            sequence: 0,
            unique_id: String::new(),
            class: String::new(),
            method: String::new(),
            display: String::new(),
            outcome: Outcome::Passed,
            duration_ns: 0,
            overlapped: false,
            failure: None,
            coverage: coverage.to_coverage(),
        };
        let recording = Recording {
            classes: vec![RecordedClass::new(3, class)],
            tests: vec![test],
            ..Recording::default()
        };
        let room = Memory::of(0).room();
        let spectrum = Spectrum::merge_within(&[recording], Policies::default(), Some(room)).unwrap();
        assert!(spectrum.coverage.spilled() > 0);
        let is_said = |memory: Memory| memory.note(&spectrum.coverage).is_some();
        assert!(is_said(Memory::of(1 << 20)) && is_said(Memory::of(1 << 20).counting()));
        assert!(is_said(Memory::of(1 << 40)) && !is_said(Memory::of(1 << 40).counting()));
    }

    #[test]
    fn rows_that_are_only_counted_need_little_memory() {
        let room = |memory: Memory| (memory.room().bytes, memory.room().most);
        assert_eq!(room(Memory::of(1 << 40).counting()), (128 << 20, 1 << 39));
        assert_eq!(room(Memory::of(1 << 20).counting()), (1 << 19, 1 << 19));
        assert_eq!(room(Memory::of(1 << 40)), (1 << 39, 1 << 39));
    }
}
