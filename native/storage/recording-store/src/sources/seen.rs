//! What the sources of recorded classes said when the run ended.

/* The time of a file says when it was written, and not whether it differs: a fresh checkout has new times. So a
run keeps a hash of each source beside its recordings, and a newer file with this hash counts as unchanged. The
hashes only ever acquit: without them, or beside recordings that they do not name, times decide alone. */

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};

use faultline_files::{limits, regular};
use faultline_flt::{fields, line};
use faultline_spectrum::{Fnv, Recording};

use super::Sources;
use crate::project::root_of;

/// The file beside the recordings.
pub const FILE: &str = "sources.tsv";
/// Its first line, which names its version.
const HEAD: [&str; 2] = ["sources", "1"];

/// Hashes of sources, by path below the project's folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen(HashMap<String, u64>);

impl Seen {
    /// The hashes beside recordings; none from a folder whose file is damaged or lacks one of the recordings.
    /// Of a path with several hashes, none.
    pub fn beside(recordings: &[PathBuf]) -> Self {
        let mut folders = BTreeMap::<&Path, Vec<String>>::new();
        for file in recordings {
            let (Some(folder), Some(name)) = (file.parent(), file.file_name()) else { continue };
            folders.entry(folder).or_default().push(name.to_string_lossy().into_owned());
        }
        let (mut all, mut unsure) = (HashMap::new(), BTreeSet::new());
        for (folder, names) in folders {
            let text = regular::read_to_string(&folder.join(FILE), limits::LIST).ok();
            for (path, hash) in text.and_then(|text| parsed(&text, &names)).unwrap_or_default() {
                if all.insert(path.clone(), hash).is_some_and(|other| other != hash) {
                    unsure.insert(path);
                }
            }
        }
        all.retain(|path, _| !unsure.contains(path));
        Self(all)
    }

    /// Whether a source, by its path below the project's folder, had these lines.
    pub fn had(&self, path: &str, lines: &[String]) -> bool {
        self.0.get(path).is_some_and(|hash| *hash == hash_of(lines))
    }
}

/// The file for recordings of a project that were just made: the hashes of their sources.
pub fn text(files: &[PathBuf], recordings: &[Recording], base: &Path) -> String {
    let mut sources = Sources::new(&[], base, None);
    let root = root_of(base);
    let (mut asked, mut hashes) = (HashSet::new(), BTreeMap::new());
    for class in recordings.iter().flat_map(Recording::written_files) {
        // Nested classes and forks share a file, which is read once.
        if !asked.insert((class.likely_source_path(), class.location.clone())) {
            continue;
        }
        let Some(found) = sources.of(&class) else { continue };
        if let Some(path) = below(&root, &base.join(&found.path)) {
            hashes.insert(path, hash_of(&found.lines));
        }
    }
    let names = files.iter().filter_map(|file| file.file_name()).map(|name| name.to_string_lossy());
    let names = names.map(|name| line(["recording", &*name]));
    let hashes = hashes.into_iter().map(|(path, hash)| line(["source", &path, &format!("{hash:016x}")]));
    [line(HEAD)].into_iter().chain(names).chain(hashes).collect()
}

/// The path of a file below a folder, with slashes; `None` if it is not below it.
pub fn below(root: &Path, file: &Path) -> Option<String> {
    let real = dunce::canonicalize(file).ok()?;
    let parts: Option<Vec<&str>> = real.strip_prefix(root).ok()?.iter().map(|part| part.to_str()).collect();
    Some(parts?.join("/"))
}

/// The hashes of a text that names these recordings.
fn parsed(text: &str, recordings: &[String]) -> Option<Vec<(String, u64)>> {
    let mut lines = text.lines().map(fields);
    if lines.next()? != HEAD {
        return None;
    }
    let (mut named, mut hashes) = (BTreeSet::new(), Vec::new());
    for fields in lines {
        let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
        match fields[..] {
            ["recording", name] => _ = named.insert(name.to_owned()),
            ["source", path, hash] => hashes.push((path.to_owned(), u64::from_str_radix(hash, 16).ok()?)),
            _ => return None,
        }
    }
    recordings.iter().all(|name| named.contains(name)).then_some(hashes)
}

/// A hash of lines, which does not depend on line ends: git may convert these.
fn hash_of(lines: &[String]) -> u64 {
    let mut hash = Fnv::default();
    for line in lines {
        hash.bytes(line.as_bytes());
        hash.bytes(b"\n");
    }
    hash.finish()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::{Duration, SystemTime};

    use faultline_spectrum::{Class, ClassFile, RecordedClass};

    use super::*;

    const TEXT: &str = "package x;\nclass A {\n  int f() { return 1; }\n}\n";

    struct Project(tempfile::TempDir);

    impl Project {
        /// A source, and an empty recording beside the hashes of a run that recorded its class.
        fn new() -> Self {
            let project = Self(tempfile::tempdir().expect("a folder"));
            project.write("pom.xml", "<project/>");
            project.write("src/main/java/x/A.java", TEXT);
            project.write(".faultline/1-a.flt", "");
            let class = RecordedClass::new(
                0,
                ClassFile { name: "x.A".into(), source_file: Some("A.java".into()), ..ClassFile::default() },
            );
            let recording = Recording { classes: vec![class], ..Recording::default() };
            let text = text(&project.files(), &[recording], project.0.path());
            project.write(".faultline/sources.tsv", &text);
            project
        }

        fn write(&self, path: &str, text: &str) {
            let file = self.0.path().join(path);
            fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            fs::write(file, text).expect("a file");
        }

        fn files(&self) -> Vec<PathBuf> {
            vec![self.0.path().join(".faultline/1-a.flt")]
        }

        /// Whether the source counts as changed, for recordings of an hour ago.
        fn is_changed(&self, recordings: &[PathBuf]) -> bool {
            let recorded = SystemTime::now() - Duration::from_hours(1);
            let sources = Sources::new(&[], self.0.path(), Some(recorded));
            let class = Class {
                name: "x.A".into(),
                source_file: Some("A.java".into()),
                hash: 0,
                location: String::new(),
            };
            sources.seen_beside(recordings).of(&class).expect("a source").changed
        }
    }

    #[test]
    fn a_newer_source_with_the_same_lines_is_unchanged() {
        let project = Project::new();
        assert!(!project.is_changed(&project.files()), "as from a fresh checkout");
        project.write("src/main/java/x/A.java", &TEXT.replace('\n', "\r\n"));
        assert!(!project.is_changed(&project.files()), "with the line ends of another system");
        project.write("src/main/java/x/A.java", &TEXT.replace('1', "2"));
        assert!(project.is_changed(&project.files()));
    }

    #[test]
    fn the_hashes_are_found_where_the_project_lies_now() {
        let (project, other) = (Project::new(), tempfile::tempdir().expect("a folder"));
        let moved = Project(other);
        moved.write("pom.xml", "<project/>");
        moved.write("src/main/java/x/A.java", TEXT);
        assert!(moved.is_changed(&moved.files()), "nothing is known yet");
        for name in ["1-a.flt", "sources.tsv"] {
            let from = project.0.path().join(".faultline").join(name);
            moved.write(&format!(".faultline/{name}"), &fs::read_to_string(from).expect("a file"));
        }
        assert!(!moved.is_changed(&moved.files()));
    }

    #[test]
    fn without_hashes_for_all_recordings_times_decide() {
        let project = Project::new();
        let mut files = project.files();
        assert!(project.is_changed(&[]));
        files.push(project.0.path().join(".faultline/2-b.flt"));
        assert!(project.is_changed(&files), "an agent has added a recording since");
        let file = project.0.path().join(".faultline/sources.tsv");
        let text = fs::read_to_string(&file).expect("a file");
        for damaged in [text.replace("sources\t1", "sources\t2"), text + "x\n", String::new()] {
            fs::write(&file, damaged).expect("a file");
            assert!(project.is_changed(&project.files()));
        }
    }

    #[test]
    fn two_folders_that_disagree_acquit_nobody() {
        let (one, other) = (Project::new(), Project::new());
        let file = other.0.path().join(".faultline/sources.tsv");
        let both = [one.files(), other.files()].concat();
        assert!(!one.is_changed(&both));
        let text = fs::read_to_string(&file).expect("a file");
        let (head, _) = text.rsplit_once('\t').expect("a hash");
        fs::write(&file, format!("{head}\t0000000000000000\n")).expect("a file");
        assert!(one.is_changed(&both));
    }
}
