//! Finds the commits that suspicious lines accuse.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use faultline_messages::words::{counted, seconds};
use faultline_sbfl::Ranking;
use faultline_spectrum::{Spectrum, TestId};
use faultline_vcs_history::{HistoryError, Origin, Signed, Snapshot, Trace, Tracing, Voting, signed, trace};

use crate::places::{Line, Places, places};

/// A request to find the commits that suspicious lines accuse.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// A folder of the repository.
    pub repository: &'a Path,
    /// The revision that was tested.
    pub revision: &'a str,
    /// Whether the working tree was tested, on top of the revision.
    pub with_uncommitted: bool,
    /// Whether commits that only change style are excluded.
    pub sees_through_style: bool,
    /// How lines vote.
    pub voting: Voting,
}

impl<'a> Question<'a> {
    /// The default question. Without a revision it concerns the working tree on top of HEAD.
    pub fn new(repository: &'a Path, revision: Option<&'a str>) -> Self {
        Self {
            repository,
            revision: revision.unwrap_or("HEAD"),
            with_uncommitted: revision.is_none(),
            sees_through_style: true,
            voting: Voting::default(),
        }
    }
}

/// Tests that failed together, and their ranking of lines.
#[derive(Debug)]
pub struct Failures {
    /// The failing tests.
    pub tests: Vec<TestId>,
    /// Their ranking of lines.
    pub ranking: Ranking,
}

/// The commits that suspicious lines accuse.
pub struct Culprits<'a> {
    /// The recording.
    pub spectrum: &'a Spectrum,
    /// The newest commit of the history.
    pub tip: String,
    /// The files of that commit.
    pub files: Snapshot,
    /// The history.
    pub trace: Trace,
    /// Locations of suspicious lines.
    pub places: Places,
    /// The candidates of each group of failures.
    pub groups: Vec<Accused>,
    /// Author, date and subject of the candidates' commits.
    pub signed: HashMap<usize, Signed>,
    /// Notes for readers, a sentence each.
    pub notes: Vec<String>,
}

/// The candidates of a group of failures.
#[derive(Debug)]
pub struct Accused {
    /// The failing tests.
    pub tests: Vec<TestId>,
    /// Number of suspicious lines that exist in the repository.
    pub lines: usize,
    /// The most likely candidate first; uncommitted changes precede all others.
    pub candidates: Vec<Candidate>,
}

/// A commit, or the uncommitted changes, that modified code that failing tests ran.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The commit, or the uncommitted changes.
    pub origin: Origin,
    /// Sum of the votes.
    pub score: f64,
    /// Its share of all scores. Units: fraction 0..=1.
    pub share: f64,
    /// The suspicious lines whose current version it wrote, the most suspicious first; indices into
    /// [`Places::lines`].
    pub wrote: Vec<usize>,
    /// Number of methods and other parts with suspicious lines that it changed.
    pub changed: usize,
    /// The most suspicious line of those parts.
    pub first: usize,
}

impl Culprits<'_> {
    /// A suspicious line of a group.
    pub fn line(&self, group: usize, line: usize) -> &Line {
        &self.places.lines[group][line]
    }
}

/// Finds the commits that suspicious lines accuse. Errors: the history is missing or unreadable.
pub fn culprits<'a>(
    spectrum: &'a Spectrum,
    failures: &[Failures],
    question: &Question<'_>,
) -> Result<Culprits<'a>, HistoryError> {
    let files = Snapshot::of(question.repository, question.revision, question.with_uncommitted)?;
    let rankings: Vec<&Ranking> = failures.iter().map(|of| &of.ranking).collect();
    let places = places(spectrum, &rankings, &files)?;
    let tracing = Tracing {
        revision: question.revision.to_owned(),
        uncommitted: places.uncommitted.clone(),
        sees_through_style: question.sees_through_style,
        ..Tracing::default()
    };
    let trace = trace(question.repository, &tracing, &places.parts)?;
    let groups: Vec<Accused> = failures
        .iter()
        .zip(&places.lines)
        .map(|(of, lines)| Accused {
            tests: of.tests.clone(),
            lines: lines.len(),
            candidates: candidates(lines, &trace, &question.voting),
        })
        .collect();
    let of_group = |group: &Accused| -> Vec<usize> {
        let commit = |candidate: &Candidate| match candidate.origin {
            Origin::Commit(at) => Some(at),
            Origin::Uncommitted => None,
        };
        group.candidates.iter().filter_map(commit).collect()
    };
    let accused: Vec<usize> = groups.iter().flat_map(of_group).collect::<HashSet<_>>().into_iter().collect();
    let said = signed(question.repository, accused.iter().map(|&at| &*trace.commits[at].id))?;
    let notes = notes(spectrum, &places, &trace);
    Ok(Culprits {
        spectrum,
        tip: files.commit(),
        files,
        signed: accused.into_iter().zip(said).collect(),
        trace,
        places,
        groups,
        notes,
    })
}

fn candidates(lines: &[Line], trace: &Trace, voting: &Voting) -> Vec<Candidate> {
    let votes: Vec<_> = lines.iter().map(Line::suspicious).collect();
    let scores = voting.scores(&votes, &trace.changes);
    let all: f64 = scores.iter().map(|(_, score)| score).sum();
    let mut wrote: HashMap<Origin, Vec<usize>> = HashMap::new();
    let mut parts: HashMap<usize, usize> = HashMap::new();
    for (at, line) in lines.iter().enumerate() {
        parts.entry(line.part).or_insert(at);
        if let Some(writer) = trace.writers[line.part][line.number] {
            wrote.entry(writer).or_default().push(at);
        }
    }
    let mut changed: HashMap<Origin, Vec<usize>> = HashMap::new();
    for (&part, &first) in &parts {
        for &origin in &trace.changes[part] {
            changed.entry(origin).or_default().push(first);
        }
    }
    let candidate = |(origin, score): (Origin, f64)| {
        let changed = &changed[&origin];
        let wrote = wrote.remove(&origin).unwrap_or_default();
        let first = wrote.first().copied().unwrap_or_else(|| changed.iter().copied().min().unwrap_or(0));
        let share = if all > 0.0 { score / all } else { 0.0 };
        Candidate { origin, score, share, wrote, changed: changed.len(), first }
    };
    let mut candidates: Vec<Candidate> = scores.into_iter().map(candidate).collect();
    // The sort is stable. Uncommitted changes come first, because most red builds are caused by one's own
    // last edit.
    candidates.sort_by_key(|candidate| candidate.origin != Origin::Uncommitted);
    candidates
}

fn notes(spectrum: &Spectrum, places: &Places, trace: &Trace) -> Vec<String> {
    let mut notes = Vec::new();
    if trace.is_cut {
        let older = if trace.older > 0 { ", and suspicious code is older than that" } else { "" };
        notes.push(format!(
            "the history is shallow: it ends after {} commits{older}; `git fetch --unshallow` fetches the rest",
            trace.commits.len()
        ));
    }
    if trace.is_late {
        notes.push(format!(
            "the history was read for {} and not to its end ({}): older changes of suspicious code are left out",
            seconds(Tracing::default().patience),
            counted(trace.commits.len(), "commit"),
        ));
    }
    if let [first, rest @ ..] = &places.elsewhere[..] {
        let name = &spectrum.classes[first.index()].name;
        let more = if rest.is_empty() { String::new() } else { format!(" and {} more classes", rest.len()) };
        notes.push(format!(
            "no file of the repository is the source of {name}{more}: their lines count for no commit"
        ));
    }
    notes
}
