//! `--json-file`: one run gives the page and the JSON.

use std::fs;

use crate::support::{Scratch, two_causes};

#[test]
fn the_file_has_what_json_prints_and_the_page_is_what_it_is_without() {
    let scratch = Scratch::new("json file");
    scratch.record("1-a", &two_causes());
    for (command, page) in [
        (&["rank"][..], &["--top", "1"][..]),
        (&["rank", "--level", "line"], &[]),
        (&["suite"], &["--top", "1"]),
        (&["suite"], &["--csv"]),
        (&["select", "--given", "each"], &[]),
    ] {
        let json = scratch.run(&[command, &["--json"]].concat()).ok();
        let alone = scratch.run(&[command, page].concat()).ok();
        let both = scratch.run(&[command, page, &["--json-file", "below/one.json"]].concat()).ok();
        assert_eq!(both, alone, "{command:?}");
        assert_eq!(fs::read_to_string(scratch.path("below/one.json")).unwrap(), json, "{command:?}");
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
