//! A JVM whose system class loader is not its own starts under `faultline run` as it does without.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use faultline_tests::{Dist, run};

/// Loads the program itself. A JVM with an agent would end, for it cannot add the agent to this loader.
const LOADER: &str = r#"
public class Loader extends ClassLoader {
    public Loader(ClassLoader parent) { super(parent); }
    @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (findLoadedClass(name) != null || !name.equals("Program")) return super.loadClass(name, resolve);
        try {
            byte[] bytes = java.nio.file.Files.readAllBytes(java.nio.file.Paths.get("Program.class"));
            return defineClass(name, bytes, 0, bytes.length);
        } catch (java.io.IOException unreadable) {
            throw new ClassNotFoundException(name, unreadable);
        }
    }
}
"#;

/// Says who loaded it.
const PROGRAM: &str = r#"
public class Program {
    public static void main(String[] words) {
        System.out.println("loaded by " + Program.class.getClassLoader().getClass().getName());
    }
}
"#;

/// Starts the program in a JVM with the loader, and ends as that does.
const PARENT: &str = r#"
public class Parent {
    public static void main(String[] words) throws Exception {
        System.exit(new ProcessBuilder("java", "-Djava.system.class.loader=Loader", "-cp", ".", "Program")
                .inheritIO().start().waitFor());
    }
}
"#;

#[test]
fn a_system_class_loader_that_takes_no_agent_is_no_reason_for_a_jvm_to_end() {
    let folder = prepared();
    let command = ["run", "--", "java", "-Djava.system.class.loader=Loader", "-cp", ".", "Program"];
    let told = run(&mut Dist::find().command(&command), &folder);
    told.expect_code(0);
    assert!(told.stdout.contains("loaded by Loader"), "{}", told.stdout);
    assert!(
        told.stderr.contains("a JVM whose system class loader is Loader gets no agent"),
        "{}",
        told.stderr
    );

    let told = run(&mut Dist::find().command(&["run", "--", "java", "-cp", ".", "Parent"]), &folder);
    told.expect_code(0);
    assert!(told.stdout.contains("loaded by Loader"), "{}", told.stdout);
    assert!(
        told.stderr.contains("a system class loader of its own (-Djava.system.class.loader)"),
        "{}",
        told.stderr
    );
}

/// A folder with the programs, compiled.
fn prepared() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("own-loader");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    for (name, text) in [("Loader", LOADER), ("Program", PROGRAM), ("Parent", PARENT)] {
        fs::write(folder.join(format!("{name}.java")), text).expect("a source");
    }
    let mut javac = Command::new("javac");
    run(javac.args(["Loader.java", "Program.java", "Parent.java"]), &folder).expect_code(0);
    folder
}
