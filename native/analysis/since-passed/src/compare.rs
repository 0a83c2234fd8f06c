//! Compares failing tests with their last passes.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::io;

use faultline_baseline::{
    Baseline, ClassState, Input, MethodState, NAME, Passed, Rerun, Reruns, Run, TestState, file,
};
use faultline_class_file::stem;
use faultline_recording_store::baseline_beside;
use faultline_recording_store::load::Loaded;
use faultline_spectrum::{ElementId, MethodId, Outcome, Spectrum, TestId};
use imara_diff::{Algorithm, Diff, InternedInput};

use crate::since::{Basis, Changed, ChangedInput, How, Since};
use crate::verdict::Verdict;

/// The failing tests of a run, each compared with the last run in which it passed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// The elements and methods of the spectrum.
    pub(crate) size: (usize, usize),
    /// By test, ascending; none for a test of which nothing earlier is known.
    pub tests: Vec<Since>,
    /// Failing tests that did not fail in the last run before that had them, ascending.
    newly: Vec<TestId>,
    /// Failing tests that were run again, with how they ended.
    reruns: BTreeMap<TestId, Rerun>,
}

impl Comparison {
    /// Compares the failing tests of a spectrum. `starts` are the times at which its JVMs started: the latest run of the
    /// baseline that is one of them is compared. `None` if that is none of them. Tests of another one of these runs are
    /// left out. Cost: O(elements + what failing tests run).
    pub fn of(baseline: &Baseline, spectrum: &Spectrum, starts: &BTreeSet<u64>) -> Option<Self> {
        let now = run_of(baseline, starts)?;
        let current = Current::of(baseline, spectrum, now);
        let state = |test: &TestId| baseline.tests.get(&spectrum.tests[test.index()].unique_id);
        let is_of_another =
            |state: &TestState| state.seen_ns != now.started_ns && starts.contains(&state.seen_ns);
        let failing = || {
            let failing = spectrum.tests_with(Outcome::Failed);
            failing.filter(|test| !state(test).is_some_and(is_of_another))
        };
        let is_new = |test: &TestId| {
            state(test).is_none_or(|state| state.failing_ns == 0 || state.failing_ns >= now.started_ns)
        };
        Some(Self {
            size: (spectrum.elements.len(), spectrum.methods.len()),
            tests: failing().filter_map(|test| current.since(test)).collect(),
            newly: failing().filter(is_new).collect(),
            reruns: BTreeMap::new(),
        })
    }

    /// Compares the failing tests of recordings with the baseline beside them. `None` if there is none, or this run is not
    /// in it. Errors: it cannot be read, nor can the file of tests that were run again.
    pub fn beside(loaded: &Loaded) -> io::Result<Option<Self>> {
        let Some(folder) = loaded.files.first().and_then(|file| file.parent()) else { return Ok(None) };
        let Some(folder) = baseline_beside(folder) else { return Ok(None) };
        let Some(baseline) = file::read(&folder.join(NAME))? else { return Ok(None) };
        let compared = Self::of(&baseline, &loaded.spectrum, &loaded.starts);
        compared.map(|compared| compared.with_reruns_beside(loaded)).transpose()
    }

    /// This comparison, with how failing tests ended that were run again after the recorded run. Errors: the file of these
    /// tests cannot be read.
    pub fn with_reruns_beside(self, loaded: &Loaded) -> io::Result<Self> {
        let Some(folder) = loaded.files.first().and_then(|file| file.parent()) else { return Ok(self) };
        let folder = baseline_beside(folder).unwrap_or_else(|| folder.to_owned());
        let reruns = Reruns::read(&folder)?.filter(|reruns| loaded.starts.contains(&reruns.started_ns));
        Ok(match &reruns {
            Some(reruns) => self.with_reruns(reruns, &loaded.spectrum),
            None => self,
        })
    }

    /// This comparison, with how failing tests of the same run ended when they were run again.
    #[must_use]
    pub fn with_reruns(mut self, reruns: &Reruns, spectrum: &Spectrum) -> Self {
        let of = |test: TestId| {
            reruns.tests.get(&spectrum.tests[test.index()].unique_id).map(|rerun| (test, *rerun))
        };
        self.reruns = spectrum.tests_with(Outcome::Failed).filter_map(of).collect();
        for since in &mut self.tests {
            since.rerun = self.reruns.get(&since.test).copied();
        }
        self
    }

    /// What the failure of a test says about the code.
    pub fn verdict(&self, test: TestId) -> Verdict {
        Verdict::of(self.of_test(test), self.rerun(test))
    }

    /// How a failing test ended when it was run again, if it was.
    pub fn rerun(&self, test: TestId) -> Option<Rerun> {
        self.reruns.get(&test).copied()
    }

    /// Whether a failing test did not fail in the last run before that had it, or there was none.
    pub fn is_new(&self, test: TestId) -> bool {
        self.newly.binary_search(&test).is_ok()
    }

    /// What is known of a test.
    pub fn of_test(&self, test: TestId) -> Option<&Since> {
        self.tests.binary_search_by_key(&test, |since| since.test).ok().map(|at| &self.tests[at])
    }

    /// Whether it names a changed method of a test that has passed.
    pub fn tells(&self) -> bool {
        self.tests.iter().any(|since| since.basis == Basis::Passed && !since.changed.is_empty())
    }
}

/// The run of a baseline that recordings are of, by the times at which their JVMs started; the latest of several.
pub fn run_of<'a>(baseline: &'a Baseline, starts: &BTreeSet<u64>) -> Option<&'a Run> {
    baseline.runs.iter().filter(|run| starts.contains(&run.started_ns)).max_by_key(|run| run.started_ns)
}

/// A run with its classes by name.
struct Version<'a> {
    baseline: &'a Baseline,
    run: &'a Run,
    classes: HashMap<&'a str, Vec<&'a ClassState>>,
}

impl<'a> Version<'a> {
    fn of(baseline: &'a Baseline, run: &'a Run, classes: impl Iterator<Item = u32>) -> Self {
        let mut by_name = HashMap::<&str, Vec<&ClassState>>::new();
        for class in classes {
            let class = &baseline.classes[class as usize];
            by_name.entry(&class.name).or_default().push(class);
        }
        Self { baseline, run, classes: by_name }
    }

    /// The versions of a class; several where modules have classes of one name.
    fn class(&self, name: &str) -> &[&'a ClassState] {
        self.classes.get(name).map_or(&[], Vec::as_slice)
    }
}

struct Current<'a> {
    spectrum: &'a Spectrum,
    now: Version<'a>,
    elements: HashMap<MethodId, Vec<ElementId>>,
}

impl<'a> Current<'a> {
    fn of(baseline: &'a Baseline, spectrum: &'a Spectrum, now: &'a Run) -> Self {
        let mut elements = HashMap::<MethodId, Vec<ElementId>>::new();
        for (at, element) in spectrum.elements.iter().enumerate() {
            elements.entry(element.method).or_default().push(ElementId::new(at));
        }
        Self { spectrum, now: Version::of(baseline, now, now.classes.iter().copied()), elements }
    }

    fn since(&self, test: TestId) -> Option<Since> {
        let baseline = self.now.baseline;
        let state = baseline.tests.get(&self.spectrum.tests[test.index()].unique_id);
        let pass = state.and_then(|state| state.passed.as_ref());
        // A pass in this very run is another execution of the test.
        let pass = pass.filter(|pass| baseline.runs[pass.run as usize].started_ns < self.now.run.started_ns);
        let (basis, run) = match pass {
            Some(pass) => (Basis::Passed, &baseline.runs[pass.run as usize]),
            None => (Basis::Green, baseline.green_before(self.now.run.started_ns)?),
        };
        if run.started_ns >= self.now.run.started_ns {
            return None;
        }
        // The versions that the test itself ran come first: other modules may have classes of the same names.
        let ran = pass.into_iter().flat_map(|pass| pass.ran.iter().map(|(class, _)| *class));
        let then = Version::of(baseline, run, ran.chain(run.classes.iter().copied()));
        let methods = self.methods(test);
        let mut changed = Vec::new();
        let mut reached = Vec::new();
        let ran = pass.map(|pass| Ran::of(baseline, pass));
        for &method in &methods {
            match self.verdict(method, &then) {
                Some(change) => changed.push(change),
                None if ran.as_ref().is_some_and(|ran| !ran.has(self.spectrum, method)) => {
                    reached.push(method);
                }
                None => {}
            }
        }
        let (gone, shapes) = pass.map(|pass| self.gone(pass)).unwrap_or_default();
        let left = pass.map(|pass| self.left(pass, test, &methods)).unwrap_or_default();
        let code = pass.zip(state).map(|(pass, state)| code(baseline, pass, state)).unwrap_or_default();
        Some(Since {
            test,
            basis,
            started_ns: run.started_ns,
            commit: run.commit.clone(),
            runs: methods.len(),
            changed,
            gone,
            shapes,
            code,
            inputs: inputs(&run.inputs, &self.now.run.inputs),
            reached,
            left,
            rerun: None,
        })
    }

    /// The methods that a test runs, ascending.
    fn methods(&self, test: TestId) -> Vec<MethodId> {
        let mut methods = Vec::new();
        for (word, mut bits) in self.spectrum.coverage.filled(test.index()) {
            while bits != 0 {
                let element = word * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                methods.push(self.spectrum.elements[element].method);
            }
        }
        methods.sort_unstable();
        methods.dedup();
        methods
    }

    /// How a method differs from what it was; `None` if it does not, or was not read.
    fn verdict(&self, id: MethodId, then: &Version) -> Option<Changed> {
        let method = &self.spectrum.methods[id.index()];
        let name = &self.spectrum.classes[method.class.index()].name;
        let is = |state: &&MethodState| state.name == method.name && state.descriptor == method.descriptor;
        let now = self.now.class(name).iter().find_map(|class| Some((class, class.methods.iter().find(is)?)));
        let (class, now) = now?;
        let before = then.class(name);
        if before.iter().any(|before| class.is_whole && before.is_whole && before.shape == class.shape) {
            return None;
        }
        let was: Vec<&MethodState> =
            before.iter().filter_map(|class| class.methods.iter().find(is)).collect();
        let is_same = was.iter().any(|was| was.hash == now.hash) || is_renumbered(now, before);
        if is_same {
            return None;
        }
        let elements = self.elements.get(&id).map(Vec::as_slice).unwrap_or_default();
        let lines: HashSet<u32> = match was.first() {
            Some(was) => changed_lines(&was.lines, &now.lines),
            None => now.lines.iter().map(|(line, _)| *line).collect(),
        };
        let line_of = |element: &ElementId| self.spectrum.elements[element.index()].line;
        let lines = elements.iter().copied().filter(|element| lines.contains(&line_of(element))).collect();
        Some(Changed { method: id, is_new: was.is_empty(), lines })
    }

    /// Methods that a test ran and that are gone, and its classes of another shape.
    fn gone(&self, pass: &Passed) -> (Vec<(String, String)>, Vec<String>) {
        let baseline = self.now.baseline;
        let (mut gone, mut shapes) = (Vec::new(), Vec::new());
        for (class, methods) in &pass.ran {
            let then = &baseline.classes[*class as usize];
            let now = self.now.class(&then.name);
            if now.is_empty() || then.is_whole || now.iter().any(|now| now.is_whole) {
                continue;
            }
            if now.iter().all(|now| now.shape != then.shape) {
                shapes.push(then.name.clone());
            }
            for method in methods.iter().map(|method| &then.methods[*method as usize]) {
                let is = |state: &MethodState| {
                    state.name == method.name && state.descriptor == method.descriptor
                        || stem(&method.name).is_some_and(|stem_of| stem(&state.name) == Some(stem_of))
                };
                if !now.iter().any(|now| now.methods.iter().any(is)) {
                    gone.push((then.name.clone(), method.name.clone()));
                }
            }
        }
        (gone, shapes)
    }

    /// Methods that a test ran, that are still there, and that are not among `runs`, the ones that it runs now.
    fn left(&self, pass: &Passed, test: TestId, runs: &[MethodId]) -> Vec<(String, String)> {
        let spectrum = self.spectrum;
        let class_of = |id: &MethodId| &*spectrum.classes[spectrum.methods[id.index()].class.index()].name;
        let classes: HashSet<&str> = runs.iter().map(class_of).collect();
        let runs: HashSet<(&str, &str)> =
            runs.iter().map(|id| (class_of(id), &*spectrum.methods[id.index()].name)).collect();
        let thrower = spectrum.tests[test.index()].failure.as_ref().and_then(|failure| {
            failure.frames.iter().map(|frame| &*frame.class).find(|class| classes.contains(class))
        });
        let mut left = Vec::new();
        for (class, methods) in &pass.ran {
            let then = &self.now.baseline.classes[*class as usize];
            let now = self.now.class(&then.name);
            if then.is_whole || now.iter().any(|now| now.is_whole) {
                continue;
            }
            let is_thrower = thrower == Some(&*then.name);
            let distance = if is_thrower { 0 } else { 1 + u8::from(!classes.contains(&*then.name)) };
            for method in methods.iter().map(|method| &then.methods[*method as usize]) {
                // A compiler may have renumbered a lambda: by its number alone it is not known.
                let is_there = stem(&method.name).is_none()
                    && now.iter().any(|now| {
                        let mut methods = now.methods.iter();
                        methods.any(|now| now.name == method.name && now.descriptor == method.descriptor)
                    });
                if is_there && !runs.contains(&(&*then.name, &*method.name)) {
                    left.push((distance, then.name.clone(), method.name.clone()));
                }
            }
        }
        left.sort_by_key(|(distance, ..)| *distance);
        left.dedup();
        left.into_iter().map(|(_, class, method)| (class, method)).collect()
    }
}

/// What a test ran when it passed.
struct Ran<'a>(HashSet<(&'a str, &'a str, &'a str)>);

impl<'a> Ran<'a> {
    fn of(baseline: &'a Baseline, pass: &Passed) -> Self {
        let of_class = |(class, methods): &(u32, Vec<u32>)| {
            let class = &baseline.classes[*class as usize];
            let names = methods.iter().map(|method| &class.methods[*method as usize]);
            names.map(|method| (&*class.name, &*method.name, &*method.descriptor)).collect::<Vec<_>>()
        };
        Self(pass.ran.iter().flat_map(of_class).collect())
    }

    fn has(&self, spectrum: &Spectrum, method: MethodId) -> bool {
        let method = &spectrum.methods[method.index()];
        let class = &spectrum.classes[method.class.index()].name;
        self.0.contains(&(&**class, &*method.name, &*method.descriptor))
    }
}

/// Whether a method differs from one that was there by the number alone that a compiler gave it.
fn is_renumbered(now: &MethodState, before: &[&ClassState]) -> bool {
    let Some(name) = stem(&now.name) else { return false };
    let mut methods = before.iter().flat_map(|class| &class.methods);
    methods.any(|was| was.hash == now.hash && stem(&was.name) == Some(name))
}

/// The lines of a method that are new or do something else; where lines are gone alone, the one behind them.
fn changed_lines(was: &[(u32, u16)], now: &[(u32, u16)]) -> HashSet<u32> {
    let mut input = InternedInput::default();
    input.update_before(was.iter().map(|(_, hash)| *hash));
    input.update_after(now.iter().map(|(_, hash)| *hash));
    let diff = Diff::compute(Algorithm::Myers, &input);
    let mut lines = HashSet::new();
    for hunk in diff.hunks() {
        let after = hunk.after.start as usize..(hunk.after.end as usize).max(hunk.after.start as usize + 1);
        lines.extend(now.iter().take(after.end).skip(after.start).map(|(line, _)| *line));
    }
    lines
}

/// How the classes of a test's own code differ.
fn code(baseline: &Baseline, pass: &Passed, state: &TestState) -> Vec<(String, String)> {
    if pass.code == state.code {
        return Vec::new();
    }
    let by_name = |set: &[u32]| -> BTreeMap<&str, &ClassState> {
        set.iter()
            .map(|class| &baseline.classes[*class as usize])
            .map(|class| (&*class.name, class))
            .collect()
    };
    let (was, now) = (by_name(&pass.code), by_name(&state.code));
    let mut changed = Vec::new();
    for (name, now) in &now {
        let Some(was) = was.get(name) else {
            changed.push(((*name).to_owned(), String::new()));
            continue;
        };
        let same = |method: &MethodState| {
            let same = |was: &MethodState| was.name == method.name && was.descriptor == method.descriptor;
            was.methods.iter().any(|was| same(was) && was.hash == method.hash)
                || is_renumbered(method, &[*was])
        };
        let own = now.methods.iter().filter(|method| !same(method));
        let before = changed.len();
        changed.extend(own.map(|method| ((*name).to_owned(), method.name.clone())));
        if changed.len() == before && was.shape != now.shape {
            changed.push(((*name).to_owned(), String::new()));
        }
    }
    let gone = was.keys().filter(|name| !now.contains_key(*name));
    changed.extend(gone.map(|name| ((*name).to_owned(), String::new())));
    changed
}

fn inputs(was: &[Input], now: &[Input]) -> Vec<ChangedInput> {
    let of = |inputs: &[Input]| -> BTreeMap<String, u64> {
        inputs.iter().map(|input| (input.name.clone(), input.hash)).collect()
    };
    let (was, now) = (of(was), of(now));
    let mut changed = Vec::new();
    for (name, hash) in &now {
        match was.get(name) {
            None => changed.push(ChangedInput { name: name.clone(), how: How::New }),
            Some(was) if was != hash => changed.push(ChangedInput { name: name.clone(), how: How::Changed }),
            Some(_) => {}
        }
    }
    let gone = was.into_keys().filter(|name| !now.contains_key(name));
    changed.extend(gone.map(|name| ChangedInput { name, how: How::Gone }));
    changed
}
