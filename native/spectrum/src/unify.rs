//! Classes of several JVMs become one set of columns.

use std::collections::{BTreeMap, HashMap};

use crate::merge::Jvm;
use crate::{
    Class, ClassId, Element, ElementId, MergeError, Method, MethodId, RecordedClass, RecordedMethod,
};

/// The columns of a spectrum, and how each JVM's slots map to them.
#[derive(Default)]
pub(crate) struct Columns {
    pub(crate) classes: Vec<Class>,
    pub(crate) methods: Vec<Method>,
    pub(crate) elements: Vec<Element>,
    /// One per JVM, in the order given.
    pub(crate) layouts: Vec<Layouts>,
}

/// A JVM's classes by its own numbers.
pub(crate) type Layouts = HashMap<u32, Layout>;

/// Where a JVM's class went: the element of each of its slots.
pub(crate) struct Layout {
    pub(crate) name: String,
    pub(crate) elements: Vec<ElementId>,
}

/// What makes two definitions the same class. The methods belong to the key so that classes
/// without a hash (imported ones), and bytes that collide, are told apart, not mixed up.
type Key<'a> = (&'a str, u64, &'a [RecordedMethod]);

/// What is known of a class from all of its definitions.
#[derive(Default)]
struct Parts<'a> {
    source_file: Option<&'a str>,
    location: &'a str,
    /// (method, line), sorted, each once.
    slots: Vec<(u32, u32)>,
    first_method: usize,
    first_element: usize,
}

impl Columns {
    /// Cost: O(s log s) in the slots of all definitions.
    pub(crate) fn of(jvms: &[Jvm<'_>]) -> Result<Self, MergeError> {
        let jvms = jvms.iter().map(definitions).collect::<Result<Vec<_>, _>>()?;
        let mut parts = BTreeMap::<Key<'_>, Parts<'_>>::new();
        for class in jvms.iter().flat_map(BTreeMap::values) {
            parts.entry(key(class)).or_default().add(class);
        }
        let mut columns = Self::default();
        for (key, parts) in &mut parts {
            columns.push(key, parts);
        }
        for jvm in jvms {
            let layout = |class: &RecordedClass| parts[&key(class)].layout(class);
            columns.layouts.push(jvm.into_iter().map(|(id, class)| (id, layout(class))).collect());
        }
        Ok(columns)
    }

    fn push(&mut self, key: &Key<'_>, parts: &mut Parts<'_>) {
        parts.slots.sort_unstable();
        parts.slots.dedup();
        parts.first_method = self.methods.len();
        parts.first_element = self.elements.len();
        let class = ClassId::new(self.classes.len());
        self.classes.push(Class {
            name: key.0.to_owned(),
            source_file: parts.source_file.map(str::to_owned),
            hash: key.1,
            location: parts.location.to_owned(),
        });
        self.methods.extend(key.2.iter().map(|method| Method {
            class,
            name: method.name.clone(),
            descriptor: method.descriptor.clone(),
        }));
        self.elements.extend(parts.slots.iter().map(|&(method, line)| Element {
            method: MethodId::new(parts.first_method + method as usize),
            line,
        }));
    }
}

impl<'a> Parts<'a> {
    fn add(&mut self, class: &'a RecordedClass) {
        // Definitions of the same bytes differ at most in where they were loaded from; the
        // smallest is as good as any and does not depend on order.
        let files = [self.source_file, class.source_file.as_deref()];
        self.source_file = files.into_iter().flatten().min();
        if self.location.is_empty() || (!class.location.is_empty() && class.location.as_str() < self.location)
        {
            self.location = &class.location;
        }
        self.slots.extend_from_slice(&class.slots);
    }

    fn layout(&self, class: &RecordedClass) -> Layout {
        let place = |slot: &(u32, u32)| match self.slots.binary_search(slot) {
            Ok(at) => ElementId::new(self.first_element + at),
            Err(_) => unreachable!("every slot of every definition was added"),
        };
        Layout { name: class.name.clone(), elements: class.slots.iter().map(place).collect() }
    }
}

fn key(class: &RecordedClass) -> Key<'_> {
    (&class.name, class.hash, &class.methods)
}

/// A JVM's classes by number, over all of its recordings.
fn definitions<'a>(jvm: &Jvm<'a>) -> Result<BTreeMap<u32, &'a RecordedClass>, MergeError> {
    let mut classes = BTreeMap::<u32, &RecordedClass>::new();
    for class in jvm.iter().flat_map(|recording| &recording.classes) {
        let before = *classes.entry(class.id).or_insert(class);
        if before != class {
            let mut names = [before.name.clone(), class.name.clone()];
            names.sort();
            return Err(MergeError::ClassTwice { class: class.id, names });
        }
        if class.slots.iter().any(|&(method, _)| method as usize >= class.methods.len()) {
            return Err(MergeError::UnknownMethod { class: class.name.clone() });
        }
    }
    Ok(classes)
}
