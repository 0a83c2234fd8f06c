//! The repository that holds the suspicious code.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use faultline_bug_inducing_commits::culprits::Failures;
use faultline_recording_store::load::Loaded;
use faultline_recording_store::sources::Sources;
use faultline_spectrum::ClassId;
use faultline_vcs_history::Checkout;

/// How many of the most suspicious lines of each group are looked at.
const LINES: usize = 200;

/// The root of the repository with the most suspicious code, if the one around the recordings has none of it: sources may
/// lie in a submodule, or behind a link. `None` if that one has some, or if no repository has any.
pub fn of_sources(loaded: &Loaded, failures: &[Failures]) -> Option<PathBuf> {
    let mut sources = Sources::of_loaded(&[], loaded);
    let mut roots = HashMap::<ClassId, Option<PathBuf>>::new();
    let mut first = None;
    let own = root_of(&loaded.base);
    let lines = failures.iter().flat_map(|of| of.ranking.entries.iter().take(LINES));
    for line in lines.filter(|line| line.counts.ef > 0) {
        let class = loaded.spectrum.method_of(line.element).class;
        let root = roots.entry(class).or_insert_with(|| {
            let source = sources.of(&loaded.spectrum.classes[class.index()])?;
            let file = dunce::canonicalize(loaded.base.join(&source.path)).ok()?;
            root_of(file.parent()?)
        });
        if root.is_some() && *root == own {
            return None;
        }
        first = first.or_else(|| root.clone());
    }
    first
}

/// The root of the working tree around a folder.
fn root_of(folder: &Path) -> Option<PathBuf> {
    let checkout = Checkout::around(folder).ok().flatten()?;
    dunce::canonicalize(checkout.folder()).ok()
}
