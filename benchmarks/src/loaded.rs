//! Generated classes of realistic size, loaded by a JVM before its first test.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::{BenchError, suite, workspace};

/// The generated classes, in the pattern syntax that both agents share.
pub const INCLUDE: &str = "synthetic.*";

const METHODS: usize = 4;
/// Number of sources compiled at once: more exceed the compiler's memory.
const AT_ONCE: usize = 2_500;

/// Writes and compiles the program and `classes` classes; reuses classes compiled earlier. Returns a class path. Errors: Maven or `javac`
/// fails.
pub fn prepare(classes: usize) -> Result<String, BenchError> {
    let kept = workspace::scratch().join(format!("start-classes-{classes}"));
    let done = kept.join("done");
    if !done.is_file() {
        compile(&kept, classes)?;
        fs::write(&done, "").map_err(BenchError::io(&done))?;
    }
    let junit = suite::junit_class_path()?;
    let main = workspace::fresh("start-main")?;
    let class_path = format!("{junit}:{}", kept.display());
    workspace::javac(&[workspace::root().join("benchmarks/java/StartMain.java")], &class_path, &main)?;
    Ok(format!("{class_path}:{}", main.display()))
}

fn compile(into: &Path, classes: usize) -> Result<(), BenchError> {
    let sources = workspace::fresh("start-sources")?;
    fs::create_dir_all(into).map_err(BenchError::io(into))?;
    let mut files: Vec<PathBuf> = Vec::with_capacity(classes);
    for class in 0..classes {
        let path = sources.join(format!("C{class}.java"));
        fs::write(&path, source(class)).map_err(BenchError::io(&path))?;
        files.push(path);
    }
    files.chunks(AT_ONCE).try_for_each(|files| workspace::javac(files, "", into))
}

/// Generates a class: a constructor, fields, and methods of 20 to 40 lines with conditions, loops and calls.
fn source(class: usize) -> String {
    let mut text = format!(
        "package synthetic;\n\npublic class C{class} {{\n  private final String name;\n  private int count;\n\n  \
         public C{class}(String name) {{\n    this.name = name;\n    this.count = name.length();\n  }}\n\n  \
         public static int run(int x) {{\n    C{class} one = new C{class}(\"c{class}\");\n    return one.m0(x) + m1(x);\n  }}\n"
    );
    text.push_str("\n  @Override\n  public String toString() {\n    return name + \":\" + count;\n  }\n");
    for method in 0..METHODS {
        // The second is called without an object.
        let kind = if method == 1 { "static " } else { "" };
        let _ = writeln!(text, "\n  public {kind}int m{method}(int x) {{\n    int sum = x;");
        for part in 0..3 + (class + method) % 4 {
            block(&mut text, class + method, part);
        }
        text.push_str("    return sum;\n  }\n");
    }
    text.push_str("}\n");
    text
}

/// Generates about six lines of a method.
fn block(text: &mut String, seed: usize, part: usize) {
    let number = seed * 7 + part;
    let _ = match part % 3 {
        0 => writeln!(
            text,
            "    if (sum % {} == 0) {{\n      sum += {number};\n      x ^= sum >> 3;\n    }} else {{\n      \
             sum -= x;\n      x += {part};\n    }}",
            2 + number % 5
        ),
        1 => writeln!(
            text,
            "    for (int i = 0; i < {}; i++) {{\n      sum = sum * 31 + i;\n      if (sum > 1000000) {{\n        \
             sum /= 2;\n        x--;\n      }}\n    }}",
            1 + number % 4
        ),
        _ => writeln!(
            text,
            "    StringBuilder text{part} = new StringBuilder(\"n\");\n    text{part}.append(sum);\n    \
             text{part}.append('{}');\n    sum += text{part}.length();\n    x += text{part}.indexOf(\"1\");",
            char::from(b'a' + (number % 26) as u8)
        ),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_have_twenty_to_forty_lines_and_braces_match() {
        for class in 0..8 {
            let text = source(class);
            assert_eq!(text.matches('{').count(), text.matches('}').count(), "{text}");
            let methods: Vec<&str> = text.split("  public ").filter(|part| part.contains("int m")).collect();
            assert_eq!(methods.len(), METHODS);
            for method in methods {
                assert!((20..=45).contains(&method.lines().count()), "{}: {method}", method.lines().count());
            }
        }
    }
}
