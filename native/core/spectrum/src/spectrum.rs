//! The spectrum.

use std::collections::HashSet;

use crate::recording::is_interrupted;
use crate::source_files::below_package;
use crate::{BitMatrix, ClassId, ClassName, ElementId, Failure, MethodId, Outcome, TestId};

/// The coverage matrix (tests x elements) with test outcomes.
///
/// Shape: `coverage` is `[tests × elements]`. Order: as made by [`Spectrum::merge`] or an importer. Scores do
/// not depend on it, except for ties, whose policy is always stated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spectrum {
    /// Classes, by [`ClassId`].
    pub classes: Vec<Class>,
    /// Methods, by [`MethodId`].
    pub methods: Vec<Method>,
    /// Columns, by [`ElementId`].
    pub elements: Vec<Element>,
    /// Bytes of bytecode of each element, 0 if unknown. Shape: as `elements`, or empty if none is known.
    pub sizes: Vec<u32>,
    /// Rows, by [`TestId`].
    pub tests: Vec<Test>,
    /// Which test covered which element.
    pub coverage: BitMatrix,
}

/// A class of the spectrum.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Class {
    /// Binary name with dots.
    pub name: String,
    /// `SourceFile` attribute, without its package. For lines that were translated from another file, as from
    /// JSP, it is that file: its path below a source root, after a slash. A class has an entry for each file.
    pub source_file: Option<String>,
    /// Hash of its bytes; 0 when imported from a layout that has none.
    pub hash: u64,
    /// Where it was loaded from; of several locations, the one where it was built. Empty if unknown.
    pub location: String,
}

impl Spectrum {
    /// The number of classes. One that was translated from several files counts once. Cost: O(classes).
    pub fn count_classes(&self) -> usize {
        let is_further =
            |class: &Class| class.source_file.as_deref().is_some_and(|file| file.starts_with('/'));
        let others = self.classes.iter().filter(|class| !is_further(class)).count();
        let translated = self.classes.iter().filter(|class| is_further(class));
        let translated: HashSet<_> =
            translated.map(|class| (&class.name, class.hash, &class.location)).collect();
        others + translated.len()
    }
}

impl Class {
    /// Path of its source below a source root: `org/x/Foo.java`. `None` without `SourceFile`.
    pub fn source_path(&self) -> Option<String> {
        Some(below_package(&self.name, self.source_file.as_deref()?))
    }

    /// As [`Class::source_path`]. Without `SourceFile`, as for an imported class, the path of a Java file
    /// named after the outermost class.
    pub fn likely_source_path(&self) -> String {
        let named = || format!("{}.java", ClassName(&self.name).outermost().replace('.', "/"));
        self.source_path().unwrap_or_else(named)
    }
}

/// A method of the spectrum.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Method {
    /// Its class.
    pub class: ClassId,
    /// Name.
    pub name: String,
    /// JVM descriptor.
    pub descriptor: String,
}

/// A column: one line of one method. Two methods on one line (a field initialiser in two constructors, a
/// lambda and its method) are two elements; line rankings join them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Element {
    /// Its method.
    pub method: MethodId,
    /// Line in the source file, from 1.
    pub line: u32,
}

/// The identity and outcome of a row.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Test {
    /// The framework's unique id.
    pub unique_id: String,
    /// Binary name of the test class; empty when unknown.
    pub class: String,
    /// Test method, with its parameters or invocation where the framework shows them.
    pub method: String,
    /// The framework's display name, if it says more than class and method; otherwise empty.
    pub display: String,
    /// How it ended.
    pub outcome: Outcome,
    /// Wall time in nanoseconds; 0 when unknown.
    pub duration_ns: u64,
    /// Another test ran at the same time.
    pub overlapped: bool,
    /// The failure of a failed or aborted test.
    pub failure: Option<Failure>,
}

impl Test {
    /// Whether the JVM was ended from outside while the test ran, for example because the test hung.
    pub fn is_interrupted(&self) -> bool {
        is_interrupted(self.outcome, self.failure.as_ref())
    }
}

impl Spectrum {
    /// The tests with this outcome, in row order.
    pub fn tests_with(&self, outcome: Outcome) -> impl Iterator<Item = TestId> {
        self.tests
            .iter()
            .enumerate()
            .filter(move |(_, test)| test.outcome == outcome)
            .map(|(row, _)| TestId::new(row))
    }

    /// The method of an element.
    pub fn method_of(&self, element: ElementId) -> &Method {
        &self.methods[self.elements[element.index()].method.index()]
    }

    /// The class of an element.
    pub fn class_of(&self, element: ElementId) -> &Class {
        &self.classes[self.method_of(element).class.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_source_file_the_outermost_class_names_it() {
        let path = |name: &str, source_file: Option<&str>| {
            let (name, source_file) = (name.to_owned(), source_file.map(str::to_owned));
            Class { name, source_file, hash: 0, location: String::new() }.likely_source_path()
        };
        assert_eq!(path("org.x.Outer$Inner$1", None), "org/x/Outer.java");
        assert_eq!(path("org.x.$Gen", None), "org/x/$Gen.java");
        assert_eq!(path("Bare", None), "Bare.java");
        assert_eq!(path("", None), ".java");
        assert_eq!(path("org.x.Second", Some("First.kt")), "org/x/First.kt");
    }
}
