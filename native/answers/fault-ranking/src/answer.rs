//! The first suspect in a sentence: its name, its probability, the reasons.

use std::fmt;

use faultline_messages::names;
use faultline_sbfl::evidence::{Kind, Weights};
use faultline_sbfl::{Level, Ranked, Ranking};
use faultline_spectrum::Spectrum;

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

/// The first suspect, with its probability and the two strongest kinds of evidence. `None` unless methods are
/// ranked by evidence and the first place is unique.
pub fn of(spectrum: &Spectrum, ranking: &Ranking) -> Option<Answer> {
    let weights = ranking.spec.weights()?;
    let first =
        ranking.entries.first().filter(|first| ranking.level == Level::Method && first.rank_max == 1)?;
    let candidates: Vec<&Ranked> = ranking.entries.iter().filter(|entry| entry.counts.ef > 0).collect();
    let scores: Vec<f64> = candidates.iter().map(|entry| entry.score).collect();
    let chances = weights.stated().chances(&scores);
    let chance = chances.first()?;
    let element = spectrum.elements[first.element.index()];
    let method = &spectrum.methods[element.method.index()];
    let class = &spectrum.classes[method.class.index()].name;
    let name = names::method(class, method, false);
    let weak = chances.iter().take(3).sum::<f64>() < WEAK;
    Some(Answer {
        who: name,
        line: (element.line > 0).then_some(element.line),
        chance: *chance,
        why: changed(first).into_iter().chain(reasons(weights, &candidates)).take(REASONS).collect(),
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
        (None, _) => "`faultline mutate` asks the tests themselves",
        (Some(_), None) => "`faultline amplify` grows tests from the failing one",
        (Some(_), Some(_)) => "`faultline select` names the tests whose labels would tell most",
    }
}

/// The kinds that favour the first candidate most, compared with the mean over all candidates.
fn reasons(weights: &Weights, candidates: &[&Ranked]) -> Vec<&'static str> {
    let Some(first) = candidates.first() else { return Vec::new() };
    let mean = |value: &dyn Fn(&Ranked) -> f64| {
        candidates.iter().map(|entry| value(entry)).sum::<f64>() / candidates.len() as f64
    };
    let gain = |kind: Kind| {
        let value: Box<dyn Fn(&Ranked) -> f64> = match kind.told() {
            Some(at) => Box::new(move |entry: &Ranked| entry.told[at]),
            None if kind == Kind::Size => Box::new(|entry: &Ranked| f64::from(entry.lines.max(1)).ln()),
            // The base is Ochiai to the power of its weight.
            None => {
                let power = weights.of(Kind::Suspicion);
                Box::new(move |entry: &Ranked| if entry.base > 0.0 { entry.base.ln() / power } else { 0.0 })
            }
        };
        weights.of(kind) * (value(first) - mean(&value))
    };
    let mut gains: Vec<(f64, &'static str)> =
        Kind::ALL.into_iter().filter_map(|kind| Some((gain(kind), words(kind)?))).collect();
    gains.sort_by(|a, b| b.0.total_cmp(&a.0));
    gains.into_iter().filter(|(gain, _)| *gain > 0.05).take(REASONS).map(|(_, words)| words).collect()
}

/// What a high value of a kind means for a suspect.
pub fn says(kind: Kind) -> &'static str {
    match kind {
        Kind::Suspicion => "few passing tests run what the failing ones run there",
        Kind::Size => "failing tests run many of its lines",
        Kind::ClassName => "its class is what the failing test is called after",
        Kind::Constructor => "it is no constructor",
        Kind::Package => "it lies in the failing test's package",
        Kind::Words => "its names share words with the failing test's",
        Kind::Implicit => "it is near the place where the JVM threw",
        Kind::Explicit => "it stands in the stack trace",
        Kind::Thrower => "it threw by hand itself",
        Kind::Few => "the failing tests that run it run little else",
    }
}

/// The same for kinds that can be reasons; `None` for kinds that only speak against suspects or say almost
/// nothing.
fn words(kind: Kind) -> Option<&'static str> {
    (!matches!(kind, Kind::Constructor | Kind::Thrower)).then(|| says(kind))
}
