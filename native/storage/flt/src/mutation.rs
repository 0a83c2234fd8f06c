//! Payloads of the records about mutants, and what is left of verdicts after drifts.

use std::collections::HashMap;

use faultline_spectrum::{
    Launch, Mutant, MutatedClass, MutationTest, Outcome, PairVerdict, Probe, ProbedClass, Reason,
    RecordedMethod, Stage, Unusable, Verdict,
};
use serde::ser::SerializeSeq as _;
use serde::{Deserialize, Serialize, Serializer};

use crate::record::{Methods, get};

#[derive(Serialize)]
pub(crate) struct LaunchRef<'a> {
    java: &'a str,
    arguments: &'a [String],
    folder: &'a str,
    class_path: &'a str,
    launcher: &'a [String],
    properties: &'a [(String, String)],
}

impl<'a> From<&'a Launch> for LaunchRef<'a> {
    fn from(launch: &'a Launch) -> Self {
        Self {
            java: &launch.java,
            arguments: &launch.arguments,
            folder: &launch.folder,
            class_path: &launch.class_path,
            launcher: &launch.launcher,
            properties: &launch.properties,
        }
    }
}

/// Payload of [`crate::record::kind::LAUNCH`].
pub(crate) fn launch(payload: &[u8]) -> Result<Launch, String> {
    let (java, arguments, folder, class_path, launcher, properties) = get(payload)?;
    Ok(Launch { java, arguments, folder, class_path, launcher, properties })
}

#[derive(Serialize)]
pub(crate) struct MutatedClassRef<'a> {
    class: u32,
    name: &'a str,
    hash: u64,
    operators: u32,
    methods: Methods<'a>,
    mutants: Mutants<'a>,
}

impl<'a> From<&'a MutatedClass> for MutatedClassRef<'a> {
    fn from(class: &'a MutatedClass) -> Self {
        Self {
            class: class.class,
            name: &class.name,
            hash: class.hash,
            operators: class.operators,
            methods: Methods(&class.methods),
            mutants: Mutants(&class.mutants),
        }
    }
}

struct Mutants<'a>(&'a [Mutant]);

impl Serialize for Mutants<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut sequence = serializer.serialize_seq(Some(self.0.len()))?;
        for m in self.0 {
            let words = m.words.as_str();
            sequence.serialize_element(&(
                m.mutant,
                m.method,
                m.line,
                m.instruction,
                m.operator,
                m.alternative,
                words,
            ))?;
        }
        sequence.end()
    }
}

#[derive(Deserialize)]
struct MutatedClassOwned {
    class: u32,
    name: String,
    hash: u64,
    operators: u32,
    methods: Vec<(String, String)>,
    mutants: Vec<MutantOwned>,
}

#[derive(Deserialize)]
struct MutantOwned {
    mutant: u32,
    method: u32,
    line: u32,
    instruction: u32,
    operator: u8,
    alternative: u8,
    words: String,
}

/// Payload of [`crate::record::kind::MUTATED_CLASS`].
pub(crate) fn mutated_class(payload: &[u8]) -> Result<MutatedClass, String> {
    let MutatedClassOwned { class, name, hash, operators, methods, mutants } = get(payload)?;
    if mutants.iter().any(|mutant| mutant.method as usize >= methods.len()) {
        return Err(format!("a mutant of class {name} belongs to a method that the class does not have"));
    }
    let methods = methods.into_iter().map(|(name, descriptor)| RecordedMethod { name, descriptor }).collect();
    let mutants = mutants.into_iter().map(|owned| {
        let MutantOwned { mutant, method, line, instruction, operator, alternative, words } = owned;
        Mutant { mutant, method, line, instruction, operator, alternative, words }
    });
    Ok(MutatedClass { class, name, hash, operators, methods, mutants: mutants.collect() })
}

#[derive(Serialize)]
pub(crate) struct MutationTestRef<'a> {
    test: u32,
    unique_id: &'a str,
    class: &'a str,
    method: &'a str,
    outcome: u8,
    exception: &'a str,
    message: u64,
    trace: u64,
    unstable: u8,
    duration_ns: u64,
    fuel: u64,
}

impl<'a> From<&'a MutationTest> for MutationTestRef<'a> {
    fn from(test: &'a MutationTest) -> Self {
        Self {
            test: test.test,
            unique_id: &test.unique_id,
            class: &test.class,
            method: &test.method,
            outcome: test.outcome.code(),
            exception: &test.exception,
            message: test.message,
            trace: test.trace,
            unstable: test.unstable,
            duration_ns: test.duration_ns,
            fuel: test.fuel,
        }
    }
}

#[derive(Deserialize)]
struct MutationTestOwned {
    test: u32,
    unique_id: String,
    class: String,
    method: String,
    outcome: u8,
    exception: String,
    message: u64,
    trace: u64,
    unstable: u8,
    duration_ns: u64,
    fuel: u64,
}

/// Payload of [`crate::record::kind::MUTATION_TEST`].
pub(crate) fn mutation_test(payload: &[u8]) -> Result<MutationTest, String> {
    let owned: MutationTestOwned = get(payload)?;
    let outcome = Outcome::from_code(owned.outcome)
        .ok_or_else(|| format!("there is no outcome with code {}", owned.outcome))?;
    Ok(MutationTest {
        test: owned.test,
        unique_id: owned.unique_id,
        class: owned.class,
        method: owned.method,
        outcome,
        exception: owned.exception,
        message: owned.message,
        trace: owned.trace,
        unstable: owned.unstable,
        duration_ns: owned.duration_ns,
        fuel: owned.fuel,
    })
}

/// Classes of a probe as a sequence of triples.
pub(crate) struct ProbedClasses<'a>(pub &'a [ProbedClass]);

impl Serialize for ProbedClasses<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|c| (c.class, c.reached.as_slice(), c.infected.as_slice())))
    }
}

#[derive(Deserialize)]
struct ProbedClassOwned {
    class: u32,
    reached: Vec<u64>,
    infected: Vec<u64>,
}

/// Payload of [`crate::record::kind::PROBE`].
pub(crate) fn probe(payload: &[u8]) -> Result<Probe, String> {
    let (test, classes): (u32, Vec<ProbedClassOwned>) = get(payload)?;
    let classes = classes.into_iter().map(|owned| {
        let ProbedClassOwned { class, reached, infected } = owned;
        ProbedClass { class, reached, infected }
    });
    Ok(Probe { test, classes: classes.collect() })
}

/// Payload of [`crate::record::kind::VERDICT`].
pub(crate) fn verdict(payload: &[u8]) -> Result<PairVerdict, String> {
    let (test, class, mutant, verdict, reason): (u32, u32, u32, u8, u8) = get(payload)?;
    let verdict =
        Verdict::from_code(verdict).ok_or_else(|| format!("there is no verdict with code {verdict}"))?;
    let reason = Reason::from_code(reason).ok_or_else(|| format!("there is no reason with code {reason}"))?;
    Ok(PairVerdict { test, class, mutant, verdict, reason })
}

/// Payload of [`crate::record::kind::UNUSABLE`].
pub(crate) fn unusable(payload: &[u8]) -> Result<Unusable, String> {
    let (test, reason) = get(payload)?;
    Ok(Unusable { test, reason })
}

/// Payload of [`crate::record::kind::STAGE`].
pub(crate) fn stage(payload: &[u8]) -> Result<Stage, String> {
    let (unit, verdicts) = get(payload)?;
    Ok(Stage { unit, verdicts })
}

/// Verdicts of a test that were found to have been given on a JVM that an earlier mutant had spoiled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drift {
    pub test: u32,
    /// How many of the test's verdicts before it are void.
    pub voided: u32,
    /// How many verdicts, of all tests, came before it.
    pub before: usize,
}

/// Payload of [`crate::record::kind::DRIFT`], after that many verdicts.
pub(crate) fn drift(payload: &[u8], before: usize) -> Result<Drift, String> {
    let (test, voided) = get(payload)?;
    Ok(Drift { test, voided, before })
}

/// Takes away the verdicts that drifts made void: of each test, the last so many that still stood.
/// Shape: `drifts` in the order of the file. Cost: O(verdicts + drifts), from the end.
pub(crate) fn void(verdicts: &mut Vec<PairVerdict>, drifts: &[Drift]) {
    let mut kept = vec![true; if drifts.is_empty() { 0 } else { verdicts.len() }];
    let mut owed: HashMap<u32, u64> = HashMap::new();
    let mut drifts = drifts.iter().rev().peekable();
    for (at, keep) in kept.iter_mut().enumerate().rev() {
        while let Some(drift) = drifts.next_if(|drift| drift.before > at) {
            *owed.entry(drift.test).or_default() += u64::from(drift.voided);
        }
        if let Some(left) = owed.get_mut(&verdicts[at].test).filter(|left| **left > 0) {
            *left -= 1;
            *keep = false;
        }
    }
    let mut kept = kept.into_iter();
    verdicts.retain(|_| kept.next().unwrap_or(true));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdicts(tests: &[u32]) -> Vec<PairVerdict> {
        let all = tests.iter().zip(0..);
        all.map(|(&test, mutant)| PairVerdict { test, class: 1, mutant, ..PairVerdict::default() }).collect()
    }

    fn left(tests: &[u32], drifts: &[Drift]) -> Vec<u32> {
        let mut all = verdicts(tests);
        void(&mut all, drifts);
        all.iter().map(|verdict| verdict.mutant).collect()
    }

    #[test]
    fn a_drift_voids_the_last_verdicts_of_its_test_and_no_others() {
        let drift = Drift { test: 1, voided: 2, before: 4 };
        assert_eq!(left(&[1, 1, 2, 1, 1], &[drift]), [0, 2, 4]);
        assert_eq!(left(&[1, 1, 2, 1, 1], &[]), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn a_second_drift_voids_what_the_first_left_and_never_what_comes_later() {
        let drifts = [Drift { test: 1, voided: 1, before: 2 }, Drift { test: 1, voided: 2, before: 3 }];
        assert_eq!(left(&[1, 1, 1, 1], &drifts), [3]);
        assert_eq!(left(&[1, 1], &[Drift { test: 1, voided: 9, before: 1 }]), [1]);
    }
}
