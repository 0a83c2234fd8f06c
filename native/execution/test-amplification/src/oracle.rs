//! The oracle: correct classes in place of the project's.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use faultline_files::path_of;
use faultline_files::{limits, real, regular};
use faultline_jvm_process::jvm::site::Site;
use faultline_jvm_process::process::output::{NoOutput, within};
use faultline_jvm_process::process::program;
use faultline_jvm_process::process::wishes::Wishes;
use faultline_jvm_process::tools::build::BuildTool;
use faultline_jvm_process::tools::entries::joined;
use faultline_jvm_process::tools::git;
use faultline_jvm_process::tools::working_tree::working_tree;
use faultline_messages::failure::Failure;
use faultline_messages::words::printable;
use faultline_spectrum::Launch;

use crate::job::{self, Ended};

/// Timeout of building a revision.
const PATIENCE: Duration = Duration::from_mins(20);

/// The launch of a site with the recorded classes replaced by those in `right`. Errors: its class path
/// contains none of the locations of recorded classes.
pub fn launch(site: &Site, right: &[PathBuf]) -> Result<Launch, Failure> {
    let project: Vec<PathBuf> = site.locations.iter().map(|location| real(&path_of(location))).collect();
    let (mut entries, mut is_there): (Vec<PathBuf>, bool) = (Vec::new(), false);
    for entry in site.entries() {
        if !project.contains(&real(&entry)) {
            entries.push(entry);
        } else if !std::mem::replace(&mut is_there, true) {
            entries.extend(right.iter().cloned());
        }
    }
    if !is_there {
        return Err(Failure::failed(
            "the class path of the recorded tests has none of the places that classes were recorded from, so that \
             nothing can take their place; record again: faultline run -- mvn test",
        ));
    }
    Ok(Launch { class_path: joined(&entries), ..site.launch.clone() })
}

/// A revision in a temporary worktree, which is removed on drop.
#[derive(Debug)]
pub struct Worktree {
    root: PathBuf,
    folder: PathBuf,
}

impl Worktree {
    /// Checks a revision out below `scratch` and builds its classes like the project's. Returns `None` if a
    /// signal asked to stop. Errors: the revision does not exist, or does not build.
    pub fn built(
        base: &Path,
        revision: &str,
        scratch: &Path,
        (wishes, mut now): (&mut Wishes, &mut dyn FnMut()),
    ) -> Result<Option<Self>, Failure> {
        let root = working_tree(base).map_err(|_| {
            Failure::failed(format!(
                "{} is in no git working tree, so it has no revision {}; name correct classes with --oracle-cp",
                base.display(),
                printable(revision)
            ))
        })?;
        let folder = scratch.join("revision");
        let commit = commit(&root, revision)?;
        let mut git = git::command(&root);
        git.args(["worktree", "add", "--detach", "--force"]).arg(&folder).arg(&commit);
        // Created before the worktree exists, so that an interrupted checkout is removed, too.
        let mut tree = Self { root: real(&root), folder: folder.clone() };
        let output = match within(&mut git, git::CHECKOUT) {
            Err(_) if wishes.count() > 0 => return Ok(None),
            output => output.map_err(no_git)?,
        };
        if !output.status.success() {
            return Err(no_checkout(revision, &said(&output.stderr)));
        }
        tree.folder = real(&folder);
        let below = real(base).strip_prefix(&tree.root).map(Path::to_owned).unwrap_or_default();
        // Build a multi-module build as a whole, so that modules resolve each other.
        let module = [tree.folder.clone(), tree.folder.join(below)].into_iter().find_map(|at| build(&at));
        let Some(mut command) = module else {
            return Err(Failure::failed(format!(
                "the revision {} has no build of Maven or Gradle; name correct classes with --oracle-cp",
                printable(revision)
            )));
        };
        let log = scratch.join("revision.log");
        match job::run(&mut command, &log, Instant::now() + PATIENCE, wishes, &mut now)? {
            Ended::Stopped => Ok(None),
            Ended::Done(status) if status.success() => Ok(Some(tree)),
            Ended::Done(_) | Ended::Late => Err(Failure::failed(format!(
                "the revision {} does not build: {}",
                printable(revision),
                printable(&told(&log))
            ))),
        }
    }

    /// The locations in it that correspond to the site's. Errors: there are none.
    pub fn places(&self, site: &Site) -> Result<Vec<PathBuf>, Failure> {
        let project = site.locations.iter().map(|location| real(&path_of(location)));
        let below = project
            .filter_map(|place| place.strip_prefix(&self.root).map(|below| self.folder.join(below)).ok());
        let there: Vec<PathBuf> = below.filter(|place| place.exists()).collect();
        if there.is_empty() {
            return Err(Failure::failed(
                "the build of the revision has no classes where the recorded ones lie; name correct classes with --oracle-cp",
            ));
        }
        Ok(there)
    }
}

impl Drop for Worktree {
    fn drop(&mut self) {
        let mut git = git::command(&self.root);
        // Twice: a worktree of an interrupted git is locked.
        git.args(["worktree", "remove", "--force", "--force"]).arg(&self.folder);
        // If this fails, `git worktree prune` can clean up: the folder is removed with the others.
        let _ = within(&mut git, git::CHECKOUT);
    }
}

/// The full hash of a revision's commit, so that git cannot take the revision for an option. Errors: there is
/// no such commit.
fn commit(root: &Path, revision: &str) -> Result<String, Failure> {
    let output = within(git::command(root).args(git::commit_of(revision)), git::QUESTION).map_err(no_git)?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned());
    }
    let said = said(&output.stderr);
    Err(no_checkout(revision, if said.is_empty() { "it is not a commit of this repository" } else { &said }))
}

/// The line of git's output with the error.
fn said(output: &[u8]) -> String {
    let text = String::from_utf8_lossy(output);
    let why = text.lines().rfind(|line| line.contains("fatal")).or(text.lines().last()).unwrap_or_default();
    why.trim_start_matches("fatal: ").to_owned()
}

fn no_git(why: NoOutput) -> Failure {
    why.failure(|error| format!("git cannot be started ({error}); --oracle-rev needs it"))
}

fn no_checkout(revision: &str, why: &str) -> Failure {
    Failure::failed(format!("the revision {} cannot be checked out: {}", printable(revision), printable(why)))
}

/// The command that builds the classes of a folder.
fn build(folder: &Path) -> Option<Command> {
    let tool = BuildTool::of(folder)?;
    let mut command = program::command_in(tool.program(folder), folder);
    command.args(match tool {
        BuildTool::Maven => ["-B", "-ntp", "-q", "process-classes"].as_slice(),
        BuildTool::Gradle => ["-q", "--no-daemon", "classes"].as_slice(),
    });
    Some(command)
}

fn told(log: &Path) -> String {
    let text = regular::first(log, limits::SAID)
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .unwrap_or_default();
    let lines =
        || text.lines().map(|line| line.trim_start_matches("[ERROR]").trim()).filter(|line| !line.is_empty());
    lines().next().unwrap_or("it took too long").to_owned()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn site(class_path: &str, locations: &[&str]) -> Site {
        Site {
            launch: Launch { folder: "/p".into(), class_path: class_path.into(), ..Launch::default() },
            missing: Vec::new(),
            unmade: None,
            tests: BTreeSet::new(),
            classes: BTreeSet::new(),
            locations: locations.iter().map(|&place| place.to_owned()).collect(),
            has_junit4: false,
        }
    }

    #[test]
    fn right_classes_stand_where_the_projects_first_ones_stood() {
        let site = site(
            "target/test-classes:target/classes:/other/target/classes:/lib/junit.jar",
            &["file:/p/target/classes/", "/other/target/classes"],
        );
        let right = launch(&site, &[PathBuf::from("/right.jar")]).expect("a launch");
        assert_eq!(right.class_path, "/p/target/test-classes:/right.jar:/lib/junit.jar");
    }

    #[test]
    fn a_revision_that_begins_with_a_dash_is_no_option_of_git() {
        let scratch = tempfile::tempdir().expect("a folder");
        let root = scratch.path();
        for arguments in [
            &["init", "-q"][..],
            &["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "Begin"],
        ] {
            assert!(git::command(root).args(arguments).status().expect("git").success());
        }
        let head = commit(root, "HEAD").expect("a commit");
        assert_eq!(head.len(), 40);
        for revision in ["-b", "--lock", "-Bmain", "--orphan", "--help"] {
            let error = commit(root, revision).expect_err("no commit").to_string();
            assert!(error.contains("is not a commit of this repository"), "{error}");
        }
    }

    #[test]
    fn without_a_place_for_them_there_is_no_oracle() {
        let nowhere = launch(&site("/lib/junit.jar", &["/p/target/classes"]), &[]).expect_err("nowhere");
        assert!(nowhere.to_string().contains("record again"), "{nowhere}");
    }
}
