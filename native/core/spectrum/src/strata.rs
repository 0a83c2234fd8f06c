//! The strata of a `SourceDebugExtension` attribute: each maps lines of the class to lines of files.
//!
//! Source: JSR-45.

use std::borrow::Cow;

/// The line of the text that names the default stratum, from 0.
const DEFAULT_STRATUM: usize = 2;

/// A source file of a stratum.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) id: u32,
    pub(crate) name: String,
    /// Its path, or what the stratum writes in that place; empty without one.
    pub(crate) path: String,
}

/// Maps output lines `from..from + lines * step` to input lines `origin..origin + lines` of a file, `step`
/// output lines for each. A step of 0 stands for all input lines in one output line.
#[derive(Debug)]
pub(crate) struct Range {
    from: u32,
    lines: u32,
    step: u32,
    pub(crate) file: u32,
    origin: u32,
}

impl Range {
    pub(crate) fn has(&self, line: u32) -> bool {
        let length = if self.step == 0 { 1 } else { u64::from(self.lines) * u64::from(self.step) };
        line.checked_sub(self.from).is_some_and(|past| u64::from(past) < length)
    }

    /// The input line of an output line in this range.
    pub(crate) fn input(&self, line: u32) -> Option<u32> {
        self.origin.checked_add((line - self.from).checked_div(self.step).unwrap_or(0))
    }
}

/// The name of the default stratum; empty if there is none.
pub(crate) fn default_stratum(text: &str) -> String {
    let text = with_plain_ends(text);
    let mut lines = text.lines();
    let is_map = lines.clone().next() == Some("SMAP");
    lines.nth(DEFAULT_STRATUM).filter(|_| is_map).unwrap_or_default().trim().to_owned()
}

/// The files and ranges of the stratum with this name. What does not parse maps nothing. Cost: O(text).
pub(crate) fn stratum(text: &str, name: &str) -> (Vec<File>, Vec<Range>) {
    let (mut files, mut ranges) = (Vec::new(), Vec::<Range>::new());
    let text = with_plain_ends(text);
    let mut lines = text.lines().skip_while(|line| line.strip_prefix("*S ") != Some(name)).skip(1);
    let mut section = "";
    while let Some(line) = lines.next() {
        match line {
            "*F" | "*L" => section = line,
            _ if line.starts_with('*') => break,
            _ if section == "*L" => {
                let before = ranges.last().map_or(0, |range| range.file);
                ranges.extend(range(line, before));
            }
            _ if section == "*F" => files.extend(file(line, &mut lines)),
            _ => {}
        }
    }
    (files, ranges)
}

/// The text with line ends that Rust knows: a lone carriage return is one, too.
fn with_plain_ends(text: &str) -> Cow<'_, str> {
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n").into() } else { text.into() }
}

/// Parses `+ 2 Util.kt`, then `org/x/UtilKt`; or `2 Util.kt` alone.
fn file<'a>(line: &str, rest: &mut impl Iterator<Item = &'a str>) -> Option<File> {
    let (entry, path) = match line.strip_prefix("+ ") {
        Some(entry) => (entry, rest.next()?),
        None => (line, ""),
    };
    let (id, name) = entry.split_once(' ')?;
    Some(File { id: id.parse().ok()?, name: name.to_owned(), path: path.to_owned() })
}

/// Parses `5#2,3:11,1`: three lines from line 5 of file 2 on are lines 11 to 13. Without a file, it is that of
/// the range before; without a count there is one line.
fn range(line: &str, file_before: u32) -> Option<Range> {
    let (input, output) = line.split_once(':')?;
    let (from, step) = with_default(output)?;
    let (origin, file, lines) = if let Some((origin, rest)) = input.split_once('#') {
        let (file, lines) = with_default(rest)?;
        (origin.parse().ok()?, file, lines)
    } else {
        let (origin, lines) = with_default(input)?;
        (origin, file_before, lines)
    };
    (lines > 0).then_some(Range { from, lines, step, file, origin })
}

/// Parses `a,b`, or `a` with 1 in place of `b`.
fn with_default(text: &str) -> Option<(u32, u32)> {
    match text.split_once(',') {
        Some((first, second)) => Some((first.parse().ok()?, second.parse().ok()?)),
        None => Some((text.parse().ok()?, 1)),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_third_line_names_the_default_stratum() {
        assert_eq!(default_stratum("SMAP\na.java\nJSP\n"), "JSP");
        assert_eq!(default_stratum("SMAP\r\na.java\r\nJSP \r\n"), "JSP");
        for text in ["", "SMAP", "SMAP\na.java", "SMAP\na.java\n\n*S JSP", "MAP\na.java\nJSP"] {
            assert_eq!(default_stratum(text), "", "{text}");
        }
    }

    #[test]
    fn a_range_without_a_file_is_of_the_file_before() {
        let lines = |text: &str| {
            let (_, ranges) = stratum(&format!("*S JSP\n*L\n{text}\n*E\n"), "JSP");
            ranges.iter().map(|range| (range.file, range.from, range.lines)).collect::<Vec<_>>()
        };
        assert_eq!(lines("1:5\n2#3:6\n3,4:7"), [(0, 5, 1), (3, 6, 1), (3, 7, 4)]);
        assert_eq!(lines("2#3:6\nx:7\n#:\n:\n3,0:9\n1,2"), [(3, 6, 1)]);
    }

    #[test]
    fn a_step_of_no_lines_is_one_line() {
        let (_, ranges) = stratum("*S JSP\n*L\n7#0,5:8,0\n", "JSP");
        assert_eq!([7, 8, 9].map(|line| ranges[0].has(line)), [false, true, false]);
        assert_eq!(ranges[0].input(8), Some(7));
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "(SMAP\n)?(.{0,9}\n){0,3}\\*S J\n(\\*[FL]\n|[0-9]{1,10}[#,:]|\\+ |\r|\n){0,40}", line: u32) {
            let (_, ranges) = stratum(&text, &default_stratum(&text));
            for range in ranges.iter().chain(&stratum(&text, "J").1) {
                if range.has(line) {
                    prop_assert!(range.input(line).is_none_or(|input| input >= range.origin));
                }
            }
        }

        #[test]
        fn ranges_are_read_as_they_are_written(origin in 1..9_u32, file: u32, lines in 1..9_u32, from in 1..99_u32, step in 1..4_u32) {
            let (_, ranges) = stratum(&format!("*S J\n*L\n{origin}#{file},{lines}:{from},{step}\n*E\n"), "J");
            let mapped: Vec<u32> = (0..200).filter(|&line| ranges[0].has(line)).map(|line| ranges[0].input(line).unwrap()).collect();
            let expected: Vec<u32> = (origin..origin + lines).flat_map(|line| vec![line; step as usize]).collect();
            prop_assert_eq!(mapped, expected);
            prop_assert_eq!(ranges[0].file, file);
        }
    }
}
