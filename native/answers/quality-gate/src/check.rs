//! Checks rules against a recording.

use std::cell::OnceCell;

use faultline_diagnosability::SuiteMeasures;
use faultline_messages::failure::Failure;
use faultline_messages::words::{counted, number, printable};
use faultline_recording_store::load::Loaded;
use faultline_sbfl::fits;
use faultline_since_passed::Comparison;
use faultline_spectrum::{Spectrum, TestId};

use crate::measure::Read;
use crate::measured::measured_tests;
use crate::measures::{self, Measures};
use crate::rule::{Rule, Scope};

/// Number of parts named in a sentence.
const NAMED: usize = 5;

/// The result of checking a rule.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The rule.
    pub rule: Rule,
    /// Number of checked parts: 1 for the suite, 0 if no name matches the pattern.
    pub asked: usize,
    /// The parts that violate the rule: first those without a number, then the farthest from the limit.
    pub breaches: Vec<Part>,
}

/// A package, a class or the suite, and the value of a rule's measure.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Binary name; empty for the suite, and for the package without a name.
    pub name: String,
    /// Module of a class, if several modules have a class of that name; else empty.
    pub module: String,
    /// The measured value.
    pub value: f64,
}

/// Checks all rules. Errors: there is nothing to measure; a rule compares with earlier runs, of which none is known.
pub fn check(loaded: &Loaded, rules: &[Rule]) -> Result<Vec<Verdict>, Failure> {
    let spectrum = &loaded.spectrum;
    let suite = Suite {
        spectrum,
        changes: changes(loaded, rules)?,
        tests: measured_tests(spectrum)?,
        packages: OnceCell::new(),
        classes: OnceCell::new(),
    };
    Ok(rules.iter().map(|rule| verdict(rule, suite.values(rule))).collect())
}

/// The comparison with earlier runs, if a rule needs it. Errors: there is no baseline of these recordings.
fn changes(loaded: &Loaded, rules: &[Rule]) -> Result<Comparison, Failure> {
    let Some(rule) = rules.iter().find(|rule| rule.measure.is_since()) else {
        return Ok(Comparison::default());
    };
    let found = Comparison::beside(loaded).map_err(|error| Failure::failed(error.to_string()))?;
    found.ok_or_else(|| {
        Failure::failed(format!(
            "the rule {rule} cannot be checked: there is no baseline of this run beside the recordings, with which \
             `faultline run` compares; record again, or leave the rule out"
        ))
    })
}

/// The measured suite; each scope is measured only if a rule needs it.
struct Suite<'a> {
    spectrum: &'a Spectrum,
    changes: Comparison,
    tests: Vec<TestId>,
    packages: OnceCell<Vec<measures::Part>>,
    classes: OnceCell<Vec<measures::Part>>,
}

impl Suite<'_> {
    /// The values of a rule's measure for all parts in its scope.
    fn values(&self, rule: &Rule) -> Vec<Part> {
        let suite = |value| vec![Part { name: String::new(), module: String::new(), value }];
        match (rule.measure.read, rule.scope) {
            (Read::Suite(read), _) => suite(read(self.spectrum)),
            (Read::Since(read), _) => suite(read(self.spectrum, &self.changes)),
            (Read::Part(read), Scope::Suite) => {
                suite(read(&Measures::of(&SuiteMeasures::of(&self.spectrum.coverage, &self.tests))))
            }
            (Read::Part(read), Scope::Package) => of_parts(
                rule,
                self.packages.get_or_init(|| measures::packages(self.spectrum, &self.tests)),
                read,
            ),
            (Read::Part(read), Scope::Class) => of_parts(
                rule,
                self.classes.get_or_init(|| measures::classes(self.spectrum, &self.tests)),
                read,
            ),
        }
    }
}

fn of_parts(rule: &Rule, parts: &[measures::Part], read: fn(&Measures) -> f64) -> Vec<Part> {
    let fits = |part: &&measures::Part| rule.pattern.as_ref().is_none_or(|pattern| fits(pattern, &part.name));
    let value = |part: &measures::Part| Part {
        name: part.name.clone(),
        module: part.module.clone(),
        value: read(&part.measures),
    };
    parts.iter().filter(fits).map(value).collect()
}

fn verdict(rule: &Rule, values: Vec<Part>) -> Verdict {
    let asked = values.len();
    let mut breaches: Vec<Part> = values.into_iter().filter(|part| !rule.is_kept_by(part.value)).collect();
    // NaN counts as infinite distance; equals stay in the order of names.
    let distance = |part: &Part| {
        let distance = (part.value - rule.limit).abs();
        if distance.is_nan() { f64::INFINITY } else { distance }
    };
    breaches.sort_by(|a, b| distance(b).total_cmp(&distance(a)).then_with(|| a.name.cmp(&b.name)));
    Verdict { rule: rule.clone(), asked, breaches }
}

impl Verdict {
    /// Whether the rule is kept.
    pub fn is_kept(&self) -> bool {
        self.breaches.is_empty()
    }

    /// The violation in one sentence; `None` if the rule is kept.
    pub fn sentence(&self) -> Option<String> {
        let rule = &self.rule;
        let of_all = match (rule.scope, self.breaches.first()?) {
            (Scope::Suite, first) => {
                return Some(format!(
                    "{rule} is violated: {} of the suite is {}",
                    rule.measure.name,
                    shown(rule, first.value)
                ));
            }
            (Scope::Package, _) => counted(self.asked, "package"),
            (Scope::Class, _) => counted(self.asked, "class"),
        };
        let named: Vec<String> = self.breaches.iter().take(NAMED).map(|part| named(rule, part)).collect();
        let more = match self.breaches.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {} more", number(more)),
        };
        let count = number(self.breaches.len());
        Some(format!("{rule} is violated by {count} of {of_all}: {}{more}", named.join(", ")))
    }
}

fn named(rule: &Rule, part: &Part) -> String {
    let name =
        if part.name.is_empty() { "the package without a name".to_owned() } else { printable(&part.name) };
    let module =
        if part.module.is_empty() { String::new() } else { format!(" in {}", printable(&part.module)) };
    format!("{name}{module} ({})", shown(rule, part.value))
}

/// A value with at least four significant digits, and enough to show that it violates the rule.
fn shown(rule: &Rule, value: f64) -> String {
    if !value.is_finite() {
        return "not a number".to_owned();
    }
    if value.fract() == 0.0 {
        return value.to_string();
    }
    let rounded = |digits: usize| {
        let text = format!("{value:.digits$e}");
        text.parse::<f64>().ok().filter(|rounded| !rule.is_kept_by(*rounded))
    };
    (3..=17).find_map(rounded).unwrap_or(value).to_string()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    fn part(name: &str, value: f64) -> Part {
        Part { name: name.to_owned(), module: String::new(), value }
    }

    fn sentence(rule: &str, values: Vec<Part>) -> Option<String> {
        verdict(&rule.parse().unwrap(), values).sentence()
    }

    #[test]
    fn a_rule_that_is_kept_has_no_sentence() {
        assert_eq!(sentence("ddu>=0.1", vec![part("", 0.1)]), None);
        assert_eq!(sentence("class:nowhere.*:ddu>=0.1", vec![]), None);
    }

    #[test]
    fn a_sentence_says_the_rule_and_what_was_measured() {
        let said = sentence("ddu at least 0.1", vec![part("", 0.041_234_56)]).unwrap();
        assert_eq!(said, "ddu>=0.1 is violated: ddu of the suite is 0.04123");
        let said = sentence("tests>=1000000", vec![part("", 123_456.0)]).unwrap();
        assert_eq!(said, "tests>=1000000 is violated: tests of the suite is 123456");
    }

    #[test]
    fn a_value_just_beyond_the_limit_is_not_rounded_to_it() {
        let said = sentence("ddu>=0.1", vec![part("", 0.099_999_99)]).unwrap();
        assert!(said.ends_with("is 0.09999999"), "{said}");
        let said = sentence("failed<3", vec![part("", 3.0)]).unwrap();
        assert!(said.ends_with("is 3"), "{said}");
    }

    #[test]
    fn of_many_parts_the_farthest_are_named_first() {
        let mut values: Vec<Part> =
            (0..9).map(|at| part(&format!("a.B{at}"), f64::from(at) / 10.0)).collect();
        values.push(part("", f64::NAN));
        let said = sentence("package:ddu>=0.7", values).unwrap();
        assert_eq!(
            said,
            "package:ddu>=0.7 is violated by 8 of 10 packages: the package without a name (not a number), \
             a.B0 (0), a.B1 (0.1), a.B2 (0.2), a.B3 (0.3) and 3 more"
        );
    }
}
