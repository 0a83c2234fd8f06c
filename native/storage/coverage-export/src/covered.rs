//! Numbers of tests that executed each line, by package, class and method.

use std::collections::{BTreeMap, HashSet};

use faultline_spectrum::Spectrum;

/// Line number to the number of tests that executed the line.
pub type Lines = BTreeMap<u32, u32>;

/// Aggregated coverage of all tests of a spectrum.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Covered {
    /// Packages by name with `/`; empty for the unnamed package.
    pub packages: BTreeMap<String, Package>,
}

/// A package.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Package {
    /// Classes ordered by name.
    pub classes: Vec<Class>,
}

/// A class with lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Class {
    /// Binary name with dots.
    pub name: String,
    /// Its source file, `Foo.java`, if known.
    pub source_file: Option<String>,
    /// The path of that file.
    pub path: String,
    /// Methods ordered by first line.
    pub methods: Vec<Method>,
}

/// A method with lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Method {
    /// Name as in the class file.
    pub name: String,
    /// Descriptor.
    pub descriptor: String,
    /// The number of tests that executed each of its lines.
    pub lines: Lines,
}

impl Covered {
    /// Aggregates the coverage of classes loaded from locations without test classes, or of all classes if
    /// there are no others; `path_of` gives the path of a class's source. Cost: O(tests * elements / 64 +
    /// elements).
    pub fn of(spectrum: &Spectrum, mut path_of: impl FnMut(&faultline_spectrum::Class) -> String) -> Self {
        let hits = hits(spectrum);
        let wanted = wanted(spectrum);
        let mut of_class: BTreeMap<usize, BTreeMap<usize, Lines>> = BTreeMap::new();
        for (element, &hits) in spectrum.elements.iter().zip(&hits) {
            let class = spectrum.methods[element.method.index()].class.index();
            if wanted[class] && element.line > 0 {
                let lines = of_class.entry(class).or_default().entry(element.method.index()).or_default();
                *lines.entry(element.line).or_default() += hits;
            }
        }
        let mut covered = Self::default();
        for (class, methods) in of_class {
            let of = &spectrum.classes[class];
            let mut methods: Vec<Method> = methods
                .into_iter()
                .map(|(method, lines)| {
                    let faultline_spectrum::Method { name, descriptor, .. } = &spectrum.methods[method];
                    Method { name: name.clone(), descriptor: descriptor.clone(), lines }
                })
                .collect();
            methods.sort_by_key(Method::first);
            let (package, source_file) = place(of);
            let name = of.name.clone();
            let class = Class { name, source_file, path: path_of(of), methods };
            covered.packages.entry(package).or_default().classes.push(class);
        }
        for package in covered.packages.values_mut() {
            package.classes.sort_by(|a, b| a.name.cmp(&b.name));
        }
        covered
    }

    /// All classes, by package and name.
    pub fn classes(&self) -> impl Iterator<Item = &Class> {
        self.packages.values().flat_map(|package| &package.classes)
    }
}

/// The folder and the name of a class's source; a page is not in the package of its class.
fn place(class: &faultline_spectrum::Class) -> (String, Option<String>) {
    if let Some(page) = class.source_file.as_deref().and_then(|file| file.strip_prefix('/')) {
        let (folder, name) = page.rsplit_once('/').unwrap_or(("", page));
        return (folder.to_owned(), Some(name.to_owned()));
    }
    let package = class.name.rsplit_once('.').map_or("", |(package, _)| package).replace('.', "/");
    (package, class.source_file.clone())
}

impl Package {
    /// Lines of each source file, by its name. Classes without a file are left out.
    pub fn files(&self) -> BTreeMap<&str, Lines> {
        let mut files: BTreeMap<&str, Lines> = BTreeMap::new();
        for class in &self.classes {
            if let Some(file) = &class.source_file {
                add(files.entry(file).or_default(), &class.lines());
            }
        }
        files
    }
}

impl Class {
    /// Lines of all its methods.
    pub fn lines(&self) -> Lines {
        let mut lines = Lines::new();
        for method in &self.methods {
            add(&mut lines, &method.lines);
        }
        lines
    }
}

impl Method {
    /// Its first line.
    pub fn first(&self) -> u32 {
        self.lines.keys().next().copied().unwrap_or(0)
    }

    /// The number of tests that executed the method: the maximum over its lines.
    pub fn hits(&self) -> u32 {
        self.lines.values().copied().max().unwrap_or(0)
    }
}

/// Adds lines. A line of two methods, such as a field's initialiser in two constructors, counts as executed
/// if either method executed it.
pub fn add(to: &mut Lines, lines: &Lines) {
    for (&line, &hits) in lines {
        let there = to.entry(line).or_default();
        *there = (*there).max(hits);
    }
}

/// The numbers of lines that no test and that some test executed.
pub fn missed_and_covered<'l>(lines: impl IntoIterator<Item = &'l u32>) -> (usize, usize) {
    let (covered, missed): (Vec<u32>, Vec<u32>) = lines.into_iter().partition(|&&hits| hits > 0);
    (missed.len(), covered.len())
}

fn hits(spectrum: &Spectrum) -> Vec<u32> {
    let mut hits = vec![0; spectrum.elements.len()];
    for test in 0..spectrum.tests.len() {
        spectrum.coverage.ones(test).for_each(|element| hits[element] += 1);
    }
    hits
}

/// Whether each class belongs to the program and not to its tests.
fn wanted(spectrum: &Spectrum) -> Vec<bool> {
    let tests: HashSet<&str> = spectrum.tests.iter().map(|test| test.class.as_str()).collect();
    let outermost = |name: &'_ str| name.split('$').next().unwrap_or_default().to_owned();
    let is_test = |class: &&faultline_spectrum::Class| {
        tests.contains(class.name.as_str()) || tests.contains(outermost(&class.name).as_str())
    };
    let of_tests: HashSet<&str> =
        spectrum.classes.iter().filter(is_test).map(|class| class.location.as_str()).collect();
    let wanted: Vec<bool> = spectrum
        .classes
        .iter()
        .map(|class| {
            !is_test(&class) && (class.location.is_empty() || !of_tests.contains(class.location.as_str()))
        })
        .collect();
    if wanted.contains(&true) { wanted } else { vec![true; spectrum.classes.len()] }
}
