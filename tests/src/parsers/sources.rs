//! Sources, poms and test reports: no content makes a reader panic.

use std::collections::BTreeSet;
use std::fs;
use std::time::UNIX_EPOCH;

use faultline_build_reports::failures::Failures;
use faultline_build_reports::inner_builds::TestFolders;
use faultline_build_reports::reports::Reports;
use faultline_doctor::builds::poms;
use faultline_kotlin_edits::{Source, Test, Variants, Wanted};

use super::files::Scratch;

const JAVA: [&str; 2] = [
    "package p;\nclass A<T> {\n  final int a = 1;\n  /** Says. */ @Override void m(final int... b) { if (a > 0) { return; } }\n  \
     enum E { X; void e() { } }\n  record R(int x) { R { } }\n}\n",
    "interface I { void a(); class B { B(String[] c) { for (final var d : c) { new Runnable() { public void run() { } }; } } } }\n",
];
const KOTLIN: [&str; 2] = [
    "package p\n\nclass A {\n    @Test fun `a b`() {\n        val c = listOf(1, 2)\n        assertEquals(3, c.sum())\n        helper(\"x}\")\n    \
     }\n\n    private fun helper(d: String) { assertTrue(d == \"x}\" && true) }\n}\n",
    "class A { @Test fun a() { assertThat(f(1)).isEqualTo(2); if (b) { c() } else { d(null) } } }\n",
];
const XML: [&str; 2] = [
    "<project xmlns=\"http://maven.apache.org/POM/4.0.0\"><modules><module>.</module></modules><argLine>@{argLine} -ea</argLine>\
     <jvm>java</jvm><artifactId>faultline-maven-plugin</artifactId></project>",
    "<testsuite timestamp=\"2026-11-22T15:33:29\"><properties><property name=\"java.version\" value=\"17\"/></properties>\
     <testcase classname=\"A\" name=\"a\"/><testcase name=\"b\"><skipped/></testcase></testsuite>",
];

fn owned(all: &[&str]) -> Vec<Vec<u8>> {
    all.iter().map(|text| text.as_bytes().to_vec()).collect()
}

pub(super) fn java_seeds() -> Vec<Vec<u8>> {
    owned(&JAVA)
}

pub(super) fn kotlin_seeds() -> Vec<Vec<u8>> {
    owned(&KOTLIN)
}

pub(super) fn xml_seeds() -> Vec<Vec<u8>> {
    owned(&XML)
}

/// Methods of a Java source are within it.
pub(super) fn java(data: &[u8]) -> bool {
    let rows = data.split(|&byte| byte == b'\n').count() as u32;
    let methods = faultline_vcs_history::methods(data);
    assert!(
        methods.iter().all(|(_, lines)| lines.start < lines.end && lines.end <= rows),
        "{methods:?} of {rows}"
    );
    !methods.is_empty()
}

/// Tests in Kotlin are found, split and edited.
pub(super) fn kotlin(data: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(data) else { return false };
    let Some(source) = Source::parse(text) else { return false };
    let _ = (source.package(), source.declares("A"));
    let (mut is_found, wanted) = (false, Wanted { count: 20, tries: true, seed: 1 });
    for method in ["a b", "a"] {
        let Ok(test) = Test::find(&source, "p.A", method).or_else(|_| Test::find(&source, "A", method))
        else {
            continue;
        };
        is_found = true;
        let mut variants = Variants::of(&test, wanted);
        let _ = (variants.count(), variants.splits(), variants.edits(20));
    }
    is_found
}

/// An input read both as a pom and as a test report.
pub(super) fn xml(data: &[u8]) -> bool {
    let scratch = Scratch::new();
    let reports = scratch.0.join("target/surefire-reports");
    fs::create_dir_all(&reports).expect("a temporary folder");
    fs::write(scratch.0.join("pom.xml"), data).expect("a temporary file");
    fs::write(reports.join("TEST-a.xml"), data).expect("a temporary file");
    let is_pom = !poms(&scratch.0).is_empty();
    Failures::below(&scratch.0, UNIX_EPOCH, &BTreeSet::from(["a"]));
    Reports::below(&scratch.0, None, &TestFolders::default()).files > 0 || is_pom
}
