//! Cross-validation: measures training on faults that it did not see.

use faultline_diagnosability::AnyMetric;
use faultline_evaluation::folds as division;
use faultline_evaluation::{EvaluationError, Figures, Measure, Part, across};
use faultline_learned_metrics::{Figure, Options, Progress, Rlfdc, RlfdcError};
use faultline_sbfl::Ties;
use rayon::prelude::*;

use crate::course::Course;
use crate::hold_out::{HoldOut, Split, split};
use crate::learn::{Point, Trial, learn};
use crate::stop::Stop;

/// Number of faults evaluated together; limited because each seeded fault is a copy of its build.
const TOGETHER: usize = 32;

/// The parameters of a training.
#[derive(Clone, Copy, Debug)]
pub struct Recipe<'a> {
    /// The published parameters.
    pub options: &'a Options,
    /// The faults held out from each training.
    pub hold_out: Option<&'a HoldOut>,
}

/// The parts of a cross-validation: which faults are trained on and which are judged.
#[derive(Debug)]
pub struct Division {
    folds: usize,
    parts: Vec<Part>,
    /// Number of parts that are folds; the remaining parts each hold out one project.
    in_folds: usize,
}

impl Division {
    /// Whether there is nothing to judge.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }
}

/// Divides a course into folds and, if there are several projects, by project; empty for no folds.
/// Errors: the faults cannot be divided this way.
///
/// The folds are those of the evaluation: a fold of a project is judged by training on the project's other
/// folds.
pub fn divide(course: &Course, folds: usize) -> Result<Division, String> {
    if folds == 0 {
        return Ok(Division { folds, parts: Vec::new(), in_folds: 0 });
    }
    let outlines = course.outlines();
    let told = |error: EvaluationError| error.to_string();
    let mut parts = division(&outlines, folds).map_err(told)?;
    let in_folds = parts.len();
    if course.projects().len() > 1 {
        parts.extend(across(&outlines).map_err(told)?);
    }
    Ok(Division { folds, parts, in_folds })
}

/// Trains once for each part of a division and evaluates the network on the faults it did not see. `done`
/// receives the numbers of finished and of all trainings. `None` if stopped.
/// Errors: as [`learn`]. Threads: rayon's; the result does not depend on their number.
pub fn figures(
    course: &Course,
    recipe: Recipe<'_>,
    division: &Division,
    stop: &Stop,
    done: &(dyn Fn(usize, usize) + Sync),
) -> Result<Vec<Figure>, String> {
    let Division { folds, parts, in_folds } = division;
    let finished = std::sync::atomic::AtomicUsize::new(0);
    done(0, parts.len());
    let tried: Vec<Tried> = parts
        .par_iter()
        .map(|part| {
            let tried = try_part(part, course, recipe, stop)?;
            done(finished.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1, parts.len());
            Ok(tried)
        })
        .collect::<Result<_, String>>()?;
    if stop.is_asked() {
        return Ok(Vec::new());
    }
    let mut figures = Vec::new();
    for project in course.projects() {
        for is_across in [false, true] {
            let of_kind = if is_across { &tried[*in_folds..] } else { &tried[..*in_folds] };
            let curves: Vec<&[Figures]> = of_kind
                .iter()
                .flatten()
                .filter(|(lesson, _)| course.project(*lesson) == project)
                .map(|(_, curve)| curve.as_slice())
                .collect();
            let protocol =
                if is_across { "learned from the others".to_owned() } else { format!("{folds} folds") };
            figures.extend(means(&format!("{project}, {protocol}"), &curves));
        }
    }
    Ok(figures)
}

/// The curve of each judged fault, with the fault's index.
type Tried = Vec<(usize, Vec<Figures>)>;

/// Trains on a part's visible faults and evaluates the network on the judged ones.
fn try_part(part: &Part, course: &Course, recipe: Recipe<'_>, stop: &Stop) -> Result<Tried, String> {
    let told = |error: RlfdcError| format!("{}: {error}", part.name);
    let Split { learned, held_out } = split(recipe.hold_out, course, &part.seen)?;
    let trial = Trial::new(course, &held_out, recipe.options.steps);
    let mut watch = |_: &Progress<'_>, _: &[Point]| stop.or_go_on();
    let (trained, _) = learn(course, &learned, trial.as_ref(), recipe.options, &mut watch).map_err(told)?;
    let metric = AnyMetric::new(Rlfdc::new(trained.model.network()));
    let mut curves = Vec::with_capacity(part.judged.len());
    for lessons in part.judged.chunks(TOGETHER) {
        if stop.is_asked() {
            break;
        }
        let trial = Trial::new(course, lessons, recipe.options.steps);
        let of_these = trial.map(|trial| trial.curves(metric.clone())).unwrap_or_default();
        curves.extend(lessons.iter().copied().zip(of_these));
    }
    Ok(curves)
}

/// mAP after 1, 5 and all tests, and the number of faults found within ten ranks.
fn means(of: &str, curves: &[&[Figures]]) -> Vec<Figure> {
    let Some(last) = curves.iter().map(|curve| curve.len() - 1).max() else { return Vec::new() };
    let mean = |tests: usize| Figures::mean(curves.iter().map(|curve| curve[tests]));
    let plural = |tests| if tests == 1 { "" } else { "s" };
    let mut steps: Vec<usize> = [1, 5, last].into_iter().filter(|&tests| tests <= last).collect();
    steps.dedup();
    let mut figures: Vec<Figure> = steps
        .into_iter()
        .map(|tests| Figure {
            name: format!("{of}: mAP after {tests} test{}", plural(tests)),
            value: rounded(mean(tests).get(Measure::Ap(Ties::Max))),
        })
        .collect();
    let faults = curves.len();
    figures.push(Figure {
        name: format!("{of}: acc@10 after {last} test{} (of {faults})", plural(last)),
        value: rounded(mean(last).get(Measure::Acc(10, Ties::Max)) * faults as f64),
    });
    figures
}

/// Rounds to four decimals; later ones depend on the order of sums.
pub fn rounded(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}
