//! How well a file fits a class: by the lines that the class file gives to each method.

use std::collections::HashMap;

use faultline_messages::compiled;
use faultline_spectrum::{Class, ClassFile, Spectrum};

/// The lines of each class of a spectrum, by its name, source file and hash.
#[derive(Clone, Debug, Default)]
pub struct Shapes(HashMap<Key, Shape>);

type Key = (String, Option<String>, u64);

/// The lines of a class, each with the name of its method.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    /// Names of methods, each once.
    names: Vec<String>,
    /// Lines by the name of their method, as its place, ascending and each once.
    lines: Vec<(u32, u32)>,
}

impl Shapes {
    /// The shapes of a spectrum's classes. Imported ones, which have no location, may lack lines and have no
    /// shape. Cost: O(elements log elements).
    pub fn of(spectrum: &Spectrum) -> Self {
        let mut shapes: Vec<_> =
            spectrum.classes.iter().map(|class| (key(class), Shape::default())).collect();
        let (mut places, mut of_methods) = (HashMap::new(), Vec::with_capacity(spectrum.methods.len()));
        for method in &spectrum.methods {
            let names = &mut shapes[method.class.index()].1.names;
            let place = places.entry((method.class, method.name.as_str())).or_insert_with(|| {
                names.push(method.name.clone());
                names.len() as u32 - 1
            });
            of_methods.push(*place);
        }
        for element in &spectrum.elements {
            let class = spectrum.methods[element.method.index()].class;
            shapes[class.index()].1.lines.push((of_methods[element.method.index()], element.line));
        }
        for (_, shape) in &mut shapes {
            shape.lines.sort_unstable();
            shape.lines.dedup();
            shape.lines.shrink_to_fit();
        }
        let located =
            shapes.into_iter().zip(&spectrum.classes).filter(|(_, class)| !class.location.is_empty());
        Self(located.map(|(shape, _)| shape).collect())
    }

    /// The shape of a class.
    pub fn get(&self, class: &Class) -> Option<&Shape> {
        self.0.get(&key(class))
    }
}

fn key(class: &Class) -> Key {
    (class.name.clone(), class.source_file.clone(), class.hash)
}

impl Shape {
    /// The shape of a class file.
    pub fn of_file(class: &ClassFile) -> Self {
        let mut shape = Self::default();
        let mut places = HashMap::new();
        for (method, line) in &class.slots {
            let Some(method) = class.methods.get(*method as usize) else { continue };
            let place = places.entry(method.name.as_str()).or_insert_with(|| {
                shape.names.push(method.name.clone());
                shape.names.len() as u32 - 1
            });
            shape.lines.push((*place, *line));
        }
        shape.lines.sort_unstable();
        shape.lines.dedup();
        shape
    }

    /// The share of the class's lines that a file cannot have given it: 0 for the file of the class. A line
    /// fits if it may have code and, where people wrote its method, lies in the body of one of that name.
    pub fn misfit(&self, text: &[String]) -> f64 {
        let depths = depths(text);
        let fits = |&(method, line): &(&str, u32)| {
            let method = compiled::surrounded(method).unwrap_or(method);
            may_have_code(text, line) && (!is_written(method) || is_in(text, &depths, method, line))
        };
        (self.lines.len() - self.named().filter(fits).count()) as f64 / self.lines.len().max(1) as f64
    }

    /// Each line with the name of its method.
    fn named(&self) -> impl Iterator<Item = (&str, u32)> {
        self.lines.iter().map(|&(name, line)| (self.names[name as usize].as_str(), line))
    }

    /// How many of the class's lines have neither a letter nor a digit.
    pub fn wordless(&self, text: &[String]) -> usize {
        let line = |line: u32| text.get((line as usize).wrapping_sub(1)).map_or("", String::as_str);
        self.lines.iter().filter(|(_, at)| !line(*at).contains(char::is_alphanumeric)).count()
    }

    /// The share of the class's lines that are past the end of a file.
    pub fn past_the_end(&self, text: &[String]) -> f64 {
        let past = self.lines.iter().filter(|(_, line)| *line as usize > text.len());
        past.count() as f64 / self.lines.len().max(1) as f64
    }
}

/// Whether the source has a method of this name: compilers make those with `$` or `<`, and those of records
/// and enums; annotation processors make accessors.
fn is_written(name: &str) -> bool {
    let is_accessor = ["get", "set", "is", "with"].iter().any(|prefix| name.starts_with(prefix));
    let is_implicit = ["values", "valueOf", "equals", "hashCode", "toString"].contains(&name);
    !name.contains(['$', '<']) && !is_accessor && !is_implicit
}

/// Whether a compiler may give code this line: not to comments, heads of files and empty lines.
fn may_have_code(text: &[String], line: u32) -> bool {
    let Some(line) = text.get((line as usize).wrapping_sub(1)) else { return false };
    let line = line.trim();
    let is_comment = ["//", "/*", "* "].iter().any(|start| line.starts_with(start)) || line == "*";
    let is_head = ["import ", "package "].iter().any(|start| line.starts_with(start));
    !line.is_empty() && line != "{" && !is_comment && !is_head
}

/// Whether a line lies in the body of a method of this name, by the braces between them.
fn is_in(text: &[String], depths: &[usize], method: &str, line: u32) -> bool {
    let line = line as usize - 1;
    (0..=line).rev().filter(|&head| names(&text[head], method)).any(|head| {
        let body = &depths[head + 1..=line.max(head)];
        let opens = body.iter().position(|&depth| depth > depths[head]).unwrap_or(body.len());
        body[..opens].iter().all(|&depth| depth == depths[head])
            && body[opens..].iter().all(|&depth| depth > depths[head])
    })
}

/// Whether a line has the name with a parenthesis after it, as a declaration has.
fn names(line: &str, method: &str) -> bool {
    let is_part =
        |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_');
    line.match_indices(method).any(|(at, _)| {
        let after = line[at + method.len()..].trim_start();
        // A compact constructor has no parenthesis, and is no method.
        !is_part(line[..at].chars().next_back()) && after.starts_with('(')
    })
}

/// How many braces are open at the start of each line; those in comments and literals do not count.
fn depths(text: &[String]) -> Vec<usize> {
    let (mut depth, mut in_comment) = (0_usize, false);
    let mut depths = Vec::with_capacity(text.len());
    for line in text {
        depths.push(depth);
        let (mut letters, mut quote) = (line.chars().peekable(), None);
        while let Some(letter) = letters.next() {
            match (letter, quote) {
                ('*', None) if in_comment => in_comment = letters.peek() != Some(&'/'),
                _ if in_comment => {}
                ('\\', Some(_)) => _ = letters.next(),
                (_, Some(open)) => quote = (letter != open).then_some(open),
                ('"' | '\'', None) => quote = Some(letter),
                ('/', None) if letters.peek() == Some(&'/') => break,
                ('/', None) if letters.peek() == Some(&'*') => in_comment = true,
                ('{', None) => depth += 1,
                ('}', None) => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
    }
    depths
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Misfits of ten lines or fewer, counted.
    fn misfits(text: &str, lines: &[(&str, u32)]) -> usize {
        let text: Vec<String> = text.lines().map(Into::into).collect();
        let shape = Shape {
            names: lines.iter().map(|(method, _)| (*method).to_owned()).collect(),
            lines: (0..).zip(lines).map(|(name, (_, line))| (name, *line)).collect(),
        };
        (shape.misfit(&text) * lines.len() as f64).round() as usize
    }

    const TEXT: &str = "package app;\n\
        class A {\n\
        \x20 // a comment {\n\
        \x20 static String trim(String text) {\n\
        \x20   return text.trim();\n\
        \x20 }\n\
        \n\
        \x20 static int sum(\n\
        \x20     int n) {\n\
        \x20   for (char c : \"{'\".toCharArray()) {\n\
        \x20     n += sum(n);\n\
        \x20   }\n\
        \x20   return n;\n\
        \x20 }\n\
        }\n";

    #[test]
    fn lines_in_the_bodies_of_their_methods_fit() {
        let own = [("trim", 5), ("sum", 10), ("sum", 11), ("sum", 13), ("<init>", 2), ("lambda$sum$0", 11)];
        assert_eq!(misfits(TEXT, &own), 0);
    }

    /// `sum_aroundBody0` may be the body of `sum`, or a call of it.
    #[test]
    fn lines_that_advice_surrounds_fit_where_people_wrote_them() {
        assert_eq!(misfits(TEXT, &[("sum_aroundBody0", 13), ("sum_aroundBody2", 11)]), 0);
        assert_eq!(misfits(TEXT, &[("sum_aroundBody0", 5)]), 1);
    }

    #[test]
    fn comments_heads_other_bodies_and_lines_past_the_end_do_not() {
        let other = [
            ("<init>", 1),
            ("<init>", 3),
            ("<init>", 7),
            ("sum", 5),
            ("trim", 13),
            ("value", 5),
            ("sum", 99),
        ];
        assert_eq!(misfits(TEXT, &other), other.len());
    }
}
