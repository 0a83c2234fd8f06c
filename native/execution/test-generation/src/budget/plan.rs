//! The plan of a budget: seconds for each class.

use std::collections::HashMap;
use std::path::Path;
use std::time::Instant;

use faultline_messages::duration::Duration;
use faultline_messages::failure::Failure;
use faultline_messages::words::{counted, printable, printable_path};
use faultline_time_budget::{Bads, TooLittle};
use faultline_vcs_history::{History, Mining, Predictor, Schwa, Source, UnitKind, sources};
use serde::{Deserialize, Serialize};

use super::heard::Heard;
use super::request::{Prediction, Request};
use super::shard::{self, Shard};
use super::share::Share;

/// Default minimum time of a class.
const MIN: Duration = Duration(3);

/// Seconds for each class.
#[derive(Debug)]
pub struct Plan {
    /// The predictor that ranked the classes.
    pub predictor: Predictor,
    /// Total time of all classes, without that of the prediction.
    pub total: Duration,
    /// The time of the prediction; `None` if it is not taken off.
    pub prediction: Option<Duration>,
    /// Minimum time of a class; `None` in the published program's mode.
    pub min: Option<Duration>,
    /// The part of the history that the predictor read.
    pub read: Option<Read>,
    /// The evidence that it took from recorded tests.
    pub heard: Option<Heard>,
    /// Shares in rank order; only a shard may have none.
    pub shares: Vec<Share>,
    /// The shard that this plan is; `None`: the whole.
    pub shard: Option<Shard>,
    /// Describes the whole plan.
    pub whole: Whole,
}

/// Describes all classes, regardless of the shard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Whole {
    /// Number of classes.
    pub classes: usize,
    /// Hash of the classes, ranks and seconds.
    pub digest: String,
}

/// A part of a history.
#[derive(Clone, Copy, Debug)]
pub struct Read {
    /// Number of commits read.
    pub commits: usize,
    /// Times of the oldest and the newest commit. Units: seconds since 1970.
    pub span: [i64; 2],
}

impl Plan {
    /// The minimum time of a class.
    pub fn min(request: &Request) -> Duration {
        request.min.unwrap_or(MIN)
    }

    /// Ranks the classes and shares the time; `chosen` filters the classes first. Errors: there is no
    /// history, no class, or too little time; parts of a plan would differ.
    pub fn of(
        request: &Request,
        chosen: impl FnOnce(Vec<Source>) -> Result<Vec<Source>, Failure>,
    ) -> Result<Self, Failure> {
        request.shape.check().map_err(Failure::misuse)?;
        if request.shard.is_some() && request.prediction == Some(Prediction::Measured) {
            return Err(Failure::misuse(
                "--prediction measured differs from machine to machine, so that the parts of --shard would not be of \
                 one plan; give the time, such as --prediction 2s",
            ));
        }
        let started = Instant::now();
        let found = classes(request)?;
        let looked = started.elapsed();
        // Choosing may run the build, which is no part of the prediction.
        let classes = chosen(found)?;
        let started = Instant::now();
        let heard = heard(request, &classes)?;
        let (scores, read) = scores(request, heard.as_ref(), &classes)?;
        let mut ranked: Vec<(Source, f64)> = classes.into_iter().zip(scores).collect();
        ranked.sort_by(|(a, x), (b, y)| {
            y.total_cmp(x).then_with(|| (&a.class, &a.path).cmp(&(&b.class, &b.path)))
        });
        let prediction = request.prediction.map(|prediction| match prediction {
            Prediction::Given(time) => time,
            Prediction::Measured => Duration((looked + started.elapsed()).as_millis().div_ceil(1_000) as u64),
        });
        let taken = prediction.map_or(0, |prediction| prediction.0);
        let compat = request.past.compat.then_some(taken);
        // The published program takes it off class by class.
        let off = if compat.is_some() { 0 } else { taken };
        let total = Duration(request.total.map_or(0, |total| total.0).saturating_sub(off));
        let min = Self::min(request);
        let bads = Bads { total: total.0, min: min.0, compat, shape: request.shape };
        let budgets = bads.budgets(ranked.len()).map_err(|error| too_little(error, off))?;
        let share = |(rank, ((source, score), budget))| Share { rank, source, score, budget };
        let mut shares: Vec<Share> = (1..).zip(ranked.into_iter().zip(budgets)).map(share).collect();
        let whole = Whole { classes: shares.len(), digest: shard::digest(&shares) };
        if let Some(shard) = request.shard {
            shares = shard::part(shard, shares);
        }
        Ok(Self {
            predictor: request.predictor,
            total,
            prediction,
            min: compat.is_none().then_some(min),
            read,
            heard,
            shares,
            shard: request.shard,
            whole,
        })
    }
}

/// The source files that are classes. Errors: there are none.
fn classes(request: &Request) -> Result<Vec<Source>, Failure> {
    let past = &request.past;
    let schwa = Schwa::default();
    // These files contain nothing to test, but the published program includes them.
    let is_idle = |path: &str| {
        let name = path.rsplit('/').next().unwrap_or_default();
        !past.compat && (name == "package-info.java" || name == "module-info.java")
    };
    let below = |path: &str| {
        request.source.is_empty() || request.source.iter().any(|folder| Path::new(path).starts_with(folder))
    };
    let all = sources(&past.repository, &past.revision, |path| {
        let text = path.to_string();
        schwa.matters(path) && below(&text) && !is_idle(&text)
    });
    let all = all.map_err(|error| Failure::failed(error.to_string()))?;
    if all.is_empty() {
        let folders: Vec<String> = request.source.iter().map(|folder| printable_path(folder)).collect();
        let below =
            if folders.is_empty() { String::new() } else { format!(" below {}", folders.join(" or ")) };
        return Err(Failure::failed(format!(
            "there are no classes to share the time: {} has no .java file{below} outside src/test",
            printable(&past.revision)
        )));
    }
    Ok(all)
}

/// The evidence from recorded tests, if recordings are given and the predictor takes evidence. Errors:
/// nothing uses the recordings; those of [`Heard::of`].
fn heard(request: &Request, classes: &[Source]) -> Result<Option<Heard>, Failure> {
    let predictor = request.predictor;
    if request.spectrum.is_empty() || (!predictor.takes_evidence() && request.run.metric.is_some()) {
        return Ok(None);
    }
    if !predictor.takes_evidence() {
        return Err(Failure::misuse(format!(
            "recordings change nothing for --predictor {}; they count for combined, and for a --metric of --run",
            predictor.name()
        )));
    }
    Heard::of(&request.spectrum, &request.failing, classes).map(Some)
}

/// The score of each class.
fn scores(
    request: &Request,
    heard: Option<&Heard>,
    classes: &[Source],
) -> Result<(Vec<f64>, Option<Read>), Failure> {
    let (past, predictor) = (&request.past, request.predictor);
    let evidence = heard.map(|heard| &heard.evidence);
    if request.by_class && predictor != Predictor::Schwa {
        return Err(Failure::misuse(format!(
            "--level class changes nothing for --predictor {}; it counts for schwa",
            predictor.name()
        )));
    }
    if !predictor.needs_history() {
        return Ok((predictor.scores(&past.schwa(), &History::default(), evidence, classes), None));
    }
    let mining = Mining { lines: predictor == Predictor::Churn, units: request.by_class, ..past.mining() };
    let history = past.mine(&mining).map_err(|error| Failure::failed(error.to_string()))?;
    let read = Read { commits: history.commits.len(), span: history.span() };
    if request.by_class {
        return Ok((of_classes(&past.schwa(), &history, classes), Some(read)));
    }
    Ok((predictor.scores(&past.schwa(), &history, evidence, classes), Some(read)))
}

/// The defect score of each class: the highest of the classes in its file.
fn of_classes(schwa: &Schwa, history: &History, classes: &[Source]) -> Vec<f64> {
    let mut highest: HashMap<_, f64> = HashMap::new();
    for unit in schwa.units(history, UnitKind::Class) {
        let risk = highest.entry(unit.path).or_default();
        *risk = risk.max(unit.score.risk);
    }
    classes.iter().map(|class| highest.get(&class.path).copied().unwrap_or(0.0)).collect()
}

/// The refusal of a plan; `off` is the time of the prediction that was taken off the total. Units: seconds.
fn too_little(error: TooLittle, off: u64) -> Failure {
    let TooLittle { classes, min, total } = error;
    let left = if off == 0 {
        format!("--total is {}", Duration(total))
    } else {
        format!("--total without the prediction's {} is {}", Duration(off), Duration(total))
    };
    Failure::failed(format!(
        "{} at {} each need {}, and {left}; raise it or lower --min",
        counted(classes, "class"),
        Duration(min),
        Duration(min.saturating_mul(classes as u64)),
    ))
}
