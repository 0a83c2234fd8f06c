//! Domains of projects, such as parsers: a project can be judged by what projects of other domains teach.

use std::collections::BTreeMap;
use std::path::Path;

use faultline_files::{limits, regular};

/// The domains of some projects. Any other project is the only one of its domain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Domains(BTreeMap<String, String>);

impl Domains {
    /// Reads a file with a row `PROJECT TAB DOMAIN` for each project; empty rows and rows that begin with `#` are comments. Errors, as
    /// a clause after the file's name: it cannot be read, or a row is wrong.
    pub fn read(file: &Path) -> Result<Self, String> {
        let bytes = regular::read(file, limits::LIST).map_err(|error| error.to_string())?;
        Self::parse(&String::from_utf8(bytes).map_err(|_| "it is not UTF-8".to_owned())?)
    }

    /// Reads the text of a file. Errors: as [`Domains::read`].
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut domains = BTreeMap::new();
        for (at, row) in text.lines().enumerate().filter(|(_, row)| !row.is_empty() && !row.starts_with('#'))
        {
            let wrong = |reason: &str| Err(format!("row {}: {reason}", at + 1));
            let Some((project, domain)) =
                row.split_once('\t').filter(|both| !both.0.is_empty() && !both.1.is_empty())
            else {
                return wrong("it must have a project, a tab and a domain");
            };
            if domains.insert(project.to_owned(), domain.to_owned()).is_some() {
                return wrong(&format!("{project} is there twice"));
            }
        }
        Ok(Self(domains))
    }

    /// Whether the file names any project.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether one project may teach what another is judged by: they are different, and of different domains.
    pub fn are_apart(&self, one: &str, other: &str) -> bool {
        let domain = |project| self.0.get(project);
        one != other && (domain(one).is_none() || domain(one) != domain(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn projects_of_one_domain_do_not_teach_each_other() {
        let domains = Domains::parse("# a comment\nP\tparsers\n\nQ\tparsers\nR\tnumbers\n").unwrap();
        assert!(!domains.are_apart("P", "P") && !domains.are_apart("P", "Q"));
        assert!(domains.are_apart("P", "R") && domains.are_apart("S", "T") && domains.are_apart("S", "P"));
        assert!(!domains.are_apart("S", "S"));
        assert!(Domains::default().are_apart("P", "Q"));
    }

    #[test]
    fn a_wrong_row_is_named() {
        assert_eq!(
            Domains::parse("P parsers").unwrap_err(),
            "row 1: it must have a project, a tab and a domain"
        );
        assert_eq!(Domains::parse("P\tx\nP\ty").unwrap_err(), "row 2: P is there twice");
    }
}
