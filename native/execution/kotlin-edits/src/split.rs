//! Splits a test into one test per assertion, without other edits.

use std::collections::HashMap;
use std::ops::Range;

use tree_sitter::Node;

use crate::assertions::{Assertions, fails};
use crate::calls::call;
use crate::edit::Edit;
use crate::nodes::{child, children, plain, walk, with_semicolon};
use crate::observed::OBSERVED;
use crate::source::Source;

const DEEPEST: u32 = 4;
/// Calls whose lambda runs in place, so that its statements belong to the test.
const IN_PLACE: [&str; 14] = [
    "runTest",
    "runBlocking",
    "runBlockingTest",
    "runSuspending",
    "coroutineScope",
    "withContext",
    "run",
    "with",
    "use",
    "let",
    "apply",
    "also",
    "repeat",
    "forEach",
];

/// The assertions of a test: assertions of libraries, calls of a helper in the file that asserts, and a `try`
/// that fails if nothing is thrown. The whole test, in which all of them run ([`Split::whole`]), shows
/// whether an assertion has the same result alone.
#[derive(Clone, Debug)]
pub struct Split<'s> {
    source: &'s Source,
    assertions: Assertions<'s>,
    helpers: HashMap<&'s str, Node<'s>>,
    /// End of the test's body.
    end: usize,
    units: Vec<Unit<'s>>,
    pub has_helpers: bool,
}

/// An assertion of a test.
#[derive(Clone, Debug)]
struct Unit<'s> {
    node: Node<'s>,
    /// Whether a statement is required in its place: after a condition without braces.
    is_needed: bool,
    /// Ranges of its actual value.
    looked: Vec<Range<usize>>,
}

impl<'s> Split<'s> {
    pub fn of(source: &'s Source, assertions: &Assertions<'s>, body: Node<'s>) -> Self {
        let mut split = Self {
            source,
            assertions: assertions.clone(),
            helpers: helpers(source),
            end: body.end_byte(),
            units: Vec::new(),
            has_helpers: false,
        };
        if body.kind() == "block" {
            split.statements(body);
        } else {
            split.statement(body, true);
        }
        for at in 0..split.units.len() {
            split.units[at].looked = split.looked(split.units[at].node);
        }
        split
    }

    fn statements(&mut self, block: Node<'s>) {
        for statement in children(block).into_iter().filter(|node| node.kind() != "lambda_parameters") {
            self.statement(statement, false);
        }
    }

    fn statement(&mut self, node: Node<'s>, is_needed: bool) {
        if self.asserts(node, 0) {
            let behind = &self.source.text()[node.end_byte()..self.end];
            // Other statements would not compile without it.
            if !self.assertions.narrows(node, behind) {
                self.has_helpers |= !self.assertions.is_assertion(node);
                self.units.push(Unit { node, is_needed, looked: Vec::new() });
            }
            return;
        }
        match node.kind() {
            "block" => self.statements(node),
            "if_expression" | "for_statement" | "while_statement" | "do_while_statement" => {
                self.branches(node);
            }
            "when_expression" => {
                for entry in children(node).into_iter().filter(|entry| entry.kind() == "when_entry") {
                    children(entry)
                        .into_iter()
                        .next_back()
                        .into_iter()
                        .for_each(|last| self.statement(last, true));
                }
            }
            "try_expression" => self.attempt(node),
            _ => {
                if let Some(call) = call(self.source, node)
                    && IN_PLACE.contains(&call.name.as_str())
                    && let Some(lambda) = call.lambda
                {
                    self.statements(lambda);
                }
            }
        }
    }

    /// Visits the branches after a condition in parentheses.
    fn branches(&mut self, node: Node<'s>) {
        let mut cursor = node.walk();
        let mut is_behind = node.kind() == "do_while_statement";
        let all: Vec<Node<'s>> = node.children(&mut cursor).collect();
        for child in all {
            if child.is_named() && is_behind && !child.kind().ends_with("comment") {
                self.statement(child, true);
            }
            is_behind |= child.kind() == ")";
        }
    }

    fn attempt(&mut self, node: Node<'s>) {
        let Some(block) = child(node, "block") else { return };
        if child(node, "catch_block").is_some() && fails(self.source.of(block)) {
            self.units.push(Unit { node, is_needed: false, looked: Vec::new() });
            return;
        }
        self.statements(block);
        for part in children(node) {
            if matches!(part.kind(), "catch_block" | "finally_block")
                && let Some(block) = child(part, "block")
            {
                self.statements(block);
            }
        }
    }

    /// Whether a statement asserts, itself or through a helper.
    fn asserts(&self, statement: Node<'_>, depth: u32) -> bool {
        let own = call(self.source, statement).filter(|call| call.receiver.is_none());
        let helper = own.and_then(|call| self.helpers.get(call.name.as_str()).copied());
        let Some(helper) = helper else { return self.assertions.is_assertion(statement) };
        let mut found = false;
        if depth < DEEPEST {
            walk(helper, &mut |node| {
                found = found || is_statement(node) && self.asserts(node, depth + 1);
                !found
            });
        }
        found
    }

    /// The ranges that an assertion checks: its actual value, the code that should throw, or the code before
    /// the `fail()` of a `try`.
    fn looked(&self, node: Node<'_>) -> Vec<Range<usize>> {
        if node.kind() == "try_expression" {
            let block = child(node, "block").map(children).unwrap_or_default();
            let of_code = |node: &&Node<'_>| !fails(self.source.of(**node)) && !self.asserts(**node, 0);
            return block.iter().filter(of_code).map(Node::byte_range).collect();
        }
        if let Some(actual) = self.assertions.actual(node) {
            return vec![actual.byte_range()];
        }
        let Some(call) = call(self.source, node) else { return Vec::new() };
        let of_arguments = call.arguments.iter().map(|argument| argument.value);
        let lambdas = of_arguments.filter(|value| value.kind() == "lambda_literal").chain(call.lambda);
        lambdas.map(|lambda| lambda.byte_range()).collect()
    }

    /// Number of assertions.
    pub fn len(&self) -> usize {
        self.units.len()
    }

    /// The line of an assertion.
    pub fn line(&self, unit: usize) -> u32 {
        self.source.line(self.units[unit].node.start_byte())
    }

    /// The edits that leave only one assertion.
    pub fn alone(&self, unit: usize) -> Vec<Edit> {
        let others = self.units.iter().enumerate().filter(|(at, _)| *at != unit);
        others
            .map(|(_, one)| {
                if one.is_needed {
                    return Edit::plain(one.node.start_byte(), one.node.end_byte(), "{ }");
                }
                let place = with_semicolon(one.node, self.source.text());
                Edit::plain(place.start, place.end, "")
            })
            .collect()
    }

    /// The edits with which every assertion runs, even after a failure.
    pub fn whole(&self) -> Vec<Edit> {
        let mut edits = Vec::new();
        for (at, unit) in self.units.iter().enumerate() {
            let (start, end) = (unit.node.start_byte(), unit.node.end_byte());
            edits.push(Edit::plain(start, start, "try { "));
            let held = format!(
                "; {OBSERVED}.held({at}, null) }} catch (faultlineThrown: Throwable) {{ {OBSERVED}.held({at}, faultlineThrown) }}"
            );
            edits.push(Edit::plain(end, end, held));
        }
        edits
    }

    /// Whether a range is inside an assertion, but outside its actual value.
    pub fn is_expected(&self, place: &Range<usize>) -> bool {
        self.units.iter().any(|unit| {
            let all = unit.node.byte_range();
            let is_within = place.start < all.end && all.start < place.end;
            let is_looked = |of: &Range<usize>| of.start <= place.start && place.end <= of.end;
            is_within && !unit.looked.iter().any(is_looked)
        })
    }
}

/// The functions of a file by name; the first one of each name.
fn helpers(source: &Source) -> HashMap<&str, Node<'_>> {
    let mut helpers = HashMap::new();
    walk(source.root(), &mut |node| {
        if node.kind() == "function_declaration"
            && let Some(name) = crate::nodes::name(node)
        {
            helpers.entry(plain(source.of(name))).or_insert(node);
        }
        true
    });
    helpers
}

/// Whether a node is in the position of a statement.
pub fn is_statement(node: Node<'_>) -> bool {
    node.is_named()
        && !matches!(node.kind(), "block" | "lambda_parameters" | "line_comment" | "block_comment")
        && node.parent().is_some_and(|parent| {
            matches!(
                parent.kind(),
                "block"
                    | "lambda_literal"
                    | "function_body"
                    | "when_entry"
                    | "if_expression"
                    | "for_statement"
            )
        })
}
