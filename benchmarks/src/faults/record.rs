//! Records a fault's tests, and runs its mutants, into a folder for `faultline evaluate`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use faultline_flt::read_dir;
use serde_json::{Value, json};

use super::list::Row;
use super::{build, process, surefire, tool::Tool, verify};
use crate::{BenchError, cpu, workspace};

/// Data about a fault's run, beside its recordings.
const FIGURES: &str = "run.json";
/// The report of `faultline mutate`.
pub const MUTANTS: &str = "mutate.json";
/// The report of `faultline amplify`.
pub const AMPLIFIED: &str = "amplify.json";
const MUTATE: Duration = Duration::from_mins(8);
const AMPLIFY: Duration = Duration::from_mins(4);

/// Options of `faultline mutate`.
#[derive(Clone, Debug)]
pub struct Mutants {
    /// The passing tests: `all`, `ietcr`, `failing`.
    pub tests: String,
    /// Time for one fault, as `60s`.
    pub budget: String,
}

/// Where a fault's build and results lie.
#[derive(Clone, Debug)]
pub struct Place {
    /// The fault's name.
    pub id: String,
    /// Its build, in which `.faultline` has the recordings.
    pub home: PathBuf,
    /// Its results, in the folder of its library or project.
    pub folder: PathBuf,
}

impl Place {
    /// The place of a row's fault.
    pub fn of(work: &Path, row: &Row) -> Self {
        Self { id: row.id.clone(), home: work.join("builds").join(&row.id), folder: results(work, row) }
    }
}

/// The folder of a fault's results; its project is the library.
pub fn results(work: &Path, row: &Row) -> PathBuf {
    work.join("results").join(&row.artifact).join(&row.id)
}

/// Whether the program has the command `mutate`. Errors: there is no program.
pub fn can_mutate() -> Result<bool, BenchError> {
    let output = Command::new(workspace::program()?).args(["mutate", "--help"]).output();
    Ok(output.is_ok_and(|output| output.status.success()))
}

/// Whether a fault's recordings contain the launch of its JVMs, which mutants need. Errors: they cannot be read.
pub fn can_be_started(folder: &Path) -> Result<bool, BenchError> {
    let (recordings, _) = read_dir(folder).map_err(|error| BenchError::Program {
        what: folder.display().to_string(),
        detail: error.to_string(),
    })?;
    Ok(recordings.iter().any(|recording| recording.launch.is_some()))
}

/// Removes a fault's recordings, so that [`record`] creates them again. Errors: they cannot be removed.
pub fn forget(folder: &Path) -> Result<(), BenchError> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(BenchError::io(folder))?;
    }
    Ok(())
}

/// Records a fault, unless that is done. Errors: it cannot be built, or its tests do not end as expected.
pub fn record(tool: &Tool, work: &Path, row: &Row) -> Result<(), BenchError> {
    let folder = results(work, row);
    if folder.join(FIGURES).exists() {
        return Ok(());
    }
    let start = Instant::now();
    let home = build::build(tool, work, row)?;
    let building = start.elapsed().as_secs_f64();
    let recordings = home.join(".faultline");
    for old in [&recordings, &folder] {
        if old.exists() {
            fs::remove_dir_all(old).map_err(BenchError::io(old))?;
        }
    }
    let program = workspace::program()?;
    let run = surefire::test(&home, &[&program.to_string_lossy(), "run", "--"], &[])?;
    surefire::keep(&home, &run)?;
    let wrong = verify::on_faulty(row, &run);
    if !wrong.is_empty() {
        return Err(BenchError::Program { what: format!("recording {}", row.id), detail: wrong.join("; ") });
    }
    fs::create_dir_all(&folder).map_err(BenchError::io(&folder))?;
    copy_recordings(&recordings, &folder)?;
    for name in ["faulty-methods.tsv", "faulty-lines.tsv"] {
        fs::copy(home.join(name), folder.join(name)).map_err(BenchError::io(home.join(name)))?;
    }
    let figures =
        json!({ "id": row.id, "tests": run.tests.len(), "build_s": building, "record_s": run.seconds });
    save(&folder.join(FIGURES), &figures)
}

/// Runs a recorded fault's mutants, unless that is done with these options. Errors: the program fails.
pub fn mutate(place: &Place, mutants: &Mutants) -> Result<(), BenchError> {
    let Place { id, home, folder } = place;
    let asked = json!({ "tests": mutants.tests, "budget": mutants.budget });
    let mut figures = load(&folder.join(FIGURES))?;
    if figures["mutate"]["asked"] == asked {
        return Ok(());
    }
    let earlier = home.join(".faultline/mutants");
    if earlier.exists() {
        fs::remove_dir_all(&earlier).map_err(BenchError::io(&earlier))?;
    }
    let json_file = folder.join(MUTANTS);
    let mut command = Command::new(workspace::program()?);
    command.args(["mutate", "--tests", &mutants.tests, "--budget", &mutants.budget, "--json-file"]);
    command.arg(&json_file).current_dir(home);
    let before = cpu::children()?;
    let ended = process::run(&mut command, &home.join("mutate.log"), MUTATE)?;
    let cpu = cpu::children()?.saturating_sub(before).as_secs_f64();
    let ended = ended.success(&format!("mutants of {id}"))?;
    let kept = folder.join("mutants");
    if kept.exists() {
        fs::remove_dir_all(&kept).map_err(BenchError::io(&kept))?;
    }
    if earlier.exists() {
        fs::create_dir_all(&kept).map_err(BenchError::io(&kept))?;
        copy_recordings(&earlier, &kept)?;
    }
    figures["mutate"] = json!({ "asked": asked, "wall_s": ended.wall.as_secs_f64(), "cpu_s": cpu });
    save(&folder.join(FIGURES), &figures)
}

/// Options of `faultline amplify`.
#[derive(Clone, Debug)]
pub struct Amplify {
    /// Time for one fault, as `20s`.
    pub budget: String,
    /// Seed of random choices.
    pub seed: u64,
    /// Whether to create slices too.
    pub slices: bool,
}

/// Grows tests from a recorded fault's failing ones without a fixed version, unless that is done with these options; describes how many
/// have a label, or why none has. Errors: the program cannot be run.
pub fn amplify(place: &Place, asked: &Amplify) -> Result<String, BenchError> {
    let Place { id, home, folder } = place;
    let mut asked_json = json!({ "budget": asked.budget, "seed": asked.seed });
    if asked.slices {
        asked_json["slices"] = json!(true);
    }
    let mut figures = load(&folder.join(FIGURES))?;
    if figures["amplify"]["asked"] == asked_json {
        return Ok(figures["amplify"]["told"].as_str().unwrap_or_default().to_owned());
    }
    let kept = folder.join("amplified");
    if kept.exists() {
        fs::remove_dir_all(&kept).map_err(BenchError::io(&kept))?;
    }
    let mut command = Command::new(workspace::program()?);
    command.args(["amplify", "--budget", &asked.budget, "--seed", &asked.seed.to_string()]);
    if asked.slices {
        command.arg("--slices");
    }
    command.arg("--dir").arg(&kept).arg("--json-file").arg(folder.join(AMPLIFIED)).arg(".faultline");
    let before = cpu::children()?;
    let ended = process::run(command.current_dir(home), &home.join("amplify.log"), AMPLIFY)?;
    let cpu = cpu::children()?.saturating_sub(before).as_secs_f64();
    if !matches!(ended.code, Some(0 | 1)) {
        ended.success(&format!("amplifying {id}"))?;
        return Ok(String::new());
    }
    // Exit code 1 means that no variant has a label, an ordinary result; the last sentence has the reason.
    let told = match ended.text.lines().find(|line| line.contains(" labelled")) {
        Some(line) if ended.code == Some(0) => line.trim().to_owned(),
        _ => ended.text.lines().last().unwrap_or_default().to_owned(),
    };
    figures["amplify"] =
        json!({ "asked": asked_json, "wall_s": ended.wall.as_secs_f64(), "cpu_s": cpu, "told": told });
    save(&folder.join(FIGURES), &figures)?;
    Ok(told)
}

/// Copies the spectrum files of a folder. Errors: there is none.
pub fn copy_recordings(from: &Path, to: &Path) -> Result<(), BenchError> {
    let mut copied = 0;
    for entry in fs::read_dir(from).map_err(BenchError::io(from))? {
        let path = entry.map_err(BenchError::io(from))?.path();
        if let (Some("flt"), Some(name)) = (path.extension().and_then(|e| e.to_str()), path.file_name()) {
            fs::copy(&path, to.join(name)).map_err(BenchError::io(&path))?;
            copied += 1;
        }
    }
    if copied == 0 {
        let detail = "it holds no spectrum file (*.flt)".to_owned();
        return Err(BenchError::Program { what: from.display().to_string(), detail });
    }
    Ok(())
}

/// The data of a fault's run. Errors: there is none, or it cannot be read.
pub fn figures(folder: &Path) -> Result<Value, BenchError> {
    load(&folder.join(FIGURES))
}

fn load(path: &Path) -> Result<Value, BenchError> {
    let text = fs::read_to_string(path).map_err(BenchError::io(path))?;
    serde_json::from_str(&text)
        .map_err(|error| BenchError::Program { what: path.display().to_string(), detail: error.to_string() })
}

/// Saves the data of a fault's run, atomically. Errors: it cannot be written.
pub fn keep_figures(folder: &Path, value: &Value) -> Result<(), BenchError> {
    save(&folder.join(FIGURES), value)
}

/// Writes a file atomically.
fn save(path: &Path, value: &Value) -> Result<(), BenchError> {
    let beside = path.with_extension("part");
    fs::write(&beside, format!("{value}\n")).map_err(BenchError::io(&beside))?;
    fs::rename(&beside, path).map_err(BenchError::io(path))
}
