//! A local git repository, bare or with a working tree, read by the program `git`.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::BenchError;

/// A repository on this machine.
#[derive(Clone, Debug)]
pub struct Repository {
    /// Its folder.
    pub path: PathBuf,
}

impl Repository {
    /// The repository of a folder. Errors: it holds none.
    pub fn at(path: &Path) -> Result<Self, BenchError> {
        let what = path.display().to_string();
        let path = path.canonicalize().map_err(BenchError::io(path))?;
        if !is_repository(&path) {
            let detail = "it is no git repository; name the folder of a clone, or of a bare one".to_owned();
            return Err(BenchError::Program { what, detail });
        }
        Ok(Self { path })
    }

    /// The repository of this name in a folder of repositories: `NAME`, `NAME.git`, or the only repository inside `NAME`. Errors: there
    /// is none.
    pub fn named(folder: &Path, name: &str) -> Result<Self, BenchError> {
        let own = folder.join(name);
        let mut places = vec![own.clone(), folder.join(format!("{name}.git"))];
        let inside = std::fs::read_dir(&own).into_iter().flatten().flatten();
        let inside: Vec<PathBuf> =
            inside.map(|entry| entry.path()).filter(|path| is_repository(path)).collect();
        if let [only] = &inside[..] {
            places.push(only.clone());
        }
        match places.iter().find(|place| is_repository(place)) {
            Some(place) => Self::at(place),
            None => Err(BenchError::Program {
                what: name.to_owned(),
                detail: format!("{} has no git repository of this name; clone it there", folder.display()),
            }),
        }
    }

    /// Its name: that of its folder, without `.git`.
    pub fn name(&self) -> String {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        name.strip_suffix(".git").unwrap_or(&name).to_owned()
    }

    /// Addresses that it was cloned from.
    pub fn remotes(&self) -> Vec<String> {
        let listed = self.git(&["config", "--get-regexp", r"^remote\..*\.url$"]).unwrap_or_default();
        listed.lines().filter_map(|line| line.split_once(' ')).map(|(_, url)| url.to_owned()).collect()
    }

    /// What a command of git prints. Errors: git does not start, or fails.
    pub fn git(&self, arguments: &[&str]) -> Result<String, BenchError> {
        git(&self.path, arguments)
    }
}

/// What git prints in a folder. Errors: it does not start, or fails.
pub fn git(folder: &Path, arguments: &[&str]) -> Result<String, BenchError> {
    let failed = |detail: String| BenchError::Program {
        what: format!("git {} in {}", arguments.join(" "), folder.display()),
        detail,
    };
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(["-c", "core.quotePath=false", "-c", "core.autocrlf=false"]);
    // A hook of git, which may have started us, names its own repository in these.
    for variable in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"] {
        command.env_remove(variable);
    }
    let output = command.args(arguments).output().map_err(|error| failed(error.to_string()))?;
    if !output.status.success() {
        return Err(failed(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Whether a folder is a repository itself; git would look into the folders above it, too.
fn is_repository(path: &Path) -> bool {
    path.join(".git").exists() || path.join("HEAD").is_file() && path.join("objects").is_dir()
}
