//! Which tests something has changed for since they passed, so that only these need to run again.
//!
//! Where that cannot be known, a test counts as affected.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use faultline_class_file::stem;

use crate::class_path::{Inputs, classes_in, shown};
use crate::found::ClassPath;
use crate::model::{Baseline, ClassState, MethodState, Passed, Run};
use crate::modules::modules;
use crate::read_by_path;

/// Why a test has to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// No run is known in which it passed.
    NeverPassed,
    /// It did not pass when it last ran.
    FailedLast,
    /// A class of its own code has changed.
    Code(String),
    /// A class that it runs has changed, in this method; an empty name is the class as a whole.
    Changed(String, String),
    /// A class that it runs is not where the class path leads to.
    Missing(String),
    /// A resource, a library, a build file or Java has changed.
    Input(String),
    /// A class has changed by which the test may get other parameters: those of TestNG are made by code that no test is
    /// charged with.
    Parameters(String),
}

/// A baseline, compared with what a class path leads to now.
#[derive(Debug)]
pub struct Affected<'a> {
    baseline: &'a Baseline,
    class_path: ClassPath,
    /// By class: the methods that some test runs in some version.
    run: HashMap<&'a str, HashSet<Key<'a>>>,
    /// By version of a class.
    changes: HashMap<u32, Change>,
    /// By version of a class and run: what has changed of its supertypes.
    supers: HashMap<(u32, u32), Option<Why>>,
    /// By run: its classes by name.
    names: HashMap<u32, HashMap<&'a str, Vec<u32>>>,
    /// By run: an input that differs.
    inputs: HashMap<u32, Option<String>>,
    /// By run: a class that has changed.
    any: HashMap<u32, Option<String>>,
    now: Inputs,
    /// Places as inputs are named.
    shown: Vec<String>,
    archives: HashMap<String, PathBuf>,
}

/// How a version of a class differs from what it is now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// What concerns every test that runs the class.
    pub all: Option<Why>,
    /// The methods that have changed.
    pub methods: HashSet<u32>,
}

impl<'a> Affected<'a> {
    /// Compares with the folders and archives of a class path. `java` is the virtual machine that runs the tests, as the
    /// agent tells it. Cost: reads resources and the directories of archives; classes are read as they are asked for.
    pub fn of(baseline: &'a Baseline, places: &[PathBuf], root: &Path, java: &str) -> Self {
        let runs: Vec<HashSet<&str>> = baseline.runs.iter().map(|run| recorded(baseline, run)).collect();
        let in_all = |class: &str| !runs.is_empty() && runs.iter().all(|recorded| recorded.contains(class));
        let now = Inputs::read(places, &HashSet::new(), root, &[java], in_all);
        let archives = places.iter().filter(|place| !place.is_dir());
        let data: Vec<PathBuf> = read_by_path::folders(&modules(places, root)).collect();
        Self {
            baseline,
            class_path: ClassPath::of(places),
            run: run_by_tests(baseline),
            changes: HashMap::new(),
            supers: HashMap::new(),
            names: HashMap::new(),
            inputs: HashMap::new(),
            any: HashMap::new(),
            now,
            shown: places.iter().chain(&data).map(|place| shown(place, root)).collect(),
            archives: archives.map(|place| (shown(place, root), place.clone())).collect(),
        }
    }

    /// Whether the class path leads to this class.
    pub fn has(&mut self, class: &str) -> bool {
        self.class_path.class(class).is_some()
    }

    /// Why a test has to run; `None` if nothing has changed for it. Cost: O(classes that it runs).
    pub fn why(&mut self, unique_id: &str) -> Option<Why> {
        let baseline = self.baseline;
        let Some((test, pass)) =
            baseline.tests.get(unique_id).and_then(|test| Some((test, test.passed.as_ref()?)))
        else {
            return Some(Why::NeverPassed);
        };
        if baseline.runs[pass.run as usize].started_ns < test.seen_ns {
            return Some(Why::FailedLast);
        }
        self.of_input(pass.run)
            .map(Why::Input)
            .or_else(|| pass.code.iter().find_map(|class| self.of_code(*class)))
            .or_else(|| self.of_ran(pass))
            .or_else(|| has_parameters(unique_id).then(|| self.of_any(pass.run))?.map(Why::Parameters))
    }

    /// A class of a run that has changed; those that are elsewhere may be of other modules.
    fn of_any(&mut self, run: u32) -> Option<String> {
        if let Some(known) = self.any.get(&run) {
            return known.clone();
        }
        let baseline = self.baseline;
        let mut classes = baseline.runs[run as usize].classes.iter();
        let changed = classes.find(|&&class| {
            let change = self.change(class);
            !matches!(change.all, Some(Why::Missing(_))) && *change != Change::default()
        });
        let name = changed.map(|class| baseline.classes[*class as usize].name.clone());
        self.any.insert(run, name.clone());
        name
    }

    /// The classes and methods that a test ran when it passed, or that are its own code, and that have changed since. A method
    /// with an empty name is the class as a whole. Cost: O(classes that it runs).
    pub fn changed(&mut self, unique_id: &str) -> Vec<(&'a str, Key<'a>)> {
        let baseline = self.baseline;
        let Some(pass) = baseline.tests.get(unique_id).and_then(|test| test.passed.as_ref()) else {
            return Vec::new();
        };
        let mut changed = Vec::new();
        for class in pass.code.iter().copied().filter(|class| self.of_code(*class).is_some()) {
            changed.push((&*baseline.classes[class as usize].name, WHOLE));
        }
        for (class, methods) in &pass.ran {
            let then = &baseline.classes[*class as usize];
            let change = self.change(*class);
            if change.all.is_some() {
                changed.push((&*then.name, WHOLE));
                continue;
            }
            let of_methods = methods.iter().filter(|method| change.methods.contains(method));
            changed.extend(of_methods.map(|method| (&*then.name, key(&then.methods[*method as usize]))));
        }
        changed
    }

    /// A class of a test's own code.
    fn of_code(&mut self, class: u32) -> Option<Why> {
        let then = &self.baseline.classes[class as usize];
        let change = self.change(class);
        let is_changed = change.all.is_some() || !change.methods.is_empty();
        is_changed.then(|| Why::Code(then.name.clone()))
    }

    fn of_ran(&mut self, pass: &Passed) -> Option<Why> {
        for (class, methods) in &pass.ran {
            let change = self.change(*class);
            if let Some(all) = &change.all {
                return Some(all.clone());
            }
            if let Some(method) = methods.iter().find(|method| change.methods.contains(method)) {
                let then = &self.baseline.classes[*class as usize];
                let name = then.methods[*method as usize].name.clone();
                return Some(Why::Changed(then.name.clone(), name));
            }
            let above = self.of_supers_once(*class, pass.run);
            if above.is_some() {
                return above;
            }
        }
        None
    }

    /// [`Affected::of_supers`], computed once.
    fn of_supers_once(&mut self, class: u32, run: u32) -> Option<Why> {
        if let Some(known) = self.supers.get(&(class, run)) {
            return known.clone();
        }
        let above = self.of_supers(class, run);
        self.supers.insert((class, run), above.clone());
        above
    }

    /// What has changed of the supertypes of a class: a method that is new there may be called in place of another one.
    fn of_supers(&mut self, class: u32, run: u32) -> Option<Why> {
        let baseline = self.baseline;
        let mut seen = HashSet::new();
        let mut next = self.class_path.class(&baseline.classes[class as usize].name)?.supers.clone();
        while let Some(name) = next.pop() {
            let Some(found) = self.class_path.class(&name) else { continue };
            next.extend(found.supers.iter().filter(|name| seen.insert((*name).clone())).cloned());
            let versions = self.versions(run, &name);
            let mut changes = versions.iter().map(|version| self.change(*version).all.clone());
            if let Some(first) = changes.next().flatten()
                && changes.all(|change| change.is_some())
            {
                return Some(first);
            }
        }
        None
    }

    /// The versions of a class in a run.
    fn versions(&mut self, run: u32, name: &str) -> Vec<u32> {
        let baseline = self.baseline;
        let names = self.names.entry(run).or_insert_with(|| {
            let mut names = HashMap::<&str, Vec<u32>>::new();
            for &class in &baseline.runs[run as usize].classes {
                names.entry(&baseline.classes[class as usize].name).or_default().push(class);
            }
            names
        });
        names.get(name).cloned().unwrap_or_default()
    }

    fn change(&mut self, class: u32) -> &Change {
        let Self { baseline, class_path, run, changes, .. } = self;
        changes.entry(class).or_insert_with(|| {
            let then = &baseline.classes[class as usize];
            match class_path.class(&then.name) {
                None => Change { all: Some(Why::Missing(then.name.clone())), methods: HashSet::new() },
                Some(now) => between(then, now.beside(then), run.get(&*then.name)),
            }
        })
    }

    /// An input that is not what it was in a run.
    fn of_input(&mut self, run: u32) -> Option<String> {
        if !self.inputs.contains_key(&run) {
            let differs = self.differing(run);
            self.inputs.insert(run, differs);
        }
        self.inputs.get(&run)?.clone()
    }

    fn differing(&mut self, run: u32) -> Option<String> {
        let of_run = &self.baseline.runs[run as usize];
        let recorded = recorded(self.baseline, of_run);
        let now = self.now.of_run(|class| recorded.contains(class));
        let then = &of_run.inputs;
        let was: HashMap<&str, u64> = then.iter().map(|input| (&*input.name, input.hash)).collect();
        let is: HashMap<&str, u64> = now.iter().map(|input| (&*input.name, input.hash)).collect();
        let mut differing = Vec::new();
        for input in &now {
            let is_same = was.get(&*input.name) == Some(&input.hash);
            let is_new = !was.contains_key(&*input.name);
            let archive = self.archives.get(&input.name).filter(|_| is_new);
            if !is_same && !archive.is_some_and(|file| self.is_of_project(run, file)) {
                differing.push(input.name.clone());
            }
        }
        // Other JVMs of that run may have had other places: what is gone is known of those that are here alone.
        let is_here = |name: &str| {
            self.shown
                .iter()
                .any(|place| name.strip_prefix(&**place).is_some_and(|rest| rest.starts_with(['/', ':'])))
        };
        let gone = then.iter().find(|input| !is.contains_key(&*input.name) && is_here(&input.name));
        differing.into_iter().next().or_else(|| gone.map(|input| input.name.clone()))
    }

    /// Whether an archive has classes that were recorded: those are compared one by one.
    fn is_of_project(&self, run: u32, file: &Path) -> bool {
        let classes = classes_in(file);
        let recorded = &self.baseline.runs[run as usize].classes;
        recorded.iter().any(|class| classes.contains_key(&self.baseline.classes[*class as usize].name))
    }
}

/// The names of the classes that a run knows by coverage. Types without code count where they are none of these; the
/// classes of the tests, which a baseline has as well, are none.
fn recorded<'a>(baseline: &'a Baseline, run: &Run) -> HashSet<&'a str> {
    run.classes.iter().map(|class| &*baseline.classes[*class as usize].name).collect()
}

/// Whether a test of TestNG is one of several of its method.
pub(crate) fn has_parameters(unique_id: &str) -> bool {
    !unique_id.starts_with('[') && !unique_id.contains('(') && unique_id.contains(['[', '#'])
}

/// By class, the methods that some test runs in some version. Tests share most methods, so names are hashed once for each
/// version and not for each test.
fn run_by_tests(baseline: &Baseline) -> HashMap<&str, HashSet<Key<'_>>> {
    let mut is_run: Vec<Vec<bool>> =
        baseline.classes.iter().map(|class| vec![false; class.methods.len()]).collect();
    for pass in baseline.tests.values().filter_map(|test| test.passed.as_ref()) {
        for (class, methods) in &pass.ran {
            for method in methods {
                is_run[*class as usize][*method as usize] = true;
            }
        }
    }
    let mut run = HashMap::<&str, HashSet<Key>>::new();
    for (class, is_run) in baseline.classes.iter().zip(is_run) {
        let methods = class.methods.iter().zip(is_run).filter(|(_, is_run)| *is_run);
        run.entry(&class.name).or_default().extend(methods.map(|(method, _)| key(method)));
    }
    run
}

/// Name and descriptor of a method.
pub type Key<'a> = (&'a str, &'a str);

/// In place of a method: the class as a whole.
const WHOLE: Key<'_> = ("", "");

fn key(method: &MethodState) -> Key<'_> {
    (&method.name, &method.descriptor)
}

fn hashes(class: &ClassState) -> HashMap<Key<'_>, u64> {
    class.methods.iter().map(|method| (key(method), method.hash)).collect()
}

/// Compares two versions of a class. `run` are the methods that some test runs: a change of another one, which
/// may have no lines, concerns all tests that run the class.
pub fn between(then: &ClassState, now: &ClassState, run: Option<&HashSet<Key<'_>>>) -> Change {
    let whole = |method: &str| Change {
        all: Some(Why::Changed(then.name.clone(), method.to_owned())),
        methods: HashSet::new(),
    };
    if then.is_whole || now.is_whole {
        let is_same = then.is_whole && now.is_whole && then.shape == now.shape;
        return if is_same { Change::default() } else { whole("") };
    }
    if then.shape != now.shape {
        return whole("");
    }
    let (was, is) = (hashes(then), hashes(now));
    let is_new = |method: &&MethodState| stem(&method.name).is_none() && !was.contains_key(&key(method));
    if let Some(new) = now.methods.iter().find(is_new) {
        return whole(&new.name);
    }
    let mut methods = HashSet::new();
    for (at, method) in (0_u32..).zip(&then.methods) {
        let hash = is.get(&key(method));
        if hash == Some(&method.hash) {
            continue;
        }
        match stem(&method.name) {
            // The compiler has given it another number, or what makes it has changed as well.
            Some(of) => {
                let same = |other: &&MethodState| other.hash == method.hash && stem(&other.name) == Some(of);
                if now.methods.iter().any(|other| same(&other)) {
                    continue;
                }
                methods.insert(at);
            }
            None if hash.is_none() || !run.is_some_and(|run| run.contains(&key(method))) => {
                return whole(&method.name);
            }
            None => {
                methods.insert(at);
            }
        }
    }
    Change { all: None, methods }
}
