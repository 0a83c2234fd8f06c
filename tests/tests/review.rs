//! The comment on a pull or merge request, and the job of `gitlab.yml`: red, red again, green, and where nothing may be written.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use faultline_tests::action::{Action, Cache, sum};
use faultline_tests::{Dist, Finished, Fixture, maven};
use serde_json::{Value, json};
use yaml_rust2::{Yaml, YamlLoader};

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// `PATH` with the stand-ins for `gh` and `curl` in front.
fn path() -> String {
    let before = std::env::var("PATH").expect("a PATH");
    format!("{}:{before}", here("review").display())
}

fn fixture(name: &str, is_right: bool) -> Fixture {
    let fixture =
        Fixture::copy_as("builds/plain-java", env!("CARGO_TARGET_TMPDIR"), &format!("review/{name}/project"));
    sum(&fixture, is_right);
    fixture
}

/// An empty folder for the comments of a request.
fn comments(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("review").join(name).join("comments");
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("an old folder can be removed");
    }
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// The comments by number.
fn written(folder: &Path) -> BTreeMap<String, String> {
    let files = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let named = files.map(|file| {
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        (name, fs::read_to_string(&file).expect("a comment"))
    });
    named.filter(|(name, _)| name.starts_with(|c: char| c.is_ascii_digit())).collect()
}

/// The values of an event that the action reads, from a payload of GitHub.
fn event(payload: &Value) -> Vec<(String, String)> {
    let number = &payload["pull_request"]["number"];
    vec![
        ("github.event_name".to_owned(), "pull_request".to_owned()),
        ("github.event.pull_request.number".to_owned(), number.to_string()),
        ("github.token".to_owned(), "secret".to_owned()),
    ]
}

/// A run of the action for a pull request.
fn action(name: &str, is_right: bool, folder: &Path, more: &[(&str, &str)]) -> Action {
    let home = Dist::find().folder().to_string_lossy().into_owned();
    let command = ("command", "mvn -B -ntp -q test -Dtest=SumTest");
    let inputs = [&[command, ("faultline", &home), ("comment", "true")], more].concat();
    let mut action = Action::new(fixture(name, is_right), &inputs).on("topic", 1, &Cache::new());
    action.values.extend(event(&json!({ "pull_request": { "number": 7 } })));
    for (name, value) in [
        ("PATH", path()),
        ("GITHUB_REPOSITORY", "octo/project".to_owned()),
        ("GITHUB_SERVER_URL", "https://github.test".to_owned()),
        ("GITHUB_JOB", "test".to_owned()),
        ("COMMENTS", folder.display().to_string()),
    ] {
        action.environment.push((name.to_owned(), value));
    }
    action
}

#[test]
fn a_pull_request_has_one_comment_that_each_run_renews() {
    let folder = comments("github");
    fs::write(folder.join("1"), "User\n<!-- faultline CI~test~ -->\nwritten by a person").expect("a comment");
    let mut green = action("github", true, &folder, &[]);
    assert_eq!(green.run(), 0, "{:?}", green.printed);
    assert_eq!(written(&folder).len(), 1, "a green run writes nothing of its own");

    let mut red = action("github", false, &folder, &[]);
    assert_eq!(red.run(), 1, "{:?}", red.printed);
    let told = written(&folder);
    assert_eq!(told.len(), 2, "{told:?}");
    let text = &told["101"];
    assert!(
        text.starts_with("Bot\n<!-- faultline CI~test~ -->\n## Faultline: most suspicious code\n"),
        "{text}"
    );
    for part in [
        "Expected `3`, but got `-1`",
        "| `Sum.of` | `src/main/java/org/example/Sum.java:5` |",
        ">     5          return a - b;",
        ">     7      @Test public void adds()",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let kept = red.fixture.folder.join(".faultline/baseline.flb");
    assert!(
        kept.is_file() && red.printed.contains_key("Keep the baseline as an artefact"),
        "{:?}",
        red.printed
    );

    // Another job has a comment of its own; the next run of the first one renews its comment.
    let mut other = action("github", false, &folder, &[("baseline-key", "java 17 -->")]);
    assert_eq!(other.run(), 1, "{:?}", other.printed);
    let mut mended = action("github", true, &folder, &[]);
    assert_eq!(mended.run(), 0, "{:?}", mended.printed);
    let told = written(&folder);
    assert_eq!(told.keys().collect::<Vec<_>>(), ["1", "101", "102"]);
    assert_eq!(told["101"], "Bot\n<!-- faultline CI~test~ -->\n## Faultline: the build passed\n");
    assert!(
        told["102"].starts_with("Bot\n<!-- faultline CI~test~java-17---- -->\n## Faultline: most"),
        "{told:?}"
    );
    assert!(told["1"].ends_with("written by a person"));
}

#[test]
fn a_comment_that_may_not_be_written_fails_nothing() {
    let folder = comments("forbidden");
    let mut red = action("forbidden", false, &folder, &[]);
    red.environment.push(("FORBIDDEN".to_owned(), "1".to_owned()));
    assert_eq!(red.run(), 1, "the build's own code: {:?}", red.printed);
    let said = &red.printed["Comment"];
    assert!(
        said.contains("::warning title=Faultline::the comment could not be written (see above); it needs"),
        "{said}"
    );
    // Nobody asked for it, or there is no pull request.
    for (input, event) in [("false", "pull_request"), ("true", "push")] {
        let mut quiet = action("forbidden", false, &folder, &[("comment", input)]);
        quiet.values.insert("github.event_name".to_owned(), event.to_owned());
        assert_eq!(quiet.run(), 1, "{:?}", quiet.printed);
        assert!(!quiet.printed.contains_key("Comment"), "{:?}", quiet.printed);
    }
    assert!(written(&folder).is_empty() && !folder.join("requests").exists());
}

/// GitHub's own examples of payloads, which npm has, all name the request as the action reads it.
#[test]
fn recorded_payloads_of_github_name_the_request() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("webhooks-7.6.1");
    fs::create_dir_all(&folder).expect("a folder");
    if Command::new("npm").arg("--version").output().is_err() {
        eprintln!("skipped: no npm on this machine (Debian's package npm)");
        return;
    }
    if !folder.join("node_modules/@octokit/webhooks-schemas/schema.json").is_file() {
        let mut npm = Command::new("npm");
        npm.args(["install", "--silent", "--no-save", "--ignore-scripts", "--prefix"]).arg(&folder);
        npm.args(["@octokit/webhooks-examples@7.6.1", "@octokit/webhooks-schemas@7.6.1"]);
        let output = npm.output().expect("npm starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let read = |path: &str| -> Value {
        let file = folder.join("node_modules/@octokit").join(path);
        serde_json::from_str(&fs::read_to_string(file).expect("a file")).expect("JSON")
    };
    let examples = read("webhooks-examples/api.github.com/index.json");
    let of_requests = examples.as_array().expect("a list").iter().find(|of| of["name"] == "pull_request");
    let recorded = of_requests.expect("pull requests")["examples"].as_array().expect("a list");
    assert!(recorded.len() >= 20, "{}", recorded.len());
    for payload in recorded {
        let number = event(payload)[1].1.clone();
        assert_eq!(number, payload["number"].to_string(), "{}", payload["action"]);
    }
    let schema = read("webhooks-schemas/schema.json");
    let request = &schema["definitions"]["pull-request"];
    let required = request["required"].as_array().expect("a list");
    assert!(required.contains(&"number".into()), "{required:?}");
    assert_eq!(request["properties"]["number"]["type"], "integer");
}

/// The job that others extend.
fn job() -> Yaml {
    let text = fs::read_to_string(here("../gitlab.yml")).expect("the template");
    YamlLoader::load_from_str(&text).expect("YAML").remove(0)[".faultline"].clone()
}

/// Runs the job's script as GitLab's runner does.
fn gitlab(fixture: &Fixture, folder: &Path, more: &[(&str, &str)]) -> Finished {
    let job = job();
    let script = job["script"][0].as_str().expect("a script").to_owned();
    let mut command = Command::new("sh");
    command.args(["-e", "-c", &script]);
    command.env("FAULTLINE_HOME", Dist::find().folder()).env("PATH", path()).env("COMMENTS", folder);
    for (name, value) in [
        ("FAULTLINE_COMMAND", "mvn -B -ntp -q test -Dtest=SumTest"),
        ("CI_JOB_NAME_SLUG", "test-17"),
        ("CI_API_V4_URL", "https://gitlab.test/api/v4"),
        ("CI_PROJECT_ID", "42"),
        ("CI_MERGE_REQUEST_IID", "7"),
        ("FAULTLINE_TOKEN", "secret"),
    ] {
        command.env(name, value);
    }
    command.envs(more.iter().copied());
    maven(&mut command, &fixture.folder)
}

#[test]
fn the_job_of_gitlab_comments_once_and_ends_as_the_build_did() {
    let folder = comments("gitlab");
    // Notes of somebody else, on more than one page; one begins as ours do.
    fs::write(folder.join("300.1"), "<!-- faultline test-17 --> is how it begins").expect("a note");
    fs::write(folder.join("301.1"), "see <!-- faultline test-17 --> above").expect("a note");
    let fixture = fixture("gitlab", true);
    gitlab(&fixture, &folder, &[]).expect_code(0);
    assert_eq!(written(&folder).len(), 2, "a green job writes nothing of its own");
    assert_eq!(fixture.text("gl-code-quality-report.json").trim(), "[]");

    sum(&fixture, false);
    let red = gitlab(&fixture, &folder, &[]);
    red.expect_code(1);
    assert!(red.stdout.contains("Most likely Sum.of, line 5"), "{}", red.stdout);
    let issues: Value = serde_json::from_str(&fixture.text("gl-code-quality-report.json")).expect("JSON");
    assert_eq!(issues[0]["location"]["path"], "src/main/java/org/example/Sum.java");
    assert!(fixture.folder.join("faultline-report/index.html").is_file());
    let told = written(&folder);
    assert!(
        told["302.9"].starts_with("<!-- faultline test-17 -->\n## Faultline: most suspicious code\n"),
        "{told:?}"
    );
    assert!(told["302.9"].contains("Expected `3`, but got `-1`"), "{told:?}");

    sum(&fixture, true);
    gitlab(&fixture, &folder, &[]).expect_code(0);
    let told = written(&folder);
    assert_eq!(told.len(), 3, "{told:?}");
    assert_eq!(told["302.9"], "<!-- faultline test-17 -->\n## Faultline: the build passed\n");
    assert!(told["300.1"].ends_with("is how it begins") && told["301.1"].ends_with("above"), "{told:?}");

    // Without a request or a token there is no comment; with a wrong token a sentence, and the build's own code.
    sum(&fixture, false);
    let before = fs::read_to_string(folder.join("requests")).expect("requests");
    assert!(before.contains("page=2"), "{before}");
    gitlab(&fixture, &folder, &[("CI_MERGE_REQUEST_IID", "")]).expect_code(1);
    gitlab(&fixture, &folder, &[("FAULTLINE_TOKEN", "")]).expect_code(1);
    let refused = gitlab(&fixture, &folder, &[("FAULTLINE_TOKEN", "wrong")]);
    refused.expect_code(1);
    assert!(
        refused.stdout.contains("the comment could not be written (see above); FAULTLINE_TOKEN"),
        "{}",
        refused.stdout
    );
    assert_eq!(fs::read_to_string(folder.join("requests")).expect("requests"), before);
    // Notes that cannot be listed are no reason for a second comment.
    gitlab(&fixture, &folder, &[("BROKEN", "1")]).expect_code(1);
    assert_eq!(written(&folder).len(), 3);
    let unnamed = gitlab(&fixture, &folder, &[("FAULTLINE_COMMAND", "")]);
    assert!(unnamed.code != Some(0) && unnamed.stderr.contains("names the build"), "{}", unnamed.stderr);
}

#[test]
fn what_the_job_of_gitlab_keeps_is_what_a_run_writes() {
    let job = job();
    assert_eq!(job["cache"]["paths"][0].as_str(), Some(".faultline/baseline.flb"));
    assert_eq!(job["cache"]["when"].as_str(), Some("always"), "a red job keeps its baseline, too");
    let (key, other) = (job["cache"]["key"].as_str(), job["cache"]["fallback_keys"][0].as_str());
    assert_eq!(
        key.expect("a key").replace("$CI_COMMIT_REF_SLUG", "$CI_DEFAULT_BRANCH"),
        other.expect("another key")
    );
    assert_eq!(job["artifacts"]["when"].as_str(), Some("always"));
    let page = fs::read_to_string(here("../docs/ci.md")).expect("a page");
    let recipe = page.split("```yaml").filter_map(|part| part.split("```").next());
    let recipe = recipe
        .filter(|part| part.contains("extends"))
        .map(|part| YamlLoader::load_from_str(part).expect("YAML").remove(0)["test"].clone());
    let extended = recipe.last().expect("a recipe");
    assert_eq!(extended["extends"].as_str(), Some(".faultline"));
    let script = job["script"][0].as_str().expect("a script");
    let asked = extended["variables"].as_hash().expect("variables");
    assert!(asked.keys().all(|name| script.contains(name.as_str().expect("a name"))));
    let rules = job["rules"].as_vec().expect("rules");
    let first = rules[0]["if"].as_str().expect("a rule");
    assert!(first.contains("merge_request_event"), "only such a pipeline knows its request: {first}");
    let reports = &job["artifacts"]["reports"];
    assert_eq!(reports["codequality"].as_str(), Some("gl-code-quality-report.json"));
    assert!(reports["junit"].as_vec().is_some_and(|globs| globs.len() == 3));
}
