//! Classes whose source a tool wrote while the project was compiled.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use faultline_files::{limits, regular};
use faultline_spectrum::{RecordedClass, outer_location};

use super::named::says_tests;
use super::source_roots::{SourceRoots, Sources, file_name, root};
use super::{mark, package};
use faultline_files::path_of;

/// Folders of generated sources in a folder of outputs: Maven's, Gradle's and Ant's, and Eclipse's beside it.
const NAMES: [&str; 4] = ["generated-sources", "generated-src", "generated", ".apt_generated"];
/// Where annotation processors write in these folders, of Maven, Gradle, Android, kapt and KSP: all of it is theirs.
const OF_PROCESSORS: [&str; 8] = [
    "generated-sources/annotations",
    "generated-sources/apt",
    "generated/sources/annotationProcessor",
    "generated/source/apt",
    "generated/source/kapt",
    "generated/ap_generated_sources",
    "generated/ksp",
    ".apt_generated",
];
/// Outputs in which these folders lie.
const OUTPUTS: [&str; 2] = ["target", "build"];
/// How far above the classes such a folder is searched: four in `build/classes/java/main`.
const LEVELS: usize = 5;

/// The classes of such sources that say so ([`mark`]), by location. The agent leaves out classes whose file says
/// so, but the annotation of Java's own library is in the source alone. What annotation processors wrote needs no mark,
/// if no person wrote a source of that name. Only folders named for generated sources
/// are read, and the folders of the classes, where compilers write such sources if no other is named.
pub fn find<'a>(
    classes: impl IntoIterator<Item = &'a RecordedClass>,
    sources: &mut SourceRoots,
) -> BTreeMap<String, BTreeSet<String>> {
    let mut found = BTreeMap::<String, BTreeSet<String>>::new();
    let mut places = HashMap::<&str, Places>::new();
    for class in classes {
        let place = places.entry(&class.location).or_insert_with(|| Places::of(&class.location, sources));
        let is_generated = place.has_generated(class) || place.is_of_processor(class, sources);
        if is_generated && !place.has_written(class, sources) {
            found.entry(class.location.clone()).or_default().insert(class.name.clone());
        }
    }
    found
}

/// Where generated sources of a location may lie.
struct Places {
    /// The folder of the classes; `None` for an archive, and for a location outside the project.
    beside: Option<PathBuf>,
    /// Folders of generated sources, and what is in each.
    folders: Vec<PathBuf>,
    sources: Vec<Sources>,
    known: HashMap<PathBuf, bool>,
}

impl Places {
    fn of(location: &str, project: &SourceRoots) -> Self {
        let mut places =
            Self { beside: None, folders: Vec::new(), sources: Vec::new(), known: HashMap::new() };
        if project.has_below(location) {
            let path = path_of(outer_location(location));
            let above = path.ancestors().skip(1).take(LEVELS);
            let above = above.take_while(|folder| folder.starts_with(project.project()));
            let folders = above.flat_map(|folder| NAMES.map(|name| folder.join(name)));
            places.folders = folders.filter(|folder| folder.is_dir()).collect();
            places.sources = places.folders.iter().map(|folder| Sources::below(folder)).collect();
            places.beside = path.is_dir().then_some(path);
        }
        places
    }

    /// Whether an annotation processor wrote the only sources of a class.
    fn is_of_processor(&self, class: &RecordedClass, project: &mut SourceRoots) -> bool {
        let (file, package) = (file_name(class), package(&class.name));
        let mut named = self.sources.iter().flat_map(|sources| sources.named(&file));
        named.any(|source| is_processed(source) && root(source, package).is_some())
            && project.candidates(class).iter().all(|source| is_processed(source))
    }

    /// Whether a person wrote a source of this name in the same module, of which a tool made the one that was compiled, as
    /// delombok does, and preprocessors. What lies in a folder of tests or of resources is their data.
    fn has_written(&self, class: &RecordedClass, project: &mut SourceRoots) -> bool {
        let Some(module) = self.module() else { return false };
        let base = project.project().to_owned();
        let is_written = |source: &Path| {
            let below = source.strip_prefix(&module).unwrap_or(source);
            let is_data = below.components().any(|folder| folder.as_os_str() == "resources");
            let is_output = OUTPUTS.iter().any(|output| below.starts_with(output));
            source.starts_with(&module)
                && !self.folders.iter().any(|folder| source.starts_with(folder))
                && self.beside.as_ref().is_none_or(|classes| !source.starts_with(classes))
                && !is_data
                && !is_output
                && !is_of_tests(source.strip_prefix(&base).unwrap_or(source), &class.name)
        };
        project.candidates(class).iter().any(|source| is_written(source))
    }

    /// The folder that holds the output in which the generated sources lie: `m` of `m/target/generated-sources`.
    fn module(&self) -> Option<PathBuf> {
        let folder = self.folders.first()?.parent()?;
        let is_output = OUTPUTS.iter().any(|output| folder.ends_with(output));
        if is_output { folder.parent() } else { Some(folder) }.map(Path::to_owned)
    }

    fn has_generated(&mut self, class: &RecordedClass) -> bool {
        let (file, package) = (file_name(class), package(&class.name));
        let beside = self.beside.iter().map(|folder| folder.join(package.replace('.', "/")).join(&file));
        let named = self.sources.iter().flat_map(|sources| sources.named(&file));
        let fitting = named.filter(|source| root(source, package).is_some()).cloned();
        let candidates: Vec<PathBuf> = beside.chain(fitting).collect();
        let mut is_marked = |file| *self.known.entry(file).or_insert_with_key(|file| is_marked(file));
        candidates.into_iter().any(&mut is_marked)
    }
}

/// Whether a source lies in a set of sources named for tests.
fn is_of_tests(source: &Path, class: &str) -> bool {
    root(source, package(class)).is_some_and(|root| says_tests(&root))
}

/// Whether a source is in a folder into which only annotation processors write.
fn is_processed(source: &Path) -> bool {
    OF_PROCESSORS.iter().any(|folder| {
        let names: Vec<_> = Path::new(folder).components().collect();
        let all: Vec<_> = source.components().collect();
        all.windows(names.len()).any(|part| part == names)
    })
}

fn is_marked(source: &Path) -> bool {
    let text = regular::read(source, limits::SOURCE).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    mark::is_in(&text) || mark::is_said_by(&text)
}
