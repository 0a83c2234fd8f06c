//! How the JVMs of tests were started, and what they held.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use faultline_files::{Trust, limits, regular};
use faultline_messages::failure::Failure;
use faultline_messages::words::printable;
use faultline_recording_store::location::path_of;
use faultline_spectrum::secrets::Missing;
use faultline_spectrum::{Launch, Recording, Spectrum};

use crate::jvm::modules;
use crate::tools::entries::{class_file, split};

/// One way in which JVMs were started: a module's, most likely.
#[derive(Clone, Debug)]
pub struct Site {
    /// How.
    pub launch: Launch,
    /// What is left out of it, because the recording does not hold its secrets and nobody gave them.
    pub missing: Vec<Missing>,
    /// Unique ids of the tests that ran so.
    pub tests: BTreeSet<String>,
    /// Name and hash of the classes that were loaded so.
    pub classes: BTreeSet<(String, u64)>,
    /// Where these were loaded from.
    pub locations: BTreeSet<String>,
    /// Whether JUnit 4 is on the class path, which runs JUnit 3's tests, too.
    pub has_junit4: bool,
}

const JUNIT4: &str = "org/junit/runner/Description.class";

/// Recordings by how their JVMs were started: forks of one build differ in nothing but their files. `files` are what they were
/// read from: nobody may say how to start a program but whom the user trusts.
/// Errors: none of them says it; a file is not trusted.
pub fn sites(recordings: &[Recording], files: &[PathBuf], trust: Trust) -> Result<Vec<Site>, Failure> {
    are_trusted(files, trust)?;
    let mut sites: Vec<Site> = Vec::new();
    for recording in recordings.iter().filter(|recording| !recording.tests.is_empty()) {
        let Some(mut launch) = recording.launch.clone() else { continue };
        let missing = launch.reveal_secrets(|variable| std::env::var(variable).ok());
        let is_alike = |site: &Site| {
            let known = &site.launch;
            (&known.java, &known.folder, &known.class_path, &known.launcher)
                == (&launch.java, &launch.folder, &launch.class_path, &launch.launcher)
        };
        let at = sites.iter().position(is_alike).unwrap_or_else(|| {
            sites.push(Site::of(launch.clone(), missing));
            sites.len() - 1
        });
        let site = &mut sites[at];
        site.tests.extend(recording.tests.iter().map(|test| test.unique_id.clone()));
        site.classes.extend(recording.classes.iter().map(|class| (class.name.clone(), class.hash)));
        let locations = recording.classes.iter().map(|class| class.location.clone());
        site.locations.extend(locations.filter(|location| !location.is_empty()));
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

/// Whether recordings may say what is started: which Java, which class path. Errors: one is not trusted.
pub fn are_trusted(files: &[PathBuf], trust: Trust) -> Result<(), Failure> {
    // Folders of other tools say nothing of JVMs.
    for file in files.iter().filter(|file| !file.is_dir()) {
        trust
            .check(file, "says how the JVMs of tests are started")
            .map_err(|distrust| Failure::failed(distrust.to_string()))?;
    }
    Ok(())
}

/// The place of each test's site, by the test's unique id.
pub fn by_test(sites: &[Site]) -> HashMap<&str, usize> {
    let sites = sites.iter().enumerate();
    sites.flat_map(|(at, site)| site.tests.iter().map(move |id| (id.as_str(), at))).collect()
}

/// A note for each property or argument that reruns are without, as its secrets are not known.
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
            tests: BTreeSet::new(),
            classes: BTreeSet::new(),
            locations: BTreeSet::new(),
            has_junit4: false,
        }
    }

    /// Looks for JUnit 4 only where an id reads as one of its or JUnit 3's: archives are read for it.
    fn look_for_junit4(&mut self) {
        let asks = self.tests.iter().any(|id| id.ends_with(')') && !id.starts_with('['));
        self.has_junit4 = asks && self.entries().any(|entry| holds(&entry, JUNIT4));
    }

    /// The folders and archives of the class path, and behind them those of modules; a relative one is seen from where the JVM was started.
    pub fn entries(&self) -> impl Iterator<Item = PathBuf> {
        let folder = Path::new(&self.launch.folder);
        let of_modules = self.launch.arguments.iter().flat_map(|argument| split(modules::places(argument)));
        split(&self.launch.class_path).chain(of_modules).map(|entry| folder.join(entry))
    }

    /// Whether all is there that its JVMs need. Errors: the Java, the folder, or a place of recorded classes is
    /// gone.
    pub fn check(&self, spectrum: &Spectrum) -> Result<(), Failure> {
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

/// Whether a folder or an archive has a file. Names stand uncompressed in the directory at the end of an archive.
pub fn holds(entry: &Path, file: &str) -> bool {
    if entry.is_dir() {
        return entry.join(file).is_file();
    }
    let Ok(bytes) = regular::read(entry, limits::JAR) else { return false };
    let name = file.as_bytes();
    // In the directory a name comes behind at least 46 bytes; its first letter is looked for from the end.
    let Some(last) = bytes.len().checked_sub(name.len()) else { return false };
    (46..=last).rev().any(|at| bytes[at] == name[0] && bytes[at..].starts_with(name))
}
