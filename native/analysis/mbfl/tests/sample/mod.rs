//! Spectra and results to test with.
#![allow(dead_code, reason = "each test program uses its own part")]

use faultline_mbfl::Results;
use faultline_spectrum::{
    BitMatrix, Class, ClassId, Element, Method, MethodId, Mutant, MutatedClass, Mutation, MutationTest,
    Outcome, PairVerdict, Probe, ProbedClass, Reason, RecordedMethod, Spectrum, Test, Verdict,
};

/// Hash of the only class.
pub const HASH: u64 = 77;

/// A spectrum of class `a.B`, method `m()V`, with a line for each column; rows are outcomes and covered lines.
pub fn spectrum(lines: u32, rows: &[(Outcome, &[u32])]) -> Spectrum {
    let mut spectrum = Spectrum {
        sizes: Vec::new(),
        classes: vec![Class { name: "a.B".into(), source_file: None, hash: HASH, location: String::new() }],
        methods: vec![Method { class: ClassId(0), name: "m".into(), descriptor: "()V".into() }],
        elements: (1..=lines).map(|line| Element { method: MethodId(0), line }).collect(),
        coverage: BitMatrix::new(rows.len(), lines as usize),
        tests: Vec::new(),
    };
    for (row, (outcome, covered)) in rows.iter().enumerate() {
        spectrum.tests.push(Test {
            unique_id: id(row),
            class: "a.T".into(),
            method: format!("t{row}"),
            display: String::new(),
            outcome: *outcome,
            duration_ns: 1,
            overlapped: false,
            failure: None,
        });
        for &line in *covered {
            spectrum.coverage.set(row, line as usize - 1);
        }
    }
    spectrum
}

/// Unique id of the test of a row.
pub fn id(row: usize) -> String {
    format!("[t{row}]")
}

/// A mutant of a line.
pub fn mutant(mutant: u32, line: u32) -> Mutant {
    Mutant { mutant, line, words: "`!=` for `==`".into(), ..Mutant::default() }
}

/// A file about these mutants: all tests of the spectrum, numbered by row plus `first`; probes as (row, reached, infected) bits;
/// verdicts as (row, mutant, verdict).
pub fn mutation(
    spectrum: &Spectrum,
    mutants: &[Mutant],
    probes: &[(u32, u64, u64)],
    verdicts: &[(u32, u32, Verdict)],
    first: u32,
) -> Mutation {
    let class = MutatedClass {
        class: first + 1,
        name: "a.B".into(),
        hash: HASH,
        operators: 1,
        methods: vec![RecordedMethod { name: "m".into(), descriptor: "()V".into() }],
        mutants: mutants.to_vec(),
    };
    let test = |(row, test): (u32, &Test)| MutationTest {
        test: first + row,
        unique_id: test.unique_id.clone(),
        class: test.class.clone(),
        method: test.method.clone(),
        outcome: test.outcome,
        exception: String::new(),
        message: 0,
        trace: 0,
        unstable: 0,
        duration_ns: 5,
        fuel: 5,
    };
    let probe = |&(row, reached, infected): &(u32, u64, u64)| Probe {
        test: first + row,
        classes: vec![ProbedClass { class: first + 1, reached: vec![reached], infected: vec![infected] }],
    };
    let verdict = |&(row, mutant, verdict): &(u32, u32, Verdict)| PairVerdict {
        test: first + row,
        class: first + 1,
        mutant,
        verdict,
        reason: Reason::None,
    };
    Mutation {
        classes: vec![class],
        tests: (0..).zip(&spectrum.tests).map(test).collect(),
        probes: probes.iter().map(probe).collect(),
        verdicts: verdicts.iter().map(verdict).collect(),
        ..Mutation::default()
    }
}

/// One file's results, joined.
pub fn results(
    spectrum: &Spectrum,
    mutants: &[Mutant],
    probes: &[(u32, u64, u64)],
    verdicts: &[(u32, u32, Verdict)],
) -> Results {
    Results::of([&mutation(spectrum, mutants, probes, verdicts, 0)])
}
