//! `--json-file`: one run writes both the page and the JSON.

use std::collections::BTreeSet;
use std::fs;

use crate::support::{Scratch, two_causes};

#[test]
fn the_file_has_what_json_prints_and_the_page_is_what_it_is_without() {
    let scratch = Scratch::new("json file");
    scratch.record("1-a", &two_causes());
    for (number, (command, page)) in [
        (&["rank"][..], &["--top", "1"][..]),
        (&["rank", "--level", "line"], &[]),
        (&["suite"], &["--top", "1"]),
        (&["suite"], &["--csv"]),
        (&["select", "--given", "each"], &[]),
    ]
    .into_iter()
    .enumerate()
    {
        let file = format!("below/{number}.json");
        let json = scratch.run(&[command, &["--json"]].concat()).ok();
        let alone = scratch.run(&[command, page].concat()).ok();
        let both = scratch.run(&[command, page, &["--json-file", &file]].concat()).ok();
        assert_eq!(both, alone, "{command:?}");
        let again = scratch.run(&[command, page, &["--json-file", &file]].concat()).ok();
        assert_eq!(again, alone, "a file of the same command is replaced");
        assert_eq!(fs::read_to_string(scratch.path(&file)).unwrap(), json, "{command:?}");
    }
    let found = scratch.run(&["doctor", "--json"]);
    let both = scratch.run(&["doctor", "--json-file", "doctor.json"]);
    assert_eq!(both.code, found.code);
    assert_eq!(fs::read_to_string(scratch.path("doctor.json")).unwrap(), found.out);
}

#[test]
fn what_fails_writes_no_file() {
    let scratch = Scratch::new("no file");
    scratch.run(&["rank", "--json-file", "rank.json"]).error(1);
    assert!(!scratch.path("rank.json").exists());
}

/// All commands with the option, in each mode that differs, as typed before the option. They would all start
/// or write something, or fail because there is nothing to read.
const COMMANDS: [&[&str]; 25] = [
    &["rank"],
    &["diff", "org.x.CTest#a"],
    &["tests", "C.java:1"],
    &["mutate"],
    &["mutate", "--", "touch", "started"],
    &["affected"],
    &["amplify"],
    &["amplify", "--", "touch", "started"],
    &["baseline", "show"],
    &["evaluate", "data"],
    &["evaluate", "--mutants", "data"],
    &["doctor"],
    &["check", "ddu>=0"],
    &["suite"],
    &["suite", "--csv"],
    &["select"],
    &["train", "data", "--out", "model.json"],
    &["generate"],
    &["generate", "--from", "evosuite"],
    &["history"],
    &["budget", "--total", "60s"],
    &["budget", "--total", "60s", "--run", "--out", "run", "--command", "touch started"],
    &["commits"],
    &["commits", "--bisect", "--", "touch", "started"],
    &["merge", "one", "two"],
];

/// The command with an option inserted before `--`.
fn with_option<'a>(command: &[&'a str], option: &[&'a str]) -> Vec<&'a str> {
    let at = command.iter().position(|word| *word == "--").unwrap_or(command.len());
    [&command[..at], option, &command[at..]].concat()
}

#[test]
fn every_command_with_the_option_is_in_the_table() {
    let scratch = Scratch::new("json table");
    let help = scratch.run(&["--help"]).ok();
    let names = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = names.filter(|line| line.starts_with("  ")).filter_map(|line| line.split_whitespace().next());
    // `show` is a command below `baseline`.
    let helps = |name: &str| [scratch.run(&[name, "--help"]).out, scratch.run(&[name, "show", "--help"]).out];
    let have = |name: &&str| helps(name).iter().any(|help| help.contains("--json-file"));
    let with_option: BTreeSet<&str> = names.filter(have).collect();
    assert_eq!(with_option, COMMANDS.iter().map(|command| command[0]).collect());
}

#[test]
fn a_file_that_cannot_be_written_is_refused_before_anything_is_read_started_or_written() {
    let scratch = Scratch::new("json refused");
    scratch.file("mine.json", "{\"version\": 1, \"name\": \"mine\"}\n");
    fs::create_dir(scratch.path("folder")).unwrap();
    std::os::unix::fs::symlink("elsewhere", scratch.path("link.json")).unwrap();
    for command in COMMANDS {
        for (file, why) in [
            ("mine.json", "mine.json is there already and is not JSON of this command that faultline wrote"),
            ("folder", "folder is a folder; name a file in it with --json-file"),
            ("link.json", "link.json is a link to elsewhere"),
            ("mine.json/below/it.json", "mine.json/below/it.json cannot be written: "),
        ] {
            let refused = scratch.run(&with_option(command, &["--json-file", file])).error(1);
            assert!(refused.contains(why), "{command:?}: {refused}");
        }
        let names: BTreeSet<_> =
            fs::read_dir(&scratch.0).unwrap().map(|of| of.unwrap().file_name()).collect();
        assert_eq!(names, ["folder", "link.json", "mine.json"].map(Into::into).into(), "{command:?}");
    }
}

#[test]
fn a_picture_that_cannot_be_drawn_is_refused_before_a_history_is_read_or_anything_runs() {
    let scratch = Scratch::new("picture refused");
    scratch.file("mine.svg", "<svg/>");
    for run in [&[][..], &["--run", "--out", "run", "--command", "touch started"]] {
        let command = [&["budget", "--total", "60s", "--svg", "mine.svg"], run].concat();
        let refused = scratch.run(&command).error(1);
        assert!(refused.contains("mine.svg is there already and is not such a picture"), "{refused}");
    }
    assert_eq!(fs::read_dir(&scratch.0).unwrap().count(), 1);
}
