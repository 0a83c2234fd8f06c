//! Selects faults from a list.

use std::path::PathBuf;

use clap::Args;
use regex::Regex;

use super::list::{self, Row};
use crate::BenchError;

/// A selection of faults from a list.
#[derive(Args, Clone, Debug)]
pub struct Choice {
    /// List to use instead of the project's
    #[arg(long)]
    list: Option<PathBuf>,
    #[command(flatten)]
    part: Part,
    /// Maximum number of faults for each pair of releases
    #[arg(long)]
    cap: Option<usize>,
}

/// A part of a list's rows.
#[derive(Args, Clone, Debug, Default)]
pub struct Part {
    /// Only faults whose names match, such as `^cli-` or `^lang3-3\.4-[12]$`
    #[arg(long, value_name = "REGEX")]
    only: Option<Regex>,
    /// Every n-th fault, starting at the i-th: `1/3`, `2/3` and `3/3` split the list over three machines
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<(usize, usize)>,
}

impl Part {
    /// The rows with matching names, and of these the shard.
    pub fn of<R>(&self, mut rows: Vec<R>, name: impl Fn(&R) -> &str) -> Vec<R> {
        if let Some(only) = &self.only {
            rows.retain(|row| only.is_match(name(row)));
        }
        match self.shard {
            Some((part, parts)) => rows.into_iter().skip(part - 1).step_by(parts).collect(),
            None => rows,
        }
    }
}

impl Choice {
    /// Returns the selected rows. Errors: the list cannot be read, or no row is selected.
    pub fn rows(&self) -> Result<Vec<Row>, BenchError> {
        let list = self.list.clone().unwrap_or_else(list::of_project);
        let rows = self.of(list::read(&list)?);
        if rows.is_empty() {
            let detail = "no fault in it is selected; its first column lists their names".to_owned();
            return Err(BenchError::Program { what: list.display().to_string(), detail });
        }
        Ok(rows)
    }

    fn of(&self, mut rows: Vec<Row>) -> Vec<Row> {
        if let Some(most) = self.cap {
            rows = list::capped(rows, most);
        }
        self.part.of(rows, |row| &row.id)
    }
}

/// Parses `2/3`: the second of three.
fn shard(text: &str) -> Result<(usize, usize), String> {
    let parts = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    match parts {
        Some((part, parts)) if 0 < part && part <= parts => Ok((part, parts)),
        _ => Err("a part is written i/n, with i from 1 to n".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::list::Scope;
    use super::*;

    fn rows() -> Vec<Row> {
        let row = |id: &str| Row {
            id: id.into(),
            group: "g".into(),
            artifact: id.split('-').next().unwrap().into(),
            faulty: "1".into(),
            fixed: "2".into(),
            scope: Scope::All,
            tests: 20,
            failing: vec!["a.T::f".into()],
            methods: "a.A::f()V".into(),
        };
        ["cli-1-1", "cli-1-2", "csv-1-1", "text-1-1", "text-1-2"].map(row).into()
    }

    fn ids(choice: &Choice) -> Vec<String> {
        choice.of(rows()).into_iter().map(|row| row.id).collect()
    }

    fn choice() -> Choice {
        Choice { list: None, part: Part::default(), cap: None }
    }

    #[test]
    fn shards_are_all_faults_once() {
        let mut all: Vec<String> = (1..=3)
            .flat_map(|part| ids(&Choice { part: Part { shard: Some((part, 3)), only: None }, ..choice() }))
            .collect();
        all.sort();
        assert_eq!(all, ids(&choice()));
        assert_eq!(shard("2/3"), Ok((2, 3)));
        for wrong in ["0/3", "4/3", "3", "a/b"] {
            assert!(shard(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn names_are_chosen_before_shards_and_caps_count_all() {
        let only = Some(Regex::new("^c").unwrap());
        let part = Part { only: only.clone(), shard: Some((2, 2)) };
        assert_eq!(ids(&Choice { part, ..choice() }), ["cli-1-2"]);
        let part = Part { only, shard: None };
        assert_eq!(ids(&Choice { part, cap: Some(1), ..choice() }), ["cli-1-1", "csv-1-1"]);
    }
}
