//! Properties of methods that do not depend on the failing tests.

use faultline_spectrum::Spectrum;

use super::packages::Packages;

/// Properties of methods that do not depend on the failing tests. Nearly every test runs some constructors, which are rarely
/// faulty; a test is usually in the package of the code it tests. Shape: one per method.
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

    /// Maps methods to other numbers, `count` of them. If several map to one, any of them counts.
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
