//! The licences of what others wrote: one text file that names each crate and library with its licence's text.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use faultline_telling::failure::Failure;

use crate::crates::Crate;

const ASM: &str = include_str!("asm-licence.txt");
const MIT: &str = include_str!("mit-licence.txt");
const RULE: &str = "--------------------------------------------------------------------------------";

/// How files begin that hold a licence, or what must be said with it.
const BEGINNINGS: [&str; 5] = ["licen", "copying", "notice", "unlicense", "copyright"];

/// The file's text: what holds which crates, then each text once, after the crates that it is of.
///
/// # Errors
///
/// A crate has no file with its licence and none that is known.
pub fn of(crates: &[Crate]) -> Result<String, Failure> {
    let mut by_text: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut ours = Vec::new();
    for one in crates {
        let name = format!("{} {} ({})", one.name, one.version, one.licence);
        let texts = texts(one)?;
        if texts.is_empty() {
            ours.push(name.clone());
        }
        for text in texts {
            by_text.entry(text).or_default().push(name.clone());
        }
    }
    let mut groups: Vec<(Vec<String>, String)> =
        by_text.into_iter().map(|(text, names)| (names, text)).collect();
    groups.sort();

    let mut all = String::from(
        "Faultline is under the Apache License 2.0, the file LICENSE. Parts of it were written by others.\n\n\
         In the jars, under io.faultline.asm: ASM (https://asm.ow2.io), BSD-3-Clause\n\n",
    );
    let _ = writeln!(all, "{RULE}\n{}\n", ASM.trim_end());
    if !ours.is_empty() {
        let _ = writeln!(
            all,
            "{RULE}\nIn the program or the cores, under the Apache License 2.0, whose text is in the file LICENSE:\n  {}\n",
            ours.join("\n  ")
        );
    }
    for (names, text) in groups {
        let _ = writeln!(all, "{RULE}\nIn the program or the cores: {}\n\n{text}\n", names.join(", "));
    }
    let _ = writeln!(
        all,
        "{RULE}\nIn the program, for showing sources in colours:\n\n{}",
        two_face::acknowledgement::listing().to_md().trim_end()
    );
    Ok(all)
}

/// The texts of a crate's licences; none where our own text is its licence's, too.
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
            "{} {} is under {other} and has no file with its licence: put its text into native/release/src/licences.rs, or leave the crate out",
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
