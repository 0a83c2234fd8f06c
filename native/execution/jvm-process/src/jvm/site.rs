//! Launches of the JVMs of tests, with their tests and classes.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use faultline_files::path_of;
use faultline_files::{Trust, limits, regular};
use faultline_messages::failure::Failure;
use faultline_messages::words::printable;
use faultline_spectrum::secrets::Missing;
use faultline_spectrum::{Launch, Recording, Spectrum};

use crate::jvm::loaded::{self, Group};
use crate::jvm::modules;
use crate::tools::entries::{class_file, split};

/// A distinct launch of JVMs, usually that of a module.
#[derive(Clone, Debug)]
pub struct Site {
    /// The launch.
    pub launch: Launch,
    /// Properties, arguments and variables left out of it, because their secrets were not recorded and are not given.
    pub missing: Vec<Missing>,
    /// The class of the loader of its tests where that was made at run time and cannot be made again.
    pub unmade: Option<String>,
    /// Unique ids of its tests.
    pub tests: BTreeSet<String>,
    /// Name and hash of its loaded classes.
    pub classes: BTreeSet<(String, u64)>,
    /// Locations of these classes.
    pub locations: BTreeSet<String>,
    /// Whether JUnit 4, which also runs JUnit 3's tests, is on the class path.
    pub has_junit4: bool,
}

const JUNIT4: &str = "org/junit/runner/Description.class";

/// Groups recordings by launch; forks of one build differ only in their files. `files` are the sources of the
/// recordings: only trusted users may decide which programs start. Errors: no recording has a launch; a file
/// is not trusted.
pub fn sites(recordings: &[Recording], files: &[PathBuf], trust: Trust) -> Result<Vec<Site>, Failure> {
    are_trusted(files, trust)?;
    let mut sites: Vec<Site> = Vec::new();
    for recording in recordings.iter().filter(|recording| !recording.tests.is_empty()) {
        let Some(mut launch) = recording.launch.clone() else { continue };
        let missing = launch.reveal_secrets(|variable| std::env::var(variable).ok());
        for Group { launch, unmade, tests } in loaded::groups(recording, &launch) {
            let is_alike = |site: &Site| {
                let known = &site.launch;
                (&known.java, &known.folder, &known.class_path, &known.launcher, &known.environment)
                    == (
                        &launch.java,
                        &launch.folder,
                        &launch.class_path,
                        &launch.launcher,
                        &launch.environment,
                    )
                    && site.unmade == unmade
            };
            let at = sites.iter().position(is_alike).unwrap_or_else(|| {
                sites.push(Site { unmade: unmade.clone(), ..Site::of(launch.clone(), missing.clone()) });
                sites.len() - 1
            });
            let site = &mut sites[at];
            site.tests.extend(tests);
            site.classes.extend(recording.classes.iter().map(|class| (class.name.clone(), class.hash)));
            let locations = recording.classes.iter().map(|class| class.location.clone());
            site.locations.extend(locations.filter(|location| !location.is_empty()));
        }
    }
    if sites.is_empty() {
        return Err(Failure::failed(
            "the recording does not say how its JVMs were started, so no tests can be run again; record again: \
             faultline run -- mvn test",
        ));
    }
    sites.iter_mut().for_each(Site::look_for_junit4);
    Ok(sites)
}

/// Checks that recordings may decide which Java and class path are used. Errors: one is not trusted.
pub fn are_trusted(files: &[PathBuf], trust: Trust) -> Result<(), Failure> {
    // Folders of other tools contain no launches.
    for file in files.iter().filter(|file| !file.is_dir()) {
        trust
            .check(file, "says how the JVMs of tests are started")
            .map_err(|distrust| Failure::failed(distrust.to_string()))?;
    }
    Ok(())
}

/// The index of each test's site, by the test's unique id.
pub fn by_test(sites: &[Site]) -> HashMap<&str, usize> {
    let sites = sites.iter().enumerate();
    sites.flat_map(|(at, site)| site.tests.iter().map(move |id| (id.as_str(), at))).collect()
}

/// A note for each property, argument or variable that is dropped because its secrets are unknown.
pub fn notes_on_secrets(sites: &[Site]) -> Vec<String> {
    let missing: BTreeSet<&Missing> = sites.iter().flat_map(|site| &site.missing).collect();
    let note = |missing: &&Missing| {
        format!(
            "tests run without {}, whose value looks like a secret and is not in the recording; give it in the environment: {}",
            printable(&missing.of),
            missing.variables.join(", ")
        )
    };
    missing.iter().map(note).collect()
}

impl Site {
    fn of(launch: Launch, missing: Vec<Missing>) -> Self {
        Self {
            launch,
            missing,
            unmade: None,
            tests: BTreeSet::new(),
            classes: BTreeSet::new(),
            locations: BTreeSet::new(),
            has_junit4: false,
        }
    }

    /// Why its tests cannot be run again, as the end of a sentence; `None` if they can.
    pub fn why_not(&self) -> Option<String> {
        let kind = printable(self.unmade.as_deref()?);
        let loader = if kind.is_empty() { "a loader" } else { &*kind };
        Some(format!("was loaded by {loader}, made at run time, which does not say where it finds classes"))
    }

    /// Searches for JUnit 4 only if a test id may be JUnit 4's or JUnit 3's, because it reads archives.
    fn look_for_junit4(&mut self) {
        let asks = self.tests.iter().any(|id| id.ends_with(')') && !id.starts_with('['));
        self.has_junit4 = asks && self.entries().any(|entry| holds(&entry, JUNIT4));
    }

    /// The folders and archives of the class path, then those of modules; relative ones are resolved against
    /// the JVM's working directory.
    pub fn entries(&self) -> impl Iterator<Item = PathBuf> {
        let folder = Path::new(&self.launch.folder);
        let of_modules = self.launch.arguments.iter().flat_map(|argument| split(modules::places(argument)));
        split(&self.launch.class_path).chain(of_modules).map(|entry| folder.join(entry))
    }

    /// Checks that everything its JVMs need exists. Errors: the Java, the folder, or a location of recorded
    /// classes is missing.
    pub fn check(&self, spectrum: &Spectrum) -> Result<(), Failure> {
        if self.unmade.is_some() {
            return Ok(());
        }
        let Launch { java, folder, .. } = &self.launch;
        let gone = |what: &str, path: &str, mend: &str| {
            Err(Failure::failed(format!("{what} {}, which is gone; {mend}", printable(path))))
        };
        if !Path::new(java).is_file() {
            return gone(
                "the tests were recorded with the Java",
                java,
                "record again with one that is there",
            );
        }
        if !Path::new(folder).is_dir() {
            return gone("the tests were recorded in the folder", folder, "record again");
        }
        let missing: Vec<PathBuf> = self.entries().filter(|entry| !entry.exists()).collect();
        let build = "build the project again (mvn test-compile), or record again";
        if let Some(location) = self.locations.iter().find(|location| missing.contains(&path_of(location))) {
            return gone("classes were recorded from", location, build);
        }
        let has_folders = missing.iter().find(|entry| entry.extension().is_none_or(|end| end != "jar"));
        if let Some(folder) = has_folders
            && !spectrum.tests.iter().filter(|test| self.tests.contains(&test.unique_id)).any(|test| {
                let file = class_file(&test.class);
                self.entries().any(|entry| holds(&entry, &file))
            })
        {
            return gone("the tests' class path has", &folder.to_string_lossy(), build);
        }
        Ok(())
    }
}

/// Size of the header before each name in the directory of an archive, its signature, and where the length of the
/// name stands in it.
const HEADER: usize = 46;
const SIGNATURE: &[u8] = b"PK\x01\x02";
const LENGTH: usize = 28;

/// Whether a folder or an archive contains a file. Names are uncompressed in the directory at the end of an
/// archive; those in a folder of it, as Spring Boot's `BOOT-INF/classes`, are longer.
pub fn holds(entry: &Path, file: &str) -> bool {
    if entry.is_dir() {
        return entry.join(file).is_file();
    }
    let Ok(bytes) = regular::read(entry, limits::JAR) else { return false };
    let name = file.as_bytes();
    // Search backwards for the name's first letter.
    let Some(last) = bytes.len().checked_sub(name.len()) else { return false };
    let is_whole = |at: usize| {
        let header = &bytes[at - HEADER..at];
        let length = u16::from_le_bytes([header[LENGTH], header[LENGTH + 1]]);
        header.starts_with(SIGNATURE) && usize::from(length) == name.len()
    };
    (HEADER..=last).rev().any(|at| bytes[at] == name[0] && bytes[at..].starts_with(name) && is_whole(at))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// The directory of an archive with files of these names.
    fn directory(names: &[&str]) -> Vec<u8> {
        let mut bytes = Vec::new();
        for name in names {
            let mut header = [0; HEADER];
            header[..4].copy_from_slice(SIGNATURE);
            header[LENGTH..LENGTH + 2].copy_from_slice(&(name.len() as u16).to_le_bytes());
            bytes.extend(header);
            bytes.extend(name.bytes());
        }
        bytes
    }

    #[test]
    fn a_file_in_a_folder_of_an_archive_is_another_one() {
        let file = std::env::temp_dir().join(format!("faultline-holds-{}.jar", std::process::id()));
        let holds_all = |names: &[&str]| {
            fs::write(&file, directory(names)).unwrap();
            holds(&file, "a/T.class")
        };
        assert!(holds_all(&["a/T.class"]) && holds_all(&["a/", "a/T.class", "z/U.class"]));
        assert!(!holds_all(&["BOOT-INF/classes/a/T.class"]) && !holds_all(&["a/T.class.bak"]));
        let _ = fs::remove_file(&file);
        assert!(!holds(&file, "a/T.class"));
    }
}
