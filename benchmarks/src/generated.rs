//! Rankings with generated tests, from the rows that `benchmarks/generate/run.sh` writes.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use faultline_evaluation::{a12, wilcoxon};

use crate::BenchError;

/// EvoSuite's own goals, the baselines of all metrics.
const OWN_GOALS: [&str; 2] = ["line", "branch"];

/// A search for one fault, and the ranking with the tests that it wrote.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// The fault.
    pub fault: String,
    /// Metric, or goals of EvoSuite.
    pub metric: String,
    /// Seed of the search.
    pub seed: u64,
    /// Number of tests written.
    pub tests: u32,
    /// Number of tests that expose the fault according to the oracle.
    pub failing: u32,
    /// Number of tests without a verdict.
    pub unlabelled: u32,
    /// Rank of the first faulty method; `None` if it is not ranked.
    pub rank: Option<u32>,
    /// Average precision of the faulty methods.
    pub precision: f64,
}

/// Runs, and tables of them.
#[derive(Clone, Debug)]
pub struct Generated {
    runs: Vec<Run>,
}

/// Reads the rows. Errors: the file cannot be read, or a row does not match the header.
pub fn read(path: &Path) -> Result<Generated, BenchError> {
    let text = fs::read_to_string(path).map_err(BenchError::io(path))?;
    parse(&text).map_err(|detail| BenchError::Program { what: path.display().to_string(), detail })
}

fn parse(text: &str) -> Result<Generated, String> {
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
    let column =
        |name: &str| header.iter().position(|&column| column == name).ok_or(format!("no column {name}"));
    let [fault, metric, seed, tests, failing] =
        [column("fault")?, column("metric")?, column("seed")?, column("tests")?, column("failing")?];
    let [unlabelled, rank, precision] = [column("unlabelled")?, column("rank")?, column("precision")?];
    let run = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        Some(Run {
            fault: (*cells.get(fault)?).to_owned(),
            metric: (*cells.get(metric)?).to_owned(),
            seed: cells.get(seed)?.parse().ok()?,
            tests: cells.get(tests)?.parse().ok()?,
            failing: cells.get(failing)?.parse().ok()?,
            unlabelled: cells.get(unlabelled)?.parse().ok()?,
            rank: cells.get(rank)?.parse().ok(),
            precision: cells.get(precision)?.parse().ok().filter(|value: &f64| value.is_finite())?,
        })
    };
    let runs: Result<Vec<Run>, String> =
        lines.map(|line| run(line).ok_or(format!("a row does not fit the header: {line}"))).collect();
    Ok(Generated { runs: runs? })
}

impl Generated {
    /// Renders all tables in Markdown.
    pub fn tables(&self) -> String {
        format!("{}\n{}\n{}", self.means(), self.ranks(), self.comparisons())
    }

    /// Metrics, by descending mean average precision.
    fn metrics(&self) -> Vec<&str> {
        let names: BTreeSet<&str> = self.runs.iter().map(|run| run.metric.as_str()).collect();
        let mut names: Vec<&str> = names.into_iter().collect();
        names.sort_by(|a, b| self.mean(b, |run| run.precision).total_cmp(&self.mean(a, |run| run.precision)));
        names
    }

    fn faults(&self) -> BTreeSet<&str> {
        self.runs.iter().map(|run| run.fault.as_str()).collect()
    }

    fn of<'a>(&'a self, metric: &'a str, fault: &'a str) -> impl Iterator<Item = &'a Run> {
        self.runs.iter().filter(move |run| run.metric == metric && run.fault == fault)
    }

    /// The mean over the seeds of each fault.
    fn by_fault<'a>(
        &'a self,
        metric: &'a str,
        value: impl Fn(&Run) -> f64 + 'a,
    ) -> impl Iterator<Item = f64> + 'a {
        self.faults().into_iter().filter_map(move |fault| {
            let values: Vec<f64> = self.of(metric, fault).map(&value).collect();
            (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
        })
    }

    fn mean(&self, metric: &str, value: impl Fn(&Run) -> f64) -> f64 {
        let values: Vec<f64> = self.by_fault(metric, value).collect();
        values.iter().sum::<f64>() / values.len() as f64
    }

    fn means(&self) -> String {
        let mut table = String::from(
            "| metric | faults | runs | acc@1 | acc@3 | acc@5 | mAP | tests | failing | unlabelled |\n\
             |---|---|---|---|---|---|---|---|---|---|\n",
        );
        for metric in self.metrics() {
            let runs = self.runs.iter().filter(|run| run.metric == metric).count();
            let faults = self.by_fault(metric, |_| 0.0).count();
            let at = |n: u32| {
                self.by_fault(metric, |run| f64::from(run.rank.is_some_and(|rank| rank <= n))).sum::<f64>()
            };
            let mean = |value: fn(&Run) -> f64| self.mean(metric, value);
            let _ = writeln!(
                table,
                "| {metric} | {faults} | {runs} | {:.2} | {:.2} | {:.2} | {:.3} | {:.1} | {:.1} | {:.1} |",
                at(1),
                at(3),
                at(5),
                mean(|run| run.precision),
                mean(|run| run.tests.into()),
                mean(|run| run.failing.into()),
                mean(|run| run.unlabelled.into()),
            );
        }
        table
    }

    /// Median ranks, which one bad seed does not dominate.
    fn ranks(&self) -> String {
        let metrics = self.metrics();
        let mut table =
            format!("| fault | {} |\n|---|{}\n", metrics.join(" | "), "---|".repeat(metrics.len()));
        for fault in self.faults() {
            let cells: Vec<String> = metrics.iter().map(|metric| median(self.of(metric, fault))).collect();
            let _ = writeln!(table, "| {fault} | {} |", cells.join(" | "));
        }
        table
    }

    fn comparisons(&self) -> String {
        let mut table =
            String::from("| metric | against | pairs | mAP | p | A12 |\n|---|---|---|---|---|---|\n");
        for metric in self.metrics() {
            for goals in OWN_GOALS.iter().filter(|&&goals| goals != metric) {
                let (ours, theirs) = self.pairs(metric, goals);
                if ours.is_empty() {
                    continue;
                }
                let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
                let _ = writeln!(
                    table,
                    "| {metric} | {goals} | {} | {:.3}, {:.3} | {:.3} | {:.2} |",
                    ours.len(),
                    mean(&ours),
                    mean(&theirs),
                    wilcoxon(&ours, &theirs).p,
                    a12(&ours, &theirs, true),
                );
            }
        }
        table
    }

    /// Average precisions for equal faults and seeds.
    fn pairs(&self, first: &str, second: &str) -> (Vec<f64>, Vec<f64>) {
        self.runs
            .iter()
            .filter(|run| run.metric == first)
            .filter_map(|run| {
                let other = self.of(second, &run.fault).find(|other| other.seed == run.seed)?;
                Some((run.precision, other.precision))
            })
            .unzip()
    }
}

/// The median of ranks, the mean of two middle ones. An unranked method counts as last.
fn median<'a>(runs: impl Iterator<Item = &'a Run>) -> String {
    let mut ranks: Vec<u32> = runs.map(|run| run.rank.unwrap_or(u32::MAX)).collect();
    ranks.sort_unstable();
    let Some(&high) = ranks.get(ranks.len() / 2) else { return String::new() };
    let low = ranks[(ranks.len() - 1) / 2];
    match (low, high) {
        (_, u32::MAX) => "-".to_owned(),
        (low, high) if (low + high) % 2 == 0 => u32::midpoint(low, high).to_string(),
        (low, high) => format!("{:.1}", f64::midpoint(low.into(), high.into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: &str = "fault\tmetric\tseed\tsuspects\ttests\tfailing\tunlabelled\trank\tprecision\n\
        a\teap\t1\t9\t4\t1\t0\t1\t1.0\n\
        a\teap\t2\t9\t6\t0\t2\t4\t0.25\n\
        b\teap\t1\t9\t2\t0\t0\t-\t0\n\
        a\tline\t1\t9\t8\t0\t0\t2\t0.5\n\
        a\tline\t2\t9\t8\t0\t0\t2\t0.5\n\
        b\tline\t1\t9\t8\t0\t0\t5\t0.2\n";

    #[test]
    fn a_fault_counts_once_however_many_seeds_it_has() {
        let tables = parse(ROWS).unwrap().means();
        assert!(
            tables.contains("| eap | 2 | 3 | 0.50 | 0.50 | 1.00 | 0.312 | 3.5 | 0.2 | 0.5 |"),
            "{tables}"
        );
        assert!(
            tables.contains("| line | 2 | 3 | 0.00 | 1.00 | 2.00 | 0.350 | 8.0 | 0.0 | 0.0 |"),
            "{tables}"
        );
    }

    #[test]
    fn a_method_that_is_not_ranked_is_behind_all_others() {
        let tables = parse(ROWS).unwrap().ranks();
        assert!(tables.contains("| fault | line | eap |\n"), "{tables}");
        assert!(tables.contains("| a | 2 | 2.5 |\n| b | 5 | - |\n"), "{tables}");
    }

    #[test]
    fn runs_are_paired_by_fault_and_seed() {
        let generated = parse(ROWS).unwrap();
        assert_eq!(generated.pairs("eap", "line"), (vec![1.0, 0.25, 0.0], vec![0.5, 0.5, 0.2]));
        // One better by 0.5, two worse by 0.25 and 0.2: rank sums 3 and 3.
        assert!(generated.comparisons().contains("| eap | line | 3 | 0.417, 0.400 | 1.000 | 0.44 |"));
    }

    #[test]
    fn a_row_that_does_not_fit_is_named() {
        assert!(parse("fault\tmetric").unwrap_err().contains("no column seed"));
        assert!(parse(&format!("{ROWS}a\teap\tx\n")).unwrap_err().contains("a\teap\tx"));
    }
}
