//! Ablation: the value of each kind of evidence, measured by learning without it.

use faultline_evaluation::{Figures, Measure, interval_of, wilcoxon};
use faultline_learned_metrics::ranking::FitOptions;
use faultline_sbfl::Ties;
use faultline_sbfl::evidence::Kind;
use rayon::prelude::*;

use crate::domains::Domains;
use crate::known::Known;
use crate::ranking::{Judged, judged};
use crate::stop::Stop;

/// A value with its 95 % bootstrap interval over faults.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The value.
    pub value: f64,
    /// Lower bound of the interval.
    pub low: f64,
    /// Upper bound of the interval.
    pub high: f64,
}

/// Quality of a ranking on some faults.
#[derive(Clone, Debug, PartialEq)]
pub struct Worth {
    /// The omitted kind; `None` for the full set of kinds.
    pub without: Option<Kind>,
    /// Faults whose faulty method is first; ties count by the average.
    pub first: Interval,
    /// Faults with a faulty method among the first five.
    pub first_five: Interval,
    /// Mean average precision.
    pub map: Interval,
    /// Wilcoxon's p of the average precision against that of all kinds; `None` for the row with all kinds.
    pub p: Option<f64>,
}

/// The ablations for one project's faults, or for all.
#[derive(Clone, Debug, PartialEq)]
pub struct Ablations {
    /// Name of the project, or of all projects.
    pub name: String,
    /// Number of faults.
    pub faults: usize,
    /// All kinds first, then each omitted in turn.
    pub rows: Vec<Worth>,
}

/// Learns without each kind in turn and judges each project by weights from the others, as [`judged`] does.
/// Kinds that the recipe already omits get no row. Empty with fewer than two projects; `None` if stopped.
/// Cost: as [`judged`], once for all kinds and once for each. Threads: rayon's; the result does not depend on
/// their number.
pub fn ablations(
    faults: &[Known],
    recipe: &FitOptions,
    domains: &Domains,
    stop: &Stop,
) -> Option<Vec<Ablations>> {
    let kinds = Kind::ALL.into_iter().filter(|kind| !recipe.without.contains(kind)).map(Some);
    let ways: Vec<Option<Kind>> = std::iter::once(None).chain(kinds).collect();
    let of = |without: &Option<Kind>| {
        let mut recipe = recipe.clone();
        recipe.without.extend(*without);
        (!stop.is_asked()).then(|| judged(faults, &recipe, domains))
    };
    let judged: Option<Vec<Vec<Judged>>> = ways.par_iter().map(of).collect();
    let judged = judged?;
    let all = &judged[0];
    let of_project = |at: usize| Ablations {
        name: all[at].name.clone(),
        faults: all[at].figures.len(),
        rows: ways.iter().zip(&judged).map(|(&without, of)| worth(without, &of[at], &all[at])).collect(),
    };
    Some((0..all.len()).filter(|&at| !all[at].figures.is_empty()).map(of_project).collect())
}

fn worth(without: Option<Kind>, of: &Judged, all: &Judged) -> Worth {
    let values = |of: &Judged, measure: Measure| -> Vec<f64> {
        of.figures.iter().map(|both| by_evidence(both).get(measure)).collect()
    };
    let total = |measure: Measure| interval(&values(of, measure), |samples| samples.iter().sum());
    let precision = Measure::Ap(Ties::Average);
    let own = values(of, precision);
    Worth {
        without,
        first: total(Measure::Acc(1, Ties::Average)),
        first_five: total(Measure::Acc(5, Ties::Average)),
        map: interval(&own, |samples| samples.iter().sum::<f64>() / samples.len() as f64),
        p: without.map(|_| wilcoxon(&own, &values(all, precision)).p),
    }
}

fn by_evidence(both: &[Figures; 2]) -> &Figures {
    &both[1]
}

fn interval(samples: &[f64], statistic: impl Fn(&[f64]) -> f64) -> Interval {
    let (low, high) = interval_of(samples, &statistic);
    Interval { value: statistic(samples), low, high }
}
