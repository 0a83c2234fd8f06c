//! The measures of a suite and of its parts.

use std::collections::BTreeMap;

use faultline_diagnosability::SuiteMeasures;
use faultline_recording_store::files::Files;
use faultline_spectrum::{ClassId, Spectrum, TestId};

use crate::matrices::Matrices;

/// The measures of some elements under some tests.
#[derive(Clone, Debug, PartialEq)]
pub struct Measures {
    /// Tests that count.
    pub tests: usize,
    /// Number of these that run none of the elements; always 0 for a part.
    pub idle: usize,
    /// Number of elements; a line that belongs to two methods counts twice.
    pub elements: usize,
    /// Number of elements that a test runs.
    pub covered: usize,
    /// Share of ones in tests x elements.
    pub rho: f64,
    /// `1 - |1 - 2 rho|`.
    pub density: f64,
    /// Probability that two different tests run different elements.
    pub diversity: f64,
    /// Ambiguity groups per element.
    pub uniqueness: f64,
    /// The product of density, diversity and uniqueness.
    pub ddu: f64,
    /// `|0.5 - rho|`.
    pub entbug: f64,
    /// The same as computed by the published code.
    pub entbug_published: f64,
    /// Number of ambiguity groups: `TfD`.
    pub groups: usize,
    /// Number of groups with one element.
    pub alone: usize,
    /// Size of the largest group that tests run; 0 if they run nothing.
    pub largest: usize,
}

/// A package or class and its measures.
#[derive(Clone, Debug)]
pub struct Part {
    /// Binary name; empty for the package without a name.
    pub name: String,
    /// Module of a class, if several modules have a class of that name; else empty.
    pub module: String,
    /// Its measures.
    pub measures: Measures,
}

impl Measures {
    /// Converts measures of the diagnosability library.
    pub fn of(measured: &SuiteMeasures) -> Self {
        let groups = measured.groups.groups();
        Self {
            tests: measured.tests,
            idle: measured.idle_tests,
            elements: measured.elements,
            covered: measured.elements - measured.uncovered,
            rho: measured.factors.rho,
            density: measured.factors.normalized_density(),
            diversity: measured.factors.diversity,
            uniqueness: measured.factors.uniqueness,
            ddu: measured.factors.ddu(),
            entbug: measured.entbug(),
            entbug_published: measured.entbug_published(),
            groups: measured.tfd(),
            alone: groups.iter().filter(|group| group.size == 1).count(),
            largest: groups
                .iter()
                .filter(|group| group.ef + group.ep > 0)
                .map(|group| group.size as usize)
                .max()
                .unwrap_or(0),
        }
    }

    /// Number of additional groups if all elements were told apart.
    pub fn missing(&self) -> usize {
        self.elements - self.groups
    }
}

/// The packages of a spectrum with their measures, the most missing groups first.
pub fn packages(spectrum: &Spectrum, tests: &[TestId]) -> Vec<Part> {
    let mut columns = BTreeMap::<&str, Vec<u32>>::new();
    for (column, class) in (0..).zip(classes_of_elements(spectrum)) {
        columns.entry(package_of(&spectrum.classes[class].name)).or_default().push(column);
    }
    let named = columns.into_iter().map(|(name, columns)| (name.to_owned(), String::new(), columns));
    parts(spectrum, tests, named)
}

/// The classes with lines, sorted likewise. Two builds of a class count as two classes.
pub fn classes(spectrum: &Spectrum, tests: &[TestId]) -> Vec<Part> {
    let mut columns = vec![Vec::new(); spectrum.classes.len()];
    for (column, class) in (0_u32..).zip(classes_of_elements(spectrum)) {
        columns[class].push(column);
    }
    let files = Files::of(&spectrum.classes);
    let module = |class| files.module_name(ClassId::new(class)).to_owned();
    let named = spectrum.classes.iter().zip(columns).enumerate();
    let named = named.map(|(at, (class, columns))| (class.name.clone(), module(at), columns));
    parts(spectrum, tests, named.filter(|(_, _, columns)| !columns.is_empty()))
}

/// The package of a class's binary name.
pub fn package_of(class: &str) -> &str {
    class.rsplit_once('.').map_or("", |(package, _)| package)
}

fn classes_of_elements(spectrum: &Spectrum) -> impl Iterator<Item = usize> {
    spectrum.elements.iter().map(|element| spectrum.methods[element.method.index()].class.index())
}

fn parts(
    spectrum: &Spectrum,
    tests: &[TestId],
    columns: impl Iterator<Item = (String, String, Vec<u32>)>,
) -> Vec<Part> {
    let matrices = Matrices::of(&spectrum.coverage, tests);
    let named: Vec<(String, String, Vec<u32>)> = columns.collect();
    let of: Vec<&[u32]> = named.iter().map(|(_, _, columns)| &columns[..]).collect();
    let mut measures = Vec::with_capacity(named.len());
    matrices.each(&of, |matrix| {
        let rows: Vec<TestId> = (0..matrix.rows()).map(TestId::new).collect();
        measures.push(Measures::of(&SuiteMeasures::of(&matrix, &rows)));
    });
    let named = named.into_iter().zip(measures);
    let mut parts: Vec<Part> =
        named.map(|((name, module, _), measures)| Part { name, module, measures }).collect();
    // The sort is stable: equals stay in the order of names.
    parts.sort_by_key(|part| std::cmp::Reverse(part.measures.missing()));
    parts
}
