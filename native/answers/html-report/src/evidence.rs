//! The evidence for a suspect, kind by kind, relative to the typical suspect.

use faultline_fault_ranking::report::{EvidenceKind, Group, Parts, Suspect};
use faultline_sbfl::evidence::Kind;

/// A kind of evidence as shown to readers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name, one or two words.
    pub name: &'static str,
    /// What a high value means for a suspect.
    pub says: &'static str,
}

/// Number of kinds.
pub const KINDS: usize = 7;
/// The kinds, in display order.
pub const COLUMNS: [Column; KINDS] = [
    Column { name: "coverage", says: "few passing tests run what the failing ones run there" },
    Column { name: "size", says: "failing tests run many of its lines" },
    Column { name: "trace", says: "it stands in the stack trace" },
    Column { name: "names", says: "its names and package are like the failing test's" },
    Column {
        name: "focus",
        says: "the failing tests that run it run little else, and it is not a constructor",
    },
    Column {
        name: "mutants",
        says: "small changes there fix a failing test, or only failing tests notice them",
    },
    Column { name: "grown tests", says: "variants of the failing tests that still fail run it" },
];
/// Index of grown tests, which are counted, not weighed.
const GROWN: usize = KINDS - 1;

/// Factors are clamped to this minimum and its inverse, so that one kind does not dwarf the others.
const LEAST: f64 = 1e-3;
/// A kind is shown if the logarithm of its factor is at least this for some suspect.
const TELLS: f64 = 0.02;

/// How much a kind speaks for a suspect.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bar {
    /// The factor of the score relative to the typical suspect; for grown tests, the share of failing ones
    /// that run the suspect.
    pub factor: f64,
    /// Length relative to the longest bar of the group. Range: -1 to 1; negative values speak against the
    /// suspect.
    pub length: f64,
}

/// The bars of a group's suspects, and the kinds that are shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bars {
    /// By kind.
    pub is_shown: [bool; KINDS],
    /// By suspect, in the order given.
    pub of: Vec<[Bar; KINDS]>,
}

impl Bars {
    /// Computes the bars of the shown suspects, relative to the geometric mean over all suspects of the group
    /// in the report.
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
            if let (Some(variants), true) = (suspect.variants, failing > 0) {
                let share = variants.failing as f64 / failing as f64;
                of[GROWN] = Bar { factor: share, length: share };
                bars.is_shown[GROWN] = true;
            }
            bars.of.push(of);
        }
        bars
    }

    /// Describes a bar in words.
    pub fn words(kind: usize, bar: Bar) -> String {
        if kind == GROWN {
            return format!("{:.0} % of the grown tests that fail run it", bar.factor * 100.0);
        }
        format!("{}: ×{:.2} against the typical suspect", COLUMNS[kind].name, bar.factor)
    }
}

/// Logarithms of the factors of a score.
fn logs(parts: &Parts) -> [f64; GROWN] {
    let log = |factor: f64| factor.clamp(LEAST, 1.0 / LEAST).ln();
    let mut logs =
        [parts.base, parts.size, parts.trace, parts.name, 1.0, parts.mutants.unwrap_or(1.0)].map(log);
    for told in parts.evidence.iter().flat_map(|weighed| &weighed.kinds) {
        let of = match told.kind {
            // Evidence about lines is how often tests run a line and its neighbours.
            EvidenceKind::Line(_) | EvidenceKind::Alone | EvidenceKind::Method(Kind::Suspicion) => 0,
            EvidenceKind::Method(Kind::Size) => 1,
            EvidenceKind::Method(Kind::Implicit | Kind::Explicit | Kind::Thrower) => 2,
            EvidenceKind::Method(Kind::ClassName | Kind::Package | Kind::Words) => 3,
            EvidenceKind::Method(Kind::Few | Kind::Constructor) => 4,
        };
        logs[of] += told.value * told.weight;
    }
    logs
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use faultline_fault_ranking::report::{Amplified, NameShares, Variants};
    use faultline_sbfl::Counts;
    use faultline_spectrum::ClassId;

    use super::*;

    fn suspect(base: f64, trace: f64, variants: Option<(usize, usize)>) -> Suspect {
        let parts = Parts {
            base,
            lines: 1,
            size: 1.0,
            frame: None,
            trace,
            names: NameShares::default(),
            name: 1.0,
            mutants: None,
            changed: None,
            evidence: None,
        };
        Suspect {
            rank: 1.0,
            rank_min: 1,
            rank_max: 1,
            score: base,
            parts,
            counts: Counts { ef: 1, ep: 0, nf: 0, np: 1 },
            class: ClassId::new(0),
            methods: Vec::new(),
            variants: variants.map(|(passing, failing)| Variants { passing, failing }),
            outcome: None,
            changed: false,
            changed_since: None,
            mending: None,
            line: None,
            marked: None,
            chance: None,
            why: None,
        }
    }

    fn group(suspects: Vec<Suspect>) -> Group {
        let amplified = Amplified { passing: 1, failing: 4, weight: 5.0, edits: Vec::new() };
        Group {
            failing: Vec::new(),
            interrupted: false,
            left_out: 0,
            exception: None,
            root: None,
            initialiser: None,
            site: None,
            ranked: suspects.len(),
            clone_factor: 1.0,
            passing: 1,
            suspects,
            answer: None,
            since: Vec::new(),
            changed_lines: std::collections::HashSet::new(),
            doubt: None,
            last_change: None,
            amplified: Some(amplified),
            line_scores: HashMap::new(),
            messages: HashMap::new(),
        }
    }

    #[test]
    fn bars_of_a_group_have_one_scale_and_only_kinds_that_tell_suspects_apart_are_shown() {
        let group = group(vec![suspect(0.8, 9.0, Some((0, 3))), suspect(0.2, 1.0, Some((1, 1)))]);
        let shown: Vec<&Suspect> = group.suspects.iter().collect();
        let bars = Bars::of(&group, &shown);
        let named = |name: &str| COLUMNS.iter().position(|column| column.name == name).unwrap_or(KINDS);
        let [coverage, size, trace, grown] = ["coverage", "size", "trace", "grown tests"].map(named);
        let kinds: Vec<usize> = (0..KINDS).filter(|kind| bars.is_shown[*kind]).collect();
        assert_eq!(kinds, [coverage, trace, grown], "size is the same of both");
        // 0.8 is twice and 0.2 half of their geometric mean; 9 is three times and 1 a third of theirs.
        for (of, coverage_is, trace_is) in [(0, 2.0, 3.0), (1, 0.5, 1.0 / 3.0)] {
            assert!((bars.of[of][coverage].factor - coverage_is).abs() < 1e-9, "{:?}", bars.of[of]);
            assert!((bars.of[of][trace].factor - trace_is).abs() < 1e-9, "{:?}", bars.of[of]);
        }
        assert!((bars.of[0][trace].length - 1.0).abs() < 1e-9, "the strongest evidence is the longest bar");
        assert!((bars.of[0][coverage].length - 2.0f64.ln() / 3.0f64.ln()).abs() < 1e-9);
        assert!(bars.of[1][coverage].length < 0.0, "it speaks against the second");
        assert!((bars.of[0][grown].length - 0.75).abs() < 1e-9, "three of four variants that fail");
        assert_eq!(Bars::words(trace, bars.of[0][trace]), "trace: ×3.00 against the typical suspect");
        assert!(bars.of[0][size].length.abs() < 1e-9);
    }
}
