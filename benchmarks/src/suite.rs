//! The real suite: commons-lang3 3.1 and its tests, from Maven Central.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{BenchError, workspace};

/// The instrumented classes, in the pattern syntax that both agents share.
pub const INCLUDE: &str = "org.apache.commons.lang3.*";

/// Classes of the tests jar within [`INCLUDE`], excluded because coverage of tests is irrelevant and the two agents treat them
/// differently.
pub const EXCLUDE: &str = "*Test*:org.apache.commons.lang3.reflect.testbed.*:*CharUtilsPerfRun:\
    org.apache.commons.lang3.Traffic:org.apache.commons.lang3.TooMany:*.ClassNotFoundSerialization:\
    org.apache.commons.lang3.reflect.A*Class";

const TESTS: &str = "commons-lang3-3.1-tests.jar";
const JACOCO: &str = "org.jacoco.agent-0.8.15-runtime.jar";

/// The suite, resolved and ready to run.
#[derive(Clone)]
pub struct Suite {
    jars: PathBuf,
    class_path: String,
}

impl Suite {
    /// Resolves the jars (once; later runs need no network) and compiles the runner. Errors: Maven cannot resolve them, or `javac` fails.
    pub fn prepare() -> Result<Self, BenchError> {
        let jars = workspace::scratch().join("jars");
        if !jars.join(JACOCO).is_file() || !jars.join(TESTS).is_file() {
            resolve()?;
        }
        let runner = workspace::fresh("runner")?;
        let source = workspace::root().join("benchmarks/java/SuiteMain.java");
        let mut parts = libraries(&jars)?;
        workspace::javac(&[source], &parts.join(":"), &runner)?;
        parts.push(runner.to_string_lossy().into_owned());
        Ok(Self { jars, class_path: parts.join(":") })
    }

    /// Path of JaCoCo's agent.
    pub fn jacoco(&self) -> PathBuf {
        self.jars.join(JACOCO)
    }

    /// The command that runs the suite with `threads` threads; `agent` is an argument before the class path. All variants use the serial
    /// collector: threads of other collectors make CPU time depend on other load by more than the measured effect.
    pub fn command(&self, agent: Option<&str>, threads: u16) -> Command {
        let mut command = Command::new("java");
        command.args(agent).arg("-XX:+UseSerialGC");
        command.args(["--add-opens", "java.base/java.lang=ALL-UNNAMED"]);
        command.args(["--add-opens", "java.base/java.util=ALL-UNNAMED"]);
        command.args(["-cp", &self.class_path, "SuiteMain"]).arg(self.jars.join(TESTS));
        command.arg(threads.to_string());
        command.current_dir(workspace::scratch());
        command
    }
}

/// JUnit with its dependencies, for a separate fixture.
pub fn junit_class_path() -> Result<String, BenchError> {
    let jars = workspace::scratch().join("jars");
    if !jars.join(JACOCO).is_file() {
        resolve()?;
    }
    let wanted = |p: &String| p.contains("junit-") || p.contains("hamcrest");
    Ok(libraries(&jars)?.into_iter().filter(wanted).collect::<Vec<_>>().join(":"))
}

fn resolve() -> Result<(), BenchError> {
    let scratch = workspace::scratch();
    fs::create_dir_all(&scratch).map_err(BenchError::io(&scratch))?;
    let mut maven = Command::new("mvn");
    maven.args(["-q", "-B", "-ntp", "dependency:copy-dependencies", "-f"]);
    maven.arg(workspace::root().join("benchmarks/suite/pom.xml"));
    maven.arg(format!("-Dbench.dir={}", scratch.display()));
    workspace::quietly("resolving the suite with Maven", &mut maven)
}

/// The jars of the class path, sorted, without agents.
fn libraries(jars: &Path) -> Result<Vec<String>, BenchError> {
    let mut parts = Vec::new();
    for entry in fs::read_dir(jars).map_err(BenchError::io(jars))? {
        let path = entry.map_err(BenchError::io(jars))?.path();
        let name = path.to_string_lossy().into_owned();
        if path.extension().is_some_and(|e| e == "jar") && !name.ends_with(JACOCO) {
            parts.push(name);
        }
    }
    parts.sort();
    Ok(parts)
}
