//! Lists the third-party crates that Faultline is built from, with their metadata.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use cargo_metadata::{DependencyKind, MetadataCommand, Package, PackageId};
use faultline_messages::failure::Failure;

/// A third-party crate that is part of a build.
#[derive(Clone, Debug)]
pub struct Crate {
    pub name: String,
    pub version: String,
    /// SPDX expression of its licence.
    pub licence: String,
    pub authors: Vec<String>,
    /// Folder of its sources.
    pub folder: PathBuf,
    /// Names and versions of its dependencies.
    pub built_with: BTreeSet<(String, String)>,
}

/// The third-party crates that the packages `ours` are built from, for a rustc target, sorted by name and
/// version. Crates needed only by build scripts or tests are excluded; procedural macros are included,
/// because their output is compiled in.
///
/// # Errors
///
/// Cargo cannot read the workspace, or a crate has no licence field.
pub fn of(workspace: &Path, ours: &[&str], target: &str) -> Result<Vec<Crate>, Failure> {
    let told =
        |error: String| Failure::failed(format!("crates of {} for {target}: {error}", ours.join(", ")));
    let metadata = MetadataCommand::new()
        .manifest_path(workspace.join("Cargo.toml"))
        .other_options(vec!["--filter-platform".to_owned(), target.to_owned(), "--locked".to_owned()])
        .exec()
        .map_err(|error| told(error.to_string()))?;
    let packages: BTreeMap<&PackageId, &Package> =
        metadata.packages.iter().map(|one| (&one.id, one)).collect();
    let resolve = metadata.resolve.as_ref().ok_or_else(|| told("cargo resolved nothing".to_owned()))?;
    let built_with: BTreeMap<&PackageId, Vec<&PackageId>> = resolve
        .nodes
        .iter()
        .map(|node| {
            let linked = node
                .deps
                .iter()
                .filter(|dep| dep.dep_kinds.iter().any(|kind| kind.kind == DependencyKind::Normal));
            (&node.id, linked.map(|dep| &dep.pkg).collect())
        })
        .collect();
    let mut reached = BTreeSet::new();
    let mut open = Vec::new();
    for package in ours {
        let start = packages.values().find(|one| one.name.as_str() == *package);
        open.push(&start.ok_or_else(|| told(format!("there is no package {package}")))?.id);
    }
    while let Some(id) = open.pop() {
        if reached.insert(id) {
            open.extend(built_with.get(id).into_iter().flatten().copied());
        }
    }
    let mut crates = Vec::new();
    for id in reached {
        let one = packages[id];
        if one.source.is_none() {
            continue;
        }
        let name_and_version =
            |id: &PackageId| (packages[id].name.to_string(), packages[id].version.to_string());
        let licence = one
            .license
            .clone()
            .ok_or_else(|| told(format!("{} {} names no licence", one.name, one.version)))?;
        crates.push(Crate {
            name: one.name.to_string(),
            version: one.version.to_string(),
            // The older syntax of an alternative.
            licence: licence.replace(" / ", " OR ").replace('/', " OR "),
            authors: one.authors.clone(),
            folder: one
                .manifest_path
                .parent()
                .map(|folder| folder.as_std_path().to_owned())
                .unwrap_or_default(),
            built_with: built_with.get(id).into_iter().flatten().map(|id| name_and_version(id)).collect(),
        });
    }
    crates.sort_by(|one, other| (&one.name, &one.version).cmp(&(&other.name, &other.version)));
    Ok(crates)
}
