//! `faultline train --ranking`: learns the weights of evidence in a ranking.

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use faultline_evaluation::{Figures, LeftOut, Measure, wilcoxon};
use faultline_learned_metrics::ranking::{FitOptions, RankingModel};
use faultline_messages::failure::Failure;
use faultline_messages::tell::tell;
use faultline_messages::words::{counted, number, printable, seconds, shell_word};
use faultline_sbfl::Ties;
use faultline_sbfl::evidence::{Kind, LineKind, Weights};
use faultline_training::ablation::ablations;
use faultline_training::calibration::{by_chance, calibration_error, reliability};
use faultline_training::ranking::{Judged, judged, judged_by, lessons, recorded};
use faultline_training::reliability as picture;
use faultline_training::stop::Stop;
use faultline_training::{evidence_file, faults, out};

use crate::exit;
use crate::notes;
use faultline_terminal::terminal;

use super::{TrainOptions, ablations, date};

/// Learns weights of evidence, writes them, and prints how good they are on projects they were not learned
/// from.
pub fn train(options: &TrainOptions) -> Result<ExitCode, Failure> {
    check(options)?;
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
    let judged = Columns { apart: judged(&known, &recipe), shipped: judged_by(&known, &Weights::SHIPPED) };
    model.card_mut().note.clone_from(&options.note);
    model.card_mut().evaluation = judged.apart.iter().flat_map(Judged::figures).collect();
    model.write(&options.out).map_err(failed)?;
    let took = seconds(started.elapsed());
    if let Some(file) = &options.reliability {
        draw(file, &judged.apart)?;
    }
    let mut worth = Vec::new();
    if options.ablations {
        match ablations(&known, &recipe, &stop) {
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

/// The same faults, judged in two ways.
struct Columns {
    /// By what the other projects teach; empty with one project.
    apart: Vec<Judged>,
    /// By the program's own weights.
    shipped: Vec<Judged>,
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

/// acc@1/3/5/10 and mAP of one way of ranking.
fn line(of: &Judged, way: usize) -> String {
    let mean = Figures::mean(of.figures.iter().map(|both| both[way]));
    let faults = of.figures.len() as f64;
    let acc = |n| (mean.get(Measure::Acc(n, Ties::Average)) * faults).round();
    let map = mean.get(Measure::Ap(Ties::Average));
    format!("{:>4}/{:>3}/{:>3}/{:>3} {map:.3}", acc(1), acc(3), acc(5), acc(10))
}

/// Results on faulty lines: first ranks and mean reciprocal rank, ties in random order.
fn of_lines(judged: &[Judged], width: usize) -> Vec<String> {
    let known = |of: &&Judged| !of.lines.is_empty();
    let Some(all) = judged.last().filter(known) else { return Vec::new() };
    let mut lines = vec![
        "faulty lines, first and mean reciprocal rank, ties in random order: by their methods and counts, and by what tells lines of a method apart"
            .to_owned(),
    ];
    let of = |judged: &Judged, way: usize| {
        let first: f64 = judged.lines.iter().map(|both| both[way].first).sum();
        let rank: f64 = judged.lines.iter().map(|both| both[way].reciprocal).sum();
        format!("{first:>5.1} {:.3}", rank / judged.lines.len() as f64)
    };
    for judged in judged.iter().filter(known) {
        let name = format!("{:<width$} {:>4}", printable(&judged.name), judged.lines.len());
        lines.push(format!("  {name}  {}  {}", of(judged, 0), of(judged, 1)));
    }
    let ranks = |way: usize| all.lines.iter().map(|both| both[way].reciprocal).collect::<Vec<f64>>();
    lines.push(format!("reciprocal rank, Wilcoxon: p = {:.6}", wilcoxon(&ranks(1), &ranks(0)).p));
    lines
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
    lines.extend(of_methods(judged));
    if let Some(all) = judged.apart.last() {
        let width = judged.apart.iter().map(|of| of.name.len()).max().unwrap_or_default();
        lines.extend(of_lines(&judged.apart, width));
        lines.extend(of_chances(&all.said));
    }
    lines.extend(ablations);
    let name = options.out.display().to_string();
    let ranking = shell_word(&format!("evidence:{name}"));
    lines.push(format!("{} written; faultline rank --ranking {ranking}", printable(&name)));
    lines.join("\n") + "\n"
}

/// Results on faulty methods, project by project.
fn of_methods(judged: &Columns) -> Vec<String> {
    let Columns { apart, shipped } = judged;
    let mut lines = vec![format!(
        "methods, acc@1/3/5/10 and mAP, average ties: by Ochiai, by the program's own weights{}",
        if apart.is_empty() { "" } else { ", and by weights learned from the others" }
    )];
    let width = shipped.iter().map(|of| of.name.len()).max().unwrap_or_default();
    let one_is_all = shipped.len() == 2;
    for (at, of) in shipped.iter().enumerate().skip(usize::from(one_is_all)) {
        let name = format!("{:<width$} {:>4}", printable(&of.name), of.figures.len());
        let own = apart.get(at).map_or_else(String::new, |of| format!("  {}", line(of, 1)));
        lines.push(format!("  {name}  {}  {}{own}", line(of, 0), line(of, 1)));
    }
    let precision = |of: &[Judged], way: usize| -> Option<Vec<f64>> {
        let all = of.last()?;
        Some(all.figures.iter().map(|both| both[way].get(Measure::Ap(Ties::Average))).collect())
    };
    if let (Some(own), Some(shipped), Some(ochiai)) =
        (precision(apart, 1), precision(shipped, 1), precision(apart, 0))
    {
        let p = |other: &[f64]| wilcoxon(&own, other).p;
        lines.push(format!(
            "average precision of the last against the others, Wilcoxon: p = {:.6} and {:.6}",
            p(&ochiai),
            p(&shipped)
        ));
    }
    lines
}

/// What was stated of first suspects beside what was true.
fn of_chances(said: &[(f64, f64)]) -> [String; 2] {
    let ranges = reliability(said).into_iter();
    let ranges = ranges.map(|of| format!("{:.2}/{:.2} ({})", of.stated, of.observed, number(of.faults)));
    let chance = by_chance(said);
    [
        format!(
            "how sure of the first suspect, and how often right (faults): {}",
            ranges.collect::<Vec<_>>().join(", "),
        ),
        format!(
            "calibration error {:.3}; a perfectly calibrated ranking has {:.3} on so many faults, below {:.3} in 95 of 100 cases (p = {:.3})",
            calibration_error(said),
            chance.mean,
            chance.high,
            chance.p
        ),
    ]
}
