//! A thread that looks for new recordings, and loads and ranks them.

/* A build writes its recording for minutes, so nothing is read while a program has the folder locked, nor before its files
have stayed the same from one look to the next. What was known stays until then. */

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use crate::index::Index;
use crate::project::{Stamp, place, stamp};

/// Time between two looks.
const PAUSE: Duration = Duration::from_secs(1);

/// What the thread is asked for.
#[derive(Debug)]
pub enum Wish {
    /// To watch these folders of the workspace, each with the recording that the client named.
    Watch(Vec<(PathBuf, Option<PathBuf>)>),
    /// To look now: a client says that files have changed.
    Look,
    /// To load again, whether or not something has changed.
    Load,
}

/// What the thread tells.
#[derive(Debug)]
pub enum Told {
    /// A folder of the workspace has a new recording; `None` with a sentence if it has none that can be read.
    Loaded {
        /// The folder.
        root: PathBuf,
        /// The recording, or why there is none.
        index: Result<Arc<Index>, String>,
    },
    /// All folders were looked at.
    Looked {
        /// Whether a wish to load again was fulfilled.
        is_forced: bool,
    },
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
}

#[derive(PartialEq)]
enum Known {
    Nothing,
    Missing(String),
    Recording(PathBuf, Stamp),
}

impl Watch {
    fn run(mut self, wishes: &Receiver<Wish>, told: &dyn Fn(Told) -> bool) {
        loop {
            let mut is_forced = false;
            match wishes.recv_timeout(PAUSE) {
                Ok(Wish::Watch(folders)) => self.watch(folders),
                Ok(Wish::Look) | Err(RecvTimeoutError::Timeout) => {}
                Ok(Wish::Load) => is_forced = true,
                Err(RecvTimeoutError::Disconnected) => return,
            }
            for folder in &mut self.folders {
                if let Some(index) = folder.look(is_forced)
                    && !told(Told::Loaded { root: folder.root.clone(), index })
                {
                    return;
                }
            }
            if !told(Told::Looked { is_forced }) {
                return;
            }
        }
    }

    /// Takes a new list of folders; what is known of those in both stays.
    fn watch(&mut self, folders: Vec<(PathBuf, Option<PathBuf>)>) {
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
        Self { root, named, index: None, known: Known::Nothing, next: None }
    }

    /// Looks at the folder; gives what is new.
    fn look(&mut self, is_forced: bool) -> Option<Result<Arc<Index>, String>> {
        let (recording, base) = match place(&self.root, self.named.as_deref()) {
            Ok(place) => place,
            Err(failure) => return self.missing(failure.to_string()),
        };
        let stamp = stamp(&recording);
        if stamp.is_written {
            return None;
        }
        let known = Known::Recording(recording.clone(), stamp.clone());
        if self.known == known && !is_forced {
            self.next = None;
            return None;
        }
        let is_first = self.known == Known::Nothing;
        if !is_first && !is_forced && self.next.as_ref() != Some(&stamp) {
            self.next = Some(stamp);
            return None;
        }
        self.known = known;
        self.next = None;
        Some(self.load(&recording, &base))
    }

    /// An index that cannot be loaded again stays known, for its texts of sources.
    fn load(&mut self, recording: &Path, base: &Path) -> Result<Arc<Index>, String> {
        let index =
            Index::load(recording, base, self.index.as_deref()).map_err(|failure| failure.to_string())?;
        let index = Arc::new(index);
        self.index = Some(Arc::clone(&index));
        Ok(index)
    }

    fn missing(&mut self, sentence: String) -> Option<Result<Arc<Index>, String>> {
        let known = Known::Missing(sentence.clone());
        if self.known == known {
            return None;
        }
        self.known = known;
        Some(Err(sentence))
    }
}
