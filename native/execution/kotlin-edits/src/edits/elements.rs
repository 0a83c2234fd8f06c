//! Edits that remove an element of a collection.

use crate::calls::Call;
use crate::literals::code;
use crate::sites::Sites;
use crate::source::Source;

const ELEMENTS: usize = 20;

/// Whether a call creates a collection from its arguments: `listOf`, `intArrayOf`, `Arrays.asList`.
pub fn is_of_elements(call: &Call<'_>) -> bool {
    let is_made = call.name.ends_with("Of")
        && ["list", "set", "map", "array", "sequence"]
            .iter()
            .any(|kind| call.name.to_lowercase().contains(kind));
    call.lambda.is_none() && (is_made || call.name == "asList" || call.name == "listOfNotNull")
}

/// Finds removals of an element, with the comma before or after it.
pub fn find(source: &Source, call: &Call<'_>, sites: &mut Sites) {
    let elements = &call.arguments;
    let all = elements.iter().enumerate().take(ELEMENTS).map(|(at, element)| {
        let from = if at == 0 { element.node.start_byte() } else { elements[at - 1].node.end_byte() };
        let to = match elements.get(1) {
            Some(second) if at == 0 => second.node.start_byte(),
            _ => element.node.end_byte(),
        };
        let words = format!("leave out {} from `{}`", code(source.of(element.node)), call.name);
        (from..to, String::new(), words)
    });
    sites.add(1, all);
}
