//! Evaluates one ranking of a fault with all its tests, as shown to users: of lines or of methods.

use std::collections::HashSet;

use faultline_sbfl::{
    Level, MutantEvidence, RankQuery, Ranker, Ranking, RankingSpec, ScoringError, Selection, Ties, Variant,
    places,
};

use crate::{Fault, Figures};

/// The level and method of a ranking.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// Lines or methods.
    pub level: Level,
    /// The scoring.
    pub ranking: RankingSpec,
    /// Results on mutants, if the ranking uses them.
    pub mutants: Option<&'a dyn MutantEvidence>,
    /// Labelled variants of failing tests, if the ranking uses them.
    pub variants: &'a [Variant],
}

/// The figures of a ranking with all failing and passing tests; `None` if nothing faulty is ranked.
///
/// Lines that no test covers are ranked too, so the denominator of EXAM is all recorded lines. Methods are
/// those of [`Fault::new`]: a bridge and its target are one method, at the better of their places.
/// Errors: no test fails, or the ranking needs mutants and there are none. Panics: the level is classes.
/// Cost: that of the ranking.
pub fn ranked(fault: &Fault, asked: &Asked<'_>) -> Result<Option<Figures>, ScoringError> {
    assert!(asked.level != Level::Class, "faults are known as lines and methods");
    let ranker = Ranker::new(&fault.spectrum);
    let ranker = match asked.mutants {
        Some(mutants) => ranker.with_mutants(mutants),
        None => ranker,
    };
    let ranker = ranker.with_amplified(asked.variants);
    let query = RankQuery {
        selection: Selection::all(&fault.spectrum),
        ranking: asked.ranking,
        level: asked.level,
        ties: Ties::Average,
    };
    let ranking = ranker.rank(&query)?;
    let (scores, faulty) =
        if asked.level == Level::Line { lines(fault, &ranking) } else { methods(fault, &ranking) };
    let places = places(&scores);
    let mut of_faulty: Vec<_> = faulty.into_iter().map(|at| places[at]).collect();
    Ok((!of_faulty.is_empty()).then(|| Figures::of(&mut of_faulty, scores.len())))
}

/// Scores in descending order, and the positions of faulty lines.
fn lines(fault: &Fault, ranking: &Ranking) -> (Vec<f64>, Vec<usize>) {
    let is_faulty = |at: &usize| {
        let elements = ranking.elements(&ranking.entries[*at]);
        elements.iter().any(|element| fault.faulty_lines.binary_search(element).is_ok())
    };
    let faulty = (0..ranking.entries.len()).filter(is_faulty).collect();
    (ranking.entries.iter().map(|entry| entry.score).collect(), faulty)
}

fn methods(fault: &Fault, ranking: &Ranking) -> (Vec<f64>, Vec<usize>) {
    let (mut scores, mut faulty, mut seen) = (Vec::new(), Vec::new(), HashSet::new());
    for entry in &ranking.entries {
        let method = fault.method_of[entry.element.index()];
        if seen.insert(method) {
            if fault.faulty.binary_search(&method).is_ok() {
                faulty.push(scores.len());
            }
            scores.push(entry.score);
        }
    }
    (scores, faulty)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use faultline_flt::{TsvFiles, import_tsv};

    use super::*;
    use crate::{Judge, Measure, Scratch};

    fn fault() -> Fault {
        let elements =
            "a.B\tf(I)V\t1\na.B\tf(I)V\t2\na.B\tf(I)V\t3\na.B\tg()V\t5\na.B\tg()V\t6\na.B\th()V\t8\n";
        let tests = "t1\tfailed\t0 1 3\nt2\tpassed\t0 3 4\nt3\tpassed\t0 2 5\n";
        let files = TsvFiles { elements: elements.into(), tests: tests.into(), ..TsvFiles::default() };
        let spectrum = import_tsv(Path::new("x"), files).unwrap().spectrum;
        Fault::new("P".into(), "P-1".into(), spectrum, &["a.B$g<>".into()])
    }

    fn figures(fault: &Fault, level: Level, ranking: &str) -> Option<Figures> {
        ranked(fault, &Asked { level, ranking: ranking.parse().unwrap(), mutants: None, variants: &[] })
            .unwrap()
    }

    #[test]
    fn a_line_has_the_place_that_its_score_gives_it_among_all_lines() {
        let faulty =
            |lines: &[&str]| fault().with_lines(&lines.iter().map(ToString::to_string).collect::<Vec<_>>());
        let rank = |fault: &Fault| {
            1.0 / figures(fault, Level::Line, "ochiai").unwrap().get(Measure::Rr(Ties::Average))
        };
        // Ochiai: line 2 1, line 5 0.71, line 1 0.58, three lines with 0.
        assert!((rank(&faulty(&["a.B\t5"])) - 2.0).abs() < 1e-12);
        assert!((rank(&faulty(&["a.B\t8"])) - 5.0).abs() < 1e-12);
        assert!((rank(&faulty(&["a.B\t8", "a.B\t1"])) - 3.0).abs() < 1e-12);
        let exam = figures(&faulty(&["a.B\t5"]), Level::Line, "ochiai").unwrap().get(Measure::Exam);
        assert!((exam - 2.0 / 6.0).abs() < 1e-12);
        assert_eq!(figures(&fault(), Level::Line, "ochiai"), None);
    }

    #[test]
    fn methods_are_ranked_as_evaluate_does() {
        let fault = fault();
        let judge = Judge::new(&fault);
        let suite = judge.suite((0..3).map(faultline_spectrum::TestId::new));
        for ranking in ["ochiai", "ochiai+size+trace+name", "tarantula"] {
            let figures = figures(&fault, Level::Method, ranking);
            let judged = judge.figures(&suite, &ranking.parse().unwrap(), &mut Scratch::default());
            assert_eq!(figures, Some(judged), "{ranking}");
        }
    }
}
