//! The model that ships with the program.

use std::path::Path;
use std::sync::LazyLock;

use crate::Model;

static BUILTIN: LazyLock<Model> = LazyLock::new(|| {
    let bytes = include_bytes!("../models/default.json");
    Model::from_bytes(bytes, Path::new("models/default.json")).expect("the shipped model is a model")
});

/// The default model, trained on the faults that its card names; `make model` reproduces the file. Cost: parsed at the first
/// call, in half a millisecond.
pub fn builtin() -> &'static Model {
    &BUILTIN
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_model_was_trained_to_its_end_and_says_how_good_it_is() {
        let model = builtin();
        let training = model.card().training.as_ref().expect("it was trained here");
        assert!(!training.stopped && training.learned > 0, "{training:?}");
        assert!(!model.card().evaluation.is_empty() && !model.card().date.is_empty());
    }

    #[test]
    fn the_shipped_file_is_as_this_version_writes_it() {
        assert_eq!(builtin().to_text(), include_str!("../models/default.json"));
    }
}
