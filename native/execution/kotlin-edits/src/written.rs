//! Writes variants for users: as tests with a comment on their changes and their results.

use crate::literals::string;
use crate::test::Test;
use crate::variants::{Kind, Variant};
use crate::watching::{INSTEAD, SEE, SEEN};

const LONGEST: usize = 1000;

/// The framework that runs a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framework {
    /// JUnit 4, and JUnit 3.
    JUnit4,
    /// Jupiter, and other engines on the JUnit Platform.
    Jupiter,
    /// `TestNG`.
    TestNg,
}

/// The result of a kept variant, and the source of its label.
#[derive(Clone, Copy, Debug)]
pub struct Keep<'a> {
    /// Its name.
    pub name: &'a str,
    /// Whether it passes.
    pub passes: bool,
    /// The source of the label as in tables: `split`, `exception`, `expectation`, `oracle`.
    pub by: &'a str,
    /// Class of the exception that ends it on the oracle's classes; empty if none does.
    pub end: &'a str,
    /// The observations on the oracle's classes.
    pub observations: &'a [String],
}

impl Keep<'_> {
    /// The test with its comment; `None` if an observation has no literal.
    pub fn text(&self, test: &Test<'_>, variant: &Variant, framework: Framework) -> Option<String> {
        let body = self.body(variant, framework)?;
        Some(format!("    {}\n    {}", self.comment(test.method(), variant), test.function(self.name, &body)))
    }

    /// The comment: its changes and its result, on one line.
    fn comment(&self, of: &str, variant: &Variant) -> String {
        let what = if variant.words.is_empty() {
            format!("Only the assertion of line {}", variant.lines)
        } else {
            let mut letters = variant.words.chars();
            letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
        };
        let does = if self.passes { "passes" } else { "fails" };
        let why = match (self.by, self.passes) {
            ("exception", true) => format!(", where {of} ends by an exception"),
            ("exception", false) => format!(", as {of} does"),
            ("expectation", true) => format!(", where {of} does not hold"),
            ("oracle", true) => ", as on the right classes".to_owned(),
            ("oracle", false) => ", unlike on the right classes".to_owned(),
            _ => String::new(),
        };
        let line = format!("// {what}: {does}{why}.");
        line.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn body(&self, variant: &Variant, framework: Framework) -> Option<String> {
        if variant.kind != Kind::Edit {
            return Some(tidied(&variant.body));
        }
        let checks = self.by == "oracle";
        let text = variant.body.replacen(INSTEAD, "", 1);
        let (mut result, mut rest, mut sees) = (String::new(), text.as_str(), 0);
        while let Some((before, behind)) = rest.split_once(SEE) {
            let (actual, behind) = behind.split_once(SEEN)?;
            result.push_str(before);
            let seen = self.observations.get(sees).filter(|_| checks);
            let instead = match seen {
                Some(seen) => equal(framework, &value(seen)?, actual),
                None => ["java.util.Objects.isNull(", actual, ")"].concat(),
            };
            result.push_str(&instead);
            sees += 1;
            rest = behind;
        }
        result.push_str(rest);
        let is_mapped = !checks
            || self.observations.len() == sees
            || !self.end.is_empty() && self.observations.len() < sees;
        is_mapped.then(|| self.ended(&result))
    }

    /// The body, wrapped to expect an exception if it should end by one.
    fn ended(&self, body: &str) -> String {
        if self.by != "oracle" || self.end.is_empty() {
            return body.to_owned();
        }
        let (end, was_to_be) = (string(self.end), string(&format!("{} was to be thrown", self.end)));
        format!(
            "{{\n        try {body} catch (ended: Throwable) {{\n            if (ended.javaClass.name != {end}) throw ended\n            \
             return\n        }}\n        throw AssertionError({was_to_be})\n    }}"
        )
    }
}

/// Removes blank lines.
fn tidied(body: &str) -> String {
    let lines: Vec<&str> = body.lines().collect();
    let is_left = |at: usize| !lines[at].trim().is_empty() || at == 0;
    (0..lines.len()).filter(|&at| is_left(at)).map(|at| lines[at]).collect::<Vec<_>>().join("\n")
}

/// The literal of an observed value; `None` if the value cannot be restored from it.
fn value(shown: &str) -> Option<String> {
    if shown.len() > LONGEST || shown.contains('@') {
        return None;
    }
    let is_whole = |text: &str| {
        let digits = text.strip_prefix('-').unwrap_or(text);
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    if matches!(shown, "null" | "true" | "false") || is_whole(shown) {
        return Some(shown.to_owned());
    }
    if let Some(long) = shown.strip_suffix('L').filter(|long| is_whole(long)) {
        return Some(long.to_owned());
    }
    if let Some(number) = shown.strip_prefix("D:") {
        return Some(number.to_owned());
    }
    let inside = |quote: char| shown.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
    inside('"').or_else(|| inside('\'')).map(str::to_owned)
}

fn equal(framework: Framework, value: &str, actual: &str) -> String {
    let (wanted, seen) = (string(value), format!("({actual}).toString()"));
    match framework {
        Framework::JUnit4 => format!("org.junit.Assert.assertEquals({wanted}, {seen})"),
        Framework::Jupiter => format!("org.junit.jupiter.api.Assertions.assertEquals({wanted}, {seen})"),
        Framework::TestNg => format!("org.testng.Assert.assertEquals({seen}, {wanted})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;
    use crate::variants::{Variants, Wanted};

    const TEXT: &str = "import kotlin.test.*\nclass T {\n    @Test fun `adds two`() {\n        val a = add(1)\n        assertEquals(2, a)\n        \
                        assertTrue(a > 1)\n    }\n}\n";

    fn written(tries: bool, by: &str, kind: Kind, end: &str, observations: &[&str]) -> Option<String> {
        let source = Source::parse(TEXT).expect("a tree");
        let test = Test::find(&source, "T", "adds two").expect("a test");
        let mut variants = Variants::of(&test, Wanted { count: 5, tries, seed: 1 });
        let all: Vec<Variant> = variants.splits().into_iter().chain(variants.edits(5)).collect();
        let one = all.iter().find(|one| one.kind == kind).expect("a variant");
        let observations: Vec<String> = observations.iter().map(|&seen| seen.to_owned()).collect();
        let keep = Keep { name: "adds two_1", passes: true, by, end, observations: &observations };
        keep.text(&test, one, Framework::Jupiter)
    }

    #[test]
    fn a_split_is_the_test_with_one_assertion() {
        let text = written(true, "split", Kind::Split, "", &[]).expect("a test");
        let expected = "    // Only the assertion of line 5: passes.\n    @Test fun `adds two_1`() {\n        val a = add(1)\n        \
                        assertEquals(2, a)\n    }";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_tried_edit_has_its_assertions_as_they_were() {
        let text = written(true, "expectation", Kind::Tried, "", &[]).expect("a test");
        assert!(
            text.contains("assertEquals(2, a)\n") && text.contains("where adds two does not hold"),
            "{text}"
        );
        assert!(!text.contains("faultline"), "{text}");
    }

    #[test]
    fn what_is_right_becomes_an_assertion_where_it_has_a_literal() {
        let text = written(false, "oracle", Kind::Edit, "", &["7", "true"]).expect("a test");
        assert!(
            text.contains("org.junit.jupiter.api.Assertions.assertEquals(\"7\", (a).toString())"),
            "{text}"
        );
        assert!(!text.contains("faultline"), "{text}");
        assert_eq!(written(false, "oracle", Kind::Edit, "", &["a.B@", "true"]), None);
        assert_eq!(written(false, "oracle", Kind::Edit, "", &["7"]), None, "one is missing");
        let ended = written(false, "oracle", Kind::Edit, "a.E", &["7"]).expect("a test");
        assert!(ended.contains("if (ended.javaClass.name != \"a.E\") throw ended"), "{ended}");
    }

    #[test]
    fn without_anybody_who_knows_values_are_only_asked_for() {
        let text = written(false, "exception", Kind::Edit, "", &[]).expect("a test");
        assert!(
            text.contains("java.util.Objects.isNull(a)") && text.contains("ends by an exception"),
            "{text}"
        );
    }
}
