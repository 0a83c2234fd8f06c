//! Names of classes, methods and tests for display.

use std::borrow::Cow;

use faultline_spectrum::{Method, Test, TestName};
use serde::Serialize;

use crate::compiled::{self, Compiled};
use crate::words::printable;

/// A class's name without its package; nested classes keep the outer names: `Outer.Inner`.
pub fn simple_class(name: &str) -> String {
    let simple = name.rsplit_once('.').map_or(name, |(_, simple)| simple);
    // A leading or repeated `$` is part of an identifier.
    let mut text = String::with_capacity(simple.len());
    let mut last = None;
    let mut rest = simple.chars().peekable();
    while let Some(c) = rest.next() {
        let separates = c == '$' && last.is_some_and(|l| l != '$') && rest.peek().is_some_and(|&n| n != '$');
        text.push(if separates { '.' } else { c });
        last = Some(c);
    }
    printable(&text)
}

/// A method with its class, as people wrote it: as [`compiled_method`], but `Foo.bar (lambda)` for `Foo.lambda$bar$0`.
pub fn method(class: &str, method: &Method, with_parameters: bool) -> String {
    let Some(of) = compiled::of(class, &method.name, &method.descriptor) else {
        return compiled_method(class, method, with_parameters);
    };
    let name = written(&of);
    if with_parameters && of.part.is_empty() {
        format!("{name}({})", parameters(&method.descriptor))
    } else {
        name
    }
}

fn written(of: &Compiled<'_>) -> String {
    let class = simple_class(of.class);
    let name = if of.method.is_empty() { class } else { format!("{class}.{}", printable(of.method)) };
    if of.part.is_empty() { name } else { format!("{name} ({})", of.part) }
}

/// The method of a stack frame with its class, as people wrote it: as [`method`], of which a frame has no descriptor.
pub fn frame(class: &str, method: &str) -> String {
    match compiled::of(class, method, "") {
        Some(of) => written(&of),
        None => format!("{}.{}", simple_class(class), printable(method)),
    }
}

/// A method with its class and the name in its class file, in source notation: `Foo.bar(int, String)`, `Foo.<init>(int)`,
/// `Foo.<clinit>`. Parameters only if `with_parameters`.
pub fn compiled_method(class: &str, method: &Method, with_parameters: bool) -> String {
    let class = simple_class(class);
    let parameters =
        if with_parameters { format!("({})", parameters(&method.descriptor)) } else { String::new() };
    match method.name.as_str() {
        "<clinit>" => format!("{class}.<clinit>"),
        "<init>" => format!("{class}.<init>{parameters}"),
        name => format!("{class}.{}{parameters}", printable(name)),
    }
}

/// The parameter types of a JVM descriptor, as simple names separated by commas. An invalid descriptor gives
/// the part that could be parsed.
fn parameters(descriptor: &str) -> String {
    let inside =
        descriptor.strip_prefix('(').and_then(|rest| rest.split_once(')')).map_or("", |(inside, _)| inside);
    let mut types = Vec::new();
    let mut rest = inside;
    while let Some((one, after)) = first_type(rest) {
        types.push(one);
        rest = after;
    }
    types.join(", ")
}

fn first_type(text: &str) -> Option<(String, &str)> {
    let mut chars = text.chars();
    let (name, rest) = match chars.next()? {
        'B' => ("byte".to_owned(), chars.as_str()),
        'C' => ("char".to_owned(), chars.as_str()),
        'D' => ("double".to_owned(), chars.as_str()),
        'F' => ("float".to_owned(), chars.as_str()),
        'I' => ("int".to_owned(), chars.as_str()),
        'J' => ("long".to_owned(), chars.as_str()),
        'S' => ("short".to_owned(), chars.as_str()),
        'Z' => ("boolean".to_owned(), chars.as_str()),
        '[' => {
            let (element, rest) = first_type(chars.as_str())?;
            (format!("{element}[]"), rest)
        }
        'L' => {
            let (class, rest) = chars.as_str().split_once(';')?;
            (simple_class(&class.replace('/', ".")), rest)
        }
        _ => return None,
    };
    Some((name, rest))
}

/// A test in the notation of `--failing`: `Class#method`, `Class#each[2]`, or the unique id if there is no
/// class.
pub fn test<'a>(test: impl Into<TestName<'a>>) -> String {
    printable(&test.into().full("#"))
}

/// As [`test`], without the class's package.
pub fn simple_test<'a>(test: impl Into<TestName<'a>>) -> String {
    let test = test.into();
    if test.class.is_empty() {
        return printable(&test.full("#"));
    }
    let in_class = test.in_class();
    let separator = if in_class.is_empty() { "" } else { "#" };
    format!("{}{separator}{}", simple_class(test.class), printable(&in_class))
}

/// The framework's display name of a test, if it says more than the test's name.
pub fn shown<'a>(test: impl Into<TestName<'a>>) -> Option<String> {
    let test = test.into();
    let says_more =
        !test.display.is_empty() && ![test.in_class(), test.full("#")].contains(&Cow::Borrowed(test.display));
    says_more.then(|| printable(test.display))
}

/// The names of a test for scripts.
#[derive(Serialize)]
pub struct TestNames<'a> {
    id: &'a str,
    class: Option<&'a str>,
    method: &'a str,
    /// The name in the notation of `--failing`.
    name: Cow<'a, str>,
    /// Only if the framework shows more than class and method.
    #[serde(skip_serializing_if = "Option::is_none")]
    display: Option<&'a str>,
}

impl<'a> TestNames<'a> {
    /// The names of a row's test.
    pub fn of(test: &'a Test) -> Self {
        Self {
            id: &test.unique_id,
            class: (!test.class.is_empty()).then_some(&test.class),
            method: &test.method,
            name: TestName::from(test).full("#"),
            display: (!test.display.is_empty()).then_some(&test.display),
        }
    }
}

#[cfg(test)]
mod tests {
    use faultline_spectrum::ClassId;

    use super::*;

    fn shown(class: &str, name: &str, descriptor: &str) -> String {
        let as_recorded =
            Method { class: ClassId(0), name: name.to_owned(), descriptor: descriptor.to_owned() };
        method(class, &as_recorded, true)
    }

    #[test]
    fn methods_read_as_in_source() {
        assert_eq!(shown("org.x.Foo", "bar", "(ILjava/lang/String;[[J)V"), "Foo.bar(int, String, long[][])");
        assert_eq!(shown("Foo", "bar", "()V"), "Foo.bar()");
        assert_eq!(
            shown("org.x.Outer$Inner", "<init>", "(Ljava/util/Map$Entry;Z)V"),
            "Outer.Inner.<init>(Map.Entry, boolean)"
        );
        assert_eq!(shown("org.x.Foo", "<clinit>", "()V"), "Foo.<clinit>");
    }

    #[test]
    fn frames_read_as_what_people_wrote() {
        for (class, method, expected) in [
            ("org.x.Foo$Bar", "sum", "Foo.Bar.sum"),
            ("org.x.Foo", "<init>", "Foo.<init>"),
            ("org.x.Foo", "lambda$sum$0", "Foo.sum (lambda)"),
            ("org.x.Log", "ajc$before$org_x_Log$1$656d99ae", "Log.before (advice)"),
            ("org.x.Foo", "sum_aroundBody2", "Foo.sum (woven)"),
        ] {
            assert_eq!(frame(class, method), expected);
        }
    }

    #[test]
    fn methods_that_a_compiler_named_read_as_what_people_wrote() {
        assert_eq!(shown("org.x.Foo", "lambda$bar$0", "(I)V"), "Foo.bar (lambda)");
        assert_eq!(shown("org.x.Foo", "lambda$0", "(I)V"), "Foo (lambda)");
        assert_eq!(shown("org.x.Foo", "bar-N8NlwUM", "(I)V"), "Foo.bar(int)");
    }

    #[test]
    fn a_broken_descriptor_gives_what_can_be_read_of_it() {
        assert_eq!(shown("Foo", "bar", "(ILjava/lang/String"), "Foo.bar()");
        assert_eq!(shown("Foo", "bar", "(I?)V"), "Foo.bar(int)");
        assert_eq!(shown("Foo", "bar", ""), "Foo.bar()");
    }

    #[test]
    fn dollars_that_do_not_nest_stay() {
        assert_eq!(simple_class("org.x.$Gen"), "$Gen");
        assert_eq!(simple_class("org.x.A$B$1"), "A.B.1");
        assert_eq!(simple_class("A$"), "A$");
        assert_eq!(simple_class("A$$Lambda"), "A$$Lambda");
    }
}
