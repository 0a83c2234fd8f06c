//! A Kotlin file with its syntax tree.

use tree_sitter::{Node, Parser, Tree};

use crate::nodes::{self, children, walk};

/// A Kotlin file with its syntax tree.
#[derive(Clone, Debug)]
pub struct Source {
    text: String,
    tree: Tree,
}

impl Source {
    /// Parses a file; `None` if the parser gives up.
    pub fn parse(text: &str) -> Option<Self> {
        let tree = parse(text)?;
        if !tree.root_node().has_error() {
            return Some(Self { text: text.to_owned(), tree });
        }
        let other = parse(&broken_before_braces(text))?;
        let is_better = errors(&other) < errors(&tree);
        Some(Self { text: text.to_owned(), tree: if is_better { other } else { tree } })
    }

    /// The text of the file.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether a part of it has a syntax error.
    pub fn has_errors(&self) -> bool {
        self.tree.root_node().has_error()
    }

    /// The declared package; empty for the default package.
    pub fn package(&self) -> &str {
        let header = children(self.root()).into_iter().find(|node| node.kind() == "package_header");
        let name = header.and_then(|node| nodes::child(node, "qualified_identifier"));
        name.map_or("", |node| self.of(node))
    }

    /// Whether it declares a top-level class with this simple name.
    pub fn declares(&self, simple: &str) -> bool {
        self.class(simple).is_some()
    }

    pub(crate) fn root(&self) -> Node<'_> {
        self.tree.root_node()
    }

    /// The text of a node.
    pub(crate) fn of(&self, node: Node<'_>) -> &str {
        &self.text[node.byte_range()]
    }

    /// The line of an offset, from 1.
    pub(crate) fn line(&self, at: usize) -> u32 {
        let before = &self.text.as_bytes()[..at.min(self.text.len())];
        before.split(|&byte| byte == b'\n').count() as u32
    }

    /// Finds a class by its binary name without the package: `Outer$Inner`.
    pub(crate) fn class(&self, name: &str) -> Option<Node<'_>> {
        let mut within = self.root();
        let mut found = None;
        for simple in name.split('$') {
            let declared = nodes::members(within).into_iter().find(|node| {
                node.kind() == "class_declaration"
                    && nodes::name(*node).is_some_and(|name| nodes::plain(self.of(name)) == simple)
            })?;
            found = Some(declared);
            within = nodes::child(declared, "class_body").unwrap_or(declared);
        }
        found
    }
}

fn parse(text: &str) -> Option<Tree> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_kotlin_ng::LANGUAGE.into()).ok()?;
    parser.parse(text, None)
}

/// Number of syntax errors.
fn errors(tree: &Tree) -> usize {
    let mut count = 0;
    walk(tree.root_node(), &mut |node| {
        if node.is_error() || node.is_missing() {
            count += node.byte_range().len().max(1);
        }
        true
    });
    count
}

/// The text with a line break in place of a blank before a closing brace: the grammar only recognises members
/// of classes that are followed by a line break. The length and all offsets stay the same; only the tree is
/// used.
fn broken_before_braces(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in text.split('\n') {
        let mut bytes = line.as_bytes().to_vec();
        // After an even number of quotes a string is closed.
        let mut is_in_string = false;
        for at in 1..bytes.len() {
            is_in_string ^= bytes[at - 1] == b'"';
            if bytes[at] == b'}' && bytes[at - 1] == b' ' && !is_in_string {
                bytes[at - 1] = b'\n';
            }
        }
        lines.push(String::from_utf8_lossy(&bytes).into_owned());
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_found_by_their_binary_names() {
        let text = "package org.x\n\n@Tag(\"a\")\ninternal class FooTest {\n    @Nested inner class `In a` { @Test fun x() { } }\n}\n\
                    object Other { val a = 1 }\n";
        let source = Source::parse(text).expect("a tree");
        assert!(!source.has_errors(), "members on one line are no errors");
        assert_eq!(source.package(), "org.x");
        assert!(source.class("FooTest$In a").is_some() && source.class("FooTest$Other").is_none());
        assert!(source.declares("FooTest") && !source.declares("In a"));
    }

    #[test]
    fn places_are_those_of_the_file_whatever_was_done_to_read_it() {
        let text = "class A { val a = \"x }\"; val b = 1 }\nclass B { fun x() { b(\"é }\") } }\n";
        let source = Source::parse(text).expect("a tree");
        let class = source.class("B").expect("a class");
        assert_eq!(source.of(class), "class B { fun x() { b(\"é }\") } }");
        assert_eq!(source.line(class.start_byte()), 2);
    }
}
