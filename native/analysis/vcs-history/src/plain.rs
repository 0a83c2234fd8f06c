//! Normalises sources: removes white space, comments and style, and compares what remains of two versions.

/* A commit that only changes style leaves the syntax trees as they were [1]; here a tree is represented by its leaves.
A source becomes a list of lines, each with the tokens that begin on it; lines without tokens are dropped. Two versions are
compared line by line. Where lines differ, their token sequences are compared: if these are equal, tokens only moved between
lines, and nothing changed. Syntax without effect on the JVM is dropped too: annotations for the compiler, `final` of local
variables and parameters, and braces around a single simple statement, which style checkers ask for.

[1] An, Hong, Kim, Yoo: Fonte: Finding Bug Inducing Commits from Failures. ICSE 2023: its second stage. */

use std::collections::BTreeMap;
use std::ops::Range;

use imara_diff::{Algorithm, Diff, InternedInput};
use tree_sitter::{Node, Parser};

use crate::edits::Hunk;
use crate::units::{UnitKind, units_of_tree};

/// Longer files are compared unnormalised. Units: bytes.
const LONGEST: usize = 8 << 20;
/// Separates two tokens; practically never occurs in sources.
const BETWEEN: u8 = 0x1f;
/// Largest number of hunks compared together, apart from comparing all of them.
const TOGETHER: usize = 4;
/// Annotations read only by the compiler.
const FOR_THE_COMPILER: [&[u8]; 5] =
    [b"Override", b"Deprecated", b"SuppressWarnings", b"SafeVarargs", b"FunctionalInterface"];

/// How sources are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// Unnormalised: every byte of every line counts.
    Raw,
    /// White space does not count; in Java, neither do comments and style.
    Meaning,
}

/// A normalised source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Plain {
    /// Line numbers of the lines that count, from 0, ascending.
    rows: Vec<u32>,
    /// The normalised text of these lines.
    texts: Vec<Vec<u8>>,
    /// Methods by name, as ranges of indices into `rows`.
    pub(crate) methods: BTreeMap<String, Range<u32>>,
}

/// Normalises sources.
pub(crate) struct Reader(Parser);

impl Reader {
    pub(crate) fn new() -> Self {
        let mut parser = Parser::new();
        parser.set_language(&tree_sitter_java::LANGUAGE.into()).expect("the grammar fits the parser");
        Self(parser)
    }

    /// Normalises a source. A source that is not Java, or has syntax errors, is split into words: only white space is
    /// dropped.
    pub(crate) fn read(&mut self, source: &[u8], is_java: bool, look: Look) -> Plain {
        let mut plain = Plain::default();
        let tree = (is_java && source.len() <= LONGEST).then(|| self.0.parse(source, None)).flatten();
        let whole = tree.as_ref().filter(|tree| !tree.root_node().has_error() && look == Look::Meaning);
        match (whole, look) {
            (Some(tree), _) => plain.take_tokens(tree.root_node(), source),
            (None, Look::Raw) => {
                let lines = source.split_inclusive(|&byte| byte == b'\n');
                plain.texts = lines.map(<[u8]>::to_owned).collect();
                plain.rows = (0..plain.texts.len() as u32).collect();
            }
            (None, _) => plain.take_words(source),
        }
        if let Some(tree) = &tree {
            let units = units_of_tree(tree, source).into_iter();
            let methods = units.filter(|((kind, _), _)| *kind == UnitKind::Method);
            plain.methods = methods.map(|((_, name), rows)| (name, plain.places(&rows))).collect();
        }
        plain
    }
}

impl Plain {
    /// Converts a range of line numbers to indices.
    pub(crate) fn places(&self, rows: &Range<u32>) -> Range<u32> {
        let place = |row| self.rows.partition_point(|&other| other < row) as u32;
        place(rows.start)..place(rows.end)
    }

    /// Number of lines that count.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The text of some lines, joined.
    pub(crate) fn text(&self, places: &Range<u32>) -> Vec<u8> {
        self.texts[places.start as usize..places.end as usize].join(&BETWEEN)
    }

    /// The whole text, joined.
    #[cfg(test)]
    fn all(&self) -> Vec<u8> {
        self.texts.join(&BETWEEN)
    }

    /// Whether two normalised sources are equal.
    #[cfg(test)]
    pub(crate) fn is_same_as(&self, other: &Self) -> bool {
        self.all() == other.all()
    }

    fn take(&mut self, row: u32, token: &[u8]) {
        if self.rows.last() == Some(&row)
            && let Some(text) = self.texts.last_mut()
        {
            text.push(BETWEEN);
            text.extend_from_slice(token);
        } else {
            self.rows.push(row);
            self.texts.push(token.to_owned());
        }
    }

    fn take_words(&mut self, source: &[u8]) {
        for (row, line) in source.split(|&byte| byte == b'\n').enumerate() {
            for word in line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()) {
                self.take(row as u32, word);
            }
        }
    }

    /// Collects the leaves of a tree that count. Iterative, because sources may be deeply nested. Cost: O(nodes). Looking up
    /// a node's parent walks down from the root, so the walk keeps a stack of ancestors instead.
    fn take_tokens(&mut self, root: Node<'_>, source: &[u8]) {
        let (mut cursor, mut above) = (root.walk(), Vec::new());
        loop {
            let node = cursor.node();
            let counts = counts(node, &above, source);
            let is_token = matches!(node.kind(), "string_literal" | "character_literal");
            if counts && (is_token || node.child_count() == 0) {
                self.take(node.start_position().row as u32, &source[node.byte_range()]);
            }
            if counts && !is_token && cursor.goto_first_child() {
                above.push(node);
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return;
                }
                above.pop();
            }
        }
    }
}

/// Whether a node affects what a JVM does; `above` are its ancestors, the root first.
fn counts(node: Node<'_>, above: &[Node<'_>], source: &[u8]) -> bool {
    match node.kind() {
        "line_comment" | "block_comment" => false,
        "marker_annotation" | "annotation" => node
            .child_by_field_name("name")
            .is_none_or(|name| !FOR_THE_COMPILER.contains(&&source[name.byte_range()])),
        "final" => !above.iter().nth_back(1).is_some_and(|of| {
            matches!(
                of.kind(),
                "local_variable_declaration"
                    | "formal_parameter"
                    | "spread_parameter"
                    | "catch_formal_parameter"
                    | "enhanced_for_statement"
                    | "resource"
            )
        }),
        "{" | "}" => !is_around_one(above),
        _ => true,
    }
}

/// Whether the last of `nodes`, a path from the root, is a block that forms the body of a statement and holds one simple
/// statement that ends with it. An `if` in it could otherwise take an `else` from behind the block.
fn is_around_one(nodes: &[Node<'_>]) -> bool {
    let [.., of, block] = nodes else { return false };
    let is_body = matches!(
        of.kind(),
        "if_statement" | "while_statement" | "for_statement" | "enhanced_for_statement" | "do_statement"
    );
    if block.kind() != "block" || !is_body {
        return false;
    }
    let mut cursor = block.walk();
    let mut statements = block.named_children(&mut cursor).filter(|child| !child.is_extra());
    let first = statements.next();
    statements.next().is_none()
        && first.is_some_and(|statement| {
            matches!(
                statement.kind(),
                "expression_statement"
                    | "return_statement"
                    | "throw_statement"
                    | "break_statement"
                    | "continue_statement"
            )
        })
}

/// The correspondence between the lines of two versions.
#[derive(Debug)]
pub(crate) struct Comparison {
    /// Differing lines, by index.
    changed: Vec<Hunk>,
    /// All lines without a one-to-one counterpart: differing lines, and equal tokens on other lines.
    moved: Vec<Moved>,
}

/// Ranges of lines that correspond as a whole.
#[derive(Debug)]
struct Moved {
    lines: Hunk,
    /// For equal tokens on other lines: the line of each token, before and after.
    tokens: Option<[Vec<u32>; 2]>,
}

impl Comparison {
    pub(crate) fn of(old: &Plain, new: &Plain) -> Self {
        let mut input: InternedInput<&[u8]> = InternedInput::default();
        input.update_before(old.texts.iter().map(Vec::as_slice));
        input.update_after(new.texts.iter().map(Vec::as_slice));
        let mut diff = Diff::compute(Algorithm::Histogram, &input);
        diff.postprocess_lines(&input);
        let hunks: Vec<Hunk> = diff.hunks().map(|hunk| [hunk.before, hunk.after]).collect();
        let (mut changed, mut moved) = (Vec::new(), Vec::new());
        let mut at = 0;
        while at < hunks.len() {
            if let Some((last, restyled)) = restyled([old, new], &hunks, at) {
                moved.push(restyled);
                at = last + 1;
            } else {
                changed.push(hunks[at].clone());
                moved.push(Moved { lines: hunks[at].clone(), tokens: None });
                at += 1;
            }
        }
        Self { changed, moved }
    }

    /// Whether lines of a range of the new version changed, or lines between them were removed.
    pub(crate) fn touches(&self, new: &Range<u32>) -> bool {
        // Changes are ordered by line, so the first that ends behind the first line decides.
        let first = self.changed.partition_point(|[_, lines]| lines.end <= new.start);
        self.changed.get(first).is_some_and(|[_, lines]| lines.start < new.end)
    }

    /// Whether the old version has the content of a line, possibly on other lines.
    pub(crate) fn has(&self, line: u32) -> bool {
        !self.touches(&(line..line + 1))
    }

    /// Returns the lines of the old version that correspond to a range of the new one, widened to whole changes. Empty if
    /// the range is new.
    pub(crate) fn before(&self, new: &Range<u32>) -> Range<u32> {
        if new.is_empty() {
            return 0..0;
        }
        let start = self.place(new.start, false);
        let end = self.place(new.end - 1, true);
        start..end.max(start)
    }

    /// Position in the old version of the start or the end of a line.
    fn place(&self, line: u32, is_end: bool) -> u32 {
        let behind = u32::from(is_end);
        let at = self.moved.partition_point(|moved| moved.lines[1].end <= line);
        if let Some(Moved { lines: [old, new], tokens }) = self.moved.get(at)
            && new.contains(&line)
        {
            let Some([before, after]) = tokens else { return if is_end { old.end } else { old.start } };
            // Tokens are ordered by line.
            let token = after.partition_point(|&other| if is_end { other <= line } else { other < line });
            let token = if is_end { token.checked_sub(1) } else { Some(token) };
            let is_on = |&token: &usize| after.get(token) == Some(&line);
            return token.filter(is_on).map_or(old.start, |token| before[token]) + behind;
        }
        let last = at.checked_sub(1).map(|at| &self.moved[at].lines);
        let (old, new) = last.map_or((0, 0), |[old, new]| (old.end, new.end));
        line - new + old + behind
    }
}

/// Finds a later hunk such that the tokens from `first` through it are equal in both versions. Equal lines between moved
/// ones can split one such change into several hunks.
fn restyled([old, new]: [&Plain; 2], hunks: &[Hunk], first: usize) -> Option<(usize, Moved)> {
    let far = (first == 0).then(|| hunks.len() - 1);
    let near = first..hunks.len().min(first + TOGETHER);
    far.into_iter().chain(near).find_map(|last| {
        let [from, to] = [&hunks[first], &hunks[last]];
        let lines = [from[0].start..to[0].end, from[1].start..to[1].end];
        let is_same =
            lines.iter().all(|lines| !lines.is_empty()) && old.text(&lines[0]) == new.text(&lines[1]);
        let tokens = || [tokens(old, &lines[0]), tokens(new, &lines[1])];
        is_same.then(|| (last, Moved { tokens: Some(tokens()), lines: lines.clone() }))
    })
}

/// The line of each token in a range.
fn tokens(plain: &Plain, lines: &Range<u32>) -> Vec<u32> {
    let count = |line: u32| plain.texts[line as usize].split(|&byte| byte == BETWEEN).count();
    lines.clone().flat_map(|line| std::iter::repeat_n(line, count(line))).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn plain(source: &str) -> Plain {
        Reader::new().read(source.as_bytes(), true, Look::Meaning)
    }

    fn same(a: &str, b: &str) -> bool {
        plain(a).is_same_as(&plain(b))
    }

    #[test]
    fn formatting_comments_and_style_do_not_count() {
        let source = "class A {\n  int m(int a) {\n    if (a > 0) return 1; // positive\n    return \"a b\".length();\n  }\n}\n";
        let styled = "/** Says so. */\nclass A\n{\n\t@Override\n\tint m(final int a)\n\t{\n\t\tif (a > 0) {\n\t\t\treturn 1;\n\t\t}\n\
                      \t\t/* nothing */ return \"a b\"\n\t\t\t.length();\n\t}\n}";
        assert!(same(source, styled));
        for (from, to) in [
            ("a > 0", "a >= 0"),
            ("\"a b\"", "\"a  b\""),
            ("int m", "long m"),
            ("return 1", "return -1"),
            ("class A", "final class A"),
        ] {
            assert!(!same(source, &source.replacen(from, to, 1)), "{from} -> {to}");
        }
    }

    /// The time to normalise grows linearly with nesting. With a parent lookup per block this source takes days.
    #[test]
    fn brackets_may_be_nested_as_deep_as_a_file_allows() {
        let (send, receive) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let lines = |open: &str, close: &str| {
                let nested = |depth| {
                    format!("class A {{ void m() {{ {}{} }} }}", open.repeat(depth), close.repeat(depth))
                };
                let [few, many] = [1 << 10, 1 << 15].map(|depth| plain(&nested(depth)).all().len());
                (few - plain(&nested(0)).all().len(), many - plain(&nested(0)).all().len())
            };
            send.send(
                [("{", "}"), ("if (a) {", "}"), ("for (final int a : b) {", "}")].map(|(a, b)| lines(a, b)),
            )
        });
        let found = receive.recv_timeout(std::time::Duration::from_mins(2)).expect("the walk is not linear");
        for (few, many) in found {
            assert_eq!(few << 5, many, "what is left of the source grows as the source does");
        }
    }

    #[test]
    fn variables_that_may_not_change_are_variables() {
        let with = |word: &str| {
            format!(
                "class A {{ void m({word} int... a) {{ for ({word} int b : a) {{ {word} int c = b; n(); }} try ({word} R r = \
                 o()) {{ n(); }} catch ({word} E e) {{ n(); }} }} }}"
            )
        };
        assert!(same(&with("final"), &with("")));
        assert!(!same("class A { final int a = 1; }", "class A { int a = 1; }"));
    }

    #[test]
    fn braces_that_decide_count() {
        let with = |body: &str| format!("class A {{ void m() {{ {body} }} }}");
        assert!(!same(&with("if (a) { if (b) x(); } else y();"), &with("if (a) if (b) x(); else y();")));
        assert!(!same(&with("if (a) { x(); y(); }"), &with("if (a) x(); y();")));
        assert!(same(&with("while (a) { x(); }"), &with("while (a) x();")));
        assert!(!same(&with("{ int a; } x();"), &with("int a; x();")));
    }

    #[test]
    fn what_is_no_java_is_known_by_its_words() {
        let read = |source: &str, look| Reader::new().read(source.as_bytes(), false, look);
        let (a, b) = ("fun m() =\n  1 // one\n", "fun m() = 1 // one");
        assert!(read(a, Look::Meaning).is_same_as(&read(b, Look::Meaning)));
        assert!(!read(a, Look::Raw).is_same_as(&read(b, Look::Raw)));
        // Nor does Java with syntax errors.
        assert!(!same("class A { int m( { /* a */ }", "class A { int m( { /* b */ }"));
        assert!(same("class A {\n int m( { }", "class A { int m( { }"));
    }

    #[test]
    fn lines_that_only_moved_are_followed_token_by_token() {
        let old = plain("class A {\n  void m() { x();\n  y(); }\n  int z;\n}\n");
        let new = plain("class A\n{\n  void m() {\n    x(); y();\n  }\n  int z;\n}\n");
        let compared = Comparison::of(&old, &new);
        assert!((0..new.len() as u32).all(|line| compared.has(line)), "{compared:?}");
        // Line 3, `x(); y();`, was two lines before.
        assert_eq!(compared.before(&(3..4)), 1..3);
        assert_eq!(compared.before(&(5..6)), 3..4);
        assert_eq!(compared.before(&(0..2)), 0..1);
    }

    #[test]
    fn what_was_removed_between_two_lines_touches_both_together() {
        let old = plain("class A {\n  int a;\n  int b;\n  int c;\n}\n");
        let new = plain("class A {\n  int a;\n  int c;\n}\n");
        let compared = Comparison::of(&old, &new);
        assert!(compared.touches(&(1..3)) && compared.touches(&(0..4)));
        assert!(!compared.touches(&(1..2)) && !compared.touches(&(2..3)));
        assert_eq!(compared.before(&(1..3)), 1..4);
    }

    /// Statements, each in several layouts.
    const STATEMENTS: [&[&str]; 5] = [
        &["a();", "a ( ) ;", "a(\n);", "a(); // call"],
        &["if (b) c();", "if (b) {\n c();\n}", "if(b)\n  c();"],
        &["int d = 1;", "final int d = 1;", "int d\n = /* one */ 1;"],
        &["return;", "return\n;"],
        &["e(\"x y\");", "e( \"x y\" );"],
    ];

    fn body() -> impl Strategy<Value = Vec<(usize, [usize; 2])>> {
        prop::collection::vec((0..STATEMENTS.len(), prop::array::uniform2(0..4_usize)), 0..9)
    }

    fn laid_out(body: &[(usize, [usize; 2])], which: usize) -> String {
        let line = |(statement, way): &(usize, [usize; 2])| {
            let ways = STATEMENTS[*statement];
            format!("    {}\n", ways[way[which] % ways.len()])
        };
        format!("class A {{\n  void m() {{\n{}  }}\n}}\n", body.iter().map(line).collect::<String>())
    }

    proptest! {
        #[test]
        fn any_layout_of_the_same_statements_is_the_same(body in body()) {
            let [a, b] = [0, 1].map(|which| plain(&laid_out(&body, which)));
            prop_assert!(a.is_same_as(&b));
            let compared = Comparison::of(&a, &b);
            prop_assert!(!compared.touches(&(0..b.len() as u32)));
            prop_assert_eq!(compared.before(&(0..b.len() as u32)), 0..a.len() as u32);
        }

        #[test]
        fn lines_that_did_not_change_are_where_they_were(
            old in prop::collection::vec(0..5_u8, 0..12),
            new in prop::collection::vec(0..5_u8, 0..12),
        ) {
            let text = |lines: &[u8]| lines.iter().map(|line| format!("l{line}\n")).collect::<Vec<_>>().concat();
            let read = |lines: &[u8]| Reader::new().read(text(lines).as_bytes(), false, Look::Meaning);
            let compared = Comparison::of(&read(&old), &read(&new));
            let mut last = 0;
            for line in 0..new.len() as u32 {
                let before = compared.before(&(line..line + 1));
                prop_assert!(before.start >= last);
                last = before.start;
                if compared.has(line) {
                    prop_assert_eq!(before.len(), 1);
                    prop_assert_eq!(old[before.start as usize], new[line as usize]);
                }
            }
        }
    }
}
