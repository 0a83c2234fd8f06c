//! The rank of a fault after each chosen test, for each choice.

use std::collections::BTreeMap;

use faultline_evaluation::{Fault, Judge, Measure, Scratch};
use faultline_messages::failure::Failure;
use faultline_sbfl::{RankingSpec, Ties};
use faultline_spectrum::TestId;
use faultline_test_amplification::choose::{Choice, Labels, choose, joined};
use faultline_variant_evidence::matched::Matched;

/// The ranking of methods.
const RANKING: &str = "ochiai";
/// Places that the best faulty method should reach.
pub const PLACES: [u8; 3] = [1, 3, 5];

/// The quality of a ranking, or the mean of several. Equal scores have the last of their places.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Worth {
    /// The place of the best faulty method, from 1.
    pub rank: f64,
    /// Average precision. Units: 0 to 1.
    pub ap: f64,
    /// Whether that method is within each of [`PLACES`]. Units: 0 to 1.
    pub within: [f64; 3],
}

/// A choice: the quality with the failing test alone, then with each further test.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    /// One value more than tests to choose; values after the last test repeat.
    pub worth: Vec<Worth>,
    /// Number of tests until the best faulty method is within each of [`PLACES`]: 0 if the failing test suffices, one more than the tests
    /// to choose if none did.
    pub until: [f64; 3],
}

/// Curves by the name of the choice.
pub type ByChoice = BTreeMap<String, Curve>;

/// The curves of choices without and with known outcomes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curves {
    /// Tests are labelled after they are chosen.
    pub hidden: ByChoice,
    /// Tests are labelled before: passing variants come first.
    pub known: ByChoice,
}

impl Curves {
    /// Chooses variants of one failing test's pool in every way, [`Choice::Random`] several times. Errors: no conditions were recorded.
    pub fn of(
        fault: &Fault,
        start: TestId,
        pool: &Matched,
        tests: usize,
        seeds: u64,
    ) -> Result<Self, Failure> {
        let spectrum = joined(&fault.spectrum, &[start], &pool.variants);
        let fault_of_pool = Fault { spectrum, ..fault.clone() };
        let judge = Judge::new(&fault_of_pool);
        let of = |choice: Choice, labels| -> Result<Curve, Failure> {
            let seeds = if choice == Choice::Random { seeds } else { 1 };
            let curves = (1..=seeds).map(|seed| {
                let chosen = choose((&fault.spectrum, pool), choice, labels, tests, seed)?;
                // Row 0 is the failing test, variants follow.
                let rows = chosen.iter().map(|one| TestId::new(one.variant + 1));
                Ok(curve(&judge, TestId::new(0), rows, tests))
            });
            Ok(mean(&curves.collect::<Result<Vec<_>, Failure>>()?))
        };
        let all = |labels| -> Result<ByChoice, Failure> {
            Choice::ALL
                .into_iter()
                .map(|choice| Ok((choice.name().to_owned(), of(choice, labels)?)))
                .collect()
        };
        Ok(Self { hidden: all(Labels::Hidden)?, known: all(Labels::Known)? })
    }
}

/// The curve of a failing test and the tests chosen after it, as rows of the judge's spectrum.
pub fn curve(judge: &Judge<'_>, start: TestId, chosen: impl Iterator<Item = TestId>, tests: usize) -> Curve {
    let ranking: RankingSpec = RANKING.parse().expect("it is a ranking");
    let mut scratch = Scratch::default();
    let mut suite = judge.suite([start]);
    let mut look = |suite: &_| {
        let figures = judge.figures(suite, &ranking, &mut scratch);
        Worth {
            rank: figures.get(Measure::Rr(Ties::Max)).recip(),
            ap: figures.get(Measure::Ap(Ties::Max)),
            within: PLACES.map(|place| figures.get(Measure::Acc(place, Ties::Max))),
        }
    };
    let mut worth = vec![look(&suite)];
    for test in chosen {
        judge.add(&mut suite, test);
        worth.push(look(&suite));
    }
    let last = worth[worth.len() - 1];
    worth.resize(tests + 1, last);
    let first = |place: usize| worth.iter().position(|worth| worth.within[place] > 0.0);
    let until = [0, 1, 2].map(|place| first(place).unwrap_or(tests + 1) as f64);
    Curve { worth, until }
}

fn mean(curves: &[Curve]) -> Curve {
    let count = curves.len() as f64;
    let over = |of: &dyn Fn(&Curve) -> f64| curves.iter().map(of).sum::<f64>() / count;
    let worth = (0..curves.first().map_or(0, |curve| curve.worth.len())).map(|step| Worth {
        rank: over(&|curve| curve.worth[step].rank),
        ap: over(&|curve| curve.worth[step].ap),
        within: [0, 1, 2].map(|place| over(&|curve| curve.worth[step].within[place])),
    });
    Curve { worth: worth.collect(), until: [0, 1, 2].map(|place| over(&|curve| curve.until[place])) }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "small whole numbers")]
mod tests {
    use std::path::Path;

    use faultline_flt::{TsvFiles, import_tsv};
    use faultline_sbfl::Variant;
    use faultline_spectrum::ElementId;
    use faultline_variant_evidence::kept::Kept;
    use faultline_variant_evidence::words::{By, Kind, Label};

    use super::*;

    /// Three methods, all run by the failing test; `c` is faulty.
    fn fault() -> Fault {
        let elements = "a.B\ta()V\t1\na.B\tb()V\t2\na.B\tc()V\t3\n".into();
        let files = TsvFiles { elements, tests: "t\tfailed\t0 1 2\n".into(), ..TsvFiles::default() };
        let spectrum = import_tsv(Path::new("x"), files).expect("a spectrum").spectrum;
        Fault::new("P".into(), "P-1".into(), spectrum, &["a.B$c<>".into()])
    }

    fn pool(variants: &[(bool, &[u32], &[u32])]) -> Matched {
        let mut pool = Matched::default();
        for (at, (fails, elements, path)) in variants.iter().enumerate() {
            let elements = elements.iter().copied().map(ElementId).collect();
            pool.variants.push(Variant { of: TestId(0), fails: *fails, probability: 1.0, elements });
            pool.kept.push(Kept {
                test: "t".into(),
                class: "a.T".into(),
                method: format!("t_faultline_{at}"),
                label: if *fails { Label::Fails } else { Label::Passes },
                by: By::Oracle,
                probability: 1.0,
                kind: Kind::Edit,
                edits: String::new(),
                lines: String::new(),
                hash: 0,
                inputs: None,
            });
            pool.paths.push(vec![path.to_vec()]);
            pool.paths_of.push(vec![vec![1, 2, 3, 4]]);
        }
        pool
    }

    #[test]
    fn the_fault_comes_first_when_a_near_test_passes_without_it() {
        // A far variant that separates nothing, one that leaves two methods, one that leaves the faulty one.
        let pool = pool(&[(false, &[], &[9]), (false, &[0], &[1, 2, 9, 9]), (false, &[0, 1], &[1, 2, 3, 9])]);
        let curves = Curves::of(&fault(), TestId(0), &pool, 4, 50).expect("curves");
        let pcs = &curves.hidden["pcs"];
        let ranks: Vec<f64> = pcs.worth.iter().map(|worth| worth.rank).collect();
        assert_eq!(ranks, [3.0, 1.0, 1.0, 1.0, 1.0]);
        assert_eq!(pcs.until, [1.0, 0.0, 0.0]);
        assert_eq!(pcs.worth[1].within, [1.0; 3]);
        // A random choice has it first, second or third with equal probability.
        let random = &curves.hidden["random"];
        assert!((random.until[0] - 2.0).abs() < 0.4, "{random:?}");
        assert_eq!(random.worth[4].rank, 1.0);
        assert_eq!(curves.known["pcs"], *pcs, "all pass");
    }

    #[test]
    fn what_no_test_finds_takes_one_more_than_there_are() {
        let pool = pool(&[(true, &[0, 1, 2], &[1, 2, 3, 4])]);
        let curves = Curves::of(&fault(), TestId(0), &pool, 2, 1).expect("curves");
        assert_eq!(curves.hidden["eap"].until, [3.0, 0.0, 0.0]);
        assert_eq!(curves.hidden["eap"].worth[2].rank, 3.0);
    }
}
