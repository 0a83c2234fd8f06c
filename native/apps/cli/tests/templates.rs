//! Hostile values of recordings and repositories in the commands of `faultline commits --bisect` and
//! `faultline budget --command`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::repository::{Commits, git};
use crate::support::{Done, Scratch, class, recording, test, thrown};
use faultline_spectrum::{Outcome, RecordedTest};

const MAIN: &str = "src/main/java/org/example/Foo.java";

/// Names that a shell would interpret. The file `canary` appears only if a name is executed.
const HOSTILE: [&str; 10] = [
    "Foo$Bar",
    "Foo; touch canary #",
    "$(touch canary)",
    "`touch canary`",
    "' ; touch canary ; '",
    "\"; touch canary; \"",
    "&& touch canary",
    "-rf two  blanks",
    "a\n touch canary\n",
    "\u{1f600} \\ %PATH% !PATH! *",
];

/// A repository with one commit, and a recording of these failing tests.
fn broken(name: &str, tests: &[(&str, &str)]) -> Scratch {
    let scratch = Scratch::new(name);
    let source = "package org.example;\nclass Foo {\n  int m(int a) {\n    return a;\n  }\n}\n";
    Commits::default().commit(1, "a@b", "Begin").file(MAIN, source).import(&scratch.0);
    git(&scratch.0, &["reset", "-q", "--hard"], "");
    let failed = |(at, (class, method)): (u32, &(&str, &str))| {
        let failed = test(at, method, Outcome::Failed, &[(0, &[0])]);
        let failed = RecordedTest { class: (*class).to_owned(), ..failed };
        thrown(failed, "java.lang.AssertionError", "org.example.FooTest", "adds", 9)
    };
    let recorded = class(0, "org.example.Foo", &[("m", "(I)I")], &[(0, 4)]);
    scratch.record("1", &recording(vec![recorded], (0..).zip(tests).map(failed).collect()));
    scratch
}

fn bisect(scratch: &Scratch, command: &[&str]) -> Done {
    scratch.run(&[&["commits", "--bisect", "--"], command].concat())
}

/// The result of a successful bisection by the command, at the only commit.
fn bisected(scratch: &Scratch, command: &[&str]) -> Done {
    let done = bisect(scratch, command);
    assert_eq!(done.code, Some(0), "{done:?}");
    done
}

#[test]
fn a_tests_name_in_a_shells_text_is_refused_and_not_run() {
    let scratch = Scratch::new("canary");
    let canary = scratch.path("canary");
    let hostile = format!("org.example.FooTest; touch '{}'; exit 1 #", canary.display());
    let broken = broken("hostile test", &[(&hostile, "adds")]);
    for command in [
        &["sh", "-c", "true {tests}"][..],
        &["sh", "-c", "true '{tests}'"],
        &["sh", "-c", "true \"{classes}\""],
        &["bash", "-lc", "{tests}"],
        &["env", "A=b", "/bin/sh", "-e", "-c", "true {classes}"],
        &["sh", "-c", "eval \"$1\"", "sh", "true {tests}"],
    ] {
        let done = bisect(&broken, command);
        assert!(!canary.exists(), "{command:?} ran a test's name");
        let error = done.error(2);
        for part in
            ["sh -c 'mvn test -Dtest=\"$1\"' sh {tests}", "sh -c 'mvn test -Dtest=\"$FAULTLINE_TESTS\"'"]
        {
            assert!(error.contains(part), "{part} is not in: {error}");
        }
    }
}

#[test]
fn a_tests_name_reaches_a_script_as_an_argument_and_in_the_environment() {
    let broken = broken("nested", &[("org.example.FooTest$Inner", "is it")]);
    let (test, class) = ("org.example.FooTest$Inner#is it", "org.example.FooTest$Inner");
    let script = "printf '%s|' \"$#\" \"$1\" \"$FAULTLINE_TESTS\" \"$FAULTLINE_CLASSES\"; exit 1";
    let done = bisected(&broken, &["sh", "-c", script, "sh", "{tests}"]);
    assert!(done.out.contains(&format!("1|{test}|{test}|{class}|")), "{}", done.out);
    let words = "printf '%s|' \"$@\"; exit 1";
    let done = bisected(&broken, &["sh", "-c", words, "sh", "-Dtest={tests}", "--tests", "{tests}"]);
    assert!(done.out.contains(&format!("-Dtest={test}|--tests|{class}.is it|")), "{}", done.out);
}

/// The value that a script receives for one failing test, as an argument and in the environment.
fn given(class: &str, method: &str) -> String {
    let broken = broken("hostile names", &[(class, method)]);
    let script =
        "printf '%s' \"$1\" > \"$2/argument\"; printf '%s' \"$FAULTLINE_TESTS\" > \"$2/variable\"; exit 1";
    let folder = broken.0.to_str().unwrap();
    let done = bisect(&broken, &["sh", "-c", script, "sh", "{tests}", folder]);
    assert_eq!(done.code, Some(0), "{done:?}");
    assert!(!broken.path("canary").exists(), "{class}#{method} was run");
    let [argument, variable] =
        ["argument", "variable"].map(|file| fs::read_to_string(broken.path(file)).unwrap());
    assert_eq!(argument, variable);
    argument
}

#[test]
fn hostile_names_of_tests_stay_names() {
    // Characters that Surefire would split at or expand become `?`.
    let is_sign = |c: char| c.is_control() || ",#+*?!%[]{}\\\"".contains(c);
    for name in HOSTILE {
        let plain: String = name.chars().map(|c| if is_sign(c) { '?' } else { c }).collect();
        assert_eq!(given(&format!("T{name}"), "adds"), format!("T{plain}#adds"));
        let method = given("org.example.FooTest", name);
        let whole = format!("org.example.FooTest#{plain}");
        // A parenthesis starts a method's parameters.
        let known = name.split_once('(').map(|(of, _)| format!("org.example.FooTest#{of}+{of}(*"));
        assert_eq!(method, known.unwrap_or(whole));
    }
}

#[test]
fn an_option_in_the_place_of_a_test_is_refused() {
    let broken = broken("option", &[("--init-script=evil.gradle", "adds")]);
    let error = bisect(&broken, &["./gradlew", "test", "{classes}"]).error(1);
    assert!(error.contains("begins with a dash"), "{error}");
}

/// A repository whose second commit replaces a test's source, or its folder, with a link; the third commit
/// has the source.
fn linked(at: &str, to: &Path) -> Scratch {
    let scratch = broken("links", &[("org.example.FooTest", "adds")]);
    let commit = |message: &str| {
        git(&scratch.0, &["add", "-A", "src"], "");
        git(&scratch.0, &["-c", "user.name=c", "-c", "user.email=c@d", "commit", "-qm", message], "");
    };
    let link = scratch.path(at);
    fs::create_dir_all(link.parent().unwrap()).unwrap();
    std::os::unix::fs::symlink(to, &link).unwrap();
    commit("A link");
    fs::remove_file(&link).unwrap();
    scratch.file("src/test/java/org/example/FooTest.java", "theirs\n");
    commit("A source");
    scratch
}

#[test]
fn a_source_of_a_test_is_not_written_through_a_link_of_a_commit() {
    let outside = Scratch::new("outside");
    let victim = outside.file("victim.java", "mine\n");
    let bisect = |scratch: &Scratch| scratch.run(&["commits", "--bisect", "--good", "HEAD~2", "--", "false"]);
    let done = bisect(&linked("src/test/java/org/example/FooTest.java", &victim));
    assert_eq!(fs::read_to_string(&victim).unwrap(), "mine\n", "{done:?}");
    assert!(done.ok().contains("is the first bad commit, found by 2 tests"));
    let done = bisect(&linked("src/test/java/org/example", &outside.0));
    assert_eq!(fs::read_dir(&outside.0).unwrap().count(), 1, "{done:?}");
    assert_eq!(done.code, Some(1));
    assert!(done.err.contains("is a link to another place"), "{done:?}");
}

/// A repository with a source at each of these paths, quoted for `git fast-import`.
fn sources(paths: &[&str]) -> Scratch {
    let scratch = Scratch::new("budget names");
    let mut commits = Commits::default().commit(1, "a@b", "Begin");
    for path in paths {
        let quoted = format!("\"{}\"", path.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"));
        commits = commits.file(&quoted, "package org.x;\nclass Foo {}\n");
    }
    commits.import(&scratch.0);
    scratch
}

fn budget(scratch: &Scratch, command: &str) -> Done {
    let arguments =
        ["budget", "--predictor", "size", "--total", "60s", "--run", "--jobs", "1", "--command", command];
    scratch.run(&arguments)
}

fn is_clean(scratch: &Scratch) -> bool {
    let is_canary = |at: &Path| at.join("canary").exists();
    !is_canary(&scratch.0) && !is_canary(&scratch.path("budget-run"))
}

#[test]
fn a_path_in_quotes_or_in_a_shells_text_is_refused_and_not_run() {
    for (path, command) in [
        ("src/$(touch canary)/Foo.java", "true \"{path}\""),
        ("src/'; touch canary; '/Foo.java", "true '{path}'"),
        ("src/$(touch canary)/Foo.java", "sh -c \"true {path}\""),
        ("src/$(touch canary)/Foo.java", "sh -c 'true {path}'"),
        ("src/$(touch canary)/Foo.java", "eval true {path}"),
        ("src/$(touch canary)/Foo.java", "sh -c \"true $FAULTLINE_PATH\""),
        ("src/$(touch canary)/Foo.java", "X=1 bash -ec {path}"),
        ("src/$(touch canary)/Foo.java", "sh <<END\ntrue {path}\nEND"),
        ("src/$(touch canary)/Foo.java", "ssh localhost true {path}"),
    ] {
        let scratch = sources(&[path]);
        let done = budget(&scratch, command);
        assert!(is_clean(&scratch), "{command} ran a path");
        let error = done.error(2);
        for part in ["sh -c 'gen \"$1\"' sh {path}", "FAULTLINE_PATH"] {
            assert!(error.contains(part), "{part} is not in: {error}");
        }
    }
}

#[test]
fn hostile_paths_stay_paths() {
    let paths: Vec<String> = HOSTILE.iter().map(|name| format!("{name}/src/{name}.java")).collect();
    let scratch = sources(&paths.iter().map(String::as_str).collect::<Vec<_>>());
    let command = "printf '%s\\0' {path} {class} \"$FAULTLINE_PATH\" > {out}/names; \
                   sh -c 'printf \"%s\\0\" \"$1\" \"$FAULTLINE_CLASS\" >> \"$FAULTLINE_OUT/names\"' sh {path}";
    budget(&scratch, command).ok();
    assert!(is_clean(&scratch));
    let mut found = BTreeSet::new();
    for folder in fs::read_dir(scratch.path("budget-run/tests")).unwrap() {
        let names = fs::read_to_string(folder.unwrap().path().join("names")).unwrap();
        let names: Vec<&str> = names.split('\0').collect();
        let [path, class, variable, inner, inner_class, ""] = names[..] else { panic!("{names:?}") };
        assert_eq!((path, path, class), (variable, inner, inner_class));
        assert_eq!(class, format!("org.x.{}", path.rsplit('/').next().unwrap().trim_end_matches(".java")));
        found.insert(path.to_owned());
    }
    // A path that starts with a dash must not become an option.
    let expected =
        paths.iter().map(|path| if path.starts_with('-') { format!("./{path}") } else { path.clone() });
    assert_eq!(found, expected.collect());
}
