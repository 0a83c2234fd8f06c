//! Tables of what choices are worth over all faults.

use std::fmt::Write as _;

use faultline_amplify::choose::Choice;
use faultline_evaluation::{a12, wilcoxon};

use super::curve::{ByChoice, Curve, Curves, Worth};
use super::row::Compared;
use crate::stats;

/// After so many tests the first places are counted.
const STEPS: [usize; 4] = [1, 3, 5, 10];

/// In Markdown, over faults with labelled variants.
pub fn tables(rows: &[Compared]) -> String {
    let curves: Vec<&Curves> = rows.iter().filter_map(|row| row.curves.as_ref()).collect();
    let mut text = format!("{} faults, of which {} have labelled variants", rows.len(), curves.len());
    if curves.is_empty() {
        text.push_str(".\n");
        return text;
    }
    let variants: Vec<f64> = rows
        .iter()
        .filter(|row| row.curves.is_some())
        .map(|row| (row.passing + row.failing) as f64)
        .collect();
    let _ = writeln!(
        text,
        ", {:.0} in the median one. Methods by Ochiai, over the failing test and those chosen; equal scores have the last of \
         their places. `until`: tests until the best faulty method is among the first 1, 3, 5, one more than were chosen where it is \
         not. p (Wilcoxon) and A12 of average precision.",
        stats::median(&variants)
    );
    let hidden: Vec<&ByChoice> = curves.iter().map(|curves| &curves.hidden).collect();
    let known: Vec<&ByChoice> = curves.iter().map(|curves| &curves.known).collect();
    let named = [
        ("Chosen before anybody says how they end", hidden),
        ("Chosen knowing how they end, passing ones first", known),
    ];
    for (title, all) in named {
        let _ = writeln!(text, "\n{title}:\n\n{}", table(&all));
    }
    text
}

fn table(faults: &[&ByChoice]) -> String {
    let mut text = format!(
        "| chosen by | first after {} tests | first 3 | 5 | mAP | until 1 | 3 | 5 | p, A12 to random | p, A12 to the failing test alone |\n\
         |---|---|---|---|---|---|---|---|---|---|\n",
        STEPS.map(|step| step.to_string()).join(", ")
    );
    let of = |name: &str| -> Vec<&Curve> { faults.iter().filter_map(|fault| fault.get(name)).collect() };
    let random = of(Choice::Random.name());
    let ap = |curves: &[&Curve]| -> Vec<f64> { curves.iter().map(|curve| last(curve).ap).collect() };
    if let Some(alone) = alone(&random) {
        let _ = writeln!(text, "| nothing | {alone} | | | | | |");
    }
    for choice in Choice::ALL {
        let curves = of(choice.name());
        if curves.is_empty() {
            continue;
        }
        let until = [0, 1, 2].map(|place| {
            let all: Vec<f64> = curves.iter().map(|curve| curve.until[place]).collect();
            format!("{:.2}", stats::mean(&all))
        });
        let first = STEPS.map(|step| {
            let step = |curve: &&Curve| curve.worth[step.min(curve.worth.len() - 1)].within[0];
            number(curves.iter().map(step).sum())
        });
        let within = |place: usize| number(curves.iter().map(|curve| last(curve).within[place]).sum());
        let before: Vec<f64> =
            curves.iter().filter_map(|curve| curve.worth.first()).map(|worth| worth.ap).collect();
        let _ = writeln!(
            text,
            "| `{choice}` | {} | {} | {} | {:.3} | {} | {} | {} |",
            first.join(", "),
            within(1),
            within(2),
            stats::mean(&ap(&curves)),
            until.join(" | "),
            if choice == Choice::Random { String::new() } else { against(&ap(&curves), &ap(&random)) },
            against(&ap(&curves), &before),
        );
    }
    text
}

/// The cells of the failing test without any other.
fn alone(curves: &[&Curve]) -> Option<String> {
    let start: Vec<&Worth> = curves.iter().filter_map(|curve| curve.worth.first()).collect();
    let sum = |place: usize| number(start.iter().map(|worth| worth.within[place]).sum());
    let ap: Vec<f64> = start.iter().map(|worth| worth.ap).collect();
    (!start.is_empty()).then(|| format!("{} | {} | {} | {:.3}", sum(0), sum(1), sum(2), stats::mean(&ap)))
}

fn last(curve: &Curve) -> Worth {
    curve.worth.last().copied().unwrap_or_default()
}

fn number(sum: f64) -> String {
    if (sum - sum.round()).abs() < 0.05 { format!("{sum:.0}") } else { format!("{sum:.1}") }
}

fn against(one: &[f64], other: &[f64]) -> String {
    if one.len() != other.len() {
        return "not all".to_owned();
    }
    format!("{:.4}, {:.3}", wilcoxon(one, other).p, a12(one, other, true))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(fault: &str, near: &[f64], random: &[f64]) -> Compared {
        let curve = |ranks: &[f64]| {
            let within = |rank: f64| [1.0, 3.0, 5.0].map(|place| f64::from(u8::from(rank <= place)));
            let worth = |&rank: &f64| Worth { rank, ap: 1.0 / rank, within: within(rank) };
            let until = [0, 1, 2].map(|place| {
                let first = ranks.iter().position(|&rank| within(rank)[place] > 0.0);
                first.unwrap_or(ranks.len()) as f64
            });
            Curve { worth: ranks.iter().map(worth).collect(), until }
        };
        let all: ByChoice = [("pcs".to_owned(), curve(near)), ("random".to_owned(), curve(random))].into();
        let curves = Curves { hidden: all.clone(), known: all };
        Compared { passing: 4, failing: 2, methods: 9, curves: Some(curves), ..Compared::empty(fault, "x") }
    }

    #[test]
    fn places_and_numbers_of_tests_are_counted_over_faults_with_variants() {
        let rows = [
            row("a", &[4.0, 1.0], &[4.0, 3.0]),
            row("b", &[2.0, 2.0], &[2.0, 2.0]),
            Compared::empty("c", "x"),
        ];
        let text = tables(&rows);
        assert!(
            text.starts_with("3 faults, of which 2 have labelled variants, 6 in the median one."),
            "{text}"
        );
        assert!(text.contains("| nothing | 0 | 1 | 2 | 0.375 | | | | | |"), "{text}");
        assert!(
            text.contains("| `pcs` | 1, 1, 1, 1 | 2 | 2 | 0.750 | 1.50 | 0.50 | 0.00 | 1.0000, 0.875 |"),
            "{text}"
        );
        assert!(text.contains("| `random` | 0, 0, 0, 0 | 2 | 2 | 0.417 |"), "{text}");
        assert!(!text.contains("`eap`"), "what was not compared has no line");
        assert_eq!(tables(&[]), "0 faults, of which 0 have labelled variants.\n");
    }
}
