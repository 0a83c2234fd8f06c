//! The documents hang together: every relative link leads to a file and, where it names one, to a heading; every decision stands
//! once in its index, and every page of `docs` in theirs.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the checkout is there")
}

fn is_page(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "md")
}

/// Pages below a folder, those of builds and of hidden folders left out.
fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder can be listed") {
        let path = entry.expect("an entry can be read").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && !name.starts_with('.') && !["target", "dist", "node_modules"].contains(&&*name) {
            pages(&path, found);
        } else if is_page(&path) {
            found.push(path);
        }
    }
}

/// A page without its blocks of code.
fn prose(page: &Path) -> Vec<String> {
    let text = fs::read_to_string(page).unwrap_or_else(|e| panic!("{}: {e}", page.display()));
    let mut code = false;
    let mut lines = Vec::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            code = !code;
        } else if !code {
            lines.push(line.to_owned());
        }
    }
    lines
}

/// A line or text without what stands between single backticks.
fn without_code(text: &str) -> String {
    text.split('`').step_by(2).collect::<Vec<_>>().join("`")
}

/// What relative links of a page lead to.
fn links(page: &Path) -> Vec<String> {
    let text = prose(page).iter().map(|line| without_code(line)).collect::<Vec<_>>().join("\n");
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target);
    let relative = targets.filter(|target| !target.contains("://") && !target.contains(char::is_whitespace));
    relative.map(str::to_owned).collect()
}

/// The anchors of a page's headings, as GitHub makes them.
fn anchors(page: &Path) -> BTreeSet<String> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let lines = prose(page);
    let headings = lines.iter().filter(|line| line.starts_with('#')).filter_map(|line| line.split_once(' '));
    headings
        .map(|(_, heading)| {
            let mut parts = heading.split("](");
            let mut text = parts.next().unwrap_or_default().to_owned();
            for part in parts {
                text += part.split_once(')').map_or(part, |(_, rest)| rest);
            }
            let kept = text.trim().to_lowercase().replace(' ', "-");
            let anchor: String = kept.chars().filter(|c| c.is_alphanumeric() || "-_".contains(*c)).collect();
            let times = seen.entry(anchor.clone()).or_default();
            *times += 1;
            if *times == 1 { anchor } else { format!("{anchor}-{}", *times - 1) }
        })
        .collect()
}

#[test]
fn every_relative_link_leads_to_a_file_and_a_heading() {
    let mut all = Vec::new();
    pages(&root(), &mut all);
    assert!(all.len() > 100, "{} pages were found", all.len());
    let mut wrong = Vec::new();
    let mut checked = 0;
    for page in &all {
        for link in links(page) {
            checked += 1;
            let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = if path.is_empty() { page.clone() } else { page.with_file_name(path) };
            if !target.exists() {
                wrong.push(format!("{}: {link} does not exist", page.display()));
            } else if !anchor.is_empty() && is_page(&target) && !anchors(&target).contains(anchor) {
                wrong.push(format!("{}: {link} has no such heading", page.display()));
            }
        }
    }
    assert!(checked > 500, "{checked} links were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_decision_and_every_page_stands_in_its_index() {
    for (folder, times) in [("docs/decisions", 1..=1), ("docs", 1..=usize::MAX)] {
        let folder = root().join(folder);
        let index = links(&folder.join("README.md"));
        for entry in fs::read_dir(&folder).expect("a folder can be listed") {
            let name = entry.expect("an entry can be read").file_name().to_string_lossy().into_owned();
            if is_page(Path::new(&name)) && name != "README.md" {
                let found = index.iter().filter(|link| **link == name).count();
                assert!(
                    times.contains(&found),
                    "{name} is linked {found} times in {}/README.md",
                    folder.display()
                );
            }
        }
    }
}

#[test]
fn the_table_of_limits_is_that_of_the_readers() {
    let page = fs::read_to_string(root().join("docs/command-line.md")).expect("the page is there");
    let rows = page.lines().skip_while(|line| *line != "| what it is | may have |").skip(2);
    let rows: Vec<&str> = rows.take_while(|line| line.starts_with('|')).collect();
    let row = |limit: faultline_files::regular::Limit| {
        format!("| {} | {} MiB |", limit.what(), limit.bytes() >> 20)
    };
    assert_eq!(rows, faultline_files::limits::ALL.map(row));
    let rows = page.lines().skip_while(|line| !line.starts_with("| folders | entries of one |")).skip(2);
    let rows: Vec<&str> = rows.take_while(|line| line.starts_with('|')).collect();
    let bounds = [faultline_files::limits::FOLDER, faultline_files::limits::PROJECT];
    assert_eq!(rows.len(), bounds.len());
    for (row, of) in rows.iter().zip(bounds) {
        assert!(row.ends_with(&format!(" | {} | {} |", of.entries, of.depth)), "{row}");
    }
}
