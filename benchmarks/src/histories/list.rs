//! The list of candidates: one commit per row.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::BenchError;

const HEADER: &str = "id\trepository\tfix\tmodules\tsubject";

/// A commit that may mend a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its name: the project's, and the beginning of the commit's hash.
    pub id: String,
    /// The name of its repository, as `OWNER+NAME`.
    pub repository: String,
    /// The commit.
    pub fix: String,
    /// Folders of the modules whose tests it changes, `.` for the root; ascending.
    pub modules: Vec<String>,
    /// The first line of its message.
    pub subject: String,
}

impl Row {
    /// A row with a name made of the repository's and the commit's.
    pub fn new(repository: &str, fix: &str, modules: Vec<String>, subject: &str) -> Self {
        let project = repository.rsplit(['+', '/']).next().unwrap_or(repository);
        let start = fix.get(..8).unwrap_or(fix);
        Self {
            id: format!("{project}-{start}"),
            repository: repository.to_owned(),
            fix: fix.to_owned(),
            modules,
            subject: subject.replace(['\t', '\r'], " "),
        }
    }

    fn parse(line: &str) -> Option<Self> {
        let [id, repository, fix, modules, subject] = line.split('\t').collect::<Vec<_>>()[..] else {
            return None;
        };
        // Names become folders.
        let is_name = |text: &str| !text.is_empty() && !text.contains("..") && !text.starts_with('/');
        let is_hash = fix.len() >= 7 && fix.bytes().all(|byte| byte.is_ascii_hexdigit());
        (is_name(id) && !id.contains('/') && is_name(repository) && is_hash && !modules.is_empty()).then(
            || Self {
                id: id.to_owned(),
                repository: repository.to_owned(),
                fix: fix.to_owned(),
                modules: modules.split(' ').map(str::to_owned).collect(),
                subject: subject.to_owned(),
            },
        )
    }

    fn write(&self) -> String {
        let Self { id, repository, fix, modules, subject } = self;
        format!("{id}\t{repository}\t{fix}\t{}\t{subject}", modules.join(" "))
    }

    /// The row as JSON.
    pub fn json(&self) -> Value {
        let Self { id, repository, fix, modules, subject } = self;
        json!({ "id": id, "repository": repository, "fix": fix, "modules": modules, "subject": subject })
    }
}

/// Renders a list.
pub fn write(rows: &[Row]) -> String {
    rows.iter().fold(format!("{HEADER}\n"), |mut text, row| {
        let _ = writeln!(text, "{}", row.write());
        text
    })
}

/// Reads the rows of a list. Errors: it cannot be read, or a row does not match the header.
pub fn read(path: &Path) -> Result<Vec<Row>, BenchError> {
    let text = fs::read_to_string(path).map_err(BenchError::io(path))?;
    parse(&text).map_err(|detail| BenchError::Program { what: path.display().to_string(), detail })
}

fn parse(text: &str) -> Result<Vec<Row>, String> {
    let mut lines = text.lines();
    if lines.next() != Some(HEADER) {
        return Err(format!(
            "its first line is not `{}`; `histories find` writes such a list",
            HEADER.replace('\t', " ")
        ));
    }
    lines
        .map(|line| Row::parse(line).ok_or_else(|| format!("a row does not fit the header: {line}")))
        .collect()
}

/// Adds rows that a list does not have yet; it is created if missing. Returns how many were added. Errors: it cannot be read or written.
pub fn extend(path: &Path, rows: &[Row]) -> Result<usize, BenchError> {
    let mut all = if path.exists() { read(path)? } else { Vec::new() };
    let known = all.len();
    for row in rows {
        if !all.iter().any(|old| old.id == row.id) {
            all.push(row.clone());
        }
    }
    fs::write(path, write(&all)).map_err(BenchError::io(path))?;
    Ok(all.len() - known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_read_as_it_is_written() {
        let row = |fix: &str| Row::new("owner+lib", fix, vec![".".into(), "core".into()], "Fix\ta tab");
        let rows = [row("0123456789abcdef"), row("fedcba9876543210")];
        assert_eq!((&*rows[0].id, &*rows[0].subject), ("lib-01234567", "Fix a tab"));
        assert_eq!(parse(&write(&rows)).unwrap(), rows);
    }

    #[test]
    fn a_row_that_does_not_fit_is_named() {
        let text = |row: &str| format!("{HEADER}\n{row}\n");
        for wrong in
            ["a\tb\t0123456\t.", "a\tb\tHEAD\t.\ts", "../a\tb\t0123456\t.\ts", "a\t/b\t0123456\t.\ts"]
        {
            assert!(parse(&text(wrong)).unwrap_err().contains(wrong), "{wrong}");
        }
        assert!(parse("id\n").unwrap_err().contains("histories find"));
    }
}
