//! The output folder of a run.

mod earlier;
pub mod settle;

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use faultline_baseline::file::MAGIC as BASELINE_MAGIC;
use faultline_baseline::{NAME as BASELINE, reruns};
use faultline_files::{Kind, OwnedFolder, is_within};
use faultline_flt::is_ours;
use faultline_messages::failure::Failure;
use faultline_spectrum::Recording;

use self::earlier::Earlier;
use crate::find::recordings_in;
use crate::lock::Lock;
use crate::sources::seen;

/// The kind of a folder of recordings as an owned one. An agent without `faultline run` also creates such
/// folders.
pub const KIND: Kind = Kind {
    name: "recordings",
    option: "--out",
    is_private: true,
    claims: |path| is_ours(path) || is_our_ignore(path) || is_baseline(path),
    adopts: true,
};

/// Makes git ignore everything in the folder.
const IGNORE: (&str, &str) = (".gitignore", "*\n");

/// The folder of a run in progress. No other run can record into it, and its earlier recordings are kept
/// safe.
#[derive(Debug)]
pub struct Folder {
    /// Its absolute path.
    pub path: PathBuf,
    /// The recordings of an earlier run, until this run has rows.
    pub earlier: Earlier,
    owned: Arc<OwnedFolder>,
    _lock: Lock,
}

/// Prepares the folder for a new run; creates it if necessary.
///
/// Earlier recordings are set aside unless `append`. A `.gitignore` is added that ignores everything in the
/// folder.
/// Errors: another run records into the folder; it contains files that Faultline did not create; it cannot be
/// created, listed or written to.
pub fn prepare(dir: &Path, append: bool) -> Result<Folder, Failure> {
    let owned =
        Arc::new(OwnedFolder::take(dir, KIND).map_err(|refusal| Failure::failed(refusal.to_string()))?);
    let path = owned.root().to_owned();
    let lock = Lock::of(&path, || {
        format!(
            "another `faultline run` records into {} at this moment; wait for its end, or give this one a folder \
             of its own with --out",
            dir.display()
        )
    })?;
    ignore_in_git(&owned)?;
    // What was kept of sources is of recordings that will be replaced, or no longer be all.
    remove(&owned, seen::FILE)?;
    if append {
        // The run keeps its start and gets other tests, so the file would seem to be of all of them.
        remove(&owned, reruns::NAME)?;
    }
    let earlier = if append { Earlier::none(&owned)? } else { Earlier::set_aside(&owned)? };
    Ok(Folder { path, earlier, owned, _lock: lock })
}

/// A folder of recordings in which no run records at this moment. Its recordings stay as they are.
#[derive(Debug)]
pub struct Held {
    owned: OwnedFolder,
    _lock: Lock,
}

/// Takes a folder to write beside its recordings, which stay; creates it if necessary. `option` names it in messages.
/// Errors: a run records into the folder; it contains files that Faultline did not create; it cannot be created or
/// written to.
pub fn hold(dir: &Path, option: &'static str) -> Result<Held, Failure> {
    let kind = Kind { option, ..KIND };
    let owned = OwnedFolder::take(dir, kind).map_err(|refusal| Failure::failed(refusal.to_string()))?;
    let lock = Lock::of(owned.root(), || {
        format!("a `faultline run` records into {} at this moment; wait for its end", dir.display())
    })?;
    ignore_in_git(&owned)?;
    Ok(Held { owned, _lock: lock })
}

impl Held {
    /// The folder's absolute path.
    pub fn path(&self) -> &Path {
        self.owned.root()
    }

    /// Writes a file beside the recordings, at once or not at all. Errors: as [`Folder::file`].
    pub fn write(&self, name: &str, content: &[u8]) -> Result<(), Failure> {
        write(&self.owned, name, content)
    }
}

fn write(folder: &OwnedFolder, name: &str, content: &[u8]) -> Result<(), Failure> {
    folder.write(name, content).map_err(|error| {
        Failure::failed(format!("writing {} failed: {error}", folder.root().join(name).display()))
    })
}

impl Folder {
    /// Keeps what the sources of these recordings say now, so that a later checkout of the same sources is
    /// recognised. If that fails, the times of files decide, as before.
    pub fn keep_sources(&self, recordings: &[Recording], base: &Path) {
        let Ok(files) = recordings_in(&self.path) else { return };
        let _ = self.owned.write(seen::FILE, seen::text(&files, recordings, base).as_bytes());
    }

    /// Writes a file beside the recordings, at once or not at all. Errors: as [`Folder::file`].
    pub fn write(&self, name: &str, content: &[u8]) -> Result<(), Failure> {
        write(&self.owned, name, content)
    }

    /// The path for a file beside the recordings. Errors: a file that Faultline did not create is there; the
    /// operating system's.
    pub fn file(&self, name: &str) -> Result<PathBuf, Failure> {
        self.owned.file(name).map_err(|error| {
            Failure::failed(format!(
                "writing to {} failed: {error}; choose another folder",
                self.path.display()
            ))
        })
    }
}

/// Checks that a folder to be written to contains none of the inputs. Errors: it contains one.
pub fn holds_no_input(folder: &Path, inputs: &[PathBuf], option: &str) -> Result<(), Failure> {
    match inputs.iter().find(|input| is_within(input, folder)) {
        None => Ok(()),
        Some(input) => Err(Failure::misuse(format!(
            "{} holds {}, which is read; choose another folder with {option}",
            folder.display(),
            input.display()
        ))),
    }
}

fn remove(folder: &OwnedFolder, name: &str) -> Result<(), Failure> {
    if !folder.is_ours(name) {
        return Ok(());
    }
    folder.remove(name).map_err(|error| {
        Failure::failed(format!("removing {} failed: {error}", folder.root().join(name).display()))
    })
}

fn ignore_in_git(folder: &OwnedFolder) -> Result<(), Failure> {
    let (name, text) = IGNORE;
    let path = folder.root().join(name);
    if fs::symlink_metadata(&path).is_ok() {
        return Ok(());
    }
    folder.write(name, text.as_bytes()).map_err(|error| {
        Failure::failed(format!(
            "writing {} failed: {error}; choose another folder with --out",
            path.display()
        ))
    })
}

fn is_our_ignore(path: &Path) -> bool {
    let (name, text) = IGNORE;
    path.ends_with(name)
        && fs::metadata(path).is_ok_and(|data| data.len() == text.len() as u64)
        && fs::read(path).is_ok_and(|content| content == text.as_bytes())
}

/// A baseline may have been copied from another machine.
fn is_baseline(path: &Path) -> bool {
    let mut start = [0; BASELINE_MAGIC.len()];
    let is_file = || fs::symlink_metadata(path).is_ok_and(|data| data.is_file());
    path.ends_with(BASELINE)
        && is_file()
        && fs::File::open(path).is_ok_and(|mut file| file.read_exact(&mut start).is_ok())
        && start == BASELINE_MAGIC
}

#[cfg(test)]
mod tests {
    use faultline_flt::Writer;
    use faultline_spectrum::Origin;

    use super::*;

    fn scratch(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("faultline-folder-test-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder
    }

    #[test]
    fn a_new_folder_is_made_and_ignored_by_git() {
        let folder = scratch("new");
        let made = prepare(&folder.join("a/.faultline"), false).unwrap().path;
        assert!(made.is_absolute());
        assert_eq!(fs::read_to_string(made.join(".gitignore")).unwrap(), "*\n");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_is_kept_of_sources_is_of_the_last_run_alone() {
        let folder = scratch("sources");
        let run = prepare(&folder, false).unwrap();
        run.keep_sources(&[], &folder);
        assert_eq!(fs::read_to_string(folder.join(seen::FILE)).unwrap(), "sources\t1\n");
        drop(run);
        prepare(&folder, true).unwrap();
        assert!(!folder.join(seen::FILE).exists());
        fs::write(folder.join(seen::FILE), "mine").unwrap();
        let _ = prepare(&folder, true);
        assert_eq!(fs::read_to_string(folder.join(seen::FILE)).unwrap(), "mine");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_folder_is_one_runs_until_that_run_is_over() {
        let folder = scratch("taken");
        let first = prepare(&folder, false).unwrap();
        let second = prepare(&folder, true).unwrap_err().to_string();
        assert!(
            second.contains("another `faultline run` records into") && second.contains("--out"),
            "{second}"
        );
        drop(first);
        prepare(&folder, true).unwrap();
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_folder_with_other_files_is_refused_and_left_as_it_is() {
        let folder = scratch("mixed");
        fs::create_dir_all(folder.join("mutants/src")).unwrap();
        fs::write(folder.join("mutants/src/Mine.java"), "").unwrap();
        fs::write(folder.join("low-pass.flt"), "a filter").unwrap();
        for append in [false, true] {
            let refused = prepare(&folder, append).unwrap_err().to_string();
            assert!(
                refused.contains("low-pass.flt, which faultline did not make") && refused.contains("--out"),
                "{refused}"
            );
        }
        assert!(folder.join("mutants/src/Mine.java").exists() && folder.join("low-pass.flt").exists());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_baseline_may_come_from_elsewhere_and_outlives_runs() {
        let folder = scratch("baseline");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(BASELINE), [&BASELINE_MAGIC[..], b"of another machine"].concat()).unwrap();
        let run = prepare(&folder, false).unwrap();
        run.write(BASELINE, &BASELINE_MAGIC).unwrap();
        drop(run);
        drop(prepare(&folder, false).unwrap());
        assert_eq!(fs::read(folder.join(BASELINE)).unwrap(), BASELINE_MAGIC);
        fs::remove_dir_all(&folder).unwrap();
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(BASELINE), "somebody's own").unwrap();
        assert!(prepare(&folder, false).is_err());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_folder_is_held_beside_its_recordings_unless_a_run_records() {
        let folder = scratch("held");
        fs::create_dir_all(&folder).unwrap();
        let mut writer = Writer::create(&folder.join("1-a.flt"), &Origin::default()).unwrap();
        writer.recording(&Recording::default()).unwrap();
        let held = hold(&folder, "--into").unwrap();
        held.write(BASELINE, &BASELINE_MAGIC).unwrap();
        drop(held);
        assert!(folder.join("1-a.flt").exists() && folder.join(".gitignore").exists());
        assert_eq!(fs::read(folder.join(BASELINE)).unwrap(), BASELINE_MAGIC);
        let run = prepare(&folder, true).unwrap();
        let refused = hold(&folder, "--into").unwrap_err().to_string();
        assert!(refused.contains("records into"), "{refused}");
        drop(run);
        fs::write(folder.join("mine.txt"), "mine").unwrap();
        fs::remove_file(folder.join(faultline_files::MARKER)).unwrap();
        let refused = hold(&folder, "--into").unwrap_err().to_string();
        assert!(refused.contains("mine.txt") && refused.contains("--into"), "{refused}");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_an_agent_recorded_by_itself_is_taken_and_replaced() {
        let folder = scratch("agents");
        fs::create_dir_all(&folder).unwrap();
        let mut writer = Writer::create(&folder.join("1-a.flt"), &Origin::default()).unwrap();
        writer.recording(&Recording::default()).unwrap();
        prepare(&folder, false).unwrap();
        assert!(!folder.join("1-a.flt").exists(), "it had no row");
        fs::remove_dir_all(folder).unwrap();
    }
}
