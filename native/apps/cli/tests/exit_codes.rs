//! The exit codes that scripts and build plugins rely on.

use crate::support::{Scratch, one_failure};

/// The codes listed in a table, in order; `row` extracts the code from a line.
fn codes<'t>(table: &'t str, row: impl Fn(&'t str) -> Option<&'t str>) -> Vec<&'t str> {
    table.lines().filter_map(row).collect()
}

#[test]
fn help_and_documentation_have_the_same_codes() {
    let scratch = Scratch::new("tables");
    let help = scratch.run(&["--help"]).ok();
    let (_, table) = help.split_once("Exit codes:\n").unwrap();
    let in_help = codes(table.split("\nThe exit code of run").next().unwrap(), |line| {
        line.strip_prefix("  ").filter(|line| !line.starts_with(' ')).and_then(|line| line.split(' ').next())
    });
    let page = include_str!("../../../../docs/command-line.md");
    let (_, page) = page.split_once("## Exit codes\n").unwrap();
    let page = page.split("\n## ").next().unwrap();
    let in_page = codes(page, |line| line.strip_prefix("| ")?.split(' ').next());
    assert_eq!(in_help, ["0", "1", "2", "3", "4", "128+n"]);
    assert_eq!(in_page, [&["code"], &in_help[..]].concat());
}

#[test]
fn every_code_says_what_it_says_in_the_table() {
    let scratch = Scratch::new("codes");
    let code = |arguments: &[&str]| scratch.run(arguments).code;
    assert_eq!(code(&["formulas"]), Some(0));
    assert_eq!(code(&["rank"]), Some(1), "there is no recording");
    assert_eq!(code(&["doctor"]), Some(1), "that is an error among its findings");
    assert_eq!(code(&["rank", "--no-such-option"]), Some(2));
    assert_eq!(code(&["run", "--include", "org/x", "--", "true"]), Some(2));

    scratch.record("1-a", &one_failure());
    assert_eq!(code(&["rank"]), Some(0));
    let mut green = one_failure();
    green.tests.remove(2);
    scratch.record("1-a", &green);
    assert_eq!(code(&["rank"]), Some(3), "nothing failed");
    assert_eq!(code(&["suite"]), Some(0));
    assert_eq!(code(&["check", "failed<=0"]), Some(0));
    assert_eq!(code(&["check", "ddu>=2"]), Some(4), "the rule is violated");
    assert_eq!(code(&["check", "dud>=2"]), Some(2));

    let agent = scratch.file("faultline-agent.jar", "not a jar");
    let run = |script: &str| {
        let mut command = scratch.faultline(&["run", "--", "sh", "-c", script]);
        command.env("FAULTLINE_AGENT", &agent).output().unwrap().status.code()
    };
    assert_eq!((run("exit 42"), run("kill -TERM $$")), (Some(42), Some(128 + 15)));
}
