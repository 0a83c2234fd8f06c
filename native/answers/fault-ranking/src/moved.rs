//! What new evidence has moved among the first suspects, in sentences.

use std::collections::HashSet;

use faultline_mbfl::{Category, Matched as Mutants};
use faultline_messages::failure::Failure;
use faultline_messages::words::{counted, number};
use faultline_recording_store::load::Loaded;
use faultline_spectrum::MethodId;
use faultline_variant_evidence::matched::Matched as Grown;

use crate::question::{Beside, Form, Question};
use crate::report::{Group, Mending, Report, Suspect, Variants};
use crate::text;
use crate::why::percent;

/// Suspects of the new ranking that are compared with the old one.
const FIRST: usize = 5;
/// Sentences at most.
const SENTENCES: usize = 3;

/// Evidence that has just been collected.
#[derive(Clone, Debug)]
pub enum Evidence {
    /// Results of mutants.
    Mutants(Mutants),
    /// Variants of failing tests.
    Grown(Grown),
}

impl Evidence {
    fn is_empty(&self) -> bool {
        match self {
            Self::Mutants(mutants) => mutants.is_empty(),
            Self::Grown(grown) => grown.is_empty(),
        }
    }
}

/// What the evidence has moved: a sentence for each of the first suspects that it moved up, at most three; or that the
/// order is unchanged. Nothing without evidence. Both rankings use all that lies beside the recordings besides.
/// Errors: those of rankings.
pub fn sentences(
    question: &Question<'_>,
    loaded: &Loaded,
    evidence: Evidence,
) -> Result<Vec<String>, Failure> {
    if evidence.is_empty() {
        return Ok(Vec::new());
    }
    let (old, new) = Beside::of(loaded, question).without_and_with(evidence);
    let report = |beside: &Beside| question.ranked(loaded, beside, None)?.report(Form::Json, Some(0));
    let (old, new) = (report(&old)?, report(&new)?);
    let groups =
        || new.groups.iter().enumerate().filter_map(|(at, group)| Some((at, group, same(&old, group)?)));
    let moved = groups()
        .flat_map(|(at, group, before)| moves(&new, group, before).into_iter().map(move |says| (at, says)));
    let mut says = each_once(moved, new.groups.len());
    says.truncate(SENTENCES);
    if says.is_empty() {
        says.extend(groups().next().map(|(_, group, before)| unchanged(&new, group, before)));
    }
    Ok(says)
}

/// Sentences on several groups of failing tests: each once, with the first group that it is about.
fn each_once(moved: impl Iterator<Item = (usize, String)>, groups: usize) -> Vec<String> {
    let mut said = HashSet::new();
    let first = moved.filter(|(_, says)| said.insert(says.clone()));
    first.map(|(at, says)| if groups > 1 { format!("Group {}: {says}", at + 1) } else { says }).collect()
}

/// The group of the same tests.
fn same<'r>(report: &'r Report<'_>, group: &Group) -> Option<&'r Group> {
    report.groups.iter().find(|other| other.failing == group.failing)
}

fn suspect_of<'g>(group: &'g Group, methods: &[MethodId]) -> Option<&'g Suspect> {
    group.suspects.iter().find(|suspect| suspect.methods == methods)
}

fn moves(report: &Report<'_>, group: &Group, before: &Group) -> Vec<String> {
    let first = group.suspects.iter().filter(|suspect| suspect.counts.ef > 0).take(FIRST);
    let moved = first.filter_map(|suspect| {
        let old = suspect_of(before, &suspect.methods)?;
        let is_up = suspect.rank_max < old.rank_max;
        is_up.then(|| {
            let (from, to) = (text::place(report, old), text::place(report, suspect));
            let because = because(group, suspect).map(|why| format!(", because {why}"));
            let instead = || {
                let passed = overtaken(group, before, suspect, old)?;
                Some(format!(", ahead of {} now", text::name_of(report, passed)))
            };
            let why = because.or_else(instead).unwrap_or_default();
            format!("{from} -> {to} {}{why}", text::name_of(report, suspect))
        })
    });
    moved.collect()
}

/// The first suspect that stood before another one and now stands behind it.
fn overtaken<'g>(group: &Group, before: &'g Group, suspect: &Suspect, old: &Suspect) -> Option<&'g Suspect> {
    before.suspects.iter().filter(|other| other.rank_max < old.rank_max).find(|other| {
        suspect_of(group, &other.methods).is_some_and(|other| other.rank_min > suspect.rank_max)
    })
}

/// Why a suspect moved up: a mutant of it mends, or variants that fail run it more often than those that pass.
fn because(group: &Group, suspect: &Suspect) -> Option<String> {
    let all = group.amplified.as_ref().map(|all| Variants { passing: all.passing, failing: all.failing });
    let of_variants = || by_variants(all?, suspect.variants?);
    suspect.mending.as_ref().map(by_mutant).or_else(of_variants)
}

/// What variants say for a suspect; `None` unless a larger share of those that fail than of those that pass runs it.
fn by_variants(all: Variants, ran: Variants) -> Option<String> {
    (ran.failing * all.passing > ran.passing * all.failing).then(|| {
        format!(
            "{} of {} that fail and {} of {} that pass run it",
            number(ran.failing),
            counted(all.failing, "variant"),
            number(ran.passing),
            number(all.passing)
        )
    })
}

fn by_mutant(mending: &Mending) -> String {
    let mended = if mending.mended == 1 { "the failing test pass" } else { "failing tests pass" };
    let price = match mending.category {
        Category::Open => ", and not all other tests have run",
        // How many break depends on the order of the JVMs: a mutant is asked no further once one has.
        Category::Noisy => ", but breaks another one",
        _ => " and breaks nothing",
    };
    format!("{} there makes {mended}{price}", mending.change)
}

/// That nothing moved, with the chance of the first suspect where it changed.
fn unchanged(report: &Report<'_>, group: &Group, before: &Group) -> String {
    let says = "The order of the suspects is unchanged";
    let first = group.suspects.first();
    let chances = first.and_then(|first| {
        let old = suspect_of(before, &first.methods)?.chance?;
        Some((first, percent(old), percent(first.chance?)))
    });
    match chances {
        Some((first, old, new)) if old != new => {
            format!("{says}; {} has {new} now in place of {old}", text::name_of(report, first))
        }
        _ => says.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_on_several_groups_is_said_once() {
        let moved =
            || [(0, "2 -> 1 a"), (1, "2 -> 1 a"), (1, "3 -> 2 b")].map(|(at, says)| (at, says.to_owned()));
        assert_eq!(each_once(moved().into_iter(), 2), ["Group 1: 2 -> 1 a", "Group 2: 3 -> 2 b"]);
        assert_eq!(each_once(moved().into_iter().take(1), 1), ["2 -> 1 a"]);
    }

    fn mending(category: Category, mended: usize, broken: usize) -> Mending {
        Mending {
            line: 7,
            change: "`<` for `<=`".to_owned(),
            category,
            suspicion: 1.0,
            mended,
            broken,
            says: String::new(),
        }
    }

    #[test]
    fn variants_are_a_reason_where_more_of_those_that_fail_run_a_suspect() {
        let all = Variants { passing: 5, failing: 21 };
        let says = |passing, failing| by_variants(all, Variants { passing, failing });
        assert_eq!(says(1, 21).as_deref(), Some("21 of 21 variants that fail and 1 of 5 that pass run it"));
        assert_eq!(says(5, 21), None, "all run it");
        assert_eq!(says(5, 20), None);
    }

    #[test]
    fn a_mutant_is_a_reason_with_its_price() {
        let table = [
            (
                mending(Category::Clean, 1, 0),
                "`<` for `<=` there makes the failing test pass and breaks nothing",
            ),
            (
                mending(Category::Noisy, 1, 1),
                "`<` for `<=` there makes the failing test pass, but breaks another one",
            ),
            (
                mending(Category::Noisy, 2, 3),
                "`<` for `<=` there makes failing tests pass, but breaks another one",
            ),
            (
                mending(Category::Open, 1, 0),
                "`<` for `<=` there makes the failing test pass, and not all other tests have run",
            ),
        ];
        for (mending, says) in table {
            assert_eq!(by_mutant(&mending), says);
        }
    }
}
