//! The packages of methods and tests: a test is usually in the package of the code it tests.

use std::collections::HashMap;

use faultline_spectrum::{Spectrum, Test};

/// The package of each method, as a number.
#[derive(Clone, Debug, Default)]
pub(super) struct Packages {
    numbers: HashMap<String, u32>,
    of: Vec<u32>,
}

impl Packages {
    /// Cost: O(methods).
    pub(super) fn of(spectrum: &Spectrum) -> Self {
        let mut packages = Self::default();
        let mut number = |class: &str| {
            let next = packages.numbers.len() as u32;
            *packages.numbers.entry(package(class).to_owned()).or_insert(next)
        };
        let classes: Vec<u32> = spectrum.classes.iter().map(|class| number(&class.name)).collect();
        packages.of = spectrum.methods.iter().map(|method| classes[method.class.index()]).collect();
        packages
    }

    /// The number of a method's package.
    pub(super) fn number(&self, method: usize) -> u32 {
        self.of[method]
    }

    /// The number of a test's package; `None` if the package has no methods.
    pub(super) fn of_test(&self, test: &Test) -> Option<u32> {
        self.numbers.get(package(&test.class)).copied()
    }
}

fn package(class: &str) -> &str {
    class.rfind('.').map_or("", |dot| &class[..dot])
}
