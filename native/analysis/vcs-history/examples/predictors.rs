//! Judges predictors by where they rank classes that had a bug, as of the commit before its fix.
//!
//! ```text
//! cargo run --locked --release -p faultline-vcs-history --example predictors -- [--bugs LIST] NAME=REPOSITORY ...
//! ```
//!
//! `LIST` has tab-separated rows: bug (`NAME-1`, in any case), the revision that has it, the buggy class. For a repository
//! that the list does not name, bugs are commits that fix a numbered issue, change one to three classes and a test, and add
//! none; at most 70, evenly spread. Their messages are read with the git program.
//!
//! Prints, for each project and predictor, the percentage of buggy classes in the first tenth and the first half of the
//! ranking, and their mean budget, in seconds at 15 a class with 0.68 s of prediction subtracted (BADS as published); then
//! the means over projects.

#![allow(clippy::case_sensitive_file_extension_comparisons, reason = "Java's ending is in small letters")]

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

use faultline_time_budget::Bads;
use faultline_vcs_history::{Mining, Predictor, Schwa, Source, mine, sources};

type Fallible<T> = Result<T, Box<dyn Error>>;

/// The caches of one repository, whose revisions share most commits.
struct Kept(PathBuf);

impl Kept {
    fn new() -> Self {
        Self(std::env::temp_dir().join(format!("predictors-{}", std::process::id())))
    }

    fn mining(&self, bug: &Bug) -> Mining {
        let (revision, cache) = (bug.revision.clone(), Some(self.0.clone()));
        Mining { revision, commits: Some(500), lines: true, cache, ..Mining::default() }
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        // The cache of lines is a separate file.
        let _ = std::fs::remove_file(self.0.with_extension("lines"));
    }
}

/// A revision and its buggy classes.
struct Bug {
    revision: String,
    /// Paths or, for bugs from a list, class names.
    classes: Vec<String>,
}

/// Sums over buggy classes.
#[derive(Clone, Copy, Default)]
struct Tally {
    classes: f64,
    tenth: f64,
    half: f64,
    seconds: f64,
}

impl Tally {
    fn means(self) -> [f64; 3] {
        [100.0 * self.tenth / self.classes, 100.0 * self.half / self.classes, self.seconds / self.classes]
    }
}

fn main() -> Fallible<()> {
    let mut arguments = std::env::args().skip(1).peekable();
    let mut list = Vec::new();
    if arguments.next_if_eq("--bugs").is_some() {
        list = listed(&std::fs::read_to_string(arguments.next().ok_or("--bugs needs a file")?)?);
    }
    let mut sums = [[0.0; 3]; Predictor::ALL.len()];
    let mut projects = 0.0;
    println!("| project | buggy classes | {} |", Predictor::ALL.map(Predictor::name).join(" | "));
    println!("|---|---|{}", "---|".repeat(Predictor::ALL.len()));
    for argument in arguments {
        let (name, folder) = argument.split_once('=').ok_or("a project is given as NAME=REPOSITORY")?;
        let folder = PathBuf::from(folder);
        let own: Vec<&(String, Bug)> = list.iter().filter(|(of, _)| of == name).collect();
        let found = if own.is_empty() { mined(&folder)? } else { Vec::new() };
        let kept = Kept::new();
        let mut tallies = [Tally::default(); Predictor::ALL.len()];
        for bug in own.into_iter().map(|(_, bug)| bug).chain(&found) {
            judge(&folder, &kept, bug, &mut tallies)?;
        }
        let means = tallies.map(Tally::means);
        println!("| {name} | {} | {} |", tallies[0].classes, means.map(cell).join(" | "));
        projects += 1.0;
        for (sum, means) in sums.iter_mut().zip(means) {
            sum.iter_mut().zip(means).for_each(|(sum, mean)| *sum += mean);
        }
    }
    println!("| mean | | {} |", sums.map(|sum| cell(sum.map(|sum| sum / projects))).join(" | "));
    Ok(())
}

fn cell([tenth, half, seconds]: [f64; 3]) -> String {
    format!("{tenth:.1} / {half:.1} / {seconds:.1}")
}

fn listed(text: &str) -> Vec<(String, Bug)> {
    let mut bugs: Vec<(String, Bug)> = Vec::new();
    for row in text.lines().filter(|row| !row.starts_with('#')) {
        let fields: Vec<&str> = row.split('\t').collect();
        let [bug, revision, class, ..] = fields[..] else { continue };
        let project = bug.split('-').next().unwrap_or_default().to_lowercase();
        match bugs.last_mut().filter(|(of, last)| *of == project && last.revision == revision) {
            Some((_, last)) => last.classes.push(class.to_owned()),
            None => {
                bugs.push((project, Bug { revision: revision.to_owned(), classes: vec![class.to_owned()] }));
            }
        }
    }
    bugs
}

fn judge(folder: &Path, kept: &Kept, bug: &Bug, tallies: &mut [Tally]) -> Fallible<()> {
    let history = mine(folder, &kept.mining(bug))?;
    let mut classes = sources(folder, &bug.revision, |path| is_source(&path.to_string()))?;
    let is_buggy =
        |class: &Source| bug.classes.iter().any(|name| *name == class.class || class.path == name.as_str());
    if let Some(buggy) = classes.iter().find(|class| is_buggy(class)) {
        // Among several source folders, the one with the bug.
        let path = buggy.path.to_string();
        let inside = buggy.class.replace('.', "/") + ".java";
        let root = path.strip_suffix(&inside).unwrap_or_default().to_owned();
        classes.retain(|class| class.path.starts_with(root.as_bytes()));
    }
    if classes.len() < 4 || !classes.iter().any(is_buggy) {
        return Ok(());
    }
    let count = classes.len();
    let (total, prediction) = (15 * count as u64, count as u64 * 68 / 100);
    let budgets =
        Bads { total, min: 0, compat: Some(prediction), shape: faultline_time_budget::Shape::default() }
            .budgets(count)?;
    for (predictor, tally) in Predictor::ALL.into_iter().zip(tallies) {
        let scores = predictor.scores(&Schwa::default(), &history, None, &classes);
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by(|&a, &b| {
            scores[b].total_cmp(&scores[a]).then_with(|| classes[a].class.cmp(&classes[b].class))
        });
        for (rank, _) in order.iter().enumerate().filter(|&(_, &class)| is_buggy(&classes[class])) {
            let share = rank as f64 / (count - 1) as f64;
            tally.classes += 1.0;
            tally.tenth += f64::from(share <= 0.1);
            tally.half += f64::from(share <= 0.5);
            tally.seconds += budgets[rank].seconds as f64;
        }
    }
    Ok(())
}

fn is_test(path: &str) -> bool {
    ["src/test/", "test/", "tests/", "experimental/"]
        .iter()
        .any(|part| path.starts_with(part) || path.contains(&format!("/{part}")))
}

fn is_source(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    let aside = |part: &&str| path.starts_with(part) || path.contains(&format!("/{part}"));
    path.ends_with(".java")
        && !is_test(path)
        && !["userguide/", "example/", "examples/", "site/"].iter().any(aside)
        && !matches!(name, "package-info.java" | "module-info.java")
}

/// Finds bugs by their fixes.
fn mined(folder: &Path) -> Fallible<Vec<Bug>> {
    let log = Command::new("git")
        .arg("-C")
        .arg(folder)
        .args(["log", "--no-merges", "-M", "--raw", "--format=%x01%P%x02%s"])
        .output()?;
    let log = String::from_utf8_lossy(&log.stdout);
    let all: Vec<Bug> = log.split('\u{1}').filter_map(fixed).collect();
    let step = all.len().div_ceil(70).max(1);
    Ok(all.into_iter().step_by(step).collect())
}

fn fixed(commit: &str) -> Option<Bug> {
    let (head, changes) = commit.split_once('\n')?;
    let (parent, subject) = head.split_once('\u{2}')?;
    let subject = subject.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| subject.contains(word));
    let speaks =
        ["fix", "bug", "npe", "exception", "incorrect", "wrong", "fail", "throw", "broken", "regress"];
    let chores = [
        "javadoc",
        "checkstyle",
        "typo",
        "bump",
        "sonar",
        "findbugs",
        "pmd",
        "warning",
        "deprecat",
        "license",
        "build",
    ];
    let names_issue =
        subject.as_bytes().windows(2).any(|pair| matches!(pair[0], b'#' | b'-') && pair[1].is_ascii_digit());
    if !has(&speaks) || has(&chores) || !names_issue {
        return None;
    }
    let (mut classes, mut tests, mut others) = (Vec::new(), 0, 0);
    for change in changes.lines().filter_map(|line| line.strip_prefix(':')) {
        let (meta, path) = change.split_once('\t')?;
        if is_test(path) {
            tests += usize::from(path.ends_with(".java"));
        } else if is_source(path) && meta.ends_with('M') {
            classes.push(path.to_owned());
        } else if is_source(path) {
            others += 1;
        }
    }
    let revision = parent.split(' ').next()?.to_owned();
    (tests > 0 && others == 0 && (1..=3).contains(&classes.len())).then_some(Bug { revision, classes })
}
