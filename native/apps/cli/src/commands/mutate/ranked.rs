//! Ranks lines by mutants, for each group of failing tests.

use std::collections::{BTreeSet, HashSet};

use faultline_mbfl::{Boost, Category, Matched, MatchedMutant, Results, boosts, sentence};
use faultline_messages::failure::Failure;
use faultline_mutation_runner::facts::Facts;
use faultline_mutation_runner::named::Change;
use faultline_mutation_runner::plan::Plan;
use faultline_recording_store::files::Files;
use faultline_sbfl::{Level, RankQuery, Ranker, RankingSpec, Selection, finite, grouped};
use faultline_spectrum::{ClassId, MethodId, Spectrum, TestId};

/// Rankings of groups of failing tests, the largest group first.
#[derive(Debug)]
pub struct Ranked {
    /// The ranking's parameters.
    pub spec: RankingSpec,
    /// The source files of classes.
    pub files: Files,
    /// The groups.
    pub groups: Vec<Group>,
}

/// Failing tests that probably share a cause.
#[derive(Debug)]
pub struct Group {
    /// The failing tests.
    pub failing: Vec<TestId>,
    /// Class of the exception.
    pub exception: Option<String>,
    /// Lines that a failing test covers, the most suspicious first.
    pub lines: Vec<Suspect>,
    /// Mutants that make a failing test pass, the cleanest first.
    pub mending: Vec<Mending>,
    /// Number of mutants on which a failing test ran.
    pub tried: usize,
}

/// A line that may be faulty.
#[derive(Debug)]
pub struct Suspect {
    /// First and last rank of its tie.
    pub place: (u32, u32),
    /// Suspiciousness.
    pub score: f64,
    /// Factor of the score from mutants.
    pub mutants: f64,
    /// Its class.
    pub class: ClassId,
    /// Its method, the first if it has several.
    pub method: MethodId,
    /// Line number.
    pub line: u32,
    /// What its best mutant does.
    pub category: Category,
}

/// A mutant with which a failing test passes.
#[derive(Debug)]
pub struct Mending {
    /// Its class.
    pub class: ClassId,
    /// Its method.
    pub method: MethodId,
    /// Its line.
    pub line: u32,
    /// Its number in the class.
    pub mutant: u32,
    /// Description of the change.
    pub change: String,
    /// Effect on the other tests.
    pub category: Category,
    /// Whether each failing test that passes did so in a fresh JVM, too.
    pub confirmed: bool,
    /// Number of failing tests that pass.
    pub mended: usize,
    /// Number of passing tests that fail.
    pub broken: usize,
    /// The effect in a sentence.
    pub says: String,
}

impl Ranked {
    /// Ranks by the known results. Errors: those of a ranking.
    pub fn of(plan: &Plan, facts: &Facts) -> Result<Self, Failure> {
        let spectrum = plan.spectrum();
        let spec = RankingSpec::default().with_mutants();
        let matched = Results::of([&facts.mutation(plan)]).matched(spectrum);
        let ranker = Ranker::new(spectrum).with_mutants(&matched);
        let groups = grouped(spectrum, plan.failing.iter().map(|&test| TestId::new(test as usize - 1)));
        let groups = groups.into_iter().map(|group| {
            let query = RankQuery::against_passing(spectrum, &group.tests, spec, Level::Line);
            let ranking = ranker.rank(&query).map_err(|error| Failure::failed(error.to_string()))?;
            let boosts = boosts(&matched, &query.selection, spec.mutants.unwrap_or_default());
            let suspects = ranking.entries.iter().filter(|entry| entry.counts.ef > 0);
            let lines = suspects.map(|entry| {
                let element = spectrum.elements[entry.element.index()];
                let members = ranking.elements(entry).iter();
                let best = members.filter_map(|member| boosts.best[member.index()]);
                Suspect {
                    place: (entry.rank_min, entry.rank_max),
                    score: finite(entry.score),
                    mutants: entry.mutants,
                    class: spectrum.method_of(entry.element).class,
                    method: element.method,
                    line: element.line,
                    category: best.map(|boost| boost.category).max().unwrap_or_default(),
                }
            });
            let lines = lines.collect();
            let mending = mending((plan, facts), &matched, &query.selection);
            let tried = tried(facts, &group.tests);
            Ok(Group { failing: group.tests, exception: group.exception, lines, mending, tried })
        });
        let groups = groups.collect::<Result<Vec<_>, Failure>>()?;
        Ok(Self { spec, files: Files::of(&spectrum.classes), groups })
    }

    /// The first line of the largest group: `Foo.java:17`.
    pub fn on_top(&self, spectrum: &Spectrum) -> Option<String> {
        let line = self.groups.first()?.lines.first()?;
        Some(place(spectrum, line.class, line.line))
    }
}

/// A location: `Foo.java:17`.
pub fn place(spectrum: &Spectrum, class: ClassId, line: u32) -> String {
    let class = &spectrum.classes[class.index()];
    let file = class.source_file.as_deref().unwrap_or(&class.name);
    format!("{}:{line}", faultline_messages::words::printable(file))
}

fn is_confirmed(plan: &Plan, facts: &Facts, mutant: &MatchedMutant) -> bool {
    let at = plan.targets.iter().position(|target| target.class == mutant.class);
    let change = at.map(|at| Change { class: at as u32 + 1, mutant: mutant.mutant.mutant });
    change.is_some_and(|change| facts.is_confirmed(plan, change))
}

/// Number of mutants on which any of these tests ran. Cost: O(verdicts).
fn tried(facts: &Facts, tests: &[TestId]) -> usize {
    let numbers: BTreeSet<usize> = tests.iter().map(|test| test.index() + 1).collect();
    let pairs = facts.verdicts.keys().filter(|(number, _)| numbers.contains(&(*number as usize)));
    pairs.map(|(_, change)| change).collect::<HashSet<_>>().len()
}

/// All mutants that make a failing test pass: the cleanest first, then the most suspicious.
fn mending((plan, facts): (&Plan, &Facts), matched: &Matched, tests: &Selection) -> Vec<Mending> {
    let spectrum = plan.spectrum();
    let asked = matched.asked(tests);
    let mut boosts: Vec<Boost> = (0..matched.mutants.len())
        .filter(|&at| matched.mutants[at].element.is_some())
        .map(|at| Boost::of(matched, at, &asked))
        .filter(|boost| boost.category > Category::Idle)
        .collect();
    boosts.sort_by(|a, b| {
        b.category.cmp(&a.category).then(b.suspicion.total_cmp(&a.suspicion)).then(a.mutant.cmp(&b.mutant))
    });
    let of = |boost: &Boost| {
        let mutant = &matched.mutants[boost.mutant];
        let element = mutant.element?;
        Some(Mending {
            class: mutant.class,
            method: spectrum.elements[element.index()].method,
            line: mutant.mutant.line,
            mutant: mutant.mutant.mutant,
            change: mutant.mutant.words.clone(),
            category: boost.category,
            confirmed: is_confirmed(plan, facts, mutant),
            mended: boost.mended,
            broken: boost.broken,
            says: sentence(spectrum, matched, boost)?,
        })
    };
    boosts.iter().filter_map(of).collect()
}
