//! Finds commits that may mend a fault: few changed lines of main sources, a changed test, and words of a fix.

use super::list::Row;
use super::repository::Repository;
use super::side::{Side, is_source, module};
use super::words::may_mend;
use crate::BenchError;

/// What a candidate may change, and where candidates are looked for.
#[derive(clap::Args, Clone, Debug)]
pub struct Limits {
    /// Revision whose history is searched
    #[arg(long, value_name = "REVISION", default_value = "HEAD")]
    pub revision: String,
    /// Only commits since this date, such as `2019-01-01`
    #[arg(long, value_name = "DATE")]
    pub since: Option<String>,
    /// Maximum number of main sources that a commit may change
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub main_files: usize,
    /// Maximum number of lines of main sources that a commit may add and remove
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub main_lines: usize,
    /// Also take commits whose messages do not speak of a fault
    #[arg(long)]
    pub any_message: bool,
}

/// A commit, and the files that it changes.
struct Commit<'a> {
    hash: &'a str,
    parent: &'a str,
    subject: &'a str,
    body: &'a str,
    files: Vec<&'a str>,
}

/// The candidates of a repository, newest first; merges and the first commit are none. Errors: git fails.
pub fn find(repository: &Repository, name: &str, limits: &Limits) -> Result<Vec<Row>, BenchError> {
    let since = limits.since.as_ref().map(|since| format!("--since={since}"));
    let format = "--format=%x1e%H%x1f%P%x1f%s%x1f%b%x1d";
    let mut arguments = vec!["log", "--no-merges", "--no-renames", "--name-only", format];
    arguments.extend(since.as_deref());
    arguments.extend(["--end-of-options", limits.revision.as_str(), "--"]);
    let log = repository.git(&arguments)?;
    let commits = log.split('\x1e').filter_map(parse).filter(|commit| touches_few(commit, limits));
    let of = |commit: Commit<'_>| {
        // Only now, and only of sources: a copy of a repository may lack large files, which cannot be counted.
        let counts = [
            "diff-tree",
            "-r",
            "--no-renames",
            "--numstat",
            commit.parent,
            commit.hash,
            "--",
            "*.java",
            "*.kt",
        ];
        candidate(&commit, &repository.git(&counts).ok()?, name, limits)
    };
    Ok(commits.filter_map(of).collect())
}

fn parse(record: &str) -> Option<Commit<'_>> {
    let (head, files) = record.split_once('\x1d')?;
    let [hash, parent, subject, body] = head.split('\x1f').collect::<Vec<_>>()[..] else { return None };
    let files = files.lines().filter(|line| !line.is_empty()).collect();
    (!parent.is_empty()).then_some(Commit { hash, parent, subject, body, files })
}

/// Whether a commit's message and paths are those of a candidate.
fn touches_few(commit: &Commit<'_>, limits: &Limits) -> bool {
    let of = |side: Side| commit.files.iter().filter(move |path| Side::of(path) == side);
    let main = of(Side::Main).filter(|path| is_source(path)).count();
    let speaks = limits.any_message || may_mend(commit.subject, commit.body);
    speaks && (1..=limits.main_files).contains(&main) && of(Side::Build).next().is_none()
}

/// The row of a commit that changes few lines of main sources and adds some to a test, by git's counts.
fn candidate(commit: &Commit<'_>, counts: &str, name: &str, limits: &Limits) -> Option<Row> {
    let counts: Vec<_> = counts.lines().filter_map(counted).collect();
    let of = |side: Side| counts.iter().filter(move |(_, _, path)| Side::of(path) == side && is_source(path));
    let lines: usize = of(Side::Main).map(|(added, removed, _)| added + removed).sum();
    let tests = of(Side::Test).filter(|(added, _, _)| *added > 0);
    let mut modules: Vec<String> = tests
        .filter_map(|(_, _, path)| module(path))
        .map(|module| if module.is_empty() { ".".to_owned() } else { module.to_owned() })
        .collect();
    modules.sort_unstable();
    modules.dedup();
    ((1..=limits.main_lines).contains(&lines) && !modules.is_empty())
        .then(|| Row::new(name, commit.hash, modules, commit.subject))
}

/// Added and removed lines of a file.
fn counted(line: &str) -> Option<(usize, usize, &str)> {
    let [added, removed, path] = line.split('\t').collect::<Vec<_>>()[..] else { return None };
    Some((added.parse().ok()?, removed.parse().ok()?, path))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits() -> Limits {
        Limits { revision: "HEAD".into(), since: None, main_files: 1, main_lines: 5, any_message: false }
    }

    fn row(subject: &str, counts: &str) -> Option<Row> {
        let files: Vec<&str> = counts.lines().filter_map(|line| line.rsplit('\t').next()).collect();
        let record = format!("0123456789\x1fabc\x1f{subject}\x1f\x1d\n\n{}\n", files.join("\n"));
        let commit = parse(&record).unwrap();
        touches_few(&commit, &limits()).then(|| candidate(&commit, counts, "o+lib", &limits())).flatten()
    }

    #[test]
    fn a_candidate_changes_few_main_lines_and_a_test() {
        let (main, test) = ("2\t1\tx/src/main/java/a/B.java\n", "4\t0\tx/src/test/java/a/BTest.java\n");
        let found =
            row("Fix it", &format!("{main}{test}9\t9\tREADME.md\n-\t-\tx/src/main/resources/a.bin\n"));
        assert_eq!(found.unwrap().modules, ["x"]);
        let others = [
            ("Fix it", main.to_owned()),
            ("Fix it", test.to_owned()),
            ("Second try", format!("{main}{test}")),
            ("Fix it", format!("{main}{test}1\t1\tpom.xml\n")),
            ("Fix it", format!("9\t1\tsrc/main/java/a/B.java\n{test}")),
            ("Fix it", format!("{main}1\t1\tsrc/main/java/a/C.java\n{test}")),
            ("Fix it", format!("{main}0\t3\tsrc/test/java/a/BTest.java\n")),
        ];
        for (subject, counts) in others {
            assert_eq!(row(subject, &counts), None, "{subject}: {counts}");
        }
    }

    #[test]
    fn the_first_commit_has_no_parent_to_compare_with() {
        assert!(parse("0123456789\x1f\x1fFix\x1f\x1d\n").is_none() && parse("").is_none());
    }
}
