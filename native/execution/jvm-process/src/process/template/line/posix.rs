//! Lines for `sh`.

use super::super::names::{Name, names_in};
use super::super::{Misplaced, PREFIX};
use super::simple::Command;
use super::{Place, first_in};

/// A reference to a variable in place of a placeholder, quoted, so that the shell takes its value as one
/// word.
pub fn reference(variable: &str, is_arithmetic: bool) -> String {
    if is_arithmetic { format!("${{{variable}}}") } else { format!("\"${variable}\"") }
}

/// The positions of placeholders. Errors: one is not a word of a command.
pub fn places(text: &str, numbers: &[&str]) -> Result<Vec<Place>, Misplaced> {
    let mut reading =
        Reading { text, numbers, at: 0, frames: vec![Frame::new(Opener::Line)], places: Vec::new() };
    let mut names = names_in(text).peekable();
    while let Some(c) = text[reading.at..].chars().next() {
        let at = reading.at;
        while names.next_if(|name| name.at.start < at).is_some() {}
        match names.next_if(|name| name.at.start == at) {
            Some(name) => reading.name(&name)?,
            None => reading.character(c)?,
        }
    }
    // Unclosed constructs are left to the shell to report.
    for frame in &mut reading.frames {
        frame.command.end()?;
    }
    Ok(reading.places)
}

/// A part of a line that ends at a closing parenthesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Opener {
    Line,
    /// `(`, `$(`
    Commands,
    /// `((`, `$((`
    Arithmetic,
}

#[derive(Debug)]
struct Frame {
    opener: Opener,
    command: Command,
    /// Inside double quotes.
    is_quoted: bool,
    /// A here-document follows the line.
    has_document: bool,
    /// The next word is a here-string.
    is_here_string: bool,
}

impl Frame {
    fn new(opener: Opener) -> Self {
        Self {
            opener,
            command: Command::default(),
            is_quoted: false,
            has_document: false,
            is_here_string: false,
        }
    }
}

struct Reading<'t> {
    text: &'t str,
    numbers: &'t [&'t str],
    at: usize,
    frames: Vec<Frame>,
    places: Vec<Place>,
}

impl Reading<'_> {
    fn frame(&mut self) -> &mut Frame {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    fn name(&mut self, name: &Name<'_>) -> Result<(), Misplaced> {
        let is_number = self.numbers.contains(&name.name);
        let frame = self.frame();
        let is_arithmetic = frame.opener == Opener::Arithmetic;
        if frame.is_quoted {
            return Err(Misplaced::new(name.name, "in quotes"));
        }
        if is_arithmetic && !is_number {
            return Err(Misplaced::new(name.name, "in arithmetic"));
        }
        if frame.is_here_string {
            return Err(Misplaced::new(name.name, "as the input of a program"));
        }
        if !is_arithmetic {
            frame.command.name(name.name);
        }
        self.places.push(Place::of(name, is_arithmetic));
        self.at = name.at.end;
        Ok(())
    }

    fn character(&mut self, c: char) -> Result<(), Misplaced> {
        let rest = &self.text[self.at..];
        let is_quoted = self.frame().is_quoted;
        self.at += c.len_utf8();
        match c {
            '\\' => self.escaped(),
            '"' => {
                let frame = self.frame();
                frame.is_quoted = !frame.is_quoted;
                frame.command.quote();
            }
            '`' => return self.until('`', "in backquotes"),
            '$' if rest.starts_with("$(") => {
                self.at += 1;
                self.frame().command.push(c, false);
                self.open();
            }
            '$' => return self.dollar(rest),
            _ if self.is_name_in_arithmetic(rest) => {
                self.frame().command.push(c, false);
                return self.in_arithmetic(rest);
            }
            _ if is_quoted => self.frame().command.push(c, true),
            '\'' => {
                self.frame().command.quote();
                return self.until('\'', "in quotes");
            }
            '(' => self.open(),
            ')' => return self.close(),
            '#' if self.frame().command.is_between_words() => {
                self.at += rest[1..].find('\n').unwrap_or(rest.len() - 1);
            }
            '<' | '>' => self.redirected(rest),
            ';' | '|' | '&' => return self.frame().command.end(),
            '\n' => return self.line_ends(),
            c if c.is_whitespace() => {
                let frame = self.frame();
                frame.is_here_string &= frame.command.is_between_words();
                frame.command.end_word();
            }
            c => self.frame().command.push(c, false),
        }
        Ok(())
    }

    /// A character after a backslash is literal, including a placeholder's brace; a line break is a
    /// continuation.
    fn escaped(&mut self) {
        if let Some(c) = self.text[self.at..].chars().next() {
            self.at += c.len_utf8();
            if c != '\n' {
                self.frame().command.push(c, true);
            }
        }
    }

    /// A placeholder's variable that is expanded here becomes a part of the script that a program reads:
    /// `sh -c "gen $FAULTLINE_PATH"`. Errors: it is expanded in arithmetic, and is not numeric.
    fn dollar(&mut self, rest: &str) -> Result<(), Misplaced> {
        let variable = word_of(rest[1..].trim_start_matches('{')).to_owned();
        let is_arithmetic = self.frame().opener == Opener::Arithmetic;
        let command = &mut self.frame().command;
        command.push('$', false);
        if variable.starts_with(PREFIX) && !is_arithmetic {
            command.variable(&variable);
        }
        if is_arithmetic { self.in_arithmetic(&variable) } else { Ok(()) }
    }

    /// Whether a placeholder's variable begins here inside arithmetic, where the shell expands names without
    /// a dollar sign.
    fn is_name_in_arithmetic(&mut self, rest: &str) -> bool {
        let before = &self.text[..self.text.len() - rest.len()];
        self.frame().opener == Opener::Arithmetic && rest.starts_with(PREFIX) && !before.ends_with(is_of_word)
    }

    /// Errors: a placeholder's variable here is not numeric: a shell evaluates it as an expression, including
    /// commands.
    fn in_arithmetic(&self, rest: &str) -> Result<(), Misplaced> {
        let variable = word_of(rest);
        let Some(name) = variable.strip_prefix(PREFIX).map(str::to_lowercase) else { return Ok(()) };
        if self.numbers.contains(&&*name) {
            return Ok(());
        }
        Err(Misplaced { name, written: format!("${variable}"), place: "in arithmetic".to_owned() })
    }

    /// Reads up to the closing quote. Errors: a placeholder comes before it.
    fn until(&mut self, quote: char, place: &str) -> Result<(), Misplaced> {
        let rest = &self.text[self.at..];
        let end = rest.find(quote).unwrap_or(rest.len());
        let inside = &rest[..end];
        if let Some(name) = first_in(inside) {
            return Err(Misplaced::new(&name, place));
        }
        for c in inside.chars() {
            self.frame().command.push(c, true);
        }
        self.at += (end + 1).min(rest.len());
        Ok(())
    }

    /// After an opening parenthesis.
    fn open(&mut self) {
        let is_arithmetic = self.text[self.at..].starts_with('(');
        if is_arithmetic {
            self.at += 1;
        }
        self.frames.push(Frame::new(if is_arithmetic { Opener::Arithmetic } else { Opener::Commands }));
    }

    /// After a closing parenthesis; that of a `case` closes nothing.
    fn close(&mut self) -> Result<(), Misplaced> {
        self.frame().command.end()?;
        if self.frames.len() == 1 {
            return Ok(());
        }
        if self.frame().opener == Opener::Arithmetic && self.text[self.at..].starts_with(')') {
            self.at += 1;
        }
        self.frames.pop();
        // The output is a part of the surrounding word, as in `sh -c "$(cat script)"`.
        self.frame().command.push(')', false);
        Ok(())
    }

    fn redirected(&mut self, rest: &str) {
        if rest[1..].starts_with('(') {
            return;
        }
        let is_arithmetic = self.frame().opener == Opener::Arithmetic;
        if is_arithmetic {
            return self.frame().command.end_word();
        }
        let signs = rest.len() - rest.trim_start_matches(['<', '>', '&', '|', '-']).len();
        self.at += signs - 1;
        let frame = self.frame();
        frame.command.redirect();
        frame.is_here_string = rest.starts_with("<<<");
        frame.has_document |= rest.starts_with("<<") && !frame.is_here_string;
    }

    fn line_ends(&mut self) -> Result<(), Misplaced> {
        let frame = self.frame();
        frame.is_here_string = false;
        frame.command.end()?;
        if !frame.has_document {
            return Ok(());
        }
        let rest = &self.text[self.at..];
        self.at = self.text.len();
        first_in(rest).map_or(Ok(()), |name| Err(Misplaced::new(&name, "in a here-document, or behind one")))
    }
}

fn is_of_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The variable name at the start of a text.
fn word_of(text: &str) -> &str {
    &text[..text.find(|c| !is_of_word(c)).unwrap_or(text.len())]
}

#[cfg(test)]
mod tests {
    use super::super::Line;
    use super::*;

    fn text(line: &str) -> String {
        Line::of(line, &["seconds"]).unwrap().text(str::to_uppercase)
    }

    #[test]
    fn a_name_becomes_a_quoted_variable() {
        for (line, expected) in [
            ("gen {class} {seconds} > {out}/log 2>&1", "gen \"$CLASS\" \"$SECONDS\" > \"$OUT\"/log 2>&1"),
            ("A={seed} gen -m{memory} \"a b\" 'c {}'", "A=\"$SEED\" gen -m\"$MEMORY\" \"a b\" 'c {}'"),
            ("f() { echo ${class}; }; f {class}", "f() { echo ${class}; }; f \"$CLASS\""),
            ("x=\"$(gen {class} \"a b\")\"; y {path}", "x=\"$(gen \"$CLASS\" \"a b\")\"; y \"$PATH\""),
            ("sleep $(({seconds} * 2)); y {path}", "sleep $((${SECONDS} * 2)); y \"$PATH\""),
            ("sh -c 'gen \"$1\"' sh {class}", "sh -c 'gen \"$1\"' sh \"$CLASS\""),
            ("gen \\{class} {class} # it's {class}", "gen \\{class} \"$CLASS\" # it's {class}"),
            ("if [ -f {path} ]; then g {out}/*.java; fi", "if [ -f \"$PATH\" ]; then g \"$OUT\"/*.java; fi"),
            ("\"$(pwd)\"/gen \"$HOME\"/{path} < {path}", "\"$(pwd)\"/gen \"$HOME\"/\"$PATH\" < \"$PATH\""),
            (
                "gen \"$FAULTLINE_CLASS\"; sh -c 'gen \"$FAULTLINE_CLASS\"'; x \"a $FAULTLINE_CLASS\"",
                "gen \"$FAULTLINE_CLASS\"; sh -c 'gen \"$FAULTLINE_CLASS\"'; x \"a $FAULTLINE_CLASS\"",
            ),
            (
                "sleep $(($FAULTLINE_SECONDS * 2 + FAULTLINE_SECONDS))",
                "sleep $(($FAULTLINE_SECONDS * 2 + FAULTLINE_SECONDS))",
            ),
            ("case {class} in a) b {path};; esac", "case \"$CLASS\" in a) b \"$PATH\";; esac"),
        ] {
            assert_eq!(text(line), expected, "{line}");
        }
    }

    #[test]
    fn a_name_in_a_text_is_misplaced() {
        for (line, place) in [
            ("gen '{class}'", "in quotes"),
            ("gen \"{class}\"", "in quotes"),
            ("gen \"a\\\" {class}\"", "in quotes"),
            ("x=\"$(gen \"{class}\")\"", "in quotes"),
            ("sh -c 'gen {class}'", "in quotes"),
            ("sh -c {class}", "in what sh reads as a script"),
            ("sh -c 'gen '{class}", "in what sh reads as a script"),
            ("sh -c gen\\ {class}", "in what sh reads as a script"),
            ("sh -c \"$(cat x)\"{class}", "in what sh reads as a script"),
            ("A=b exec bash -ec {class}", "in what bash reads as a script"),
            ("sh -c \"gen $FAULTLINE_CLASS\"", "in what sh reads as a script"),
            ("sh -c gen\\ ${FAULTLINE_CLASS#x}", "in what sh reads as a script"),
            ("eval gen {class}", "in what eval reads as a script"),
            ("x && (eval gen {class})", "in what eval reads as a script"),
            ("unknown --run 'gen '{class}", "in a text that looks like a script"),
            ("ssh host gen {class}", "in what ssh reads as a script"),
            ("sh <<END\ngen {class}\nEND\n", "in a here-document, or behind one"),
            ("bash <<< {class}", "as the input of a program"),
            ("gen `echo {class}`", "in backquotes"),
            ("echo $(( {class} ))", "in arithmetic"),
            ("echo $((1 + $FAULTLINE_CLASS))", "in arithmetic"),
            ("echo $((1 + ${FAULTLINE_CLASS}))", "in arithmetic"),
            ("echo $((FAULTLINE_CLASS))", "in arithmetic"),
            ("{class} x", "as the name of a program"),
        ] {
            assert_eq!(places(line, &["seconds"]).unwrap_err().place, place, "{line}");
        }
    }
}
