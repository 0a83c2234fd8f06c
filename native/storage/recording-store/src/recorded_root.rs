//! The project's folder at the time of a recording, which `faultline run --root` may put above the folder of recordings.

use std::path::{Path, PathBuf};

use faultline_flt::Folders;
use faultline_spectrum::Recording;

/// As [`at_least`], of files. Those that cannot be read say nothing. Cost: the first file with a JVM that ran tests.
pub fn of_files(base: PathBuf, files: &[PathBuf]) -> PathBuf {
    let mut folders = Folders::leaving_rows();
    let read = files.iter().filter_map(|file| folders.read(file).ok());
    let first = read.map(|(recording, _)| recording).find(|recording| of_jvm(recording).is_some());
    at_least(base, first.as_slice())
}

/// The folder of the project in which recordings were made, if it is above `base`, otherwise `base`. Relative where `base`
/// is the current folder. Recordings of another machine or of a project that was moved say nothing.
pub fn at_least(base: PathBuf, recordings: &[Recording]) -> PathBuf {
    let Some(real) = dunce::canonicalize(&base).ok() else { return base };
    let Some(root) = recordings.iter().find_map(of_jvm).and_then(|root| dunce::canonicalize(root).ok())
    else {
        return base;
    };
    match real.strip_prefix(&root) {
        Ok(below) if below.components().next().is_none() => base,
        Ok(below) if base == Path::new(".") => below.components().map(|_| "..").collect(),
        Ok(_) => root,
        Err(_) => base,
    }
}

/// The project's folder by a JVM's working directory, and by where that is in the project.
fn of_jvm(recording: &Recording) -> Option<PathBuf> {
    let folder = Path::new(&recording.launch.as_ref()?.folder);
    let below = Path::new(recording.origin.folder()?);
    if below == Path::new(".") {
        return Some(folder.to_owned());
    }
    let is_in_project = below.is_relative() && folder.ends_with(below);
    is_in_project.then(|| folder.ancestors().nth(below.components().count()).map(Path::to_owned))?
}

#[cfg(test)]
mod tests {
    use std::fs;

    use faultline_spectrum::{Launch, Origin};

    use super::*;

    fn recording(folder: &Path, below: &str) -> Recording {
        let launch = Launch { folder: folder.to_string_lossy().into_owned(), ..Launch::default() };
        let origin = Origin { description: format!("a JVM\t{below}"), ..Origin::default() };
        Recording { origin, launch: Some(launch), ..Recording::default() }
    }

    #[test]
    fn the_folder_of_the_run_is_found_above_that_of_its_recordings() {
        let scratch = tempfile::tempdir().expect("a folder");
        let all = dunce::canonicalize(scratch.path()).expect("it is there");
        let app = all.join("app");
        fs::create_dir_all(&app).expect("folders");
        let with = |base: &Path, folder: &Path, below: &str| {
            at_least(base.to_owned(), &[Recording::default(), recording(folder, below)])
        };
        assert_eq!(with(&app, &app, "app"), all);
        assert_eq!(with(&app, &app, "."), app, "the run began in it");
        assert_eq!(with(&app, &app, "/elsewhere"), app, "the JVM ran outside of the project");
        assert_eq!(with(&all, &app, "."), all, "recordings of a module, read with those of others");
        assert_eq!(with(&app, Path::new("/of/another/app"), "app"), app, "another machine");
    }
}
