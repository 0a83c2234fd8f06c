//! Finds the classes and methods of Java files, and the ones that a commit changed.

use std::collections::BTreeMap;
use std::ops::Range;

use tree_sitter::{Node, Parser, Tree};

use crate::edits::Hunk;

/// Longer files have no units. Units: bytes.
const LONGEST: usize = 8 << 20;
/// Deeper nested types are ignored.
const DEEPEST: usize = 64;

/// The kind of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UnitKind {
    /// A named class, interface, enum, record or annotation outside methods.
    Class,
    /// A method or constructor of such a class.
    Method,
}

/// Kind and name of a unit: `Outer.Inner` or `Outer.Inner.name(int,List<String>)`. A constructor has the name of its class;
/// the compact constructor of a record has no parameter list.
pub type UnitName = (UnitKind, String);

/// What a commit did to a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnitEvent {
    /// The unit is new in the file.
    Added,
    /// Lines of the unit, or of units in it, were changed, added or removed.
    Modified,
    /// The unit is gone from the file.
    Deleted,
}

/// The units of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Units {
    /// Line ranges of the units, from 0.
    pub(crate) lines: BTreeMap<UnitName, Range<u32>>,
    /// Whether the source has no syntax errors; otherwise units may be missing.
    is_whole: bool,
}

impl Default for Units {
    fn default() -> Self {
        Self { lines: BTreeMap::new(), is_whole: true }
    }
}

/// Finds the units of Java sources. In a source with syntax errors some may be missing.
pub(crate) struct Finder(Parser);

impl Finder {
    pub(crate) fn new() -> Self {
        let mut parser = Parser::new();
        parser.set_language(&tree_sitter_java::LANGUAGE.into()).expect("the grammar fits the parser");
        Self(parser)
    }

    /// Finds the units of a source; also returns its tree if it has no errors. `near` is the tree of another version, edited
    /// to match this one.
    pub(crate) fn units(&mut self, source: &[u8], near: Option<&Tree>) -> (Units, Option<Tree>) {
        let mut units = Units { is_whole: false, ..Units::default() };
        if source.len() > LONGEST {
            return (units, None);
        }
        let is_whole = |tree: &Tree| !tree.root_node().has_error();
        // The parse of errors may depend on the tree that it started from.
        let tree = near.and_then(|near| self.0.parse(source, Some(near)).filter(is_whole));
        let Some(tree) = tree.or_else(|| self.0.parse(source, None)) else { return (units, None) };
        units.is_whole = is_whole(&tree);
        collect(tree.root_node(), "", DEEPEST, source, &mut units.lines);
        let tree = units.is_whole.then_some(tree);
        (units, tree)
    }
}

/// Returns the units of a parsed source, with their lines from 0.
pub(crate) fn units_of_tree(tree: &Tree, source: &[u8]) -> BTreeMap<UnitName, Range<u32>> {
    let mut units = BTreeMap::new();
    collect(tree.root_node(), "", DEEPEST, source, &mut units);
    units
}

/// Collects the units in a node, recursively.
fn collect(
    node: Node<'_>,
    outer: &str,
    depth: usize,
    source: &[u8],
    units: &mut BTreeMap<UnitName, Range<u32>>,
) {
    if depth == 0 {
        return;
    }
    let within = |name: &str| if outer.is_empty() { name.to_owned() } else { format!("{outer}.{name}") };
    let mut cursor = node.walk();
    for child in node.named_children(&mut cursor) {
        let lines = child.start_position().row as u32..child.end_position().row as u32 + 1;
        let name = || child.child_by_field_name("name").map(|name| text(name, source));
        match child.kind() {
            "class_declaration"
            | "interface_declaration"
            | "enum_declaration"
            | "record_declaration"
            | "annotation_type_declaration" => {
                let (Some(name), Some(body)) = (name(), child.child_by_field_name("body")) else { continue };
                let name = within(&name);
                // The first of two units with one name, which is invalid Java.
                units.entry((UnitKind::Class, name.clone())).or_insert(lines);
                collect(body, &name, depth - 1, source, units);
            }
            "method_declaration"
            | "constructor_declaration"
            | "compact_constructor_declaration"
            | "annotation_type_element_declaration" => {
                let Some(name) = name() else { continue };
                let parameters = child.child_by_field_name("parameters");
                let parameters = parameters.map_or_else(String::new, |list| types(list, source));
                units.entry((UnitKind::Method, within(&format!("{name}({parameters})")))).or_insert(lines);
            }
            // Broken sources wrap classes in ERROR nodes; enums wrap what follows the constants.
            "ERROR" | "enum_body_declarations" => collect(child, outer, depth - 1, source, units),
            _ => {}
        }
    }
}

/// The parameter types, separated by commas.
fn types(parameters: Node<'_>, source: &[u8]) -> String {
    let mut cursor = parameters.walk();
    let of = |parameter: Node<'_>| match parameter.kind() {
        "formal_parameter" => {
            let part =
                |field| parameter.child_by_field_name(field).map_or_else(String::new, |p| text(p, source));
            Some(part("type") + &part("dimensions"))
        }
        "spread_parameter" => {
            let mut cursor = parameter.walk();
            let is_type = |node: &Node<'_>| {
                !matches!(
                    node.kind(),
                    "modifiers" | "annotation" | "marker_annotation" | "variable_declarator"
                )
            };
            let found = parameter.named_children(&mut cursor).find(is_type);
            found.map(|of| text(of, source) + "...")
        }
        _ => None,
    };
    let all: Vec<String> = parameters.named_children(&mut cursor).filter_map(of).collect();
    all.join(",")
}

/// The text of a node without white space.
fn text(node: Node<'_>, source: &[u8]) -> String {
    String::from_utf8_lossy(&source[node.byte_range()]).split_whitespace().collect()
}

/// Returns the unit events between two versions of a file, given the units of each and the differing lines. A unit missing
/// from a version with syntax errors counts as neither added nor deleted.
pub(crate) fn events([old_units, new_units]: [&Units; 2], hunks: &[Hunk]) -> Vec<(UnitName, UnitEvent)> {
    let touched = |version: usize, lines: &Range<u32>| {
        hunks
            .iter()
            .map(|hunk| &hunk[version])
            .any(|changed| changed.start < lines.end && lines.start < changed.end)
    };
    let mut events = Vec::new();
    for (name, lines) in &new_units.lines {
        let old_lines = old_units.lines.get(name);
        let is_touched = touched(1, lines) || old_lines.is_some_and(|lines| touched(0, lines));
        if old_lines.is_none() && old_units.is_whole {
            events.push((name.clone(), UnitEvent::Added));
        } else if is_touched {
            events.push((name.clone(), UnitEvent::Modified));
        }
    }
    let gone =
        old_units.lines.keys().filter(|name| new_units.is_whole && !new_units.lines.contains_key(*name));
    events.extend(gone.map(|name| (name.clone(), UnitEvent::Deleted)));
    events
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edits::hunks;

    const SOURCE: &str = "package p;
import java.util.*;

/** Not of the class. */
@Deprecated
public class A<T extends Number> {
    int field;
    A() { }
    A(int... many) { this(); }
    <U> void m(final Map<String, List<U>> map, int[] a, T b[], String... s) {
        Runnable r = () -> { class Local { void no() { } } };
        new Object() { void neither() { } };
    }
    interface I {
        default void d() { }
        enum E { X { void x() { } }, Y; E() { } void e(I this) { } }
    }
    record R(int x) {
        R { }
        static void s() { }
    }
    @interface Note { String value() default \"\"; }
}
sealed interface Shape permits A { }
";

    fn units(source: &str) -> Units {
        Finder::new().units(source.as_bytes(), None).0
    }

    #[test]
    fn every_named_type_and_method_is_a_unit() {
        let names: Vec<String> = units(SOURCE).lines.into_keys().map(|(_, name)| name).collect();
        let expected = [
            "A",
            "A.I",
            "A.I.E",
            "A.Note",
            "A.R",
            "Shape",
            "A.A()",
            "A.A(int...)",
            "A.I.E.E()",
            "A.I.E.e()",
            "A.I.d()",
            "A.Note.value()",
            "A.R.R()",
            "A.R.s()",
            "A.m(Map<String,List<U>>,int[],T[],String...)",
        ];
        assert_eq!(names, expected);
        // Annotations belong to the class, preceding comments do not.
        assert_eq!(units(SOURCE).lines[&(UnitKind::Class, "A".to_owned())], 4..23);
    }

    #[test]
    fn broken_sources_have_what_can_be_made_out() {
        let broken = units("class A {\n  void m() { if (x }\n  void n() { }\n}\nclass B { }\n");
        assert!(broken.lines.contains_key(&(UnitKind::Class, "B".to_owned())), "{broken:?}");
        assert!(units("").lines.is_empty() && units("\u{0}\u{1}\u{2}}}}{{").lines.is_empty());
        Finder::new().units(b"class \xff\xfe { }", None);
        Finder::new().units("class A {".repeat(5000).as_bytes(), None);
    }

    fn changed(from: &str, to: &str) -> Vec<(String, UnitEvent)> {
        let (old, new) = (units(from), units(to));
        let events = events([&old, &new], &hunks(from.as_bytes(), to.as_bytes()));
        events.into_iter().map(|((_, name), event)| (name, event)).collect()
    }

    #[test]
    fn what_an_error_hides_is_not_gone_and_not_new_afterwards() {
        let fine = "class A {\n  int a;\n}\nclass B {\n  int b;\n}\n";
        let broken = "class A {\n  int a;\n}\n<<<<<<< ((( class {{ B\n";
        assert!(!units(broken).lines.contains_key(&(UnitKind::Class, "B".to_owned())));
        let names =
            |from, to| changed(from, to).into_iter().filter(|(name, _)| name == "B").collect::<Vec<_>>();
        assert_eq!(names(fine, broken), []);
        assert_eq!(names(broken, fine), [("B".to_owned(), UnitEvent::Modified)]);
        assert_eq!(names(fine, "class A {\n  int a;\n}\n"), [("B".to_owned(), UnitEvent::Deleted)]);
    }

    #[test]
    fn what_comes_or_goes_behind_a_unit_does_not_change_it() {
        let class =
            |name: &str, field: &str| format!("    class {name} {{\n        int {field};\n    }}\n\n");
        let rest = (0..9).fold(String::new(), |rest, n| rest + &format!("    int rest{n};\n"));
        let with = |import: &str, inner: &str| format!("import {import};\nclass A {{\n{inner}{rest}}}\n");
        let one = with("a.B", &class("B", "x"));
        let both = with("a.C", &(class("B", "x") + &class("C", "y")));
        let names = |from: &str, to: &str| -> Vec<String> {
            changed(from, to).into_iter().map(|(name, _)| name).collect()
        };
        // The closing brace and the empty line of either class match those of the other.
        assert_eq!(names(&one, &both), ["A", "A.C"]);
        assert_eq!(names(&both, &one), ["A", "A.C"]);
    }

    #[test]
    fn a_changed_line_changes_what_encloses_it() {
        use UnitEvent::{Added, Deleted, Modified};
        let event = |name: &str, event| (name.to_owned(), event);
        let edit = |from: &str, to: &str| changed(SOURCE, &SOURCE.replace(from, to));
        assert_eq!(edit("import java.util.*;", "import java.util.Map;"), []);
        assert_eq!(edit("int field", "long field"), [event("A", Modified)]);
        assert_eq!(edit("this(); }", "super(); }"), [event("A", Modified), event("A.A(int...)", Modified)]);
        let line = "        static void s() { }\n";
        assert_eq!(edit(line, ""), [event("A", Modified), event("A.R", Modified), event("A.R.s()", Deleted)]);
        let more = format!("{line}        void t() {{ }}\n");
        assert_eq!(
            edit(line, &more),
            [event("A", Modified), event("A.R", Modified), event("A.R.t()", Added)]
        );
        let renamed = edit("sealed interface Shape permits", "sealed interface Form permits");
        assert_eq!(renamed, [event("Form", Added), event("Shape", Deleted)]);
        // A change that encloses a whole method counts for it.
        let whole = edit("        default void d() { }\n", "        default void d() {\n        }\n");
        assert_eq!(whole, [event("A", Modified), event("A.I", Modified), event("A.I.d()", Modified)]);
    }
}
