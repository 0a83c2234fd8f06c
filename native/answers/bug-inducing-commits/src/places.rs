//! Locates suspicious lines in a repository.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use faultline_sbfl::Ranking;
use faultline_spectrum::{ClassId, MethodId, Spectrum};
use faultline_vcs_history::{BString, HistoryError, Part, Snapshot, Suspicious, methods};

/// A suspicious line.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The part that contains it, an index into [`Places::parts`].
    pub part: usize,
    /// Its index among the lines of that part.
    pub number: usize,
    /// The last place of its tie, from 1.
    pub rank: u32,
    /// Its suspiciousness.
    pub score: f64,
    /// One of the methods it belongs to.
    pub method: MethodId,
    /// The line, from 1.
    pub line: u32,
}

/// The parts of files with suspicious lines, and the lines of each ranking.
#[derive(Debug, Default)]
pub struct Places {
    /// Methods, and lines outside of methods.
    pub parts: Vec<Part>,
    /// Per ranking: the suspicious lines that exist in the repository, the most suspicious first.
    pub lines: Vec<Vec<Line>>,
    /// Working files that differ from their committed version, by path.
    pub uncommitted: HashMap<BString, Vec<u8>>,
    /// Classes with suspicious lines whose source is not in the repository.
    pub elsewhere: Vec<ClassId>,
}

impl Line {
    /// The line as a voter.
    pub fn suspicious(&self) -> Suspicious {
        Suspicious { part: self.part, score: self.score }
    }
}

/// A source file of the repository.
struct Source {
    path: BString,
    methods: Vec<(String, Range<u32>)>,
}

/// Locates the suspicious lines of rankings that a failing test ran. Errors: a file of the repository cannot
/// be read.
pub fn places(spectrum: &Spectrum, rankings: &[&Ranking], files: &Snapshot) -> Result<Places, HistoryError> {
    let mut places = Places::default();
    let mut sources: HashMap<ClassId, Option<Source>> = HashMap::new();
    let mut parts: BTreeMap<(BString, u32, u32), usize> = BTreeMap::new();
    for ranking in rankings {
        let mut lines = Vec::new();
        for entry in ranking.entries.iter().filter(|entry| entry.counts.ef > 0) {
            let element = spectrum.elements[entry.element.index()];
            let class = spectrum.methods[element.method.index()].class;
            let Some(row) = element.line.checked_sub(1) else { continue };
            let source = match sources.entry(class) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => new.insert(source(spectrum, class, files, &mut places)?),
            };
            let Some(source) = source else { continue };
            let (name, rows) = enclosing(&source.methods, row);
            let key = (source.path.clone(), rows.start, rows.end);
            let part = *parts.entry(key).or_insert_with(|| {
                let path = source.path.clone();
                places.parts.push(Part { path, rows, method: name.map(str::to_owned), lines: Vec::new() });
                places.parts.len() - 1
            });
            let known = &mut places.parts[part].lines;
            let number = known.iter().position(|&other| other == row).unwrap_or_else(|| {
                known.push(row);
                known.len() - 1
            });
            let (rank, score) = (entry.rank_max, entry.score);
            lines.push(Line { part, number, rank, score, method: element.method, line: element.line });
        }
        places.lines.push(lines);
    }
    Ok(places)
}

/// The innermost method around a row, or the row alone.
pub(crate) fn enclosing(methods: &[(String, Range<u32>)], row: u32) -> (Option<&str>, Range<u32>) {
    let around = methods.iter().filter(|(_, rows)| rows.contains(&row));
    let innermost = around.min_by_key(|(_, rows)| rows.end - rows.start);
    innermost.map_or((None, row..row + 1), |(name, rows)| (Some(name), rows.clone()))
}

/// The source file of a class; of several with the same name, the nearest to where the class was built.
fn source(
    spectrum: &Spectrum,
    class: ClassId,
    files: &Snapshot,
    places: &mut Places,
) -> Result<Option<Source>, HistoryError> {
    let of = &spectrum.classes[class.index()];
    let paths = files.paths(&of.likely_source_path());
    let shared = |path: &BString| {
        let path = path.to_string();
        let folders: Vec<&str> = path.split('/').collect();
        let most = (1..folders.len()).rev().find(|&many| {
            let module = format!("/{}/", folders[..many].join("/"));
            of.location.replace('\\', "/").contains(&module)
        });
        most.unwrap_or(0)
    };
    // Among equals, the first, which is the shortest.
    let Some(path) = paths.into_iter().rev().max_by_key(shared) else {
        places.elsewhere.push(class);
        return Ok(None);
    };
    let content = match files.uncommitted(&path)? {
        Some(content) => {
            places.uncommitted.insert(path.clone(), content.clone());
            Some(content)
        }
        None => files.committed(&path)?,
    };
    let content = content.filter(|_| path.ends_with(b".java")).unwrap_or_default();
    Ok(Some(Source { path, methods: methods(&content) }))
}

#[cfg(test)]
mod tests {
    use super::enclosing;

    #[test]
    fn a_line_is_in_the_innermost_method_or_alone() {
        let methods = [("A.m()".to_owned(), 2..9), ("A.B.n()".to_owned(), 4..6)];
        assert_eq!(enclosing(&methods, 5), (Some("A.B.n()"), 4..6));
        assert_eq!(enclosing(&methods, 8), (Some("A.m()"), 2..9));
        assert_eq!(enclosing(&methods, 9), (None, 9..10));
    }
}
