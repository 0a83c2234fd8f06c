//! Method names, with parameters where overloaded.

use std::collections::HashMap;

use faultline_messages::names;
use faultline_spectrum::{MethodId, Spectrum};

/// The methods of a spectrum, with the number of methods of each name per class.
pub struct Overloads<'a> {
    spectrum: &'a Spectrum,
    /// Number of methods by class and name.
    namesakes: HashMap<(u32, &'a str), usize>,
}

impl<'a> Overloads<'a> {
    /// Counts the names. Cost: O(methods).
    pub fn of(spectrum: &'a Spectrum) -> Self {
        let mut namesakes = HashMap::new();
        for method in &spectrum.methods {
            *namesakes.entry((method.class.0, method.name.as_str())).or_default() += 1;
        }
        Self { spectrum, namesakes }
    }

    /// A method's name, with parameters if its class overloads it.
    pub fn name(&self, id: MethodId) -> String {
        let method = &self.spectrum.methods[id.index()];
        let is_overloaded = self.namesakes[&(method.class.0, method.name.as_str())] > 1;
        names::method(&self.spectrum.classes[method.class.index()].name, method, is_overloaded)
    }
}
