//! Validates JSON against the documented schemas.

use serde_json::Value;

/// The violations of `schema` by `value`, each with its location; empty if there are none. Panics: the schema
/// is invalid.
pub fn violations(schema: &Value, value: &Value) -> Vec<String> {
    jsonschema::meta::validate(schema).expect("a schema");
    let validator = jsonschema::validator_for(schema).expect("a schema");
    validator.iter_errors(value).map(|error| format!("{} {error}", error.instance_path())).collect()
}
