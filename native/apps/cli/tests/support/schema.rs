//! Holds JSON against our schemas.

use serde_json::Value;

/// What is wrong with `value`, each with its place; empty when it follows `schema`. Panics: the schema is none.
pub fn violations(schema: &Value, value: &Value) -> Vec<String> {
    jsonschema::meta::validate(schema).expect("a schema");
    let validator = jsonschema::validator_for(schema).expect("a schema");
    validator.iter_errors(value).map(|error| format!("{} {error}", error.instance_path())).collect()
}
