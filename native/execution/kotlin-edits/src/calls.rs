//! Calls in a syntax tree.

use tree_sitter::Node;

use crate::nodes::{children, has_token, plain};
use crate::source::Source;

/// A call, with or without arguments in parentheses and a trailing lambda.
#[derive(Clone, Debug)]
pub struct Call<'t> {
    /// The whole expression.
    pub node: Node<'t>,
    /// The name of the callee, without the receiver.
    pub name: String,
    /// The receiver; `None` if there is none.
    pub receiver: Option<Node<'t>>,
    /// The arguments in parentheses.
    pub arguments: Vec<Argument<'t>>,
    /// The trailing lambda.
    pub lambda: Option<Node<'t>>,
}

/// An argument in parentheses.
#[derive(Clone, Debug)]
pub struct Argument<'t> {
    /// The argument with its name.
    pub node: Node<'t>,
    /// The argument without its name.
    pub value: Node<'t>,
    /// The name of a named argument.
    pub name: Option<String>,
}

/// Parses a node as a call; `None` for another node.
pub fn call<'t>(source: &Source, node: Node<'t>) -> Option<Call<'t>> {
    if node.kind() == "binary_expression" {
        return generic(source, node);
    }
    if node.kind() != "call_expression" {
        return None;
    }
    let (mut called, mut arguments, mut lambda) = (None, Vec::new(), None);
    for child in children(node) {
        match child.kind() {
            "type_arguments" => {}
            "value_arguments" => arguments = of(source, child),
            "annotated_lambda" => lambda = children(child).into_iter().next_back(),
            "lambda_literal" if called.is_some() => lambda = Some(child),
            _ => called = called.or(Some(child)),
        }
    }
    let called = called?;
    // `f(1) { }` is a call of `f(1)` with a lambda.
    if arguments.is_empty() && lambda.is_some() && called.kind() == "call_expression" {
        let inner = call(source, called)?;
        return if inner.lambda.is_none() { Some(Call { node, lambda, ..inner }) } else { None };
    }
    let (receiver, name) = named(source, called)?;
    Some(Call { node, name, receiver, arguments, lambda })
}

/// Parses `assertFailsWith<X> { }`, which the grammar takes for two comparisons.
fn generic<'t>(source: &Source, node: Node<'t>) -> Option<Call<'t>> {
    let lambda = children(node).into_iter().next_back().filter(|last| last.kind() == "lambda_literal")?;
    let left = children(node).into_iter().next().filter(|left| left.kind() == "binary_expression")?;
    if !has_token(node, ">") || !has_token(left, "<") {
        return None;
    }
    let (receiver, name) = named(source, children(left).into_iter().next()?)?;
    Some(Call { node, name, receiver, arguments: Vec::new(), lambda: Some(lambda) })
}

fn named<'t>(source: &Source, called: Node<'t>) -> Option<(Option<Node<'t>>, String)> {
    match called.kind() {
        "identifier" => Some((None, plain(source.of(called)).to_owned())),
        "navigation_expression" => {
            let parts = children(called);
            let (first, last) = (*parts.first()?, *parts.last()?);
            (parts.len() > 1).then(|| (Some(first), plain(source.of(last)).to_owned()))
        }
        _ => None,
    }
}

fn of<'t>(source: &Source, arguments: Node<'t>) -> Vec<Argument<'t>> {
    let all = children(arguments).into_iter().filter(|node| node.kind() == "value_argument");
    all.filter_map(|node| {
        let parts = children(node);
        let name = (has_token(node, "=") && parts.len() > 1).then(|| plain(source.of(parts[0])).to_owned());
        // A spread argument is not a single value.
        let is_spread = source.of(node).starts_with('*');
        parts.last().filter(|_| !is_spread).map(|&value| Argument { node, value, name })
    })
    .collect()
}

impl<'t> Call<'t> {
    /// The first call of a chain: `f(x)` of `f(x).a().b`.
    pub fn root(&self, source: &Source) -> Call<'t> {
        let mut at = self.clone();
        while let Some(next) = at.receiver.and_then(|receiver| call(source, receiver)) {
            at = next;
        }
        at
    }
}
