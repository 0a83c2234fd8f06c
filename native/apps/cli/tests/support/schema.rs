//! Holds JSON against the part of JSON Schema that our schema uses.

use serde_json::{Map, Value};

/// What is wrong with `value`, each with its place; empty when it follows `schema`.
/// Panics: the schema uses a keyword that is not understood here, so nothing passes unseen.
pub fn violations(schema: &Value, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    Check { root: schema, found: &mut found }.check(schema, value, "$");
    found
}

struct Check<'a> {
    root: &'a Value,
    found: &'a mut Vec<String>,
}

impl Check<'_> {
    fn check(&mut self, schema: &Value, value: &Value, at: &str) {
        let schema = schema.as_object().expect("a schema is an object");
        for (keyword, rule) in schema {
            match keyword.as_str() {
                "$schema" | "$defs" | "title" | "description" | "properties" => {}
                "$ref" => {
                    let name = rule.as_str().unwrap().strip_prefix("#/$defs/").unwrap();
                    let target =
                        self.root["$defs"].get(name).unwrap_or_else(|| panic!("no definition of {name}"));
                    self.check(target, value, at);
                }
                "anyOf" => {
                    let fits = rule.as_array().unwrap().iter().any(|one| {
                        let mut found = Vec::new();
                        Check { root: self.root, found: &mut found }.check(one, value, at);
                        found.is_empty()
                    });
                    self.expect(fits, at, "fits none of the choices");
                }
                "type" => {
                    let types = rule.as_array().cloned().unwrap_or_else(|| vec![rule.clone()]);
                    self.expect(
                        types.iter().any(|name| is(name.as_str().unwrap(), value)),
                        at,
                        &format!("is not {rule}"),
                    );
                }
                "const" => self.expect(rule == value, at, &format!("is not {rule}")),
                "enum" => {
                    self.expect(rule.as_array().unwrap().contains(value), at, &format!("is none of {rule}"));
                }
                "minimum" => {
                    let below = value.as_f64().is_some_and(|number| number < rule.as_f64().unwrap());
                    self.expect(!below, at, &format!("is below {rule}"));
                }
                "maximum" => {
                    let above = value.as_f64().is_some_and(|number| number > rule.as_f64().unwrap());
                    self.expect(!above, at, &format!("is above {rule}"));
                }
                "minItems" => {
                    let few =
                        value.as_array().is_some_and(|items| (items.len() as u64) < rule.as_u64().unwrap());
                    self.expect(!few, at, "has too few items");
                }
                "items" => {
                    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.check(rule, item, &format!("{at}[{index}]"));
                    }
                }
                "required" => {
                    for name in rule.as_array().unwrap() {
                        let name = name.as_str().unwrap();
                        let missing = value.as_object().is_some_and(|object| !object.contains_key(name));
                        self.expect(!missing, at, &format!("lacks {name}"));
                    }
                }
                "additionalProperties" => assert_eq!(rule, &Value::Bool(false)),
                other => panic!("the checker does not know {other}"),
            }
        }
        self.properties(schema, value, at);
    }

    fn properties(&mut self, schema: &Map<String, Value>, value: &Value, at: &str) {
        let Some(properties) = schema.get("properties").and_then(Value::as_object) else { return };
        for (name, inner) in value.as_object().into_iter().flatten() {
            match properties.get(name) {
                Some(rule) => self.check(rule, inner, &format!("{at}.{name}")),
                None => self.expect(
                    !schema.contains_key("additionalProperties"),
                    at,
                    &format!("has an unknown {name}"),
                ),
            }
        }
    }

    fn expect(&mut self, holds: bool, at: &str, otherwise: &str) {
        if !holds {
            self.found.push(format!("{at} {otherwise}"));
        }
    }
}

fn is(name: &str, value: &Value) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        other => panic!("the checker does not know the type {other}"),
    }
}
