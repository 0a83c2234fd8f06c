//! The imports of a file.

use crate::nodes::{children, plain};
use crate::source::Source;

/// The imports of a file.
#[derive(Clone, Debug, Default)]
pub struct Imports(Vec<Import>);

#[derive(Clone, Debug)]
struct Import {
    /// The qualifier: `kotlin.test`.
    from: String,
    /// The imported name in this file; `*` for everything.
    name: String,
}

impl Imports {
    pub fn of(source: &Source) -> Self {
        let all = children(source.root()).into_iter().filter(|node| node.kind() == "import");
        Self(all.filter_map(|node| Import::of(source.of(node))).collect())
    }

    /// The possible qualifiers of a name: those that import it by name, else all star imports.
    pub fn from(&self, name: &str) -> Vec<&str> {
        let named: Vec<&str> =
            self.0.iter().filter(|one| one.name == name).map(|one| one.from.as_str()).collect();
        if !named.is_empty() {
            return named;
        }
        self.0.iter().filter(|one| one.name == "*").map(|one| one.from.as_str()).collect()
    }
}

impl Import {
    fn of(text: &str) -> Option<Self> {
        let path = text.strip_prefix("import")?.trim().trim_end_matches(';').trim();
        let (path, alias) = match path.split_once(" as ") {
            Some((path, alias)) => (path.trim(), Some(alias.trim())),
            None => (path, None),
        };
        let (from, name) = path.rsplit_once('.')?;
        Some(Self { from: from.to_owned(), name: plain(alias.unwrap_or(name)).to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_comes_from_where_it_is_imported_by_name() {
        let text =
            "import kotlin.test.*\nimport org.junit.Assert.assertEquals as equal\nimport a.b.c\n\nclass A\n";
        let imports = Imports::of(&Source::parse(text).expect("a tree"));
        assert_eq!(imports.from("equal"), ["org.junit.Assert"]);
        assert_eq!(imports.from("assertEquals"), ["kotlin.test"]);
    }
}
