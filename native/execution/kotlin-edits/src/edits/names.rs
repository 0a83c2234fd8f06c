//! Edits of names: other variables of a test, and other constants of a class that its file mentions.

use std::collections::{BTreeMap, BTreeSet};

use tree_sitter::Node;

use crate::nodes::{children, name, walk};
use crate::sites::Sites;
use crate::source::Source;
use crate::types::Types;

/// The names that may replace others.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// Variables of the test, with the ends of their declarations.
    locals: Vec<(String, usize)>,
    /// By class, the upper-case names that the file uses from it.
    constants: BTreeMap<String, BTreeSet<String>>,
}

impl Names {
    pub fn of(source: &Source, body: Node<'_>) -> Self {
        let mut names = Self::default();
        walk(body, &mut |node| {
            if node.kind() == "property_declaration" {
                for variable in
                    children(node).into_iter().filter(|child| child.kind() == "variable_declaration")
                {
                    let known = name(variable).map(|name| (source.of(name).to_owned(), node.end_byte()));
                    names.locals.extend(known);
                }
            }
            true
        });
        walk(source.root(), &mut |node| {
            if let Some((class, constant)) = constant_of(source, node) {
                names.constants.entry(class.to_owned()).or_default().insert(constant.to_owned());
            }
            true
        });
        names
    }

    /// Finds other variables for a simple name.
    pub fn variable(&self, source: &Source, types: &Types, node: Node<'_>, sites: &mut Sites) {
        let text = source.of(node);
        if !is_value(node) || self.locals.iter().all(|(name, _)| name != text) {
            return;
        }
        let typed = |name: &str| types.named(name);
        let others = self.locals.iter().filter(|(name, end)| {
            let is_alike = match (typed(name), typed(text)) {
                (Some(a), Some(b)) => a == b,
                // Unknown types: the compiler decides.
                _ => true,
            };
            name != text && *end <= node.start_byte() && is_alike
        });
        let all = others.map(|(name, _)| (node.byte_range(), name.clone(), format!("`{name}` for `{text}`")));
        sites.add(1, all.collect::<Vec<_>>());
    }

    /// Finds edits such as `Color.GREEN` for `Color.RED`.
    pub fn constant(&self, source: &Source, node: Node<'_>, sites: &mut Sites) {
        let Some((class, constant)) = constant_of(source, node) else { return };
        let place = node.end_byte() - constant.len()..node.end_byte();
        let others = self.constants[class].iter().filter(|other| *other != constant);
        let all = others.map(|other| (place.clone(), other.clone(), format!("`{other}` for `{constant}`")));
        sites.add(1, all.collect::<Vec<_>>());
    }
}

/// Whether an identifier is a value, and not the name of a member, an argument or a declaration.
fn is_value(node: Node<'_>) -> bool {
    let Some(parent) = node.parent() else { return false };
    let is_first = children(parent).first().is_some_and(|first| *first == node);
    match parent.kind() {
        "navigation_expression" | "assignment" | "call_expression" => {
            is_first && parent.kind() == "navigation_expression"
        }
        "infix_expression" => children(parent).get(1) != Some(&node),
        "value_argument" => !is_first || children(parent).len() == 1,
        "variable_declaration"
        | "function_declaration"
        | "user_type"
        | "parameter"
        | "catch_block"
        | "callable_reference" => false,
        _ => true,
    }
}

/// The class and the constant: `Color` and `RED` of `Color.RED`.
fn constant_of<'s>(source: &'s Source, node: Node<'_>) -> Option<(&'s str, &'s str)> {
    if node.kind() != "navigation_expression" {
        return None;
    }
    let parts = children(node);
    let (class, constant) = (source.of(*parts.first()?), source.of(*parts.last()?));
    let simple = class.rsplit('.').next().unwrap_or(class);
    let is_class = simple.starts_with(char::is_uppercase) && !class.contains(['(', ' ']);
    let is_constant = constant.chars().all(|c| c.is_uppercase() || c.is_ascii_digit() || c == '_')
        && constant.starts_with(char::is_uppercase);
    (parts.len() == 2 && is_class && is_constant).then_some((class, constant))
}
