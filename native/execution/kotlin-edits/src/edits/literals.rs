//! Edits of literals: other numbers, strings and booleans.

use tree_sitter::Node;

use crate::literals::{Number, character, character_of, number_of, quoted, string, text_of};
use crate::sites::Sites;
use crate::source::Source;

/// Literals weigh more than other sites: they are the main difference between tests.
const WEIGHT: usize = 3;
const PLACES: usize = 6;
const CHARACTERS: [char; 9] = [' ', '-', '0', 'a', 'Z', '.', ',', '"', '\n'];

/// Finds alternatives to a literal; `strings` are other strings of the same test.
pub fn find(source: &Source, literal: Node<'_>, strings: &[String], sites: &mut Sites) {
    let text = source.of(literal);
    let others: Vec<String> = match literal.kind() {
        "string_literal" | "multiline_string_literal" => {
            text_of(text).map(|value| texts(&value, strings)).unwrap_or_default()
        }
        "number_literal" | "float_literal" => number_of(text).map(numbers).unwrap_or_default(),
        "character_literal" => character_of(text).map(characters).unwrap_or_default(),
        _ => match text {
            "true" => vec!["false".to_owned()],
            "false" => vec!["true".to_owned()],
            _ => Vec::new(),
        },
    };
    let words = |with: &String| format!("{} for {}", quoted(with), quoted(text));
    sites.add(WEIGHT, others.into_iter().map(|with| (literal.byte_range(), with.clone(), words(&with))));
}

fn characters(value: char) -> Vec<String> {
    let next = char::from_u32(value as u32 + 1).filter(|next| next.len_utf16() == 1);
    next.into_iter().chain([' ']).filter(|other| *other != value).map(character).collect()
}

fn numbers(number: Number) -> Vec<String> {
    match number {
        Number::Int(value) => {
            let limits = [i64::from(i32::MAX), i64::from(i32::MIN)];
            let all = near(value).into_iter().chain(limits);
            distinct(value, all.filter(|other| i32::try_from(*other).is_ok()), "")
        }
        Number::Long(value) => distinct(value, near(value), "L"),
        Number::Double(value) => {
            let all = [value + 1.0, value - 1.0, 0.0, -value, value * 2.0, value / 2.0];
            let other = all.into_iter().filter(|other| other.is_finite() && (*other - value).abs() > 0.0);
            let shown =
                other.map(|other| if other < 0.0 { format!("({other:?})") } else { format!("{other:?}") });
            shown.chain(["Double.NaN".to_owned()]).collect()
        }
    }
}

fn near(value: i64) -> Vec<i64> {
    let all = [
        value.checked_add(1),
        value.checked_sub(1),
        Some(0),
        Some(1),
        value.checked_neg(),
        value.checked_mul(2),
        Some(value / 2),
    ];
    all.into_iter().flatten().collect()
}

fn distinct(value: i64, others: impl IntoIterator<Item = i64>, suffix: &str) -> Vec<String> {
    let mut seen = vec![value];
    let mut all = Vec::new();
    for other in others {
        if !seen.contains(&other) {
            seen.push(other);
            all.push(if other < 0 { format!("({other}{suffix})") } else { format!("{other}{suffix}") });
        }
    }
    all
}

/// Similar texts, and the other strings of the test.
fn texts(text: &str, others: &[String]) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    let mut near: Vec<String> = vec![
        String::new(),
        text.to_uppercase(),
        text.to_lowercase(),
        format!("{text}{text}"),
        format!("{text} "),
    ];
    let step = (letters.len() / PLACES).max(1);
    for at in (0..letters.len()).step_by(step) {
        let (before, behind) = (&letters[..at], &letters[at + 1..]);
        let other = CHARACTERS[at / step % CHARACTERS.len()];
        for instead in [vec![], vec![letters[at], letters[at]], vec![other, letters[at]], vec![other]] {
            near.push(before.iter().chain(&instead).chain(behind).collect());
        }
    }
    near.extend(others.iter().cloned());
    let mut all: Vec<String> = Vec::new();
    for one in near {
        if one != text && !all.contains(&one) {
            all.push(one);
        }
    }
    all.iter().map(|one| string(one)).collect()
}
