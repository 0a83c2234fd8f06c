//! Which variants are worth keeping: those that tell most, or those that are nearest to the failing test.

use std::cmp::Reverse;
use std::fmt;

use faultline_diagnosability::similarity::{most_similar, path_subsequence, path_subset};
use faultline_diagnosability::{AnyMetric, Labels as Told, SelectQuery, select};
use faultline_rlfdc::find;
use faultline_scoring::Variant;
use faultline_spectrum::{BitMatrix, Outcome, Spectrum, Test, TestId};
use faultline_telling::failure::Failure;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

use crate::inputs::Inputs;
use crate::matched::Matched;

/// Of variants that are ordered by what they tell after those near the failing test were picked, this share is near.
const NEAR: f64 = 0.5;

/// What decides which variants are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// How much the ranking is expected to improve: the best choice on 77 real faults.
    #[default]
    Eap,
    /// The number of ambiguity groups.
    Tfd,
    /// The metric that was learned from faults.
    Rlfdc,
    /// Similarity of conditions: the share of those with the same outcome in both; among equals, of the longest run of them.
    Paths,
    /// Similarity of inputs.
    Inputs,
    /// Of the half whose conditions are most similar, how much the ranking is expected to improve.
    PathsThenEap,
    /// Nothing.
    Random,
}

impl Choice {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Eap, Self::Tfd, Self::Rlfdc, Self::Paths, Self::Inputs, Self::PathsThenEap, Self::Random];

    /// As people write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Eap => "eap",
            Self::Tfd => "tfd",
            Self::Rlfdc => "rlfdc",
            Self::Paths => "pcs",
            Self::Inputs => "is",
            Self::PathsThenEap => "pcs+eap",
            Self::Random => "random",
        }
    }

    /// The choice of a name. Errors: there is none.
    pub fn of_name(name: &str) -> Result<Self, Failure> {
        Self::ALL.into_iter().find(|choice| choice.name() == name).ok_or_else(|| {
            let names = Self::ALL.map(Self::name);
            let (last, others) = names.split_last().expect("there are some");
            Failure::misuse(format!(
                "--choose {name} is nothing that variants are chosen by; it takes {} or {last}",
                others.join(", ")
            ))
        })
    }

    /// Whether it looks at conditions, which are recorded where somebody asks for them.
    pub fn needs_paths(self) -> bool {
        matches!(self, Self::Paths | Self::PathsThenEap)
    }

    /// How similar a variant is to the failing test, as this choice sees it. Units: 0 to 1; `None` where it does not look.
    fn similarity(self, pool: &Matched, at: usize) -> Option<f64> {
        match self {
            Self::Paths | Self::PathsThenEap => Some(likeness(pool, at).0),
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

/// Whether whoever chooses knows how variants end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Labels {
    /// Yes: passing ones do the work, so they come first; where they are few, failing ones follow.
    Known,
    /// No: what is chosen is labelled afterwards.
    Hidden,
}

/// A variant that was chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chosen {
    /// Its place in the pool.
    pub variant: usize,
    /// How similar it is to the failing test. Units: 0 to 1; `None` where the choice does not look at that.
    pub similarity: Option<f64>,
}

/// So many variants of a pool, the best first; the same for the same pool and seed, which decides nothing but
/// [`Choice::Random`]. `spectrum` is what the pool was matched with.
///
/// Errors: the choice looks at conditions, and none were recorded. Cost: that of the metric; O(conditions) for similarities.
pub fn choose(
    (spectrum, pool): (&Spectrum, &Matched),
    choice: Choice,
    labels: Labels,
    most: usize,
    seed: u64,
) -> Result<Vec<Chosen>, Failure> {
    if choice.needs_paths() && !pool.variants.is_empty() && !has_paths(pool) {
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
            let near = nearest(pool, all, most);
            by_metric((spectrum, &pool.variants), &metric("eap")?, labels, near, most)?
        }
        Choice::Paths => ordered(all, |at| Reverse(Rounded::of(likeness(pool, at)))),
        Choice::Inputs => {
            ordered(all, |at| Reverse(Rounded::of((choice.similarity(pool, at).unwrap_or_default(), 0.0))))
        }
        Choice::Random => {
            let mut random = SplitMix64::seed_from_u64(seed);
            ordered(all, |_| random.next_u64())
        }
    };
    if labels == Labels::Known {
        order.sort_by_key(|&at| pool.variants[at].fails);
    }
    order.truncate(most);
    let chosen = order.into_iter();
    Ok(chosen.map(|variant| Chosen { variant, similarity: choice.similarity(pool, variant) }).collect())
}

fn has_paths(pool: &Matched) -> bool {
    pool.paths_of.iter().any(|paths| !paths.is_empty())
}

/// The same variants by a key, equals as they were.
fn ordered<K: Ord>(mut all: Vec<usize>, key: impl FnMut(usize) -> K) -> Vec<usize> {
    let mut key = key;
    all.sort_by_cached_key(|&at| key(at));
    all
}

/// Two similarities in the order in which they count, as integers of a millionth, so that rounding tells nothing apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rounded(u64, u64);

impl Rounded {
    fn of((first, second): (f64, f64)) -> Self {
        let round = |share: f64| (share * 1e6).round() as u64;
        Self(round(first), round(second))
    }
}

/// How similar a variant's conditions are to those of its failing test: as sets, and in runs. Of several executions of either,
/// those that are most similar count.
fn likeness(pool: &Matched, at: usize) -> (f64, f64) {
    let best = |similarity: fn(&[u32], &[u32]) -> f64| {
        let of = pool.paths[at].iter().map(|path| most_similar(path, &pool.paths_of[at], similarity));
        of.fold(0.0, f64::max)
    };
    (best(path_subset), best(path_subsequence))
}

/// The half that is most similar, with all that are as similar as its last, and at least so many.
fn nearest(pool: &Matched, all: Vec<usize>, most: usize) -> Vec<usize> {
    let count = ((all.len() as f64 * NEAR).ceil() as usize).max(most.min(all.len()));
    let Some(last) = count.checked_sub(1) else { return all };
    let key = |at: usize| Reverse(Rounded::of((likeness(pool, at).0, 0.0)));
    let mut keyed: Vec<_> = all.into_iter().map(|at| (key(at), at)).collect();
    keyed.sort_unstable();
    let bound = keyed[last].0;
    let mut near: Vec<usize> = keyed.into_iter().filter(|(key, _)| *key <= bound).map(|(_, at)| at).collect();
    near.sort_unstable();
    near
}

fn unchosen(error: &dyn fmt::Display) -> Failure {
    Failure::failed(format!("variants cannot be chosen from: {error}"))
}

/// Each comes first of those left by what it tells beside the failing tests and those before it; where labels are known, only
/// passing ones are compared, and the others follow as they are.
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

/// The failing tests of a spectrum with all variants below them, ending as they are labelled.
pub fn joined(spectrum: &Spectrum, given: &[TestId], variants: &[Variant]) -> Spectrum {
    let columns = spectrum.elements.len();
    let mut joined = Spectrum {
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
    use crate::kept::Kept;
    use crate::words::{By, Kind, Label};

    fn spectrum() -> Spectrum {
        let mut coverage = BitMatrix::new(1, 4);
        (0..4).for_each(|column| coverage.set(0, column));
        let method = |name: &str| Method { class: ClassId(0), name: name.into(), descriptor: "()V".into() };
        let class = Class { name: "a.A".into(), source_file: None, hash: 1, location: String::new() };
        Spectrum {
            classes: vec![class],
            methods: ["a", "b", "c", "d"].map(method).into(),
            elements: (0..4).map(|at| Element { method: MethodId::new(at), line: at as u32 + 1 }).collect(),
            tests: vec![Test { outcome: Outcome::Failed, ..nameless() }],
            coverage,
        }
    }

    /// Whether it fails, what it runs, its conditions, its inputs.
    type Told4<'a> = (bool, &'a [u32], &'a [u32], (u32, u32));

    /// Of a failing test with the conditions 1 to 6.
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

    /// Conditions: all but one, in two runs or in one; all; none.
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
    fn of_the_near_half_those_that_tell_most() {
        // The variant without any of its conditions is the one that eap takes of all.
        assert_eq!(places(&some(), Choice::Eap, Labels::Known, 1), [2]);
        assert_eq!(places(&some(), Choice::PathsThenEap, Labels::Known, 1), [1]);
        // Half of four are two, and the one that is as near as the second.
        let mut near = places(&some(), Choice::PathsThenEap, Labels::Hidden, 4);
        near.sort_unstable();
        assert_eq!(near, [0, 1, 2, 3], "as many as are asked for, whatever they are like");
        let mut near = nearest(&some(), vec![0, 1, 2, 3], 1);
        near.sort_unstable();
        assert_eq!(near, [0, 1, 3]);
    }

    #[test]
    fn without_conditions_what_looks_at_them_says_how_to_record_them() {
        let mut pool = some();
        pool.paths_of.iter_mut().for_each(Vec::clear);
        for choice in [Choice::Paths, Choice::PathsThenEap] {
            let error = choose((&spectrum(), &pool), choice, Labels::Known, 1, 1).expect_err("no conditions");
            assert!(error.to_string().contains("--elements branches"), "{error}");
        }
        let error = Choice::of_name("psc").expect_err("no such name").to_string();
        assert!(error.ends_with("it takes eap, tfd, rlfdc, pcs, is, pcs+eap or random"), "{error}");
    }

    proptest! {
        #[test]
        fn every_choice_takes_each_variant_at_most_once_and_as_many_as_there_are(
            told in proptest::collection::vec(
                (any::<bool>(), proptest::collection::vec(0..4_u32, 0..4), proptest::collection::vec(0..9_u32, 0..9), 0..4_u32),
                1..12,
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
