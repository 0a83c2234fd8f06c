//! Effect of labelled variants of failing tests on `faultline rank`.

use std::fs;

use crate::schema::violations;
use crate::support::{Scratch, class, one_failure, recording, test, write_recording};
use faultline_files::OwnedFolder;
use faultline_recording_store::amplified::KIND;
use faultline_spectrum::{Launch, Origin, Outcome, Recording};
use faultline_variant_evidence::kept::{self, Kept};
use faultline_variant_evidence::words::{By, Kind, Label};
use serde_json::{Value, json};

/// Two variants of the failing test: one passes and runs all lines except line 12 of `Parser.parse`, one
/// fails.
pub fn with_variants(name: &str) -> Scratch {
    let scratch = Scratch::new(name);
    let recording = one_failure();
    scratch.record("1-a", &recording);
    let failing = &recording.tests[2];
    let row = |sequence: u32, outcome, lines: &[u32]| {
        let mut row =
            test(sequence, &format!("{}_faultline_{sequence}", failing.method), outcome, &[(0, lines)]);
        row.class.clone_from(&failing.class);
        row
    };
    let variants = Recording {
        origin: Origin { nonce: 7, ..Origin::default() },
        tests: vec![row(0, Outcome::Passed, &[0, 1, 3, 4]), row(1, Outcome::Failed, &[0, 1, 2])],
        ..recording.clone()
    };
    let table = [(Label::Passes, 0), (Label::Fails, 1)].map(|(label, n)| Kept {
        test: failing.unique_id.clone(),
        class: failing.class.clone(),
        method: format!("{}_faultline_{n}", failing.method),
        label,
        by: By::Exception,
        probability: 0.96,
        kind: Kind::Edit,
        edits: "leave out `reset`".into(),
        lines: "7".into(),
        hash: 1,
        inputs: None,
    });
    let folder = OwnedFolder::take(&scratch.path(".faultline/amplified"), KIND).unwrap();
    write_recording(&folder.file("1.flt").unwrap(), &variants);
    kept::write(&folder, &table).unwrap();
    scratch
}

fn rank(scratch: &Scratch, arguments: &[&str]) -> Value {
    let text = scratch.run(&[&["rank", "--json"], arguments].concat()).ok();
    let value: Value = serde_json::from_str(&text).unwrap();
    let schema = include_str!("../../../../docs/json-schema/rank.schema.json");
    let found = violations(&serde_json::from_str(schema).unwrap(), &value);
    assert!(found.is_empty(), "{found:#?}\n{text}");
    value
}

#[test]
fn variants_beside_the_recording_count_and_are_shown() {
    let scratch = with_variants("amplified");
    for level in ["line", "method", "class"] {
        let value = rank(&scratch, &["--level", level]);
        assert_eq!(value["ranking"], json!("evidence+amplified"), "{level}");
        let amplified = &value["groups"][0]["amplified"];
        assert_eq!((&amplified["passing"], &amplified["failing"]), (&json!(1), &json!(1)));
        let says = "1 variant of the failing test that leaves out `reset` passes, 1 fails";
        assert_eq!(amplified["edits"][0]["says"], says);
    }
    let value = rank(&scratch, &["--level", "line"]);
    let suspects = value["groups"][0]["suspects"].as_array().unwrap();
    assert_eq!(
        (&suspects[0]["line"], &suspects[0]["variants"]["failing"]),
        (&json!(12), &json!(1)),
        "{value:#}"
    );
    let text = scratch.run(&["rank", "--scores"]).ok();
    assert!(
        text.contains("2 labelled variants of the failing test, of which 1 passes, weigh as 1.9 tests"),
        "{text}"
    );
}

/// A failing test that alone runs two lines, recorded with or without its JVM's start command.
fn tied(name: &str, launch: Option<Launch>) -> Scratch {
    let scratch = Scratch::new(name);
    let alpha = class(0, "org.example.Alpha", &[("a", "()V")], &[(0, 1), (0, 2)]);
    let fails = test(0, "alpha", Outcome::Failed, &[(0, &[0, 1])]);
    scratch.record("1-a", &Recording { launch, ..recording(vec![alpha], vec![fails]) });
    scratch
}

#[test]
fn amplify_is_proposed_where_first_places_tie_and_it_can_work() {
    let proposes = |scratch: &Scratch| {
        let text = scratch.run(&["rank", "--scores", "--level", "line"]).ok();
        text.split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .contains("The first 2 places are tied: `faultline amplify`")
    };
    let source = "src/test/java/org/example/FooTest.java";
    let there = |scratch: &Scratch| {
        fs::create_dir_all(scratch.path("src/test/java/org/example")).unwrap();
        fs::write(scratch.path(source), "class FooTest { }").unwrap();
    };
    let scratch = tied("tied", Some(Launch::default()));
    assert!(!proposes(&scratch), "without the source of the failing test");
    there(&scratch);
    assert!(proposes(&scratch));
    let unknown = tied("tied-unknown", None);
    there(&unknown);
    assert!(!proposes(&unknown), "where nothing says how tests are started");
    let told_apart = with_variants("tied-told");
    there(&told_apart);
    assert!(!proposes(&told_apart));
}

#[test]
fn a_ranking_that_is_asked_for_without_them_has_none() {
    let scratch = with_variants("without-amplified");
    let value = rank(&scratch, &["--ranking", "ochiai+size+trace+name"]);
    assert_eq!(value["ranking"], json!("Ochiai+size+trace+name"));
    assert!(value["groups"][0].get("amplified").is_none(), "{value:#}");
}
