//! Whether variants of failing tests can be made at all.

use std::path::PathBuf;

use faultline_files::path_of;
use faultline_files::real;
use faultline_recording_store::driver;
use faultline_recording_store::load::Loaded;
use faultline_recording_store::sources::of_tests::is_there;
use faultline_spectrum::TestId;

use crate::method_of;

/// Failing tests of one group that are grown from unless they are named: those of one cause say the same.
pub const OF_A_GROUP: usize = 3;

/// Whether there is something to grow from: one of these failing tests is a method of a framework that can be run again, and
/// its source can be found.
pub fn can_grow<'t>(loaded: &Loaded, tests: impl IntoIterator<Item = &'t TestId>) -> bool {
    let spectrum = &loaded.spectrum;
    let mut places: Vec<PathBuf> = spectrum.classes.iter().map(|class| path_of(&class.location)).collect();
    places.sort_unstable();
    places.dedup();
    let base = real(&loaded.base);
    loaded.is_repeatable
        && tests.into_iter().take(OF_A_GROUP).any(|test| {
            let test = &spectrum.tests[test.index()];
            let is_method = !test.class.is_empty() && !method_of(&test.method).is_empty();
            is_method && driver::of(test, true).is_some() && is_there(&test.class, &places, &base)
        })
}
