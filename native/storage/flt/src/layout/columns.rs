//! Builds the columns of a spectrum one by one, in the order of a file.

use std::collections::HashMap;

use faultline_spectrum::{Class, ClassId, Element, Method, MethodId, Spectrum};

/// The classes, methods and elements so far; classes and methods are numbered by first appearance.
#[derive(Debug, Default)]
pub(crate) struct Columns {
    spectrum: Spectrum,
    classes: HashMap<String, ClassId>,
    methods: HashMap<(ClassId, String), MethodId>,
}

impl Columns {
    /// Adds an element. Classes are identified by name alone, because text layouts contain no more.
    pub(crate) fn add(&mut self, class: &str, method: &str, descriptor: &str, line: u32) {
        let method = match self.last(class, method, descriptor) {
            Some(same) => same,
            None => self.method(class, method, descriptor),
        };
        self.spectrum.elements.push(Element { method, line });
    }

    /// Number of elements so far.
    pub(crate) fn len(&self) -> usize {
        self.spectrum.elements.len()
    }

    /// A spectrum with these columns and no tests.
    pub(crate) fn finish(self) -> Spectrum {
        self.spectrum
    }

    /// The method of the previous element, if it matches: the lines of a method are usually adjacent.
    fn last(&self, class: &str, method: &str, descriptor: &str) -> Option<MethodId> {
        let id = self.spectrum.elements.last()?.method;
        let last = &self.spectrum.methods[id.index()];
        let of = &self.spectrum.classes[last.class.index()];
        (last.name == method && last.descriptor == descriptor && of.name == class).then_some(id)
    }

    fn method(&mut self, class: &str, name: &str, descriptor: &str) -> MethodId {
        let class = self.class(class);
        let methods = &mut self.spectrum.methods;
        // Names cannot contain a NUL character, so the key is unambiguous.
        *self.methods.entry((class, format!("{name}\0{descriptor}"))).or_insert_with(|| {
            methods.push(Method { class, name: name.to_owned(), descriptor: descriptor.to_owned() });
            MethodId::new(methods.len() - 1)
        })
    }

    fn class(&mut self, name: &str) -> ClassId {
        if let Some(&id) = self.classes.get(name) {
            return id;
        }
        let id = ClassId::new(self.spectrum.classes.len());
        let class = Class { name: name.to_owned(), source_file: None, hash: 0, location: String::new() };
        self.spectrum.classes.push(class);
        self.classes.insert(name.to_owned(), id);
        id
    }
}
