//! The texts of sources that a run saw.

/* Beside recordings stand hashes of the sources, no texts. So the text is the file's own while it has not changed, the
one that was known before while the hash is still its, or the committed one if the hash is of that. The hashes are made when
the run ends. So they say nothing of a file that was saved during the run: the compiler saw it as it was before. */

use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use faultline_build_reports::start;
use faultline_files::real;
use faultline_recording_store::load::Loaded;
use faultline_recording_store::project::root_of;
use faultline_recording_store::sources::SourceFile;
use faultline_recording_store::sources::seen::{Seen, below};
use faultline_vcs_history::{Checkout, Snapshot};

use crate::text::Text;

/// A source's text as a run saw it.
pub type SeenText = Arc<Text>;

/// Finds the texts that the run of a recording saw.
pub struct SeenTexts {
    hashes: Seen,
    project: PathBuf,
    /// When the first JVM began to record, and when the last recording was written.
    run: Option<(SystemTime, SystemTime)>,
    committed: OnceCell<Option<(Checkout, Snapshot)>>,
}

impl SeenTexts {
    /// The texts of a recording's sources.
    pub fn of(loaded: &Loaded) -> Self {
        let project = root_of(&real(&loaded.base));
        let run = start::recorded(loaded.started_ns).zip(loaded.recorded);
        Self { hashes: Seen::beside(&loaded.files), project, run, committed: OnceCell::new() }
    }

    /// The text of a source that the run saw; `None` if it is not known, or the file may be another class's. `known` is
    /// the text that an earlier look gave.
    pub fn text(&self, source: &SourceFile, file: &Path, known: Option<&SeenText>) -> Option<SeenText> {
        if source.doubt.is_some() {
            return None;
        }
        if !source.changed && !self.is_of_the_run(file) {
            return Some(Arc::new(Text::of_lines(source.lines.clone())));
        }
        let path = below(&self.project, file)?;
        let is_seen = |lines: &[String]| self.hashes.had(&path, &without_last(lines));
        known.filter(|known| is_seen(known.lines())).cloned().or_else(|| {
            let text = self.committed_text(file)?;
            is_seen(text.lines()).then(|| Arc::new(text))
        })
    }

    /// Whether a file was saved while the run recorded.
    fn is_of_the_run(&self, file: &Path) -> bool {
        let Some((started, ended)) = self.run else { return false };
        let written = file.metadata().and_then(|data| data.modified());
        written.is_ok_and(|written| started < written && written <= ended)
    }

    fn committed_text(&self, file: &Path) -> Option<Text> {
        let (checkout, snapshot) = self.committed.get_or_init(|| self.head()).as_ref()?;
        let bytes = snapshot.committed(&checkout.path_of(file)?).ok()??;
        Some(Text::of(&String::from_utf8(bytes).ok()?))
    }

    fn head(&self) -> Option<(Checkout, Snapshot)> {
        let checkout = Checkout::around(&self.project).ok()??;
        Some((checkout, Snapshot::of(&self.project, "HEAD", false).ok()?))
    }
}

/// Lines as sources are hashed: without the empty one behind the last line end.
fn without_last(lines: &[String]) -> Vec<String> {
    let end = lines.len() - usize::from(lines.last().is_some_and(String::is_empty));
    lines[..end].to_vec()
}
