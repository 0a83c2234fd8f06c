//! Data about a spectrum that evidence needs, independent of the failing tests.

use faultline_spectrum::Spectrum;

use super::Methods;
use super::frames::Frames;
use super::packages::Packages;
use super::words::Words;
use crate::NameIndex;

/// Data about a spectrum that evidence needs, independent of the failing tests.
#[derive(Clone, Debug, Default)]
pub struct Known {
    pub(super) names: NameIndex,
    pub(super) words: Words,
    pub(super) frames: Frames,
    pub(super) packages: Packages,
    pub(super) methods: Methods,
}

impl Known {
    /// Cost: O(elements + length of all names).
    pub fn of(spectrum: &Spectrum) -> Self {
        let packages = Packages::of(spectrum);
        Self {
            names: NameIndex::of(spectrum),
            words: Words::of(spectrum),
            frames: Frames::of(spectrum),
            methods: Methods::of(spectrum, &packages),
            packages,
        }
    }

    /// Properties of methods.
    pub fn methods(&self) -> &Methods {
        &self.methods
    }

    /// The names of methods and tests.
    pub fn names(&self) -> &NameIndex {
        &self.names
    }
}
