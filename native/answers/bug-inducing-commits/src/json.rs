//! The candidates as JSON; `docs/commits.md` and its schema describe it.

use faultline_fault_ranking::document::TestNamesSchema;
use faultline_messages::date;
use faultline_messages::failure::Failure;
use faultline_messages::names::{self, TestNames};
use faultline_terminal::json::pretty;
use faultline_vcs_history::Origin;
use schemars::JsonSchema;
use serde::Serialize;

use crate::bisect::{Bisected, Tested};
use crate::culprits::{Accused, Candidate, Culprits};

/// Incremented when readers of the previous version could not read the new one.
const VERSION: u32 = 1;

/// The whole answer.
#[derive(Serialize, JsonSchema)]
pub struct Document<'a> {
    #[schemars(extend("const" = VERSION))]
    version: u32,
    /// Name of the commit that the history ends with.
    revision: &'a str,
    /// How many it descends from, itself included.
    #[schemars(range(min = 1))]
    commits: usize,
    /// Whether older commits are missing.
    shallow: bool,
    /// A group of failing tests each, the largest first.
    groups: Vec<AccusedGroup<'a>>,
    /// Only where commits were tested.
    #[serde(skip_serializing_if = "Option::is_none")]
    bisection: Option<Bisection<'a>>,
    notes: &'a [String],
}

#[derive(Serialize, JsonSchema)]
struct AccusedGroup<'a> {
    #[schemars(with = "Vec<TestNamesSchema>")]
    failing: Vec<TestNames<'a>>,
    /// Suspicious lines that the repository has.
    lines: usize,
    /// Number of candidates, those not shown included.
    accused: usize,
    candidates: Vec<AccusedCommit<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct AccusedCommit<'a> {
    #[schemars(range(min = 1))]
    place: usize,
    /// Its whole name; null is what was not committed.
    commit: Option<&'a str>,
    /// Sum of the votes.
    score: f64,
    /// Its part of all votes.
    #[schemars(range(min = 0, max = 1))]
    share: f64,
    author: Option<&'a str>,
    /// When it was written, in UTC: 2026-11-23.
    date: Option<String>,
    /// The same in seconds since 1970.
    time: Option<i64>,
    subject: Option<&'a str>,
    /// Methods, and lines outside of methods, that it changed.
    #[schemars(range(min = 1))]
    changed: usize,
    /// The suspicious lines that it wrote as they are now, the most suspicious first.
    wrote: Vec<WrittenLine>,
}

#[derive(Serialize, JsonSchema)]
struct WrittenLine {
    path: String,
    #[schemars(range(min = 1))]
    line: u32,
    method: String,
    /// Its place in the ranking of lines, the last of a tie.
    #[schemars(range(min = 1))]
    rank: u32,
}

#[derive(Serialize, JsonSchema)]
struct Bisection<'a> {
    /// In their order.
    tests: Vec<TestedCommit<'a>>,
    /// The commit that broke it; several where those between cannot be tested, none where no commit did.
    first_bad: Vec<&'a str>,
}

#[derive(Serialize, JsonSchema)]
struct TestedCommit<'a> {
    commit: &'a str,
    #[schemars(extend("enum" = ["good", "bad", "skipped"]))]
    verdict: &'static str,
    #[schemars(range(min = 0))]
    seconds: f64,
}

/// Renders all groups with at most `top` candidates each, ending with a line break. Errors: the JSON cannot
/// be written.
pub fn render(culprits: &Culprits<'_>, top: usize, bisected: Option<&Bisected>) -> Result<String, Failure> {
    let groups = culprits.groups.iter().enumerate();
    let document = Document {
        version: VERSION,
        revision: &culprits.tip,
        commits: culprits.trace.commits.len(),
        shallow: culprits.trace.is_cut,
        groups: groups.map(|(at, group)| accused_group(culprits, at, group, top)).collect(),
        bisection: bisected.map(|bisected| bisection(culprits, bisected)),
        notes: &culprits.notes,
    };
    pretty(&document, "the commits")
}

fn accused_group<'a>(
    culprits: &'a Culprits<'_>,
    at: usize,
    group: &'a Accused,
    top: usize,
) -> AccusedGroup<'a> {
    let candidates = group.candidates.iter().take(top).enumerate();
    AccusedGroup {
        failing: group
            .tests
            .iter()
            .map(|test| TestNames::of(&culprits.spectrum.tests[test.index()]))
            .collect(),
        lines: group.lines,
        accused: group.candidates.len(),
        candidates: candidates
            .map(|(place, candidate)| accused_commit(culprits, at, place + 1, candidate))
            .collect(),
    }
}

fn bisection<'a>(culprits: &'a Culprits<'_>, bisected: &Bisected) -> Bisection<'a> {
    let id = |commit: usize| &*culprits.trace.commits[commit].id;
    let test = |tested: &Tested| TestedCommit {
        commit: id(tested.commit),
        verdict: tested.word(),
        seconds: tested.took.as_secs_f64(),
    };
    Bisection {
        tests: bisected.tested.iter().map(test).collect(),
        first_bad: bisected.bad.iter().map(|&commit| id(commit)).collect(),
    }
}

fn accused_commit<'a>(
    culprits: &'a Culprits<'_>,
    group: usize,
    place: usize,
    candidate: &Candidate,
) -> AccusedCommit<'a> {
    let at = match candidate.origin {
        Origin::Commit(at) => Some(at),
        Origin::Uncommitted => None,
    };
    let signed = at.and_then(|at| culprits.signed.get(&at));
    AccusedCommit {
        place,
        commit: at.map(|at| &*culprits.trace.commits[at].id),
        score: candidate.score,
        share: candidate.share,
        author: signed.map(|signed| &*signed.author),
        date: signed.map(|signed| date::of(signed.time)),
        time: signed.map(|signed| signed.time),
        subject: signed.map(|signed| &*signed.subject),
        changed: candidate.changed,
        wrote: candidate.wrote.iter().map(|&line| written_line(culprits, group, line)).collect(),
    }
}

fn written_line(culprits: &Culprits<'_>, group: usize, line: usize) -> WrittenLine {
    let line = culprits.line(group, line);
    let method = &culprits.spectrum.methods[line.method.index()];
    let class = &culprits.spectrum.classes[method.class.index()].name;
    WrittenLine {
        path: culprits.places.parts[line.part].path.to_string(),
        line: line.line,
        method: names::compiled_method(class, method, false),
        rank: line.rank,
    }
}
