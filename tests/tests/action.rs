//! Runs the steps of `action.yml` in order, like GitHub, and checks output, files and exit codes.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use faultline_tests::{Dist, Finished, Fixture, maven};
use yaml_rust2::{Yaml, YamlLoader};

/// A run of the action.
struct Action {
    steps: Vec<Yaml>,
    /// Values of inputs and outputs of steps, by the expression in `${{ }}`.
    values: BTreeMap<String, String>,
    fixture: Fixture,
    /// Output of steps, by name.
    printed: BTreeMap<String, String>,
}

impl Action {
    fn new(fixture: Fixture, inputs: &[(&str, &str)]) -> Self {
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
        Self { steps, values, fixture, printed: BTreeMap::new() }
    }

    /// Runs all script steps until the first exit code other than 0.
    fn run(&mut self) -> i32 {
        for step in self.steps.clone() {
            let name = step["name"].as_str().expect("a name").to_owned();
            let is_wanted = step["if"].as_str().is_none_or(|condition| self.holds(condition));
            let Some(script) = step["run"].as_str().filter(|_| is_wanted) else { continue };
            let finished = self.script(&step, script);
            self.printed.insert(name, finished.stdout.clone());
            if finished.code != Some(0) {
                return finished.code.unwrap_or(-1);
            }
        }
        0
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

    fn value(&self, name: &str) -> String {
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

fn fixture(name: &str) -> Fixture {
    Fixture::copy_as("faults/csv-169", env!("CARGO_TARGET_TMPDIR"), &format!("action/{name}"))
}

#[test]
fn a_red_build_is_annotated_reported_and_stays_red() {
    let dist = Dist::find();
    let home = dist.folder().to_string_lossy().into_owned();
    let mut action = Action::new(fixture("red"), &[("command", "mvn -B -ntp -q test"), ("faultline", &home)]);
    assert_eq!(action.run(), 1, "{:?}", action.printed);
    assert_eq!(action.value("steps.record.outputs.exit-code"), "1");
    let annotated = &action.printed["Rank"];
    assert!(annotated.starts_with("::warning file="), "{annotated}");
    assert!(annotated.contains("CSVParser.java"), "{annotated}");
    let sarif = action.value("steps.rank.outputs.sarif");
    let log: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(sarif).expect("SARIF")).expect("JSON");
    assert_eq!(log["version"], "2.1.0");
    let report = action.value("steps.rank.outputs.report");
    assert!(Path::new(&report).join("index.html").is_file(), "{report}");
    let summary = action.fixture.text("runner-temp/summary.md");
    assert!(summary.contains("## Faultline"), "{summary}");
}

#[test]
fn a_green_build_and_one_without_tests_say_nothing_of_suspects() {
    let dist = Dist::find();
    let home = dist.folder().to_string_lossy().into_owned();
    for (command, code) in [("true", 0), ("exit 7", 7)] {
        let mut action = Action::new(fixture("quiet"), &[("command", command), ("faultline", &home)]);
        assert_eq!(action.run(), code, "{command}: {:?}", action.printed);
        assert_eq!(action.value("steps.rank.outputs.sarif"), "", "{command}");
        assert!(!action.fixture.folder.join("runner-temp/summary.md").exists(), "{command}");
    }
}
