//! Lines whose code stands in several places: a mutant of one copy would leave the others as they are.

use std::collections::{BTreeMap, BTreeSet};

use faultline_jvm_process::jvm::left_out::LeftOut;
use faultline_messages::names::simple_class;
use faultline_messages::words::counted;
use faultline_spectrum::{Recording, Spectrum};

use super::scala;
use super::targets::Covered;

/// Removes lines that Kotlin copied into the classes that call an inline function, whose own mutants do not run
/// there, and lines that Scala copied into other methods. Returns the classes of these lines.
pub(super) fn leave_out(
    spectrum: &Spectrum,
    recordings: &[Recording],
    covered: &mut Covered,
) -> Vec<LeftOut> {
    let mut kotlin: BTreeMap<(String, u32), BTreeSet<&str>> = BTreeMap::new();
    for (line, classes) in recordings.iter().flat_map(Recording::copies) {
        kotlin.entry(line).or_default().extend(classes);
    }
    let scala = scala::copies(recordings);
    let mut left_out = Vec::new();
    for (class, (lines, elements)) in &mut *covered {
        let name = &spectrum.classes[class.index()].name;
        let by_kotlin = |line: u32| kotlin.get(&(name.clone(), line));
        let by_scala = |line: u32| scala.get(&(name.as_str(), line));
        let into: BTreeSet<_> = lines.iter().filter_map(|&line| by_kotlin(line)).flatten().collect();
        if !into.is_empty() {
            let classes = counted(into.len(), "class");
            let why =
                format!("has inline functions that Kotlin copied into {classes}, and no mutants in them");
            left_out.push(LeftOut { name: simple_class(name), why });
        }
        let methods: BTreeSet<_> = lines.iter().filter_map(|&line| by_scala(line)).flatten().collect();
        if !methods.is_empty() {
            let methods = counted(methods.len(), "method");
            let why =
                format!("has lines that Scala inlined, which stand in {methods}, and no mutants in them");
            left_out.push(LeftOut { name: simple_class(name), why });
        }
        let is_copied = |line: u32| by_kotlin(line).is_some() || by_scala(line).is_some();
        elements.retain(|element| !is_copied(spectrum.elements[element.index()].line));
        lines.retain(|&line| !is_copied(line));
    }
    covered.retain(|_, (lines, _)| !lines.is_empty());
    left_out
}
