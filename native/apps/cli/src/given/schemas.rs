//! The schemas of JSON output, which also serve to recognise existing files.

use std::collections::BTreeSet;

use serde::Deserialize;

/// A schema in `docs/json-schema`.
#[derive(Clone, Copy, Debug)]
pub struct Schema(&'static str);

macro_rules! schema {
    ($name:literal) => {
        Schema(include_str!(concat!("../../../../../docs/json-schema/", $name, ".schema.json")))
    };
}

/// Schema of `faultline affected`.
pub const AFFECTED: Schema = schema!("affected");
/// Schema of `faultline amplify`.
pub const AMPLIFY: Schema = schema!("amplify");
/// Schema of `faultline baseline show`.
pub const BASELINE_SHOW: Schema = schema!("baseline-show");
/// Schema of `faultline budget`.
pub const BUDGET: Schema = schema!("budget");
/// Schema of `faultline budget --run` and `faultline merge`.
pub const BUDGET_RUN: Schema = schema!("budget-run");
/// Schema of `faultline check`.
pub const CHECK: Schema = schema!("check");
/// Schema of `faultline commits`.
pub const COMMITS: Schema = schema!("commits");
/// Schema of `faultline diff`.
pub const DIFF: Schema = schema!("diff");
/// Schema of `faultline doctor`.
pub const DOCTOR: Schema = schema!("doctor");
/// Schema of `faultline evaluate`.
pub const EVALUATE: Schema = schema!("evaluate");
/// Schema of `faultline evaluate --mutants`.
pub const EVALUATE_MUTANTS: Schema = schema!("evaluate-mutants");
/// Schema of `faultline generate`.
pub const GENERATE: Schema = schema!("generate");
/// Schema of `faultline history`.
pub const HISTORY: Schema = schema!("history");
/// Schema of `faultline mutate`.
pub const MUTATE: Schema = schema!("mutate");
/// Schema of `faultline rank`.
pub const RANK: Schema = schema!("rank");
/// Schema of `faultline select`.
pub const SELECT: Schema = schema!("select");
/// Schema of `faultline suite`.
pub const SUITE: Schema = schema!("suite");
/// Schema of `faultline tests`.
pub const TESTS: Schema = schema!("tests");
/// Schema of `faultline train`.
pub const TRAIN: Schema = schema!("train");

impl Schema {
    /// The required keys of a document.
    pub fn keys(self) -> BTreeSet<String> {
        #[derive(Deserialize)]
        struct Root {
            required: BTreeSet<String>,
        }
        let root: Root = serde_json::from_str(self.0).expect("a schema of ours is JSON and requires keys");
        root.required
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use faultline_bug_inducing_commits::json as commits;
    use faultline_fault_ranking::json as rank;
    use faultline_html_report::diff;
    use schemars::generate::SchemaSettings;
    use schemars::transform::RecursiveTransform;
    use schemars::{JsonSchema, Schema};
    use serde_json::{Value, json};

    use crate::commands::{
        affected, amplify, baseline, budget, check, doctor, evaluate, generate, history, mutate, select,
        suite, tests,
    };

    /// Removes keywords that do not restrict JSON, and makes the schema as strict as the types: optional keys
    /// are never null, and objects have no other keys.
    fn tighten(schema: &mut Schema) {
        let Some(schema) = schema.as_object_mut() else { return };
        schema.remove("format");
        if !schema.contains_key("properties") {
            return;
        }
        schema.insert("additionalProperties".to_owned(), json!(false));
        let required = schema.get("required").cloned().unwrap_or_default();
        let is_required = |name: &str| required.as_array().is_some_and(|names| names.contains(&json!(name)));
        for (name, property) in schema["properties"].as_object_mut().unwrap() {
            if !is_required(name) {
                never_null(property);
            }
        }
    }

    fn never_null(property: &mut Value) {
        if let Some(types) = property.get_mut("type").and_then(Value::as_array_mut) {
            types.retain(|name| name != "null");
            property["type"] = property["type"][0].take();
        }
        let choices = property.get("anyOf").and_then(Value::as_array).cloned().unwrap_or_default();
        if let [of, null] = choices.as_slice()
            && null == &json!({ "type": "null" })
        {
            property.as_object_mut().unwrap().remove("anyOf");
            property.as_object_mut().unwrap().extend(of.as_object().unwrap().clone());
        }
    }

    fn schema_of<T: JsonSchema>(command: &str) -> String {
        let settings = SchemaSettings::draft2020_12().for_serialize();
        let settings = settings.with_transform(RecursiveTransform(tighten));
        let mut schema = settings.into_generator().into_root_schema_for::<T>();
        schema.insert("title".to_owned(), json!(format!("Output of `faultline {command} --json`")));
        serde_json::to_string_pretty(&schema).unwrap() + "\n"
    }

    #[test]
    fn schemas_are_those_of_the_types_that_are_printed() {
        for (name, schema) in [
            ("affected", schema_of::<affected::json::Document<'_>>("affected")),
            ("amplify", schema_of::<amplify::json::Document<'_>>("amplify")),
            ("baseline-show", schema_of::<baseline::json::Document<'_>>("baseline show")),
            ("budget", schema_of::<budget::json::Document<'_>>("budget")),
            ("check", schema_of::<check::json::Document<'_>>("check")),
            ("commits", schema_of::<commits::Document<'_>>("commits")),
            ("diff", schema_of::<diff::Document<'_>>("diff")),
            ("doctor", schema_of::<doctor::json::Document<'_>>("doctor")),
            ("evaluate-mutants", schema_of::<evaluate::mutants::Document<'_>>("evaluate --mutants")),
            ("generate", schema_of::<generate::json::Document<'_>>("generate")),
            ("history", schema_of::<history::json::Document<'_>>("history")),
            ("labelling", schema_of::<select::interactive::summary::Document<'_>>("select --interactive")),
            ("mutate", schema_of::<mutate::json::Document<'_>>("mutate")),
            ("rank", schema_of::<rank::Ranking<'_>>("rank")),
            ("select", schema_of::<select::json::Document<'_>>("select")),
            ("suite", schema_of::<suite::json::Document<'_>>("suite")),
            ("tests", schema_of::<tests::json::Document<'_>>("tests")),
        ] {
            let path = Path::new(env!("CARGO_MANIFEST_DIR"))
                .join(format!("../../../docs/json-schema/{name}.schema.json"));
            if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
                std::fs::write(&path, &schema).unwrap();
            }
            let written = std::fs::read_to_string(&path).unwrap();
            assert_eq!(written, schema, "{name} differs; UPDATE_SNAPSHOTS=1 rewrites it");
        }
    }
}
