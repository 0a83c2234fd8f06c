//! The folders of the workspace.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsp_types::Uri;
use serde_json::Value;

use crate::client::Problem;
use crate::documents::Documents;
use crate::index::Index;
use crate::project::Project;
use crate::uri;

/// The projects of a workspace.
#[derive(Debug, Default)]
pub struct Projects {
    all: Vec<Project>,
    named: Option<PathBuf>,
}

impl Projects {
    /// The folders that a client names when it starts the server; without any, the folder in which the server was started.
    /// `params` are those of `initialize`. A folder that cannot be read is left out, and the others count.
    pub fn of(params: &Value, named: Option<PathBuf>, here: &Path) -> Self {
        let mut projects = Self { all: Vec::new(), named };
        projects.add(&params["workspaceFolders"]);
        // Older clients name only the root.
        if let Some(root) = params["rootUri"].as_str().filter(|_| projects.all.is_empty()) {
            projects.add_folder(root);
        }
        if projects.all.is_empty() {
            projects.all.push(Project::new(here.to_owned(), projects.named.clone()));
        }
        projects
    }

    /// Adds folders of the workspace, each once. One that is no folder on this machine is left out.
    pub fn add(&mut self, folders: &Value) {
        uris(folders).for_each(|folder| self.add_folder(folder));
    }

    fn add_folder(&mut self, folder: &str) {
        let Some(path) = uri::path_of_text(folder).filter(|path| path.is_dir()) else { return };
        if self.all.iter().all(|project| project.root != path) {
            self.all.push(Project::new(path, self.named.clone()));
        }
    }

    /// Removes folders of the workspace.
    pub fn remove(&mut self, folders: &Value) {
        let paths: Vec<PathBuf> = uris(folders).filter_map(uri::path_of_text).collect();
        self.all.retain(|project| !paths.contains(&project.root));
    }

    /// All projects.
    pub fn all(&self) -> &[Project] {
        &self.all
    }

    /// Takes what was found in a folder.
    pub fn take(&mut self, root: &Path, index: Option<&Arc<Index>>) {
        for project in self.all.iter_mut().filter(|project| project.root == root) {
            project.take(index.cloned());
        }
    }

    /// The projects that know a file, each with its index. A folder and one below it may have the same recording, so the
    /// first that knows the file is enough.
    pub fn knowing<'p>(&'p self, path: &Path) -> Option<(&'p Project, &'p Arc<Index>)> {
        let with_index = |project: &'p Project| Some((project, project.index.as_ref()?));
        self.all
            .iter()
            .filter_map(with_index)
            .find(|(_, index)| index.source(path).is_some() || index.test_source(path).is_some())
    }

    /// The project and the index for a document of the client.
    pub fn of_document(&self, uri: &Uri) -> Option<(&Project, &Arc<Index>, PathBuf)> {
        let path = uri::path_of(uri)?;
        let (project, index) = self.knowing(&path)?;
        Some((project, index, path))
    }

    /// The project that a command is about: the nearest around a document, else the only one. Errors: there are several.
    pub fn meant(&self, uri: Option<&Uri>) -> Result<&Project, Problem> {
        let path = uri.and_then(uri::path_of);
        let around = path.and_then(|path| {
            let holding = self.all.iter().filter(|project| path.starts_with(&project.root));
            holding.max_by_key(|project| project.root.as_os_str().len())
        });
        match (around, self.all.as_slice()) {
            (Some(project), _) | (None, [project]) => Ok(project),
            (None, _) => Err(Problem::misuse(
                "the workspace has several folders; name a file of one with \"uri\" in the command's argument",
            )),
        }
    }

    /// As [`Projects::meant`], with the index. Errors: there is no recording.
    pub fn meant_with_index(&self, uri: Option<&Uri>) -> Result<(&Project, &Arc<Index>), Problem> {
        let project = self.meant(uri)?;
        if let Some(index) = project.index.as_ref() {
            return Ok((project, index));
        }
        Err(match project.place() {
            Err(failure) => Problem::from(failure),
            Ok(_) => Problem::failed("the recording is not loaded yet, or cannot be read; the log says more"),
        })
    }

    /// Whether the placement of a document is worth anything to any project.
    pub fn is_known(&self, documents: &Documents, uri: &Uri) -> bool {
        let path = documents.get(uri).and_then(|document| document.path.as_deref());
        path.is_some_and(|path| self.knowing(path).is_some())
    }
}

/// The URIs of a list of folders of the workspace.
fn uris(folders: &Value) -> impl Iterator<Item = &str> {
    folders.as_array().into_iter().flatten().filter_map(|folder| folder["uri"].as_str())
}
