//! `faultline select`: the chosen tests and the texts about them.

use crate::schema::violations;
use crate::support::{
    Scratch, assert_snapshot, class, one_failure, recording, test, two_causes, write_recording,
};
use faultline_diagnosability::METRICS;
use faultline_learned_metrics::{Card, Model, Network, Random};
use faultline_spectrum::{ConditionPath, ElementTable, Outcome, Recording, Site, SiteKind};
use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr;

fn metrics() -> impl Iterator<Item = &'static str> {
    METRICS.iter().map(|entry| entry.name)
}

fn recorded(name: &str, recording: &Recording) -> Scratch {
    let scratch = Scratch::new(name);
    scratch.record("1-a", recording);
    scratch
}

fn select(scratch: &Scratch, arguments: &[&str]) -> Value {
    let out = scratch.run(&[&["select", "--json"], arguments].concat()).ok();
    let value: Value = serde_json::from_str(&out).unwrap();
    let schema =
        serde_json::from_str(include_str!("../../../../docs/json-schema/select.schema.json")).unwrap();
    let found = violations(&schema, &value);
    assert!(found.is_empty(), "{found:#?}\n{out}");
    value
}

/// The method names of a list of tests, or of steps.
fn names(list: &Value) -> Vec<&str> {
    list.as_array()
        .unwrap()
        .iter()
        .map(|one| one.get("test").unwrap_or(one)["method"].as_str().unwrap())
        .collect()
}

/// One fault: `Foo.bad` line 3. Rows cover lines of Foo.good (1, 2), Foo.bad (3, 4), Foo.other (5, 6).
fn tests_of_foo() -> Vec<faultline_spectrum::RecordedTest> {
    vec![
        test(0, "fails", Outcome::Failed, &[(0, &[0, 1, 2, 3, 4, 5])]),
        test(1, "runsNothing", Outcome::Passed, &[]),
        test(2, "runsAll", Outcome::Passed, &[(0, &[0, 1, 2, 3, 4, 5])]),
        test(3, "runsGood", Outcome::Passed, &[(0, &[0, 1])]),
        test(4, "runsOther", Outcome::Passed, &[(0, &[4, 5])]),
        test(5, "runsGoodAgain", Outcome::Passed, &[(0, &[0, 1])]),
        test(6, "failsToo", Outcome::Failed, &[(0, &[2, 3])]),
        test(7, "ignored", Outcome::Skipped, &[]),
    ]
}

fn foo() -> faultline_spectrum::RecordedClass {
    let methods = [("good", "()V"), ("bad", "()V"), ("other", "()V")];
    class(0, "org.x.Foo", &methods, &[(0, 1), (0, 2), (1, 3), (1, 4), (2, 5), (2, 6)])
}

fn suite_of_foo() -> Recording {
    recording(vec![foo()], tests_of_foo())
}

/// Other tests of the same class, as recorded by another JVM: one failed, one aborted.
fn pool_of_foo() -> Recording {
    let tests = vec![
        test(0, "generated1", Outcome::Passed, &[(0, &[0, 1, 4, 5])]),
        test(1, "generated2", Outcome::Failed, &[(0, &[2])]),
        test(2, "generated3", Outcome::Aborted, &[(0, &[0])]),
        test(3, "generated4", Outcome::Passed, &[(0, &[0])]),
    ];
    let mut pool = recording(vec![foo()], tests);
    pool.origin.started_ns = 9;
    pool
}

#[test]
fn every_metric_and_start_follows_the_schema() {
    let scratch = recorded("schema", &suite_of_foo());
    for metric in metrics() {
        for given in ["each", "all-failing"] {
            let value = select(&scratch, &["--metric", metric, "--given", given]);
            assert_eq!((&value["metric"], &value["given"]), (&json!(metric), &json!(given)));
            for choice in value["choices"].as_array().unwrap() {
                assert_eq!(choice["steps"].as_array().unwrap().len(), 5, "the passed tests, no more");
            }
        }
    }
    let help = scratch.run(&["select", "--help"]).ok();
    assert!(metrics().all(|metric| help.contains(metric)), "{help}");
}

#[test]
fn tests_are_chosen_one_by_one_the_first_recorded_among_equals() {
    let scratch = recorded("greedy", &suite_of_foo());
    let value = select(&scratch, &["--metric", "tfd", "--failing", "FooTest#fails", "-n", "3"]);
    let steps = &value["choices"][0]["steps"];
    // Number of groups after each step: 2 by runsGood, 3 by runsOther; no other test adds one, so the first
    // is taken.
    assert_eq!(names(steps), ["runsGood", "runsOther", "runsNothing"]);
    let values: Vec<f64> =
        steps.as_array().unwrap().iter().map(|step| step["value"].as_f64().unwrap()).collect();
    assert_eq!(values, [2.0, 3.0, 3.0]);
    assert_eq!(value["choices"][0]["suite_value"], 1.0);
    let shown = scratch.run(&["select", "-m", "tfd", "-f", "FooTest#fails", "-n", "3"]).ok();
    assert!(shown.contains("After step 2 no test makes the value better."), "{shown}");
}

/// Conditions on lines 1, 3 and 5; each has two slots: continues, jumps.
fn with_conditions(paths: &[(u32, &[u32])]) -> Recording {
    let site = |method: u32| Site {
        method,
        line: 2 * method + 1,
        kind: SiteKind::Condition,
        name: "== 0".into(),
        cases: Vec::new(),
    };
    let path = |&(test, slots): &(u32, &[u32])| ConditionPath {
        test,
        steps: slots.iter().map(|&slot| (100, slot)).collect(),
    };
    let mut recording = suite_of_foo();
    recording.elements.tables = vec![ElementTable { id: 100, class: 0, sites: (0..3).map(site).collect() }];
    recording.elements.paths = paths.iter().map(path).collect();
    recording
}

#[test]
fn tests_with_the_conditions_of_the_failing_one_come_first() {
    // fails: 0 3 4. runsAll shares two of them, runsGood one, runsOther all but in a different order.
    // failsToo is another fault.
    let paths: [(u32, &[u32]); 5] = [(0, &[0, 3, 4]), (2, &[0, 3, 5]), (3, &[0]), (4, &[4, 0, 3]), (6, &[1])];
    let scratch = recorded("near", &with_conditions(&paths));
    let value = select(&scratch, &["--metric", "pcs", "--failing", "FooTest#fails"]);
    let steps = &value["choices"][0]["steps"];
    assert_eq!(value["metric"], "pcs");
    assert_eq!(names(steps), ["runsOther", "runsAll", "runsGood", "runsNothing", "runsGoodAgain"]);
    let values: Vec<f64> =
        steps.as_array().unwrap().iter().map(|step| step["value"].as_f64().unwrap()).collect();
    assert_eq!(values, [1.0, 2.0 / 3.0, 1.0 / 3.0, 0.0, 0.0]);
    // Of five tests three are near; eap prefers those that leave the rest suspicious.
    let near = select(&scratch, &["--metric", "pcs+eap", "--failing", "FooTest#fails", "-n", "2"]);
    let all = select(&scratch, &["--metric", "eap", "--failing", "FooTest#fails", "-n", "5"]);
    let allowed = ["runsOther", "runsAll", "runsGood"];
    let by_eap: Vec<&str> =
        names(&all["choices"][0]["steps"]).into_iter().filter(|name| allowed.contains(name)).collect();
    let chosen = names(&near["choices"][0]["steps"]);
    assert_eq!((chosen.len(), chosen[0]), (2, by_eap[0]));
    assert!(chosen.iter().all(|name| allowed.contains(name)), "{chosen:?}");
    let page = scratch.run(&["select", "-m", "pcs", "-f", "FooTest#fails", "-n", "3"]).ok();
    assert!(page.contains("Chosen by pcs") && page.contains("0.6667"), "{page}");
}

#[test]
fn without_recorded_conditions_a_sentence_says_how_to_record_them() {
    let scratch = recorded("no-conditions", &suite_of_foo());
    for metric in ["pcs", "pcs+eap"] {
        let said = scratch.run(&["select", "--metric", metric]).error(1);
        assert!(said.contains("faultline run --elements lines,branches -- mvn test"), "{said}");
        let said = scratch.run(&["select", "--interactive", "--metric", metric]).error(2);
        assert!(said.contains("ignores answers"), "{said}");
        let said = scratch.run(&["generate", "--metric", metric]).error(1);
        assert!(said.contains(&format!("{metric} compares conditions, and none were recorded")), "{said}");
    }
    let said = scratch.run(&["generate", "--metric", "pcs-new"]).error(2);
    assert!(said.contains("faultline amplify --choose pcs-new"), "{said}");
    let scratch = recorded("no-conditions-of-it", &with_conditions(&[(2, &[0])]));
    let value = select(&scratch, &["--metric", "pcs", "--failing", "FooTest#fails"]);
    assert_eq!(value["choices"][0]["steps"][0]["value"], 0.0, "a test that decides nothing is like none");
}

#[test]
fn the_effect_on_the_ranking_is_that_of_the_tests_so_far() {
    let scratch = recorded("effect", &suite_of_foo());
    let value = select(&scratch, &["-m", "eap", "-f", "FooTest#fails", "-n", "3", "-r", "ochiai"]);
    let choice = &value["choices"][0];
    // The methods good, bad, other are run by 3, 1, 2 passing tests: bad is first.
    assert_eq!(choice["leader"]["suspect"]["method"], "bad");
    assert_eq!(
        (&choice["leader"]["passing"], &choice["leader"]["suspect"]["rank_max"]),
        (&json!(5), &json!(1))
    );
    let standing = |of: &Value| {
        let standing = &of["standing"];
        [&standing["suspects"], &standing["tied"], &standing["leader"]["rank_max"]]
            .map(|n| n.as_u64().unwrap())
    };
    assert_eq!(standing(choice), [3, 3, 3], "t0 alone: all three tie");
    let steps = choice["steps"].as_array().unwrap();
    let chosen = names(&choice["steps"]);
    for (at, step) in steps.iter().enumerate() {
        let runs = |name: &str| chosen[..=at].iter().filter(|test| **test == name).count();
        let good = runs("runsGood") + runs("runsGoodAgain");
        let other = runs("runsOther");
        let tied = 1 + usize::from(good == 0) + usize::from(other == 0);
        assert_eq!(standing(step), [3, tied as u64, tied as u64], "after {:?}", &chosen[..=at]);
    }
    assert_eq!(standing(&steps[2])[1], 1, "eap gets bad to the first place");
}

#[test]
fn each_failing_test_starts_a_choice_or_all_start_one() {
    let scratch = recorded("given", &suite_of_foo());
    let given = |arguments: &[&str]| {
        let value = select(&scratch, arguments);
        let choices = value["choices"].as_array().unwrap().clone();
        choices
            .iter()
            .map(|choice| names(&choice["given"]).into_iter().map(str::to_owned).collect::<Vec<_>>())
            .collect::<Vec<_>>()
    };
    assert_eq!(given(&[]), [["fails"], ["failsToo"]]);
    assert_eq!(given(&["--failing", "FooTest#failsToo"]), [["failsToo"]]);
    assert_eq!(given(&["--given", "all-failing"]), [["fails", "failsToo"]]);
    let error = scratch.run(&["select", "--given", "suite"]).error(2);
    assert!(error.contains("name a --pool"), "{error}");
}

#[test]
fn more_failing_tests_than_a_page_holds_are_counted() {
    let tests = (0..9).map(|at| test(at, &format!("t{at}"), Outcome::Failed, &[(0, &[0])]));
    let tests = tests.chain([test(9, "fine", Outcome::Passed, &[])]).collect();
    let scratch = recorded("many", &recording(vec![foo()], tests));
    let shown = scratch.run(&["select"]).ok();
    assert_eq!(shown.matches("which failed").count(), 5);
    assert!(shown.contains("… 4 more failing tests; --failing picks one"), "{shown}");
    assert_eq!(select(&scratch, &[])["choices"].as_array().unwrap().len(), 9);
}

#[test]
fn of_an_unlabelled_pool_nothing_is_said_that_needs_outcomes() {
    let scratch = recorded("unlabelled", &suite_of_foo());
    write_recording(&scratch.path("pool.flt"), &pool_of_foo());
    for metric in metrics() {
        let value = select(&scratch, &["--pool", "pool.flt", "--metric", metric]);
        assert_eq!(
            value["pool"],
            json!({ "source": "recording", "candidates": 3, "left_out": 1, "labelled": false })
        );
        let choices = value["choices"].as_array().unwrap();
        assert_eq!(choices.len(), 2, "a failed test of the pool starts no choice");
        for choice in choices {
            assert_eq!((&choice["leader"], &choice["standing"]), (&json!(null), &json!(null)));
            assert_eq!(choice["given"][0]["outcome"], "failed");
            for step in choice["steps"].as_array().unwrap() {
                assert_eq!((&step["standing"], &step["test"]["outcome"]), (&json!(null), &json!(null)));
                assert!(step["test"]["method"].as_str().unwrap().starts_with("generated"));
            }
        }
    }
    let shown = scratch.run(&["select", "--pool", "pool.flt"]).ok();
    assert!(shown.contains("3 unlabelled tests of the pool (1 aborted or skipped left out)"), "{shown}");
    assert!(shown.contains("Outcomes of the pool are unknown"), "{shown}");
}

#[test]
fn outcomes_of_an_unlabelled_pool_change_nothing() {
    let mut passed = pool_of_foo();
    for test in &mut passed.tests {
        if test.outcome == Outcome::Failed {
            test.outcome = Outcome::Passed;
        }
    }
    let scratch = recorded("hidden", &suite_of_foo());
    write_recording(&scratch.path("as-is.flt"), &pool_of_foo());
    write_recording(&scratch.path("passed.flt"), &passed);
    for metric in metrics() {
        let of = |pool| select(&scratch, &["--pool", pool, "--metric", metric])["choices"].clone();
        assert_eq!(of("as-is.flt"), of("passed.flt"), "{metric}");
    }
}

#[test]
fn a_labelled_pool_enters_the_ranking_with_its_outcomes() {
    let scratch = recorded("labelled", &suite_of_foo());
    write_recording(&scratch.path("pool.flt"), &pool_of_foo());
    let value = select(
        &scratch,
        &["--pool", "pool.flt", "--labelled", "-f", "FooTest#fails", "-r", "ochiai", "-m", "eap"],
    );
    assert_eq!(value["pool"]["labelled"], true);
    let choice = &value["choices"][0];
    let step = choice["steps"].as_array().unwrap().iter().find(|step| step["test"]["method"] == "generated2");
    assert_eq!(step.unwrap()["test"]["outcome"], "failed");
    assert_eq!(choice["steps"][2]["standing"]["top"][0]["method"], "bad");
    assert_eq!(choice["leader"]["passing"], 5, "the recorded suite, without the pool");
    let shown = scratch.run(&["select", "--pool", "pool.flt", "--labelled"]).ok();
    assert!(shown.contains("outcome") && shown.contains("failed"), "{shown}");
}

#[test]
fn a_suite_can_be_given_to_be_added_to() {
    let scratch = recorded("suite", &suite_of_foo());
    write_recording(&scratch.path("pool.flt"), &pool_of_foo());
    let value = select(&scratch, &["--pool", "pool.flt", "--given", "suite", "-m", "tfd"]);
    let choice = &value["choices"][0];
    assert_eq!(choice["given"].as_array().unwrap().len(), 7, "all that passed or failed");
    // Lines 1 and 2, 3 and 4, 5 and 6 have equal coverage so far.
    assert_eq!(choice["suite_value"], 3.0);
    assert_eq!(names(&choice["steps"])[..2], ["generated2", "generated4"]);
    assert_eq!(choice["steps"][1]["value"], 5.0);
    let shown = scratch.run(&["select", "--pool", "pool.flt", "--given", "suite", "-m", "tfd"]).ok();
    assert!(shown.contains("Given 7 tests, 2 failed"), "{shown}");
}

#[test]
fn a_pool_may_be_a_list_of_names_of_recorded_tests() {
    let scratch = recorded("names", &suite_of_foo());
    scratch.file(
        "names.txt",
        "# mine\n\nFooTest#runsOther\norg.example.FooTest::runsGood\nFooTest#runsOther\nFooTest#ignored\n",
    );
    let value = select(&scratch, &["--pool", "names.txt", "-f", "FooTest#fails"]);
    assert_eq!(value["pool"], json!({ "source": "names", "candidates": 2, "left_out": 1, "labelled": true }));
    assert_eq!(
        names(&value["choices"][0]["steps"]),
        ["runsOther", "runsGood"],
        "the first of the file among equals"
    );
    let shown = scratch.run(&["select", "--pool", "names.txt", "-f", "FooTest#fails"]).ok();
    assert!(shown.contains("There are no more than 2 tests to choose."), "{shown}");

    scratch.file("wrong.txt", "FooTest#runsGood\nFooTest#nothing\n");
    let error = scratch.run(&["select", "--pool", "wrong.txt"]).error(1);
    assert!(error.contains("wrong.txt:2: "), "{error}");
    scratch.file("empty.txt", "# none\n");
    assert!(scratch.run(&["select", "--pool", "empty.txt"]).error(1).contains("names no test"));
    scratch.file("given.txt", "FooTest#fails\n");
    let shown = scratch.run(&["select", "--pool", "given.txt", "-f", "FooTest#fails"]).ok();
    assert!(shown.contains("There is no candidate besides the given tests."), "{shown}");
}

#[test]
fn folders_in_the_tsv_layout_are_recordings_and_pools() {
    let scratch = recorded("tsv", &suite_of_foo());
    scratch.run(&["export", "-f", "tsv", "-o", "suite"]).ok();
    write_recording(&scratch.path("pool.flt"), &pool_of_foo());
    scratch.run(&["export", "-f", "tsv", "-o", "pool", "pool.flt"]).ok();
    let chosen = |arguments: &[&str]| {
        let value = select(&scratch, arguments);
        let mut choices = value["choices"].as_array().unwrap().clone();
        choices
            .iter_mut()
            .map(|choice| (names(&choice["steps"]).join(" "), choice["suite_value"].clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(chosen(&["suite"]), chosen(&[]));
    let from_files = chosen(&["--pool", "pool.flt"]);
    assert_eq!(from_files.len(), 2);
    assert_eq!(chosen(&["suite", "--pool", "pool"]), from_files);
}

#[test]
fn without_a_failing_test_metrics_that_need_none_still_choose() {
    let scratch = recorded(
        "passing",
        &recording(
            vec![foo()],
            tests_of_foo().into_iter().filter(|t| t.outcome == Outcome::Passed).collect(),
        ),
    );
    let error = scratch.run(&["select"]).error(1);
    assert!(error.contains("no recorded test failed") && error.contains("ddu, tfd, entbug"), "{error}");
    let without = METRICS.iter().filter(|entry| !entry.metric().needs_failing()).map(|entry| entry.name);
    for metric in without {
        let value = select(&scratch, &["--metric", metric, "-n", "2"]);
        let choice = &value["choices"][0];
        assert_eq!((&choice["given"], &choice["standing"]), (&json!([]), &json!(null)), "{metric}");
        assert_eq!(choice["steps"].as_array().unwrap().len(), 2);
    }
    let shown = scratch.run(&["select", "-m", "tfd"]).ok();
    assert!(shown.contains("Given no test, none failed"), "{shown}");
}

#[test]
fn the_model_that_ships_and_a_model_file_choose_tests_and_another_file_is_said_to_be_none() {
    let scratch = recorded("model", &suite_of_foo());
    let network = Network::random(&mut Random::new(1));
    Model::new(network, Card::default()).write(&scratch.path("my model.json")).unwrap();
    let value = select(&scratch, &["-m", "rlfdc:model=my model.json", "-n", "2", "-f", "FooTest#fails"]);
    assert_eq!(value["metric"], "rlfdc:model=my model.json");
    assert_eq!(value["choices"][0]["steps"].as_array().unwrap().len(), 2);
    let shipped = select(&scratch, &["-m", "rlfdc", "-n", "2", "-f", "FooTest#fails"]);
    assert_eq!((&shipped["metric"], &shipped["better"]), (&json!("rlfdc"), &json!("larger")));
    assert_eq!(shipped["choices"][0]["steps"].as_array().unwrap().len(), 2);
    scratch.file("no model.json", "{}");
    let error = scratch.run(&["select", "-m", "rlfdc:model=no model.json"]).error(1);
    assert!(error.contains("no model.json cannot be used as a model"), "{error}");
    let error = scratch.run(&["select", "-m", "rlfcd"]).error(2);
    assert!(error.contains("no metric is called 'rlfcd'; did you mean rlfdc"), "{error}");
}

#[test]
fn what_cannot_be_answered_is_said_in_one_sentence() {
    let scratch = recorded("errors", &suite_of_foo());
    let error = |arguments: &[&str], code| scratch.run(&[&["select"], arguments].concat()).error(code);
    assert!(error(&["-m", "dud"], 2).contains("no metric is called 'dud'; did you mean ddu"));
    assert!(error(&["-m", "eap:q=2"], 2).contains("cannot be given 'q=2'"));
    assert!(error(&["-r", "nothing"], 2).contains("nothing"));
    assert!(error(&["-f", "FooTest#runsGood"], 1).contains("did not fail"));
    assert!(error(&["--pool", "nowhere"], 1).contains("nowhere does not exist"));
    let same = error(&["--pool", ".faultline"], 1);
    assert!(same.contains("8 tests of .faultline are also in the recordings"), "{same}");
    assert_eq!(scratch.run(&["select", "-n", "0"]).code, Some(2));
    assert_eq!(scratch.run(&["select", "--labelled"]).code, Some(2));

    let all_fail = vec![test(0, "a", Outcome::Failed, &[(0, &[0])])];
    let failing = recorded("all fail", &recording(vec![foo()], all_fail));
    let error = failing.run(&["select"]).error(1);
    assert!(error.contains("none of the 1 test recorded passed"), "{error}");
}

#[test]
fn a_pool_of_another_build_is_noted() {
    let scratch = recorded("strangers", &suite_of_foo());
    let mut pool = pool_of_foo();
    pool.classes[0].hash += 1;
    write_recording(&scratch.path("pool.flt"), &pool);
    let done = scratch.run(&["select", "--pool", "pool.flt"]);
    assert!(done.err.contains("were they recorded with the same build?"), "{}", done.err);
    let value = select(&scratch, &["--pool", "pool.flt"]);
    assert_eq!(value["notes"].as_array().unwrap().len(), 1);
    write_recording(&scratch.path("pool.flt"), &pool_of_foo());
    assert_eq!(scratch.run(&["select", "--pool", "pool.flt"]).err, "");
}

#[test]
fn pages_fit_their_width() {
    let scratch = recorded("widths", &one_failure());
    for width in [60, 100] {
        let shown = scratch.run(&["select", "--width", &width.to_string()]).ok();
        for line in shown.lines() {
            assert!(line.width() <= width, "{} > {width}: {line}", line.width());
        }
        assert_snapshot(&format!("select-{width}"), &shown);
    }
    let both = recorded("both", &two_causes());
    assert_snapshot("select-each", &both.run(&["select", "-m", "rapter", "-n", "1"]).ok());
}

#[test]
fn results_are_the_same_in_every_run() {
    let scratch = recorded("again", &suite_of_foo());
    for metric in ["eap", "fdg", "ddu"] {
        let out = || scratch.run(&["select", "--json", "-m", metric]).ok();
        assert_eq!(out(), out());
    }
}
