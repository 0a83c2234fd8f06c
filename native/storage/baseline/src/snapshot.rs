//! The baseline of one run.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use faultline_class_file::ClassCode;
use faultline_files::path_of;
use faultline_files::{limits, regular};
use faultline_spectrum::{Class, Outcome, Recording, Spectrum, TestId};

use crate::archive::Archive;
use crate::class_path::{Inputs, TestCode, places};
use crate::model::{Baseline, ClassState, MethodState, Passed, Run, TestState};

/// The baseline of a run that has just ended, from its spectrum, its recordings and the class files on disk.
///
/// A test passed if all its rows did. Cost: reads the class files of recorded classes and of tests, the resources, and
/// the directories of libraries.
pub fn snapshot(
    spectrum: &Spectrum,
    recordings: &[Recording],
    started_ns: u64,
    root: &Path,
    commit: Option<String>,
) -> Baseline {
    let places = places(recordings);
    let mut classes = Classes::default();
    let known = Known::of(spectrum, &mut classes);
    let recorded: HashSet<&str> = spectrum.classes.iter().map(|class| &*class.name).collect();
    let homes: HashSet<PathBuf> = spectrum.classes.iter().map(|class| path_of(&class.location)).collect();
    let of_tests: BTreeSet<&str> = spectrum.tests.iter().map(|test| &*test.class).collect();
    let mut code = TestCode::beside(&of_tests, &places, &recorded);
    let mut code_of = HashMap::<&str, Arc<[u32]>>::new();
    let of_run = (0..u32::try_from(classes.all.len()).unwrap_or(u32::MAX)).collect();
    let mut tests = BTreeMap::<String, TestState>::new();
    let (mut passes, mut failed) = (HashMap::<&str, bool>::new(), HashMap::<&str, bool>::new());
    for (row, test) in spectrum.tests.iter().enumerate() {
        let code = code_of.entry(&test.class).or_insert_with(|| {
            let mut set: Vec<u32> =
                code.of(&test.class).into_iter().map(|class| classes.read(class)).collect();
            set.sort_unstable();
            set.dedup();
            set.into()
        });
        let all = passes.entry(&test.unique_id).or_insert(true);
        *all &= test.outcome == Outcome::Passed;
        let passed = all.then(|| Passed {
            run: 0,
            ran: known.ran(spectrum, TestId::new(row)),
            code: Arc::clone(code),
        });
        let has_failed = failed.entry(&test.unique_id).or_insert(false);
        *has_failed |= test.outcome == Outcome::Failed;
        tests.insert(
            test.unique_id.clone(),
            TestState {
                class: test.class.clone(),
                method: test.method.clone(),
                seen_ns: started_ns,
                failing_ns: if *has_failed { started_ns } else { 0 },
                code: Arc::clone(code),
                passed,
            },
        );
    }
    let failed = spectrum.tests_with(Outcome::Failed).count() as u64;
    let with_tests = recordings.iter().filter(|recording| !recording.tests.is_empty());
    let javas: Vec<&str> = with_tests.map(|recording| recording.origin.words()).collect();
    let is_known = |class: &str| recorded.contains(class);
    let inputs = Inputs::read(&places, &homes, root, &javas, is_known).of_run(is_known);
    let run = Run { started_ns, commit, tests: spectrum.tests.len() as u64, failed, classes: of_run, inputs };
    Baseline { runs: vec![run], classes: classes.all, tests }
}

/// Classes, each version once.
#[derive(Default)]
struct Classes {
    all: Vec<ClassState>,
    numbers: HashMap<ClassState, u32>,
}

impl Classes {
    fn number(&mut self, class: ClassState) -> u32 {
        if let Some(number) = self.numbers.get(&class) {
            return *number;
        }
        let number = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
        self.all.push(class.clone());
        self.numbers.insert(class, number);
        number
    }

    fn read(&mut self, class: ClassCode) -> u32 {
        self.number(state(class))
    }
}

/// A class as its file says it.
pub fn state(class: ClassCode) -> ClassState {
    let method = |method: faultline_class_file::MethodCode| MethodState {
        name: method.name,
        descriptor: method.descriptor,
        hash: method.hash,
        lines: method.lines,
    };
    ClassState {
        name: class.name,
        shape: class.shape,
        is_whole: false,
        methods: class.methods.into_iter().map(method).collect(),
    }
}

/// Where the methods of a spectrum stand among versions of classes.
struct Known {
    /// By method: the version, and the place in it.
    methods: Vec<(u32, u32)>,
}

impl Known {
    fn of(spectrum: &Spectrum, classes: &mut Classes) -> Self {
        let mut members = vec![Vec::new(); spectrum.classes.len()];
        for (at, method) in spectrum.methods.iter().enumerate() {
            members[method.class.index()].push(at);
        }
        let mut methods = vec![(0, 0); spectrum.methods.len()];
        let mut archives = Archives::default();
        for (class, members) in spectrum.classes.iter().zip(members) {
            let read = on_disk(class).or_else(|| archives.code(class));
            let mut version = read.unwrap_or_else(|| ClassState {
                name: class.name.clone(),
                shape: archives.hash(class).unwrap_or(class.hash),
                is_whole: true,
                methods: Vec::new(),
            });
            let places: Vec<u32> =
                members.iter().map(|at| place(&mut version, spectrum, *at, class)).collect();
            let number = classes.number(version);
            for (at, place) in members.into_iter().zip(places) {
                methods[at] = (number, place);
            }
        }
        Self { methods }
    }

    /// What a test ran.
    fn ran(&self, spectrum: &Spectrum, test: TestId) -> Vec<(u32, Vec<u32>)> {
        let mut ran: Vec<(u32, u32)> = Vec::new();
        let mut last = None;
        for (word, mut bits) in spectrum.coverage.filled(test.index()) {
            while bits != 0 {
                let element = word * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let method = spectrum.elements[element].method;
                if last.replace(method) != Some(method) {
                    ran.push(self.methods[method.index()]);
                }
            }
        }
        ran.sort_unstable();
        ran.dedup();
        let mut grouped: Vec<(u32, Vec<u32>)> = Vec::new();
        for (class, method) in ran {
            match grouped.last_mut() {
                Some((last, methods)) if *last == class => methods.push(method),
                _ => grouped.push((class, vec![method])),
            }
        }
        grouped
    }
}

/// The place of a recorded method in a version of its class; one that the class file lacks is added.
fn place(version: &mut ClassState, spectrum: &Spectrum, method: usize, class: &Class) -> u32 {
    let method = &spectrum.methods[method];
    let is = |state: &MethodState| state.name == method.name && state.descriptor == method.descriptor;
    let at = version.methods.iter().position(is).unwrap_or_else(|| {
        let (name, descriptor) = (method.name.clone(), method.descriptor.clone());
        version.methods.push(MethodState { name, descriptor, hash: class.hash, lines: Vec::new() });
        version.methods.len() - 1
    });
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Archives, the directory of each read once.
#[derive(Default)]
struct Archives(HashMap<PathBuf, Option<Archive>>);

impl Archives {
    fn of(&mut self, class: &Class) -> Option<&Archive> {
        let place = path_of(&class.location);
        self.0.entry(place).or_insert_with_key(|place| Archive::read(place)).as_ref()
    }

    /// The hash of a class that lies in an archive, which can be found again without the agent.
    fn hash(&mut self, class: &Class) -> Option<u64> {
        self.of(class)?.class_hash(&class.name)
    }

    /// A class that lies in an archive, by its code.
    fn code(&mut self, class: &Class) -> Option<ClassState> {
        self.of(class)?.code(&class.name).map(state)
    }
}

/// The class as its file says it; `None` if it has none, or stands in an archive.
fn on_disk(class: &Class) -> Option<ClassState> {
    if class.location.is_empty() {
        return None;
    }
    let file = path_of(&class.location).join(format!("{}.class", class.name.replace('.', "/")));
    let read = ClassCode::read(&regular::read(&file, limits::CLASS).ok()?)?;
    (read.name == class.name).then(|| state(read))
}
