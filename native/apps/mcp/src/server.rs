//! The protocol's side: lists the tools and calls them.

use std::sync::Arc;

use faultline_messages::failure::Failure;
use rmcp::handler::server::tool::schema_for_output;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ClientJsonRpcMessage, ClientRequest,
    ContentBlock, Implementation, JsonObject, ListToolsResult, PaginatedRequestParams,
    ProgressNotificationParam, ServerCapabilities, ServerConfig, Tool as ToolDefinition, ToolAnnotations,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;
use tokio::runtime::Handle;
use tokio::task::spawn_blocking;

use crate::call::Call;
use crate::project::Project;
use crate::tools::covering_tests::CoveringTests;
use crate::tools::diff_tests::DiffTests;
use crate::tools::explain::Explain;
use crate::tools::record::Record;
use crate::tools::select_tests::SelectTests;
use crate::tools::suite::Suite;
use crate::tools::suspects::Suspects;
use crate::tools::{Tool, answer};

/// Instructions that an agent receives once, before the list of tools.
const INSTRUCTIONS: &str = "\
Faultline finds the code that makes tests of a Java, Kotlin or other JVM project fail, from which test ran which line. The order: record \
(runs the tests, once per change of the code, and shows the first suspects with their code), suspects (more of them), explain (one suspect with its source), diff_tests (where \
suspects are tied), covering_tests (what to run again after a change). All but record only read the last recording. An answer has at \
most 60 lines unless budget_lines says otherwise. Lists are paged: where a page has next_offset, call again with it.";

type Answer = fn(&Project, JsonObject, &Call) -> Result<(Value, String), Failure>;

/// A tool's definition for clients, and its function.
#[derive(Clone, Debug)]
struct Entry {
    definition: ToolDefinition,
    answer: Answer,
}

/// The server of a project.
#[derive(Clone, Debug)]
pub struct Server {
    project: Arc<Project>,
    entries: Arc<[Entry]>,
}

impl Server {
    /// Creates a server with all tools. Errors: a tool's types have no schema.
    pub fn new(project: Arc<Project>) -> Result<Self, Failure> {
        let entries = [
            entry::<Record>()?,
            entry::<Suspects>()?,
            entry::<Explain>()?,
            entry::<CoveringTests>()?,
            entry::<DiffTests>()?,
            entry::<SelectTests>()?,
            entry::<Suite>()?,
        ];
        Ok(Self { project, entries: entries.into() })
    }

    /// Keeps only the tools that read, so that no request starts a program.
    #[must_use]
    pub fn reading(self) -> Self {
        let is_reading = |entry: &&Entry| {
            entry.definition.annotations.as_ref().is_some_and(|hints| hints.read_only_hint == Some(true))
        };
        Self { entries: self.entries.iter().filter(is_reading).cloned().collect(), ..self }
    }

    /// Answers one line from a client synchronously, without progress; `None` if the line is not a tool call.
    /// Errors: unknown tool, invalid arguments; those of the tool.
    pub fn answer(&self, line: &[u8]) -> Option<Result<Value, Failure>> {
        let message: ClientJsonRpcMessage = serde_json::from_slice(line).ok()?;
        let (ClientRequest::CallToolRequest(call), _) = message.into_request()? else { return None };
        let (name, arguments) = (call.params.name, call.params.arguments.unwrap_or_default());
        let call = Call::new(|| false, None);
        Some(match self.entry(&name) {
            Ok(entry) => (entry.answer)(&self.project, arguments, &call).map(|(value, _)| value),
            Err(sentence) => Err(Failure::misuse(sentence)),
        })
    }

    /// The tool with this name. Errors: a sentence if there is none.
    fn entry(&self, name: &str) -> Result<&Entry, String> {
        let named = self.entries.iter().find(|entry| entry.definition.name == name);
        named.ok_or_else(|| {
            let names: Vec<_> = self.entries.iter().map(|entry| entry.definition.name.as_ref()).collect();
            format!("there is no tool \"{}\"; there are {}", crate::bound::clipped(name), names.join(", "))
        })
    }
}

fn entry<T: Tool>() -> Result<Entry, Failure> {
    let about = T::ABOUT;
    let broken = || Failure::failed(format!("what the tool {} takes has no schema", about.name));
    let annotations = ToolAnnotations::with_title(about.title)
        .read_only(about.is_read_only)
        // A recording replaces only another recording; but the project's own build makes it, which may do
        // anything.
        .destructive(false)
        .idempotent(about.is_read_only)
        .open_world(!about.is_read_only);
    let definition =
        ToolDefinition::new(about.name, about.description, schema_of_input::<T::Input>().ok_or_else(broken)?)
            .with_title(about.title)
            .with_raw_output_schema(schema_for_output::<T::Output>())
            .with_annotations(annotations);
    Ok(Entry { definition, answer: answer::<T> })
}

/// The schema of a tool's input, inlined: some clients pass it to a model and do not resolve references.
fn schema_of_input<T: JsonSchema>() -> Option<JsonObject> {
    let settings = SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    match serde_json::to_value(settings.into_generator().into_root_schema_for::<T>()).ok()? {
        Value::Object(mut schema) => {
            // Clients have no use for the name of a Rust type.
            schema.remove("title");
            schema.remove("description");
            Some(schema)
        }
        _ => None,
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("faultline", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(
            self.entries.iter().map(|entry| entry.definition.clone()).collect(),
        ))
    }

    fn get_tool(&self, name: &str) -> Option<ToolDefinition> {
        self.entries.iter().find(|entry| entry.definition.name == name).map(|entry| entry.definition.clone())
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let entry =
            self.entry(&request.name).map_err(|sentence| ErrorData::invalid_params(sentence, None))?;
        let (answer, project) = (entry.answer, Arc::clone(&self.project));
        let arguments = request.arguments.unwrap_or_default();
        let call = call(&context);
        // The tool may block for long, so it runs on another thread and other calls continue.
        let answered = spawn_blocking(move || answer(&project, arguments, &call)).await;
        let result = match answered {
            Ok(Ok((value, text))) => {
                let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
                result.structured_content = Some(value);
                result
            }
            Ok(Err(failure)) => error(&failure.to_string()),
            Err(_) => error(&format!(
                "{} met an error of its own, which standard error tells; please report it",
                request.name
            )),
        };
        Ok(result.into())
    }
}

fn error(sentence: &str) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(crate::bound::cut(sentence, 1_000))])
}

/// The call of a request: cancelled with the request; sends progress if requested.
fn call(context: &RequestContext<RoleServer>) -> Call {
    let ended = context.ct.clone();
    let tell = context.meta.get_progress_token().map(|token| {
        let (peer, runtime) = (context.peer.clone(), Handle::current());
        let tell = move |progress: f64, message: String| {
            let told = ProgressNotificationParam::new(token.clone(), progress).with_message(message);
            // It fails only if the client is gone.
            let _ = runtime.block_on(peer.notify_progress(told));
        };
        Box::new(tell) as Box<dyn Fn(f64, String) + Send>
    });
    Call::new(move || ended.is_cancelled(), tell)
}
