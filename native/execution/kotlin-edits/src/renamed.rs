//! A test's class under another name without its tests: variants need its fields, set-up, helpers and rules.

use tree_sitter::Node;

use crate::edit::{Edit, spliced};
use crate::nodes::{annotations, child, children, name, plain, walk};
use crate::source::Source;
use crate::test::{Test, class_body, looks_like_test};

/// A test's class under another name, split where tests are inserted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renamed {
    /// The class's name.
    pub name: String,
    /// The text up to the end of its members.
    pub before: String,
    /// The text after its members.
    pub behind: String,
}

impl Renamed {
    /// Renames a test's class; `None` if it cannot be rewritten.
    ///
    /// `keeps_tests`: keeps the tests, which helpers may call.
    pub fn of(test: &Test<'_>, keeps_tests: bool) -> Option<Self> {
        let (source, class) = (test.source, test.class);
        let old = name(class)?;
        let fresh = format!("{}Amplified", plain(source.of(old)));
        let mut edits = names(source, class, plain(source.of(old)), &fresh);
        edits.extend(others(source, class));
        for member in children(class_body(class)?) {
            if !keeps_tests && is_test(source, member) {
                edits.retain(|edit| edit.to <= member.start_byte() || member.end_byte() <= edit.from);
                edits.push(removed(source, member));
            }
        }
        let end = test.end_of_class();
        let (before, behind): (Vec<&Edit>, Vec<&Edit>) = edits.iter().partition(|edit| edit.to <= end);
        let text = source.text();
        let before = spliced(text, 0..end, before)?.trim_end().to_owned();
        Some(Self { name: fresh, before, behind: spliced(text, end..text.len(), behind)? })
    }
}

fn is_test(source: &Source, member: Node<'_>) -> bool {
    match member.kind() {
        "function_declaration" => looks_like_test(source, member),
        // Jupiter runs tests of such classes, too.
        "class_declaration" => annotations(member, source.text()).contains(&"Nested"),
        _ => false,
    }
}

/// Replaces the class's name everywhere.
fn names(source: &Source, class: Node<'_>, old: &str, fresh: &str) -> Vec<Edit> {
    let mut edits = Vec::new();
    walk(class, &mut |node| {
        let text = source.of(node);
        if node.child_count() == 0 && (text == old || text == format!("@{old}")) {
            edits.push(Edit::plain(node.end_byte() - old.len(), node.end_byte(), fresh));
        }
        true
    });
    edits
}

/// Removes the file's other declarations, which exist already, except for its private functions and
/// properties.
fn others(source: &Source, class: Node<'_>) -> Vec<Edit> {
    let mut edits = Vec::new();
    for node in children(source.root()).into_iter().filter(|node| *node != class) {
        let is_private = child(node, "modifiers")
            .is_some_and(|all| children(all).into_iter().any(|modifier| source.of(modifier) == "private"));
        let is_other = match node.kind() {
            "package_header" | "import" => false,
            "function_declaration" | "property_declaration" => !is_private,
            // It may set the name of the class of top-level functions.
            "file_annotation" => source.of(node).contains("Jvm"),
            // Classes, and declarations that the grammar misinterprets.
            _ => true,
        };
        if is_other {
            edits.push(removed(source, node));
        }
    }
    edits
}

/// Removes a node with the blanks before it.
fn removed(source: &Source, node: Node<'_>) -> Edit {
    let before = source.text()[..node.start_byte()].trim_end().len();
    Edit::plain(before, node.end_byte(), "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_keeps_what_its_tests_need() {
        let text = "@file:JvmName(\"Tests\")\n\npackage a\n\nimport kotlin.test.*\n\nclass T {\n    companion object { const val C = 1 }\n    \
                    private val c = T.C\n\n    @BeforeEach\n    fun up() { }\n\n    @Test fun x() { a(T.C) }\n\n    @Nested inner class In {\n    \
                    }\n}\n\nprivate fun own() = T::class\nfun open() = 2\nclass Other\n\
                    @RequiresOptIn annotation class Fresh\n@Fresh fun fresh() = 1\n";
        let source = Source::parse(text).expect("a tree");
        let test = Test::find(&source, "a.T", "x").expect("a test");
        let renamed = Renamed::of(&test, false).expect("another name");
        assert_eq!(renamed.name, "TAmplified");
        let expected = "\n\npackage a\n\nimport kotlin.test.*\n\nclass TAmplified {\n    companion object { const val C = 1 }\n    \
                        private val c = TAmplified.C\n\n    @BeforeEach\n    fun up() { }";
        assert_eq!(renamed.before, expected);
        assert_eq!(renamed.behind, "}\n\nprivate fun own() = T::class\n");
        let all = Renamed::of(&test, true).expect("another name");
        assert!(all.before.contains("@Test fun x() { a(TAmplified.C) }"), "{}", all.before);
    }
}
