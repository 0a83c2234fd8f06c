//! `faultline rank --json` against its schema.

use crate::support;

use crate::schema::violations;
use faultline_spectrum::{
    CoverageBuilder, ElementHits, ElementOwner, ElementTable, Frame, Recording, Site, SiteKind, Thrown,
};
use serde_json::{Value, json};
use support::{Scratch, one_failure, two_causes};

fn schema_of_rank() -> Value {
    serde_json::from_str(include_str!("../../../../docs/json-schema/rank.schema.json")).unwrap()
}

fn rank(scratch: &Scratch, arguments: &[&str]) -> Value {
    let out = scratch.run(&[&["rank", "--json"], arguments].concat()).ok();
    let value: Value = serde_json::from_str(&out).unwrap();
    let found = violations(&schema_of_rank(), &value);
    assert!(found.is_empty(), "{found:#?}\n{out}");
    value
}

fn recorded(name: &str, recording: &faultline_spectrum::Recording) -> Scratch {
    let scratch = Scratch::new(name);
    scratch.record("1-a", recording);
    scratch
}

#[test]
fn every_level_policy_and_formula_follows_the_schema() {
    let scratch = recorded("schema", &one_failure());
    for level in ["method", "line", "class"] {
        for ties in ["max", "average", "min", "line-order"] {
            for formula in
                ["ochiai", "tarantula+size", "dstar:3", "op2+clone", "posterior", "jaccard+sum", "evidence"]
            {
                let value = rank(&scratch, &["--level", level, "--ties", ties, "--ranking", formula]);
                assert_eq!((&value["level"], &value["ties"]), (&json!(level), &json!(ties)));
            }
        }
    }
}

#[test]
fn a_lines_score_is_the_product_of_its_parts_and_says_what_tells_it_from_others() {
    let scratch = recorded("line-parts", &one_failure());
    let value = rank(&scratch, &["--level", "line", "--top", "0"]);
    let mut told = Vec::new();
    for suspect in value["groups"][0]["suspects"].as_array().unwrap() {
        let part = |name: &str| suspect["parts"][name].as_f64().unwrap();
        let evidence = &suspect["parts"]["evidence"];
        let product = part("base") * part("size") * evidence["factor"].as_f64().unwrap();
        let score = suspect["score"].as_f64().unwrap();
        assert!((product - score).abs() <= 1e-9 * score.max(1e-300), "{suspect}");
        let kinds = evidence["kinds"].as_array().unwrap();
        let factor: f64 =
            kinds.iter().map(|kind| kind["value"].as_f64().unwrap() * kind["weight"].as_f64().unwrap()).sum();
        assert!((factor.exp() / evidence["factor"].as_f64().unwrap() - 1.0).abs() < 1e-9, "{suspect}");
        let names: Vec<&str> = kinds.iter().map(|kind| kind["kind"].as_str().unwrap()).collect();
        assert!(
            names.ends_with(&["line-own", "line-rarer", "line-ends", "line-code", "line-alone"]),
            "{names:?}"
        );
        let said = kinds.iter().filter(|kind| kind["value"] != json!(0.0));
        told.extend(said.map(|kind| kind["kind"].clone()));
    }
    assert!(told.contains(&json!("line-own")) && told.contains(&json!("line-rarer")), "{told:?}");
    let methods = rank(&scratch, &["--level", "method"]).to_string();
    assert!(!methods.contains("line-own"), "{methods}");
}

#[test]
fn what_was_thrown_first_is_told_where_the_exception_wraps_it() {
    let mut recording = one_failure();
    let failure = recording.tests.iter_mut().find_map(|test| test.failure.as_mut()).unwrap();
    let frame = Frame { class: "org.example.text.Lexer$Token".into(), method: "next".into(), line: 7 };
    failure.thrown =
        Some(Thrown { exception: "org.example.Inner".into(), frames: vec![frame], initialiser: None });
    let scratch = recorded("wraps", &recording);
    let group = &rank(&scratch, &[])["groups"][0];
    assert_eq!(group["wraps"], json!("org.example.Inner"));
    assert_eq!(
        group["thrown_at"],
        json!({ "class": "org.example.text.Lexer$Token", "method": "next", "line": 7 })
    );
    let text = scratch.run(&["rank"]).ok();
    assert!(text.contains(", thrown as org.example.Inner at Lexer.Token.next:7"), "{text}");
}

/// The failing test and the first passing one both run line 11, where a call returns null only in the failing
/// test.
fn with_elements() -> Recording {
    let mut recording = one_failure();
    let call = Site { method: 0, line: 11, kind: SiteKind::Object, name: "next".into(), cases: vec![] };
    recording.elements.tables = vec![ElementTable { id: 9, class: 0, sites: vec![call] }];
    recording.elements.hits = [(0, 0b1000), (2, 0b0001)]
        .map(|(test, slots)| {
            let mut coverage = CoverageBuilder::default();
            coverage.class(9, &[slots]);
            ElementHits { owner: ElementOwner::Test(test), coverage: coverage.to_coverage() }
        })
        .to_vec();
    recording
}

#[test]
fn with_elements_a_line_scores_as_what_its_call_returned() {
    let scratch = recorded("elements", &with_elements());
    let score = |value: &Value| {
        let suspects = value["groups"][0]["suspects"].as_array().unwrap();
        let suspect = suspects.iter().find(|suspect| suspect["line"] == 11).unwrap();
        (suspect["score"].as_f64().unwrap(), suspect["outcome"].clone())
    };
    let options = ["--level", "line", "--ranking", "ochiai"];
    let lines = rank(&scratch, &options);
    assert_eq!((score(&lines), &lines["elements"]), ((3.0_f64.sqrt().recip(), Value::Null), &Value::Null));
    let told = rank(&scratch, &[&options[..], &["--elements"]].concat());
    let says =
        json!({ "ef": 1, "ep": 0, "says": "line 11: `next` returned null in 1 failing test and 0 passing" });
    assert_eq!((score(&told), &told["elements"]), ((1.0, says), &json!(true)));
    for level in ["method", "class"] {
        rank(&scratch, &["--elements", "--level", level]);
    }
}

#[test]
fn what_sees_lines_only_says_so_where_elements_are_asked_for() {
    let scratch = recorded("elements-posterior", &with_elements());
    let refused = scratch.run(&["rank", "--elements", "--ranking", "posterior"]).error(1);
    assert!(refused.contains("a posterior"), "{refused}");
}

#[test]
fn the_checker_rejects_what_does_not_follow_the_schema() {
    let scratch = recorded("checker", &one_failure());
    let good = rank(&scratch, &[]);
    let mut text_for_number = good.clone();
    text_for_number["groups"][0]["suspects"][0]["score"] = json!("1.0");
    let mut unknown_field = good.clone();
    unknown_field["groups"][0]["extra"] = json!(1);
    let mut missing_field = good;
    missing_field["tests"].as_object_mut().unwrap().remove("failed");
    for bad in [text_for_number, unknown_field, missing_field] {
        assert_eq!(violations(&schema_of_rank(), &bad).len(), 1);
    }
}

#[test]
fn a_suspect_has_its_place_counts_and_names() {
    let scratch = recorded("suspect", &one_failure());
    scratch.file("src/main/java/org/example/text/Parser.java", "source");
    let value = rank(&scratch, &["--ranking", "ochiai+size+trace+name"]);
    assert_eq!(value["ranking"], "Ochiai+size+trace+name");
    assert_eq!(value["probability"], false);
    assert_eq!(value["tests"], json!({ "passed": 3, "failed": 1, "aborted": 0, "skipped": 1 }));
    assert_eq!((&value["classes"], &value["lines"]), (&json!(2), &json!(7)));
    let group = &value["groups"][0];
    assert_eq!(
        group["failing"],
        json!([{
            "id": "[engine:made-up]/[method:parsesTwo]",
            "class": "org.example.FooTest",
            "method": "parsesTwo",
            "name": "org.example.FooTest#parsesTwo",
        }])
    );
    assert_eq!(group["exception"], "java.lang.IllegalStateException");
    assert_eq!(
        group["thrown_at"],
        json!({ "class": "org.example.text.Parser", "method": "parse", "line": 12 })
    );
    assert_eq!((&group["left_out"], &group["ranked"]), (&json!(0), &json!(5)));
    assert_eq!(
        group["suspects"][0],
        json!({
            "rank": 1.0, "rank_min": 1, "rank_max": 1, "score": 3.0 * 3.0_f64.powf(0.3),
            "parts": { "base": 1.0, "lines": 3, "size": 3.0_f64.powf(0.3), "frame": 1, "trace": 3.0,
                       "names": { "class": 0.0, "method": 0.0 }, "name": 1.0 },
            "class": "org.example.text.Parser", "method": "parse", "descriptor": "(Ljava/lang/String;I)V",
            "file": "org/example/text/Parser.java", "line": 12,
            "source": "src/main/java/org/example/text/Parser.java",
            "ef": 1, "ep": 0, "nf": 0, "np": 3
        })
    );
}

#[test]
fn ties_have_both_ends_and_the_rank_of_the_policy() {
    let scratch = recorded("ties", &one_failure());
    // The two overloads of reset ran in the same tests: ranks 2 and 3.
    for (ties, ranks_of_tie) in
        [("max", [3.0, 3.0]), ("average", [2.5, 2.5]), ("min", [2.0, 2.0]), ("line-order", [2.0, 3.0])]
    {
        let value = rank(&scratch, &["--ties", ties]);
        let suspects = value["groups"][0]["suspects"].as_array().unwrap();
        for (suspect, rank) in suspects[1..3].iter().zip(ranks_of_tie) {
            assert_eq!(suspect["method"], "reset");
            assert_eq!((&suspect["rank_min"], &suspect["rank_max"]), (&json!(2), &json!(3)));
            assert_eq!(suspect["rank"], json!(rank));
        }
    }
}

#[test]
fn an_infinite_score_is_the_largest_number_and_sorts_first() {
    let scratch = recorded("infinite", &one_failure());
    let value = rank(&scratch, &["--ranking", "dstar"]);
    let suspects = value["groups"][0]["suspects"].as_array().unwrap();
    assert_eq!(suspects[0]["score"].as_f64(), Some(f64::MAX));
    assert!(suspects[1]["score"].as_f64().unwrap() < f64::MAX);
}

#[test]
fn a_score_is_the_product_of_its_parts() {
    let scratch = recorded("parts", &one_failure());
    for level in ["method", "line", "class"] {
        let value = rank(&scratch, &["--level", level, "--ranking", "jaccard+size:0.5+trace:4+name"]);
        for suspect in value["groups"][0]["suspects"].as_array().unwrap() {
            let parts = &suspect["parts"];
            let product: f64 =
                ["base", "size", "trace", "name"].map(|part| parts[part].as_f64().unwrap()).iter().product();
            assert!((suspect["score"].as_f64().unwrap() - product).abs() < 1e-12, "{suspect}");
        }
    }
}

#[test]
fn evidence_is_told_kind_by_kind_and_the_first_suspect_in_a_sentence() {
    let scratch = recorded("evidence", &one_failure());
    let value = rank(&scratch, &["--ranking", "evidence"]);
    let group = &value["groups"][0];
    for suspect in group["suspects"].as_array().unwrap() {
        let (parts, weighed) = (&suspect["parts"], &suspect["parts"]["evidence"]);
        let kinds = weighed["kinds"].as_array().unwrap();
        assert_eq!(kinds.len(), 8);
        let sum: f64 =
            kinds.iter().map(|kind| kind["value"].as_f64().unwrap() * kind["weight"].as_f64().unwrap()).sum();
        let factor = weighed["factor"].as_f64().unwrap();
        assert!((factor - sum.exp()).abs() <= 1e-12 * factor, "{suspect}");
        let product = parts["base"].as_f64().unwrap() * parts["size"].as_f64().unwrap() * factor;
        assert!((suspect["score"].as_f64().unwrap() - product).abs() <= 1e-12 * product, "{suspect}");
    }
    let first = &group["suspects"][0];
    let answer = group["answer"].as_str().unwrap();
    let line = format!(", line {} (", first["line"]);
    assert!(
        answer.starts_with("Most likely ") && answer.contains(&line) && answer.contains(" %)"),
        "{answer}"
    );
    let text = scratch.run(&["rank", "--ranking", "evidence"]).ok();
    assert!(text.contains(answer.split(':').next().unwrap()), "{text}");
    assert_eq!(rank(&scratch, &[])["groups"][0]["answer"], group["answer"], "it is the default");
    assert!(rank(&scratch, &["--ranking", "ochiai"])["groups"][0].get("answer").is_none());
}

#[test]
fn a_method_that_the_failing_test_is_called_after_gets_the_factor_of_its_name() {
    let mut named = one_failure();
    let failed = &mut named.tests[2];
    failed.class = "org.example.text.ParserTest".to_owned();
    failed.method = "testParseTwo".to_owned();
    let value = rank(&recorded("named", &named), &["--ranking", "ochiai+size+trace+name"]);
    let parts = &value["groups"][0]["suspects"][0]["parts"];
    // Parser and ParserTest share all words; parse and testParseTwo share one of parse, two.
    assert_eq!(parts["names"], json!({ "class": 1.0, "method": 0.5 }));
    assert_eq!(parts["name"], 4.0);
    let value = rank(&recorded("named-plain", &named), &["--ranking", "ochiai+size+trace"]);
    let parts = &value["groups"][0]["suspects"][0]["parts"];
    assert_eq!((&parts["names"]["class"], &parts["name"]), (&json!(0.0), &json!(1.0)));
}

#[test]
fn the_probabilities_of_the_posterior_add_up_to_one_at_every_level() {
    let scratch = recorded("posterior", &one_failure());
    for level in ["method", "line", "class"] {
        let value = rank(&scratch, &["--level", level, "--ranking", "posterior", "--top", "0"]);
        assert_eq!(value["probability"], true);
        let suspects = value["groups"][0]["suspects"].as_array().unwrap();
        let sum: f64 = suspects.iter().map(|suspect| suspect["score"].as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-12, "{level}: {sum}");
    }
}

#[test]
fn cloning_is_said_and_leaves_the_counts_as_they_were_counted() {
    let scratch = recorded("clone", &one_failure());
    let plain = rank(&scratch, &["--ranking", "wong2"]);
    let cloned = rank(&scratch, &["--ranking", "wong2+clone"]);
    assert_eq!(cloned["ranking"], "Wong2+clone");
    let group = |value: &Value| value["groups"][0].clone();
    assert_eq!((&group(&plain)["clone_factor"], &group(&cloned)["clone_factor"]), (&json!(1.0), &json!(3.0)));
    let first = |value: &Value| group(value)["suspects"][0].clone();
    assert_eq!((&first(&plain)["score"], &first(&cloned)["score"]), (&json!(1.0), &json!(3.0)));
    assert_eq!(first(&plain)["ef"], first(&cloned)["ef"]);
}

#[test]
fn groups_leave_out_each_others_failures() {
    let scratch = recorded("groups", &two_causes());
    let value = rank(&scratch, &[]);
    let groups = value["groups"].as_array().unwrap();
    assert_eq!(groups.len(), 2);
    let counts = |group: &Value| {
        let first = &group["suspects"][0];
        [&first["ef"], &first["ep"], &first["nf"], &first["np"]].map(|count| count.as_u64().unwrap())
    };
    assert_eq!((&groups[0]["left_out"], counts(&groups[0])), (&json!(1), [2, 0, 0, 1]));
    assert_eq!((&groups[1]["left_out"], counts(&groups[1])), (&json!(2), [1, 0, 0, 1]));
    let chosen = rank(&scratch, &["--failing", "FooTest#beta"]);
    assert_eq!(chosen["groups"], json!([groups[1]]));
}

#[test]
fn twenty_suspects_are_given_unless_more_or_fewer_are_asked_for() {
    let scratch = recorded("top", &one_failure());
    let count =
        |arguments: &[&str]| rank(&scratch, arguments)["groups"][0]["suspects"].as_array().unwrap().len();
    assert_eq!(count(&["--top", "2"]), 2);
    assert_eq!(count(&["--top", "0"]), 5);
    assert_eq!(count(&[]), 5);
    let many: Vec<_> = (0..30).map(|line| (0, line + 1)).collect();
    let all: Vec<u32> = (0..30).collect();
    let wide = recorded(
        "many",
        &support::recording(
            vec![support::class(0, "org.x.Foo", &[("a", "()V")], &many)],
            vec![support::test(0, "a", faultline_spectrum::Outcome::Failed, &[(0, &all)])],
        ),
    );
    let suspects = rank(&wide, &["--level", "line"])["groups"][0]["suspects"].as_array().unwrap().len();
    assert_eq!(suspects, 20);
}
