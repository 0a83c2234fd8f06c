//! A JVM that outlives `faultline run`, as a daemon of Gradle's does, no longer records what it starts.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use faultline_tests::{Dist, run};

/// Starts the daemon and ends.
const STARTER: &str = r#"
public class Starter {
    public static void main(String[] words) throws Exception {
        new ProcessBuilder("java", "-cp", ".", "Daemon").redirectErrorStream(true)
                .redirectOutput(new java.io.File("daemon.txt")).start();
    }
}
"#;

/// Starts a JVM when the file `later` is there.
const DAEMON: &str = r#"
public class Daemon {
    public static void main(String[] words) throws Exception {
        for (int i = 0; i < 3000 && !new java.io.File("later").exists(); i++) Thread.sleep(20);
        new ProcessBuilder("java", "-cp", ".", "Child").inheritIO().start().waitFor();
    }
}
"#;

/// Writes whether it has the agent.
const CHILD: &str = r#"
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Paths;

public class Child {
    public static void main(String[] words) throws Exception {
        boolean agent = ManagementFactory.getRuntimeMXBean().getInputArguments().toString().contains("-javaagent");
        Files.write(Paths.get("told.part"), (agent ? "agent" : "plain").getBytes());
        new java.io.File("told.part").renameTo(new java.io.File("told"));
    }
}
"#;

#[test]
fn what_a_daemon_starts_after_the_run_is_not_recorded() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("after-the-run");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    for (name, text) in [("Starter", STARTER), ("Daemon", DAEMON), ("Child", CHILD)] {
        fs::write(folder.join(format!("{name}.java")), text).expect("a source");
    }
    let mut javac = Command::new("javac");
    run(javac.args(["Starter.java", "Daemon.java", "Child.java"]), &folder).expect_code(0);
    let mut command = Dist::find().command(&["run", "--", "java", "-cp", ".", "Starter"]);
    run(&mut command, &folder);
    fs::write(folder.join("later"), "").expect("a file");
    assert_eq!(told(&folder), "plain");
}

/// What the child wrote.
#[track_caller]
fn told(folder: &Path) -> String {
    let started = Instant::now();
    loop {
        if let Ok(told) = fs::read_to_string(folder.join("told")) {
            return told;
        }
        assert!(started.elapsed() < Duration::from_mins(2), "the child was never started");
        thread::sleep(Duration::from_millis(50));
    }
}
