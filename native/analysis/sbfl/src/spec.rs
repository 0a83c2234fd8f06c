//! The definition of a ranking: a base and modifiers.

use std::fmt;
use std::str::FromStr;

use crate::evidence::{Kind, Weights};
use crate::formula::folded;
use crate::near::nearest;
use crate::{Cloning, Counts, FORMULAS, Formula, MutantScore, NameMatch, Posterior, ScoringError};

/// The definition of a ranking: a base score of lines, their aggregation to methods, and factors.
///
/// Written `BASE+MODIFIER+...`, each with an optional number after a colon: `ochiai+size+trace+name`, `dstar:3+size:0.5`,
/// `wong2+clone`, `posterior:q=0.3:s=0.1`, `metallaxis:dstar:3+infection`, `muse`.
///
/// A method's score is `aggregate(lines) * n^size * (1 + trace/k) * (1 + name/2 * C) * (1 + name * M)`: n is the number of
/// its lines that a failing test covers (at least 1); k its position among the kept frames of a failing test's stack trace
/// (without one, no factor); C and M the similarity of its class's and its own name to a failing test's ([`NameMatch`]).
/// Under `+mutants` each line has a separate factor before aggregation ([`crate::MutantEvidence`]). Under `+changed`
/// methods that have changed since the failing tests passed have a factor, and their changed lines another
/// ([`crate::ChangeEvidence`]). Under `+amplified`
/// variants of the failing tests count beside the tests ([`crate::Variant`]). Lines take their method's factors; a class
/// takes its best method, or the sum of its methods if lines are summed. Factors also multiply negative scores, which then
/// sink: choose a formula without them.
///
/// Source: measured on 652 faults of 16 projects; `docs/formulas.md`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankingSpec {
    /// The base score of lines.
    pub base: Base,
    /// The aggregation of lines to methods.
    pub aggregate: Aggregate,
    /// Whether the failed tests are repeated P/F times.
    pub clone: bool,
    /// The exponent of the number of suspicious lines: `+size`.
    pub size: Option<f64>,
    /// The weight of the stack trace: `+trace`.
    pub trace: Option<f64>,
    /// The weight of the method's name: `+name`; the class's name has half of it.
    pub name: Option<f64>,
    /// The weight of evidence from mutants about each line: `+mutants`.
    pub mutants: Option<f64>,
    /// The largest total weight of the variants of failing tests, in tests: `+amplified`.
    pub amplified: Option<f64>,
    /// The largest factor of a method that has changed since the failing tests passed: `+changed`.
    pub changed: Option<f64>,
}

/// The base score of lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Base {
    /// A formula of the registry.
    Formula {
        /// The formula.
        formula: &'static Formula,
        /// The formula's parameter; 0 if it has none.
        parameter: f64,
    },
    /// The probability of being faulty.
    Posterior(Posterior),
    /// Evidence from mutants.
    Mutants(MutantScore),
    /// All kinds of evidence, weighted: Ochiai to the power of suspicion's weight, times the factors of the other kinds.
    Evidence(Weights),
}

/// The aggregation of lines to methods.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Aggregate {
    /// The maximum. Source: Sohn, Yoo, FLUCCS, ISSTA 2017.
    #[default]
    Max,
    /// The mean.
    Mean,
    /// The sum; for probabilities, the probability that any of the lines is faulty.
    Sum,
}

impl Aggregate {
    /// Every aggregation, the default first.
    pub const ALL: [Self; 3] = [Self::Max, Self::Mean, Self::Sum];

    /// Lower-case name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Max => "max",
            Self::Mean => "mean",
            Self::Sum => "sum",
        }
    }
}

impl fmt::Display for Aggregate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Default exponent of `+size`.
pub const SIZE_EXPONENT: f64 = 0.3;
/// Default weight of `+trace`.
pub const TRACE_WEIGHT: f64 = 2.0;
/// Default weight of `+name`.
pub const NAME_WEIGHT: f64 = 2.0;
/// Default weight of `+mutants`.
pub const MUTANTS_WEIGHT: f64 = 2.0;
/// Exponent of the `+mutants` factor with a base by evidence, which also weighs suspicion and names by powers.
/// Source: chosen among 1, 1.5, 2, 2.5, 3 and 4 on 135 faults of seven libraries, each ranked with weights from the others.
pub const MUTANTS_POWER: f64 = 2.5;
/// Default largest factor of a changed method under `+changed`; a changed line of it has the factor twice.
/// Source: on 30 regressions of 19 projects, of which none was left out; `docs/baseline.md`.
pub const CHANGED_MOST: f64 = 30.0;
/// Default total weight of all variants under `+amplified`.
pub const AMPLIFIED_WEIGHT: f64 = 5.0;

impl RankingSpec {
    /// The default of `faultline rank`: all kinds of evidence with the built-in weights.
    pub const DEFAULT: &str = "evidence";

    /// Ochiai with the factors of size, trace and names, none of them learned.
    pub fn by_factors() -> Self {
        Self {
            size: Some(SIZE_EXPONENT),
            trace: Some(TRACE_WEIGHT),
            name: Some(NAME_WEIGHT),
            ..Self::of(ochiai())
        }
    }

    /// A formula alone, with its default parameter; methods by their best line.
    pub fn of(formula: &'static Formula) -> Self {
        Self::of_base(Base::Formula { formula, parameter: formula.default_parameter() }, Aggregate::Max)
    }

    fn of_base(base: Base, aggregate: Aggregate) -> Self {
        Self {
            base,
            aggregate,
            clone: false,
            size: None,
            trace: None,
            name: None,
            mutants: None,
            amplified: None,
            changed: None,
        }
    }

    /// Adds evidence from mutants at the default weight, as `faultline rank` does by default if there are results.
    #[must_use]
    pub fn with_mutants(self) -> Self {
        Self { mutants: Some(MUTANTS_WEIGHT), ..self }
    }

    /// Adds variants of the failing tests at the default weight, as `faultline rank` does by default if there are any.
    #[must_use]
    pub fn with_amplified(self) -> Self {
        Self { amplified: Some(AMPLIFIED_WEIGHT), ..self }
    }

    /// Adds evidence from changes at the default weight, as `faultline rank` does by default if a baseline has any.
    #[must_use]
    pub fn with_changed(self) -> Self {
        Self { changed: Some(CHANGED_MOST), ..self }
    }

    /// The largest factor of a line's score from its mutants; 1 without them.
    pub fn largest_of_mutants(&self) -> f64 {
        let most = self.mutants.map_or(1.0, |weight| (1.0 + weight) * (1.0 + weight));
        if matches!(self.base, Base::Evidence(_)) { most.powf(MUTANTS_POWER) } else { most }
    }

    /// Whether it requires results of mutants.
    pub fn needs_mutants(&self) -> bool {
        matches!(self.base, Base::Mutants(_))
    }

    /// The formula, if the base is one.
    pub fn formula(&self) -> Option<&'static Formula> {
        match self.base {
            Base::Formula { formula, .. } => Some(formula),
            Base::Posterior(_) | Base::Mutants(_) | Base::Evidence(_) => None,
        }
    }

    /// All kinds of evidence with the given weights.
    pub fn of_evidence(weights: Weights) -> Self {
        let base = Base::Evidence(weights);
        Self { size: Some(weights.of(Kind::Size)), ..Self::of_base(base, Aggregate::Max) }
    }

    /// Replaces the weights, if the base is evidence; an explicit size is kept.
    #[must_use]
    pub fn with_weights(self, weights: Weights) -> Self {
        let Base::Evidence(known) = self.base else { return self };
        let is_usual = self.size.is_some_and(|size| !differ(size, known.of(Kind::Size)));
        let size = if is_usual { Some(weights.of(Kind::Size)) } else { self.size };
        Self { base: Base::Evidence(weights), size, ..self }
    }

    /// The weights, if the base is evidence.
    pub fn weights(&self) -> Option<&Weights> {
        match &self.base {
            Base::Evidence(weights) => Some(weights),
            Base::Formula { .. } | Base::Posterior(_) | Base::Mutants(_) => None,
        }
    }

    /// Whether scores are probabilities, whose sum over all lines is 1.
    pub fn is_probability(&self) -> bool {
        matches!(self.base, Base::Posterior(_))
            && self.aggregate == Aggregate::Sum
            && self.size.is_none()
            && self.trace.is_none()
            && self.name.is_none()
            && self.mutants.is_none()
            && self.changed.is_none()
    }

    /// The proven effect of cloning on the base's ranking of lines.
    pub fn cloning(&self) -> Option<Cloning> {
        self.formula().map(|formula| formula.cloning)
    }

    /// An element's counts as the base reads them: cloned, if requested.
    pub fn weighed(&self, counts: Counts) -> Counts<f64> {
        self.weights_of(counts.weights())
    }

    /// Like [`RankingSpec::weighed`], for counts that include variants.
    pub fn weights_of(&self, counts: Counts<f64>) -> Counts<f64> {
        if self.clone { counts.cloned() } else { counts }
    }

    /// Applies the formula of a ranking by mutants to the tests that kill a mutant.
    pub(crate) fn score_of_kills(&self, kills: Counts<f64>) -> f64 {
        match self.base {
            Base::Mutants(MutantScore::Metallaxis { formula, parameter, .. }) => {
                formula.score_with(parameter, &if self.clone { kills.cloned() } else { kills })
            }
            Base::Formula { .. }
            | Base::Posterior(_)
            | Base::Evidence(_)
            | Base::Mutants(MutantScore::Muse) => 0.0,
        }
    }

    /// The factor of a method by its number of lines that a failing test covers.
    pub fn size_factor(&self, lines: u32) -> f64 {
        self.size.map_or(1.0, |exponent| f64::from(lines.max(1)).powf(exponent))
    }

    /// The factor of a method by its position in a stack trace, from 1.
    pub fn trace_factor(&self, frame: Option<u32>) -> f64 {
        match (self.trace, frame) {
            (Some(weight), Some(place)) => 1.0 + weight / f64::from(place),
            _ => 1.0,
        }
    }

    /// The factor of a method by the similarity of its names to a failing test's.
    pub fn name_factor(&self, name: NameMatch) -> f64 {
        self.name.map_or(1.0, |weight| (1.0 + weight / 2.0 * name.class) * (1.0 + weight * name.method))
    }
}

/// The formula Ochiai.
pub(crate) fn ochiai() -> &'static Formula {
    FORMULAS.iter().find(|formula| formula.name == "Ochiai").unwrap_or(&FORMULAS[0])
}

impl Default for RankingSpec {
    fn default() -> Self {
        Self::of_evidence(Weights::SHIPPED)
    }
}

/// The parsable form; omits numbers with default values.
impl fmt::Display for RankingSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = match self.base {
            Base::Formula { formula, parameter } => {
                f.write_str(formula.name)?;
                if differ(parameter, formula.default_parameter()) {
                    write!(f, ":{parameter}")?;
                }
                Aggregate::Max
            }
            Base::Posterior(posterior) => {
                write!(f, "{posterior}")?;
                Aggregate::Sum
            }
            Base::Mutants(MutantScore::Metallaxis { formula, parameter, infection }) => {
                f.write_str("metallaxis")?;
                let is_usual_parameter = !differ(parameter, formula.default_parameter());
                if formula.name != METALLAXIS || !is_usual_parameter {
                    write!(f, ":{}", formula.name)?;
                }
                if !is_usual_parameter {
                    write!(f, ":{parameter}")?;
                }
                if infection {
                    f.write_str("+infection")?;
                }
                Aggregate::Max
            }
            Base::Mutants(MutantScore::Muse) => {
                f.write_str("muse")?;
                Aggregate::Max
            }
            Base::Evidence(_) => {
                f.write_str("evidence")?;
                Aggregate::Max
            }
        };
        if self.aggregate != usual {
            write!(f, "+{}", self.aggregate)?;
        }
        if self.clone {
            f.write_str("+clone")?;
        }
        // Size is a kind of evidence, so its default differs.
        let (size, usual_size) = match self.base {
            Base::Evidence(weights) => {
                let size = weights.of(Kind::Size);
                (self.size.filter(|&own| differ(own, size)), SIZE_EXPONENT)
            }
            Base::Formula { .. } | Base::Posterior(_) | Base::Mutants(_) => (self.size, SIZE_EXPONENT),
        };
        let parts = [
            ("size", size, usual_size),
            ("trace", self.trace, TRACE_WEIGHT),
            ("name", self.name, NAME_WEIGHT),
            ("mutants", self.mutants, MUTANTS_WEIGHT),
            ("amplified", self.amplified, AMPLIFIED_WEIGHT),
            ("changed", self.changed, CHANGED_MOST),
        ];
        for (name, value, usual) in parts {
            match value {
                Some(value) if differ(value, usual) => write!(f, "+{name}:{value}")?,
                Some(_) => write!(f, "+{name}")?,
                None => {}
            }
        }
        Ok(())
    }
}

fn differ(a: f64, b: f64) -> bool {
    a.to_bits() != b.to_bits()
}

impl FromStr for RankingSpec {
    type Err = ScoringError;

    /// Errors: [`ScoringError::UnknownFormula`], [`ScoringError::UnknownModifier`] and
    /// [`ScoringError::BadParameter`].
    fn from_str(text: &str) -> Result<Self, ScoringError> {
        let mut parts = text.split('+');
        let mut spec = base(parts.next().unwrap_or_default().trim())?;
        for part in parts {
            spec.add(part.trim())?;
        }
        Ok(spec)
    }
}

/// The names of all modifiers.
const MODIFIERS: [&str; 11] =
    ["size", "trace", "name", "mutants", "amplified", "changed", "infection", "clone", "max", "mean", "sum"];

impl RankingSpec {
    fn add(&mut self, part: &str) -> Result<(), ScoringError> {
        let (name, value) = split(part);
        let no_value = |value: Option<&str>| match value {
            None => Ok(()),
            Some(_) => Err(bad(part, "takes no number")),
        };
        match folded(name).as_str() {
            "size" => self.size = Some(within(part, value, SIZE_EXPONENT, 0.0, 10.0)?),
            "trace" => self.trace = Some(within(part, value, TRACE_WEIGHT, 0.0, 1e6)?),
            "name" => self.name = Some(within(part, value, NAME_WEIGHT, 0.0, 1e6)?),
            "mutants" => self.mutants = Some(within(part, value, MUTANTS_WEIGHT, 0.0, 1e6)?),
            "amplified" => self.amplified = Some(within(part, value, AMPLIFIED_WEIGHT, 0.0, 1e6)?),
            "changed" => self.changed = Some(within(part, value, CHANGED_MOST, 1.0, 1e6)?),
            "clone" => {
                no_value(value)?;
                self.clone = true;
            }
            "infection" => {
                no_value(value)?;
                let Base::Mutants(MutantScore::Metallaxis { infection, .. }) = &mut self.base else {
                    return Err(bad(part, "goes with metallaxis"));
                };
                *infection = true;
            }
            folded => {
                let known = Aggregate::ALL.into_iter().find(|aggregate| aggregate.name() == folded);
                let unknown = || ScoringError::UnknownModifier {
                    name: name.to_owned(),
                    near: nearest(name, MODIFIERS, 3),
                };
                self.aggregate = known.ok_or_else(unknown)?;
                no_value(value)?;
            }
        }
        Ok(())
    }
}

/// Parses the base.
fn base(text: &str) -> Result<RankingSpec, ScoringError> {
    let (name, value) = split(text);
    if folded(name) == "posterior" {
        let base = Base::Posterior(posterior(text, value)?);
        return Ok(RankingSpec::of_base(base, Aggregate::Sum));
    }
    match (folded(name).as_str(), value) {
        ("metallaxis", value) => return metallaxis(value.unwrap_or(METALLAXIS)),
        ("muse", None) => return Ok(RankingSpec::of_base(Base::Mutants(MutantScore::Muse), Aggregate::Max)),
        ("evidence", None) => return Ok(RankingSpec::of_evidence(Weights::SHIPPED)),
        ("muse" | "evidence", Some(_)) => return Err(bad(text, "takes no number")),
        _ => {}
    }
    let formula = match Formula::find(name) {
        Err(ScoringError::UnknownFormula { name, .. }) => {
            let names = FORMULAS.iter().flat_map(Formula::names).chain([
                "posterior",
                "metallaxis",
                "muse",
                "evidence",
            ]);
            let near = nearest(&name, names, 3);
            return Err(ScoringError::UnknownFormula { name, near });
        }
        found => found?,
    };
    let mut spec = RankingSpec::of(formula);
    match (formula.parameter, value) {
        (Some(parameter), value) => {
            let value = value.map(|value| {
                value.strip_prefix(parameter.name).and_then(|rest| rest.strip_prefix('=')).unwrap_or(value)
            });
            let parameter = within(text, value, parameter.default, parameter.min, parameter.max)?;
            spec.base = Base::Formula { formula, parameter };
        }
        (None, None) => {}
        (None, Some(_)) => return Err(bad(text, "takes no number")),
    }
    Ok(spec)
}

/// Default formula of `metallaxis`. Source: Papadakis, Le Traon, Metallaxis-FL, STVR 2015.
const METALLAXIS: &str = "Ochiai";

/// Parses a formula over the tests that kill a mutant, with its parameter.
fn metallaxis(formula: &str) -> Result<RankingSpec, ScoringError> {
    match base(formula)?.base {
        Base::Formula { formula, parameter } => {
            let score = MutantScore::Metallaxis { formula, parameter, infection: false };
            Ok(RankingSpec::of_base(Base::Mutants(score), Aggregate::Max))
        }
        Base::Posterior(_) | Base::Mutants(_) | Base::Evidence(_) => {
            Err(bad(&format!("metallaxis:{formula}"), "takes a formula"))
        }
    }
}

/// Parses `q=0.2:s=0.1`; both are optional.
fn posterior(text: &str, values: Option<&str>) -> Result<Posterior, ScoringError> {
    let mut posterior = Posterior::default();
    for value in values.into_iter().flat_map(|values| values.split(':')) {
        match value.split_once('=') {
            Some(("q", value)) => posterior.q = within(text, Some(value), 0.0, 0.0, 0.999_999)?,
            Some(("s", value)) => posterior.s = within(text, Some(value), 0.0, 1e-6, 1.0)?,
            _ => return Err(bad(text, "takes q=NUMBER and s=NUMBER")),
        }
    }
    Ok(posterior)
}

fn split(part: &str) -> (&str, Option<&str>) {
    part.split_once(':').map_or((part, None), |(name, value)| (name, Some(value)))
}

fn within(part: &str, value: Option<&str>, usual: f64, min: f64, max: f64) -> Result<f64, ScoringError> {
    let Some(value) = value else { return Ok(usual) };
    match value.trim().parse::<f64>() {
        Ok(number) if (min..=max).contains(&number) => Ok(number),
        _ => Err(bad(part, &format!("needs a number from {min} to {max}"))),
    }
}

fn bad(part: &str, reason: &str) -> ScoringError {
    ScoringError::BadParameter { part: part.to_owned(), reason: reason.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> RankingSpec {
        text.parse().unwrap()
    }

    fn error(text: &str) -> String {
        text.parse::<RankingSpec>().unwrap_err().to_string()
    }

    #[test]
    fn the_default_is_what_its_name_says() {
        assert_eq!(parsed(RankingSpec::DEFAULT), RankingSpec::default());
        assert_eq!(RankingSpec::default().to_string(), "evidence");
        assert_eq!(parsed("ochiai+size+trace+name"), RankingSpec::by_factors());
    }

    #[test]
    fn a_ranking_is_read_back_from_how_it_is_written() {
        for text in [
            "Ochiai",
            "Ochiai+size+trace",
            "Ochiai+size+trace+name",
            "DStar+name:0.5",
            "DStar:3+size:0.5",
            "Wong2+clone",
            "Jaccard+mean+clone+size:0.4+trace:3",
            "posterior",
            "posterior:q=0.5",
            "posterior:q=0.3:s=0.2+size",
            "posterior+max",
            "Ochiai+size+trace+name+mutants",
            "DStar:3+name+mutants:0.5",
            "Ochiai+size+trace+name+mutants+amplified",
            "Jaccard+amplified:20",
            "metallaxis",
            "metallaxis:Naish2+mean",
            "metallaxis:DStar:3",
            "metallaxis+infection",
            "metallaxis:Jaccard+infection+mean+size",
            "muse+size",
        ] {
            assert_eq!(parsed(text).to_string(), text);
        }
        for formula in FORMULAS {
            assert_eq!(parsed(formula.name), RankingSpec::of(formula));
        }
    }

    #[test]
    fn case_blanks_and_the_parameters_name_do_not_matter() {
        assert_eq!(parsed("D*:star=3 + Size"), parsed("dstar:3+size"));
        assert_eq!(parsed("dstar:2"), parsed("dstar"));
        assert_eq!(parsed("rogers-tanimoto"), parsed("RogersTanimoto"));
        assert_eq!(parsed("posterior+sum"), parsed("Posterior"));
    }

    #[test]
    fn what_cannot_be_read_is_named_with_what_it_may_mean() {
        assert_eq!(error("posteror"), "no ranking is called 'posteror'; did you mean posterior?");
        assert_eq!(error("ochiai+trase"), "no part of a ranking is called 'trase'; did you mean trace?");
        assert_eq!(
            error("ochiai+xyzzy"),
            "no part of a ranking is called 'xyzzy'; there are size, trace, name, mutants, amplified, changed, infection, clone, max, mean and sum"
        );
        assert_eq!(error("ochiai:3"), "'ochiai:3' in a ranking takes no number");
        assert_eq!(error("dstar:x"), "'dstar:x' in a ranking needs a number from 1 to 100");
        assert_eq!(error("dstar:0.5"), "'dstar:0.5' in a ranking needs a number from 1 to 100");
        assert_eq!(error("ochiai+clone:2"), "'clone:2' in a ranking takes no number");
        assert_eq!(error("ochiai+size:NaN"), "'size:NaN' in a ranking needs a number from 0 to 10");
        assert_eq!(error("posterior:0.2"), "'posterior:0.2' in a ranking takes q=NUMBER and s=NUMBER");
        assert_eq!(error("posterior:q=1"), "'posterior:q=1' in a ranking needs a number from 0 to 0.999999");
        assert_eq!(error("ochiai+infection"), "'infection' in a ranking goes with metallaxis");
        assert_eq!(error("muse:3"), "'muse:3' in a ranking takes no number");
        assert_eq!(error("metallaxis:muse"), "'metallaxis:muse' in a ranking takes a formula");
        assert_eq!(error("metalaxis"), "no ranking is called 'metalaxis'; did you mean metallaxis?");
        assert!(error("").starts_with("no ranking is called ''"));
    }

    #[test]
    fn only_the_bare_posterior_is_a_probability() {
        let probabilities = ["posterior", "posterior:q=0.5", "posterior+clone"];
        assert!(probabilities.iter().all(|text| parsed(text).is_probability()));
        let others = [
            "posterior+size",
            "posterior+trace",
            "posterior+name",
            "posterior+mutants",
            "posterior+max",
            "ochiai",
        ];
        assert!(!others.iter().any(|text| parsed(text).is_probability()));
    }
}
