//! A fault with known faulty methods.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use faultline_spectrum::{ElementId, Outcome, Spectrum, TestId};

/// A spectrum with the methods that the fix changed.
///
/// Methods are distinguished by class, name and argument types. A bridge method differs only in its return
/// type, so it is the same as the method that it calls.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The project: the name of the parent folder.
    pub project: String,
    /// Its own name, such as `Lang-1`.
    pub name: String,
    /// The coverage of its tests.
    pub spectrum: Spectrum,
    /// Number of methods in the evaluation.
    pub methods: usize,
    /// The method (below `methods`) of each element.
    pub method_of: Vec<u32>,
    /// The methods that the fix changed and that have elements, ascending, each once.
    pub faulty: Vec<u32>,
    /// Names of changed methods that have no element.
    pub without_elements: Vec<String>,
    /// The elements of the known faulty lines, ascending; empty if lines are unknown.
    pub faulty_lines: Vec<ElementId>,
}

impl Fault {
    /// A fault with a spectrum; `changed` names methods as `class$method<ARGUMENT DESCRIPTORS>`.
    /// Cost: O(elements + methods).
    pub fn new(project: String, name: String, spectrum: Spectrum, changed: &[String]) -> Self {
        let mut numbers: HashMap<String, u32> = HashMap::new();
        let mut of_method = vec![u32::MAX; spectrum.methods.len()];
        let mut method_of = Vec::with_capacity(spectrum.elements.len());
        for element in &spectrum.elements {
            let of_method = &mut of_method[element.method.index()];
            if *of_method == u32::MAX {
                let method = &spectrum.methods[element.method.index()];
                let class = &spectrum.classes[method.class.index()].name;
                let name = format!("{class}${}<{}>", method.name, arguments(&method.descriptor));
                let next = numbers.len() as u32;
                *of_method = *numbers.entry(name).or_insert(next);
            }
            method_of.push(*of_method);
        }
        let (mut faulty, mut without_elements) = (Vec::new(), Vec::new());
        for name in changed {
            match numbers.get(name) {
                Some(&method) => faulty.push(method),
                None => without_elements.push(name.clone()),
            }
        }
        faulty.sort_unstable();
        faulty.dedup();
        Self {
            project,
            name,
            methods: numbers.len(),
            spectrum,
            method_of,
            faulty,
            without_elements,
            faulty_lines: Vec::new(),
        }
    }

    /// Adds the known faulty lines, `class TAB line` each; lines without an element are ignored. Cost:
    /// O(elements + lines).
    #[must_use]
    pub fn with_lines(self, lines: &[String]) -> Self {
        let lines: HashSet<(&str, u32)> = lines
            .iter()
            .filter_map(|line| line.split_once('\t'))
            .filter_map(|(class, line)| Some((class, line.parse().ok()?)))
            .collect();
        let is_faulty = |element: &ElementId| {
            let class = &self.spectrum.classes[self.spectrum.method_of(*element).class.index()].name;
            lines.contains(&(class.as_str(), self.spectrum.elements[element.index()].line))
        };
        let faulty_lines = (0..self.spectrum.elements.len()).map(ElementId::new).filter(is_faulty).collect();
        Self { faulty_lines, ..self }
    }

    /// The failing tests, in row order; each is the initial test of one run.
    pub fn failing(&self) -> Vec<TestId> {
        self.spectrum.tests_with(Outcome::Failed).collect()
    }

    /// Why the fault cannot be evaluated; `None` if it can.
    pub fn obstacle(&self) -> Option<&'static str> {
        if self.faulty.is_empty() {
            Some(if self.without_elements.is_empty() {
                "no method is known to be faulty"
            } else {
                "no faulty method has a line"
            })
        } else if self.spectrum.tests_with(Outcome::Failed).next().is_none() {
            Some("no test failed")
        } else {
            None
        }
    }

    /// The number at the end of its name; `None` if there is none or it is too large.
    pub fn number(&self) -> Option<u64> {
        let digits = self.name.len() - self.name.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        self.name[self.name.len() - digits..].parse().ok()
    }

    /// The order in reports: by project, then by the number in the name; faults without a number come last.
    pub(crate) fn order(&self, other: &Self) -> Ordering {
        let number = |fault: &Self| fault.number().unwrap_or(u64::MAX);
        let key = |fault: &Self| (fault.project.clone(), number(fault), fault.name.clone());
        key(self).cmp(&key(other))
    }
}

/// The text between the parentheses of a descriptor.
fn arguments(descriptor: &str) -> &str {
    descriptor.strip_prefix('(').and_then(|rest| rest.split_once(')')).map_or("", |(inside, _)| inside)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use faultline_flt::{TsvFiles, import_tsv};

    use super::*;

    fn fault(elements: &str, tests: &str, changed: &[&str]) -> Fault {
        let files = TsvFiles { elements: elements.into(), tests: tests.into(), ..TsvFiles::default() };
        let spectrum = import_tsv(Path::new("x"), files).unwrap().spectrum;
        let changed: Vec<String> = changed.iter().map(ToString::to_string).collect();
        Fault::new("P".into(), "P-12".into(), spectrum, &changed)
    }

    const ELEMENTS: &str = "a.B\tf(I)V\t1\na.B\tf(I)V\t2\na.B\tf(J)V\t3\na.B$C\t<init>([La/B;)V\t4\n";

    #[test]
    fn faulty_methods_are_found_by_class_name_and_argument_types() {
        let fault = fault(ELEMENTS, "t\tfailed\t0\n", &["a.B$C$<init><[La/B;>", "a.B$f<J>", "a.B$g<>"]);
        assert_eq!((fault.methods, &fault.method_of[..]), (3, &[0, 0, 1, 2][..]));
        assert_eq!(fault.faulty, [1, 2]);
        assert_eq!(fault.without_elements, ["a.B$g<>"]);
        assert_eq!(fault.obstacle(), None);
    }

    #[test]
    fn faulty_lines_are_found_by_class_and_line() {
        let lines = ["a.B\t2", "a.B$C\t4", "a.B\t9", "a.B$C\t1", "a.B"].map(str::to_owned);
        let fault = fault(ELEMENTS, "t\tfailed\t0\n", &["a.B$f<I>"]).with_lines(&lines);
        assert_eq!(fault.faulty_lines, [ElementId(1), ElementId(3)]);
    }

    #[test]
    fn a_bridge_method_is_one_with_the_method_it_stands_for() {
        let fault = fault("a.B\tf()I\t1\na.B\tf()Ljava/lang/Object;\t1\n", "t\tfailed\t0\n", &["a.B$f<>"]);
        assert_eq!((fault.methods, &fault.method_of[..], &fault.faulty[..]), (1, &[0, 0][..], &[0][..]));
    }

    #[test]
    fn a_fault_without_a_known_cause_or_a_failure_cannot_be_measured() {
        let tests = "t\tfailed\t0\n";
        assert_eq!(fault(ELEMENTS, tests, &[]).obstacle(), Some("no method is known to be faulty"));
        assert_eq!(fault(ELEMENTS, tests, &["x$y<>"]).obstacle(), Some("no faulty method has a line"));
        assert_eq!(fault(ELEMENTS, "t\tpassed\t0\n", &["a.B$f<I>"]).obstacle(), Some("no test failed"));
    }

    #[test]
    fn faults_are_ordered_by_the_numbers_in_their_names() {
        let mut faults: Vec<Fault> = ["P-10", "P-9", "P-x"]
            .map(|name| Fault::new("P".into(), name.into(), Spectrum::default(), &[]))
            .into();
        faults.sort_by(Fault::order);
        assert_eq!(faults.iter().map(|f| &*f.name).collect::<Vec<_>>(), ["P-9", "P-10", "P-x"]);
    }
}
