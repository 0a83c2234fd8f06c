//! What methods are, whatever tests failed.

use faultline_spectrum::Spectrum;

use super::packages::Packages;

/// What methods are, whatever tests failed: nearly every test runs some constructors, and their faults are few; tests lie in the
/// package of what they test. Shape: one per method.
#[derive(Clone, Debug, Default)]
pub struct Methods {
    pub(super) constructors: Vec<bool>,
    pub(super) packages: Vec<u32>,
}

impl Methods {
    pub(super) fn of(spectrum: &Spectrum, packages: &Packages) -> Self {
        Self {
            constructors: spectrum.methods.iter().map(|method| method.name == "<init>").collect(),
            packages: (0..spectrum.methods.len()).map(|method| packages.number(method)).collect(),
        }
    }

    /// By other numbers of methods, so many; of several that are one there any counts.
    #[must_use]
    pub fn renumbered(&self, count: usize, number: impl Fn(u32) -> Option<u32>) -> Self {
        let mut renumbered = Self { constructors: vec![false; count], packages: vec![u32::MAX; count] };
        for (method, (&is_constructor, &package)) in self.constructors.iter().zip(&self.packages).enumerate()
        {
            if let Some(other) = number(method as u32) {
                renumbered.constructors[other as usize] = is_constructor;
                renumbered.packages[other as usize] = package;
            }
        }
        renumbered
    }

    pub(super) fn count(&self) -> usize {
        self.constructors.len()
    }
}
