//! A command in a shell's line, parsed word by word.

use super::super::characters::looks_like_script;
use super::super::reader::reader;
use super::super::{Misplaced, PREFIX, read_by};

/// The words of a command; the last one may be unfinished.
#[derive(Debug, Default)]
pub struct Command {
    words: Vec<Word>,
    open: Option<Word>,
    /// Whether the current word is the target of a redirection instead of an argument.
    is_redirected: bool,
}

#[derive(Debug, Default)]
struct Word {
    text: String,
    names: Vec<String>,
    /// Variables expanded in it by this shell.
    variables: Vec<String>,
    /// Its quoted text.
    quoted: String,
    is_redirection: bool,
}

impl Command {
    /// Whether no word is open.
    #[cfg(unix)]
    pub fn is_between_words(&self) -> bool {
        self.open.is_none()
    }

    /// Appends to the current word; quoted characters have no meaning for this shell, but may have one for
    /// the program.
    pub fn push(&mut self, c: char, is_quoted: bool) {
        let word = self.word();
        word.text.push(c);
        if is_quoted {
            word.quoted.push(c);
        }
    }

    /// Adds a placeholder to the current word.
    pub fn name(&mut self, name: &str) {
        let word = self.word();
        word.names.push(name.to_owned());
        word.text.push_str("{}");
    }

    /// Adds an expanded variable to the current word.
    #[cfg(unix)]
    pub fn variable(&mut self, variable: &str) {
        self.word().variables.push(variable.to_owned());
    }

    /// Starts a quote: even an empty one makes a word.
    pub fn quote(&mut self) {
        self.word();
    }

    /// Starts a redirection: the next word is its target.
    pub fn redirect(&mut self) {
        self.end_word();
        self.is_redirected = true;
    }

    /// Ends the current word at a blank.
    pub fn end_word(&mut self) {
        if let Some(word) = self.open.take() {
            self.is_redirected = false;
            self.words.push(word);
        }
    }

    /// Ends the command. Errors: a program would read a placeholder's value as code.
    pub fn end(&mut self) -> Result<(), Misplaced> {
        self.end_word();
        let words: Vec<Word> = std::mem::take(&mut self.words);
        let words: Vec<Word> =
            words.into_iter().filter(|word| !word.is_redirection && !word.is_assignment()).collect();
        let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
        for (at, word) in words.iter().enumerate() {
            if word.names.is_empty() && word.variables.is_empty() {
                continue;
            }
            if let Some(program) = reader(&texts, at) {
                return Err(word.misplaced(&read_by(&program)));
            }
            let Some(name) = word.names.first() else { continue };
            if looks_like_script(&word.quoted.replace('$', "")) {
                return Err(Misplaced::new(name, "in a text that looks like a script"));
            }
        }
        Ok(())
    }

    fn word(&mut self) -> &mut Word {
        let is_redirection = self.is_redirected;
        self.open.get_or_insert_with(|| Word { is_redirection, ..Word::default() })
    }
}

impl Word {
    fn misplaced(&self, place: &str) -> Misplaced {
        match (self.names.first(), self.variables.first()) {
            (None, Some(variable)) => Misplaced {
                name: variable.trim_start_matches(PREFIX).to_lowercase(),
                written: format!("${variable}"),
                place: place.to_owned(),
            },
            (name, _) => Misplaced::new(name.map_or("", String::as_str), place),
        }
    }

    fn is_assignment(&self) -> bool {
        self.text.split_once('=').is_some_and(|(name, _)| {
            !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        })
    }
}
