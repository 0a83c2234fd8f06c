//! Short class names for lists.

use std::collections::HashMap;

use faultline_messages::names::simple_class;
use faultline_messages::words::printable;

/// Frequency of each simple name in a list of classes.
pub struct ShortNames(HashMap<String, usize>);

impl ShortNames {
    /// Counts the simple names of a list.
    pub fn of<'a>(classes: impl IntoIterator<Item = &'a str>) -> Self {
        let mut names = HashMap::new();
        for class in classes {
            *names.entry(simple_class(class)).or_default() += 1;
        }
        Self(names)
    }

    /// A class's simple name if it is unique in the list, else its full name.
    pub fn name(&self, class: &str) -> String {
        let simple = simple_class(class);
        if self.0.get(&simple) == Some(&1) { simple } else { printable(class) }
    }
}
