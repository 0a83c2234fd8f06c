//! Origins of inlined lines: Kotlin's part of a `SourceDebugExtension` attribute.
//!
//! A Kotlin class that inlines a function has lines past the end of its own file; the attribute (JSR-45) maps
//! each of them to the file and line it was copied from. The maps of translated classes (JSP) are
//! [`crate::translation`]'s.

use crate::strata::{Range, stratum};

/// The stratum that maps lines to their origins.
const WRITTEN: &str = "Kotlin";
/// The stratum that maps inlined lines to their calls, in the class's own file.
const CALLED: &str = "KotlinDebug";

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
        let files = files.into_iter();
        let files =
            files.map(|file| File { id: file.id, name: file.name, class: file.path.replace('/', ".") });
        Self { files: files.collect(), ranges, calls }
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
