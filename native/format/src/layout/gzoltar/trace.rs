//! Stack traces as text, without the message of the exception.

use std::fmt::Write as _;

use faultline_spectrum::{Failure, Frame};

/// Line number by which `StackTraceElement` says that a method is native.
const NATIVE: i32 = -2;

/// A failure on one line: `a.Error at a.B.c(B.java:12) at ...`.
pub(super) fn print(failure: &Failure) -> String {
    let mut out = failure.exception.clone();
    for frame in failure.frames.iter().filter(|frame| !frame.class.is_empty()) {
        // Writing to a string cannot fail.
        let _ = match frame.line {
            NATIVE => write!(out, " at {}.{}(Native Method)", frame.class, frame.method),
            line if line < 0 => write!(out, " at {}.{}(Unknown Source)", frame.class, frame.method),
            line => {
                let file = source_file(&frame.class);
                write!(out, " at {}.{}({file}.java:{line})", frame.class, frame.method)
            }
        };
    }
    out
}

/// Where the outermost class is most likely written; a recording has no file for each frame.
fn source_file(class: &str) -> &str {
    let simple = class.rsplit('.').next().unwrap_or(class);
    simple.split('$').next().filter(|outer| !outer.is_empty()).unwrap_or(simple)
}

/// The failure of a trace, as Java prints it or as [`print`] does; `None` for no text. Causes
/// are not part of it, and what is no frame is passed over.
pub(super) fn parse(text: &str) -> Option<Failure> {
    let text = text.trim();
    let exception = text.split([':', ' ', '\t', '\n', '\r']).next().filter(|name| !name.is_empty())?;
    let frames = if text.contains('\n') {
        let body = text.lines().map(str::trim).skip(1);
        body.take_while(|line| !line.starts_with("Caused by:"))
            .filter_map(|line| parse_frame(line.strip_prefix("at ")?))
            .collect()
    } else {
        text.split(" at ").skip(1).filter_map(parse_frame).collect()
    };
    Some(Failure { exception: exception.to_owned(), frames })
}

/// `loader/module@1/a.B.c(B.java:12)`.
fn parse_frame(text: &str) -> Option<Frame> {
    let (place, source) = text.trim().strip_suffix(')')?.rsplit_once('(')?;
    let (class, method) = place.rsplit_once('.')?;
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
    use super::*;

    fn failure() -> Failure {
        let frame =
            |class: &str, method: &str, line| Frame { class: class.into(), method: method.into(), line };
        let frames = vec![
            frame("a.b.C$D", "<init>", 12),
            frame("java.lang.Thread", "start0", -2),
            frame("a.E", "lambda$f$0", -1),
        ];
        Failure { exception: "a.Oops".into(), frames }
    }

    #[test]
    fn a_printed_trace_comes_back_from_one_line() {
        let text = print(&failure());
        assert!(text.starts_with("a.Oops at a.b.C$D.<init>(C.java:12) at java.lang"), "{text}");
        assert_eq!(parse(&text), Some(failure()));
    }

    #[test]
    fn a_trace_as_java_prints_it_is_read_without_its_message_and_causes() {
        let text = "a.Oops: it broke at (noon)\nof the day\n\tat a.b.C$D.<init>(C.java:12)\n\
                    \tat java.base/java.lang.Thread.start0(Native Method)\n\tat app//a.E.lambda$f$0(E.java)\n\
                    \t... 3 more\nCaused by: a.Why\n\tat a.F.g(F.java:1)\n";
        assert_eq!(parse(text), Some(failure()));
    }

    #[test]
    fn no_text_is_no_failure() {
        assert_eq!(parse(" \n"), None);
        assert_eq!(parse(": x"), None);
    }
}
