//! Runs the steps of `action.yml` in order, like GitHub.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use yaml_rust2::{Yaml, YamlLoader};

use crate::{Finished, Fixture, maven};

/// A cache of GitHub, oldest first: keys, paths and contents.
pub type Cache = Vec<(String, String, Vec<u8>)>;

/// A run of the action.
#[derive(Debug)]
pub struct Action {
    steps: Vec<Yaml>,
    /// Values of inputs, outputs of steps and the event, by the expression in `${{ }}`.
    pub values: BTreeMap<String, String>,
    /// The project.
    pub fixture: Fixture,
    /// Output of steps, by name.
    pub printed: BTreeMap<String, String>,
    /// The cache. One action hands it to the next.
    pub cache: Cache,
    /// Variables of the environment of all steps.
    pub environment: Vec<(String, String)>,
}

impl Action {
    /// The action with these inputs, in a project. Panics: it has no such input.
    pub fn new(fixture: Fixture, inputs: &[(&str, &str)]) -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../action.yml");
        let text = fs::read_to_string(path).expect("the action");
        let action = YamlLoader::load_from_str(&text).expect("YAML").remove(0);
        let mut values = BTreeMap::new();
        for (name, input) in action["inputs"].as_hash().expect("inputs") {
            let name = name.as_str().expect("a name");
            assert!(input["description"].as_str().is_some(), "{name}");
            let default = input["default"].as_str().unwrap_or_default();
            values.insert(format!("inputs.{name}"), default.to_owned());
        }
        for (name, value) in inputs {
            let known = values.insert(format!("inputs.{name}"), (*value).to_owned());
            assert!(known.is_some(), "the action has no input {name}");
        }
        let steps = action["runs"]["steps"].as_vec().expect("steps").clone();
        Self { steps, values, fixture, printed: BTreeMap::new(), cache: Vec::new(), environment: Vec::new() }
    }

    /// The next run of a workflow, on a branch, with the cache that earlier ones left.
    #[must_use]
    pub fn on(mut self, branch: &str, run: u32, cache: &Cache) -> Self {
        for (name, value) in [
            ("workflow", "CI"),
            ("job", "test"),
            ("ref_name", branch),
            ("base_ref", ""),
            ("run_id", &run.to_string()),
            ("run_attempt", "1"),
            ("event.repository.default_branch", "main"),
        ] {
            self.values.insert(format!("github.{name}"), value.to_owned());
        }
        self.cache.clone_from(cache);
        self
    }

    /// Runs all script steps and those of the cache until the first exit code other than 0.
    pub fn run(&mut self) -> i32 {
        for step in self.steps.clone() {
            let name = step["name"].as_str().expect("a name").to_owned();
            let is_wanted = step["if"].as_str().is_none_or(|condition| self.holds(condition));
            if let Some(uses) = step["uses"].as_str().filter(|_| is_wanted) {
                self.printed.insert(name.clone(), uses.to_owned());
                self.cached(&step, uses);
            }
            let Some(script) = step["run"].as_str().filter(|_| is_wanted) else { continue };
            let finished = self.script(&step, script);
            self.printed.insert(name, finished.stdout.clone());
            if finished.code != Some(0) {
                return finished.code.unwrap_or(-1);
            }
        }
        0
    }

    /// Does what `actions/cache/restore` and `actions/cache/save` do with one file: a cache is found by its key and path, or
    /// the newest one by the first of the other keys that one begins with; a key is never written twice.
    fn cached(&mut self, step: &Yaml, uses: &str) {
        let filled = |name: &str| self.filled(step["with"][name].as_str().unwrap_or_default());
        let (key, path) = (filled("key"), filled("path"));
        assert!(key.len() <= 512 && !key.contains(','), "GitHub takes no such key: {key}");
        let file = self.fixture.folder.join(&path);
        let begins = |start: &str| {
            let is = |(key, of, _): &&(String, String, Vec<u8>)| key.starts_with(start) && *of == path;
            self.cache.iter().rev().find(is)
        };
        if uses.starts_with("actions/cache/restore@") {
            let keys = [key, filled("restore-keys")].join("\n");
            let found = keys.lines().filter(|start| !start.is_empty()).find_map(begins);
            if let Some((_, _, content)) = found {
                fs::create_dir_all(file.parent().expect("a folder")).expect("folders");
                fs::write(file, content).expect("a file");
            }
        } else if uses.starts_with("actions/cache/save@") {
            assert!(self.cache.iter().all(|(old, ..)| *old != key), "there is a cache {key}");
            let content = fs::read(&file).expect("the file that is kept");
            self.cache.push((key, path, content));
        }
    }

    fn script(&mut self, step: &Yaml, script: &str) -> Finished {
        let temp = self.fixture.folder.join("runner-temp");
        fs::create_dir_all(&temp).expect("a folder");
        let output = temp.join("output");
        fs::write(&output, "").expect("a file");
        let mut command = Command::new("bash");
        // Like GitHub for `shell: bash`.
        command.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", script]);
        command.env("GITHUB_OUTPUT", &output).env("RUNNER_TEMP", &temp);
        command.env("GITHUB_STEP_SUMMARY", temp.join("summary.md"));
        command.env("GITHUB_ACTION_PATH", "/nowhere");
        command.envs(self.environment.iter().cloned());
        for (name, value) in step["env"].as_hash().into_iter().flatten() {
            let value = self.filled(value.as_str().expect("text"));
            command.env(name.as_str().expect("a name"), value);
        }
        let finished = maven(&mut command, &self.fixture.folder);
        let id = step["id"].as_str().unwrap_or_default();
        for line in fs::read_to_string(&output).expect("outputs").lines() {
            let (name, value) = line.split_once('=').expect("name=value");
            self.values.insert(format!("steps.{id}.outputs.{name}"), value.to_owned());
        }
        finished
    }

    /// A value; empty if there is none.
    pub fn value(&self, name: &str) -> String {
        self.values.get(name.trim()).cloned().unwrap_or_default()
    }

    /// Replaces all `${{ }}` by their values.
    fn filled(&self, text: &str) -> String {
        let mut parts = text.split("${{");
        let mut filled = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (name, rest) = part.split_once("}}").expect("an end");
            filled.push_str(&self.value(name));
            filled.push_str(rest);
        }
        filled
    }

    /// Evaluates `a == 'b'` and `a != 'b'`, joined by `&&`, the only operators in the action.
    fn holds(&self, condition: &str) -> bool {
        condition.split("&&").all(|part| {
            let (name, is_equal, value) = match (part.split_once("=="), part.split_once("!=")) {
                (Some((name, value)), _) => (name, true, value),
                (_, Some((name, value))) => (name, false, value),
                _ => panic!("not understood: {condition}"),
            };
            (self.value(name) == value.trim().trim_matches('\'')) == is_equal
        })
    }
}

/// Writes a class with a test that passes or fails into a project. Panics: a file cannot be written.
pub fn sum(project: &Fixture, is_right: bool) {
    let sign = if is_right { '+' } else { '-' };
    let write = |path: &str, text: &str| {
        let path = project.folder.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        fs::write(path, text).expect("a source");
    };
    write(
        "src/main/java/org/example/Sum.java",
        &format!(
            "package org.example;\n\npublic class Sum {{\n    public int of(int a, int b) {{\n        return a {sign} b;\n    }}\n}}\n"
        ),
    );
    write(
        "src/test/java/org/example/SumTest.java",
        "package org.example;\n\nimport static org.junit.Assert.*;\nimport org.junit.Test;\n\npublic class SumTest {\n    \
         @Test public void adds() { assertEquals(\"a sum\", 3, new Sum().of(1, 2)); }\n}\n",
    );
}
