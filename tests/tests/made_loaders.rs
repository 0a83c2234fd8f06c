//! Tests whose classes come from a loader that the program made at run time run again on mutants, or a sentence says why not.

use std::fs;
use std::process::Command;

use faultline_tests::{Dist, Finished, Fixture, maven, run};

/// Runs a test of JUnit 4 by a loader: of URLs, as JUnit's console launcher makes one for `--class-path`, or one of its own that does
/// not say where it finds classes.
const START: &str = r#"
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;

public class Start {
    static class Own extends ClassLoader {
        private final URL[] folders;
        Own(URL[] folders, ClassLoader parent) { super(parent); this.folders = folders; }
        @Override protected Class<?> findClass(String name) throws ClassNotFoundException {
            for (URL folder : folders) {
                File file = new File(folder.getPath(), name.replace('.', '/') + ".class");
                if (!file.isFile()) continue;
                try {
                    byte[] bytes = Files.readAllBytes(file.toPath());
                    CodeSource source = new CodeSource(folder, (Certificate[]) null);
                    return defineClass(name, bytes, 0, bytes.length, new ProtectionDomain(source, null));
                } catch (java.io.IOException unreadable) {
                    throw new ClassNotFoundException(name, unreadable);
                }
            }
            throw new ClassNotFoundException(name);
        }
    }

    public static void main(String[] words) throws Exception {
        URL[] folders = {new File("main/").toURI().toURL(), new File("tests/").toURI().toURL()};
        ClassLoader parent = Start.class.getClassLoader();
        ClassLoader loader = words[0].equals("own") ? new Own(folders, parent) : new URLClassLoader(folders, parent);
        Class<?> test = loader.loadClass("org.example.GreeterTest");
        System.exit(org.junit.runner.JUnitCore.runClasses(test).wasSuccessful() ? 0 : 1);
    }
}
"#;

/// A project with compiled classes in `main` and `tests`, and the program beside JUnit on the class path.
fn recorded(name: &str, loader: &str) -> Fixture {
    let fixture =
        Fixture::copy_as("builds/plain-java", env!("CARGO_TARGET_TMPDIR"), &format!("loaders-{name}"));
    maven(Command::new("mvn").args(["-B", "-ntp", "-q", "test-compile"]), &fixture.folder).expect_code(0);
    for (from, to) in [("classes", "main"), ("test-classes", "tests"), ("libraries", "libraries")] {
        fs::rename(fixture.folder.join("target").join(from), fixture.folder.join(to))
            .expect("a folder moves");
    }
    fs::create_dir_all(fixture.folder.join("start")).expect("a folder");
    fs::write(fixture.folder.join("start/Start.java"), START).expect("a source");
    let mut javac = Command::new("javac");
    run(javac.args(["-cp", "libraries/*", "-d", "start", "start/Start.java"]), &fixture.folder)
        .expect_code(0);
    let program = ["run", "--", "java", "-cp", "start:libraries/*", "Start", loader];
    run(&mut Dist::find().command(&program), &fixture.folder).expect_code(1);
    fixture
}

fn told(fixture: &Fixture, arguments: &[&str]) -> Finished {
    run(&mut Dist::find().command(arguments), &fixture.folder)
}

#[test]
fn tests_of_a_loader_of_urls_run_again() {
    let fixture = recorded("urls", "urls");
    let mutated = told(&fixture, &["mutate"]);
    mutated.expect_code(0);
    assert!(!mutated.stdout.contains("Left out"), "{}", mutated.stdout);
    assert!(
        mutated.stdout.contains(" in 1 class") && !mutated.stdout.contains("No mutant was tried"),
        "{}",
        mutated.stdout
    );
    let amplified = told(&fixture, &["amplify"]);
    assert!(!amplified.stdout.contains("does not compile"), "{}", amplified.stdout);

    // Their classes are on no class path, and are compared all the same.
    let affected = told(&fixture, &["affected"]);
    affected.expect_code(0);
    let failed = affected.stdout.lines().filter(|line| line.contains("never passed")).count();
    let all = affected.stdout.lines().filter(|line| line.contains("GreeterTest#")).count();
    assert!(failed > 0 && failed == all, "{}", affected.stdout);
    assert!(!affected.stderr.contains("no class path"), "{}", affected.stderr);
}

#[test]
fn tests_of_a_loader_that_does_not_say_its_places_are_refused_by_its_name() {
    let fixture = recorded("own", "own");
    for command in ["mutate", "amplify"] {
        let refused = told(&fixture, &[command]);
        refused.expect_code(1);
        let reason = "was loaded by Start$Own, made at run time, which does not say where it finds classes";
        assert!(refused.stderr.contains(reason), "{command}: {}", refused.stderr);
    }
    // What has changed for them is not known, so all of them are affected.
    let affected = told(&fixture, &["affected"]);
    affected.expect_code(0);
    let of_all = affected.stdout.lines().last().unwrap_or_default();
    let numbers: Vec<&str> = of_all.split(' ').filter(|word| word.parse::<u32>().is_ok()).collect();
    assert!(numbers.len() == 2 && numbers[0] == numbers[1] && numbers[0] != "0", "{}", affected.stdout);
    assert!(!affected.stderr.contains("no class path"), "{}", affected.stderr);
}
