//! Types that are apparent from the text.

use std::collections::HashMap;

use tree_sitter::Node;

use crate::nodes::{child, children, has_token, name, plain, walk};
use crate::source::Source;

/// A type, as far as edits distinguish it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// `Int`, `Long`, `Short` or `Byte`.
    Whole,
    /// `Double` or `Float`.
    Fraction,
    /// `Boolean`.
    Truth,
    /// `String`.
    Text,
    /// Another one.
    Other,
}

/// The types of a file's variables and properties, by name; a name with two types has none.
#[derive(Clone, Debug, Default)]
pub struct Types(HashMap<String, Option<Type>>);

impl Types {
    pub fn of(source: &Source) -> Self {
        let mut types = Self::default();
        walk(source.root(), &mut |node| {
            let declared = match node.kind() {
                "property_declaration" => property(source, node),
                "parameter" | "class_parameter" => name(node)
                    .zip(Some(children(node).into_iter().next_back().and_then(|last| written(source, last)))),
                _ => None,
            };
            if let Some((name, of)) = declared {
                let name = plain(source.of(name)).to_owned();
                types
                    .0
                    .entry(name)
                    .and_modify(|known| *known = known.filter(|known| of == Some(*known)))
                    .or_insert(of);
            }
            true
        });
        types
    }

    /// The type of a variable; `None` if the text does not show it.
    pub fn named(&self, name: &str) -> Option<Type> {
        self.0.get(plain(name)).copied().flatten()
    }

    /// The type of an expression; `None` if the text does not show it.
    pub fn of_expression(&self, source: &Source, node: Node<'_>) -> Option<Type> {
        match node.kind() {
            "identifier" => self.named(source.of(node)).or_else(|| literal(source, node)),
            _ => literal(source, node),
        }
    }
}

fn property<'t>(source: &Source, node: Node<'t>) -> Option<(Node<'t>, Option<Type>)> {
    let variable = child(node, "variable_declaration")?;
    let said = children(variable).into_iter().nth(1).and_then(|of| written(source, of));
    let given = has_token(node, "=").then(|| children(node).into_iter().next_back()).flatten();
    Some((name(variable)?, said.or_else(|| given.and_then(|given| literal(source, given)))))
}

/// A type from its declaration.
fn written(source: &Source, node: Node<'_>) -> Option<Type> {
    if !matches!(node.kind(), "user_type" | "nullable_type") {
        return None;
    }
    Some(match source.of(node).trim_end_matches('?') {
        "Int" | "Long" | "Short" | "Byte" => Type::Whole,
        "Double" | "Float" => Type::Fraction,
        "Boolean" => Type::Truth,
        "String" => Type::Text,
        _ => Type::Other,
    })
}

/// The type of an expression from its form.
fn literal(source: &Source, node: Node<'_>) -> Option<Type> {
    match node.kind() {
        "number_literal" => Some(Type::Whole),
        "float_literal" => Some(Type::Fraction),
        "string_literal" | "multiline_string_literal" => Some(Type::Text),
        "identifier" => matches!(source.of(node), "true" | "false").then_some(Type::Truth),
        "unary_expression" => {
            let inner = children(node).into_iter().next_back()?;
            if source.of(node).starts_with('!') {
                return Some(Type::Truth);
            }
            source.of(node).starts_with('-').then(|| literal(source, inner)).flatten()
        }
        "binary_expression" => {
            let is_truth = ["==", "!=", "===", "!==", "<", ">", "<=", ">=", "&&", "||"]
                .into_iter()
                .any(|operator| has_token(node, operator));
            // A call with type arguments can look like comparisons.
            let is_call = children(node).last().is_some_and(|last| last.kind() == "lambda_literal");
            (is_truth && !is_call).then_some(Type::Truth)
        }
        "lambda_literal" | "object_literal" | "null" => Some(Type::Other),
        _ => None,
    }
}

/// Whether a node is a literal, so that its children need no visit.
pub fn is_literal(source: &Source, node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        "number_literal"
            | "float_literal"
            | "string_literal"
            | "multiline_string_literal"
            | "character_literal"
    ) || node.kind() == "identifier" && matches!(source.of(node), "true" | "false" | "null")
}
