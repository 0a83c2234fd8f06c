//! Imports weights from JSON with arbitrary names.

use std::collections::HashMap;

use serde_json::Value;

use crate::network::{LAYERS, PARAMETERS};

/* Names in an exported state depend on the field names of its author's class, but each layer has
a unique shape, so layers are recognised by shape. Arrays have dotted names:
`{"critic": [{"weight": ..}]}` and `{"critic.0.weight": ..}` are equivalent. A weight and a bias
belong together if their names are equal up to the last part. */

/// The parameters in a tree of named arrays, in the published order. Errors: a sentence, unless the tree holds each layer
/// exactly once and nothing else.
pub(crate) fn parameters(json: &Value) -> Result<Vec<f32>, String> {
    let mut arrays = Vec::new();
    collect(String::new(), json, &mut arrays)?;
    let mut biases = HashMap::new();
    let mut weights = Vec::new();
    for (name, array) in &arrays {
        let (layer, part) = name.rsplit_once('.').unwrap_or(("", name));
        match part {
            "weight" | "weights" => weights.push((layer, *array)),
            "bias" | "biases" => {
                if biases.insert(layer, *array).is_some() {
                    return Err(format!("'{layer}' has two biases"));
                }
            }
            _ => return Err(format!("'{name}' is neither a weight nor a bias")),
        }
    }
    let mut layers: [Option<(&str, Vec<f32>)>; LAYERS.len()] = [const { None }; LAYERS.len()];
    for (name, array) in weights {
        let (shape, mut numbers) = matrix(name, array)?;
        let Some(at) = LAYERS.iter().position(|(_, layer)| *layer == shape) else {
            return Err(format!("'{name}' has the shape {shape:?}, which is that of no layer"));
        };
        let bias = biases.remove(name).ok_or_else(|| format!("'{name}' has no bias"))?;
        let bias = row(name, bias)?;
        if bias.len() != shape[0] {
            return Err(format!("the bias of '{name}' has {} numbers, not {}", bias.len(), shape[0]));
        }
        numbers.extend(bias);
        if let Some((other, _)) = layers[at].replace((name, numbers)) {
            return Err(format!("'{name}' and '{other}' have the same shape; keep one network"));
        }
    }
    if let Some(name) = biases.keys().min() {
        return Err(format!("'{name}' has a bias and no weights"));
    }
    let mut all = Vec::with_capacity(PARAMETERS);
    for (layer, (name, shape)) in layers.into_iter().zip(LAYERS) {
        let (_, numbers) = layer.ok_or_else(|| format!("no array has the shape {shape:?} of {name}"))?;
        all.extend(numbers);
    }
    Ok(all)
}

/// Collects the arrays of numbers with their dotted names.
fn collect<'j>(name: String, json: &'j Value, arrays: &mut Vec<(String, &'j Value)>) -> Result<(), String> {
    let below = |part: &str| if name.is_empty() { part.to_owned() } else { format!("{name}.{part}") };
    match json {
        Value::Object(fields) => {
            fields.iter().try_for_each(|(part, field)| collect(below(part), field, arrays))
        }
        Value::Array(items) if items.iter().any(Value::is_object) => {
            items.iter().enumerate().try_for_each(|(i, item)| collect(below(&i.to_string()), item, arrays))
        }
        Value::Array(_) => {
            arrays.push((name, json));
            Ok(())
        }
        _ if name.is_empty() => Err("it holds no layers".to_owned()),
        _ => Err(format!("'{name}' is not an array")),
    }
}

fn matrix(name: &str, array: &Value) -> Result<([usize; 2], Vec<f32>), String> {
    let rows = array.as_array().ok_or_else(|| format!("'{name}' is not an array"))?;
    let mut numbers = Vec::new();
    let mut width = None;
    for line in rows {
        let line = row(name, line)?;
        if *width.get_or_insert(line.len()) != line.len() {
            return Err(format!("the rows of '{name}' differ in length"));
        }
        numbers.extend(line);
    }
    Ok(([rows.len(), width.unwrap_or(0)], numbers))
}

fn row(name: &str, array: &Value) -> Result<Vec<f32>, String> {
    let items = array.as_array().ok_or_else(|| format!("'{name}' is not made of rows of numbers"))?;
    let number = |item: &Value| item.as_f64().map(|number| number as f32);
    let numbers: Option<Vec<f32>> = items.iter().map(number).collect();
    numbers.ok_or_else(|| format!("'{name}' contains something other than a number"))
}
