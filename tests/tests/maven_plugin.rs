//! The Maven plugin in whole builds: its recordings, output, and refusals.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use faultline_tests::{Dist, ExpectedBuild, Finished, Fixture, Markers, Matrix, Report, maven, run};

#[path = "maven_plugin/kept_baseline.rs"]
mod kept_baseline;
#[path = "maven_plugin/workplace.rs"]
mod workplace;

use workplace::{Workplace, add_program, released_plugin};

const SCRATCH: &str = env!("CARGO_TARGET_TMPDIR");

/// A copy of a build below `tests/`, with its expectations.
#[track_caller]
fn fixture(name: &str, copy: &str) -> (Fixture, ExpectedBuild) {
    let fixture = Fixture::copy_as(&format!("plugin-builds/maven/{name}"), SCRATCH, &format!("maven-{copy}"));
    let expected = toml::from_str(&fixture.text("expected.toml")).unwrap_or_else(|e| panic!("{name}: {e}"));
    (fixture, expected)
}

/// Runs Maven with the plugin and compares the exit code.
#[track_caller]
fn build(folder: &Path, arguments: &[&str], code: i32) -> Finished {
    build_at(Workplace::get(), folder, arguments, code)
}

#[track_caller]
fn build_at(workplace: &Workplace, folder: &Path, arguments: &[&str], code: i32) -> Finished {
    let finished = maven(workplace.maven().args(arguments), folder);
    finished.expect_code(code);
    finished
}

/// Compares a recording with the build's expectations, row by row and line by line.
#[track_caller]
fn is_recorded(folder: &Path, fixture: &Fixture, expected: &ExpectedBuild) {
    let differences = Matrix::read(folder).differences(expected, &Markers::of_sources(&fixture.folder));
    assert!(differences.is_empty(), "{}:\n{differences}", folder.display());
}

#[track_caller]
fn says(finished: &Finished, words: &str) {
    assert!(finished.stdout.contains(words), "{words:?} is not in\n{}", finished.stdout);
}

#[track_caller]
fn errors(finished: &Finished) -> Vec<&str> {
    finished.stdout.lines().filter_map(|line| line.strip_prefix("[ERROR] ")).collect()
}

/// The first `java` on the path.
fn java() -> PathBuf {
    let path = std::env::var_os("PATH").expect("a path to look for java");
    let found = std::env::split_paths(&path).map(|folder| folder.join("java")).find(|java| java.is_file());
    found.expect("a java on the path").canonicalize().expect("its own path")
}

fn rows(folder: &Path) -> Vec<String> {
    Matrix::read(folder).rows.into_iter().map(|row| row.id).collect()
}

#[test]
fn one_line_finds_csv_169_without_any_change_of_the_pom() {
    let fixture = Fixture::copy_as("faults/csv-169", SCRATCH, "maven-csv-169");
    let localize = Workplace::get().goal("localize");
    let arguments = [&localize, "-Dfaultline.top=3", "-Dfaultline.rank.json=rank.json", "-Dfaultline.report"];
    let finished = build(&fixture.folder, &arguments, 0);

    let first = finished.stdout.lines().find(|line| line.starts_with("[INFO]   31 %  "));
    assert!(first.is_some_and(|line| line.contains(" CSVParser.addRecordValue ")), "{first:?} is first");
    says(&finished, "> 294");
    assert!(
        finished.stderr.contains("1 file, ") && finished.stderr.contains("; next: faultline rank\n"),
        "{}",
        finished.stderr
    );
    let json: Report = serde_json::from_str(&fixture.text("rank.json")).expect("a report in JSON");
    assert_eq!(json.only_group().suspects[0].method.as_deref(), Some("addRecordValue"));
    says(&finished, "[INFO] target/faultline-report/index.html (");
    // Names may be broken between words.
    let page = fixture.text("target/faultline-report/index.html").replace("<wbr>", "");
    assert!(
        page.contains("1 of 221 tests failed") && page.contains("CSVParser.addRecordValue"),
        "{page:.3000}"
    );
    // The command line can use the recording too.
    let report = Report::of(&Dist::find(), &fixture, &[]);
    assert_eq!(report.only_group().suspects[0].method.as_deref(), Some("addRecordValue"));
}

#[test]
fn mutate_says_which_change_mends_a_test_without_any_change_of_the_pom() {
    let (fixture, _) = fixture("own-argline", "own-argline-mutate");
    let mutate = Workplace::get().goal("mutate");
    let finished = build(&fixture.folder, &[&mutate, "-Dfaultline.mutate.json=mutate.json"], 0);
    says(&finished, "[INFO] Suspicious lines by ");
    says(&finished, "[INFO] written: ");
    let json: serde_json::Value =
        serde_json::from_str(&fixture.text("mutate.json")).expect("a report in JSON");
    assert_eq!((&json["ended"], &json["failing"]), (&"done".into(), &1.into()), "{json:.600}");
    assert!(
        json["groups"][0]["mending"].as_array().is_some_and(|mending| !mending.is_empty()),
        "{json:.900}"
    );

    let finished = build(&fixture.folder, &[&mutate, "-Dfaultline.mutate.tests=some"], 1);
    assert!(
        errors(&finished).iter().any(|line| line.contains("write mending, ietcr")),
        "{}",
        finished.stdout
    );
}

#[test]
fn amplify_grows_tests_from_a_failing_one_without_any_change_of_the_pom() {
    let fixture = Fixture::copy_as("faults/lang-747", SCRATCH, "maven-lang-747");
    let amplify = Workplace::get().goal("amplify");
    let arguments = [
        &amplify,
        "-Dfaultline.failing=Lang747Test#hexTooLargeForAnIntIsALong",
        "-Dfaultline.amplify.json=amplify.json",
        "-Dfaultline.amplify.out=grown",
    ];
    let finished = build(&fixture.folder, &arguments, 0);
    says(&finished, "[INFO] Suspicious methods by ");
    says(&finished, "[INFO] written: ");
    let json: serde_json::Value =
        serde_json::from_str(&fixture.text("amplify.json")).expect("a report in JSON");
    assert!(json["kept"].as_array().is_some_and(|kept| !kept.is_empty()), "{json:.900}");
    let written = json["written"].as_array().expect("files");
    assert!(!written.is_empty() && fixture.folder.join("grown").is_dir(), "{written:?}");

    let finished = build(&fixture.folder, &[&amplify, "-Dfaultline.budget=soon"], 1);
    assert!(errors(&finished).iter().any(|line| line.contains("soon")), "{}", finished.stdout);
}

#[test]
fn an_own_arg_line_that_drops_the_agent_is_an_error_whose_advice_works() {
    let (fixture, expected) = fixture("own-argline", "own-argline");
    let (prepare, rank) = (Workplace::get().goal("prepare-agent"), Workplace::get().goal("rank"));
    let goals = [&prepare, "test", &rank, "-Dmaven.test.failure.ignore=true"];
    let finished = build(&fixture.folder, &goals, 1);

    says(&finished, "[WARNING] tests will not be recorded: maven-surefire-plugin (execution default-test)");
    let errors = errors(&finished);
    let error = errors.iter().find(|line| line.contains("no test was recorded")).expect("an error of rank");
    assert!(error.contains("replaces @{argLine} when the tests start"), "{error}");
    assert_eq!(rows(&fixture.recordings()), [""; 0], "recorded although the agent was dropped");

    // Replace the faulty line by the one that the error suggests.
    let start = error.find("write <argLine>").expect("a line to write") + "write ".len();
    let end = error.find("</argLine>").expect("the end of it") + "</argLine>".len();
    let own = r#"<argLine>-Xmx256m -Dfixture.flag="two &amp; two"</argLine>"#;
    let pom = fixture.text("pom.xml");
    assert!(pom.contains(own), "the fixture's own line");
    fs::write(fixture.folder.join("pom.xml"), pom.replace(own, &error[start..end]))
        .expect("a pom can be written");
    // Then the failing test ends the build at the rule, after the ranking.
    let check = Workplace::get().goal("check");
    let rule = ["-Dfaultline.keepGoing", "-Dfaultline.rules=failed at most 0"];
    let finished =
        build(&fixture.folder, &[&[prepare.as_str(), "test", &rank, &check], &rule[..]].concat(), 1);
    is_recorded(&fixture.recordings(), &fixture, &expected);
    says(&finished, "Sum.twice");
    says(&finished, "[ERROR] failed<=0 is violated: failed of the suite is 1");
}

#[test]
fn localize_records_a_build_whose_own_arg_line_would_drop_the_agent() {
    let (fixture, expected) = fixture("own-argline", "own-argline-localize");
    let finished = build(&fixture.folder, &[&Workplace::get().goal("localize")], 0);
    is_recorded(&fixture.recordings(), &fixture, &expected);
    says(&finished, "Sum.twice");
}

#[test]
fn modules_keep_their_own_tests_and_the_top_has_them_all() {
    let (fixture, expected) = fixture("reactor", "reactor");
    let arguments: Vec<_> = expected.command[1..].iter().map(String::as_str).collect();
    let finished = build(&fixture.folder, &arguments, expected.exit);

    is_recorded(&fixture.recordings(), &fixture, &expected);
    for (module, prefixes) in [
        ("lib", &["adds(", "keepsItsCents("][..]),
        ("app", &["[engine:junit-jupiter]/[class:org.example.app.", "[engine:junit-vintage]"]),
        ("shop", &["org.example.shop."]),
        ("modular", &["[engine:junit-jupiter]/[class:org.example.modular."]),
    ] {
        let rows = rows(&fixture.folder.join(module).join(".faultline"));
        assert!(!rows.is_empty(), "{module} has no rows");
        let strange: Vec<_> =
            rows.iter().filter(|row| !prefixes.iter().any(|p| row.starts_with(p))).collect();
        assert!(strange.is_empty(), "{module} has tests of others: {strange:?}");
    }
    assert!(!fixture.folder.join("untested/.faultline").exists(), "a module without tests got a folder");

    // Ranked and checked once, for the whole build: the failing test of one module leads into another.
    assert_eq!(finished.stdout.matches("Most likely ").count(), 1);
    says(&finished, "Money.times");
    says(&finished, "7 tests: 6 passed, 1 failed");
    says(&finished, "DDU ");
    let report = Report::of(&Dist::find(), &fixture, &[]);
    let methods: Vec<_> = report.only_group().suspects.iter().filter(|s| s.rank_max <= 2.0).collect();
    assert!(
        methods.iter().any(|s| s.class == "org.example.lib.Money" && s.method.as_deref() == Some("times"))
    );

    // Called by name, the goal also aggregates in the last module.
    let aggregate = Workplace::get().goal("aggregate");
    let finished = build(&fixture.folder, &["-T", "2", &aggregate], 0);
    assert_eq!(finished.stdout.matches("Most likely ").count(), 1, "{}", finished.stdout);
    says(&finished, "7 tests: 6 passed, 1 failed");

    // One report for all modules, with sources of several.
    let pages = Workplace::get().goal("report");
    let finished = build(&fixture.folder, &["-T", "2", &pages], 0);
    assert_eq!(
        finished.stdout.matches("target/faultline-report/index.html (").count(),
        1,
        "{}",
        finished.stdout
    );
    let page = fixture.text("target/faultline-report/index.html");
    assert!(page.contains("1 of 7 tests failed") && page.contains("Money.<wbr>times"), "{page:.3000}");
    assert!(!page.contains("source not found"), "{page:.3000}");
    assert!(
        !fixture.folder.join("lib/target/faultline-report").exists(),
        "a module has no report of its own"
    );
    let finished = build(&fixture.folder, &[&pages, "-pl", "app", "-Dfaultline.report.out=pages"], 0);
    says(&finished, "[INFO] pages/index.html (");

    // Called by name and module, without running the tests again.
    let [rank, suite, select] = ["rank", "suite", "select"].map(|goal| Workplace::get().goal(goal));
    let goals = [&rank, &suite, "-pl", "lib,app,untested", "-Dfaultline.suite.json=target/suite.json"];
    let finished = build(&fixture.folder, &goals, 0);
    says(&finished, "no test failed, so nothing is suspicious");
    says(&finished, "3 tests: 2 passed, 1 failed");
    says(&finished, "untested has no tests: nothing to say");
    let suite: serde_json::Value =
        serde_json::from_str(&fixture.text("lib/target/suite.json")).expect("JSON");
    assert_eq!(suite["tests"]["passed"], 2);
    let finished =
        build(&fixture.folder, &[&select, "-pl", "app", "-Dfaultline.top=1", "-Dfaultline.metric=ddu"], 0);
    says(&finished, "OldBillTest#startsAtNothing");

    // In builds whose poms record already, localize and run record once, at the configured place.
    let localize = Workplace::get().goal("localize");
    let finished = build(&fixture.folder, &[&localize, "-pl", "lib,app", "-am"], 0);
    says(&finished, "faultline run records this build as a whole");
    says(&finished, "5 tests: 4 passed, 1 failed");
    assert_eq!(rows(&fixture.recordings()).len(), 5);
    assert_eq!(rows(&fixture.folder.join("app/.faultline")), [""; 0], "recorded twice");
    let mut run = Workplace::get().under_run();
    maven(run.args(["test", "-pl", "lib"]), &fixture.folder).expect_code(0);
    assert_eq!(rows(&fixture.recordings()).len(), 2);
}

#[test]
fn integration_tests_and_an_arg_line_of_the_command_line_are_recorded() {
    let (fixture, expected) = fixture("failsafe", "failsafe");
    let arguments: Vec<_> = expected.command[1..].iter().map(String::as_str).collect();
    // A JVM configured by the build gets the agent too.
    let jvm = format!("-Djvm={}", java().display());
    let finished = build(&fixture.folder, &[&arguments[..], &[jvm.as_str()]].concat(), expected.exit);
    is_recorded(&fixture.recordings(), &fixture, &expected);
    says(&finished, "no test failed, so nothing is suspicious");
    says(&finished, "all 3 rules hold");

    // Rules by -D, applied to the earlier recording.
    let check = Workplace::get().goal("check");
    let rules = ["-Dfaultline.rules=ddu>=0.99,failed<=0,tests at least 3"];
    let finished = build(&fixture.folder, &[&[check.as_str()], &rules[..]].concat(), 1);
    let errors = errors(&finished);
    assert!(errors[0].starts_with("ddu>=0.99 is violated: ddu of the suite is 0.08"), "{errors:?}");
    assert!(errors[1].starts_with("tests>=3 is violated: tests of the suite is 2"), "{errors:?}");
    assert!(errors[2].contains("2 rules are not kept"), "{errors:?}");
    let finished =
        build(&fixture.folder, &[&[check.as_str(), "-Dfaultline.check.warnOnly"], &rules[..]].concat(), 0);
    says(&finished, "[WARNING] ddu>=0.99 is violated: ddu of the suite is 0.08");

    // Without the plugin the pom's @{itArgLine} keeps its meaning.
    let finished =
        build(&fixture.folder, &["verify", "-Dfaultline.skip", "-DargLine=-Dfixture.flag=given"], 0);
    says(&finished, "faultline.skip is set");

    // Skipped tests are neither an error nor a failure.
    let finished = build(&fixture.folder, &["verify", "-DskipTests"], 0);
    says(&finished, "the tests of failsafe were skipped: nothing to say");
}

#[test]
fn tests_in_mavens_own_jvm_are_refused_by_a_goal_and_recorded_by_localize() {
    let (fixture, _) = fixture("failsafe", "unforked");
    let unforked = ["-DforkCount=0", "-Dfixture.flag=given"];
    let rank = Workplace::get().goal("rank");
    let finished = build(&fixture.folder, &[&["test", rank.as_str()], &unforked[..]].concat(), 1);
    says(&finished, "ran in Maven's own JVM (forkCount 0), where no goal can add an agent");

    let localize = Workplace::get().goal("localize");
    build(&fixture.folder, &[&[localize.as_str()], &unforked[..]].concat(), 0);
    assert_eq!(rows(&fixture.recordings()), ["counts(org.example.CounterTest)"]);
}

#[test]
fn a_build_that_recorded_nothing_says_why() {
    let (fixture, _) = fixture("own-argline", "nothing");
    let (rank, localize) = (Workplace::get().goal("rank"), Workplace::get().goal("localize"));
    let finished = build(&fixture.folder, &[&localize, "-Dmaven.compiler.release=99"], 1);
    says(&finished, "no test was recorded: the build itself failed");
    let finished = build(&fixture.folder, &["test-compile", &rank], 1);
    says(&finished, ": the goal prepare-agent must run before the tests, or run them by mvn io.faultline:");
    // Reported before the tests run, instead of afterwards.
    let finished = build(&fixture.folder, &[&localize, "-Dfaultline.level=chapter"], 1);
    says(&finished, "invalid value 'chapter' for '--level <LEVEL>'");
    assert!(!finished.stdout.contains("T E S T S"), "{}", finished.stdout);
}

#[test]
fn a_released_plugin_fetches_the_program_from_where_it_came_itself() {
    let (fixture, expected) = fixture("own-argline", "released");
    let repository = released_plugin();
    let workplace = Workplace::with_remote("released-alone", &repository);
    let localize = workplace.goal("localize");

    let finished = build_at(&workplace, &fixture.folder, &[&localize], 1);
    let platform = format!("linux-{}", std::env::consts::ARCH);
    let artefact = format!("io.faultline:faultline-program:exe:{platform}:{}", workplace.version());
    says(
        &finished,
        &format!("faultline's program for {platform} is missing: Could not find artifact {artefact} in "),
    );
    says(&finished, &format!("artifact {artefact} in ours (file://{})", repository.display()));
    says(
        &finished,
        "; name a repository that has it among <pluginRepositories>, or the program itself by -Dfaultline.program=/path/to/faultline -> [Help 1]",
    );

    // The suggested remedies work: an explicit program, ...
    let program = format!("-Dfaultline.program={}", Dist::find().executable().display());
    let finished = build_at(&workplace, &fixture.folder, &[&localize, &program], 0);
    says(&finished, "Sum.twice");

    // ... or a repository with the program, after which no option is needed.
    add_program(&repository, &repository.with_file_name("programs"));
    let workplace = Workplace::with_remote("released-whole", &repository);
    let finished = build_at(&workplace, &fixture.folder, &[&localize], 0);
    is_recorded(&fixture.recordings(), &fixture, &expected);
    says(&finished, "Sum.twice");
    build_at(&workplace, &fixture.folder, &[&localize, "-o"], 0);
}

#[test]
fn history_and_budget_know_the_repository_and_the_modules_sources() {
    let (fixture, _) = fixture("reactor", "history");
    for arguments in [
        &["init", "-q"][..],
        &["add", "."],
        &["-c", "user.name=A", "-c", "user.email=a@b.c", "commit", "-q", "-m", "Fix the bill"],
    ] {
        run(Command::new("git").args(arguments), &fixture.folder).expect_code(0);
    }
    let (history, budget) = (Workplace::get().goal("history"), Workplace::get().goal("budget"));
    let json = "-Dfaultline.budget.json=budget.json";
    let finished = build(&fixture.folder, &[&history, &budget, "-Dfaultline.total=60s", json], 0);
    says(&finished, "main/java/org/example/app/Bill.java");

    let report: serde_json::Value = serde_json::from_str(&fixture.text("budget.json")).expect("JSON");
    let classes = report["classes"].as_array().expect("classes");
    let seconds: u64 = classes.iter().map(|class| class["seconds"].as_u64().expect("whole seconds")).sum();
    assert_eq!((classes.len(), seconds), (5, 60), "{report}");

    // A fake generator in place of EvoSuite records its arguments.
    let finished = build(&fixture.folder, &[&budget, "-Dfaultline.total=60s", "-Dfaultline.run"], 1);
    says(&finished, "no module is compiled; run mvn compile io.faultline:");
    let command = "-Dfaultline.command=echo {class}:{class_path} > {out}/class-path";
    build(&fixture.folder, &["compile", &budget, "-Dfaultline.total=60s", "-Dfaultline.run", command], 0);
    let class_path = fixture.text("budget-run/tests/org.example.app.Bill/class-path");
    let entries: Vec<_> = class_path.trim().split(':').skip(1).collect();
    assert!(entries[0].ends_with("/lib/target/classes"), "{class_path}");
    assert!(entries.iter().any(|entry| entry.ends_with("/apiguardian-api-1.1.2.jar")), "{class_path}");
    assert_eq!(entries.len(), 6, "five modules and a jar, no test's: {class_path}");
    build(&fixture.folder, &[&budget, "-Dfaultline.resume"], 0);

    // Paths of recordings are relative to the folder of the build.
    let (total, spectrum) = ("-Dfaultline.total=60s", "-Dfaultline.inputs=nowhere/a,nowhere/b.flt");
    let finished = build(&fixture.folder, &[&budget, total, spectrum], 1);
    says(&finished, &fixture.folder.join("nowhere/a").display().to_string());
    // EvoSuite's options: the command line refuses the metric before anything else.
    let (new_run, fetch) = (["-Dfaultline.run", "-Dfaultline.out=other"], ["-Dfaultline.fetch", "-X"]);
    let metric =
        [&budget, total, new_run[0], new_run[1], "-Dfaultline.metric=nonsense", spectrum, fetch[0], fetch[1]];
    let finished = build(&fixture.folder, &metric, 1);
    says(&finished, "'nonsense'");
    let command = finished
        .stdout
        .lines()
        .find(|line| line.contains("faultline budget ") && line.contains(" --repo"))
        .expect("its command");
    assert!(command.contains("nowhere/b.flt") && command.contains(" --fetch"), "{command}");
}

#[test]
fn the_help_lists_the_goals_and_a_goals_parameters() {
    let (fixture, _) = fixture("own-argline", "help");
    let help = Workplace::get().goal("help");
    let finished = build(&fixture.folder, &[&help], 0);
    for goal in [
        "prepare-agent",
        "prepare-agent-integration",
        "localize",
        "rank",
        "suite",
        "select",
        "check",
        "aggregate",
        "history",
        "budget",
    ] {
        says(&finished, &format!("faultline:{goal}\n"));
    }
    let finished = build(&fixture.folder, &[&help, "-Ddetail", "-Dgoal=check"], 0);
    says(&finished, "User property: faultline.rules");
}

#[test]
fn all_parts_have_one_version() {
    let version = Workplace::get().version();
    for pom in ["maven/pom.xml", "java-agent/agent/pom.xml"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(pom);
        let text = fs::read_to_string(&path).expect("a pom can be read");
        let own = text.split("<version>").nth(1).and_then(|rest| rest.split('<').next());
        assert_eq!(own, Some(version), "{pom}");
    }
}
