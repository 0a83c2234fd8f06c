//! The tools, each with its input, output and function.

pub mod covering_tests;
pub mod diff_tests;
pub mod explain;
pub mod record;
pub mod select_tests;
pub mod suite;
pub mod suspects;

use faultline_messages::failure::Failure;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::bound::{Bounded, fitted};
use crate::budget::Budget;
use crate::call::Call;
use crate::project::Project;

/// A tool's description for clients, besides its types.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The name for calls.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// What the tool does and when to use it, for agents.
    pub description: &'static str,
    /// Whether the tool only reads.
    pub is_read_only: bool,
}

/// A tool that clients can call.
pub trait Tool {
    /// The type of its arguments.
    type Input: DeserializeOwned + JsonSchema + 'static;
    /// The type of its result.
    type Output: Bounded + JsonSchema + 'static;
    /// Its description for clients.
    const ABOUT: About;

    /// How many lines the client wants at most.
    fn budget(input: &Self::Input) -> Option<u32>;

    /// Executes a call. Errors: one sentence that says what, where and what to do.
    fn answer(project: &Project, input: Self::Input, call: &Call) -> Result<Self::Output, Failure>;
}

/// Calls a tool with a client's arguments and returns the result as JSON and as text. Errors: invalid
/// arguments; those of the tool.
pub fn answer<T: Tool>(
    project: &Project,
    arguments: Map<String, Value>,
    call: &Call,
) -> Result<(Value, String), Failure> {
    let input: T::Input = serde_json::from_value(Value::Object(arguments))
        .map_err(|error| Failure::misuse(format!("{} cannot be called like this: {error}", T::ABOUT.name)))?;
    let budget = Budget::of(T::budget(&input))?;
    fitted(T::answer(project, input, call)?, budget)
}
