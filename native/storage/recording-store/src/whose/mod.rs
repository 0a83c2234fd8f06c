//! Whose code a recorded class is: the project's, its tests', a library's, or a tool's. `docs/doctor.md` has the
//! rules; this is the one place that applies them.
//!
//! The agent leaves out what is clear when a class is loaded: folders that build tools name for tests,
//! archives outside the project. What a folder or an archive holds often shows only afterwards: by the tests
//! that ran, and by the sources below the project.

mod beside;
mod copied;
mod generated;
mod helpers;
mod in_memory;
mod inherited;
pub(crate) mod left_out;
mod libraries;
mod lombok;
pub mod made;
mod mark;
mod named;
mod namesakes;
mod nested;
mod renamed;
mod source_roots;
mod tests_classes;
mod told;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::Path;
use std::sync::Arc;

use faultline_spectrum::{ClassName, RecordedClass, Recording};

pub(crate) use self::source_roots::SourceRoots;

/// The classes that are not the project's, by the location from which they were loaded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Classes of tests.
    pub tests: BTreeMap<String, BTreeSet<String>>,
    /// Classes of libraries.
    pub libraries: BTreeMap<String, BTreeSet<String>>,
    /// Classes that a tool wrote.
    pub generated: BTreeMap<String, BTreeSet<String>>,
}

impl LeftOut {
    /// Whether all classes are the project's.
    pub fn is_empty(&self) -> bool {
        self.places().iter().all(|places| places.is_empty())
    }
}

/// Removes the classes of tests, libraries and generators from recordings of a project in `base`, with all that ran in
/// them, and the lines of members that [`lombok`] added to others. Recordings whose classes were asked for by name keep them all. Cost: O(recordings); only where a
/// class is in doubt, the project's folders are searched once for sources.
pub fn leave_out(recordings: &mut [Recording], base: &Path) -> LeftOut {
    renamed::forget(recordings);
    let mut out = LeftOut::default();
    {
        let chosen: Vec<&Recording> =
            recordings.iter().filter(|recording| !recording.origin.is_asked()).collect();
        let classes = distinct(&chosen);
        let mut sources = SourceRoots::below(base);
        let translated = translated(&chosen);
        out.libraries = libraries::find(&classes, &translated, &mut sources);
        // What a translator says of its output is no word about the page that a person wrote.
        let compiled = classes.iter().filter(|class| !translated.contains(class.name.as_str()));
        out.generated = generated::find(compiled.copied(), &mut sources);
        out.tests = tests_classes::find(&chosen, &classes, &out.libraries, &mut sources);
        in_memory::find(&classes, &mut sources, &mut out);
    }
    if !out.is_empty() {
        let mut sources = SourceRoots::below(base);
        for recording in recordings.iter_mut().filter(|recording| !recording.origin.is_asked()) {
            let copies = copied::keep(recording, &out, &mut sources);
            left_out::remove(recording, |class| out.has(class) && !copies.contains(&class.id));
        }
    }
    inherited::leave_out(recordings);
    lombok::leave_out(recordings, &mut SourceRoots::below(base));
    out
}

impl LeftOut {
    /// Whether a class of this name was left out.
    pub fn has_named(&self, class: &str) -> bool {
        self.places().iter().any(|places| places.values().any(|names| names.contains(class)))
    }

    fn has(&self, class: &RecordedClass) -> bool {
        self.places().iter().any(|places| holds(places, class))
    }

    fn places(&self) -> [&BTreeMap<String, BTreeSet<String>>; 3] {
        [&self.tests, &self.libraries, &self.generated]
    }
}

fn holds(places: &BTreeMap<String, BTreeSet<String>>, class: &RecordedClass) -> bool {
    places.get(&class.location).is_some_and(|names| names.contains(&class.name))
}

/// The recorded classes of several JVMs, each once: JVMs of one build share their descriptions. Those with only
/// lines of other classes, as tests into which the project's code was inlined, are not in question.
fn distinct<'a>(recordings: &[&'a Recording]) -> Vec<&'a RecordedClass> {
    let mut seen = HashSet::new();
    let all = recordings.iter().flat_map(|recording| recording.written_classes());
    all.filter(|class| seen.insert(Arc::as_ptr(&class.file))).collect()
}

/// The names of classes that were translated from another language (JSP): their sources are in no folder of sources.
fn translated<'a>(recordings: &[&'a Recording]) -> HashSet<&'a str> {
    let mut names = HashSet::new();
    for recording in recordings {
        let translated = recording.translated_lines();
        let classes = recording.classes.iter().filter(|class| translated.contains_key(&class.id));
        names.extend(classes.map(|class| class.name.as_str()));
    }
    names
}

pub(crate) fn outermost(class: &str) -> &str {
    ClassName(class).outermost()
}

/// The outermost class to which a class belongs or, for tests that are nested in what they test, those.
pub(crate) fn unit(class: &str) -> &str {
    nested::tests_in_subject(class).unwrap_or(outermost(class))
}

pub(crate) fn package(class: &str) -> &str {
    class.rsplit_once('.').map_or("", |(package, _)| package)
}

#[cfg(test)]
mod tests;
