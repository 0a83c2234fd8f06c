//! Why a suspect is suspected, in three to five words.

use faultline_sbfl::evidence::Kind;
use faultline_sbfl::{Level, Ranked, Ranking};

use crate::gains::{LEAST, Typical};

/// The strongest evidence for a suspect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// A mutant in it makes a failing test pass.
    Mutant,
    /// It has changed since a failing test passed.
    Changed,
    /// No passing test runs its most suspicious line.
    Alone,
    /// A kind of evidence.
    Kind(Kind),
    /// Nothing favours it against the typical suspect.
    Runs,
}

impl Why {
    /// The reason in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Mutant => "a mutant there fixes it",
            Self::Changed => "changed since it passed",
            Self::Alone => "no passing test runs it",
            Self::Kind(Kind::Suspicion) => "few others run it",
            Self::Kind(Kind::Size) => "many of its lines ran",
            Self::Kind(Kind::ClassName) => "test named after its class",
            Self::Kind(Kind::Package) => "in the test's package",
            Self::Kind(Kind::Words) => "named like the test",
            Self::Kind(Kind::Implicit | Kind::Explicit | Kind::Thrower) => "in the trace",
            Self::Kind(Kind::Few) => "the test runs little else",
            Self::Kind(Kind::Constructor) | Self::Runs => "the failing test runs it",
        }
    }
}

/// The strongest evidence for an entry of a ranking. `mends`: whether a mutant there makes a failing test pass.
pub fn of(typical: &Typical<'_>, entry: &Ranked, mends: bool) -> Why {
    let changed = (entry.changed > 1.0).then(|| (entry.changed.ln(), Why::Changed));
    let mutant = mends.then(|| (typical.of_mutants(entry), Why::Mutant));
    let strongest = typical.gains(entry).into_iter().find(|(_, kind)| *kind != Kind::Constructor);
    let kind = strongest.map(|(gain, kind)| match kind {
        Kind::Suspicion if entry.counts.ep == 0 => (gain, Why::Alone),
        kind => (gain, Why::Kind(kind)),
    });
    let all = [changed, mutant, kind].into_iter().flatten().filter(|(gain, _)| *gain > LEAST);
    all.max_by(|a, b| a.0.total_cmp(&b.0)).map_or(Why::Runs, |(_, why)| why)
}

/// The chance of each entry that a failing test runs, in the order of the ranking. `None` unless methods are ranked by
/// evidence: shares of lines and classes are not calibrated.
pub fn chances(ranking: &Ranking) -> Option<Vec<f64>> {
    let weights = ranking.spec.weights().filter(|_| ranking.level == Level::Method)?;
    let candidates = ranking.entries.iter().filter(|entry| entry.counts.ef > 0);
    let scores: Vec<f64> = candidates.map(|entry| entry.score).collect();
    Some(weights.stated().chances(&scores))
}

/// A chance in per cent: `87 %`.
pub fn percent(chance: f64) -> String {
    if chance < 0.01 { "< 1 %".to_owned() } else { format!("{:.0} %", chance * 100.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_evidence_has_three_to_five_words() {
        let kinds = Kind::ALL.into_iter().map(Why::Kind);
        for why in kinds.chain([Why::Mutant, Why::Changed, Why::Alone, Why::Runs]) {
            let words = why.words().split(' ').count();
            assert!((3..=5).contains(&words), "{why:?}: {}", why.words());
        }
        let table = [
            (Why::Mutant, "a mutant there fixes it"),
            (Why::Changed, "changed since it passed"),
            (Why::Alone, "no passing test runs it"),
            (Why::Kind(Kind::Suspicion), "few others run it"),
            (Why::Kind(Kind::Words), "named like the test"),
            (Why::Kind(Kind::Explicit), "in the trace"),
            (Why::Kind(Kind::Implicit), "in the trace"),
            (Why::Kind(Kind::Few), "the test runs little else"),
            (Why::Kind(Kind::ClassName), "test named after its class"),
            (Why::Kind(Kind::Package), "in the test's package"),
            (Why::Kind(Kind::Size), "many of its lines ran"),
            (Why::Runs, "the failing test runs it"),
        ];
        for (why, words) in table {
            assert_eq!(why.words(), words);
        }
    }

    #[test]
    fn chances_are_in_per_cent() {
        assert_eq!([0.004, 0.01, 0.314, 1.0].map(percent), ["< 1 %", "1 %", "31 %", "100 %"]);
    }
}
