//! Stack traces as text, without the message of the exception.

use std::collections::HashMap;
use std::fmt::Write as _;

use faultline_spectrum::{Failure, Frame, Spectrum};

/// The line number that `StackTraceElement` uses for native methods.
const NATIVE: i32 = -2;

/// The source files of classes. A recording has them for classes of the project only, not for every frame.
#[derive(Debug, Default)]
pub(super) struct Files<'s>(HashMap<&'s str, &'s str>);

impl<'s> Files<'s> {
    /// Collects the source files known to a spectrum. Names with a parenthesis are left out, because they
    /// would hide the start of the file name.
    pub(super) fn of(spectrum: &'s Spectrum) -> Self {
        let known = spectrum.classes.iter().filter_map(|class| {
            let file = class.source_file.as_deref().filter(|file| !file.contains(['(', ')', '\n']))?;
            Some((class.name.as_str(), file))
        });
        Self(known.collect())
    }

    /// The source file of a class: that of its class file or of its outermost class. For tests and foreign
    /// classes, which have none, a Java file named after the outermost class.
    fn of_class(&self, class: &str) -> String {
        let start = class.rfind('.').map_or(0, |dot| dot + 1);
        let outer = class[start..].split('$').next().filter(|outer| !outer.is_empty());
        let end = outer.map_or(class.len(), |outer| start + outer.len());
        let known = self.0.get(class).or_else(|| self.0.get(&class[..end]));
        match known {
            Some(file) => (*file).to_owned(),
            // Kotlin's backticks allow a parenthesis in a name.
            None if class[start..end].contains('(') => "Unknown.java".to_owned(),
            None => format!("{}.java", &class[start..end]),
        }
    }
}

/// Formats a failure on one line: `a.Error at a.B.c(B.java:12) at ...`.
pub(super) fn print(failure: &Failure, files: &Files<'_>) -> String {
    let mut out = failure.exception.clone();
    for frame in failure.frames.iter().filter(|frame| !frame.class.is_empty()) {
        // Writing to a string cannot fail.
        let _ = match frame.line {
            NATIVE => write!(out, " at {}.{}(Native Method)", frame.class, frame.method),
            line if line < 0 => write!(out, " at {}.{}(Unknown Source)", frame.class, frame.method),
            line => {
                let file = files.of_class(&frame.class);
                write!(out, " at {}.{}({file}:{line})", frame.class, frame.method)
            }
        };
    }
    out
}

/// Parses a trace as printed by Java or by [`print`]; `None` for an empty text. Causes and text that is no
/// frame are ignored.
pub(super) fn parse(text: &str) -> Option<Failure> {
    let text = text.trim();
    let end = |c: char| c == ':' || c.is_whitespace();
    let exception = text.split(end).next().filter(|name| !name.is_empty())?;
    let frames = if text.contains('\n') {
        let body = text.lines().map(str::trim).skip(1);
        body.take_while(|line| !line.starts_with("Caused by:"))
            .filter_map(|line| parse_frame(line.strip_prefix("at ")?))
            .collect()
    } else {
        one_line(text, exception)
    };
    Some(Failure { exception: exception.to_owned(), frames, thrown: None })
}

/// The frames of a trace on one line. Without a message, as written by [`print`], only frames follow the
/// exception, so an ` at ` that does not end a frame is part of a name (Kotlin's backticks).
fn one_line(text: &str, exception: &str) -> Vec<Frame> {
    let mut parts = text.split(" at ");
    let only_frames = parts.next() == Some(exception);
    let (mut frames, mut name) = (Vec::new(), String::new());
    for part in parts {
        name.push_str(part);
        match parse_frame(&name) {
            Some(frame) => frames.push(frame),
            None if only_frames && !part.ends_with(')') => {
                name.push_str(" at ");
                continue;
            }
            None => {}
        }
        name.clear();
    }
    frames
}

/// Parses `loader/module@1/a.B.c(B.java:12)`.
fn parse_frame(text: &str) -> Option<Frame> {
    let (place, source) = text.trim().strip_suffix(')')?.rsplit_once('(')?;
    let (class, method) = place.rsplit_once('.').filter(|_| !place.contains(") at "))?;
    let class = class.rsplit('/').next().unwrap_or(class);
    let line = match source.rsplit_once(':') {
        Some((_, line)) => line.parse().unwrap_or(-1),
        None if source == "Native Method" => NATIVE,
        None => -1,
    };
    Some(Frame { class: class.to_owned(), method: method.to_owned(), line })
}

#[cfg(test)]
mod tests {
    use faultline_spectrum::Class;

    use super::*;

    fn failure() -> Failure {
        let frame =
            |class: &str, method: &str, line| Frame { class: class.into(), method: method.into(), line };
        let frames = vec![
            frame("a.b.C$D", "<init>", 12),
            frame("java.lang.Thread", "start0", -2),
            frame("a.E", "lambda$f$0", -1),
        ];
        Failure { exception: "a.Oops".into(), frames, thrown: None }
    }

    #[test]
    fn a_printed_trace_comes_back_from_one_line() {
        let text = print(&failure(), &Files::default());
        assert!(text.starts_with("a.Oops at a.b.C$D.<init>(C.java:12) at java.lang"), "{text}");
        assert_eq!(parse(&text), Some(failure()));
    }

    #[test]
    fn a_frame_has_the_file_that_its_class_was_written_in() {
        let class = |name: &str, file: &str| Class {
            name: name.into(),
            source_file: Some(file.into()),
            hash: 0,
            location: String::new(),
        };
        let classes = vec![
            class("a.Basket", "Basket.groovy"),
            class("a.Shapes$", "Shapes.scala"),
            class("a.CallsKt", "Calls.kt"),
            class("a.Second", "First.java"),
            class("a.Odd", "od)d(.kt"),
        ];
        let spectrum = Spectrum { classes, ..Spectrum::default() };
        let names = [
            ("a.Basket", "Basket.groovy"),
            ("a.Basket$_add_closure1", "Basket.groovy"),
            ("a.Shapes$", "Shapes.scala"),
            ("a.CallsKt", "Calls.kt"),
            ("a.Second", "First.java"),
            ("a.Odd", "Odd.java"),
            ("a.BasketTest$1", "BasketTest.java"),
            ("$Gen", "$Gen.java"),
        ];
        let frame = |&(class, _): &(&str, &str)| Frame { class: class.into(), method: "m".into(), line: 4 };
        let frames = names.iter().map(frame).collect();
        let failure = Failure { exception: "a.Oops".into(), frames, thrown: None };
        let text = print(&failure, &Files::of(&spectrum));
        let printed = names.map(|(class, file)| format!(" at {class}.m({file}:4)")).concat();
        assert_eq!(text, format!("a.Oops{printed}"));
        assert_eq!(parse(&text), Some(failure));
    }

    #[test]
    fn a_trace_as_java_prints_it_is_read_without_its_message_and_causes() {
        let text = "a.Oops: it broke at (noon)\nof the day\n\tat a.b.C$D.<init>(C.java:12)\n\
                    \tat java.base/java.lang.Thread.start0(Native Method)\n\tat app//a.E.lambda$f$0(E.java)\n\
                    \t... 3 more\nCaused by: a.Why\n\tat a.F.g(F.java:1)\n";
        assert_eq!(parse(text), Some(failure()));
    }

    #[test]
    fn a_method_with_at_in_its_name_comes_back_and_a_message_with_at_is_passed_over() {
        let frame = |method: &str| Frame { class: "a.B".into(), method: method.into(), line: 4 };
        let failure = Failure {
            exception: "a.Oops".into(),
            frames: vec![frame("looks at it"), frame("run")],
            thrown: None,
        };
        assert_eq!(parse(&print(&failure, &Files::default())), Some(failure));
        let frames = parse("a.Oops: stopped at noon at a.B.run(B.java:4)").map(|failure| failure.frames);
        assert_eq!(frames, Some(vec![frame("run")]));
    }

    #[test]
    fn no_text_is_no_failure() {
        assert_eq!(parse(" \n"), None);
        assert_eq!(parse(": x"), None);
    }
}
