//! The tools: what each takes, what it gives, and how.

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
use crate::call::Call;
use crate::project::Project;

/// What clients are told of a tool beside its types.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// As it is called.
    pub name: &'static str,
    /// As people read it.
    pub title: &'static str,
    /// What it does and when to use it, for an agent.
    pub description: &'static str,
    /// Whether it changes nothing.
    pub is_read_only: bool,
}

/// A tool.
pub trait Tool {
    /// What it takes.
    type Input: DeserializeOwned + JsonSchema + 'static;
    /// What it gives.
    type Output: Bounded + JsonSchema + 'static;
    /// What clients are told of it.
    const ABOUT: About;

    /// Does what is asked. Errors: one sentence that says what, where and what to do.
    fn answer(project: &Project, input: Self::Input, call: &Call) -> Result<Self::Output, Failure>;
}

/// Calls a tool with what a client sent: the result as JSON and as text. Errors: the tool does not take that; those of the tool.
pub fn answer<T: Tool>(
    project: &Project,
    arguments: Map<String, Value>,
    call: &Call,
) -> Result<(Value, String), Failure> {
    let input = serde_json::from_value(Value::Object(arguments))
        .map_err(|error| Failure::misuse(format!("{} cannot be called like this: {error}", T::ABOUT.name)))?;
    fitted(T::answer(project, input, call)?)
}
