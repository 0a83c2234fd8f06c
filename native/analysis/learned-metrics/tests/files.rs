//! Tests of model files: round trips, and refusals with reasons.
use std::fs;
use std::path::{Path, PathBuf};

use faultline_learned_metrics::{Card, Figure, Model, Network, Options, PARAMETERS, Random, RlfdcError};
use serde_json::{Value, json};

fn model() -> Model {
    let network = Network::random(&mut Random::new(4));
    let evaluation = vec![Figure { name: "mAP after 10 tests".into(), value: 0.5275 }];
    let note = "of \"Köln\"\n\\ and others".to_owned();
    Model::new(network, Card { date: "2026-11-21".into(), note, evaluation, ..Card::default() })
}

fn read(text: &str) -> Result<Model, RlfdcError> {
    Model::from_bytes(text.as_bytes(), Path::new("some.json"))
}

fn refusal(text: &str) -> String {
    read(text).unwrap_err().to_string()
}

/// The file with a part changed.
fn changed(change: impl FnOnce(&mut Value)) -> String {
    let mut json: Value = serde_json::from_str(&model().to_text()).unwrap();
    change(&mut json);
    json.to_string()
}

/// A file that is deleted on drop.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str) -> Self {
        Self(std::env::temp_dir().join(format!("faultline-{}-{name}", std::process::id())))
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn a_model_is_read_as_it_was_written_and_equal_models_make_equal_files() {
    let file = Temporary::new("model.json");
    let mut random = Random::new(1);
    for _ in 0..100 {
        // Any bits that are a number within bounds, including tiny ones.
        let any = std::iter::repeat_with(|| f32::from_bits(random.bits() as u32));
        let fit: Vec<f32> = any.filter(|number| number.abs() <= 1000.0).take(PARAMETERS).collect();
        let model = Model::new(Network::from_parameters(&fit).unwrap(), model().card().clone());
        model.write(&file.0).unwrap();
        let read = Model::read(&file.0).unwrap();
        assert_eq!(read, model);
        assert_eq!(read.to_text(), fs::read_to_string(&file.0).unwrap());
    }
    assert!(model().to_text().len() < 24_000);
}

#[test]
fn what_a_file_says_about_itself_is_there_to_read() {
    let json: Value = serde_json::from_str(&model().to_text()).unwrap();
    assert_eq!(json["format"], "faultline-rlfdc");
    assert_eq!(json["card"]["features"], json!(["tests", "groups", "uncovered", "split", "cover"]));
    assert_eq!(json["card"]["evaluation"][0]["value"], 0.5275);
    let rows = json["weights"]["critic.0.weight"].as_array().unwrap();
    assert_eq!((rows.len(), rows[0].as_array().unwrap().len()), (16, 18));
    // Layout does not matter.
    assert_eq!(read(&json.to_string()).unwrap(), model());
}

#[test]
fn the_options_of_training_are_in_the_card_as_they_were_given() {
    let spectrum = faultline_spectrum::Spectrum::default();
    let fault = faultline_learned_metrics::TrainingFault {
        name: "x",
        spectrum: &spectrum,
        methods: 0,
        method_of: &[],
        faulty: &[],
    };
    // An empty spectrum teaches nothing, but its digest can be taken.
    let mut digest = faultline_learned_metrics::Digest::default();
    fault.digest(&mut digest);
    let training = json!({"algorithm": "dqn", "seed": u64::MAX, "faults": 1, "data": digest.to_string(),
        "learned": 0, "stopped": false, "schedule": [30, 10, 100, 5, 20],
        "rates": [0.1, 0.9, Options::default().rate]});
    let card = Card { training: Some(serde_json::from_value(training).unwrap()), ..Card::default() };
    let model = Model::new(Network::random(&mut Random::new(1)), card);
    assert_eq!(read(&model.to_text()).unwrap(), model);
}

#[test]
fn files_that_are_no_models_are_refused_with_the_reason() {
    assert!(refusal("").contains("not JSON"));
    assert!(refusal("PK\u{3}\u{4}").contains("not JSON"));
    assert!(refusal("[1, 2]").contains("does not say \"format\": \"faultline-rlfdc\""));
    assert!(refusal("{\"format\": \"onnx\"}").contains("its format is 'onnx'"));
    assert!(refusal("{\"format\": \"faultline-rlfdc\"}").contains("no version"));
    let weights = serde_json::from_str::<Value>(&model().to_text()).unwrap()["weights"].to_string();
    assert!(refusal(&weights).contains("weights alone can be imported"));
    assert!(refusal(&" ".repeat(2 << 20)).contains("too long"));
    let absent = Model::read(Path::new("/nowhere/model.json")).unwrap_err();
    assert!(matches!(absent, RlfdcError::Io { .. }) && absent.to_string().contains("/nowhere/model.json"));
}

#[test]
fn models_that_cannot_be_used_are_refused_with_the_reason() {
    let newer = changed(|json| json["version"] = 2.into());
    assert!(matches!(read(&newer), Err(RlfdcError::NewerVersion { version: 2, .. })));
    assert!(refusal(&changed(|json| json["version"] = 0.into())).contains("no version"));
    let features = changed(|json| json["card"]["features"][4] = "eap".into());
    assert!(refusal(&features).contains("'tests groups uncovered split eap'"));
    assert!(refusal(&changed(|json| json["extra"] = 1.into())).contains("extra"));
    let missing = changed(|json| drop(json["card"].as_object_mut().unwrap().remove("date")));
    assert!(refusal(&missing).contains("date"));
    let huge = changed(|json| json["weights"]["critic.2.bias"][0] = 1e30.into());
    assert!(refusal(&huge).contains("between ±1000"));
}

#[test]
fn a_changed_digit_or_word_is_noticed() {
    let weight = changed(|json| {
        let weight = &mut json["weights"]["encoder.1.weight"][3][7];
        *weight = (weight.as_f64().unwrap() + 1e-4).into();
    });
    let seed = changed(|json| json["card"]["note"] = "of Bonn".into());
    let figure = changed(|json| json["card"]["evaluation"][0]["value"] = 0.9.into());
    for text in [weight, seed, figure] {
        assert!(refusal(&text).contains("checksum is wrong"));
    }
}

#[test]
fn every_mutation_is_refused_or_leaves_the_model_as_it_was() {
    let original = model();
    let text = original.to_text().into_bytes();
    let mut random = Random::new(1);
    let (mut read, mut refused) = (0, 0);
    for _ in 0..1500 {
        let mut bytes = text.clone();
        for _ in 0..=random.below(3) {
            // Half of the changes are in the head, where the structure is.
            let end = if random.below(2) == 0 { bytes.len().min(600) } else { bytes.len() };
            let at = random.below(end.max(1));
            match random.below(5) {
                0 => bytes[at] ^= 1 << random.below(8),
                1 => bytes[at] = b"\"{}[],:0-9eEx \n"[random.below(15)],
                2 => drop(bytes.drain(at..(at + 1 + random.below(40)).min(end))),
                3 => bytes.truncate(at.max(1)),
                _ => {
                    let piece = bytes[at..(at + random.below(60)).min(end)].to_vec();
                    let to = random.below(bytes.len());
                    bytes.splice(to..to, piece);
                }
            }
        }
        match Model::from_bytes(&bytes, Path::new("mutated.json")) {
            Ok(model) => {
                assert_eq!(model, original, "a damaged model was read");
                read += 1;
            }
            Err(error) => {
                assert!(error.to_string().starts_with("mutated.json "), "{error}");
                refused += 1;
            }
        }
    }
    assert!(read > 0 && refused > 1000, "{read} read, {refused} refused");
}

/// Imports weights through a file.
fn import(name: &str, json: &Value) -> Result<Model, String> {
    let file = Temporary::new(name);
    fs::write(&file.0, json.to_string()).unwrap();
    Model::import(&file.0, "2026-11-21").map_err(|error| error.to_string())
}

fn weights() -> Value {
    let mut json: Value = serde_json::from_str(&model().to_text()).unwrap();
    json["weights"].take()
}

#[test]
fn weights_are_imported_whatever_their_names() {
    let plain = weights();
    let imported = import("plain.json", &plain).unwrap();
    assert_eq!(imported.network(), model().network());
    assert_eq!(imported.card().training, None);
    assert!(imported.card().note.contains("plain.json"));
    // Both as a PyTorch module names them, and as a tree.
    let layer = |name: &str| {
        let part = |part: &str| plain[format!("{name}.{part}")].clone();
        json!({"weight": part("weight"), "bias": part("bias")})
    };
    let mut state = json!({});
    for (ours, theirs) in ["critic.2", "critic.0", "encoder.1", "critic.1", "encoder.0"]
        .iter()
        .zip(["q.out", "q.net.0", "enc.fc2", "q.net.2", "enc.fc1"])
    {
        state[format!("{theirs}.weight")] = layer(ours)["weight"].clone();
        state[format!("{theirs}.bias")] = layer(ours)["bias"].clone();
    }
    assert_eq!(import("state.json", &state).unwrap().network(), model().network());
    let tree = json!({"encoder": [layer("encoder.0"), layer("encoder.1")],
        "critic": [layer("critic.0"), layer("critic.1"), layer("critic.2")]});
    assert_eq!(import("tree.json", &tree).unwrap().network(), model().network());
}

#[test]
fn weights_that_do_not_make_the_network_are_refused_with_the_reason() {
    let refusal = |change: &dyn Fn(&mut serde_json::Map<String, Value>)| {
        let mut json = weights();
        change(json.as_object_mut().unwrap());
        import("wrong.json", &json).unwrap_err()
    };
    let gone = refusal(&|layers| layers.retain(|name, _| !name.starts_with("critic.1")));
    assert!(gone.contains("no array has the shape [32, 16] of critic.1"), "{gone}");
    let twice = refusal(&|layers| {
        for part in ["weight", "bias"] {
            let copy = layers[&format!("critic.0.{part}")].clone();
            layers.insert(format!("target.0.{part}"), copy);
        }
    });
    assert!(twice.contains("same shape; keep one network"), "{twice}");
    assert!(refusal(&|layers| drop(layers.remove("critic.0.bias"))).contains("'critic.0' has no bias"));
    let alone = refusal(&|layers| drop(layers.insert("more.bias".into(), json!([1.0]))));
    assert!(alone.contains("'more' has a bias and no weights"), "{alone}");
    let odd = refusal(&|layers| drop(layers.insert("odd.weight".into(), json!([[1, 2], [3, 4]]))));
    assert!(odd.contains("shape [2, 2]"), "{odd}");
    let ragged = refusal(&|layers| drop(layers.insert("odd.weight".into(), json!([[1, 2], [3]]))));
    assert!(ragged.contains("differ in length"), "{ragged}");
    let short = refusal(&|layers| drop(layers.insert("critic.0.bias".into(), json!([1.0]))));
    assert!(short.contains("has 1 numbers, not 16"), "{short}");
    let text = refusal(&|layers| drop(layers.insert("critic.2.bias".into(), json!(["1"]))));
    assert!(text.contains("something other than a number"), "{text}");
    assert!(refusal(&|layers| drop(layers.insert("lr".into(), json!(0.1)))).contains("'lr' is not an array"));
    let other = refusal(&|layers| drop(layers.insert("steps".into(), json!([1]))));
    assert!(other.contains("neither a weight nor a bias"), "{other}");
    let whole: Value = serde_json::from_str(&model().to_text()).unwrap();
    assert!(import("whole.json", &whole).unwrap_err().contains("format of its own"));
    assert!(import("number.json", &json!(3)).unwrap_err().contains("no layers"));
}

/// Replaces or removes one value in a tree.
fn mutate(json: &mut Value, random: &mut Random) {
    let odd = || [json!(null), json!([]), json!({}), json!("x"), json!(-1), json!(1e300), json!([[1]])];
    let children = match json {
        Value::Array(items) => items.len(),
        Value::Object(fields) => fields.len(),
        _ => 0,
    };
    if children == 0 || random.below(4) == 0 {
        *json = odd()[random.below(7)].clone();
        return;
    }
    let at = random.below(children);
    let is_removed = random.below(4) == 0;
    match json {
        Value::Array(items) if is_removed => drop(items.remove(at)),
        Value::Array(items) => mutate(&mut items[at], random),
        Value::Object(fields) => {
            let name = fields.keys().nth(at).unwrap().clone();
            if is_removed {
                fields.remove(&name);
            } else {
                mutate(&mut fields[&name], random);
            }
        }
        _ => unreachable!("it has children"),
    }
}

#[test]
fn every_mutated_tree_of_weights_is_imported_or_refused_with_a_reason() {
    let mut random = Random::new(2);
    let file = Temporary::new("mutated-weights.json");
    let (mut imported, mut refused) = (0, 0);
    for _ in 0..400 {
        let mut json = weights();
        mutate(&mut json, &mut random);
        fs::write(&file.0, json.to_string()).unwrap();
        match Model::import(&file.0, "") {
            Ok(model) => {
                assert!(Network::from_parameters(&model.network().parameters()).is_some());
                imported += 1;
            }
            Err(error) => {
                assert!(error.to_string().contains("cannot be used as a model: "), "{error}");
                refused += 1;
            }
        }
    }
    assert!(imported > 5 && refused > 200, "{imported} imported, {refused} refused");
}

#[test]
fn every_mutated_tree_of_a_model_is_refused() {
    let mut random = Random::new(3);
    for _ in 0..400 {
        let mut json: Value = serde_json::from_str(&model().to_text()).unwrap();
        let original = json.clone();
        mutate(&mut json, &mut random);
        if json != original {
            assert!(read(&json.to_string()).is_err(), "a changed model was read");
        }
    }
}
