//! Faults seeded into a green build.

pub mod mutants;

use std::collections::{BTreeSet, HashMap};

use faultline_messages::names;
use faultline_spectrum::{Outcome, Spectrum, TestId};

use crate::seeded::mutants::{Mutant, Section, Wrong};
use crate::{Fault, LeftOut};

/// The spectrum of a green build with seeded faults that make tests fail.
#[derive(Debug)]
pub struct Green {
    /// The build, as a fault without faulty methods.
    fault: Fault,
    mutants: Vec<Seeded>,
}

/// A fault of known location and effect.
#[derive(Debug)]
struct Seeded {
    id: String,
    /// The method's number in the evaluation.
    method: u32,
    /// The failing tests, ascending.
    killed_by: Vec<TestId>,
}

impl Green {
    /// The faults of a section. Errors: the build is not green, or a line of the file names a method, a line
    /// or a test that the build does not have.
    pub fn new(
        project: String,
        spectrum: Spectrum,
        section: &Section,
    ) -> Result<(Self, Vec<LeftOut>), Wrong> {
        if let Some(failed) = spectrum.tests_with(Outcome::Failed).next() {
            let name = names::test(&spectrum.tests[failed.index()]);
            let reason = format!("{} is not of a green build: {name} failed", section.spectrum);
            return Err(Wrong::at(section.line, reason));
        }
        let mut green =
            Self { fault: Fault::new(project, String::new(), spectrum, &[]), mutants: Vec::new() };
        let mut left_out = Vec::new();
        let places = Places::of(&green.fault);
        let mut seeded = Vec::new();
        for mutant in &section.mutants {
            match places.seed(mutant)? {
                Ok(fault) => seeded.push(fault),
                Err(reason) => left_out.push(LeftOut { fault: mutant.id.clone(), reason }),
            }
        }
        green.mutants = seeded;
        Ok((green, left_out))
    }

    /// The number of faults.
    pub fn len(&self) -> usize {
        self.mutants.len()
    }

    /// Whether there are no faults.
    pub fn is_empty(&self) -> bool {
        self.mutants.is_empty()
    }

    /// The name of the project.
    pub fn project(&self) -> &str {
        &self.fault.project
    }

    /// The name of a fault.
    pub fn name(&self, mutant: usize) -> &str {
        &self.mutants[mutant].id
    }

    /// A seeded fault: the build's coverage, with the tests that kill the mutant failed, all other outcomes
    /// unchanged, and the mutated method as the faulty one. Cost: a copy of the spectrum.
    pub fn fault(&self, mutant: usize) -> Fault {
        let Seeded { id, method, killed_by } = &self.mutants[mutant];
        let mut fault = self.fault.clone();
        fault.name.clone_from(id);
        fault.faulty = vec![*method];
        for test in killed_by {
            fault.spectrum.tests[test.index()].outcome = Outcome::Failed;
        }
        fault
    }
}

/// Indexes of the methods, lines and tests of a build.
struct Places<'a> {
    fault: &'a Fault,
    /// By class, then by name and descriptor.
    methods: HashMap<&'a str, HashMap<String, u32>>,
    /// By class and line: usually one method.
    lines: HashMap<(&'a str, u32), BTreeSet<u32>>,
    tests: HashMap<String, Vec<TestId>>,
}

impl<'a> Places<'a> {
    fn of(fault: &'a Fault) -> Self {
        let spectrum = &fault.spectrum;
        let mut methods: HashMap<&str, HashMap<String, u32>> = HashMap::new();
        let mut lines: HashMap<(&str, u32), BTreeSet<u32>> = HashMap::new();
        for (element, &number) in spectrum.elements.iter().zip(&fault.method_of) {
            let method = &spectrum.methods[element.method.index()];
            let class = spectrum.classes[method.class.index()].name.as_str();
            let name = format!("{}{}", method.name, method.descriptor);
            methods.entry(class).or_default().insert(name, number);
            lines.entry((class, element.line)).or_default().insert(number);
        }
        let mut tests: HashMap<String, Vec<TestId>> = HashMap::new();
        for (row, test) in spectrum.tests.iter().enumerate() {
            let (class, method) = (&test.class, &test.method);
            let names = BTreeSet::from([
                test.unique_id.clone(),
                format!("{class}#{method}"),
                format!("{class}::{method}"),
            ]);
            for name in names {
                tests.entry(name).or_default().push(TestId::new(row));
            }
        }
        Self { fault, methods, lines, tests }
    }

    /// Resolves a mutant to a fault; the inner error is the reason why nothing can be learned from it.
    /// Errors: as [`Green::new`].
    fn seed(&self, mutant: &Mutant) -> Result<Result<Seeded, &'static str>, Wrong> {
        if mutant.killed_by.is_empty() {
            return Ok(Err("no test kills it"));
        }
        let wrong = |reason: String| Wrong::at(mutant.line, reason);
        let method = self.method(mutant).map_err(wrong)?;
        let killers = mutant.killed_by.iter().map(|name| self.test(name));
        let killed_by = killers.collect::<Result<BTreeSet<TestId>, String>>().map_err(wrong)?;
        let coverage = &self.fault.spectrum.coverage;
        let covers = |test: &TestId| {
            coverage.ones(test.index()).any(|element| self.fault.method_of[element] == method)
        };
        Ok(if killed_by.iter().any(covers) {
            Ok(Seeded { id: mutant.id.clone(), method, killed_by: killed_by.into_iter().collect() })
        } else {
            Err("no test that kills it covers its method")
        })
    }

    fn method(&self, mutant: &Mutant) -> Result<u32, String> {
        let class = mutant.class.as_str();
        let methods = self.methods.get(class).ok_or_else(|| format!("the build has no class {class}"))?;
        if let Some(name) = &mutant.method {
            return methods.get(name).copied().ok_or_else(|| {
                let hint =
                    if name.contains('(') { "" } else { "; a descriptor belongs to it, as in get(I)V" };
                format!("{class} has no method {name} with lines{hint}")
            });
        }
        let line = mutant.at.unwrap_or_default();
        let here =
            self.lines.get(&(class, line)).ok_or_else(|| format!("{class} has no code in line {line}"))?;
        match here.first() {
            Some(&method) if here.len() == 1 => Ok(method),
            _ => Err(format!("line {line} of {class} is in several methods; say which by \"method\"")),
        }
    }

    fn test(&self, name: &str) -> Result<TestId, String> {
        let rows = self.tests.get(name).ok_or_else(|| format!("the build has no test {name}"))?;
        let &[test] = rows.as_slice() else {
            return Err(format!("{} tests are called {name}; use their unique ids", rows.len()));
        };
        match self.fault.spectrum.tests[test.index()].outcome {
            Outcome::Passed => Ok(test),
            other => Err(format!("the test {name} did not pass in the build: it was {}", other.name())),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use faultline_flt::{TsvFiles, import_tsv};

    use super::*;
    use crate::seeded::mutants::parse;

    const ELEMENTS: &str = "a.B\tf(I)V\t1\na.B\tf(I)V\t2\na.B\tg()V\t2\na.B\tg()V\t3\na.C\t<init>()V\t4\n";
    const TESTS: &str =
        "a.T::x\tpassed\t0 1\na.T::y\tpassed\t3\na.T::z\tpassed\t\na.U::z\tpassed\t0 1 2 3 4\n";

    fn spectrum(tests: &str) -> Spectrum {
        let files = TsvFiles { elements: ELEMENTS.into(), tests: tests.into(), ..TsvFiles::default() };
        import_tsv(Path::new("x"), files).unwrap().spectrum
    }

    fn seeded(tests: &str, mutants: &[&str]) -> Result<(Green, Vec<LeftOut>), Wrong> {
        let head = "{\"format\": \"faultline-mutants\", \"version\": 1}\n{\"spectrum\": \"green\"}";
        let lines: Vec<String> =
            (1..).zip(mutants).map(|(n, rest)| format!("{{\"mutant\": \"m{n}\", {rest}}}")).collect();
        let sections = parse(format!("{head}\n{}", lines.join("\n")).as_bytes()).unwrap();
        Green::new("P".into(), spectrum(tests), &sections[0])
    }

    #[test]
    fn a_seeded_fault_fails_the_tests_that_kill_it_and_is_in_the_mutated_method() {
        let (green, left_out) = seeded(
            TESTS,
            &[
                r#""class": "a.B", "method": "g()V", "killed_by": ["a.U::z", "a.T#y"]"#,
                r#""class": "a.C", "line": 4, "killed_by": ["a.U#z", "a.U::z"]"#,
            ],
        )
        .unwrap();
        assert_eq!((green.len(), left_out.len(), green.project(), green.name(1)), (2, 0, "P", "m2"));
        let (first, second) = (green.fault(0), green.fault(1));
        assert_eq!(first.failing(), [TestId::new(1), TestId::new(3)]);
        assert_eq!((second.failing(), &*second.name), (vec![TestId::new(3)], "m2"));
        assert_eq!((&first.faulty[..], &second.faulty[..]), (&[1][..], &[2][..]));
        assert_eq!((first.obstacle(), second.obstacle()), (None, None));
        // Everything else is as in the green build.
        let build = spectrum(TESTS);
        assert_eq!(second.spectrum.coverage, build.coverage);
        assert_eq!(second.method_of, Fault::new("P".into(), String::new(), build, &[]).method_of);
    }

    #[test]
    fn mutants_that_teach_nothing_are_left_out_with_the_reason() {
        let (green, left_out) = seeded(
            TESTS,
            &[
                r#""class": "never.Loaded", "line": 1, "killed_by": []"#,
                r#""class": "a.B", "method": "g()V", "killed_by": ["a.T::x"]"#,
            ],
        )
        .unwrap();
        let reasons = [("m1", "no test kills it"), ("m2", "no test that kills it covers its method")];
        let reasons = reasons.map(|(fault, reason)| LeftOut { fault: fault.to_owned(), reason });
        assert_eq!((green.len(), left_out), (0, reasons.into()));
    }

    #[test]
    fn what_the_build_does_not_have_is_said_with_the_line() {
        let wrong = |tests: &str, place: &str, test: &str| {
            let fine = r#""class": "a.B", "line": 1, "killed_by": ["a.T::x"]"#;
            let mutant = format!("{place}, \"killed_by\": [\"a.T::x\", \"{test}\"]");
            let Wrong { line, reason } = seeded(tests, &[fine, &mutant]).unwrap_err();
            assert_eq!(line, 4, "{reason}");
            reason
        };
        let b = r#""class": "a.B", "line": 1"#;
        assert!(wrong(TESTS, b, "a.T::w").contains("no test a.T::w"));
        assert!(wrong(TESTS, r#""class": "a.D", "line": 1"#, "a.T::x").contains("no class a.D"));
        assert!(wrong(TESTS, r#""class": "a.B", "line": 9"#, "a.T::x").contains("a.B has no code in line 9"));
        assert!(
            wrong(TESTS, r#""class": "a.B", "line": 2"#, "a.T::x")
                .contains("line 2 of a.B is in several methods")
        );
        let bare = wrong(TESTS, r#""class": "a.B", "method": "g""#, "a.T::x");
        assert!(bare.contains("no method g with lines; a descriptor belongs to it"), "{bare}");
        let twice = "a.T::x\tpassed\t0\na.T::y\tpassed\t0\na.T::y\tpassed\t1\n";
        assert!(wrong(twice, b, "a.T::y").contains("2 tests are called a.T::y"));
    }

    #[test]
    fn a_build_with_a_failing_test_is_not_green() {
        let Wrong { line, reason } = seeded("a.T::x\tfailed\t0\n", &[]).unwrap_err();
        assert_eq!((line, &*reason), (2, "green is not of a green build: a.T#x failed"));
    }
}
