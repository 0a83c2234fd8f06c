//! The first suspect in a sentence: its name, its probability, the reasons.

use std::fmt;

use faultline_messages::names;
use faultline_sbfl::evidence::Kind;
use faultline_sbfl::{Level, Ranked, Ranking};
use faultline_spectrum::Spectrum;

use crate::gains::Typical;
use crate::why;

/// Number of reasons given.
const REASONS: usize = 2;
/// If the first three suspects together have less probability, evidence is weak.
const WEAK: f64 = 0.5;

/// The first suspect, its probability and the reasons. `Display` gives the sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The method with its class.
    pub who: String,
    /// Its most suspicious line.
    pub line: Option<u32>,
    /// Probability that it is the fault. Range: 0 to 1.
    pub chance: f64,
    /// The strongest kinds of evidence for it.
    pub why: Vec<&'static str>,
    /// A source of more evidence, if evidence is weak.
    pub more: Option<&'static str>,
}

impl Answer {
    /// The probability as text: `87 %`.
    pub fn sure(&self) -> String {
        if self.chance < 0.01 { "less than 1 %".to_owned() } else { format!("{:.0} %", self.chance * 100.0) }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Most likely {}", self.who)?;
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        write!(f, " ({})", self.sure())?;
        if !self.why.is_empty() {
            write!(f, ": {}", self.why.join(", and "))?;
        }
        self.more.map_or(Ok(()), |more| write!(f, ". The evidence is weak; {more}"))
    }
}

/// The first suspect, with its probability and the two strongest kinds of evidence. `marked` is the line of it that a
/// ranking of lines puts first; without one, the line that counts most is named. `None` unless methods are ranked by
/// evidence and the first place is unique.
pub fn of(spectrum: &Spectrum, ranking: &Ranking, marked: Option<u32>) -> Option<Answer> {
    let weights = ranking.spec.weights()?;
    let first =
        ranking.entries.first().filter(|first| ranking.level == Level::Method && first.rank_max == 1)?;
    let chances = why::chances(ranking)?;
    let chance = chances.first()?;
    let element = spectrum.elements[first.element.index()];
    let method = &spectrum.methods[element.method.index()];
    let class = &spectrum.classes[method.class.index()].name;
    let name = names::method(class, method, false);
    let weak = chances.iter().take(3).sum::<f64>() < WEAK;
    let candidates: Vec<&Ranked> = ranking.entries.iter().filter(|entry| entry.counts.ef > 0).collect();
    let strongest = reasons(&Typical::of(weights, &candidates), first);
    Some(Answer {
        who: name,
        line: marked.or((element.line > 0).then_some(element.line)),
        chance: *chance,
        why: changed(first).into_iter().chain(strongest).take(REASONS).collect(),
        more: weak.then(|| more_evidence(ranking)),
    })
}

/// The reason that a suspect has changed.
fn changed(first: &Ranked) -> Option<&'static str> {
    (first.changed > 1.0).then_some("it has changed since the failing test passed")
}

/// Suggests a source of evidence that the ranking does not use yet.
fn more_evidence(ranking: &Ranking) -> &'static str {
    match (ranking.spec.mutants, ranking.spec.amplified) {
        (None, _) => "`faultline mutate` tries small changes in the suspicious lines",
        (Some(_), None) => "`faultline amplify` makes variants of the failing test",
        (Some(_), Some(_)) => "`faultline select` names the tests whose labels are most informative",
    }
}

/// The kinds that favour a candidate most, compared with the mean over all candidates.
fn reasons(typical: &Typical<'_>, entry: &Ranked) -> Vec<&'static str> {
    typical.gains(entry).into_iter().filter_map(|(_, kind)| words(kind)).take(REASONS).collect()
}

/// What a high value of a kind means for a suspect.
pub fn says(kind: Kind) -> &'static str {
    match kind {
        Kind::Suspicion => "few passing tests run what the failing ones run there",
        Kind::Size => "failing tests run many of its lines",
        Kind::ClassName => "its class is what the failing test is called after",
        Kind::Constructor => "it is not a constructor",
        Kind::Package => "it lies in the failing test's package",
        Kind::Words => "its names share words with the failing test's",
        Kind::Implicit => "it is near the place where the JVM threw",
        Kind::Explicit => "it stands in the stack trace",
        Kind::Thrower => "it threw the exception itself",
        Kind::Few => "the failing tests that run it run little else",
    }
}

/// The same for kinds that can be reasons; `None` for kinds that only speak against suspects or say almost
/// nothing.
fn words(kind: Kind) -> Option<&'static str> {
    (!matches!(kind, Kind::Constructor | Kind::Thrower)).then(|| says(kind))
}
