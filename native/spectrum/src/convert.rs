//! A spectrum back to a recording, for importers that write our own files.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::{
    CoverageBuilder, Origin, RecordedClass, RecordedMethod, RecordedTest, Recording, Spectrum, TestId,
};

impl Spectrum {
    /// This spectrum as the recording of one imaginary JVM: merged alone, it gives the same
    /// tests in the same order, and the same elements in canonical order.
    ///
    /// The origin's nonce is a hash of the content and its start is 0, so that different
    /// imports can be merged, the same import twice is one, and imports come before recordings.
    pub fn to_recording(&self, description: &str) -> Recording {
        // slots[c] lists the elements of class c in column order: its slots.
        let mut slots = vec![Vec::new(); self.classes.len()];
        let mut place = Vec::with_capacity(self.elements.len());
        for (column, element) in self.elements.iter().enumerate() {
            let class = self.methods[element.method.index()].class.index();
            place.push((class, slots[class].len()));
            slots[class].push(column);
        }
        let classes = self.recorded_classes(&slots);
        let mut row = CoverageBuilder::default();
        let mut hits: Vec<(usize, usize)> = Vec::new();
        let mut tests = Vec::with_capacity(self.tests.len());
        for test in 0..self.tests.len() {
            hits.clear();
            hits.extend(self.coverage.ones(test).map(|column| place[column]));
            hits.sort_unstable();
            row.clear();
            for class in hits.chunk_by(|a, b| a.0 == b.0) {
                let mut words = vec![0_u64; slots[class[0].0].len().div_ceil(64)];
                for &(_, slot) in class {
                    words[slot / 64] |= 1 << (slot % 64);
                }
                row.class(class[0].0 as u32, &words);
            }
            tests.push(self.recorded_test(TestId::new(test), &row));
        }
        let mut hasher = DefaultHasher::new();
        (&classes, &tests).hash(&mut hasher);
        let origin =
            Origin { nonce: hasher.finish(), description: description.to_owned(), ..Origin::default() };
        Recording { origin, classes, tests, sealed: true, ..Recording::default() }
    }

    fn recorded_classes(&self, slots: &[Vec<usize>]) -> Vec<RecordedClass> {
        let mut methods = vec![Vec::new(); self.classes.len()];
        let index_in_class: Vec<u32> = self
            .methods
            .iter()
            .map(|method| {
                let of_class = &mut methods[method.class.index()];
                let (name, descriptor) = (method.name.clone(), method.descriptor.clone());
                of_class.push(RecordedMethod { name, descriptor });
                of_class.len() as u32 - 1
            })
            .collect();
        let slot = |&column: &usize| {
            let element = self.elements[column];
            (index_in_class[element.method.index()], element.line)
        };
        let classes = self.classes.iter().zip(methods).zip(slots).enumerate();
        classes
            .map(|(id, ((class, methods), slots))| RecordedClass {
                id: id as u32,
                name: class.name.clone(),
                source_file: class.source_file.clone(),
                hash: class.hash,
                location: class.location.clone(),
                methods,
                slots: slots.iter().map(slot).collect(),
            })
            .collect()
    }

    fn recorded_test(&self, id: TestId, row: &CoverageBuilder) -> RecordedTest {
        let test = &self.tests[id.index()];
        RecordedTest {
            sequence: id.0,
            unique_id: test.unique_id.clone(),
            class: test.class.clone(),
            method: test.method.clone(),
            outcome: test.outcome,
            duration_ns: test.duration_ns,
            overlapped: test.overlapped,
            failure: test.failure.clone(),
            coverage: row.to_coverage(),
        }
    }
}
