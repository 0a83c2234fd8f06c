//! A fault with its faulty lines and results on mutants.

use std::collections::{BTreeMap, HashSet};

use faultline_mbfl::Matched;
use faultline_sbfl::{Selection, TIE_TOLERANCE};
use faultline_spectrum::{ClassId, ElementId, Spectrum};

/// A spectrum with the lines that the fix changed and results on mutants.
#[derive(Clone, Debug)]
pub struct LineFault {
    /// The project: the name of the parent folder.
    pub project: String,
    /// Its own name.
    pub name: String,
    /// The coverage of its tests.
    pub spectrum: Spectrum,
    /// Results on mutants.
    pub matched: Matched,
    /// The candidate lines.
    pub lines: Lines,
}

/// The lines that a failing test covers; only these are mutated and ranked.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    /// Elements of each line, by (class, line).
    pub members: Vec<Vec<ElementId>>,
    /// Indices of the faulty lines, ascending; not empty in a usable fault.
    pub faulty: Vec<usize>,
}

impl Lines {
    /// Collects the lines; `changed` contains (class, line).
    pub(super) fn of(spectrum: &Spectrum, changed: &HashSet<(String, u32)>) -> Self {
        let all = Selection::all(spectrum);
        let mut lines: BTreeMap<(ClassId, u32), Vec<ElementId>> = BTreeMap::new();
        for (at, element) in spectrum.elements.iter().enumerate() {
            let is_covered = all.failing().iter().any(|test| spectrum.coverage.get(test.index(), at));
            if is_covered {
                let class = spectrum.methods[element.method.index()].class;
                lines.entry((class, element.line)).or_default().push(ElementId::new(at));
            }
        }
        let is_faulty = |(class, line): &(ClassId, u32)| {
            changed.contains(&(spectrum.classes[class.index()].name.clone(), *line))
        };
        let faulty = lines.keys().enumerate().filter(|(_, key)| is_faulty(key)).map(|(at, _)| at).collect();
        Self { members: lines.into_values().collect(), faulty }
    }

    /// The rank of the best faulty line, the mean in a tie; a line scores as its best element.
    pub fn rank(&self, of_elements: &[f64]) -> f64 {
        let score = |line: &Vec<ElementId>| {
            line.iter().map(|element| of_elements[element.index()]).fold(f64::NEG_INFINITY, f64::max)
        };
        let scores: Vec<f64> = self.members.iter().map(score).collect();
        let best = self.faulty.iter().map(|&line| scores[line]).fold(f64::NEG_INFINITY, f64::max);
        let is_equal = |score: f64| {
            score.to_bits() == best.to_bits()
                || (score - best).abs() <= TIE_TOLERANCE * score.abs().max(best.abs())
        };
        let ties = scores.iter().filter(|&&score| is_equal(score)).count() as f64;
        let above = scores.iter().filter(|&&score| score > best && !is_equal(score)).count() as f64;
        above + f64::midpoint(ties, 1.0)
    }
}
