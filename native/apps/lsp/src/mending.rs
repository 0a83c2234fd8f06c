//! Mutants with which failing tests pass, by line.

use std::collections::HashMap;

use faultline_fault_ranking::question::Beside;
use faultline_fault_ranking::report::Report;
use faultline_mbfl::{Boost, Category, Matched, sentence};
use faultline_sbfl::Selection;
use faultline_spectrum::{ElementId, Mutant, Spectrum};

/// A mutant that mends.
#[derive(Clone, Debug, PartialEq)]
pub struct Mending {
    /// The change in words: "`<=` for `<`".
    pub words: String,
    /// What it does to tests, in a sentence.
    pub says: String,
    /// Whether no other test breaks, as far as they ran.
    pub breaks_nothing: bool,
    /// The instructions of its line that have mutants of the same words: where there are several, the words do not tell
    /// which of them it changes.
    pub alike: usize,
}

/// The mending mutants of each line that has some, the best first.
pub type MendingMutants = HashMap<ElementId, Vec<Mending>>;

/// Collects the mutants that make a failing test of a report pass. Cost: O(mutants * tests).
pub fn mending(report: &Report<'_>, beside: &Beside) -> MendingMutants {
    let Some(matched) = beside.mutants() else { return HashMap::new() };
    let alike = Alike::of(matched);
    let mut found: HashMap<ElementId, Vec<(Boost, Mending)>> = HashMap::new();
    for group in &report.groups {
        let asked = matched.asked(&Selection::against_passing(report.spectrum, &group.failing));
        for (at, mutant) in matched.mutants.iter().enumerate().filter(|(_, mutant)| mutant.is_mending()) {
            let Some(element) = mutant.element else { continue };
            let boost = Boost::of(matched, at, &asked);
            let Some(says) = sentence(report.spectrum, matched, &boost) else { continue };
            let mending = Mending {
                words: mutant.mutant.words.clone(),
                says,
                breaks_nothing: boost.category > Category::Noisy,
                alike: alike.of_mutant(report.spectrum, element, &mutant.mutant),
            };
            found.entry(element).or_default().push((boost, mending));
        }
    }
    let sorted = |mut of: Vec<(Boost, Mending)>| {
        of.sort_by(|(a, _), (b, _)| {
            b.category
                .cmp(&a.category)
                .then(b.suspicion.total_cmp(&a.suspicion))
                .then(a.mutant.cmp(&b.mutant))
        });
        of.into_iter().map(|(_, mending)| mending).collect()
    };
    found.into_iter().map(|(element, of)| (element, sorted(of))).collect()
}

/// The instructions that are changed with the same words, by method, line and words.
struct Alike<'a>(HashMap<(ElementId, &'a str), Vec<u32>>);

impl<'a> Alike<'a> {
    fn of(matched: &'a Matched) -> Self {
        let mut alike = HashMap::<(ElementId, &str), Vec<u32>>::new();
        for of in &matched.mutants {
            let Some(element) = of.element else { continue };
            let instructions = alike.entry((element, of.mutant.words.as_str())).or_default();
            if !instructions.contains(&of.mutant.instruction) {
                instructions.push(of.mutant.instruction);
            }
        }
        Self(alike)
    }

    /// The number for a mutant, of all methods that its line belongs to, as the body of a lambda and its method.
    fn of_mutant(&self, spectrum: &Spectrum, element: ElementId, mutant: &Mutant) -> usize {
        let class = spectrum.method_of(element).class;
        let is_on_line = |other: &ElementId| {
            spectrum.elements[other.index()].line == mutant.line && spectrum.method_of(*other).class == class
        };
        let of_line = self.0.iter().filter(|((other, words), _)| *words == mutant.words && is_on_line(other));
        of_line.map(|(_, instructions)| instructions.len()).sum()
    }
}
