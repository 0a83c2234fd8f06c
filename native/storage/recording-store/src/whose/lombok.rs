//! Members that Lombok added to classes without a mark: version 1.18.30, and older ones, mark them only on request.
//!
//! The class file does not tell them from others, so the source decides. Only projects are looked at in which methods of
//! a class share their only line, as those of `@Data` and `@Builder` do.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use faultline_files::{limits, regular};
use faultline_spectrum::{ClassFile, Coverage, CoverageBuilder, Recording};

use super::source_roots::SourceRoots;

/// Which slots of a class a person wrote.
pub type Written = Arc<[bool]>;

/// Removes the lines of members that Lombok added. Cost: O(classes); where some class looks like one of Lombok's, the
/// project's folders are searched once for sources, and the coverage of its classes is copied.
pub fn leave_out(recordings: &mut [Recording], sources: &mut SourceRoots) {
    let classes = || recordings.iter().flat_map(|recording| &recording.classes);
    let mut texts = Texts { sources, known: HashMap::new() };
    let mut seen = HashSet::new();
    let mut candidates = classes().filter(|class| seen.insert(Arc::as_ptr(&class.file)));
    if !candidates.any(|class| shares_lines(class) && texts.of(class).is_some()) {
        return;
    }
    let mut known = HashMap::<*const ClassFile, Option<(Arc<ClassFile>, Written)>>::new();
    for class in classes() {
        known.entry(Arc::as_ptr(&class.file)).or_insert_with(|| without_added(class, &texts.of(class)?));
    }
    // The files must live as long as their addresses are keys.
    let files: Vec<Arc<ClassFile>> = classes().map(|class| Arc::clone(&class.file)).collect();
    for recording in recordings {
        let mut changed = HashMap::new();
        for class in &mut recording.classes {
            if let Some(Some((file, written))) = known.get(&Arc::as_ptr(&class.file)) {
                class.file = Arc::clone(file);
                changed.insert(class.id, Arc::clone(written));
            }
        }
        if !changed.is_empty() {
            renumber(recording, &changed);
        }
    }
    drop(files);
}

/// Whether two methods of a class share their only line. Few people write so, and Lombok always does.
fn shares_lines(class: &ClassFile) -> bool {
    let mut lines = HashMap::<u32, HashSet<u32>>::new();
    for (method, line) in &class.slots {
        lines.entry(*method).or_default().insert(*line);
    }
    let is_plain = |method: u32| class.methods.get(method as usize).is_some_and(|of| is_plain(&of.name));
    let mut only = HashSet::new();
    let mut single = lines.iter().filter(|(method, lines)| lines.len() == 1 && is_plain(**method));
    !single.all(|(_, lines)| lines.iter().all(|line| only.insert(*line)))
}

/// Whether a person may have written a method of this name.
fn is_plain(name: &str) -> bool {
    !name.contains(['$', '<'])
}

/// The texts of sources that import Lombok, by class file.
struct Texts<'a> {
    sources: &'a mut SourceRoots,
    known: HashMap<std::path::PathBuf, Option<Arc<[String]>>>,
}

impl Texts<'_> {
    fn of(&mut self, class: &ClassFile) -> Option<Arc<[String]>> {
        let file = self.sources.file_of(class)?;
        if file.extension()? != "java" {
            return None;
        }
        let read = |file: &std::path::PathBuf| {
            let text = regular::read(file, limits::SOURCE).ok()?;
            let text = String::from_utf8_lossy(&text);
            let is_lomboks =
                text.lines().any(|line| line.contains("import lombok.") || line.contains("@lombok."));
            is_lomboks.then(|| text.lines().map(str::to_owned).collect())
        };
        self.known.entry(file).or_insert_with_key(read).clone()
    }
}

/// The class without lines of methods that its source does not have, or that it has at annotations alone; `None` if there
/// are none.
fn without_added(class: &ClassFile, text: &[String]) -> Option<(Arc<ClassFile>, Written)> {
    let is_annotated =
        |line: u32| text.get((line as usize).wrapping_sub(1)).is_some_and(|line| is_annotation(line));
    let is_written = |(method, of): (u32, &str)| {
        let mut lines = class.slots.iter().filter(|slot| slot.0 == method).map(|slot| slot.1);
        let is_named = !is_plain(of) || text.iter().any(|line| has_call(line, of));
        is_named && !lines.all(is_annotated)
    };
    let methods = (0..).zip(class.methods.iter().map(|method| &*method.name));
    let methods: Vec<bool> = methods.map(is_written).collect();
    let written = class.slots.iter().map(|slot| methods.get(slot.0 as usize).copied().unwrap_or(true));
    let written: Written = written.collect();
    if written.iter().all(|&is_written| is_written) {
        return None;
    }
    let slots = class.slots.iter().zip(written.iter()).filter(|(_, is_written)| **is_written);
    let slots = slots.map(|(slot, _)| *slot).collect();
    Some((Arc::new(ClassFile { slots, ..class.clone() }), written))
}

/// Whether a line has a name with a parenthesis after it, as a declaration has.
fn has_call(line: &str, name: &str) -> bool {
    line.match_indices(name).any(|(at, _)| {
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
        !line[..at].chars().next_back().is_some_and(is_part)
            && line[at + name.len()..].trim_start().starts_with('(')
    })
}

/// Whether a line holds annotations and nothing else.
fn is_annotation(line: &str) -> bool {
    let mut rest = line.trim();
    let is_one = rest.starts_with('@');
    while let Some(after) = rest.strip_prefix('@') {
        let is_of_name = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '.');
        rest = after.trim_start_matches(is_of_name).trim_start();
        if rest.starts_with('(') {
            let mut depth = 0_usize;
            let end = rest.char_indices().find(|(_, letter)| {
                depth = if *letter == '(' { depth + 1 } else { depth - usize::from(*letter == ')') };
                depth == 0
            });
            rest = end.map_or("", |(at, _)| rest[at + 1..].trim_start());
        }
    }
    is_one && (rest.is_empty() || rest.starts_with("//"))
}

/// Moves the lines of changed classes to the numbers of their slots now.
pub fn renumber(recording: &mut Recording, changed: &HashMap<u32, Written>) {
    let rows = recording.tests.iter_mut().map(|test| &mut test.coverage);
    let fixtures = recording.fixtures.iter_mut().map(|fixture| &mut fixture.coverage);
    let initialisers = recording.initialisers.iter_mut().map(|(_, coverage)| coverage);
    let background = recording.background.iter_mut().map(|ran| &mut ran.coverage);
    let (mut builder, mut buffer) = (CoverageBuilder::default(), Vec::new());
    for coverage in rows.chain(fixtures).chain(initialisers).chain(background) {
        if coverage.classes_in(&mut buffer).any(|(class, _)| changed.contains_key(&class)) {
            *coverage = renumbered(coverage, changed, &mut builder);
        }
    }
}

fn renumbered(
    coverage: &Coverage,
    changed: &HashMap<u32, Written>,
    builder: &mut CoverageBuilder,
) -> Coverage {
    builder.clear();
    for (class, bits) in coverage.classes() {
        let Some(written) = changed.get(&class) else {
            builder.class(class, bits);
            continue;
        };
        let mut moved = vec![0_u64; bits.len()];
        let kept = written.iter().enumerate().filter(|(_, is_written)| **is_written);
        for (to, (from, _)) in kept.enumerate() {
            let is_set = bits.get(from / 64).is_some_and(|word| word >> (from % 64) & 1 == 1);
            if is_set {
                moved[to / 64] |= 1 << (to % 64);
            }
        }
        builder.class(class, &moved);
    }
    builder.to_coverage()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_annotations_holds_nothing_else() {
        for line in
            ["@Data", "  @Builder(toBuilder = true) @Getter", "@A(b = @B(\"c\")) // words", "@lombok.Value"]
        {
            assert!(is_annotation(line), "{line}");
        }
        for line in ["", "int a;", "@Getter private int a;", "@Override public int a() { return 1; }", "a @B"]
        {
            assert!(!is_annotation(line), "{line}");
        }
    }

    #[test]
    fn a_declaration_is_known_by_its_name() {
        assert!(has_call("  public int total(int a) {", "total") && has_call("total (", "total"));
        assert!(
            !has_call("subtotal(", "total") && !has_call("total;", "total") && !has_call("totals(", "total")
        );
    }
}
