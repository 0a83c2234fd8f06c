//! The measures of a suite and of its parts.

use std::collections::BTreeMap;

use faultline_diagnosability::SuiteMeasures;
use faultline_recording_store::files::Files;
use faultline_spectrum::{BitMatrix, ClassId, Spectrum, TestId};

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
    let words = Words::of(&spectrum.coverage, tests);
    let mut place_of = vec![0; spectrum.elements.len()];
    let mut parts: Vec<Part> = columns
        .map(|(name, module, columns)| {
            let matrix = words.part(&columns, &mut place_of);
            let rows: Vec<TestId> = (0..matrix.rows()).map(TestId::new).collect();
            Part { name, module, measures: Measures::of(&SuiteMeasures::of(&matrix, &rows)) }
        })
        .collect();
    // The sort is stable: equals stay in the order of names.
    parts.sort_by_key(|part| std::cmp::Reverse(part.measures.missing()));
    parts
}

/// The nonzero words of a matrix, by position within rows.
struct Words {
    /// Start of the words of each position, plus the end.
    starts: Vec<usize>,
    /// Pairs of test index and word.
    of_tests: Vec<(u32, u64)>,
    tests: usize,
}

/// Marks a test without a row.
const NONE: u32 = u32::MAX;

impl Words {
    /// Collects the words. Cost: O(nonzero words + words of a row).
    fn of(matrix: &BitMatrix, tests: &[TestId]) -> Self {
        let filled =
            || (0..).zip(tests).flat_map(|(at, test)| matrix.filled(test.index()).map(move |of| (at, of)));
        let mut starts = vec![0; matrix.stride() + 1];
        filled().for_each(|(_, (place, _))| starts[place + 1] += 1);
        for place in 1..starts.len() {
            starts[place] += starts[place - 1];
        }
        let mut next = starts.clone();
        let mut of_tests = vec![(0, 0); starts[matrix.stride()]];
        for (test, (place, word)) in filled() {
            of_tests[next[place]] = (test, word);
            next[place] += 1;
        }
        Self { starts, of_tests, tests: tests.len() }
    }

    /// Extracts the given columns, for the tests with a one in them, as a separate matrix. The cost of
    /// measuring it depends only on the part's size.
    /// Shape: columns ascend; `place_of` is a scratch buffer with an entry per column of the whole matrix.
    fn part(&self, columns: &[u32], place_of: &mut [u32]) -> BitMatrix {
        let mut masks: Vec<(usize, u64)> = Vec::new();
        for (place, &column) in (0..).zip(columns) {
            place_of[column as usize] = place;
            let (word, bit) = (column as usize / 64, 1 << (column % 64));
            match masks.last_mut() {
                Some((last, bits)) if *last == word => *bits |= bit,
                _ => masks.push((word, bit)),
            }
        }
        let at = |place: usize| &self.of_tests[self.starts[place]..self.starts[place + 1]];
        let touching =
            || masks.iter().flat_map(|&(place, mask)| at(place).iter().filter(move |of| of.1 & mask != 0));
        let mut rows = vec![NONE; self.tests];
        touching().for_each(|(test, _)| rows[*test as usize] = 0);
        let mut count = 0;
        for row in rows.iter_mut().filter(|row| **row != NONE) {
            (*row, count) = (count, count + 1);
        }
        let mut part = BitMatrix::new(count as usize, columns.len());
        for &(place, mask) in &masks {
            for &(test, word) in at(place) {
                let mut bits = word & mask;
                while bits != 0 {
                    let column = place_of[place * 64 + bits.trailing_zeros() as usize];
                    part.set(rows[test as usize] as usize, column as usize);
                    bits &= bits - 1;
                }
            }
        }
        part
    }
}
