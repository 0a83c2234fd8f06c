//! Weights of evidence: learns them from faults, and judges them on projects they were not learned from.

use faultline_evaluation::{Figures, Measure};
use faultline_learned_metrics::Figure;
use faultline_learned_metrics::ranking::{FitOptions, Lesson, fit};
use faultline_messages::progress::{Progress, bar};
use faultline_messages::words::{counted, printable};
use faultline_sbfl::Ties;
use faultline_sbfl::evidence::{Kind, Weights};
use rayon::prelude::*;

use crate::course::{Course, training_fault};
use crate::domains::Domains;
use crate::drawn::Found;
use crate::far::Far;
use crate::folds::rounded;
use crate::known::Known;
use crate::stop::Stop;

/// Extracts what to learn from each fault; `None` if stopped.
pub fn recorded(course: &Course, stop: &Stop) -> Option<Vec<Known>> {
    let progress = Progress::start("reading evidence");
    let mut known = Vec::with_capacity(course.len());
    for at in 0..course.len() {
        if stop.is_asked() {
            return None;
        }
        let fault = course.fault(at);
        let of = format!("{} {}", counted(course.len(), "fault"), printable(&fault.name));
        progress.now(bar("reading evidence", at, &of, course.len()));
        let training = training_fault(&fault);
        let lesson = Lesson::of(&training).with_lines(&training, &fault.faulty_lines).rounded();
        known.push(Known { project: course.project(at).to_owned(), name: fault.name.clone(), lesson });
    }
    Some(known)
}

/// The faults' lessons, each with its project, in the form that [`fit`] takes.
pub fn lessons(faults: &[Known]) -> Vec<(&str, &Lesson)> {
    faults.iter().map(|known| (known.project.as_str(), &known.lesson)).collect()
}

/// The figures of some faults, by the Ochiai of a method's best line and by weighed evidence.
#[derive(Clone, Debug, Default)]
pub struct Judged {
    /// Name of the project, or of all projects.
    pub name: String,
    /// By Ochiai; and by weights learned from the other projects.
    pub figures: Vec<[Figures; 2]>,
    /// The stated probability of the first suspect, and whether it was the fault.
    pub said: Vec<(f64, f64)>,
    /// Ranks of the faulty lines, if known: by their methods' evidence and their own suspiciousness, and
    /// additionally by evidence about lines.
    pub lines: Vec<[Found; 2]>,
    /// Faults whose best faulty method is far down by weighed evidence.
    pub far: Vec<Far>,
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

/// Judges each project by weights learned from the projects of other domains, and all projects together. Empty if all projects are of
/// one domain, or there is only one.
pub fn judged(faults: &[Known], recipe: &FitOptions, domains: &Domains) -> Vec<Judged> {
    let projects = projects(faults);
    // With two domains, each project has another that teaches.
    let is_taught = |project: &&str| projects.iter().any(|other| domains.are_apart(other, project));
    if !projects.first().is_some_and(is_taught) {
        return Vec::new();
    }
    with_all(projects.par_iter().map(|project| of_project(faults, recipe, domains, project)).collect())
}

/// Judges each project by the same weights, and all projects together.
pub fn judged_by(faults: &[Known], weights: &Weights) -> Vec<Judged> {
    with_all(projects(faults).into_iter().map(|project| by(faults, weights, project)).collect())
}

/// The projects, in order of first appearance.
fn projects(faults: &[Known]) -> Vec<&str> {
    let mut projects: Vec<&str> = Vec::new();
    for known in faults {
        if !projects.contains(&known.project.as_str()) {
            projects.push(&known.project);
        }
    }
    projects
}

fn with_all(mut judged: Vec<Judged>) -> Vec<Judged> {
    let all = Judged {
        name: "all".to_owned(),
        figures: judged.iter().flat_map(|of| of.figures.clone()).collect(),
        said: judged.iter().flat_map(|of| of.said.clone()).collect(),
        lines: judged.iter().flat_map(|of| of.lines.clone()).collect(),
        far: judged.iter().flat_map(|of| of.far.clone()).collect(),
    };
    judged.push(all);
    judged
}

fn of_project(faults: &[Known], recipe: &FitOptions, domains: &Domains, project: &str) -> Judged {
    let others = faults.iter().filter(|known| domains.are_apart(&known.project, project));
    let others: Vec<(&str, &Lesson)> = others.map(|known| (known.project.as_str(), &known.lesson)).collect();
    by(faults, &fit(&others, recipe), project)
}

fn by(faults: &[Known], weights: &Weights, project: &str) -> Judged {
    let mut judged = Judged { name: project.to_owned(), ..Judged::default() };
    for known in faults.iter().filter(|known| known.project == project) {
        let lesson = &known.lesson;
        let ochiai: Vec<f64> = lesson.rows.iter().map(|row| row[Kind::Suspicion.index()]).collect();
        let both = [ochiai, lesson.scores(weights)];
        let [Some(by_counts), Some(by_evidence)] = both.map(|scores| known.figures(&scores)) else {
            continue;
        };
        judged.figures.push([by_counts, by_evidence]);
        judged.said.push(said(lesson, weights));
        judged.lines.extend(lines(lesson, weights));
        judged.far.extend(Far::of(known, weights));
    }
    judged
}

/// The ranks of the faulty lines; `None` if no faulty line is known.
fn lines(lesson: &Lesson, weights: &Weights) -> Option<[Found; 2]> {
    let known = &lesson.lines;
    let plain = lesson.line_scores(weights);
    let factor = |row, alone| (weights.line_factor(row) * Weights::alone_factor(alone)).ln();
    let rows = known.rows.iter().zip(lesson.alone());
    let told: Vec<f64> =
        plain.iter().zip(rows).map(|(score, (row, alone))| score + factor(row, alone)).collect();
    (!known.faulty.is_empty()).then(|| [&plain, &told].map(|scores| Found::of(scores, &known.faulty)))
}

/// The stated probability of the first suspect, and the share of the suspects tied for first that are faulty.
fn said(lesson: &Lesson, weights: &Weights) -> (f64, f64) {
    let first = lesson.first(weights);
    let stated = weights.stated().chances(&first.scores);
    (first.places.first().map_or(0.0, |&at| stated[at]), first.right)
}
