//! Lines for `cmd`, which expands variables in exclamation marks after parsing the line.

use super::super::names::names_in;
use super::super::{Misplaced, PREFIX};
use super::Place;
use super::simple::Command;

/// A reference to a variable in place of a placeholder.
pub fn reference(variable: &str, _: bool) -> String {
    format!("\"!{variable}!\"")
}

/// The positions of placeholders. Errors: one is not a word of a command.
pub fn places(text: &str, _: &[&str]) -> Result<Vec<Place>, Misplaced> {
    // `cmd` expands such a variable before parsing the line.
    if let Some((_, rest)) = text.split_once(&format!("%{PREFIX}")) {
        let name = rest.split(['%', ':']).next().unwrap_or_default();
        let written = format!("%{PREFIX}{name}%");
        return Err(Misplaced {
            name: name.to_lowercase(),
            written,
            place: "between percent signs".to_owned(),
        });
    }
    let mut places = Vec::new();
    let (mut command, mut is_quoted, mut at) = (Command::default(), false, 0);
    let mut names = names_in(text).peekable();
    while let Some(c) = text[at..].chars().next() {
        while names.next_if(|name| name.at.start < at).is_some() {}
        if let Some(name) = names.next_if(|name| name.at.start == at) {
            if is_quoted {
                return Err(Misplaced::new(name.name, "in quotes"));
            }
            command.name(name.name);
            places.push(Place::of(&name, false));
            at = name.at.end;
            continue;
        }
        at += c.len_utf8();
        match c {
            '"' => {
                is_quoted = !is_quoted;
                command.quote();
            }
            c if is_quoted => command.push(c, true),
            '^' => {
                if let Some(next) = text[at..].chars().next() {
                    at += next.len_utf8();
                    command.push(next, true);
                }
            }
            '<' | '>' => {
                command.redirect();
                at += text[at..].len() - text[at..].trim_start_matches(['>', '&']).len();
            }
            '&' | '|' | '(' | ')' | '\r' | '\n' => command.end()?,
            c if c.is_whitespace() => command.end_word(),
            c => command.push(c, false),
        }
    }
    command.end()?;
    Ok(places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_becomes_a_variable_that_is_read_late() {
        assert_eq!(reference("CLASS", false), "\"!CLASS!\"");
        let found = places("gen.bat {class} > {out}\\log 2>&1 & x \"a b\" {path}", &[]).unwrap();
        let names: Vec<&str> = found.iter().map(|place| place.name.as_str()).collect();
        assert_eq!(names, ["class", "out", "path"]);
    }

    #[test]
    fn a_name_in_a_text_is_misplaced() {
        for (line, place) in [
            ("gen \"{class}\"", "in quotes"),
            ("gen %FAULTLINE_CLASS%", "between percent signs"),
            ("cmd /c gen {class}", "in what cmd reads as a script"),
            ("x & powershell -Command gen {class}", "in what powershell reads as a script"),
            ("run --line \"gen \"{class}", "in a text that looks like a script"),
        ] {
            assert_eq!(places(line, &[]).unwrap_err().place, place, "{line}");
        }
    }
}
