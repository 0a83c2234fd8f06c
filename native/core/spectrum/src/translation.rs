//! Lines that a translator wrote for lines of other files, as Jasper writes Java for JSP: the default stratum
//! of a `SourceDebugExtension` attribute.

use crate::ClassFile;
use crate::source_files::below_package;
use crate::strata::{Range, default_stratum, stratum};

/// Default strata of classes whose own lines are right, with or without copies.
const OWN: [&str; 3] = ["", "Java", "Kotlin"];

/// The origins of a translated class's lines.
#[derive(Debug, Default)]
pub(crate) struct Translation {
    /// Each with its number.
    files: Vec<(u32, String)>,
    ranges: Vec<Range>,
}

impl Translation {
    /// Parses the map of a class; `None` if it was not translated, or if the map has none of its lines.
    /// Cost: O(text + slots * ranges).
    pub(crate) fn of(class: &ClassFile, text: &str) -> Option<Self> {
        let name = default_stratum(text);
        if OWN.contains(&&*name) {
            return None;
        }
        let (files, ranges) = stratum(text, &name);
        let files = files.into_iter().map(|file| (file.id, source_file(class, &file.name, &file.path)));
        let translation = Self { files: files.collect(), ranges };
        class.slots.iter().any(|&(_, line)| translation.origin(line).is_some()).then_some(translation)
    }

    /// The file, as [`crate::Class::source_file`], and the line for which a line was written; `None` if it was
    /// written for none. Cost: O(ranges).
    pub(crate) fn origin(&self, line: u32) -> Option<(&str, u32)> {
        let range = self.ranges.iter().find(|range| range.has(line))?;
        let (_, file) = self.files.iter().find(|(id, _)| *id == range.file)?;
        Some((file, range.input(line)?))
    }
}

/// A file of the map: with a path, that is below a source root. Without one it is in the class's package.
fn source_file(class: &ClassFile, name: &str, path: &str) -> String {
    let path = path.trim_start_matches('/');
    let own = class.source_file.as_deref();
    match own.filter(|own| path.is_empty() && *own == name || below_package(&class.name, own) == path) {
        Some(own) => own.to_owned(),
        None if path.is_empty() => name.to_owned(),
        None => format!("/{path}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAP: &str = "SMAP\nindex_jsp.java\nJSP\n*S JSP\n*F\n+ 0 index.jsp\nindex.jsp\n+ 1 head.jspf\n\
        WEB-INF/head.jspf\n2 util.tag\n+ 3 index_jsp.java\nweb/index_jsp.java\n*L\n1:10\n4,6:20\n2#1:30\n8#2:40\n50#3:50\n*E\n";

    fn origins(map: &str, lines: &[u32]) -> Vec<Option<(String, u32)>> {
        let class = ClassFile {
            name: "web.index_jsp".into(),
            source_file: Some("index_jsp.java".into()),
            slots: lines.iter().map(|&line| (0, line)).collect(),
            ..ClassFile::default()
        };
        let translation = Translation::of(&class, map).unwrap_or_default();
        lines
            .iter()
            .map(|&line| translation.origin(line).map(|(file, line)| (file.to_owned(), line)))
            .collect()
    }

    #[test]
    fn a_line_is_of_the_file_that_was_translated() {
        let at = |file: &str, line| Some((file.to_owned(), line));
        assert_eq!(
            origins(MAP, &[10, 25, 26, 30, 40, 50]),
            [
                at("/index.jsp", 1),
                at("/index.jsp", 9),
                None,
                at("/WEB-INF/head.jspf", 2),
                at("util.tag", 8),
                at("index_jsp.java", 50)
            ]
        );
    }

    #[test]
    fn maps_of_copies_and_maps_without_a_line_of_the_class_translate_nothing() {
        for map in
            [MAP.replace("JSP", "Kotlin"), MAP.replace("JSP", "Java"), MAP.replace("*S JSP", "*S Other")]
        {
            assert_eq!(origins(&map, &[10]), [None], "{map}");
        }
        assert_eq!(origins(MAP, &[11, 12]), [None, None]);
        assert_eq!(origins(&MAP.replace("+ 0", "+ 9"), &[10]), [None], "a line of no file");
    }
}
