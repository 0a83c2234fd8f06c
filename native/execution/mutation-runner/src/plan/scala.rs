//! Lines that Scala inlined into other methods of the same source: by its optimizer (`-opt:l:inline`), or as `inline`
//! methods of Scala 3. Class files say nothing of it, but such a line belongs to several methods.
//!
//! What is inlined from another source has the line of the call, of which nobody can tell.

use std::collections::{BTreeMap, BTreeSet};

use faultline_spectrum::{ClassName, RecordedClass, Recording};

/// The end of the names of Scala's sources.
const SOURCE: &str = ".scala";

/// The classes of each source, whose name is not enough: by location, package and name. By name and hash, because the
/// JVMs of a build load the same classes.
type Sources<'a> = BTreeMap<(&'a str, &'a str, &'a str), BTreeMap<(&'a str, u64), &'a RecordedClass>>;

/// A method with its lines.
struct Method<'a> {
    class: &'a str,
    name: &'a str,
    lines: BTreeSet<u32>,
}

/// The methods that contain each line that stands in several of them, by class and line. Cost: O(pairs of methods
/// that share a line).
pub(super) fn copies(recordings: &[Recording]) -> BTreeMap<(&str, u32), BTreeSet<(&str, &str)>> {
    let mut sources = Sources::new();
    for class in recordings.iter().flat_map(|recording| &recording.classes) {
        let Some(source) = class.source_file.as_deref().filter(|source| source.ends_with(SOURCE)) else {
            continue;
        };
        let package = class.name.rsplit_once('.').map_or("", |(package, _)| package);
        sources
            .entry((&class.location, package, source))
            .or_default()
            .insert((&class.name, class.hash), class);
    }
    let mut copies = BTreeMap::new();
    for classes in sources.values() {
        let methods: Vec<Method<'_>> = classes.values().flat_map(|class| methods(class)).collect();
        for (at, method) in methods.iter().enumerate() {
            for other in &methods[at + 1..] {
                for line in copied(method, other) {
                    for holder in [method, other] {
                        let holders: &mut BTreeSet<_> = copies.entry((holder.class, line)).or_default();
                        holders.extend([method, other].map(|of| (of.class, of.name)));
                    }
                }
            }
        }
    }
    copies
}

/// The methods of a class that a person may have named. Those of the compiler and of lambdas share lines with others
/// although nothing was inlined, and so do anonymous and local classes.
fn methods(class: &RecordedClass) -> Vec<Method<'_>> {
    let simple = ClassName(&class.name).simple();
    let is_local = simple
        .split('$')
        .skip(1)
        .any(|part| part == "anon" || part.starts_with(|c: char| c.is_ascii_digit()));
    if is_local || simple.contains("$anon") {
        return Vec::new();
    }
    let mut methods: Vec<Method<'_>> = class
        .methods
        .iter()
        .map(|method| Method { class: &class.name, name: &method.name, lines: BTreeSet::new() })
        .collect();
    for &(method, line) in &class.slots {
        if let Some(method) = methods.get_mut(method as usize) {
            method.lines.insert(line);
        }
    }
    methods.retain(|method| !method.lines.is_empty() && !method.name.contains(['$', '<']));
    methods
}

/// The lines of which one method has a copy of the other's: what else they have stands elsewhere in the source.
fn copied(one: &Method<'_>, other: &Method<'_>) -> Vec<u32> {
    // A bridge, or a forwarder in the companion class, has the name of its method.
    if one.name == other.name {
        return Vec::new();
    }
    let shared: Vec<u32> = one.lines.intersection(&other.lines).copied().collect();
    let (Some(first), Some(last)) = (shared.first(), shared.last()) else { return shared };
    let mut own = one.lines.symmetric_difference(&other.lines).peekable();
    let has_own = own.peek().is_some();
    if has_own && own.all(|line| line < first || line > last) { shared } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use faultline_spectrum::{ClassFile, RecordedMethod};

    use super::*;

    /// A class of a source, with the lines of each method.
    fn class(name: &str, source: &str, methods: &[(&str, &[u32])]) -> RecordedClass {
        let names =
            methods.iter().map(|(name, _)| RecordedMethod { name: (*name).into(), descriptor: "()V".into() });
        let slots = (0..).zip(methods).flat_map(|(at, (_, lines))| lines.iter().map(move |&line| (at, line)));
        let file = ClassFile {
            name: name.into(),
            source_file: Some(source.into()),
            methods: names.collect(),
            slots: slots.collect(),
            ..ClassFile::default()
        };
        RecordedClass::new(name.len() as u32, file)
    }

    /// The copied lines, as `Class:line in method, method`.
    fn found(classes: &[RecordedClass]) -> Vec<String> {
        let recordings = [Recording { classes: classes.to_vec(), ..Recording::default() }];
        let names = |holders: &BTreeSet<(&str, &str)>| {
            holders.iter().map(|(_, name)| *name).collect::<Vec<_>>().join(", ")
        };
        copies(&recordings)
            .iter()
            .map(|((class, line), of)| format!("{class}:{line} in {}", names(of)))
            .collect()
    }

    #[test]
    fn a_line_in_several_methods_was_inlined() {
        let prices =
            class("a.Prices", "A.scala", &[("off", &[5, 6]), ("large", &[5, 6, 16]), ("small", &[10, 11])]);
        let bills = class("a.Bills", "A.scala", &[("bill", &[5, 6, 22, 23]), ("<init>", &[20])]);
        assert_eq!(
            found(&[prices, bills]),
            [
                "a.Bills:5 in bill, large, off",
                "a.Bills:6 in bill, large, off",
                "a.Prices:5 in bill, large, off",
                "a.Prices:6 in bill, large, off"
            ]
        );
    }

    #[test]
    fn what_the_compiler_makes_shares_lines_and_was_not_inlined() {
        let all: [&[(&str, &[u32])]; 7] = [
            &[("run", &[5, 6]), ("$anonfun$run$1", &[6])],
            &[("<init>", &[3, 4, 5]), ("size", &[4])],
            &[("apply", &[7]), ("apply", &[7, 8])],
            &[("one", &[7]), ("two", &[7])],
            &[("sum", &[7, 8, 9]), ("sum$extension", &[7, 8])],
            &[("first", &[7, 8]), ("second", &[9])],
            &[("outer", &[6, 7, 8]), ("around", &[6, 8])],
        ];
        for methods in all {
            assert_eq!(found(&[class("a.A", "A.scala", methods)]), Vec::<String>::new(), "{methods:?}");
        }
        let run = class("a.A", "A.scala", &[("run", &[6, 7, 8])]);
        for other in ["a.A$$anon$1", "a.A$Local$1", "a.A$1"] {
            assert_eq!(
                found(&[run.clone(), class(other, "A.scala", &[("apply", &[7])])]),
                Vec::<String>::new()
            );
        }
        let elsewhere = class("a.B", "B.scala", &[("apply", &[6])]);
        let java = ["a.J", "a.JJ"].map(|name| class(name, "J.java", &[("run", &[6, 7]), ("go", &[6])]));
        assert_eq!(found(&[&[run, elsewhere], &java[..]].concat()), Vec::<String>::new());
    }
}
