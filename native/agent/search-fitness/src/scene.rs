//! The part of a spectrum that a search can see.

use std::collections::HashMap;

use faultline_spectrum::{BitMatrix, ClassId, Element, ElementId, Method, MethodId, Spectrum, TestId};

/// A line of a method in a class loaded by a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probe<'a> {
    /// Binary name with dots.
    pub class: &'a str,
    /// Name of the method.
    pub method: &'a str,
    /// Its JVM descriptor.
    pub descriptor: &'a str,
    /// The line, from 1.
    pub line: u32,
}

/// Maps probes to elements.
pub(crate) struct Sight<'s> {
    spectrum: &'s Spectrum,
    at: HashMap<(&'s str, u32), Vec<ElementId>>,
}

impl<'s> Sight<'s> {
    /// Indexes the elements of some classes.
    pub(crate) fn of(spectrum: &'s Spectrum, classes: &[ClassId]) -> Self {
        let mut at = HashMap::<_, Vec<_>>::new();
        for (index, element) in spectrum.elements.iter().enumerate() {
            let id = ElementId::new(index);
            if classes.binary_search(&spectrum.method_of(id).class).is_ok() {
                at.entry((spectrum.class_of(id).name.as_str(), element.line)).or_default().push(id);
            }
        }
        Self { spectrum, at }
    }

    /// The element of a probe: that of its exact method; otherwise of the only method of that name with the line; otherwise
    /// the only element of the line. Layouts of other tools have incomplete descriptors or no methods. `None` if it was not
    /// recorded.
    pub(crate) fn element(&self, probe: &Probe<'_>) -> Option<ElementId> {
        let here = self.at.get(&(probe.class, probe.line))?;
        let method = |id: &&ElementId| self.spectrum.method_of(**id);
        let of_name = |id: &&ElementId| method(id).name == probe.method;
        let exact = here.iter().find(|id| of_name(id) && method(id).descriptor == probe.descriptor);
        exact.or_else(|| only(here.iter().filter(of_name))).or_else(|| only(here.iter())).copied()
    }
}

fn only<T>(mut all: impl Iterator<Item = T>) -> Option<T> {
    let first = all.next();
    if all.next().is_some() { None } else { first }
}

/// Restricts a spectrum to some elements and tests, in the given order; drops classes and methods without elements.
pub(crate) fn restrict(spectrum: &Spectrum, elements: &[ElementId], tests: &[TestId]) -> Spectrum {
    let mut scene = Spectrum { coverage: BitMatrix::new(tests.len(), elements.len()), ..Spectrum::default() };
    let mut classes = HashMap::<ClassId, ClassId>::new();
    let mut methods = HashMap::<MethodId, MethodId>::new();
    for &id in elements {
        let Element { method, line } = spectrum.elements[id.index()];
        let method = *methods.entry(method).or_insert_with(|| {
            let Method { class, name, descriptor } = spectrum.methods[method.index()].clone();
            let class = *classes.entry(class).or_insert_with(|| {
                scene.classes.push(spectrum.classes[class.index()].clone());
                ClassId::new(scene.classes.len() - 1)
            });
            scene.methods.push(Method { class, name, descriptor });
            MethodId::new(scene.methods.len() - 1)
        });
        scene.elements.push(Element { method, line });
    }
    for (row, test) in tests.iter().enumerate() {
        let covered = spectrum.coverage.row(test.index());
        for (column, id) in elements.iter().enumerate() {
            if covered[id.index() / 64] >> (id.index() % 64) & 1 != 0 {
                scene.coverage.set(row, column);
            }
        }
        scene.tests.push(spectrum.tests[test.index()].clone());
    }
    scene
}
