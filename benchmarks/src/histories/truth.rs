//! Which methods and lines a fix changes: the difference of the class files that the parent's and the fix's main sources compile to.

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::BenchError;
use crate::faults::tool::Tool;

const LIMIT: Duration = Duration::from_mins(2);

/// What a fix changes.
#[derive(Clone, Debug)]
pub struct Truth {
    /// Number of methods of the parent.
    pub methods: usize,
    /// Number of lines of the parent in them.
    pub lines: usize,
    /// Everything that differs, also what has no place in the parent, such as an override that it lacks; in the format of the Java part.
    pub elements: Vec<String>,
}

/// Files of the truth, in the layout of `faultline evaluate`.
pub const FILES: [&str; 2] = ["faulty-methods.tsv", "faulty-lines.tsv"];

/// Writes [`FILES`] of two folders of class files into `into`. Errors: the Java part fails.
pub fn truth(tool: &Tool, faulty: &Path, fixed: &Path, into: &Path) -> Result<Truth, BenchError> {
    fs::create_dir_all(into).map_err(BenchError::io(into))?;
    let [before, after, folder] = [faulty, fixed, into].map(|path| path.to_string_lossy().into_owned());
    let ended = tool.run(&[], into, LIMIT, &["changes", &before, &after, &folder])?;
    ended.success("comparing class files")?;
    let lines = |name: &str| -> Result<Vec<String>, BenchError> {
        let path = into.join(name);
        let text = fs::read_to_string(&path).map_err(BenchError::io(&path))?;
        Ok(text.lines().map(str::to_owned).collect())
    };
    let [methods, faulty_lines] = FILES.map(lines);
    Ok(Truth { methods: methods?.len(), lines: faulty_lines?.len(), elements: lines("elements.txt")? })
}
