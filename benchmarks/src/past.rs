//! The cost in `faultline rank` of finding the last commit of the first suspect: whole commands on a generated repository.

use std::fmt::{self, Write as _};
use std::fs;
use std::ops::Range;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::cpu::{self, Usage};
use crate::synthetic::{self, CLASSES, LINES, TESTS};
use crate::{BenchError, rank, stats, table, workspace};

/// The compared ways: without history; the suspect's method changed ten commits ago; it changed only in the first commit, so all are read.
const WAYS: [&str; 3] =
    ["rank --no-history", "rank, changed ten commits ago", "rank, changed in the first commit"];
/// One commit in this many changes the suspect's file, in another method.
const OF_ITS_FILE: u32 = 50;
/// Distance of the near change. Units: commits.
const NEAR: u32 = 10;
/// Methods of a class, ten lines each from line 10 on, as in [`synthetic`].
const METHODS: u32 = 10;

/// The usage of the commands.
pub struct Speed {
    commits: u32,
    usages: [Vec<Usage>; WAYS.len()],
}

/// The suspect: the numbers of its class and method.
#[derive(Clone, Copy)]
struct Suspect {
    class: u32,
    method: u32,
}

/// Generates recording and repository, and runs all ways, alternating. Errors: the program has not been built; git is missing; the
/// program's output is not as expected.
pub fn run(commits: u32, rounds: usize, progress: impl Fn(&str)) -> Result<Speed, BenchError> {
    let project = Project { folder: workspace::fresh("past")?, program: workspace::program()? };
    progress("writing 7,200 tests x 90,000 lines");
    let recordings = project.folder.join(".faultline");
    fs::create_dir_all(&recordings).map_err(BenchError::io(&recordings))?;
    rank::write_to(&recordings.join("synthetic.flt"), &synthetic::recording())?;
    let suspect = project.suspect()?;
    progress(&format!("making a repository of {commits} commits"));
    project.make(commits, suspect)?;
    let mut usages = [const { Vec::new() }; WAYS.len()];
    for round in 0..rounds {
        progress(&format!("round {} of {rounds}", round + 1));
        for way in stats::rotation(round, WAYS.len()) {
            usages[way].push(project.measured(way, suspect)?);
        }
    }
    Ok(Speed { commits, usages })
}

struct Project {
    folder: PathBuf,
    program: PathBuf,
}

impl Project {
    fn rank(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command.current_dir(&self.folder).arg("rank").args(arguments);
        command
    }

    /// The first suspect of the recording, before there is a repository.
    fn suspect(&self) -> Result<Suspect, BenchError> {
        let (_, out) = cpu::measured("faultline rank", &mut self.rank(&["--json"]))?;
        let unequal = || BenchError::Unequal { detail: "there is no first suspect".to_owned() };
        let value: Value = serde_json::from_str(&out).map_err(|_| unequal())?;
        let group = &value["groups"][0];
        let number = |field: &str, before: &str| {
            let name = group["suspects"][0][field].as_str().filter(|_| group["answer"].is_string())?;
            name.rsplit_once(before)?.1.parse().ok()
        };
        let (class, method) = (number("class", "Class"), number("method", "method"));
        class.zip(method).map(|(class, method)| Suspect { class, method }).ok_or_else(unequal)
    }

    /// Creates the packed repository with its files and the branches `near` and `far`.
    fn make(&self, commits: u32, suspect: Suspect) -> Result<(), BenchError> {
        let (stream, versions) = Stream::of(commits, suspect);
        self.git(&["init", "-q"], "")?;
        self.git(&["fast-import", "--quiet"], &stream.0)?;
        self.git(&["repack", "-adq"], "")?;
        (0..CLASSES).try_for_each(|class| self.write(class, &source(class, versions[class as usize])))
    }

    fn write(&self, class: u32, source: &str) -> Result<(), BenchError> {
        let file = self.folder.join(path(class));
        let folder = file.parent().unwrap_or(&self.folder);
        fs::create_dir_all(folder).map_err(BenchError::io(folder))?;
        fs::write(&file, source).map_err(BenchError::io(&file))
    }

    fn git(&self, arguments: &[&str], input: &str) -> Result<String, BenchError> {
        use std::io::Write as _;
        let failed = |detail: String| BenchError::Program { what: format!("git {arguments:?}"), detail };
        let mut child = Command::new("git")
            .current_dir(&self.folder)
            .args(arguments)
            .envs([("GIT_CONFIG_GLOBAL", "/dev/null"), ("GIT_CONFIG_SYSTEM", "/dev/null")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| failed(error.to_string()))?;
        let stdin = child.stdin.take().map_or(Ok(()), |mut stdin| stdin.write_all(input.as_bytes()));
        let output = child.wait_with_output().map_err(|error| failed(error.to_string()))?;
        stdin.map_err(|error| failed(error.to_string()))?;
        if !output.status.success() {
            return Err(failed(output.status.to_string()));
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Runs a way, and checks its output.
    fn measured(&self, way: usize, suspect: Suspect) -> Result<Usage, BenchError> {
        let branch = if way == 1 { "near" } else { "far" };
        self.git(&["symbolic-ref", "HEAD", &format!("refs/heads/{branch}")], "")?;
        self.write(suspect.class, &self.git(&["show", &format!("{branch}:{}", path(suspect.class))], "")?)?;
        let arguments: &[&str] = if way == 0 { &["--no-history"] } else { &[] };
        let (usage, out) = cpu::measured(WAYS[way], &mut self.rank(arguments))?;
        let said = out.lines().find(|line| line.starts_with("Last changed in "));
        let is_right = match way {
            0 => said.is_none(),
            1 => said.is_some_and(|line| !line.ends_with(": change 0")),
            _ => said.is_some_and(|line| line.ends_with(": change 0")),
        };
        if !is_right {
            let detail = format!("{} says {}", WAYS[way], said.unwrap_or("nothing of a commit"));
            return Err(BenchError::Unequal { detail });
        }
        Ok(usage)
    }
}

/// The last change of each method of each class.
type Versions = Vec<[u32; METHODS as usize]>;

/// Input for `git fast-import`.
struct Stream(String);

impl Stream {
    /// The commits of both branches, and the final state of `far`. On `near` another commit changes the suspect.
    fn of(commits: u32, suspect: Suspect) -> (Self, Versions) {
        let mut versions: Versions = vec![[0; METHODS as usize]; CLASSES as usize];
        let mut stream = Self(String::new());
        stream.commit("far", 0);
        for class in 0..CLASSES {
            stream.file(class, &versions);
        }
        for at in 1..commits {
            let class = if at % OF_ITS_FILE == 0 { suspect.class } else { at * 7 % CLASSES };
            let is_suspects = |method| class == suspect.class && method == suspect.method;
            let method = (at..at + 2).map(|of| of % METHODS).find(|&method| !is_suspects(method));
            versions[class as usize][method.unwrap_or_default() as usize] = at;
            if at == commits - NEAR {
                stream.near(at..commits, suspect, versions.clone());
            }
            stream.commit("far", at);
            stream.file(class, &versions);
        }
        (stream, versions)
    }

    fn near(&mut self, commits: Range<u32>, suspect: Suspect, mut versions: Versions) {
        self.0.push_str("reset refs/heads/near\nfrom refs/heads/far\n\n");
        versions[suspect.class as usize][suspect.method as usize] = commits.start;
        self.commit("near", commits.start);
        self.file(suspect.class, &versions);
        for later in commits.skip(1) {
            self.commit("near", later);
            self.add(format_args!("M 644 inline notes.txt\ndata 6\n{later:06}\n"));
        }
    }

    fn commit(&mut self, branch: &str, at: u32) {
        let message = format!("change {at}");
        let (time, length) = (1_000_000_000 + i64::from(at) * 3_600, message.len());
        self.add(format_args!(
            "commit refs/heads/{branch}\ncommitter C <c@d> {time} +0000\ndata {length}\n{message}\n"
        ));
    }

    fn file(&mut self, class: u32, versions: &Versions) {
        let source = source(class, versions[class as usize]);
        self.add(format_args!("M 644 inline {}\ndata {}\n{source}\n", path(class), source.len()));
    }

    fn add(&mut self, text: fmt::Arguments<'_>) {
        self.0.write_fmt(text).expect("a text in memory can be written");
    }
}

fn path(class: u32) -> String {
    format!("src/main/java/org/example/p{}/Class{class}.java", class / 30)
}

/// A class with methods at the lines of [`synthetic`], each with the number of its last change.
fn source(class: u32, versions: [u32; METHODS as usize]) -> String {
    let step = |step| format!("        sum += a * {step} + {class};\n");
    let steps: Vec<String> = (0..7).map(step).collect();
    let steps = steps.concat();
    let method = |(method, version): (usize, &u32)| {
        format!("    public void method{method}(int a) {{\n        sum -= {version};\n{steps}    }}\n")
    };
    let methods: Vec<String> = versions.iter().enumerate().map(method).collect();
    format!(
        "package org.example.p{};\n\n/**\n * Made up.\n *\n */\npublic class Class{class} {{\n    private int sum;\n\n{}}}\n",
        class / 30,
        methods.concat()
    )
}

impl Speed {
    /// Renders times, and their ratios to the time without history in the same round.
    pub fn table(&self) -> String {
        let wall = |way: usize| self.usages[way].iter().map(|of| of.wall.as_secs_f64()).collect::<Vec<f64>>();
        let cpu = |way: usize| self.usages[way].iter().map(|of| of.cpu.as_secs_f64()).collect::<Vec<f64>>();
        let row = |way: usize| {
            let ratio = stats::median(&stats::ratios(&wall(way), &wall(0)));
            let cells = [stats::min(&wall(way)), stats::median(&wall(way)), stats::min(&cpu(way)), ratio];
            let mut row = vec![WAYS[way].to_owned()];
            row.extend(cells.map(|cell| format!("{cell:.3}")));
            row
        };
        let rows: Vec<Vec<String>> = (0..WAYS.len()).map(row).collect();
        let title = format!("{TESTS} tests x {LINES} lines, {} commits", self.commits);
        table::render(&[&title, "s min", "median", "CPU s min", "of without"], &rows)
    }

    /// Returns all samples as JSON.
    pub fn json(&self) -> Value {
        let one = |u: &Usage| json!({ "cpu": u.cpu.as_secs_f64(), "wall": u.wall.as_secs_f64() });
        let ways = WAYS.iter().zip(&self.usages);
        let ways: Vec<Value> = ways
            .map(|(way, usages)| json!({ "way": way, "samples": usages.iter().map(one).collect::<Vec<_>>() }))
            .collect();
        json!({ "benchmark": "past", "tests": TESTS, "lines": LINES, "commits": self.commits, "ways": ways })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_stand_on_the_lines_that_were_recorded() {
        let source = source(3, [7; METHODS as usize]);
        let lines: Vec<&str> = source.lines().collect();
        for method in 0..METHODS {
            assert!(lines[(10 + 10 * method) as usize - 1].contains(&format!("method{method}(")), "{source}");
        }
    }
}
