//! Additional inputs of a search by similarity: conditions, or the tests' class files.

use std::fs;
use std::path::{Path, PathBuf};

use faultline_flt::read_dir;

use crate::faults::list::Row;
use crate::faults::{surefire, verify};
use crate::{BenchError, workspace};

/// Folder of a build's recording with conditions, beside `.faultline`, which is unchanged.
const CONDITIONS: &str = ".faultline-conditions";
/// Metrics that compare conditions.
const BY_CONDITIONS: [&str; 2] = ["pcs", "pcs+eap"];
/// The metric that reads the failing test from its class file.
const BY_INPUTS: &str = "is";

/// Inputs of `faultline generate` for a metric.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needs {
    /// The recordings.
    pub recordings: PathBuf,
    /// The class path, if that of the recorded classes is not enough.
    pub class_path: Option<String>,
}

impl Needs {
    /// Collects the inputs; records conditions if the metric needs them and no search did so before. Errors: the fault's tests do not end
    /// as expected, or a recording cannot be read.
    pub fn of(metric: &str, row: &Row, home: &Path) -> Result<Self, BenchError> {
        let recordings = home.join(".faultline");
        if BY_CONDITIONS.contains(&metric) {
            return Ok(Self { recordings: conditions(row, home)?, class_path: None });
        }
        let class_path = if metric == BY_INPUTS { Some(class_path(&recordings)?) } else { None };
        Ok(Self { recordings, class_path })
    }
}

/// A build's recording with conditions, created unless it exists.
fn conditions(row: &Row, home: &Path) -> Result<PathBuf, BenchError> {
    let folder = home.join(CONDITIONS);
    if folder.exists() {
        return Ok(folder);
    }
    // Renamed when complete, because an existing folder is not created again.
    let fresh = home.join(format!("{CONDITIONS}.part"));
    if fresh.exists() {
        fs::remove_dir_all(&fresh).map_err(BenchError::io(&fresh))?;
    }
    let (program, out) = (workspace::program()?, fresh.to_string_lossy().into_owned());
    let program = program.to_string_lossy();
    let before = [&*program, "run", "--out", &out, "--elements", "lines,branches", "--"];
    let run = surefire::test(home, &before, &[])?;
    let wrong = verify::on_faulty(row, &run);
    if !wrong.is_empty() {
        let what = format!("recording the conditions of {}", row.id);
        return Err(BenchError::Program { what, detail: wrong.join("; ") });
    }
    fs::rename(&fresh, &folder).map_err(BenchError::io(&fresh))?;
    Ok(folder)
}

/// The class path of the recorded tests. Errors: the recording does not have it, or cannot be read.
fn class_path(recordings: &Path) -> Result<String, BenchError> {
    let failed = |detail: String| BenchError::Program { what: recordings.display().to_string(), detail };
    let (all, _) = read_dir(recordings).map_err(|error| failed(error.to_string()))?;
    let launch = all.iter().filter(|recording| !recording.tests.is_empty()).find_map(|of| of.launch.as_ref());
    let launch = launch.ok_or_else(|| failed("it does not say how its JVMs were started".to_owned()))?;
    let folder = Path::new(&launch.folder);
    let entries = launch.class_path.split(':').filter(|entry| !entry.is_empty());
    // EvoSuite rejects entries that do not exist.
    let entries = entries.map(|entry| folder.join(entry)).filter(|entry| entry.exists());
    Ok(entries.map(|entry| entry.to_string_lossy().into_owned()).collect::<Vec<_>>().join(":"))
}

#[cfg(test)]
mod tests {
    use faultline_flt::Writer;
    use faultline_spectrum::{CoverageBuilder, Launch, Origin, Outcome, RecordedTest, Recording};

    use super::*;
    use crate::faults::list::Scope;

    fn row() -> Row {
        Row {
            id: "x-1-1".into(),
            group: "x".into(),
            artifact: "x".into(),
            faulty: "1".into(),
            fixed: "2".into(),
            scope: Scope::All,
            tests: 1,
            failing: vec!["a.T::f".into()],
            methods: "a.A::f()V".into(),
        }
    }

    /// A build with a recording whose JVM had `classes`, a jar and a missing folder on its class path.
    fn build(name: &str) -> PathBuf {
        let home = std::env::temp_dir().join(format!("faultline-needs-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&home);
        fs::create_dir_all(home.join("classes")).unwrap();
        fs::create_dir_all(home.join(".faultline")).unwrap();
        let jar = home.join("x.jar");
        fs::write(&jar, "").unwrap();
        let test = RecordedTest {
            sequence: 0,
            unique_id: "f(a.T)".into(),
            class: "a.T".into(),
            method: "f".into(),
            display: String::new(),
            outcome: Outcome::Failed,
            duration_ns: 1,
            overlapped: false,
            failure: None,
            coverage: CoverageBuilder::default().to_coverage(),
        };
        let launch = Launch {
            folder: home.to_string_lossy().into_owned(),
            class_path: format!("classes:none::{}", jar.display()),
            ..Launch::default()
        };
        let recording = Recording {
            origin: Origin { pid: 1, ..Origin::default() },
            tests: vec![test],
            launch: Some(launch),
            ..Recording::default()
        };
        let mut writer = Writer::create(&home.join(".faultline/1.flt"), &recording.origin).unwrap();
        writer.recording(&recording).unwrap();
        home
    }

    #[test]
    fn a_search_by_inputs_has_the_class_path_of_the_tests_and_others_have_the_recorded_one() {
        let home = build("inputs");
        let is = Needs::of("is", &row(), &home).unwrap();
        let text = |name: &str| home.join(name).to_string_lossy().into_owned();
        assert_eq!(is.class_path, Some(format!("{}:{}", text("classes"), text("x.jar"))));
        let line = Needs { recordings: home.join(".faultline"), class_path: None };
        assert_eq!(Needs::of("line", &row(), &home).unwrap(), line);
        assert_eq!(is.recordings, line.recordings);
        fs::remove_dir_all(home).unwrap();
    }

    #[test]
    fn conditions_that_were_recorded_are_not_recorded_again() {
        let home = build("conditions");
        let there = home.join(CONDITIONS);
        fs::create_dir_all(&there).unwrap();
        for metric in BY_CONDITIONS {
            let needs = Needs::of(metric, &row(), &home).unwrap();
            assert_eq!(needs, Needs { recordings: there.clone(), class_path: None });
        }
        fs::remove_dir_all(home).unwrap();
    }
}
