//! `faultline export`, `import`, `formulas`, `completions`.

use std::fs;
use std::process::{Command, Stdio};

use crate::support::{Scratch, one_failure};

#[test]
fn a_spectrum_survives_export_and_import_with_its_ranking() {
    for layout in ["tsv", "gzoltar"] {
        let scratch = Scratch::new(layout);
        scratch.record("1-a", &one_failure());
        scratch.run(&["export", "--format", layout, "--out", "out"]).ok();
        let done = scratch.run(&["import", "--format", layout, "out", "--out", "back/spectrum.flt"]);
        assert!(done.err.contains("next: faultline rank back/spectrum.flt"), "{}", done.err);
        done.ok();
        let lines = |input: &str| {
            let out = scratch.run(&["rank", "--json", "--level", "line", "--top", "0", input]).ok();
            let value: serde_json::Value = serde_json::from_str(&out).unwrap();
            let suspects = value["groups"][0]["suspects"].as_array().unwrap().clone();
            suspects
                .iter()
                .map(|s| {
                    format!(
                        "{} {} {} {}-{} {}",
                        s["class"], s["method"], s["line"], s["rank_min"], s["rank_max"], s["score"]
                    )
                })
                .collect::<Vec<_>>()
        };
        assert_eq!(lines("back/spectrum.flt"), lines(".faultline"), "{layout}");
        assert!(!scratch.path("back/spectrum.part").exists());
    }
}

#[test]
fn gzoltar_users_get_matrix_spectra_tests_and_rankings() {
    let scratch = Scratch::new("gzoltar files");
    scratch.record("1-a", &one_failure());
    let done = scratch.run(&["export", "-f", "gzoltar", "-o", "out", "-r", "ochiai,dstar:3+size"]);
    assert!(done.err.contains("wrote 4 tests (1 aborted or skipped"), "{}", done.err);
    for file in ["matrix.txt", "spectra.csv", "tests.csv", "ochiai.ranking.csv", "dstar-3+size.ranking.csv"] {
        assert!(scratch.path("out").join(file).is_file(), "{file}");
    }
    let ranking = fs::read_to_string(scratch.path("out/ochiai.ranking.csv")).unwrap();
    let mut lines = ranking.lines();
    assert_eq!(lines.next(), Some("name;suspiciousness_value"));
    let first = lines.next().unwrap();
    assert!(first.contains("Parser#parse(") && first.ends_with(":12;1.0"), "{first}");
}

#[test]
fn importing_into_a_folder_twice_leaves_one_recording() {
    let scratch = Scratch::new("twice");
    scratch.record("1-a", &one_failure());
    scratch.run(&["export", "-f", "tsv", "-o", "out"]).ok();
    for _ in 0..2 {
        scratch.run(&["import", "-f", "tsv", "out", "-o", "imported"]).ok();
    }
    let files: Vec<_> = fs::read_dir(scratch.path("imported")).unwrap().collect();
    assert_eq!(files.len(), 1);
    assert!(scratch.run(&["rank", "imported"]).ok().contains("Parser.parse"));
}

#[test]
fn exchange_errors_name_the_file_and_the_place() {
    let scratch = Scratch::new("errors");
    assert!(
        scratch
            .run(&["import", "-f", "tsv", "nowhere", "-o", "x.flt"])
            .error(1)
            .contains("nowhere is not a folder")
    );
    fs::create_dir(scratch.path("empty")).unwrap();
    assert!(scratch.run(&["import", "-f", "tsv", "empty", "-o", "x.flt"]).error(1).contains("empty/"));
    scratch.file("bad/elements.tsv", "org.x.Foo\ta()V\tnot-a-line\n");
    scratch.file("bad/tests.tsv", "");
    let error = scratch.run(&["import", "-f", "tsv", "bad", "-o", "x.flt"]).error(1);
    assert!(error.contains("elements.tsv:1: "), "{error}");
    assert!(!scratch.path("x.flt").exists());
    assert_eq!(scratch.run(&["export", "-f", "magic", "-o", "x"]).code, Some(2));
    scratch.record("1-a", &one_failure());
    assert!(scratch.run(&["export", "-f", "gzoltar", "-o", "x", "-r", "nope"]).error(2).contains("nope"));
    assert!(!scratch.path("x").exists(), "nothing is written for a question that cannot be answered");
}

#[test]
fn formulas_lists_the_registry() {
    let shown = Scratch::new("formulas").run(&["formulas"]).ok();
    for name in ["Ochiai", "Tarantula", "DStar", "Op2", "Barinel", "Jaccard"] {
        assert!(shown.contains(name), "{name} in {shown}");
    }
}

#[test]
fn completions_are_made_for_every_shell() {
    let scratch = Scratch::new("completions");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = scratch.run(&["completions", shell]).ok();
        assert!(script.contains("faultline") && script.contains("failing"), "{shell}");
    }
}

#[test]
fn every_command_has_a_manual_page_with_its_examples() {
    let scratch = Scratch::new("manual");
    scratch.run(&["manual", "share/man1"]).ok();
    let read = |name: &str| fs::read_to_string(scratch.path("share/man1").join(name)).unwrap();
    assert!(read("faultline.1").contains("faultline run \\-\\- mvn test"), "{}", read("faultline.1"));
    let help = scratch.run(&["--help"]).ok();
    let commands =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names: Vec<_> = commands
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
        .filter(|name| !name.is_empty())
        .collect();
    assert!(names.len() > 20, "{help}");
    for name in names.into_iter().filter(|name| *name != "help") {
        assert!(read(&format!("faultline-{name}.1")).contains("SYNOPSIS"), "{name}");
    }
}

#[test]
fn manual_pages_that_cannot_be_written_are_an_error_that_names_their_folder() {
    let scratch = Scratch::new("no-manual");
    scratch.file("taken", "a file");
    let said = scratch.run(&["manual", "taken/man1"]);
    assert_eq!(said.code, Some(1));
    assert!(said.err.starts_with("faultline: manual pages in taken/man1: "), "{}", said.err);
}

#[test]
fn the_version_says_which_build_it_is() {
    let said = Scratch::new("version").run(&["--version"]).ok();
    assert!(said.starts_with(concat!("faultline ", env!("CARGO_PKG_VERSION"), " (")), "{said}");
}

#[test]
fn a_reader_that_stops_early_is_no_error() {
    let scratch = Scratch::new("pipe");
    let mut child = scratch
        .faultline(&["completions", "bash"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(output.status.success());
}

#[test]
fn help_teaches_the_two_commands_and_the_columns() {
    let scratch = Scratch::new("help");
    let help = scratch.run(&["--help"]).ok();
    assert!(help.contains("faultline run -- mvn test") && help.contains("faultline rank"), "{help}");
    let rank = scratch.run(&["rank", "--help"]).ok();
    for column in ["score", "ef  ep", "nf  np", "where"] {
        assert!(rank.contains(column), "{column} in {rank}");
    }
    assert_eq!(scratch.run(&["no-such-command"]).code, Some(2));
}

#[test]
fn a_bash_completion_script_is_valid_bash() {
    let scratch = Scratch::new("bash");
    let script = scratch.file("completion.bash", &scratch.run(&["completions", "bash"]).ok());
    assert!(Command::new("bash").arg("-n").arg(script).status().unwrap().success());
}

#[test]
fn coverage_is_written_for_build_servers() {
    let scratch = Scratch::new("coverage");
    scratch.record("1-a", &one_failure());
    scratch.file("src/main/java/org/example/text/Parser.java", "class Parser {}\n");
    let said = scratch.run(&["export", "-f", "jacoco", "-o", "out"]);
    assert!(said.err.contains("wrote 7 lines of 2 classes to out/jacoco.xml"), "{}", said.err);
    let text = fs::read_to_string(scratch.path("out/jacoco.xml")).unwrap();
    assert!(
        text.contains("<class name=\"org/example/text/Parser\" sourcefilename=\"Parser.java\">"),
        "{text}"
    );
    scratch.run(&["export", "-f", "lcov", "-o", "deep/er.info"]).ok();
    let text = fs::read_to_string(scratch.path("deep/er.info")).unwrap();
    assert!(
        text.contains("SF:src/main/java/org/example/text/Parser.java\n") && text.contains("\nDA:12,1\n"),
        "{text}"
    );
    assert!(
        text.contains("SF:org/example/text/Lexer.java\n"),
        "below its source root where it is not found: {text}"
    );
    scratch.run(&["export", "-f", "cobertura", "-o", "out"]).ok();
    let text = fs::read_to_string(scratch.path("out/cobertura.xml")).unwrap();
    assert!(text.contains("lines-valid=\"7\""), "{text}");
    assert_eq!(scratch.run(&["import", "-f", "jacoco", "out", "-o", "x"]).code, Some(2));
}
