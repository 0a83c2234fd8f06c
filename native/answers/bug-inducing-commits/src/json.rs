//! The candidates as JSON; `docs/commits.md` and its schema describe it.

use faultline_messages::failure::Failure;
use faultline_messages::{date, names};
use faultline_terminal::json::pretty;
use faultline_vcs_history::Origin;
use serde::Serialize;

use crate::bisect::{Bisected, Tested};
use crate::culprits::{Accused, Candidate, Culprits};

/// Raised when a reader of the last version could not read this one.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    revision: &'a str,
    commits: usize,
    shallow: bool,
    groups: Vec<GroupOut<'a>>,
    /// Only where commits were tested.
    #[serde(skip_serializing_if = "Option::is_none")]
    bisection: Option<BisectionOut<'a>>,
    notes: &'a [String],
}

#[derive(Serialize)]
struct GroupOut<'a> {
    failing: Vec<names::TestNames<'a>>,
    lines: usize,
    accused: usize,
    candidates: Vec<CandidateOut<'a>>,
}

#[derive(Serialize)]
struct CandidateOut<'a> {
    place: usize,
    /// Null for what is not committed.
    commit: Option<&'a str>,
    score: f64,
    share: f64,
    author: Option<&'a str>,
    date: Option<String>,
    time: Option<i64>,
    subject: Option<&'a str>,
    changed: usize,
    wrote: Vec<LineOut>,
}

#[derive(Serialize)]
struct LineOut {
    path: String,
    line: u32,
    method: String,
    rank: u32,
}

#[derive(Serialize)]
struct BisectionOut<'a> {
    tests: Vec<TestOut<'a>>,
    first_bad: Vec<&'a str>,
}

#[derive(Serialize)]
struct TestOut<'a> {
    commit: &'a str,
    verdict: &'static str,
    seconds: f64,
}

/// All groups with at most `top` candidates each, ending in a line break. Errors: it cannot be written as JSON.
pub fn render(culprits: &Culprits<'_>, top: usize, bisected: Option<&Bisected>) -> Result<String, Failure> {
    let groups = culprits.groups.iter().enumerate();
    let document = Document {
        version: VERSION,
        revision: &culprits.tip,
        commits: culprits.trace.commits.len(),
        shallow: culprits.trace.is_cut,
        groups: groups.map(|(at, group)| group_out(culprits, at, group, top)).collect(),
        bisection: bisected.map(|bisected| bisection_out(culprits, bisected)),
        notes: &culprits.notes,
    };
    pretty(&document, "the commits")
}

fn group_out<'a>(culprits: &'a Culprits<'_>, at: usize, group: &'a Accused, top: usize) -> GroupOut<'a> {
    let candidates = group.candidates.iter().take(top).enumerate();
    GroupOut {
        failing: group
            .tests
            .iter()
            .map(|test| names::TestNames::of(&culprits.spectrum.tests[test.index()]))
            .collect(),
        lines: group.lines,
        accused: group.candidates.len(),
        candidates: candidates
            .map(|(place, candidate)| candidate_out(culprits, at, place + 1, candidate))
            .collect(),
    }
}

fn bisection_out<'a>(culprits: &'a Culprits<'_>, bisected: &Bisected) -> BisectionOut<'a> {
    let id = |commit: usize| &*culprits.trace.commits[commit].id;
    let test = |tested: &Tested| TestOut {
        commit: id(tested.commit),
        verdict: tested.word(),
        seconds: tested.took.as_secs_f64(),
    };
    BisectionOut {
        tests: bisected.tested.iter().map(test).collect(),
        first_bad: bisected.bad.iter().map(|&commit| id(commit)).collect(),
    }
}

fn candidate_out<'a>(
    culprits: &'a Culprits<'_>,
    group: usize,
    place: usize,
    candidate: &Candidate,
) -> CandidateOut<'a> {
    let at = match candidate.origin {
        Origin::Commit(at) => Some(at),
        Origin::Uncommitted => None,
    };
    let signed = at.and_then(|at| culprits.signed.get(&at));
    CandidateOut {
        place,
        commit: at.map(|at| &*culprits.trace.commits[at].id),
        score: candidate.score,
        share: candidate.share,
        author: signed.map(|signed| &*signed.author),
        date: signed.map(|signed| date::of(signed.time)),
        time: signed.map(|signed| signed.time),
        subject: signed.map(|signed| &*signed.subject),
        changed: candidate.changed,
        wrote: candidate.wrote.iter().map(|&line| line_out(culprits, group, line)).collect(),
    }
}

fn line_out(culprits: &Culprits<'_>, group: usize, line: usize) -> LineOut {
    let line = culprits.line(group, line);
    let method = &culprits.spectrum.methods[line.method.index()];
    let class = &culprits.spectrum.classes[method.class.index()].name;
    LineOut {
        path: culprits.places.parts[line.part].path.to_string(),
        line: line.line,
        method: names::method(class, method, false),
        rank: line.rank,
    }
}
