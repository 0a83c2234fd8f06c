//! `faultline train --features extended`.

use std::process::ExitCode;
use std::time::Instant;

use faultline_diagnosability::AnyMetric;
use faultline_evaluation::LeftOut;
use faultline_learned_metrics::{EVIDENCE, ExtendedModel};
use faultline_messages::failure::Failure;
use faultline_messages::tell::tell;
use faultline_messages::words::{counted, printable, seconds, shell_word};
use faultline_training::extended::learned;
use faultline_training::faults::{self, Found};
use faultline_training::hold_out::{self, HoldOut};
use faultline_training::learn::Trial;
use faultline_training::out;
use faultline_training::stop::Stop;

use crate::exit;
use crate::notes;
use faultline_terminal::terminal;

use super::{TrainOptions, date};

/// Learns the extended metric and writes its model. Held-out faults do not affect the model, so none are held
/// out unless requested.
pub fn train(options: &TrainOptions) -> Result<ExitCode, Failure> {
    check(options)?;
    let found = faults::read(&options.inputs)?;
    notes::tell_all(&found.notes);
    let stop = Stop::listen()?;
    let all: Vec<usize> = (0..found.course.len()).collect();
    let hold_out = options.holdout.clone().unwrap_or(HoldOut::Share(0.0));
    let split = hold_out::split(Some(&hold_out), &found.course, &all).map_err(Failure::misuse)?;
    let date = options.date.clone().unwrap_or_else(date::today);
    let started = Instant::now();
    let Some(mut model) = learned(&found.course, &split.learned, date, &stop)? else {
        tell("faultline: ended before anything was learned; no model was written");
        return Ok(exit::stopped(&stop));
    };
    let took = seconds(started.elapsed());
    model.card_mut().note.clone_from(&options.note);
    model.write(&options.out).map_err(|error| Failure::failed(error.to_string()))?;
    let trial = Trial::new(&found.course, &split.held_out, options.choose);
    let held_out = trial.map(|trial| tried(&trial, &model, options.choose)).transpose()?;
    terminal::print(&text(options, &found, &model, &took, held_out))?;
    Ok(exit::stopped(&stop))
}

/// Checks the options before anything is read.
fn check(options: &TrainOptions) -> Result<(), Failure> {
    if options.folds > 0 {
        return Err(Failure::misuse(
            "--folds measures networks; `faultline evaluate --folds` measures extended features",
        ));
    }
    if options.curve.is_some() || options.json || options.file.is_wanted() {
        return Err(Failure::misuse(
            "--curve and --json go with --features published: nothing is learned in steps",
        ));
    }
    out::check_model(&options.out, options.force, &options.inputs)
}

/// Measures the model and `eap` on held-out faults.
fn tried(trial: &Trial, model: &ExtendedModel, tests: usize) -> Result<String, Failure> {
    let eap = AnyMetric::find("eap").map_err(|error| Failure::failed(error.to_string()))?;
    let learned = trial.precision(AnyMetric::new(model.metric("learned")));
    let (faults, tests) = (counted(trial.faults(), "fault"), counted(tests, "test"));
    Ok(format!("held out {faults}: mAP {learned:.3} after {tests} (eap {:.3})", trial.precision(eap)))
}

fn text(
    options: &TrainOptions,
    found: &Found,
    model: &ExtendedModel,
    took: &str,
    held_out: Option<String>,
) -> String {
    let mut lines = Vec::from_iter(LeftOut::line(&found.left_out));
    let faults = model.card().training.as_ref().map_or(0, |training| training.faults);
    let weight = |(kind, weight): (&&str, f64)| format!("{kind} {weight:.2}");
    let weights: Vec<String> = EVIDENCE.iter().zip(model.belief().weights).map(weight).collect();
    lines.push(format!("learned from {} in {took}: {}", counted(faults, "fault"), weights.join(", ")));
    lines.extend(held_out);
    let name = options.out.display().to_string();
    let metric = shell_word(&format!("rlfdc:model={name}"));
    lines.push(format!("{} written; faultline select --metric {metric}", printable(&name)));
    lines.join("\n") + "\n"
}
