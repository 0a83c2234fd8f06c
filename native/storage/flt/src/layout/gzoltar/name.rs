//! Names of elements: `package$Class#method(arguments):line`.
//!
//! The first `$` after the last dot ends the package, so a nested class is `a.b$Outer$Inner` and a class of
//! the default package `$Outer`. Constructors have the name of their class, static initialisers are
//! `<clinit>()`. There is no return type; it is known only for these two.

use faultline_spectrum::{ElementId, Spectrum};

use crate::layout::descriptor;

/// The parts of an element's name.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Name {
    /// Binary name with dots.
    pub class: String,
    pub method: String,
    pub descriptor: String,
    pub line: u32,
}

/// Parses a name. Errors: the missing part.
pub(super) fn parse(text: &str) -> Result<Name, &'static str> {
    let (path, line) = text.rsplit_once(':').ok_or("it has no line")?;
    let line = line.parse().map_err(|_| "its line is not a number")?;
    let (class, method) = path.split_once('#').ok_or("it has no method")?;
    // A package may contain a `$` too; splitting before the last dot would not round-trip.
    let start = class.rfind('.').map_or(0, |dot| dot + 1);
    let dollar = class[start..].find('$').ok_or("its package does not end with `$`")?;
    let (package, simple) = (&class[..start + dollar], &class[start + dollar + 1..]);
    let (method, arguments) =
        method.strip_suffix(')').and_then(|m| m.rsplit_once('(')).ok_or("its method has no arguments")?;
    let (method, result) = match method {
        "<init>" => ("<init>", "V"),
        "<clinit>" => ("<clinit>", "V"),
        constructor if constructor == simple => ("<init>", "V"),
        other => (other, descriptor::UNKNOWN_RETURN),
    };
    let class = if package.is_empty() { simple.to_owned() } else { format!("{package}.{simple}") };
    let descriptor = descriptor::from_java(arguments, result);
    if descriptor::argument_types(&descriptor).is_none() {
        return Err("its arguments are not types");
    }
    Ok(Name { class, method: method.to_owned(), descriptor, line })
}

/// Formats the name of an element.
pub(super) fn print(spectrum: &Spectrum, element: ElementId) -> String {
    let method = spectrum.method_of(element);
    let class = &spectrum.class_of(element).name;
    let (package, simple) = class.rsplit_once('.').unwrap_or(("", class));
    let name = if method.name == "<init>" { simple } else { &method.name };
    let arguments = descriptor::argument_types(&method.descriptor).unwrap_or_default().join(",");
    let line = spectrum.elements[element.index()].line;
    format!("{package}${simple}#{name}({arguments}):{line}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::columns::Columns;

    fn name(class: &str, method: &str, descriptor: &str, line: u32) -> Name {
        Name { class: class.into(), method: method.into(), descriptor: descriptor.into(), line }
    }

    #[test]
    fn names_are_taken_apart_and_put_together() {
        let cases = [
            ("mypackage$App#mid(int,int,int):5", name("mypackage.App", "mid", "(III)?", 5)),
            ("a.b$C#C(a.b.C$D[],long):7", name("a.b.C", "<init>", "([La/b/C$D;J)V", 7)),
            ("a.b$C$D#C$D():8", name("a.b.C$D", "<init>", "()V", 8)),
            ("a$C$1#run():9", name("a.C$1", "run", "()?", 9)),
            ("a$C#<clinit>():1", name("a.C", "<clinit>", "()V", 1)),
            ("$Top#main(java.lang.String[]):3", name("Top", "main", "([Ljava/lang/String;)?", 3)),
            ("$Top$In#f():4", name("Top$In", "f", "()?", 4)),
            ("a$b.c$D#f():4", name("a$b.c.D", "f", "()?", 4)),
        ];
        for (text, expected) in cases {
            let parsed = parse(text).unwrap();
            assert_eq!(parsed, expected);
            let mut columns = Columns::default();
            columns.add(&parsed.class, &parsed.method, &parsed.descriptor, parsed.line);
            assert_eq!(print(&columns.finish(), ElementId(0)), text);
        }
    }

    #[test]
    fn a_name_that_lacks_something_says_what() {
        assert_eq!(parse("a$B#c()"), Err("it has no line"));
        assert_eq!(parse("a$B#c():x"), Err("its line is not a number"));
        assert_eq!(parse("a$B:1"), Err("it has no method"));
        assert_eq!(parse("B#c():1"), Err("its package does not end with `$`"));
        assert_eq!(parse("a$B#c:1"), Err("its method has no arguments"));
        assert_eq!(parse("a$B#c(x;y):1"), Err("its arguments are not types"));
        assert_eq!(parse("a$B#c):1"), Err("its method has no arguments"));
    }
}
