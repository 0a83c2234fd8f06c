//! Effect of mutants' results on `faultline rank`, and `faultline evaluate --mutants`.

use std::fs;

use crate::schema::violations;
use crate::support::{Scratch, one_failure, write_recording};
use faultline_spectrum::{
    Mutant, MutatedClass, Mutation, MutationTest, Origin, Outcome, PairVerdict, Probe, ProbedClass, Reason,
    Recording, Verdict,
};
use serde_json::{Value, json};

fn value(text: &str, schema: &str) -> Value {
    let value: Value = serde_json::from_str(text).unwrap();
    let found = violations(&serde_json::from_str(schema).unwrap(), &value);
    assert!(found.is_empty(), "{found:#?}\n{text}");
    value
}

/// Mutants of `Parser.reset()`, line 20, which mends the failing test, and of line 12, which changes its
/// failure. Every test reaches both; the only passing test that the first infects still passes.
fn results(of: &Recording) -> Recording {
    let class = &of.classes[0];
    let mutant = |mutant, method, line| Mutant {
        mutant,
        method,
        line,
        words: "`!=` for `==`".into(),
        ..Mutant::default()
    };
    let test = |test: &faultline_spectrum::RecordedTest| MutationTest {
        test: test.sequence,
        unique_id: test.unique_id.clone(),
        class: test.class.clone(),
        method: test.method.clone(),
        outcome: test.outcome,
        exception: String::new(),
        message: 0,
        trace: 0,
        unstable: 0,
        duration_ns: 1,
        fuel: 1,
    };
    let probe = |(test, infected)| Probe {
        test,
        classes: vec![ProbedClass { class: 9, reached: vec![3], infected: vec![infected] }],
    };
    let verdict =
        |(test, mutant, verdict)| PairVerdict { test, class: 9, mutant, verdict, reason: Reason::None };
    let mutated = MutatedClass {
        class: 9,
        name: class.name.clone(),
        hash: class.hash,
        operators: 1,
        methods: class.methods.clone(),
        mutants: vec![mutant(0, 1, 20), mutant(1, 0, 12)],
    };
    let mutation = Mutation {
        classes: vec![mutated],
        tests: of.tests.iter().filter(|test| test.outcome != Outcome::Skipped).map(test).collect(),
        probes: [(0, 0), (1, 1), (2, 3), (3, 0)].map(probe).into(),
        verdicts: [(2, 0, Verdict::Passes), (1, 0, Verdict::Same), (2, 1, Verdict::Type)].map(verdict).into(),
        ..Mutation::default()
    };
    Recording { origin: Origin { nonce: 7, ..Origin::default() }, mutation, ..Recording::default() }
}

pub fn with_results(name: &str) -> Scratch {
    let scratch = Scratch::new(name);
    let recording = one_failure();
    scratch.record("1-a", &recording);
    fs::create_dir_all(scratch.path(".faultline/mutants")).unwrap();
    write_recording(&scratch.path(".faultline/mutants/1.flt"), &results(&recording));
    scratch
}

fn rank(scratch: &Scratch, arguments: &[&str]) -> Value {
    let out = scratch.run(&[&["rank", "--json"], arguments].concat()).ok();
    value(&out, include_str!("../../../../docs/json-schema/rank.schema.json"))
}

#[test]
fn lines_that_mutants_mend_come_first_and_it_is_said_in_words() {
    let scratch = with_results("mends");
    let says = "`reset:20`: with `!=` for `==` the failing test passes and no other test breaks";
    for level in ["line", "method", "class"] {
        let value = rank(&scratch, &["--level", level]);
        assert_eq!(value["ranking"], json!("evidence+mutants"));
        let first = &value["groups"][0]["suspects"][0];
        let mending =
            value["groups"][0]["suspects"].as_array().unwrap().iter().find(|s| s["mutant"].is_object());
        let mutant = &mending.unwrap()["mutant"];
        assert_eq!((&mutant["says"], &mutant["line"]), (&json!(says), &json!(20)), "{level}");
        assert_eq!(
            (&mutant["category"], &mutant["mended"], &mutant["broken"]),
            (&json!("clean"), &json!(1), &json!(0))
        );
        let parts = &first["parts"];
        let product =
            ["base", "size", "trace", "name", "mutants"].iter().map(|part| parts[part].as_f64().unwrap());
        let product = product.product::<f64>() * parts["evidence"]["factor"].as_f64().unwrap();
        assert!((product / first["score"].as_f64().unwrap() - 1.0).abs() < 1e-9, "{first}");
    }
    let value = rank(&scratch, &["--level", "line", "--ranking", "ochiai+mutants"]);
    let suspects = value["groups"][0]["suspects"].as_array().unwrap();
    let lines: Vec<_> = suspects.iter().take(2).map(|suspect| suspect["line"].as_u64().unwrap()).collect();
    assert_eq!(lines, [20, 12], "without mutants it is line 12");
    let text = scratch.run(&["rank", "--scores", "--level", "line"]).ok();
    assert!(
        text.contains("mutants") && text.split_whitespace().collect::<Vec<_>>().join(" ").contains(says),
        "{text}"
    );
}

#[test]
fn without_matching_results_everything_is_as_before_byte_for_byte() {
    let plain = Scratch::new("plain");
    plain.record("1-a", &one_failure());
    let expected = [plain.run(&["rank"]).ok(), plain.run(&["rank", "--json"]).ok()];
    for (name, change) in [("stale", 1_u64), ("damaged", 0)] {
        let scratch = with_results(name);
        let file = scratch.path(".faultline/mutants/1.flt");
        if change > 0 {
            let mut other = results(&one_failure());
            other.mutation.classes[0].hash += change;
            fs::remove_file(&file).unwrap();
            write_recording(&file, &other);
        } else {
            fs::write(&file, "this is no recording at all").unwrap();
        }
        let done = scratch.run(&["rank"]);
        assert!(done.err.contains("note: "), "{name}: {}", done.err);
        assert_eq!(done.out, expected[0], "{name}");
        let mut told: Value = serde_json::from_str(&scratch.run(&["rank", "--json"]).ok()).unwrap();
        assert_eq!(told["notes"].as_array().unwrap().len(), 1);
        told["notes"] = json!([]);
        assert_eq!(told, serde_json::from_str::<Value>(&expected[1]).unwrap(), "{name}");
    }
    let error = plain.run(&["rank", "--ranking", "muse"]).error(1);
    assert!(error.contains("`faultline mutate` makes them"), "{error}");
    let unchanged = plain.run(&["rank", "--json", "--ranking", "ochiai+mutants"]).ok();
    assert!(unchanged.contains("\"Ochiai+mutants\""));
}

#[test]
fn rankings_by_mutants_alone_take_every_formula() {
    let scratch = with_results("alone");
    for ranking in ["metallaxis", "metallaxis:dstar:3", "metallaxis:op2+size", "muse"] {
        let value = rank(&scratch, &["--level", "line", "--ranking", ranking]);
        let first = value["groups"][0]["suspects"][0]["line"].as_u64().unwrap();
        assert_eq!(first, if ranking == "muse" { 20 } else { 12 }, "{ranking}");
    }
    for formula in faultline_sbfl::FORMULAS {
        rank(&scratch, &["--ranking", &format!("metallaxis:{}", formula.name)]);
    }
}

#[test]
fn reductions_are_judged_on_faults_with_known_lines() {
    let scratch = with_results("judged");
    let fault = scratch.path("faults/made/up-1");
    fs::create_dir_all(fault.parent().unwrap()).unwrap();
    fs::rename(scratch.path(".faultline"), &fault).unwrap();
    fs::write(fault.join("faulty-lines.tsv"), "org.example.text.Parser\t20\n").unwrap();
    let other = scratch.path("faults/made/up-2");
    fs::create_dir_all(&other).unwrap();
    write_recording(&other.join("1.flt"), &one_failure());
    let done = scratch.run(&["evaluate", "--mutants", "faults", "--json"]);
    assert!(done.err.contains("made/up-2 is left out: it has no results of mutants"), "{}", done.err);
    let value = value(&done.ok(), include_str!("../../../../docs/json-schema/evaluate-mutants.schema.json"));
    let faults =
        json!([{ "project": "made", "name": "up-1", "lines": 6, "faulty": 1, "mutants": 2, "failing": 1 }]);
    assert_eq!(value["faults"], faults);
    let techniques = value["techniques"].as_array().unwrap();
    assert_eq!(techniques.len(), 5 * 6);
    let of =
        |name: &str| techniques.iter().find(|row| row["formula"] == "Ochiai" && row["name"] == name).unwrap();
    // Lines 12 and 20 each have one kill and nothing else, so they tie for the first rank.
    assert_eq!((of("all")["ranks"][0].as_f64(), of("all")["pairs"].as_f64()), (Some(1.5), Some(8.0)));
    assert_eq!(of("ietcr")["pairs"], json!(4.0));
    assert_eq!(of("ftmes")["pairs"], json!(2.0));
    assert!(of("all")["p"].is_null() && of("ftmes")["p"].is_number());
    // Two mutants times four tests; a failing test and as many passing ones; one mutant of two times four tests.
    let costs = ["all", "ietcr", "ftmes", "samp-30%", "random"]
        .map(|name| of(name)["mtp"].as_f64().unwrap().round() as u32);
    assert_eq!(costs, [8, 4, 2, 4, 4]);
    assert!((of("samp-30%")["saved_mtp"].as_f64().unwrap() - 0.5).abs() < 1e-12);
    // With the mutant of line 20 that line is first; without, it ties with five of the six lines.
    assert_eq!(value["seeds"], json!(50));
    let sampled = |value: &Value| {
        let rows = value["techniques"].as_array().unwrap();
        let row = rows.iter().find(|row| row["formula"] == "Ochiai" && row["name"] == "samp-30%").unwrap();
        row["ranks"][0].as_f64().unwrap()
    };
    let mean = sampled(&value);
    let firsts = (4.0 - mean) / 3.0 * 50.0;
    assert!(1.0 < mean && mean < 4.0 && (firsts - firsts.round()).abs() < 1e-6, "{mean}: {firsts} of 50");
    let once = scratch.run(&["evaluate", "--mutants", "faults", "--seeds", "1", "--json"]).ok();
    let once = sampled(&serde_json::from_str(&once).unwrap());
    assert!([1.0, 4.0].contains(&once), "{once}");
    // No passing test kills a mutant, so which of them is kept does not matter.
    let random = ["ranks", "pairs"].map(|field| of("random")[field].clone());
    assert!((random[0][0].as_f64().unwrap() - 1.5).abs() < 1e-12, "{random:?}");
    assert!((random[1].as_f64().unwrap() - 4.0).abs() < 1e-12, "{random:?}");
    let stages = value["stages"].as_array().unwrap();
    let names: Vec<_> = stages.iter().map(|row| row["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["without mutants", "failing tests", "mending mutants", "ietcr", "all"]);
    let text = scratch.run(&["evaluate", "--mutants", "faults"]).ok();
    assert!(text.contains("Ochiai, ietcr+infection") && text.contains("mending mutants"), "{text}");
    assert!(!text.contains("-0.0"), "{text}");
    let again = scratch.run(&["evaluate", "--mutants", "faults", "--jobs", "1"]).ok();
    assert_eq!(again, text);
    let error = scratch.run(&["evaluate", "--mutants", "faults/made/up-2"]);
    assert_eq!(error.code, Some(1), "{error:?}");
}
