//! The assertions of libraries: recognises them, and finds the argument with the actual value.

use tree_sitter::Node;

use crate::calls::{Call, call};
use crate::imports::Imports;
use crate::nodes::children;
use crate::source::Source;

/// Assertions with one value, the actual one; all others compare it with another.
const ONE_VALUE: [&str; 6] =
    ["assertTrue", "assertFalse", "assertNull", "assertNotNull", "assertIs", "assertIsNot"];
const COMPARING: [&str; 9] = [
    "assertEquals",
    "assertNotEquals",
    "assertSame",
    "assertNotSame",
    "assertArrayEquals",
    "assertContentEquals",
    "assertIterableEquals",
    "assertLinesMatch",
    "assertThat",
];
/// Assertions after which a value is known to be non-null, or of a type: code after them may not compile
/// without them.
const NARROWING: [&str; 4] = ["assertNotNull", "assertIs", "assertIsNot", "assertInstanceOf"];
/// Operators of Kotest and Kluent that compare their left operand.
const OPERATORS: [&str; 4] = ["shouldBe", "shouldNotBe", "shouldBeEqualTo", "shouldEqual"];

/// The library of an assertion, by the order of its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Library {
    /// `kotlin.test` and Jupiter: expected, actual, message.
    Expected,
    /// JUnit 4: message, expected, actual.
    Message,
    /// `TestNG`: actual, expected, message.
    Actual,
    /// Hamcrest: reason, actual, matcher.
    Hamcrest,
}

/// Recognises the assertions of a file.
#[derive(Clone, Debug)]
pub struct Assertions<'s> {
    source: &'s Source,
    imports: Imports,
}

impl<'s> Assertions<'s> {
    pub fn of(source: &'s Source) -> Self {
        Self { source, imports: Imports::of(source) }
    }

    /// Whether a statement is a library's assertion, understood or not.
    pub fn is_assertion(&self, statement: Node<'_>) -> bool {
        if let Some(operator) = self.operator(statement) {
            return operator.starts_with("should");
        }
        let Some(call) = call(self.source, statement) else { return false };
        let root = call.root(self.source);
        is_asserting(&call.name) && call.lambda_or_arguments()
            || call.name.starts_with("should")
            || call.name == "expect" && call.receiver.is_none() && call.lambda.is_some()
            || root.node != call.node && matches!(root.name.as_str(), "assertThat" | "expectThat")
    }

    /// Whether later code may need the assertion to compile: it shows that a value used there is non-null, or
    /// of a type.
    pub fn narrows(&self, statement: Node<'_>, behind: &str) -> bool {
        let Some(call) = call(self.source, statement) else { return false };
        let value = call.arguments.first().map(|first| self.source.of(first.value));
        NARROWING.contains(&call.name.as_str())
            && value.is_some_and(|value| crate::nodes::has_word(behind, value))
    }

    /// The actual value of an assertion; `None` if the statement is not an assertion that is understood.
    pub fn actual<'t>(&self, statement: Node<'t>) -> Option<Node<'t>> {
        if let Some(operator) = self.operator(statement) {
            return OPERATORS.contains(&operator).then(|| children(statement).into_iter().next()).flatten();
        }
        let call = call(self.source, statement)?;
        let root = call.root(self.source);
        if root.node != call.node {
            let is_one =
                matches!(root.name.as_str(), "assertThat" | "expectThat") && root.arguments.len() == 1;
            return is_one.then(|| root.arguments[0].value);
        }
        if call.lambda.is_some() {
            return None;
        }
        let named = |name: &str| ["actual", "value", "condition"].contains(&name);
        if call.arguments.iter().any(|argument| argument.name.is_some()) {
            let is_it = |of: &&crate::calls::Argument<'_>| of.name.as_deref().is_some_and(named);
            return call.arguments.iter().find(is_it).map(|argument| argument.value);
        }
        let at = self.place(&call)?;
        call.arguments.get(at).map(|argument| argument.value)
    }

    /// The operator of an infix expression: `shouldBe` of `a shouldBe b`.
    fn operator(&self, statement: Node<'_>) -> Option<&'s str> {
        let parts = children(statement);
        let is_infix = statement.kind() == "infix_expression" && parts.len() == 3;
        is_infix.then(|| &self.source.text()[parts[1].byte_range()])
    }

    /// The index of the argument with the actual value.
    fn place(&self, call: &Call<'_>) -> Option<usize> {
        let name = call.name.as_str();
        let is_one = ONE_VALUE.contains(&name);
        if !is_one && !COMPARING.contains(&name) {
            return None;
        }
        let count = call.arguments.len();
        match self.library(call)? {
            Library::Expected => Some(usize::from(!is_one)),
            Library::Actual => Some(0),
            Library::Hamcrest => (count >= 2).then_some(usize::from(count > 2)),
            Library::Message if is_one => Some(usize::from(count > 1)),
            Library::Message => behind_message(call),
        }
    }

    fn library(&self, call: &Call<'_>) -> Option<Library> {
        let from = match call.receiver {
            None => self.imports.from(&call.name),
            Some(receiver) => {
                let class = self.source.of(receiver);
                let simple = class.rsplit('.').next().unwrap_or(class);
                let of_package = self.imports.from(simple);
                return of_package
                    .into_iter()
                    .map(|package| format!("{package}.{simple}"))
                    .chain([class.to_owned()])
                    .find_map(|class| library(&class));
            }
        };
        from.into_iter().find_map(library)
    }
}

/// The index of JUnit 4's actual value: three arguments are a message and two values, or two numbers and a
/// tolerance.
fn behind_message(call: &Call<'_>) -> Option<usize> {
    let kind = |at: usize| call.arguments.get(at).map(|argument| argument.value.kind()).unwrap_or_default();
    match call.arguments.len() {
        2 => Some(1),
        3 if kind(0) == "string_literal" => Some(2),
        3 if matches!(kind(2), "number_literal" | "float_literal") => Some(1),
        4 => Some(2),
        _ => None,
    }
}

/// The library, from the declaring class or package.
fn library(from: &str) -> Option<Library> {
    match from {
        "kotlin.test" | "org.junit.jupiter.api" | "org.junit.jupiter.api.Assertions" => {
            Some(Library::Expected)
        }
        "org.junit.Assert"
        | "junit.framework.Assert"
        | "junit.framework.TestCase"
        | "org.testng.AssertJUnit" => Some(Library::Message),
        "org.testng.Assert" => Some(Library::Actual),
        "org.hamcrest.MatcherAssert" => Some(Library::Hamcrest),
        _ => None,
    }
}

fn is_asserting(name: &str) -> bool {
    let is_assert = name.strip_prefix("assert").is_some_and(|rest| rest.starts_with(char::is_uppercase));
    is_assert || name == "fail"
}

impl Call<'_> {
    fn lambda_or_arguments(&self) -> bool {
        self.lambda.is_some() || !self.arguments.is_empty() || self.name == "fail"
    }
}

/// Whether a statement calls `fail()`, so that the code before it was expected to throw.
pub fn fails(text: &str) -> bool {
    text.match_indices("fail").any(|(at, _)| {
        let is_word = !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        is_word && text[at + 4..].trim_start().starts_with('(')
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nodes::walk;

    /// The actual value of a function's only statement; empty for an assertion that is not understood, `None`
    /// for no assertion.
    fn looked(imports: &str, statement: &str) -> Option<String> {
        let text = format!("{imports}\nclass T {{\n    fun x() {{\n        {statement}\n    }}\n}}\n");
        let source = Source::parse(&text).expect("a tree");
        assert!(!source.has_errors(), "{text}");
        let assertions = Assertions::of(&source);
        let mut body = None;
        walk(source.root(), &mut |node| {
            body = body.or((node.kind() == "block").then_some(node));
            true
        });
        let only = children(body.expect("a body"))[0];
        let actual = assertions.actual(only).map_or("", |node| source.of(node));
        assertions.is_assertion(only).then(|| actual.to_owned())
    }

    #[test]
    fn what_is_looked_at_depends_on_whose_assertion_it_is() {
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(looked("import kotlin.test.*", "assertEquals(1, a.b(), \"m\")"), some("a.b()"));
        assert_eq!(looked("import org.junit.jupiter.api.Assertions.*", "assertTrue(a)"), some("a"));
        assert_eq!(looked("import org.junit.Assert.*", "assertEquals(\"m\", 1, a)"), some("a"));
        assert_eq!(looked("import org.junit.Assert.*", "assertEquals(1.0, a, 0.1)"), some("a"));
        assert_eq!(looked("import org.junit.Assert.*", "assertEquals(m, e, a)"), some(""));
        assert_eq!(looked("import org.junit.Assert", "Assert.assertTrue(\"m\", a)"), some("a"));
        assert_eq!(looked("import org.testng.Assert.*", "assertEquals(a, 1)"), some("a"));
        assert_eq!(
            looked("import org.hamcrest.MatcherAssert.assertThat", "assertThat(a, `is`(1))"),
            some("a")
        );
        assert_eq!(
            looked("import kotlin.test.assertEquals", "assertEquals(actual = a, expected = 1)"),
            some("a")
        );
    }

    #[test]
    fn chains_operators_and_calls_with_types_are_assertions() {
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(
            looked(
                "import org.assertj.core.api.Assertions.assertThat",
                "assertThat(a.b).isEqualTo(1).isNotNull()"
            ),
            some("a.b")
        );
        assert_eq!(looked("", "a.b shouldBe 1"), some("a.b"));
        assert_eq!(looked("import kotlin.test.*", "assertFailsWith<E> { a() }"), some(""));
        assert_eq!(looked("import kotlin.test.*", "expect(1) { a }"), some(""));
        assert_eq!(looked("", "assertAbout(a)"), some(""), "a project's own");
        for none in ["a.b()", "assert(a)", "a to b", "asserting(a)", "a > b"] {
            assert_eq!(looked("import kotlin.test.*", none), None, "{none}");
        }
    }

    #[test]
    fn code_that_should_not_be_reached_is_known_by_its_word() {
        assert!(fails("{ a(); fail(\"no\") }") && fails("{ Assertions.fail () }"));
        assert!(!fails("{ a.failing(1); unfail(2) }"));
    }
}
