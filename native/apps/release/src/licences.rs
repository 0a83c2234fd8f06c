//! Third-party licences: one text file that lists each crate and library with its licence's text. Archives
//! contain their own; jars contain those of `release/licences`, which Maven adds.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use faultline_messages::failure::Failure;

use crate::crates::{self, Crate};

const ASM: &str = include_str!("../../../../release/licences/asm.txt");
const MIT: &str = include_str!("mit-licence.txt");
const RULE: &str = "--------------------------------------------------------------------------------";

/// Prefixes of the names of files with a licence or a required notice.
const BEGINNINGS: [&str; 5] = ["licen", "copying", "notice", "unlicense", "copyright"];

/// What is asked of `licences`.
#[derive(Args, Debug)]
pub struct Request {
    /// The workspace, with its Cargo.lock
    #[arg(long, default_value = ".")]
    workspace: PathBuf,
    /// What holds the crates
    #[arg(long, value_enum)]
    of: Part,
    /// The file to write
    #[arg(long)]
    out: PathBuf,
    /// Targets of rustc whose crates count, as x86_64-unknown-linux-gnu
    #[arg(required = true)]
    targets: Vec<String>,
}

/// A part of Faultline that jars hold.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Part {
    /// The agents' library
    Core,
    /// The program
    Program,
}

impl Part {
    const fn package(self) -> &'static str {
        match self {
            Self::Core => "faultline-agent-core",
            Self::Program => "faultline-cli",
        }
    }

    /// The part's name within a sentence.
    const fn name(self) -> &'static str {
        match self {
            Self::Core => "the agent's core (libfaultline)",
            Self::Program => "the program faultline",
        }
    }
}

/// Writes the licences of the crates of a part, for all targets together.
///
/// # Errors
///
/// Cargo cannot read the workspace, a crate's licence is unknown, or the file cannot be written.
pub fn write(request: &Request) -> Result<(), Failure> {
    let mut by_version = BTreeMap::new();
    for target in &request.targets {
        for one in crates::of(&request.workspace, &[request.of.package()], target)? {
            by_version.insert((one.name.clone(), one.version.clone()), one);
        }
    }
    let crates: Vec<Crate> = by_version.into_values().collect();
    let name = request.of.name();
    let mut all = format!(
        "Faultline is under the Apache License 2.0, the file LICENSE. Parts of {name} were written by others.\n\n"
    );
    add_crates(&mut all, &format!("In {name}"), &crates)?;
    if matches!(request.of, Part::Program) {
        add_grammars(&mut all);
    }
    fs::write(&request.out, all)
        .map_err(|error| Failure::failed(format!("{}: {error}", request.out.display())))
}

/// The text for an archive: the crates of each part, then each distinct text once, after the crates it
/// applies to.
///
/// # Errors
///
/// A crate has no licence file and no known licence.
pub fn of(crates: &[Crate]) -> Result<String, Failure> {
    let mut all = String::from(
        "Faultline is under the Apache License 2.0, the file LICENSE. Parts of it were written by others.\n\n\
         In the jars, under io.faultline.asm: ASM (https://asm.ow2.io), BSD-3-Clause\n\n",
    );
    let _ = writeln!(all, "{RULE}\n{}\n", ASM.trim_end());
    add_crates(&mut all, "In the program or the cores", crates)?;
    add_grammars(&mut all);
    Ok(all)
}

fn add_crates(all: &mut String, place: &str, crates: &[Crate]) -> Result<(), Failure> {
    // Compare texts by their words, because crates wrap the lines of the same text differently.
    let mut by_words: BTreeMap<Vec<String>, (Vec<String>, String)> = BTreeMap::new();
    let mut ours = Vec::new();
    for one in crates {
        let name = format!("{} {} ({})", one.name, one.version, one.licence);
        let texts = texts(one)?;
        if texts.is_empty() {
            ours.push(name.clone());
        }
        for text in texts {
            let words = text.split_whitespace().map(str::to_lowercase).collect();
            by_words.entry(words).or_insert_with(|| (Vec::new(), text)).0.push(name.clone());
        }
    }
    let mut groups: Vec<(Vec<String>, String)> = by_words.into_values().collect();
    groups.sort();
    if !ours.is_empty() {
        let _ = writeln!(
            all,
            "{RULE}\n{place}, under the Apache License 2.0, whose text is in the file LICENSE:\n  {}\n",
            ours.join("\n  ")
        );
    }
    for (names, text) in groups {
        let _ = writeln!(all, "{RULE}\n{place}: {}\n\n{text}\n", names.join(", "));
    }
    Ok(())
}

fn add_grammars(all: &mut String) {
    let _ = writeln!(
        all,
        "{RULE}\nIn the program, for showing sources in colours:\n\n{}",
        two_face::acknowledgement::listing().to_md().trim_end()
    );
}

/// The texts of a crate's licences; empty if Faultline's own licence text applies.
fn texts(one: &Crate) -> Result<Vec<String>, Failure> {
    let found = files(&one.folder)
        .map_err(|error| Failure::failed(format!("licence of {} {}: {error}", one.name, one.version)))?;
    if !found.is_empty() {
        return Ok(found);
    }
    match one.licence.as_str() {
        expression if expression.contains("Apache-2.0") => Ok(Vec::new()),
        "MIT" => {
            let whose = if one.authors.is_empty() {
                format!("the authors of {}", one.name)
            } else {
                one.authors.join(", ")
            };
            Ok(vec![MIT.trim_end().replace("{whose}", &whose)])
        }
        other => Err(Failure::failed(format!(
            "{} {} is under {other} and has no file with its licence: put its text into native/apps/release/src/licences.rs, or leave the crate out",
            one.name, one.version
        ))),
    }
}

fn files(folder: &Path) -> std::io::Result<Vec<String>> {
    let mut named = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        if path.is_file() && BEGINNINGS.iter().any(|beginning| name.starts_with(beginning)) {
            let text = String::from_utf8_lossy(&fs::read(&path)?).replace("\r\n", "\n");
            named.push((name, text.trim_matches('\n').trim_end().to_owned()));
        }
    }
    named.sort();
    Ok(named.into_iter().map(|(_, text)| text).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn one(name: &str, licence: &str, folder: &Path) -> Crate {
        Crate {
            name: name.to_owned(),
            version: "1.0.0".to_owned(),
            licence: licence.to_owned(),
            authors: vec!["Ada".to_owned()],
            folder: folder.to_owned(),
            built_with: BTreeSet::new(),
        }
    }

    #[test]
    fn a_text_comes_once_after_all_that_it_is_of() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("LICENSE-MIT"), "The words.\r\n").expect("a file");
        fs::write(folder.path().join("README.md"), "no licence").expect("a file");
        let text = of(&[one("a", "MIT", folder.path()), one("b", "MIT", folder.path())]).expect("a text");
        assert!(
            text.contains("In the program or the cores: a 1.0.0 (MIT), b 1.0.0 (MIT)\n\nThe words.\n"),
            "{text}"
        );
        assert_eq!(text.matches("The words.").count(), 1);
        assert!(text.contains("ASM: a very small"), "the jars' library is there, too");
        assert!(!text.contains("no licence"));
    }

    #[test]
    fn without_a_file_there_are_our_own_text_that_of_mit_or_a_refusal() {
        let folder = tempfile::tempdir().expect("a folder");
        let text = of(&[one("a", "MIT OR Apache-2.0", folder.path()), one("b", "MIT", folder.path())])
            .expect("a text");
        assert!(
            text.contains("whose text is in the file LICENSE:\n  a 1.0.0 (MIT OR Apache-2.0)\n"),
            "{text}"
        );
        assert!(
            text.contains("In the program or the cores: b 1.0.0 (MIT)\n\nMIT License\n\nCopyright (c) Ada\n"),
            "{text}"
        );
        let refused = of(&[one("c", "MPL-2.0", folder.path())]).expect_err("no text");
        assert!(refused.to_string().starts_with("c 1.0.0 is under MPL-2.0 and has no file"), "{refused}");
    }
}
