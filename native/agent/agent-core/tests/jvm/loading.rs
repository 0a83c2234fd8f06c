//! Loads the library from a jar into the JVM.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::harness::{folder, java, jdk, only_recording, run, setup};

/// A jar like the agent's, with or without the library.
fn jar(folder: &Path, with_library: bool) -> PathBuf {
    let entry = format!("META-INF/faultline/linux-{}", std::env::consts::ARCH);
    if with_library {
        fs::create_dir_all(folder.join("tree").join(&entry)).unwrap();
        fs::copy(&setup().library, folder.join("tree").join(&entry).join("libfaultline.so")).unwrap();
    } else {
        fs::create_dir_all(folder.join("tree/META-INF")).unwrap();
    }
    let jar = folder.join("agent.jar");
    let manifest = folder.join("manifest");
    fs::write(&manifest, "Premain-Class: io.faultline.bridge.Packed\nBoot-Class-Path: agent.jar\n").unwrap();
    let mut make = jdk("jar");
    make.arg("cfm").args([&jar, &manifest]).arg("-C").arg(&setup().classes).arg(".");
    make.arg("-C").arg(folder.join("tree")).arg("META-INF");
    assert!(make.status().unwrap().success());
    jar
}

/// How `Packed` and the bridge are loaded into the JVM.
#[derive(Clone, Copy, Debug, PartialEq)]
enum As {
    Application,
    BootClasses,
    Agent,
}

fn packed(jar: &Path, output: &Path, how: As, temporary: &Path) -> String {
    let path = match how {
        As::Application => "-Dnone".into(),
        As::BootClasses => format!("-Xbootclasspath/a:{}", jar.display()),
        As::Agent => format!("-javaagent:{}", jar.display()),
    };
    let temporary = format!("-Djava.io.tmpdir={}", temporary.display());
    let mut java = java("Packed", &["-XX:-UsePerfData", &path, &temporary]);
    run(java.arg(jar).arg(output).arg(output.join("fallback")))
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn the_library_loads_out_of_a_jar_whichever_loader_the_bridge_has() {
    for how in [As::Application, As::BootClasses, As::Agent] {
        let folder = folder(&format!("packed-{how:?}"));
        let (output, temporary) = (folder.join("out"), folder.join("tmp"));
        fs::create_dir(&temporary).unwrap();
        let said = packed(&jar(&folder, true), &output, how, &temporary);
        assert_eq!(said, if how == As::Application { "app\nnull\n" } else { "boot\nnull\n" });
        assert_eq!(only_recording(&output).0.tests.len(), 1);
        assert_eq!(names(&temporary), [""; 0], "the unpacked library is gone");
    }
}

#[test]
fn an_agent_loads_the_library_without_a_word_from_any_jvm() {
    // Tests other JDKs too: FAULTLINE_JDKS=/path/to/jdk-21:/path/to/jdk-25
    let others = std::env::var("FAULTLINE_JDKS").unwrap_or_default();
    let folder = folder("packed-silent");
    let jar = jar(&folder, true);
    let homes = others.split(':').filter(|home| !home.is_empty()).map(|home| format!("{home}/bin/java"));
    let mut jvms: Vec<Command> = homes.map(Command::new).collect();
    jvms.push(jdk("java"));
    for (mut jvm, output) in jvms.into_iter().zip(0..) {
        let output = folder.join(format!("out{output}"));
        jvm.arg("-Xcheck:jni").arg(format!("-javaagent:{}", jar.display()));
        jvm.arg("-cp").arg(&setup().classes).arg("io.faultline.bridge.Packed");
        let result = jvm.arg(&jar).arg(&output).arg(&folder).output().expect("java");
        assert_eq!(String::from_utf8_lossy(&result.stderr), "", "{jvm:?}");
        assert_eq!(String::from_utf8_lossy(&result.stdout), "boot\nnull\n", "{jvm:?}");
        assert_eq!(only_recording(&output).0.tests.len(), 1);
    }
}

#[test]
fn an_unusable_temporary_folder_is_replaced_by_the_fallback() {
    let folder = folder("packed-fallback");
    let output = folder.join("out");
    let file = folder.join("a-file");
    fs::write(&file, "").unwrap();
    assert_eq!(packed(&jar(&folder, true), &output, As::BootClasses, &file), "boot\nnull\n");
    assert_eq!(names(&output.join("fallback")), [""; 0], "the unpacked library is gone");
}

#[test]
fn a_jar_without_a_library_gives_one_sentence_and_no_file() {
    let folder = folder("packed-nothing");
    let output = folder.join("out");
    let said = packed(&jar(&folder, false), &output, As::BootClasses, &folder);
    assert!(said.contains("holds no native library for Linux on "), "{said}");
    assert_eq!(said.lines().count(), 2, "{said}");
    assert!(!output.exists());
}
