//! By which keys a file is known as JSON of a command, before there is any to compare with.

/// `docs/json-schema/amplify.schema.json`.
pub const AMPLIFY: &[&str] = &[
    "version",
    "ranking",
    "ended",
    "seconds",
    "seconds_of_building",
    "variants",
    "classes",
    "groups",
    "kept",
    "choice",
    "reasons",
    "left_out",
    "stood_for",
    "unreached",
    "written",
    "folder",
    "notes",
];
/// `docs/json-schema/budget-run.schema.json`.
pub const BUDGET_RUN: &[&str] = &[
    "version",
    "state",
    "settings",
    "plan",
    "shard",
    "merged",
    "budget_seconds",
    "used_seconds",
    "seconds",
    "jobs",
    "tests",
    "classes",
    "notes",
];
/// `docs/json-schema/budget.schema.json`.
pub const BUDGET: &[&str] = &[
    "version",
    "predictor",
    "commits",
    "compat",
    "total",
    "min",
    "handed_out",
    "count",
    "shard",
    "tests",
    "classes",
];
/// `docs/json-schema/check.schema.json`.
pub const CHECK: &[&str] = &["version", "kept", "rules", "notes"];
/// `docs/json-schema/commits.schema.json`.
pub const COMMITS: &[&str] = &["version", "revision", "commits", "shallow", "groups", "notes"];
/// `docs/json-schema/diff.schema.json`.
pub const DIFF: &[&str] = &["version", "pairs"];
/// `docs/json-schema/doctor.schema.json`.
pub const DOCTOR: &[&str] = &["version", "files", "tests", "reported", "errors", "warnings", "findings"];
/// `docs/json-schema/evaluate-mutants.schema.json`.
pub const EVALUATE_MUTANTS: &[&str] = &["version", "faults", "left_out", "techniques", "stages"];
/// `docs/json-schema/evaluate.schema.json`.
pub const EVALUATE: &[&str] =
    &["version", "faults", "left_out", "tests", "measure", "projects", "comparisons"];
/// `docs/json-schema/generate.schema.json`.
pub const GENERATE: &[&str] = &[
    "version",
    "failing",
    "metric",
    "seed",
    "budget_seconds",
    "split",
    "jobs",
    "seconds",
    "tests",
    "classes",
    "left_out",
    "not_begun",
    "groups",
    "labels",
    "next",
    "notes",
];
/// `docs/json-schema/history.schema.json`.
pub const HISTORY: &[&str] =
    &["version", "revision", "commits", "begin", "oldest", "newest", "level", "compat", "scored", "files"];
/// `docs/json-schema/mutate.schema.json`.
pub const MUTATE: &[&str] = &[
    "version", "ranking", "ended", "failing", "passing", "chosen", "slow", "lines", "classes", "mutants",
    "pairs", "session", "stages", "verdicts", "reasons", "groups", "left_out", "not_run", "folder", "notes",
];
/// `docs/json-schema/rank.schema.json`.
pub const RANK: &[&str] = &[
    "version",
    "ranking",
    "aggregation",
    "probability",
    "ties",
    "level",
    "tests",
    "classes",
    "lines",
    "groups",
    "hints",
    "notes",
];
/// `docs/json-schema/select.schema.json`.
pub const SELECT: &[&str] =
    &["version", "metric", "better", "ranking", "ties", "given", "pool", "choices", "notes"];
/// `docs/json-schema/suite.schema.json`.
pub const SUITE: &[&str] = &[
    "version",
    "tests",
    "suite",
    "packages",
    "classes",
    "ambiguous_groups",
    "groups",
    "of_no_test",
    "notes",
];
/// `docs/json-schema/train.schema.json`.
pub const TRAIN: &[&str] = &[
    "version",
    "model",
    "stopped",
    "seconds",
    "training",
    "evaluation",
    "faults",
    "left_out",
    "held_out",
    "curve",
];

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn they_are_those_that_the_schemas_require() {
        let schemas = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/json-schema");
        for (name, keys) in [
            ("amplify", AMPLIFY),
            ("budget-run", BUDGET_RUN),
            ("budget", BUDGET),
            ("check", CHECK),
            ("commits", COMMITS),
            ("diff", DIFF),
            ("doctor", DOCTOR),
            ("evaluate-mutants", EVALUATE_MUTANTS),
            ("evaluate", EVALUATE),
            ("generate", GENERATE),
            ("history", HISTORY),
            ("mutate", MUTATE),
            ("rank", RANK),
            ("select", SELECT),
            ("suite", SUITE),
            ("train", TRAIN),
        ] {
            let text = std::fs::read_to_string(schemas.join(format!("{name}.schema.json"))).unwrap();
            let schema: serde_json::Value = serde_json::from_str(&text).unwrap();
            assert_eq!(schema["required"], serde_json::json!(keys), "{name}");
        }
    }
}
