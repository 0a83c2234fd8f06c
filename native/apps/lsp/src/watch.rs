//! A thread that looks for new recordings, and loads and ranks them.

/* A build writes its recording for minutes, so nothing is read while a program has the folder locked, nor before its files
have stayed the same from one look to the next. What was known stays until then. */

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use faultline_messages::words::printable_path;

use crate::index::Index;
use crate::project::{Stamp, place, stamp};

/// Time between two looks.
const PAUSE: Duration = Duration::from_secs(1);

/// A folder of the workspace, with the recording that the client named.
pub type Key = (PathBuf, Option<PathBuf>);

/// What the thread is asked for.
#[derive(Debug)]
pub enum Wish {
    /// To watch these folders of the workspace.
    Watch(Vec<Key>),
    /// To load the recording of this folder again, whether or not it has changed.
    Load(PathBuf),
}

/// What the thread tells.
#[derive(Debug)]
pub enum Told {
    /// There is something new of a folder of the workspace.
    Found {
        /// The folder.
        root: PathBuf,
        /// What is new.
        news: News,
    },
    /// All folders were looked at.
    Looked {
        /// The folders whose recordings were to be loaded again, each with the reason if that failed.
        loaded: Vec<(PathBuf, Result<(), String>)>,
    },
}

/// What is new of a folder.
#[derive(Debug)]
pub enum News {
    /// A recording was loaded.
    Loaded(Arc<Index>),
    /// There is no recording, in a sentence.
    Missing(String),
    /// The recording cannot be read, in a sentence. The one before is still worth showing.
    Unreadable(String),
}

/// Starts the thread. It ends when the sender of wishes is dropped.
pub fn start(told: impl Fn(Told) -> bool + Send + 'static) -> Sender<Wish> {
    let (sender, wishes) = channel();
    thread::spawn(move || Watch { folders: Vec::new() }.run(&wishes, &told));
    sender
}

struct Watch {
    folders: Vec<Folder>,
}

/// A folder of the workspace.
struct Folder {
    root: PathBuf,
    named: Option<PathBuf>,
    index: Option<Arc<Index>>,
    /// What was last told of it.
    known: Known,
    /// A state that was seen once.
    next: Option<Stamp>,
    /// A state that could not be read once.
    failed: Option<Stamp>,
}

#[derive(PartialEq)]
enum Known {
    Nothing,
    Missing(String),
    Recording(PathBuf, Stamp),
}

/// All wishes that wait at one moment.
#[derive(Debug, Default, PartialEq, Eq)]
struct Wishes {
    folders: Option<Vec<Key>>,
    load: BTreeSet<PathBuf>,
}

impl Wishes {
    /// Waits for a wish until the next look is due, and takes those behind it, so that many wishes cost one look. `None` at the
    /// end.
    fn next(wishes: &Receiver<Wish>) -> Option<Self> {
        let mut all = Self::default();
        match wishes.recv_timeout(PAUSE) {
            Ok(wish) => all.add(wish),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return None,
        }
        while let Ok(wish) = wishes.try_recv() {
            all.add(wish);
        }
        Some(all)
    }

    fn add(&mut self, wish: Wish) {
        match wish {
            Wish::Watch(folders) => self.folders = Some(folders),
            Wish::Load(root) => _ = self.load.insert(root),
        }
    }
}

impl Watch {
    fn run(mut self, wishes: &Receiver<Wish>, told: &dyn Fn(Told) -> bool) {
        while let Some(Wishes { folders, load }) = Wishes::next(wishes) {
            if let Some(folders) = folders {
                self.watch(folders);
            }
            for folder in self.folders.iter_mut().filter(|folder| !load.contains(&folder.root)) {
                if let Some(news) = folder.look()
                    && !told(Told::Found { root: folder.root.clone(), news })
                {
                    return;
                }
            }
            let mut loaded = Vec::new();
            for root in load {
                let (news, result) = self.load(&root);
                if let Some(news) = news
                    && !told(Told::Found { root: root.clone(), news })
                {
                    return;
                }
                loaded.push((root, result));
            }
            if !told(Told::Looked { loaded }) {
                return;
            }
        }
    }

    /// Loads the recording of a folder again; gives what is new, and whether it was loaded.
    fn load(&mut self, root: &Path) -> (Option<News>, Result<(), String>) {
        match self.folders.iter_mut().find(|folder| folder.root == root) {
            Some(folder) => folder.load_again(),
            None => (None, Err(format!("{} is no longer a folder of the workspace", printable_path(root)))),
        }
    }

    /// Takes a new list of folders; what is known of those in both stays.
    fn watch(&mut self, folders: Vec<Key>) {
        let mut before = std::mem::take(&mut self.folders);
        for (root, named) in folders {
            let is_same = |folder: &Folder| folder.root == root && folder.named == named;
            let known = before.iter().position(is_same).map(|at| before.swap_remove(at));
            self.folders.push(known.unwrap_or_else(|| Folder::new(root, named)));
        }
    }
}

impl Folder {
    fn new(root: PathBuf, named: Option<PathBuf>) -> Self {
        Self { root, named, index: None, known: Known::Nothing, next: None, failed: None }
    }

    /// Looks at the folder; gives what is new.
    fn look(&mut self) -> Option<News> {
        let (recording, base) = match place(&self.root, self.named.as_deref()) {
            Ok(place) => place,
            Err(failure) => return self.missing(failure.to_string()),
        };
        let stamp = stamp(&recording);
        if stamp.is_written {
            return None;
        }
        if matches!(&self.known, Known::Recording(path, known) if *path == recording && *known == stamp) {
            self.next = None;
            return None;
        }
        let is_first = self.known == Known::Nothing;
        if !is_first && self.next.as_ref() != Some(&stamp) {
            self.next = Some(stamp);
            return None;
        }
        let is_second = self.failed.as_ref() == Some(&stamp);
        match self.read(&recording, &base, stamp.clone()) {
            Ok(index) => Some(News::Loaded(index)),
            // It may have been read while it was replaced, so the next look reads it again.
            Err(_) if !is_second => None,
            Err(sentence) => {
                self.known = Known::Recording(recording, stamp);
                self.next = None;
                Some(News::Unreadable(sentence))
            }
        }
    }

    /// Loads the recording, even if it has not changed; gives what is new, and whether it was loaded.
    fn load_again(&mut self) -> (Option<News>, Result<(), String>) {
        let (recording, base) = match place(&self.root, self.named.as_deref()) {
            Ok(place) => place,
            Err(failure) => return (self.missing(failure.to_string()), Err(failure.to_string())),
        };
        let stamp = stamp(&recording);
        if stamp.is_written {
            let recording = printable_path(&recording);
            let sentence = format!("a program writes {recording}; try again when it has ended");
            return (None, Err(sentence));
        }
        match self.read(&recording, &base, stamp) {
            Ok(index) => (Some(News::Loaded(index)), Ok(())),
            Err(sentence) => (None, Err(sentence)),
        }
    }

    /// Reads the recording. An index that cannot be loaded again stays known, for its texts of sources.
    fn read(&mut self, recording: &Path, base: &Path, stamp: Stamp) -> Result<Arc<Index>, String> {
        match Index::load(recording, base, self.index.as_deref()) {
            Ok(index) => {
                let index = Arc::new(index);
                self.index = Some(Arc::clone(&index));
                self.known = Known::Recording(recording.to_owned(), stamp);
                (self.next, self.failed) = (None, None);
                Ok(index)
            }
            Err(failure) => {
                (self.next, self.failed) = (Some(stamp.clone()), Some(stamp));
                Err(failure.to_string())
            }
        }
    }

    fn missing(&mut self, sentence: String) -> Option<News> {
        let known = Known::Missing(sentence.clone());
        if self.known == known {
            return None;
        }
        self.known = known;
        Some(News::Missing(sentence))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_that_wait_are_taken_together() {
        let (sender, wishes) = channel();
        let watch = |root: &str| Wish::Watch(vec![(root.into(), None)]);
        for wish in [
            Wish::Load("/a".into()),
            watch("/b"),
            Wish::Load("/c".into()),
            watch("/d"),
            Wish::Load("/a".into()),
        ] {
            sender.send(wish).expect("a receiver");
        }
        let expected = Wishes {
            folders: Some(vec![("/d".into(), None)]),
            load: ["/a", "/c"].into_iter().map(PathBuf::from).collect(),
        };
        assert_eq!(Wishes::next(&wishes), Some(expected));
        drop(sender);
        assert_eq!(Wishes::next(&wishes), None);
    }
}
