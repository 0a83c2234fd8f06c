//! Checks that sources are ready for a release: one version, manifests that Maven Central accepts, reproducible builds.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The parent of the agents' manifests.
const PARENT: &str = "java-agent";
/// The artefact with a release's files.
const PROGRAM: &str = "release/program";
/// All artefacts for Maven.
const MANIFESTS: [&str; 8] = [
    PARENT,
    "java-agent/agent",
    "evosuite-plugin",
    "java-agent/mutation-worker",
    "java-agent/test-amplifier",
    "maven",
    "gradle/plugin",
    PROGRAM,
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("a folder")
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn ok(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Copies the checkout's files under git, with uncommitted changes.
fn copy(to: &Path) {
    let listed = ok(Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root()));
    for name in listed.split('\0').filter(|name| !name.is_empty()) {
        let from = root().join(name);
        if from.is_file() {
            fs::create_dir_all(to.join(name).parent().expect("a folder")).expect("a folder");
            fs::copy(&from, to.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
}

/// A temporary folder, removed on drop.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("faultline-release-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        Self(folder)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn version(folder: &Path) -> String {
    let manifest: toml::Table = read(folder, "Cargo.toml").parse().expect("a manifest");
    manifest["workspace"]["package"]["version"].as_str().expect("a version").to_owned()
}

/// A direct child element of a manifest.
fn child<'a, 'b>(node: roxmltree::Node<'a, 'b>, name: &str) -> Option<roxmltree::Node<'a, 'b>> {
    node.children().find(|node| node.tag_name().name() == name)
}

/// Asserts that all places state the same version.
fn assert_one_version(folder: &Path) {
    let version = version(folder);
    let mut times = Vec::new();
    for pom in MANIFESTS {
        let text = read(folder, &format!("{pom}/pom.xml"));
        let document = roxmltree::Document::parse(&text).expect("XML");
        let project = document.root_element();
        let parent = child(project, "parent");
        let said = child(parent.unwrap_or(project), "version").and_then(|node| node.text());
        assert_eq!(said, Some(version.as_str()), "{pom}");
        let time = child(project, "properties")
            .and_then(|node| child(node, "project.build.outputTimestamp")?.text().map(str::to_owned));
        assert!(time.is_some() == (parent.is_none() && pom != PROGRAM), "{pom} and the time of its jar");
        times.extend(time);
    }
    times.dedup();
    assert_eq!(times.len(), 1, "one time for all jars: {times:?}");
    for (name, parts) in [
        (
            "README.md",
            vec![
                format!("faultline-{version}-linux-x86_64.tar.gz"),
                format!("faultline-maven-plugin:{version}:localize"),
                format!("version \"{version}\""),
            ],
        ),
        (
            "docs/maven-plugin.md",
            vec![format!("faultline-maven-plugin:{version}`"), format!("<version>{version}</version>")],
        ),
        (
            "docs/gradle-plugin.md",
            vec![format!("version \"{version}\""), format!("faultline-gradle-plugin:{version}'")],
        ),
        ("docs/report.md", vec![format!("faultline-maven-plugin:{version}:localize")]),
    ] {
        let text = read(folder, name);
        for part in parts {
            assert!(text.contains(&part), "{part} in {name}");
        }
    }
    let lock = read(folder, "Cargo.lock");
    assert!(lock.contains(&format!("name = \"faultline-cli\"\nversion = \"{version}\"")), "Cargo.lock");
}

#[test]
fn the_version_is_the_same_everywhere_and_set_by_one_command() {
    assert_one_version(&root());
    let scratch = Scratch::new("version");
    copy(&scratch.0);
    ok(Command::new(scratch.0.join("release/version.sh"))
        .args(["9.8.7-rc.1", "2031-02-03"])
        .current_dir(&scratch.0));
    assert_eq!(version(&scratch.0), "9.8.7-rc.1");
    assert_one_version(&scratch.0);
    assert!(read(&scratch.0, "maven/pom.xml").contains(">2031-02-03T00:00:00Z<"));
    for wrong in [["next", "2031-02-03"], ["9.8.8", "tomorrow"]] {
        let refused =
            Command::new(scratch.0.join("release/version.sh")).args(wrong).output().expect("it ran");
        assert_eq!(refused.status.code(), Some(2), "{wrong:?}");
        assert_eq!(version(&scratch.0), "9.8.7-rc.1");
    }
}

#[test]
fn manifests_say_what_maven_central_asks_for_but_where_the_project_lives() {
    for pom in MANIFESTS {
        let text = read(&root(), &format!("{pom}/pom.xml"));
        let document = roxmltree::Document::parse(&text).expect("XML");
        let project = document.root_element();
        for name in ["name", "description"] {
            assert!(child(project, name).is_some(), "{pom} has no {name}");
        }
        let inherits = child(project, "parent").is_some();
        for name in ["licenses", "developers"] {
            assert!(child(project, name).is_some() != inherits, "{pom} says {name} itself, or inherits it");
        }
    }
}

/// Users of an artefact also read its parent's manifest.
#[test]
fn parents_of_manifests_are_released_with_them() {
    let released = read(&root(), "release/maven.sh");
    for pom in MANIFESTS {
        let text = read(&root(), &format!("{pom}/pom.xml"));
        let document = roxmltree::Document::parse(&text).expect("XML");
        let Some(parent) = child(document.root_element(), "parent") else { continue };
        let path = child(parent, "relativePath").and_then(|node| node.text()).expect("where it lies");
        let file = root().join(pom).join(path).canonicalize().expect("a manifest");
        assert_eq!(file, root().join(PARENT).join("pom.xml"), "{pom}");
        assert!(released.contains(&format!("\ndeploy {PARENT} ")), "{PARENT} is deployed");
    }
}

/// The core and the agent's jar have the same bytes in every build folder.
#[test]
fn two_builds_in_two_folders_are_equal_byte_for_byte() {
    let tools = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| root().join("target"), PathBuf::from)
        .join("cross");
    if !tools.join("packages").is_file() {
        println!("not checked: zig is not there (make cross-tools)");
        return;
    }
    let platform = "linux-x86_64";
    let scratch = Scratch::new("equal");
    let build = |name: &str| {
        let folder = scratch.0.join(name);
        copy(&folder);
        let cores = folder.join("dist/cores");
        let clean = |program: &Path| {
            let mut command = Command::new(program);
            command.current_dir(&folder).env("CARGO_TARGET_DIR", folder.join("target"));
            // Like a call by a user, without the environment of this test's cargo.
            for name in [
                "RUSTC_WORKSPACE_WRAPPER",
                "CLIPPY_ARGS",
                "RUSTFLAGS",
                "CARGO_ENCODED_RUSTFLAGS",
                "MAKEFLAGS",
                "MAKELEVEL",
            ] {
                command.env_remove(name);
            }
            command
        };
        ok(clean(&folder.join("native/agent/agent-core/cores.sh")).arg(&cores).arg(&tools).arg(platform));
        let core = cores.join(platform).join("libfaultline.so");
        ok(clean(&folder.join("native/agent/agent-core/lay-out.sh"))
            .arg(&core)
            .arg(&cores)
            .arg(folder.join("target/native")));
        ok(clean(Path::new("mvn")).args([
            "-B",
            "-q",
            "-ntp",
            "-f",
            "java-agent/agent/pom.xml",
            "package",
            "-DskipTests",
        ]));
        let read = |file: &Path| fs::read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        (read(&core), read(&folder.join("java-agent/agent/target/faultline-agent.jar")))
    };
    let (one, two) = (build("one"), build("a longer name than the other"));
    assert!(one.0 == two.0, "the core differs between two folders");
    assert!(one.1 == two.1, "the agent's jar differs between two folders");
    let held = |name: &str| one.0.windows(name.len()).any(|part| part == name.as_bytes());
    assert!(!held(&scratch.0.to_string_lossy()), "the core names the folder that it was built in");
}
