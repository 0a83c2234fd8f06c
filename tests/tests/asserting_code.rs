//! Code of the project that only decides whether tests pass has no mutants: with one, a failing test would pass because nothing is
//! checked any more.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use faultline_tests::{Dist, Fixture, maven, run};
use serde_json::Value;

/// Where the fault is, and beside it what helps tests: assertions by hand and by JUnit, a matcher with a base class of its own.
const SOURCES: [(&str, &str); 5] = [
    (
        "Calculator",
        "public final class Calculator {\n    public static int sum(int a, int b) {\n        return a - b;\n    }\n\n\
         \x20   public static void settle(int rest) {\n        if (rest < 0) {\n            throw new IllegalStateException(\"rest \" + rest);\n\
         \x20       }\n    }\n}\n",
    ),
    (
        "Check",
        "public final class Check {\n    public static void equal(int expected, int actual) {\n        if (!same(expected, actual)) {\n\
         \x20           throw new AssertionError(\"expected \" + expected + \", was \" + actual);\n        }\n    }\n\n\
         \x20   private static boolean same(int a, int b) {\n        return a == b;\n    }\n}\n",
    ),
    (
        "Numbers",
        "public final class Numbers {\n    public static int assertPositive(int n) {\n        org.junit.Assert.assertTrue(n + \"\", n > 0);\n\
         \x20       return n;\n    }\n}\n",
    ),
    (
        "NumberMatcher",
        "public abstract class NumberMatcher extends org.hamcrest.TypeSafeMatcher<Integer> {\n    protected final int expected;\n\n\
         \x20   NumberMatcher(int expected) {\n        this.expected = expected;\n    }\n\n\
         \x20   @Override public void describeTo(org.hamcrest.Description description) {\n        description.appendValue(expected);\n    }\n}\n",
    ),
    (
        "Equal",
        "public final class Equal extends NumberMatcher {\n    public Equal(int expected) {\n        super(expected);\n    }\n\n\
         \x20   @Override protected boolean matchesSafely(Integer actual) {\n        return actual == expected;\n    }\n}\n",
    ),
];
const TEST: &str = "package org.example;\n\nimport org.junit.*;\n\npublic class GreeterTest {\n\
    \x20   @Test public void byHand() {\n        Check.equal(5, Calculator.sum(2, 3));\n    }\n\n\
    \x20   @Test public void byJUnit() {\n        Numbers.assertPositive(Calculator.sum(2, 3));\n    }\n\n\
    \x20   @Test public void byMatcher() {\n        Assert.assertThat(Calculator.sum(2, 3), new Equal(5));\n    }\n\n\
    \x20   @Test public void byTheCodeItself() {\n        Calculator.settle(Calculator.sum(2, 3));\n    }\n}\n";

#[test]
fn what_only_decides_whether_a_test_passes_has_no_mutants() {
    let fixture = Fixture::copy_as("builds/plain-java", env!("CARGO_TARGET_TMPDIR"), "asserting");
    let write = |path: &str, text: &str| fs::write(fixture.folder.join(path), text).expect("a source");
    for (name, source) in SOURCES {
        write(
            &format!("src/main/java/org/example/{name}.java"),
            &format!("package org.example;\n\n{source}"),
        );
    }
    write("src/test/java/org/example/GreeterTest.java", TEST);
    write("pom.xml", &fixture.text("pom.xml").replace("<scope>test</scope>", ""));
    maven(Command::new("mvn").args(["-B", "-ntp", "-q", "test-compile"]), &fixture.folder).expect_code(0);
    let path = "target/classes:target/test-classes:target/libraries/*";
    let test = ["run", "--", "java", "-cp", path, "org.junit.runner.JUnitCore", "org.example.GreeterTest"];
    run(&mut Dist::find().command(&test), &fixture.folder).expect_code(1);

    let finished = run(&mut Dist::find().command(&["mutate", "--json", "--top", "0"]), &fixture.folder);
    finished.expect_code(0);
    let report: Value = serde_json::from_str(&finished.stdout).expect("JSON");
    let groups = report["groups"].as_array().expect("groups");
    let mending = groups.iter().flat_map(|group| group["mending"].as_array().expect("mending"));
    let mending: BTreeSet<_> = mending
        .map(|mutant| format!("{} {}", mutant["class"].as_str().unwrap(), mutant["method"].as_str().unwrap()))
        .collect();
    let expected = ["org.example.Calculator settle", "org.example.Calculator sum"];
    assert_eq!(mending, expected.map(str::to_owned).into(), "{:.2000}", report["groups"]);

    let left_out = report["left_out"].as_array().expect("what is left out");
    let left_out: BTreeSet<_> = left_out.iter().map(|one| one["why"].as_str().expect("a reason")).collect();
    let no_mutants = |class: &str, methods: &str| {
        format!("asserts: org.example.{class} decides whether tests pass, and has no mutants in {methods}")
    };
    let expected = [
        no_mutants("Check", "equal, same"),
        no_mutants("Equal", "<init>, matchesSafely"),
        no_mutants("NumberMatcher", "<init>, describeTo"),
        no_mutants("Numbers", "assertPositive"),
    ];
    assert_eq!(left_out, expected.iter().map(String::as_str).collect(), "each once");
}
