//! Finds where methods are declared in a source, by their names and the signs around.

/* No parser: sources are in several languages, and are edited while this looks at them. A line declares a method if its name
stands before a parenthesis and behind nothing but modifiers and types, as no call does. */

/// How far above the first line with code a declaration may stand.
const ABOVE: usize = 40;
/// Words that stand before a call.
const BEFORE_CALLS: [&str; 11] =
    ["return", "new", "throw", "else", "case", "assert", "yield", "do", "in", "await", "when"];

/// The declaration of a method with its first code in a line; both from 0. `is_constructor`: nothing needs to stand before
/// the name.
pub fn above(lines: &[String], name: &str, code: usize, is_constructor: bool) -> Option<usize> {
    let first = code.saturating_sub(ABOVE);
    (first..=code)
        .rev()
        .find(|&line| lines.get(line).is_some_and(|line| declares(line, name, is_constructor)))
}

/// The lines that declare a method of this name, from 0.
pub fn all(lines: &[String], name: &str) -> Vec<usize> {
    let is_declaration = |line: &usize| declares(&lines[*line], name, false);
    (0..lines.len()).filter(is_declaration).collect()
}

/// Whether a line declares a method of this name.
fn declares(line: &str, name: &str, is_constructor: bool) -> bool {
    let line = without_annotations(line.trim_start());
    if name.is_empty() || line.starts_with(['*', '/']) {
        return false;
    }
    line.match_indices(name).any(|(at, _)| {
        let (before, after) = (&line[..at], &line[at + name.len()..]);
        let (before, after) = unquoted(before, after).unwrap_or((before, after));
        let is_word = !before.ends_with(is_part) && !after.starts_with(is_part);
        is_word && after.trim_start().starts_with('(') && is_head(before, line, is_constructor)
    })
}

/// What stands around a name in backticks (Kotlin, Scala) or quotation marks (Groovy).
fn unquoted<'a>(before: &'a str, after: &'a str) -> Option<(&'a str, &'a str)> {
    let quote = before.chars().next_back().filter(|letter| "`\"'".contains(*letter))?;
    Some((before.strip_suffix(quote)?, after.strip_prefix(quote)?))
}

fn is_part(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_' || letter == '$'
}

/// Whether a text before a name consists of modifiers and types.
fn is_head(before: &str, line: &str, is_constructor: bool) -> bool {
    let before = before.trim();
    let words = || before.split(|letter| !is_part(letter)).filter(|word| !word.is_empty());
    if words().any(|word| ["fun", "def"].contains(&word)) {
        return !before.contains(['=', '(', '"']);
    }
    if before.is_empty() {
        return is_constructor && line.trim_end().ends_with('{');
    }
    let is_type = before.chars().all(|letter| is_part(letter) || "<>[],?&. \t".contains(letter));
    let count = |sign| before.matches(sign).count();
    is_type
        && !before.ends_with(['.', ','])
        && count('<') == count('>')
        && !words().any(|word| BEFORE_CALLS.contains(&word))
}

/// A line without the annotations at its start.
fn without_annotations(line: &str) -> &str {
    let mut rest = line;
    while let Some(annotation) = rest.strip_prefix('@') {
        let name = annotation.find(|letter| !is_part(letter) && letter != '.').unwrap_or(annotation.len());
        rest = annotation[name..].trim_start();
        if rest.starts_with('(') {
            rest = behind_parentheses(rest).trim_start();
        }
    }
    rest
}

/// What stands behind a parenthesis and its counterpart; nothing if the counterpart is in another line.
fn behind_parentheses(text: &str) -> &str {
    let mut open = 0;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => open += 1,
            ')' => open -= 1,
            _ => {}
        }
        if open == 0 {
            return &text[at + letter.len_utf8()..];
        }
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_told_from_calls() {
        for line in [
            "int run() {",
            "public static <T extends A & B> Map<String, List<T>> run(T one) throws X {",
            "  @Test(timeout = 10) @Tag(\"x\") void run()",
            "  fun run() = 1",
            "  private fun A.run(x: Int) {",
            "  fun `run`() {",
            "  def \"run\"() {",
            "  override def run(x: Int): Int = {",
            "  int[] run (int x)",
            "  abstract java.util.List<?> run();",
        ] {
            assert!(declares(line, "run", false), "{line}");
        }
        for line in [
            "run();",
            "return run();",
            "x = run();",
            "int x = run();",
            "other.run();",
            "new run(1)",
            "// void run()",
            " * void run()",
            "int rerun() {",
            "int run2() {",
            "if (run()) {",
            "a < run()",
            "else run();",
            "int run;",
            "\"run\"()",
            "fun other() = run()",
        ] {
            assert!(!declares(line, "run", false), "{line}");
        }
    }

    #[test]
    fn constructors_need_no_type() {
        assert!(declares("  Foo(int x) {", "Foo", true));
        assert!(declares("  public Foo() {", "Foo", true));
        assert!(!declares("  Foo(int x);", "Foo", true));
        assert!(!declares("  Foo x = new Foo(1);", "Foo", true));
    }

    #[test]
    fn the_nearest_declaration_above_the_code_is_the_methods() {
        let text = "class A {\n  int f(int x) {\n    return f(1, 2);\n  }\n  int f(\n      int x, int y) {\n    return 1;\n  }\n}";
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        assert_eq!(above(&lines, "f", 2, false), Some(1));
        assert_eq!(above(&lines, "f", 6, false), Some(4));
        assert_eq!(above(&lines, "g", 6, false), None);
        assert_eq!(above(&lines, "f", 99, false), None, "a line that is not there");
        assert_eq!(all(&lines, "f"), [1, 4]);
    }
}
