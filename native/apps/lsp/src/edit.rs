//! A mutant as a change of its source line.

/* Mutants are changes of bytecode, and their words are those of the source only as far as the bytecode shows it. A change of
the source is offered only if there is one place at which it can be meant:
- the words name an operator or a constant, and what stands there instead;
- the line is a statement of its own, as code of its neighbours may count as its code;
- the operator or constant stands in the line once, and once in the bytecode of the line;
- nothing in the line turns a condition around, and no type argument looks like an operator. */

use std::ops::Range;

use crate::mending::Mending;
use crate::tokens::{Kind, Token, tokens};

/// Operators that mutants replace by each other.
const OPERATORS: [&str; 17] =
    ["<", "<=", ">", ">=", "==", "!=", "+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", ">>>"];

/// A replacement in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced. Units: bytes.
    pub bytes: Range<usize>,
    /// What stands there.
    pub old: String,
    /// What replaces it.
    pub new: String,
}

/// The change of a line of Java that a mutant means; `None` unless it is the only one. `before` is the nearest line with code
/// above.
pub fn edit(line: &str, before: Option<&str>, mutant: &Mending) -> Option<Edit> {
    if mutant.alike != 1 {
        return None;
    }
    let tokens = tokens(line)?;
    if !is_statement(&tokens) || !before.is_none_or(ends_statement) || turns_around(&tokens) {
        return None;
    }
    let [new, old] = quoted(&mutant.words)?;
    match mutant.words.strip_suffix(&format!("for the constant {old}")) {
        Some(_) => constant(&tokens, old, new),
        None => operator(&tokens, old, new),
    }
}

/// The new and the old code of "`<=` for `<`" and "`6` for the constant 5".
fn quoted(words: &str) -> Option<[&str; 2]> {
    let (new, rest) = words.strip_prefix('`')?.split_once("` for ")?;
    if let Some(old) = rest.strip_prefix("the constant ") {
        return Some([new, old]);
    }
    let old = rest.strip_prefix('`')?.strip_suffix('`')?;
    // `!= null` for `== null`
    match (new.strip_suffix(" null"), old.strip_suffix(" null")) {
        (Some(new), Some(old)) => Some([new, old]),
        _ => Some([new, old]),
    }
}

fn operator(tokens: &[Token<'_>], old: &str, new: &str) -> Option<Edit> {
    if !OPERATORS.contains(&old) || !OPERATORS.contains(&new) {
        return None;
    }
    // `List<A> a = b < c`: an angle may be part of a type, and `>>` of two.
    let angles = |token: &&Token<'_>| ["<", ">", ">>", ">>>"].contains(&token.text);
    if ["<", ">", ">>", ">>>"].contains(&old) && tokens.iter().filter(angles).count() != 1 {
        return None;
    }
    let (at, token) = only(tokens, |token| token.kind == Kind::Sign && token.text == old)?;
    let is_binary = at.checked_sub(1).is_some_and(|before| is_operand_end(&tokens[before]));
    is_binary.then(|| replaced(token, new))
}

/// Whether an operator behind a token has two operands.
fn is_operand_end(token: &Token<'_>) -> bool {
    match token.kind {
        Kind::Word => !["return", "case", "throw", "assert", "yield"].contains(&token.text),
        Kind::Number | Kind::Text => true,
        Kind::Sign => [")", "]"].contains(&token.text),
    }
}

fn constant(tokens: &[Token<'_>], old: &str, new: &str) -> Option<Edit> {
    let (value, new_value) = (old.parse::<i64>().ok()?, new.parse::<i64>().ok()?);
    if tokens.first().is_some_and(|first| ["case", "@"].contains(&first.text)) {
        return None;
    }
    let is_value = |token: &Token<'_>| token.kind == Kind::Number && number_of(token) == Some(value);
    // `5L` and `0x5` are no plain numbers, but may be the one that is meant.
    let is_other = |token: &&Token<'_>| token.kind == Kind::Number && number_of(token).is_none();
    if tokens.iter().any(|token| is_other(&token)) {
        return None;
    }
    let (at, token) = only(tokens, is_value)?;
    if may_be_folded(tokens, at) || (value == 0 && is_compared(tokens, at)) {
        return None;
    }
    let new = if new_value < 0 { format!("({new_value})") } else { new_value.to_string() };
    Some(replaced(token, &new))
}

/// The value of a plain number, as `10_000`.
fn number_of(token: &Token<'_>) -> Option<i64> {
    token.text.replace('_', "").parse().ok()
}

/// Whether a token stands beside a comparison. The bytecode of `x == 0` has no constant.
fn is_compared(tokens: &[Token<'_>], at: usize) -> bool {
    let beside = [at.checked_sub(1), Some(at + 1)];
    let mut beside = beside.into_iter().flatten().filter_map(|at| tokens.get(at));
    beside.any(|token| token.kind == Kind::Sign && OPERATORS[..6].contains(&token.text))
}

/// Whether a compiler may compute something with a constant, so that the bytecode has another: `-5`, `2 * 5`, `MAX - 5`.
fn may_be_folded(tokens: &[Token<'_>], at: usize) -> bool {
    let token = |at: Option<usize>| at.and_then(|at| tokens.get(at));
    let (before, after) = (token(at.checked_sub(1)), token(Some(at + 1)));
    let computes = |sign: Option<&Token<'_>>| {
        sign.is_some_and(|sign| {
            sign.kind == Kind::Sign && (OPERATORS[6..].contains(&sign.text) || sign.text == "~")
        })
    };
    let is_constant = |operand: Option<&Token<'_>>| {
        operand.is_some_and(|operand| match operand.kind {
            Kind::Word => !operand.text.contains(char::is_lowercase),
            kind => kind == Kind::Number,
        })
    };
    let operand = token(at.checked_sub(2));
    (computes(before) && (is_constant(operand) || !operand.is_some_and(is_operand_end)))
        || (computes(after) && is_constant(token(Some(at + 2))))
}

fn replaced(token: &Token<'_>, new: &str) -> Edit {
    Edit { bytes: token.bytes.clone(), old: token.text.to_owned(), new: new.to_owned() }
}

/// The only token of a kind, with its number.
fn only<'t, 'a>(tokens: &'t [Token<'a>], is: impl Fn(&Token<'a>) -> bool) -> Option<(usize, &'t Token<'a>)> {
    let mut found = tokens.iter().enumerate().filter(|(_, token)| is(token));
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

/// Whether tokens are a statement, or the head of one, and nothing of another.
fn is_statement(tokens: &[Token<'_>]) -> bool {
    let mut open = 0_i32;
    for token in tokens {
        match token.text {
            "(" | "[" => open += 1,
            ")" | "]" => open -= 1,
            _ => {}
        }
        if open < 0 {
            return false;
        }
    }
    let first = tokens.iter().find(|token| !["}", "else"].contains(&token.text));
    let is_head = first.is_some_and(|first| ["if", "while", "for"].contains(&first.text));
    let ends = |sign: &str| tokens.last().is_some_and(|last| last.text == sign);
    open == 0 && (ends(";") || ends("{") || ends("}") || (is_head && ends(")")))
}

/// Whether a statement may begin behind a line.
fn ends_statement(line: &str) -> bool {
    let Some(tokens) = tokens(line) else { return false };
    let is_head = tokens.iter().any(|token| ["if", "while", "for", "else"].contains(&token.text));
    tokens.last().is_none_or(|last| {
        [";", "{", "}", ":"].contains(&last.text)
            || last.text == "else"
            || last.text == "do"
            || (last.text == ")" && is_head)
    })
}

/// Whether a `!` turns a condition around, or a lambda puts code of a method of its own into the line.
fn turns_around(tokens: &[Token<'_>]) -> bool {
    tokens.iter().any(|token| ["!", "->", "::"].contains(&token.text) && token.kind == Kind::Sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mutant(words: &str, alike: usize) -> Mending {
        Mending { words: words.to_owned(), says: String::new(), breaks_nothing: true, alike }
    }

    fn edited(line: &str, words: &str) -> Option<String> {
        let edit = edit(line, Some("  int n = 0;"), &mutant(words, 1))?;
        assert_eq!(line[edit.bytes.clone()], edit.old);
        Some(format!("{}{}{}", &line[..edit.bytes.start], edit.new, &line[edit.bytes.end..]))
    }

    #[test]
    fn a_mutant_that_can_be_only_one_thing_is_a_change() {
        for (line, words, expected) in [
            ("  if (a < b) {", "`<=` for `<`", "  if (a <= b) {"),
            ("  } else if (a < b)", "`==` for `<`", "  } else if (a == b)"),
            ("  return a + b;", "`-` for `+`", "  return a - b;"),
            ("  while (é != null) {", "`== null` for `!= null`", "  while (é == null) {"),
            ("  int x = f(a) << 3;", "`>>>` for `<<`", "  int x = f(a) >>> 3;"),
            ("  return 5;", "`6` for the constant 5", "  return 6;"),
            ("  return n * 5;", "`-5` for the constant 5", "  return n * (-5);"),
            ("  return n > 10_000 ? 5 : n;", "`6` for the constant 5", "  return n > 10_000 ? 6 : n;"),
            ("  return 1_0;", "`11` for the constant 10", "  return 11;"),
            ("  if (n == 5) {", "`6` for the constant 5", "  if (n == 6) {"),
            ("  int n = 0;", "`1` for the constant 0", "  int n = 1;"),
            ("  return n - 5;", "`0` for the constant 5", "  return n - 0;"),
            ("  for (int i = 0; i < n; i++) {", "`1` for the constant 0", "  for (int i = 1; i < n; i++) {"),
            ("  for (int i = 0; i < n; i++) {", "`<=` for `<`", "  for (int i = 0; i <= n; i++) {"),
        ] {
            assert_eq!(edited(line, words).unwrap_or_default(), expected, "{line} with {words}");
        }
    }

    #[test]
    fn what_may_be_two_things_is_no_change() {
        for (line, words) in [
            ("  if (a < b && c < d) {", "`<=` for `<`"),
            ("  List<Integer> x = a < b ? c : d;", "`<=` for `<`"),
            ("  if (!(a < b)) {", "`<=` for `<`"),
            ("  if (a >= b) {", "`<=` for `<`"),
            ("  if (a < b", "`<=` for `<`"),
            ("    && a < b) {", "`<=` for `<`"),
            ("  x = y.filter(z -> z < 1);", "`<=` for `<`"),
            ("  x += y;", "`-` for `+`"),
            ("  x = -y;", "`+` for `-`"),
            ("  return -y;", "`+` for `-`"),
            ("  return -5;", "`6` for the constant 5"),
            ("  return 5 + 5;", "`6` for the constant 5"),
            ("  return MAX - 5;", "`6` for the constant 5"),
            ("  return a - -b; // a - b", "`+` for `-`"),
            ("  return 2 * 5;", "`6` for the constant 5"),
            ("  return 5L;", "`6` for the constant 5"),
            ("  if (x == 0) {", "`1` for the constant 0"),
            ("  return 0 <= x;", "`1` for the constant 0"),
            ("  while (x >= 0 && f(y)) {", "`1` for the constant 0"),
            ("  if (x != 0L) {", "`1` for the constant 0"),
            ("  return 0x1_0 + 5;", "`6` for the constant 5"),
            ("  return 5L + 5;", "`6` for the constant 5"),
            ("  case 5: return;", "`6` for the constant 5"),
            ("  return \"5\";", "`6` for the constant 5"),
            ("  return a;", "the opposite of the condition"),
            ("  return n;", "`n - 1` for `n`"),
            ("  return a + b;", "only the left operand of `+`"),
            ("  s = \"a < b\";", "`<=` for `<`"),
            ("  if (a /* < */ == b", "`<=` for `<`"),
        ] {
            assert_eq!(edited(line, words), None, "{line} with {words}");
        }
    }

    #[test]
    fn code_of_other_lines_and_other_instructions_makes_it_unsure() {
        let line = "  return a < b;";
        assert!(edit(line, None, &mutant("`<=` for `<`", 1)).is_some());
        assert!(edit(line, Some("  if (x)"), &mutant("`<=` for `<`", 1)).is_some());
        assert_eq!(edit(line, None, &mutant("`<=` for `<`", 2)), None, "two comparisons in the bytecode");
        assert_eq!(edit(line, Some("  int y = x +"), &mutant("`<=` for `<`", 1)), None);
        assert_eq!(edit(line, Some("  foo(1)"), &mutant("`<=` for `<`", 1)), None, "a call that goes on");
    }
}
