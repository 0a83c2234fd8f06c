//! The figures of each technique and stage over faults.

use faultline_sbfl::Formula;
use faultline_spectrum::TestId;
use rayon::prelude::*;

use super::fault::LineFault;
use super::techniques::{FORMULAS, Stage, Technique};
use crate::{Wilcoxon, wilcoxon};

/// The result for one fault.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Judged {
    /// Rank of the best faulty line, the mean in ties; for techniques with seeds, the mean over seeds.
    pub rank: f64,
    /// The number of ranked lines.
    pub lines: usize,
    /// The number of mutant-test pairs that had to run.
    pub pairs: f64,
    /// Total duration of the tests of these pairs without mutants, in seconds.
    pub seconds: f64,
}

impl Judged {
    /// EXAM: the share of the lines to inspect.
    pub fn exam(&self) -> f64 {
        self.rank / self.lines as f64
    }
}

/// A technique with a formula, or a stage, over all faults.
#[derive(Clone, Debug)]
pub struct Row {
    /// The name of the technique or stage.
    pub name: &'static str,
    /// The formula of a technique; `None` for a stage.
    pub formula: Option<&'static str>,
    /// Results by fault.
    pub faults: Vec<Judged>,
    /// Its EXAM compared with that of the first row of its kind and formula; `None` for that row itself.
    pub against_first: Option<Wilcoxon>,
}

impl Row {
    fn mean(&self, of: impl Fn(&Judged) -> f64) -> f64 {
        self.faults.iter().map(of).sum::<f64>() / self.faults.len() as f64
    }

    /// Mean EXAM. Units: 0..1.
    pub fn exam(&self) -> f64 {
        self.mean(Judged::exam)
    }

    /// Mean reciprocal rank.
    pub fn mrr(&self) -> f64 {
        self.mean(|judged| 1.0 / judged.rank)
    }

    /// The number of faults whose best faulty line ranks within the first n places.
    pub fn acc(&self, n: u32) -> usize {
        self.faults.iter().filter(|judged| judged.rank <= f64::from(n)).count()
    }

    /// The share of faults whose best faulty line ranks within the first n percent of lines.
    pub fn top(&self, percent: f64) -> f64 {
        let within = self.faults.iter().filter(|judged| judged.exam() * 100.0 <= percent);
        within.count() as f64 / self.faults.len() as f64
    }

    /// The total number of pairs.
    pub fn pairs(&self) -> f64 {
        self.faults.iter().fold(0.0, |sum, judged| sum + judged.pairs)
    }

    /// The total duration in seconds.
    pub fn seconds(&self) -> f64 {
        self.faults.iter().fold(0.0, |sum, judged| sum + judged.seconds)
    }
}

/// All rows.
#[derive(Clone, Debug)]
pub struct Rows {
    /// Metallaxis: for each formula, in the order of the paper, every technique, all pairs first.
    pub techniques: Vec<Row>,
    /// The default ranking after each stage; the first row is without mutants.
    pub stages: Vec<Row>,
}

/// Judges every technique and stage on every fault; results of random techniques are means over seeds 1 to
/// `seeds`. Threads: rayon's; the result does not depend on them.
pub fn judge(faults: &[LineFault], seeds: u64, done: &(dyn Fn(&LineFault) + Sync)) -> Rows {
    let formulas: Vec<(&'static str, &'static Formula)> =
        FORMULAS.iter().filter_map(|&name| Some((name, Formula::find(name).ok()?))).collect();
    let judged: Vec<(Vec<Judged>, Vec<Judged>)> = faults
        .par_iter()
        .map(|fault| {
            let both = (techniques(fault, &formulas, seeds), stages(fault));
            done(fault);
            both
        })
        .collect();
    let names =
        formulas.iter().flat_map(|&(formula, _)| Technique::ALL.map(|technique| (technique.name(), formula)));
    let techniques = names.enumerate().map(|(at, (name, formula))| {
        let faults = judged.iter().map(|(techniques, _)| techniques[at]).collect();
        Row { name, formula: Some(formula), faults, against_first: None }
    });
    let stages = Stage::ALL.iter().enumerate().map(|(at, stage)| {
        let faults = judged.iter().map(|(_, stages)| stages[at]).collect();
        Row { name: stage.name(), formula: None, faults, against_first: None }
    });
    let mut rows = Rows { techniques: techniques.collect(), stages: stages.collect() };
    rows.techniques.chunks_mut(Technique::ALL.len()).for_each(compare);
    compare(&mut rows.stages);
    rows
}

/// Compares each row with the first.
fn compare(rows: &mut [Row]) {
    let exam = |row: &Row| row.faults.iter().map(Judged::exam).collect::<Vec<f64>>();
    let Some((first, others)) = rows.split_first_mut() else { return };
    let first = exam(first);
    for row in others {
        row.against_first = Some(wilcoxon(&exam(row), &first));
    }
}

/// Results by formula, then by technique.
fn techniques(fault: &LineFault, formulas: &[(&str, &'static Formula)], seeds: u64) -> Vec<Judged> {
    let mut judged = vec![Judged::default(); formulas.len() * Technique::ALL.len()];
    for (at, technique) in Technique::ALL.into_iter().enumerate() {
        let seeds = if technique.is_random() { seeds.max(1) } else { 1 };
        for seed in 1..=seeds {
            let pairs = technique.pairs(fault, seed);
            let ran = pairs.ran(&fault.matched);
            let seconds = seconds(fault, &ran);
            for (of, (_, formula)) in formulas.iter().enumerate() {
                let judged = &mut judged[of * Technique::ALL.len() + at];
                let share = 1.0 / seeds as f64;
                judged.lines = fault.lines.members.len();
                judged.rank += share * fault.lines.rank(&technique.scores(fault, &pairs, formula));
                judged.pairs += share * ran.len() as f64;
                judged.seconds += share * seconds;
            }
        }
    }
    judged
}

fn stages(fault: &LineFault) -> Vec<Judged> {
    let of = Stage::ALL.into_iter().map(|stage| {
        let (ran, scores) = stage.scores(fault);
        let (lines, rank) = (fault.lines.members.len(), fault.lines.rank(&scores));
        Judged { rank, lines, pairs: ran.len() as f64, seconds: seconds(fault, &ran) }
    });
    of.collect()
}

fn seconds(fault: &LineFault, ran: &[(usize, TestId)]) -> f64 {
    // `Sum` starts from -0, which would be displayed if nothing ran.
    ran.iter().fold(0.0, |sum, (_, test)| sum + fault.spectrum.tests[test.index()].duration_ns as f64 / 1e9)
}
