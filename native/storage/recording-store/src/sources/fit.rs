//! How well a file fits a class: by the lines and the methods that the class file names.

use std::collections::{BTreeMap, BTreeSet};

use faultline_spectrum::Spectrum;

/// The lines of each class of a spectrum, with the names of the methods that have them.
#[derive(Clone, Debug, Default)]
pub struct Shapes(BTreeMap<(String, u64), Shape>);

/// The lines of a class, and the names of its methods as a source writes them.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    lines: BTreeSet<u32>,
    methods: BTreeSet<String>,
}

impl Shapes {
    /// The shapes of a spectrum's classes. Cost: O(elements).
    pub fn of(spectrum: &Spectrum) -> Self {
        let mut shapes = BTreeMap::<_, Shape>::new();
        let keys: Vec<_> = spectrum.classes.iter().map(|class| (class.name.clone(), class.hash)).collect();
        for element in &spectrum.elements {
            let method = &spectrum.methods[element.method.index()];
            let key = &keys[method.class.index()];
            if !shapes.contains_key(key) {
                shapes.insert(key.clone(), Shape::default());
            }
            let shape = shapes.get_mut(key).expect("it was added");
            shape.lines.insert(element.line);
            if is_written(&method.name) && !shape.methods.contains(&method.name) {
                shape.methods.insert(method.name.clone());
            }
        }
        Self(shapes)
    }

    /// The shape of a class.
    pub fn get(&self, class: &str, hash: u64) -> Option<&Shape> {
        self.0.get(&(class.to_owned(), hash))
    }
}

impl Shape {
    /// The share of the class's lines and methods that are not in a file: 0 for the file of the class, 1 for
    /// one that has nothing of it. Cost: O(lines of the class + methods x text).
    pub fn misfit(&self, text: &[String]) -> f64 {
        let lines = self.lines.iter().filter(|line| !may_have_code(text, **line)).count();
        let methods = self.methods.iter().filter(|name| !has_word(text, name)).count();
        (lines + methods) as f64 / (self.lines.len() + self.methods.len()).max(1) as f64
    }
}

/// Whether the source has a method of this name: compilers make those with `$` or `<`, and those of records
/// and enums; annotation processors make accessors.
fn is_written(name: &str) -> bool {
    let is_accessor = ["get", "set", "is", "with"].iter().any(|prefix| name.starts_with(prefix));
    let is_implicit = ["values", "valueOf", "equals", "hashCode", "toString"].contains(&name);
    !name.contains(['$', '<']) && !is_accessor && !is_implicit
}

/// Whether a compiler may give code this line; comments and lines without words, except an end of a block,
/// have none.
fn may_have_code(text: &[String], line: u32) -> bool {
    let Some(line) = text.get((line as usize).wrapping_sub(1)) else { return false };
    let line = line.trim();
    let is_comment = ["//", "/*", "* "].iter().any(|start| line.starts_with(start)) || line == "*";
    let is_head = ["import ", "package "].iter().any(|start| line.starts_with(start));
    !line.is_empty() && line != "{" && !is_comment && !is_head
}

fn has_word(text: &[String], name: &str) -> bool {
    let is_part =
        |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_');
    text.iter().any(|line| {
        line.match_indices(name).any(|(at, _)| {
            !is_part(line[..at].chars().next_back()) && !is_part(line[at + name.len()..].chars().next())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_fits_by_lines_that_may_have_code_and_by_names_of_methods() {
        let text: Vec<String> =
            "package app;\n\nclass A {\n  int value() {\n    // no\n    return 1;\n  }\n}"
                .lines()
                .map(Into::into)
                .collect();
        let shape = |lines: &[u32], method: &str| Shape {
            lines: lines.iter().copied().collect(),
            methods: [method.to_owned()].into(),
        };
        let misfit = |lines: &[u32], method: &str| (shape(lines, method).misfit(&text) * 10.0).round() as u32;
        assert_eq!(misfit(&[3, 6], "value"), 0);
        assert_eq!(misfit(&[1, 2, 5, 9], "val"), 10);
        assert_eq!(misfit(&[6], "values"), 5);
    }
}
