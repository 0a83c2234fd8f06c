//! The order of suspects without mutants, for each group of failing tests: lines and their methods by rank.

use std::collections::HashMap;

use faultline_messages::failure::Failure;
use faultline_sbfl::{
    Level, RankQuery, Ranked, Ranker, Ranking, RankingSpec, ScoringError, Selection, Ties, grouped,
};
use faultline_spectrum::{ElementId, Spectrum, TestId};

use crate::named::{Class, Number};

use super::targets::Target;

/// Maximum number of groups. Beyond it, nothing is decided early: a ranking for each would take long.
const MOST: usize = 16;

/// A group of failing tests that probably share a cause, with the ranks of the lines to mutate. Equal scores have
/// equal ranks; lines that are not ranked have none.
#[derive(Debug, Default)]
pub struct Group {
    /// The failing tests.
    pub tests: Vec<Number>,
    lines: HashMap<(Class, u32), (u32, u32)>,
}

impl Group {
    /// The ranks of a line and of its method, from 1: among lines, and among methods.
    pub fn ranks(&self, class: Class, line: u32) -> Option<(u32, u32)> {
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
    let failed = |error: ScoringError| Failure::failed(error.to_string());
    let spec: RankingSpec = RankingSpec::DEFAULT.parse().map_err(failed)?;
    let ranker = Ranker::new(spectrum);
    let classes: HashMap<_, Class> =
        targets.iter().enumerate().map(|(at, target)| (target.class, at as Class + 1)).collect();
    let groups = of.into_iter().map(|group| {
        let rank = |level| {
            let selection = Selection::against_passing(spectrum, &group.tests);
            ranker.rank(&RankQuery { selection, ranking: spec, level, ties: Ties::Min }).map_err(failed)
        };
        let method_of = |element: ElementId| spectrum.elements[element.index()].method;
        let methods: HashMap<_, _> =
            ranks(&rank(Level::Method)?).into_iter().map(|(of, rank)| (method_of(of), rank)).collect();
        let mut lines = HashMap::new();
        for (element, rank) in ranks(&rank(Level::Line)?) {
            let line = spectrum.elements[element.index()].line;
            let Some(&class) = classes.get(&spectrum.method_of(element).class) else { continue };
            let method = methods.get(&method_of(element)).copied().unwrap_or(u32::MAX);
            let known = lines.entry((class, line)).or_insert((rank, method));
            *known = (known.0.min(rank), known.1.min(method));
        }
        let tests = group.tests.iter().map(|test| test.index() as Number + 1).collect();
        Ok(Group { tests, lines })
    });
    groups.collect()
}

/// The smallest rank of each element's entry.
fn ranks(ranking: &Ranking) -> Vec<(ElementId, u32)> {
    let of = |entry: &Ranked| {
        let rank = entry.rank_min;
        ranking.elements(entry).iter().map(move |&element| (element, rank)).collect::<Vec<_>>()
    };
    ranking.entries.iter().flat_map(of).collect()
}
