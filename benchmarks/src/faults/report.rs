//! Tables of rankings on the corpus, with and without mutants.

use std::fmt::Write as _;
use std::path::Path;

use faultline_evaluation::{Figures, Measure, wilcoxon};
use faultline_sbfl::{RankingSpec, Ties};
use serde_json::{Value, json};

use super::apart::Base;
use super::judged::{Judged, Rankings, folders, judge};
use super::stages::Stage;
use crate::{BenchError, stats};

/// The rank of equal scores in tables; EXAM always uses the average.
const TIES: Ties = Ties::Average;

/// The granularity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    Lines,
    Methods,
}

impl Level {
    const ALL: [Self; 2] = [Self::Lines, Self::Methods];

    fn name(self) -> &'static str {
        match self {
            Self::Lines => "lines",
            Self::Methods => "methods",
        }
    }

    fn of(self, fault: &Judged) -> Option<&Rankings> {
        match self {
            Self::Lines => fault.lines.as_ref(),
            Self::Methods => Some(&fault.methods),
        }
    }
}

/// Evaluated faults.
#[derive(Clone, Debug)]
pub struct Report {
    faults: Vec<Judged>,
    /// The ranking, in words.
    by: String,
}

impl Report {
    /// Evaluates all faults below a folder, by the ranking of this name, or by evidence with weights trained on the other libraries.
    /// Errors: there is no fault.
    pub fn of(folder: &Path, ranking: Option<RankingSpec>, tell: impl Fn(&str)) -> Result<Self, BenchError> {
        let folders = folders(folder)?;
        let (base, by) = match ranking {
            Some(ranking) => (Base::Named(Box::new(ranking)), ranking.to_string()),
            None => (Base::apart(&folders)?, "evidence with weights from the other libraries".to_owned()),
        };
        Ok(Self { faults: judge(&folders, &base, tell), by })
    }

    /// All tables, in Markdown.
    pub fn tables(&self) -> String {
        let mut text = format!(
            "{} faults; ties at their average place, n all recorded lines or methods. Ranked by {}, without \
             mutants, and with what mutants said after each stage.\n",
            self.faults.len(),
            self.by
        );
        for level in Level::ALL {
            let _ = writeln!(text, "\n{}", self.levels(level));
        }
        text.push_str(&self.comparisons());
        text.push_str(&self.effort());
        text.push_str(&self.amplified());
        text
    }

    /// Compares rankings with and without labelled variants of failing tests, over all faults with grown tests.
    fn amplified(&self) -> String {
        let asked: Vec<usize> = self.faults.iter().filter_map(|fault| fault.variants).collect();
        if asked.is_empty() {
            return String::new();
        }
        let labelled: Vec<f64> =
            asked.iter().filter(|&&count| count > 0).map(|&count| count as f64).collect();
        let mut text = format!(
            "\n`amplify` on {} faults: {} have labelled variants, {:.0} in the median one. With them, the others as they \
             were:\n\n",
            asked.len(),
            labelled.len(),
            if labelled.is_empty() { 0.0 } else { stats::median(&labelled) }
        );
        for level in Level::ALL {
            for (library, faults) in self.groups() {
                let all = amplified(level, &faults, false);
                if !all.is_empty() {
                    let _ = writeln!(text, "{}", comparison(level, library, &all));
                }
            }
            let only = amplified(level, &self.faults.iter().collect::<Vec<_>>(), true);
            if !only.is_empty() {
                let _ = writeln!(text, "{}", comparison(level, "those with variants", &only));
            }
        }
        text
    }

    /// Each library, then all together.
    fn groups(&self) -> Vec<(&str, Vec<&Judged>)> {
        let mut libraries: Vec<&str> = self.faults.iter().map(|fault| fault.library.as_str()).collect();
        libraries.sort_unstable();
        libraries.dedup();
        let of = |library: &str| self.faults.iter().filter(|fault| fault.library == library).collect();
        let mut groups: Vec<(&str, Vec<&Judged>)> =
            libraries.into_iter().map(|library| (library, of(library))).collect();
        groups.push(("all", self.faults.iter().collect()));
        groups
    }

    fn levels(&self, level: Level) -> String {
        let mut text = format!(
            "| {} | ranking | faults | acc@1 | 3 | 5 | 10 | first for sure | MRR | EXAM | mAP |\n\
             |---|---|---|---|---|---|---|---|---|---|---|\n",
            level.name()
        );
        for (library, faults) in self.groups() {
            let known: Vec<&Rankings> = faults.into_iter().filter_map(|fault| level.of(fault)).collect();
            for (ranking, figures) in columns(&known).into_iter().filter(|(_, figures)| !figures.is_empty()) {
                let _ = writeln!(text, "| {library} | {ranking} | {} | {} |", figures.len(), cells(&figures));
            }
        }
        text
    }

    /// Compares rankings with and without mutants, over all faults that have both.
    fn comparisons(&self) -> String {
        let mut text = String::new();
        for level in Level::ALL {
            for (library, faults) in self.groups() {
                let both = pairs(level, &faults);
                if !both.is_empty() {
                    let _ = writeln!(text, "{}", comparison(level, library, &both));
                }
            }
        }
        if text.is_empty() { "\nNo mutants have been run.\n".to_owned() } else { format!("\n{text}") }
    }

    fn effort(&self) -> String {
        let efforts: Vec<_> = self.faults.iter().filter_map(|fault| fault.effort).collect();
        if efforts.is_empty() {
            return String::new();
        }
        let wall: Vec<f64> = efforts.iter().map(|effort| effort.wall).collect();
        let cpu: f64 = efforts.iter().map(|effort| effort.cpu).sum();
        let all: usize = efforts.iter().map(|effort| effort.pairs).sum();
        let rates: Vec<f64> = efforts.iter().map(|effort| effort.pairs as f64 / effort.cpu).collect();
        format!(
            "\n`mutate` on {} faults: median {:.1} s, 95 % within {:.1} s; {all} pairs, {:.0} a CPU second over all, \
             {:.0} in the median fault.\n",
            efforts.len(),
            stats::median(&wall),
            stats::quantile(&wall, 0.95),
            all as f64 / cpu,
            stats::median(&rates)
        )
    }

    /// Returns every fault's figures as JSON. Fields: `by`; for each fault `library`, `fault`, `lines` and `methods` with `without`,
    /// `after`, `amplified` and `both`, `variants`, `effort`.
    pub fn json(&self) -> Value {
        let figures = |figures: &Figures| -> Value {
            Measure::ALL.iter().map(|measure| (measure.name(), json!(figures.get(*measure)))).collect()
        };
        let rankings = |rankings: &Rankings| {
            let after: Vec<Value> = rankings.after.iter().map(figures).collect();
            let amplified = rankings.amplified.as_ref().map(figures);
            let both = rankings.both.as_ref().map(figures);
            json!({ "without": figures(&rankings.without), "after": after, "amplified": amplified, "both": both })
        };
        let fault = |fault: &Judged| {
            json!({
                "library": fault.library,
                "fault": fault.id,
                "lines": fault.lines.as_ref().map(rankings),
                "methods": rankings(&fault.methods),
                "variants": fault.variants,
                "effort": fault.effort.map(|effort| {
                    json!({ "pairs": effort.pairs, "wall_s": effort.wall, "cpu_s": effort.cpu })
                }),
            })
        };
        json!({ "by": self.by, "faults": self.faults.iter().map(fault).collect::<Vec<_>>() })
    }
}

/// The rankings that all given faults have, with their figures; without mutants first.
fn columns<'a>(known: &[&'a Rankings]) -> Vec<(&'static str, Vec<&'a Figures>)> {
    let mut columns = vec![("without mutants", known.iter().map(|rankings| &rankings.without).collect())];
    for (at, stage) in Stage::ALL.into_iter().enumerate() {
        let figures: Vec<&Figures> = known.iter().filter_map(|rankings| rankings.after.get(at)).collect();
        if !figures.is_empty() {
            columns.push((stage.name(), figures));
        }
    }
    let amplified: Vec<&Figures> = known.iter().filter_map(|rankings| rankings.amplified.as_ref()).collect();
    columns.push(("without mutants, with variants", amplified));
    let both: Vec<&Figures> = known.iter().filter_map(|rankings| rankings.both.as_ref()).collect();
    columns.push(("with mutants and variants", both));
    columns
}

fn cells(figures: &[&Figures]) -> String {
    let mean = Figures::mean(figures.iter().map(|figures| **figures));
    let sum = |measure| format!("{:.0}", mean.get(measure) * figures.len() as f64);
    let share = |measure| format!("{:.3}", mean.get(measure));
    let mut cells: Vec<String> = [1, 3, 5, 10].map(|n| sum(Measure::Acc(n, TIES))).into();
    cells.push(sum(Measure::Acc(1, Ties::Max)));
    cells.extend([Measure::Rr(TIES), Measure::Exam, Measure::Ap(TIES)].map(share));
    cells.join(" | ")
}

/// Figures without and with mutants.
fn pairs<'a>(level: Level, faults: &[&'a Judged]) -> Vec<(&'a Figures, &'a Figures)> {
    let known = faults.iter().filter_map(|fault| level.of(fault));
    known.filter_map(|rankings| Some((&rankings.without, rankings.with()?))).collect()
}

/// Figures without and with labelled variants; `only`: of faults with variants.
fn amplified<'a>(level: Level, faults: &[&'a Judged], only: bool) -> Vec<(&'a Figures, &'a Figures)> {
    let chosen = faults.iter().filter(|fault| !only || fault.variants.is_some_and(|count| count > 0));
    let known = chosen.filter_map(|fault| level.of(fault));
    known.filter_map(|rankings| Some((&rankings.without, rankings.amplified.as_ref()?))).collect()
}

fn comparison(level: Level, library: &str, both: &[(&Figures, &Figures)]) -> String {
    let of = |measure: Measure| -> (Vec<f64>, Vec<f64>) {
        both.iter().map(|(without, with)| (without.get(measure), with.get(measure))).unzip()
    };
    let (without, with) = of(Measure::Rr(TIES));
    let differences: Vec<f64> = with.iter().zip(&without).map(|(a, b)| a - b).collect();
    let (low, high) = stats::interval_of(&differences, stats::mean);
    let (first_without, first_with) = of(Measure::Acc(1, TIES));
    let (exam_without, exam_with) = of(Measure::Exam);
    format!(
        "- {library}, {}, {} faults: first {:.0} -> {:.0}; MRR {:.3} -> {:.3} ({:+.3}, 95 % {low:+.3} to {high:+.3}, \
         p = {}); EXAM {:.3} -> {:.3} (p = {}).",
        level.name(),
        both.len(),
        first_without.iter().sum::<f64>(),
        first_with.iter().sum::<f64>(),
        stats::mean(&without),
        stats::mean(&with),
        stats::mean(&differences),
        probability(wilcoxon(&with, &without).p),
        stats::mean(&exam_without),
        stats::mean(&exam_with),
        probability(wilcoxon(&exam_with, &exam_without).p),
    )
}

fn probability(p: f64) -> String {
    if p < 0.000_1 { "< .0001".to_owned() } else { format!("{p:.4}") }
}
