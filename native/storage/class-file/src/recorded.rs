//! Whether a class file still has the lines that were recorded of it.

use std::collections::{BTreeSet, HashMap};

use faultline_spectrum::{Fnv, RecordedClass, Recording};

use crate::debug_info::{DebugInfo, MethodLines};

/// Whether a class file has the lines of a recorded class: the same bytes, or the same source file with the
/// same lines in methods of the same names and descriptors.
///
/// Bytes alone say too much: a compiler for another Java version, or a tool that instruments files and
/// restores them later (JaCoCo, Cobertura), writes other bytes for the same lines. Such tools add members
/// without lines, so methods without lines do not count on either side.
pub fn has_lines_of(recording: &Recording, class: &RecordedClass, bytes: &[u8]) -> bool {
    Fnv::of(bytes) == class.hash
        || DebugInfo::read(bytes).is_some_and(|now| Recorded::of(recording, class).are_lines_of(&now))
}

/// The recorded lines of a class.
struct Recorded<'a> {
    class: &'a RecordedClass,
    /// By name and descriptor: the recorded lines, and the number of lines that had no room for a probe.
    methods: HashMap<(&'a str, &'a str), (BTreeSet<u32>, usize)>,
}

impl<'a> Recorded<'a> {
    fn of(recording: &Recording, class: &'a RecordedClass) -> Self {
        let mut methods: Vec<(BTreeSet<u32>, usize)> = vec![Default::default(); class.methods.len()];
        for &(method, line) in &class.slots {
            if let Some((lines, _)) = methods.get_mut(method as usize) {
                lines.insert(line);
            }
        }
        for partly in recording.partly.iter().filter(|partly| partly.class == class.id) {
            if let Some((_, lost)) = methods.get_mut(partly.method as usize) {
                *lost = partly.lines as usize;
            }
        }
        let names = class.methods.iter().map(|method| (&*method.name, &*method.descriptor));
        Self { class, methods: names.zip(methods).collect() }
    }

    fn are_lines_of(&self, now: &DebugInfo) -> bool {
        let with_lines = self.methods.values().filter(|(lines, _)| !lines.is_empty()).count();
        let is_found = |method: &&MethodLines| {
            let known = self.methods.get(&(&*method.name, &*method.descriptor));
            known.is_some_and(|(lines, _)| !lines.is_empty())
        };
        now.source_file == self.class.source_file
            && now.methods.iter().filter(is_found).count() == with_lines
            && now.methods.iter().all(|method| self.fits(method))
    }

    /// Whether a method of the class file has the lines recorded of it.
    fn fits(&self, method: &MethodLines) -> bool {
        match self.methods.get(&(&*method.name, &*method.descriptor)) {
            // Bridges to methods of the same class are not recorded.
            None => method.lines.is_empty() || method.is_bridge,
            // No lines are recorded of what no person wrote.
            Some((lines, 0)) => lines.is_empty() || *lines == method.lines,
            Some((lines, lost)) => lines.is_subset(&method.lines) && lines.len() + lost == method.lines.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use faultline_spectrum::{ClassFile, PartlyRecorded, RecordedMethod};

    use super::*;
    use crate::debug_info::tests::{Draft, draft};

    /// The recording of a class file, and the number of lines lost in its second method.
    fn recorded(of: &Draft, lost: usize) -> Recording {
        let now = DebugInfo::read(&of.bytes()).expect("a class");
        let mut file = ClassFile {
            name: "A".into(),
            source_file: now.source_file,
            hash: Fnv::of(&of.bytes()),
            ..ClassFile::default()
        };
        for (at, method) in (0..).zip(now.methods.into_iter().filter(|method| !method.is_bridge)) {
            let room = method.lines.len() - if at == 1 { lost } else { 0 };
            file.slots.extend(method.lines.into_iter().take(room).map(|line| (at, line)));
            file.methods.push(RecordedMethod { name: method.name, descriptor: method.descriptor });
        }
        let partly = PartlyRecorded { class: 4, method: 1, lines: lost as u32 };
        Recording {
            classes: vec![RecordedClass::new(4, file)],
            partly: if lost > 0 { vec![partly] } else { Vec::new() },
            ..Recording::default()
        }
    }

    fn is_same(before: &Draft, now: &Draft) -> bool {
        let recording = recorded(before, 0);
        has_lines_of(&recording, &recording.classes[0], &now.bytes())
    }

    fn with_method(name: &'static str, lines: Vec<u16>) -> Draft {
        let mut draft = draft();
        draft.methods.push((0x1008, name, "()[Z", lines));
        draft
    }

    #[test]
    fn other_code_and_members_without_lines_are_the_same_class() {
        let longer = Draft { code: 40, ..draft() };
        assert_ne!(longer.bytes(), draft().bytes());
        assert!(is_same(&draft(), &draft()) && is_same(&draft(), &longer));
        let instrumented = with_method("$jacocoInit", vec![]);
        assert!(is_same(&instrumented, &draft()), "restored since");
        assert!(is_same(&draft(), &instrumented), "instrumented since");
    }

    #[test]
    fn the_order_and_the_repetition_of_lines_do_not_count() {
        let mut sorted = draft();
        sorted.methods[1].3 = vec![6, 7, 70];
        assert!(is_same(&draft(), &sorted));
    }

    #[test]
    fn moved_lines_and_other_methods_are_another_class() {
        let change = |change: fn(&mut Draft)| {
            let mut draft = draft();
            change(&mut draft);
            draft
        };
        for (what, other) in [
            ("a line moved", change(|draft| draft.methods[1].3[1] = 8)),
            ("a line more", change(|draft| draft.methods[1].3.push(71))),
            ("a line less", change(|draft| draft.methods[1].3.truncate(2))),
            ("a method removed", change(|draft| drop(draft.methods.remove(1)))),
            ("a method renamed", change(|draft| draft.methods[1].1 = "total")),
            ("another descriptor", change(|draft| draft.methods[1].2 = "(J)I")),
            ("a method added", with_method("extra", vec![80])),
            ("another source", change(|draft| draft.source_file = "B.java")),
        ] {
            assert!(!is_same(&draft(), &other), "{what}");
            assert!(!is_same(&other, &draft()), "{what}, the other way round");
        }
        assert!(!is_same(&draft(), &change(|draft| draft.methods[1].3.clear())), "no lines");
        let recording = recorded(&draft(), 0);
        assert!(!has_lines_of(&recording, &recording.classes[0], b"another build"));
    }

    #[test]
    fn lines_without_room_for_a_probe_are_counted() {
        let recording = recorded(&draft(), 2);
        let mut now = Draft { code: 40, ..draft() };
        assert!(has_lines_of(&recording, &recording.classes[0], &now.bytes()));
        now.methods[1].3.push(71);
        assert!(!has_lines_of(&recording, &recording.classes[0], &now.bytes()));
    }

    #[test]
    fn methods_whose_lines_were_not_recorded_may_have_lines() {
        let mut recording = recorded(&draft(), 0);
        recording.classes[0].slots.retain(|(method, _)| *method != 1);
        let now = Draft { code: 40, ..draft() };
        assert!(has_lines_of(&recording, &recording.classes[0], &now.bytes()), "of what no person wrote");
    }
}
