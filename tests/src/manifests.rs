//! Reads the manifests in `deploy/`.

use std::fs;
use std::path::{Path, PathBuf};

use yaml_rust2::{Yaml, YamlLoader};

/// A manifest's text and absolute path. `file` is relative to `deploy/`. Panics: it is missing.
pub fn manifest(file: &str) -> (String, PathBuf) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy").join(file);
    let path = path.canonicalize().expect("a manifest");
    (fs::read_to_string(&path).expect("a manifest can be read"), path)
}

/// A manifest's first YAML document. Panics: it has none.
pub fn yaml(file: &str) -> Yaml {
    YamlLoader::load_from_str(&manifest(file).0).expect("a manifest is YAML").swap_remove(0)
}

/// A YAML string. Panics: it is something else.
pub fn text(yaml: &Yaml) -> &str {
    yaml.as_str().unwrap_or_else(|| panic!("a text: {yaml:?}"))
}
