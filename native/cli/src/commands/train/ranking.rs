//! `faultline train --ranking`: learns what each kind of evidence weighs in a ranking.

use std::process::ExitCode;
use std::time::Instant;

use faultline_evaluation::Figures;
use faultline_evaluation::{Judge, Measure, Scratch, wilcoxon};
use faultline_rlfdc::Figure;
use faultline_rlfdc::ranking::{FitOptions, Lesson, RankingModel, fit};
use faultline_scoring::evidence::{Kind, Weights, probabilities};
use faultline_scoring::{RankingSpec, Ties};
use faultline_spectrum::TestId;
use faultline_telling::failure::Failure;
use faultline_telling::progress::{Progress, bar};
use faultline_telling::tell::tell;
use faultline_telling::words::{counted, printable, seconds, shell_word};
use rayon::prelude::*;

use crate::show::terminal;

use super::course::{Course, training_fault};
use super::faults::{self, Found};
use super::folds::rounded;
use super::stop::Stop;
use super::{TrainOptions, date, out};

/// Learns weights of evidence, writes them, and says how good they are on projects that they were not learned from.
pub fn train(options: &TrainOptions) -> Result<ExitCode, Failure> {
    check(options)?;
    let found = faults::read(options)?;
    for note in &found.notes {
        tell(&format!("faultline: note: {note}"));
    }
    let stop = Stop::listen()?;
    let started = Instant::now();
    let course = &found.course;
    let Some(lessons) = lessons(course, &stop) else {
        tell("faultline: ended before anything was learned; no weights were written");
        return Ok(stop.exit_code());
    };
    let recipe = FitOptions { ridge: options.ridge, without: options.without.clone() };
    let named: Vec<(&str, &Lesson)> =
        lessons.iter().enumerate().map(|(at, lesson)| (course.project(at), lesson)).collect();
    let failed = |error: faultline_rlfdc::RlfdcError| Failure::failed(error.to_string());
    let date = options.date.clone().unwrap_or_else(date::today);
    let mut model = RankingModel::learned(&named, &recipe, date).map_err(failed)?;
    let judged = judged(course, &lessons, &recipe);
    model.card_mut().note.clone_from(&options.note);
    model.card_mut().evaluation = judged.iter().flat_map(Judged::figures).collect();
    model.write(&options.out).map_err(failed)?;
    let took = seconds(started.elapsed());
    terminal::print(text(options, &found, &model, &judged, &took).as_bytes())?;
    Ok(stop.exit_code())
}

/// What can be known before anything is read.
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
    out::check_model(&options.out, options.force)
}

/// What each fault teaches; `None` when somebody asked to stop.
fn lessons(course: &Course, stop: &Stop) -> Option<Vec<Lesson>> {
    let progress = Progress::start("reading evidence");
    let mut lessons = Vec::with_capacity(course.len());
    for lesson in 0..course.len() {
        if stop.is_asked() {
            return None;
        }
        let fault = course.fault(lesson);
        let of = format!("{} {}", counted(course.len(), "fault"), printable(&fault.name));
        progress.now(bar("reading evidence", lesson, &of, course.len()));
        lessons.push(Lesson::of(&training_fault(&fault)));
    }
    Some(lessons)
}

/// The figures of some faults, by the default ranking of old and by evidence.
struct Judged {
    /// A project, or all.
    name: String,
    /// By formula, size, trace and names; by weights from the other projects.
    figures: Vec<[Figures; 2]>,
    /// What was said of the first suspect, and whether it was the fault.
    said: Vec<(f64, f64)>,
}

impl Judged {
    fn figures(&self) -> Vec<Figure> {
        let mean = Figures::mean(self.figures.iter().map(|both| both[1]));
        let faults = self.figures.len();
        let name = |what: &str| format!("{}, learned from the others: {what} (of {faults})", self.name);
        let of = |what: &str, measure: Measure, times: f64| Figure {
            name: name(what),
            value: rounded(mean.get(measure) * times),
        };
        vec![
            of("acc@1", Measure::Acc(1, Ties::Average), faults as f64),
            of("acc@5", Measure::Acc(5, Ties::Average), faults as f64),
            of("mAP", Measure::Ap(Ties::Average), 1.0),
        ]
    }

    fn line(&self, way: usize) -> String {
        let mean = Figures::mean(self.figures.iter().map(|both| both[way]));
        let faults = self.figures.len() as f64;
        let acc = |n| (mean.get(Measure::Acc(n, Ties::Average)) * faults).round();
        let map = mean.get(Measure::Ap(Ties::Average));
        format!("{:>4}/{:>3}/{:>3}/{:>3} {map:.3}", acc(1), acc(3), acc(5), acc(10))
    }
}

/// Each project by weights that the others taught, and all together.
fn judged(course: &Course, lessons: &[Lesson], recipe: &FitOptions) -> Vec<Judged> {
    let projects = course.projects();
    if projects.len() < 2 {
        return Vec::new();
    }
    let mut judged: Vec<Judged> =
        projects.par_iter().map(|project| of_project(course, lessons, recipe, project)).collect();
    let all = Judged {
        name: "all".to_owned(),
        figures: judged.iter().flat_map(|of| of.figures.clone()).collect(),
        said: judged.iter().flat_map(|of| of.said.clone()).collect(),
    };
    judged.push(all);
    judged
}

fn of_project(course: &Course, lessons: &[Lesson], recipe: &FitOptions, project: &str) -> Judged {
    let is_own = |lesson: usize| course.project(lesson) == project;
    let others: Vec<&Lesson> =
        lessons.iter().enumerate().filter(|(at, _)| !is_own(*at)).map(|(_, lesson)| lesson).collect();
    let weights = fit(&others, recipe);
    let rankings = [RankingSpec::default(), RankingSpec::of_evidence(weights)];
    let mut judged = Judged { name: project.to_owned(), figures: Vec::new(), said: Vec::new() };
    for lesson in (0..course.len()).filter(|&lesson| is_own(lesson)) {
        let fault = course.fault(lesson);
        if fault.obstacle().is_some() {
            continue;
        }
        let judge = Judge::new(&fault);
        let suite = judge.suite((0..fault.spectrum.tests.len()).map(TestId::new));
        let mut scratch = Scratch::default();
        judged.figures.push(rankings.map(|ranking| judge.figures(&suite, &ranking, &mut scratch)));
        judged.said.push(said(&lessons[lesson], &weights));
    }
    judged
}

/// The stated probability of the first suspect, and the share of the first ones that are faulty.
fn said(lesson: &Lesson, weights: &Weights) -> (f64, f64) {
    let score = |row: &[f64; Kind::ALL.len()]| {
        row.iter().zip(weights.all()).map(|(value, weight)| value * weight).sum::<f64>()
    };
    let scores: Vec<f64> = lesson.rows.iter().map(score).collect();
    let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let powers: Vec<f64> = scores.iter().map(|score| (score - best).exp()).collect();
    let first: Vec<usize> = (0..powers.len()).filter(|&at| powers[at] > 1.0 - 1e-12).collect();
    let hits = first.iter().filter(|at| lesson.faulty.contains(at)).count();
    let stated = first.first().map_or(0.0, |&at| probabilities(&powers)[at]);
    (stated, hits as f64 / first.len().max(1) as f64)
}

/// Mean distance of stated and observed, over ten ranges of what was stated, each as it is filled.
fn calibration_error(said: &[(f64, f64)]) -> f64 {
    let mut bins = [(0.0, 0.0); 10];
    for &(stated, observed) in said {
        let bin = &mut bins[((stated * 10.0) as usize).min(9)];
        bin.0 += stated;
        bin.1 += observed;
    }
    bins.iter().map(|(stated, observed)| (stated - observed).abs()).sum::<f64>() / said.len().max(1) as f64
}

fn text(
    options: &TrainOptions,
    found: &Found,
    model: &RankingModel,
    judged: &[Judged],
    took: &str,
) -> String {
    let mut lines = Vec::new();
    if !found.left_out.is_empty() {
        let of = |(fault, reason): &(String, &str)| format!("{} ({reason})", printable(fault));
        let names: Vec<String> = found.left_out.iter().map(of).collect();
        lines.push(format!("{} left out: {}", counted(names.len(), "fault"), names.join(", ")));
    }
    let faults = model.card().training.as_ref().map_or(0, |training| training.faults);
    lines.push(format!("learned from {} in {took}", counted(faults, "fault")));
    for kind in Kind::ALL {
        lines.push(format!("  {:<12} {:>6.2}", kind.name(), model.weights().of(kind)));
    }
    if let Some(all) = judged.last() {
        lines.push(
            "methods, acc@1/3/5/10 and mAP, average ties: as before, and by weights learned from the others"
                .to_owned(),
        );
        let width = judged.iter().map(|of| of.name.len()).max().unwrap_or_default();
        for of in judged {
            let name = format!("{:<width$} {:>4}", printable(&of.name), of.figures.len());
            lines.push(format!("  {name}  {}  {}", of.line(0), of.line(1)));
        }
        let ap = |way: usize| {
            let of = all.figures.iter().map(|both| both[way].get(Measure::Ap(Ties::Average)));
            of.collect::<Vec<f64>>()
        };
        let p = wilcoxon(&ap(1), &ap(0)).p;
        lines.push(format!("average precision, Wilcoxon: p = {p:.6}"));
        lines.push(format!("calibration error of the first suspect: {:.3}", calibration_error(&all.said)));
    }
    let name = options.out.display().to_string();
    let ranking = shell_word(&format!("evidence:{name}"));
    lines.push(format!("{name} written; faultline rank --ranking {ranking}"));
    lines.join("\n") + "\n"
}
