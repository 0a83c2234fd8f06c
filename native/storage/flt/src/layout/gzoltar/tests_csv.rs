//! `tests.csv`, escaped as by this writer or raw as by GZoltar.
//!
//! Raw names contain commas, and raw stack traces contain commas and line ends. Only the middle of a record
//! is reliable, `,PASS,123,` or `,FAIL,123,`: a line that contains it starts a record, any other line
//! continues the trace above. A field that starts with a quote is escaped.

use std::borrow::Cow;

use crate::FormatError;
use crate::layout::text::{TextFile, shorten};

use super::TESTS_HEADER;

/// A record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Record {
    /// The line where it starts, from 1.
    pub line: u64,
    pub name: String,
    pub failed: bool,
    pub runtime_ns: u64,
    pub trace: String,
}

/// Reads all records.
pub(super) fn read(file: &TextFile) -> Result<Vec<Record>, FormatError> {
    let mut rest = Rest { text: file.text(), line: 1 };
    if rest.take_line() != TESTS_HEADER {
        return Err(file.error(1, format!("expected the header `{TESTS_HEADER}`")));
    }
    let mut records: Vec<Record> = Vec::new();
    // Whether the last record's trace may continue; an escaped trace ends at its quote.
    let mut open = false;
    while !rest.text.is_empty() {
        let line = rest.line;
        match record(&mut rest) {
            Ok((record, raw)) => {
                records.push(record);
                open = raw;
            }
            Err(Problem::Unclosed) if !open => {
                return Err(file.error(line, "a quote opened here is never closed"));
            }
            Err(_) => {
                let text = rest.take_line();
                match records.last_mut().filter(|_| open) {
                    Some(last) => {
                        last.trace.push('\n');
                        last.trace.push_str(text);
                    }
                    None if text.trim().is_empty() => {}
                    None => {
                        let what =
                            format!("expected name,PASS or FAIL,runtime,trace, not `{}`", shorten(text));
                        return Err(file.error(line, what));
                    }
                }
            }
        }
    }
    Ok(records)
}

enum Problem {
    NoRecord,
    Unclosed,
}

/// The remaining text.
#[derive(Clone, Copy)]
struct Rest<'a> {
    text: &'a str,
    line: u64,
}

impl<'a> Rest<'a> {
    /// Consumes the line, without its end.
    fn take_line(&mut self) -> &'a str {
        let (line, after) = self.text.split_once('\n').unwrap_or((self.text, ""));
        self.text = after;
        self.line += 1;
        line.strip_suffix('\r').unwrap_or(line)
    }

    /// Consumes a quoted field that starts here.
    fn take_quoted(&mut self) -> Option<String> {
        let mut rest = self.text.strip_prefix('"')?;
        let mut out = String::new();
        loop {
            let (before, after) = rest.split_once('"')?;
            out.push_str(before);
            rest = after;
            let Some(after) = rest.strip_prefix('"') else { break };
            out.push('"');
            rest = after;
        }
        self.line += out.matches('\n').count() as u64;
        self.text = rest;
        Some(out)
    }
}

/// Parses one record, and whether its trace is raw; `rest` advances only on success.
fn record(rest: &mut Rest<'_>) -> Result<(Record, bool), Problem> {
    let mut ahead = *rest;
    let line = ahead.line;
    let (name, middle) = if ahead.text.starts_with('"') {
        let name = ahead.take_quoted().ok_or(Problem::Unclosed)?;
        (name, middle(ahead.text).filter(|middle| middle.at == 0).ok_or(Problem::NoRecord)?)
    } else {
        let first = ahead.text.split('\n').next().unwrap_or("");
        let middle = middle(first).ok_or(Problem::NoRecord)?;
        (first[..middle.at].to_owned(), middle)
    };
    ahead.text = &ahead.text[middle.end..];
    let raw = !ahead.text.starts_with('"');
    let trace = if raw {
        ahead.take_line().to_owned()
    } else {
        let trace = ahead.take_quoted().ok_or(Problem::Unclosed)?;
        ahead.take_line();
        trace
    };
    *rest = ahead;
    Ok((Record { line, name, failed: middle.failed, runtime_ns: middle.runtime_ns, trace }, raw))
}

struct Middle {
    at: usize,
    end: usize,
    failed: bool,
    runtime_ns: u64,
}

/// The first `,PASS,123,` or `,FAIL,123,` of the first line; the last comma may be missing at the end of the
/// line.
fn middle(text: &str) -> Option<Middle> {
    let text = text.split('\n').next().unwrap_or("");
    text.match_indices(',').find_map(|(at, _)| {
        let rest = &text[at + 1..];
        let (failed, rest) = match rest.strip_prefix("PASS,") {
            Some(rest) => (false, rest),
            None => (true, rest.strip_prefix("FAIL,")?),
        };
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let runtime_ns = rest[..digits].parse().ok()?;
        let comma = rest[digits..].starts_with(',');
        let ends = matches!(&rest[digits..], "" | "\r");
        let end = at + 1 + "PASS,".len() + digits + usize::from(comma);
        (comma || ends).then_some(Middle { at, end, failed, runtime_ns })
    })
}

/// Formats a field, quoted only if necessary.
pub(super) fn quote(field: &str) -> Cow<'_, str> {
    if field.contains([',', '"', '\n', '\r']) {
        Cow::Owned(format!("\"{}\"", field.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(field)
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::super::TESTS;
    use super::*;

    fn records(text: &str) -> Result<Vec<Record>, String> {
        read(&TextFile::in_memory(TESTS, text)).map_err(|error| error.to_string())
    }

    fn record(line: u64, name: &str, failed: bool, runtime_ns: u64, trace: &str) -> Record {
        Record { line, name: name.into(), failed, runtime_ns, trace: trace.into() }
    }

    #[test]
    fn raw_records_with_commas_and_line_ends_in_them_are_read() {
        let text = "name,outcome,runtime,stacktrace\na.B#c,PASS,12,\na.B#d[1, 2],FAIL,3,a.Oops: x, y\n\tat z\n\
                    \"odd\na.B#e,PASS,4\n";
        let expected = vec![
            record(2, "a.B#c", false, 12, ""),
            record(3, "a.B#d[1, 2]", true, 3, "a.Oops: x, y\n\tat z\n\"odd"),
            record(6, "a.B#e", false, 4, ""),
        ];
        assert_eq!(records(text), Ok(expected.clone()));
        let on_windows = text.replace('\n', "\r\n");
        assert_eq!(records(&on_windows).unwrap(), expected);
    }

    #[test]
    fn what_is_quoted_comes_back() {
        let names = ["plain", "a,b", "say \"x\"", "\"", "two\nlines", ",PASS,1,"];
        let mut text = String::from("name,outcome,runtime,stacktrace\n");
        for name in names {
            writeln!(text, "{},FAIL,1,{}", quote(name), quote(&format!("t {name}"))).unwrap();
        }
        let found = records(&text).unwrap();
        assert_eq!(found.iter().map(|r| r.name.as_str()).collect::<Vec<_>>(), names);
        assert!(found.iter().zip(names).all(|(r, name)| r.trace == format!("t {name}")));
        assert_eq!(found[5].line, 9);
    }

    #[test]
    fn what_is_no_record_names_its_line() {
        assert!(records("name\n").unwrap_err().starts_with("tests.csv:1: expected the header"));
        let text = "name,outcome,runtime,stacktrace\na,PASS,x,\n";
        assert!(records(text).unwrap_err().starts_with("tests.csv:2: expected name,PASS or FAIL"));
        let text = "name,outcome,runtime,stacktrace\n\"a,PASS,1,\n";
        assert!(records(text).unwrap_err().starts_with("tests.csv:2: a quote"));
    }
}
