//! All edits of a test's body, except in the expected values of assertions.

mod arguments;
mod calls;
mod elements;
mod literals;
mod names;
mod statements;

use tree_sitter::Node;

use crate::assertions::Assertions;
use crate::calls::call;
use crate::nodes::walk;
use crate::sites::Sites;
use crate::source::Source;
use crate::split::is_statement;
use crate::types::{Types, is_literal};

use self::names::Names;

/// Maximum number of a test's strings that replace others.
const STRINGS: usize = 60;

/// Finds all edits of a test's body.
pub fn of(source: &Source, assertions: &Assertions<'_>, body: Node<'_>) -> Sites {
    let found = Found {
        source,
        assertions,
        types: Types::of(source),
        names: Names::of(source, body),
        strings: strings(source, body),
    };
    let mut sites = Sites::default();
    found.within(body, body, &mut sites);
    sites
}

fn strings(source: &Source, body: Node<'_>) -> Vec<String> {
    let mut strings: Vec<String> = ["", " ", "x"].map(str::to_owned).into();
    walk(body, &mut |node| {
        if let Some(text) = crate::literals::text_of(source.of(node))
            && !strings.contains(&text)
            && strings.len() < STRINGS
            && node.kind().ends_with("string_literal")
        {
            strings.push(text);
        }
        true
    });
    strings
}

/// The context of finding edits.
struct Found<'s> {
    source: &'s Source,
    assertions: &'s Assertions<'s>,
    types: Types,
    names: Names,
    /// The strings of the same test.
    strings: Vec<String>,
}

impl Found<'_> {
    fn within(&self, body: Node<'_>, top: Node<'_>, sites: &mut Sites) {
        walk(top, &mut |node| {
            let is_asserting = (is_statement(node) || node == body) && self.assertions.is_assertion(node);
            if is_asserting && let Some(actual) = self.assertions.actual(node) {
                if actual != top {
                    self.within(body, actual, sites);
                }
                return false;
            }
            if is_statement(node) && !is_asserting {
                statements::find(self.source, node, sites);
            }
            self.at(node, is_asserting, sites)
        });
    }

    /// Adds the edits of a node. Returns whether to visit its children.
    fn at(&self, node: Node<'_>, is_asserting: bool, sites: &mut Sites) -> bool {
        if is_literal(self.source, node) {
            literals::find(self.source, node, &self.strings, sites);
            return false;
        }
        if let Some(call) = call(self.source, node)
            && !is_asserting
        {
            calls::find(self.source, &call, sites);
            if elements::is_of_elements(&call) {
                elements::find(self.source, &call, sites);
            } else {
                arguments::find(self.source, &self.types, &call, sites);
            }
        }
        match node.kind() {
            "identifier" => self.names.variable(self.source, &self.types, node, sites),
            "navigation_expression" => self.names.constant(self.source, node, sites),
            "user_type" | "annotation" => return false,
            _ => {}
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::nodes::children;

    /// The edits of a test's body: the original text, the replacement, and the description.
    fn edits(imports: &str, body: &str) -> Vec<(String, String, String)> {
        let text = format!("{imports}\nclass T {{\n    fun x() {{\n{body}\n    }}\n}}\n");
        let source = Source::parse(&text).expect("a tree");
        assert!(!source.has_errors(), "{text}");
        let assertions = Assertions::of(&source);
        let mut block = None;
        walk(source.root(), &mut |node| {
            block = block.or((node.kind() == "block").then_some(node));
            true
        });
        let block = block.expect("a body");
        assert!(!children(block).is_empty());
        let sites = of(&source, &assertions, block);
        sites
            .all()
            .map(|edit| (text[edit.from..edit.to].to_owned(), edit.with.clone(), edit.words.clone()))
            .collect()
    }

    #[track_caller]
    fn has(all: &[(String, String, String)], of: &str, with: &str, words: &str) {
        let is_there =
            all.iter().any(|one| (one.0.as_str(), one.1.as_str(), one.2.as_str()) == (of, with, words));
        assert!(is_there, "no {of:?} -> {with:?} ({words}) in {all:#?}");
    }

    #[test]
    fn literals_are_changed() {
        let all = edits("", "foo(\"ab\", 7, 1.5, true, 'c', 3L)");
        has(&all, "\"ab\"", "\"b\"", "\"b\" for \"ab\"");
        has(&all, "7", "(-7)", "`(-7)` for `7`");
        has(&all, "7", "8", "`8` for `7`");
        has(&all, "1.5", "2.5", "`2.5` for `1.5`");
        has(&all, "true", "false", "`false` for `true`");
        has(&all, "'c'", "'d'", "`'d'` for `'c'`");
        has(&all, "3L", "4L", "`4L` for `3L`");
        let template = edits("", "foo(\"a$b\")");
        assert!(template.iter().all(|one| !one.2.contains(" for \"a")), "{template:#?}");
    }

    #[test]
    fn arguments_are_replaced_and_exchanged() {
        let all = edits("", "val n = 1\nval s = \"a\"\nfoo(n, s)");
        has(&all, "n", "null", "null for the 1st argument of `foo`");
        has(&all, "n", "(n) + 1", "one more for the 1st argument of `foo`");
        has(&all, "s", "(s) + \" \"", "a blank at the end of the 2nd argument of `foo`");
        has(&all, "n, s", "s, n", "exchanged arguments of `foo`");
        assert!(all.iter().all(|one| one.1 != "(s) + 1"), "of a string there is none more");
        let named = edits("", "foo(a = x, b = y)");
        has(&named, "x", "null", "null for the 1st argument of `foo`");
        has(&named, "x, b = y", "y, b = x", "exchanged arguments of `foo`");
    }

    #[test]
    fn calls_statements_and_elements_are_left_out() {
        let all = edits(
            "",
            "val c = Cart().add(1).add(2)\nc.clear()\nval l = listOf(1, 2, 3)\nval m = mapOf(\"a\" to 1)\ncount += 1",
        );
        has(&all, ".add(2)", "", "leave out `add`");
        has(&all, "c.clear()", "", "leave out `clear`");
        has(&all, "c.clear()", "c.clear(); c.clear()", "repeat `clear`");
        has(&all, "count += 1", "", "leave out `count += 1`");
        has(&all, "1, ", "", "leave out `1` from `listOf`");
        has(&all, ", 3", "", "leave out `3` from `listOf`");
        has(&all, "\"a\" to 1", "", "leave out `\"a\" to 1` from `mapOf`");
        assert!(all.iter().all(|one| !one.2.contains("argument of `listOf`")), "elements are no arguments");
    }

    #[test]
    fn names_of_siblings_are_exchanged() {
        let all = edits("", "val a = 1\nval b = 2\nval s = \"t\"\nfoo(b, Color.RED, Color.GREEN)");
        has(&all, "b", "a", "`a` for `b`");
        has(&all, "RED", "GREEN", "`GREEN` for `RED`");
        assert!(all.iter().all(|one| (one.0.as_str(), one.1.as_str()) != ("b", "s")), "of another type");
    }

    #[test]
    fn what_assertions_expect_is_left_alone_and_what_they_look_at_is_not() {
        let all = edits(
            "import kotlin.test.*",
            "assertEquals(\"q\", foo(\"r\"), \"m\")\nassertThat(bar(5)).isEqualTo(6)",
        );
        has(&all, "\"r\"", "\"\"", "\"\" for \"r\"");
        has(&all, "5", "6", "`6` for `5`");
        assert!(all.iter().all(|one| !["\"q\"", "\"m\"", "6"].contains(&one.0.as_str())), "{all:#?}");
        assert!(all.iter().all(|one| !one.2.contains("leave out `assert")), "no assertion is left out");
    }

    /// The edits common to Java and Kotlin, compared with the same table: `CommonEditsTest` of
    /// `java-agent/test-amplifier`.
    #[test]
    fn the_same_little_test_has_the_same_edits_in_java() {
        let table = include_str!("../../tests/edits-of-both.tsv");
        for row in table.lines().skip(1) {
            let [_, body, end, words] = row.split('\t').collect::<Vec<_>>().try_into().expect("four columns");
            let all = edits("import kotlin.test.*", body);
            let of_end: BTreeSet<&str> =
                all.iter().map(|one| one.2.as_str()).filter(|words| words.ends_with(end)).collect();
            let expected: BTreeSet<&str> = words.split(" | ").filter(|words| !words.is_empty()).collect();
            assert_eq!(of_end, expected, "{body}");
        }
    }
}
