//! Reference implementation of the extended metric: recomputes every row and name, without caches.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use faultline_diagnosability::metrics::{Eap, EapState};
use faultline_diagnosability::{Known, Metric, Universe};
use faultline_learned_metrics::{Belief, Evidence, MethodEvidence};
use faultline_sbfl::{NameIndex, TraceFrames};
use faultline_spectrum::TestId;

/// The metric; its states do not use columns.
#[derive(Clone, Debug)]
pub struct Plain {
    belief: Belief,
    weights: Option<Arc<[f64]>>,
}

impl Plain {
    pub fn new(belief: Belief) -> Self {
        Self { belief, weights: None }
    }
}

impl Metric for Plain {
    type State = EapState;

    fn name(&self) -> String {
        "plain".into()
    }

    fn needs_failing(&self) -> bool {
        true
    }

    fn knowing(&self, known: &Known<'_>) -> Option<Self> {
        let weights = of_elements(&self.belief, &evidence(known), known.universe.method_of());
        Some(Self { weights: Some(weights), ..self.clone() })
    }

    fn start(&self, universe: &Universe) -> EapState {
        let eap = Eap { q: 0.4, ..Eap::default() };
        eap.weighted(universe, Arc::clone(self.weights.as_ref().expect("a spectrum is known")))
    }
}

fn of_elements(belief: &Belief, evidence: &Evidence, method_of: &[u32]) -> Arc<[f64]> {
    let of_lines = belief.of_lines(evidence);
    let logs = of_lines.iter().map(|&weight| libm::log(weight)).sum::<f64>();
    let other = if of_lines.is_empty() { 1.0 } else { libm::exp(logs / of_lines.len() as f64) };
    let of = |method: &u32| {
        let known = evidence.methods.iter().position(|known| known.method == *method);
        known.map_or(other, |at| of_lines[at])
    };
    method_of.iter().map(of).collect()
}

/// Evidence about each suspicious method.
pub fn evidence(known: &Known<'_>) -> Evidence {
    let Known { spectrum, universe, given, .. } = known;
    let failing: Vec<TestId> =
        given.iter().filter(|(_, verdict)| verdict.is_failed()).map(|(test, _)| *test).collect();
    let places = TraceFrames::of(spectrum, &failing).of_methods(spectrum);
    let rows = failing.iter().map(|test| &spectrum.tests[test.index()]);
    let names = NameIndex::of(spectrum).of_tests(rows);
    let tests: HashSet<&str> = spectrum.tests.iter().map(|test| outermost(&test.class)).collect();
    let mut lines: Vec<(u32, usize, f64)> = near(known, &failing)
        .into_iter()
        .map(|(element, near)| (universe.method_of()[element], element, near))
        .collect();
    lines.sort_unstable_by_key(|&(method, element, _)| (method, element));
    let of_method = |lines: &[(u32, usize, f64)]| {
        let of = |element: usize| spectrum.elements[element].method.index();
        let (method, first, _) = lines[0];
        let this = &spectrum.methods[of(first)];
        let is_test = tests.contains(outermost(&spectrum.classes[this.class.index()].name));
        let in_trace = !is_test && lines.iter().any(|&(_, element, _)| places[of(element)].is_some());
        let is_constructor = matches!(this.name.as_str(), "<init>" | "<clinit>");
        let near = lines.iter().map(|(.., near)| near).sum::<f64>() / lines.len() as f64;
        let (name, number) = (names[of(first)], |is: bool| f64::from(u8::from(is)));
        let kinds = [number(in_trace), near, name.class, name.method, number(is_constructor)];
        MethodEvidence { method, lines: lines.len() as u32, is_test, kinds }
    };
    Evidence { methods: lines.chunk_by(|a, b| a.0 == b.0).map(of_method).collect() }
}

/// ln(1 + 10 s) of every element that a failing test covers, ascending.
fn near(known: &Known<'_>, failing: &[TestId]) -> Vec<(usize, f64)> {
    let matrix = &known.spectrum.coverage;
    // Multiplicity of each distinct row of candidates, at its first position.
    let mut times: HashMap<Cow<'_, [u64]>, u32> = HashMap::new();
    let mut distinct = Vec::new();
    for test in known.candidates {
        let row = matrix.row(test.index());
        let times = times.entry(row).or_insert_with(|| {
            distinct.push(*test);
            0
        });
        *times += 1;
    }
    let mut sums = vec![0.0; matrix.columns()];
    for test in distinct {
        let row = matrix.row(test.index());
        let alike = failing.iter().map(|test| jaccard(&row, &matrix.row(test.index()))).fold(0.0, f64::max);
        let alike = alike * f64::from(times[&row]);
        matrix.ones(test.index()).for_each(|element| sums[element] += alike);
    }
    (0..matrix.columns())
        .filter(|&element| failing.iter().any(|test| matrix.get(test.index(), element)))
        .map(|element| (element, libm::log(1.0 + 10.0 * sums[element])))
        .collect()
}

fn jaccard(a: &[u64], b: &[u64]) -> f64 {
    let (mut both, mut either) = (0, 0);
    for (a, b) in a.iter().zip(b) {
        both += (a & b).count_ones();
        either += (a | b).count_ones();
    }
    if either == 0 { 0.0 } else { f64::from(both) / f64::from(either) }
}

/// The outermost class that encloses a class.
fn outermost(class: &str) -> &str {
    let start = class.rfind('.').map_or(0, |dot| dot + 1);
    let nested = class[start..].char_indices().skip(1).find(|&(_, c)| c == '$');
    nested.map_or(class, |(at, _)| &class[..start + at])
}
