//! Whether a class that was not recorded is the project's.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use faultline_spectrum::{ClassFile, Recording, Refusal, is_archive};

use super::NO_LINES;
use crate::whose::{LeftOut, SourceRoots, made, outermost, package};
use faultline_files::path_of;

/// Tells refused classes of a project from others. A refusal names only the class, so its package and its source
/// decide.
pub struct Project<'a> {
    left_out: &'a LeftOut,
    /// Classes without lines whose tests are known; they are no longer in question.
    known: BTreeSet<&'a str>,
    /// Packages of recorded classes.
    packages: BTreeSet<&'a str>,
    /// Outermost classes that rows name.
    tests: BTreeSet<&'a str>,
    sources: SourceRoots,
    /// Whether a class's source lies below the project.
    has_source: HashMap<String, bool>,
}

impl<'a> Project<'a> {
    /// The project in `base` whose recordings these are, without classes of tests and libraries.
    pub fn of(recordings: &'a [Recording], left_out: &'a LeftOut, base: &Path) -> Self {
        let classes = || recordings.iter().flat_map(|recording| &recording.classes);
        let unlined = classes().filter(|class| class.slots.is_empty());
        let tests = recordings.iter().flat_map(|recording| &recording.tests);
        Self {
            left_out,
            known: unlined.map(|class| class.name.as_str()).collect(),
            packages: classes().map(|class| package(&class.name)).collect(),
            tests: tests.map(|test| outermost(&test.class)).collect(),
            sources: SourceRoots::below(base),
            has_source: HashMap::new(),
        }
    }

    /// Whether a class that a recording refused is the project's, and not known by other means.
    pub fn has_refused(&mut self, recording: &Recording, refusal: &Refusal) -> bool {
        let class = refusal.class.as_str();
        let is_unlined = refusal.reason == NO_LINES;
        if is_unlined && (self.known.contains(class) || made::is_named_so(class))
            || self.tests.contains(outermost(class))
            || self.left_out.has_named(class)
        {
            return false;
        }
        recording.origin.is_asked() || self.packages.contains(package(class)) || self.has_source(class)
    }

    fn has_source(&mut self, class: &str) -> bool {
        if let Some(&known) = self.has_source.get(class) {
            return known;
        }
        let file = ClassFile { name: class.to_owned(), ..ClassFile::default() };
        let has_source = self.sources.of(&file).is_some();
        self.has_source.insert(class.to_owned(), has_source);
        has_source
    }
}

/// Whether a class without lines was made at run time: it has such a name, or the folder that it is said to be from
/// does not hold it.
pub fn is_made_at_run_time(class: &ClassFile) -> bool {
    if made::is_named_so(&class.name) {
        return true;
    }
    let folder = path_of(&class.location);
    // The name comes from an untrusted file.
    let is_plain = class.name.split('.').all(|part| !part.is_empty() && !part.contains(['/', '\\', '\0']));
    is_plain
        && !is_archive(&class.location)
        && folder.is_absolute()
        && folder.is_dir()
        && !folder.join(format!("{}.class", class.name.replace('.', "/"))).is_file()
}
