//! Arguments of a JVM about modules. Only the form in which a JVM reports its arguments is recognised:
//! `--module-path=...`.

use crate::tools::entries::SEPARATOR;

const PATH: &str = "--module-path=";
const PATCH: &str = "--patch-module=";

/// The locations in an argument that sets the module path or patches a module, as a class path; empty for
/// other arguments.
pub fn places(argument: &str) -> &str {
    argument.strip_prefix(PATH).or_else(|| patch(argument).map(|(_, places)| places)).unwrap_or_default()
}

/// The patched module of an argument, and the locations.
fn patch(argument: &str) -> Option<(&str, &str)> {
    argument.strip_prefix(PATCH)?.split_once('=')
}

/// The arguments, with these locations put before the ones patched into a module: a class in a package of a
/// module is found only in that module. If several modules are patched, the arguments stay unchanged, since
/// the module with the package is unknown.
pub fn patched<'a>(arguments: impl IntoIterator<Item = &'a String>, first: &[String]) -> Vec<String> {
    let mut all: Vec<String> = arguments.into_iter().cloned().collect();
    let mut patches = all.iter_mut().filter(|argument| patch(argument).is_some());
    if let (Some(one), None) = (patches.next(), patches.next())
        && let Some((module, places)) = patch(one)
    {
        let separator = SEPARATOR.encode_utf8(&mut [0; 4]).to_owned();
        let places: Vec<&str> = first.iter().map(String::as_str).chain([places]).collect();
        *one = format!("{PATCH}{module}={}", places.join(&separator));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|&text| text.to_owned()).collect()
    }

    #[test]
    fn modules_and_patches_have_places() {
        assert_eq!(places("--module-path=/a:/b.jar"), "/a:/b.jar");
        assert_eq!(places("--patch-module=org.x=/t"), "/t");
        assert_eq!((places("--add-modules=ALL-MODULE-PATH"), places("-Dx=--module-path=/a")), ("", ""));
    }

    #[test]
    #[cfg(unix)]
    fn what_comes_first_is_patched_into_the_one_module_that_is_patched() {
        let one = texts(&["-ea", "--patch-module=org.x=/t", "--add-reads=org.x=ALL-UNNAMED"]);
        let first = texts(&["/copy"]);
        assert_eq!(patched(&one, &first)[1], "--patch-module=org.x=/copy:/t");
        assert_eq!(patched(&one, &[])[1], one[1]);
        let two = texts(&["--patch-module=a=/t", "--patch-module=b=/u"]);
        assert_eq!(patched(&two, &first), two);
    }
}
