//! Classes of tests that the agent recorded, since nothing about their folder says that it holds tests.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};

use faultline_spectrum::{Frame, RecordedClass, RecordedTest, Recording};

use faultline_files::path_of;

use super::named::{is_of_module, is_set_beside_main, says_tests};
use super::source_roots::SourceRoots;
use super::{beside, helpers, holds, namesakes, outermost, told, unit};

/// In a place with other code, at least one class in so many declares tests if the place is one of tests.
const OTHERS_PER_TEST: usize = 3;

/// Where classes come from: their location and, where it is found, the folder of their sources.
type Place<'a> = (&'a str, Option<PathBuf>);

/// The classes of tests, by location.
///
/// A class that declares a recorded test is one, with those nested in it and its superclasses of the same
/// place. All other classes of that place are tests' too if the place is one of tests: its tests ran code of
/// other places, and either its path says so or enough of its classes declare tests, and they are not named after
/// classes of the same place ([`namesakes`]). A place is a location together with a folder of sources, since one folder
/// may hold the classes of both. A folder that the build tool calls its output of tests ([`told`]) is one place, unless
/// it is not named for tests and holds the code of two folders of sources of which one is. In a place that is not one
/// of tests, a class that imports a test framework is a test's, too. For places without tests of their own see
/// [`helpers`], and for what only tests use in a place that holds their code and their subject, [`beside`].
pub fn find(
    recordings: &[&Recording],
    classes: &[&RecordedClass],
    libraries: &BTreeMap<String, BTreeSet<String>>,
    sources: &mut SourceRoots,
) -> BTreeMap<String, BTreeSet<String>> {
    let declaring = declaring(recordings, classes, sources);
    // Imported classes have no location, so nothing tells those of tests.
    let located = || classes.iter().filter(|class| !class.location.is_empty());
    let of_project = || located().filter(|class| !holds(libraries, class)).copied();
    let locations_of = |declaring: &HashSet<&str>| -> HashSet<&str> {
        let with_tests = of_project().filter(|class| declaring.contains(unit(&class.name)));
        with_tests.map(|class| class.location.as_str()).collect()
    };
    let locations = locations_of(&declaring);
    // A module whose tests run only where others inherit them has none of its own.
    let own = of_rows(recordings);
    let mut tests =
        helpers::find(recordings, &of_project().collect::<Vec<_>>(), &locations_of(&own), &own, sources);
    if locations.is_empty() {
        return tests;
    }
    let folders = told::folders(recordings);
    let mut places = BTreeMap::<Place<'_>, Vec<&RecordedClass>>::new();
    for class in of_project().filter(|class| locations.contains(class.location.as_str())) {
        places.entry((&class.location, sources.of(class))).or_default().push(class);
    }
    let supers = superclasses(recordings);
    let project = sources.project().to_owned();
    let says = |root: &Path| says_tests(root.strip_prefix(&project).unwrap_or(root));
    let mut of_tests = HashSet::new();
    for location in locations.iter().copied().filter(|location| folders.contains(&path_of(location))) {
        let here: Vec<&RecordedClass> = of_project().filter(|class| class.location == location).collect();
        let certain = certain(&here, &declaring, &supers);
        let roots = places.keys().filter(|place| place.0 == location).filter_map(|place| place.1.as_deref());
        let (of_tests, others): (Vec<&Path>, Vec<&Path>) = roots.partition(|root| says(root));
        let holds_both = !of_tests.is_empty() && !others.is_empty() || namesakes::are_in(&here, &certain);
        let is_sure = says(&path_of(location)) || !holds_both;
        if is_sure && reaches_out(recordings, &here, &certain, libraries) {
            places.retain(|place, _| place.0 != location);
            tests.entry(location.to_owned()).or_default().extend(here.iter().map(|class| class.name.clone()));
        }
    }
    join_the_rootless(&mut places, &declaring);
    for (place, of_place) in &places {
        let certain = certain(of_place, &declaring, &supers);
        if certain.is_empty() {
            continue;
        }
        let is_whole = is_of_tests(&project, place, of_place, &certain)
            && reaches_out(recordings, of_place, &certain, libraries);
        let importing = if is_whole { HashSet::new() } else { helpers::importing(of_place, sources) };
        let names = of_place.iter().map(|class| &class.name);
        let mut of_tests_here: HashSet<&str> = certain.union(&importing).copied().collect();
        if !is_whole && let Some(root) = &place.1 {
            of_tests_here.extend(beside::find(recordings, classes, of_place, &of_tests_here, root, sources));
        }
        let is_test = |name: &str| is_whole || of_tests_here.contains(name);
        let names = names.filter(|name| is_test(unit(name))).cloned();
        tests.entry(place.0.to_owned()).or_default().extend(names);
        if is_whole {
            of_tests.insert(place.0);
        }
    }
    // Beside the sources of tests, in the same folder of classes, those that are named for tests: `src/sharedTest`.
    for (place, of_place) in &places {
        if of_tests.contains(place.0) && place.1.as_deref().is_some_and(says) {
            let names = of_place.iter().map(|class| class.name.clone());
            tests.entry(place.0.to_owned()).or_default().extend(names);
        }
    }
    tests
}

/// Outermost classes that declare tests. A class above that of a test is none if its module has tests of its own: then
/// it is there to be tested, as the classes of a library for tests are.
fn declaring<'a>(
    recordings: &[&'a Recording],
    classes: &[&RecordedClass],
    sources: &mut SourceRoots,
) -> HashSet<&'a str> {
    let tests = recordings.iter().flat_map(|recording| &recording.tests);
    let mut declaring = of_rows(recordings);
    let above: HashSet<&str> = tests.filter_map(declared_above).map(|(class, _)| unit(class)).collect();
    if above.is_empty() {
        return declaring;
    }
    let tested = helpers::modules_of(&declaring, sources);
    let project = sources.project().to_owned();
    let mut is_code = |class: &str| {
        let recorded = classes.iter().find(|recorded| recorded.name == class);
        let root = recorded.and_then(|class| sources.of(class));
        root.is_some_and(|root| {
            !says_tests(root.strip_prefix(&project).unwrap_or(&root))
                && helpers::has_tests_beside(&root, &project, &tested)
        })
    };
    let above: Vec<&str> = above.into_iter().filter(|class| !is_code(class)).collect();
    declaring.extend(above);
    declaring
}

/// Outermost classes that rows name.
fn of_rows<'a>(recordings: &[&'a Recording]) -> HashSet<&'a str> {
    let tests = recordings.iter().flat_map(|recording| &recording.tests);
    let mut classes = HashSet::new();
    for test in tests.filter(|test| !test.class.is_empty()) {
        let (unit, outer) = (unit(&test.class), outermost(&test.class));
        classes.insert(unit);
        // The outer class of one with `@Nested` is run, too.
        if unit != outer && test.unique_id.contains(&format!("[class:{outer}]")) {
            classes.insert(outer);
        }
    }
    classes
}

/// Packages of what calls a test's method: reflection and the frameworks.
const CALLERS: [&str; 6] = [
    "java.lang.reflect.",
    "jdk.internal.reflect.",
    "sun.reflect.",
    "org.junit.",
    "junit.framework.",
    "org.testng.",
];

/// The class above that of a failed test that declares its method, and the method, by the stack trace: a framework called a method
/// of this name in it. Threads of the project may run methods of this name, too.
pub fn declared_above(test: &RecordedTest) -> Option<(&str, &str)> {
    let name = test.method.split(['(', '[']).next().filter(|name| !name.is_empty())?;
    let frames = test.failure.as_ref().map_or(&[][..], |failure| &failure.frames[..]);
    let is_called = |pair: &&[Frame]| {
        pair[0].method == name && CALLERS.iter().any(|caller| pair[1].class.starts_with(caller))
    };
    let declaring = frames.windows(2).rfind(is_called)?[0].class.as_str();
    (unit(declaring) != unit(&test.class) && !CALLERS.iter().any(|caller| declaring.starts_with(caller)))
        .then_some((declaring, name))
}

/// Classes without a source, of a location with only one folder of sources, belong to that.
fn join_the_rootless<'a>(
    places: &mut BTreeMap<Place<'a>, Vec<&'a RecordedClass>>,
    declaring: &HashSet<&str>,
) {
    let locations: BTreeSet<&str> = places.keys().map(|(location, _)| *location).collect();
    for location in locations {
        let roots: Vec<_> =
            places.keys().filter(|(of, root)| *of == location && root.is_some()).cloned().collect();
        let [only] = &roots[..] else { continue };
        let Some(rootless) = places.remove(&(location, None)) else { continue };
        let declares =
            |classes: &[&RecordedClass]| classes.iter().any(|class| declaring.contains(unit(&class.name)));
        // Tests whose sources are elsewhere say nothing of those that are here.
        if declares(&rootless) && !declares(&places[only]) {
            places.insert((location, None), rootless);
        } else {
            places.entry(only.clone()).or_default().extend(rootless);
        }
    }
}

/// The superclass of each class.
fn superclasses<'a>(recordings: &[&'a Recording]) -> HashMap<&'a str, &'a str> {
    let mut above = HashMap::new();
    for recording in recordings {
        let names: HashMap<u32, &str> =
            recording.classes.iter().map(|class| (class.id, class.name.as_str())).collect();
        for details in &recording.details {
            if let (Some(name), Some(superclass)) = (names.get(&details.class), &details.superclass) {
                above.insert(*name, superclass.as_str());
            }
        }
    }
    above
}

/// The outermost classes of a place that declare tests, and those that they extend, except the one after which a test
/// is named: `CartTest` may extend `Cart`.
fn certain<'a>(
    of_place: &[&'a RecordedClass],
    declaring: &HashSet<&str>,
    supers: &HashMap<&'a str, &'a str>,
) -> HashSet<&'a str> {
    let here: HashSet<&str> = of_place.iter().map(|class| unit(&class.name)).collect();
    let mut certain: HashSet<&str> = here.iter().copied().filter(|class| declaring.contains(class)).collect();
    let mut open: Vec<&str> = of_place
        .iter()
        .map(|class| class.name.as_str())
        .filter(|name| certain.contains(unit(name)))
        .collect();
    while let Some(class) = open.pop() {
        if let Some(superclass) = supers.get(class)
            && here.contains(unit(superclass))
            && !namesakes::is_subject(superclass, declaring)
            && certain.insert(unit(superclass))
        {
            open.push(superclass);
        }
    }
    certain
}

/// Whether a place looks like one of tests: by a word of its path, or by the share of classes with tests, unless these
/// are named after others of the place.
fn is_of_tests(
    project: &Path,
    place: &Place<'_>,
    of_place: &[&RecordedClass],
    certain: &HashSet<&str>,
) -> bool {
    let outer: HashSet<&str> = of_place.iter().map(|class| unit(&class.name)).collect();
    // The folder of sources says more than the folder of all compiled classes.
    let path = place.1.clone().unwrap_or_else(|| path_of(place.0));
    let has_share = certain.len() * OTHERS_PER_TEST >= outer.len() && !namesakes::are_in(of_place, certain);
    let path = path.strip_prefix(project).unwrap_or(&path);
    // In a module of one folder, it is the module that has the name.
    let is_named = says_tests(path) && !(is_of_module(path) && namesakes::are_in(of_place, certain));
    // Where a module has a set for its code, tests in another one are not beside their subject.
    let is_set = place.1.as_deref().is_some_and(is_set_beside_main) && !namesakes::are_in(of_place, certain);
    has_share || is_named || is_set
}

/// Whether tests of a place ran code of the project that is not of this place.
fn reaches_out(
    recordings: &[&Recording],
    of_place: &[&RecordedClass],
    certain: &HashSet<&str>,
    libraries: &BTreeMap<String, BTreeSet<String>>,
) -> bool {
    let here: HashSet<(&str, &str)> =
        of_place.iter().map(|class| (class.location.as_str(), class.name.as_str())).collect();
    recordings.iter().any(|recording| {
        let outside: HashSet<u32> = recording
            .classes
            .iter()
            .filter(|class| !here.contains(&(class.location.as_str(), class.name.as_str())))
            .filter(|class| !holds(libraries, class))
            .map(|class| class.id)
            .collect();
        if outside.is_empty() {
            return false;
        }
        let of_here = recording.tests.iter().filter(|test| {
            let above = declared_above(test).map(|(class, _)| class);
            let declaring = [Some(test.class.as_str()), above];
            declaring.into_iter().flatten().any(|class| certain.contains(unit(class)))
        });
        let mut buffer = Vec::new();
        of_here
            .into_iter()
            .any(|test| test.coverage.classes_in(&mut buffer).any(|(class, _)| outside.contains(&class)))
    })
}
