//! Small spectra for tests.

use std::collections::{HashMap, HashSet};

use faultline_fault_ranking::report::{Group, Report};
use faultline_recording_store::files::Files;
use faultline_sbfl::{Level, RankingSpec, Ties};
use faultline_spectrum::{
    BitMatrix, Class, ClassId, Element, Failure, Frame, Method, MethodId, Outcome, Spectrum, Test, TestId,
};

/// A report without suspects on groups of failing tests.
pub fn report<'s>(spectrum: &'s Spectrum, groups: &[&[u32]]) -> Report<'s> {
    let group = |failing: &&[u32]| Group {
        failing: failing.iter().copied().map(TestId).collect(),
        interrupted: false,
        left_out: 0,
        exception: None,
        root: None,
        initialiser: None,
        site: None,
        ranked: 0,
        clone_factor: 1.0,
        passing: 1,
        suspects: Vec::new(),
        answer: None,
        since: Vec::new(),
        changed_lines: HashSet::new(),
        doubt: None,
        last_change: None,
        amplified: None,
        line_scores: HashMap::new(),
        messages: HashMap::new(),
    };
    Report {
        spectrum,
        files: Files::of(&spectrum.classes),
        spec: RankingSpec::default(),
        elements: false,
        hints: Vec::new(),
        ties: Ties::Max,
        level: Level::Method,
        chosen: false,
        groups: groups.iter().map(group).collect(),
        notes: Vec::new(),
        unseen: None,
    }
}

/// Whether a test fails, and the columns that it runs.
pub type Covered = (bool, Vec<u32>);

/// Three classes, each with two methods of four lines: column `c` is line `c % 8 + 1` of class `c / 8`.
pub fn spectrum(tests: &[Covered]) -> Spectrum {
    let columns = 24;
    let class = |at: usize| Class {
        name: format!("org.x.Class{at}"),
        source_file: Some(format!("Class{at}.java")),
        hash: at as u64 + 1,
        location: String::new(),
    };
    let method = |at: usize| Method {
        class: ClassId::new(at / 2),
        name: format!("method{at}"),
        descriptor: "()V".to_owned(),
    };
    let element = |at: usize| Element { method: MethodId::new(at / 4), line: (at % 8) as u32 + 1 };
    let mut coverage = BitMatrix::new(tests.len(), columns);
    for (row, (_, covered)) in tests.iter().enumerate() {
        for &column in covered {
            coverage.set(row, column as usize);
        }
    }
    let frame = Frame { class: "org.x.Class0".to_owned(), method: "method0".to_owned(), line: 1 };
    let test = |(row, (fails, _)): (usize, &Covered)| Test {
        unique_id: format!("test{row}"),
        class: "org.x.SomeTest".to_owned(),
        method: format!("test{row}"),
        display: String::new(),
        outcome: if *fails { Outcome::Failed } else { Outcome::Passed },
        duration_ns: 0,
        overlapped: false,
        failure: fails.then(|| Failure {
            exception: "java.lang.IllegalStateException".to_owned(),
            frames: vec![frame.clone()],
            thrown: None,
        }),
    };
    Spectrum {
        sizes: Vec::new(),
        classes: (0..3).map(class).collect(),
        methods: (0..6).map(method).collect(),
        elements: (0..columns).map(element).collect(),
        tests: tests.iter().enumerate().map(test).collect(),
        coverage,
    }
}
