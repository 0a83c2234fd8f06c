//! Chooses the variants to keep: the most informative ones, or those most similar to the failing test.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::fmt;

use faultline_diagnosability::similarity::{PathMeasure, PathSimilarity, near_half, nearest_first};
use faultline_diagnosability::{AnyMetric, Labels as Told, SelectQuery, select};
use faultline_learned_metrics::find;
use faultline_messages::failure::Failure;
use faultline_sbfl::Variant;
use faultline_spectrum::{BitMatrix, Outcome, Spectrum, Test, TestId};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

use faultline_variant_evidence::inputs::Inputs;
use faultline_variant_evidence::matched::Matched;

/// The criterion that decides which variants are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// The expected improvement of the ranking: the best criterion on 77 real faults.
    #[default]
    Eap,
    /// The number of ambiguity groups.
    Tfd,
    /// A metric learned from faults.
    Rlfdc,
    /// Similarity of conditions: the fraction with the same outcome in both tests; ties are broken by the
    /// longest run of equal outcomes.
    Paths,
    /// Similarity of conditions: the longest run of equal outcomes; ties are broken by the fraction with the same
    /// outcome.
    Runs,
    /// As [`Choice::Paths`], but variants that repeat the conditions of the failing test, or of an earlier
    /// variant, come last: a path exploration visits no path twice.
    NewPaths,
    /// Similarity of inputs.
    Inputs,
    /// The expected improvement of the ranking, among the half whose conditions are most similar.
    PathsThenEap,
    /// None: a random choice.
    Random,
}

impl Choice {
    /// All choices.
    pub const ALL: [Self; 9] = [
        Self::Eap,
        Self::Tfd,
        Self::Rlfdc,
        Self::Paths,
        Self::Runs,
        Self::NewPaths,
        Self::Inputs,
        Self::PathsThenEap,
        Self::Random,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Eap => "eap",
            Self::Tfd => "tfd",
            Self::Rlfdc => "rlfdc",
            Self::Paths => "pcs",
            Self::Runs => "pcs-run",
            Self::NewPaths => "pcs-new",
            Self::Inputs => "is",
            Self::PathsThenEap => "pcs+eap",
            Self::Random => "random",
        }
    }

    /// The choice with a name. Errors: an unknown name.
    pub fn of_name(name: &str) -> Result<Self, Failure> {
        Self::ALL.into_iter().find(|choice| choice.name() == name).ok_or_else(|| {
            let names = Self::ALL.map(Self::name);
            let (last, others) = names.split_last().expect("there are some");
            Failure::misuse(format!(
                "--choose {name} is not a way to choose variants; use {} or {last}",
                others.join(", ")
            ))
        })
    }

    /// Whether it uses conditions, which are only recorded on request.
    pub fn needs_paths(self) -> bool {
        matches!(self, Self::Paths | Self::Runs | Self::NewPaths | Self::PathsThenEap)
    }

    /// Similarity of a variant to the failing test under this choice. Units: 0..=1; `None` if the choice does
    /// not use similarity.
    fn similarity(self, pool: &Matched, at: usize) -> Option<f64> {
        match self {
            Self::Paths | Self::NewPaths | Self::PathsThenEap => {
                Some(likeness(pool, at, PathMeasure::Subset).value)
            }
            Self::Runs => Some(likeness(pool, at, PathMeasure::Run).value),
            Self::Inputs => Some(pool.kept[at].inputs.map_or(0.0, Inputs::similarity)),
            Self::Eap | Self::Tfd | Self::Rlfdc | Self::Random => None,
        }
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Whether the outcomes of variants are known when choosing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Labels {
    /// Known: passing variants are more informative and come first; failing ones follow.
    Known,
    /// Unknown: chosen variants are labelled afterwards.
    Hidden,
}

/// A chosen variant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chosen {
    /// Its index in the pool.
    pub variant: usize,
    /// Similarity to the failing test. Units: 0..=1; `None` if the choice does not use similarity.
    pub similarity: Option<f64>,
}

/// Chooses up to a number of variants of a pool, the best first. `spectrum` is the one that the pool was
/// matched with. The result is deterministic; the seed only affects [`Choice::Random`]. An empty pool gives
/// an empty choice.
///
/// Errors: the choice uses conditions, and none were recorded. Cost: that of the metric; O(conditions) for
/// similarities.
pub fn choose(
    (spectrum, pool): (&Spectrum, &Matched),
    choice: Choice,
    labels: Labels,
    most: usize,
    seed: u64,
) -> Result<Vec<Chosen>, Failure> {
    if pool.variants.is_empty() {
        // Metrics would report that no failing test is given: failing tests are identified by their variants.
        return Ok(Vec::new());
    }
    if choice.needs_paths() && !has_paths(pool) {
        return Err(Failure::failed(format!(
            "{choice} looks at conditions, and none were recorded of these variants; grow them with --choose {choice} or \
             --elements branches"
        )));
    }
    let all: Vec<usize> = (0..pool.variants.len()).collect();
    let metric = |name: &str| find(name).map_err(|error| unchosen(&error));
    let mut order = match choice {
        Choice::Eap | Choice::Tfd | Choice::Rlfdc => {
            by_metric((spectrum, &pool.variants), &metric(choice.name())?, labels, all, most)?
        }
        Choice::PathsThenEap => {
            let near = near_half(&likenesses(pool, PathMeasure::Subset), most);
            by_metric((spectrum, &pool.variants), &metric("eap")?, labels, near, most)?
        }
        Choice::Paths => nearest_first(&likenesses(pool, PathMeasure::Subset)),
        Choice::Runs => nearest_first(&likenesses(pool, PathMeasure::Run)),
        Choice::NewPaths => new_first(pool, nearest_first(&likenesses(pool, PathMeasure::Subset))),
        Choice::Inputs => {
            let mut order = all;
            order.sort_by_key(|&at| Reverse(millionths(choice.similarity(pool, at))));
            order
        }
        Choice::Random => {
            let mut random = SplitMix64::seed_from_u64(seed);
            let mut order = all;
            order.sort_by_cached_key(|_| random.next_u64());
            order
        }
    };
    if labels == Labels::Known {
        order.sort_by_key(|&at| pool.variants[at].fails);
    }
    order.truncate(most);
    let chosen = order.into_iter();
    Ok(chosen.map(|variant| Chosen { variant, similarity: choice.similarity(pool, variant) }).collect())
}

/// Rounds a similarity, so that rounding errors do not break ties.
fn millionths(similarity: Option<f64>) -> u64 {
    (similarity.unwrap_or_default() * 1e6).round() as u64
}

fn likeness(pool: &Matched, at: usize, by: PathMeasure) -> PathSimilarity {
    PathSimilarity::of(by, &pool.paths[at], &pool.paths_of[at])
}

fn likenesses(pool: &Matched, by: PathMeasure) -> Vec<PathSimilarity> {
    (0..pool.variants.len()).map(|at| likeness(pool, at, by)).collect()
}

/// The same order, with variants last that repeat the conditions of the failing test, or of an earlier
/// variant.
fn new_first(pool: &Matched, order: Vec<usize>) -> Vec<usize> {
    let mut seen: HashSet<&[Vec<u32>]> = pool.paths_of.iter().map(Vec::as_slice).collect();
    let (mut fresh, known): (Vec<usize>, Vec<usize>) =
        order.into_iter().partition(|&at| seen.insert(&pool.paths[at]));
    fresh.extend(known);
    fresh
}

fn has_paths(pool: &Matched) -> bool {
    pool.paths_of.iter().any(|paths| !paths.is_empty())
}

fn unchosen(error: &dyn fmt::Display) -> Failure {
    Failure::failed(format!("variants cannot be chosen from: {error}"))
}

/// Orders variants greedily: each next one adds most to the failing tests and the variants before it. If
/// labels are known, only passing variants are compared, and the others follow in their order.
fn by_metric(
    (spectrum, variants): (&Spectrum, &[Variant]),
    metric: &AnyMetric,
    labels: Labels,
    of: Vec<usize>,
    most: usize,
) -> Result<Vec<usize>, Failure> {
    let mut given: Vec<TestId> = variants.iter().map(|variant| variant.of).collect();
    given.sort_unstable();
    given.dedup();
    let joined = joined(spectrum, &given, variants);
    let (pool, others): (Vec<usize>, Vec<usize>) =
        of.into_iter().partition(|&at| labels == Labels::Hidden || !variants[at].fails);
    let query = SelectQuery {
        given: (0..given.len()).map(TestId::new).collect(),
        pool: Some(pool.iter().map(|&at| TestId::new(given.len() + at)).collect()),
        tests: most,
        labels: if labels == Labels::Hidden { Told::Hidden } else { Told::ByMetric },
    };
    let steps = select(&joined, metric, &query).map_err(|error| unchosen(&error))?;
    let mut order: Vec<usize> = steps.iter().map(|step| step.test.index() - given.len()).collect();
    order.extend(others);
    Ok(order)
}

/// The failing tests of a spectrum followed by all variants, with outcomes from their labels.
pub fn joined(spectrum: &Spectrum, given: &[TestId], variants: &[Variant]) -> Spectrum {
    let columns = spectrum.elements.len();
    let mut joined = Spectrum {
        sizes: Vec::new(),
        classes: spectrum.classes.clone(),
        methods: spectrum.methods.clone(),
        elements: spectrum.elements.clone(),
        tests: given.iter().map(|test| spectrum.tests[test.index()].clone()).collect(),
        coverage: BitMatrix::new(given.len() + variants.len(), columns),
    };
    for (row, test) in given.iter().enumerate() {
        spectrum.coverage.ones(test.index()).for_each(|column| joined.coverage.set(row, column));
    }
    for (at, variant) in variants.iter().enumerate() {
        let outcome = if variant.fails { Outcome::Failed } else { Outcome::Passed };
        joined.tests.push(Test { unique_id: at.to_string(), outcome, ..nameless() });
        variant.elements.iter().for_each(|element| joined.coverage.set(given.len() + at, element.index()));
    }
    joined
}

fn nameless() -> Test {
    Test {
        unique_id: String::new(),
        class: String::new(),
        method: String::new(),
        display: String::new(),
        outcome: Outcome::Passed,
        duration_ns: 0,
        overlapped: false,
        failure: None,
    }
}

#[cfg(test)]
mod tests {
    use faultline_spectrum::{Class, ClassId, Element, ElementId, Method, MethodId};
    use proptest::prelude::*;

    use super::*;
    use faultline_variant_evidence::kept::Kept;
    use faultline_variant_evidence::words::{By, Kind, Label};

    fn spectrum() -> Spectrum {
        let mut coverage = BitMatrix::new(1, 4);
        (0..4).for_each(|column| coverage.set(0, column));
        let method = |name: &str| Method { class: ClassId(0), name: name.into(), descriptor: "()V".into() };
        let class = Class { name: "a.A".into(), source_file: None, hash: 1, location: String::new() };
        Spectrum {
            sizes: Vec::new(),
            classes: vec![class],
            methods: ["a", "b", "c", "d"].map(method).into(),
            elements: (0..4).map(|at| Element { method: MethodId::new(at), line: at as u32 + 1 }).collect(),
            tests: vec![Test { outcome: Outcome::Failed, ..nameless() }],
            coverage,
        }
    }

    /// A variant: whether it fails, its elements, its conditions, its inputs (equal, all).
    type Told4<'a> = (bool, &'a [u32], &'a [u32], (u32, u32));

    /// A pool of a failing test with the conditions 1 to 6.
    fn pool(variants: &[Told4<'_>]) -> Matched {
        let mut pool = Matched::default();
        for (at, &(fails, elements, path, (equal, all))) in variants.iter().enumerate() {
            pool.variants.push(Variant {
                of: TestId(0),
                fails,
                probability: 1.0,
                elements: elements.iter().copied().map(ElementId).collect(),
            });
            pool.kept.push(Kept {
                test: "t".into(),
                class: "a.T".into(),
                method: format!("t_faultline_{at}"),
                label: if fails { Label::Fails } else { Label::Passes },
                by: By::Oracle,
                probability: 1.0,
                kind: Kind::Edit,
                edits: String::new(),
                lines: String::new(),
                hash: 0,
                inputs: Some(Inputs { equal, all }),
            });
            pool.paths.push(vec![path.to_vec()]);
            pool.paths_of.push(vec![vec![1, 2, 3, 4, 5, 6]]);
        }
        pool
    }

    fn places(pool: &Matched, choice: Choice, labels: Labels, most: usize) -> Vec<usize> {
        let chosen = choose((&spectrum(), pool), choice, labels, most, 1).expect("a choice");
        chosen.iter().map(|one| one.variant).collect()
    }

    /// Variants with these conditions of the failing test: all but one, in two runs or in one; all; none.
    fn some() -> Matched {
        pool(&[
            (true, &[0, 1], &[1, 2, 9, 4, 5, 6], (1, 4)),
            (false, &[0, 1, 2, 3], &[1, 2, 3, 4, 5, 9], (4, 4)),
            (false, &[0, 1], &[], (3, 4)),
            (true, &[], &[1, 2, 3, 4, 5, 6], (2, 4)),
        ])
    }

    #[test]
    fn passing_variants_that_tell_lines_apart_come_first() {
        assert_eq!(places(&some(), Choice::Eap, Labels::Known, 1), [2]);
        let mut all = places(&some(), Choice::Eap, Labels::Known, 9);
        assert_eq!(&all[2..], [0, 3], "failing ones last");
        all.sort_unstable();
        assert_eq!(all, [0, 1, 2, 3]);
    }

    #[test]
    fn the_nearest_come_first_and_among_equals_those_with_the_longest_run() {
        let chosen = choose((&spectrum(), &some()), Choice::Paths, Labels::Hidden, 3, 1).expect("a choice");
        let near: Vec<(usize, f64)> =
            chosen.iter().map(|one| (one.variant, one.similarity.unwrap_or_default())).collect();
        assert_eq!(near, [(3, 1.0), (1, 5.0 / 6.0), (0, 5.0 / 6.0)]);
        assert_eq!(places(&some(), Choice::Paths, Labels::Known, 4), [1, 2, 3, 0], "passing ones first");
        assert_eq!(places(&some(), Choice::Inputs, Labels::Hidden, 4), [1, 2, 3, 0]);
    }

    #[test]
    fn by_runs_a_longer_run_of_equal_outcomes_comes_before_more_equal_outcomes() {
        let mut pool = some();
        // Five of the failing test's six outcomes, at most two in a row; and four in a row.
        pool.paths[0] = vec![vec![2, 1, 4, 3, 5, 9]];
        pool.paths[1] = vec![vec![1, 2, 3, 4, 8, 9]];
        let chosen = choose((&spectrum(), &pool), Choice::Runs, Labels::Hidden, 4, 1).expect("a choice");
        let near: Vec<(usize, f64)> =
            chosen.iter().map(|one| (one.variant, one.similarity.unwrap_or_default())).collect();
        assert_eq!(near, [(3, 1.0), (1, 4.0 / 6.0), (0, 1.0 / 6.0), (2, 0.0)]);
        assert_eq!(places(&pool, Choice::Paths, Labels::Hidden, 4), [3, 0, 1, 2], "by the share alone");
    }

    #[test]
    fn of_the_near_half_those_that_tell_most() {
        // `eap` alone prefers the variant without any of the conditions.
        assert_eq!(places(&some(), Choice::Eap, Labels::Known, 1), [2]);
        assert_eq!(places(&some(), Choice::PathsThenEap, Labels::Known, 1), [1]);
        let mut near = places(&some(), Choice::PathsThenEap, Labels::Hidden, 4);
        near.sort_unstable();
        assert_eq!(near, [0, 1, 2, 3], "as many as are asked for, whatever they are like");
    }

    #[test]
    fn conditions_that_came_about_before_come_last() {
        let mut pool = some();
        pool.paths[2] = pool.paths[1].clone();
        // The first variant repeats the conditions of the failing test.
        assert_eq!(places(&pool, Choice::Paths, Labels::Hidden, 4), [3, 1, 2, 0]);
        assert_eq!(places(&pool, Choice::NewPaths, Labels::Hidden, 4), [1, 0, 3, 2]);
    }

    #[test]
    fn without_conditions_what_looks_at_them_says_how_to_record_them() {
        let mut pool = some();
        pool.paths_of.iter_mut().for_each(Vec::clear);
        for choice in [Choice::Paths, Choice::Runs, Choice::PathsThenEap] {
            let error = choose((&spectrum(), &pool), choice, Labels::Known, 1, 1).expect_err("no conditions");
            assert!(error.to_string().contains("--elements branches"), "{error}");
        }
        let error = Choice::of_name("psc").expect_err("no such name").to_string();
        assert!(
            error.ends_with("use eap, tfd, rlfdc, pcs, pcs-run, pcs-new, is, pcs+eap or random"),
            "{error}"
        );
    }

    proptest! {
        #[test]
        fn every_choice_takes_each_variant_at_most_once_and_as_many_as_there_are(
            told in proptest::collection::vec(
                (any::<bool>(), proptest::collection::vec(0..4_u32, 0..4), proptest::collection::vec(0..9_u32, 0..9), 0..4_u32),
                0..12,
            ),
            most in 0..14_usize,
            seed in 0..3_u64,
        ) {
            let rows: Vec<Told4<'_>> =
                told.iter().map(|(fails, ran, path, equal)| (*fails, &ran[..], &path[..], (*equal, 4))).collect();
            let pool = pool(&rows);
            for choice in Choice::ALL {
                for labels in [Labels::Known, Labels::Hidden] {
                    let chosen = choose((&spectrum(), &pool), choice, labels, most, seed).expect("a choice");
                    let again = choose((&spectrum(), &pool), choice, labels, most, seed).expect("a choice");
                    prop_assert_eq!(&chosen, &again);
                    let mut places: Vec<usize> = chosen.iter().map(|one| one.variant).collect();
                    places.sort_unstable();
                    places.dedup();
                    prop_assert_eq!((places.len(), chosen.len()), (chosen.len(), most.min(rows.len())), "{} {:?}", choice, labels);
                    if matches!(choice, Choice::Paths | Choice::Inputs) && labels == Labels::Hidden {
                        prop_assert!(chosen.windows(2).all(|pair| pair[0].similarity >= pair[1].similarity));
                    }
                    prop_assert_eq!(Choice::of_name(choice.name()).ok(), Some(choice));
                }
            }
        }
    }
}
