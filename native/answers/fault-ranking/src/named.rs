//! Finds methods by the names that people use.

use faultline_messages::names;
use faultline_spectrum::{MethodId, Spectrum};

/// Whether a name matches a method: `Class.method`, `Class#method`, `Class::method` or `method`, optionally
/// with package and parameter types, and as pages show it (`Class.method (lambda)`).
pub fn means(spectrum: &Spectrum, method: MethodId, name: &str) -> bool {
    let asked = name.trim().replace(['#', '$'], ".").replace("::", ".").replace(", ", ",");
    let of = &spectrum.methods[method.index()];
    let shown = names::method(&spectrum.classes[of.class.index()].name, of, false);
    let is_shown = shown.contains('(') && shown.replace('$', ".") == asked;
    is_shown
        || names(spectrum, method).iter().any(|name| {
            let name = name.replace('$', ".").replace(", ", ",");
            let bare = name.split('(').next().unwrap_or(&name);
            [name.as_str(), bare].into_iter().any(|name| {
                name == asked || name.strip_suffix(asked.as_str()).is_some_and(|before| before.ends_with('.'))
            })
        })
}

/// The names of a method, with parameters: with its simple class, and with its package.
pub fn names(spectrum: &Spectrum, method: MethodId) -> [String; 2] {
    let method = &spectrum.methods[method.index()];
    let class = &spectrum.classes[method.class.index()].name;
    let short = names::compiled_method(class, method, true);
    let package = class.rfind('.').map_or("", |at| &class[..=at]);
    let long = format!("{package}{short}");
    [short, long]
}
