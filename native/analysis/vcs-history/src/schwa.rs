//! Schwa: defect scores from revisions, fixes and new authors.

use std::collections::HashMap;

use gix::bstr::{BStr, BString, ByteSlice};

use crate::table::{Events, Level, Part, Rules, Table};
use crate::{Change, Commit, History, UnitEvent, UnitKind, UnitName};

/// Extensions of files that are scored.
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
    /// Weights of a revision, a fix and a new author.
    pub weights: [f64; 3],
    /// TR: the fraction of the time span, counted back from the newest commit, that weighs most.
    pub time_range: f64,
    /// Paths with this substring are excluded; `None` excludes none.
    pub ignore: Option<String>,
    /// Whether to reproduce the original, errors included: a merge's differences from each parent count, a merge of a signed
    /// tag does not count, re-adding a file restarts it, deleted files may remain, unchanged files are missing, and times
    /// may lie outside 0 to 1.
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

/// The scores of a history's files.
#[derive(Clone, Debug, PartialEq)]
pub struct Scores {
    /// The score of all files together: one revision per commit that changed any.
    pub repository: Score,
    /// The score of each file, highest first; ties by path.
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

/// The likelihood of a defect.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Score {
    /// Its changes. Units: seconds since 1970, oldest commit first.
    pub events: Events,
    /// Time-weighted sums of revisions, fixes and new authors.
    pub sums: [f64; 3],
    /// s: the weighted total of the three sums. Rank by this, because the probability of very busy files rounds to 1.
    pub risk: f64,
}

impl Score {
    /// p = 1 - exp(-s). Units: 0 to 1.
    pub fn probability(&self) -> f64 {
        -(-self.risk).exp_m1()
    }
}

impl Schwa {
    /// Scores the files of a history.
    ///
    /// By default these are the files at the revision; those without a change score 0. Cost: O(changes).
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

    /// Scores the classes or methods of a history mined with units, highest first; ties by file and name.
    ///
    /// By default these are the units at the revision; those without a change score 0. Scores differ from the original,
    /// which knows nested classes only within classes, merges overloaded methods, and misses changes that enclose a whole
    /// unit.
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

    /// Collects the events of each file that is scored.
    pub(crate) fn events(&self, history: &History) -> HashMap<BString, Events> {
        of_files(self.replay(history, Files).0)
    }

    /// Collects the events of the scored files, and of all files together.
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

    /// Whether a file is scored, by its extension and the exclusion.
    pub fn matters(&self, path: &BStr) -> bool {
        let ends = |ending: &&[u8]| path.len() > ending.len() && path.ends_with(ending);
        let ignored = |part: &String| path.contains_str(part);
        ENDINGS.iter().any(ends) && !self.ignore.as_ref().is_some_and(ignored)
    }

    fn score(&self, events: Events, history: &History) -> Score {
        // Starts from +0.0: the sum of an empty iterator is -0.0.
        let sum = |times: &[i64]| times.iter().fold(0.0, |sum, &time| sum + self.weight(time, history));
        let sums: [f64; 3] = [sum(&events.revisions), sum(&events.fixes), sum(&events.authors)];
        let risk = self.weights.iter().zip(sums).fold(0.0, |risk, (weight, sum)| risk + weight * sum);
        Score { events, sums, risk }
    }

    /// TWR: the weight of an event at a time. Units: 0 to 1.
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
    fn what_was_never_changed_scores_zero_without_a_sign() {
        let Score { sums, risk, .. } = Schwa::default().score(Events::default(), &History::default());
        assert_eq!([sums[0], sums[1], sums[2], risk].map(f64::to_bits), [0; 4]);
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
        // Weights are clamped for times outside the span, which wrong clocks produce; the original does not clamp.
        assert_eq!(schwa.weight(600, &history).to_bits(), schwa.weight(300, &history).to_bits());
        let compat = Schwa { compat: true, ..schwa };
        assert!(compat.weight(600, &history) > compat.weight(300, &history));
        // A single commit counts as the newest.
        let single = History { begin: 300, ..history };
        assert!((compat.weight(300, &single) - 0.982_013_79).abs() < 1e-8);
    }
}
