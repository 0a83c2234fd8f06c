//! A generated program with as many lines as a large library, for the boundary benchmark.

use std::fmt::Write as _;
use std::fs;

use crate::{BenchError, suite, workspace};

/// Number of generated classes.
pub const CLASSES: usize = 100;
const METHODS: usize = 15;
/// Statements of a method; its `return` is another line.
const STATEMENTS: usize = 33;

/// Number of lines of the generated classes, which is the number of slots; each default constructor has another line.
pub const LINES: usize = CLASSES * (METHODS * (STATEMENTS + 1) + 1);

/// Writes and compiles the classes and the program that runs them. Returns a class path. Errors: Maven or `javac` fails.
pub fn prepare() -> Result<String, BenchError> {
    let dir = workspace::fresh("boundary")?;
    let package = dir.join("synthetic");
    fs::create_dir_all(&package).map_err(BenchError::io(&package))?;
    let mut sources = vec![workspace::root().join("benchmarks/java/BoundaryMain.java")];
    for class in 0..CLASSES {
        let path = package.join(format!("C{class}.java"));
        fs::write(&path, source(class)).map_err(BenchError::io(&path))?;
        sources.push(path);
    }
    let junit = suite::junit_class_path()?;
    let classes = dir.join("classes");
    fs::create_dir_all(&classes).map_err(BenchError::io(&classes))?;
    workspace::javac(&sources, &junit, &classes)?;
    Ok(format!("{junit}:{}", classes.display()))
}

/// Generates a class of straight-line methods, one statement per line.
fn source(class: usize) -> String {
    let mut text = format!("package synthetic;\npublic class C{class} {{\n");
    for method in 0..METHODS {
        let _ = writeln!(text, "  public static int m{method}(int x) {{");
        for statement in 0..STATEMENTS {
            let _ = writeln!(text, "    x = x * 31 + {};", class + method + statement);
        }
        text.push_str("    return x;\n  }\n");
    }
    text.push_str("}\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_generated_class_has_the_lines_it_is_counted_with() {
        let text = source(3);
        let statements = text.lines().filter(|l| l.trim_end().ends_with(';')).count() - 1; // `package`
        assert_eq!(statements + 1, LINES / CLASSES); // and the constructor's line
    }
}
