//! `faultline suite`: measures, groups, and the texts about them.

use std::collections::{BTreeMap, BTreeSet};

use crate::schema::violations;
use crate::support::{Scratch, assert_snapshot, class, one_failure, recording, test, two_causes};
use faultline_spectrum::{Background, Outcome, Recording};
use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr;

fn recorded(name: &str, recording: &Recording) -> Scratch {
    let scratch = Scratch::new(name);
    scratch.record("1-a", recording);
    scratch
}

fn suite(scratch: &Scratch, arguments: &[&str]) -> Value {
    let out = scratch.run(&[&["suite", "--json"], arguments].concat()).ok();
    let value: Value = serde_json::from_str(&out).unwrap();
    let schema =
        serde_json::from_str(include_str!("../../../../docs/json-schema/suite.schema.json")).unwrap();
    let found = violations(&schema, &value);
    assert!(found.is_empty(), "{found:#?}\n{out}");
    value
}

fn assert_near(actual: &Value, expected: f64) {
    let actual = actual.as_f64().unwrap();
    assert!((actual - expected).abs() < 1e-12, "{actual} is not {expected}");
}

/// The split of the group with this many elements.
fn split_of(value: &Value, elements: u64) -> &Value {
    let mut groups = value["groups"].as_array().unwrap().iter();
    &groups.find(|group| group["elements"] == elements).unwrap()["split"]
}

#[test]
fn the_measures_are_those_worked_out_by_hand() {
    // Tests run 3, 6, 6 and 2 of 7 lines; two pairs of lines always run together.
    let value = suite(&recorded("measures", &one_failure()), &[]);
    let whole = &value["suite"];
    assert_eq!((&whole["tests"], &whole["elements"], &whole["covered"]), (&json!(4), &json!(7), &json!(7)));
    assert_near(&whole["rho"], 17.0 / 28.0);
    assert_near(&whole["density"], 22.0 / 28.0);
    assert_near(&whole["diversity"], 1.0);
    assert_near(&whole["uniqueness"], 5.0 / 7.0);
    assert_near(&whole["ddu"], 22.0 / 28.0 * 5.0 / 7.0);
    assert_near(&whole["entbug"], 3.0 / 28.0);
    assert_near(&whole["entbug_published"], 17.0 / 21.0 - 0.5);
    assert_eq!((&whole["tfd"], &whole["alone"], &whole["largest"]), (&json!(5), &json!(3), &json!(2)));
    assert_eq!(value["ambiguous_groups"], 2);
    assert_eq!(value["tests"], json!({ "passed": 3, "failed": 1, "aborted": 0, "skipped": 1 }));
}

#[test]
fn what_ran_for_no_test_is_told_by_its_threads_and_measured_nowhere() {
    let measured = suite(&recorded("no background", &one_failure()), &[]);
    assert_eq!(measured["of_no_test"], json!([]));
    let mut run = one_failure();
    let ran = |thread: &str, of: usize| Background {
        thread: thread.into(),
        coverage: run.tests[of].coverage.clone(),
    };
    // The first test runs 3 lines, the second 6.
    run.background = vec![ran("cleaner", 0), ran("worker", 1)];
    let scratch = recorded("background", &run);
    let mut other = Recording { origin: run.origin.clone(), ..Recording::default() };
    other.origin.nonce += 1;
    other.classes = run.classes.clone();
    other.background = vec![ran("cleaner", 1)];
    scratch.record("2-b", &other);
    let value = suite(&scratch, &[]);
    let told = json!([{ "thread": "cleaner", "lines": 9 }, { "thread": "worker", "lines": 6 }]);
    assert_eq!(value["of_no_test"], told);
    assert_eq!(value["suite"], measured["suite"]);
}

#[test]
fn equal_rows_lower_diversity() {
    // Two of four rows are equal: 1 - 2/12.
    let value = suite(&recorded("diversity", &two_causes()), &[]);
    assert_near(&value["suite"]["diversity"], 5.0 / 6.0);
}

#[test]
fn a_class_is_measured_by_the_tests_that_run_it() {
    let value = suite(&recorded("class", &one_failure()), &[]);
    let classes = value["classes"].as_array().unwrap();
    let parser = classes.iter().find(|class| class["name"] == "org.example.text.Parser").unwrap();
    // Three tests run 2, 4 and 5 of its 5 lines; the fourth runs none.
    assert_eq!((&parser["tests"], &parser["idle_tests"]), (&json!(3), &json!(0)));
    assert_near(&parser["rho"], 11.0 / 15.0);
    assert_eq!((&parser["tfd"], &parser["largest"]), (&json!(3), &json!(2)));
    assert_eq!(classes[0]["name"], "org.example.text.Parser", "most missing groups first");
    assert_eq!(value["packages"][0]["name"], "org.example.text");
    assert_near(&value["packages"][0]["rho"], 17.0 / 28.0);
}

#[test]
fn pages_fit_their_width() {
    let scratch = recorded("widths", &many_groups());
    for width in [60, 80, 100] {
        let shown = scratch.run(&["suite", "--width", &width.to_string()]).ok();
        for line in shown.lines() {
            assert!(line.width() <= width, "{} > {width}: {line}", line.width());
        }
        if width != 80 {
            assert_snapshot(&format!("suite-{width}"), &shown);
        }
    }
}

/// Two classes in two packages, with a group of each kind.
fn many_groups() -> Recording {
    let parser = class(
        0,
        "org.example.text.Parser",
        &[("parse", "(I)V"), ("parse", "(J)V"), ("reset", "()V"), ("help", "()V")],
        &[
            (0, 10),
            (0, 11),
            (0, 12),
            (0, 13),
            (0, 14), // 0-4: 10, 11 and 13, 14 run alike, 12 apart
            (1, 20),
            (1, 21),
            (1, 22),
            (1, 23),
            (1, 24),
            (1, 25), // 5-10: with reset
            (2, 30),
            (2, 31),
            (2, 32), // 11-13
            (3, 40),
            (3, 41), // 14-15: 41 is run by no test
        ],
    );
    let lexer = class(
        1,
        "org.example.lex.Lexer",
        &[("next", "()C"), ("peek", "()C")],
        &[(0, 1), (0, 2), (0, 3), (1, 5), (1, 6)], // 1-3 alike; peek is run by no test
    );
    recording(
        vec![parser, lexer],
        vec![
            test(0, "branches", Outcome::Passed, &[(0, &[0, 1, 3, 4])]),
            test(1, "branchesElsewhere", Outcome::Failed, &[(0, &[0, 1, 2, 3, 4])]),
            test(2, "resets", Outcome::Passed, &[(0, &[5, 6, 7, 8, 9, 10, 11, 12, 13])]),
            test(3, "helps", Outcome::Passed, &[(0, &[14])]),
            test(4, "lexes", Outcome::Passed, &[(1, &[0, 1, 2])]),
            test(5, "idles", Outcome::Passed, &[]),
            test(6, "ignored", Outcome::Skipped, &[]),
        ],
    )
}

#[test]
fn lines_of_methods_that_never_part_are_to_be_run_one_without_the_other() {
    let value = suite(&recorded("apart", &many_groups()), &[]);
    let split = split_of(&value, 9);
    assert_eq!(split["kind"], "apart");
    assert_eq!((&split["one"]["descriptor"], &split["other"]["method"]), (&json!("(J)V"), &json!("reset")));
}

#[test]
fn lines_of_one_method_part_where_other_tests_run_lines_between_them() {
    let value = suite(&recorded("within", &many_groups()), &[]);
    let split = split_of(&value, 4);
    assert_eq!((&split["kind"], &split["between"]), (&json!("within"), &json!([11, 13])));
    let straight = value["groups"].as_array().unwrap();
    let straight = straight.iter().find(|group| group["methods"][0]["method"] == "next").unwrap();
    assert_eq!((&straight["split"]["kind"], &straight["split"]["between"]), (&json!("within"), &json!(null)));
}

#[test]
fn of_lines_that_no_test_runs_it_is_said_which_tests_come_near() {
    let value = suite(&recorded("run", &many_groups()), &[]);
    let groups = value["groups"].as_array().unwrap();
    let group = groups.iter().find(|group| group["tests"] == json!([])).unwrap();
    assert_eq!(group["elements"], 3);
    let entered = group["split"]["entered"].as_array().unwrap();
    assert_eq!(entered.len(), 1, "peek is entered by no test");
    assert_eq!(
        (&entered[0]["method"], &entered[0]["test"]),
        (&json!("help"), &json!("[engine:made-up]/[method:helps]"))
    );
}

#[test]
fn a_test_that_runs_one_method_up_to_the_group_and_not_the_other_comes_near() {
    let foo =
        class(0, "org.x.Foo", &[("a", "()V"), ("b", "()V")], &[(0, 1), (0, 2), (0, 3), (1, 9), (1, 10)]);
    let tests = vec![
        test(0, "both", Outcome::Passed, &[(0, &[0, 1, 2, 3, 4])]),
        test(1, "neither", Outcome::Passed, &[]),
        test(2, "stops", Outcome::Passed, &[(0, &[0])]),
        test(3, "stopsToo", Outcome::Passed, &[(0, &[0])]),
    ];
    let value = suite(&recorded("near", &recording(vec![foo], tests)), &[]);
    let split = split_of(&value, 4);
    assert_eq!(split["kind"], "near");
    assert_eq!(split["test"], "[engine:made-up]/[method:stops]", "the first that comes near");
    assert_eq!(
        (&split["reach"]["method"], &split["line"], &split["avoid"]["method"]),
        (&json!("a"), &json!(2), &json!("b"))
    );
}

#[test]
fn comma_separated_values_are_the_numbers_of_the_json() {
    let scratch = recorded("csv", &many_groups());
    let value = suite(&scratch, &[]);
    let csv = scratch.run(&["suite", "--csv"]).ok();
    let mut rows = csv.lines();
    let names: Vec<&str> = rows.next().unwrap().split(',').collect();
    let parts = |scope: &str| value[scope].as_array().unwrap().clone();
    let mut expected = vec![("suite", value["suite"].clone())];
    expected.extend(parts("packages").into_iter().map(|part| ("package", part)));
    expected.extend(parts("classes").into_iter().map(|part| ("class", part)));
    for (scope, part) in &expected {
        let row: Vec<&str> = rows.next().unwrap().split(',').collect();
        assert_eq!((row[0], row[1]), (*scope, part["name"].as_str().unwrap_or("")));
        for (name, field) in names.iter().zip(&row).skip(2) {
            assert_eq!(part[name].as_f64(), Some(field.parse().unwrap()), "{scope} {name}");
        }
    }
    assert_eq!(rows.next(), None);
    assert_eq!(scratch.run(&["suite", "--csv", "--json"]).code, Some(2));
}

#[test]
fn a_folder_in_another_layout_measures_as_the_recording_that_was_exported() {
    for layout in ["tsv", "gzoltar"] {
        let scratch = recorded(layout, &many_groups());
        let mut skipless = suite(&scratch, &[]);
        skipless["tests"]["skipped"] = json!(0);
        scratch.run(&["export", "-f", layout, "-o", "out"]).ok();
        scratch.run(&["import", "-f", layout, "out", "-o", "back.flt"]).ok();
        let without_ids = |mut value: Value| {
            // The layouts have names instead of the framework's ids.
            for group in value["groups"].as_array_mut().unwrap() {
                group["tests"] = json!(group["tests"].as_array().unwrap().len());
                group["split"] = group["split"]["kind"].clone();
                for method in group["methods"].as_array_mut().unwrap() {
                    // GZoltar's layout has no return type.
                    method["descriptor"] = json!(null);
                }
            }
            value["notes"] = json!([]);
            value
        };
        let expected = without_ids(skipless);
        assert_eq!(without_ids(suite(&scratch, &["out"])), expected, "{layout}");
        assert_eq!(without_ids(suite(&scratch, &["back.flt"])), expected, "{layout}");
    }
}

#[test]
fn odd_suites_give_right_answers_or_one_sentence() {
    let foo = || class(0, "Foo", &[("a", "()V")], &[(0, 1), (0, 2)]);
    let of = |name: &str, classes, tests| recorded(name, &recording(classes, tests));

    let error = of("none", vec![foo()], vec![]).run(&["suite"]).error(1);
    assert!(error.contains("of the 0 tests recorded none passed or failed"), "{error}");
    let error =
        of("skipped", vec![foo()], vec![test(0, "a", Outcome::Skipped, &[])]).run(&["suite"]).error(1);
    assert!(error.contains("of the 1 test recorded"), "{error}");
    let error = of("no lines", vec![], vec![test(0, "a", Outcome::Passed, &[])]).run(&["suite"]).error(1);
    assert!(error.contains("no line is recorded"), "{error}");

    let idle =
        of("idle", vec![foo()], vec![test(0, "a", Outcome::Passed, &[]), test(1, "b", Outcome::Passed, &[])]);
    let value = suite(&idle, &[]);
    assert_eq!((&value["suite"]["idle_tests"], &value["suite"]["largest"]), (&json!(2), &json!(0)));
    assert_near(&value["suite"]["ddu"], 0.0);
    assert_eq!(value["classes"][0]["tests"], 0);

    let failing = of("failing", vec![foo()], vec![test(0, "a", Outcome::Failed, &[(0, &[0])])]);
    let value = suite(&failing, &[]);
    assert_eq!((&value["suite"]["tfd"], &value["ambiguous_groups"]), (&json!(2), &json!(0)));
    assert!(failing.run(&["suite"]).ok().contains("Every two lines are told apart by some test."));

    let one = class(0, "Foo", &[("a", "()V")], &[(0, 1)]);
    let value = suite(&of("one", vec![one], vec![test(0, "a", Outcome::Passed, &[(0, &[0])])]), &[]);
    assert_near(&value["suite"]["uniqueness"], 1.0);
    assert_near(&value["suite"]["density"], 0.0);

    let twice =
        vec![test(0, "a", Outcome::Passed, &[(0, &[0])]), test(1, "a", Outcome::Passed, &[(0, &[1])])];
    assert_eq!(suite(&of("twice", vec![foo()], twice), &[])["suite"]["tests"], 2, "of one name, two rows");
}

#[test]
fn what_is_said_of_random_suites_holds_line_by_line() {
    let mut random = Random(7);
    let mut kinds = BTreeSet::new();
    for round in 0..25 {
        let recording = random.recording();
        let scratch = recorded(&format!("random {round}"), &recording);
        let value = suite(&scratch, &["--top", "0"]);
        Naive::of(&recording).check(&value);
        let groups = value["groups"].as_array().unwrap();
        kinds.extend(groups.iter().map(|group| group["split"]["kind"].to_string()));
    }
    assert_eq!(kinds.len(), 4, "every kind of advice was held against the tests: {kinds:?}");
}

/// A small deterministic random number generator.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    /// Two classes with five methods each, lines that mostly run in blocks, a dozen tests.
    fn recording(&mut self) -> Recording {
        let names = ["a", "b", "c", "d", "e"];
        let methods: Vec<(&str, &str)> = names.iter().map(|name| (*name, "()V")).collect();
        let slots: Vec<(u32, u32)> =
            (0..5).flat_map(|method| (0..6).map(move |line| (method, method * 10 + line))).collect();
        let classes = vec![class(0, "org.x.Foo", &methods, &slots), class(1, "org.y.Bar", &methods, &slots)];
        let tests = (0..12)
            .map(|at| {
                let mut covered = Vec::new();
                for _ in 0..2 {
                    let mut of_class = Vec::new();
                    for method in 0..5_u32 {
                        if self.below(3) == 0 {
                            let until = 6 - 2 * self.below(3) as u32;
                            of_class.extend((0..until).map(|line| method * 6 + line));
                        }
                    }
                    covered.push(of_class);
                }
                let outcome = if self.below(5) == 0 { Outcome::Failed } else { Outcome::Passed };
                test(at, &format!("t{at}"), outcome, &[(0, &covered[0]), (1, &covered[1])])
            })
            .collect();
        recording(classes, tests)
    }
}

/// (class, method, line).
type Line = (String, String, u64);

/// The lines that tests ran, in the simplest representation.
struct Naive {
    runs: BTreeMap<String, BTreeSet<Line>>,
    lines: BTreeSet<Line>,
}

impl Naive {
    fn of(recording: &Recording) -> Self {
        let line = |class: u32, slot: u32| {
            let class = &recording.classes[class as usize];
            let (method, line) = class.slots[slot as usize];
            (class.name.clone(), class.methods[method as usize].name.clone(), u64::from(line))
        };
        let all =
            recording.classes.iter().flat_map(|c| (0..c.slots.len() as u32).map(move |slot| (c.id, slot)));
        Self {
            lines: all.map(|(class, slot)| line(class, slot)).collect(),
            runs: recording
                .tests
                .iter()
                .map(|test| {
                    let lines = test.coverage.slots().map(|(class, slot)| line(class, slot));
                    (test.unique_id.clone(), lines.collect())
                })
                .collect(),
        }
    }

    fn groups(&self) -> BTreeMap<BTreeSet<&String>, BTreeSet<&Line>> {
        let mut groups = BTreeMap::<BTreeSet<&String>, BTreeSet<&Line>>::new();
        for line in &self.lines {
            let tests = self.runs.iter().filter(|(_, lines)| lines.contains(line)).map(|(test, _)| test);
            groups.entry(tests.collect()).or_default().insert(line);
        }
        groups
    }

    fn check(&self, value: &Value) {
        let expected = self.groups();
        assert_eq!(value["suite"]["tfd"], expected.len());
        let larger = expected.values().filter(|lines| lines.len() > 1).count();
        let groups = value["groups"].as_array().unwrap();
        assert_eq!((groups.len(), &value["ambiguous_groups"]), (larger, &json!(larger)));
        let sizes: Vec<u64> = groups.iter().map(|group| group["elements"].as_u64().unwrap()).collect();
        assert!(sizes.is_sorted_by(|a, b| a >= b), "largest first: {sizes:?}");
        for group in groups {
            let strings = |value: &Value| {
                value
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|s| s.as_str().unwrap().to_owned())
                    .collect::<BTreeSet<_>>()
            };
            let tests = strings(&group["tests"]);
            let lines: BTreeSet<Line> = group["methods"]
                .as_array()
                .unwrap()
                .iter()
                .flat_map(|of| {
                    of["lines"].as_array().unwrap().iter().map(|line| method(of, line.as_u64().unwrap()))
                })
                .collect();
            assert_eq!(expected[&tests.iter().collect()], lines.iter().collect(), "{group}");
            self.check_split(&group["split"], &tests, &lines);
        }
    }

    fn enters(&self, test: &str, of: &Value) -> bool {
        let (class, name, _) = method(of, 0);
        self.runs[test].iter().any(|(c, m, _)| *c == class && *m == name)
    }

    fn check_split(&self, split: &Value, tests: &BTreeSet<String>, lines: &BTreeSet<Line>) {
        let is_in_group = |of: &Value| {
            let (class, name, _) = method(of, 0);
            lines.iter().any(|(c, m, _)| *c == class && *m == name)
        };
        match split["kind"].as_str().unwrap() {
            "near" => {
                let test = split["test"].as_str().unwrap();
                assert!(!tests.contains(test), "it does not run the group");
                assert!(self.enters(test, &split["reach"]) && !self.enters(test, &split["avoid"]));
                assert!(is_in_group(&split["avoid"]));
                assert!(lines.contains(&method(&split["reach"], split["line"].as_u64().unwrap())));
            }
            "apart" => {
                for (a, b) in [("one", "other"), ("other", "one")] {
                    assert!(is_in_group(&split[a]));
                    let parts = self
                        .runs
                        .keys()
                        .any(|test| self.enters(test, &split[a]) && !self.enters(test, &split[b]));
                    assert!(!parts, "a test runs {a} without {b}: {split}");
                }
            }
            "within" => {
                let (class, name, _) = method(&split["method"], 0);
                assert!(lines.iter().all(|(c, m, _)| *c == class && *m == name), "one method");
                let others = self.lines.difference(lines).filter(|(c, m, _)| *c == class && *m == name);
                let mut others = others.map(|(_, _, line)| *line);
                let (least, most) = (lines.first().unwrap().2, lines.last().unwrap().2);
                if let Some(between) = split["between"].as_array() {
                    let [from, to] = [0, 1].map(|end| between[end].as_u64().unwrap());
                    assert!(others.any(|line| from < line && line < to));
                } else {
                    assert!(!others.any(|line| least < line && line < most));
                }
            }
            "run" => {
                assert!(tests.is_empty());
                for entered in split["entered"].as_array().unwrap() {
                    assert!(is_in_group(entered) && self.enters(entered["test"].as_str().unwrap(), entered));
                }
            }
            other => panic!("{other}"),
        }
    }
}

fn method(of: &Value, line: u64) -> Line {
    (of["class"].as_str().unwrap().to_owned(), of["method"].as_str().unwrap().to_owned(), line)
}
