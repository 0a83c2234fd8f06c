//! `--json-file`: one run gives the page and the JSON.

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
