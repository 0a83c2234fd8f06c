//! The model test: runs random programs of tests on a JVM with the agent, and compares with an interpreter of the rules of
//! `docs/recording.md` (`tests/model`).

mod expected;
mod found;
mod shrink;
mod stress;

use std::collections::BTreeSet;
use std::fmt::{self, Write as _};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Dist, Fixture, maven, run};

use expected::Expected;
use found::Found;

/// Number of cells in a class, and in total.
const PER_CLASS: usize = 500;
const CELLS: usize = 20_000;
/// Number of classes with a static initialiser, each initialised once per JVM.
const INITIALISERS: usize = 64;

/// How tests are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// To JUnit 4's notifier, by threads of the program.
    Notifier,
    /// By an engine of the JUnit Platform, with its pool, containers and fixtures.
    Engine,
    /// By such an engine from the beginning: nothing overlaps before.
    EngineFirst,
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Notifier => "notifier",
            Self::Engine => "engine",
            Self::EngineFirst => "engine-first",
        })
    }
}

/// The programs run by one JVM.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// How its tests are reported.
    pub mode: Mode,
    /// Seed of its first program.
    pub seed: u64,
    /// Number of programs, each with the next seed.
    pub programs: u64,
    /// Number of runs of each.
    pub copies: u64,
    /// Numbers of actions omitted from all of them.
    pub without: BTreeSet<u32>,
}

/// The compiled model.
#[derive(Clone, Debug)]
pub struct Model {
    folder: PathBuf,
    class_path: String,
}

/// The results of a run.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    /// Programs that were run.
    pub programs: u64,
    /// Cells that were compared.
    pub cells: usize,
    /// The differences, a sentence each, with the seed of the program if it is known.
    pub differences: Vec<(Option<u64>, String)>,
    /// The programs in readable form.
    pub texts: String,
}

impl Model {
    /// Compiles it in a folder of `scratch`. Panics: Maven fails.
    #[track_caller]
    pub fn build(scratch: &str) -> Self {
        let fixture = Fixture::copy("model", scratch);
        let sources = fixture.folder.join("src/main/java");
        fs::create_dir_all(&sources).expect("a folder can be made");
        let write = |name: &str, text: &str| {
            fs::write(sources.join(format!("{name}.java")), text).expect("a source can be written");
        };
        for class in 0..CELLS / PER_CLASS {
            let mut text = format!("public class Cells{class} {{\n");
            for cell in class * PER_CLASS..(class + 1) * PER_CLASS {
                let _ = writeln!(text, "public static void c{cell}() {{ }}");
            }
            write(&format!("Cells{class}"), &(text + "}\n"));
        }
        for number in 0..INITIALISERS {
            // By name: the called class is compiled later, and has no lines here.
            let call = format!(
                "Class.forName(\"model.Cells\").getMethod(\"initialising\", int.class).invoke(null, {number});"
            );
            let body =
                format!("try {{ {call} }} catch (ReflectiveOperationException e) {{ throw new Error(e); }}");
            write(
                &format!("Initialised{number}"),
                &format!("class Initialised{number} {{ static {{ {body} }} }}\n"),
            );
        }
        write("Units", &stress::units());
        let program = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../java-agent/agent/src/test/resources/stress/Stress.java");
        fs::copy(&program, fixture.folder.join("src/test/java/Stress.java"))
            .expect("the stress test can be copied");
        let mut build = Command::new("mvn");
        build.args(["-B", "-ntp", "-q", "test-compile", "dependency:build-classpath"]);
        maven(build.arg("-Dmdep.outputFile=target/class-path"), &fixture.folder).expect_code(0);
        let target = fixture.folder.join("target");
        let class_path = format!(
            "{}:{}:{}",
            target.join("classes").display(),
            target.join("test-classes").display(),
            fixture.text("target/class-path").trim()
        );
        Self { folder: fixture.folder, class_path }
    }

    /// The flag for the agent, recording below a folder.
    fn agent(&self, dist: &Dist, folder: &Path) -> String {
        let (agent, recorded) = (dist.agent(), folder.join("recorded"));
        format!("-javaagent:{}=dir={},root={}", agent.display(), recorded.display(), self.folder.display())
    }

    /// Runs a schedule in a JVM and compares. `name` is that of its folder. Errors: the run itself fails, in a sentence.
    pub fn run(&self, java: &Path, dist: &Dist, schedule: &Schedule, name: &str) -> Result<Verdict, String> {
        let folder = self.folder.join("runs").join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        let Schedule { mode, seed, programs, copies, without } = schedule;
        let without: Vec<String> = without.iter().map(u32::to_string).collect();
        let without = if without.is_empty() { "-".to_owned() } else { without.join(",") };
        let mut command = Command::new(java);
        command
            .arg(self.agent(dist, &folder))
            .args([format!("-Dmodel.cells={CELLS}"), format!("-Dmodel.initialisers={INITIALISERS}")])
            .args(["-cp", &self.class_path, "model.Model", &folder.display().to_string()])
            .args([
                &mode.to_string(),
                &seed.to_string(),
                &programs.to_string(),
                &copies.to_string(),
                &without,
            ]);
        let finished = run(&mut command, &folder);
        if finished.code != Some(0) || !finished.stderr.is_empty() {
            let error = finished.stderr.lines().take(12).collect::<Vec<_>>().join("\n");
            return Err(format!("the JVM ended with {:?}: {error}", finished.code));
        }
        let ran = finished.stdout.split(' ').next().and_then(|number| number.parse().ok());
        let (recordings, _) = faultline_flt::read_dir(&folder.join("recorded"))
            .map_err(|error| format!("the recording cannot be read: {error}"))?;
        let [recording] = &recordings[..] else {
            return Err(format!("{} recordings, not one", recordings.len()));
        };
        let read = |name: &str| fs::read_to_string(folder.join(name)).map_err(|error| error.to_string());
        let expected = Expected::read(&read("expected.txt")?);
        let found = Found::of(recording, PER_CLASS);
        Ok(Verdict {
            programs: ran.ok_or("the JVM does not say how many programs it ran")?,
            cells: expected.cells.len(),
            differences: expected.differences(&found, *mode),
            texts: read("programs.txt")?,
        })
    }
}
