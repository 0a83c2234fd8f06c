//! `faultline train`: learns from known faults.

mod ablations;
mod extended;
mod judged;
pub mod options;
mod ranking;
mod report;

use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use faultline_diagnosability::AnyMetric;
use faultline_learned_metrics::Progress as Standing;
use faultline_learned_metrics::{Figure, Options, Trained, Trainer};
use faultline_messages::date;
use faultline_messages::failure::Failure;
use faultline_messages::progress::{Progress, bar};
use faultline_messages::tell::tell;
use faultline_messages::words::counted;
use faultline_training::curve::{self, Curve};
use faultline_training::faults::{self, Found};
use faultline_training::folds::{self, Division, Recipe};
use faultline_training::hold_out::{self, HoldOut, Split};
use faultline_training::learn::{Point, Trial, learn};
use faultline_training::out;
use faultline_training::stop::Stop;

use crate::exit;
use crate::given::schemas;
use crate::notes;
use faultline_terminal::terminal;

use self::options::{Features, TrainOptions};
use self::report::{HeldOut, Report};

/// Runs `faultline train`.
pub fn train(options: &TrainOptions) -> Result<ExitCode, Failure> {
    if options.ranking {
        return ranking::train(options);
    }
    match options.features {
        Features::Published => published_features(options),
        Features::Extended => extended::train(options),
    }
}

/// Trains a network on the published features.
fn published_features(options: &TrainOptions) -> Result<ExitCode, Failure> {
    check(options)?;
    let file = options.file.ready(schemas::TRAIN)?;
    let found = faults::read(&options.inputs)?;
    notes::tell_all(&found.notes);
    // Install the handlers only now, because before there is nothing to save on a stop.
    let stop = Stop::listen()?;
    let published = published(options);
    let all: Vec<usize> = (0..found.course.len()).collect();
    let split = hold_out::split(options.holdout.as_ref(), &found.course, &all).map_err(Failure::misuse)?;
    let division = folds::divide(&found.course, options.folds).map_err(Failure::failed)?;
    let trial = Trial::new(&found.course, &split.held_out, options.choose);
    let held_out = trial.as_ref().map(|trial| held_out(trial, &published)).transpose()?;
    let started = Instant::now();
    let (mut trained, points) = taught(&found, &split, trial.as_ref(), &published, &stop)?;
    let took = started.elapsed();
    if trained.model.card().training.as_ref().is_none_or(|training| training.learned == 0) {
        return unlearned(&stop);
    }
    complete(&mut trained, options, trial.as_ref());
    let recipe = Recipe { options: &published, hold_out: options.holdout.as_ref() };
    let unseen = unseen(&found, recipe, &division, &stop)?;
    trained.model.card_mut().evaluation.extend_from_slice(&unseen);
    trained.model.write(&options.out).map_err(|error| Failure::failed(error.to_string()))?;
    let report = Report {
        out: &options.out,
        trained: &trained,
        points: &points,
        faults: split.learned.len(),
        tests: options.choose,
        held_out,
        left_out: &found.left_out,
        unseen: &unseen,
        took,
    };
    if let Some(path) = &options.curve {
        curve_file(path).write(&svg(options, &report))?;
    }
    terminal::print(&file.answer(options.json, || report.json(), || report.text())?)?;
    Ok(exit::stopped(&stop))
}

/// Checks the options before anything is read.
fn check(options: &TrainOptions) -> Result<(), Failure> {
    if options.folds == 1 {
        return Err(Failure::misuse("one fold leaves nothing to learn from; --folds is at least 2, or 0"));
    }
    if let (true, Some(HoldOut::Project(name))) = (options.folds > 0, &options.holdout) {
        return Err(Failure::misuse(format!(
            "--folds goes with a share as --holdout, not with the project {name}"
        )));
    }
    // Reject invalid training options.
    Trainer::new(&published(options), 0).map_err(|error| Failure::misuse(error.to_string()))?;
    out::check_model(&options.out, options.force, &options.inputs)?;
    options.curve.iter().try_for_each(|path| curve_file(path).check())
}

fn curve_file(path: &Path) -> out::Picture<'_> {
    out::Picture { path, option: "--curve", shows: "learning-curve" }
}

fn published(options: &TrainOptions) -> Options {
    Options {
        algorithm: options.algorithm,
        seed: options.seed,
        epochs: options.episodes,
        steps: options.choose,
        date: options.date.clone().unwrap_or_else(date::today),
        ..Options::default()
    }
}

/// Measures the baselines on held-out faults.
fn held_out(trial: &Trial, published: &Options) -> Result<HeldOut, Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::failed(error.to_string());
    let fresh = Trainer::new(published, 0).map_err(|error| failed(&error))?;
    let eap = AnyMetric::find("eap").map_err(|error| failed(&error))?;
    Ok(HeldOut {
        faults: trial.faults(),
        untrained: trial.of_network(fresh.network()),
        eap: trial.precision(eap),
    })
}

/// Trains, with a progress bar.
fn taught(
    found: &Found,
    split: &Split,
    trial: Option<&Trial>,
    published: &Options,
    stop: &Stop,
) -> Result<(Trained, Vec<Point>), Failure> {
    let progress = Progress::start("learning");
    let mut watch = |now: &Standing<'_>, points: &[Point]| {
        if now.epoch == 1 {
            progress.now(standing(now, points));
        }
        stop.or_go_on()
    };
    learn(&found.course, &split.learned, trial, published, &mut watch)
        .map_err(|error| Failure::failed(error.to_string()))
}

/// The progress line: `learning ━━━━━╌╌╌ 12 of 59 faults, held-out mAP 0.523, loss 0.034, reward 0.61`. The
/// most important values come first, because narrow terminals cut the rest.
fn standing(now: &Standing<'_>, points: &[Point]) -> String {
    let mut of = counted(now.faults, "fault");
    if let Some(value) = points.iter().rev().find_map(|point| point.held_out) {
        let _ = write!(of, ", held-out mAP {value:.3}");
    }
    if let Some(last) = points.last() {
        let _ = write!(of, ", loss {:.3}, reward {:.2}", last.loss, last.reward);
    }
    bar("learning", points.len(), &of, now.faults)
}

/// Reports that nothing was learned: stopped too early, or too few tests to choose from.
fn unlearned(stop: &Stop) -> Result<ExitCode, Failure> {
    if stop.is_asked() {
        tell("faultline: ended before anything was learned; no model was written");
        return Ok(exit::stopped(stop));
    }
    Err(Failure::failed(
        "nothing was learned: the faults' tests are too few to fill the memory of 100 choices; \
         more --episodes fill it",
    ))
}

/// Adds to the model's card what the library does not know.
fn complete(trained: &mut Trained, options: &TrainOptions, trial: Option<&Trial>) {
    let card = trained.model.card_mut();
    card.note.clone_from(&options.note);
    if let (Some(value), Some(trial)) = (trained.validation, trial) {
        // This figure is optimistic: the same faults chose the network.
        let (faults, tests) = (counted(trial.faults(), "fault"), counted(options.choose, "test"));
        let name = format!("held out, {faults} that chose the network: mAP after {tests}");
        card.evaluation.push(Figure { name, value: folds::rounded(value) });
    }
}

/// Measures training on unseen faults, as --folds requests; empty if stopped.
fn unseen(
    found: &Found,
    recipe: Recipe<'_>,
    division: &Division,
    stop: &Stop,
) -> Result<Vec<Figure>, Failure> {
    if division.is_empty() || stop.is_asked() {
        return Ok(Vec::new());
    }
    let progress = Progress::start("training again");
    let tell = |done, total| progress.now(bar("training again", done, &counted(total, "network"), total));
    folds::figures(&found.course, recipe, division, stop, &tell).map_err(Failure::failed)
}

fn svg(options: &TrainOptions, report: &Report<'_>) -> String {
    let title = format!("{}, seed {}: {}", options.algorithm, options.seed, options.out.display());
    let others: Vec<(&str, f64)> = report
        .held_out
        .iter()
        .flat_map(|held_out| [("eap", held_out.eap), ("untrained", held_out.untrained)])
        .collect();
    curve::render(&Curve {
        title: &title,
        points: report.points,
        others: &others,
        kept: report.trained.validation,
    })
}
