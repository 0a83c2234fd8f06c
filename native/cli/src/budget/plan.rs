//! Who gets what.

use std::path::Path;

use faultline_history::{Bads, Budget, History, HistoryError, Mining, Predictor, Schwa, Source, sources};
use serde::{Deserialize, Serialize};

use crate::duration::Duration;
use crate::failure::Failure;
use crate::history::span;
use crate::words::{counted, printable};

use super::heard::Heard;
use super::options::BudgetOptions;
use super::shard::{self, Shard};

/// What every class gets at least, unless told otherwise.
const MIN: Duration = Duration(3);

/// Seconds for every class.
#[derive(Debug)]
pub struct Plan {
    pub predictor: Predictor,
    pub total: Duration,
    /// `None` where the published program is followed.
    pub min: Option<Duration>,
    /// What the predictor read of the history.
    pub read: Option<Read>,
    /// What it took from recorded tests.
    pub heard: Option<Heard>,
    /// The highest ranked first; at least one, but in a shard.
    pub shares: Vec<Share>,
    /// The part of the plan that this is; `None`: it is the whole.
    pub shard: Option<Shard>,
    /// The whole of which it is a part.
    pub whole: Whole,
}

/// All classes, whichever of them a shard has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Whole {
    pub classes: usize,
    /// Differs where classes, ranks or seconds do.
    pub digest: String,
}

/// A part of a history.
#[derive(Clone, Copy, Debug)]
pub struct Read {
    pub commits: usize,
    /// Times of the oldest and the newest commit. Units: seconds since 1970.
    pub span: [i64; 2],
}

/// What a class gets.
#[derive(Debug)]
pub struct Share {
    /// Among all classes, from 1.
    pub rank: usize,
    pub source: Source,
    /// By the predictor.
    pub score: f64,
    pub budget: Budget,
}

impl Share {
    /// What its search may take; the published program's may be below 0, which is none.
    pub fn seconds(&self) -> u64 {
        u64::try_from(self.budget.seconds).unwrap_or(0)
    }
}

impl Plan {
    /// What every class gets at least.
    pub fn min(options: &BudgetOptions) -> Duration {
        options.min.unwrap_or(MIN)
    }

    /// Ranks the classes and shares the time; with `chosen`, among those of them that it leaves.
    /// Errors: there is no history, no class, or too little time.
    pub fn of(
        options: &BudgetOptions,
        chosen: impl FnOnce(Vec<Source>) -> Result<Vec<Source>, Failure>,
    ) -> Result<Self, Failure> {
        let total = options.total.unwrap_or(Duration(0));
        let classes = chosen(classes(options)?)?;
        let heard = heard(options, &classes)?;
        let (scores, read) = scores(options, heard.as_ref(), &classes)?;
        let mut ranked: Vec<(Source, f64)> = classes.into_iter().zip(scores).collect();
        ranked.sort_by(|(a, x), (b, y)| {
            y.total_cmp(x).then_with(|| (&a.class, &a.path).cmp(&(&b.class, &b.path)))
        });
        let compat = options.past.compat.then(|| options.prediction.map_or(0, |prediction| prediction.0));
        let min = Self::min(options);
        let bads = Bads { total: total.0, min: min.0, compat };
        let budgets = bads.budgets(ranked.len()).map_err(|error| too_little(&error))?;
        let share = |(rank, ((source, score), budget))| Share { rank, source, score, budget };
        let mut shares: Vec<Share> = (1..).zip(ranked.into_iter().zip(budgets)).map(share).collect();
        let whole = Whole { classes: shares.len(), digest: shard::digest(&shares) };
        if let Some(shard) = options.shard {
            shares = shard.part(shares);
        }
        Ok(Self {
            predictor: options.predictor(),
            total,
            min: compat.is_none().then_some(min),
            read,
            heard,
            shares,
            shard: options.shard,
            whole,
        })
    }
}

/// The files that are classes. Errors: there is none.
fn classes(options: &BudgetOptions) -> Result<Vec<Source>, Failure> {
    let past = &options.past;
    let schwa = Schwa::default();
    // Nothing can be tested there; the published program does not know.
    let is_idle = |path: &str| {
        let name = path.rsplit('/').next().unwrap_or_default();
        !past.compat && (name == "package-info.java" || name == "module-info.java")
    };
    let below = |path: &str| {
        options.source.is_empty() || options.source.iter().any(|folder| Path::new(path).starts_with(folder))
    };
    let all = sources(&past.repo, &past.rev, |path| {
        let text = path.to_string();
        schwa.matters(path) && below(&text) && !is_idle(&text)
    });
    let all = all.map_err(|error| Failure::failed(error.to_string()))?;
    if all.is_empty() {
        let folders: Vec<String> =
            options.source.iter().map(|folder| printable(&folder.display().to_string())).collect();
        let below =
            if folders.is_empty() { String::new() } else { format!(" below {}", folders.join(" or ")) };
        return Err(Failure::failed(format!(
            "there is no class to share the time among: {} has no .java file{below} but in src/test",
            printable(&past.rev)
        )));
    }
    Ok(all)
}

/// What recorded tests say, where they are given and the predictor takes it.
/// Errors: nothing takes it; those of [`Heard::of`].
fn heard(options: &BudgetOptions, classes: &[Source]) -> Result<Option<Heard>, Failure> {
    let predictor = options.predictor();
    if options.spectrum.is_empty() || (!predictor.takes_evidence() && options.run.metric.is_some()) {
        return Ok(None);
    }
    if !predictor.takes_evidence() {
        return Err(Failure::misuse(format!(
            "--spectrum changes nothing for --predictor {}; it counts for combined, and for a --metric of --run",
            predictor.name()
        )));
    }
    Heard::of(&options.spectrum, &options.failing, classes).map(Some)
}

/// The score of each class.
fn scores(
    options: &BudgetOptions,
    heard: Option<&Heard>,
    classes: &[Source],
) -> Result<(Vec<f64>, Option<Read>), Failure> {
    let (past, predictor) = (&options.past, options.predictor());
    let evidence = heard.map(|heard| &heard.evidence);
    if !predictor.needs_history() {
        return Ok((predictor.scores(&past.schwa(), &History::default(), evidence, classes), None));
    }
    let history = past.mine(&Mining { lines: predictor == Predictor::Churn, ..past.mining() })?;
    let read = Read { commits: history.commits.len(), span: span(&history) };
    Ok((predictor.scores(&past.schwa(), &history, evidence, classes), Some(read)))
}

fn too_little(error: &HistoryError) -> Failure {
    match *error {
        HistoryError::TooLittle { classes, min, total } => Failure::failed(format!(
            "{} at {} each need {}, and --total is {}; raise it or lower --min",
            counted(classes, "class"),
            Duration(min),
            Duration(min.saturating_mul(classes as u64)),
            Duration(total)
        )),
        ref error => Failure::failed(error.to_string()),
    }
}
