//! Evidence about methods before any candidate runs.

use std::collections::HashSet;

use faultline_diagnosability::Known;
use faultline_sbfl::{NameIndex, TraceFrames};
use faultline_spectrum::{ClassName, MethodId, TestId};
use libm::log as ln;

/// The kinds of evidence about a method, in the order of [`Belief::weights`](super::Belief).
///
/// - `trace`: 1 if a kept frame of a given failing test's stack trace is in the method;
/// - `near`: ln(1 + 10 s), averaged over its suspicious lines. s is the sum, over the candidates that cover the line, of the
///   Jaccard similarity of the candidate's row to that of a given failing test (the largest, if several). Tests like the
///   failing one mostly pass, so a line that many of them cover is probably correct;
/// - `class`: Jaccard similarity of the words in the names of its class and of a given failing test's class;
/// - `name`: Jaccard similarity of the words in its own name and the test method's name;
/// - `constructor`: 1 for `<init>` and `<clinit>`.
///
/// No kind depends on the size of the project. Without names and traces, all but `near` are 0.
pub const EVIDENCE: [&str; KINDS] = ["trace", "near", "class", "name", "constructor"];

/// Number of kinds.
pub(crate) const KINDS: usize = 5;

/// Evidence about the suspicious methods: methods with a line that a given failing test covers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evidence {
    /// In ascending order of method numbers.
    pub methods: Vec<MethodEvidence>,
}

/// Evidence about one method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MethodEvidence {
    /// Number of the method in the universe.
    pub method: u32,
    /// Number of its suspicious lines.
    pub lines: u32,
    /// Whether it belongs to a test class or a class nested in one; such methods are not fault candidates.
    pub is_test: bool,
    /// Evidence, in the order of [`EVIDENCE`].
    pub kinds: [f64; KINDS],
}

impl Evidence {
    /// Computes the evidence. Cost: O(candidates * elements / 64 + suspicious lines that they cover + names).
    pub fn of(known: &Known<'_>) -> Self {
        let Known { spectrum, universe, given, .. } = known;
        let failing: Vec<TestId> =
            given.iter().filter(|(_, verdict)| verdict.is_failed()).map(|(test, _)| *test).collect();
        let line =
            |(element, alike): (usize, f64)| (universe.method_of()[element], element, ln(1.0 + 10.0 * alike));
        let mut lines: Vec<(u32, usize, f64)> = known.likeness().into_iter().map(line).collect();
        lines.sort_unstable_by_key(|&(method, element, _)| (method, element));
        let places = TraceFrames::of(spectrum, &failing).of_methods(spectrum);
        let rows = failing.iter().map(|test| &spectrum.tests[test.index()]);
        let mut methods: Vec<MethodId> =
            lines.iter().map(|&(_, element, _)| spectrum.elements[element].method).collect();
        methods.dedup();
        let names = NameIndex::within(spectrum, methods).of_tests(rows);
        // Tests of one class are adjacent.
        let of_class = spectrum.tests.chunk_by(|a, b| a.class == b.class);
        let tests: HashSet<&str> = of_class.map(|tests| ClassName(&tests[0].class).outermost()).collect();
        let of_method = |lines: &[(u32, usize, f64)]| {
            let of = |element: usize| spectrum.elements[element].method.index();
            let (method, first, _) = lines[0];
            let this = &spectrum.methods[of(first)];
            let is_test = tests.contains(ClassName(&spectrum.classes[this.class.index()].name).outermost());
            let in_trace = !is_test && lines.iter().any(|&(_, element, _)| places[of(element)].is_some());
            let is_constructor = matches!(this.name.as_str(), "<init>" | "<clinit>");
            let near = lines.iter().map(|(.., near)| near).sum::<f64>() / lines.len() as f64;
            let (name, number) = (names[of(first)], |is: bool| f64::from(u8::from(is)));
            let kinds = [number(in_trace), near, name.class, name.method, number(is_constructor)];
            MethodEvidence { method, lines: lines.len() as u32, is_test, kinds }
        };
        Self { methods: lines.chunk_by(|a, b| a.0 == b.0).map(of_method).collect() }
    }
}
