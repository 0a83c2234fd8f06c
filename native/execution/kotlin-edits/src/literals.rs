//! Kotlin's literals: parsing them, and writing values as source.

use std::fmt::Write as _;

/// Maximum length of source in messages. Units: characters.
const SHOWN: usize = 40;

/// The value of a string literal; `None` for templates and other code.
pub fn text_of(literal: &str) -> Option<String> {
    if let Some(raw) = literal.strip_prefix("\"\"\"").and_then(|rest| rest.strip_suffix("\"\"\"")) {
        return (!raw.contains('$')).then(|| raw.to_owned());
    }
    let inside = literal.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'))?;
    unescaped(inside)
}

/// The value of a character literal.
pub fn character_of(literal: &str) -> Option<char> {
    let inside = literal.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''))?;
    let text = if inside == "$" { "$".to_owned() } else { unescaped(inside)? };
    let mut all = text.chars();
    all.next().filter(|_| all.next().is_none())
}

fn unescaped(text: &str) -> Option<String> {
    let mut result = String::new();
    let mut rest = text.chars();
    while let Some(next) = rest.next() {
        match next {
            '$' if rest.clone().next().is_some_and(|c| c.is_alphabetic() || "{_`".contains(c)) => {
                return None;
            }
            '\\' => result.push(match rest.next()? {
                't' => '\t',
                'b' => '\u{8}',
                'n' => '\n',
                'r' => '\r',
                'u' => {
                    let digits: String = rest.by_ref().take(4).collect();
                    // A single surrogate is not a `char`.
                    char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?
                }
                other => other,
            }),
            other => result.push(other),
        }
    }
    Some(result)
}

/// A string as a literal.
pub fn string(value: &str) -> String {
    let mut quoted = String::from("\"");
    value.chars().for_each(|c| escaped(c, '"', &mut quoted));
    quoted.push('"');
    quoted
}

/// A character as a literal.
pub fn character(value: char) -> String {
    let mut quoted = String::from("'");
    escaped(value, '\'', &mut quoted);
    quoted.push('\'');
    quoted
}

fn escaped(c: char, quote: char, into: &mut String) {
    match c {
        '\n' => into.push_str("\\n"),
        '\r' => into.push_str("\\r"),
        '\t' => into.push_str("\\t"),
        '\\' | '$' => into.extend(['\\', c]),
        _ if c == quote => into.extend(['\\', c]),
        ' '..='~' => into.push(c),
        _ => {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(into, "\\u{unit:04x}");
            }
        }
    }
}

/// The value of a number literal, by its form.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// Without a suffix.
    Int(i64),
    /// With `L`.
    Long(i64),
    /// With a point or an exponent.
    Double(f64),
}

/// The value of a number literal; `None` for unsigned numbers, those with `f`, and other code.
pub fn number_of(literal: &str) -> Option<Number> {
    let digits = literal.replace('_', "");
    let (body, is_long) = digits.strip_suffix('L').map_or((digits.as_str(), false), |body| (body, true));
    let of_base = |prefix: [&str; 2], base| {
        let rest = body.strip_prefix(prefix[0]).or_else(|| body.strip_prefix(prefix[1]))?;
        Some(i64::from_str_radix(rest, base).ok())
    };
    let whole = of_base(["0x", "0X"], 16).or_else(|| of_base(["0b", "0B"], 2)).unwrap_or_else(|| {
        if body.starts_with(|c: char| c.is_ascii_digit()) { body.parse().ok() } else { None }
    });
    match whole {
        Some(value) if is_long => Some(Number::Long(value)),
        Some(value) => Some(Number::Int(value)),
        None if body.contains(['x', 'X', 'f', 'F', 'u', 'U']) || is_long => None,
        None => body.parse().ok().map(Number::Double),
    }
}

/// Source for messages: on one line and shortened.
pub fn shown(source: &str) -> String {
    let line = source.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= SHOWN {
        return line;
    }
    line.chars().take(SHOWN - 3).chain("...".chars()).collect()
}

/// Code for a sentence.
pub fn code(source: &str) -> String {
    format!("`{}`", shown(source))
}

/// Short strings as they are, everything else as code.
pub fn quoted(source: &str) -> String {
    let is_string =
        source.starts_with('"') && !source.starts_with("\"\"\"") && source.chars().count() <= SHOWN;
    if is_string { source.to_owned() } else { code(source) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn literals_stand_for_values_unless_something_is_put_into_them() {
        assert_eq!(text_of(r#""a\n\$b\u00e9 $ 5""#).as_deref(), Some("a\n$bé $ 5"));
        assert_eq!(text_of("\"\"\"a\n\"b\" \\n\"\"\"").as_deref(), Some("a\n\"b\" \\n"));
        for put in [r#""$a""#, r#""${a}""#, "\"\"\"${1}\"\"\"", "a"] {
            assert_eq!(text_of(put), None, "{put}");
        }
        assert_eq!(
            (character_of(r"'\''"), character_of("'$'"), character_of("'ab'")),
            (Some('\''), Some('$'), None)
        );
    }

    #[test]
    fn numbers_are_read_in_all_their_forms() {
        assert_eq!(number_of("1_000"), Some(Number::Int(1000)));
        assert_eq!(number_of("0xFFL"), Some(Number::Long(255)));
        assert_eq!(number_of("0b101"), Some(Number::Int(5)));
        assert_eq!(number_of("1e3"), Some(Number::Double(1000.0)));
        for none in ["2u", "1.5f", "0xFFu", "x", "1uL"] {
            assert_eq!(number_of(none), None, "{none}");
        }
    }

    proptest! {
        #[test]
        fn a_string_as_source_stands_for_itself(value in "\\PC*|[\\x00-\\x7f]*|[$a{}\"\\\\]*") {
            // Characters that need surrogate pairs are not parsed.
            prop_assume!(value.chars().all(|c| c.len_utf16() == 1));
            prop_assert_eq!(text_of(&string(&value)), Some(value));
        }

        #[test]
        fn a_character_as_source_stands_for_itself(value in any::<char>()) {
            prop_assume!(value.len_utf16() == 1);
            prop_assert_eq!(character_of(&character(value)), Some(value));
        }
    }
}
