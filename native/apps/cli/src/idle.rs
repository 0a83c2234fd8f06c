//! Refuses options that would change nothing, given the others.
//!
//! Two options that exclude each other are a conflict in the grammar. The rules here depend on the value of
//! another option, or on several others. `tests/options.txt` has a row for every option of every command.

use clap::ArgMatches;
use clap::parser::ValueSource;
use faultline_messages::failure::Failure;

/// Options of one command that have no effect in one of its modes.
struct Rule {
    command: &'static str,
    /// The identifiers of the options, as the grammar names them.
    options: &'static [&'static str],
    /// Whether the arguments are those of the mode.
    is_idle: fn(&Given<'_>) -> bool,
    /// Why they have no effect; completes "--OPTION has no effect".
    reason: &'static str,
}

const RULES: &[Rule] = &[
    Rule {
        command: "amplify",
        options: &["tests", "choose"],
        is_idle: |given| !given.any(&["out", "json", "json_file"]),
        reason: "without --out, which writes the chosen variants, or --json, which lists them",
    },
    Rule {
        command: "budget",
        options: &["trust"],
        is_idle: |given| !given.any(&["run", "resume"]),
        reason: "without --run or --resume, which start programs",
    },
    Rule {
        command: "budget",
        options: &["failing"],
        is_idle: |given| given.has("predictor") && !given.is("predictor", "combined") && !given.has("metric"),
        reason: "with this --predictor, which does not use the recorded tests",
    },
    Rule {
        command: "budget",
        options: &["commits", "cache"],
        is_idle: |given| given.is("predictor", "size"),
        reason: "with --predictor size, which reads no commits",
    },
    Rule {
        command: "budget",
        options: &["weights", "time_range"],
        is_idle: |given| !given.is("predictor", "schwa") && (given.has("predictor") || !given.has("compat")),
        reason: "without --predictor schwa, whose score they change",
    },
    Rule {
        command: "budget",
        options: &["top"],
        is_idle: |given| given.any(&["run", "resume"]) && given.has("json"),
        reason: "with --run --json, which has all classes",
    },
    Rule {
        command: "budget",
        options: &["tests_per_target"],
        is_idle: |given| given.is("generator", "evosuite"),
        reason: "with --generator evosuite, which keeps one test of each goal",
    },
    Rule {
        command: "budget",
        options: &["tier", "tier_total", "curve", "group", "compat"],
        is_idle: |given| given.is("strategy", "equal"),
        reason: "with --strategy equal, which gives each class the same",
    },
    Rule {
        command: "budget",
        options: &["tier_total"],
        is_idle: |given| given.number("tier") == Some(1.0),
        reason: "with --tier 1: there is no tier 2, and tier 1 gets all",
    },
    Rule {
        command: "diff",
        options: &["source", "lines"],
        is_idle: |given| given.has("json"),
        reason: "with --json, which has all lines by their numbers, without their text",
    },
    Rule {
        command: "evaluate",
        options: &["seeds"],
        is_idle: |given| !given.any(&["folds", "across", "mutants"]),
        reason: "without --folds, --across or --mutants: nothing else is random",
    },
    Rule {
        command: "evaluate",
        options: &["choose"],
        is_idle: |given| !given.any(&["metric", "oracle"]),
        reason: "without --metric or --oracle, which choose tests",
    },
    Rule {
        command: "evaluate",
        options: &["measure", "all_pairs"],
        is_idle: |given| given.has("csv") && !given.has("json_file"),
        reason: "with --csv, which compares no columns",
    },
    Rule {
        command: "evaluate",
        options: &["all_pairs"],
        is_idle: |given| given.has("json"),
        reason: "with --json, which compares all pairs",
    },
    Rule {
        command: "export",
        options: &["ranking"],
        is_idle: |given| !given.is("format", "gzoltar"),
        reason: "with this --format: only gzoltar has rankings",
    },
    Rule {
        command: "export",
        options: &["source"],
        is_idle: |given| given.is("format", "gzoltar") || given.is("format", "tsv"),
        reason: "with this --format: only coverage reports name files of sources",
    },
    Rule {
        command: "generate",
        options: &[
            "metric",
            "split",
            "min",
            "classes",
            "project_cp",
            "evosuite",
            "fetch",
            "jobs",
            "grace",
            "evosuite_arguments",
        ],
        is_idle: |given| given.is("from", "failing"),
        reason: "with --from failing: it is an option of EvoSuite's search",
    },
    Rule {
        command: "history",
        options: &["top"],
        is_idle: |given| given.has("explain"),
        reason: "with --explain, which shows one entry",
    },
    Rule {
        command: "mutate",
        options: &["seed"],
        is_idle: |given| !given.starts("tests", "random") && !given.starts("mutants", "sample"),
        reason: "without --tests random:N or --mutants sample:N%: nothing else is random",
    },
    Rule {
        command: "rank",
        options: &["scores"],
        is_idle: |given| given.has("format") && !given.is("format", "text"),
        reason: "with this --format; json and csv have all scores",
    },
    Rule {
        command: "rank",
        options: &["no_history"],
        is_idle: |given| {
            ["sarif", "gitlab", "csv"].iter().any(|format| given.is("format", format))
                && !given.any(&["json_file", "report"])
        },
        reason: "with this --format, which shows no commit",
    },
    Rule {
        command: "suite",
        options: &["top"],
        is_idle: |given| given.has("csv"),
        reason: "with --csv, which lists everything",
    },
    Rule {
        command: "tests",
        options: &["top"],
        is_idle: |given| given.has("json") || (given.has("format") && !given.is("format", "text")),
        reason: "with --json and --format, which list all tests",
    },
    Rule {
        command: "tests",
        options: &["source"],
        is_idle: |given| !given.has("diff"),
        reason: "without --diff, which compares sources",
    },
    Rule {
        command: "train",
        options: &["algorithm", "seed", "episodes"],
        is_idle: |given| given.has("ranking") || given.is("features", "extended"),
        reason: "with --ranking or --features extended, whose training is not random and has no episodes",
    },
    Rule {
        command: "train",
        options: &["choose"],
        is_idle: |given| given.has("ranking"),
        reason: "with --ranking, which chooses no tests",
    },
];

/// Checks a command line that the grammar accepts. Errors: misuse, if an option has no effect.
pub fn check(matches: &ArgMatches) -> Result<(), Failure> {
    let Some((command, matches)) = matches.subcommand() else { return Ok(()) };
    let given = Given(matches);
    for rule in RULES.iter().filter(|rule| rule.command == command && (rule.is_idle)(&given)) {
        if let Some(option) = rule.options.iter().find(|option| given.has(option)) {
            let name = match *option {
                "evosuite_arguments" => "what follows `--`".to_owned(),
                option => format!("--{}", option.replace('_', "-")),
            };
            return Err(Failure::misuse(format!("{name} has no effect {}; leave it out", rule.reason)));
        }
    }
    Ok(())
}

/// The arguments that a user wrote.
struct Given<'a>(&'a ArgMatches);

impl Given<'_> {
    /// Whether an option was written; its default does not count.
    fn has(&self, option: &str) -> bool {
        self.0.value_source(option) == Some(ValueSource::CommandLine)
    }

    fn any(&self, options: &[&str]) -> bool {
        options.iter().any(|option| self.has(option))
    }

    /// Whether an option, or its default, has this value.
    fn is(&self, option: &str, value: &str) -> bool {
        self.raw(option).is_some_and(|given| given == value)
    }

    fn starts(&self, option: &str, start: &str) -> bool {
        self.raw(option).is_some_and(|given| given.starts_with(start))
    }

    fn number(&self, option: &str) -> Option<f64> {
        self.raw(option)?.parse().ok()
    }

    fn raw(&self, option: &str) -> Option<&str> {
        self.0.get_raw(option)?.next()?.to_str()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory;

    use super::*;
    use crate::grammar::Options;

    /// Adds every option of a command, and of its commands, as `COMMAND | OPTION`.
    fn add(command: &clap::Command, path: &str, found: &mut BTreeSet<String>) {
        for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
            add(below, format!("{path} {}", below.get_name()).trim(), found);
        }
        let options = command.get_arguments().filter(|argument| argument.get_long().is_some());
        let options = options.map(|argument| argument.get_id().as_str());
        found.extend(
            options.filter(|id| !["help", "version"].contains(id)).map(|id| format!("{path} | {id}")),
        );
    }

    #[test]
    fn every_option_of_every_command_has_a_row_that_shows_what_it_changes() {
        let mut options = BTreeSet::new();
        add(&Options::command(), "", &mut options);
        let lines = include_str!("../tests/options.txt").lines();
        let rows = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        let rows: Vec<Vec<&str>> = rows.map(|line| line.split(" | ").collect()).collect();
        let shown = |kinds: &[&str]| -> BTreeSet<String> {
            let of = rows.iter().filter(|row| kinds.contains(&row[2]));
            of.map(|row| format!("{} | {}", row[0], row[1])).collect()
        };
        let without: Vec<_> = options.difference(&shown(&["changes", "test", "read"])).cloned().collect();
        assert!(without.is_empty(), "tests/options.txt has no row of {}", without.join(", "));
        let unknown: Vec<_> =
            shown(&["changes", "test", "read", "refused"]).difference(&options).cloned().collect();
        assert!(unknown.is_empty(), "no command has {}", unknown.join(", "));
        let refused = shown(&["refused"]);
        for rule in RULES {
            for option in rule.options.iter().filter(|option| **option != "evosuite_arguments") {
                let row = format!("{} | {option}", rule.command);
                assert!(refused.contains(&row), "no row shows that {row} is refused");
            }
        }
    }

    /// `has` of an option that a command lacks would panic only when the rule is used.
    #[test]
    fn every_rule_names_options_of_its_command() {
        let grammar = Options::command();
        for rule in RULES {
            let command = grammar.find_subcommand(rule.command).expect(rule.command);
            for option in rule.options {
                let is_it = |argument: &clap::Arg| argument.get_id() == option;
                assert!(command.get_arguments().any(is_it), "{} has no {option}", rule.command);
            }
            let words: &[&str] = match rule.command {
                "budget" => &["budget", "--total", "1h"],
                "diff" => &["diff", "T#t"],
                "evaluate" => &["evaluate", "d"],
                "export" => &["export", "--format", "tsv", "--out", "d"],
                "tests" => &["tests", "T"],
                "train" => &["train", "d", "--out", "m"],
                other => &[other],
            };
            let words = [&["faultline"], words].concat();
            let matches = grammar.clone().try_get_matches_from(words).expect("a command");
            check(&matches).expect("defaults are no mistake");
        }
    }
}
