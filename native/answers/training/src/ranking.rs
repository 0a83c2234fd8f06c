//! Weights of evidence: learns them from faults, and judges them on projects they were not learned from.

use faultline_evaluation::{Figures, Judge, Measure, Scratch};
use faultline_learned_metrics::Figure;
use faultline_learned_metrics::ranking::{FitOptions, Lesson, fit};
use faultline_messages::progress::{Progress, bar};
use faultline_messages::words::{counted, printable};
use faultline_sbfl::evidence::Weights;
use faultline_sbfl::{RankingSpec, Ties};
use faultline_spectrum::TestId;
use rayon::prelude::*;

use crate::course::{Course, training_fault};
use crate::drawn::Found;
use crate::folds::rounded;
use crate::stop::Stop;

/// Extracts what to learn from each fault; `None` if stopped.
pub fn lessons(course: &Course, stop: &Stop) -> Option<Vec<Lesson>> {
    let progress = Progress::start("reading evidence");
    let mut lessons = Vec::with_capacity(course.len());
    for lesson in 0..course.len() {
        if stop.is_asked() {
            return None;
        }
        let fault = course.fault(lesson);
        let of = format!("{} {}", counted(course.len(), "fault"), printable(&fault.name));
        progress.now(bar("reading evidence", lesson, &of, course.len()));
        let training = training_fault(&fault);
        lessons.push(Lesson::of(&training).with_lines(&training, &fault.faulty_lines));
    }
    Some(lessons)
}

/// The figures of some faults, by `ochiai+size+trace+name` and by weighed evidence.
#[derive(Clone, Debug, Default)]
pub struct Judged {
    /// Name of the project, or of all projects.
    pub name: String,
    /// By formula, size, trace and names; and by weights learned from the other projects.
    pub figures: Vec<[Figures; 2]>,
    /// The stated probability of the first suspect, and whether it was the fault.
    pub said: Vec<(f64, f64)>,
    /// Ranks of the faulty lines, if known: by their methods' evidence and their own suspiciousness, and
    /// additionally by evidence about lines.
    pub lines: Vec<[Found; 2]>,
}

impl Judged {
    /// The figures for a model's card.
    pub fn figures(&self) -> Vec<Figure> {
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
}

/// Judges each project by weights learned from the others, and all projects together.
pub fn judged(course: &Course, lessons: &[Lesson], recipe: &FitOptions) -> Vec<Judged> {
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
        lines: judged.iter().flat_map(|of| of.lines.clone()).collect(),
    };
    judged.push(all);
    judged
}

fn of_project(course: &Course, lessons: &[Lesson], recipe: &FitOptions, project: &str) -> Judged {
    let is_own = |lesson: usize| course.project(lesson) == project;
    let others = lessons.iter().enumerate().filter(|(at, _)| !is_own(*at));
    let others: Vec<(&str, &Lesson)> = others.map(|(at, lesson)| (course.project(at), lesson)).collect();
    let weights = fit(&others, recipe);
    let rankings = [RankingSpec::by_factors(), RankingSpec::of_evidence(weights)];
    let mut judged = Judged { name: project.to_owned(), ..Judged::default() };
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
        judged.lines.extend(lines(&lessons[lesson], &weights));
    }
    judged
}

/// The ranks of the faulty lines; `None` if no faulty line is known.
fn lines(lesson: &Lesson, weights: &Weights) -> Option<[Found; 2]> {
    let known = &lesson.lines;
    let plain = lesson.line_scores(weights);
    let factor = |row| weights.line_factor(row).ln();
    let told: Vec<f64> = plain.iter().zip(&known.rows).map(|(score, row)| score + factor(row)).collect();
    (!known.faulty.is_empty()).then(|| [&plain, &told].map(|scores| Found::of(scores, &known.faulty)))
}

/// The stated probability of the first suspect, and the share of the suspects tied for first that are faulty.
fn said(lesson: &Lesson, weights: &Weights) -> (f64, f64) {
    let first = lesson.first(weights);
    let stated = weights.stated().chances(&first.scores);
    (first.places.first().map_or(0.0, |&at| stated[at]), first.right)
}
