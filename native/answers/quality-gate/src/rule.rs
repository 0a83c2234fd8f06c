//! Parses and prints rules.

use std::fmt;
use std::str::FromStr;

use crate::measure::Measure;

/// A bound on a measure: `[class:|package:][PATTERN:]MEASURE(>=|<=|>|<)NUMBER`. The words `at least` and `at
/// most` are also accepted, for build files in which `<` must be escaped.
///
/// The output of [`fmt::Display`] parses back to the same rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// What the rule applies to.
    pub scope: Scope,
    /// Only packages or classes matching this pattern; `*` matches any characters, `?` matches one.
    pub pattern: Option<String>,
    /// The measure.
    pub measure: Measure,
    /// The allowed side of the limit.
    pub side: Side,
    /// The limit; finite.
    pub limit: f64,
}

/// What a rule applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The suite as a whole.
    Suite,
    /// Each package.
    Package,
    /// Each class.
    Class,
}

/// The allowed side of a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The limit and above.
    AtLeast,
    /// The limit and below.
    AtMost,
    /// Above the limit.
    Above,
    /// Below the limit.
    Below,
}

/// The reason why a text is not a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuleError {
    /// It has no comparison operator.
    NoOperator(String),
    /// No finite number follows the operator.
    NoNumber {
        /// The rule.
        rule: String,
        /// The text in its place.
        found: String,
    },
    /// The measure is unknown.
    UnknownMeasure {
        /// The rule.
        rule: String,
        /// The name.
        name: String,
    },
    /// The text before the measure is neither `class:` nor `package:`.
    UnknownScope {
        /// The rule.
        rule: String,
        /// The text before the measure.
        found: String,
    },
    /// Packages and classes do not have this measure.
    OfTheSuite {
        /// The rule.
        rule: String,
        /// The measure.
        measure: &'static str,
    },
}

/// Operators; of two with a common prefix the longer comes first.
const OPERATORS: [(&str, Side); 6] = [
    (">=", Side::AtLeast),
    ("<=", Side::AtMost),
    (">", Side::Above),
    ("<", Side::Below),
    (" at least ", Side::AtLeast),
    (" at most ", Side::AtMost),
];

impl Rule {
    /// Whether a text is meant as a rule: it contains a comparison operator.
    pub fn is_meant_by(text: &str) -> bool {
        cut(&spaced(text)).is_some()
    }

    /// Whether a value keeps the rule. NaN never does.
    pub fn is_kept_by(&self, value: f64) -> bool {
        match self.side {
            Side::AtLeast => value >= self.limit,
            Side::AtMost => value <= self.limit,
            Side::Above => value > self.limit,
            Side::Below => value < self.limit,
        }
    }
}

impl Scope {
    /// Its name in rules and JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Suite => "suite",
            Self::Package => "package",
            Self::Class => "class",
        }
    }
}

impl Side {
    /// Its operator in rules and JSON.
    pub fn sign(self) -> &'static str {
        match self {
            Self::AtLeast => ">=",
            Self::AtMost => "<=",
            Self::Above => ">",
            Self::Below => "<",
        }
    }
}

impl FromStr for Rule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Self, RuleError> {
        let text = &spaced(text);
        let rule = || text.clone();
        let (what, side, limit) = cut(text).ok_or_else(|| RuleError::NoOperator(rule()))?;
        let limit = match limit.parse::<f64>() {
            Ok(number) if number.is_finite() => number,
            _ => return Err(RuleError::NoNumber { rule: rule(), found: limit.to_owned() }),
        };
        let (place, name) = what.rsplit_once(':').map_or((None, what), |(place, name)| (Some(place), name));
        let (scope, pattern) = place.map_or(Ok((Scope::Suite, None)), |place| {
            of_parts(place).ok_or_else(|| RuleError::UnknownScope { rule: rule(), found: place.to_owned() })
        })?;
        let name = name.trim();
        let measure = Measure::find(name)
            .ok_or_else(|| RuleError::UnknownMeasure { rule: rule(), name: name.to_owned() })?;
        if scope != Scope::Suite && !measure.is_of_parts() {
            return Err(RuleError::OfTheSuite { rule: rule(), measure: measure.name });
        }
        Ok(Self { scope, pattern, measure, side, limit })
    }
}

/// Normalizes line breaks and indentation of build files to single spaces.
fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Splits a rule at its first operator.
fn cut(text: &str) -> Option<(&str, Side, &str)> {
    let found = OPERATORS.iter().enumerate().filter_map(|(order, &(operator, side))| {
        text.find(operator).map(|at| (at, order, operator.len(), side))
    });
    let (at, _, length, side) = found.min_by_key(|&(at, order, ..)| (at, order))?;
    Some((text[..at].trim(), side, text[at + length..].trim()))
}

/// Parses the text before a measure: `class` or `package`, optionally with a pattern.
fn of_parts(place: &str) -> Option<(Scope, Option<String>)> {
    let (scope, pattern) =
        place.split_once(':').map_or((place, None), |(scope, pattern)| (scope, Some(pattern.trim())));
    let scope = match scope.trim() {
        "class" => Scope::Class,
        "package" => Scope::Package,
        _ => return None,
    };
    Some((scope, pattern.map(str::to_owned)))
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.scope != Scope::Suite {
            write!(f, "{}:", self.scope.name())?;
        }
        if let Some(pattern) = &self.pattern {
            write!(f, "{pattern}:")?;
        }
        write!(f, "{}{}{}", self.measure.name, self.side.sign(), self.limit)
    }
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoOperator(rule) => write!(
                f,
                "'{rule}' has no comparison; a rule has >=, <=, >, <, `at least` or `at most`, as in ddu>=0.1"
            ),
            Self::NoNumber { rule, found } => {
                write!(f, "'{found}' in the rule '{rule}' is not a number; write a rule such as ddu>=0.1")
            }
            Self::UnknownMeasure { rule, name } => {
                let near =
                    Measure::nearest(name).map_or_else(String::new, |near| format!("did you mean {near}? "));
                let names: Vec<&str> = Measure::names().collect();
                write!(
                    f,
                    "no measure is called '{name}', as in the rule '{rule}'; {near}there are {}",
                    names.join(", ")
                )
            }
            Self::UnknownScope { rule, found } => write!(
                f,
                "'{found}' in the rule '{rule}' is neither `class` nor `package`; write a rule for classes such as class:org.x.*:covered>=0.8"
            ),
            Self::OfTheSuite { rule, measure } => write!(
                f,
                "the rule '{rule}' asks each package or class for {measure}, which only a suite as a whole has"
            ),
        }
    }
}

impl std::error::Error for RuleError {}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn refused(text: &str) -> String {
        text.parse::<Rule>().unwrap_err().to_string()
    }

    #[test]
    fn a_rule_is_a_measure_a_side_and_a_number() {
        let rule: Rule = "ddu>=0.1".parse().unwrap();
        assert_eq!((rule.scope, &rule.pattern, rule.measure.name), (Scope::Suite, &None, "ddu"));
        assert_eq!((rule.side, rule.limit), (Side::AtLeast, 0.1));
        for (text, written) in [
            (" DDU  >= .1", "ddu>=0.1"),
            ("suspects<3", "suspects<3"),
            ("entbug at most 4e-1", "entbug<=0.4"),
            ("class:uniqueness > -0", "class:uniqueness>-0"),
            ("class: org.x.* : covered\n    at least 0.8", "class:org.x.*:covered>=0.8"),
            ("package:org.?:tests<=7", "package:org.?:tests<=7"),
        ] {
            assert_eq!(text.parse::<Rule>().unwrap().to_string(), written);
        }
    }

    #[test]
    fn only_what_compares_is_meant_as_a_rule() {
        for text in ["ddu>=0.1", "a<b", "nonsense at most x", "ddu>"] {
            assert!(Rule::is_meant_by(text), "{text}");
        }
        for text in [".faultline", "ddu", "ddu=0.1", "at least/run.flt", ""] {
            assert!(!Rule::is_meant_by(text), "{text}");
        }
    }

    #[test]
    fn what_is_no_rule_is_refused_in_a_sentence_that_says_what_would_be_one() {
        for (text, said) in [
            ("ddu=0.1", "'ddu=0.1' has no comparison"),
            ("ddu>=", "'' in the rule 'ddu>=' is not a number"),
            ("ddu>=many", "'many' in the rule 'ddu>=many' is not a number"),
            ("ddu>=NaN", "'NaN' in"),
            ("ddu<=inf", "'inf' in"),
            ("ddu==>1", "no measure is called 'ddu=='"),
            ("uniquenes>=1", "did you mean uniqueness? there are tests, passed,"),
            ("packages:ddu>=1", "'packages' in the rule 'packages:ddu>=1' is neither"),
            ("org.x.*:ddu>=1", "'org.x.*' in the rule"),
            ("class:failed<=0", "asks each package or class for failed"),
        ] {
            let error = refused(text);
            assert!(error.contains(said) && !error.contains('\n'), "{text}: {error}");
        }
    }

    #[test]
    fn no_rule_is_kept_by_what_is_not_a_number() {
        for sign in [">=", "<=", ">", "<"] {
            let rule: Rule = format!("ddu{sign}0").parse().unwrap();
            assert!(!rule.is_kept_by(f64::NAN));
            assert_eq!(rule.is_kept_by(0.0), sign.ends_with('='));
        }
    }

    proptest! {
        #[test]
        fn a_rule_that_is_written_out_reads_back_as_itself(
            scope in 0_usize..3,
            pattern in proptest::option::of("[a-zA-Z0-9_$.*?]{0,12}"),
            measure in 0_usize..21,
            sign in 0_usize..4,
            limit in proptest::num::f64::NORMAL | proptest::num::f64::ZERO,
        ) {
            let scope = [Scope::Suite, Scope::Package, Scope::Class][scope];
            let measure = Measure::find(Measure::names().nth(measure).unwrap()).unwrap();
            prop_assume!(scope == Scope::Suite || measure.is_of_parts());
            let rule = Rule {
                scope,
                pattern: pattern.filter(|_| scope != Scope::Suite),
                measure,
                side: OPERATORS[sign].1,
                limit,
            };
            prop_assert_eq!(rule.to_string().parse::<Rule>(), Ok(rule));
        }

        #[test]
        fn every_text_is_a_rule_or_refused_in_one_line(text in "\\PC{0,30}|(class:)?[a-z.*]{0,6}:?(ddu|failed)? ?(>=|<| at most )[0-9.e-]{0,5}") {
            match text.parse::<Rule>() {
                Ok(rule) => prop_assert!(Rule::is_meant_by(&text) && rule.limit.is_finite()),
                Err(error) => prop_assert!(!error.to_string().contains('\n')),
            }
        }
    }
}
