//! Bisection: tests commits until the first bad one is found.

mod command;
mod run;
mod tests;
mod worktree;

use std::path::PathBuf;
use std::time::Duration;

use faultline_messages::date;
use faultline_messages::failure::Failure;
use faultline_messages::tell::tell;
use faultline_messages::words::{counted, printable, seconds};
use faultline_vcs_history::{Bisection, Next, Origin, Verdict};

use crate::culprits::{Accused, Culprits};
use crate::text::short;

pub use self::command::Command;

use self::run::Runner;
use self::tests::TestSources;
use self::worktree::Worktree;

/// Total weight of the commits without votes: an unaccused commit may still be the bad one.
const UNACCUSED: f64 = 0.01;
/// Above this number of commits only accused ones are tested.
const MOST: usize = 10_000;

/// How to test commits.
#[derive(Clone, Debug)]
pub struct Plan {
    /// A folder of the repository; the command runs in the corresponding folder of the temporary worktree.
    pub folder: PathBuf,
    /// The command that tests a commit.
    pub command: Command,
    /// A revision known to be good.
    pub good: Option<String>,
    /// Whether each commit keeps its own sources of the failing tests.
    pub tests_as_committed: bool,
}

/// The result of testing a commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tested {
    /// The commit, an index into the history.
    pub commit: usize,
    /// The verdict.
    pub verdict: Verdict,
    /// Duration of the test.
    pub took: Duration,
}

impl Tested {
    /// The verdict as a word.
    pub fn word(&self) -> &'static str {
        match self.verdict {
            Verdict::Good => "good",
            Verdict::Bad => "bad",
            Verdict::Skip => "skipped",
        }
    }
}

impl Bisected {
    /// The exit code: 0 if a bad commit was found.
    pub fn code(&self) -> u8 {
        u8::from(self.bad.is_empty())
    }
}

/// The result of a bisection.
#[derive(Clone, Debug)]
pub struct Bisected {
    /// The tested commits in order of testing, the newest commit first.
    pub tested: Vec<Tested>,
    /// The first bad commit, or several if they cannot be told apart. Empty if the newest commit is good.
    pub bad: Vec<usize>,
    /// The last lines of the command's output at the only bad commit, or at the last one tested bad.
    pub said: Vec<String>,
    /// The signal that stopped the bisection early.
    pub signal: Option<i32>,
}

/// Bisects the commits for a group of failures and prints each step to standard error.
/// Errors: git is missing, the history is incomplete, the command cannot be started or aborts the bisection.
pub fn bisect(culprits: &Culprits<'_>, group: usize, plan: &Plan) -> Result<Bisected, Failure> {
    let accused = &culprits.groups[group];
    if culprits.trace.is_cut && plan.good.is_none() {
        return Err(Failure::failed(
            "the history is shallow, so the commit may be missing: run `git fetch --unshallow`, or name a commit that works with --good",
        ));
    }
    if culprits.trace.is_late && plan.good.is_none() {
        return Err(Failure::failed(
            "the history could not be read to its end in time, so the commit may be missing: name a commit that works with --good",
        ));
    }
    let good = plan.good.as_deref().map(|revision| worktree::commit(&plan.folder, revision)).transpose()?;
    let weights = weights(culprits, accused, good.as_deref())?;
    let mut bisection = Bisection::new(&parents(culprits), &weights);
    let command =
        plan.command.filled(&accused.tests.iter().map(|test| &culprits.spectrum.tests[test.index()]))?;
    for note in &command.notes {
        tell(&format!("faultline: note: {note}"));
    }
    let mut bisected = Bisected { tested: Vec::new(), bad: Vec::new(), said: Vec::new(), signal: None };
    // Install the signal handlers first, so that a stop request leaves no worktree behind.
    let mut runner = Runner::new(command)?;
    let tree = match Worktree::new(&plan.folder, &culprits.tip) {
        Err(_) if runner.is_asked() => {
            bisected.signal = runner.signal();
            return Ok(bisected);
        }
        tree => tree?,
    };
    let sources = TestSources::of(culprits, accused, plan.tests_as_committed)?;
    if let Some(words) = sources.words() {
        tell(&format!("faultline: {words}"));
    }
    let mut session = Session { culprits, accused, runner, tree, sources, bad_said: None };
    let tip = 0;
    let mut next = Next::Test(tip);
    while let Next::Test(commit) = next {
        let words = format!("{} in question", counted(bisection.left(), "commit"));
        let Some(tested) = session.test(commit, &words)? else {
            bisected.signal = session.runner.signal();
            return Ok(bisected);
        };
        bisected.tested.push(tested);
        if commit == tip && bisected.tested.len() == 1 && tested.verdict != Verdict::Bad {
            return Ok(bisected);
        }
        bisection.tell(commit, tested.verdict);
        next = bisection.next();
    }
    bisected.bad = match next {
        Next::Found(commit) => vec![commit],
        Next::OneOf(commits) => commits,
        Next::Test(_) => Vec::new(),
    };
    bisected.said = session.bad_said.map(|(_, lines)| lines).unwrap_or_default();
    Ok(bisected)
}

/// The result as text for people.
pub fn words(culprits: &Culprits<'_>, group: usize, bisected: &Bisected) -> String {
    let mut lines = Vec::new();
    let tests = counted(bisected.tested.len(), "test");
    match &bisected.bad[..] {
        [] if bisected.signal.is_some() => lines.push("ended early; no commit was found".to_owned()),
        [] if bisected.tested.first().is_some_and(|tested| tested.verdict == Verdict::Skip) => {
            lines.push("the newest commit cannot be tested, so none can be found".to_owned());
        }
        [] => {
            let own = culprits.groups[group].candidates.iter().any(|of| of.origin == Origin::Uncommitted);
            let why = if own {
                "uncommitted changes broke it"
            } else {
                "no commit broke it; check that the command fails in the current folder"
            };
            lines.push(format!("the newest commit works: {why}"));
        }
        [commit] => {
            lines.push(format!("{} is the first bad commit, found by {tests}", named(culprits, *commit)));
            let candidates = &culprits.groups[group].candidates;
            let place = candidates.iter().position(|of| of.origin == Origin::Commit(*commit));
            lines.push(match place {
                Some(place) => format!("It was number {} in the ranking of commits.", place + 1),
                None => "No suspicious line points to it.".to_owned(),
            });
        }
        several => {
            lines.push(format!(
                "the first bad commit is one of these {}; they cannot be tested:",
                several.len()
            ));
            lines.extend(several.iter().map(|&commit| format!("  {}", named(culprits, commit))));
        }
    }
    if !bisected.said.is_empty() {
        lines.push(String::new());
        lines.push("The end of the command's output when it last failed:".to_owned());
        lines.extend(bisected.said.iter().map(|line| format!("  {}", printable(line))));
    }
    lines.push(String::new());
    lines.join("\n")
}

fn named(culprits: &Culprits<'_>, commit: usize) -> String {
    let id = short(&culprits.trace.commits[commit].id);
    match culprits.signed.get(&commit) {
        Some(of) => {
            format!("{id} ({}, {}) {}", date::of(of.time), printable(&of.author), printable(&of.subject))
        }
        None => format!("{id} ({})", date::of(culprits.trace.commits[commit].time)),
    }
}

fn parents(culprits: &Culprits<'_>) -> Vec<Vec<usize>> {
    culprits.trace.commits.iter().map(|commit| commit.parents.clone()).collect()
}

/// The weight of each commit: its votes, plus a little for commits without votes, so that bisection can still
/// find them.
/// Errors: the good commit is not in this history.
fn weights(
    culprits: &Culprits<'_>,
    accused: &Accused,
    good: Option<&str>,
) -> Result<Vec<Option<f64>>, Failure> {
    let commits = &culprits.trace.commits;
    let mut is_good = vec![false; commits.len()];
    if let Some(good) = good {
        let at = commits.iter().position(|commit| commit.id == good).ok_or_else(|| {
            Failure::misuse(format!("--good {} is not an ancestor of the newest commit", short(good)))
        })?;
        let mut open = vec![at];
        while let Some(at) = open.pop() {
            if !std::mem::replace(&mut is_good[at], true) {
                open.extend(&commits[at].parents);
            }
        }
    }
    let mut votes: Vec<f64> = vec![0.0; commits.len()];
    for candidate in &accused.candidates {
        if let Origin::Commit(at) = candidate.origin {
            votes[at] = candidate.score;
        }
    }
    let open = || (0..commits.len()).filter(|&at| !is_good[at]);
    let all: f64 = open().map(|at| votes[at]).sum();
    let unaccused = open().filter(|&at| votes[at] == 0.0).count();
    let little = if all > 0.0 { all * UNACCUSED / unaccused.max(1) as f64 } else { 1.0 };
    let is_long = open().count() > MOST && all > 0.0;
    let weight = |at: usize| match (is_good[at], votes[at] > 0.0) {
        (true, _) => None,
        (false, true) => Some(votes[at]),
        (false, false) => (!is_long).then_some(little),
    };
    Ok((0..commits.len()).map(weight).collect())
}

struct Session<'a> {
    culprits: &'a Culprits<'a>,
    accused: &'a Accused,
    runner: Runner,
    tree: Worktree,
    sources: TestSources,
    /// The last bad commit, and the command's output there.
    bad_said: Option<(usize, Vec<String>)>,
}

impl Session<'_> {
    /// Tests a commit; `None` on a stop request. Errors: as [`bisect`].
    fn test(&mut self, commit: usize, words: &str) -> Result<Option<Tested>, Failure> {
        let id = &self.culprits.trace.commits[commit].id;
        self.sources.take_back();
        match self.tree.check_out(id) {
            Err(_) if self.runner.is_asked() => return Ok(None),
            checked_out => checked_out?,
        }
        self.sources.put(&self.tree)?;
        let Some(ran) = self.runner.run(&self.tree)? else { return Ok(None) };
        let tested = Tested { commit, verdict: ran.verdict, took: ran.took };
        let share = self.accused.candidates.iter().find(|of| of.origin == Origin::Commit(commit));
        let share = share.map_or(String::new(), |of| format!(", {:.0} % of the votes", of.share * 100.0));
        tell(&format!(
            "{:<7} {} in {} ({words}{share})",
            tested.word(),
            named(self.culprits, commit),
            seconds(ran.took)
        ));
        if ran.verdict == Verdict::Bad {
            self.bad_said = Some((commit, ran.said));
        }
        Ok(Some(tested))
    }
}
