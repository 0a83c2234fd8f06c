//! Runs the table of `tests/compatibility/cells.toml` and writes `docs/compatibility.md`: every cell with `--all`, otherwise
//! only the rows that are missing in the document or have a differing cell.
//!
//! ```text
//! cargo run --locked -p faultline-tests --bin compatibility -- --all
//! ```
//! Needs the distribution (`make dist`; `FAULTLINE_DIST`), Maven, and pip for the runtimes, which are cached in the folder
//! `FAULTLINE_JVMS`, by default in the temporary folder. Exits with 1 when a cell differs.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use faultline_tests::Dist;
use faultline_tests::compatibility::{
    CHECKS, Document, Jvm, Line, NEWEST_WHEELS, Outcome, Project, Table, earlier,
};
use faultline_tests::platforms::HEADING;
use faultline_tests::section::with_head;

fn main() -> ExitCode {
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/compatibility.md");
    let all = std::env::args().any(|word| word == "--all");
    let written = std::fs::read_to_string(&document).unwrap_or_default();
    let runs = Runs::new(if all { String::new() } else { written.clone() });
    let (text, differ) = runs.all(&|text| {
        // Other programs write the sections that follow.
        std::fs::write(&document, with_head(&written, text, HEADING))
            .unwrap_or_else(|e| panic!("{}: {e}", document.display()));
    });
    println!("{} lines in {}", text.lines().count(), document.display());
    // Keep the files of a differing run for inspection.
    if differ == 0 {
        let _ = std::fs::remove_dir_all(&runs.scratch);
    }
    ExitCode::from(u8::from(differ > 0))
}

/// The shared inputs of all cells.
struct Runs {
    table: Table,
    dist: Dist,
    jvms: Vec<(u32, Result<Jvm, String>)>,
    scratch: PathBuf,
    /// The existing document: rows without differences are not run again.
    before: String,
}

impl Runs {
    fn new(before: String) -> Self {
        let kept = std::env::var_os("FAULTLINE_JVMS")
            .map_or_else(|| std::env::temp_dir().join("faultline-jvms"), PathBuf::from);
        let jvm = |&(feature, wheel): &(u32, &str)| (feature, Jvm::by_pip(feature, wheel, &kept));
        Self {
            table: Table::read(),
            dist: Dist::find(),
            jvms: NEWEST_WHEELS.iter().map(jvm).collect(),
            scratch: std::env::temp_dir().join(format!("faultline-compatibility-{}", std::process::id())),
            before,
        }
    }

    /// Runs the cells and writes the document after every row, because a table that takes an hour may be interrupted. Returns the
    /// text and the number of differing cells.
    fn all(&self, write: &dyn Fn(&str)) -> (String, usize) {
        let mut document = Document::new(&self.table);
        let (date, maven) = (first_line("date", &["+%Y-%m-%d"]), first_line("mvn", &["-v"]));
        let usable: Vec<_> = self.jvms.iter().filter_map(|(_, jvm)| jvm.clone().ok()).collect();
        let mut text = String::new();
        let mut show = |document: &Document| {
            text = document.render(&date, &usable, &maven);
            write(&text);
        };
        let scratch = self.scratch.display().to_string();
        let mut project: Option<(String, Result<Project, String>)> = None;
        for line in self.table.lines() {
            let key = Document::key(&line);
            let cells = earlier(&self.before, &key).unwrap_or_else(|| {
                let name = format!("{} {}", line.framework.folder, line.version);
                if project.as_ref().is_none_or(|(of, _)| *of != name) {
                    project = Some((name, Project::build(line.framework, line.version, &scratch)));
                }
                let built = &project.as_ref().expect("it was just built").1;
                self.table.java.iter().map(|java| self.cell(&line, *java, built)).collect()
            });
            println!("{key} {}", cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(" | "));
            document.line(&line, &cells);
            show(&document);
        }
        for check in CHECKS {
            let key = format!("| {} |", check.what);
            let outcome = earlier(&self.before, &key)
                .and_then(|mut cells| cells.pop())
                .unwrap_or_else(|| (check.run)(&self.table, &scratch, &self.dist));
            println!("{key} {outcome} |");
            document.check(check.what, &outcome);
            show(&document);
        }
        (text, document.differ())
    }

    fn cell(&self, line: &Line<'_>, java: u32, project: &Result<Project, String>) -> Outcome {
        let own = Jvm::in_use().feature;
        if java < line.framework.release || (!line.everywhere && java != own) {
            return Outcome::NotTried("-".to_owned());
        }
        let jvm = match self.jvms.iter().find(|(feature, _)| *feature == java) {
            Some((_, Ok(jvm))) => jvm,
            Some((_, Err(why))) => return Outcome::NotTried(format!("- ({why})")),
            None => return Outcome::NotTried("- (no run time)".to_owned()),
        };
        match project {
            Ok(project) => project.run(line, jvm, &self.dist),
            Err(why) => Outcome::Differs(why.clone()),
        }
    }
}

/// The first line that a program prints, without colours.
fn first_line(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    let line = text.lines().next().unwrap_or_default().replace("\u{1b}[1m", "").replace("\u{1b}[m", "");
    line.split(" (").next().unwrap_or_default().to_owned()
}
