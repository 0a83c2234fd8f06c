//! Classes of several JVMs become one set of columns.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::jvm::Jvm;
use crate::source_files::better_location;
use crate::source_map::{Origin, SourceMap};
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
    /// Its lines that were written elsewhere.
    pub(crate) inlined: Vec<Inlined>,
}

/// A line that a class inlined.
pub(crate) struct Inlined {
    /// Its number in that class.
    pub(crate) line: i32,
    /// The line that it is a copy of.
    pub(crate) element: ElementId,
    /// The line that calls what was inlined, or -1 where the class does not say.
    pub(crate) called_at: i32,
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

/// The one method of a class that is known only by lines of it that others inlined.
pub(crate) const INLINED: &str = "<inlined>";

/// The classes of a JVM with origins of lines, by their number.
type SourceMaps = HashMap<u32, SourceMap>;

impl Columns {
    /// Lines that a class inlined are the lines of the file that they were written in: the
    /// element of their own class where that was recorded, else one of a class that stands for
    /// it. Cost: O(s log s) in the slots of all definitions.
    pub(crate) fn of(jvms: &[Jvm<'_>]) -> Result<Self, MergeError> {
        let maps: Vec<SourceMaps> = jvms.iter().map(source_maps).collect();
        let jvms = jvms.iter().map(definitions).collect::<Result<Vec<_>, _>>()?;
        let mut parts = BTreeMap::<Key<'_>, Parts<'_>>::new();
        for (jvm, maps) in jvms.iter().zip(&maps) {
            for class in jvm.values() {
                parts.entry(key(class)).or_default().add(class, maps.get(&class.id));
            }
        }
        let mut inlined = BTreeMap::<&str, (&str, BTreeSet<u32>)>::new();
        for (jvm, maps) in jvms.iter().zip(&maps) {
            for origin in foreign_lines(jvm, maps).filter(|origin| recorded(&parts, origin).is_none()) {
                let (file, lines) = inlined.entry(origin.class).or_default();
                *file = if file.is_empty() { origin.file } else { origin.file.min(file) };
                lines.insert(origin.line);
            }
        }
        let stand_in = [RecordedMethod { name: INLINED.into(), descriptor: "()V".into() }];
        for (class, (file, lines)) in inlined {
            let slots = lines.into_iter().map(|line| (0, line)).collect();
            parts.insert((class, 0, &stand_in), Parts { source_file: Some(file), slots, ..Parts::default() });
        }
        let mut columns = Self::default();
        for (key, parts) in &mut parts {
            columns.push(key, parts);
        }
        for (jvm, maps) in jvms.into_iter().zip(&maps) {
            let layout = |class: &RecordedClass| {
                let own = &parts[&key(class)];
                let map = maps.get(&class.id);
                let foreign = |line| recorded(&parts, &foreign(class, map?, line)?);
                Layout { inlined: copies(class, map, foreign), ..own.layout(class, foreign) }
            };
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
    fn add(&mut self, class: &'a RecordedClass, map: Option<&SourceMap>) {
        // Definitions of the same bytes differ at most in where they were loaded from.
        let files = [self.source_file, class.source_file.as_deref()];
        self.source_file = files.into_iter().flatten().min();
        self.location = better_location(self.location, &class.location);
        let own = |slot: &&(u32, u32)| map.and_then(|map| foreign(class, map, slot.1)).is_none();
        self.slots.extend(class.slots.iter().filter(own));
    }

    /// `foreign` gives the elements of lines that were written elsewhere.
    fn layout(&self, class: &RecordedClass, foreign: impl Fn(u32) -> Option<ElementId>) -> Layout {
        let place = |slot: &(u32, u32)| match (foreign(slot.1), self.slots.binary_search(slot)) {
            (Some(element), _) => element,
            (None, Ok(at)) => ElementId::new(self.first_element + at),
            (None, Err(_)) => unreachable!("every line of every definition was added"),
        };
        let elements = class.slots.iter().map(place).collect();
        Layout { name: class.name.clone(), elements, inlined: Vec::new() }
    }
}

/// The origins of lines that the recordings of a JVM know.
fn source_maps(jvm: &Jvm<'_>) -> SourceMaps {
    let details = jvm.iter().flat_map(|recording| &recording.details);
    let known = details.filter_map(|details| Some((details.class, details.debug.as_deref()?)));
    // Of two texts for one class, which no recorder writes, the smaller does not depend on order.
    let mut texts = HashMap::<u32, &str>::new();
    for (class, text) in known {
        texts.entry(class).and_modify(|kept| *kept = (*kept).min(text)).or_insert(text);
    }
    texts.into_iter().map(|(class, text)| (class, SourceMap::parse(text))).collect()
}

/// Where a line of a class was written, if not where the class says.
fn foreign<'m>(class: &RecordedClass, map: &'m SourceMap, line: u32) -> Option<Origin<'m>> {
    let package = |name: &str| name.rsplit_once('.').map_or(0, |(package, _)| package.len());
    let origin = map.origin(line).filter(|origin| !origin.class.is_empty())?;
    let same_file = Some(origin.file) == class.source_file.as_deref()
        && origin.class[..package(origin.class)] == class.name[..package(&class.name)];
    (!same_file || origin.line != line).then_some(origin)
}

/// All lines of a JVM's classes that were written elsewhere.
fn foreign_lines<'m>(
    jvm: &BTreeMap<u32, &RecordedClass>,
    maps: &'m SourceMaps,
) -> impl Iterator<Item = Origin<'m>> {
    jvm.values().flat_map(|class| {
        let map = maps.get(&class.id);
        let lines = map.into_iter().flat_map(|map| class.slots.iter().map(move |slot| (map, slot.1)));
        lines.filter_map(|(map, line)| foreign(class, map, line)).collect::<Vec<_>>()
    })
}

/// The lines of a class that were written elsewhere, where `foreign` gives their elements.
fn copies(
    class: &RecordedClass,
    map: Option<&SourceMap>,
    foreign: impl Fn(u32) -> Option<ElementId>,
) -> Vec<Inlined> {
    let Some(map) = map else { return Vec::new() };
    let lines = class.slots.iter().filter_map(|&(_, line)| {
        let called_at = map.call(line).and_then(|line| i32::try_from(line).ok()).unwrap_or(-1);
        Some(Inlined { line: i32::try_from(line).ok()?, element: foreign(line)?, called_at })
    });
    lines.collect()
}

/// The element of a line in the class that it was written for: in the first build of this class,
/// and in its first method, that has the line.
fn recorded(parts: &BTreeMap<Key<'_>, Parts<'_>>, origin: &Origin<'_>) -> Option<ElementId> {
    let builds = parts.range((origin.class, 0, [].as_slice())..);
    let mut builds = builds.take_while(|(key, _)| key.0 == origin.class);
    builds.find_map(|(_, parts)| {
        let at = parts.slots.iter().position(|&(_, line)| line == origin.line)?;
        Some(ElementId::new(parts.first_element + at))
    })
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
