//! The baseline that the Maven plugin keeps, and what it is for.

use std::fs;

use super::{Fixture, Workplace, build, fixture, rows, says};
use faultline_tests::{Dist, run};

const SUM: &str = "src/main/java/org/example/Sum.java";

fn edit(fixture: &Fixture, path: &str, from: &str, to: &str) {
    let text = fixture.text(path);
    assert!(text.contains(from), "{from} is not in {path}:\n{text}");
    fs::write(fixture.folder.join(path), text.replace(from, to)).expect("a file can be written");
}

/// What a command says of the recordings of the project.
fn answer(fixture: &Fixture, arguments: &[&str]) -> String {
    let done = run(&mut Dist::find().command(arguments), &fixture.folder);
    done.expect_code(0);
    done.stdout
}

#[test]
fn only_affected_tests_run_and_a_red_build_is_kept_as_well() {
    let (fixture, _) = fixture("own-argline", "kept-baseline");
    edit(&fixture, "pom.xml", "<argLine>", "<argLine>@{argLine} ");
    edit(&fixture, SUM, "one * one", "one + one");
    let (prepare, localize) = (Workplace::get().goal("prepare-agent"), Workplace::get().goal("localize"));
    let affected = [&prepare, "test", "-Dfaultline.affected"];
    let (adds, doubles) = ("adds(org.example.SumTest)", "doubles(org.example.SumTest)");

    let first = build(&fixture.folder, &[&prepare, "test"], 0);
    says(&first, "faultline: kept 2 tests; 2 tests with a pass in the baseline");
    let none = build(&fixture.folder, &affected, 0);
    says(&none, "Tests run: 0");
    assert!(!none.stdout.contains("faultline: kept"), "no test ran: {}", none.stdout);
    edit(&fixture, SUM, "one + other", "other + one");
    build(&fixture.folder, &affected, 0);
    assert_eq!(rows(&fixture.recordings()), [adds]);

    // The failing test ends the build before any goal could read the recording.
    edit(&fixture, SUM, "one + one", "one * one");
    let red = build(&fixture.folder, &[&affected[..], &["-Dfaultline.rerunFailed=2"]].concat(), 1);
    says(&red, "kept 1 test; 2 tests with a pass in the baseline");
    says(&red, "1 failing test is not run again: code that it runs has changed since it passed");
    assert_eq!(rows(&fixture.recordings()), [doubles]);
    let ranked = answer(&fixture, &["rank", "--no-history"]);
    assert!(ranked.contains("Since org.example.SumTest#doubles last passed"), "{ranked}");

    // The same by one line without any change of the pom.
    edit(&fixture, "pom.xml", "@{argLine} ", "");
    let options = ["-Dfaultline.affected", "-Dfaultline.rerunFailed=1"];
    let again = build(&fixture.folder, &[&[localize.as_str()], &options[..]].concat(), 0);
    assert!(again.stderr.contains("2 tests (1 passed, 1 failed)"), "the pom has changed: {}", again.stderr);
    says(&again, "Since org.example.SumTest#doubles last passed");
    let third = build(&fixture.folder, &[&[localize.as_str()], &options[..]].concat(), 0);
    assert!(third.stderr.contains("1 test (1 failed)"), "{}", third.stderr);
}

#[test]
fn modules_keep_baselines_and_the_top_compares_the_whole_build() {
    let (fixture, _) = fixture("reactor", "kept-baseline-reactor");
    let verify = ["-T", "2", "verify"];
    edit(&fixture, "lib/src/main/java/org/example/lib/Money.java", "cents + factor", "cents * factor");
    build(&fixture.folder, &verify, 0);
    let main = fixture.folder.join("main.flb").display().to_string();
    answer(&fixture, &["baseline", "export", &main]);
    let shown = answer(&fixture, &["baseline", "show", "main.flb"]);
    assert!(shown.contains("7 tests, 7 with a pass"), "{shown}");

    // A checkout without a baseline takes the one from elsewhere. What the named module ran is unchanged.
    for module in [".", "lib", "app", "shop", "modular"] {
        fs::remove_file(fixture.folder.join(module).join(".faultline/baseline.flb")).expect("a baseline");
    }
    edit(&fixture, "app/src/main/java/org/example/app/Bill.java", "pieces == 1", "1 == pieces");
    let options = ["-Dfaultline.affected", "-Dfaultline.baseline=main.flb"];
    build(&fixture.folder, &[&verify[..], &options].concat(), 0);
    let mut ran = rows(&fixture.recordings());
    ran.sort();
    assert_eq!(
        ran,
        [
            "[engine:junit-jupiter]/[class:org.example.app.BillTest]/[method:fails()]",
            "[engine:junit-jupiter]/[class:org.example.app.BillTest]/[method:sums()]",
        ]
    );
    edit(&fixture, "lib/src/main/java/org/example/lib/Money.java", "cents * factor", "cents + factor");
    let red = build(&fixture.folder, &[&verify[..], &options[..1]].concat(), 0);
    says(&red, "Since org.example.app.BillTest#fails last passed");
    let refused = build(&fixture.folder, &[&verify[..], &["-Dfaultline.baseline=none.flb"]].concat(), 1);
    says(&refused, "none.flb");
}
