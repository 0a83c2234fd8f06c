//! Commands that an editor executes.

mod child;
mod diff;
mod failure;
mod jobs;
mod tests;

use lsp_types::Uri;
use serde::Deserialize;
use serde_json::Value;

use crate::client::{Client, Problem};
use crate::documents::Documents;
use crate::projects::Projects;

pub use self::jobs::Jobs;

/// Runs the tests and records them.
pub const RECORD: &str = "faultline.record";
/// Ranks the recording again.
pub const RANK: &str = "faultline.rank";
/// Runs the tests on mutants.
pub const MUTATE: &str = "faultline.mutate";
/// Names the tests that run a place.
pub const TESTS: &str = "faultline.tests";
/// Shows the first suspects of a failing test.
pub const SHOW_FAILURE: &str = "faultline.showFailure";
/// Compares a test with its nearest passing one.
pub const DIFF: &str = "faultline.diff";
/// All commands.
pub const ALL: [&str; 6] = [RECORD, RANK, MUTATE, TESTS, SHOW_FAILURE, DIFF];

/// The argument of a command, an object. A text alone stands for the first field of the command.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct Argument {
    /// A place, as `faultline tests` takes it.
    pub place: Option<String>,
    /// Tests, as `FooTest#bar`.
    pub tests: Vec<String>,
    /// A failing test.
    pub test: Option<String>,
    /// The test beside it.
    pub other: Option<String>,
    /// How tests are written: `text`, `maven`, `gradle`, `junit`, or `build` for the project's build tool.
    pub format: Option<String>,
    /// The command to record, word by word.
    pub command: Vec<String>,
    /// How long tests may run on mutants, as `60s`.
    pub budget: Option<String>,
    /// A file of the project that is meant, where the workspace has several.
    pub uri: Option<Uri>,
}

impl Argument {
    /// Reads the argument of a command. Errors: it is of another form, in a sentence.
    pub fn of(command: &str, arguments: &[Value]) -> Result<Self, Problem> {
        match arguments.first() {
            None | Some(Value::Null) => Ok(Self::default()),
            Some(Value::String(text)) => Ok(Self::of_text(command, text)),
            Some(value) => serde_json::from_value(value.clone())
                .map_err(|error| Problem::misuse(format!("{command} cannot be executed like this: {error}"))),
        }
    }

    fn of_text(command: &str, text: &str) -> Self {
        let text = Some(text.to_owned());
        match command {
            TESTS => Self { place: text, ..Self::default() },
            SHOW_FAILURE | DIFF => Self { test: text, ..Self::default() },
            _ => Self { budget: text.filter(|_| command == MUTATE), ..Self::default() },
        }
    }
}

/// Executes a command that only reads. Errors: as the command has them.
pub fn answer(
    command: &str,
    argument: &Argument,
    client: &Client,
    projects: &Projects,
    documents: &Documents,
) -> Result<Value, Problem> {
    match command {
        TESTS => tests::tests(argument, client, projects),
        SHOW_FAILURE => failure::show(argument, client, projects, documents),
        DIFF => diff::diff(argument, client, projects),
        _ => Err(Problem::misuse(format!("there is no command {command:?}; there are {}", ALL.join(", ")))),
    }
}

/// The test that an argument names. Errors: none is named.
fn test_of(command: &str, argument: &Argument) -> Result<String, Problem> {
    let missing = || Problem::misuse(format!("{command} needs a test, as {{\"test\": \"FooTest#bar\"}}"));
    argument.test.clone().ok_or_else(missing)
}

#[cfg(test)]
mod unit_tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_text_is_the_first_field_of_its_command() {
        let of = |command, value: Value| Argument::of(command, &[value]).expect("an argument");
        assert_eq!(of(TESTS, json!("Foo.bar")).place.as_deref(), Some("Foo.bar"));
        assert_eq!(of(DIFF, json!("T#a")).test.as_deref(), Some("T#a"));
        assert_eq!(of(MUTATE, json!("5s")).budget.as_deref(), Some("5s"));
        assert_eq!(of(RECORD, json!({ "command": ["mvn", "test"] })).command, ["mvn", "test"]);
        assert!(Argument::of(RANK, &[]).expect("none is needed").uri.is_none());
    }

    #[test]
    fn what_is_no_argument_is_one_sentence() {
        for value in [json!(1), json!({ "tset": "x" }), json!({ "uri": "not a uri" })] {
            let problem = Argument::of(TESTS, std::slice::from_ref(&value)).expect_err("no argument");
            assert!(
                problem.sentence.starts_with("faultline.tests cannot be executed like this: "),
                "{value}"
            );
        }
    }
}
