//! The default ranking with missing evidence: it still answers from the available evidence, and does not cite
//! missing evidence.

use crate::schema::violations;
use crate::support::{Scratch, class, recording, test, thrown};
use faultline_fault_ranking::answer::says;
use faultline_sbfl::evidence::{Kind, Weights};
use faultline_spectrum::{Outcome, RecordedClass, RecordedTest};
use serde_json::{Value, json};

/// Names that share no word with any method below.
const NAMELESS: (&str, &str) = ("com.other.Checks", "quux");

fn recorded(name: &str, classes: Vec<RecordedClass>, tests: Vec<RecordedTest>) -> Scratch {
    let scratch = Scratch::new(name);
    scratch.record("1-a", &recording(classes, tests));
    scratch
}

/// A test with the given class and name that covers (class, slots).
fn of(
    (class, method): (&str, &str),
    sequence: u32,
    outcome: Outcome,
    covered: &[(u32, &[u32])],
) -> RecordedTest {
    RecordedTest { class: class.to_owned(), ..test(sequence, method, outcome, covered) }
}

/// A class with parameterless methods, each with the given number of lines.
fn methods(id: u32, name: &str, methods: &[(&str, u32)]) -> RecordedClass {
    let named: Vec<(&str, &str)> = methods.iter().map(|&(name, _)| (name, "()V")).collect();
    let lines = methods.iter().enumerate().flat_map(|(at, &(_, lines))| vec![at as u32; lines as usize]);
    let slots: Vec<(u32, u32)> = lines.zip(10..).collect();
    class(id, name, &named, &slots)
}

/// The only group as JSON; asserts that the page and the JSON succeed and that the numbers are sound.
fn ranked(scratch: &Scratch, arguments: &[&str]) -> Value {
    scratch.run(&[&["rank"], arguments].concat()).ok();
    let out = scratch.run(&[&["rank", "--json", "--top", "0"], arguments].concat()).ok();
    let value: Value = serde_json::from_str(&out).unwrap();
    let schema = serde_json::from_str(include_str!("../../../../docs/json-schema/rank.schema.json")).unwrap();
    assert_eq!(violations(&schema, &value), Vec::<String>::new());
    assert_eq!((&value["ranking"], value["groups"].as_array().unwrap().len()), (&json!("evidence"), 1));
    let group = value["groups"][0].clone();
    is_sound(&group);
    group
}

/// Asserts that scores are finite, descending, and the product of their parts; that probabilities add up to
/// at most 1; and that the answer names the first suspect.
fn is_sound(group: &Value) {
    let scores: Vec<f64> = suspects(group).map(|of| of["score"].as_f64().unwrap()).collect();
    assert!(scores.iter().all(|score| score.is_finite() && *score >= 0.0), "{scores:?}");
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    for (of, score) in suspects(group).zip(&scores) {
        let part = |name: &str| of["parts"][name].as_f64().unwrap();
        let product = part("base") * part("size") * of["parts"]["evidence"]["factor"].as_f64().unwrap();
        assert!((product - score).abs() <= 1e-9 * score.max(1e-300), "{product} is not {score}: {of}");
    }
    let chances = Weights::SHIPPED.stated().chances(&scores);
    assert!(chances.iter().all(|chance| (0.0..=1.0).contains(chance)), "{chances:?}");
    assert!(chances.iter().sum::<f64>() <= 1.0 + 1e-9, "{chances:?}");
    if let Some(answer) = group["answer"].as_str() {
        let sure = format!("({:.0} %)", chances[0] * 100.0);
        assert!(answer.contains(&sure), "{sure} is not in {answer}");
    }
}

/// The suspects that failing tests ran, in order.
fn suspects(group: &Value) -> impl Iterator<Item = &Value> {
    group["suspects"].as_array().unwrap().iter().filter(|of| of["ef"] != json!(0))
}

/// `Class.method` of each suspect, in order.
fn order(group: &Value) -> Vec<String> {
    let simple = |of: &Value| {
        let class = of["class"].as_str().unwrap().rsplit('.').next().unwrap().to_owned();
        format!("{class}.{}", of["method"].as_str().unwrap())
    };
    suspects(group).map(simple).collect()
}

/// The kinds that the answer names.
fn named(group: &Value) -> Vec<Kind> {
    let answer = group["answer"].as_str().unwrap_or_else(|| panic!("no answer: {group}"));
    Kind::ALL.into_iter().filter(|&kind| answer.contains(says(kind))).collect()
}

/// Values of a kind of evidence for each suspect.
fn values(group: &Value, kind: Kind) -> Vec<f64> {
    let of = |suspect: &Value| {
        let kinds = suspect["parts"]["evidence"]["kinds"].as_array().unwrap();
        kinds.iter().find(|of| of["kind"] == json!(kind.name())).unwrap()["value"].as_f64().unwrap()
    };
    suspects(group).map(of).collect()
}

/// Asserts that the kinds are zero for every suspect and not named in the answer.
fn are_absent(group: &Value, kinds: &[Kind]) {
    for &kind in kinds {
        assert!(values(group, kind).iter().all(|value| value.abs() < 1e-12), "{kind}: {group}");
        if group["answer"].is_string() {
            assert!(!named(group).contains(&kind), "{kind} is named: {}", group["answer"]);
        }
    }
}

const TRACE: [Kind; 3] = [Kind::Implicit, Kind::Explicit, Kind::Thrower];
const NAMES: [Kind; 3] = [Kind::ClassName, Kind::Package, Kind::Words];

/// Two methods that only a stack trace distinguishes.
fn twins(failing: RecordedTest) -> Scratch {
    let classes = vec![methods(0, "org.x.Left", &[("go", 2)]), methods(1, "org.x.Side", &[("go", 2)])];
    let passing = of(NAMELESS, 1, Outcome::Passed, &[(0, &[0]), (1, &[0])]);
    recorded("twins", classes, vec![failing, passing])
}

#[test]
fn without_a_stack_trace_the_trace_is_no_reason() {
    let failing = of(NAMELESS, 0, Outcome::Failed, &[(0, &[0, 1]), (1, &[0, 1])]);
    let with = twins(thrown(failing.clone(), "java.lang.NullPointerException", "org.x.Side", "go", 11));
    let group = ranked(&with, &[]);
    assert_eq!(order(&group), ["Side.go", "Left.go"], "that is what the trace says");
    assert_eq!(named(&group), [Kind::Implicit]);
    let by_hand = twins(thrown(failing.clone(), "org.x.Refused", "org.x.Side", "go", 11));
    assert_eq!(named(&ranked(&by_hand, &[])), [Kind::Explicit]);

    let group = ranked(&twins(failing), &[]);
    are_absent(&group, &TRACE);
    let places: Vec<_> = suspects(&group).map(|of| (&of["rank_min"], &of["rank_max"])).collect();
    assert_eq!(places, [(&json!(1), &json!(2)); 2], "nothing tells them apart");
    assert_eq!(group["answer"], json!(null), "and nobody is said to be first");
}

/// Two classes with three methods: only the failing test runs the second line of `Scanner.token`; by its name
/// it tests `Ledger.balance`.
fn by_coverage_or_names(name: (&str, &str)) -> Scratch {
    let classes = vec![
        methods(0, "org.x.Ledger", &[("balance", 2)]),
        methods(1, "org.y.Scanner", &[("token", 2), ("skip", 2)]),
    ];
    let run: &[(u32, &[u32])] = &[(0, &[0, 1]), (1, &[0, 1, 2, 3])];
    let mut tests = vec![of(name, 0, Outcome::Failed, run)];
    for sequence in 1..4 {
        tests.push(of(
            ("com.other.Others", "zig"),
            sequence,
            Outcome::Passed,
            &[(0, &[0, 1]), (1, &[0, 2, 3])],
        ));
    }
    recorded("names", classes, tests)
}

#[test]
fn without_a_common_word_names_are_no_reason() {
    let group = ranked(&by_coverage_or_names(("org.x.LedgerTest", "testBalance")), &[]);
    assert_eq!(order(&group)[0], "Ledger.balance", "that is what names say");
    assert!(named(&group).contains(&Kind::Words), "{}", group["answer"]);

    let group = ranked(&by_coverage_or_names(NAMELESS), &[]);
    are_absent(&group, &NAMES);
    are_absent(&group, &TRACE);
    assert_eq!(order(&group)[0], "Scanner.token", "that is what coverage says");
    assert_eq!(named(&group), [Kind::Suspicion]);
    let rest: Vec<_> = suspects(&group).skip(1).map(|of| (&of["rank_min"], &of["rank_max"])).collect();
    assert_eq!(rest, [(&json!(2), &json!(3)); 2]);
}

#[test]
fn without_a_history_the_answer_is_the_same() {
    let scratch = by_coverage_or_names(NAMELESS);
    let done = scratch.run(&["rank", "--json", "--top", "0"]);
    assert_eq!(done.err, "", "that there is no repository is nobody's fault");
    assert_eq!(done.ok(), scratch.run(&["rank", "--json", "--top", "0", "--no-history"]).ok());
    let group = ranked(&scratch, &[]);
    assert_eq!((order(&group)[0].as_str(), &group["last_change"]), ("Scanner.token", &json!(null)));
    assert!(!scratch.run(&["rank"]).ok().contains("changed"));
}

#[test]
fn one_test_alone_ranks_by_what_it_tells_and_not_by_who_passes() {
    let classes = vec![methods(0, "org.x.Small", &[("one", 1)]), methods(1, "org.x.Large", &[("many", 5)])];
    let run: &[(u32, &[u32])] = &[(0, &[0]), (1, &[0, 1, 2, 3, 4])];
    let alone = |name| recorded("alone", classes.clone(), vec![of(name, 0, Outcome::Failed, run)]);
    let group = ranked(&alone(NAMELESS), &[]);
    assert_eq!(order(&group), ["Large.many", "Small.one"], "the size is all there is");
    assert_eq!(named(&group), [Kind::Size]);
    are_absent(&group, &NAMES);
    let group = ranked(&alone(("org.x.SmallTest", "one")), &[]);
    assert_eq!(order(&group), ["Small.one", "Large.many"], "names say more than size");
    assert!(!named(&group).contains(&Kind::Suspicion), "no test passes: {}", group["answer"]);
}

#[test]
fn ten_thousand_failing_tests_have_an_answer() {
    let classes = vec![
        methods(0, "org.x.Shared", &[("start", 2), ("stop", 2)]),
        methods(1, "org.x.Broken", &[("fails", 3)]),
        methods(2, "org.x.Fine", &[("works", 3)]),
    ];
    let failing = |at: u32| {
        let run: &[(u32, &[u32])] = if at.is_multiple_of(2) {
            &[(0, &[0, 1]), (1, &[0, 1, 2]), (2, &[0])]
        } else {
            &[(0, &[0, 1]), (1, &[0, 1])]
        };
        let name = format!("case{at}");
        let failed = of(("com.other.Checks", &name), at, Outcome::Failed, run);
        thrown(failed, "java.lang.IllegalStateException", "org.x.Broken", "fails", 11)
    };
    let passing = |at: u32| of(NAMELESS, at, Outcome::Passed, &[(0, &[0, 1, 2, 3]), (2, &[0, 1, 2])]);
    let tests: Vec<RecordedTest> = (0..10_000).map(failing).chain((10_000..10_020).map(passing)).collect();
    let scratch = recorded("many", classes, tests);
    let group = ranked(&scratch, &[]);
    assert_eq!(group["failing"].as_array().unwrap().len(), 10_000);
    assert_eq!(order(&group)[0], "Broken.fails");
    let first = suspects(&group).next().unwrap();
    assert_eq!((&first["ef"], &first["ep"], &first["line"]), (&json!(10_000), &json!(0), &json!(10)));
    assert_eq!(order(&group).len(), 3, "`stop` ran in none of them");
}

#[test]
fn ten_thousand_failures_of_two_hundred_causes_are_as_many_groups() {
    let names: Vec<String> = (0..200).map(|at| format!("m{at}")).collect();
    let of_class: Vec<(&str, u32)> = names.iter().map(|name| (name.as_str(), 1)).collect();
    let failing = |at: u32| {
        let cause = at % 200;
        let failed = of(NAMELESS, at, Outcome::Failed, &[(0, &[cause])]);
        thrown(
            failed,
            "java.lang.IllegalStateException",
            "org.x.Wide",
            &names[cause as usize],
            10 + cause.cast_signed(),
        )
    };
    let scratch =
        recorded("causes", vec![methods(0, "org.x.Wide", &of_class)], (0..10_000).map(failing).collect());
    let out: Value = serde_json::from_str(&scratch.run(&["rank", "--json"]).ok()).unwrap();
    let groups = out["groups"].as_array().unwrap();
    assert_eq!(groups.len(), 200);
    for group in groups {
        is_sound(group);
        assert_eq!((group["failing"].as_array().unwrap().len(), &group["left_out"]), (50, &json!(9_950)));
        assert_eq!(group["thrown_at"]["method"], suspects(group).next().unwrap()["method"]);
    }
}

#[test]
fn kotlins_test_names_with_blanks_are_words() {
    let classes = vec![
        methods(0, "org.x.text.LayoutKt", &[("render", 2), ("indent", 2)]),
        methods(1, "org.x.text.Amounts", &[("round", 2), ("parseCents", 2)]),
    ];
    let run: &[(u32, &[u32])] = &[(0, &[0, 1, 2, 3]), (1, &[0, 1, 2, 3])];
    let name = "parses an amount of cents, if it has any (and \"no\" sign)";
    let test = ("org.x.text.MoneySpec", name);
    let passing = of(("org.x.text.MoneySpec", "does nothing at all"), 1, Outcome::Passed, &[(0, &[0])]);
    let scratch = recorded("kotlin", classes, vec![of(test, 0, Outcome::Failed, run), passing]);
    let group = ranked(&scratch, &[]);
    assert_eq!(order(&group)[0], "Amounts.parseCents");
    assert!(named(&group).contains(&Kind::Words), "{}", group["answer"]);
    assert_eq!(group["failing"][0]["name"], json!(format!("org.x.text.MoneySpec#{name}")));
    let chosen = ranked(&scratch, &["--failing", &format!("org.x.text.MoneySpec#{name}")]);
    assert_eq!(order(&chosen), order(&group));
    assert!(scratch.run(&["rank", "--width", "120"]).ok().contains(name));
}

#[test]
fn obfuscated_names_say_nothing_and_coverage_does() {
    let classes = vec![
        methods(0, "a.b.c", &[("a", 3), ("b", 3)]),
        methods(1, "a.b.c$d", &[("a", 3)]),
        methods(2, "a.a", &[("a", 3), ("c", 3)]),
    ];
    // Only the failing test runs all of `c$d.a`.
    let failing = of(
        ("org.example.InvoiceTest", "roundsUp"),
        0,
        Outcome::Failed,
        &[(0, &[0, 1, 2, 3, 4, 5]), (1, &[0, 1, 2]), (2, &[0, 1, 2])],
    );
    let failing = thrown(failing, "a.e", "b.b", "a", -1);
    let passing = |sequence| {
        let run: &[(u32, &[u32])] = &[(0, &[0, 1, 2, 3, 4, 5]), (2, &[0, 1, 2, 3, 4, 5])];
        of(("org.example.InvoiceTest", "sums"), sequence, Outcome::Passed, run)
    };
    let scratch = recorded("obfuscated", classes, vec![failing, passing(1), passing(2)]);
    let group = ranked(&scratch, &[]);
    assert_eq!(order(&group)[0], "c$d.a");
    are_absent(&group, &NAMES);
    are_absent(&group, &TRACE);
    assert_eq!(named(&group), [Kind::Suspicion]);
    assert!(group["answer"].as_str().unwrap().starts_with("Most likely c.d.a, line 10 ("), "{group}");
}

#[test]
fn where_all_methods_are_in_one_class_its_name_and_package_are_no_reason() {
    let one = methods(0, "org.x.God", &[("load", 3), ("store", 3), ("close", 3)]);
    let run: &[(u32, &[u32])] = &[(0, &[0, 1, 2, 3, 4, 5, 6, 7, 8])];
    let failing = of(("org.x.GodTest", "quux"), 0, Outcome::Failed, run);
    // `store` is run by the fewest passing tests.
    let tests = vec![
        failing,
        of(("org.x.GodTest", "zig"), 1, Outcome::Passed, &[(0, &[0, 1, 2, 6, 7, 8])]),
        of(("org.x.GodTest", "zag"), 2, Outcome::Passed, &[(0, &[0, 1, 2, 3, 4, 5, 6, 7, 8])]),
        of(("org.x.GodTest", "zog"), 3, Outcome::Passed, &[(0, &[0, 1, 2])]),
    ];
    let group = ranked(&recorded("one class", vec![one], tests), &[]);
    assert_eq!(order(&group), ["God.store", "God.close", "God.load"]);
    for kind in [Kind::ClassName, Kind::Package] {
        let values = values(&group, kind);
        assert!(values[0] > 0.0, "all have it, so it is there: {group}");
        assert!(values.iter().all(|value| (value - values[0]).abs() < 1e-12), "{kind}: {values:?}");
        assert!(!named(&group).contains(&kind), "{kind} tells nobody apart: {}", group["answer"]);
    }
    assert!(named(&group).contains(&Kind::Suspicion), "{}", group["answer"]);
}

#[test]
fn without_sources_the_ranking_is_the_same_and_says_what_it_misses() {
    let scratch = by_coverage_or_names(NAMELESS);
    let without = ranked(&scratch, &[]);
    assert!(suspects(&without).all(|of| of["source"].is_null()));
    let page = scratch.run(&["rank"]).ok();
    assert!(
        page.contains("The source of org/y/Scanner.java was not found; name its folder with --source"),
        "{page}"
    );
    scratch.file("src/main/java/org/y/Scanner.java", &"// a line\n".repeat(20));
    let with = ranked(&scratch, &[]);
    assert!(with["suspects"][0]["source"].is_string());
    assert_eq!((order(&with), &with["answer"]), (order(&without), &without["answer"]));
    // Some compilers record no source file either.
    let nameless = |mut class: RecordedClass| {
        class.source_file = None;
        class
    };
    let classes = vec![
        nameless(methods(0, "org.x.Left", &[("go", 2)])),
        nameless(methods(1, "org.x.Side", &[("went", 2)])),
    ];
    let failing = of(NAMELESS, 0, Outcome::Failed, &[(0, &[0, 1]), (1, &[0, 1])]);
    let passing = of(NAMELESS, 1, Outcome::Passed, &[(0, &[0, 1])]);
    let group = ranked(&recorded("no files", classes, vec![failing, passing]), &[]);
    assert_eq!(order(&group), ["Side.went", "Left.go"]);
}

#[test]
fn where_all_tests_run_all_methods_coverage_is_no_reason() {
    let classes = vec![
        methods(0, "org.x.Codec", &[("encode", 2), ("decode", 2)]),
        methods(1, "org.y.Buffer", &[("grow", 2)]),
    ];
    let run: &[(u32, &[u32])] = &[(0, &[0, 1, 2, 3]), (1, &[0, 1])];
    let tests = |failing| {
        let passing = (1..6).map(|at| of(("com.other.Others", "zig"), at, Outcome::Passed, run));
        std::iter::once(of(failing, 0, Outcome::Failed, run)).chain(passing).collect::<Vec<_>>()
    };
    let group = ranked(&recorded("all", classes.clone(), tests(("org.x.CodecTest", "decodes"))), &[]);
    assert_eq!(order(&group), ["Codec.decode", "Codec.encode", "Buffer.grow"], "names are all there is");
    assert!(named(&group).iter().all(|kind| NAMES.contains(kind)), "{}", group["answer"]);
    let group = ranked(&recorded("nothing", classes, tests(NAMELESS)), &[]);
    assert!(suspects(&group).all(|of| (&of["rank_min"], &of["rank_max"]) == (&json!(1), &json!(3))));
    assert_eq!(group["answer"], json!(null), "nothing tells them apart");
}
