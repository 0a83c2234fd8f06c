//! The annotation by which a tool marks a source that it wrote.

/// Words that begin the declaration of a type.
const TYPES: [&str; 6] = ["class", "interface", "enum", "record", "object", "trait"];
/// Packages whose `@Generated` speaks of a column's value.
const OF_COLUMNS: [&str; 3] = ["jakarta.persistence.", "javax.persistence.", "org.hibernate."];

/// Whether the first type of a source has an annotation whose simple name contains `Generated`, as annotation
/// processors write it. Java's own is kept in the source alone. Cost: O(text before that type).
pub fn is_in(source: &str) -> bool {
    let mut rest = after_blanks(source);
    while let Some(first) = rest.chars().next() {
        rest = if first == '@' {
            let (name, after) = split_name(&rest[1..]);
            if name == "interface" || is_mark(name) {
                return name != "interface";
            }
            after_arguments(after_blanks(after))
        } else {
            let (word, after) = split_name(rest);
            if TYPES.contains(&word) {
                return false;
            }
            if word.is_empty() { &rest[first.len_utf8()..] } else { after }
        };
        rest = after_blanks(rest);
    }
    false
}

fn is_mark(annotation: &str) -> bool {
    let simple = annotation.rsplit(['.', ':']).next().unwrap_or(annotation);
    simple.contains("Generated") && !OF_COLUMNS.iter().any(|package| annotation.starts_with(package))
}

/// A name, with its package or the target of a Kotlin annotation (`file:`), and what follows.
fn split_name(text: &str) -> (&str, &str) {
    let is_of_name = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '$' | '.' | ':');
    text.split_at(text.find(|letter| !is_of_name(letter)).unwrap_or(text.len()))
}

fn after_blanks(text: &str) -> &str {
    let mut text = text.trim_start();
    loop {
        let end = match text.as_bytes() {
            [b'/', b'/', ..] => "\n",
            [b'/', b'*', ..] => "*/",
            _ => return text,
        };
        text = text[2..].split_once(end).map_or("", |(_, rest)| rest.trim_start());
    }
}

/// What follows the arguments of an annotation in parentheses, if it has some.
fn after_arguments(text: &str) -> &str {
    let (mut depth, mut is_text, mut is_escaped) = (0_usize, false, false);
    for (at, letter) in text.char_indices() {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' if is_text => is_escaped = true,
            '"' => is_text = !is_text,
            '(' if !is_text => depth += 1,
            ')' if !is_text => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return if letter == ')' { &text[at + 1..] } else { text };
        }
    }
    ""
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_mark_stands_before_the_first_type() {
        for marked in [
            "package a;\nimport javax.annotation.processing.Generated;\n@Generated(\n value = \"class )\"\n)\npublic class A {}",
            "// class of the builder\n/* interface */ @javax.annotation.Generated(\"x\") final class B {}",
            "@SuppressWarnings({\"all\", \"\\\")\"}) @DaggerGenerated class C {}",
            "@file:Generated(\"x\")\npackage a\nobject D",
            "@org.immutables.value.Generated(from = \"A\", generator = \"Immutables\") @interface E {}",
        ] {
            assert!(is_in(marked), "{marked}");
        }
        for own in [
            "",
            "package a.b;\n/** @Generated */ public class A { @Generated(\"x\") void m() {} }",
            "@interface Generated {}\n@Generated class B {}",
            "import lombok.Generated;\nclass C {}",
            "@SuppressWarnings(\"@Generated\") class D {}",
            "@org.hibernate.annotations.Generated class E {}",
            "@Broken(\"",
        ] {
            assert!(!is_in(own), "{own}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_to_its_end(text in "[@()\"\\\\/*a-zA-Zé. \n]{0,60}") {
            is_in(&text);
        }
    }
}
