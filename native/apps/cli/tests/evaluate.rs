//! `faultline evaluate` on synthetic faults.

use crate::schema::violations;
use crate::support::{Scratch, one_failure, write_recording};
use serde_json::Value;

/// Three methods, `f` with two lines; t0 fails and covers everything, t1 and t2 pass and cover parts.
fn fault(scratch: &Scratch, folder: &str, faulty: &str) {
    scratch
        .file(&format!("{folder}/elements.tsv"), "a.B\tf()V\t1\na.B\tf()V\t2\na.B\tg()V\t3\na.B\th()V\t4\n");
    scratch.file(
        &format!("{folder}/tests.tsv"),
        "a.T::t0\tfailed\t0 1 2 3\na.T::t1\tpassed\t2 3\na.T::t2\tpassed\t0 1 3\n",
    );
    scratch.file(&format!("{folder}/faulty-methods.tsv"), faulty);
}

fn faults() -> Scratch {
    let scratch = Scratch::new("evaluate");
    fault(&scratch, "data/P/P-1", "a.B$f<>\n");
    fault(&scratch, "data/P/P-2", "a.B$g<>\n");
    fault(&scratch, "data/Q/Q-1", "a.B$h<>\na.B$f<>\n");
    fault(&scratch, "data/Q/Q-2", "");
    scratch
}

fn json(scratch: &Scratch, arguments: &[&str]) -> Value {
    let done = scratch.run(&[&["evaluate", "data", "--json"], arguments].concat());
    assert_eq!(done.code, Some(0), "{}", done.err);
    let value: Value = serde_json::from_str(&done.out).unwrap();
    let schema =
        serde_json::from_str(include_str!("../../../../docs/json-schema/evaluate.schema.json")).unwrap();
    let found = violations(&schema, &value);
    assert!(found.is_empty(), "{found:?}");
    value
}

fn close(value: &Value, expected: f64) {
    let value = value.as_f64().unwrap();
    assert!((value - expected).abs() < 1e-12, "{value} is not {expected}");
}

#[test]
fn means_are_those_computed_by_hand() {
    let found = json(&faults(), &["--metric", "eap", "--choose", "1", "--ranking", "ochiai"]);
    assert_eq!((&found["faults"], &found["tests"]), (&Value::from(3), &Value::from(1)));
    assert_eq!(found["left_out"][0]["fault"], "Q-2");
    let project = &found["projects"][0];
    assert_eq!((&project["name"], &project["faults"]), (&Value::from("P"), &Value::from(2)));
    // t0 alone ties all three methods; the first chosen test exonerates g and h.
    let eap = &project["columns"][0];
    assert_eq!((&eap["choice"], &eap["ranking"]), (&Value::from("eap"), &Value::from("Ochiai")));
    close(&eap["after"][0]["ap"], 1.0 / 3.0);
    close(&eap["after"][0]["ap-average"], 1.0 / 2.0);
    close(&eap["after"][0]["acc@3"], 2.0);
    close(&eap["after"][0]["expense-max"], 1.0);
    close(&eap["after"][1]["acc@1"], 1.0);
    close(&eap["after"][1]["ap"], f64::midpoint(1.0, 1.0 / 3.0));
    // With both tests, f and g tie before h.
    let whole = &project["columns"][1];
    assert_eq!(whole["choice"], "whole suite");
    close(&whole["after"][0]["ap"], 0.5);
    // In Q, f and h are faulty, at ranks 2 and 3 of three: (1/2 + 2/3) / 2.
    close(&found["projects"][1]["columns"][1]["after"][0]["ap"], 7.0 / 12.0);
    assert_eq!(found["projects"][2]["name"], Value::Null);
    close(&found["projects"][2]["columns"][1]["after"][0]["wef"], 1.0);
}

#[test]
fn lines_are_ranked_where_faulty_lines_are_known() {
    let scratch = faults();
    scratch.file("data/P/P-1/faulty-lines.tsv", "a.B\t2\n");
    let found = json(&scratch, &["--level", "line", "--ranking", "ochiai"]);
    assert_eq!((&found["faults"], &found["level"]), (&Value::from(1), &Value::from("line")));
    let left_out = found["left_out"].as_array().unwrap();
    assert_eq!(left_out.len(), 3, "{left_out:?}");
    assert!(left_out.iter().any(|of| of["reason"] == "no faulty line is known"), "{left_out:?}");
    // Lines 1, 2 and 3 are executed by one passing test each, line 4 by both.
    let whole = &found["projects"][0]["columns"][0]["after"][0];
    close(&whole["expense-min"], 1.0 / 4.0);
    close(&whole["expense-max"], 3.0 / 4.0);
    close(&whole["expense-average"], 2.0 / 4.0);
    let none = scratch.run(&["evaluate", "data/Q", "--level", "line"]);
    assert_eq!(none.code, Some(1), "{none:?}");
}

#[test]
fn columns_are_compared_in_pairs() {
    let found = json(
        &faults(),
        &["-m", "eap", "-m", "tfd", "--oracle", "--ranking", "ochiai,ochiai+clone,wong2,wong2+clone"],
    );
    let columns = found["projects"][0]["columns"].as_array().unwrap();
    assert_eq!(columns.len(), 4 * 4, "four rankings; eap, tfd, oracle and whole suite");
    let rankings: Vec<&str> = columns.iter().step_by(4).map(|c| c["ranking"].as_str().unwrap()).collect();
    assert_eq!(rankings, ["Ochiai", "Ochiai+clone", "Wong2", "Wong2+clone"]);
    let comparisons = found["comparisons"].as_array().unwrap();
    assert_eq!(comparisons.len(), 16 * 15 / 2);
    for compared in comparisons {
        assert!((0.0..=1.0).contains(&compared["p"].as_f64().unwrap()), "{compared}");
        assert!((0.0..=1.0).contains(&compared["a12"].as_f64().unwrap()), "{compared}");
    }
}

/// By default the table compares five columns with the first only, and JSON compares all.
#[test]
fn a_pair_has_one_adjusted_p_however_many_pairs_are_shown() {
    let scratch = Scratch::new("families");
    history(&scratch, 3);
    let arguments = ["-r", "ochiai,wong2,russelrao,naish2,ochiai+size"];
    let found = json(&scratch, &arguments);
    let named = |of: &Value| of["ranking"].as_str().unwrap().to_owned();
    let (mut shown, mut differ) = (0, 0);
    for all in [false, true] {
        let more: &[&str] = if all { &["--all-pairs"] } else { &[] };
        let words = [&["evaluate", "data", "--width", "200"], &arguments[..], more].concat();
        let text = scratch.run(&words).ok();
        for of in found["comparisons"].as_array().unwrap() {
            let pair = format!("{} {}", named(&of["first"]), named(&of["second"]));
            let mut rows = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
            let Some(row) = rows.rfind(|row| row.starts_with(&format!("{pair} "))) else { continue };
            let adjusted = of["p_holm"].as_f64().unwrap();
            let written = if adjusted < 0.001 { "<0.001".to_owned() } else { format!("{adjusted:.3}") };
            let cells: Vec<&str> = row.split(' ').collect();
            assert_eq!(cells[cells.len() - 2], written, "{row}");
            shown += 1;
            differ += usize::from(of["p_holm"] != of["p"]);
        }
    }
    assert_eq!(shown, 4 + 5 * 4 / 2, "five columns");
    assert!(differ > 0);
}

#[test]
fn tables_of_lines_call_them_lines() {
    let scratch = faults();
    scratch.file("data/P/P-1/faulty-lines.tsv", "a.B\t2\n");
    let words = ["evaluate", "data", "-r", "ochiai,wong2", "--measure", "expense-max", "--width", "200"];
    let of_lines = scratch.run(&[&words[..], &["--level", "line"]].concat()).ok();
    assert!(of_lines.contains("the first 5 lines and 5 %"), "{of_lines}");
    assert!(scratch.run(&words).ok().contains("the first 5 methods and 5 %"));
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let scratch = faults();
    let run = |threads| json(&scratch, &["-m", "eap", "-m", "fdg", "--oracle", "--jobs", threads]);
    assert_eq!(run("1"), run("4"));
}

#[test]
fn figures_of_every_fault_are_json_lines() {
    let scratch = faults();
    json(&scratch, &["-m", "eap", "--choose", "2", "--per-fault", "faults.jsonl"]);
    let text = std::fs::read_to_string(scratch.path("faults.jsonl")).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3 * (3 + 1), "three faults; 0, 1, 2 tests and the whole suite");
    assert_eq!((&lines[1]["fault"], &lines[1]["tests"]), (&Value::from("P-1"), &Value::from(1)));
    close(&lines[1]["ap"], 1.0);
    assert_eq!((&lines[3]["choice"], &lines[3]["tests"]), (&Value::from("whole suite"), &Value::Null));
}

/// The judged ranking is the one that users see.
#[test]
fn a_methods_place_is_the_same_for_evaluate_and_rank() {
    let scratch = Scratch::new("same-place");
    let methods = [
        ("Parser$parse<Ljava/lang/String;I>", "parse", "(Ljava/lang/String;I)V"),
        ("Parser$reset<>", "reset", "()V"),
        ("Parser$reset<Z>", "reset", "(Z)V"),
    ];
    let folder = |at: usize| format!("data/P/P-{}", at + 1);
    for (at, (faulty, ..)) in methods.iter().enumerate() {
        let faulty = format!("org.example.text.{faulty}\n");
        scratch.file(&format!("{}/faulty-methods.tsv", folder(at)), &faulty);
        write_recording(&scratch.path(&format!("{}/1.flt", folder(at))), &one_failure());
    }
    for ranking in [&[][..], &["--ranking", "ochiai+size+trace+name"], &["--ranking", "dstar"]] {
        scratch.run(&[&["evaluate", "data", "--per-fault", "faults.jsonl"], ranking].concat()).ok();
        let text = std::fs::read_to_string(scratch.path("faults.jsonl")).unwrap();
        let judged: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(judged.len(), methods.len());
        for (at, (_, method, descriptor)) in methods.iter().enumerate() {
            let text = scratch.run(&[&["rank", &folder(at), "--json", "--top", "0"], ranking].concat()).ok();
            let report: Value = serde_json::from_str(&text).unwrap();
            let suspects = report["groups"][0]["suspects"].as_array().unwrap();
            let is_it =
                |suspect: &&Value| suspect["method"] == *method && suspect["descriptor"] == *descriptor;
            let place = suspects.iter().find(is_it).unwrap()["rank_max"].as_f64().unwrap();
            close(&judged[at]["rr"], 1.0 / place);
        }
    }
}

#[test]
fn tables_have_a_row_per_number_of_tests_and_fit_the_width() {
    let scratch = faults();
    for width in ["100", "140"] {
        let done = scratch
            .run(&["evaluate", "data", "-m", "eap", "-r", "ochiai", "--choose", "2", "--width", width]);
        assert_eq!(done.code, Some(0), "{}", done.err);
        let width: usize = width.parse().unwrap();
        assert!(done.out.lines().all(|line| line.chars().count() <= width), "{}", done.out);
        assert!(
            done.out.starts_with("1 fault left out: Q-2 (no method is known to be faulty)\n"),
            "{}",
            done.out
        );
        for title in ["P: 2 faults, ranked by Ochiai", "All: 3 faults, ranked by Ochiai", "Compared over all"]
        {
            assert!(done.out.contains(title), "{}", done.out);
        }
    }
}

#[test]
fn csv_has_a_row_per_project_column_and_number_of_tests() {
    let done = faults().run(&[
        "evaluate",
        "data",
        "-m",
        "eap:q=0.2,s=0.2",
        "-r",
        "ochiai",
        "--choose",
        "1",
        "--csv",
    ]);
    let lines: Vec<&str> = done.out.lines().collect();
    assert_eq!(lines.len(), 1 + 3 * (2 + 1), "P, Q and all; two numbers of tests and the whole suite");
    assert!(lines[0].starts_with("project,faults,ranking,choice,tests,acc@1,"), "{}", lines[0]);
    assert!(lines[1].starts_with("P,2,Ochiai,\"eap:q=0.2,s=0.2\",0,"), "{}", lines[1]);
    assert!(lines[9].starts_with("all,3,Ochiai,whole suite,,"), "{}", lines[9]);
}

#[test]
fn what_cannot_be_is_said_in_a_sentence() {
    let scratch = faults();
    scratch.file("none/readme.txt", "");
    fault(&scratch, "twice/a/P/P-1", "a.B$f<>\n");
    fault(&scratch, "twice/b/P/P-1", "a.B$f<>\n");
    let cases: [(&[&str], i32, &str); 9] = [
        (&["data", "-m", "eapp"], 2, "no metric is called 'eapp'; did you mean eap"),
        (&["data", "-r", "ochai"], 2, "no ranking is called 'ochai'; did you mean Ochiai"),
        (
            &["data", "-r", "ochiai+mutants"],
            2,
            "evaluate judges rankings by coverage, and 'Ochiai+mutants' asks",
        ),
        (&["data", "-r", "muse"], 2, "evaluate judges rankings by coverage, and 'muse' asks"),
        (&["data", "--measure", "best"], 2, "no measure is called 'best'; there are acc@1"),
        (&["none"], 1, "none holds no fault"),
        (&["data", "data"], 1, "the fault P-1 is in "),
        (&["twice"], 1, "the fault P-1 is in "),
        (&["gone"], 1, "gone: "),
    ];
    for (arguments, code, message) in cases {
        let done = scratch.run(&[&["evaluate"], arguments].concat());
        assert_eq!(done.code, Some(code), "{}", done.err);
        assert!(done.err.starts_with(&format!("faultline: {message}")), "{}", done.err);
    }
}

/// Ten faults of two projects of different size, with enough tests to fill the replay memory: method `number`
/// is faulty, and the t-th passing test covers every (t + 2)-th line except the faulty ones.
fn history(scratch: &Scratch, faulty_of_first: usize) {
    for (project, count) in [("P", 6), ("Q", 4)] {
        for number in 1..=count {
            let folder = format!("data/{project}/{project}-{number}");
            let lines = 30 + number;
            let element = |line: usize| format!("a.B\tm{}()V\t{line}\n", line / 3);
            let elements: String = (0..lines).map(element).collect();
            let faulty = if (project, number) == ("P", 1) { faulty_of_first } else { number % 10 };
            let all: Vec<String> = (0..lines).map(|line| line.to_string()).collect();
            let passing = |test: usize| {
                let covers = |line: &usize| (line + test * test) % (test + 2) < 2 && line / 3 != number % 10;
                let covered: Vec<String> = (0..lines).filter(covers).map(|line| line.to_string()).collect();
                format!("a.T::p{test}\tpassed\t{}\n", covered.join(" "))
            };
            let failing = format!("a.T::t0\tfailed\t{}\n", all.join(" "));
            let tests = failing + &(0..14).map(passing).collect::<String>();
            scratch.file(&format!("{folder}/elements.tsv"), &elements);
            scratch.file(&format!("{folder}/tests.tsv"), &tests);
            scratch.file(&format!("{folder}/faulty-methods.tsv"), &format!("a.B$m{faulty}<>\n"));
        }
    }
}

fn strings(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect()
}

#[test]
fn folds_are_learned_for_each_seed_and_never_from_what_they_judge() {
    let scratch = Scratch::new("folds");
    history(&scratch, 1);
    let metrics = ["-m", "rlfdc", "-m", "eap", "-m", "rlfdc:algorithm=none"];
    let found = json(&scratch, &[&metrics[..], &["--folds", "3", "--seeds", "2", "--choose", "5"]].concat());
    let training = &found["training"];
    assert_eq!(training["seeds"], 2);
    let parts = training["parts"].as_array().unwrap();
    // Boundaries of P: 2, 4, 6; of Q: round(4/3), round(8/3), 4.
    let judged: Vec<Vec<&str>> = parts.iter().map(|part| strings(&part["judged"])).collect();
    let expected = [
        vec!["P-1", "P-2"],
        vec!["P-3", "P-4"],
        vec!["P-5", "P-6"],
        vec!["Q-1"],
        vec!["Q-2", "Q-3"],
        vec!["Q-4"],
    ];
    assert_eq!(judged, expected);
    for (part, judged) in parts.iter().zip(&judged) {
        let seen = strings(&part["seen"]);
        assert!(seen.iter().all(|fault| !judged.contains(fault)), "{part}");
        assert_eq!(seen.len() + judged.len(), if judged[0].starts_with('P') { 6 } else { 4 });
    }
    let columns = found["projects"][2]["columns"].as_array().unwrap();
    let choices: Vec<&str> = columns.iter().map(|column| column["choice"].as_str().unwrap()).collect();
    assert_eq!(choices, ["rlfdc", "eap", "rlfdc:algorithm=none", "whole suite"]);
    assert_eq!(columns[0]["spread"].as_array().unwrap().len(), 6, "0 to 5 tests");
    close(&columns[0]["spread"][0]["ap"], 0.0);
    assert!(columns[1].get("spread").is_none());
}

#[test]
fn a_fold_does_not_depend_on_the_causes_of_the_faults_that_it_judges() {
    let scratch = Scratch::new("causes");
    let figures = |faulty_of_first| {
        history(&scratch, faulty_of_first);
        let learned = ["-m", "rlfdc", "--folds", "3", "--seeds", "4", "--choose", "5"];
        json(&scratch, &[&learned[..], &["--per-fault", "faults.jsonl"]].concat());
        let text = std::fs::read_to_string(scratch.path("faults.jsonl")).unwrap();
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        move |faults: &[&str]| -> Vec<Value> {
            let of = |line: &&Value| faults.contains(&line["fault"].as_str().unwrap());
            lines.iter().filter(of).cloned().collect()
        }
    };
    // P-1 and P-2 are judged together; the other faults of P are judged by metrics that learned from P-1.
    let (before, after) = (figures(1), figures(7));
    assert_eq!(before(&["P-2"]).len(), (1 + 4) * 6 + 1, "mean and four seeds, and the whole suite");
    assert_eq!(before(&["P-2", "Q-1", "Q-2", "Q-3", "Q-4"]), after(&["P-2", "Q-1", "Q-2", "Q-3", "Q-4"]));
    let rest = ["P-3", "P-4", "P-5", "P-6"];
    assert_ne!(before(&rest), after(&rest), "a changed cause changes what is learned from it");
}

#[test]
fn across_projects_the_threads_change_nothing_and_every_variant_learns() {
    let scratch = Scratch::new("across");
    history(&scratch, 1);
    let run = |threads| {
        let mut arguments = vec!["--across", "--seeds", "3", "--choose", "3", "--jobs", threads];
        let variants = [
            "algorithm=dqn",
            "algorithm=linear",
            "algorithm=none",
            "without=split",
            "without=cover",
            "without=embedding",
        ]
        .map(|variant| format!("rlfdc:{variant}"));
        arguments.extend(variants.iter().flat_map(|variant| ["-m", variant]));
        json(&scratch, &arguments)
    };
    let found = run("1");
    assert_eq!(found, run("3"));
    let parts = found["training"]["parts"].as_array().unwrap();
    assert_eq!(parts[1]["name"], "Q by the others");
    assert_eq!(strings(&parts[1]["seen"]), ["P-1", "P-2", "P-3", "P-4", "P-5", "P-6"]);
    let columns = found["projects"][2]["columns"].as_array().unwrap();
    assert_eq!(columns.len(), 7);
    let spreads: f64 = columns[..6].iter().map(|column| column["spread"][3]["ap"].as_f64().unwrap()).sum();
    assert!(spreads > 0.0, "seeds differ somewhere");
}

#[test]
fn tables_of_learned_metrics_say_from_what_they_were_learned_and_how_far_seeds_lie_apart() {
    let scratch = Scratch::new("spread");
    history(&scratch, 1);
    let learned = ["evaluate", "data", "--across", "--seeds", "3", "-m", "rlfdc", "--choose", "2"];
    let out = scratch.run(&[&learned[..], &["--width", "100"]].concat()).ok();
    let text =
        "Learned metrics were trained with 3 seeds; faults judged, and learned from: P by the others: 6";
    assert!(out.starts_with(text), "{out}");
    let spread: Vec<&str> = out.lines().filter(|line| line.contains('±')).collect();
    assert_eq!(spread.len(), 3, "P, Q and all: {out}");
    assert!(spread[0].starts_with("rlfdc "), "{out}");
    assert!(out.lines().all(|line| line.chars().count() <= 100), "{out}");
    let csv = scratch.run(&[&learned[..], &["--csv"]].concat()).ok();
    let lines: Vec<&str> = csv.lines().collect();
    assert!(lines[0].ends_with(",seed"), "{}", lines[0]);
    // Mean and three seeds after 0, 1, 2 tests; and the whole suite.
    assert_eq!(lines.len(), 1 + 3 * (4 * 3 + 1));
    assert!(lines[1].ends_with(',') && lines[4].ends_with(",1"), "{}\n{}", lines[1], lines[4]);
}

#[test]
fn of_the_model_that_ships_it_is_said_that_it_may_know_the_faults() {
    let scratch = Scratch::new("shipped");
    history(&scratch, 1);
    let shipped = ["evaluate", "data", "-m", "rlfdc", "--choose", "1"];
    let note = "note: rlfdc may have been trained on these faults";
    let done = scratch.run(&shipped);
    assert!(done.code == Some(0) && done.err.contains(note), "{}", done.err);
    let done = scratch.run(&[&shipped[..], &["--across", "--seeds", "1"]].concat());
    assert!(done.code == Some(0) && !done.err.contains("note"), "{}", done.err);
    let done = scratch.run(&["evaluate", "data", "-m", "eap", "--choose", "1"]);
    assert!(done.code == Some(0) && !done.err.contains("note"), "{}", done.err);
}

#[test]
fn what_cannot_be_learned_is_said_in_a_sentence() {
    let scratch = faults();
    let cases: [(&[&str], i32, &str); 6] = [
        (&["--folds", "5", "-m", "eap"], 2, "with --folds or --across something must be learned"),
        (
            &["-m", "rlfdc:algorithm=dqn"],
            2,
            "'rlfdc:algorithm=dqn' says how a metric is learned; add --folds",
        ),
        (&["--folds", "5", "-m", "rlfdc:algorithm=sarsa"], 2, "rlfdc cannot be given 'algorithm=sarsa'"),
        (&["--across", "-m", "rlfcd"], 2, "no metric is called 'rlfcd'; did you mean rlfdc"),
        (&["--folds", "2", "-m", "rlfdc"], 1, "all faults of Q are in one of 2 folds by number"),
        (&["--across", "-m", "rlfdc:model=gone.json"], 1, "gone.json: "),
    ];
    for (arguments, code, message) in cases {
        let done = scratch.run(&[&["evaluate", "data"], arguments].concat());
        assert_eq!(done.code, Some(code), "{}", done.err);
        assert!(done.err.starts_with(&format!("faultline: {message}")), "{}", done.err);
    }
}

/// Four methods with a line each; b is faulty. The first test added to t0 fails, which shows that the fault
/// is in a or b; a metric that is not told outcomes believes in c and d from then on.
fn misleading() -> Scratch {
    let scratch = Scratch::new("labelled");
    scratch.file("data/P/P-1/elements.tsv", "a.B\ta()V\t1\na.B\tb()V\t2\na.B\tc()V\t3\na.B\td()V\t4\n");
    scratch.file(
        "data/P/P-1/tests.tsv",
        "a.T::t0\tfailed\t0 1 2 3\na.T::t1\tpassed\t0\na.T::t2\tfailed\t0 1\na.T::t3\tpassed\t2\n",
    );
    scratch.file("data/P/P-1/faulty-methods.tsv", "a.B$b<>\n");
    scratch
}

#[test]
fn the_labelled_protocol_reveals_each_outcome_to_the_metric() {
    let found = json(&misleading(), &["-m", "eap", "-m", "fdg", "--labelled", "--choose", "3"]);
    let columns = found["projects"][0]["columns"].as_array().unwrap();
    let choices: Vec<&str> = columns.iter().map(|column| column["choice"].as_str().unwrap()).collect();
    assert_eq!(choices, ["eap", "eap labelled", "fdg", "whole suite"]);
    let precisions = |column: usize| -> Vec<f64> {
        columns[column]["after"]
            .as_array()
            .unwrap()
            .iter()
            .map(|after| after["ap"].as_f64().unwrap())
            .collect()
    };
    // After t0 all four tie. t2 fails, then a and b tie. Then eap separates c from d, or a from b if it is
    // told outcomes. After t2, a and b tie until t1 separates them.
    assert_eq!(precisions(0), [0.375, 0.75, 0.75, 1.0]);
    assert_eq!(precisions(1), [0.375, 0.75, 1.0, 1.0]);
    assert_eq!(found["comparisons"][0]["second"]["choice"], "eap labelled");
}

#[test]
fn without_failing_candidates_labels_of_eap_change_nothing() {
    let found = json(&faults(), &["-m", "eap", "--labelled", "--choose", "2"]);
    for project in found["projects"].as_array().unwrap() {
        assert_eq!(project["columns"][0]["after"], project["columns"][1]["after"]);
    }
}

#[test]
fn learned_metrics_are_labelled_too() {
    let scratch = Scratch::new("learned and labelled");
    history(&scratch, 1);
    let found = json(
        &scratch,
        &["-m", "rlfdc", "-m", "tfd", "--folds", "3", "--seeds", "2", "--labelled", "--choose", "3"],
    );
    let columns = found["projects"][2]["columns"].as_array().unwrap();
    let choices: Vec<&str> = columns.iter().map(|column| column["choice"].as_str().unwrap()).collect();
    assert_eq!(choices, ["rlfdc", "rlfdc labelled", "tfd", "tfd labelled", "whole suite"]);
    // Every test except t0 passes, as every metric assumes anyway.
    assert_eq!(columns[0]["after"], columns[1]["after"]);
    assert_eq!(columns[0]["spread"], columns[1]["spread"]);
}
