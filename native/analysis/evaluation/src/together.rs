//! Programs with several faults: faults of one program, judged together.
//!
//! The faults that a release has are all in its code, but each is recorded with its own failing tests alone. With the
//! failing tests of several, the same code is a program with several faults, as in Zhang et al., *A theoretical analysis
//! on cloning the failed test cases*, JSS 2017, which judges programs with one, two and three.

use std::collections::{BTreeMap, HashMap};

use faultline_spectrum::{
    BitMatrix, Class, ClassId, Element, ElementId, Method, MethodId, Outcome, Spectrum,
};

use crate::{EvaluationError, Fault};

/// Every set of `number` faults of the same code, as one fault: with the tests, the faulty methods and the faulty lines of
/// each. Faults have the same code if they are of one project and the classes that they share, one at least, have equal
/// hashes, which only recordings have. The sets are in the order of the faults.
/// Errors: no set is of the same code. Cost: O(sets x tests x elements).
pub fn together(faults: &[Fault], number: usize) -> Result<Vec<Fault>, EvaluationError> {
    let mut sets: Vec<Vec<usize>> = (0..faults.len()).map(|fault| vec![fault]).collect();
    for _ in 1..number {
        sets = sets.iter().flat_map(|set| larger(faults, set)).collect();
    }
    if sets.is_empty() {
        return Err(EvaluationError::division(format!(
            "no {number} of the faults are of the same code; --together needs recordings of several faults of one release"
        )));
    }
    Ok(sets.iter().map(|set| Joined::of(set.iter().map(|at| &faults[*at]).collect()).fault()).collect())
}

/// The set with each further fault that is of the same code.
fn larger(faults: &[Fault], set: &[usize]) -> Vec<Vec<usize>> {
    let next = set.last().map_or(0, |last| last + 1);
    let fits = |next: &usize| set.iter().all(|fault| is_same_code(&faults[*fault], &faults[*next]));
    (next..faults.len()).filter(fits).map(|next| [set, &[next]].concat()).collect()
}

fn is_same_code(a: &Fault, b: &Fault) -> bool {
    let hashes: HashMap<&str, u64> =
        a.spectrum.classes.iter().map(|class| (class.name.as_str(), class.hash)).collect();
    let shared = b.spectrum.classes.iter().filter_map(|class| Some((*hashes.get(&*class.name)?, class.hash)));
    let mut shared = shared.peekable();
    a.project == b.project && shared.peek().is_some() && shared.all(|(a, b)| a == b && b != 0)
}

/// An element by names: class, source file, method, descriptor, line.
type Name<'a> = (&'a str, Option<&'a str>, &'a str, &'a str, u32);

/// Faults that become one.
struct Joined<'a> {
    parts: Vec<&'a Fault>,
    /// All elements, with one part that has it and its column there.
    elements: BTreeMap<Name<'a>, (usize, ElementId)>,
    /// By part and column, the column of the whole.
    columns: Vec<Vec<usize>>,
}

impl<'a> Joined<'a> {
    fn of(parts: Vec<&'a Fault>) -> Self {
        let mut elements = BTreeMap::new();
        for (part, fault) in parts.iter().enumerate() {
            for column in ids(&fault.spectrum) {
                elements.entry(name(&fault.spectrum, column)).or_insert((part, column));
            }
        }
        let numbers: HashMap<Name<'_>, usize> =
            elements.keys().enumerate().map(|(at, name)| (*name, at)).collect();
        let column = |spectrum: &'a Spectrum| ids(spectrum).map(|id| numbers[&name(spectrum, id)]).collect();
        let columns = parts.iter().map(|fault| column(&fault.spectrum)).collect();
        Self { parts, elements, columns }
    }

    fn fault(&self) -> Fault {
        let names: Vec<&str> = self.parts.iter().map(|part| part.name.as_str()).collect();
        let mut fault = Fault::new(self.parts[0].project.clone(), names.join("+"), self.spectrum(), &[]);
        for (part, columns) in self.parts.iter().zip(&self.columns) {
            let in_faulty = |(_, method): &(usize, &u32)| part.faulty.contains(method);
            let faulty = part.method_of.iter().enumerate().filter(in_faulty);
            fault.faulty.extend(faulty.map(|(at, _)| fault.method_of[columns[at]]));
            let lines = part.faulty_lines.iter().map(|line| ElementId::new(columns[line.index()]));
            fault.faulty_lines.extend(lines);
            fault.without_elements.extend(part.without_elements.iter().cloned());
        }
        fault.faulty.sort_unstable();
        fault.faulty.dedup();
        fault.faulty_lines.sort_unstable();
        fault.faulty_lines.dedup();
        fault
    }

    fn spectrum(&self) -> Spectrum {
        let rows = self.rows();
        let mut coverage = BitMatrix::new(rows.len(), self.elements.len());
        for (row, (part, test)) in rows.iter().enumerate() {
            let of_part = &self.parts[*part].spectrum.coverage;
            of_part.ones(*test).for_each(|column| coverage.set(row, self.columns[*part][column]));
        }
        let test = |(part, test): &(usize, usize)| self.parts[*part].spectrum.tests[*test].clone();
        let mut spectrum =
            Spectrum { tests: rows.iter().map(test).collect(), coverage, ..Spectrum::default() };
        for (part, column) in self.elements.values() {
            add(&mut spectrum, &self.parts[*part].spectrum, *column);
        }
        if self.parts.iter().any(|part| part.spectrum.sizes.is_empty()) {
            spectrum.sizes.clear();
        }
        spectrum
    }

    /// The tests of all parts by id, as part and row; one that fails in any part is as it is there.
    fn rows(&self) -> Vec<(usize, usize)> {
        let (mut rows, mut known) = (Vec::new(), HashMap::<&str, usize>::new());
        for (part, fault) in self.parts.iter().enumerate() {
            for (row, test) in fault.spectrum.tests.iter().enumerate() {
                match known.get(&*test.unique_id) {
                    Some(&at) if test.outcome == Outcome::Failed => rows[at] = (part, row),
                    Some(_) => {}
                    None => {
                        known.insert(&test.unique_id, rows.len());
                        rows.push((part, row));
                    }
                }
            }
        }
        rows
    }
}

/// Adds an element of another spectrum, whose class and method may be the last ones already.
fn add(spectrum: &mut Spectrum, of: &Spectrum, column: ElementId) {
    let (class, method) = (of.class_of(column), of.method_of(column));
    let is_last = |known: &Class| known.name == class.name && known.source_file == class.source_file;
    let is_new_class = !spectrum.classes.last().is_some_and(is_last);
    if is_new_class {
        spectrum.classes.push(class.clone());
    }
    let of_class = ClassId::new(spectrum.classes.len() - 1);
    let is_last = |known: &Method| known.name == method.name && known.descriptor == method.descriptor;
    if is_new_class || !spectrum.methods.last().is_some_and(is_last) {
        spectrum.methods.push(Method { class: of_class, ..method.clone() });
    }
    let method = MethodId::new(spectrum.methods.len() - 1);
    spectrum.elements.push(Element { method, ..of.elements[column.index()] });
    spectrum.sizes.push(of.sizes.get(column.index()).copied().unwrap_or_default());
}

fn ids(spectrum: &Spectrum) -> impl Iterator<Item = ElementId> {
    (0..spectrum.elements.len()).map(ElementId::new)
}

fn name(spectrum: &Spectrum, column: ElementId) -> Name<'_> {
    let (class, method) = (spectrum.class_of(column), spectrum.method_of(column));
    let line = spectrum.elements[column.index()].line;
    (&class.name, class.source_file.as_deref(), &method.name, &method.descriptor, line)
}

#[cfg(test)]
mod tests {
    use faultline_spectrum::{Test, TestId};

    use super::*;

    /// A program `a.A` with methods of one line each, and tests with their lines; the last test fails.
    fn fault(name: &str, hash: u64, lines: &[u32], tests: &[(&str, &[u32])], faulty: &str) -> Fault {
        let class = Class { name: "a.A".to_owned(), source_file: None, hash, location: name.to_owned() };
        let method = |line: &u32| Method {
            class: ClassId::new(0),
            name: format!("m{line}"),
            descriptor: "()V".to_owned(),
        };
        let element = |(at, line): (usize, &u32)| Element { method: MethodId::new(at), line: *line };
        let mut coverage = BitMatrix::new(tests.len(), lines.len());
        for (row, (_, covered)) in tests.iter().enumerate() {
            for line in *covered {
                coverage.set(row, lines.iter().position(|of| of == line).unwrap());
            }
        }
        let test = |(row, (id, _)): (usize, &(&str, &[u32]))| Test {
            unique_id: (*id).to_owned(),
            class: String::new(),
            method: (*id).to_owned(),
            display: String::new(),
            outcome: if row + 1 == tests.len() { Outcome::Failed } else { Outcome::Passed },
            duration_ns: 0,
            overlapped: false,
            failure: None,
        };
        let spectrum = Spectrum {
            classes: vec![class],
            methods: lines.iter().map(method).collect(),
            elements: lines.iter().enumerate().map(element).collect(),
            sizes: Vec::new(),
            tests: tests.iter().enumerate().map(test).collect(),
            coverage,
        };
        let number = faulty.trim_start_matches(|of: char| !of.is_ascii_digit());
        let line = format!("a.A\t{}", number.trim_end_matches(|of: char| !of.is_ascii_digit()));
        Fault::new("a".to_owned(), name.to_owned(), spectrum, &[faulty.to_owned()]).with_lines(&[line])
    }

    fn three() -> [Fault; 3] {
        [
            fault("a-1", 7, &[1, 2, 3], &[("p", &[1, 2]), ("x", &[2, 3])], "a.A$m3<>"),
            fault("a-2", 7, &[1, 2, 4], &[("p", &[1, 2]), ("q", &[1]), ("y", &[1, 4])], "a.A$m4<>"),
            fault("a-3", 8, &[1, 2], &[("p", &[1]), ("z", &[2])], "a.A$m2<>"),
        ]
    }

    #[test]
    fn two_faults_of_the_same_code_are_one_program_with_the_tests_and_faults_of_both() {
        let pairs = together(&three(), 2).unwrap();
        assert_eq!(pairs.len(), 1, "the third has other code");
        let pair = &pairs[0];
        assert_eq!((pair.name.as_str(), pair.methods), ("a-1+a-2", 4));
        let tests: Vec<_> =
            pair.spectrum.tests.iter().map(|test| (test.method.as_str(), test.outcome)).collect();
        let (passed, failed) = (Outcome::Passed, Outcome::Failed);
        assert_eq!(tests, [("p", passed), ("x", failed), ("q", passed), ("y", failed)]);
        let lines = |row: usize| -> Vec<u32> {
            pair.spectrum.coverage.ones(row).map(|at| pair.spectrum.elements[at].line).collect()
        };
        let covered: Vec<_> = (0..4).map(lines).collect();
        assert_eq!(covered, [vec![1, 2], vec![2, 3], vec![1], vec![1, 4]]);
        let faulty: Vec<u32> =
            pair.faulty_lines.iter().map(|at| pair.spectrum.elements[at.index()].line).collect();
        assert_eq!(faulty, [3, 4]);
        let of_lines: Vec<u32> = pair.faulty_lines.iter().map(|at| pair.method_of[at.index()]).collect();
        assert_eq!(of_lines, pair.faulty);
        assert_eq!(pair.failing(), [TestId::new(1), TestId::new(3)]);
        assert!(pair.obstacle().is_none());
    }

    #[test]
    fn faults_of_other_code_or_without_hashes_are_no_set() {
        let refused = together(&three(), 3).unwrap_err().to_string();
        assert!(refused.starts_with("no 3 of the faults are of the same code"), "{refused}");
        let without = ["a-1", "a-2"].map(|name| fault(name, 0, &[1], &[("x", &[1])], "a.A$m1<>"));
        assert!(together(&without, 2).is_err());
    }
}
