//! A guided search controlled from Java.

use std::fs;

use faultline_flt::read;
use faultline_spectrum::{InitialiserPolicy, Outcome, Spectrum};

use crate::harness::{folder, java, run, setup};

/// Five lines of a class; the failing test covers the first four.
const ELEMENTS: [(&str, u32); 5] = [("m0", 1), ("m0", 2), ("m0", 3), ("m1", 4), ("m1", 5)];

fn write_spectrum(path: &std::path::Path) {
    use faultline_spectrum::{BitMatrix, Class, ClassId, Element, Method, MethodId, Test};
    let test = |method: &str, outcome| Test {
        unique_id: method.into(),
        class: "a.Test".into(),
        method: method.into(),
        outcome,
        duration_ns: 0,
        display: String::new(),
        overlapped: false,
        failure: None,
    };
    let class = Class { name: "a.First".into(), source_file: None, hash: 0, location: String::new() };
    let method = |name: &str| Method { class: ClassId(0), name: name.into(), descriptor: "()V".into() };
    let mut coverage = BitMatrix::new(2, ELEMENTS.len());
    (0..4).for_each(|line| coverage.set(0, line));
    coverage.set(1, 4);
    let spectrum = Spectrum {
        sizes: Vec::new(),
        classes: vec![class],
        methods: vec![method("m0"), method("m1")],
        elements: ELEMENTS
            .map(|(method, line)| Element { method: MethodId::new(usize::from(method == "m1")), line })
            .into(),
        tests: vec![test("t0", Outcome::Failed), test("t1", Outcome::Passed)],
        coverage,
    };
    let recording = faultline_flt::record_spectrum(&spectrum, "made by hand");
    let mut writer = faultline_flt::Writer::new(Vec::new(), &recording.origin).unwrap();
    writer.recording(&recording).unwrap();
    fs::write(path, writer.get_ref()).unwrap();
}

#[test]
fn java_leads_a_search_and_no_misuse_throws() {
    let folder = folder("guided");
    let (spectrum, kept) = (folder.join("spectrum.flt"), folder.join("kept.flt"));
    write_spectrum(&spectrum);
    let mut java = java("Guided", &[]);
    let said = run(java.arg(&setup().library).arg(&spectrum).arg(&kept));
    let fitness = |score: f64| 0.5 - score.atan() / std::f64::consts::PI;
    let line = |fitness: f64, score: f64, code: i32| format!("{fitness:?} {score:?} {code}");
    let wanted = [
        "all [15]".to_owned(),
        "start [1.0, 4.0, 4.0, 1.0, 1.0]".to_owned(),
        line(1.0, 1.0, 1),
        line(1.0, 1.0, 2),
        line(fitness(2.0), 2.0, 0),
        line(1.0, 2.0, 2),
        // The second half of the lines separates nothing that the first half did not.
        line(fitness(2.0), 2.0, 3),
        line(fitness(4.0), 4.0, 0),
        // Bits past the last line are ignored, which leaves line 1.
        line(fitness(4.0), 4.0, 3),
        "end [3.0, 4.0, 4.0, 4.0, 4.0]".to_owned(),
        "touching [6]".to_owned(),
        "not touching [0]".to_owned(),
    ];
    let said: Vec<&str> = said.lines().collect();
    assert_eq!(said, wanted);
    let (recording, notes) = read(&kept).unwrap();
    assert!(notes.is_empty(), "{notes:?}");
    let written = Spectrum::merge(&[recording], InitialiserPolicy::All).unwrap();
    assert_eq!(written.tests.len(), 3);
    assert_eq!(written.tests_with(Outcome::Passed).count(), 2);
    assert_eq!(written.coverage.ones(2).collect::<Vec<_>>(), [0, 2]);
}
