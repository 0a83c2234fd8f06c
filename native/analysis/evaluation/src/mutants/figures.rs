//! The figures of each technique and stage over faults.

use faultline_sbfl::Formula;
use faultline_spectrum::TestId;
use rayon::prelude::*;

use super::fault::LineFault;
use super::techniques::{Entropy, FORMULAS, Stage, Technique};
use crate::{Wilcoxon, wilcoxon};

/// The levels of TOP-N %, in percent of the ranked lines.
pub const LEVELS: [u32; 13] = [1, 5, 10, 15, 20, 30, 40, 50, 60, 70, 80, 90, 100];

/// The result for one fault.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Judged {
    /// Rank of the best faulty line, the mean in ties; for techniques with seeds, the mean over seeds.
    pub rank: f64,
    /// The number of ranked lines.
    pub lines: usize,
    /// The number of mutant-test pairs that had to run.
    pub pairs: f64,
    /// The number of mutants times that of tests, as the paper counts costs; 0 of stages.
    pub mtp: f64,
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

    /// The total number of mutants times tests; `None` for a stage, which runs different tests on each mutant.
    pub fn mtp(&self) -> Option<f64> {
        self.formula.map(|_| self.faults.iter().fold(0.0, |sum, judged| sum + judged.mtp))
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
    /// IETCR: for each formula, in the order of the paper, the entropies of every formula by name, those of `DStar` first.
    pub entropies: Vec<Row>,
}

/// How techniques are judged.
#[derive(Clone, Copy, Debug)]
pub struct Protocol {
    /// Results of random techniques are means over seeds 1 to this one.
    pub seeds: u64,
    /// The formula by which IETCR chooses tests.
    pub entropy: Entropy,
}

/// Judges every technique and stage on every fault. Threads: rayon's; the result does not depend on them.
pub fn judge(faults: &[LineFault], protocol: Protocol, done: &(dyn Fn(&LineFault) + Sync)) -> Rows {
    let formulas: Vec<(&'static str, &'static Formula)> =
        FORMULAS.iter().filter_map(|&name| Some((name, Formula::find(name).ok()?))).collect();
    let judged: Vec<[Vec<Judged>; 3]> = faults
        .par_iter()
        .map(|fault| {
            let all = [techniques(fault, &formulas, protocol), stages(fault), entropies(fault, &formulas)];
            done(fault);
            all
        })
        .collect();
    let rows = |kind: usize, names: Vec<(&'static str, Option<&'static str>)>| -> Vec<Row> {
        let row = |(at, (name, formula))| {
            let faults = judged.iter().map(|of: &[Vec<Judged>; 3]| of[kind][at]).collect();
            Row { name, formula, faults, against_first: None }
        };
        names.into_iter().enumerate().map(row).collect()
    };
    let by_formula = |names: &[&'static str]| -> Vec<(&'static str, Option<&'static str>)> {
        formulas
            .iter()
            .flat_map(|&(formula, _)| names.iter().map(move |&name| (name, Some(formula))))
            .collect()
    };
    let techniques = Technique::ALL.map(Technique::name);
    let entropies: Vec<&'static str> = Entropy::all().into_iter().map(Entropy::name).collect();
    let mut rows = Rows {
        techniques: rows(0, by_formula(&techniques)),
        stages: rows(1, Stage::ALL.iter().map(|stage| (stage.name(), None)).collect()),
        entropies: rows(2, by_formula(&entropies)),
    };
    rows.techniques.chunks_mut(techniques.len()).for_each(compare);
    rows.entropies.chunks_mut(entropies.len()).for_each(compare);
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
fn techniques(
    fault: &LineFault,
    formulas: &[(&str, &'static Formula)],
    Protocol { seeds, entropy }: Protocol,
) -> Vec<Judged> {
    let mut judged = vec![Judged::default(); formulas.len() * Technique::ALL.len()];
    for (at, technique) in Technique::ALL.into_iter().enumerate() {
        let seeds = if technique.is_random() { seeds.max(1) } else { 1 };
        for seed in 1..=seeds {
            let of = one(fault, formulas, technique, (seed, entropy));
            for (formula, of) in of.into_iter().enumerate() {
                let judged = &mut judged[formula * Technique::ALL.len() + at];
                let share = 1.0 / seeds as f64;
                judged.lines = of.lines;
                judged.rank += share * of.rank;
                judged.pairs += share * of.pairs;
                judged.mtp += share * of.mtp;
                judged.seconds += share * of.seconds;
            }
        }
    }
    judged
}

/// IETCR's results by formula, then by the formula of its entropies.
fn entropies(fault: &LineFault, formulas: &[(&str, &'static Formula)]) -> Vec<Judged> {
    let entropies = Entropy::all();
    let of = entropies.iter().map(|&entropy| one(fault, formulas, Technique::Ietcr, (1, entropy)));
    let of: Vec<Vec<Judged>> = of.collect();
    (0..formulas.len()).flat_map(|formula| of.iter().map(move |judged| judged[formula])).collect()
}

/// A technique's results by formula.
fn one(
    fault: &LineFault,
    formulas: &[(&str, &'static Formula)],
    technique: Technique,
    (seed, entropy): (u64, Entropy),
) -> Vec<Judged> {
    let pairs = technique.pairs(fault, seed, entropy);
    let ran = pairs.ran(&fault.matched);
    let seconds = seconds(fault, &ran);
    let of = formulas.iter().map(|(_, formula)| Judged {
        rank: fault.lines.rank(&technique.scores(fault, &pairs, formula)),
        lines: fault.lines.members.len(),
        pairs: ran.len() as f64,
        mtp: pairs.product(),
        seconds,
    });
    of.collect()
}

fn stages(fault: &LineFault) -> Vec<Judged> {
    let of = Stage::ALL.into_iter().map(|stage| {
        let (ran, scores) = stage.scores(fault);
        let (lines, rank) = (fault.lines.members.len(), fault.lines.rank(&scores));
        Judged { rank, lines, pairs: ran.len() as f64, mtp: 0.0, seconds: seconds(fault, &ran) }
    });
    of.collect()
}

fn seconds(fault: &LineFault, ran: &[(usize, TestId)]) -> f64 {
    // `Sum` starts from -0, which would be displayed if nothing ran.
    ran.iter().fold(0.0, |sum, (_, test)| sum + fault.spectrum.tests[test.index()].duration_ns as f64 / 1e9)
}
