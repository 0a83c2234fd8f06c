//! Releases of a library on Maven Central.

use std::fs;
use std::path::Path;

use super::maven::{self, Artifact};
use super::tool::Tool;
use crate::BenchError;

/// A library's releases, oldest first, without previews if there are others. Errors: Maven fails, or there is no such library.
pub fn versions(tool: &Tool, work: &Path, (group, name): (&str, &str)) -> Result<Vec<String>, BenchError> {
    let folder = tool.repository.join(group.replace('.', "/")).join(name);
    let metadata = folder.join("maven-metadata-central.xml");
    if !metadata.exists() {
        let scratch = work.join("versions");
        fs::create_dir_all(&scratch).map_err(BenchError::io(&scratch))?;
        let dependency = Artifact::jar(group, name, "0.0.0", "").xml("dependency", "");
        let pom = scratch.join("pom.xml");
        let text = maven::project("versions", &format!("<dependencies>{dependency}</dependencies>"));
        fs::write(&pom, text).map_err(BenchError::io(&pom))?;
        let goal = "org.codehaus.mojo:versions-maven-plugin:2.18.0:display-dependency-updates";
        maven::run(&scratch, &["-q", goal])?;
    }
    let text = fs::read_to_string(&metadata).map_err(|_| BenchError::Program {
        what: format!("{group}:{name}"),
        detail: "Maven Central has no such library, or Maven cannot reach it; check the name".to_owned(),
    })?;
    Ok(releases(&text))
}

/// The versions in Maven's metadata, sorted by number.
fn releases(metadata: &str) -> Vec<String> {
    let all: Vec<String> = metadata
        .split("<version>")
        .skip(1)
        .filter_map(|rest| rest.split_once("</version>"))
        .map(|(version, _)| version.to_owned())
        .collect();
    let finished: Vec<String> = all.iter().filter(|version| !is_preview(version)).cloned().collect();
    let mut releases = if finished.is_empty() { all } else { finished };
    releases.sort_by_key(|version| numbers(version));
    releases
}

fn numbers(version: &str) -> Vec<u64> {
    version.split(['.', '-']).map(|part| part.parse().unwrap_or(0)).collect()
}

/// Whether a version is an alpha, candidate, milestone, snapshot, or date.
fn is_preview(version: &str) -> bool {
    let lower = version.to_lowercase();
    let words = ["alpha", "beta", "rc", "snap", "final", "incubating"];
    let milestone = lower.split("-m").skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let date = lower.split(|c: char| !c.is_ascii_digit()).any(|digits| digits.len() >= 8);
    words.iter().any(|word| lower.contains(word)) || milestone || date
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_are_ordered_by_number_and_previews_left_out() {
        let metadata: String = ["1.10", "1.9", "2.0-M1", "1.9.1", "20040616", "2.0-beta-1", "2.0"]
            .map(|version| format!("<version>{version}</version>"))
            .concat();
        assert_eq!(releases(&metadata), ["1.9", "1.9.1", "1.10", "2.0"]);
        assert_eq!(releases("<version>1.0-alpha</version>"), ["1.0-alpha"]);
        assert!(releases("").is_empty());
    }
}
