//! Faults from a git history: a small repository made here, from its commits to recordings and their report.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use faultline_benchmarks::faults::Report;

const POM: &str = r#"<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>x</groupId><artifactId>clamp</artifactId><version>1</version>
  <properties>
    <maven.compiler.release>17</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency>
      <groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>5.14.4</version>
      <scope>test</scope>
    </dependency>
  </dependencies>
  <build><plugins>
    <plugin><artifactId>maven-compiler-plugin</artifactId><version>3.14.0</version></plugin>
    <plugin><artifactId>maven-surefire-plugin</artifactId><version>3.5.6</version></plugin>
  </plugins></build>
</project>
"#;

/// `high` is what the fault returns above the limit, `more` another method.
fn clamp(high: &str, more: &str) -> String {
    format!(
        "package x;\n\npublic class Clamp {{\n    public static int clamp(int value, int limit) {{\n        \
         if (value > limit) {{\n            return {high};\n        }}\n        return value;\n    }}\n{more}}}\n"
    )
}

fn clamp_test(more: &str) -> String {
    let mut text = "package x;\n\nimport static org.junit.jupiter.api.Assertions.assertEquals;\nimport \
                    org.junit.jupiter.api.Test;\n\nclass ClampTest {\n"
        .to_owned();
    for number in 0..20 {
        let _ = writeln!(
            text,
            "    @Test void keeps{number}() {{ assertEquals({number}, Clamp.clamp({number}, 40)); }}"
        );
    }
    // Fails in every version: it must neither be recorded nor be taken for the fault.
    text.push_str("    @Test void neverPasses() { assertEquals(1, 2); }\n");
    text + more + "}\n"
}

struct Project {
    folder: PathBuf,
}

impl Project {
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder).expect("an earlier folder can be removed");
        }
        let project = Self { folder };
        fs::create_dir_all(project.repository()).expect("a folder can be made");
        project.git(&["init", "--quiet"]);
        project
    }

    fn repository(&self) -> PathBuf {
        self.folder.join("repositories/owner+clamp")
    }

    fn git(&self, arguments: &[&str]) {
        let mut git = Command::new("git");
        for variable in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"] {
            git.env_remove(variable);
        }
        git.arg("-C").arg(self.repository());
        git.args(["-c", "user.name=A", "-c", "user.email=a@b.example", "-c", "commit.gpgsign=false"]);
        succeeds(git.args(arguments));
    }

    fn commit(&self, message: &str, files: &[(&str, &str)]) {
        for (name, text) in files {
            let path = self.repository().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder can be made");
            fs::write(path, text).expect("a file can be written");
        }
        self.git(&["add", "."]);
        self.git(&["commit", "--quiet", "-m", message]);
    }

    /// Runs `faultline-benchmarks histories` in the project's folder.
    fn histories(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_faultline-benchmarks"));
        command.arg("histories").args(arguments).current_dir(&self.folder);
        command.output().expect("the program starts")
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }
}

fn succeeds(command: &mut Command) {
    let output = command.output().expect("it starts");
    assert!(output.status.success(), "{command:?}: {}", errors(&output));
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

const MAIN: &str = "src/main/java/x/Clamp.java";
const TEST: &str = "src/test/java/x/ClampTest.java";

/// A project with a fault, its fix, a commit without a test, a fix that is none, and a fix whose test needs what only it has.
fn project(name: &str) -> Project {
    let project = Project::new(name);
    project.commit("Clamp", &[("pom.xml", POM), (MAIN, &clamp("value", "")), (TEST, &clamp_test(""))]);
    let shown = "    @Test void clamps() { assertEquals(40, Clamp.clamp(41, 40)); }\n";
    project
        .commit("Fix the value above the limit", &[(MAIN, &clamp("limit", "")), (TEST, &clamp_test(shown))]);
    project.commit("Fix the documentation", &[("README.md", "A clamp.\n")]);
    let more = "    // Nothing that runs.\n";
    let again = format!("{shown}    @Test void clampsAgain() {{ assertEquals(1, Clamp.clamp(2, 1)); }}\n");
    project.commit("Fix it again", &[(MAIN, &clamp("limit", more)), (TEST, &clamp_test(&again))]);
    let twice = "    public static int twice(int value) { return 2 * value; }\n";
    let new = format!("{again}    @Test void doubles() {{ assertEquals(4, Clamp.twice(2)); }}\n");
    project.commit("Fix what is missing", &[(MAIN, &clamp("limit", twice)), (TEST, &clamp_test(&new))]);
    project
}

#[test]
fn a_fix_becomes_a_recorded_fault_and_every_other_candidate_has_its_reason() {
    let project = project("histories");
    let name = ["repositories/owner+clamp", "--out", "list.tsv"];
    let found = project.histories(&[&["find"], &name[..]].concat());
    assert!(found.status.success(), "{}", errors(&found));
    let list = project.read("list.tsv");
    let subjects: Vec<&str> = list.lines().skip(1).filter_map(|row| row.rsplit('\t').next()).collect();
    assert_eq!(subjects, ["Fix what is missing", "Fix it again", "Fix the value above the limit"]);
    assert!(errors(&project.histories(&[&["find"], &name[..]].concat())).contains("3 commits, 0 new"));

    let run =
        ["run", "--work", "work", "--repositories", "repositories", "--list", "list.tsv", "--maven=-Dx=y"];
    let recorded = project.histories(&run);
    let told = errors(&recorded);
    assert!(recorded.status.success(), "{told}");
    let outcomes = project.read("work/outcomes.tsv");
    let row = |subject: &str| {
        let id = list.lines().find(|row| row.ends_with(subject)).and_then(|row| row.split('\t').next());
        let id = id.expect("a row").to_owned();
        let row = outcomes.lines().find(|row| row.starts_with(&id)).unwrap_or_else(|| panic!("{outcomes}"));
        (id, row.split('\t').map(str::to_owned).collect::<Vec<_>>())
    };
    let (id, cells) = row("above the limit");
    assert_eq!(cells[1..7], ["recorded", "all", "21", "x.ClampTest::clamps", "1", "1"], "{outcomes}\n{told}");
    let (_, cells) = row("again");
    assert_eq!(cells[8], "x.ClampTest::neverPasses does not pass on the fix");
    let (_, cells) = row("missing");
    assert!(cells[8].starts_with("the tests do not compile on the parent's main sources: "), "{outcomes}");

    let folder = format!("work/results/owner+clamp/{id}");
    assert_eq!(project.read(&format!("{folder}/faulty-methods.tsv")), "x.Clamp$clamp<II>\n");
    assert_eq!(project.read(&format!("{folder}/faulty-lines.tsv")), "x.Clamp\t6\n");
    let results = project.folder.join("work/results");
    let report = Report::of(&results, Some("ochiai".parse().expect("a ranking")), |told| panic!("{told}"));
    let report = report.expect("one fault").json();
    assert_eq!(report["faults"][0]["lines"]["without"]["acc@1"], 1.0, "{report}");
    assert!(!project.folder.join("work/builds").join(&id).exists(), "builds are removed");

    // Nothing is done twice.
    let before = fs::metadata(project.folder.join("work/outcomes.tsv")).and_then(|file| file.modified());
    assert!(project.histories(&run).status.success());
    let after = fs::metadata(project.folder.join("work/outcomes.tsv")).and_then(|file| file.modified());
    assert_eq!(before.expect("a file"), after.expect("a file"));
}

#[test]
fn a_project_that_is_held_back_is_refused() {
    let project = project("histories-held");
    fs::write(project.folder.join("held.txt"), "owner/clamp\n").expect("a file can be written");
    let found = project.histories(&["find", "repositories/owner+clamp", "--out", "list.tsv"]);
    assert!(found.status.success(), "{}", errors(&found));
    let find = ["find", "repositories/owner+clamp", "--held", "held.txt"];
    let run = [
        "run",
        "--work",
        "work",
        "--repositories",
        "repositories",
        "--list",
        "list.tsv",
        "--held",
        "held.txt",
    ];
    for refused in [&find[..], &run[..]] {
        let output = project.histories(refused);
        assert!(!output.status.success() && output.stdout.is_empty());
        assert!(errors(&output).contains("owner/clamp is held back"), "{}", errors(&output));
    }
    assert!(!project.folder.join("work").exists());
}
