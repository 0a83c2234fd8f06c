//! Restricts results of mutants to a stage; each stage extends the previous one.

use std::collections::HashSet;

use faultline_spectrum::{MutatedClass, Mutation, Outcome, Verdict};

/// A stage of `faultline mutate`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Failing tests on mutants that change a value in them.
    Failing,
    /// In addition, the mutants that change a value in passing tests.
    Infections,
    /// In addition, passing tests on mutants that fix a failing one.
    Mending,
    /// In addition, passing tests on mutants killed by failing tests: everything.
    Passing,
}

impl Stage {
    /// All stages, in order.
    pub const ALL: [Self; 4] = [Self::Failing, Self::Infections, Self::Mending, Self::Passing];

    /// Its addition, as named in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Failing => "+ failing tests",
            Self::Infections => "+ infections",
            Self::Mending => "+ mending mutants",
            Self::Passing => "+ passing tests",
        }
    }
}

/// Identifies a mutant across files: hash and name of its class, number.
type Named<'a> = (u64, &'a str, u32);

/// The results in these files after a stage.
pub fn after(files: &[Mutation], stage: Stage) -> Vec<Mutation> {
    let mending: HashSet<Named<'_>> = files.iter().flat_map(mending).collect();
    files.iter().map(|file| part(file, stage, &mending)).collect()
}

/// Number of pairs of a test and a mutant that were run.
pub fn pairs(files: &[Mutation]) -> usize {
    files.iter().map(|file| file.verdicts.len()).sum()
}

fn named<'a>(file: &'a Mutation, class: u32, mutant: u32) -> Option<Named<'a>> {
    let of = |known: &&'a MutatedClass| known.class == class;
    file.classes.iter().find(of).map(|class| (class.hash, class.name.as_str(), mutant))
}

fn mending(file: &Mutation) -> impl Iterator<Item = Named<'_>> {
    let mends = file.verdicts.iter().filter(|pair| pair.verdict == Verdict::Passes);
    mends.filter_map(|pair| named(file, pair.class, pair.mutant))
}

fn part(file: &Mutation, stage: Stage, mending: &HashSet<Named<'_>>) -> Mutation {
    let failing: HashSet<u32> =
        file.tests.iter().filter(|test| test.outcome == Outcome::Failed).map(|test| test.test).collect();
    let mut part = file.clone();
    if stage < Stage::Infections {
        part.probes.retain(|probe| failing.contains(&probe.test));
    }
    part.verdicts.retain(|pair| match stage {
        Stage::Failing | Stage::Infections => failing.contains(&pair.test),
        Stage::Mending => {
            failing.contains(&pair.test)
                || named(file, pair.class, pair.mutant).is_some_and(|mutant| mending.contains(&mutant))
        }
        Stage::Passing => true,
    });
    part
}

#[cfg(test)]
mod tests {
    use faultline_spectrum::{MutationTest, PairVerdict, Probe, Reason};

    use super::*;

    fn file(class: u32, verdicts: &[(u32, u32, Verdict)]) -> Mutation {
        let test = |test: u32, outcome| MutationTest {
            test,
            unique_id: test.to_string(),
            class: String::new(),
            method: String::new(),
            outcome,
            exception: String::new(),
            message: 0,
            trace: 0,
            unstable: 0,
            duration_ns: 0,
            fuel: 0,
        };
        let pair =
            |&(test, mutant, verdict)| PairVerdict { test, class, mutant, verdict, reason: Reason::None };
        Mutation {
            classes: vec![MutatedClass { class, name: "a.B".into(), ..MutatedClass::default() }],
            tests: vec![test(1, Outcome::Failed), test(2, Outcome::Passed)],
            probes: [1, 2].map(|test| Probe { test, ..Probe::default() }).into(),
            verdicts: verdicts.iter().map(pair).collect(),
            ..Mutation::default()
        }
    }

    #[test]
    fn each_stage_adds_to_the_one_before() {
        // Mutant 5 fixes a test; another JVM, with another number for the class, ran the passing test on it.
        let files = [
            file(1, &[(1, 5, Verdict::Passes), (1, 6, Verdict::Type), (2, 6, Verdict::Same)]),
            file(7, &[(2, 5, Verdict::Fails)]),
        ];
        let numbers = |stage| {
            let after = after(&files, stage);
            (after.iter().map(|file| file.probes.len()).sum::<usize>(), pairs(&after))
        };
        let counted: Vec<_> = Stage::ALL.into_iter().map(numbers).collect();
        assert_eq!(counted, [(2, 2), (4, 2), (4, 3), (4, 4)]);
        assert_eq!(after(&files, Stage::Passing), files);
    }
}
