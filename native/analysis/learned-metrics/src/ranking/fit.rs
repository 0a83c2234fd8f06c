//! Fits ranking weights to known faults by maximum likelihood.

use faultline_sbfl::evidence::{ALONE, Kind, LineRow, Weights};

use super::likelihood::{Candidates, Derivatives, probability};
use super::{Lesson, sure};

const KINDS: usize = Kind::ALL.len();
/// Penalty on large weights of line evidence, as [`FitOptions::ridge`].
const LINE_RIDGE: f64 = 20.0;

/// Options of fitting.
#[derive(Clone, Debug, PartialEq)]
pub struct FitOptions {
    /// Penalty on large weights, relative to the log probabilities of the faults: `ridge / 2` times the squared weight times
    /// the variance of its kind among the candidates of a fault.
    pub ridge: f64,
    /// Kinds with weight 0, to measure their contribution.
    pub without: Vec<Kind>,
}

impl Default for FitOptions {
    fn default() -> Self {
        Self { ridge: 60.0, without: Vec::new() }
    }
}

/// Fits weights to faults, each with its project: maximises the sum of the log probabilities of the faulty methods minus the
/// penalty. Then multiplies all weights by one number, which changes only the confidence of a ranking, not its order: the
/// number that maximises the likelihood of each project's faults by the weights learned from the other projects. With two or
/// more projects, the stated confidence of first suspects is learned in the same way. Lessons without a faulty candidate
/// contribute only to that.
///
/// Weights of line evidence are fitted last, from the lessons whose faulty lines are known; without such lessons they are
/// those of [`Weights::SHIPPED`].
///
/// Makes a fixed number of gradient steps, scaled by the curvature of each weight, so that the same lessons in the same
/// order give the same bits. Cost: 600 passes over the evidence of all projects, over that of the other projects for each
/// project, and over line evidence.
pub fn fit(lessons: &[(&str, &Lesson)], options: &FitOptions) -> Weights {
    let known: Vec<_> = lessons.iter().copied().filter(|(_, lesson)| !lesson.faulty.is_empty()).collect();
    let of = |is_wanted: &dyn Fn(&str) -> bool| -> Vec<Candidates<'_, KINDS>> {
        let wanted = known.iter().filter(|(project, _)| is_wanted(project));
        wanted.map(|(_, lesson)| lesson.candidates()).collect()
    };
    let is_weighed = |kind: usize| !options.without.contains(&Kind::ALL[kind]);
    let learned = |of: Vec<Candidates<'_, KINDS>>| penalised(&of, options.ridge, is_weighed);
    let projects = projects(&known);
    let weights = learned(of(&|_| true));
    let is_one = projects.len() < 2;
    let apart = |project: &str| if is_one { weights } else { learned(of(&|of| of != project)) };
    let apart: Vec<[f64; KINDS]> = projects.iter().map(|project| apart(project)).collect();
    let unseen = apart.iter().zip(&projects).map(|(weights, project)| (*weights, of(&|of| of == *project)));
    let scale = scale(&unseen.collect::<Vec<_>>());
    let scaled = |weights: &[f64; KINDS]| Weights::new(rounded(weights.map(|weight| weight * scale)));
    let said = |(weights, project): (_, &&str)| {
        let own = lessons.iter().filter(|(of, _)| of == project).map(|(_, lesson)| *lesson);
        (scaled(weights), own.collect())
    };
    let said: Vec<(Weights, Vec<&Lesson>)> =
        apart.iter().zip(&projects).filter(|_| !is_one).map(said).collect();
    let weights = scaled(&weights);
    let lines = of_lines(known.iter().map(|(_, lesson)| *lesson), &weights);
    weights.with_stated(sure::learned(&said)).with_lines(lines.unwrap_or(*Weights::SHIPPED.lines()))
}

/// The distinct projects, in order.
fn projects<'p>(lessons: &[(&'p str, &Lesson)]) -> Vec<&'p str> {
    let mut projects: Vec<&str> = Vec::new();
    for (project, _) in lessons {
        if !projects.contains(project) {
            projects.push(project);
        }
    }
    projects
}

/// Weights of line evidence, given the weights of methods; `None` if no faulty line is known.
pub fn of_lines<'l>(lessons: impl Iterator<Item = &'l Lesson>, weights: &Weights) -> Option<LineRow> {
    let known: Vec<&Lesson> = lessons.filter(|lesson| !lesson.lines.faulty.is_empty()).collect();
    let besides: Vec<Vec<f64>> = known.iter().map(|lesson| besides(lesson, weights)).collect();
    let faults: Vec<Candidates<'_, _>> =
        known.iter().zip(&besides).map(|(lesson, besides)| lesson.line_candidates(besides)).collect();
    (!faults.is_empty()).then(|| rounded(penalised(&faults, LINE_RIDGE, |_| true)))
}

/// ln of each line's score without what is learned.
fn besides(lesson: &Lesson, weights: &Weights) -> Vec<f64> {
    let of_line = |(score, alone): (f64, bool)| if alone { score + ALONE } else { score };
    lesson.line_scores(weights).into_iter().zip(lesson.alone()).map(of_line).collect()
}

fn rounded<const KINDS: usize>(weights: [f64; KINDS]) -> [f64; KINDS] {
    weights.map(|weight| (weight * 1e6).round() / 1e6)
}

/// Maximises the penalised likelihood over the kinds that may have a weight.
fn penalised<const KINDS: usize>(
    faults: &[Candidates<'_, KINDS>],
    ridge: f64,
    is_weighed: impl Fn(usize) -> bool,
) -> [f64; KINDS] {
    const STEPS: usize = 600;
    const RATE: f64 = 0.3;
    let variances = variances(faults);
    let mut weights = [0.0; KINDS];
    for _ in 0..STEPS {
        let mut changes = Derivatives::default();
        for &fault in faults {
            probability(fault, &weights, &mut changes);
        }
        for at in (0..KINDS).filter(|&kind| is_weighed(kind)) {
            let ridge = ridge * variances[at];
            let step = RATE * (changes.slope[at] - ridge * weights[at]);
            weights[at] += step / (changes.curve[at] + ridge);
        }
    }
    weights
}

/// The factor, from a quarter to four, that maximises the likelihood of faults by their scaled weights. Cost: 40 passes.
fn scale(faults: &[([f64; KINDS], Vec<Candidates<'_, KINDS>>)]) -> f64 {
    let slope = |scale: f64| -> f64 {
        let of = |(weights, faults): &([f64; KINDS], Vec<Candidates<'_, KINDS>>)| {
            let mut changes = Derivatives::default();
            for &fault in faults {
                probability(fault, &weights.map(|weight| weight * scale), &mut changes);
            }
            changes.slope.iter().zip(weights).map(|(slope, weight)| slope * weight).sum::<f64>()
        };
        faults.iter().map(of).sum()
    };
    let (mut low, mut high) = (0.25, 4.0);
    for _ in 0..40 {
        let middle = f64::midpoint(low, high);
        if slope(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

/// Variance of each kind among the candidates of a fault, averaged over faults.
fn variances<const KINDS: usize>(faults: &[Candidates<'_, KINDS>]) -> [f64; KINDS] {
    // The minimum keeps the weight of a constant kind, whose variance is rounding error, small.
    let mut variances = [1e-6; KINDS];
    for fault in faults {
        let candidates = fault.rows.len() as f64;
        for (kind, variance) in variances.iter_mut().enumerate() {
            let mean = fault.rows.iter().map(|row| row[kind]).sum::<f64>() / candidates;
            let square = fault.rows.iter().map(|row| (row[kind] - mean).powi(2)).sum::<f64>();
            *variance += square / candidates / faults.len() as f64;
        }
    }
    variances
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Faults of three methods: the first kind points to the faulty method, in one of four to another.
    fn lessons() -> Vec<Lesson> {
        let lesson = |value: f64, faulty: usize| {
            let mut rows = vec![[0.0; KINDS]; 3];
            (rows[0][0], rows[2][0], rows[1][3]) = (value, value / 2.0, 1.0);
            Lesson { methods: vec![0, 1, 2], rows, faulty: vec![faulty], ..Lesson::default() }
        };
        vec![lesson(1.0, 0), lesson(2.0, 0), lesson(1.0, 1), lesson(1.5, 0)]
    }

    #[test]
    fn the_weights_are_where_the_penalised_likelihood_is_largest() {
        let lessons = lessons();
        let of: Vec<Candidates<'_, KINDS>> = lessons.iter().map(Lesson::candidates).collect();
        let fitted = penalised(&of, 0.5, |_| true);
        let value = |weights: &[f64; KINDS]| {
            let sum: f64 =
                of.iter().map(|&fault| probability(fault, weights, &mut Derivatives::default()).ln()).sum();
            let squares =
                weights.iter().zip(variances(&of)).map(|(weight, variance)| variance * weight * weight);
            sum - 0.25 * squares.sum::<f64>()
        };
        let best = value(&fitted);
        assert!(fitted[0] > 0.1, "{fitted:?}");
        for kind in [0, 3] {
            for step in [-0.01, 0.01] {
                let mut moved = fitted;
                moved[kind] += step;
                assert!(value(&moved) < best, "{kind}");
            }
        }
    }

    #[test]
    fn all_weights_are_as_large_together_as_makes_the_faults_most_likely() {
        let lessons = lessons();
        let of: Vec<Candidates<'_, KINDS>> = lessons.iter().map(Lesson::candidates).collect();
        let options = FitOptions { ridge: 5.0, without: Vec::new() };
        let alone: Vec<(&str, &Lesson)> = lessons.iter().map(|lesson| ("p", lesson)).collect();
        let (small, fitted) = (penalised(&of, options.ridge, |_| true), fit(&alone, &options));
        let scale = fitted.all()[0] / small[0];
        assert!(scale > 1.1 && (fitted.all()[3] / small[3] - scale).abs() < 1e-4, "{fitted:?}, {small:?}");
        let value = |scale: f64| -> f64 {
            let weights = small.map(|weight| weight * scale);
            of.iter().map(|&fault| probability(fault, &weights, &mut Derivatives::default()).ln()).sum()
        };
        assert!(value(scale) > value(scale * 1.01) && value(scale) > value(scale * 0.99), "{scale}");
    }

    #[test]
    fn where_projects_say_the_opposite_of_each_other_nothing_is_sure() {
        let agree = lessons();
        let mut oppose = lessons();
        for lesson in &mut oppose {
            lesson.faulty = vec![1];
        }
        let named: Vec<(&str, &Lesson)> = agree
            .iter()
            .map(|lesson| ("one", lesson))
            .chain(oppose[..3].iter().map(|lesson| ("other", lesson)))
            .collect();
        let alone: Vec<(&str, &Lesson)> = named.iter().map(|(_, lesson)| ("one", *lesson)).collect();
        let options = FitOptions { ridge: 0.5, without: Vec::new() };
        let size = |weights: Weights| weights.all().iter().map(|weight| weight.abs()).sum::<f64>();
        assert!(size(fit(&named, &options)) < 0.5 * size(fit(&alone, &options)));
    }

    #[test]
    fn what_is_left_out_weighs_nothing_and_no_fault_teaches_nothing() {
        let lessons = lessons();
        let of: Vec<(&str, &Lesson)> = lessons.iter().map(|lesson| ("p", lesson)).collect();
        let without = FitOptions { without: vec![Kind::ALL[0]], ..FitOptions::default() };
        assert!(fit(&of, &without).of(Kind::ALL[0]).abs() < 1e-15);
        assert!(
            fit(&[("p", &Lesson::default())], &FitOptions::default())
                .all()
                .iter()
                .all(|weight| weight.abs() < 1e-15)
        );
    }
}
