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
    /// The cache of GitHub, oldest first: keys, paths and contents. One action hands it to the next.
    cache: Vec<(String, String, Vec<u8>)>,
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
        Self { steps, values, fixture, printed: BTreeMap::new(), cache: Vec::new() }
    }

    /// The next run of a workflow, on a branch, with the cache that earlier ones left.
    fn on(mut self, branch: &str, run: u32, cache: &[(String, String, Vec<u8>)]) -> Self {
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
        self.cache = cache.to_vec();
        self
    }

    /// Runs all script steps and those of the cache until the first exit code other than 0.
    fn run(&mut self) -> i32 {
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

/// A project in a folder of the repository, with a source that passes or fails.
fn calculator(name: &str, is_right: bool) -> Fixture {
    let fixture =
        Fixture::copy_as("builds/plain-java", env!("CARGO_TARGET_TMPDIR"), &format!("action/{name}/project"));
    let sign = if is_right { '+' } else { '-' };
    let source = format!(
        "package org.example;\n\npublic class Sum {{\n    public int of(int a, int b) {{\n        return a {sign} b;\n    }}\n}}\n"
    );
    let test = "package org.example;\n\nimport static org.junit.Assert.*;\nimport org.junit.Test;\n\n\
                public class SumTest {\n    @Test public void adds() { assertEquals(3, new Sum().of(1, 2)); }\n}\n";
    let write = |path: &str, text: &str| {
        let path = fixture.folder.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        fs::write(path, text).expect("a source");
    };
    write("src/main/java/org/example/Sum.java", &source);
    write("src/test/java/org/example/SumTest.java", test);
    fixture
}

#[test]
fn the_baseline_of_a_branch_or_else_of_main_is_kept_from_run_to_run() {
    let dist = Dist::find();
    let home = dist.folder().to_string_lossy().into_owned();
    let inputs = [("command", "mvn -B -ntp -q test -Dtest=SumTest"), ("faultline", home.as_str())];
    let told = |action: &Action| {
        let page = action.fixture.text("runner-temp/summary.md");
        page.contains(" last passed").then_some(page)
    };
    // A new branch, and nothing in the cache.
    let mut red = Action::new(calculator("alone", false), &inputs).on("topic", 1, &[]);
    assert_eq!(red.run(), 1, "{:?}", red.printed);
    assert!(told(&red).is_none(), "{:?}", red.printed);
    assert_eq!(red.cache.len(), 1, "a red run keeps its baseline, too");

    let mut green = Action::new(calculator("main", true), &inputs).on("main", 2, &red.cache);
    assert_eq!(green.run(), 0, "{:?}", green.printed);
    let keys: Vec<&str> = green.cache.iter().map(|(key, ..)| key.as_str()).collect();
    assert_eq!(keys, ["faultline~CI~test~~topic~1-1", "faultline~CI~test~~main~2-1"]);

    // Another branch has no baseline of its own, so that of main counts; a branch whose name begins with its name does not.
    let mut red = Action::new(calculator("fix", false), &inputs).on("top", 3, &green.cache);
    assert_eq!(red.run(), 1, "{:?}", red.printed);
    assert!(told(&red).is_some(), "{:?}", red.printed);
    // Its next run goes on from its own.
    let newest = red.cache.clone();
    let mut again = Action::new(calculator("again", false), &inputs).on("top", 4, &newest);
    assert_eq!(again.run(), 1, "{:?}", again.printed);
    assert!(told(&again).is_some(), "{:?}", again.printed);

    // Who does not want it has none.
    let without = [&inputs[..], &[("baseline", "false")]].concat();
    let mut off = Action::new(calculator("off", false), &without).on("top", 5, &newest);
    assert_eq!(off.run(), 1, "{:?}", off.printed);
    assert_eq!((told(&off), off.cache.len()), (None, newest.len()), "{:?}", off.printed);
}

#[test]
fn the_recipe_for_gitlab_keeps_the_file_that_a_run_writes() {
    let page =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/ci.md")).expect("a page");
    let recipe =
        page.split("```yaml").filter_map(|part| part.split("```").next()).find(|part| part.contains("$CI_"));
    let jobs = YamlLoader::load_from_str(recipe.expect("a recipe")).expect("YAML").remove(0);
    let cache = &jobs["test"]["cache"];
    assert_eq!(cache["paths"][0].as_str(), Some(".faultline/baseline.flb"));
    assert_eq!(cache["when"].as_str(), Some("always"), "a red job keeps its baseline, too");
    let key = cache["key"].as_str().expect("a key");
    let fallback = cache["fallback_keys"][0].as_str().expect("another key");
    assert_eq!(key.replace("$CI_COMMIT_REF_SLUG", "$CI_DEFAULT_BRANCH"), fallback);
    let script = jobs["test"]["script"].as_vec().expect("a script");
    assert!(script.iter().any(|line| line.as_str().is_some_and(|line| line.contains("faultline run --"))));
}
