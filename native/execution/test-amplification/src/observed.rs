//! Results of tests that a JVM ran, and comparison of two runs.

use std::collections::BTreeMap;

use faultline_flt::fields;

/// The outcome of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// It passed.
    Passed,
    /// It failed.
    Failed,
    /// It was aborted, as by an assumption.
    Aborted,
    /// It was ended at its timeout.
    Timeout,
    /// It did not run.
    Skipped,
    /// Classes were missing or binary-incompatible.
    Linkage,
}

impl Outcome {
    fn of_word(word: &str) -> Option<Self> {
        Some(match word {
            "passed" => Self::Passed,
            "failed" => Self::Failed,
            "aborted" => Self::Aborted,
            "timeout" => Self::Timeout,
            "skipped" => Self::Skipped,
            "linkage" => Self::Linkage,
            _ => return None,
        })
    }
}

/// One execution of a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Execution {
    /// Its outcome.
    pub outcome: Outcome,
    /// Class of the exception that ended it; empty if none did.
    pub exception: String,
    /// The topmost frame in the project: `org.x.Foo.bar:17`; empty if there is none.
    pub frame: String,
    /// The observations, in order.
    pub observations: Vec<String>,
}

/// Executions by method; a parameterised method has several.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observed {
    /// Executions in order.
    pub methods: BTreeMap<String, Vec<Execution>>,
    /// Why the JVM ran no method at all, if so.
    pub refused: Option<String>,
}

impl Observed {
    /// Parses a JVM's output, whose last line may be truncated. Other lines are ignored.
    pub fn parse(text: &str) -> Self {
        let mut observed = Self::default();
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        for line in whole.split('\n') {
            let mut fields = fields(line).into_iter();
            let (Some(method), Some(outcome)) = (fields.next(), fields.next()) else { continue };
            let Some(outcome) = Outcome::of_word(&outcome) else { continue };
            let (exception, frame) = (fields.next().unwrap_or_default(), fields.next().unwrap_or_default());
            let execution = Execution { outcome, exception, frame, observations: fields.collect() };
            observed.methods.entry(method).or_default().push(execution);
        }
        observed
    }

    /// The execution that determines a method's result: the first that did not pass, else the first.
    pub fn of(&self, method: &str) -> Option<&Execution> {
        let all = self.methods.get(method)?;
        all.iter().find(|execution| execution.outcome != Outcome::Passed).or_else(|| all.first())
    }

    /// Whether a method has the same results in another run; false if it did not run in both.
    pub fn agrees(&self, other: &Self, method: &str) -> bool {
        match (self.methods.get(method), other.methods.get(method)) {
            (Some(a), Some(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_like(b)),
            _ => false,
        }
    }
}

impl Execution {
    /// Whether two executions are equal except for rounding.
    pub fn is_like(&self, other: &Self) -> bool {
        (self.outcome, &self.exception, &self.frame) == (other.outcome, &other.exception, &other.frame)
            && self.observations.len() == other.observations.len()
            && self.observations.iter().zip(&other.observations).all(|(a, b)| is_like(a, b))
    }
}

/// Maximum relative difference of two numbers that count as equal.
const ROUNDING: f64 = 1e-9;

fn is_like(a: &str, b: &str) -> bool {
    let number = |text: &str| text.strip_prefix("D:").and_then(|number| number.parse::<f64>().ok());
    match (number(a), number(b)) {
        _ if a == b => true,
        (Some(a), Some(b)) => (a - b).abs() <= ROUNDING * a.abs().max(b.abs()),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_torn_line_and_the_names_of_columns_are_no_tests() {
        let text = "method\toutcome\texception\tframe\tobservations\na\tpassed\t\t\t1\tx\\ty\n\
                    b\tfailed\tjava.lang.Error\tx.Y.m:3\nc\tpass";
        let observed = Observed::parse(text);
        assert_eq!(observed.methods.keys().collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(observed.of("a").expect("it ran").observations, ["1", "x\ty"]);
        assert_eq!(observed.of("b").expect("it ran").frame, "x.Y.m:3");
        assert!(observed.of("c").is_none());
    }

    #[test]
    fn of_several_executions_the_first_that_did_not_pass_speaks() {
        let observed = Observed::parse("a\tpassed\t\t\na\tfailed\tE\tf\na\tlinkage\tL\tf\n");
        assert_eq!(observed.of("a").expect("it ran").outcome, Outcome::Failed);
        assert!(!observed.agrees(&Observed::parse("a\tpassed\t\t\na\tfailed\tE\tf\n"), "a"), "one less");
    }

    #[test]
    fn runs_agree_but_for_rounding() {
        let of = |value: &str| Observed::parse(&format!("a\tpassed\t\t\t{value}\n"));
        assert!(of("D:0.1").agrees(&of("D:0.10000000000000002"), "a"));
        assert!(!of("D:0.1").agrees(&of("D:0.1001"), "a"));
        assert!(!of("0.1").agrees(&of("0.10000000000000002"), "a"), "text is text");
        assert!(of("D:NaN").agrees(&of("D:NaN"), "a"));
        assert!(!of("D:1").agrees(&Observed::default(), "a"), "what did not run agrees with nothing");
    }

    proptest! {
        #[test]
        fn whatever_is_read_a_run_agrees_with_itself(text in "([a-c]\t(passed|failed|timeout)\t[EF]?\t[xy]?(\t[0-9D:.]{0,4})*\n)*") {
            let observed = Observed::parse(&text);
            for method in observed.methods.keys() {
                prop_assert!(observed.agrees(&observed, method));
            }
        }
    }
}
