//! Tables of choices over all faults.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use faultline_evaluation::{a12, wilcoxon};
use faultline_test_amplification::choose::Choice;

use super::curve::{ByChoice, Curve, Curves, Worth};
use super::row::Compared;
use crate::stats;

/// Baselines of searches: grown tests by the best choice and at random, and the default search.
const BESIDE: [&str; 3] = ["eap", "random", "EvoSuite line"];
/// Numbers of tests after which first places are counted.
const STEPS: [usize; 4] = [1, 3, 5, 10];

/// Renders Markdown tables over faults with labelled variants.
pub fn tables(rows: &[Compared]) -> String {
    let curves: Vec<&Curves> = rows.iter().filter_map(|row| row.curves.as_ref()).collect();
    let variants: Vec<f64> = rows
        .iter()
        .map(|row| (row.passing + row.failing) as f64)
        .filter(|&variants| variants > 0.0)
        .collect();
    let mut text = format!("{} faults, of which {} have labelled variants", rows.len(), variants.len());
    if variants.is_empty() {
        text.push_str(".\n");
        return text;
    }
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
        let _ = writeln!(text, "\n{title}:\n\n{}{}", table(&all), against_searches(&all));
    }
    text.push_str(&times(rows));
    text
}

/// Durations of growing and of each search.
fn times(rows: &[Compared]) -> String {
    let names: BTreeSet<&str> = rows.iter().flat_map(|row| row.seconds.keys()).map(String::as_str).collect();
    let time = |name: &str| {
        let of: Vec<f64> = rows.iter().filter_map(|row| row.seconds.get(name)).copied().collect();
        format!("`{name}` {:.1} ({})", stats::median(&of), of.len())
    };
    let all: Vec<String> = names.into_iter().map(time).collect();
    if all.is_empty() {
        return String::new();
    }
    format!("\nSeconds in the median fault, starts and labelling included (faults): {}.\n", all.join(", "))
}

fn table(faults: &[&ByChoice]) -> String {
    let mut text = format!(
        "| chosen by | first after {} tests | first 3 | 5 | mAP | until 1 | 3 | 5 | p, A12 to random | p, A12 to the failing test alone |\n\
         |---|---|---|---|---|---|---|---|---|---|\n",
        STEPS.map(|step| step.to_string()).join(", ")
    );
    let random = of(faults, Choice::Random.name());
    if let Some(alone) = alone(&random) {
        let _ = writeln!(text, "| nothing | {alone} | | | | | |");
    }
    for name in names(faults) {
        let curves = of(faults, name);
        let all: Vec<&Curve> = curves.iter().map(|(_, curve)| *curve).collect();
        let until = [0, 1, 2].map(|place| {
            let all: Vec<f64> = all.iter().map(|curve| curve.until[place]).collect();
            format!("{:.2}", stats::mean(&all))
        });
        let first = STEPS.map(|step| {
            let step = |curve: &&Curve| curve.worth[step.min(curve.worth.len() - 1)].within[0];
            number(all.iter().map(step).sum())
        });
        let within = |place: usize| number(all.iter().map(|curve| last(curve).within[place]).sum());
        let ap: Vec<f64> = all.iter().map(|curve| last(curve).ap).collect();
        let before: Vec<f64> =
            all.iter().filter_map(|curve| curve.worth.first()).map(|worth| worth.ap).collect();
        let (own, chance) = common(&curves, &random);
        let _ = writeln!(
            text,
            "| `{name}`{} | {} | {} | {} | {:.3} | {} | {} | {} |",
            if curves.len() < faults.len() { format!(", of {}", curves.len()) } else { String::new() },
            first.join(", "),
            within(1),
            within(2),
            stats::mean(&ap),
            until.join(" | "),
            if name == Choice::Random.name() { String::new() } else { against(&own, &chance) },
            against(&ap, &before),
        );
    }
    text
}

/// Curves of a choice, with the index of their fault.
type Placed<'c> = Vec<(usize, &'c Curve)>;

fn of<'c>(faults: &[&'c ByChoice], name: &str) -> Placed<'c> {
    faults.iter().enumerate().filter_map(|(at, fault)| Some((at, fault.get(name)?))).collect()
}

/// Choices of grown tests in order, then the others.
fn names<'c>(faults: &[&'c ByChoice]) -> Vec<&'c str> {
    let there: BTreeSet<&str> = faults.iter().flat_map(|fault| fault.keys()).map(String::as_str).collect();
    let grown: Vec<&str> = Choice::ALL.into_iter().map(Choice::name).collect();
    let others = there.iter().copied().filter(|name| !grown.contains(name));
    grown.iter().copied().filter(|name| there.contains(name)).chain(others).collect()
}

/// Average precision of two choices on their common faults.
fn common(one: &Placed<'_>, other: &Placed<'_>) -> (Vec<f64>, Vec<f64>) {
    let pairs = one.iter().filter_map(|(at, curve)| {
        let (_, other) = other.iter().find(|(of, _)| of == at)?;
        Some((last(curve).ap, last(other).ap))
    });
    pairs.unzip()
}

/// Compares each search with the best choices of grown tests, and with the search by line coverage, on their common faults.
fn against_searches(faults: &[&ByChoice]) -> String {
    let all = names(faults);
    let is_grown = |name: &&&str| Choice::ALL.iter().any(|choice| choice.name() == **name);
    let searches: Vec<&str> = all.iter().filter(|name| !is_grown(name)).copied().collect();
    let beside: Vec<&str> = BESIDE.into_iter().filter(|name| all.contains(name)).collect();
    if searches.is_empty() || beside.is_empty() {
        return String::new();
    }
    let mut text = format!(
        "\n| first of faults, mAP; p, A12 of the search against |{}\n",
        cells(&beside, |name| format!("`{name}`"))
    );
    let _ = writeln!(text, "|---|{}", "---|".repeat(beside.len()));
    for search in searches {
        let searched = of(faults, search);
        let against = |other: &str| {
            if other == search { String::new() } else { side_by_side(&searched, &of(faults, other)) }
        };
        let _ = writeln!(text, "| `{search}` |{}", cells(&beside, against));
    }
    text
}

fn cells(names: &[&str], cell: impl Fn(&str) -> String) -> String {
    names.iter().map(|name| format!(" {} |", cell(name))).collect::<Vec<_>>().concat()
}

/// Compares two choices on their common faults.
fn side_by_side(one: &Placed<'_>, other: &Placed<'_>) -> String {
    let (own, theirs) = common(one, other);
    let first = |curves: &Placed<'_>, others: &Placed<'_>| {
        let both = curves.iter().filter(|(at, _)| others.iter().any(|(of, _)| of == at));
        number(both.map(|(_, curve)| last(curve).within[0]).sum())
    };
    format!(
        "{} to {} of {}, {:.3} to {:.3}; {}",
        first(one, other),
        first(other, one),
        own.len(),
        stats::mean(&own),
        stats::mean(&theirs),
        against(&own, &theirs)
    )
}

/// The cells for the failing test alone.
fn alone(curves: &Placed<'_>) -> Option<String> {
    let start: Vec<&Worth> = curves.iter().filter_map(|(_, curve)| curve.worth.first()).collect();
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
    if one.is_empty() {
        return String::new();
    }
    format!("{:.4}, {:.3}", wilcoxon(one, other).p, a12(one, other, true))
}

#[cfg(test)]
mod tests {
    use super::super::row::GROWING;
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

    #[test]
    fn searches_stand_beside_choices_on_the_faults_that_have_both() {
        let only = |name: &str, ranks: &[f64], fault: &str| {
            let mut row = row(fault, ranks, ranks);
            let curves = row.curves.as_mut().expect("curves");
            for choices in [&mut curves.hidden, &mut curves.known] {
                let curve = choices.remove("pcs").expect("a curve");
                choices.clear();
                choices.insert(name.to_owned(), curve);
            }
            (row.passing, row.failing) = (0, 0);
            row
        };
        let with = |mut row: Compared, name: &str, seconds: f64| {
            row.seconds.insert(name.to_owned(), seconds);
            row
        };
        let rows = super::super::search::merged(vec![
            with(row("a", &[4.0, 1.0], &[4.0, 3.0]), GROWING, 2.0),
            with(only("EvoSuite line", &[4.0, 2.0], "a"), "EvoSuite line", 61.0),
            only("EvoSuite eap", &[4.0, 1.0], "a"),
            with(row("b", &[2.0, 2.0], &[2.0, 2.0]), GROWING, 3.0),
        ]);
        let text = tables(&rows);
        assert!(text.contains("| `EvoSuite line`, of 1 | 0, 0, 0, 0 | 1 | 1 | 0.500 |"), "{text}");
        assert!(text.contains("against | `random` | `EvoSuite line` |"), "{text}");
        let eap = "| `EvoSuite eap` | 1 to 0 of 1, 1.000 to 0.333; 1.0000, 1.000 | 1 to 0 of 1, 1.000 to 0.500; 1.0000, 1.000 |";
        assert!(text.contains(eap), "{text}");
        assert!(
            text.contains("| `EvoSuite line` | 0 to 0 of 1, 0.500 to 0.333; 1.0000, 1.000 |  |"),
            "{text}"
        );
        let times = "(faults): `EvoSuite line` 61.0 (1), `growing` 2.5 (2).";
        assert!(text.contains(times), "{text}");
        assert!(text.starts_with("2 faults, of which 2 have labelled variants"), "{text}");
    }
}
