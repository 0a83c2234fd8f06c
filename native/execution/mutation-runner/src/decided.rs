//! When the first suspect is certain, so that the other mutants need not run.
//!
//! The factor of a line's score from its mutants has a maximum, so the score of a line or method without mutants bounds
//! what it may reach. Once the first line and the first method have clean mutants, their scores can only rise. Then a line
//! whose bounds stay below both cannot come first, whatever its mutants do.

use std::collections::{HashMap, HashSet};

use faultline_mbfl::{Boosts, Category, Results, boosts};
use faultline_sbfl::{Level, RankQuery, Ranked, Ranker, RankingSpec};
use faultline_spectrum::{ClassId, ElementId};

use crate::confirming::is_settled;
use crate::facts::Facts;
use crate::named::{Change, Number};
use crate::plan::Plan;
use crate::plan::order::Group;

/// The mutants that need not run, by failing test.
#[derive(Debug, Default)]
pub struct Decided<'a> {
    /// By test: its group, with the scores of the first line and the first method.
    first: HashMap<Number, (&'a Group, (f64, f64))>,
    /// The largest factor of a line's score.
    most: f64,
}

impl<'a> Decided<'a> {
    /// What the facts decide; `trusts` clean mutants that are not confirmed. Cost: two rankings a group, if there are clean mutants.
    pub fn of(plan: &'a Plan, facts: &Facts, trusts: bool) -> Self {
        if plan.groups.is_empty() || facts.clean().next().is_none() {
            return Self::default();
        }
        let spectrum = plan.spectrum();
        let spec = RankingSpec::default().with_mutants();
        let matched = Results::of([&facts.mutation(plan)]).matched(spectrum);
        let ranker = Ranker::new(spectrum).with_mutants(&matched);
        let mut decided = Self { first: HashMap::new(), most: spec.largest_of_mutants() };
        for group in &plan.groups {
            // What a fresh JVM may still refute decides nothing.
            let standing = standing(plan, facts, group);
            let is_certain = |elements: &[ElementId]| {
                elements.iter().any(|element| {
                    let class = spectrum.method_of(*element).class;
                    standing.contains(&(class, spectrum.elements[element.index()].line))
                })
            };
            let scores = [Level::Line, Level::Method].map(|level| {
                let query = RankQuery::against_passing(spectrum, &group.rows, spec, level);
                let ranking = ranker.rank(&query).ok()?;
                let first = ranking.entries.first()?;
                let boosts = boosts(&matched, &query.selection, spec.mutants.unwrap_or_default());
                let elements: Vec<_> = match level {
                    Level::Line => ranking.elements(first).to_vec(),
                    _ => of_method(plan, first).collect(),
                };
                (is_clean(&boosts, &elements) && (trusts || is_certain(&elements))).then_some(first.score)
            });
            if let [Some(line), Some(method)] = scores {
                decided.first.extend(group.tests.iter().map(|test| (*test, (group, (line, method)))));
            }
        }
        decided
    }

    /// Whether a mutant can still change which line or method comes first, by what a failing test does on it.
    pub fn needs(&self, facts: &Facts, test: Number, change: Change) -> bool {
        let Some((group, first)) = self.first.get(&test) else { return true };
        let Some(own) = group.scores(change.class, facts.line(change)) else { return false };
        own.0 * self.most >= first.0 || own.1 * self.most >= first.1
    }

    /// The mutants that no failing test had to run on.
    pub fn left_out(&self, plan: &Plan, facts: &Facts) -> HashSet<Change> {
        let mut left = HashSet::new();
        for &test in self.first.keys() {
            let infected = facts.infected_of_all(plan, test).into_iter();
            left.extend(
                infected.filter(|change| plan.is_wanted(*change) && !self.needs(facts, test, *change)),
            );
        }
        facts.verdicts.keys().for_each(|(_, change)| {
            left.remove(change);
        });
        left
    }
}

/// The lines with a clean mutant whose effect on a test of a group is as certain as a fresh JVM can make it.
fn standing(plan: &Plan, facts: &Facts, group: &Group) -> HashSet<(ClassId, u32)> {
    let is_certain = |change: &Change| {
        let mut mended = facts.mended(plan, *change);
        mended.any(|test| group.tests.contains(&test) && is_settled(plan, facts, test, *change))
    };
    let standing = facts.clean().filter(is_certain);
    standing.filter_map(|change| Some((plan.target(change.class)?.class, facts.line(change)))).collect()
}

fn is_clean(boosts: &Boosts, elements: &[ElementId]) -> bool {
    boosts.best_of(elements.iter().copied()).is_some_and(|best| best.category == Category::Clean)
}

/// The elements of a method's entry.
fn of_method(plan: &Plan, entry: &Ranked) -> impl Iterator<Item = ElementId> {
    let elements = &plan.spectrum().elements;
    let method = elements[entry.element.index()].method;
    let all = elements.iter().enumerate();
    all.filter(move |(_, element)| element.method == method).map(|(at, _)| ElementId::new(at))
}
