//! What arguments of a JVM say of modules. Only the forms that a JVM tells of itself are known: `--module-path=...`.

use crate::tools::entries::SEPARATOR;

const PATH: &str = "--module-path=";
const PATCH: &str = "--patch-module=";

/// The places of modules, or of what is patched into one, that an argument names, as `-cp` has them; empty of others.
pub fn places(argument: &str) -> &str {
    argument.strip_prefix(PATH).or_else(|| patch(argument).map(|(_, places)| places)).unwrap_or_default()
}

/// The module that an argument patches, and with what.
fn patch(argument: &str) -> Option<(&str, &str)> {
    argument.strip_prefix(PATCH)?.split_once('=')
}

/// The arguments, with these places in front of those that are patched into a module: classes of a package that a module has are
/// found nowhere else. Where several modules are patched, nobody knows whose package it is.
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
