//! What outlives `faultline run`: JVMs, as a daemon of Gradle's, record nothing more. What does not: a folder for
//! recordings that the build itself removes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use faultline_tests::{Dist, run};

/// Removes the files of a folder that is named, starts the daemon and ends, by choice after the daemon is there. Its JVM
/// starts once the file `ended` is there.
const STARTER: &str = r#"
public class Starter {
    public static void main(String[] words) throws Exception {
        if (words.length > 1) {
            for (java.io.File file : new java.io.File(words[1]).listFiles()) file.delete();
            new java.io.File(words[1]).delete();
        }
        String script = "while [ ! -e ended ]; do sleep 0.05; done; exec java -cp . Daemon";
        new ProcessBuilder("sh", "-c", script).redirectErrorStream(true)
                .redirectOutput(new java.io.File("daemon.txt")).start();
        while (words[0].equals("waits") && !new java.io.File("daemon").exists()) Thread.sleep(20);
    }
}
"#;

/// Says that it is there, and starts a JVM when the file `later` is.
const DAEMON: &str = r#"
public class Daemon {
    public static void main(String[] words) throws Exception {
        Child.tell("daemon");
        for (int i = 0; i < 3000 && !new java.io.File("later").exists(); i++) Thread.sleep(20);
        new ProcessBuilder("java", "-cp", ".", "Child").inheritIO().start().waitFor();
    }
}
"#;

/// Writes whether it has the agent into a file.
const CHILD: &str = r#"
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Paths;

public class Child {
    public static void main(String[] words) throws Exception {
        tell("child");
    }

    static void tell(String name) throws Exception {
        boolean agent = ManagementFactory.getRuntimeMXBean().getInputArguments().toString().contains("-javaagent");
        Files.write(Paths.get(name + ".part"), (agent ? "agent" : "plain").getBytes());
        new java.io.File(name + ".part").renameTo(new java.io.File(name));
    }
}
"#;

#[test]
fn what_a_daemon_starts_after_the_run_is_not_recorded() {
    let folder = prepared("after-the-run");
    // The daemon is there before the run ends.
    fs::write(folder.join("ended"), "").expect("a file");
    let mut command = Dist::find().command(&["run", "--", "java", "-cp", ".", "Starter", "waits"]);
    run(&mut command, &folder);
    fs::write(folder.join("later"), "").expect("a file");
    assert_eq!((told(&folder, "daemon").as_str(), told(&folder, "child").as_str()), ("agent", "plain"));
}

#[test]
fn a_daemon_whose_jvm_starts_after_the_run_passes_nothing_on() {
    let folder = prepared("late-daemon");
    let mut command = Dist::find().command(&["run", "--", "java", "-cp", ".", "Starter", "goes"]);
    run(&mut command, &folder);
    for name in ["ended", "later"] {
        fs::write(folder.join(name), "").expect("a file");
    }
    // It was started during the run, with the agent.
    assert_eq!((told(&folder, "daemon").as_str(), told(&folder, "child").as_str()), ("agent", "plain"));
}

/// Another run has locked the folder since, as it does beside a build whose own run was killed.
#[test]
fn what_a_daemon_starts_during_a_later_run_is_not_recorded() {
    let folder = prepared("later-run");
    fs::write(folder.join("ended"), "").expect("a file");
    run(&mut Dist::find().command(&["run", "--", "java", "-cp", ".", "Starter", "waits"]), &folder);
    assert_eq!(told(&folder, "daemon"), "agent");
    let script = "touch later; while [ ! -e child ]; do sleep 0.05; done";
    run(&mut Dist::find().command(&["run", "--", "sh", "-c", script]), &folder);
    assert_eq!(told(&folder, "child"), "plain");
}

/// As `mvn clean test` does with `--out target/faultline`.
#[test]
fn a_build_that_removes_the_folder_of_its_recordings_is_recorded() {
    let folder = prepared("removed-folder");
    for name in ["ended", "later"] {
        fs::write(folder.join(name), "").expect("a file");
    }
    let words = ["run", "--out", "recordings", "--", "java", "-cp", ".", "Starter", "waits", "recordings"];
    run(&mut Dist::find().command(&words), &folder);
    assert_eq!(told(&folder, "daemon"), "agent");
    assert!(fs::exists(folder.join("recordings")).expect("a folder"), "a JVM has made it again");
    // The next run takes that one.
    fs::remove_file(folder.join("daemon")).expect("it was told");
    run(&mut Dist::find().command(&words), &folder);
    assert_eq!(told(&folder, "daemon"), "agent");
}

/// A folder with the three programs, compiled.
fn prepared(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    for (name, text) in [("Starter", STARTER), ("Daemon", DAEMON), ("Child", CHILD)] {
        fs::write(folder.join(format!("{name}.java")), text).expect("a source");
    }
    let mut javac = Command::new("javac");
    run(javac.args(["Starter.java", "Daemon.java", "Child.java"]), &folder).expect_code(0);
    folder
}

/// What the JVM of this name wrote.
#[track_caller]
fn told(folder: &Path, name: &str) -> String {
    let started = Instant::now();
    loop {
        if let Ok(told) = fs::read_to_string(folder.join(name)) {
            return told;
        }
        assert!(started.elapsed() < Duration::from_mins(2), "the {name} was never started");
        thread::sleep(Duration::from_millis(50));
    }
}
