//! Scores of a history, sorted.

use faultline_messages::failure::Failure;
use faultline_messages::words::printable;
use faultline_vcs_history::{History, Mining, Schwa, Score, UnitKind};

use super::options::{Level, Past};

/// A history with the scores of its files, classes or methods.
#[derive(Debug)]
pub struct Scored {
    pub schwa: Schwa,
    pub history: History,
    /// The entries, the highest score first.
    pub entries: Vec<Entry>,
}

/// A file, class or method with its score.
#[derive(Debug)]
pub struct Entry {
    /// Path of its file; invalid UTF-8 is replaced.
    pub path: String,
    /// Name of the class or method within the file.
    pub unit: Option<String>,
    pub score: Score,
}

impl Entry {
    /// Its name in lists.
    pub fn name(&self) -> String {
        match &self.unit {
            None => printable(&self.path),
            Some(unit) => printable(unit),
        }
    }
}

impl Scored {
    /// Mines the history and computes scores. Errors: there is no history.
    pub fn of(past: &Past, level: Level) -> Result<Self, Failure> {
        let past = past.past();
        let schwa = past.schwa();
        let history = past
            .mine(&Mining { units: level != Level::File, ..past.mining() })
            .map_err(|error| Failure::failed(error.to_string()))?;
        let of_units = |kind| {
            let units = schwa.units(&history, kind).into_iter();
            units
                .map(|unit| Entry { path: unit.path.to_string(), unit: Some(unit.name), score: unit.score })
                .collect()
        };
        let entries = match level {
            Level::Class => of_units(UnitKind::Class),
            Level::Method => of_units(UnitKind::Method),
            Level::File => {
                let files = schwa.scores(&history).files.into_iter();
                files.map(|(path, score)| Entry { path: path.to_string(), unit: None, score }).collect()
            }
        };
        Ok(Self { schwa, history, entries })
    }

    /// Times of the oldest and the newest commit read. Units: seconds since 1970.
    pub fn span(&self) -> [i64; 2] {
        self.history.span()
    }

    /// The only entry that matches a name: a path, a class or method, or a suffix of one after `/` or `.`.
    /// Errors: none matches, or several do.
    pub fn find(&self, name: &str) -> Result<&Entry, Failure> {
        let ends = |text: &str| {
            text.strip_suffix(name).is_some_and(|before| before.is_empty() || before.ends_with(['/', '.']))
        };
        let goes_by = |entry: &&Entry| {
            let file = entry.path.rsplit_once('.').map_or(&entry.path[..], |(file, _)| file);
            let dotted = file.replace('/', ".");
            match &entry.unit {
                None => ends(&entry.path) || ends(&dotted),
                // A nested class is named within its file, and its name may begin with the file's class.
                Some(unit) => {
                    let package = dotted.rsplit_once('.').map_or("", |(package, _)| package);
                    ends(unit) || ends(&format!("{package}.{unit}"))
                }
            }
        };
        let found: Vec<&Entry> = self.entries.iter().filter(goes_by).collect();
        match found[..] {
            [one] => Ok(one),
            [] => Err(Failure::failed(format!(
                "no entry is called '{}'; faultline history --top 0 lists the names",
                printable(name)
            ))),
            [first, second, ..] => {
                let whole = |entry: &Entry| match &entry.unit {
                    None => printable(&entry.path),
                    Some(unit) => printable(&format!("{unit} of {}", entry.path)),
                };
                let (name, found) = (printable(name), found.len());
                let names = format!("{} and {}", whole(first), whole(second));
                Err(Failure::failed(format!(
                    "'{name}' is ambiguous: it matches {found}, for example {names}"
                )))
            }
        }
    }
}
