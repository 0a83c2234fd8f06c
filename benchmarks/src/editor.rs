//! The language server on a generated recording of a large suite: how long an editor waits.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

use faultline_flt::Writer;
use faultline_spectrum::{RecordedClass, Recording};
use serde_json::{Value, json};

use crate::synthetic::{self, LINES, TESTS};
use crate::{BenchError, stats, table, workspace};

/// Hovers and lists of code lenses in each round.
const ASKED: usize = 50;

/// The samples of all rounds. Units: ms.
pub struct Waits {
    /// From the start of the program to the answer to `initialize`.
    initialize: Vec<f64>,
    /// From there to the diagnostics.
    ranked: Vec<f64>,
    hover: Vec<f64>,
    lenses: Vec<f64>,
}

/// Writes a generated recording with sources, and starts a server for it in each round. Errors: the scratch folder cannot be written; the
/// server says something unexpected.
pub fn run(rounds: usize, progress: impl Fn(&str)) -> Result<Waits, BenchError> {
    progress("writing 7,200 tests x 90,000 lines and their sources");
    let folder = workspace::fresh("editor")?;
    let recording = synthetic::recording();
    let sources = write(&folder, &recording)?;
    drop(recording);
    let mut waits = Waits { initialize: vec![], ranked: vec![], hover: vec![], lenses: vec![] };
    for round in 0..rounds {
        progress(&format!("round {} of {rounds}", round + 1));
        waits.round(&folder, &sources)?;
    }
    Ok(waits)
}

/// Writes the recording behind its sources, which have the recorded lines in the bodies of the recorded methods.
fn write(folder: &Path, recording: &Recording) -> Result<Vec<PathBuf>, BenchError> {
    let mut sources = Vec::new();
    for class in &recording.classes {
        let path = folder.join("src/main/java").join(format!("{}.java", class.name.replace('.', "/")));
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(BenchError::io(parent))?;
        fs::write(&path, source(class)).map_err(BenchError::io(&path))?;
        sources.push(path);
    }
    let recordings = folder.join(".faultline");
    fs::create_dir_all(&recordings).map_err(BenchError::io(&recordings))?;
    let path = recordings.join("1.flt");
    let mut writer = Writer::create(&path, &recording.origin).map_err(BenchError::io(&path))?;
    writer.recording(recording).map_err(BenchError::io(&path))?;
    Ok(sources)
}

fn source(class: &RecordedClass) -> String {
    let mut lines = vec![format!("class {} {{", class.name.rsplit('.').next().unwrap_or_default())];
    for (at, (method, line)) in class.slots.iter().enumerate() {
        lines.resize((*line as usize).saturating_sub(1).max(lines.len()), String::new());
        let is_in = |other: Option<&(u32, u32)>| other.is_some_and(|(other, _)| other == method);
        let head = if at > 0 && is_in(class.slots.get(at - 1)) {
            String::new()
        } else {
            format!("void {}(int n) {{ ", class.methods[*method as usize].name)
        };
        let end = if is_in(class.slots.get(at + 1)) { "" } else { " }" };
        lines.push(format!("    {head}total += compute(values, {line}, n);{end}"));
    }
    lines.push("}".to_owned());
    lines.join("\n")
}

impl Waits {
    fn round(&mut self, folder: &Path, sources: &[PathBuf]) -> Result<(), BenchError> {
        let started = Instant::now();
        let mut server = Server::start(folder)?;
        server.ask("initialize", &json!({ "capabilities": {} }))?;
        self.initialize.push(since(started));
        let initialized = Instant::now();
        server.send(&json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} }))?;
        server.until(|message| message["method"] == "textDocument/publishDiagnostics")?;
        self.ranked.push(since(initialized));
        for at in 0..ASKED {
            let source = &sources[at * sources.len() / ASKED];
            let document = json!({ "uri": format!("file://{}", source.display()) });
            let hovered = json!({ "textDocument": document, "position": { "line": 9 + at, "character": 8 } });
            let asked = Instant::now();
            let hover = server.ask("textDocument/hover", &hovered)?;
            self.hover.push(since(asked));
            let asked = Instant::now();
            let lenses = server.ask("textDocument/codeLens", &json!({ "textDocument": document }))?;
            self.lenses.push(since(asked));
            // A server that knows nothing would be the fastest.
            if hover["contents"]["value"].is_null() || lenses.as_array().is_none_or(Vec::is_empty) {
                return Err(unexpected(format!("nothing of {}", source.display())));
            }
        }
        Ok(())
    }

    /// Renders medians, and what 95 % of the waits keep.
    pub fn table(&self) -> String {
        let row = |name: &str, samples: &[f64]| {
            let mut sorted = samples.to_vec();
            sorted.sort_by(f64::total_cmp);
            let most = sorted[(sorted.len() * 95).div_ceil(100) - 1];
            vec![name.to_owned(), format!("{:.1}", stats::median(samples)), format!("{most:.1}")]
        };
        let rows = [
            row("start to initialize", &self.initialize),
            row("initialized to diagnostics", &self.ranked),
            row("hover", &self.hover),
            row("code lenses of a file of 10 methods", &self.lenses),
        ];
        format!(
            "faultline lsp on {TESTS} tests x {LINES} lines with sources\n\n{}",
            table::render(&["wait", "ms median", "95 % within"], &rows)
        )
    }

    /// Returns all samples as JSON.
    pub fn json(&self) -> Value {
        json!({
            "benchmark": "editor",
            "initialize_ms": self.initialize,
            "ranked_ms": self.ranked,
            "hover_ms": self.hover,
            "lenses_ms": self.lenses,
        })
    }
}

fn since(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e3
}

fn unexpected(detail: String) -> BenchError {
    BenchError::Program { what: "faultline lsp".to_owned(), detail }
}

/// A server with its pipes; killed when dropped.
struct Server {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    asked: u64,
}

impl Server {
    fn start(folder: &Path) -> Result<Self, BenchError> {
        let mut child = Command::new(workspace::program()?)
            .arg("lsp")
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(BenchError::io(folder))?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (to, from) = pipes.ok_or_else(|| unexpected("it has no pipes".to_owned()))?;
        Ok(Self { child, to, from: BufReader::new(from), asked: 0 })
    }

    fn send(&mut self, message: &Value) -> Result<(), BenchError> {
        let text = message.to_string();
        let sent =
            write!(self.to, "Content-Length: {}\r\n\r\n{text}", text.len()).and_then(|()| self.to.flush());
        sent.map_err(|error| unexpected(error.to_string()))
    }

    fn ask(&mut self, method: &str, params: &Value) -> Result<Value, BenchError> {
        self.asked += 1;
        let id = self.asked;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))?;
        let answer = self.until(|message| message["id"] == id)?;
        if answer["error"].is_null() {
            Ok(answer["result"].clone())
        } else {
            Err(unexpected(answer.to_string()))
        }
    }

    /// The server's next message that fits.
    fn until(&mut self, fits: impl Fn(&Value) -> bool) -> Result<Value, BenchError> {
        loop {
            let message = self.next().map_err(|error| unexpected(error.to_string()))?;
            if fits(&message) {
                return Ok(message);
            }
        }
    }

    fn next(&mut self) -> std::io::Result<Value> {
        let mut length = 0;
        loop {
            let mut line = String::new();
            if self.from.read_line(&mut line)? == 0 {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
            match line.trim_end().split_once(": ") {
                Some((_, value)) => length = value.parse().unwrap_or(0),
                None => break,
            }
        }
        let mut body = vec![0; length];
        self.from.read_exact(&mut body)?;
        Ok(serde_json::from_slice(&body)?)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
