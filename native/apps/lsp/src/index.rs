//! What editors ask of a recording, made ready once.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use faultline_build_reports::names::outermost;
use faultline_fault_ranking::question::{Beside, Form, Question};
use faultline_fault_ranking::report::Report;
use faultline_fault_ranking::screen::Screen;
use faultline_fault_ranking::{json, messages};
use faultline_files::real;
use faultline_messages::failure::Failure;
use faultline_recording_store::load::{self, Loaded};
use faultline_recording_store::sources::{SourceFile, Sources};
use faultline_spectrum::{ClassId, ElementId, MethodId, Outcome, Spectrum, TestId};

use crate::marks::{Mark, marks};
use crate::mending::{Mending, MendingMutants, mending};
use crate::seen::{SeenText, SeenTexts};

/// Suspects of each group that a ranking for scripts has, as `faultline rank --json`.
const TOP: usize = 20;
/// Groups of failing tests, the largest first, whose suspects are marked: each is ranked on its own.
const GROUPS: usize = 20;

/// A recording with its ranking, by files and lines.
#[derive(Debug)]
pub struct Index {
    /// The recording.
    pub loaded: Loaded,
    /// The suspicious lines, in the order of the first screen; none if no test failed.
    pub marks: Vec<Mark>,
    /// The ranking as `faultline rank --json` prints it; the reason why there is none.
    pub ranking: Result<String, String>,
    files: HashMap<PathBuf, SourceLines>,
    tests: HashMap<PathBuf, TestSource>,
    /// Elements that each test runs.
    in_all: Vec<u32>,
    mending: MendingMutants,
}

/// The recorded lines of a source file.
#[derive(Debug, Default)]
pub struct SourceLines {
    /// Its text as the run saw it; `None` if that is not known, so that no line has a certain place.
    pub seen: Option<SeenText>,
    /// The columns of each line, from 1.
    pub lines: BTreeMap<u32, Vec<ElementId>>,
    /// Its methods, each with its first line.
    pub methods: Vec<(MethodId, u32)>,
    /// How many tests ran each line of `lines`, in its order.
    counts: Vec<LineCount>,
}

/// How many tests ran a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineCount {
    /// Failing tests.
    pub ef: usize,
    /// Passing tests.
    pub ep: usize,
}

/// A source file of tests.
#[derive(Debug, Default)]
pub struct TestSource {
    /// Its text as the run saw it, as far as the times of files tell.
    pub seen: Option<SeenText>,
    /// The rows of its tests.
    pub rows: Vec<TestId>,
}

/// What tests did with a line or a method.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Runs {
    /// Failing tests that ran it.
    pub ef: usize,
    /// Passing tests that ran it.
    pub ep: usize,
    /// All tests that ran it: failing ones first, those before that run least besides.
    pub tests: Vec<TestId>,
}

impl Index {
    /// Loads and ranks the recording at a path; `base` is the project's folder, `known` an earlier index of it. Errors: it
    /// cannot be read.
    pub fn load(input: &Path, base: &Path, known: Option<&Self>) -> Result<Self, Failure> {
        let inputs = [input.to_owned()];
        let mut loaded = load::load(&inputs)?;
        base.clone_into(&mut loaded.base);
        let mut sources = Sources::of_loaded(&[], &loaded);
        let texts = SeenTexts::of(&loaded);
        let mut files = files(&loaded, &mut sources, &texts, known);
        count_lines(&loaded.spectrum, &mut files);
        let tests = tests(&loaded, &mut sources, &texts, known);
        let ranked = Ranked::of(&loaded, &inputs, &mut sources)?;
        let coverage = &loaded.spectrum.coverage;
        let in_all = (0..loaded.spectrum.tests.len()).map(|row| coverage.count(row) as u32).collect();
        let Ranked { marks, ranking, mending } = ranked;
        Ok(Self { loaded, marks, ranking, files, tests, in_all, mending })
    }

    /// The spectrum.
    pub fn spectrum(&self) -> &Spectrum {
        &self.loaded.spectrum
    }

    /// The recorded lines of a source, by its real path.
    pub fn source(&self, file: &Path) -> Option<&SourceLines> {
        self.files.get(file)
    }

    /// The recorded sources.
    pub fn sources(&self) -> impl Iterator<Item = (&Path, &SourceLines)> {
        self.files.iter().map(|(path, lines)| (path.as_path(), lines))
    }

    /// The tests of a source of tests, by its real path.
    pub fn test_source(&self, file: &Path) -> Option<&TestSource> {
        self.tests.get(file)
    }

    /// The text of a source, of code or of tests, that the run saw.
    pub fn seen(&self, file: &Path) -> Option<&SeenText> {
        let of_code = self.files.get(file).and_then(|source| source.seen.as_ref());
        of_code.or_else(|| self.tests.get(file).and_then(|source| source.seen.as_ref()))
    }

    /// The mending mutants of some elements, the best first.
    pub fn mending(&self, elements: &[ElementId]) -> Vec<&Mending> {
        elements.iter().filter_map(|element| self.mending.get(element)).flatten().collect()
    }

    /// What tests did with some elements. Cost: as [`Index::runs_of_each`].
    pub fn runs(&self, elements: &[ElementId]) -> Runs {
        self.runs_of_each(&[elements]).pop().unwrap_or_default()
    }

    /// What tests did with each of several sets of elements. Cost: reads each row once, from the first element to the last.
    pub fn runs_of_each(&self, sets: &[impl AsRef<[ElementId]>]) -> Vec<Runs> {
        let coverage = &self.spectrum().coverage;
        let places = || sets.iter().flat_map(AsRef::as_ref).map(|element| element.index() / 64);
        let first = places().min().unwrap_or_default();
        let end = places().max().map_or(first, |last| last + 1);
        let mut words = vec![0_u64; end - first];
        let mut tests = vec![Vec::new(); sets.len()];
        for row in 0..coverage.rows() {
            words.fill(0);
            coverage.filled_within(row, first..end).for_each(|(place, bits)| words[place - first] = bits);
            let runs = |of: &ElementId| words[of.index() / 64 - first] >> (of.index() % 64) & 1 != 0;
            for (set, tests) in sets.iter().zip(&mut tests) {
                if set.as_ref().iter().any(runs) {
                    tests.push(TestId::new(row));
                }
            }
        }
        tests.into_iter().map(|tests| self.sorted(tests)).collect()
    }

    /// Counts and sorts tests.
    fn sorted(&self, mut tests: Vec<TestId>) -> Runs {
        let outcome = |test: &TestId| self.spectrum().tests[test.index()].outcome;
        tests.sort_by_key(|test| (outcome(test) != Outcome::Failed, self.in_all[test.index()], *test));
        let count = |wanted| tests.iter().filter(|test| outcome(test) == wanted).count();
        Runs { ef: count(Outcome::Failed), ep: count(Outcome::Passed), tests }
    }

    /// The columns of a method.
    pub fn elements_of(&self, source: &SourceLines, method: MethodId) -> Vec<ElementId> {
        let elements = &self.spectrum().elements;
        let of_method = |element: &ElementId| elements[element.index()].method == method;
        source.lines.values().flatten().copied().filter(of_method).collect()
    }
}

/// What ranking a recording gives.
struct Ranked {
    marks: Vec<Mark>,
    ranking: Result<String, String>,
    mending: MendingMutants,
}

impl Ranked {
    /// Ranks as `faultline rank` does. Errors: those of a ranking, but not that nothing failed.
    fn of(loaded: &Loaded, inputs: &[PathBuf; 1], sources: &mut Sources) -> Result<Self, Failure> {
        let question = Question::new(inputs, &[]).of_largest(GROUPS);
        let beside = Beside::of(loaded, &question);
        let mut report: Report<'_> = match question.ranked(loaded, &beside, None) {
            Err(Failure::NothingFailed(sentence)) => {
                return Ok(Self { marks: Vec::new(), ranking: Err(sentence), mending: HashMap::new() });
            }
            answered => answered?.report(Form::Json, Some(TOP))?,
        };
        messages::add(&mut report, loaded);
        let mending = mending(&report, &beside);
        let ranking = Ok(json::render(&report, sources)?);
        let screen = Screen::of(&report, loaded, inputs, sources, None);
        Ok(Self { marks: marks(&screen, sources), ranking, mending })
    }
}

/// The recorded lines by source file. Cost: finds and reads each source once.
fn files(
    loaded: &Loaded,
    sources: &mut Sources,
    texts: &SeenTexts,
    known: Option<&Index>,
) -> HashMap<PathBuf, SourceLines> {
    let spectrum = &loaded.spectrum;
    let mut files = HashMap::<PathBuf, SourceLines>::new();
    let paths: Vec<Option<PathBuf>> = (0..spectrum.classes.len())
        .map(ClassId::new)
        .map(|class| {
            let source = sources.of(&spectrum.classes[class.index()])?;
            let path = real(&source.path);
            let lines = files.entry(path.clone());
            lines.or_insert_with(|| SourceLines::with(text(texts, source, &path, known)));
            Some(path)
        })
        .collect();
    let mut firsts = HashMap::<MethodId, u32>::new();
    for (at, element) in spectrum.elements.iter().enumerate().filter(|(_, element)| element.line > 0) {
        let class = spectrum.methods[element.method.index()].class;
        let Some(lines) = paths[class.index()].as_ref().and_then(|path| files.get_mut(path)) else {
            continue;
        };
        lines.lines.entry(element.line).or_default().push(ElementId::new(at));
        let first = firsts.entry(element.method).or_insert(element.line);
        *first = (*first).min(element.line);
    }
    let mut methods: Vec<(MethodId, u32)> = firsts.into_iter().collect();
    methods.sort_unstable();
    for (method, line) in methods {
        let class = spectrum.methods[method.index()].class;
        if let Some(lines) = paths[class.index()].as_ref().and_then(|path| files.get_mut(path)) {
            lines.methods.push((method, line));
        }
    }
    files
}

/// Counts the tests of each line. A test that ran several elements of a line counts once. Cost: O(elements that tests run).
fn count_lines(spectrum: &Spectrum, files: &mut HashMap<PathBuf, SourceLines>) {
    let mut places = vec![None; spectrum.elements.len()];
    let mut lines = 0;
    for elements in files.values().flat_map(|source| source.lines.values()) {
        for element in elements {
            places[element.index()] = Some(lines);
        }
        lines += 1;
    }
    let mut counts = vec![LineCount::default(); lines];
    let mut last = vec![None; lines];
    for (row, test) in spectrum.tests.iter().enumerate() {
        for line in spectrum.coverage.ones(row).filter_map(|element| places[element]) {
            if last[line].replace(row) != Some(row) {
                counts[line].ef += usize::from(test.outcome == Outcome::Failed);
                counts[line].ep += usize::from(test.outcome == Outcome::Passed);
            }
        }
    }
    let mut counts = counts.into_iter();
    for source in files.values_mut() {
        source.counts = counts.by_ref().take(source.lines.len()).collect();
    }
}

impl SourceLines {
    fn with(seen: Option<SeenText>) -> Self {
        Self { seen, ..Self::default() }
    }

    /// The lines from 1, each with its columns and how many tests ran it.
    pub fn counted(&self) -> impl Iterator<Item = (u32, &[ElementId], LineCount)> {
        self.lines
            .iter()
            .zip(&self.counts)
            .map(|((line, elements), count)| (*line, elements.as_slice(), *count))
    }
}

fn text(texts: &SeenTexts, source: &SourceFile, file: &Path, known: Option<&Index>) -> Option<SeenText> {
    texts.text(source, file, known.and_then(|known| known.seen(file)))
}

/// The tests by source file, as far as the sources are found.
fn tests(
    loaded: &Loaded,
    sources: &mut Sources,
    texts: &SeenTexts,
    known: Option<&Index>,
) -> HashMap<PathBuf, TestSource> {
    let tests = &loaded.spectrum.tests;
    let classes: BTreeSet<&str> = tests.iter().map(|test| outermost(&test.class)).collect();
    let mut paths = HashMap::<&str, PathBuf>::new();
    let mut files = HashMap::<PathBuf, TestSource>::new();
    for class in classes.into_iter().filter(|class| !class.is_empty()) {
        let Some(source) = sources.of_test(class).filter(|source| source.doubt.is_none()) else { continue };
        let path = real(&source.path);
        let of_file = files.entry(path.clone()).or_default();
        of_file.seen = text(texts, source, &path, known);
        paths.insert(class, path);
    }
    for (row, test) in tests.iter().enumerate() {
        if let Some(file) = paths.get(outermost(&test.class)).and_then(|path| files.get_mut(path)) {
            file.rows.push(TestId::new(row));
        }
    }
    files
}
