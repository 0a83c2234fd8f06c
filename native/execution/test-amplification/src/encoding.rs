//! Finds the encoding of a Java source: as the build compiles it, since texts of a test depend on it.

use std::path::{Path, PathBuf};

use faultline_files::{limits, regular};

/// Build files, each with what stands in front of the name of the sources' encoding.
const OF_SOURCES: [(&str, &[&str]); 2] = [
    ("pom.xml", &["<project.build.sourceEncoding>", "<maven.compiler.encoding>"]),
    ("build.xml", &["<javac"]),
];

/// The same of an encoding that may be that of other files, as of resources or documents.
const PERHAPS: [(&str, &[&str]); 3] =
    [("pom.xml", &["<encoding>"]), ("build.gradle", &["encoding"]), ("build.gradle.kts", &["encoding"])];

/// The encoding of a source by its Java name. A byte order mark decides; else the nearest build file of `modules` that names that of
/// sources; else the bytes, if they are UTF-8; else a build file that names any encoding. What remains is Windows-1252, which extends
/// ISO-8859-1. `None` if the file cannot be read.
pub fn of(file: &Path, modules: &[PathBuf]) -> Option<String> {
    let bytes = regular::read(file, limits::SOURCE).ok()?;
    if bytes.starts_with(&[0xfe, 0xff]) || bytes.starts_with(&[0xff, 0xfe]) {
        return Some("UTF-16".to_owned());
    }
    if bytes.is_ascii() || bytes.starts_with(&[0xef, 0xbb, 0xbf]) {
        return Some("UTF-8".to_owned());
    }
    let declared = |files: &[_]| modules.iter().find_map(|module| declared(module, files));
    let by_bytes = || str::from_utf8(&bytes).is_ok().then(|| "UTF-8".to_owned());
    let found = declared(&OF_SOURCES).or_else(by_bytes).or_else(|| declared(&PERHAPS));
    Some(found.unwrap_or_else(|| "windows-1252".to_owned()))
}

/// The encoding that one of these build files of a folder names.
fn declared(folder: &Path, files: &[(&str, &[&str])]) -> Option<String> {
    files.iter().find_map(|(name, signs)| {
        let bytes = regular::read(&folder.join(name), limits::SOURCE).ok()?;
        let text = String::from_utf8_lossy(&bytes);
        signs.iter().find_map(|sign| text.match_indices(sign).find_map(|(at, _)| named(sign, &text[at..])))
    })
}

/// The name behind a sign: the text of an element, or a text in quotes that is assigned.
fn named(sign: &str, text: &str) -> Option<String> {
    let rest = &text[sign.len()..];
    let name = if sign.ends_with('>') {
        rest.split('<').next()?
    } else {
        // Of an element of Ant, an attribute.
        let rest = match sign.strip_prefix('<') {
            Some(_) => rest.split('>').next()?.split_once("encoding")?.1,
            None => rest,
        };
        let quoted = rest.trim_start().strip_prefix('=')?.trim_start();
        let quote = quoted.chars().next().filter(|quote| ['"', '\''].contains(quote))?;
        quoted[1..].split(quote).next()?
    };
    let name = name.trim();
    let is_name = |c: char| c.is_ascii_alphanumeric() || "-_.:+".contains(c);
    (!name.is_empty() && name.chars().all(is_name)).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// The encoding of a source with these bytes beside a build file.
    fn beside(name: &str, text: &str, bytes: &[u8]) -> String {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("FooTest.java");
        fs::write(&file, bytes).expect("a source");
        fs::write(folder.path().join(name), text).expect("a build file");
        of(&file, &[folder.path().join("none"), folder.path().to_owned()]).expect("an encoding")
    }

    #[test]
    fn the_build_file_names_the_encoding() {
        let pom =
            "<properties><project.build.sourceEncoding> Cp1250 </project.build.sourceEncoding></properties>";
        assert_eq!(beside("pom.xml", pom, b"// \xe9"), "Cp1250");
        assert_eq!(
            beside("pom.xml", pom, "// \u{e9}".as_bytes()),
            "Cp1250",
            "bytes that are UTF-8 by chance"
        );
        let plugin =
            "<configuration><encoding>${mine}</encoding><encoding>ISO-8859-15</encoding></configuration>";
        assert_eq!(beside("pom.xml", plugin, b"// \xe9"), "ISO-8859-15");
        assert_eq!(beside("pom.xml", plugin, "// \u{e9}".as_bytes()), "UTF-8", "it may be that of resources");
        assert_eq!(beside("pom.xml", pom, b"\xef\xbb\xbf// \xc3\xa9"), "UTF-8");
        let gradle = "tasks.withType(JavaCompile) { options.encoding = 'windows-1251' }";
        assert_eq!(beside("build.gradle", gradle, b"// \xe9"), "windows-1251");
        let ant = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><javac srcdir=\"src\" encoding=\"Shift_JIS\"/>";
        assert_eq!(beside("build.xml", ant, b"// \xe9"), "Shift_JIS");
    }

    #[test]
    fn without_a_name_the_bytes_tell() {
        assert_eq!(beside("pom.xml", "<project/>", b"// a"), "UTF-8");
        assert_eq!(beside("pom.xml", "<project/>", "// \u{20ac}".as_bytes()), "UTF-8");
        assert_eq!(beside("pom.xml", "<project/>", b"// \x80"), "windows-1252");
        assert_eq!(beside("build.xml", "<?xml encoding=\"UTF-8\"?><project/>", b"// \x80"), "windows-1252");
        assert_eq!(beside("pom.xml", "<project/>", b"\xff\xfe/\0/\0"), "UTF-16");
    }
}
