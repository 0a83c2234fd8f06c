//! Origins of inlined lines: Kotlin's part of a `SourceDebugExtension` attribute.
//!
//! A Kotlin class that inlines a function has lines past the end of its own file; the attribute (JSR-45) maps
//! each of them to the file and line it was copied from. Maps of other languages (JSP) refer to files that
//! are not sources of tested code, and are ignored.

/// The stratum that maps lines to their origins.
const WRITTEN: &str = "*S Kotlin";
/// The stratum that maps inlined lines to their calls, in the class's own file.
const CALLED: &str = "*S KotlinDebug";

/// The origins of a class's lines.
#[derive(Debug, Default)]
pub(crate) struct SourceMap {
    files: Vec<File>,
    ranges: Vec<Range>,
    calls: Vec<Range>,
}

#[derive(Debug)]
struct File {
    id: u32,
    name: String,
    /// Binary name, with dots, of the class that contains the lines.
    class: String,
}

/// Maps output lines `from..from + lines * step` to input lines `origin..origin + lines` of a file, `step`
/// output lines for each.
#[derive(Debug)]
struct Range {
    from: u32,
    lines: u32,
    step: u32,
    file: u32,
    origin: u32,
}

/// The origin of a line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Origin<'a> {
    /// Binary name of the class that contains it there.
    pub(crate) class: &'a str,
    /// Name of the file.
    pub(crate) file: &'a str,
    /// Line of the file.
    pub(crate) line: u32,
}

impl SourceMap {
    /// Parses the Kotlin strata of a `SourceDebugExtension`; text that does not parse maps nothing.
    /// Cost: O(text).
    pub(crate) fn parse(text: &str) -> Self {
        let (files, ranges) = stratum(text, WRITTEN);
        let (_, calls) = stratum(text, CALLED);
        Self { files, ranges, calls }
    }

    /// The origin of an output line; `None` if unknown.
    pub(crate) fn origin(&self, line: u32) -> Option<Origin<'_>> {
        let range = self.ranges.iter().find(|range| range.has(line))?;
        let file = self.files.iter().find(|file| file.id == range.file)?;
        Some(Origin { class: &file.class, file: &file.name, line: range.input(line)? })
    }

    /// The line of the class's own file that calls the inlined function of an output line; `None` if unknown.
    pub(crate) fn call(&self, line: u32) -> Option<u32> {
        self.calls.iter().find(|range| range.has(line))?.input(line)
    }
}

impl Range {
    fn has(&self, line: u32) -> bool {
        let past = line.checked_sub(self.from);
        past.is_some_and(|past| u64::from(past) < u64::from(self.lines) * u64::from(self.step))
    }

    /// The input line of an output line in this range.
    fn input(&self, line: u32) -> Option<u32> {
        self.origin.checked_add((line - self.from) / self.step)
    }
}

/// The files and ranges of one stratum.
fn stratum(text: &str, name: &str) -> (Vec<File>, Vec<Range>) {
    let (mut files, mut ranges) = (Vec::new(), Vec::new());
    let mut lines = text.lines().skip_while(|line| *line != name).skip(1);
    let mut section = "";
    while let Some(line) = lines.next() {
        match line {
            "*F" | "*L" => section = line,
            _ if line.starts_with('*') => break,
            _ if section == "*L" => ranges.extend(range(line)),
            _ if section == "*F" => files.extend(file(line, &mut lines)),
            _ => {}
        }
    }
    (files, ranges)
}

/// Parses `+ 2 Util.kt`, then `org/x/UtilKt`; or `2 Util.kt` alone.
fn file<'a>(line: &str, rest: &mut impl Iterator<Item = &'a str>) -> Option<File> {
    let (entry, class) = match line.strip_prefix("+ ") {
        Some(entry) => (entry, rest.next()?),
        None => (line, ""),
    };
    let (id, name) = entry.split_once(' ')?;
    Some(File { id: id.parse().ok()?, name: name.to_owned(), class: class.replace('/', ".") })
}

/// Parses `5#2,3:11,1`: three lines from line 5 of file 2 on are lines 11 to 13. Kotlin always names the
/// file; without a count there is one line.
fn range(line: &str) -> Option<Range> {
    let (input, output) = line.split_once(':')?;
    let (from, step) = with_default(output)?;
    let (origin, rest) = input.split_once('#')?;
    let (file, lines) = with_default(rest)?;
    let origin = origin.parse().ok()?;
    (lines > 0 && step > 0).then_some(Range { from, lines, step, file, origin })
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
    use super::*;

    const MAP: &str = "SMAP\nMain.kt\nKotlin\n*S Kotlin\n*F\n+ 1 Main.kt\norg/x/MainKt\n+ 2 Util.kt\n\
        org/y/UtilKt\n*L\n1#1,10:1\n5#2,3:11\n20#2:14\n30#2,2:20,3\n*S KotlinDebug\n*F\n+ 1 Main.kt\n\
        org/x/MainKt\n*L\n4#1:11,4\n*E\n";

    fn origin(map: &SourceMap, line: u32) -> Option<(String, String, u32)> {
        map.origin(line).map(|origin| (origin.class.to_owned(), origin.file.to_owned(), origin.line))
    }

    #[test]
    fn an_inlined_line_is_of_the_file_it_was_written_in() {
        let map = SourceMap::parse(MAP);
        let util = |line| Some(("org.y.UtilKt".to_owned(), "Util.kt".to_owned(), line));
        assert_eq!(origin(&map, 4), Some(("org.x.MainKt".to_owned(), "Main.kt".to_owned(), 4)));
        assert_eq!([11, 13, 14].map(|line| origin(&map, line)), [util(5), util(7), util(20)]);
        assert_eq!([20, 22, 23, 25].map(|line| origin(&map, line)), [util(30), util(30), util(31), util(31)]);
        assert_eq!([15, 19, 26].map(|line| origin(&map, line)), [None, None, None]);
        assert_eq!([10, 11, 14, 15].map(|line| map.call(line)), [None, Some(4), Some(4), None]);
    }

    #[test]
    fn other_languages_and_damage_map_nothing() {
        for text in
            ["", "SMAP\na\nJSP\n*S JSP\n*F\n1 a.jsp\n*L\n1#1:5\n*E\n", "*S Kotlin\n*L\n1#1:5\n", "*S Kotlin"]
        {
            assert_eq!(origin(&SourceMap::parse(text), 5), None, "{text}");
        }
        let odd = "*S Kotlin\n*F\n+ 1 A.kt\na/A\n*L\n1#1,0:5\n1#1:5,0\nx#1:5\n4294967295#1,9:5\n*E\n";
        assert_eq!(origin(&SourceMap::parse(odd), 6), None, "a line past the last number");
    }
}
