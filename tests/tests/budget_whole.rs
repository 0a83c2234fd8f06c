//! `faultline budget --run` on a Maven build of two modules, with EvoSuite of Maven Central.

use std::fs;
use std::path::Path;
use std::process::Command;

use faultline_tests::{Dist, EVOSUITE_SHA256, Matrix, expect_sha256, maven, run};
use serde_json::Value;

const POM: &str = "\
<project xmlns=\"http://maven.apache.org/POM/4.0.0\">
  <modelVersion>4.0.0</modelVersion>
  <groupId>org.x</groupId><artifactId>all</artifactId><version>1</version><packaging>pom</packaging>
  <properties>
    <maven.compiler.source>8</maven.compiler.source><maven.compiler.target>8</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <modules><module>low</module><module>high</module></modules>
</project>
";

const MODULE: &str = "\
<project xmlns=\"http://maven.apache.org/POM/4.0.0\">
  <modelVersion>4.0.0</modelVersion>
  <parent><groupId>org.x</groupId><artifactId>all</artifactId><version>1</version></parent>
  <artifactId>NAME</artifactId>
  DEPENDENCIES
</project>
";

const LOW: &str = "\
package org.x.low;

public class Sign {
    public static int of(int x) {
        if (x == 0) {
            return 0;
        }
        return x < 0 ? -1 : 1;
    }
}
";

/// Cannot be loaded without the other module.
const HIGH: &str = "\
package org.x.high;

import org.x.low.Sign;

public class Interval {
    private final int from;
    private final int to;

    public Interval(int from, int to) {
        if (Sign.of(to - from) < 0) {
            throw new IllegalArgumentException();
        }
        this.from = from;
        this.to = to;
    }

    public boolean contains(int x) {
        return from <= x && x <= to;
    }
}
";

/// Branches that hang on others, in a loop and in conditions.
const NEST: &str = "\
package org.x;

public class Nest {
    public int sum(int[] all, int most) {
        if (all == null) {
            return -1;
        }
        int sum = 0;
        for (int each : all) {
            if (each > 0) {
                sum += each > most ? most : each;
            }
        }
        return sum;
    }
}
";

/// The lines of [`NEST`] whose branches hang on another line's, and that line.
const HANG_ON: [(&str, &str); 3] = [("9", "5"), ("10", "9"), ("11", "10")];

/// A search that ends when every branch has its tests, with few candidates and short final steps.
const QUICK: [&str; 8] = [
    "--",
    "-criterion",
    "branch",
    "-Dpopulation=6",
    "-Dassertions=false",
    "-Dminimization_timeout=5",
    "-Dwrite_junit_timeout=20",
    "-Djunit_check_timeout=20",
];

/// A test per class, and one that fails because of both.
const TESTS: &str = "\
package org.x;

public class BothTest {
    @org.junit.Test
    public void zeroHasNoSign() {
        org.junit.Assert.assertEquals(0, org.x.low.Sign.of(0));
    }

    @org.junit.Test
    public void aPointIsInItself() {
        org.junit.Assert.assertTrue(new org.x.high.Interval(1, 1).contains(1));
    }

    @org.junit.Test
    public void theNextPointIsInItToo() {
        org.junit.Assert.assertTrue(new org.x.high.Interval(1, 3).contains(4));
    }
}
";

fn write(folder: &Path, file: &str, content: &str) {
    let path = folder.join(file);
    fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("a folder can be made");
    fs::write(path, content).expect("a file can be written");
}

fn commit(folder: &Path) {
    for arguments in [
        &["init", "-q"][..],
        &["add", "."],
        &["-c", "user.name=A", "-c", "user.email=a@b", "commit", "-q", "-m", "Begin"],
    ] {
        run(Command::new("git").args(arguments), folder).expect_code(0);
    }
}

/// EvoSuite's jar, which contains JUnit too, in a folder below this one; `None` if Maven does not supply it.
fn evosuite(folder: &Path) -> Option<&'static str> {
    let jar = "lib/evosuite-master-1.0.6.jar";
    let mut copy = Command::new("mvn");
    copy.args(["-B", "-ntp", "-q", "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy"]);
    copy.args(["-Dartifact=org.evosuite:evosuite-master:1.0.6", "-DoutputDirectory=lib"]);
    maven(&mut copy, folder);
    if !folder.join(jar).is_file() {
        eprintln!("skipped: Maven does not supply EvoSuite");
        return None;
    }
    expect_sha256(&folder.join(jar), EVOSUITE_SHA256);
    Some(jar)
}

#[test]
fn evosuite_generates_tests_for_the_classes_of_a_build_that_nobody_compiled_yet() {
    let dist = Dist::find();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("budget/modules");
    let _ = fs::remove_dir_all(&folder);
    let on_low = "<dependencies><dependency><groupId>org.x</groupId><artifactId>low</artifactId><version>1</version></dependency></dependencies>";
    write(&folder, "pom.xml", POM);
    for (name, dependencies) in [("low", ""), ("high", on_low)] {
        let pom = MODULE.replace("NAME", name).replace("DEPENDENCIES", dependencies);
        write(&folder, &format!("{name}/pom.xml"), &pom);
    }
    write(&folder, "low/src/main/java/org/x/low/Sign.java", LOW);
    write(&folder, "high/src/main/java/org/x/high/Interval.java", HIGH);
    write(&folder, "examples/NotInTheBuild.java", "class NotInTheBuild {}\n");
    commit(&folder);
    let arguments = ["budget", "--total", "40s", "--min", "15s", "--run", "--fetch", "--json", "--jobs", "2"];
    let mut budget = dist.command(&arguments);
    let finished = maven(budget.args(QUICK), &folder);
    if finished.stderr.contains("Maven did not fetch org.evosuite") {
        eprintln!("skipped: Maven does not supply EvoSuite");
        return;
    }
    finished.expect_code(0);
    let results: Value = serde_json::from_str(&finished.stdout).expect("results are JSON");
    assert_eq!(results["state"], "finished");
    assert_eq!(results["notes"][0], "1 class of the repository is not in the build, and left out");
    assert_eq!(results["notes"].as_array().map(Vec::len), Some(1), "Maven told all jars: {results:#}");
    let classes = results["classes"].as_array().expect("a list");
    assert_eq!(classes.len(), 2);
    // Occasionally EvoSuite's two processes miss each other at the start.
    let tested: Vec<&Value> = classes.iter().filter(|class| class["outcome"] == "tests").collect();
    assert!(!tested.is_empty(), "{results:#}");
    for class in tested {
        assert!(class["coverage"].as_f64().is_some_and(|coverage| coverage > 0.3), "{class:#}");
        assert!(class["used"].as_u64() <= class["granted"].as_u64());
        let source =
            fs::read_to_string(folder.join("budget-run").join(class["files"][0].as_str().expect("a file")));
        assert!(source.expect("a suite was written").contains("@Test"), "{class:#}");
    }
    assert!(
        !folder.join("low/target/faultline-class-path.txt").exists(),
        "nothing of ours is left in the build"
    );
}

#[test]
fn a_metric_leads_evosuite_from_what_the_tests_recorded() {
    let dist = Dist::find();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("budget/metric");
    let _ = fs::remove_dir_all(&folder);
    write(&folder, "src/main/java/org/x/low/Sign.java", LOW);
    write(&folder, "src/main/java/org/x/high/Interval.java", HIGH);
    write(&folder, "src/test/java/org/x/BothTest.java", TESTS);
    commit(&folder);
    let Some(jar) = evosuite(&folder) else { return };
    let mut compile = Command::new("javac");
    compile.args(["--release", "8", "-g", "-nowarn", "-d", "classes", "-cp", jar]);
    compile.args(["src/main/java/org/x/low/Sign.java", "src/main/java/org/x/high/Interval.java"]);
    run(compile.arg("src/test/java/org/x/BothTest.java"), &folder).expect_code(0);
    let class_path = format!("classes:{jar}");
    let record = ["run", "--", "java", "-cp", &class_path, "org.junit.runner.JUnitCore", "org.x.BothTest"];
    run(&mut dist.command(&record), &folder).expect_code(1);

    let mut budget = dist.command(&["budget", "--total", "12s", "--run", "--jobs", "2", "--json"]);
    budget.args(["--metric", "ddu", ".faultline", "--project-cp", "classes", "--evosuite", jar]);
    budget.args([QUICK[0], "-Dfitness_round_evals=10"]).args(&QUICK[3..]);
    let finished = run(&mut budget, &folder);
    finished.expect_code(0);
    let results: Value = serde_json::from_str(&finished.stdout).expect("results are JSON");
    assert_eq!((&results["state"], &results["settings"]["metric"]), (&"finished".into(), &"ddu".into()));
    let classes = results["classes"].as_array().expect("a list");
    assert_eq!(classes.len(), 2);
    // Occasionally EvoSuite's two processes miss each other at the start.
    let tested: Vec<&Value> = classes.iter().filter(|class| class["outcome"] == "tests").collect();
    assert!(!tested.is_empty(), "{results:#}");
    for class in tested {
        let name = class["class"].as_str().expect("a name");
        let text = |file: &str| {
            fs::read_to_string(folder.join("budget-run").join(file)).expect("a file of the run can be read")
        };
        let suite = text(&format!("tests/{}_ESTest.java", name.replace('.', "/")));
        assert!(suite.contains("@Test") && suite.contains("led by Faultline's metric ddu"), "{suite}");
        // The exported tests are an ordinary recording, with rows of this class's lines.
        fs::create_dir_all(folder.join("rows").join(name)).expect("a folder can be made");
        let kept = folder.join("budget-run/kept").join(format!("{name}.flt"));
        fs::copy(kept, folder.join("rows").join(name).join("1.flt")).expect("rows were kept");
        let rows = Matrix::read(&folder.join("rows").join(name)).rows;
        let source = format!("{}.java", name.replace('.', "/"));
        let covers =
            |path: &str| rows.iter().any(|row| row.lines.iter().any(|(file, _)| file.ends_with(path)));
        assert!(covers(&source), "{name}: {} rows", rows.len());
    }
}

#[test]
fn branches_are_searched_for_after_what_they_hang_on_and_lines_have_several_tests() {
    let dist = Dist::find();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("budget/nest");
    let _ = fs::remove_dir_all(&folder);
    write(&folder, "src/main/java/org/x/Nest.java", NEST);
    commit(&folder);
    let Some(jar) = evosuite(&folder) else { return };
    let mut compile = Command::new("javac");
    compile.args(["--release", "8", "-g", "-nowarn", "-d", "classes", "src/main/java/org/x/Nest.java"]);
    run(&mut compile, &folder).expect_code(0);
    let mut budget =
        dist.command(&["budget", "--total", "20s", "--run", "--tests-per-target", "3", "--json"]);
    budget
        .args(["--project-cp", "classes", "--evosuite", jar, QUICK[0], "-Dpopulation=20"])
        .args(&QUICK[6..]);
    let finished = run(&mut budget, &folder);
    finished.expect_code(0);
    let results: Value = serde_json::from_str(&finished.stdout).expect("results are JSON");
    let class = &results["classes"][0];
    assert_eq!((&results["settings"]["generator"], &class["outcome"]), (&"sbst-dpg".into(), &"tests".into()));
    let log = fs::read_to_string(folder.join("budget-run/logs/org.x.Nest.txt")).expect("a log");
    let searched = searched(&log);
    assert!(searched.contains(&("sum:9 true".to_owned(), "sum:5 true".to_owned())), "{log}");
    for (goal, on) in &searched {
        let line =
            |goal: &str| goal.split_once(':').and_then(|(_, rest)| rest.split(' ').next()).map(str::to_owned);
        let (at, from) = (line(goal).expect("a line"), line(on).expect("a line"));
        assert!(HANG_ON.contains(&(&at[..], &from[..])), "{goal} was begun by {on}: {log}");
    }

    // Every line that the suite covers has several of its tests.
    let suite: Vec<&str> =
        class["files"].as_array().expect("files").iter().filter_map(Value::as_str).collect();
    let mut compile = Command::new("javac");
    compile.args(["-nowarn", "-proc:none", "-d", "tests", "-cp", &format!("classes:{jar}")]);
    compile.args(suite.iter().map(|file| format!("budget-run/{file}")));
    run(&mut compile, &folder).expect_code(0);
    let class_path = format!("tests:classes:{jar}");
    let agent = format!("-javaagent:{}", dist.evosuite_agent().display());
    let junit = ["-cp", &class_path, "org.junit.runner.JUnitCore", "org.x.Nest_ESTest"];
    let mut record = dist.command(&["run", "--out", "recorded", "--", "java", "-ea", &agent]);
    run(record.args(junit), &folder).expect_code(0);
    let rows = Matrix::read(&folder.join("recorded")).rows;
    for line in [5, 6, 8, 9, 10, 11, 14] {
        let tests = rows.iter().filter(|row| row.lines.iter().any(|(_, at)| *at == line)).count();
        assert!(tests >= 2, "line {line} has {tests} of {} tests: {log}", rows.len());
    }
}

/// The branches that were searched for later, each with the one whose cover began it.
fn searched(log: &str) -> Vec<(String, String)> {
    let sentences = log
        .lines()
        .filter_map(|line| line.split_once("[faultline] covered ")?.1.split_once(", now searching "));
    let pairs =
        sentences.flat_map(|(on, begun)| begun.split(", ").map(move |goal| (goal.to_owned(), on.to_owned())));
    pairs.collect()
}
