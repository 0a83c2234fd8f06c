//! Keys by which files refer to classes in other files.

use faultline_spectrum::{Fnv, RecordedClass, RecordedDetails};

/// The identity of a class and its details, independent of its number in a JVM: 64-bit FNV-1a over all
/// fields.
///
/// With 20,000 classes, two different ones share a key in one of 10^11 builds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub(crate) u64);

impl Key {
    /// The key of a class with its details.
    pub fn of(class: &RecordedClass, details: &RecordedDetails) -> Self {
        let mut hash = Hash::default();
        hash.text(&class.name);
        hash.optional(class.source_file.as_deref());
        hash.number(class.hash);
        hash.text(&class.location);
        hash.number(class.methods.len() as u64);
        for method in &class.methods {
            hash.text(&method.name);
            hash.text(&method.descriptor);
        }
        hash.pairs(&class.slots);
        hash.optional(details.superclass.as_deref());
        hash.number(details.owners.len() as u64);
        details.owners.iter().for_each(|owner| hash.text(owner));
        hash.pairs(&details.uses);
        hash.optional(details.debug.as_deref());
        Self(hash.0.finish())
    }

    pub(crate) fn from_bytes(bytes: [u8; 8]) -> Self {
        Self(u64::from_le_bytes(bytes))
    }

    pub(crate) fn to_bytes(self) -> [u8; 8] {
        self.0.to_le_bytes()
    }
}

/// Hashes each field with its length, so that different lists of fields never hash the same bytes.
#[derive(Default)]
struct Hash(Fnv);

impl Hash {
    fn number(&mut self, value: u64) {
        self.0.bytes(&value.to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.bytes(text.as_bytes());
    }

    fn optional(&mut self, text: Option<&str>) {
        self.0.bytes(&[u8::from(text.is_some())]);
        self.text(text.unwrap_or_default());
    }

    fn pairs(&mut self, pairs: &[(u32, u32)]) {
        self.number(pairs.len() as u64);
        for (one, other) in pairs {
            self.number(u64::from(*one) << 32 | u64::from(*other));
        }
    }
}

#[cfg(test)]
mod tests {
    use faultline_spectrum::{ClassDetails, ClassFile, RecordedMethod};

    use super::*;

    #[test]
    fn everything_but_the_numbers_of_the_jvm_counts() {
        let method = |name: &str| RecordedMethod { name: name.into(), descriptor: "()V".into() };
        let class = RecordedClass::new(
            1,
            ClassFile {
                name: "a.B".into(),
                source_file: None,
                hash: 7,
                location: "/classes".into(),
                methods: vec![method("m"), method("n")],
                slots: vec![(0, 1), (1, 2)],
            },
        );
        let details =
            RecordedDetails::new(1, ClassDetails { owners: vec!["a.C".into()], ..ClassDetails::default() });
        let key = Key::of(&class, &details);
        assert_eq!(key, Key::of(&RecordedClass { id: 2, ..class.clone() }, &details));
        assert_eq!(key, Key::of(&class, &RecordedDetails { class: 9, ..details.clone() }));
        let classes = [
            ClassFile { name: "a.C".into(), ..ClassFile::clone(&class.file) },
            ClassFile { source_file: Some(String::new()), ..ClassFile::clone(&class.file) },
            ClassFile { hash: 8, ..ClassFile::clone(&class.file) },
            ClassFile { location: String::new(), ..ClassFile::clone(&class.file) },
            ClassFile { methods: vec![method("m"), method("o")], ..ClassFile::clone(&class.file) },
            ClassFile { slots: vec![(0, 1), (1, 3)], ..ClassFile::clone(&class.file) },
        ];
        let others = [
            ClassDetails { superclass: Some("a.S".into()), ..ClassDetails::clone(&details.details) },
            ClassDetails { owners: Vec::new(), ..ClassDetails::clone(&details.details) },
            ClassDetails { uses: vec![(0, 0)], ..ClassDetails::clone(&details.details) },
            ClassDetails { debug: Some(String::new()), ..ClassDetails::clone(&details.details) },
        ];
        let mut keys: Vec<_> =
            classes.into_iter().map(|file| Key::of(&RecordedClass::new(1, file), &details)).collect();
        keys.extend(others.into_iter().map(|details| Key::of(&class, &RecordedDetails::new(1, details))));
        keys.push(key);
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 11);
    }
}
