//! What `faultline train --ranking` says of rankings by learned weights.

use faultline_evaluation::{Figures, Measure, interval_of, wilcoxon};
use faultline_messages::words::{counted, number, printable};
use faultline_sbfl::Ties;
use faultline_training::calibration::{by_chance, calibration_error, reliability};
use faultline_training::far::{Far, NEAR};
use faultline_training::ranking::Judged;

/// The same faults, judged in two ways.
pub struct Columns {
    /// By what the other projects teach; empty with one project.
    pub apart: Vec<Judged>,
    /// By the program's own weights.
    pub shipped: Vec<Judged>,
}

impl Columns {
    /// The lines of text.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = of_methods(self);
        if let Some(all) = self.apart.last() {
            let width = self.apart.iter().map(|of| of.name.len()).max().unwrap_or_default();
            lines.extend(by_projects(&self.apart));
            lines.extend(of_lines(&self.apart, width));
            lines.extend(of_chances(&all.said));
            lines.extend(far(&all.far));
        }
        lines
    }
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
        "faulty lines, first, in five and mean reciprocal rank, ties in random order: by their methods and counts, and by what tells lines of a method apart"
            .to_owned(),
    ];
    let of = |judged: &Judged, way: usize| {
        let first: f64 = judged.lines.iter().map(|both| both[way].first).sum();
        let five: f64 = judged.lines.iter().map(|both| both[way].five).sum();
        let rank: f64 = judged.lines.iter().map(|both| both[way].reciprocal).sum();
        format!("{first:>5.1} {five:>5.1} {:.3}", rank / judged.lines.len() as f64)
    };
    for judged in judged.iter().filter(known) {
        let name = format!("{:<width$} {:>4}", printable(&judged.name), judged.lines.len());
        lines.push(format!("  {name}  {}  {}", of(judged, 0), of(judged, 1)));
    }
    let ranks = |way: usize| all.lines.iter().map(|both| both[way].reciprocal).collect::<Vec<f64>>();
    lines.push(format!("reciprocal rank, Wilcoxon: p = {:.6}", wilcoxon(&ranks(1), &ranks(0)).p));
    lines
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

/// How far the shares of the last column may be off, as projects differ.
fn by_projects(judged: &[Judged]) -> Option<String> {
    let (_, projects) = judged.split_last()?;
    let within = |measure: Measure| {
        let of = |judged: &Judged| {
            let hits: f64 = judged.figures.iter().map(|both| both[1].get(measure)).sum();
            (hits, judged.figures.len() as f64)
        };
        let projects: Vec<(f64, f64)> = projects.iter().map(of).filter(|of| of.1 > 0.0).collect();
        (!projects.is_empty()).then(|| {
            let share = |of: &[(f64, f64)]| {
                100.0 * of.iter().map(|of| of.0).sum::<f64>() / of.iter().map(|of| of.1).sum::<f64>()
            };
            let (low, high) = interval_of(&projects, share);
            format!("{:.0} % ({low:.0} to {high:.0})", share(&projects))
        })
    };
    let first = within(Measure::Acc(1, Ties::Average))?;
    let five = within(Measure::Acc(5, Ties::Average))?;
    Some(format!("first {first}, in five {five}; 95 % intervals by drawing projects"))
}

/// Faults far down, and what the first suspect has more of.
fn far(far: &[Far]) -> Vec<String> {
    if far.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![format!(
        "{} beyond place {NEAR}: place, and by suspicion (methods with the same); kinds of which the first suspect has more, in ln of the score",
        counted(far.len(), "fault")
    )];
    let width = far.iter().map(|of| of.fault.len()).max().unwrap_or_default();
    for of in far {
        let behind: Vec<String> =
            of.behind.iter().map(|(kind, lead)| format!("{} {lead:.1}", kind.name())).collect();
        lines.push(format!(
            "  {:<width$}  {:>5.1} of {:>4}, {:>6.1} ({})  {}",
            printable(&of.fault),
            of.place,
            of.candidates,
            of.by_suspicion,
            number(of.alike),
            behind.join(", ")
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
