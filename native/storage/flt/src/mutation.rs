//! Payloads of the records about mutants, and the effect of drifts on verdicts.

use std::collections::HashMap;
use std::io;

use faultline_spectrum::{
    Mutant, MutatedClass, MutationTest, Outcome, PairVerdict, Probe, ProbedClass, Reason, RecordedMethod,
    Stage, Unusable, Verdict,
};

use crate::kind;
use crate::plain::{List, get, put};

/// A record about mutants, in the order of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MutationRecord {
    /// A class with mutants.
    Class(MutatedClass),
    /// A repeated test.
    Test(MutationTest),
    /// The mutants that a test reaches and infects.
    Probe(Probe),
    /// The result of a test on a mutant.
    Verdict(PairVerdict),
    /// A test or class that cannot be used.
    Unusable(Unusable),
    /// The last `voided` verdicts of a test are invalid.
    Drift {
        /// The test's number.
        test: u32,
        /// The number of invalid verdicts.
        voided: u32,
    },
    /// A finished unit of work.
    Stage(Stage),
}

/// Decodes a record about mutants; `None` for other kinds.
pub(crate) fn record(kind: u16, payload: &[u8]) -> Result<Option<MutationRecord>, String> {
    Ok(Some(match kind {
        kind::MUTATED_CLASS => MutationRecord::Class(mutated_class(payload)?),
        kind::MUTATION_TEST => MutationRecord::Test(mutation_test(payload)?),
        kind::PROBE => MutationRecord::Probe(probe(payload)?),
        kind::VERDICT => MutationRecord::Verdict(verdict(payload)?),
        kind::UNUSABLE => {
            let (test, reason) = get(payload)?;
            MutationRecord::Unusable(Unusable { test, reason })
        }
        kind::DRIFT => {
            let (test, voided) = get(payload)?;
            MutationRecord::Drift { test, voided }
        }
        kind::STAGE => {
            let (unit, verdicts) = get(payload)?;
            MutationRecord::Stage(Stage { unit, verdicts })
        }
        _ => return Ok(None),
    }))
}

pub(crate) fn put_mutated_class(out: &mut Vec<u8>, of: &MutatedClass) -> io::Result<()> {
    let MutatedClass { class, name, hash, operators, methods, mutants } = of;
    let methods = List::of(methods, |method| (&method.name, &method.descriptor));
    let mutants = List::of(mutants, |of| {
        let Mutant { mutant, method, line, instruction, operator, alternative, words } = of;
        (mutant, method, line, instruction, operator, alternative, words)
    });
    put(out, &(class, name, hash, operators, methods, mutants))
}

fn mutated_class(payload: &[u8]) -> Result<MutatedClass, String> {
    let (class, name, hash, operators, methods, mutants): (_, _, _, _, Vec<_>, Vec<_>) = get(payload)?;
    let methods = methods.into_iter().map(|(name, descriptor)| RecordedMethod { name, descriptor });
    let mutants =
        mutants.into_iter().map(|(mutant, method, line, instruction, operator, alternative, words)| Mutant {
            mutant,
            method,
            line,
            instruction,
            operator,
            alternative,
            words,
        });
    let of =
        MutatedClass { class, name, hash, operators, methods: methods.collect(), mutants: mutants.collect() };
    if of.mutants.iter().any(|mutant| mutant.method as usize >= of.methods.len()) {
        return Err(format!(
            "a mutant of class {} belongs to a method that the class does not have",
            of.name
        ));
    }
    Ok(of)
}

pub(crate) fn put_mutation_test(out: &mut Vec<u8>, of: &MutationTest) -> io::Result<()> {
    let MutationTest { test, unique_id, class, method, outcome, exception, .. } = of;
    let MutationTest { message, trace, unstable, duration_ns, fuel, .. } = of;
    let ended = (outcome.code(), exception, message, trace, unstable, duration_ns, fuel);
    put(out, &(test, unique_id, class, method, ended))
}

fn mutation_test(payload: &[u8]) -> Result<MutationTest, String> {
    let (test, unique_id, class, method, ended) = get(payload)?;
    let (code, exception, message, trace, unstable, duration_ns, fuel) = ended;
    Ok(MutationTest {
        test,
        unique_id,
        class,
        method,
        outcome: Outcome::from_code(code).ok_or_else(|| format!("there is no outcome with code {code}"))?,
        exception,
        message,
        trace,
        unstable,
        duration_ns,
        fuel,
    })
}

pub(crate) fn put_probe(out: &mut Vec<u8>, probe: &Probe) -> io::Result<()> {
    let classes = List::of(&probe.classes, |of| (of.class, &of.reached, &of.infected));
    put(out, &(probe.test, classes))
}

fn probe(payload: &[u8]) -> Result<Probe, String> {
    let (test, classes): (_, Vec<_>) = get(payload)?;
    let classes =
        classes.into_iter().map(|(class, reached, infected)| ProbedClass { class, reached, infected });
    Ok(Probe { test, classes: classes.collect() })
}

pub(crate) fn put_verdict(out: &mut Vec<u8>, of: &PairVerdict) -> io::Result<()> {
    let PairVerdict { test, class, mutant, verdict, reason } = of;
    put(out, &(test, class, mutant, verdict.code(), reason.code()))
}

fn verdict(payload: &[u8]) -> Result<PairVerdict, String> {
    let (test, class, mutant, verdict, reason): (u32, u32, u32, u8, u8) = get(payload)?;
    let verdict =
        Verdict::from_code(verdict).ok_or_else(|| format!("there is no verdict with code {verdict}"))?;
    let reason = Reason::from_code(reason).ok_or_else(|| format!("there is no reason with code {reason}"))?;
    Ok(PairVerdict { test, class, mutant, verdict, reason })
}

/// Invalidates verdicts of a test that came from a JVM in a state corrupted by an earlier mutant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drift {
    pub test: u32,
    /// The number of the test's preceding verdicts that are invalid.
    pub voided: u32,
    /// The number of verdicts, of all tests, before the drift.
    pub before: usize,
}

/// Removes the verdicts invalidated by drifts: for each test, the last ones still valid.
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
