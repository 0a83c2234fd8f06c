//! Outcomes of conditions and calls as evidence against their lines.

use faultline_sbfl::{
    Level, RankQuery, Ranked, Ranker, RankingSpec, ScoringError, Selection, Ties, count_elements,
};
use faultline_spectrum::{
    BitMatrix, Class, ClassId, Element, ElementId, Method, MethodId, Outcome, OutcomeColumn, Outcomes, Site,
    SiteKind, Spectrum, Test,
};
use proptest::prelude::*;

/// A spectrum with one method per line in `of`, lines from 1.
fn spectrum(failed: &[bool], of: &[u32], covers: impl Fn(usize, usize) -> bool) -> Spectrum {
    let mut coverage = BitMatrix::new(failed.len(), of.len());
    for row in 0..failed.len() {
        for column in (0..of.len()).filter(|&column| covers(row, column)) {
            coverage.set(row, column);
        }
    }
    let class = |name: &str| Class {
        name: name.into(),
        source_file: Some("C.java".into()),
        hash: 1,
        location: String::new(),
    };
    let method = |at: u32| Method { class: ClassId(0), name: format!("m{at}"), descriptor: "()V".into() };
    let test = |(at, failed): (usize, &bool)| Test {
        unique_id: format!("t{at}"),
        class: "T".into(),
        method: format!("t{at}"),
        display: String::new(),
        outcome: if *failed { Outcome::Failed } else { Outcome::Passed },
        duration_ns: 0,
        overlapped: false,
        failure: None,
    };
    Spectrum {
        sizes: Vec::new(),
        classes: vec![class("a.C")],
        methods: (0..=of.iter().copied().max().unwrap_or(0)).map(method).collect(),
        elements: of
            .iter()
            .zip(1..)
            .map(|(&method, line)| Element { method: MethodId(method), line })
            .collect(),
        tests: failed.iter().enumerate().map(test).collect(),
        coverage,
    }
}

/// Outcomes with one site per column, on the given element.
fn outcomes(rows: usize, on: &[u32], came: impl Fn(usize, usize) -> bool) -> Outcomes {
    let mut coverage = BitMatrix::new(rows, on.len());
    for row in 0..rows {
        for column in (0..on.len()).filter(|&column| came(row, column)) {
            coverage.set(row, column);
        }
    }
    let site = |&element: &u32| Site {
        method: 0,
        line: element + 1,
        kind: SiteKind::Boolean,
        name: "is".into(),
        cases: Vec::new(),
    };
    let column = |(&element, site)| OutcomeColumn { element: ElementId(element), site, outcome: 1 };
    Outcomes {
        coverage,
        columns: on.iter().zip(0..).map(column).collect(),
        sites: on.iter().map(site).collect(),
    }
}

fn query(spectrum: &Spectrum, level: Level, ranking: &str) -> RankQuery {
    let ranking = ranking.parse().unwrap();
    RankQuery { selection: Selection::all(spectrum), ranking, level, ties: Ties::Max }
}

/// Figures 3 to 7 of the paper: of F, A1, A2 and A3 the first two fail. All run the line; only its return value separates
/// them. Source: Artzi et al., Directed Test Generation for Effective Fault Localization, ISSTA 2010.
#[test]
fn the_papers_return_value_scores_1_where_its_line_scores_0_71() {
    let failed = [true, true, false, false];
    let spectrum = spectrum(&failed, &[0, 1], |row, column| column == 0 || row == 3);
    let outcomes = outcomes(4, &[0, 0], |row, column| failed[row] == (column == 0));
    let first = |ranker: &Ranker<'_>, level| -> Ranked {
        ranker.rank(&query(&spectrum, level, "ochiai")).unwrap().entries.remove(0)
    };
    let (lines, with) = (Ranker::new(&spectrum), Ranker::new(&spectrum).with_outcomes(&outcomes));
    for level in [Level::Line, Level::Method, Level::Class] {
        let alone = first(&lines, level);
        assert!((alone.score - 0.5_f64.sqrt()).abs() < 1e-12 && alone.outcome.is_none(), "{alone:?}");
        let told = first(&with, level);
        assert!((told.score - 1.0).abs() < 1e-12, "{told:?}");
        let outcome = told.outcome.unwrap();
        assert_eq!((outcome.column, outcome.counts.ef, outcome.counts.ep), (0, 2, 0));
        // The counts remain those of the line.
        assert_eq!((told.counts.ef, told.counts.ep), (2, 2));
    }
}

#[test]
fn what_knows_lines_only_says_so() {
    let spectrum = spectrum(&[true, false], &[0], |_, _| true);
    let outcomes = outcomes(2, &[0], |row, _| row == 0);
    let ranker = Ranker::new(&spectrum).with_outcomes(&outcomes);
    for (ranking, what) in [("posterior", "a posterior"), ("ochiai+amplified", "+amplified")] {
        let error = ranker.rank(&query(&spectrum, Level::Line, ranking)).unwrap_err();
        assert_eq!(error, ScoringError::LinesOnly { what });
        assert_eq!(error.to_string().lines().count(), 1);
    }
}

/// Which tests failed, the method of each line, the line of each outcome, and coverage bits.
type World = (Vec<bool>, Vec<u32>, Vec<u32>, Vec<bool>);

fn world() -> impl Strategy<Value = World> {
    (proptest::collection::vec(any::<bool>(), 2..8), 1_usize..6).prop_flat_map(|(mut failed, lines)| {
        failed[0] = true;
        let methods = proptest::collection::vec(0_u32..3, lines);
        let on = proptest::collection::vec(0..lines as u32, 0..8);
        (Just(failed), methods, on, proptest::collection::vec(any::<bool>(), 256))
    })
}

proptest! {
    /// A line scores as the maximum of itself and its outcomes, each counted like a separate element.
    #[test]
    fn a_line_scores_as_the_best_of_its_outcomes((failed, methods, on, bits) in world(), ranking in 0_usize..4) {
        let ranking = ["ochiai", "dstar", "tarantula", "wong2+clone"][ranking];
        let spec: RankingSpec = ranking.parse().unwrap();
        let covers = |row: usize, column: usize| bits[row * 16 + column];
        let came = |row: usize, column: usize| bits[128 + row * 8 + column] && covers(row, on[column] as usize);
        let spectrum = spectrum(&failed, &methods, covers);
        let outcomes = outcomes(failed.len(), &on, came);
        // The same columns as lines of a separate spectrum.
        let apart = self::spectrum(&failed, &vec![0; on.len()], came);
        let formula = spec.formula().unwrap();
        let score = |counts| formula.score(&spec.weighed(counts));
        let mut expected: Vec<f64> =
            count_elements(&spectrum, &Selection::all(&spectrum)).into_iter().map(score).collect();
        for (counts, &element) in count_elements(&apart, &Selection::all(&apart)).into_iter().zip(&on) {
            if counts.ef > 0 {
                expected[element as usize] = expected[element as usize].max(score(counts));
            }
        }
        let ranker = Ranker::new(&spectrum).with_outcomes(&outcomes);
        for entry in ranker.rank(&query(&spectrum, Level::Line, ranking)).unwrap().entries {
            prop_assert_eq!(entry.score.to_bits(), expected[entry.element.index()].to_bits());
        }
        for entry in ranker.rank(&query(&spectrum, Level::Method, ranking)).unwrap().entries {
            let method = spectrum.elements[entry.element.index()].method;
            let lines = (0..methods.len()).filter(|&line| methods[line] == method.0);
            let best = lines.map(|line| expected[line]).fold(f64::NEG_INFINITY, f64::max);
            prop_assert_eq!(entry.score.to_bits(), best.to_bits());
        }
    }
}
