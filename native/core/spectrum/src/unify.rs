//! Unifies the classes of several JVMs into one set of columns.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ptr;
use std::sync::Arc;

use crate::jvm::Jvm;
use crate::source_files::better_location;
use crate::source_map::{Origin, SourceMap};
use crate::translation::Translation;
use crate::{
    Class, ClassDetails, ClassFile, ClassId, Element, ElementId, MergeError, Method, MethodId, RecordedClass,
    RecordedMethod, Recording,
};

/// The columns of a spectrum, and the mapping of each JVM's slots to them.
#[derive(Default)]
pub(crate) struct Columns {
    pub(crate) classes: Vec<Class>,
    pub(crate) methods: Vec<Method>,
    pub(crate) elements: Vec<Element>,
    /// One per JVM, in the order given.
    pub(crate) layouts: Vec<Layouts>,
}

/// A JVM's classes by its own numbers; JVMs with the same class share its layout.
pub(crate) type Layouts = HashMap<u32, Arc<Layout>>;

/// Maps the slots of a JVM's class to elements.
pub(crate) struct Layout {
    pub(crate) name: String,
    pub(crate) elements: Vec<ElementId>,
    /// For each 64 slots the element of the first one, if the others follow one after the other, as most do.
    pub(crate) starts: Vec<Option<ElementId>>,
    /// Its lines with an origin in another class or file.
    pub(crate) inlined: Vec<Inlined>,
}

/// A line with an origin in another class or file.
pub(crate) struct Inlined {
    /// Its number in this class.
    pub(crate) line: i32,
    /// The line it is a copy or translation of; `None` if nothing of its file was recorded.
    pub(crate) origin: Option<ElementId>,
    /// The line of the inlined call, or -1 if the class does not say. `None` for a translated line, which no call
    /// brought here.
    pub(crate) called_at: Option<i32>,
}

/// The identity of a class. It includes the methods to distinguish classes without a hash (imported ones) and
/// hash collisions, and the source file if that is another one from which lines were translated.
type Key<'a> = (&'a str, u64, &'a [RecordedMethod], &'a str);

/// A class, combined from all of its definitions.
#[derive(Default)]
struct Parts<'a> {
    source_file: Option<&'a str>,
    location: &'a str,
    /// (method, line), sorted, each once.
    slots: Vec<Slot>,
    /// Whether it has lines copied from elsewhere.
    has_copies: bool,
    first_method: usize,
    first_element: usize,
}

/// (index of a method in its class, line).
type Slot = (u32, u32);

/// The line to which a line of a class is attributed.
#[derive(Clone, Copy)]
enum Home {
    /// A line of its own class.
    Own(Slot),
    /// The line it is a copy of.
    Origin(ElementId),
}

/// A class as defined in a JVM.
#[derive(Clone, Copy)]
struct Definition<'a> {
    file: &'a ClassFile,
    /// The details with the origins of its lines, if any.
    details: Option<&'a ClassDetails>,
}

/// Pointers to the parts of a definition; equal for definitions that JVMs share.
type Identity = (*const ClassFile, *const ClassDetails);

/// All definitions, each once, in the order of discovery, and the definition for each number of a JVM.
#[derive(Default)]
struct Definitions<'a> {
    all: Vec<Definition<'a>>,
    of_jvms: Vec<BTreeMap<u32, usize>>,
}

impl Columns {
    /// Computes the columns. An inlined line belongs to the file where it was written, if that file was
    /// recorded. Otherwise, as for an inlined library function, it belongs to the line of the inlined call.
    /// Cost: O(s log s) for s slots in all definitions.
    pub(crate) fn of(jvms: &[Jvm<'_>]) -> Result<Self, MergeError> {
        let definitions = Definitions::of(jvms)?;
        let translations: Vec<Option<Translation>> =
            definitions.all.iter().map(Definition::translation).collect();
        let map = |(of, translation): (&Definition<'_>, &Option<Translation>)| match translation {
            None => of.source_map(),
            Some(_) => None,
        };
        let maps: Vec<Option<SourceMap>> = definitions.all.iter().zip(&translations).map(map).collect();
        let definitions_and_maps =
            || definitions.all.iter().zip(&maps).map(|(own, map)| (own.file, map.as_ref()));
        let mut parts = BTreeMap::<Key<'_>, Parts<'_>>::new();
        for ((class, map), translation) in definitions_and_maps().zip(&translations) {
            match translation {
                None => parts.entry(key(class)).or_default().add(class, map),
                Some(translation) => add_translated(&mut parts, class, translation),
            }
        }
        let callers: Vec<_> = definitions_and_maps()
            .filter_map(|(class, map)| Some((key(class), callers(&parts, class, map?))))
            .collect();
        for (key, slots) in callers {
            parts.entry(key).or_default().slots.extend(slots);
        }
        let mut columns = Self::default();
        for (key, parts) in &mut parts {
            columns.push(key, parts);
        }
        let layout = |((class, map), translation): ((_, _), &Option<Translation>)| match translation {
            None => layout(&parts, class, map),
            Some(translation) => translated_layout(&parts, class, translation),
        };
        let layouts: Vec<Arc<Layout>> =
            definitions_and_maps().zip(&translations).map(|all| Arc::new(layout(all))).collect();
        let of_jvm = |jvm: &BTreeMap<u32, usize>| {
            jvm.iter().map(|(&id, &definition)| (id, Arc::clone(&layouts[definition]))).collect()
        };
        columns.layouts = definitions.of_jvms.iter().map(of_jvm).collect();
        Ok(columns)
    }

    fn push(&mut self, key: &Key<'_>, parts: &mut Parts<'_>) {
        if parts.slots.is_empty() && parts.has_copies {
            return; // only copies, as in a test that inlines the project's code: no columns
        }
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

impl Layout {
    pub(crate) fn new(name: String, elements: Vec<ElementId>, inlined: Vec<Inlined>) -> Self {
        let start = |of_word: &[ElementId]| {
            let is_next = |pair: &[ElementId]| pair[0].index() + 1 == pair[1].index();
            of_word.first().copied().filter(|_| of_word.windows(2).all(is_next))
        };
        let starts = elements.chunks(64).map(start).collect();
        Self { name, elements, starts, inlined }
    }

    /// The element of the first of the slots of a word, if the others follow it and the word has no slots but those.
    #[inline]
    pub(crate) fn start(&self, place: usize, word: u64) -> Option<ElementId> {
        let end = place * 64 + 64 - word.leading_zeros() as usize;
        self.starts.get(place).copied().flatten().filter(|_| end <= self.elements.len())
    }
}

impl<'a> Parts<'a> {
    fn add(&mut self, class: &'a ClassFile, map: Option<&SourceMap>) {
        // Definitions with the same bytes can differ only in where they were loaded from.
        let files = [self.source_file, class.source_file.as_deref()];
        self.source_file = files.into_iter().flatten().min();
        self.location = better_location(self.location, &class.location);
        let before = self.slots.len();
        self.slots.extend(class.slots.iter().filter(|slot| foreign(class, map, slot.1).is_none()));
        self.has_copies |= self.slots.len() - before < class.slots.len();
    }
}

impl Definition<'_> {
    fn identity(&self) -> Identity {
        (ptr::from_ref(self.file), self.details.map_or(ptr::null(), ptr::from_ref))
    }

    /// The origins of its lines, if any.
    fn source_map(&self) -> Option<SourceMap> {
        self.details?.debug.as_deref().map(SourceMap::parse)
    }

    /// The origins of its lines, if it was translated from other files.
    fn translation(&self) -> Option<Translation> {
        Translation::of(self.file, self.details?.debug.as_deref()?)
    }
}

impl<'a> Definitions<'a> {
    /// Collects the definitions.
    /// Errors: a JVM has two classes with one number, or a slot refers to a missing method.
    fn of(jvms: &[Jvm<'a>]) -> Result<Self, MergeError> {
        let mut definitions = Self::default();
        let mut known = HashMap::<Identity, usize>::new();
        for jvm in jvms {
            let origins = origins(jvm);
            let mut numbers = BTreeMap::new();
            for (id, file) in classes(jvm)? {
                let definition = Definition { file, details: origins.get(&id).copied() };
                let at = match known.entry(definition.identity()) {
                    Entry::Occupied(entry) => *entry.get(),
                    Entry::Vacant(entry) => {
                        if file.slots.iter().any(|&(method, _)| method as usize >= file.methods.len()) {
                            return Err(MergeError::UnknownMethod { class: file.name.clone() });
                        }
                        definitions.all.push(definition);
                        *entry.insert(definitions.all.len() - 1)
                    }
                };
                numbers.insert(id, at);
            }
            definitions.of_jvms.push(numbers);
        }
        Ok(definitions)
    }
}

/// A JVM's classes by number, over all of its recordings.
fn classes<'a>(jvm: &Jvm<'a>) -> Result<BTreeMap<u32, &'a ClassFile>, MergeError> {
    let mut classes = BTreeMap::<u32, &RecordedClass>::new();
    for class in jvm.iter().flat_map(|recording| &recording.classes) {
        let before = *classes.entry(class.id).or_insert(class);
        if before != class {
            let mut names = [before.name.clone(), class.name.clone()];
            names.sort();
            return Err(MergeError::ClassTwice { class: class.id, names });
        }
    }
    Ok(classes.into_iter().map(|(id, class)| (id, &*class.file)).collect())
}

impl Recording {
    /// The lines that Kotlin inlined, by the number of the class that contains the copies. They are lines of
    /// other classes or of no recorded class.
    /// Cost: O(slots of classes with such lines).
    pub fn copied_lines(&self) -> HashMap<u32, BTreeSet<u32>> {
        let classes: HashMap<u32, &RecordedClass> =
            self.classes.iter().map(|class| (class.id, class)).collect();
        let copied = |(id, details): (u32, &ClassDetails)| {
            let (class, map) = (classes.get(&id)?, SourceMap::parse(details.debug.as_deref()?));
            let lines = class.slots.iter().map(|&(_, line)| line);
            Some((id, lines.filter(|&line| foreign(class, Some(&map), line).is_some()).collect()))
        };
        origins(&vec![self]).into_iter().filter_map(copied).collect()
    }

    /// For each line that Kotlin inlined, by the number of the class that contains the copy: the class where it was
    /// written and the name of that file. Cost: that of [`Recording::copied_lines`].
    pub fn copied_from(&self) -> HashMap<u32, HashMap<u32, (String, String)>> {
        let classes: HashMap<u32, &RecordedClass> =
            self.classes.iter().map(|class| (class.id, class)).collect();
        let copied = |(id, details): (u32, &ClassDetails)| {
            let (class, map) = (classes.get(&id)?, SourceMap::parse(details.debug.as_deref()?));
            let origin = |&(_, line): &Slot| {
                let origin = foreign(class, Some(&map), line)?;
                Some((line, (origin.class.to_owned(), origin.file.to_owned())))
            };
            Some((id, class.slots.iter().filter_map(origin).collect()))
        };
        origins(&vec![self]).into_iter().filter_map(copied).collect()
    }

    /// The classes that contain copies of each line that Kotlin inlined, by the class and line where it was written.
    /// Cost: that of [`Recording::copied_lines`].
    pub fn copies(&self) -> BTreeMap<(String, u32), BTreeSet<&str>> {
        let classes: HashMap<u32, &RecordedClass> =
            self.classes.iter().map(|class| (class.id, class)).collect();
        let mut copies = BTreeMap::<_, BTreeSet<&str>>::new();
        for (id, details) in origins(&vec![self]) {
            let (Some(class), Some(debug)) = (classes.get(&id), &details.debug) else { continue };
            let map = SourceMap::parse(debug);
            for origin in class.slots.iter().filter_map(|&(_, line)| foreign(class, Some(&map), line)) {
                copies.entry((origin.class.to_owned(), origin.line)).or_default().insert(&class.name);
            }
        }
        copies
    }

    /// Its classes, except those with only copied lines: tests that inline the project's code, and objects
    /// recreated where they are inlined. Cost: that of [`Recording::copied_lines`].
    pub fn written_classes(&self) -> impl Iterator<Item = &RecordedClass> {
        let copied = self.copied_lines();
        let is_copy = move |class: &RecordedClass| {
            let copies = copied.get(&class.id);
            copies.is_some_and(|copies| class.slots.iter().all(|(_, line)| copies.contains(line)))
        };
        self.classes.iter().filter(move |class| !is_copy(class))
    }

    /// For each line that was translated from another file, by the number of its class: that file, as
    /// [`Class::source_file`], and the line there. Cost: that of [`Recording::copied_lines`].
    pub fn translated_lines(&self) -> HashMap<u32, HashMap<u32, (String, u32)>> {
        let classes: HashMap<u32, &RecordedClass> =
            self.classes.iter().map(|class| (class.id, class)).collect();
        let translated = |(id, details): (u32, &ClassDetails)| {
            let class = classes.get(&id)?;
            let translation = Translation::of(class, details.debug.as_deref()?)?;
            let origin = |&(_, line): &Slot| {
                let (file, translated) = translation.origin(line)?;
                Some((line, (file.to_owned(), translated)))
            };
            Some((id, class.slots.iter().filter_map(origin).collect()))
        };
        origins(&vec![self]).into_iter().filter_map(translated).collect()
    }

    /// The classes of [`Recording::written_classes`], each once for every file in which its lines were written: a
    /// class may be translated from several. Cost: that of [`Recording::copied_lines`].
    pub fn written_files(&self) -> Vec<Class> {
        let origins = origins(&vec![self]);
        let mut written = Vec::new();
        for class in self.written_classes() {
            let debug = origins.get(&class.id).and_then(|details| details.debug.as_deref());
            let translation = debug.and_then(|text| Translation::of(class, text));
            let of_file = |file: Option<&str>| Class {
                name: class.name.clone(),
                source_file: file.map(str::to_owned),
                hash: class.hash,
                location: class.location.clone(),
            };
            let own = class.source_file.as_deref();
            let Some(translation) = translation else {
                written.push(of_file(own));
                continue;
            };
            let file = |line| translation.origin(line).map_or(own, |(file, _)| Some(file));
            let files: BTreeSet<Option<&str>> = class.slots.iter().map(|&(_, line)| file(line)).collect();
            written.extend(files.into_iter().map(of_file));
        }
        written
    }
}

/// The details of a JVM's classes that have a source map.
fn origins<'a>(jvm: &Jvm<'a>) -> HashMap<u32, &'a ClassDetails> {
    // No recorder writes two texts for one class; if they exist, taking the smaller makes the result
    // independent of order.
    let mut origins = HashMap::<u32, &ClassDetails>::new();
    let details = jvm.iter().flat_map(|recording| &recording.details);
    for known in details.filter(|details| details.debug.is_some()) {
        let kept = origins.entry(known.class).or_insert(&known.details);
        if known.debug < kept.debug {
            *kept = &known.details;
        }
    }
    origins
}

/// The origin of a line, if it is not the class's own.
fn foreign<'m>(class: &ClassFile, map: Option<&'m SourceMap>, line: u32) -> Option<Origin<'m>> {
    let origin = map?.origin(line).filter(|origin| !origin.class.is_empty())?;
    // An object recreated at an inlined call has the file and lines of the original.
    let is_own = outermost(origin.class) == outermost(&class.name)
        && Some(origin.file) == class.source_file.as_deref()
        && origin.line == line;
    (!is_own).then_some(origin)
}

fn outermost(class: &str) -> &str {
    class.split('$').next().unwrap_or(class)
}

/// The home of a copy whose origin was not recorded: the line of the inlined call. If the class does not
/// record the call, as for lines that Kotlin generates and objects created by a library function, the first
/// known line of the method, or else of the class.
fn home_of_stray(
    parts: &BTreeMap<Key<'_>, Parts<'_>>,
    class: &ClassFile,
    map: Option<&SourceMap>,
    slot: Slot,
) -> Home {
    if let Some(call) = map.and_then(|map| map.call(slot.1)) {
        return Home::Own((slot.0, call));
    }
    let of_method = class.slots.iter().filter(|other| other.0 == slot.0);
    let mut homes = of_method.chain(&class.slots).filter_map(|&other| known_home(parts, class, map, other));
    homes.next().unwrap_or(Home::Own(slot))
}

/// The line to which a line of a class is attributed; `None` for a copy whose origin was not recorded.
fn known_home(
    parts: &BTreeMap<Key<'_>, Parts<'_>>,
    class: &ClassFile,
    map: Option<&SourceMap>,
    slot: Slot,
) -> Option<Home> {
    let Some(origin) = foreign(class, map, slot.1) else { return Some(Home::Own(slot)) };
    recorded(parts, &origin).map(Home::Origin)
}

/// The lines that receive copies from files of which nothing was recorded.
fn callers(parts: &BTreeMap<Key<'_>, Parts<'_>>, class: &ClassFile, map: &SourceMap) -> Vec<Slot> {
    let strays = class.slots.iter().filter(|slot| known_home(parts, class, Some(map), **slot).is_none());
    let caller = |&slot: &Slot| match home_of_stray(parts, class, Some(map), slot) {
        Home::Own(slot) => Some(slot),
        Home::Origin(_) => None,
    };
    strays.filter_map(caller).collect()
}

fn layout(parts: &BTreeMap<Key<'_>, Parts<'_>>, class: &ClassFile, map: Option<&SourceMap>) -> Layout {
    let own = &parts[&key(class)];
    let mut inlined = Vec::new();
    let mut place = |&slot: &Slot| {
        let known = known_home(parts, class, map, slot);
        let origin = match known {
            Some(Home::Origin(element)) => Some(element),
            Some(Home::Own(_)) | None => None,
        };
        let element = match known.unwrap_or_else(|| home_of_stray(parts, class, map, slot)) {
            Home::Origin(element) => element,
            Home::Own(slot) => match own.slots.binary_search(&slot) {
                Ok(at) => ElementId::new(own.first_element + at),
                Err(_) => unreachable!("every line of every definition was added"),
            },
        };
        if foreign(class, map, slot.1).is_some() {
            let called_at = map.and_then(|map| map.call(slot.1)).and_then(|line| i32::try_from(line).ok());
            let line = i32::try_from(slot.1).unwrap_or(-1);
            inlined.push(Inlined { line, origin, called_at: Some(called_at.unwrap_or(-1)) });
        }
        element
    };
    let elements = class.slots.iter().map(&mut place).collect();
    Layout::new(class.name.clone(), elements, inlined)
}

/// The element of an origin line: in the first build of its class, and in the first method, that has the
/// line.
fn recorded(parts: &BTreeMap<Key<'_>, Parts<'_>>, origin: &Origin<'_>) -> Option<ElementId> {
    let builds = parts.range((origin.class, 0, [].as_slice(), "")..);
    let mut builds = builds.take_while(|(key, _)| key.0 == origin.class);
    builds.find_map(|(_, parts)| {
        let at = parts.slots.iter().position(|&(_, line)| line == origin.line)?;
        Some(ElementId::new(parts.first_element + at))
    })
}

fn key(class: &ClassFile) -> Key<'_> {
    key_of_file(class, "")
}

/// As [`key`], for the lines that were translated from a file; the class's own file has no name here.
fn key_of_file<'a>(class: &'a ClassFile, file: &'a str) -> Key<'a> {
    let other = if class.source_file.as_deref() == Some(file) { "" } else { file };
    (&class.name, class.hash, &class.methods, other)
}

/// The file and the line of a line of a translated class. A line that was translated from none is its own.
fn place<'a>(class: &'a ClassFile, translation: &'a Translation, line: u32) -> (Key<'a>, u32) {
    let (file, line) = translation.origin(line).unwrap_or(("", line));
    (key_of_file(class, file), line)
}

fn add_translated<'a>(
    parts: &mut BTreeMap<Key<'a>, Parts<'a>>,
    class: &'a ClassFile,
    translation: &'a Translation,
) {
    for &(method, line) in &class.slots {
        let (key, line) = place(class, translation, line);
        let part = parts.entry(key).or_default();
        let file = if key.3.is_empty() { class.source_file.as_deref() } else { Some(key.3) };
        part.source_file = [part.source_file, file].into_iter().flatten().min();
        part.location = better_location(part.location, &class.location);
        part.slots.push((method, line));
    }
}

fn translated_layout(
    parts: &BTreeMap<Key<'_>, Parts<'_>>,
    class: &ClassFile,
    translation: &Translation,
) -> Layout {
    let mut inlined = Vec::new();
    let mut element = |&(method, line): &Slot| {
        let (key, translated) = place(class, translation, line);
        let part = &parts[&key];
        let Ok(at) = part.slots.binary_search(&(method, translated)) else {
            unreachable!("every line of every definition was added")
        };
        let element = ElementId::new(part.first_element + at);
        if translation.origin(line).is_some() {
            let line = i32::try_from(line).unwrap_or(-1);
            inlined.push(Inlined { line, origin: Some(element), called_at: None });
        }
        element
    };
    let elements = class.slots.iter().map(&mut element).collect();
    Layout::new(class.name.clone(), elements, inlined)
}
