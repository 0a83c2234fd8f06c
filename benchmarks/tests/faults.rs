//! The corpus of real faults: faulty lines, one fault from Maven Central to its verification, and the report.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use faultline_benchmarks::faults::{Report, list, tool::Tool, verify};
use faultline_flt::{Layout, Writer, record_spectrum};
use serde_json::Value;

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("faults/fixtures")
}

fn fresh(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("an earlier folder can be removed");
    }
    fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

#[track_caller]
fn succeeds(command: &mut Command) {
    let output = command.output().expect("it starts");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// A release of the fixture as a jar.
fn released(version: &str, folder: &Path) -> String {
    let classes = folder.join(version);
    fs::create_dir_all(&classes).expect("a folder can be made");
    let source = fixtures().join(version).join("Sample.java");
    succeeds(Command::new("javac").args(["--release", "17", "-g", "-d"]).arg(&classes).arg(source));
    let jar = folder.join(format!("{version}.jar"));
    succeeds(Command::new("jar").arg("cf").arg(&jar).arg("-C").arg(&classes).arg("."));
    jar.to_string_lossy().into_owned()
}

#[test]
fn faulty_lines_are_those_whose_instructions_differ() {
    let folder = fresh("faulty-lines");
    let [before, after] = ["before", "after"].map(|version| released(version, &folder));
    let methods = [
        "Sample::<init>()V",
        "Sample::comparison(I)Z",
        "Sample::insertion(I)I",
        "Sample::partOfALine([I)I",
        "Sample::otherVariable(II)I",
        "Sample::shiftedVariables(I)I",
        "Sample::otherTarget(Ljava/util/List;)I",
        "Sample::lambda(I)Z",
        "Sample::otherException(Ljava/lang/String;)I",
        "Sample::notSynchronized(I)I",
        "-Sample::toString()Ljava/lang/String;",
        "=Sample::CONSTANT:I",
    ];
    let out = folder.to_string_lossy().into_owned();
    let tool = Tool::prepare().expect("the Java part compiles");
    let ended =
        tool.run(&[], &folder, Duration::from_mins(1), &["lines", &before, &after, &methods.join(" "), &out]);
    ended.and_then(|ended| ended.success("lines")).expect("it says the lines");

    let source = fs::read_to_string(fixtures().join("before/Sample.java")).expect("the source");
    let expected: BTreeSet<String> = (1..)
        .zip(source.lines())
        .filter(|(_, line)| line.contains("// faulty"))
        .map(|(number, _): (u32, _)| format!("Sample\t{number}"))
        .collect();
    let read = |name: &str| -> BTreeSet<String> {
        let text = fs::read_to_string(folder.join(name)).expect("it was written");
        text.lines().map(str::to_owned).collect()
    };
    let lines = read("faulty-lines.tsv");
    let differences: Vec<&String> = lines.symmetric_difference(&expected).collect();
    assert!(differences.is_empty(), "{differences:?}");

    let faulty = read("faulty-methods.tsv");
    assert!(
        faulty.contains("Sample$otherVariable<II>") && faulty.contains("Sample$toString<>"),
        "{faulty:?}"
    );
    // Faulty lines inside a lambda are recorded at the lambda.
    assert!(faulty.iter().any(|method| method.starts_with("Sample$lambda$lambda$")), "{faulty:?}");
    assert_eq!(faulty.len(), 12, "{faulty:?}");

    // The same from folders of classes, without being told which methods differ. A switch over an enum is the same, though the
    // compiler's table for it has no name to compare.
    let [before, after, all] =
        ["before", "after", "all"].map(|name| folder.join(name).to_string_lossy().into_owned());
    let ended = tool.run(&[], &folder, Duration::from_mins(1), &["changes", &before, &after, &all]);
    ended.and_then(|ended| ended.success("changes")).expect("it says what differs");
    let differing: BTreeSet<&str> = methods.into_iter().filter(|method| !method.starts_with('=')).collect();
    let elements = read("all/elements.txt");
    assert_eq!(elements.iter().map(String::as_str).collect::<BTreeSet<_>>(), differing);
    for name in ["faulty-methods.tsv", "faulty-lines.tsv"] {
        assert_eq!(read(&format!("all/{name}")), read(name));
    }
}

#[test]
fn a_fault_is_built_from_maven_central_as_its_row_promises() {
    let work = fresh("one-fault");
    let rows = list::read(&list::of_project()).expect("the list");
    let row = rows.iter().find(|row| row.id == "cli-1.3-1").expect("a small fault");
    let tool = Tool::prepare().expect("the Java part compiles");
    let verdict = verify::verify(&tool, &work, row, false).expect("Maven runs");
    assert!(verdict.wrong.is_empty(), "{:?}", verdict.wrong);
    let built =
        |name: &str| fs::read_to_string(work.join("builds/cli-1.3-1").join(name)).expect("it is built");
    assert_eq!(
        built("faulty-methods.tsv"),
        "org.apache.commons.cli.Options$getMatchingOptions<Ljava/lang/String;>\n"
    );
    assert_eq!(
        built("faulty-lines.tsv"),
        "org.apache.commons.cli.Options\t237\norg.apache.commons.cli.Options\t239\n"
    );

    // The result on the faulty classes is cached and still compared.
    let other = list::Row { tests: row.tests + 1, failing: vec!["a.T::f".into()], ..row.clone() };
    let verdict = verify::verify(&tool, &work, &other, false).expect("Maven runs");
    assert_eq!(verdict.wrong.len(), 4, "{:?}", verdict.wrong);
}

#[test]
fn a_report_counts_libraries_and_all() {
    let work = fresh("report");
    let elements = "a.B\tf(I)V\t1\na.B\tf(I)V\t2\na.B\tg()V\t5\na.B\th()V\t8\n";
    let tests = "t1\tfailed\t0 1 2\nt2\tpassed\t0 2\nt3\tpassed\t3\n";
    let import = work.join("import");
    fs::create_dir_all(&import).expect("a folder");
    fs::write(import.join("elements.tsv"), elements).expect("a file");
    fs::write(import.join("tests.tsv"), tests).expect("a file");
    let spectrum = Layout::Tsv.import(&import).expect("a spectrum").spectrum;
    let recording = record_spectrum(&spectrum, "test");
    let results = work.join("results");
    for (fault, lines) in [("x/x-1-1", "a.B\t2\n"), ("x/x-1-2", "a.B\t5\n"), ("y/y-1-1", "")] {
        let folder = results.join(fault);
        fs::create_dir_all(&folder).expect("a folder");
        let mut writer = Writer::new(Vec::new(), &recording.origin).expect("a writer");
        writer.recording(&recording).expect("it can be written");
        fs::write(folder.join("1.flt"), writer.get_ref()).expect("a file");
        fs::write(folder.join("faulty-methods.tsv"), "a.B$f<I>\n").expect("a file");
        fs::write(folder.join("faulty-lines.tsv"), lines).expect("a file");
    }
    let by = |ranking| Report::of(&results, ranking, |told| panic!("{told}")).expect("three faults");
    let report = by(Some("ochiai+size+trace+name".parse().expect("a ranking")));
    let tables = report.tables();
    // Line 2 is first, line 1 second (its method is larger), line 5 third. Faults without a known line count only for methods.
    for row in [
        "| x | without mutants | 2 | 1 | 2 | 2 | 2 | 1 | 0.667 | 0.500 | 0.667 |",
        "| all | without mutants | 2 | 1 | 2 | 2 | 2 | 1 | 0.667 | 0.500 | 0.667 |",
        "| all | without mutants | 3 | 3 | 3 | 3 | 3 | 3 | 1.000 | 0.333 | 1.000 |",
        "No mutants have been run.",
    ] {
        assert!(tables.contains(row), "{row} is missing in\n{tables}");
    }
    assert!(!tables.contains("| y | without mutants | 0"), "{tables}");
    let json = report.json();
    let faults = json["faults"].as_array().expect("faults");
    assert_eq!((faults.len(), &faults[2]["lines"], &faults[2]["effort"]), (3, &Value::Null, &Value::Null));
    assert_eq!(faults[0]["lines"]["without"]["acc@1"], 1.0);
    // Faults of x are ranked with weights from the fault of y, and vice versa.
    let apart = by(None).json();
    assert_eq!(apart["by"], "evidence with weights from the other libraries");
    assert_eq!(apart["faults"][2]["methods"]["without"]["acc@1"], 1.0);
}
