//! Schwa: defect scores from revisions, fixes and new authors.

use std::collections::HashMap;

use gix::bstr::{BStr, BString, ByteSlice};

use crate::table::{Events, Level, Part, Rules, Table};
use crate::{Change, Commit, History, UnitEvent, UnitKind, UnitName};

/// Endings of files that matter.
const ENDINGS: [&[u8]; 15] = [
    b".java", b".php", b".py", b".cpp", b".c", b".js", b".html", b".css", b".rb", b".h", b".scala", b".sbt",
    b".sh", b".sql", b".cs",
];

/// Schwa's parameters.
///
/// Source: Freitas, Software repository mining analytics to estimate software component
/// reliability, Porto, 2015, chapter 3.
#[derive(Clone, Debug, PartialEq)]
pub struct Schwa {
    /// What a revision, a fix and a new author count.
    pub weights: [f64; 3],
    /// TR: the share of the time, counted back from the newest commit, that weighs most.
    pub time_range: f64,
    /// Paths with this in them are left out; `None` leaves none out.
    pub ignore: Option<String>,
    /// Whether scores are those of the original, oddities included. They are: a merge's
    /// differences to each of its parents count, a merge of a signed tag does not, a file that is
    /// added starts anew even if it was there, files that are gone may be left, files without a
    /// change are not there, times may be beyond 0 to 1.
    pub compat: bool,
}

impl Default for Schwa {
    fn default() -> Self {
        Self {
            weights: [0.25, 0.5, 0.25],
            time_range: 0.4,
            ignore: Some("src/test".to_owned()),
            compat: false,
        }
    }
}

/// What a history says about its files.
#[derive(Clone, Debug, PartialEq)]
pub struct Scores {
    /// Of all files together: one revision per commit that changed any.
    pub repository: Score,
    /// Of each file, the highest score first; of equal ones the first path.
    pub files: Vec<(BString, Score)>,
}

/// The score of a class or a method.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitScore {
    /// Its file.
    pub path: BString,
    /// Its name in the file.
    pub name: String,
    /// Its score.
    pub score: Score,
}

/// How likely a defect is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Score {
    /// When it was changed. Units: seconds since 1970, oldest commit first.
    pub events: Events,
    /// Time-weighted sums of revisions, fixes and new authors.
    pub sums: [f64; 3],
    /// s: the three sums, weighted. Rank by this: the probability of very busy files rounds to 1.
    pub risk: f64,
}

impl Score {
    /// p = 1 - exp(-s). Units: 0 to 1.
    pub fn probability(&self) -> f64 {
        -(-self.risk).exp_m1()
    }
}

impl Schwa {
    /// The scores of a history's files.
    ///
    /// By default these are the files at the revision, those without a change with a score of 0.
    /// Cost: O(changes).
    pub fn scores(&self, history: &History) -> Scores {
        let (found, repository) = self.replay(history, Files);
        let mut files = of_files(found);
        if let Some(present) = history.files.as_ref().filter(|_| !self.compat) {
            let matter = present.iter().filter(|path| self.matters(path.as_bstr()));
            files = matter.map(|path| (path.clone(), files.remove(path).unwrap_or_default())).collect();
        }
        let score = |events| self.score(events, history);
        let mut files: Vec<(BString, Score)> =
            files.into_iter().map(|(path, events)| (path, score(events))).collect();
        files.sort_by(|(a, x), (b, y)| y.risk.total_cmp(&x.risk).then_with(|| a.cmp(b)));
        Scores { repository: score(repository), files }
    }

    /// The scores of the classes or of the methods of a history that was mined with its units, the
    /// highest first; of equal ones the first file and name.
    ///
    /// By default these are the units at the revision, those without a change with a score of 0.
    /// They are not those of the original, which knows classes in classes alone, takes methods of
    /// one name for one, and overlooks changes that enclose a whole one.
    pub fn units(&self, history: &History, kind: UnitKind) -> Vec<UnitScore> {
        let (mut files, _) = self.replay(history, Units(kind));
        let score = |path: &BString, name: String, events| UnitScore {
            path: path.clone(),
            name,
            score: self.score(events, history),
        };
        let mut all: Vec<UnitScore> = if self.compat || history.files.is_none() {
            let of = |(path, part): (BString, Part<Units>)| -> Vec<UnitScore> {
                part.into_iter().map(|(name, events)| score(&path, name, events)).collect()
            };
            files.into_iter().flat_map(of).collect()
        } else {
            let present =
                history.units.iter().filter(|(path, (of, _))| *of == kind && self.matters(path.as_bstr()));
            let mut events = |path: &BString, name: &String| files.get_mut(path)?.remove(name);
            present
                .map(|(path, (_, name))| score(path, name.clone(), events(path, name).unwrap_or_default()))
                .collect()
        };
        all.sort_by(|a, b| {
            let order = b.score.risk.total_cmp(&a.score.risk);
            order.then_with(|| (&a.path, &a.name).cmp(&(&b.path, &b.name)))
        });
        all
    }

    /// What happened to each file that is left.
    pub(crate) fn events(&self, history: &History) -> HashMap<BString, Events> {
        of_files(self.replay(history, Files).0)
    }

    /// What happened to the files that are left, and to all together.
    fn replay<L: Level>(&self, history: &History, level: L) -> (HashMap<BString, Part<L>>, Events) {
        let rules = if self.compat { Rules::Published } else { Rules::Sound };
        let (mut table, mut repository) = (Table::new(rules, level), Events::default());
        for (at, commit) in history.commits.iter().enumerate().rev() {
            if table.replay((at, commit), &|path: &BStr| self.matters(path)) {
                repository.add(commit, [at, 0]);
            }
        }
        (table.into_files(), repository)
    }

    /// Whether a file is looked at: by its ending, and by what is left out.
    pub fn matters(&self, path: &BStr) -> bool {
        let ends = |ending: &&[u8]| path.len() > ending.len() && path.ends_with(ending);
        let ignored = |part: &String| path.contains_str(part);
        ENDINGS.iter().any(ends) && !self.ignore.as_ref().is_some_and(ignored)
    }

    fn score(&self, events: Events, history: &History) -> Score {
        // From 0 on: the sum of no numbers is -0.
        let sum = |times: &[i64]| times.iter().fold(0.0, |sum, &time| sum + self.weight(time, history));
        let sums: [f64; 3] = [sum(&events.revisions), sum(&events.fixes), sum(&events.authors)];
        let risk = self.weights.iter().zip(sums).fold(0.0, |risk, (weight, sum)| risk + weight * sum);
        Score { events, sums, risk }
    }

    /// TWR: what an event at a time weighs in a history. Units: 0 to 1.
    pub fn weight(&self, time: i64, history: &History) -> f64 {
        let Some(newest) = history.commits.first() else { return 0.0 };
        let all = newest.time - history.begin;
        let t = if all == 0 { 1.0 } else { (time - history.begin) as f64 / all as f64 };
        let t = if self.compat { t } else { t.clamp(0.0, 1.0) };
        1.0 / (1.0 + (-12.0 * t + 2.0 + (1.0 - self.time_range) * 10.0).exp())
    }
}

fn of_files(parts: HashMap<BString, Part<Files>>) -> HashMap<BString, Events> {
    parts.into_iter().filter_map(|(path, part)| Some((path, part.into_values().next()?))).collect()
}

/// A file as a whole.
struct Files;

impl Level for Files {
    type Name = ();

    fn events(&self, commit: &Commit, place: usize) -> Vec<((), UnitEvent)> {
        let is_new = matches!(commit.changes[place], Change::Added(_));
        vec![((), if is_new { UnitEvent::Added } else { UnitEvent::Modified })]
    }
}

/// The units of one kind.
struct Units(UnitKind);

impl Level for Units {
    type Name = String;

    fn events(&self, commit: &Commit, place: usize) -> Vec<(String, UnitEvent)> {
        let of_file = commit.units.get(place).into_iter().flatten();
        let of_kind =
            |((kind, name), event): &(UnitName, UnitEvent)| (*kind == self.0).then(|| (name.clone(), *event));
        of_file.filter_map(of_kind).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_matter_by_their_endings_and_where_they_are() {
        let schwa = Schwa::default();
        let matters = |path: &str| schwa.matters(path.into());
        assert!(["a.java", "src/main/A.java", "x/.hidden.c", "a/.c"].iter().all(|path| matters(path)));
        let others = [".java", "a.javax", "a.txt", "java", "src/test/java/A.java", "asrc/testing/a.py"];
        assert!(!others.iter().any(|path| matters(path)));
        let all = Schwa { ignore: None, ..schwa };
        assert!(all.matters("src/test/java/A.java".into()));
    }

    #[test]
    fn weights_are_those_that_the_formula_gives_by_hand() {
        let commit = |time| crate::Commit {
            id: String::new(),
            parents: 1,
            time,
            author: 0,
            is_fix: false,
            merged_tag: false,
            changes: Vec::new(),
            units: Vec::new(),
            lines: Vec::new(),
        };
        let history = History { begin: 0, commits: vec![commit(300)], ..History::default() };
        let schwa = Schwa::default();
        for (time, expected) in [(0, 0.000_335_35), (150, 0.119_202_92), (200, 0.5), (300, 0.982_013_79)] {
            assert!((schwa.weight(time, &history) - expected).abs() < 1e-8, "{time}");
        }
        // Beyond the ends, as clocks that are wrong have it, weights end; those of the original go on.
        assert_eq!(schwa.weight(600, &history).to_bits(), schwa.weight(300, &history).to_bits());
        let compat = Schwa { compat: true, ..schwa };
        assert!(compat.weight(600, &history) > compat.weight(300, &history));
        // A single commit is the newest.
        let single = History { begin: 300, ..history };
        assert!((compat.weight(300, &single) - 0.982_013_79).abs() < 1e-8);
    }
}
