//! Traversal of syntax trees.

use tree_sitter::Node;

/// Maximum depth visited.
const DEEPEST: usize = 400;

/// Named children without comments.
pub fn children(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|child| !child.kind().ends_with("comment")).collect()
}

/// The first child of a kind.
pub fn child<'t>(node: Node<'t>, kind: &str) -> Option<Node<'t>> {
    children(node).into_iter().find(|child| child.kind() == kind)
}

/// Whether a token is among the children.
pub fn has_token(node: Node<'_>, token: &str) -> bool {
    let mut cursor = node.walk();
    node.children(&mut cursor).any(|child| child.kind() == token)
}

/// The members of a file or a class body.
pub fn members(node: Node<'_>) -> Vec<Node<'_>> {
    children(node)
}

/// The declared name.
pub fn name(node: Node<'_>) -> Option<Node<'_>> {
    child(node, "identifier")
}

/// A name without the backquotes around it.
pub fn plain(name: &str) -> &str {
    name.strip_prefix('`').and_then(|name| name.strip_suffix('`')).unwrap_or(name)
}

/// Visits a tree in preorder; `false` skips the children.
pub fn walk<'t>(node: Node<'t>, visit: &mut dyn FnMut(Node<'t>) -> bool) {
    down(node, 0, visit);
}

fn down<'t>(node: Node<'t>, depth: usize, visit: &mut dyn FnMut(Node<'t>) -> bool) {
    if depth > DEEPEST || !visit(node) {
        return;
    }
    let mut cursor = node.walk();
    for child in node.children(&mut cursor) {
        down(child, depth + 1, visit);
    }
}

/// Names of the annotations of a declaration, without their packages.
pub fn annotations<'s>(node: Node<'_>, text: &'s str) -> Vec<&'s str> {
    let Some(modifiers) = child(node, "modifiers") else { return Vec::new() };
    let all = children(modifiers).into_iter().filter(|node| node.kind() == "annotation");
    all.map(|annotation| {
        let whole = text[annotation.byte_range()].trim_start_matches('@');
        let name = whole.split(['(', '<', ' ', '\n']).next().unwrap_or_default();
        name.rsplit(['.', ':']).next().unwrap_or_default()
    })
    .collect()
}

/// The range of a statement, including the semicolon after it.
pub fn with_semicolon(node: Node<'_>, text: &str) -> std::ops::Range<usize> {
    let behind = &text[node.end_byte()..];
    let blanks = behind.len() - behind.trim_start_matches([' ', '\t']).len();
    let more = if behind[blanks..].starts_with(';') { blanks + 1 } else { 0 };
    node.start_byte()..node.end_byte() + more
}

/// Whether a text contains a whole word.
pub fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word)
        .any(|(at, _)| !text[..at].ends_with(is_part) && !text[at + word.len()..].starts_with(is_part))
}
