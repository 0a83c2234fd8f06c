//! `faultline train` on synthetic faults.

use std::fmt::Write as _;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::schema::violations;
use crate::support::{Done, Scratch};
use faultline_learned_metrics::{Model, Network, Random, builtin};
use serde_json::Value;

const TESTS: usize = 20;
const LINES: usize = 30;

/// Coverage and outcomes of random tests; even-numbered tests that cover the faulty line fail. Methods have
/// three lines.
fn tests(random: &mut Random, faulty: Option<usize>) -> String {
    let mut rows = String::new();
    for test in 0..TESTS {
        let density = 1 + random.below(3);
        let mut covered: Vec<usize> = (0..LINES).filter(|_| random.below(4) < density).collect();
        if test == 0 {
            covered.extend(faulty.filter(|line| !covered.contains(line)));
            covered.sort_unstable();
        }
        let fails = faulty.is_some_and(|line| covered.contains(&line)) && test % 2 == 0;
        let covered: Vec<String> = covered.iter().map(usize::to_string).collect();
        let outcome = if fails { "failed" } else { "passed" };
        writeln!(rows, "a.T::t{test}\t{outcome}\t{}", covered.join(" ")).unwrap();
    }
    rows
}

fn elements() -> String {
    let rows: Vec<String> = (0..LINES).map(|line| format!("a.B\tm{}()V\t{}", line / 3, line + 1)).collect();
    rows.join("\n") + "\n"
}

/// Faults of the given projects, and one that cannot be learned from.
pub fn faults(name: &str, projects: &[(&str, usize)]) -> Scratch {
    let scratch = Scratch::new(name);
    let mut random = Random::new(7);
    for (project, faults) in projects {
        for number in 1..=*faults {
            let line = random.below(LINES);
            let folder = format!("data/{project}/{project}-{number}");
            scratch.file(&format!("{folder}/elements.tsv"), &elements());
            scratch.file(&format!("{folder}/tests.tsv"), &tests(&mut random, Some(line)));
            scratch.file(&format!("{folder}/faulty-methods.tsv"), &format!("a.B$m{}<>\n", line / 3));
        }
    }
    scratch.file("data/P/P-99/elements.tsv", &elements());
    scratch.file("data/P/P-99/tests.tsv", &tests(&mut random, None));
    scratch.file("data/P/P-99/faulty-methods.tsv", "a.B$m1<>\n");
    scratch
}

fn train(scratch: &Scratch, arguments: &[&str]) -> Done {
    scratch.run(&[&["train", "--date", "2026-11-21"], arguments].concat())
}

fn json(scratch: &Scratch, arguments: &[&str]) -> Value {
    let out = train(scratch, &[arguments, &["--json"]].concat()).ok();
    let value: Value = serde_json::from_str(&out).unwrap();
    let schema =
        serde_json::from_str(include_str!("../../../../docs/json-schema/train.schema.json")).unwrap();
    let found = violations(&schema, &value);
    assert!(found.is_empty(), "{found:?}");
    value
}

#[test]
fn the_same_faults_and_seed_give_the_same_model_and_others_another() {
    let scratch = faults("same", &[("P", 3)]);
    let model = |name: &str, arguments: &[&str], threads: &str| {
        let all = [&["train", "--date", "x", "data", "--out", name], arguments].concat();
        let output = scratch.faultline(&all).env("RAYON_NUM_THREADS", threads).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        fs::read(scratch.path(name)).unwrap()
    };
    let first = model("a.json", &["--holdout", "0.4"], "1");
    assert_eq!(model("b.json", &["--holdout", "0.4"], "3"), first);
    for other in [&["--seed", "2"][..], &["--algorithm", "dqn"], &["--episodes", "29"], &["--choose", "9"]] {
        assert_ne!(model("c.json", &[other, &["--holdout", "0.4"]].concat(), "1"), first, "{other:?}");
    }
    let card = Model::read(&scratch.path("a.json")).unwrap().card().clone();
    let training = card.training.unwrap();
    assert_eq!((card.date.as_str(), training.faults, training.learned), ("x", 2, 82));
}

#[test]
fn extended_features_make_a_model_of_their_own_that_chooses_tests() {
    let scratch = faults("extended", &[("P", 3), ("Q", 2)]);
    let run = |more: &[&str]| {
        train(&scratch, &[&["--features", "extended", "data", "--out", "m.json"], more].concat())
    };
    let said = run(&["--note", "of P and Q"]).ok();
    assert!(said.contains("1 fault left out: P-99 (no test failed)"), "{said}");
    assert!(said.contains("learned from 5 faults in ") && said.contains(": trace 0.00, near "), "{said}");
    assert!(said.ends_with("m.json written; faultline select --metric rlfdc:model=m.json\n"), "{said}");
    let first = fs::read(scratch.path("m.json")).unwrap();
    let said = run(&["--holdout", "Q", "--choose", "2"]).ok();
    assert!(said.contains("learned from 3 faults") && said.contains("held out 2 faults: mAP "), "{said}");
    assert_ne!(fs::read(scratch.path("m.json")).unwrap(), first);
    scratch.run(&["evaluate", "data", "-m", "rlfdc:model=m.json", "--choose", "2"]).ok();
    let across = ["evaluate", "data", "--across", "-m", "belief", "--choose", "2"];
    assert!(scratch.run(&across).ok().contains("belief"));
    let refused = run(&["--folds", "2"]).error(2);
    assert!(refused.contains("faultline evaluate --folds"), "{refused}");
}

#[test]
fn evidence_in_a_file_teaches_what_its_recordings_teach() {
    let scratch = faults("evidence", &[("P", 3), ("Q", 2)]);
    let run = |words: &str| {
        let words: Vec<&str> = words.split(' ').collect();
        train(&scratch, &[&["--ranking"], words.as_slice()].concat())
    };
    let first = run("data --out r.json --evidence all.evidence.gz").ok();
    let again = run("all.evidence.gz --out again.json").ok();
    let input = run("all.evidence.gz --out again.json --evidence all.evidence.gz").error(1);
    assert!(input.contains("all.evidence.gz is read by this command"), "{input}");
    assert_eq!(fs::read(scratch.path("r.json")).unwrap(), fs::read(scratch.path("again.json")).unwrap());
    let tables =
        |said: &str| said.lines().filter(|line| line.starts_with("  ")).collect::<Vec<_>>().join("\n");
    assert_eq!(tables(&first), tables(&again));
    assert!(
        first.contains("by Ochiai, by the program's own weights, and by weights learned from the others")
    );
    let twice = run("data all.evidence.gz --out r.json").error(1);
    assert!(twice.contains("the fault P-1 of P is there twice"), "{twice}");
    assert!(run("data --out r.json --evidence all.gz").error(2).contains("must end with .evidence.gz"));
    scratch.file("notes.evidence.gz", "mine");
    let kept = run("data --out r.json --evidence notes.evidence.gz").error(1);
    assert!(kept.contains("notes.evidence.gz"), "{kept}");
    assert_eq!(fs::read(scratch.path("notes.evidence.gz")).unwrap(), b"mine");
    assert!(run("notes.evidence.gz --out r.json").error(1).contains("no file of evidence"));
    // One project alone is judged by the program's own weights.
    let alone = train(&faults("evidence-alone", &[("P", 3)]), &["--ranking", "data", "--out", "r.json"]).ok();
    assert!(
        alone.contains("by Ochiai, by the program's own weights\n") && alone.contains("  all    3  "),
        "{alone}"
    );
}

#[test]
fn a_project_is_judged_by_projects_of_other_domains() {
    let scratch = faults("domains", &[("P", 3), ("Q", 2), ("R", 2)]);
    scratch.file("domains.tsv", "P\tparsers\nQ\tparsers\nR\tnumbers\n");
    scratch.file("one.tsv", "P\tparsers\nQ\tparsers\nR\tparsers\n");
    scratch.file("wrong.tsv", "P parsers\n");
    let run = |more: &[&str]| train(&scratch, &[&["--ranking", "data", "--out", "r.json"], more].concat());
    let card = || fs::read_to_string(scratch.path("r.json")).unwrap();
    assert!(run(&[]).ok().contains("95 % intervals by drawing projects"));
    let by_project = card();
    let said = run(&["--domains", "domains.tsv"]).ok();
    assert!(said.contains("  R      2  ") && said.contains("  all    7  "), "{said}");
    // The weights are those of all faults; only what they are judged by is another.
    let weights =
        |card: &str| card[card.find("\"weights\"").unwrap()..card.find("\"checksum\"").unwrap()].to_owned();
    assert_eq!(weights(&card()), weights(&by_project));
    let one = run(&["--domains", "one.tsv"]).ok();
    assert!(!one.contains("learned from the others") && !one.contains("by drawing projects"), "{one}");
    let wrong = run(&["--domains", "wrong.tsv"]).error(1);
    assert!(wrong.contains("wrong.tsv: row 1: it must have a project, a tab and a domain"), "{wrong}");
}

#[test]
fn a_learned_ranking_is_judged_by_other_projects_and_ranks() {
    let scratch = faults("ranking", &[("P", 3), ("Q", 2)]);
    let run = |more: &[&str]| train(&scratch, &[&["--ranking", "data", "--out", "r.json"], more].concat());
    let said = run(&["--note", "of P and Q"]).ok();
    assert!(said.contains("learned from 5 faults in ") && said.contains("suspicion"), "{said}");
    assert!(said.contains("  P      3  ") && said.contains("  all    5  "), "{said}");
    assert!(said.ends_with("r.json written; faultline rank --ranking evidence:r.json\n"), "{said}");
    let first = fs::read(scratch.path("r.json")).unwrap();
    run(&[]).ok();
    assert_ne!(fs::read(scratch.path("r.json")).unwrap(), first, "the note is in the card");
    run(&["--note", "of P and Q"]).ok();
    assert_eq!(fs::read(scratch.path("r.json")).unwrap(), first);
    let evaluated = scratch.run(&["evaluate", "data", "-r", "ochiai,evidence:r.json"]).ok();
    assert!(evaluated.to_lowercase().contains("evidence"), "{evaluated}");
    let drawn = run(&["--reliability", "r.svg"]).ok();
    assert!(drawn.contains("calibration error ") && drawn.contains("in 95 of 100 cases"), "{drawn}");
    let svg = fs::read_to_string(scratch.path("r.svg")).unwrap();
    assert!(svg.contains("<text x=\"64\" y=\"46\">5 faults, calibration error "), "{svg}");
    let nowhere = run(&["--reliability", "no/such/r.svg"]).error(1);
    assert!(nowhere.contains("cannot be written"), "{nowhere}");
    let said = run(&["--without", "few"]).ok();
    assert!(said.lines().any(|line| line.trim() == "few            0.00"), "{said}");
    let worth = run(&["--ablations", "--without", "few"]).ok();
    let rows = |of: &str| worth.lines().filter(|line| line.trim_start().starts_with(of)).count();
    // For P, Q and all: the full set, and without each of the nine remaining kinds.
    assert_eq!((rows("-  "), rows("words  "), rows("explicit  ")), (3, 3 + 1, 3 + 1), "{worth}");
    assert_eq!(rows("few  "), 1, "its weight alone: {worth}");
    assert!(worth.contains("\n  P, 3 faults\n") && worth.contains("\n  all, 5 faults\n"), "{worth}");
    // A row equals the result of learning without its kind.
    let apart = run(&["--without", "few", "--without", "words"]).ok();
    let judged = apart.lines().find(|line| line.starts_with("  all ")).unwrap();
    let map = judged.rsplit(' ').next().unwrap();
    let row = worth.lines().rfind(|line| line.starts_with("    words ")).unwrap();
    assert!(row.contains(&format!(" {map} (")), "{map} is not in {row}");
    let wrong = run(&["--without", "luck"]);
    assert!(
        wrong.code == Some(2) && wrong.err.contains("kinds of evidence are suspicion, size"),
        "{wrong:?}"
    );
    assert!(run(&["--folds", "2"]).error(2).contains("--folds"));
    scratch.file("other.json", "{}");
    let refused = scratch.run(&["evaluate", "data", "-r", "evidence:other.json"]).error(1);
    assert!(refused.contains("faultline-ranking"), "{refused}");
}

#[test]
fn a_trained_model_chooses_tests_in_evaluate() {
    let scratch = faults("used", &[("P", 3)]);
    let said = train(&scratch, &["data", "--out", "model.json", "--note", "of P"]).ok();
    assert!(said.contains("1 fault left out: P-99 (no test failed)"), "{said}");
    assert!(said.contains("learned from 3 faults by double-dqn with seed 1: 123 learning steps"), "{said}");
    assert!(
        said.ends_with("model.json written; faultline select --metric rlfdc:model=model.json\n"),
        "{said}"
    );
    assert_eq!(Model::read(&scratch.path("model.json")).unwrap().card().note, "of P");
    scratch.run(&["evaluate", "data", "-m", "rlfdc:model=model.json", "--choose", "2"]).ok();
}

#[test]
fn the_network_that_did_best_on_held_out_faults_is_kept() {
    let scratch = faults("held out", &[("P", 4), ("Q", 3)]);
    let value = json(&scratch, &["data", "--out", "m.json", "--holdout", "Q"]);
    assert_eq!((&value["faults"], &value["held_out"]["faults"]), (&Value::from(4), &Value::from(3)));
    let curve = value["curve"].as_array().unwrap();
    assert_eq!(
        curve.iter().map(|point| point["fault"].as_str().unwrap()).collect::<Vec<_>>(),
        ["P-1", "P-2", "P-3", "P-4"]
    );
    let tried = curve.iter().filter_map(|point| point["held_out"].as_f64());
    let best = tried.fold(f64::MIN, f64::max);
    assert_eq!(value["held_out"]["kept"].as_f64().unwrap().to_bits(), best.to_bits());
    let figure = &value["evaluation"][0];
    assert_eq!(figure["name"], "held out, 3 faults that chose the network: mAP after 10 tests");
    assert!((figure["value"].as_f64().unwrap() - best).abs() < 1e-4);
    // Equals the model of the shorter training if that was the best.
    let spread = json(&scratch, &["data", "--out", "m.json", "--holdout", "0.25"]);
    assert_eq!((&spread["faults"], &spread["held_out"]["faults"]), (&Value::from(6), &Value::from(1)));
    let none = json(&scratch, &["data", "--out", "m.json"]);
    assert_eq!((&none["faults"], &none["held_out"]), (&Value::from(7), &Value::Null));
    assert_eq!(none["left_out"][0]["fault"], "P-99");
}

#[test]
fn folds_say_how_good_networks_are_on_faults_that_they_did_not_see() {
    let scratch = faults("folds", &[("P", 4), ("Q", 2)]);
    fs::remove_dir_all(scratch.path("data/P/P-99")).unwrap();
    let value = json(&scratch, &["data", "--out", "m.json", "--folds", "2", "--episodes", "12"]);
    let names: Vec<&str> =
        value["evaluation"].as_array().unwrap().iter().map(|f| f["name"].as_str().unwrap()).collect();
    assert_eq!(names.len(), 2 * 2 * 4, "two projects, two protocols, four figures: {names:?}");
    assert_eq!(names[0], "P, 2 folds: mAP after 1 test");
    assert_eq!(names[15], "Q, learned from the others: acc@10 after 10 tests (of 2)");
    // The figures equal those of the evaluation.
    let value = json(&scratch, &["data", "--out", "m.json", "--folds", "2"]);
    let figure = |name: &str| {
        let named = |figure: &&Value| figure["name"] == name;
        value["evaluation"].as_array().unwrap().iter().find(named).unwrap()["value"].as_f64().unwrap()
    };
    for (protocol, ours) in [(&["--folds", "2"][..], "2 folds"), (&["--across"], "learned from the others")] {
        let arguments = ["evaluate", "data", "-r", "ochiai", "-m", "rlfdc", "--seeds", "1", "--json"];
        let found: Value = serde_json::from_str(&scratch.run(&[&arguments, protocol].concat()).ok()).unwrap();
        for (project, name) in ["P", "Q"].into_iter().enumerate() {
            let after = &found["projects"][project]["columns"][0]["after"];
            for tests in [5, 10] {
                let theirs = after[tests]["ap"].as_f64().unwrap();
                let ours = figure(&format!("{name}, {ours}: mAP after {tests} tests"));
                assert!((theirs - ours).abs() < 1e-4, "{name} {tests}: {theirs} {ours}");
            }
        }
    }
}

#[test]
fn the_learning_curve_is_a_picture_of_every_fault() {
    let scratch = faults("curve", &[("P", 5)]);
    train(&scratch, &["data", "--out", "m.json", "--holdout", "0.2", "--curve", "c.svg"]).ok();
    let svg = fs::read_to_string(scratch.path("c.svg")).unwrap();
    let picture = roxmltree::Document::parse(&svg).unwrap();
    let titles: Vec<&str> =
        picture.descendants().filter(|n| n.has_tag_name("title")).filter_map(|n| n.text()).collect();
    assert_eq!(titles[0], "double-dqn, seed 1: m.json");
    for fault in ["P-1", "P-2", "P-3", "P-4"] {
        let of_fault = titles.iter().filter(|title| title.starts_with(&format!("{fault}: "))).count();
        assert_eq!(of_fault, 3, "loss, reward and held-out mAP of {fault}: {titles:?}");
    }
    assert_eq!(titles.iter().filter(|title| **title == "kept").count(), 1);
}

#[test]
fn an_older_model_is_replaced_and_any_other_file_is_not() {
    let scratch = faults("out", &[("P", 1)]);
    let to = |out: &str, more: &[&str]| train(&scratch, &[&["data", "--out", out], more].concat());
    to("m.json", &[]).ok();
    let before = fs::read(scratch.path("m.json")).unwrap();
    to("m.json", &["--seed", "2"]).ok();
    assert_ne!(fs::read(scratch.path("m.json")).unwrap(), before);
    scratch.file("notes.txt", "mine");
    assert!(
        to("notes.txt", &[])
            .error(1)
            .contains("notes.txt exists and is not a model; give another --out, or --force")
    );
    assert_eq!(fs::read_to_string(scratch.path("notes.txt")).unwrap(), "mine");
    to("notes.txt", &["--force"]).ok();
    assert!(Model::read(&scratch.path("notes.txt")).is_ok());
    assert!(to("data", &[]).error(1).contains("data is a folder"));
    assert!(to("gone/m.json", &[]).error(1).contains("cannot be written"));
    assert!(to("n.json", &["--curve", "gone/c.svg"]).error(1).contains("gone/c.svg cannot be written"));
    let left: Vec<_> = fs::read_dir(&scratch.0).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 3, "data, m.json, notes.txt and nothing else: {left:?}");
}

#[test]
fn what_cannot_be_learned_from_is_said_in_a_sentence() {
    let scratch = faults("errors", &[("P", 2)]);
    scratch.file("none/readme.txt", "");
    scratch.file("green/P/P-1/elements.tsv", &elements());
    scratch.file("green/P/P-1/tests.tsv", &tests(&mut Random::new(1), None));
    scratch.file("green/P/P-1/faulty-methods.tsv", "a.B$m1<>\n");
    let cases: [(&[&str], i32, &str); 9] = [
        (&["none"], 1, "none holds no fault"),
        (&["green"], 1, "none of the 1 spectra in green can be evaluated: each needs a failing test"),
        (&["gone"], 1, "gone: "),
        (&["data", "data"], 1, "the fault P-1 of P is there twice"),
        (&["data", "--holdout", "R"], 2, "no project is called 'R'; there are P"),
        (&["data", "--holdout", "P"], 2, "without P there is no fault to learn from"),
        (&["data", "--folds", "1"], 2, "one fold leaves nothing to learn from"),
        (&["data", "--episodes", "0"], 2, "invalid training options: every number of epochs"),
        (&["data", "--episodes", "4"], 1, "nothing was learned: the faults' tests are too few"),
    ];
    for (arguments, code, message) in cases {
        let error = train(&scratch, &[&["--out", "m.json"], arguments].concat()).error(code);
        assert!(error.starts_with(&format!("faultline: {message}")), "{error}");
    }
    assert!(!scratch.path("m.json").exists());
    let neither = train(&scratch, &["--out", "m.json"]);
    assert_eq!(neither.code, Some(2), "{neither:?}");
    assert!(neither.err.contains("<DIR|FILE>"), "{}", neither.err);
}

/// A green build and mutants of it, each killed by every second test that covers its line.
fn mutants(name: &str, count: usize) -> Scratch {
    let scratch = Scratch::new(name);
    let mut random = Random::new(3);
    let rows = tests(&mut random, None);
    scratch.file("green/elements.tsv", &elements());
    scratch.file("green/tests.tsv", &rows);
    let mut lines =
        "{\"format\": \"faultline-mutants\", \"version\": 1}\n{\"spectrum\": \"green\"}\n".to_owned();
    for mutant in 0..count {
        let line = mutant * 7 % LINES;
        let covers = |row: &&str| row.split('\t').nth(2).unwrap().split(' ').any(|e| e == line.to_string());
        let killers: Vec<String> = rows
            .lines()
            .filter(covers)
            .step_by(2)
            .map(|row| format!("\"{}\"", row.split('\t').next().unwrap()))
            .collect();
        let (line, killers) = (line + 1, killers.join(", "));
        let mutant = format!("\"mutant\": \"{mutant}\", \"class\": \"a.B\", \"line\": {line}");
        writeln!(lines, "{{{mutant}, \"killed_by\": [{killers}]}}").unwrap();
    }
    scratch.file("mutants.jsonl", &lines);
    scratch
}

#[test]
fn seeded_faults_of_a_green_build_train_a_model() {
    let scratch = mutants("mutants", 8);
    let text = fs::read_to_string(scratch.path("mutants.jsonl")).unwrap();
    let survivor = "{\"mutant\": \"s\", \"class\": \"a.B\", \"line\": 1, \"killed_by\": []}\n";
    scratch.file("mutants.jsonl", &(text + survivor));
    let arguments = ["mutants.jsonl", "--out", "m.json", "--holdout", "0.25", "--folds", "2"];
    let value = json(&scratch, &arguments);
    assert_eq!((&value["faults"], &value["held_out"]["faults"]), (&Value::from(6), &Value::from(2)));
    assert_eq!(value["left_out"][0]["reason"], "no test kills it");
    assert_eq!(value["evaluation"][1]["name"], "mutants, 2 folds: mAP after 1 test");
    assert!(Model::read(&scratch.path("m.json")).is_ok());
}

#[test]
fn a_seeded_fault_teaches_what_the_same_recorded_fault_does() {
    let scratch = mutants("equal", 1);
    train(&scratch, &["mutants.jsonl", "--out", "seeded.json"]).ok();
    // The same fault as a folder.
    let line: Value = serde_json::from_str(
        fs::read_to_string(scratch.path("mutants.jsonl")).unwrap().lines().nth(2).unwrap(),
    )
    .unwrap();
    let killed: Vec<&str> =
        line["killed_by"].as_array().unwrap().iter().map(|test| test.as_str().unwrap()).collect();
    let rows = fs::read_to_string(scratch.path("green/tests.tsv")).unwrap();
    let rows = rows.lines().map(|row| {
        let fails = killed.contains(&row.split('\t').next().unwrap());
        let row = if fails { row.replace("\tpassed\t", "\tfailed\t") } else { row.to_owned() };
        row + "\n"
    });
    scratch.file("data/P/P-1/tests.tsv", &rows.collect::<String>());
    scratch.file("data/P/P-1/elements.tsv", &elements());
    scratch.file("data/P/P-1/faulty-methods.tsv", "a.B$m0<>\n");
    train(&scratch, &["data", "--out", "recorded.json"]).ok();
    let network = |name: &str| Model::read(&scratch.path(name)).unwrap().network().clone();
    assert_eq!(network("seeded.json"), network("recorded.json"));
}

#[test]
fn errors_in_a_file_of_mutants_name_the_file_and_the_line() {
    let scratch = mutants("wrong", 2);
    let good = fs::read_to_string(scratch.path("mutants.jsonl")).unwrap();
    let refusal = |text: &str| {
        scratch.file("wrong.jsonl", text);
        train(&scratch, &["wrong.jsonl", "--out", "m.json"]).error(1)
    };
    let error = refusal(&good.replace("a.T::t", "a.T::u"));
    assert!(error.starts_with("faultline: wrong.jsonl:3: the build has no test a.T::u"), "{error}");
    let error = refusal(&good.replace("\"green\"", "\"red\""));
    assert!(error.starts_with("faultline: wrong.jsonl:2: red does not exist"), "{error}");
    let error = refusal(&(good.clone() + "\n{]"));
    assert!(error.starts_with("faultline: wrong.jsonl:6: it is not JSON"), "{error}");
    assert!(refusal(good.lines().next().unwrap()).contains("wrong.jsonl holds no mutant"));
    let unkilled: String = good
        .lines()
        .map(|line| {
            line.split("\"killed_by\"").next().unwrap().to_owned()
                + if line.contains("killed_by") { "\"killed_by\": []}\n" } else { "\n" }
        })
        .collect();
    let error = refusal(&unkilled);
    assert!(error.contains("there is no fault to learn from: none of the 2 mutants is killed"), "{error}");
}

/// A training that would take hours, returned once it handles signals and has learned something.
fn endless(scratch: &Scratch) -> Child {
    let arguments = ["train", "mutants.jsonl", "--out", "m.json", "--episodes", "100000000"];
    let child = scratch.faultline(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let status = PathBuf::from(format!("/proc/{}/status", child.id()));
    let deadline = Instant::now() + Duration::from_mins(1);
    while !catches_interrupts(&status) {
        assert!(Instant::now() < deadline, "it never listened");
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_secs(1));
    child
}

/// Whether SIGINT is caught: bit 1 of the caught signals.
fn catches_interrupts(status: &Path) -> bool {
    let text = fs::read_to_string(status).unwrap();
    let mask = text.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
    u64::from_str_radix(mask.trim(), 16).unwrap() & 0b10 != 0
}

fn send(signal: &str, child: &Child) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

#[test]
fn an_interrupt_ends_the_training_and_keeps_the_model() {
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        let scratch = mutants("interrupted", 2);
        let child = endless(&scratch);
        send(signal, &child);
        let done = Done::of(&child.wait_with_output().unwrap());
        assert_eq!(done.code, Some(code), "{done:?}");
        assert!(done.out.contains("ended early: the network so far was kept"), "{done:?}");
        let training = Model::read(&scratch.path("m.json")).unwrap().card().training.clone().unwrap();
        assert!(training.stopped && training.faults == 1 && training.learned > 0, "{training:?}");
    }
}

#[test]
fn a_second_interrupt_ends_the_program_at_once() {
    let scratch = mutants("killed", 2);
    let mut child = endless(&scratch);
    // Stop the process first, so that both signals are pending when it continues. They differ, because equal
    // signals merge.
    for signal in ["-STOP", "-INT", "-TERM", "-CONT"] {
        send(signal, &child);
    }
    let status = child.wait().unwrap();
    assert!(matches!(status.signal(), Some(2 | 15)), "{status:?}");
    assert!(!scratch.path("m.json").exists());
}

/// The arguments of training in `make model`.
fn recipe() -> Vec<String> {
    let makefile =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../Makefile")).unwrap();
    let line = makefile.lines().find_map(|line| line.strip_prefix("MODEL_RECIPE := ")).unwrap();
    line.split_whitespace().map(str::to_owned).collect()
}

/* Without the folds, which take five times as long: their figures are what the test puts back,
and `make model` reproduces. */
#[test]
fn the_recipe_makes_the_shipped_model() {
    let Some(data) = std::env::var_os("FAULTLINE_DATA").map(PathBuf::from) else {
        eprintln!("skipped: FAULTLINE_DATA names no folder of spectra");
        return;
    };
    let mut arguments = recipe();
    let folds = arguments.iter().position(|argument| argument == "--folds").unwrap();
    arguments.drain(folds..folds + 2);
    let scratch = Scratch::new("recipe");
    let archives = ["lang", "math"].map(|project| data.join(format!("spectra-{project}.tar.xz")));
    let status = Command::new(env!("CARGO_BIN_EXE_faultline"))
        .arg("train")
        .args(arguments)
        .args(archives)
        .arg("--out")
        .arg(scratch.path("m.json"))
        .stdout(Stdio::null())
        .status()
        .unwrap();
    assert!(status.success());
    let mut model = Model::read(&scratch.path("m.json")).unwrap();
    assert_eq!(model.card().evaluation, []);
    model.card_mut().evaluation.clone_from(&builtin().card().evaluation);
    assert!(
        model.to_text() == builtin().to_text(),
        "`make model` gives another model than the one that ships"
    );
    assert_ne!(model.network(), &Network::random(&mut Random::new(1)));
}
