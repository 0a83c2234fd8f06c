//! Converts a spectrum to a recording, so that imported data can be stored and merged like a JVM's
//! recordings.

use std::collections::HashMap;

use faultline_spectrum::{
    ClassFile, Coverage, CoverageBuilder, ElementId, Fnv, MethodId, Origin, RecordedClass, RecordedMethod,
    RecordedTest, Recording, Spectrum, TestId,
};

/// Converts a spectrum to a recording that merges to it, up to the canonical order of columns.
///
/// The result is deterministic: the origin's nonce is a hash of tests and matrix, and no clock is read.
/// Elements for the same line of the same method are merged.
/// Cost: O(elements + set bits).
pub fn record_spectrum(spectrum: &Spectrum, description: &str) -> Recording {
    let columns = Slots::of(spectrum);
    let mut row = RowPacker::default();
    let tests = (0..spectrum.tests.len())
        .map(|index| {
            let test = &spectrum.tests[index];
            RecordedTest {
                sequence: TestId::new(index).0,
                unique_id: test.unique_id.clone(),
                class: test.class.clone(),
                method: test.method.clone(),
                outcome: test.outcome,
                duration_ns: test.duration_ns,
                display: test.display.clone(),
                overlapped: test.overlapped,
                failure: test.failure.clone(),
                coverage: row.pack(spectrum.coverage.ones(index).map(|column| columns.of_element[column])),
            }
        })
        .collect();
    Recording {
        origin: Origin {
            started_ns: 0,
            nonce: fingerprint(spectrum),
            pid: 0,
            description: description.to_owned(),
        },
        classes: columns.classes,
        tests,
        sealed: true,
        ..Recording::default()
    }
}

/// The classes and slots for the elements of a spectrum.
struct Slots {
    classes: Vec<RecordedClass>,
    /// Element to (class, slot).
    of_element: Vec<(u32, u32)>,
}

impl Slots {
    fn of(spectrum: &Spectrum) -> Self {
        let mut classes: Vec<RecordedClass> = (0..)
            .zip(&spectrum.classes)
            .map(|(id, class)| {
                RecordedClass::new(
                    id,
                    ClassFile {
                        name: class.name.clone(),
                        source_file: class.source_file.clone(),
                        hash: class.hash,
                        location: class.location.clone(),
                        ..ClassFile::default()
                    },
                )
            })
            .collect();
        let mut methods = Vec::with_capacity(spectrum.methods.len());
        for method in &spectrum.methods {
            let of_class = &mut classes[method.class.index()].methods;
            methods.push(of_class.len() as u32);
            let (name, descriptor) = (method.name.clone(), method.descriptor.clone());
            of_class.push(RecordedMethod { name, descriptor });
        }
        let mut slots: HashMap<(MethodId, u32), u32> = HashMap::with_capacity(spectrum.elements.len());
        let mut of_element = Vec::with_capacity(spectrum.elements.len());
        for (index, element) in spectrum.elements.iter().enumerate() {
            let class = spectrum.method_of(ElementId::new(index)).class;
            let of_class = &mut classes[class.index()].slots;
            let slot = *slots.entry((element.method, element.line)).or_insert_with(|| {
                of_class.push((methods[element.method.index()], element.line));
                of_class.len() as u32 - 1
            });
            of_element.push((class.0, slot));
        }
        Self { classes, of_element }
    }
}

/// Packs rows; its buffers are reused.
#[derive(Default)]
struct RowPacker {
    slots: Vec<(u32, u32)>,
    words: Vec<u64>,
    builder: CoverageBuilder,
}

impl RowPacker {
    fn pack(&mut self, covered: impl Iterator<Item = (u32, u32)>) -> Coverage {
        self.slots.clear();
        self.slots.extend(covered);
        self.slots.sort_unstable();
        self.builder.clear();
        for of_class in self.slots.chunk_by(|a, b| a.0 == b.0) {
            self.words.clear();
            for &(_, slot) in of_class {
                let word = slot as usize / 64;
                self.words.resize(self.words.len().max(word + 1), 0);
                self.words[word] |= 1 << (slot % 64);
            }
            self.builder.class(of_class[0].0, &self.words);
        }
        self.builder.to_coverage()
    }
}

/// The FNV-1a hash of names, outcomes and bits.
fn fingerprint(spectrum: &Spectrum) -> u64 {
    let mut hash = Fnv::default();
    let mut add = |bytes: &[u8]| hash.bytes(bytes);
    for test in &spectrum.tests {
        add(test.unique_id.as_bytes());
        add(&[0, test.outcome.code()]);
    }
    for class in &spectrum.classes {
        add(class.name.as_bytes());
        add(&[0]);
    }
    for word in spectrum.coverage.words() {
        add(&word.to_le_bytes());
    }
    hash.finish()
}
