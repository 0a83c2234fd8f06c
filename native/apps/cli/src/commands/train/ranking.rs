//! `faultline train --ranking`: learns the weights of evidence in a ranking.

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use faultline_evaluation::LeftOut;
use faultline_learned_metrics::ranking::{FitOptions, RankingModel};
use faultline_messages::failure::Failure;
use faultline_messages::tell::tell;
use faultline_messages::words::{counted, printable, seconds, shell_word};
use faultline_sbfl::evidence::{Kind, LineKind, Weights};
use faultline_training::ablation::ablations;
use faultline_training::domains::Domains;
use faultline_training::ranking::{Judged, judged, judged_by, lessons, recorded};
use faultline_training::reliability as picture;
use faultline_training::stop::Stop;
use faultline_training::{evidence_file, faults, out};

use crate::exit;
use crate::notes;
use faultline_terminal::terminal;

use super::judged::Columns;
use super::{TrainOptions, ablations, date};

/// Learns weights of evidence, writes them, and prints how good they are on projects they were not learned
/// from.
pub fn train(options: &TrainOptions) -> Result<ExitCode, Failure> {
    check(options)?;
    let domains = domains(options)?;
    let (mut known, found) = faults::read_for_ranking(&options.inputs)?;
    notes::tell_all(&found.notes);
    let stop = Stop::listen()?;
    let Some(recorded) = recorded(&found.course, &stop) else {
        tell("faultline: ended before anything was learned; no weights were written");
        return Ok(exit::stopped(&stop));
    };
    known.extend(recorded);
    faults::refuse_duplicates(&known)?;
    if let Some(file) = &options.evidence {
        evidence_file(file).write(&known)?;
    }
    let started = Instant::now();
    let recipe = FitOptions { ridge: options.ridge, without: options.without.clone() };
    let failed = |error: faultline_learned_metrics::RlfdcError| Failure::failed(error.to_string());
    let date = options.date.clone().unwrap_or_else(date::today);
    let mut model = RankingModel::learned(&lessons(&known), &recipe, date).map_err(failed)?;
    let judged =
        Columns { apart: judged(&known, &recipe, &domains), shipped: judged_by(&known, &Weights::SHIPPED) };
    model.card_mut().note.clone_from(&options.note);
    model.card_mut().evaluation = judged.apart.iter().flat_map(Judged::figures).collect();
    model.write(&options.out).map_err(failed)?;
    let took = seconds(started.elapsed());
    if let Some(file) = &options.reliability {
        draw(file, &judged.apart)?;
    }
    let mut worth = Vec::new();
    if options.ablations {
        match ablations(&known, &recipe, &domains, &stop) {
            Some(of) if of.is_empty() => {
                tell(
                    "faultline: note: --ablations are judged by what other projects teach; there is one project",
                );
            }
            Some(of) => worth = ablations::lines(&of),
            None => tell("faultline: ended before all ablations were judged"),
        }
    }
    terminal::print(&text(options, &found.left_out, &model, (&judged, worth), &took))?;
    Ok(exit::stopped(&stop))
}

/// The projects' domains, if a file says them.
fn domains(options: &TrainOptions) -> Result<Domains, Failure> {
    let Some(file) = &options.domains else { return Ok(Domains::default()) };
    let domains = Domains::read(file);
    domains.map_err(|reason| Failure::failed(format!("{}: {reason}", printable(&file.display().to_string()))))
}

/// Checks the options before anything is read.
fn check(options: &TrainOptions) -> Result<(), Failure> {
    if options.folds > 0 || options.holdout.is_some() || options.curve.is_some() {
        return Err(Failure::misuse(
            "--ranking is judged on each project by weights learned from the others; --folds, --holdout and --curve go without it",
        ));
    }
    if options.json || options.file.is_wanted() {
        return Err(Failure::misuse(
            "--ranking prints no JSON: the model is a JSON file that holds all figures",
        ));
    }
    if let Some(path) = &options.reliability {
        reliability_file(path).check()?;
    }
    if let Some(path) = &options.evidence {
        evidence_file(path).check(&options.inputs)?;
    }
    out::check_model(&options.out, options.force, &options.inputs)
}

fn evidence_file(path: &Path) -> evidence_file::Output<'_> {
    evidence_file::Output { path, option: "--evidence" }
}

/// Draws the reliability diagram; with a single project nothing was judged, and a note says so.
fn draw(path: &Path, judged: &[Judged]) -> Result<(), Failure> {
    let Some(all) = judged.last() else {
        tell("faultline: note: --reliability is judged by what other projects teach; there is one project");
        return Ok(());
    };
    let projects = counted(judged.len() - 1, "project");
    let title = format!("First suspects of {projects}, learned apart");
    reliability_file(path).write(&picture::render(&title, &all.said))
}

fn reliability_file(path: &Path) -> out::Picture<'_> {
    out::Picture { path, option: "--reliability", shows: "reliability" }
}

fn text(
    options: &TrainOptions,
    left_out: &[LeftOut],
    model: &RankingModel,
    (judged, ablations): (&Columns, Vec<String>),
    took: &str,
) -> String {
    let mut lines = Vec::from_iter(LeftOut::line(left_out));
    let faults = model.card().training.as_ref().map_or(0, |training| training.faults);
    lines.push(format!("learned from {} in {took}", counted(faults, "fault")));
    for kind in Kind::ALL {
        lines.push(format!("  {:<12} {:>6.2}", kind.name(), model.weights().of(kind)));
    }
    lines.push(match model.card().training.as_ref().map_or(0, |training| training.lines) {
        0 => "lines of one method, as the program's own weights have it: no faulty line is known".to_owned(),
        faults => format!("lines of one method, learned from {}", counted(faults, "fault")),
    });
    for (kind, weight) in LineKind::ALL.into_iter().zip(model.weights().lines()) {
        lines.push(format!("  {:<12} {weight:>6.2}", kind.name()));
    }
    let stated = model.weights().stated().all().map(|number| format!("{number:.2}")).join(", ");
    lines.push(format!("odds stated of a first suspect, odds of its share, and candidates: {stated}"));
    lines.extend(judged.lines());
    lines.extend(ablations);
    let name = options.out.display().to_string();
    let ranking = shell_word(&format!("evidence:{name}"));
    lines.push(format!("{} written; faultline rank --ranking {ranking}", printable(&name)));
    lines.join("\n") + "\n"
}
