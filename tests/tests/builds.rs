//! Records whole small builds, and compares every row and covered line with the build's expectations.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use faultline_flt::{FormatError, recordings_in};
use faultline_spectrum::{FlakyPolicy, InitialiserPolicy, Outcome, Outcomes, Spectrum};
use faultline_tests::{Dist, ExpectedBuild, Fixture, Markers, Matrix, Report, maven};

/// Runs a build under `faultline run` and compares what was recorded with what it says.
#[track_caller]
fn records_what_it_says(name: &str) {
    let fixture = Fixture::copy(&format!("builds/{name}"), env!("CARGO_TARGET_TMPDIR"));
    records_in(name, &fixture, &[]);
    if WITH_ELEMENTS.contains(&name) {
        // What the first run compiled is used again.
        records_in(name, &fixture, &["--elements", "lines,branches,returns"]);
        if name != NO_ROOM {
            outcomes_are_on_covered_lines(name, &fixture);
        }
    }
}

/// Builds that are also recorded with outcomes of conditions and calls: everything about lines still holds.
const WITH_ELEMENTS: [&str; 9] = [
    "parallel",
    "threads-of-tests",
    "initialisers",
    "failed-initialisers",
    "fixtures-jupiter",
    "coroutines",
    "kotlin",
    NO_ROOM,
    "inline-mocks",
];
/// Its methods have no room for anything but lines.
const NO_ROOM: &str = "huge-methods";

/// Checks that no test has an outcome on a line that it does not cover.
#[track_caller]
fn outcomes_are_on_covered_lines(name: &str, fixture: &Fixture) {
    let (recordings, _) = faultline_flt::read_dir(&fixture.recordings()).expect("recordings");
    let spectrum = Spectrum::merge(&recordings, InitialiserPolicy::All).expect("a spectrum");
    let outcomes = Outcomes::merge(&recordings, InitialiserPolicy::All).expect("outcomes");
    assert!(!outcomes.is_empty(), "{name}: nothing came of it");
    let mut came = 0;
    for (row, test) in spectrum.tests.iter().enumerate() {
        for column in outcomes.coverage.ones(row) {
            let line = outcomes.columns[column].element.index();
            let words = outcomes.words(column);
            assert!(
                spectrum.coverage.get(row, line),
                "{name}: {} has {words} of a line it has not",
                test.unique_id
            );
            came += 1;
        }
    }
    assert!(came > 0, "{name}: no test brought anything about");
}

#[track_caller]
fn records_in(name: &str, fixture: &Fixture, options: &[&str]) {
    let expected: ExpectedBuild =
        toml::from_str(&fixture.text("expected.toml")).unwrap_or_else(|e| panic!("{name}: {e}"));
    for step in &expected.prepare {
        maven(Command::new(&step[0]).args(&step[1..]), &fixture.folder).expect_code(0);
    }

    let mut run = Dist::find().command(&["run"]);
    run.args(&expected.options).args(options).arg("--").args(&expected.command);
    let finished = maven(&mut run, &fixture.folder);
    finished.expect_code(expected.exit);

    let mut matrix = Matrix::read(&fixture.recordings());
    if !options.is_empty() {
        // Long methods have incomplete outcomes, which the recording notes.
        matrix.notes.retain(|note| !note.to_string().contains("not all outcomes are recorded"));
    }
    let markers = Markers::of_sources(&fixture.folder);
    assert!(!markers.lines.is_empty(), "{name} has no markers, so it would test nothing");
    let differences = matrix.differences(&expected, &markers);
    assert!(differences.is_empty(), "{name}:\n{differences}--- stderr\n{}", finished.stderr);

    // The build's own reports match the rows, and there are no other findings.
    let doctor =
        faultline_tests::run(Dist::find().command(&["doctor"]).env_remove("JAVA_HOME"), &fixture.folder);
    assert!(!doctor.stdout.contains("error "), "{name}: {}", doctor.stdout);

    tells_its_launch(fixture);
    if let Some(flaky) = &expected.flaky {
        are_flaky(fixture, &flaky.iter().map(|name| &*expected.rows[name].id).collect::<Vec<_>>());
    }
    for row in expected.rows.values().filter(|row| row.outcome == "failed" && row.name.is_some()) {
        let names = [Some(&row.id), row.name.as_ref(), row.display.as_ref()];
        for name in names.into_iter().flatten().filter(|name| !name.is_empty()) {
            is_found_by(fixture, &row.id, name);
        }
    }
    for thrown_at in expected.rows.values().filter_map(|row| row.thrown_at.as_deref()) {
        is_thrown_at(fixture, thrown_at);
    }
}

/// Checks that every JVM with tests records how it was started: enough to find the test classes and the launcher again.
#[track_caller]
fn tells_its_launch(fixture: &Fixture) {
    let (recordings, _) = faultline_flt::read_dir(&fixture.recordings()).expect("recordings");
    let ran = recordings.iter().filter(|of| of.tests.iter().any(|test| test.outcome != Outcome::Skipped));
    for recording in ran {
        let launch = recording.launch.as_ref().expect("a launch");
        let of_java = Path::new(&launch.java);
        assert!(of_java.is_file() && of_java.ends_with("bin/java"), "{launch:?}");
        assert!(Path::new(&launch.folder).starts_with(&fixture.folder), "{launch:?}");
        assert!(!launch.arguments.iter().any(|argument| argument.contains("faultline-agent")), "{launch:?}");
        let places: Vec<&str> =
            launch.class_path.split(':').chain(launch.launcher.iter().map(String::as_str)).collect();
        let is_platform = recording.tests.iter().any(|test| test.unique_id.starts_with("[engine:"));
        if is_platform && !launch.arguments.iter().any(|argument| argument.contains("classworlds")) {
            assert!(places.iter().any(|place| place.contains("junit-platform-launcher")), "{launch:?}");
        }
        let own = ["java.", "sun.", "jdk.", "user.", "surefire."];
        let told = launch.properties.iter().find(|(name, _)| own.iter().any(|own| name.starts_with(own)));
        assert_eq!(told, None);
    }
}

/// Checks that exactly these tests, by id, ran again with another outcome.
#[track_caller]
fn are_flaky(fixture: &Fixture, ids: &[&str]) {
    let (mut recordings, _) = faultline_flt::read_dir(&fixture.recordings()).expect("recordings");
    assert_eq!(FlakyPolicy::Last.apply(&mut recordings).flaky, ids);
}

/// Checks that `--failing` accepts the row's name, possibly with other rows.
#[track_caller]
fn is_found_by(fixture: &Fixture, id: &str, name: &str) {
    let mut rank = Dist::find().command(&["rank", "--json", "--failing", name]);
    let ranked = faultline_tests::run(&mut rank, &fixture.folder);
    let value: serde_json::Value = serde_json::from_str(&ranked.stdout)
        .unwrap_or_else(|e| panic!("--failing {name:?}: {e}: {}", ranked.stderr));
    let failing = value["groups"][0]["failing"].as_array().expect("failing tests");
    assert!(failing.iter().any(|test| test["id"] == id), "--failing {name:?} gives {failing:?}");
}

/// Checks where the only failure left the project's code, in rankings and in an export.
#[track_caller]
fn is_thrown_at(fixture: &Fixture, frame: &str) {
    let (place, source) = frame.split_once('(').expect("a frame as Java prints it");
    let report = Report::ranked(&Dist::find(), fixture, "ochiai+trace", &[]);
    let group = report.only_group();
    let site = group.thrown_at.as_ref().expect("a throw site");
    assert_eq!(format!("{}.{}", site.class, site.method), place);
    assert_eq!(site.line.map(|line| format!("{line})")).as_deref(), source.split(':').nth(1));
    let first = group.suspects.iter().filter(|suspect| suspect.parts.frame == Some(1));
    let first: Vec<_> = first
        .map(|method| format!("{}.{}", method.class, method.method.as_deref().unwrap_or_default()))
        .collect();
    assert!(first.iter().any(|method| method == place), "{place} is not the first frame, but {first:?}");

    let mut export = Dist::find().command(&["export", "--format", "gzoltar", "--out", "exported"]);
    faultline_tests::run(&mut export, &fixture.folder).expect_code(0);
    let tests = fixture.text("exported/tests.csv");
    assert!(tests.contains(&format!(" at {frame}")), "{frame} is not in\n{tests}");
}

macro_rules! builds {
    ($($sentence:ident: $folder:literal,)*) => {
        $(
            #[test]
            fn $sentence() {
                records_what_it_says($folder);
            }
        )*

        const FOLDERS: &[&str] = &[$($folder),*];
    };
}

#[test]
fn a_class_that_jvms_of_one_build_have_in_common_need_not_stand_in_each_of_their_files() {
    let copy = "forked-twice-shared";
    let fixture = Fixture::copy_as("builds/forked-twice", env!("CARGO_TARGET_TMPDIR"), copy);
    records_in("forked-twice", &fixture, &[]);
    let alone = fixture.folder.join("alone");
    let refers = |file: &&PathBuf| {
        let _ = fs::remove_dir_all(&alone);
        fs::create_dir(&alone).expect("a folder can be made");
        let copy = alone.join("1.flt");
        fs::copy(file, &copy).expect("a recording can be copied");
        matches!(faultline_flt::read(&copy), Err(FormatError::Apart { classes: 1, .. }))
    };
    let files = recordings_in(&fixture.recordings()).expect("recordings");
    let referring = files.iter().filter(refers).count();
    // Two JVMs start at once, the third when one of them has ended.
    assert!((1..=2).contains(&referring), "{referring} of {} files refer to another", files.len());
}

/// A class changed by another agent is identified by its file, which mutants and grown tests search for.
#[test]
fn another_agent_leaves_classes_what_they_are() {
    let copy = |name: &str| Fixture::copy_as("builds/inline-mocks", env!("CARGO_TARGET_TMPDIR"), name);
    let classes = |fixture: &Fixture| {
        let (recordings, _) = faultline_flt::read_dir(&fixture.recordings()).expect("recordings");
        let all = recordings.iter().flat_map(|recording| &recording.classes);
        all.map(|class| (class.name.clone(), class.hash, class.methods.clone(), class.slots.clone()))
            .collect::<BTreeSet<_>>()
    };
    let recorded = |fixture: &Fixture, arguments: &[&str]| {
        let mut run = Dist::find().command(&["run", "--", "mvn", "-B", "-ntp", "test"]);
        maven(run.args(arguments), &fixture.folder).expect_code(0);
        classes(fixture)
    };
    let alone = recorded(&copy("without-jacoco"), &["-Dother.agent=-ea"]);
    assert!(!alone.is_empty());
    // The build has JaCoCo's agent after ours.
    assert_eq!(recorded(&copy("before-jacoco"), &[]), alone);

    let fixture = copy("behind-jacoco");
    let (agent, folder) = (Dist::find().agent(), fixture.folder.display());
    let ours = format!(
        "-Dmore.agents=-javaagent:{}=dir={},root={folder}",
        agent.display(),
        fixture.recordings().display()
    );
    maven(Command::new("mvn").args(["-B", "-ntp", "test", &ours]), &fixture.folder).expect_code(0);
    assert_eq!(classes(&fixture), alone);
}

/// TestNG 6 reports the start of a fixture differently.
#[test]
fn fixtures_of_older_testng_belong_to_the_same_tests() {
    for version in ["6.9.10", "6.14.3"] {
        let name = format!("fixtures-testng-{version}");
        let fixture = Fixture::copy_as("builds/fixtures-testng", env!("CARGO_TARGET_TMPDIR"), &name);
        let pom = fixture.text("pom.xml").replace("7.12.0", version);
        fs::write(fixture.folder.join("pom.xml"), pom).expect("the copy's pom");
        records_in(&name, &fixture, &[]);
    }
}

/// Tests of a class wait for the thread that initialises it, or start afterwards.
#[test]
fn static_fields_belong_to_tests_that_run_at_the_same_time() {
    records_in_parallel("static-fields");
}

/// Tests with inlined functions of the project.
#[test]
fn inlined_lines_belong_to_tests_that_run_at_the_same_time() {
    records_in_parallel("kotlin");
}

/// Runs a build of Jupiter's tests four at a time.
#[track_caller]
fn records_in_parallel(build: &str) {
    let name = format!("{build}-parallel");
    let fixture = Fixture::copy_as(&format!("builds/{build}"), env!("CARGO_TARGET_TMPDIR"), &name);
    let resources = fixture.folder.join("src/test/resources");
    fs::create_dir_all(&resources).expect("a folder can be made");
    let parallel = "junit.jupiter.execution.parallel.enabled = true\n\
        junit.jupiter.execution.parallel.mode.default = concurrent\n\
        junit.jupiter.execution.parallel.config.strategy = fixed\n\
        junit.jupiter.execution.parallel.config.fixed.parallelism = 4\n";
    fs::write(resources.join("junit-platform.properties"), parallel).expect("a file can be written");
    records_in(&name, &fixture, &[]);
}

builds! {
    junit_3_without_junit_4_on_the_class_path: "junit3",
    junit_4_tests_chosen_by_group: "groups",
    junit_4_runners_and_tests_with_two_errors: "junit4-runners",
    iterations_of_spock_are_rows_beside_their_feature: "spock",
    tests_of_kotest_have_names_of_their_own: "kotest",
    tests_of_scalatests_engine_that_ends_them_by_other_descriptors: "scalatest",
    cucumber_jqwik_and_archunit_on_the_platform: "engines",
    scenarios_of_cucumbers_runner_name_their_feature: "cucumber-junit4",
    jupiters_templates_of_classes_retries_and_suites: "jupiter-zoo",
    reports_in_phrases_are_no_tests_without_rows: "phrased",
    junit_3_and_4_with_parameters_fixtures_and_assumptions: "junit4",
    jupiter_5_with_templates_nested_and_dynamic_tests: "jupiter",
    jupiter_6_on_java_17_with_records_and_sealed_types: "jupiter6",
    testng_with_data_providers_fixtures_and_skips: "testng",
    testng_with_parameters_of_a_suite: "parameters-testng",
    vintage_and_jupiter_in_one_build: "vintage-jupiter",
    a_build_with_its_own_arg_line_keeps_it: "own-argline",
    a_build_that_forks_for_every_class: "forked-twice",
    jvms_that_are_to_write_archives_of_classes_start_and_record: "class-archives",
    a_build_of_two_modules: "multi-module",
    two_modules_with_tests_of_equal_names: "equal-names",
    a_build_that_runs_its_tests_in_mavens_own_jvm: "fork-count-zero",
    tests_that_run_at_the_same_time_have_their_own_lines: "parallel",
    tests_that_begin_on_the_stack_of_others_are_rows_of_their_own: "nested-starts",
    threads_that_inherit_no_thread_locals_run_for_the_test_that_made_them: "threads-of-tests",
    what_threads_older_than_the_first_overlap_run_later_is_nobodys: "old-threads",
    tests_that_tests_run_on_other_threads_are_no_rows: "nested-runs",
    threads_of_tests_that_timed_out_go_on_for_nobody: "timed-out",
    threads_of_testngs_tests_that_timed_out_go_on_for_nobody: "timed-out-testng",
    tasks_of_coroutines_that_timed_out_go_on_for_nobody: "timed-out-coroutines",
    coroutines_run_for_the_test_that_launched_them: "coroutines",
    tasks_in_loops_pools_and_actors_of_libraries_run_for_their_tests: "library-executors",
    junit_4_methods_and_classes_that_surefire_runs_in_parallel: "parallel-junit4",
    testng_methods_and_classes_in_parallel: "parallel-testng",
    instances_of_testngs_factories_and_rows_in_parallel_have_the_same_ids_in_each_run: "factories-testng",
    classes_that_mocks_and_another_agent_change_before_and_after_tests_overlap: "inline-mocks",
    what_runners_and_instances_run_as_they_are_made_belongs_to_their_tests: "made-before",
    what_instances_and_factories_of_testng_run_as_they_are_made_belongs_to_their_tests: "made-before-testng",
    junit_core_on_a_plain_command_line: "plain-java",
    fixtures_of_junit_3_and_4_classes_and_suites_belong_to_all_of_their_tests: "fixtures-junit4",
    fixtures_of_testng_belong_to_the_tests_they_are_run_for: "fixtures-testng",
    fixtures_of_jupiter_classes_belong_to_all_of_their_tests: "fixtures-jupiter",
    groovy_with_closures_default_arguments_and_dynamic_calls: "groovy",
    scala_with_matches_traits_lazy_values_and_closures: "scala",
    classes_of_one_name_in_loaders_of_their_own: "two-loaders",
    two_jvms_that_run_several_test_classes_each: "forks-reused",
    classes_that_cannot_be_set_up_are_failed_rows: "class-failures",
    a_test_that_runs_out_of_memory_fails_although_no_listener_is_told: "out-of-memory",
    a_server_that_an_integration_test_starts_has_a_file_of_its_own: "failsafe-server",
    kotlins_inlined_lines_belong_to_their_own_file: "kotlin",
    reruns_of_failed_tests_are_rows_of_their_own: "reruns",
    static_initialisers_belong_to_every_test_that_touches_the_class: "initialisers",
    classes_that_cannot_be_initialised_fail_all_their_tests_by_the_same_lines: "failed-initialisers",
    methods_without_room_for_a_probe_at_each_line: "huge-methods",
    static_fields_of_test_classes_belong_to_all_of_their_tests: "static-fields",
    springs_contexts_belong_to_all_tests_that_use_them: "spring",
    tests_that_are_patched_into_a_module: "modules",
    texts_of_values_in_messages_of_failures_are_nobodys: "messages",
}

#[test]
fn every_folder_of_builds_is_run() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("builds");
    for entry in std::fs::read_dir(folder).expect("the builds are there") {
        let name = entry.expect("a folder can be listed").file_name();
        assert!(FOLDERS.iter().any(|&f| name == *f), "no test runs builds/{}", name.display());
    }
}
