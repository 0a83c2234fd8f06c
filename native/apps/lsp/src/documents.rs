//! The documents that are open in the editor, and the files beside them.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use faultline_files::{limits, regular};
use lsp_types::{DidChangeTextDocumentParams, DidOpenTextDocumentParams, TextDocumentIdentifier, Uri};

use crate::text::Text;
use crate::uri;

/// Longest text that is looked at, as the longest source that is read. Units: bytes.
const LONGEST: usize = limits::SOURCE.bytes() as usize;

/// An open document.
#[derive(Clone, Debug)]
pub struct Document {
    /// The client's name for it.
    pub uri: Uri,
    /// The real path, if it is a file.
    pub path: Option<PathBuf>,
    /// The client's number of its state.
    pub version: i32,
    /// Its text; `None` if it is too long to be a source.
    pub text: Option<Arc<Text>>,
}

/// The open documents, by their URIs.
#[derive(Debug, Default)]
pub struct Documents {
    open: HashMap<String, Document>,
    /// The URIs, by real path.
    by_path: HashMap<PathBuf, String>,
}

/// The text of a file as the editor shows it, or as it is on disk.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The name for clients.
    pub uri: Uri,
    /// The client's number of its state, if it is open.
    pub version: Option<i32>,
    /// The length and time of the file, if it is not open.
    pub on_disk: Option<OnDisk>,
    /// Its text.
    pub text: Arc<Text>,
}

/// The length of a file and when it was written.
pub type OnDisk = (u64, SystemTime);

impl Documents {
    /// Adds a document.
    pub fn open(&mut self, params: DidOpenTextDocumentParams) {
        let item = params.text_document;
        let path = uri::path_of(&item.uri);
        let key = item.uri.as_str().to_owned();
        if let Some(path) = &path {
            self.by_path.insert(path.clone(), key.clone());
        }
        let text = (item.text.len() <= LONGEST).then(|| Arc::new(Text::of(&item.text)));
        self.open.insert(key, Document { uri: item.uri, path, version: item.version, text });
    }

    /// Applies changes, in their order. Changes of a document that is not open are left out.
    pub fn change(&mut self, params: &DidChangeTextDocumentParams) {
        let Some(document) = self.open.get_mut(params.text_document.uri.as_str()) else { return };
        document.version = params.text_document.version;
        for change in &params.content_changes {
            match (&mut document.text, change.range) {
                _ if change.text.len() > LONGEST => document.text = None,
                (Some(text), _) => Arc::make_mut(text).change(change),
                (text @ None, None) => *text = Some(Arc::new(Text::of(&change.text))),
                // A part of a text that was too long.
                (None, Some(_)) => {}
            }
        }
    }

    /// Removes a document.
    pub fn close(&mut self, document: &TextDocumentIdentifier) {
        if let Some(Document { path: Some(path), .. }) = self.open.remove(document.uri.as_str()) {
            self.by_path.remove(&path);
        }
    }

    /// An open document.
    pub fn get(&self, uri: &Uri) -> Option<&Document> {
        self.open.get(uri.as_str())
    }

    /// A file by its real path: what the editor shows, else what is on disk. `None` if it cannot be read.
    pub fn shown(&self, path: &Path) -> Option<Shown> {
        if let Some(document) = self.by_path.get(path).and_then(|uri| self.open.get(uri)) {
            let text = document.text.clone()?;
            return Some(Shown {
                uri: document.uri.clone(),
                version: Some(document.version),
                on_disk: None,
                text,
            });
        }
        let on_disk = self.on_disk(path);
        let bytes = regular::read(path, limits::SOURCE).ok()?;
        let text = Arc::new(Text::of(&String::from_utf8_lossy(&bytes)));
        Some(Shown { uri: uri::of_path(path)?, version: None, on_disk, text })
    }

    /// The state of a file on disk; `None` of one that is open, or cannot be examined.
    pub fn on_disk(&self, path: &Path) -> Option<OnDisk> {
        if self.by_path.contains_key(path) {
            return None;
        }
        let data = path.metadata().ok()?;
        Some((data.len(), data.modified().ok()?))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::{from_value, json};

    use super::*;

    #[test]
    fn an_open_document_hides_the_file_until_it_is_closed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = faultline_files::real(folder.path()).join("A.java");
        fs::write(&path, "on disk\n").expect("a file");
        let uri = uri::of_path(&path).expect("a URI");
        let mut documents = Documents::default();
        let shown = |documents: &Documents| documents.shown(&path).expect("a text").text.lines()[0].clone();
        assert_eq!(shown(&documents), "on disk");
        documents.open(
            from_value(
                json!({ "textDocument": { "uri": uri, "languageId": "java", "version": 1, "text": "open" } }),
            )
            .expect("parameters"),
        );
        documents.change(
            &from_value(json!({ "textDocument": { "uri": uri, "version": 2 }, "contentChanges": [{ "text": "edited" }] }))
                .expect("parameters"),
        );
        assert_eq!((shown(&documents), documents.get(&uri).expect("open").version), ("edited".to_owned(), 2));
        documents.close(&TextDocumentIdentifier { uri });
        assert_eq!(shown(&documents), "on disk");
    }

    #[test]
    fn a_text_that_is_too_long_is_not_looked_at_until_it_is_replaced() {
        let uri: Uri = "untitled:x".parse().expect("a URI");
        let mut documents = Documents::default();
        let long = "x".repeat(LONGEST + 1);
        documents.open(
            from_value(
                json!({ "textDocument": { "uri": uri, "languageId": "java", "version": 1, "text": long } }),
            )
            .expect("parameters"),
        );
        let mut change = |change: serde_json::Value| {
            documents.change(
                &from_value(
                    json!({ "textDocument": { "uri": uri, "version": 2 }, "contentChanges": [change] }),
                )
                .expect("parameters"),
            );
            documents.get(&uri).expect("open").text.is_some()
        };
        let start = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 1 } });
        assert!(!change(json!({ "text": "y", "range": start })));
        assert!(change(json!({ "text": "y" })));
    }
}
