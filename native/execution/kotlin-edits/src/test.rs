//! A failing test in its source.

use tree_sitter::Node;

use crate::assertions::Assertions;
use crate::header::Header;
use crate::nodes::{annotations, child, children, name, plain};
use crate::refused::Refused;
use crate::source::Source;
use crate::split::Split;

/// Annotations of tests in all frameworks.
const TESTS: [&str; 7] =
    ["Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate", "Theory", "Property"];

/// A failing test in its source.
#[derive(Clone, Debug)]
pub struct Test<'s> {
    pub(crate) source: &'s Source,
    /// Binary name of its class.
    pub(crate) class_name: String,
    /// Its method, named as in class files.
    pub(crate) method: String,
    pub(crate) class: Node<'s>,
    /// Its body in braces, or the expression after `=`.
    pub(crate) body: Node<'s>,
    header: Header,
}

impl<'s> Test<'s> {
    /// Finds a method of a class, both named as in class files. Errors: why it cannot be edited.
    pub fn find(source: &'s Source, class_name: &str, method: &str) -> Result<Self, Refused> {
        let simple = class_name.rsplit('.').next().unwrap_or(class_name);
        let class = source.class(simple).ok_or(Refused::NoClass)?;
        let function = function(source, class, method).ok_or(Refused::NoMethod)?;
        if function.has_error() || class_body(class).is_none() {
            return Err(Refused::NotUnderstood);
        }
        let body = child(function, "function_body").ok_or(Refused::NoBody)?;
        let body = children(body).into_iter().next().ok_or(Refused::NoBody)?;
        let header = Header::of(source, function, body.start_byte(), body.kind() == "block");
        let header = header.ok_or(Refused::NotUnderstood)?;
        let (class_name, method) = (class_name.to_owned(), method.to_owned());
        Ok(Self { source, class_name, method, class, body, header })
    }

    /// The function with a new name and body.
    pub fn function(&self, name: &str, body: &str) -> String {
        self.header.named(name) + body
    }

    /// Its method, named as in class files.
    pub fn method(&self) -> &str {
        &self.method
    }

    /// Binary name of its class.
    pub fn class_name(&self) -> &str {
        &self.class_name
    }

    /// Whether it asserts through a helper in the file.
    pub fn has_helpers(&self) -> bool {
        Split::of(self.source, &Assertions::of(self.source), self.body).has_helpers
    }

    /// The body in braces, also if it is an expression after `=`.
    pub(crate) fn braced(&self, body: &str) -> String {
        if self.body.kind() == "block" {
            return body.to_owned();
        }
        // The lines of a raw string must not be indented.
        let indented = if body.contains("\"\"\"") { body.to_owned() } else { body.replace('\n', "\n    ") };
        format!("{{\n        {indented}\n    }}")
    }

    /// The offset where members of its class are inserted.
    pub(crate) fn end_of_class(&self) -> usize {
        class_body(self.class).map_or(self.class.end_byte(), |body| body.end_byte() - 1)
    }
}

pub fn class_body(class: Node<'_>) -> Option<Node<'_>> {
    child(class, "class_body").filter(|body| body.end_byte() > body.start_byte() + 1)
}

/// The function of a method in a class file; among several with the name, the one that looks like a test.
fn function<'t>(source: &Source, class: Node<'t>, method: &str) -> Option<Node<'t>> {
    // Internal functions are named `name$module` in class files.
    let is_it = |node: &Node<'_>| {
        name(*node).is_some_and(|name| {
            let name = plain(source.of(name));
            name == method || method.strip_prefix(name).is_some_and(|rest| rest.starts_with('$'))
        })
    };
    let all: Vec<Node<'t>> = children(class_body(class)?)
        .into_iter()
        .filter(|node| node.kind() == "function_declaration" && is_it(node))
        .collect();
    all.iter().find(|node| looks_like_test(source, **node)).or(all.first()).copied()
}

/// Whether a function looks like a test of any framework.
pub fn looks_like_test(source: &Source, function: Node<'_>) -> bool {
    annotations(function, source.text()).iter().any(|name| TESTS.contains(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "package a\n\nclass FooTest : Base() {\n    @Test override fun `adds two`() { b() }\n    @Test fun c(): Unit = \
                        assertEquals(1, 2)\n    @Test internal fun d() { }\n    abstract fun e()\n    @Nested inner class In {\n        \
                        @Test fun g() { }\n    }\n    fun h() { val = }\n}\n";

    fn of(method: &str) -> Result<String, Refused> {
        let source = Source::parse(TEXT).expect("a tree");
        let class = if method == "g" { "a.FooTest$In" } else { "a.FooTest" };
        Test::find(&source, class, method)
            .map(|test| test.function(&format!("{method}_1"), &test.braced("BODY")))
    }

    #[test]
    fn a_function_is_found_by_its_method_and_gets_another_name() {
        assert_eq!(of("adds two").expect("found"), "@Test          fun `adds two_1`() BODY");
        assert_eq!(of("c").expect("found"), "@Test fun c_1() {\n        BODY\n    }");
        assert_eq!(of("d$main").expect("found"), "@Test          fun `d$main_1`() BODY");
        assert_eq!(of("g").expect("found"), "@Test fun g_1() BODY");
    }

    #[test]
    fn what_cannot_be_edited_is_said() {
        assert_eq!(of("nothing"), Err(Refused::NoMethod));
        assert_eq!(of("e"), Err(Refused::NoBody));
        assert_eq!(of("h"), Err(Refused::NotUnderstood));
        let source = Source::parse(TEXT).expect("a tree");
        assert_eq!(Test::find(&source, "a.BarTest", "c").expect_err("no class"), Refused::NoClass);
    }
}
