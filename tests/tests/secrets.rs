//! A build whose tests need secrets, and variables of the environment that it sets: no file contains the secrets, reruns
//! take them from the environment, and the other variables from the recording.

use std::fs;
use std::path::Path;
use std::process::Command;

use faultline_tests::{Dist, Finished, Fixture, maven, run};
use serde_json::Value;

const SECRETS: [&str; 3] = ["hush-4711", "whisper-0815", "murmur-2342"];
const GIVEN: [(&str, &str); 3] = [
    ("FAULTLINE_SECRET_VAULT_PASSWORD", SECRETS[0]),
    ("FAULTLINE_SECRET_VAULT_URL_PASSWORD", SECRETS[1]),
    ("FAULTLINE_SECRET_VAULT_TOKEN", SECRETS[2]),
];

fn recorded(name: &str) -> Fixture {
    let fixture = Fixture::copy_as("secrets", env!("CARGO_TARGET_TMPDIR"), &format!("secrets/{name}"));
    let mut build = Dist::find().command(&["run", "--", "mvn", "-B", "-ntp", "test"]);
    maven(&mut build, &fixture.folder).expect_code(1);
    fixture
}

/// Panics: a file below the folder contains one of the secrets.
#[track_caller]
fn holds_none(folder: &Path) {
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if entry.is_dir() {
            holds_none(&entry);
            continue;
        }
        let bytes = fs::read(&entry).expect("a file");
        for secret in SECRETS {
            let is_there = bytes.windows(secret.len()).any(|window| window == secret.as_bytes());
            assert!(!is_there, "{} holds {secret}", entry.display());
        }
    }
}

/// Panics: the program prints a secret.
#[track_caller]
fn says_none(finished: &Finished) {
    for secret in SECRETS {
        assert!(!finished.stdout.contains(secret) && !finished.stderr.contains(secret), "{finished:?}");
    }
}

fn command(name: &str, failing: &str, fixture: &Fixture, secrets: &[(&str, &str)]) -> Finished {
    let mut command: Command = Dist::find().command(&[name, "--json", "--failing", failing]);
    for (variable, _) in GIVEN {
        command.env_remove(variable);
    }
    let finished = maven(command.envs(secrets.iter().copied()), &fixture.folder);
    says_none(&finished);
    holds_none(&fixture.recordings());
    finished
}

fn json(finished: &Finished) -> Value {
    finished.expect_code(0);
    serde_json::from_str(&finished.stdout).expect("JSON")
}

/// All variables are named, each with the effect on tests if it is missing: that of an option, of a property and of a
/// variable of the environment.
#[track_caller]
fn asks_for_all(finished: &Finished) {
    for (of, (variable, _)) in ["vault.password", "vault.url", "VAULT_TOKEN"].into_iter().zip(GIVEN) {
        let names =
            |line: &str| line.contains("tests run without") && line.contains(of) && line.contains(variable);
        assert!(finished.stderr.lines().any(names), "{of} {variable}: {}", finished.stderr);
    }
}

#[test]
fn tests_that_need_secrets_run_on_mutants_once_these_are_given() {
    let fixture = recorded("mutate");
    holds_none(&fixture.recordings());

    let without = command("mutate", "VaultTest#feesAreHalfLessOne", &fixture, &[]);
    asks_for_all(&without);
    without.expect_code(1);
    assert!(without.stderr.contains("no failing test can be run again"), "{}", without.stderr);
    let mending = |finished: &Finished| {
        let report: Value = serde_json::from_str(&finished.stdout).expect("JSON");
        report["groups"][0]["mending"].as_array().map_or(0, Vec::len)
    };
    assert_eq!(mending(&without), 0, "{without:?}");

    fs::remove_dir_all(fixture.recordings().join("mutants")).expect("results of the run without secrets");
    let with = command("mutate", "VaultTest#feesAreHalfLessOne", &fixture, &GIVEN);
    assert!(!with.stderr.contains("tests run without"), "{}", with.stderr);
    with.expect_code(0);
    assert!(mending(&with) > 0, "{with:?}");
}

#[test]
fn tests_that_need_secrets_grow_once_these_are_given() {
    let fixture = recorded("amplify");
    let without = command("amplify", "VaultTest#amongNobodyThereIsNoShare", &fixture, &[]);
    asks_for_all(&without);

    let with = command("amplify", "VaultTest#amongNobodyThereIsNoShare", &fixture, &GIVEN);
    assert!(!with.stderr.contains("tests run without"), "{}", with.stderr);
    let report = json(&with);
    let kept = report["kept"].as_array().expect("rows");
    assert!(kept.iter().any(|row| row["label"] == "passes"), "{report:.900}");
    let ranked = run(&mut Dist::find().command(&["rank", "--json"]), &fixture.folder);
    ranked.expect_code(0);
    says_none(&ranked);
}
