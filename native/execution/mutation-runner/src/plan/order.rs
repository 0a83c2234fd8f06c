//! The scores of suspects without mutants, for each group of failing tests.

use std::collections::HashMap;

use faultline_messages::failure::Failure;
use faultline_sbfl::{Level, RankQuery, Ranker, Ranking, RankingSpec, ScoringError, grouped};
use faultline_spectrum::{ElementId, Spectrum, TestId};

use crate::named::{Class, Number};

use super::targets::Target;

/// Maximum number of groups. Beyond it, nothing is decided early: rankings of each would take long.
const MOST: usize = 8;

/// A group of failing tests that probably share a cause, with the scores of the lines to mutate.
#[derive(Debug, Default)]
pub struct Group {
    /// The failing tests, as rows and as numbers.
    pub rows: Vec<TestId>,
    /// The same tests.
    pub tests: Vec<Number>,
    lines: HashMap<(Class, u32), (f64, f64)>,
}

impl Group {
    /// The scores of a line and of its method, without mutants; the highest of them where methods share the line. `None`
    /// for lines that are not ranked.
    pub fn scores(&self, class: Class, line: u32) -> Option<(f64, f64)> {
        self.lines.get(&(class, line)).copied()
    }
}

/// The groups of failing tests; none if there are more than [`MOST`]. Cost: two rankings a group.
pub(super) fn groups(
    spectrum: &Spectrum,
    targets: &[Target],
    failing: &[Number],
) -> Result<Vec<Group>, Failure> {
    let of = grouped(spectrum, failing.iter().map(|&test| TestId::new(test as usize - 1)));
    if of.len() > MOST {
        return Ok(Vec::new());
    }
    let ranker = Ranker::new(spectrum);
    let classes: HashMap<_, Class> =
        targets.iter().enumerate().map(|(at, target)| (target.class, at as Class + 1)).collect();
    let groups = of.into_iter().map(|group| {
        let rank = |level| {
            let query = RankQuery::against_passing(spectrum, &group.tests, RankingSpec::default(), level);
            ranker.rank(&query).map_err(|error: ScoringError| Failure::failed(error.to_string()))
        };
        let method_of = |element: ElementId| spectrum.elements[element.index()].method;
        let methods: HashMap<_, f64> =
            scores(&rank(Level::Method)?).into_iter().map(|(of, score)| (method_of(of), score)).collect();
        let mut lines = HashMap::new();
        for (element, score) in scores(&rank(Level::Line)?) {
            let line = spectrum.elements[element.index()].line;
            let Some(&class) = classes.get(&spectrum.method_of(element).class) else { continue };
            let method = methods.get(&method_of(element)).copied().unwrap_or(f64::INFINITY);
            let known = lines.entry((class, line)).or_insert((score, method));
            *known = (known.0.max(score), known.1.max(method));
        }
        let tests = group.tests.iter().map(|test| test.index() as Number + 1).collect();
        Ok(Group { rows: group.tests, tests, lines })
    });
    groups.collect()
}

/// The score of each element's entry.
fn scores(ranking: &Ranking) -> Vec<(ElementId, f64)> {
    let entries = ranking.entries.iter();
    entries.flat_map(|entry| ranking.elements(entry).iter().map(|&element| (element, entry.score))).collect()
}
