//! What became of each candidate: one row per fault or reason.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::BenchError;
use crate::faults::turn::Turn;

const HEADER: &str = "id\toutcome\tscope\ttests\tfailing-tests\tmethods\tlines\tseconds\treason";

/// A recorded fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// The tests that were run.
    pub scope: &'static str,
    /// Number of test methods that ran.
    pub tests: usize,
    /// `class::method`, ascending.
    pub failing: Vec<String>,
    /// Number of faulty methods.
    pub methods: usize,
    /// Number of faulty lines.
    pub lines: usize,
}

/// What became of a candidate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It was recorded.
    Recorded(Recorded),
    /// It is no fault that can be recorded; the reason in words.
    Out(String),
}

/// The file of all outcomes, which several processes may share.
#[derive(Clone, Debug)]
pub struct Ledger {
    path: PathBuf,
}

impl Ledger {
    /// The one in a working folder.
    pub fn of(work: &Path) -> Self {
        Self { path: work.join("outcomes.tsv") }
    }

    /// The outcome of a candidate: whether it was recorded; `None` before it was tried. Errors: the file cannot be read.
    pub fn is_recorded(&self, id: &str) -> Result<Option<bool>, BenchError> {
        let rows = self.rows()?;
        let row = rows.iter().find(|row| row.split('\t').next() == Some(id));
        Ok(row.map(|row| row.split('\t').nth(1) == Some("recorded")))
    }

    /// Writes a candidate's row, in place of an earlier one. Errors: the file cannot be written.
    pub fn keep(&self, id: &str, fate: &Fate, seconds: f64) -> Result<(), BenchError> {
        let _turn = Turn::take(&self.path.with_extension("lock"))?;
        let mut rows = self.rows()?;
        rows.retain(|row| row.split('\t').next() != Some(id));
        rows.push(match fate {
            Fate::Recorded(Recorded { scope, tests, failing, methods, lines }) => {
                let failing = failing.join(" ");
                format!("{id}\trecorded\t{scope}\t{tests}\t{failing}\t{methods}\t{lines}\t{seconds:.0}\t")
            }
            Fate::Out(reason) => {
                format!("{id}\tout\t\t\t\t\t\t{seconds:.0}\t{}", reason.replace(['\t', '\n'], " "))
            }
        });
        let text = rows.iter().fold(format!("{HEADER}\n"), |mut text, row| {
            let _ = writeln!(text, "{row}");
            text
        });
        let beside = self.path.with_extension("part");
        fs::write(&beside, text).map_err(BenchError::io(&beside))?;
        fs::rename(&beside, &self.path).map_err(BenchError::io(&self.path))
    }

    fn rows(&self) -> Result<Vec<String>, BenchError> {
        if !self.path.exists() {
            return Ok(Vec::new());
        }
        let text = fs::read_to_string(&self.path).map_err(BenchError::io(&self.path))?;
        Ok(text.lines().skip(1).map(str::to_owned).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_outcome_of_a_candidate_counts() {
        let work = std::env::temp_dir().join(format!("faultline-ledger-{}", std::process::id()));
        fs::create_dir_all(&work).unwrap();
        let ledger = Ledger::of(&work);
        assert_eq!(ledger.is_recorded("a").unwrap(), None);
        ledger.keep("a", &Fate::Out("no\ttest\nfails".into()), 1.2).unwrap();
        ledger.keep("b", &Fate::Out("x".into()), 1.0).unwrap();
        assert_eq!(ledger.is_recorded("a").unwrap(), Some(false));
        let recorded = Recorded {
            scope: "all",
            tests: 30,
            failing: vec!["a.T::f".into(), "a.T::g".into()],
            methods: 1,
            lines: 2,
        };
        ledger.keep("a", &Fate::Recorded(recorded), 61.7).unwrap();
        assert_eq!(ledger.is_recorded("a").unwrap(), Some(true));
        let text = fs::read_to_string(work.join("outcomes.tsv")).unwrap();
        assert_eq!(
            text,
            format!("{HEADER}\nb\tout\t\t\t\t\t\t1\tx\na\trecorded\tall\t30\ta.T::f a.T::g\t1\t2\t62\t\n")
        );
        fs::remove_dir_all(work).unwrap();
    }
}
