//! What speaks for a suspect, kind by kind, against the typical suspect.

use faultline_scoring::evidence::Kind;
use faultline_suspects::report::{Group, Parts, Suspect};

/// A kind of evidence as readers know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// In a word.
    pub name: &'static str,
    /// What a suspect is that has much of it.
    pub says: &'static str,
}

/// How many kinds there are.
pub const KINDS: usize = 7;
/// The kinds, in the order in which they are shown.
pub const COLUMNS: [Column; KINDS] = [
    Column { name: "coverage", says: "few passing tests run what the failing ones run there" },
    Column { name: "size", says: "failing tests run many of its lines" },
    Column { name: "trace", says: "it stands in the stack trace" },
    Column { name: "names", says: "its names and package are like the failing test's" },
    Column { name: "focus", says: "the failing tests that run it run little else, and it is no constructor" },
    Column {
        name: "mutants",
        says: "small changes there mend a failing test, or only failing tests notice them",
    },
    Column { name: "grown tests", says: "variants of the failing tests that still fail run it" },
];
/// Grown tests are counted, not weighed.
const GROWN: usize = KINDS - 1;

/// Factors below this share are as this one: one kind does not make the others invisible.
const LEAST: f64 = 1e-3;
/// A kind is shown where it tells at least so much of some suspect, as a logarithm.
const TELLS: f64 = 0.02;

/// How much a kind speaks for a suspect.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bar {
    /// What it multiplies the score by, against the typical suspect; of grown tests the share of failing ones that run it.
    pub factor: f64,
    /// Length, as a share of the longest of the group. Range: -1 to 1; below 0 it speaks against the suspect.
    pub length: f64,
}

/// The bars of a group's suspects, and which kinds tell anything of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bars {
    /// By kind.
    pub is_shown: [bool; KINDS],
    /// By suspect, in the order given.
    pub of: Vec<[Bar; KINDS]>,
}

impl Bars {
    /// Of the suspects that are shown, against the geometric mean over all suspects of the group that the report has.
    pub fn of(group: &Group, shown: &[&Suspect]) -> Self {
        let known: Vec<[f64; GROWN]> = group
            .suspects
            .iter()
            .filter(|suspect| suspect.counts.ef > 0)
            .map(|suspect| logs(&suspect.parts))
            .collect();
        let mean = |kind: usize| known.iter().map(|logs| logs[kind]).sum::<f64>() / known.len().max(1) as f64;
        let gains: Vec<[f64; GROWN]> = shown
            .iter()
            .map(|suspect| {
                let logs = logs(&suspect.parts);
                std::array::from_fn(|kind| logs[kind] - mean(kind))
            })
            .collect();
        let longest = gains.iter().flatten().fold(TELLS, |longest, gain| gain.abs().max(longest));
        let failing = group.amplified.as_ref().map_or(0, |amplified| amplified.failing);
        let mut bars = Self { is_shown: [false; KINDS], of: Vec::new() };
        for (suspect, gains) in shown.iter().zip(gains) {
            let mut of = [Bar::default(); KINDS];
            for (kind, gain) in gains.into_iter().enumerate() {
                of[kind] = Bar { factor: gain.exp(), length: gain / longest };
                bars.is_shown[kind] |= gain.abs() > TELLS;
            }
            if let (Some((_, fail)), true) = (suspect.variants, failing > 0) {
                let share = fail as f64 / failing as f64;
                of[GROWN] = Bar { factor: share, length: share };
                bars.is_shown[GROWN] = true;
            }
            bars.of.push(of);
        }
        bars
    }

    /// What a bar says in words.
    pub fn words(kind: usize, bar: Bar) -> String {
        if kind == GROWN {
            return format!("{:.0} % of the grown tests that fail run it", bar.factor * 100.0);
        }
        format!("{}: ×{:.2} against the typical suspect", COLUMNS[kind].name, bar.factor)
    }
}

/// Logarithms of what a score is multiplied by.
fn logs(parts: &Parts) -> [f64; GROWN] {
    let log = |factor: f64| factor.clamp(LEAST, 1.0 / LEAST).ln();
    let mut logs =
        [log(parts.base), log(parts.size), log(parts.trace), log(parts.name), 0.0, log(parts.mutants)];
    for &(kind, value, weight) in parts.evidence.iter().flat_map(|weighed| &weighed.kinds) {
        let of = match kind {
            Kind::Suspicion => 0,
            Kind::Size => 1,
            Kind::Implicit | Kind::Explicit | Kind::Thrower => 2,
            Kind::ClassName | Kind::Package | Kind::Words => 3,
            Kind::Few | Kind::Constructor => 4,
        };
        logs[of] += value * weight;
    }
    logs
}
