//! Classes of the project that lie in no folder are suspects: compiled in memory, on the boot class path, defined by
//! tests (`docs/doctor.md`).

use std::fs;
use std::process::Command;

use faultline_tests::{Dist, Fixture, maven, run};

const TEST: &str = "src/test/java/org/example/GreeterTest.java";
/// Compiles a class without a file.
const MADE: &str = r#"package org.example;

import java.io.*;
import java.net.URI;
import java.nio.file.*;
import java.util.*;
import javax.tools.*;

class Made extends ClassLoader {
    private final Object made;

    Made(String file) {
        try {
            made = compiled(file).getConstructor().newInstance();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    String greet(String name) {
        try {
            return (String) made.getClass().getMethod("greet", String.class).invoke(made, name);
        } catch (java.lang.reflect.InvocationTargetException thrown) {
            throw (RuntimeException) thrown.getCause();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private Class<?> compiled(String file) throws Exception {
        String text = new String(Files.readAllBytes(Paths.get(file)));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        JavaFileManager files = new ForwardingJavaFileManager<JavaFileManager>(
                javac.getStandardFileManager(null, null, null)) {
            @Override
            public JavaFileObject getJavaFileForOutput(
                    Location location, String name, JavaFileObject.Kind kind, FileObject source) {
                return new SimpleJavaFileObject(URI.create("made:///" + name), kind) {
                    @Override
                    public OutputStream openOutputStream() {
                        return bytes;
                    }
                };
            }
        };
        JavaFileObject source = new SimpleJavaFileObject(
                URI.create("made:///" + Paths.get(file).getFileName()), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignored) {
                return text;
            }
        };
        javac.getTask(null, files, null, Arrays.asList("-g"), null, Arrays.asList(source)).call();
        return defineClass(null, bytes.toByteArray(), 0, bytes.size());
    }
}
"#;

fn write(fixture: &Fixture, path: &str, text: &str) {
    let path = fixture.folder.join(path);
    fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
    fs::write(path, text).expect("a source");
}

/// Records a project whose tests make their `Greeter` by this expression; the ranking and what the doctor says.
fn ranked(name: &str, greeter: &str, options: &[&str]) -> (String, String) {
    let fixture =
        Fixture::copy_as("builds/plain-java", env!("CARGO_TARGET_TMPDIR"), &format!("memory-{name}"));
    write(&fixture, "src/test/java/org/example/Made.java", MADE);
    let source = fixture.text("src/main/java/org/example/Greeter.java");
    write(&fixture, "src/test/resources/org/example/Case.java", &source.replace("Greeter", "Case"));
    write(&fixture, TEST, &fixture.text(TEST).replace("new Greeter()", greeter));
    maven(Command::new("mvn").args(["-B", "-ntp", "-q", "test-compile"]), &fixture.folder).expect_code(0);
    let mut command = Dist::find().command(&["run", "--", "java"]);
    command.args(options).args(["-cp", "target/test-classes:target/libraries/*"]);
    command.args(["org.junit.runner.JUnitCore", "org.example.GreeterTest"]);
    run(&mut command, &fixture.folder).expect_code(1);
    let page = run(&mut Dist::find().command(&["rank", "--width", "200"]), &fixture.folder);
    page.expect_code(0);
    let doctor = run(&mut Dist::find().command(&["doctor"]), &fixture.folder);
    (page.stdout, doctor.stdout)
}

#[test]
fn a_class_that_a_test_compiled_from_a_source_of_the_project_is_a_suspect() {
    let (page, _) = ranked("main", "new Made(\"src/main/java/org/example/Greeter.java\")", &[]);
    assert!(page.contains("src/main/java/org/example/Greeter.java:7"), "{page}");
}

#[test]
fn a_class_that_a_test_compiled_from_a_source_of_tests_is_none() {
    let (page, doctor) = ranked("test", "new Made(\"src/test/resources/org/example/Case.java\")", &[]);
    assert!(!page.contains("Case.java:"), "{page}");
    assert!(doctor.contains("in memory: "), "{doctor}");
}

#[test]
fn a_class_on_the_boot_class_path_is_a_suspect() {
    let (page, _) = ranked("boot", "new Greeter()", &["-Xbootclasspath/a:target/classes"]);
    assert!(page.contains("src/main/java/org/example/Greeter.java:7"), "{page}");
}
